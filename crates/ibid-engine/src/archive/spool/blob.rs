//! Bytes that can be written and read at any offset: in memory while they are few, else in a file
//! of the store that no listing shows and that goes when it is no longer used.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use rustix::fs::FlockOperation;

use crate::archive::dir::{Dir, Op, sync_file};
use crate::archive::error::ArchiveError;

/// Bytes in memory or in a file.
#[derive(Debug)]
pub(super) enum Blob {
    Mem(Vec<u8>),
    File(TmpFile),
}

impl Blob {
    pub(super) fn len(&self) -> u64 {
        match self {
            Blob::Mem(bytes) => bytes.len() as u64,
            Blob::File(file) => file.len,
        }
    }

    /// Writes `bytes` at `at`, which is at most the length.
    pub(super) fn write_at(&mut self, at: u64, bytes: &[u8]) -> Result<(), ArchiveError> {
        match self {
            Blob::File(file) => file.write_at(at, bytes),
            Blob::Mem(held) => {
                let at = at as usize;
                let over = bytes.len().min(held.len() - at);
                held[at..at + over].copy_from_slice(&bytes[..over]);
                held.extend_from_slice(&bytes[over..]);
                Ok(())
            }
        }
    }

    /// Appends the bytes `at..at + len` to `out`; fewer when the file ends early.
    pub(super) fn read_into(&self, at: u64, len: usize, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Blob::Mem(held) => {
                out.extend_from_slice(&held[at as usize..at as usize + len]);
                Ok(())
            }
            Blob::File(file) => {
                let old = out.len();
                out.resize(old + len, 0);
                let done = read_full(&file.file, at, &mut out[old..]);
                out.truncate(old + *done.as_ref().unwrap_or(&0));
                done.map(|_| ())
            }
        }
    }
}

/// Reads at `at` until `out` is full or the file ends.
pub(crate) fn read_full(file: &File, at: u64, out: &mut [u8]) -> io::Result<usize> {
    let mut done = 0;
    while done < out.len() {
        match file.read_at(&mut out[done..], at + done as u64) {
            Ok(0) => break,
            Ok(n) => done += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// A file of the store under a temporary name, removed when dropped unless it got a name of its
/// own. A lock held for its life tells `gc` that it is in use.
#[derive(Debug)]
pub(crate) struct TmpFile {
    pub(super) file: File,
    dir: Arc<Dir>,
    name: Option<String>,
    len: u64,
}

impl TmpFile {
    /// Creates one in `dir`.
    pub(super) fn create(dir: Arc<Dir>) -> Result<TmpFile, ArchiveError> {
        loop {
            let name = format!(".spool-{}.tmp", crate::archive::random_name()?);
            if let Some(file) = dir.create(&name)? {
                // Without working locks `gc` goes by age alone.
                let _ = rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive);
                return Ok(TmpFile {
                    file,
                    dir,
                    name: Some(name),
                    len: 0,
                });
            }
        }
    }

    pub(super) fn write_at(&mut self, at: u64, bytes: &[u8]) -> Result<(), ArchiveError> {
        let path = self.path();
        self.dir.hook().before(Op::Write, &path)?;
        self.file
            .write_all_at(bytes, at)
            .map_err(|e| ArchiveError::from_io("write", &path, &e))?;
        self.len = self.len.max(at + bytes.len() as u64);
        Ok(())
    }

    pub(super) fn truncate(&mut self, len: u64) -> Result<(), ArchiveError> {
        self.file
            .set_len(len)
            .map_err(|e| ArchiveError::from_io("cut", &self.path(), &e))?;
        self.len = len;
        Ok(())
    }

    pub(super) fn sync(&self) -> Result<(), ArchiveError> {
        sync_file(&self.file, &self.path(), self.dir.hook())
    }

    /// Gives it the name `to` for good. False when that name is taken.
    pub(crate) fn persist(&mut self, to: &str) -> Result<bool, ArchiveError> {
        let Some(name) = &self.name else {
            return Ok(false);
        };
        let done = self.dir.rename(name, to, false)?;
        if done {
            self.name = None;
        }
        Ok(done)
    }

    /// Where it stands, for messages.
    pub(super) fn path(&self) -> std::path::PathBuf {
        self.dir
            .join(self.name.as_deref().unwrap_or("(an original)"))
    }
}

impl Drop for TmpFile {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // Nothing to report to: what stays behind is hidden, and gc's to clear.
            let _ = self.dir.remove(name);
        }
    }
}
