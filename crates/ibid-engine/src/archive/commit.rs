//! Making an output an original: nothing is visible until all of it is durable.
//!
//! 1. the bytes and the record are synced under hidden names (the bytes' is nearly always the
//!    spool's own file), the index entry is synced and gets its name;
//! 2. the bytes get their name; their directory and that of the index entry are synced;
//! 3. the record gets its name, and the directory is synced.
//!
//! An original is there when its record is. A kill before step 3 leaves an index entry that leads
//! to nothing and hidden files that `gc` clears; the id was never told to anyone. What does not
//! wait for each other is synced at the same time: a disk does that in one go.

use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use ibid_model::{ByteRange, Bytes, Lines, RecallId};
use ibid_prune::clean::{CleanLine, Cleaner};
use jiff::{Timestamp, Unit};
use sha2::{Digest, Sha256};

use super::dir::Dir;
use super::error::ArchiveError;
use super::record::{IndexEntry, Meta, Missing, Record, VERSION};
use super::spool::Spool;
use super::store::Store;
use super::{ArchiveRef, random_name};
use crate::project::hex;

impl Spool {
    /// Stores what is kept under `id` and returns once it is durable. What can be read from the
    /// spool stays the same, whether this succeeds or fails.
    ///
    /// Fails when anything went wrong with the spool, the quota would be exceeded, the id is taken
    /// or the system refuses; then nothing is stored and what was begun is removed.
    pub fn commit(&mut self, id: &RecallId, meta: Meta) -> Result<ArchiveRef, ArchiveError> {
        self.finish();
        if let Some(error) = self.error() {
            return Err(error.clone());
        }
        let Some(store) = self.store.clone() else {
            return Err(super::spool::no_store());
        };
        let record = self.record(&store, id, meta)?;
        let dir = store.outputs_dir()?;
        let _held = match store.quota.0 {
            0 => None,
            _ => Some(store.lock()?),
        };
        self.check_quota(&store)?;
        self.publish(&store, &dir, &record)?;
        Ok(ArchiveRef {
            path: dir.join(&format!("{id}.txt")),
            record,
        })
    }

    fn check_quota(&self, store: &Arc<Store>) -> Result<(), ArchiveError> {
        if store.quota.0 == 0 {
            return Ok(());
        }
        let used = store.used()?.saturating_sub(self.on_disk());
        store.check_quota(Bytes(used), self.kept())
    }

    fn record(&mut self, store: &Store, id: &RecallId, meta: Meta) -> Result<Record, ArchiveError> {
        let Examined {
            sha256,
            lines,
            missing,
        } = self.examine(meta.lines)?;
        let when = meta.when.unwrap_or_else(Timestamp::now);
        Ok(Record {
            version: VERSION,
            id: id.clone(),
            project: store.project.clone(),
            session: store.session.clone(),
            when: when.round(Unit::Millisecond).unwrap_or(when),
            command: self.redacted(meta.command),
            exit: meta.exit,
            cwd: self.redacted(meta.cwd),
            bytes: self.total(),
            kept: self.kept(),
            lines,
            encoding: self.encoding(),
            sha256,
            missing,
            streams: self.streams(),
            left_running: meta.left_running,
            files: meta.files,
            redacted: self.redactions(),
            purged: Vec::new(),
            purging: false,
        })
    }

    /// Reads what is kept: its hash, its cleaned lines unless they are known, and how the lines
    /// lie about what is missing.
    fn examine(&self, known: Option<Lines>) -> Result<Examined, ArchiveError> {
        let gap = self.missing();
        let mut examiner = match known.is_some() && gap.is_none() {
            true => Examiner::hash_only(),
            false => Examiner::new(gap),
        };
        self.each_kept(&mut |bytes| examiner.feed(bytes));
        let seen = examiner.finish();
        let missing = gap.map(|range| Missing {
            range,
            after: seen.after,
            joined: seen.joined,
            newlines: self.missing_newlines(),
        });
        let unkept = missing
            .and_then(|missing| missing.newlines)
            .map_or(0, |lines| lines.0);
        match self.error() {
            Some(error) => Err(error.clone()),
            None => Ok(Examined {
                sha256: seen.sha256,
                lines: known.unwrap_or(Lines(seen.lines.0 + unkept)),
                missing,
            }),
        }
    }

    fn publish(&mut self, store: &Store, dir: &Dir, record: &Record) -> Result<(), ArchiveError> {
        let id = &record.id;
        let (bytes_name, record_name) = (format!("{id}.txt"), format!("{id}.json"));
        let tmp = format!(".{id}.json.{}.tmp", random_name()?);
        let json = to_json(record, dir, &record_name)?;

        let index = || write_index(store, record);
        let sidecar = || dir.write_new(&tmp, &json);
        let mut begun = Begun {
            dir,
            names: vec![&tmp],
        };
        let (done, indexed) = thread::scope(|scope| {
            let index = Beside::start(scope, &index);
            let sidecar = Beside::start(scope, &sidecar);
            let file = self.settle();
            let written = sidecar.join();
            let named = file.and_then(|file| {
                written?;
                begun.name(file.persist(&bytes_name)?, &bytes_name, id)?;
                dir.sync()
            });
            (named, index.join())
        });
        let indexed_now = indexed.is_ok();
        let done = done.and(indexed).and_then(|()| {
            begun.name(dir.rename(&tmp, &record_name, false)?, &record_name, id)?;
            dir.sync()
        });
        if done.is_err() {
            begun.take_back();
            if indexed_now {
                remove_index(store, id);
            }
        }
        done
    }
}

/// Work done beside other work: in a thread, or at the join where there can be none.
struct Beside<'scope, F, T> {
    thread: io::Result<thread::ScopedJoinHandle<'scope, T>>,
    work: &'scope F,
}

impl<'scope, F, T> Beside<'scope, F, T>
where
    F: Fn() -> T + Sync,
    T: Send + 'scope,
{
    fn start(scope: &'scope thread::Scope<'scope, '_>, work: &'scope F) -> Self {
        let thread = thread::Builder::new().spawn_scoped(scope, work);
        Self { thread, work }
    }

    fn join(self) -> T {
        match self.thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => (self.work)(),
        }
    }
}

/// Takes kept bytes in order: their hash, their cleaned lines, and how those lie about what is
/// missing.
pub(super) struct Examiner {
    hash: Sha256,
    cleaner: Option<Cleaner>,
    count: LineCount,
}

/// What an [`Examiner`] has seen.
pub(super) struct Seen {
    pub(super) sha256: String,
    /// Lines of what is kept.
    pub(super) lines: Lines,
    /// Lines that end before what is missing.
    pub(super) after: Lines,
    /// Whether a line is joined from both sides of it.
    pub(super) joined: bool,
}

struct LineCount {
    gap: Option<ByteRange>,
    lines: u64,
    after: u64,
    joined: bool,
}

impl LineCount {
    fn line(&mut self, line: &CleanLine<'_>) {
        self.lines += 1;
        if let Some(gap) = self.gap {
            self.after += u64::from(line.raw.end <= gap.start);
            self.joined |= line.raw.start < gap.start && gap.start < line.raw.end;
        }
    }
}

impl Examiner {
    /// One for bytes that lack `gap`.
    pub(super) fn new(gap: Option<ByteRange>) -> Self {
        Self::with(Some(Cleaner::new()), gap)
    }

    /// One that counts no lines.
    pub(super) fn hash_only() -> Self {
        Self::with(None, None)
    }

    fn with(cleaner: Option<Cleaner>, gap: Option<ByteRange>) -> Self {
        Self {
            hash: Sha256::new(),
            cleaner,
            count: LineCount {
                gap,
                lines: 0,
                after: 0,
                joined: false,
            },
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        if let Some(cleaner) = &mut self.cleaner {
            cleaner.feed(bytes, &mut |line| self.count.line(&line));
        }
    }

    pub(super) fn finish(mut self) -> Seen {
        if let Some(cleaner) = self.cleaner.take() {
            cleaner.finish(&mut |line| self.count.line(&line));
        }
        Seen {
            sha256: hex(&self.hash.finalize()),
            lines: Lines(self.count.lines),
            after: Lines(self.count.after),
            joined: self.count.joined,
        }
    }
}

/// What reading the kept bytes tells.
struct Examined {
    sha256: String,
    lines: Lines,
    missing: Option<Missing>,
}

/// Names that a commit has given so far, to be taken back when it fails.
struct Begun<'a> {
    dir: &'a Dir,
    names: Vec<&'a str>,
}

impl<'a> Begun<'a> {
    /// Notes that `name` was given, or says that it was taken already.
    fn name(&mut self, given: bool, name: &'a str, id: &RecallId) -> Result<(), ArchiveError> {
        match given {
            true => {
                self.names.push(name);
                Ok(())
            }
            false => Err(ArchiveError::Exists { id: id.clone() }),
        }
    }

    /// The record goes first: without it nothing of an original is visible.
    fn take_back(&self) {
        for name in self.names.iter().rev() {
            let _ = self.dir.remove(name);
        }
    }
}

fn to_json<T: serde::Serialize>(value: &T, dir: &Dir, name: &str) -> Result<Vec<u8>, ArchiveError> {
    let mut json = serde_json::to_vec(value).map_err(|e| {
        let error = io::Error::other(e);
        ArchiveError::from_io("write", &dir.join(name), &error)
    })?;
    json.push(b'\n');
    Ok(json)
}

/// Makes `record` the record of its output in `dir`, durably; the one before is replaced.
pub(super) fn put_record(dir: &Dir, record: &Record) -> Result<(), ArchiveError> {
    let name = format!("{}.json", record.id);
    let tmp = format!(".{name}.{}.tmp", random_name()?);
    let json = to_json(record, dir, &name)?;
    let named = dir
        .write_new(&tmp, &json)
        .and_then(|()| dir.rename(&tmp, &name, true));
    if let Err(error) = named {
        let _ = dir.remove(&tmp);
        return Err(error);
    }
    dir.sync()
}

fn write_index(store: &Store, record: &Record) -> Result<(), ArchiveError> {
    let entry = IndexEntry {
        version: VERSION,
        project: record.project.clone(),
        session: record.session.clone(),
        deleted: None,
    };
    match put_index(store, &record.id, &entry, false)? {
        true => Ok(()),
        false => Err(ArchiveError::Exists {
            id: record.id.clone(),
        }),
    }
}

/// Makes `entry` what the index says of `id`, durably. False when there is one already and it is
/// not to be replaced.
pub(super) fn put_index(
    store: &Store,
    id: &RecallId,
    entry: &IndexEntry,
    replace: bool,
) -> Result<bool, ArchiveError> {
    let Some(dir) = store.shard(id, true)? else {
        return Ok(false);
    };
    let tmp = format!(".{id}.{}.tmp", random_name()?);
    let json = to_json(entry, &dir, id.as_str())?;
    let named = dir
        .write_new(&tmp, &json)
        .and_then(|()| dir.rename(&tmp, id.as_str(), replace));
    if !matches!(named, Ok(true)) {
        let _ = dir.remove(&tmp);
        return named;
    }
    let synced = dir.sync();
    if synced.is_err() && !replace {
        let _ = dir.remove(id.as_str());
    }
    synced.map(|()| true)
}

/// Takes back the index entry of an original that did not come to be.
fn remove_index(store: &Store, id: &RecallId) {
    if let Ok(Some(dir)) = store.shard(id, false) {
        let _ = dir.remove(id.as_str());
    }
}
