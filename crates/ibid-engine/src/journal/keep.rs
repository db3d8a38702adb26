//! Which sessions there are, how large they are, and deleting them: only here, and only at the
//! user's wish.

use std::path::PathBuf;
use std::time::Duration;

use ibid_model::{Body, Bytes, Message, Millis, Part, SessionId};
use jiff::Timestamp;

use super::error::JournalError;
use super::images::IMAGES;
use super::lock::{self, Attempt};
use super::read::{self, Reader};
use super::references::{Held, logs};
use super::report::Report;
use super::sessions::Sessions;
use super::writer::{TORN, log_name};
use crate::archive::{ArchiveError, Dir, Entry, NUMBERS, OUTPUTS, Retention, files_size};

/// Longest first line of a request that is told, in characters.
const REQUEST_MAX: usize = 200;
/// Work in progress that nothing touched for so long is left over.
const LEFT_OVER: Duration = Duration::from_secs(24 * 60 * 60);

/// A session, as listings show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The session.
    pub session: SessionId,
    /// Its log.
    pub path: PathBuf,
    /// When its first record was written.
    pub started: Option<Millis>,
    /// When its last record was written. `None` when there is no whole record: it is no session.
    pub last: Option<Millis>,
    /// Messages in it.
    pub messages: u64,
    /// The first line of the first thing the user asked for, at most 200 characters.
    pub request: Option<String>,
    /// What it takes on disk.
    pub sizes: Sizes,
    /// What is wrong with the log.
    pub report: Report,
}

/// Bytes of a session's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The log, and its ends that were never finished.
    pub log: Bytes,
    /// Its images.
    pub images: Bytes,
    /// Its originals.
    pub originals: Bytes,
}

impl Sizes {
    /// All of them.
    pub fn total(&self) -> Bytes {
        Bytes(self.log.0 + self.images.0 + self.originals.0)
    }
}

impl Sessions {
    /// The project's sessions, the one with the newest record first. Times are those of records:
    /// what copying or restoring does to a file's own time does not matter.
    pub fn list(&self) -> Result<Vec<Summary>, JournalError> {
        let Some(dir) = self.dir()? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for (session, name) in logs(&dir)? {
            found.extend(summary(&dir, session, &name)?);
        }
        found.sort_by(|a, b| (b.last, &b.session).cmp(&(a.last, &a.session)));
        Ok(found)
    }

    /// The session of that name, as a listing shows it.
    pub fn summary(&self, session: &SessionId) -> Result<Summary, JournalError> {
        let found = match self.dir()? {
            Some(dir) => summary(&dir, session.clone(), &log_name(session))?,
            None => None,
        };
        found.ok_or_else(|| JournalError::Missing {
            session: session.clone(),
        })
    }

    /// The sessions that `keep` says are to go, oldest first: those whose last record is older, and
    /// the oldest until the rest is no larger. A file that is no session has no age, and stays.
    pub fn gc_candidates(&self, keep: &Retention) -> Result<Vec<Summary>, JournalError> {
        let mut sessions = self.list()?;
        let mut held = 0u64;
        sessions.retain(|summary| {
            let Some(last) = summary.last else {
                return false;
            };
            held = held.saturating_add(summary.sizes.total().0);
            let old = keep
                .older_than
                .is_some_and(|limit| last.0 < limit.as_millisecond());
            old || keep.max_bytes.is_some_and(|max| held > max.0)
        });
        sessions.reverse();
        Ok(sessions)
    }

    /// Deletes `session`: its log, its images, and its originals that no other session names. Fails
    /// when a process writes it.
    ///
    /// The log goes first: after a kill what remains is nobody's, and can be cleared.
    pub fn remove(&self, session: &SessionId) -> Result<(), JournalError> {
        let missing = || JournalError::Missing {
            session: session.clone(),
        };
        let dir = self.dir()?.ok_or_else(missing)?;
        let name = log_name(session);
        let file = dir.open(&name)?.ok_or_else(missing)?;
        let _held = match lock::take(self.locks(), &dir, &name, file)? {
            Attempt::Held(file) => file,
            Attempt::Taken | Attempt::Replaced => return Err(lock::in_use(&dir, session)),
        };
        let held = Held::by_logs_in(&dir, Some(session))?;
        let originals = self.archive().list()?.into_iter();
        let originals: Vec<_> = originals
            .map(|Entry { record, .. }| record)
            .filter(|record| record.session == *session && !held.names(&record.id))
            .map(|record| record.id)
            .collect();
        dir.remove(&name)?;
        dir.sync()?;
        dir.remove(&format!("{session}{TORN}"))?;
        lock::forget_pid(&dir, session);
        remove_images(&dir, &format!("{session}{IMAGES}"))?;
        self.archive().rm(&originals)?;
        let outputs = format!("{session}{OUTPUTS}");
        if let Some(left) = dir.child(&outputs, false)?
            && left.names()?.iter().all(|name| name == NUMBERS)
        {
            left.remove(NUMBERS)?;
            dir.remove_dir(&outputs)?;
        }
        Ok(())
    }

    /// Removes what killed processes left: files that never got their name, and the images of
    /// sessions that were being deleted. Says how many files.
    pub fn clear_left_over(&self) -> Result<usize, JournalError> {
        let Some(dir) = self.dir()? else {
            return Ok(0);
        };
        let limit = Timestamp::now().as_second() - LEFT_OVER.as_secs() as i64;
        let mut cleared = 0;
        for name in dir.names()? {
            let old = dir.stat(&name).is_some_and(|(_, changed)| changed < limit);
            if name.starts_with('.') && name.ends_with(".tmp") && old {
                cleared += usize::from(dir.remove(&name)?);
            }
            let owner = name
                .strip_suffix(IMAGES)
                .and_then(|session| SessionId::parse(session).ok());
            if owner.is_some_and(|session| dir.stat(&log_name(&session)).is_none()) {
                cleared += remove_images(&dir, &name)?;
            }
        }
        Ok(cleared)
    }
}

fn remove_images(dir: &Dir, name: &str) -> Result<usize, ArchiveError> {
    let Some(images) = dir.child(name, false)? else {
        return Ok(0);
    };
    let mut removed = 0;
    for image in images.names()? {
        removed += usize::from(images.remove(&image)?);
    }
    dir.remove_dir(name)?;
    Ok(removed)
}

/// The session whose log is called `name` in `dir`; `None` when it is not there.
fn summary(dir: &Dir, session: SessionId, name: &str) -> Result<Option<Summary>, JournalError> {
    let Some(file) = dir.open(name)? else {
        return Ok(None);
    };
    let path = dir.join(name);
    let failed = |e: std::io::Error| ArchiveError::from_io("read", &path, &e);
    let mut reader = read::reader(&file).map_err(failed)?;
    let told = told(&mut reader).map_err(failed)?;
    let report = reader.finish();
    let below = |ending: &str| -> Result<u64, ArchiveError> {
        let child = dir.child(&format!("{session}{ending}"), false)?;
        child.as_ref().map_or(Ok(0), files_size)
    };
    let torn = dir
        .stat(&format!("{session}{TORN}"))
        .map_or(0, |(size, _)| size);
    Ok(Some(Summary {
        started: told.started,
        last: report.last.map(|(_, t)| t),
        messages: told.messages,
        request: told.request,
        sizes: Sizes {
            log: Bytes(report.bytes + torn),
            images: Bytes(below(IMAGES)?),
            originals: Bytes(below(OUTPUTS)?),
        },
        report,
        session,
        path,
    }))
}

/// What a log's records tell of it.
#[derive(Default)]
struct Told {
    started: Option<Millis>,
    messages: u64,
    request: Option<String>,
}

fn told<R: std::io::BufRead>(reader: &mut Reader<R>) -> std::io::Result<Told> {
    let mut told = Told::default();
    loop {
        // Once the request is found no other message need be read.
        let found = told.request.is_some();
        let (started, messages) = (&mut told.started, &mut told.messages);
        let entry = reader.next_entry_if(|record| {
            let message = record.kind() == "message";
            started.get_or_insert(record.t());
            *messages += u64::from(message);
            message && !found
        })?;
        match entry.map(|entry| entry.body) {
            Some(Body::Message(entry)) => told.request = request(&entry.message),
            Some(_) => {}
            None => return Ok(told),
        }
    }
}

/// The first line of what `message` asks for, if the user asks in it.
fn request(message: &Message) -> Option<String> {
    let texts = message.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let mut lines = texts.flat_map(str::lines).map(str::trim);
    let line = lines.find(|line| !line.is_empty())?;
    message
        .origin
        .begins_exchange()
        .then(|| line.chars().take(REQUEST_MAX).collect())
}
