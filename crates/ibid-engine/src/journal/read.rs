//! Reading a log into entries: all of them, or what a session needs to go on.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};

use ibid_model::{Body, Compaction, Entry, Seq};

use super::line;
use super::report::Report;
use super::scan::{Record, Scanner};

/// Bytes read from a file at a time.
const BUFFER: usize = 256 * 1024;

/// Which entries are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All.
    #[default]
    All,
    /// What a session needs to go on: the last compaction, the state it names and everything from
    /// the first message that it keeps; of what is older only heads, settings and checkouts. All,
    /// when there was no compaction, or the state it names is damaged.
    SinceCompaction,
    /// None: the log is only checked.
    Nothing,
}

/// A log, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// What was found besides.
    pub report: Report,
}

/// Reads a log as a stream: memory is that of one record, whatever the log's size.
///
/// ```
/// use ibid_engine::journal::Reader;
/// let log: &[u8] = b"not a log\n";
/// let mut reader = Reader::new(log);
/// assert_eq!(reader.next_entry().unwrap(), None);
/// assert_eq!(reader.finish().damage.len(), 1);
/// ```
pub struct Reader<R> {
    scanner: Scanner<R>,
    report: Report,
}

impl<R: BufRead> Reader<R> {
    /// A reader of the log that `source` gives.
    pub fn new(source: R) -> Self {
        Self {
            scanner: Scanner::new(source),
            report: Report::default(),
        }
    }

    /// The next whole record; `None` at the end. Damage before it is passed over and reported by
    /// [`Reader::finish`].
    pub fn next_record(&mut self) -> io::Result<Option<Record<'_>>> {
        let record = self.scanner.next()?;
        if let Some(record) = &record {
            self.report.see_head(record);
        }
        Ok(record)
    }

    /// The next entry; `None` at the end. Records that are not understood are passed over too.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        self.next_entry_if(|_| true)
    }

    /// The next entry of those whose record is `wanted`.
    pub fn next_entry_if(
        &mut self,
        mut wanted: impl FnMut(&Record<'_>) -> bool,
    ) -> io::Result<Option<Entry>> {
        while let Some(record) = self.scanner.next()? {
            self.report.see_head(&record);
            if !wanted(&record) && line::is_known(record.kind()) {
                continue;
            }
            match line::body(record.kind(), record.bytes()) {
                Some(Ok(body)) => {
                    return Ok(Some(Entry {
                        seq: record.seq(),
                        t: record.t(),
                        body,
                    }));
                }
                Some(Err(error)) => self.report.skip(&record, Some(&error)),
                None => self.report.skip(&record, None),
            }
        }
        Ok(None)
    }

    /// What was found besides, once the end is reached. What was not read is not in it.
    pub fn finish(self) -> Report {
        let mut report = self.report;
        report.end(self.scanner.finish());
        report
    }
}

/// Reads `extent` of the log in `file`, from its start on.
pub(super) fn load(file: &File, extent: Extent) -> io::Result<Loaded> {
    let compaction = match extent {
        Extent::SinceCompaction => last_compaction(file)?,
        Extent::All | Extent::Nothing => None,
    };
    let (first, state) = match compaction {
        Some(last) => (last.first_kept, last.state),
        None => (Seq(0), None),
    };
    let wanted = |record: &Record<'_>| {
        let lasting = ["session", "setting", "checkout"].contains(&record.kind());
        let kept = record.seq() >= first || Some(record.seq()) == state || lasting;
        kept && extent != Extent::Nothing
    };
    let mut reader = reader(file)?;
    let mut entries = Vec::new();
    while let Some(entry) = reader.next_entry_if(wanted)? {
        entries.push(entry);
    }
    let lost = |seq| entries.iter().all(|entry: &Entry| entry.seq != seq);
    if state.is_some_and(lost) {
        // What stands for the history is damaged: the history is still there.
        return load(file, Extent::All);
    }
    let report = reader.finish();
    Ok(Loaded { entries, report })
}

/// A reader of `file` from its start on.
pub(super) fn reader(mut file: &File) -> io::Result<Reader<BufReader<&File>>> {
    file.seek(SeekFrom::Start(0))?;
    Ok(Reader::new(BufReader::with_capacity(BUFFER, file)))
}

/// What the last compaction of a log says.
fn last_compaction(file: &File) -> io::Result<Option<Compaction>> {
    let mut reader = reader(file)?;
    let mut last = None;
    while let Some(entry) = reader.next_entry_if(|record| record.kind() == "compaction")? {
        if let Body::Compaction(compaction) = entry.body {
            last = Some(compaction);
        }
    }
    Ok(last)
}
