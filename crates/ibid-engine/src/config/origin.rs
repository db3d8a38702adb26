use std::fmt;
use std::path::PathBuf;

/// A place in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path.display(), self.line)
    }
}

/// Where a value comes from. Later ones win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The user's file, or the one given with `--config`.
    User(Place),
    /// The project's file.
    Project(Place),
    /// This environment variable.
    Env(String),
    /// This flag.
    Flag(&'static str),
}

impl Origin {
    /// The name of the layer, as `--json` gives it.
    pub fn layer(&self) -> &'static str {
        match self {
            Origin::Default => "default",
            Origin::User(_) => "user",
            Origin::Project(_) => "project",
            Origin::Env(_) => "env",
            Origin::Flag(_) => "flag",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::User(place) | Origin::Project(place) => place.fmt(f),
            Origin::Env(name) => write!(f, "environment {name}"),
            Origin::Flag(name) => write!(f, "flag {name}"),
        }
    }
}
