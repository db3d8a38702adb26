//! The sessions of a project.

use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use ibid_model::SessionId;

use super::error::JournalError;
use super::images::Images;
use super::lock::{Flock, Locks};
use super::read::{self, Extent, Loaded, Reader};
use super::writer::log_name;
use crate::archive::{Archive, ArchiveError, Dir};

/// The sessions of one project.
#[derive(Clone)]
pub struct Sessions {
    archive: Archive,
    locks: Arc<dyn Locks>,
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sessions").field(&self.archive).finish()
    }
}

/// A session's log, open for reading. It may be written meanwhile.
#[derive(Debug)]
pub struct Stored {
    file: File,
    path: PathBuf,
    images: Images,
}

impl Sessions {
    /// The sessions of the project of `archive`. Touches nothing on disk.
    pub fn of(archive: &Archive) -> Self {
        Self {
            archive: archive.clone(),
            locks: Arc::new(Flock),
        }
    }

    /// The same with other locks. For tests.
    pub fn with_locks(self, locks: Arc<dyn Locks>) -> Self {
        Self { locks, ..self }
    }

    /// Opens the log of `session` for reading. Nothing is locked, and nothing repaired.
    pub fn read(&self, session: &SessionId) -> Result<Stored, JournalError> {
        let missing = || JournalError::Missing {
            session: session.clone(),
        };
        let dir = self.dir()?.ok_or_else(missing)?;
        let name = log_name(session);
        Ok(Stored {
            file: dir.open(&name)?.ok_or_else(missing)?,
            path: dir.join(&name),
            images: Images::new(Arc::clone(&dir), session),
        })
    }

    pub(super) fn archive(&self) -> &Archive {
        &self.archive
    }

    pub(super) fn locks(&self) -> &dyn Locks {
        &*self.locks
    }

    /// The directory of the sessions; `None` when there is none.
    pub(super) fn dir(&self) -> Result<Option<Arc<Dir>>, JournalError> {
        Ok(self.archive.sessions_dir(false)?.map(Arc::new))
    }

    /// The directory of the sessions, made when it is not there.
    pub(super) fn dir_or_new(&self) -> Result<Arc<Dir>, JournalError> {
        let dir = self.archive.sessions_dir(true)?.map(Arc::new);
        Ok(dir.ok_or_else(|| super::gone(self.archive.data_dir()))?)
    }
}

impl Stored {
    /// The file.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// The session's images.
    pub fn images(&self) -> &Images {
        &self.images
    }

    /// A stream of the log's entries.
    pub fn reader(&self) -> Result<Reader<BufReader<&File>>, JournalError> {
        read::reader(&self.file).map_err(|e| self.failed(&e))
    }

    /// Reads `extent` of the log.
    pub fn load(&self, extent: Extent) -> Result<Loaded, JournalError> {
        let loaded = read::load(&self.file, extent).map_err(|e| self.failed(&e))?;
        super::readable(&loaded.report, &self.path)?;
        Ok(loaded)
    }

    /// The error for a failure to read it.
    pub fn failed(&self, error: &std::io::Error) -> JournalError {
        ArchiveError::from_io("read", &self.path, error).into()
    }
}
