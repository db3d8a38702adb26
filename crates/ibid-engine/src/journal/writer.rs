//! Writing a log: one writer, records acknowledged once they are durable, nothing ever rewritten.

use std::io;
use std::sync::Arc;

use ibid_model::{Body, ByteRange, Bytes, Checkout, Entry, FORMAT, Head, Millis, Seq, SessionId};
use jiff::Timestamp;
use rustix::fs::OFlags;

use super::error::JournalError;
use super::images::Images;
use super::line;
use super::lock::{self, Attempt, Locked};
use super::read::{Extent, Loaded};
use super::report::Report;
use super::secrets::redacted;
use super::sessions::Sessions;
use super::{RECORD_MAX, read};
use crate::archive::{ArchiveError, Dir, random_name, read_full, sync_file};
use crate::redact::Redactor;

/// Bytes of a torn record that are moved at a time.
const STEP: usize = 256 * 1024;

/// The log of a session, open for writing. No other process writes it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: Locked,
    dir: Arc<Dir>,
    session: SessionId,
    images: Images,
    /// What replaces secrets before anything is stored, where that is asked for.
    redactor: Option<Redactor>,
    /// Bytes that are durable, all of them lines.
    end: u64,
    next: Seq,
    /// Why it can no longer be known what is on disk.
    unsure: Option<String>,
}

/// What a new log says of itself, besides what is the same for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The directory the session is held in.
    pub cwd: String,
    /// The checkout there.
    pub checkout: Option<Checkout>,
}

impl Journal {
    /// Creates the log of `session` with its first record. It is there as a whole or not at all.
    pub fn create(
        sessions: &Sessions,
        session: &SessionId,
        origin: Origin,
    ) -> Result<Journal, JournalError> {
        let dir = sessions.dir_or_new()?;
        let head = Head {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            session: session.clone(),
            cwd: origin.cwd,
            checkout: origin.checkout,
        };
        let first = Entry {
            seq: Seq(1),
            t: now(),
            body: Body::Session(head),
        };
        let mut line = Vec::new();
        encode(&first, &mut line)?;
        let tmp = format!(".{session}.{}.tmp", random_name()?);
        let begun = Self::begin(sessions, &dir, session, &tmp, &line);
        if begun.is_err() {
            let _ = dir.remove(&tmp);
        }
        let file = begun?;
        lock::tell_pid(&dir, session);
        Ok(Journal {
            file,
            images: Images::new(Arc::clone(&dir), session),
            redactor: sessions.archive().redactor(session),
            dir,
            session: session.clone(),
            end: line.len() as u64,
            next: Seq(2),
            unsure: None,
        })
    }

    /// The lock is taken before the file has its name, so that no other is ever first.
    fn begin(
        sessions: &Sessions,
        dir: &Dir,
        session: &SessionId,
        tmp: &str,
        line: &[u8],
    ) -> Result<Locked, JournalError> {
        let exists = || JournalError::Exists {
            session: session.clone(),
        };
        let name = log_name(session);
        if dir.stat(&name).is_some() {
            return Err(exists());
        }
        let path = dir.join(tmp);
        let file = dir.create(tmp)?.ok_or_else(|| super::gone(&path))?;
        let file = match lock::take(sessions.locks(), dir, tmp, file)? {
            Attempt::Held(file) => file,
            Attempt::Taken | Attempt::Replaced => return Err(lock::in_use(dir, session)),
        };
        dir.hook().write_at(&file, &path, 0, line)?;
        sync_file(&file, &path, dir.hook())?;
        rustix::fs::fcntl_setfl(&*file, OFlags::APPEND)
            .map_err(|e| ArchiveError::from_io("open", &path, &e.into()))?;
        if !dir.rename(tmp, &name, false)? {
            return Err(exists());
        }
        dir.sync()?;
        Ok(file)
    }

    /// Opens the log of `session` for writing, and reads `extent` of it. A record at the end that
    /// was never finished is moved to `<session>.torn`; everything else stays as it is, damaged
    /// bytes too, which the report names.
    pub fn open(
        sessions: &Sessions,
        session: &SessionId,
        extent: Extent,
    ) -> Result<(Journal, Loaded), JournalError> {
        let missing = || JournalError::Missing {
            session: session.clone(),
        };
        let dir = sessions.dir()?.ok_or_else(missing)?;
        let name = log_name(session);
        let file = loop {
            let file = dir.open_to_append(&name)?.ok_or_else(missing)?;
            match lock::take(sessions.locks(), &dir, &name, file)? {
                Attempt::Held(file) => break file,
                Attempt::Taken => return Err(lock::in_use(&dir, session)),
                Attempt::Replaced => {}
            }
        };
        let path = dir.join(&name);
        let loaded =
            read::load(&file, extent).map_err(|e| ArchiveError::from_io("read", &path, &e))?;
        super::writable(&loaded.report, &path)?;
        let mut journal = Journal {
            file,
            images: Images::new(Arc::clone(&dir), session),
            redactor: sessions.archive().redactor(session),
            dir,
            session: session.clone(),
            end: loaded.report.bytes,
            next: loaded.report.next,
            unsure: None,
        };
        journal.repair(&loaded.report)?;
        lock::tell_pid(&journal.dir, session);
        Ok((journal, loaded))
    }

    /// The session.
    pub fn session(&self) -> &SessionId {
        &self.session
    }

    /// The session's images.
    pub fn images(&self) -> &Images {
        &self.images
    }

    /// The number that the next record gets.
    pub fn next_seq(&self) -> Seq {
        self.next
    }

    /// Bytes of the log.
    pub fn len(&self) -> Bytes {
        Bytes(self.end)
    }

    /// Whether nothing was ever written, which no log is: it has a first record.
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// Appends records that say `bodies`, now. They are durable when this returns, all of them or
    /// none: a failure takes back what was written. The entries are as reading them gives: images
    /// are references, and secrets are replaced where that is asked for.
    pub fn append(&mut self, bodies: &[Body]) -> Result<Vec<Entry>, JournalError> {
        self.append_at(now(), bodies)
    }

    /// The same with a time of the caller's: what is imported keeps its own.
    pub fn append_at(&mut self, t: Millis, bodies: &[Body]) -> Result<Vec<Entry>, JournalError> {
        if bodies.is_empty() {
            return Ok(Vec::new());
        }
        self.check_unchanged()?;
        let mut entries = Vec::with_capacity(bodies.len());
        let mut lines = Vec::new();
        for (n, body) in bodies.iter().enumerate() {
            let entry = Entry {
                seq: Seq(self.next.0 + n as u64),
                t,
                body: self.images.keep(body)?,
            };
            let entry = match &mut self.redactor {
                None => entry,
                Some(redactor) => redacted(&entry, redactor).ok_or(JournalError::Secret)?,
            };
            encode(&entry, &mut lines)?;
            entries.push(entry);
        }
        self.write(&lines)?;
        self.end += lines.len() as u64;
        self.next.0 += bodies.len() as u64;
        Ok(entries)
    }

    /// Another writer that takes no lock, or a file that was deleted, must not go unseen.
    fn check_unchanged(&self) -> Result<(), JournalError> {
        let path = self.dir.join(&log_name(&self.session));
        if let Some(reason) = &self.unsure {
            let reason = reason.clone();
            return Err(JournalError::Unsure { path, reason });
        }
        let stat = rustix::fs::fstat(&*self.file)
            .map_err(|e| ArchiveError::from_io("examine", &path, &e.into()))?;
        let reason = if stat.st_nlink == 0 {
            "it was deleted"
        } else if stat.st_size as u64 != self.end {
            "something else wrote to it"
        } else {
            return Ok(());
        };
        Err(JournalError::Changed { path, reason })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let path = self.dir.join(&log_name(&self.session));
        let hook = self.dir.hook().clone();
        let written = hook.write_at(&self.file, &path, self.end, bytes);
        let synced = written
            .clone()
            .and_then(|()| sync_file(&self.file, &path, &hook));
        let Err(error) = synced else { return Ok(()) };
        // Nothing of it was acknowledged. After a failed sync nobody knows what a disk holds.
        let cut = hook
            .truncate(&self.file, &path, self.end)
            .and_then(|()| sync_file(&self.file, &path, &hook));
        if written.is_ok() || cut.is_err() {
            self.unsure = Some(error.to_string());
        }
        Err(error.into())
    }

    /// Makes the end of the log the end of a line.
    fn repair(&mut self, report: &Report) -> Result<(), JournalError> {
        if let Some(torn) = report.torn {
            self.move_aside(torn)?;
        }
        if report.unended {
            self.write(b"\n")?;
            self.end += 1;
        }
        Ok(())
    }

    /// Moves the bytes `torn`, which reach to the end, to the file of such. They are there before
    /// they are gone here: a kill between leaves them twice.
    fn move_aside(&mut self, torn: ByteRange) -> Result<(), JournalError> {
        let name = format!("{}{TORN}", self.session);
        let (from, to) = (
            self.dir.join(&log_name(&self.session)),
            self.dir.join(&name),
        );
        let hook = self.dir.hook();
        let aside = self.dir.open_or_create(&name)?;
        let failed = |e: io::Error| ArchiveError::from_io("read", &from, &e);
        let size = aside
            .metadata()
            .map_err(|e| ArchiveError::from_io("examine", &to, &e))?;
        let (mut at, mut end) = (torn.start, size.len());
        let mut buffer = vec![0; STEP.min(torn.len().0 as usize)];
        while at < torn.end {
            let want = buffer.len().min((torn.end - at) as usize);
            let n = read_full(&self.file, at, &mut buffer[..want]).map_err(failed)?;
            if n == 0 {
                return Err(super::gone(&from).into());
            }
            hook.write_at(&aside, &to, end, &buffer[..n])?;
            (at, end) = (at + n as u64, end + n as u64);
        }
        hook.write_at(&aside, &to, end, b"\n")?;
        sync_file(&aside, &to, hook)?;
        self.dir.sync()?;
        hook.truncate(&self.file, &from, torn.start)?;
        sync_file(&self.file, &from, hook)?;
        self.end = torn.start;
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Before the lock goes with the file: the next writer's number must not be taken back.
        lock::forget_pid(&self.dir, &self.session);
    }
}

/// Ending of a log's name.
pub(super) const LOG: &str = ".jsonl";
/// Ending of the name of the file of unfinished records.
pub(super) const TORN: &str = ".torn";

/// The name of a session's log.
pub(super) fn log_name(session: &SessionId) -> String {
    format!("{session}{LOG}")
}

fn now() -> Millis {
    Millis(Timestamp::now().as_millisecond())
}

/// Appends the line of `entry` to `out`.
pub(super) fn encode(entry: &Entry, out: &mut Vec<u8>) -> Result<(), JournalError> {
    let start = out.len();
    line::encode(entry, out).map_err(|e| JournalError::output(&e.into()))?;
    match out.len() - start {
        len if len > RECORD_MAX => Err(JournalError::TooLong {
            bytes: Bytes(len as u64),
        }),
        _ => Ok(()),
    }
}
