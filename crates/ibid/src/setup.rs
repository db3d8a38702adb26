//! What a subcommand needs of the outside: settings, project, store.

use std::env;
use std::path::PathBuf;

use ibid_engine::archive::{Archive, ArchiveError, Options, daily_session};
use ibid_engine::config::{Config, Loaded, Setting, Sources, Value};
use ibid_engine::ingest::{Ingest, Keep, shown};
use ibid_engine::project::Project;
use ibid_model::Bytes;
use ibid_prune::lang::Registry;
use ibid_prune::{Context, PrunePolicy};
use jiff::Timestamp;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;

/// Values that flags set.
pub(crate) type Flags = Vec<(Setting, Value, &'static str)>;

/// Settings, project and store, as they are for this process.
pub(crate) struct Setup {
    pub(crate) config: Config,
    pub(crate) policy: PrunePolicy,
    pub(crate) registry: Option<Registry>,
    pub(crate) cwd: Option<PathBuf>,
    pub(crate) project: Option<Project>,
    archive: Result<Archive, ArchiveError>,
}

impl Setup {
    /// Reads the settings and finds the project. The store is opened, which touches nothing; when
    /// it cannot be used, that is known from [`Setup::archive`].
    pub(crate) fn load(global: &Global, flags: Flags) -> Result<Self, Failure> {
        let cwd = env::current_dir();
        let found = match &cwd {
            Ok(dir) => Project::find(dir),
            Err(error) => Err(std::io::Error::new(error.kind(), error.to_string())),
        };
        let root = found.as_ref().ok().map(|project| project.root.clone());
        let mut sources = Sources::of_process(global.config.clone(), root);
        sources.flags = flags;
        let loaded = Loaded::read(&sources);
        output::redact_notes(loaded.config.flag(Setting::LogRedact));
        let (config, warnings) = loaded.into_result()?;
        for warning in warnings {
            output::warn(warning);
        }
        let archive = match &found {
            Ok(project) => open(&config, project, global),
            Err(error) => Err(ArchiveError::Io {
                doing: "find",
                path: "the current directory".into(),
                reason: error.to_string(),
            }),
        };
        Ok(Self {
            policy: config.policy()?,
            registry: config.registry()?,
            config,
            cwd: cwd.ok(),
            project: found.ok(),
            archive,
        })
    }

    /// The store.
    pub(crate) fn archive(&self) -> Result<&Archive, Failure> {
        self.archive.as_ref().map_err(|error| error.clone().into())
    }

    /// What is known of an output that comes from here.
    pub(crate) fn context(&self, command: Option<String>) -> Context {
        Context {
            command,
            cwd: self.cwd.as_deref().map(shown),
            project_root: self.project.as_ref().map(|project| shown(&project.root)),
            ..Context::default()
        }
    }

    /// The pipeline for one output.
    pub(crate) fn ingest(&self, context: Context, keep: Keep) -> Ingest<'_> {
        Ingest {
            policy: &self.policy,
            registry: self.registry.as_ref(),
            archive: self.archive.as_ref(),
            keep,
            context,
            redacts: self.config.flag(Setting::ArchiveRedact),
            max_output: Bytes(self.config.number(Setting::ArchiveMaxOutput)),
        }
    }
}

fn open(config: &Config, project: &Project, global: &Global) -> Result<Archive, ArchiveError> {
    let session = match &global.session {
        Some(session) => session.clone(),
        None => daily_session(Timestamp::now()),
    };
    let options = Options {
        home: absolute("HOME"),
        max_output: Bytes(config.number(Setting::ArchiveMaxOutput)),
        quota: Bytes(config.number(Setting::ArchiveQuota)),
        redact: config.flag(Setting::ArchiveRedact),
        ..Options::new(data_dir()?)
    };
    Archive::open(options, project, session)
}

/// `IBID_DATA_DIR`, else `$XDG_DATA_HOME/ibid`, else `~/.local/share/ibid`.
fn data_dir() -> Result<PathBuf, ArchiveError> {
    if let Some(dir) = env::var_os("IBID_DATA_DIR").filter(|dir| !dir.is_empty()) {
        return Ok(dir.into());
    }
    absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
        .map(|base| base.join("ibid"))
        .ok_or_else(|| ArchiveError::Io {
            doing: "find",
            path: "the data directory".into(),
            reason: "neither IBID_DATA_DIR, XDG_DATA_HOME nor HOME is set".to_owned(),
        })
}

fn absolute(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os(name)?);
    path.is_absolute().then_some(path)
}

/// Where settings are read from.
pub(crate) fn sources(global: &Global) -> Sources {
    let project = env::current_dir().and_then(|cwd| Project::find(&cwd));
    Sources::of_process(
        global.config.clone(),
        project.ok().map(|project| project.root),
    )
}
