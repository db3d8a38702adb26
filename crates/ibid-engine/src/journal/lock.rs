//! One writer a log: a lock of the kernel's on the log itself.
//!
//! The lock goes with the process that holds it, however that ends, and is not copied with the
//! file. So nothing is ever left to clean up: not after a kill, not in a copied home directory. The
//! writer's process number stands in a file beside the log, for messages only; nobody trusts it.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use ibid_model::SessionId;
use rustix::fs::FlockOperation;
use rustix::io::Errno;
use rustix::process::Pid;

use super::error::JournalError;
use crate::archive::{ArchiveError, Dir};

/// How locks are taken. Tests stand in for file systems that do not have them.
pub trait Locks: Send + Sync {
    /// Takes the exclusive lock of `file`, to be held until the file is closed. False when another
    /// open file has it. An error when there are no locks.
    fn try_lock(&self, file: &File) -> io::Result<bool>;
}

/// Locks of whole files, `flock`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flock;

impl Locks for Flock {
    fn try_lock(&self, file: &File) -> io::Result<bool> {
        loop {
            match rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(true),
                Err(Errno::WOULDBLOCK) => return Ok(false),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// A file with its lock held, until this is dropped.
#[derive(Debug)]
pub(super) struct Locked(File);

impl Deref for Locked {
    type Target = File;
    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for Locked {
    /// Closing the file is not enough: a process that is just being started has it too, until it
    /// becomes its program.
    fn drop(&mut self) {
        let _ = rustix::fs::flock(&self.0, FlockOperation::Unlock);
    }
}

/// What became of an attempt.
pub(super) enum Attempt {
    /// The lock is held, and keeps others out.
    Held(Locked),
    /// Another has it.
    Taken,
    /// The name leads to another file now.
    Replaced,
}

/// Takes the lock of `file`, which is called `name` in `dir`, and finds out whether it keeps a
/// second one out.
pub(super) fn take(
    locks: &dyn Locks,
    dir: &Dir,
    name: &str,
    file: File,
) -> Result<Attempt, JournalError> {
    let path = dir.join(name);
    let none = |reason: String| JournalError::NoLocks {
        path: path.clone(),
        reason,
    };
    let file = match locks.try_lock(&file) {
        Ok(true) => Locked(file),
        Ok(false) => return Ok(Attempt::Taken),
        Err(error) => return Err(none(error.to_string())),
    };
    let Some(second) = dir.open(name)? else {
        return Ok(Attempt::Replaced);
    };
    if !same_file(&file, &second, &path)? {
        return Ok(Attempt::Replaced);
    }
    match locks.try_lock(&second) {
        Ok(false) => Ok(Attempt::Held(file)),
        Ok(true) => Err(none("it granted one lock twice".to_owned())),
        Err(error) => Err(none(error.to_string())),
    }
}

fn same_file(a: &File, b: &File, path: &Path) -> Result<bool, ArchiveError> {
    let stat = |file: &File| {
        rustix::fs::fstat(file).map_err(|e| ArchiveError::from_io("examine", path, &e.into()))
    };
    let (a, b) = (stat(a)?, stat(b)?);
    Ok((a.st_dev, a.st_ino) == (b.st_dev, b.st_ino))
}

fn pid_name(session: &SessionId) -> String {
    format!("{session}.pid")
}

/// Says beside the log which process writes it. Failing to say so is no reason not to write.
pub(super) fn tell_pid(dir: &Dir, session: &SessionId) {
    let name = pid_name(session);
    if let Ok(file) = dir.open_or_create(&name) {
        let text = format!("{}\n", std::process::id());
        let path = dir.join(&name);
        let told = dir
            .hook()
            .truncate(&file, &path, 0)
            .and_then(|()| dir.hook().write_at(&file, &path, 0, text.as_bytes()));
        if told.is_err() {
            let _ = dir.remove(&name);
        }
    }
}

/// Takes back what [`tell_pid`] said.
pub(super) fn forget_pid(dir: &Dir, session: &SessionId) {
    let _ = dir.remove(&pid_name(session));
}

/// The error that another process writes the log.
pub(super) fn in_use(dir: &Dir, session: &SessionId) -> JournalError {
    JournalError::InUse {
        session: session.clone(),
        pid: told_pid(dir, session),
    }
}

/// The process that said it writes the log, if one of its number runs.
fn told_pid(dir: &Dir, session: &SessionId) -> Option<u32> {
    let mut text = String::new();
    let file = dir.open(&pid_name(session)).ok()??;
    file.take(32).read_to_string(&mut text).ok()?;
    let pid: i32 = text.trim().parse().ok().filter(|pid| *pid > 0)?;
    let runs = match rustix::process::test_kill_process(Pid::from_raw(pid)?) {
        Ok(()) | Err(Errno::PERM) => true,
        Err(_) => false,
    };
    runs.then_some(pid as u32)
}
