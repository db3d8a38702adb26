//! Taking a session elsewhere: its log as one file that needs nothing beside it, and back.
//!
//! What is exported is a log: whole records only, with their images in them. An imported log is kept
//! byte for byte. Sessions of other agents are another matter: an importer turns their records into
//! entries, which [`super::Journal::append_at`] takes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use ibid_model::{Body, Bytes, Entry, LineNo, RecallId, SessionId};
use jiff::Timestamp;

use super::error::JournalError;
use super::line;
use super::read;
use super::report::Report;
use super::scan::Record;
use super::secrets::redacted;
use super::sessions::{Sessions, Stored};
use super::writer::{encode, log_name};
use crate::archive::{ArchiveError, Dir, random, random_name, sync_file};
use crate::redact::Redactor;

/// Bytes copied at a time.
const STEP: usize = 256 * 1024;
/// Bytes that tell whether a file begins as a log does.
const FIRST: u64 = 16;
/// Random characters of a new session's name: more than 51 bits.
const RANDOM: usize = 10;

/// What an export did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exported {
    /// Records written.
    pub records: u64,
    /// Records left out because they are not understood, and so could not be redacted.
    pub left_out: u64,
    /// Secrets replaced, by kind.
    pub redacted: BTreeMap<String, u64>,
    /// Images that are not there, or not whole: references to them stay.
    pub missing_images: u64,
    /// What reading the log found. What is damaged is not exported.
    pub report: Report,
}

/// What an import did.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The new session.
    pub session: SessionId,
    /// What reading the log found. Damaged bytes are kept too.
    pub report: Report,
}

/// A name for a new session: the day (UTC) and ten random characters, `20260102-q1w2e3r4t5`.
pub fn new_session_id(now: Timestamp) -> Result<SessionId, ArchiveError> {
    let random = RecallId::from_entropy(random::<16>()?);
    let name = format!("{}-{}", now.strftime("%Y%m%d"), &random.as_str()[..RANDOM]);
    Ok(SessionId::parse(&name).expect("digits, a dash and a random id make a plain name"))
}

impl Sessions {
    /// Writes the log of `session` to `out`, without its secrets when `redact` is set.
    pub fn export(
        &self,
        session: &SessionId,
        redact: bool,
        out: &mut dyn Write,
    ) -> Result<Exported, JournalError> {
        let stored = self.read(session)?;
        let mut export = Export {
            stored: &stored,
            redactor: redact.then(Redactor::default),
            done: Exported::default(),
            line: Vec::new(),
        };
        let mut reader = stored.reader()?;
        while let Some(record) = reader.next_record().map_err(|e| stored.failed(&e))? {
            if export.record(&record)? {
                out.write_all(&export.line)
                    .map_err(|e| JournalError::output(&e))?;
                export.done.records += 1;
            }
        }
        out.flush().map_err(|e| JournalError::output(&e))?;
        let mut done = export.done;
        let counts = export.redactor.iter().flat_map(Redactor::counts);
        done.redacted = counts.map(|(kind, n)| ((*kind).to_owned(), *n)).collect();
        done.report = reader.finish();
        super::readable(&done.report, stored.path())?;
        Ok(done)
    }

    /// Keeps the log that `source` gives, byte for byte, as the new session `session`. `name` is what
    /// the source is called in errors.
    ///
    /// Refuses what is no log, or a newer Ibid's. A damaged log is taken, and the report names the
    /// damage.
    pub fn import(
        &self,
        session: &SessionId,
        source: &mut dyn Read,
        name: &Path,
    ) -> Result<Imported, JournalError> {
        let first = begins_a_log(source, name)?;
        let mut source = first.chain(source);
        let dir = self.dir_or_new()?;
        let tmp = format!(".{session}.{}.tmp", random_name()?);
        let imported = copy(&dir, &tmp, &mut source, name).and_then(|report| {
            match dir.rename(&tmp, &log_name(session), false)? {
                true => dir.sync()?,
                false => {
                    let session = session.clone();
                    return Err(JournalError::Exists { session });
                }
            }
            let session = session.clone();
            Ok(Imported { session, report })
        });
        if imported.is_err() {
            let _ = dir.remove(&tmp);
        }
        imported
    }
}

/// The first bytes of `source`. Refuses at once what does not begin as a log does: it may be large.
fn begins_a_log(source: &mut dyn Read, name: &Path) -> Result<Vec<u8>, JournalError> {
    let mut first = Vec::new();
    let read = source.take(FIRST).read_to_end(&mut first);
    read.map_err(|e| ArchiveError::from_io("read", name, &e))?;
    match line::begins(&first) {
        true => Ok(first),
        false => Err(JournalError::NotASession {
            path: name.to_path_buf(),
            line: LineNo::FIRST,
            reason: match first.is_empty() {
                true => "there is nothing in it".to_owned(),
                false => "it does not begin with a record of a session".to_owned(),
            },
        }),
    }
}

/// Copies `source` to the new file `tmp`, durably, and reads what was copied.
fn copy(dir: &Dir, tmp: &str, source: &mut impl Read, name: &Path) -> Result<Report, JournalError> {
    let path = dir.join(tmp);
    let file: File = dir.create(tmp)?.ok_or_else(|| super::gone(&path))?;
    let mut buffer = vec![0; STEP];
    let mut at = 0;
    loop {
        match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => {
                dir.hook().write_at(&file, &path, at, &buffer[..n])?;
                at += n as u64;
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ArchiveError::from_io("read", name, &error).into()),
        }
    }
    sync_file(&file, &path, dir.hook())?;
    let loaded = read::load(&file, read::Extent::Nothing)
        .map_err(|e| ArchiveError::from_io("read", &path, &e))?;
    super::writable(&loaded.report, name)?;
    match loaded.report.head {
        Some(_) => Ok(loaded.report),
        None => Err(JournalError::NotASession {
            path: name.to_path_buf(),
            line: loaded.report.first_line.unwrap_or_default(),
            reason: "the first record does not say which session it is of".to_owned(),
        }),
    }
}

/// An export on its way.
struct Export<'a> {
    stored: &'a Stored,
    redactor: Option<Redactor>,
    done: Exported,
    /// The line to be written.
    line: Vec<u8>,
}

impl Export<'_> {
    /// Makes the line for `record`. False when it is left out.
    fn record(&mut self, record: &Record<'_>) -> Result<bool, JournalError> {
        self.line.clear();
        let bytes = record.bytes();
        let images = memchr::memmem::find(bytes, b"\"kept\":").is_some();
        if images || self.redactor.is_some() {
            match line::body(record.kind(), bytes) {
                Some(Ok(body)) => return self.changed(record, body),
                _ if self.redactor.is_some() => {
                    self.done.left_out += 1;
                    return Ok(false);
                }
                _ => {}
            }
        }
        self.line.extend_from_slice(bytes);
        self.line.push(b'\n');
        Ok(true)
    }

    fn changed(&mut self, record: &Record<'_>, body: Body) -> Result<bool, JournalError> {
        let body = self.with_images(body)?;
        let entry = Entry {
            seq: record.seq(),
            t: record.t(),
            body,
        };
        let entry = match &mut self.redactor {
            None => Some(entry),
            Some(redactor) => redacted(&entry, redactor),
        };
        let Some(entry) = entry else {
            self.done.left_out += 1;
            return Ok(false);
        };
        match encode(&entry, &mut self.line) {
            // With its images it is no record any more: it goes without.
            Err(JournalError::TooLong { .. }) if self.redactor.is_none() => {
                self.done.missing_images += 1;
                self.line.clear();
                self.line.extend_from_slice(record.bytes());
                self.line.push(b'\n');
                Ok(true)
            }
            Err(JournalError::TooLong { .. }) => {
                self.done.left_out += 1;
                Ok(false)
            }
            encoded => encoded.map(|()| true),
        }
    }

    fn with_images(&mut self, mut body: Body) -> Result<Body, JournalError> {
        if let Body::Message(entry) = &mut body {
            let restored = self.stored.images().restore(&entry.message)?;
            self.done.missing_images += restored.missing.len() as u64;
            entry.message = restored.message;
        }
        Ok(body)
    }
}

impl Imported {
    /// Bytes of the log.
    pub fn bytes(&self) -> Bytes {
        Bytes(self.report.bytes)
    }
}
