//! What can go wrong with a session's log, each with its place and its reason.

use std::fmt;
use std::io;
use std::path::PathBuf;

use ibid_model::{Bytes, LineNo, SessionId};

use crate::archive::{ArchiveError, LookupError};

/// Why a session's log cannot be used, or a record not be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JournalError {
    /// The files and directories around it.
    Store(ArchiveError),
    /// An original of the session.
    Original(Box<LookupError>),
    /// The project has no session of this name.
    Missing {
        /// The session.
        session: SessionId,
    },
    /// There is one of this name already.
    Exists {
        /// The session.
        session: SessionId,
    },
    /// Another process writes it.
    InUse {
        /// The session.
        session: SessionId,
        /// The process, when it said its number and one of that number runs.
        pid: Option<u32>,
    },
    /// The file system does not keep two writers apart, so none may write.
    NoLocks {
        /// The log.
        path: PathBuf,
        /// How that was found.
        reason: String,
    },
    /// A newer Ibid wrote it. It can be read, not written.
    Newer {
        /// The log.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// The file is no session of Ibid's.
    NotASession {
        /// The file.
        path: PathBuf,
        /// The line at which that shows.
        line: LineNo,
        /// What is wrong with it.
        reason: String,
    },
    /// A record is longer than [`super::RECORD_MAX`].
    TooLong {
        /// Its length.
        bytes: Bytes,
    },
    /// What was taken for a secret stands where a name must, so the record cannot be stored without.
    Secret,
    /// The log is no longer as this writer left it.
    Changed {
        /// The log.
        path: PathBuf,
        /// What was found.
        reason: &'static str,
    },
    /// An earlier failure left it unknown what is on disk: the log must be opened anew.
    Unsure {
        /// The log.
        path: PathBuf,
        /// The earlier failure.
        reason: String,
    },
    /// What was asked for cannot be written to where it should go.
    Output {
        /// The kind of the failure.
        kind: io::ErrorKind,
        /// The system's words.
        reason: String,
    },
}

impl JournalError {
    /// The error for a failure to write what was asked for.
    pub fn output(error: &io::Error) -> Self {
        Self::Output {
            kind: error.kind(),
            reason: error.to_string(),
        }
    }
}

impl From<ArchiveError> for JournalError {
    fn from(error: ArchiveError) -> Self {
        Self::Store(error)
    }
}

impl From<LookupError> for JournalError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::Archive(error) => Self::Store(error),
            error => Self::Original(Box::new(error)),
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Original(error) => error.fmt(f),
            Self::Missing { session } => {
                write!(f, "this project has no session \"{session}\"")
            }
            Self::Exists { session } => {
                write!(f, "there is a session \"{session}\" already")
            }
            Self::InUse { session, pid } => {
                write!(f, "the session \"{session}\" is in use by ")?;
                match pid {
                    Some(pid) => write!(f, "process {pid}"),
                    None => f.write_str("another process"),
                }
            }
            Self::NoLocks { path, reason } => write!(
                f,
                "the file system of {} does not keep writers apart: {reason}",
                path.display()
            ),
            Self::Newer { path, format } => write!(
                f,
                "{} has format {format}, which a newer version of ibid wrote",
                path.display()
            ),
            Self::NotASession { path, line, reason } => write!(
                f,
                "{} is no session of ibid: line {line}: {reason}",
                path.display()
            ),
            Self::TooLong { bytes } => write!(
                f,
                "a record of {bytes} is longer than a log takes ({})",
                Bytes(super::RECORD_MAX as u64)
            ),
            Self::Secret => f.write_str(
                "a record was not stored: archive.redact is on, and a name in it looks like a secret",
            ),
            Self::Changed { path, reason } => {
                write!(f, "{} was changed meanwhile: {reason}", path.display())
            }
            Self::Unsure { path, reason } => write!(
                f,
                "{} must be opened anew after a failure: {reason}",
                path.display()
            ),
            Self::Output { reason, .. } => write!(f, "cannot write the answer: {reason}"),
        }
    }
}

impl std::error::Error for JournalError {}
