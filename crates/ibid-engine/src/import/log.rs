//! Ibid's own logs, as sessions to be replayed.

use std::io::{self, BufReader, Read};
use std::path::Path;

use ibid_model::{Entry, SessionId};
use ibid_wire::import::Format;

use super::{CHUNK, ReadError, Session, name_of};
use crate::journal::{Loaded, Reader, Report, Stored, readable};

/// Reads the log that `input` gives.
pub(super) fn read(
    path: &Path,
    input: &mut dyn Read,
    progress: &mut dyn FnMut(u64),
) -> Result<Session, ReadError> {
    let failed = |error| ReadError::File(path.to_owned(), error);
    let counted = Counted {
        input,
        progress,
        total: 0,
    };
    let mut reader = Reader::new(BufReader::with_capacity(CHUNK, counted));
    let mut entries = Vec::new();
    while let Some(entry) = reader.next_entry().map_err(failed)? {
        entries.push(entry);
    }
    let report = reader.finish();
    readable(&report, path).map_err(ReadError::Log)?;
    Ok(session(name_of(path), entries, &report))
}

/// Reads the session that a project keeps under `id`.
pub fn read_stored(stored: &Stored, id: &SessionId) -> Result<Session, ReadError> {
    let loaded = stored.load(crate::journal::Extent::All);
    let Loaded { entries, report } = loaded.map_err(ReadError::Log)?;
    Ok(session(id.to_string(), entries, &report))
}

fn session(name: String, entries: Vec<Entry>, report: &Report) -> Session {
    Session {
        name,
        format: Format::Ibid,
        entries,
        warnings: report.warnings(),
        skipped: report
            .skipped
            .iter()
            .map(|(kind, skipped)| (format!("records of type {kind}"), skipped.count))
            .collect(),
    }
}

/// Tells how many bytes were read.
struct Counted<'a> {
    input: &'a mut dyn Read,
    progress: &'a mut dyn FnMut(u64),
    total: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.input.read(buffer)?;
        self.total += len as u64;
        (self.progress)(self.total);
        Ok(len)
    }
}
