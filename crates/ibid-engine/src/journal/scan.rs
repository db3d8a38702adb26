//! Reading a log as a stream: its records in order, and what is damaged between them.
//!
//! A log is split at line ends (0x0A), and at NUL bytes: no record holds one, and a crash leaves
//! them where blocks were never written. A piece that is not one whole record is searched for
//! records that are whole in it, so that a lost line end costs nothing but itself.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::Range;

use ibid_model::{ByteRange, LineNo, Millis, Seq};

use super::RECORD_MAX;
use super::line::{self, Header};
use super::report::{Damage, Fault};

/// Longest piece that is held: two records whose line end was lost, and some.
const PIECE_MAX: usize = 2 * RECORD_MAX + 4096;
/// A buffer larger than this is not kept for the next piece.
const BUFFER_KEPT: usize = 1024 * 1024;

/// A whole record, as it stands in the log.
#[derive(Debug)]
pub struct Record<'a> {
    header: &'a Header,
    bytes: &'a [u8],
    at: u64,
}

impl<'a> Record<'a> {
    /// Its place in the log.
    pub fn seq(&self) -> Seq {
        self.header.seq
    }

    /// When it was written.
    pub fn t(&self) -> Millis {
        self.header.t
    }

    /// Its type, which this Ibid may not know.
    pub fn kind(&self) -> &'a str {
        self.header.kind(self.bytes)
    }

    /// The line, without its line end.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Where it stands in the file.
    pub fn range(&self) -> ByteRange {
        ByteRange {
            start: self.at,
            end: self.at + self.bytes.len() as u64,
        }
    }
}

/// How a log ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    /// What follows the last line end and is no whole record.
    pub(super) torn: Option<ByteRange>,
    /// Whether what stands before that, or before the end, is a record without its line end.
    pub(super) unended: bool,
}

/// How a piece ends.
enum End {
    Line,
    Hole,
    File,
}

/// Reads the records of a log one after the other.
pub(super) struct Scanner<R> {
    source: R,
    /// Place of the next byte of the source.
    at: u64,
    /// Number of the line it is on.
    line: u64,
    /// The current piece, and where it began.
    piece: Vec<u8>,
    piece_at: u64,
    piece_line: u64,
    ready: VecDeque<(Range<usize>, Header)>,
    current: Option<(Range<usize>, Header)>,
    last: Option<(Seq, Millis)>,
    first_line: Option<u64>,
    records: u64,
    damage: Vec<Damage>,
    /// Whether there was damage since the last record, which explains what is missing.
    explained: bool,
    /// Damaged bytes since the last record.
    damaged: u64,
    /// Everything before this is lines, or records, or holes before them: no torn tail.
    whole: u64,
    unended: bool,
}

impl<R: BufRead> Scanner<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            at: 0,
            line: 1,
            piece: Vec::new(),
            piece_at: 0,
            piece_line: 1,
            ready: VecDeque::new(),
            current: None,
            last: None,
            first_line: None,
            records: 0,
            damage: Vec::new(),
            explained: false,
            damaged: 0,
            whole: 0,
            unended: false,
        }
    }

    /// The next whole record; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        while self.ready.is_empty() {
            if !self.step()? {
                return Ok(None);
            }
        }
        self.current = self.ready.pop_front();
        let (bytes, at) = (&self.piece, self.piece_at);
        Ok(self.current.as_ref().map(|(range, header)| Record {
            header,
            bytes: &bytes[range.clone()],
            at: at + range.start as u64,
        }))
    }

    /// Reads one piece, or one run of NUL bytes. False at the end of the file.
    fn step(&mut self) -> io::Result<bool> {
        let from = self.at;
        if self.skip_hole()? {
            self.harm(from..self.at, self.line, Fault::Hole);
            return Ok(true);
        }
        self.piece_at = from;
        self.piece_line = self.line;
        let end = self.read_piece()?;
        if self.at == from {
            return Ok(false);
        }
        let piece = std::mem::take(&mut self.piece);
        let long = (self.at - from) as usize > piece.len() + 1;
        match line::check(&piece) {
            Some(header) if !long => self.found(0..piece.len(), header),
            _ => self.salvage(&piece, matches!(end, End::Line)),
        }
        self.piece = piece;
        if let End::Line = end {
            self.whole = self.at;
            self.unended = false;
            self.line += 1;
        }
        Ok(true)
    }

    /// Passes over NUL bytes; false when there is none here.
    fn skip_hole(&mut self) -> io::Result<bool> {
        let from = self.at;
        loop {
            let bytes = fill(&mut self.source)?;
            let nul = bytes.iter().take_while(|b| **b == 0).count();
            let more = nul > 0 && nul == bytes.len();
            self.source.consume(nul);
            self.at += nul as u64;
            if !more {
                return Ok(self.at > from);
            }
        }
    }

    /// Reads up to the next line end, which is passed over, or NUL byte, which is not. Of a piece
    /// longer than any two records its start is held.
    fn read_piece(&mut self) -> io::Result<End> {
        if self.piece.capacity() > BUFFER_KEPT {
            self.piece = Vec::new();
        }
        self.piece.clear();
        loop {
            let bytes = fill(&mut self.source)?;
            if bytes.is_empty() {
                return Ok(End::File);
            }
            let stop = memchr::memchr2(b'\n', 0, bytes);
            let len = stop.unwrap_or(bytes.len());
            let room = PIECE_MAX.saturating_sub(self.piece.len());
            self.piece.extend_from_slice(&bytes[..len.min(room)]);
            let end = stop.map(|n| match bytes[n] {
                b'\n' => (1, End::Line),
                _ => (0, End::Hole),
            });
            let taken = len + end.as_ref().map_or(0, |(n, _)| *n);
            self.source.consume(taken);
            self.at += taken as u64;
            if let Some((_, end)) = end {
                return Ok(end);
            }
        }
    }

    /// Takes a whole record, unless its place in the log says that it does not belong here.
    fn found(&mut self, range: Range<usize>, header: Header) {
        let at = self.piece_at + range.start as u64;
        let end = self.piece_at + range.end as u64;
        let last = self.last.map_or(Seq(0), |(seq, _)| seq);
        if header.seq <= last {
            let fault = Fault::Order {
                seq: header.seq,
                after: last,
            };
            return self.harm(at..end, self.piece_line, fault);
        }
        if header.seq.0 > last.0 + 1 && !self.explained {
            let fault = Fault::Missing {
                from: Seq(last.0 + 1),
                to: Seq(header.seq.0 - 1),
            };
            self.harm(at..at, self.piece_line, fault);
        }
        self.last = Some((header.seq, header.t));
        self.first_line.get_or_insert(self.piece_line);
        self.records += 1;
        self.explained = false;
        self.damaged = 0;
        self.whole = end;
        self.unended = true;
        self.ready.push_back((range, header));
    }

    /// Takes the whole records in a piece that is not one itself.
    fn salvage(&mut self, piece: &[u8], ended: bool) {
        let mut starts = line::starts(piece);
        starts.push(piece.len());
        let mut seen = 0;
        for pair in starts.windows(2) {
            let segment = &piece[pair[0]..pair[1]];
            let whole = match line::check(segment) {
                Some(header) => Some((segment.len(), header)),
                None => line::last_end(segment)
                    .and_then(|end| Some((end, line::check(&segment[..end])?))),
            };
            if let Some((len, header)) = whole {
                self.harm_piece(seen..pair[0]);
                seen = pair[0] + len;
                self.found(pair[0]..seen, header);
            }
        }
        // What was too long to be held is damaged like the rest; a line's end is not.
        let end = (self.at - self.piece_at) as usize - usize::from(ended);
        self.harm_piece(seen..end);
    }

    fn harm_piece(&mut self, range: Range<usize>) {
        let at = self.piece_at;
        let range = at + range.start as u64..at + range.end as u64;
        if !range.is_empty() {
            self.harm(range, self.piece_line, Fault::Record);
        }
    }

    /// Notes that `range` is no record. What touches the damage before it is part of that.
    fn harm(&mut self, range: Range<u64>, line: u64, fault: Fault) {
        self.explained = true;
        self.damaged += range.end - range.start;
        let touches = |damage: &&mut Damage| {
            !damage.range.is_empty()
                && damage.range.end + 1 >= range.start
                && range.start != range.end
        };
        match self.damage.last_mut().filter(touches) {
            Some(damage) => damage.range.end = range.end,
            None => self.damage.push(Damage {
                range: ByteRange {
                    start: range.start,
                    end: range.end,
                },
                line: LineNo(line),
                fault,
            }),
        }
    }

    /// What was found, once the end is reached.
    pub(super) fn finish(mut self) -> Scanned {
        let torn = (self.whole < self.at).then_some(ByteRange {
            start: self.whole,
            end: self.at,
        });
        if let Some(torn) = torn {
            // It is not damage: it was never told to be stored.
            self.damaged = self.damaged.saturating_sub(torn.len().0);
            self.damage.retain(|damage| damage.range.start < torn.start);
            for damage in &mut self.damage {
                damage.range.end = damage.range.end.min(torn.start);
            }
        }
        Scanned {
            tail: Tail {
                torn,
                unended: self.unended,
            },
            next: self.next_seq(),
            bytes: self.at,
            records: self.records,
            last: self.last,
            first_line: self.first_line.map(LineNo),
            damage: self.damage,
        }
    }

    /// The first number that no record has, nor any of those that may have stood in damaged bytes
    /// at the end: other records may name them.
    fn next_seq(&self) -> Seq {
        let last = self.last.map_or(0, |(seq, _)| seq.0);
        let lost = match self.damaged {
            0 => 0,
            bytes => bytes / line::RECORD_MIN + 1,
        };
        Seq(last.saturating_add(lost).saturating_add(1))
    }
}

/// What reading a log to its end tells.
pub(super) struct Scanned {
    pub(super) tail: Tail,
    pub(super) next: Seq,
    pub(super) bytes: u64,
    pub(super) records: u64,
    pub(super) last: Option<(Seq, Millis)>,
    /// The line of the first whole record.
    pub(super) first_line: Option<LineNo>,
    pub(super) damage: Vec<Damage>,
}

fn fill<R: BufRead>(source: &mut R) -> io::Result<&[u8]> {
    loop {
        // Asked twice, because what was lent by the first cannot be given back from a loop.
        match source.fill_buf() {
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    source.fill_buf()
}
