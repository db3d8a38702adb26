//! The place of one session's outputs: which directories they are, what they hold, what they may.
//!
//! ```text
//! <data dir>/ids/<first two of the id>/<id>           which project and session an id is of
//! <data dir>/projects/<key>/sessions/<session>.outputs/<id>.txt    the raw bytes
//!                                                       …/<id>.json   the record
//! ```
//! Names that start with a dot are work in progress: never listed, cleared by `gc`.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use ibid_model::{Bytes, ProjectKey, RecallId, SessionId};
use rustix::fs::FlockOperation;
use serde::de::DeserializeOwned;

use super::dir::{Dir, Hook};
use super::error::ArchiveError;
use super::record::{IndexEntry, Record, VERSION, Versioned};

/// Key of the directory for sessions whose project is not known. No project's key is like it: those
/// end in a hash.
const UNASSIGNED: &str = "unassigned";
/// Ending of the directories that hold a session's originals.
pub(crate) const OUTPUTS: &str = ".outputs";
/// Longest record or index entry that is read, in bytes.
const JSON_MAX: u64 = 16 * 1024 * 1024;
/// How long a writer waits for another to finish counting against the quota.
const LOCK_PATIENCE: Duration = Duration::from_secs(10);
const LOCK_NAME: &str = "quota.lock";

/// One session's place in the data directory.
#[derive(Debug)]
pub(crate) struct Store {
    pub(super) data_dir: PathBuf,
    pub(super) project: Option<ProjectKey>,
    pub(super) session: SessionId,
    pub(super) max_output: Bytes,
    pub(super) quota: Bytes,
    pub(super) redact: bool,
    pub(super) hook: Hook,
    outputs: OnceLock<Arc<Dir>>,
}

/// A lock held until it is dropped.
pub(super) struct Held {
    _file: std::fs::File,
}

impl Store {
    pub(super) fn new(
        options: super::Options,
        project: Option<ProjectKey>,
        session: SessionId,
        hook: Hook,
    ) -> Self {
        Self {
            data_dir: options.data_dir,
            project,
            session,
            max_output: options.max_output,
            quota: options.quota,
            redact: options.redact,
            hook,
            outputs: OnceLock::new(),
        }
    }

    /// The same store as another session sees it.
    pub(super) fn of_session(&self, session: SessionId) -> Self {
        Self {
            data_dir: self.data_dir.clone(),
            project: self.project.clone(),
            session,
            hook: self.hook.clone(),
            outputs: OnceLock::new(),
            ..*self
        }
    }

    /// The data directory; `None` when there is none yet and `create` is not set.
    pub(super) fn root(&self, create: bool) -> Result<Option<Dir>, ArchiveError> {
        Dir::root(&self.data_dir, create, &self.hook)
    }

    fn descend(&self, names: &[&str], create: bool) -> Result<Option<Dir>, ArchiveError> {
        let mut dir = self.root(create)?;
        for name in names {
            dir = match dir {
                Some(parent) => parent.child(name, create)?,
                None => return Ok(None),
            };
        }
        Ok(dir)
    }

    /// This session's directory of originals, made when it is not there.
    pub(super) fn outputs_dir(&self) -> Result<Arc<Dir>, ArchiveError> {
        if let Some(dir) = self.outputs.get() {
            return Ok(Arc::clone(dir));
        }
        let session = format!("{}{OUTPUTS}", self.session);
        let names = [
            "projects",
            project_dir(self.project.as_ref()),
            "sessions",
            &session,
        ];
        let dir = self.descend(&names, true)?.map(Arc::new);
        let dir = dir.ok_or_else(|| gone(&self.data_dir))?;
        Ok(Arc::clone(self.outputs.get_or_init(|| dir)))
    }

    /// The directory of originals of a session of `project`; `None` when there is none.
    pub(super) fn outputs_of(
        &self,
        project: Option<&ProjectKey>,
        session: &SessionId,
    ) -> Result<Option<Dir>, ArchiveError> {
        let session = format!("{session}{OUTPUTS}");
        self.descend(
            &["projects", project_dir(project), "sessions", &session],
            false,
        )
    }

    /// The directory that holds the sessions of `project`; `None` when there is none and `create`
    /// is not set.
    pub(super) fn sessions(
        &self,
        project: Option<&ProjectKey>,
        create: bool,
    ) -> Result<Option<Dir>, ArchiveError> {
        self.descend(&["projects", project_dir(project), "sessions"], create)
    }

    /// The part of the index that `id` is in.
    pub(super) fn shard(&self, id: &RecallId, create: bool) -> Result<Option<Dir>, ArchiveError> {
        let text = id.as_str();
        let shard = format!("{:_<2}", &text[..text.len().min(2)]);
        self.descend(&["ids", &shard], create)
    }

    /// What the index says of `id`.
    pub(super) fn index(&self, id: &RecallId) -> Result<Option<IndexEntry>, ArchiveError> {
        match self.shard(id, false)? {
            Some(dir) => read_json(&dir, id.as_str()),
            None => Ok(None),
        }
    }

    /// Bytes of all files in the data directory's projects.
    pub(super) fn used(&self) -> Result<u64, ArchiveError> {
        let Some(projects) = self.descend(&["projects"], false)? else {
            return Ok(0);
        };
        let mut used = 0;
        for project in sub_dirs(&projects)? {
            let Some(sessions) = project.child("sessions", false)? else {
                continue;
            };
            used += files_size(&sessions)?;
            for session in sub_dirs(&sessions)? {
                used += files_size(&session)?;
            }
        }
        Ok(used)
    }

    /// Whether `needed` more bytes may be stored beside the `used` ones.
    pub(super) fn check_quota(&self, used: Bytes, needed: Bytes) -> Result<(), ArchiveError> {
        let quota = self.quota;
        match quota.0 != 0 && used.0.saturating_add(needed.0) > quota.0 {
            true => Err(ArchiveError::Quota {
                quota,
                used,
                needed,
            }),
            false => Ok(()),
        }
    }

    /// Waits until no other writer counts against the quota. Fails rather than go on without.
    pub(super) fn lock(&self) -> Result<Held, ArchiveError> {
        let root = self.root(true)?.ok_or_else(|| gone(&self.data_dir))?;
        let file = root.open_or_create(LOCK_NAME)?;
        let started = Instant::now();
        loop {
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Held { _file: file }),
                Err(rustix::io::Errno::WOULDBLOCK) if started.elapsed() < LOCK_PATIENCE => {
                    thread::sleep(Duration::from_millis(5));
                }
                Err(rustix::io::Errno::WOULDBLOCK) => {
                    return Err(ArchiveError::Locked {
                        path: root.join(LOCK_NAME),
                    });
                }
                Err(error) => {
                    let path = root.join(LOCK_NAME);
                    return Err(ArchiveError::from_io("lock", &path, &error.into()));
                }
            }
        }
    }
}

fn gone(path: &std::path::Path) -> ArchiveError {
    ArchiveError::Io {
        doing: "open",
        path: path.to_path_buf(),
        reason: "it vanished while in use".to_owned(),
    }
}

/// The directories in `dir`, opened. Anything else in it is passed over, links too.
pub(super) fn sub_dirs(dir: &Dir) -> Result<Vec<Dir>, ArchiveError> {
    let mut found = Vec::new();
    for name in dir.names()? {
        match dir.child(&name, false) {
            Ok(Some(child)) => found.push(child),
            Ok(None) | Err(ArchiveError::Strange { .. } | ArchiveError::Symlink { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

pub(crate) fn files_size(dir: &Dir) -> Result<u64, ArchiveError> {
    let names = dir.names()?;
    Ok(names
        .iter()
        .filter_map(|name| dir.stat(name))
        .map(|(size, _)| size)
        .sum())
}

fn project_dir(project: Option<&ProjectKey>) -> &str {
    project.map_or(UNASSIGNED, ProjectKey::as_str)
}

/// The record of `id` in `dir`; `None` when it is not there.
pub(super) fn read_record(dir: &Dir, id: &RecallId) -> Result<Option<Record>, ArchiveError> {
    let name = format!("{id}.json");
    match read_json::<Record>(dir, &name)? {
        Some(record) if record.id != *id => Err(ArchiveError::Unreadable {
            path: dir.join(&name),
            reason: format!("it is the record of \"{}\"", record.id),
        }),
        record => Ok(record),
    }
}

/// A stored JSON file of a format that this Ibid knows.
fn read_json<T: DeserializeOwned>(dir: &Dir, name: &str) -> Result<Option<T>, ArchiveError> {
    let Some(bytes) = dir.read(name, JSON_MAX)? else {
        return Ok(None);
    };
    let unreadable = |error: serde_json::Error| ArchiveError::Unreadable {
        path: dir.join(name),
        reason: error.to_string(),
    };
    let found: Versioned = serde_json::from_slice(&bytes).map_err(unreadable)?;
    if found.version > VERSION {
        return Err(ArchiveError::Newer {
            path: dir.join(name),
            version: found.version,
        });
    }
    serde_json::from_slice(&bytes).map(Some).map_err(unreadable)
}
