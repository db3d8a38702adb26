//! What reading a log found besides its records, for people.

use std::collections::BTreeMap;
use std::fmt;

use ibid_model::{ByteRange, FORMAT, Head, LineNo, Millis, Seq};

use super::line;
use super::scan::{Record, Scanned, Tail};

/// Bytes of a log that are no record, or records that are not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The bytes; none when records are missing.
    pub range: ByteRange,
    /// The line they begin on.
    pub line: LineNo,
    /// What is wrong with the first of them.
    pub fault: Fault,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// NUL bytes, as a crash leaves them.
    Hole,
    /// No record whose checksum is right.
    Record,
    /// A record whose number is not larger than that of the one before it.
    Order {
        /// Its number.
        seq: Seq,
        /// The number of the one before.
        after: Seq,
    },
    /// Nothing is damaged, but records are not there.
    Missing {
        /// The first of them.
        from: Seq,
        /// The last of them.
        to: Seq,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, len, line) = (self.range.start, self.range.len(), self.line);
        match &self.fault {
            Fault::Hole => write!(f, "line {line}: {len} of NUL at byte {start} were skipped"),
            Fault::Record => write!(
                f,
                "line {line}: {len} at byte {start} are no whole record and were skipped"
            ),
            Fault::Order { seq, after } => write!(
                f,
                "line {line}: {len} at byte {start} were skipped: record {seq} stands after record {after}"
            ),
            Fault::Missing { from, to } if from == to => {
                write!(f, "line {line}: record {from} is missing before it")
            }
            Fault::Missing { from, to } => {
                write!(
                    f,
                    "line {line}: records {from} to {to} are missing before it"
                )
            }
        }
    }
}

/// Records of one type that are whole and say something this Ibid does not understand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// How many.
    pub count: u64,
    /// Why the first of them is not understood, when its type is known.
    pub reason: Option<String>,
}

/// What reading a log found besides its entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The first record, when it is there.
    pub head: Option<Head>,
    /// The log's format, which may be a newer one than [`FORMAT`].
    pub format: Option<u32>,
    /// Whole records, those not understood too.
    pub records: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Number and time of the last record.
    pub last: Option<(Seq, Millis)>,
    /// What is damaged, in order.
    pub damage: Vec<Damage>,
    /// What is not understood, by type.
    pub skipped: BTreeMap<String, Skipped>,
    /// What follows the last record and is none: being written just now, or never finished.
    pub torn: Option<ByteRange>,
    /// The line of the first whole record.
    pub(super) first_line: Option<LineNo>,
    pub(super) unended: bool,
    pub(super) next: Seq,
}

impl Report {
    /// Takes note of `record`, which is not understood.
    pub(super) fn skip(&mut self, record: &Record<'_>, error: Option<&serde_json::Error>) {
        let skipped = self.skipped.entry(record.kind().to_owned()).or_default();
        skipped.count += 1;
        if let Some(error) = error {
            skipped.reason.get_or_insert_with(|| error.to_string());
        }
    }

    /// Takes note of the log's head.
    pub(super) fn see_head(&mut self, record: &Record<'_>) {
        if self.format.is_none() && record.kind() == "session" {
            #[derive(serde::Deserialize)]
            struct Format {
                format: u32,
            }
            let format = serde_json::from_slice::<Format>(record.bytes());
            self.format = format.ok().map(|found| found.format);
            if let Some(Ok(ibid_model::Body::Session(head))) = line::body("session", record.bytes())
            {
                self.head = Some(head);
            }
        }
    }

    /// Takes what the scan tells once it is done.
    pub(super) fn end(&mut self, scanned: Scanned) {
        let Tail { torn, unended } = scanned.tail;
        self.records = scanned.records;
        self.bytes = scanned.bytes;
        self.last = scanned.last;
        self.damage = scanned.damage;
        self.first_line = scanned.first_line;
        self.next = scanned.next;
        (self.torn, self.unended) = (torn, unended);
    }

    /// The newer format that the log has, if it has one.
    pub fn newer(&self) -> Option<u32> {
        self.format.filter(|format| *format > FORMAT)
    }

    /// Everything a reader should be told, a line each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = Vec::new();
        if let Some(format) = self.newer() {
            warnings.push(format!(
                "a newer version of ibid wrote it (format {format}): some of it may not be understood"
            ));
        } else if self.records > 0 && self.format.is_none() {
            warnings.push("its first record, which says where it is from, is not there".to_owned());
        }
        warnings.extend(self.damage.iter().map(Damage::to_string));
        if let Some(torn) = self.torn {
            let (len, start) = (torn.len(), torn.start);
            warnings.push(format!(
                "{len} at byte {start} are a record that is not finished"
            ));
        }
        for (kind, skipped) in &self.skipped {
            let count = match skipped.count {
                1 => "1 record".to_owned(),
                count => format!("{count} records"),
            };
            warnings.push(match &skipped.reason {
                None => format!("{count} of the unknown type \"{kind}\" skipped"),
                Some(reason) => format!("{count} of type \"{kind}\" not understood: {reason}"),
            });
        }
        warnings
    }
}
