//! Originals that are never lost: the raw bytes of outputs, kept under an id until the user deletes
//! them.
//!
//! An output goes through a [`Spool`]; [`Spool::commit`] stores it durably and only then gives the
//! [`ArchiveRef`] whose id may be shown. Everything is owner-only, outside the project, and written
//! by any number of processes at once.
//!
//! ```text
//! <data dir>/ids/<first two of the id>/<id>                        project and session of an id
//! <data dir>/projects/<key>/sessions/<session>.outputs/<id>.txt    the raw bytes
//!                                                     /<id>.json   the record beside them
//! ```
//!
//! Without a session of their own, outputs go to the project's session of the day (UTC),
//! `shell-20260102`: see [`daily_session`].

mod commit;
mod dir;
mod error;
mod lookup;
mod numbers;
mod purge;
mod record;
mod retain;
mod spool;
mod store;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ibid_model::{Bytes, ProjectKey, RecallId, SessionId};
use jiff::Timestamp;

pub use dir::{Faults, Op};
pub use error::ArchiveError;
pub use lookup::{LookupError, Scope};
pub use purge::{PurgeHit, PurgeReport};
pub use record::{FileSeen, Meta, Missing, Purged, Record, Stream, StreamRun, Streams};
pub use retain::{Entry, GcReport, Health, Retention};
pub use spool::Spool;

pub(crate) use dir::{Dir, Hook, sync_file};
pub(crate) use lookup::Found;
pub(crate) use numbers::NAME as NUMBERS;
pub(crate) use retain::damaged;
pub(crate) use spool::read_full;
pub(crate) use store::{OUTPUTS, files_size};

use crate::project::Project;
use crate::redact::Redactor;
use numbers::SessionNumbers;
use store::Store;

/// `archive.max_output` where nothing else is said: 256 MiB.
pub const MAX_OUTPUT: Bytes = Bytes(256 << 20);

/// Where the store is and what it may hold.
#[derive(Clone, Debug)]
pub struct Options {
    /// The data directory: `IBID_DATA_DIR`, else `$XDG_DATA_HOME/ibid`, else
    /// `~/.local/share/ibid`. It need not exist.
    pub data_dir: PathBuf,
    /// The user's home, where known. A project that holds it whole (dotfiles kept in git) may hold
    /// the data directory too: there is no place outside.
    pub home: Option<PathBuf>,
    /// `archive.max_output`: a longer output keeps its first and last halves of this.
    pub max_output: Bytes,
    /// `archive.quota` for the whole data directory; 0 is none.
    pub quota: Bytes,
    /// `archive.redact`: secrets are replaced before anything is stored.
    pub redact: bool,
}

impl Options {
    /// The defaults, with the store at `data_dir`.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            home: None,
            max_output: MAX_OUTPUT,
            quota: Bytes(0),
            redact: false,
        }
    }
}

/// A stored original.
#[derive(Clone, Debug)]
pub struct ArchiveRef {
    /// The file of the raw bytes, for readers that can only open files.
    pub path: PathBuf,
    /// What is known of it.
    pub record: Record,
}

impl ArchiveRef {
    /// The recall id.
    pub fn id(&self) -> &RecallId {
        &self.record.id
    }
}

/// The store, as one session of one project sees it. Opening it touches nothing on disk: the first
/// output that is stored makes the directories.
#[derive(Clone, Debug)]
pub struct Archive {
    store: Arc<Store>,
}

impl Archive {
    /// The store for `session` of `project`. Fails when the data directory lies inside the project.
    pub fn open(
        options: Options,
        project: &Project,
        session: SessionId,
    ) -> Result<Archive, ArchiveError> {
        Self::open_with(options, project, session, Hook(None))
    }

    /// The same, with `faults` asked before every change of the store. For tests.
    pub fn open_with_faults(
        options: Options,
        project: &Project,
        session: SessionId,
        faults: Arc<dyn Faults>,
    ) -> Result<Archive, ArchiveError> {
        Self::open_with(options, project, session, Hook(Some(faults)))
    }

    fn open_with(
        mut options: Options,
        project: &Project,
        session: SessionId,
        hook: Hook,
    ) -> Result<Archive, ArchiveError> {
        options.data_dir = own_dir(&options.data_dir)?;
        let home = options.home.as_deref().map(resolved).transpose()?;
        let holds_home = home.is_some_and(|home| home.starts_with(&project.root));
        if options.data_dir.starts_with(&project.root) && !holds_home {
            return Err(ArchiveError::InsideWorkspace {
                data_dir: options.data_dir,
                workspace: project.root.clone(),
            });
        }
        let store = Store::new(options, Some(project.key.clone()), session, hook);
        Ok(Archive {
            store: Arc::new(store),
        })
    }

    /// The store for a session whose project is not known (a proxy's). Its ids resolve from any
    /// project.
    pub fn open_unassigned(options: Options, session: SessionId) -> Result<Archive, ArchiveError> {
        let options = Options {
            data_dir: own_dir(&options.data_dir)?,
            ..options
        };
        let store = Store::new(options, None, session, Hook(None));
        Ok(Archive {
            store: Arc::new(store),
        })
    }

    /// A spool for the next output.
    pub fn spool(&self) -> Spool {
        Spool::new(Arc::clone(&self.store))
    }

    /// A new random id, from the system's random source.
    pub fn new_id(&self) -> Result<RecallId, ArchiveError> {
        random::<16>().map(RecallId::from_entropy)
    }

    /// The project whose outputs are seen; `None` for a session whose project is not known.
    pub fn project(&self) -> Option<&ProjectKey> {
        self.store.project.as_ref()
    }

    /// The session that outputs go to.
    pub fn session(&self) -> &SessionId {
        &self.store.session
    }

    /// Whether secrets are replaced before anything is stored.
    pub fn redacts(&self) -> bool {
        self.store.redact
    }

    /// What replaces secrets in `session`, where that is asked for.
    pub(crate) fn redactor(&self, session: &SessionId) -> Option<Redactor> {
        let store = self
            .redacts()
            .then(|| self.store.of_session(session.clone()))?;
        let numbers = SessionNumbers::new(Arc::new(store));
        Some(Redactor::new(Box::new(numbers)))
    }

    /// The directory of the project's sessions; `None` when there is none and `create` is not set.
    pub(crate) fn sessions_dir(&self, create: bool) -> Result<Option<Dir>, ArchiveError> {
        self.store.sessions(self.project(), create)
    }

    /// The data directory, resolved.
    pub fn data_dir(&self) -> &Path {
        &self.store.data_dir
    }
}

/// The session that outputs without one go to: one a day for each project, named by the UTC date,
/// so that sessions stay of a size that can be looked through and deleted by age.
pub fn daily_session(now: Timestamp) -> SessionId {
    let name = format!("shell-{}", now.strftime("%Y%m%d"));
    SessionId::parse(&name).expect("a date makes a plain name")
}

/// The data directory that `path` names. It may be a symbolic link: the user's own, to a directory
/// that is there; that this is theirs and closed to others is seen to when it is opened. A link of
/// someone else's could lead the store, and what it does to permissions, anywhere; one that leads
/// nowhere may stand for a disk that is not mounted, in whose place nothing is to be made.
fn own_dir(path: &Path) -> Result<PathBuf, ArchiveError> {
    if let Ok(meta) = fs::symlink_metadata(path)
        && meta.is_symlink()
    {
        if meta.uid() != dir::euid() {
            return Err(ArchiveError::Symlink {
                path: path.to_path_buf(),
            });
        }
        if let Err(error) = fs::metadata(path) {
            return Err(ArchiveError::from_io("follow the link", path, &error));
        }
    }
    resolved(path)
}

/// `path` with the links in the part of it that exists resolved, so that places can be compared.
fn resolved(path: &Path) -> Result<PathBuf, ArchiveError> {
    let absolute =
        std::path::absolute(path).map_err(|e| ArchiveError::from_io("find", path, &e))?;
    let mut missing = Vec::new();
    for base in absolute.ancestors() {
        if let Ok(real) = fs::canonicalize(base) {
            return Ok(missing
                .iter()
                .rev()
                .fold(real, |path, name| path.join(name)));
        }
        missing.extend(base.file_name().map(ToOwned::to_owned));
    }
    Ok(absolute)
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], ArchiveError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| ArchiveError::Io {
        doing: "read",
        path: "the system's random source".into(),
        reason: error.to_string(),
    })?;
    Ok(bytes)
}

/// A name for work in progress that no other writer has.
pub(crate) fn random_name() -> Result<String, ArchiveError> {
    Ok(crate::project::hex(&random::<8>()?))
}
