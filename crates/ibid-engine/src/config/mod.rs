//! Configuration: defaults, the user's file, the project's file, the environment and flags, in
//! that order; a later one wins.
//!
//! Every value knows where it comes from. Nothing is read, and no parser runs, for a file that is
//! not there. What a setting is stands in one table, [`KEYS`].
//!
//! A project's file may set budgets, patterns and rows. What would widen what its user allows
//! (where a model is, how much is stored, whether secrets are replaced) is left out of it with a
//! warning, so that a cloned repository can neither widen anything nor stop Ibid from working.

mod effective;
mod error;
mod file;
mod key;
mod origin;
mod projection;
mod rows;
mod value;

use std::path::{Path, PathBuf};

use ibid_prune::lang::OwnedRow;

pub use error::{ConfigError, ConfigWarning};
pub use key::{COMPACTIONS, KEYS, Key, POLICY_NAMES, ProjectMay, Setting, nearest};
pub use origin::{Origin, Place};
pub use value::{Kind, Value, parse_size};

use file::{FileContents, Layer};

/// The defaults as a commented file: every key with its value and meaning.
pub const DEFAULT_FILE: &str = include_str!("default.toml");

/// The project's file, below its root.
pub const PROJECT_FILE: &str = ".ibid/config.toml";

/// The user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserFile {
    /// The usual place: it may be absent.
    Usual(PathBuf),
    /// The one the user named: it must be there.
    Named(PathBuf),
    /// None: there is no home directory.
    None,
}

impl UserFile {
    /// The file named with `--config`, or `$XDG_CONFIG_HOME/ibid/config.toml`, or
    /// `~/.config/ibid/config.toml`.
    pub fn find(named: Option<PathBuf>) -> Self {
        if let Some(path) = named {
            return UserFile::Named(path);
        }
        let absolute = |name: &str| {
            let path = PathBuf::from(std::env::var_os(name)?);
            path.is_absolute().then_some(path)
        };
        let base = absolute("XDG_CONFIG_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".config")));
        match base {
            Some(base) => UserFile::Usual(base.join("ibid/config.toml")),
            None => UserFile::None,
        }
    }

    /// Its path.
    pub fn path(&self) -> Option<&Path> {
        match self {
            UserFile::Usual(path) | UserFile::Named(path) => Some(path),
            UserFile::None => None,
        }
    }
}

/// Where a configuration is read from.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The user's file.
    pub user: UserFile,
    /// The root of the project, if there is one.
    pub project_root: Option<PathBuf>,
    /// Environment variables; only those that begin with `IBID_` count.
    pub env: Vec<(String, String)>,
    /// Values given by flags, with the flag's name.
    pub flags: Vec<(Setting, Value, &'static str)>,
}

impl Sources {
    /// The user's file, the environment, and the project at `project_root`.
    pub fn of_process(named: Option<PathBuf>, project_root: Option<PathBuf>) -> Self {
        let env = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            let value = value.to_string_lossy().into_owned();
            name.starts_with("IBID_").then_some((name, value))
        });
        Self {
            user: UserFile::find(named),
            project_root,
            env: env.collect(),
            flags: Vec::new(),
        }
    }

    /// The project's file.
    pub fn project_file(&self) -> Option<PathBuf> {
        Some(self.project_root.as_ref()?.join(PROJECT_FILE))
    }
}

/// The effective configuration.
#[derive(Clone, Debug)]
pub struct Config {
    values: Vec<(Value, Origin)>,
    rows: Vec<(OwnedRow, Place)>,
}

/// A configuration as far as it could be read, with everything that is wrong with it.
#[derive(Debug)]
pub struct Loaded {
    /// The effective values; what is wrong is left out.
    pub config: Config,
    /// What is wrong.
    pub errors: Vec<ConfigError>,
    /// What was left out, though its form is right.
    pub warnings: Vec<ConfigWarning>,
}

impl Default for Config {
    fn default() -> Self {
        let defaults = KEYS
            .iter()
            .map(|key| (key.default.clone(), Origin::Default));
        Self {
            values: defaults.collect(),
            rows: Vec::new(),
        }
    }
}

impl Config {
    /// The value of `setting`, and where it comes from.
    pub fn get(&self, setting: Setting) -> (&Value, &Origin) {
        let (value, origin) = &self.values[setting as usize];
        (value, origin)
    }

    /// The user's rows of the registry, and where each stands.
    pub fn rows(&self) -> &[(OwnedRow, Place)] {
        &self.rows
    }

    fn set(&mut self, setting: Setting, value: Value, origin: Origin) {
        self.values[setting as usize] = (value, origin);
    }
}

impl Loaded {
    /// Reads all of `sources`, and goes on after what is wrong.
    pub fn read(sources: &Sources) -> Self {
        let mut loaded = Self {
            config: Config::default(),
            errors: Vec::new(),
            warnings: Vec::new(),
        };
        if let Some(path) = sources.user.path() {
            let required = matches!(sources.user, UserFile::Named(_));
            loaded.apply(file::read(path, Layer::User, required), Layer::User);
        }
        if let Some(path) = sources.project_file() {
            loaded.apply(file::read(&path, Layer::Project, false), Layer::Project);
        }
        for (name, value) in &sources.env {
            loaded.apply_env(name, value);
        }
        for (setting, value, flag) in &sources.flags {
            let origin = Origin::Flag(flag);
            loaded.config.set(*setting, value.clone(), origin);
        }
        loaded
    }

    /// The configuration and the warnings, or the first error.
    ///
    /// # Errors
    /// The first thing that is wrong with any of the files or variables.
    pub fn into_result(self) -> Result<(Config, Vec<ConfigWarning>), ConfigError> {
        match self.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok((self.config, self.warnings)),
        }
    }

    fn apply(&mut self, contents: FileContents, layer: Layer) {
        self.errors.extend(contents.errors);
        self.config.rows.extend(contents.rows);
        for (key, value, place) in contents.values {
            if layer == Layer::Project && !allowed(key, &value) {
                self.warnings.push(ConfigWarning { place, key });
            } else {
                self.config.set(key.setting, value, layer.origin(place));
            }
        }
    }

    fn apply_env(&mut self, name: &str, text: &str) {
        let origin = Origin::Env(name.to_owned());
        let Some(key) = KEYS.iter().find(|key| key.env() == name) else {
            if let Some(nearest) = misspelt(name) {
                self.errors.push(ConfigError::Unknown {
                    origin,
                    name: name.to_owned(),
                    nearest,
                });
            }
            return;
        };
        match Value::from_text(key.kind, text) {
            Some(value) => self.config.set(key.setting, value, origin),
            None => self.errors.push(ConfigError::Value {
                origin,
                key,
                given: format!("\"{text}\""),
            }),
        }
    }
}

fn allowed(key: &Key, value: &Value) -> bool {
    match key.project {
        ProjectMay::Set => true,
        ProjectMay::TurnOn => *value == Value::Bool(true),
        ProjectMay::Nothing => false,
    }
}

/// Whether a variable that sets nothing was meant to: it names one of our sections. Gives the
/// nearest known name then. Others (`IBID_DATA_DIR`) are read elsewhere or not ours.
fn misspelt(name: &str) -> Option<Option<String>> {
    let rest = name.strip_prefix("IBID_")?;
    let section = rest.split('_').next()?.to_ascii_lowercase();
    KEYS.iter().find(|key| key.section() == section)?;
    let known: Vec<String> = KEYS.iter().map(Key::env).collect();
    let nearest = nearest(name, known.iter().map(String::as_str));
    Some(nearest.map(str::to_owned))
}

#[cfg(test)]
mod tests;
