use std::fmt;
use std::io;
use std::path::PathBuf;

use super::key::ProjectMay;
use super::{Key, Origin, Place};

/// What is wrong with a configuration.
#[derive(Debug)]
pub enum ConfigError {
    /// A file that cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that is not TOML.
    Syntax {
        /// Where.
        place: Place,
        /// What the parser says.
        message: String,
    },
    /// A key, section or environment variable that is not known.
    Unknown {
        /// Where.
        origin: Origin,
        /// Its name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// A value where a section belongs.
    Section {
        /// Where.
        origin: Origin,
        /// The section's name.
        name: String,
    },
    /// A value of the wrong type or out of range.
    Value {
        /// Where.
        origin: Origin,
        /// The setting.
        key: &'static Key,
        /// The value as it was written.
        given: String,
    },
    /// A pattern that is not a regular expression.
    Pattern {
        /// Where.
        origin: Origin,
        /// The setting.
        key: &'static Key,
        /// The pattern.
        pattern: String,
        /// Why, in one line.
        message: String,
    },
    /// A row of `[[lang.row]]` that is wrong.
    Row {
        /// Where the row begins.
        place: Place,
        /// Its name, or `?`.
        row: String,
        /// Why.
        message: String,
    },
}

impl ConfigError {
    /// What to do about it, in one line.
    pub fn hint(&self) -> String {
        match self {
            ConfigError::Read { .. } => "check the path and its permissions".to_owned(),
            ConfigError::Syntax { .. } => "correct the file; it is TOML".to_owned(),
            ConfigError::Unknown {
                nearest: Some(name),
                ..
            } => format!("did you mean \"{name}\"?"),
            ConfigError::Unknown { nearest: None, .. } => {
                "\"ibid config show\" lists every known key".to_owned()
            }
            ConfigError::Section { name, .. } => match name.as_str() {
                "lang" => "rows are written [[lang.row]]".to_owned(),
                name => format!("write [{name}], and its keys below"),
            },
            ConfigError::Value { key, .. } => format!("{}: {}", key.name, key.doc),
            ConfigError::Pattern { .. } => "correct the regular expression".to_owned(),
            ConfigError::Row { .. } => "correct the row, or remove it".to_owned(),
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Read { path, error } => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            ConfigError::Syntax { place, message } => write!(f, "{place}: {message}"),
            ConfigError::Unknown { origin, name, .. } => match origin {
                Origin::Env(_) => write!(f, "unknown environment variable \"{name}\""),
                _ => write!(f, "{origin}: unknown key \"{name}\""),
            },
            ConfigError::Section { origin, name } => {
                write!(f, "{origin}: \"{name}\" is a section, and not a value")
            }
            ConfigError::Value { origin, key, given } => write!(
                f,
                "{origin}: {} is {given}, expected {}",
                key.name, key.kind
            ),
            ConfigError::Pattern {
                origin,
                key,
                pattern,
                message,
            } => write!(f, "{origin}: {} \"{pattern}\": {message}", key.name),
            ConfigError::Row {
                place,
                row,
                message,
            } => write!(f, "{place}: lang row \"{row}\": {message}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Something in a configuration that was left out, though nothing is wrong with its form.
#[derive(Clone, Debug)]
pub struct ConfigWarning {
    /// Where.
    pub place: Place,
    /// The setting.
    pub key: &'static Key,
}

impl fmt::Display for ConfigWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, key } = self;
        let may = match key.project {
            ProjectMay::TurnOn => "a project's file may only turn it on",
            _ => "only the user's own file, the environment or a flag sets it",
        };
        write!(f, "{place}: {} is ignored: {may}", key.name)
    }
}
