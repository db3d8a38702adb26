//! Content: shown whole up to the cap; over it, its head and tail, or what its shape allows.

use crate::command::Command;
use crate::features;
use crate::header;
use crate::hint::{counted, size};
use crate::plan::{Job, Piece};
use crate::record::{Flags, Record};
use crate::render::QUOTE;
use crate::{Action, ByteSpan, Class, Counts, OutputKind, PrunePlan, SpanPlan};
use crate::{diff, search, sorted};

/// Plans content under the cap.
pub(crate) fn plan(job: &Job<'_>, command: Command) -> PrunePlan {
    let scanned = job.scanned;
    let mut whole = sorted::whole(job);
    whole.plan.kind = OutputKind::Content;
    if whole.bytes <= job.policy.max_tool_output && scanned.missing.is_none() {
        if let crate::RecallHint::NotStored { .. } = job.hint {
            whole
                .plan
                .pieces
                .extend(job.hint.footer(scanned.lines, None).map(Piece::Marker));
        }
        return whole.plan;
    }
    let plain = scanned.missing.is_none() && !scanned.redrawn;
    if plain
        && scanned.evidence.may_be_search(command)
        && let Some(plan) = search::plan(job)
    {
        return plan;
    }
    if plain
        && scanned.evidence.is_diff()
        && let Some(plan) = diff::plan(job)
    {
        return plan;
    }
    head_and_tail(job)
}

/// What frames content that was cut: a header that says what was done, the footer, and the bytes
/// left between them.
pub(crate) struct Frame {
    pub(crate) footer: Option<String>,
    /// Bytes for the lines between header and footer.
    pub(crate) room: usize,
}

/// Room for a content header, in bytes, before its counts are known.
const HEADER_ROOM: usize = 200;

impl Frame {
    pub(crate) fn new(job: &Job<'_>) -> Self {
        let scanned = job.scanned;
        let part = scanned.missing.map(|missing| {
            format!(
                "without bytes {}-{}",
                missing.at,
                missing.at + missing.bytes
            )
        });
        let footer = job.hint.footer(scanned.lines, part.as_deref());
        let header = HEADER_ROOM + job.ending().left_bytes();
        let framing = header + footer.as_ref().map_or(0, |footer| footer.len() + 1);
        Self {
            footer,
            room: job.policy.max_tool_output.saturating_sub(framing),
        }
    }

    /// Puts header and footer around `pieces`. `how` says how the cut was made.
    pub(crate) fn close(
        self,
        job: &Job<'_>,
        pieces: Vec<Piece>,
        spans: Vec<SpanPlan>,
        how: &str,
    ) -> PrunePlan {
        let scanned = job.scanned;
        let lines = |action: Action| {
            spans
                .iter()
                .filter(|span| span.action == action)
                .map(|span| span.to - span.from)
                .sum()
        };
        let counts = Counts {
            total: scanned.lines,
            shown: lines(Action::Show),
            folded: lines(Action::Fold),
            dropped: lines(Action::Drop),
        };
        let bytes = scanned.clean_bytes + scanned.missing.map_or(0, |missing| missing.bytes);
        let how = match counts.shown {
            0 => "no line fits",
            _ => how,
        };
        let header = format!(
            "[output cut at {}: {} ({}) → {}{}; {how}]",
            size(job.policy.max_tool_output as u64),
            counted(counts.total, "line"),
            size(bytes),
            counted(counts.shown, "line"),
            job.ending().after(),
        );
        let mut all = vec![Piece::Marker(header)];
        if counts.shown > 0 {
            all.extend(pieces);
        }
        all.extend(self.footer.map(Piece::Marker));
        PrunePlan {
            kind: OutputKind::Content,
            spans,
            counts,
            lossy: true,
            marked: true,
            starved: self.room == 0,
            evidence: Vec::new(),
            bytes: scanned.bytes,
            encoding: scanned.encoding,
            pieces: all,
        }
    }
}

/// The first and last lines, cut at line ends, with one line between that says what is missing.
fn head_and_tail(job: &Job<'_>) -> PrunePlan {
    let scanned = job.scanned;
    let frame = Frame::new(job);
    let room = frame.room.saturating_sub(90);
    let lines = Walk::new(job);
    let head = lines.head(room / 2);
    let tail = lines.tail(room - head.bytes.min(room), head.to);
    let mut spans = vec![span(0, head.to, head.raw, Action::Show, "the first lines")];
    let mut pieces = head.pieces;
    if tail.from > head.to {
        let raw = ByteSpan::new(head.raw.end, tail.raw.start.max(head.raw.end));
        let missing = scanned.missing.map_or(0, |missing| missing.bytes);
        pieces.push(Piece::Marker(format!(
            "[{}-{}: {} left out ({})]",
            head.to + 1,
            tail.from,
            counted(tail.from - head.to, "line"),
            size(raw.len() + missing),
        )));
        spans.push(span(
            head.to,
            tail.from,
            raw,
            Action::Drop,
            "between head and tail",
        ));
    }
    pieces.extend(tail.pieces);
    spans.push(span(
        tail.from,
        scanned.lines,
        tail.raw,
        Action::Show,
        "the last lines",
    ));
    spans.retain(|span| span.from < span.to);
    let how = match (head.to > 0, tail.from < scanned.lines) {
        (_, true) if head.to > 0 => "the first and the last lines are shown",
        (true, _) if scanned.lines == 1 => "its two ends are shown",
        (true, _) => "the first lines are shown",
        _ => "the last lines are shown",
    };
    frame.close(job, pieces, spans, how)
}

pub(crate) fn span(
    from: u64,
    to: u64,
    raw: ByteSpan,
    action: Action,
    reason: &'static str,
) -> SpanPlan {
    SpanPlan {
        from,
        to,
        raw,
        action,
        class: Class::Other,
        reason,
    }
}

/// One end of the output.
pub(crate) struct End {
    from: u64,
    to: u64,
    raw: ByteSpan,
    bytes: usize,
    pieces: Vec<Piece>,
}

/// Lines of an output one by one, those included that were folded or thinned while reading.
struct Walk<'a> {
    job: &'a Job<'a>,
}

/// One line of content: its raw bytes, its length in the text, its text where it was redrawn.
struct Line {
    raw: ByteSpan,
    bytes: usize,
    text: Option<Box<str>>,
    /// Looks like a line of Ibid's.
    marker: bool,
}

impl<'a> Walk<'a> {
    fn new(job: &'a Job<'a>) -> Self {
        Self { job }
    }

    fn head(&self, room: usize) -> End {
        let mut end = End {
            from: 0,
            to: 0,
            raw: ByteSpan::default(),
            bytes: 0,
            pieces: Vec::new(),
        };
        let mut at = 0;
        'records: for record in &self.job.scanned.records {
            for line in self.before(at, record, room, false) {
                if !end.add(line, room, true) {
                    break 'records;
                }
            }
            if record
                .before
                .as_ref()
                .is_some_and(|before| before.missing.is_some())
            {
                break;
            }
            at = record.raw.end;
            if !end.add(of(record), room, true) {
                break;
            }
        }
        if end.to == 0 {
            end.cut_line(self.job, room, true);
        }
        end
    }

    fn tail(&self, room: usize, stop: u64) -> End {
        let scanned = self.job.scanned;
        let total = scanned.lines;
        let last = scanned.records.last().map_or(0, |record| record.raw.end);
        let mut end = End {
            from: total,
            to: total,
            raw: ByteSpan::new(last, last),
            bytes: 0,
            pieces: Vec::new(),
        };
        'records: for (index, record) in scanned.records.iter().enumerate().rev() {
            if end.from <= stop || !end.add(of(record), room, false) {
                break;
            }
            if record
                .before
                .as_ref()
                .is_some_and(|before| before.missing.is_some())
            {
                break;
            }
            let at = index
                .checked_sub(1)
                .map_or(0, |before| scanned.records[before].raw.end);
            for line in self.before(at, record, room, true).into_iter().rev() {
                if end.from <= stop || !end.add(line, room, false) {
                    break 'records;
                }
            }
        }
        if end.from == total && stop < total {
            end.cut_line(self.job, room, false);
        }
        end.pieces.reverse();
        end
    }

    /// The lines between byte `at` and `record`; not much more than `room` bytes of them, from
    /// the end when `from_end`.
    fn before(&self, at: u64, record: &Record, room: usize, from_end: bool) -> Vec<Line> {
        let lines = record.lines_before();
        let mut raw = ByteSpan::new(at, record.raw.start.max(at));
        if lines == 0 || raw.is_empty() {
            return Vec::new();
        }
        // Escapes may make raw bytes longer than text; a few times the room is enough or the
        // rest is left out.
        let most = (room as u64 + 64) * 8;
        if raw.len() > most {
            match from_end {
                true => raw.start = raw.end - most,
                false => raw.end = raw.start + most,
            }
        }
        let mut found = Vec::new();
        let mut start = raw.start;
        crate::render::each_line(
            &self.job.source.read(raw),
            self.job.scanned.encoding,
            &mut |length, text| {
                let span = ByteSpan::new(start, start + length as u64);
                start = span.end;
                found.push(Line {
                    raw: span,
                    bytes: text.len() + 1,
                    text: None,
                    marker: features::looks_like_marker(text),
                });
            },
        );
        // The first or last of a shortened range may be half a line.
        if raw.start > at && !found.is_empty() {
            found.remove(0);
        } else if raw.end < record.raw.start {
            found.pop();
        }
        found
    }
}

fn of(record: &Record) -> Line {
    Line {
        raw: record.raw,
        bytes: record.bytes as usize + 1,
        text: record.text.clone(),
        marker: record.flags.has(Flags::MARKER),
    }
}

impl End {
    fn add(&mut self, line: Line, room: usize, forward: bool) -> bool {
        let bytes = line.bytes + usize::from(line.marker) * QUOTE.len();
        if self.bytes + bytes > room {
            return false;
        }
        self.bytes += bytes;
        match forward {
            true => (self.to, self.raw.end) = (self.to + 1, line.raw.end),
            false => (self.from, self.raw.start) = (self.from - 1, line.raw.start),
        }
        self.pieces.push(Piece::Line {
            raw: line.raw,
            text: line.text,
            quote: line.marker,
            filler: 0,
        });
        true
    }

    /// Shows the part of a line that alone is longer than the room.
    fn cut_line(&mut self, job: &Job<'_>, room: usize, forward: bool) {
        let records = &job.scanned.records;
        let Some(record) = (if forward {
            records.first()
        } else {
            records.last()
        }) else {
            return;
        };
        let only = records.len() == 1 && record.before.is_none();
        if !forward && only || record.text.is_some() {
            return;
        }
        let Some(room) = room.checked_sub(40).filter(|room| *room > 0) else {
            return;
        };
        let (head, tail) = if only {
            (room, room)
        } else if forward {
            (room, 0)
        } else {
            (0, room)
        };
        self.bytes = room + 40;
        self.pieces.push(Piece::Ends {
            raw: record.raw,
            head,
            tail,
            // The end of a line stands behind the mark of what is missing before it.
            quote: head > 0 && record.flags.has(Flags::MARKER),
        });
        match forward {
            true => (self.to, self.raw) = (1, record.raw),
            false => (self.from, self.raw) = (self.to - 1, record.raw),
        }
    }
}

/// A gap line of content.
pub(crate) fn gap(from: u64, to: u64, what: &str) -> Piece {
    Piece::Marker(format!("{}{what}]", header::gap_start(from, to)))
}
