//! What can go wrong with the store, each with its place and its reason.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ibid_model::{Bytes, RecallId};
use rustix::io::Errno;

/// Why the store cannot be used, or an original not be kept. Nothing is lost by it: the caller
/// still has the output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The data directory lies inside the project, where a command could read or change it.
    InsideWorkspace {
        /// The data directory.
        data_dir: PathBuf,
        /// The project's root.
        workspace: PathBuf,
    },
    /// A symbolic link stands where a file or directory of the store belongs. It is not followed.
    Symlink {
        /// The link.
        path: PathBuf,
    },
    /// Something other than the expected file or directory stands there.
    Strange {
        /// What was found.
        path: PathBuf,
        /// What belongs there: `a file`, `a directory`.
        expected: &'static str,
    },
    /// It belongs to another user.
    NotOurs {
        /// The file or directory.
        path: PathBuf,
        /// The owner's user id.
        owner: u32,
    },
    /// Others may read or write it, and that could not be changed.
    Loose {
        /// The file or directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// No space left on the device, or the user's disk quota is used up.
    Full {
        /// What was being written.
        path: PathBuf,
    },
    /// The file system is read-only.
    ReadOnly {
        /// What was being written.
        path: PathBuf,
    },
    /// The system denies access.
    Denied {
        /// What was being opened or written.
        path: PathBuf,
    },
    /// Storing would exceed `archive.quota`. Nothing was deleted to make room.
    Quota {
        /// The quota.
        quota: Bytes,
        /// What the store holds.
        used: Bytes,
        /// What was to be added.
        needed: Bytes,
    },
    /// An original with this id is there already.
    Exists {
        /// The id.
        id: RecallId,
    },
    /// Another process held the lock for too long.
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// A newer Ibid wrote it.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format version.
        version: u32,
    },
    /// It is not what Ibid writes there.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why, in a few words.
        reason: String,
    },
    /// Any other failure of the system.
    Io {
        /// What was being done: `write`, `sync`, `rename`, …
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
}

impl ArchiveError {
    /// The error for a failed system call on `path`.
    pub(crate) fn from_io(doing: &'static str, path: &Path, error: &io::Error) -> Self {
        let path = path.to_path_buf();
        match error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::NOSPC | Errno::DQUOT) => Self::Full { path },
            Some(Errno::ROFS) => Self::ReadOnly { path },
            Some(Errno::ACCESS | Errno::PERM) => Self::Denied { path },
            Some(Errno::LOOP) => Self::Symlink { path },
            _ => Self::Io {
                doing,
                path,
                reason: error.to_string(),
            },
        }
    }

    /// The file or directory at fault, where there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::InsideWorkspace { data_dir: path, .. }
            | Self::Symlink { path }
            | Self::Strange { path, .. }
            | Self::NotOurs { path, .. }
            | Self::Loose { path, .. }
            | Self::Full { path }
            | Self::ReadOnly { path }
            | Self::Denied { path }
            | Self::Locked { path }
            | Self::Newer { path, .. }
            | Self::Unreadable { path, .. }
            | Self::Io { path, .. } => Some(path),
            Self::Quota { .. } | Self::Exists { .. } => None,
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InsideWorkspace {
                data_dir,
                workspace,
            } => write!(
                f,
                "the data directory {} lies inside the project {}",
                data_dir.display(),
                workspace.display()
            ),
            Self::Symlink { path } => {
                write!(
                    f,
                    "{} is a symbolic link and is not followed",
                    path.display()
                )
            }
            Self::Strange { path, expected } => write!(f, "{} is not {expected}", path.display()),
            Self::NotOurs { path, owner } => {
                write!(
                    f,
                    "{} belongs to another user (uid {owner})",
                    path.display()
                )
            }
            Self::Loose { path, mode } => write!(
                f,
                "{} is open to other users (mode {mode:04o}) and cannot be changed",
                path.display()
            ),
            Self::Full { path } => write!(f, "no space left on the device for {}", path.display()),
            Self::ReadOnly { path } => {
                write!(f, "{} is on a read-only file system", path.display())
            }
            Self::Denied { path } => write!(f, "permission denied: {}", path.display()),
            Self::Quota {
                quota,
                used,
                needed,
            } => write!(
                f,
                "archive.quota is {} bytes: {} are used and {} more are needed; nothing was deleted",
                quota.0, used.0, needed.0
            ),
            Self::Exists { id } => write!(f, "an original with the id \"{id}\" is kept already"),
            Self::Locked { path } => {
                write!(f, "another process holds the lock {}", path.display())
            }
            Self::Newer { path, version } => write!(
                f,
                "{} has format {version}, which a newer version of ibid wrote",
                path.display()
            ),
            Self::Unreadable { path, reason } => {
                write!(f, "{} is not readable: {reason}", path.display())
            }
            Self::Io {
                doing,
                path,
                reason,
            } => {
                write!(f, "cannot {doing} {}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for ArchiveError {}
