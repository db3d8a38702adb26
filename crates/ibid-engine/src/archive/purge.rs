//! Purging what a pattern matches from everything that is kept of a project, crash-safe.
//!
//! 1. the new bytes are written and synced under a hidden name, `.<id>.purged`;
//! 2. a record that describes them, and says that they are to take the place of the old ones,
//!    replaces the record;
//! 3. they take the place of the old bytes;
//! 4. the record no longer says so.
//!
//! A kill before step 2 leaves the output as it was, one after it leaves work that whoever looks
//! at the output next completes ([`complete`]). Each step is synced before the next one.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::time::SystemTime;

use ibid_model::{ByteRange, Bytes, RecallId};
use jiff::{Timestamp, Unit};
use regex::bytes::Regex;

use super::Archive;
use super::commit::{Examiner, put_record};
use super::dir::{Dir, Op, sync_file};
use super::error::ArchiveError;
use super::numbers::SessionNumbers;
use super::record::{Missing, Purged, Record};
use super::spool::read_full;
use super::store::{read_record, sub_dirs};
use crate::redact::{FromOne, Numbers, Purger};

/// Bytes read at a time.
const STEP: usize = 256 * 1024;

/// What a purge finds in one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurgeHit {
    /// The output.
    pub id: RecallId,
    /// When it was stored.
    pub when: Timestamp,
    /// Places that match, in its bytes and its record.
    pub places: u64,
}

/// What a purge found, or did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PurgeReport {
    /// The outputs with a match, in no order.
    pub hits: Vec<PurgeHit>,
    /// Outputs that could not be looked at or rewritten, and why: they may hold matches still.
    pub failed: Vec<(RecallId, ArchiveError)>,
    /// Logs of sessions with a match, and how many: a log is never rewritten.
    pub logs: Vec<(String, u64)>,
    /// Files of killed commands that were removed, since they may hold matches.
    pub left_over: usize,
}

impl PurgeReport {
    /// Places in all outputs.
    pub fn places(&self) -> u64 {
        self.hits.iter().map(|hit| hit.places).sum()
    }
}

/// The hidden name of bytes that are to take the place of an output's.
pub(super) fn purged_name(id: &RecallId) -> String {
    format!(".{id}.purged")
}

/// Completes a purge that was interrupted after its record was written.
pub(super) fn complete(dir: &Dir, record: Record) -> Result<Record, ArchiveError> {
    let (from, to) = (purged_name(&record.id), format!("{}.txt", record.id));
    if dir.stat(&from).is_some() {
        let renamed = dir.rename(&from, &to, true);
        // Another process may have completed it meanwhile.
        if dir.stat(&from).is_some() {
            renamed?;
        }
        dir.sync()?;
    }
    let record = Record {
        purging: false,
        ..record
    };
    put_record(dir, &record)?;
    Ok(record)
}

impl Archive {
    /// What [`Archive::purge`] would replace.
    pub fn purge_candidates(&self, pattern: &Regex) -> Result<PurgeReport, ArchiveError> {
        self.each_purged(pattern, None)
    }

    /// Replaces what `pattern` (of [`crate::redact::compile`]) matches in every original and
    /// record of this project by placeholders that are unique in their session, and notes in each
    /// record that it did. One output that cannot be rewritten does not keep the others from it.
    pub fn purge(&self, pattern: &Regex) -> Result<PurgeReport, ArchiveError> {
        let now = Timestamp::now();
        self.each_purged(pattern, Some(now.round(Unit::Second).unwrap_or(now)))
    }

    fn each_purged(
        &self,
        pattern: &Regex,
        when: Option<Timestamp>,
    ) -> Result<PurgeReport, ArchiveError> {
        let mut report = PurgeReport::default();
        let Some(sessions) = self.store.sessions(self.project(), false)? else {
            return Ok(report);
        };
        report.logs = logs(&sessions, pattern)?;
        let _held = when.map(|_| self.store.lock()).transpose()?;
        for dir in sub_dirs(&sessions)?.into_iter().map(Arc::new) {
            let numbers: Box<dyn Numbers> = match when {
                Some(_) => Box::new(SessionNumbers::in_dir(Arc::clone(&dir))),
                None => Box::new(FromOne::default()),
            };
            if when.is_some() {
                report.left_over += self.clear_spools(&dir, SystemTime::now())?;
            }
            let mut purger = Purger::new(pattern.clone(), numbers);
            for id in ids(&dir)? {
                match self.purge_one(&dir, &id, &mut purger, when) {
                    Ok(hit) => report.hits.extend(hit),
                    Err(error) => report.failed.push((id, error)),
                }
            }
        }
        Ok(report)
    }

    fn purge_one(
        &self,
        dir: &Dir,
        id: &RecallId,
        purger: &mut Purger,
        when: Option<Timestamp>,
    ) -> Result<Option<PurgeHit>, ArchiveError> {
        let name = format!("{id}.txt");
        let deleted = self.store.index(id)?.is_some_and(|it| it.deleted.is_some());
        if deleted {
            if when.is_some() {
                dir.remove(&format!("{id}.json"))?;
                dir.remove(&name)?;
            }
            return Ok(None);
        }
        let record = match read_record(dir, id)? {
            Some(record) if record.purging && when.is_some() => complete(dir, record)?,
            Some(record) => record,
            // A command that is storing it now, or was killed while it did: `gc` tells them apart.
            None => return Ok(None),
        };
        let (mut new, in_record) = purged_record(&record, purger);
        let file = dir.open(&name)?;
        let look = match &file {
            Some(file) => count(dir, &name, file, &record, purger)?,
            None => Look::default(),
        };
        let places = in_record + look.places;
        if places == 0 {
            return Ok(None);
        }
        if let Some(when) = when {
            new.purged.push(Purged { when, places });
            match file.filter(|_| look.places > 0) {
                Some(file) => rewrite(dir, &file, &record, new, look.whole, purger)?,
                None => put_record(dir, &new)?,
            }
        }
        Ok(Some(PurgeHit {
            id: id.clone(),
            when: record.when,
            places,
        }))
    }
}

/// The sessions' logs with a match.
fn logs(sessions: &Dir, pattern: &Regex) -> Result<Vec<(String, u64)>, ArchiveError> {
    let mut found = Vec::new();
    for name in sessions.names()? {
        if sessions.stat(&name).is_none() {
            continue;
        }
        let Some(file) = sessions.open(&name)? else {
            continue;
        };
        let mut purger = Purger::new(pattern.clone(), Box::new(FromOne::default()));
        let mut nothing = |_: u64, _: u64, _: &[u8]| {};
        each_step(sessions, &name, &file, &mut |bytes| {
            purger.feed(bytes, &mut nothing);
            Ok(())
        })?;
        purger.finish(&mut nothing);
        match purger.take_count() {
            0 => {}
            count => found.push((name, count)),
        }
    }
    found.sort();
    Ok(found)
}

/// The ids of outputs in `dir`, in order.
fn ids(dir: &Dir) -> Result<BTreeSet<RecallId>, ArchiveError> {
    let names = dir.names()?;
    let ids = names.iter().filter_map(|name| {
        let id = name.strip_suffix(".json").or(name.strip_suffix(".txt"))?;
        RecallId::parse(id).ok()
    });
    Ok(ids.collect())
}

/// `record` with its own texts purged, and how many places that were.
fn purged_record(record: &Record, purger: &mut Purger) -> (Record, u64) {
    purger.take_count();
    let mut new = record.clone();
    let texts = [new.command.as_mut(), new.cwd.as_mut()];
    let paths = new.files.iter_mut().map(|file| &mut file.path);
    for text in texts.into_iter().flatten().chain(paths) {
        *text = purger.text(text);
    }
    (new, purger.take_count())
}

/// What the bytes of an output hold.
#[derive(Default)]
struct Look {
    places: u64,
    /// Whether they are the bytes that were stored.
    whole: bool,
}

fn count(
    dir: &Dir,
    name: &str,
    file: &File,
    record: &Record,
    purger: &mut Purger,
) -> Result<Look, ArchiveError> {
    let mut examiner = Examiner::hash_only();
    let mut len = 0;
    purger.begin(record.encoding);
    let mut nothing = |_: u64, _: u64, _: &[u8]| {};
    each_step(dir, name, file, &mut |bytes| {
        len += bytes.len() as u64;
        examiner.feed(bytes);
        purger.feed(bytes, &mut nothing);
        Ok(())
    })?;
    purger.finish(&mut nothing);
    Ok(Look {
        places: purger.take_count(),
        whole: len == record.kept.0 && examiner.finish().sha256 == record.sha256,
    })
}

fn each_step(
    dir: &Dir,
    name: &str,
    file: &File,
    each: &mut dyn FnMut(&[u8]) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    let mut buffer = vec![0; STEP];
    let mut at = 0;
    loop {
        let n = read_full(file, at, &mut buffer)
            .map_err(|e| ArchiveError::from_io("read", &dir.join(name), &e))?;
        each(&buffer[..n])?;
        at += n as u64;
        if n < STEP {
            return Ok(());
        }
    }
}

/// Replaces the bytes of an output by purged ones, and `record` by `new`. An output whose bytes
/// are not those that were stored (not `whole`) is purged too, and stays damaged.
fn rewrite(
    dir: &Dir,
    file: &File,
    record: &Record,
    mut new: Record,
    whole: bool,
    purger: &mut Purger,
) -> Result<(), ArchiveError> {
    let (name, hidden) = (format!("{}.txt", record.id), purged_name(&record.id));
    dir.remove(&hidden)?;
    let (written, moved) = write(dir, &name, &hidden, file, record, purger)?;
    if whole {
        describe(dir, &hidden, &written, &moved, &mut new)?;
    }
    new.purging = true;
    put_record(dir, &new)?;
    complete(dir, new).map(|_| ())
}

/// Writes the purged bytes of `file` under the name `hidden`, synced.
fn write(
    dir: &Dir,
    name: &str,
    hidden: &str,
    file: &File,
    record: &Record,
    purger: &mut Purger,
) -> Result<(File, Moved), ArchiveError> {
    let path = dir.join(hidden);
    let Some(mut out) = dir.create(hidden)? else {
        return Err(ArchiveError::Strange {
            path,
            expected: "a name that is free",
        });
    };
    let mut moved = Moved::of(record);
    let mut done = Ok(());
    let mut sink = |from: u64, len: u64, bytes: &[u8]| {
        moved.passed(from, len, bytes.len() as u64);
        if done.is_ok() {
            done = dir.hook().before(Op::Write, &path).and_then(|()| {
                out.write_all(bytes)
                    .map_err(|e| ArchiveError::from_io("write", &path, &e))
            });
        }
    };
    purger.begin(record.encoding);
    each_step(dir, name, file, &mut |bytes| {
        purger.feed(bytes, &mut sink);
        Ok(())
    })?;
    purger.finish(&mut sink);
    purger.take_count();
    done?;
    sync_file(&out, &path, dir.hook())?;
    Ok((out, moved))
}

/// Makes `new` the record of the bytes in `file`.
fn describe(
    dir: &Dir,
    name: &str,
    file: &File,
    moved: &Moved,
    new: &mut Record,
) -> Result<(), ArchiveError> {
    let gap = new.missing.map(|missing| {
        let start = moved.place(missing.range.start);
        ByteRange {
            start,
            end: start + missing.range.len().0,
        }
    });
    let mut examiner = Examiner::new(gap);
    each_step(dir, name, file, &mut |bytes| {
        examiner.feed(bytes);
        Ok(())
    })?;
    let seen = examiner.finish();
    let unkept = new.missing.and_then(|missing| missing.newlines);
    new.missing = new.missing.zip(gap).map(|(missing, range)| Missing {
        range,
        after: seen.after,
        joined: seen.joined,
        newlines: missing.newlines,
    });
    new.kept = Bytes(moved.len);
    new.bytes = Bytes(moved.len + gap.map_or(0, |gap| gap.len().0));
    new.lines.0 = seen.lines.0 + unkept.map_or(0, |lines| lines.0);
    new.sha256 = seen.sha256;
    if let Some(streams) = &mut new.streams {
        streams.until = moved.place(streams.until);
        for run in &mut streams.runs {
            run.from = moved.place(run.from);
        }
    }
    Ok(())
}

/// Where places of a record lie after a purge.
struct Moved {
    /// Places in the old bytes, in order, and in the new ones as far as they came.
    places: Vec<(u64, u64)>,
    known: usize,
    /// New bytes so far.
    len: u64,
}

impl Moved {
    fn of(record: &Record) -> Self {
        let streams = record.streams.iter();
        let runs = streams.flat_map(|streams| {
            let runs = streams.runs.iter().map(|run| run.from);
            runs.chain([streams.until])
        });
        let seam = record.missing.iter().map(|missing| missing.range.start);
        let all: BTreeSet<u64> = runs.chain(seam).collect();
        Self {
            places: all.into_iter().map(|at| (at, 0)).collect(),
            known: 0,
            len: 0,
        }
    }

    /// The old bytes `from..from + len` have become the next `out` bytes. What lay inside a
    /// replaced part lies at its end.
    fn passed(&mut self, from: u64, len: u64, out: u64) {
        while let Some((old, new)) = self.places.get_mut(self.known) {
            if *old >= from + len {
                break;
            }
            let inside = old.saturating_sub(from);
            *new = self.len
                + if len == out || inside == 0 {
                    inside
                } else {
                    out
                };
            self.known += 1;
        }
        self.len += out;
    }

    fn place(&self, old: u64) -> u64 {
        match self.places[..self.known].binary_search_by_key(&old, |(at, _)| *at) {
            Ok(n) => self.places[n].1,
            // It is the end.
            Err(_) => self.len,
        }
    }
}
