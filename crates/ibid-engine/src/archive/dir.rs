//! Files and directories of the store: opened one component at a time below the data directory, so
//! that nothing planted is followed, and owner-only from the moment they exist.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

use super::error::ArchiveError;

const DIR_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// Bits that let anyone but the owner in.
const LOOSE: u32 = 0o077;

/// A change of the store, as [`Faults`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A directory is made.
    MakeDir,
    /// A file is created.
    Create,
    /// Bytes are written to a file.
    Write,
    /// A file's bytes are synced.
    Sync,
    /// A file gets its name.
    Rename,
    /// A directory is synced.
    SyncDir,
    /// A file is removed.
    Remove,
    /// A file's end is cut off.
    Cut,
    /// An empty directory is removed.
    RemoveDir,
}

/// Asked before every change of the store. Tests use it to make a step fail as a full disk or a
/// killed process would; an error stands for the step's own.
pub trait Faults: Send + Sync {
    /// Called before `op` on `path`; an error makes the step fail without being done.
    fn before(&self, op: Op, path: &Path) -> io::Result<()>;

    /// Asked before `len` bytes are written to `path`: how many of them still reach the file before
    /// the write fails. `None` lets all of them through.
    fn cut(&self, _path: &Path, _len: usize) -> Option<usize> {
        None
    }
}

/// The faults of a store, if any.
#[derive(Clone, Default)]
pub(crate) struct Hook(pub(crate) Option<Arc<dyn Faults>>);

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Hook(set)"
        } else {
            "Hook"
        })
    }
}

impl Hook {
    /// Lets the faults speak before `op` on `path`.
    pub(crate) fn before(&self, op: Op, path: &Path) -> Result<(), ArchiveError> {
        match &self.0 {
            None => Ok(()),
            Some(faults) => faults.before(op, path).map_err(|e| op_error(op, path, &e)),
        }
    }

    /// Writes `bytes` at `at`; at the end, whatever `at` says, when `file` was opened for appending.
    pub(crate) fn write_at(
        &self,
        file: &File,
        path: &Path,
        at: u64,
        bytes: &[u8],
    ) -> Result<(), ArchiveError> {
        self.before(Op::Write, path)?;
        let failed = |e: io::Error| op_error(Op::Write, path, &e);
        let faults = self.0.as_ref();
        match faults.and_then(|faults| faults.cut(path, bytes.len())) {
            None => file.write_all_at(bytes, at).map_err(failed),
            Some(reached) => {
                let reached = reached.min(bytes.len());
                file.write_all_at(&bytes[..reached], at).map_err(failed)?;
                Err(failed(io::Error::other("the write was cut off")))
            }
        }
    }

    /// Cuts `file` to its first `len` bytes.
    pub(crate) fn truncate(&self, file: &File, path: &Path, len: u64) -> Result<(), ArchiveError> {
        self.before(Op::Cut, path)?;
        file.set_len(len).map_err(|e| op_error(Op::Cut, path, &e))
    }
}

fn op_error(op: Op, path: &Path, error: &io::Error) -> ArchiveError {
    let doing = match op {
        Op::MakeDir => "make the directory",
        Op::Create => "create",
        Op::Write => "write",
        Op::Sync => "sync",
        Op::Rename => "rename",
        Op::SyncDir => "sync the directory",
        Op::Remove => "remove",
        Op::Cut => "cut",
        Op::RemoveDir => "remove the directory",
    };
    ArchiveError::from_io(doing, path, error)
}

/// An open directory of the store.
#[derive(Debug)]
pub(crate) struct Dir {
    fd: OwnedFd,
    path: PathBuf,
    hook: Hook,
}

impl Dir {
    /// Opens the data directory itself, in whose path no link is left; `None` when it is not there
    /// and `create` is false.
    pub(crate) fn root(
        path: &Path,
        create: bool,
        hook: &Hook,
    ) -> Result<Option<Dir>, ArchiveError> {
        match std::fs::symlink_metadata(path) {
            Ok(meta) if meta.is_symlink() => {
                return Err(ArchiveError::Symlink {
                    path: path.to_path_buf(),
                });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if !create {
                    return Ok(None);
                }
                make_root(path, hook)?;
            }
            Err(error) => return Err(ArchiveError::from_io("open", path, &error)),
        }
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        match rustix::fs::open(path, flags, Mode::empty()) {
            Ok(fd) => Self::checked(fd, path.to_path_buf(), hook.clone()).map(Some),
            Err(Errno::NOTDIR) => Err(ArchiveError::Strange {
                path: path.to_path_buf(),
                expected: "a directory",
            }),
            Err(error) => Err(ArchiveError::from_io("open", path, &error.into())),
        }
    }

    fn checked(fd: OwnedFd, path: PathBuf, hook: Hook) -> Result<Dir, ArchiveError> {
        owner_only(&fd, &path, DIR_MODE)?;
        Ok(Dir { fd, path, hook })
    }

    /// The faults to ask before changes.
    pub(crate) fn hook(&self) -> &Hook {
        &self.hook
    }

    /// The path of `name` in it, for messages and for readers of files.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn open_dir(&self, name: &str) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        rustix::fs::openat(&self.fd, name, flags, Mode::empty())
    }

    /// Opens the directory `name` in it; `None` when it is not there and `create` is false. A new
    /// one is synced into its parent.
    pub(crate) fn child(&self, name: &str, create: bool) -> Result<Option<Dir>, ArchiveError> {
        let path = self.join(name);
        let fd = match self.open_dir(name) {
            Err(Errno::NOENT) if create => self.make_dir(name, &path)?,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP | Errno::NOTDIR) => return Err(self.not_followed(name, "a directory")),
            opened => opened.map_err(|e| ArchiveError::from_io("open", &path, &e.into()))?,
        };
        Self::checked(fd, path, self.hook.clone()).map(Some)
    }

    fn make_dir(&self, name: &str, path: &Path) -> Result<OwnedFd, ArchiveError> {
        self.hook.before(Op::MakeDir, path)?;
        let failed = |e: Errno| op_error(Op::MakeDir, path, &e.into());
        match rustix::fs::mkdirat(&self.fd, name, Mode::from_raw_mode(DIR_MODE)) {
            // Another writer was first: theirs serves as well.
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(failed(error)),
        }
        self.sync()?;
        match self.open_dir(name) {
            // A umask may take the owner's own bits away; nobody else can have put anything here.
            Err(Errno::ACCESS) => {
                let mode = Mode::from_raw_mode(DIR_MODE);
                rustix::fs::chmodat(&self.fd, name, mode, AtFlags::empty()).map_err(failed)?;
                self.open_dir(name).map_err(failed)
            }
            Err(Errno::LOOP | Errno::NOTDIR) => Err(self.not_followed(name, "a directory")),
            opened => opened.map_err(failed),
        }
    }

    fn not_followed(&self, name: &str, expected: &'static str) -> ArchiveError {
        let path = self.join(name);
        match rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink => {
                ArchiveError::Symlink { path }
            }
            _ => ArchiveError::Strange { path, expected },
        }
    }

    /// Creates the file `name` for reading and writing. Whatever stands there already, a planted
    /// link included, is left alone, and `None` is given.
    pub(crate) fn create(&self, name: &str) -> Result<Option<File>, ArchiveError> {
        let path = self.join(name);
        self.hook.before(Op::Create, &path)?;
        let flags =
            OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::openat(&self.fd, name, flags, Mode::from_raw_mode(FILE_MODE)) {
            Ok(fd) => {
                owner_only(&fd, &path, FILE_MODE)?;
                Ok(Some(File::from(fd)))
            }
            Err(Errno::EXIST) => Ok(None),
            Err(error) => Err(op_error(Op::Create, &path, &error.into())),
        }
    }

    /// Opens the file `name` for reading; `None` when it is not there.
    pub(crate) fn open(&self, name: &str) -> Result<Option<File>, ArchiveError> {
        self.open_with(name, OFlags::RDONLY)
    }

    /// Opens the file `name` for reading and for writing at its end; `None` when it is not there.
    pub(crate) fn open_to_append(&self, name: &str) -> Result<Option<File>, ArchiveError> {
        self.open_with(name, OFlags::RDWR | OFlags::APPEND)
    }

    /// Opens the file `name` for reading and writing, creating it when it is not there.
    pub(crate) fn open_or_create(&self, name: &str) -> Result<File, ArchiveError> {
        loop {
            if let Some(file) = self.open_with(name, OFlags::RDWR)? {
                return Ok(file);
            }
            if let Some(file) = self.create(name)? {
                return Ok(file);
            }
        }
    }

    fn open_with(&self, name: &str, access: OFlags) -> Result<Option<File>, ArchiveError> {
        let path = self.join(name);
        // NONBLOCK: a planted fifo must not hold the reader.
        let flags = access | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let fd = match rustix::fs::openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => fd,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP | Errno::ISDIR | Errno::NXIO) => {
                return Err(self.not_followed(name, "a file"));
            }
            Err(error) => return Err(ArchiveError::from_io("open", &path, &error.into())),
        };
        owner_only(&fd, &path, FILE_MODE)?;
        Ok(Some(File::from(fd)))
    }

    /// The whole file `name`, up to `max` bytes; `None` when it is not there.
    pub(crate) fn read(&self, name: &str, max: u64) -> Result<Option<Vec<u8>>, ArchiveError> {
        let Some(file) = self.open(name)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        file.take(max + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| ArchiveError::from_io("read", &self.join(name), &e))?;
        if bytes.len() as u64 > max {
            return Err(ArchiveError::Unreadable {
                path: self.join(name),
                reason: format!("it is larger than {max} bytes"),
            });
        }
        Ok(Some(bytes))
    }

    /// Gives the file `from` the name `to`. False, and nothing done, when `to` is taken and
    /// `replace` is not set.
    pub(crate) fn rename(&self, from: &str, to: &str, replace: bool) -> Result<bool, ArchiveError> {
        let path = self.join(to);
        self.hook.before(Op::Rename, &path)?;
        let done = match replace {
            true => rustix::fs::renameat(&self.fd, from, &self.fd, to),
            false => self.rename_new(from, to),
        };
        match done {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            Err(error) => Err(op_error(Op::Rename, &path, &error.into())),
        }
    }

    fn rename_new(&self, from: &str, to: &str) -> Result<(), Errno> {
        let flags = RenameFlags::NOREPLACE;
        match rustix::fs::renameat_with(&self.fd, from, &self.fd, to, flags) {
            // Some file systems cannot: a hard link refuses a taken name just as well.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                rustix::fs::linkat(&self.fd, from, &self.fd, to, AtFlags::empty())?;
                rustix::fs::unlinkat(&self.fd, from, AtFlags::empty())
            }
            done => done,
        }
    }

    /// Removes the file `name`; false when it is not there.
    pub(crate) fn remove(&self, name: &str) -> Result<bool, ArchiveError> {
        let path = self.join(name);
        self.hook.before(Op::Remove, &path)?;
        match rustix::fs::unlinkat(&self.fd, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(op_error(Op::Remove, &path, &error.into())),
        }
    }

    /// Removes the directory `name` in it if it is empty; false when it is not, or not there.
    pub(crate) fn remove_dir(&self, name: &str) -> Result<bool, ArchiveError> {
        let path = self.join(name);
        self.hook.before(Op::RemoveDir, &path)?;
        match rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
            Err(error) => Err(op_error(Op::RemoveDir, &path, &error.into())),
        }
    }

    /// Makes the names in it durable.
    pub(crate) fn sync(&self) -> Result<(), ArchiveError> {
        self.hook.before(Op::SyncDir, &self.path)?;
        match rustix::fs::fsync(&self.fd) {
            // Some file systems cannot sync a directory, and need not.
            Ok(()) | Err(Errno::INVAL) => Ok(()),
            Err(error) => Err(op_error(Op::SyncDir, &self.path, &error.into())),
        }
    }

    /// Writes a new file `tmp` with `bytes` and makes the bytes durable; the name is not yet.
    pub(crate) fn write_new(&self, tmp: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        let path = self.join(tmp);
        let Some(file) = self.create(tmp)? else {
            return Err(ArchiveError::Strange {
                path,
                expected: "a name that is free",
            });
        };
        self.hook.write_at(&file, &path, 0, bytes)?;
        sync_file(&file, &path, &self.hook)
    }

    /// The names in it, in no order, without `.` and `..`. Names that are not UTF-8 are none of
    /// the store's and are left out.
    pub(crate) fn names(&self) -> Result<Vec<String>, ArchiveError> {
        let failed = |e: Errno| ArchiveError::from_io("list", &self.path, &e.into());
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.fd).map_err(failed)? {
            if let Ok(name) = entry.map_err(failed)?.file_name().to_str()
                && name != "."
                && name != ".."
            {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// Size in bytes and time of last change (seconds since 1970) of the plain file `name`.
    pub(crate) fn stat(&self, name: &str) -> Option<(u64, i64)> {
        let stat = rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        (FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
            .then_some((stat.st_size as u64, stat.st_mtime))
    }
}

/// Makes the bytes of `file` durable.
pub(crate) fn sync_file(file: &File, path: &Path, hook: &Hook) -> Result<(), ArchiveError> {
    hook.before(Op::Sync, path)?;
    file.sync_all().map_err(|e| op_error(Op::Sync, path, &e))
}

/// The user that this process acts as.
pub(super) fn euid() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn make_root(path: &Path, hook: &Hook) -> Result<(), ArchiveError> {
    hook.before(Op::MakeDir, path)?;
    let made = path.ancestors().take_while(|dir| !dir.exists());
    let parents: Vec<&Path> = made.filter_map(Path::parent).collect();
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(DIR_MODE);
    builder
        .create(path)
        .map_err(|e| op_error(Op::MakeDir, path, &e))?;
    // What is stored is only as durable as the names that lead to it.
    for parent in parents {
        hook.before(Op::SyncDir, parent)?;
        // A parent that may be passed through but not read cannot be synced.
        if let Ok(dir) = File::open(parent)
            && let Err(error) = rustix::fs::fsync(&dir)
            && error != Errno::INVAL
        {
            return Err(op_error(Op::SyncDir, parent, &error.into()));
        }
    }
    Ok(())
}

/// Refuses what is not ours; takes away what others may do with it, and gives the owner what a
/// umask took.
fn owner_only(fd: &OwnedFd, path: &Path, mode: u32) -> Result<(), ArchiveError> {
    let stat =
        rustix::fs::fstat(fd).map_err(|e| ArchiveError::from_io("examine", path, &e.into()))?;
    let (expected, what) = match mode {
        DIR_MODE => (FileType::Directory, "a directory"),
        _ => (FileType::RegularFile, "a file"),
    };
    if FileType::from_raw_mode(stat.st_mode) != expected {
        return Err(ArchiveError::Strange {
            path: path.to_path_buf(),
            expected: what,
        });
    }
    if stat.st_uid != euid() {
        return Err(ArchiveError::NotOurs {
            path: path.to_path_buf(),
            owner: stat.st_uid,
        });
    }
    let found = stat.st_mode & 0o777;
    if found == mode {
        return Ok(());
    }
    match rustix::fs::fchmod(fd, Mode::from_raw_mode(mode)) {
        Err(_) if found & LOOSE != 0 => Err(ArchiveError::Loose {
            path: path.to_path_buf(),
            mode: found,
        }),
        _ => Ok(()),
    }
}
