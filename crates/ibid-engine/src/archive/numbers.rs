//! Numbers of a session's placeholders: no two processes of a session give the same one.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use rustix::fs::FlockOperation;

use super::dir::Dir;
use super::error::ArchiveError;
use super::spool::read_full;
use super::store::Store;
use crate::redact::Numbers;

/// Where a session keeps the first number that nobody has; hidden, like all that is no original.
pub(crate) const NAME: &str = ".placeholders";
/// Most numbers that are taken at a time. Those not used are left out.
const BLOCK_MAX: u64 = 256;

/// Takes numbers from the session's file, more at a time the more are needed.
pub(crate) struct SessionNumbers {
    place: Place,
    next: u64,
    end: u64,
    block: u64,
}

/// Which session's.
enum Place {
    /// The store's own, made when it is not there.
    Own(Arc<Store>),
    /// The one whose outputs are in this directory.
    Of(Arc<Dir>),
}

impl SessionNumbers {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self::at(Place::Own(store))
    }

    /// Those of the session whose outputs are in `dir`.
    pub(super) fn in_dir(dir: Arc<Dir>) -> Self {
        Self::at(Place::Of(dir))
    }

    fn at(place: Place) -> Self {
        Self {
            place,
            next: 1,
            end: 1,
            block: 1,
        }
    }

    /// Takes the next numbers for this process alone.
    fn take(&mut self) -> Result<(), ArchiveError> {
        let dir = match &self.place {
            Place::Own(store) => store.outputs_dir()?,
            Place::Of(dir) => Arc::clone(dir),
        };
        let path = dir.join(NAME);
        let file = dir.open_or_create(NAME)?;
        let failed = |e: std::io::Error| ArchiveError::from_io("count placeholders in", &path, &e);
        rustix::fs::flock(&file, FlockOperation::LockExclusive).map_err(|e| failed(e.into()))?;
        let first = read(&file).map_err(failed)?.unwrap_or(1);
        let end = first + self.block;
        // Always as long, so that writing it never leaves part of another number.
        file.write_all_at(format!("{end:020}\n").as_bytes(), 0)
            .map_err(failed)?;
        (self.next, self.end) = (first, end);
        self.block = (self.block * 4).min(BLOCK_MAX);
        Ok(())
    }
}

fn read(file: &File) -> std::io::Result<Option<u64>> {
    let mut digits = [0; 20];
    let n = read_full(file, 0, &mut digits)?;
    Ok(std::str::from_utf8(&digits[..n])
        .ok()
        .and_then(|text| text.parse().ok()))
}

impl Numbers for SessionNumbers {
    fn next(&mut self) -> u64 {
        // Where the file cannot be used nothing will be stored either: numbers of this process's
        // own serve to tell its placeholders apart.
        if self.next == self.end && self.take().is_err() {
            self.end = self.next + 1;
        }
        self.next += 1;
        self.next - 1
    }
}
