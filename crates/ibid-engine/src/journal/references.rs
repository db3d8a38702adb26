//! Which originals the sessions of a project still name.

use std::collections::HashSet;

use ibid_model::{RecallId, SessionId};

use super::read;
use super::writer::LOG;
use crate::archive::{ArchiveError, Dir, Record};

/// What stands before an id in a shortened output.
const RECALL: &[u8] = b"recall ";
/// No id is longer than this.
const ID_MAX: usize = 65;

/// The originals that logs name, and the sessions that have a log.
#[derive(Debug, Default)]
pub(crate) struct Held {
    sessions: HashSet<SessionId>,
    ids: HashSet<RecallId>,
}

/// As much of a record as names an original.
#[derive(serde::Deserialize)]
struct Named {
    id: RecallId,
}

impl Held {
    /// What the logs in `dir` hold, but for that of `except`. A log that cannot be read is an error:
    /// what it names must not be taken for nobody's.
    pub(crate) fn by_logs_in(dir: &Dir, except: Option<&SessionId>) -> Result<Held, ArchiveError> {
        let mut held = Held::default();
        for (session, name) in logs(dir)? {
            if Some(&session) != except {
                held.take(dir, &name)?;
                held.sessions.insert(session);
            }
        }
        Ok(held)
    }

    fn take(&mut self, dir: &Dir, name: &str) -> Result<(), ArchiveError> {
        let Some(file) = dir.open(name)? else {
            return Ok(());
        };
        let failed = |e: std::io::Error| ArchiveError::from_io("read", &dir.join(name), &e);
        let mut reader = read::reader(&file).map_err(failed)?;
        while let Some(record) = reader.next_record().map_err(failed)? {
            if record.kind() == "output" {
                let named = serde_json::from_slice::<Named>(record.bytes());
                self.ids.extend(named.ok().map(|named| named.id));
            }
            self.ids.extend(told(record.bytes()));
        }
        Ok(())
    }

    /// Whether a session needs the original of `record`: one whose own it is, or one that names it.
    pub(crate) fn holds(&self, record: &Record) -> bool {
        self.sessions.contains(&record.session) || self.names(&record.id)
    }

    /// Whether a record of a session names the original.
    pub(crate) fn names(&self, id: &RecallId) -> bool {
        self.ids.contains(id)
    }
}

/// The ids that a text tells to recall: what a shortened output names its original by.
fn told(text: &[u8]) -> impl Iterator<Item = RecallId> {
    let places = memchr::memmem::find_iter(text, RECALL);
    places.filter_map(|at| {
        let rest = &text[at + RECALL.len()..];
        let fits = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
        let len = rest.iter().take(ID_MAX).take_while(fits).count();
        RecallId::parse(std::str::from_utf8(&rest[..len]).ok()?).ok()
    })
}

/// The sessions that have a log in `dir`, with the log's name, in no order.
pub(super) fn logs(dir: &Dir) -> Result<Vec<(SessionId, String)>, ArchiveError> {
    let names = dir.names()?.into_iter();
    let logs = names.filter_map(|name| {
        let session = SessionId::parse(name.strip_suffix(LOG)?).ok()?;
        dir.stat(&name).is_some().then_some((session, name))
    });
    Ok(logs.collect())
}
