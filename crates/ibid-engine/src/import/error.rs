//! Why a recorded session could not be read.

use std::fmt;
use std::io;
use std::path::PathBuf;

use ibid_wire::import::{Format, ImportError};

use super::opencode::LISTED_MAX;
use crate::journal::JournalError;

/// Why a session could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be opened or read.
    File(PathBuf, io::Error),
    /// It is a directory.
    Directory(PathBuf),
    /// Nothing of a session can be read in it.
    Import(PathBuf, ImportError),
    /// It is no log of Ibid, or one that cannot be read.
    Log(JournalError),
    /// There is no format of this name.
    NoSuchFormat(String),
    /// It is a database, and was said to be of another format.
    Database(PathBuf, Format),
    /// It is no database, and was said to be one.
    NoDatabase(PathBuf),
    /// The database cannot be read, or is not of the form that is known; in SQLite's words.
    Sqlite(PathBuf, String),
    /// The database has no such session: the one asked for, if one was, and those it has, newest
    /// first.
    NoSuchSession(PathBuf, Option<String>, Vec<String>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::File(path, error) => write!(f, "{}: {error}", path.display()),
            ReadError::Directory(path) => write!(f, "{} is a directory", path.display()),
            ReadError::Import(path, error) => write!(f, "{}, {error}", path.display()),
            ReadError::Log(error) => error.fmt(f),
            ReadError::NoSuchFormat(name) => write!(f, "there is no session format {name:?}"),
            ReadError::Database(path, format) => {
                write!(f, "{} is a database, and no {format}", path.display())
            }
            ReadError::NoDatabase(path) => write!(f, "{} is no SQLite database", path.display()),
            ReadError::Sqlite(path, error) => write!(f, "{}: {error}", path.display()),
            ReadError::NoSuchSession(path, _, known) if known.is_empty() => {
                write!(f, "{} holds no session", path.display())
            }
            ReadError::NoSuchSession(path, wanted, known) => {
                let wanted = wanted.as_deref().unwrap_or_default();
                let listed = known.len().min(LISTED_MAX);
                write!(
                    f,
                    "{} has no session {wanted:?}; it has {}",
                    path.display(),
                    known[..listed].join(", ")
                )?;
                match known.len() - listed {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
        }
    }
}

impl std::error::Error for ReadError {}
