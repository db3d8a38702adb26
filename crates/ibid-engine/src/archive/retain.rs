//! What is kept, and deleting it: only here, and only at the user's wish.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ibid_model::{Bytes, RecallId};
use jiff::{Timestamp, Unit};
use rustix::fs::FlockOperation;
use sha2::{Digest, Sha256};

use super::dir::Dir;
use super::error::ArchiveError;
use super::lookup::{Found, LookupError, Scope};
use super::record::{IndexEntry, Record, VERSION};
use super::spool::read_full;
use super::store::{read_record, sub_dirs};
use super::{Archive, commit, purge};
use crate::journal::Held;
use crate::project::hex;

/// Work in progress that nothing touched for so long and no process holds is left over.
const LEFT_OVER: Duration = Duration::from_secs(60 * 60);
/// The same where locks do not work.
const LEFT_OVER_UNLOCKED: Duration = Duration::from_secs(24 * 60 * 60);
/// Bytes read at a time.
const STEP: usize = 256 * 1024;

/// A kept output, as listings show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is known of it.
    pub record: Record,
    /// The file of its raw bytes.
    pub path: PathBuf,
}

/// What `gc` deletes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Outputs stored before this moment.
    pub older_than: Option<Timestamp>,
    /// The oldest, until the project's outputs are no more than this.
    pub max_bytes: Option<Bytes>,
}

/// What `gc` deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GcReport {
    /// The outputs, oldest first.
    pub deleted: Vec<RecallId>,
    /// Bytes of theirs.
    pub bytes: Bytes,
    /// Files that killed processes left behind.
    pub left_over: usize,
}

/// What a check of an original found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// The bytes are those that were stored.
    Whole,
    /// They are not; why.
    Broken(LookupError),
}

impl Archive {
    /// The project's kept outputs, newest first.
    pub fn list(&self) -> Result<Vec<Entry>, ArchiveError> {
        let mut entries = Vec::new();
        if let Some(sessions) = self.store.sessions(self.project(), false)? {
            for dir in sub_dirs(&sessions)? {
                self.list_dir(&dir, &mut entries)?;
            }
        }
        entries.sort_by(|a, b| (b.record.when, &b.record.id).cmp(&(a.record.when, &a.record.id)));
        Ok(entries)
    }

    fn list_dir(&self, dir: &Dir, entries: &mut Vec<Entry>) -> Result<(), ArchiveError> {
        for name in dir.names()? {
            let id = name
                .strip_suffix(".json")
                .and_then(|id| RecallId::parse(id).ok());
            let Some(id) = id else { continue };
            // One that cannot be read is `verify`'s to report; it must not hide the others.
            let Ok(Some(record)) = read_record(dir, &id) else {
                continue;
            };
            let removed =
                matches!(self.store.index(&id), Ok(Some(entry)) if entry.deleted.is_some());
            if !removed {
                let path = dir.join(&format!("{id}.txt"));
                entries.push(Entry { record, path });
            }
        }
        Ok(())
    }

    /// Deletes outputs of this project. Each stays known as deleted, so that a recall of it says
    /// so. Fails at the first that is not there; those before it are deleted.
    pub fn rm(&self, ids: &[RecallId]) -> Result<(), LookupError> {
        for id in ids {
            match self.find(id, Scope::Project) {
                Ok(found) => self.remove(&found)?,
                // Its file or record is lost already: the user's wish is to forget it.
                Err(LookupError::Missing { .. }) => self.bury(id)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The index says deleted first, so that a kill after it leaves no output that is half there;
    /// `gc` removes what then remains.
    fn remove(&self, found: &Found) -> Result<(), ArchiveError> {
        let id = &found.record.id;
        self.bury(id)?;
        found.dir.remove(&format!("{id}.json"))?;
        found.dir.remove(&found.bytes_name())?;
        found.dir.sync()
    }

    fn bury(&self, id: &RecallId) -> Result<(), ArchiveError> {
        let Some(entry) = self.store.index(id)? else {
            return Ok(());
        };
        let now = Timestamp::now();
        let deleted = Some(now.round(Unit::Second).unwrap_or(now));
        let entry = IndexEntry {
            version: VERSION,
            deleted,
            ..entry
        };
        commit::put_index(&self.store, id, &entry, true).map(|_| ())
    }

    /// What [`Archive::gc`] would delete, oldest first. What a session still needs is not among it:
    /// its own originals, and those that its log names.
    pub fn gc_candidates(&self, keep: &Retention) -> Result<Vec<Entry>, ArchiveError> {
        let mut entries = self.list()?;
        let needed = match self.sessions_dir(false)? {
            Some(dir) => Held::by_logs_in(&dir, None)?,
            None => Held::default(),
        };
        let mut held = 0u64;
        entries.retain(|entry| {
            held = held.saturating_add(entry.record.kept.0);
            let old = keep
                .older_than
                .is_some_and(|limit| entry.record.when < limit);
            let doomed = old || keep.max_bytes.is_some_and(|max| held > max.0);
            doomed && !needed.holds(&entry.record)
        });
        entries.reverse();
        Ok(entries)
    }

    /// Deletes the project's outputs that `keep` names, and what killed processes left behind.
    pub fn gc(&self, keep: &Retention) -> Result<GcReport, LookupError> {
        let mut report = GcReport::default();
        for entry in self.gc_candidates(keep)? {
            self.rm(std::slice::from_ref(&entry.record.id))?;
            report.bytes.0 += entry.record.kept.0;
            report.deleted.push(entry.record.id);
        }
        report.left_over = self.clear_left_over(SystemTime::now())?;
        Ok(report)
    }

    fn clear_left_over(&self, now: SystemTime) -> Result<usize, ArchiveError> {
        let now = seconds(now);
        let mut cleared = 0;
        if let Some(sessions) = self.store.sessions(self.project(), false)? {
            for dir in sub_dirs(&sessions)? {
                cleared += self.clear_dir(&dir, now)?;
            }
        }
        if let Some(ids) = self.store.root(false)?.map(|root| root.child("ids", false)) {
            for shard in ids?
                .iter()
                .map(sub_dirs)
                .collect::<Result<Vec<_>, _>>()?
                .iter()
                .flatten()
            {
                cleared += self.clear_dir(shard, now)?;
            }
        }
        Ok(cleared)
    }

    /// Removes from `dir` old work in progress, with the bytes that an interrupted commit had
    /// named, and what an interrupted removal left.
    fn clear_dir(&self, dir: &Dir, now: i64) -> Result<usize, ArchiveError> {
        let mut cleared = 0;
        for name in dir.names()? {
            if let Some(id) = name
                .strip_suffix(".txt")
                .and_then(|id| RecallId::parse(id).ok())
            {
                let index = self.store.index(&id)?;
                if index.is_some_and(|entry| entry.deleted.is_some()) {
                    cleared += usize::from(dir.remove(&format!("{id}.json"))?);
                    cleared += usize::from(dir.remove(&name)?);
                }
            } else if let Some(id) = purged_id(&name) {
                cleared += usize::from(clear_purged(dir, &name, &id, now)?);
            } else if name.starts_with('.')
                && name.ends_with(".tmp")
                && left_over(dir, &name, now, LEFT_OVER)?
            {
                if let Some(id) = unfinished(&name) {
                    // Its record never got its name, so nobody was told of the bytes.
                    if dir.stat(&format!("{id}.json")).is_none() {
                        cleared += usize::from(dir.remove(&format!("{id}.txt"))?);
                    }
                }
                cleared += usize::from(dir.remove(&name)?);
            }
        }
        Ok(cleared)
    }

    /// Removes from `dir` the spools of killed processes, however young, since a purge does not
    /// read them. Says how many.
    pub(super) fn clear_spools(&self, dir: &Dir, now: SystemTime) -> Result<usize, ArchiveError> {
        let now = seconds(now);
        let mut cleared = 0;
        for name in dir.names()? {
            let is_spool = name.starts_with(".spool-") && name.ends_with(".tmp");
            if is_spool && left_over(dir, &name, now, Duration::ZERO)? {
                cleared += usize::from(dir.remove(&name)?);
            }
        }
        Ok(cleared)
    }

    /// Reads the original of `id` and compares it with what was stored.
    pub fn verify(&self, id: &RecallId, scope: Scope) -> Health {
        match self.find(id, scope).and_then(|found| check(&found)) {
            Ok(()) => Health::Whole,
            Err(error) => Health::Broken(error),
        }
    }
}

/// The id in the hidden name of a record that was being written: `.<id>.json.<random>.tmp`.
fn unfinished(name: &str) -> Option<RecallId> {
    let (id, rest) = name.strip_prefix('.')?.split_once('.')?;
    rest.starts_with("json.")
        .then(|| RecallId::parse(id).ok())?
}

/// The id in the hidden name of bytes that a purge was writing.
fn purged_id(name: &str) -> Option<RecallId> {
    let id = name.strip_prefix('.')?.strip_suffix(".purged")?;
    RecallId::parse(id).ok()
}

/// Completes an interrupted purge, or clears what it had begun; true when something was removed.
fn clear_purged(dir: &Dir, name: &str, id: &RecallId, now: i64) -> Result<bool, ArchiveError> {
    match read_record(dir, id)? {
        Some(record) if record.purging => purge::complete(dir, record).map(|_| false),
        _ if left_over(dir, name, now, LEFT_OVER)? => dir.remove(name),
        _ => Ok(false),
    }
}

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() as i64)
}

/// Whether the work in progress `name` is nobody's: not touched for `age_min`, and no process holds
/// it.
fn left_over(dir: &Dir, name: &str, now: i64, age_min: Duration) -> Result<bool, ArchiveError> {
    let Some((_, changed)) = dir.stat(name) else {
        return Ok(false);
    };
    let age = Duration::from_secs(now.saturating_sub(changed).max(0) as u64);
    if age < age_min {
        return Ok(false);
    }
    let Some(file) = dir.open(name)? else {
        return Ok(false);
    };
    Ok(
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => true,
            Err(rustix::io::Errno::WOULDBLOCK) => false,
            Err(_) => age >= LEFT_OVER_UNLOCKED,
        },
    )
}

/// Whether the bytes are those that were stored: their number, then their hash.
fn check(found: &Found) -> Result<(), LookupError> {
    let file = found.open()?;
    let record = &found.record;
    let failed = |e: std::io::Error| ArchiveError::from_io("read", &found.path(), &e);
    let size = file.metadata().map_err(failed)?.len();
    let mut hash = Sha256::new();
    let mut buffer = vec![0; STEP];
    let mut at = 0;
    if size == record.kept.0 {
        loop {
            let n = read_full(&file, at, &mut buffer).map_err(failed)?;
            hash.update(&buffer[..n]);
            at += n as u64;
            if n < STEP {
                break;
            }
        }
        if at == size && hex(&hash.clone().finalize()) == record.sha256 {
            return Ok(());
        }
    }
    let sum = if size == record.kept.0 {
        hex(&hash.finalize())
    } else {
        String::new()
    };
    Err(damaged(found, size, &sum))
}

/// The error for an original of which `size` bytes with the hash `sum` (empty: not computed) are
/// there.
pub(crate) fn damaged(found: &Found, size: u64, sum: &str) -> LookupError {
    let record = &found.record;
    let with = |sum: &str| {
        if sum.is_empty() {
            String::new()
        } else {
            format!(" (SHA-256 {sum})")
        }
    };
    LookupError::Damaged {
        id: record.id.clone(),
        path: found.path(),
        expected: format!("{} bytes{}", record.kept.0, with(&record.sha256)),
        found: format!("{size} bytes{}", with(sum)),
    }
}
