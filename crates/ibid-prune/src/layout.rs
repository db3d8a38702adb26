//! Kept lines to pieces and spans: what stands between them becomes gap lines, and every line is
//! counted once.

use crate::header;
use crate::plan::Piece;
use crate::record::{ClassCounts, Flags, Missing, Record};
use crate::render::{QUOTE, ends};
use crate::{Action, ByteSpan, Class, Counts, SpanPlan};

/// A text laid out but not yet framed by header and footer.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) spans: Vec<SpanPlan>,
    pub(crate) counts: Counts,
    pub(crate) shown: ClassCounts,
    pub(crate) dropped: ClassCounts,
    /// Bytes of the pieces as text.
    pub(crate) bytes: usize,
    pub(crate) quoted: u64,
    /// Lines of which only the two ends are shown.
    pub(crate) cut: u64,
    /// Whether the last record is shown.
    pub(crate) tail: bool,
}

/// How records are laid out.
pub(crate) struct Style {
    /// A line longer than this, in bytes, is shown by its two ends.
    pub(crate) line_limit: usize,
    /// Whether lines that look like Ibid's own are quoted.
    pub(crate) quote: bool,
    /// Whether a gap is shown where that is shorter than naming it.
    pub(crate) unfold: bool,
    /// Whether what only fills a line's width is left out.
    pub(crate) trim: bool,
}

/// Bytes by which the mark inside a shortened line is longer than nothing.
pub(crate) const ENDS_MARK: usize = "[… 1234567890 bytes …]".len();

/// Bytes of a record's line in the text, with its line end.
pub(crate) fn line_bytes(record: &Record, style: &Style) -> usize {
    let quote = if style.quote && record.flags.has(Flags::MARKER) {
        QUOTE.len()
    } else {
        0
    };
    let bytes = record.bytes as usize - trimmed(record, style) as usize;
    let shown = if is_long(record, style) {
        style.line_limit + ENDS_MARK
    } else {
        bytes
    };
    shown + 1 + quote
}

/// Bytes left out at the end of a line that only fill its width.
fn trimmed(record: &Record, style: &Style) -> u32 {
    if style.trim { record.filler } else { 0 }
}

fn is_long(record: &Record, style: &Style) -> bool {
    (record.bytes - trimmed(record, style)) as usize > style.line_limit + ENDS_MARK
}

/// Lines not kept since the last kept one.
#[derive(Default)]
struct Gap {
    counts: ClassCounts,
    folded: u64,
    /// Whether the lines can be had back from their raw bytes and need no quoting.
    plain: bool,
    /// Bytes of their text, line ends included, and lines of which only the number is known.
    bytes: usize,
    unknown: u64,
}

/// The most bytes of text that a raw byte gives: U+FFFD, for one that is no text.
const TEXT_PER_RAW: usize = 3;

/// Lays out the records that `kept` names; `extra` gives lines of Ibid's own to put behind a
/// kept record.
pub(crate) fn lay_out(
    records: &[Record],
    total: u64,
    style: &Style,
    kept: &dyn Fn(usize) -> bool,
    extra: &dyn Fn(usize) -> Option<String>,
) -> Layout {
    let mut layout = Layout {
        counts: Counts {
            total,
            ..Counts::default()
        },
        ..Layout::default()
    };
    let mut gap = Gap {
        plain: true,
        ..Gap::default()
    };
    let (mut line, mut raw) = (0u64, 0u64);
    for (at, record) in records.iter().enumerate() {
        let keep = kept(at);
        if let Some(before) = &record.before {
            if let Some(missing) = before.missing {
                layout.close(
                    &mut gap,
                    style,
                    line,
                    record.line - missing.lines,
                    raw,
                    record.raw.start,
                );
                layout.lost(missing, record);
                (line, raw) = (record.line, record.raw.start);
            }
            gap.counts.merge(&before.thinned);
            gap.plain &= before.thinned.total() == 0;
            gap.unknown += before.folded;
            match keep {
                true => gap.folded += before.folded,
                false => gap.counts.add(record.class(), before.folded),
            }
        }
        if keep {
            layout.close(&mut gap, style, line, record.line, raw, record.raw.start);
            layout.line(record, style);
            (line, raw) = (record.line + 1, record.raw.end);
            layout.tail = at + 1 == records.len();
        } else {
            gap.counts.add(record.class(), 1);
            gap.plain &= record.text.is_none() && !record.flags.has(Flags::MARKER);
            gap.bytes += record.bytes as usize + 1;
        }
        if let Some(text) = extra(at).filter(|_| keep) {
            layout.marker(text);
        }
    }
    let end = records.last().map_or(0, |record| record.raw.end);
    layout.close(&mut gap, style, line, total, raw, end);
    layout
}

impl Layout {
    fn line(&mut self, record: &Record, style: &Style) {
        let quote = style.quote && record.flags.has(Flags::MARKER);
        self.bytes += line_bytes(record, style);
        self.quoted += u64::from(quote);
        self.cut += u64::from(is_long(record, style) || record.flags.has(Flags::CUT));
        self.counts.shown += 1;
        self.shown.add(record.class(), 1);
        self.span(
            record.line,
            record.line + 1,
            record.raw,
            Action::Show,
            record.class(),
            reason(record.class()),
        );
        // (head, tail) as `render::ends` cuts; the bytes counted are an upper bound.
        let tail = style.line_limit * 2 / 5;
        let head = style.line_limit - tail;
        let piece = match &record.text {
            None if is_long(record, style) => Piece::Ends {
                raw: record.raw,
                head,
                tail,
                quote,
            },
            Some(text) if is_long(record, style) => {
                let mark = if quote { QUOTE } else { "" };
                Piece::Excerpt {
                    text: format!("{mark}{}", ends(text, head, tail)).into(),
                }
            }
            _ => Piece::Line {
                raw: record.raw,
                text: record.text.clone(),
                quote,
                filler: trimmed(record, style),
            },
        };
        self.pieces.push(piece);
    }

    fn marker(&mut self, text: String) {
        self.bytes += text.len() + 1;
        self.pieces.push(Piece::Marker(text));
    }

    /// Ends a gap with a line that says what was in it, or shows it where that is shorter.
    fn close(&mut self, gap: &mut Gap, style: &Style, from: u64, to: u64, start: u64, end: u64) {
        let Gap {
            counts,
            folded,
            plain,
            bytes,
            unknown,
        } = std::mem::replace(
            gap,
            Gap {
                plain: true,
                ..Gap::default()
            },
        );
        if from == to {
            return;
        }
        let text = header::gap(from, to, &counts, folded);
        let raw = ByteSpan::new(start, end);
        let class = counts
            .ranked()
            .first()
            .map_or(Class::Repeated, |(class, _)| *class);
        let most = TEXT_PER_RAW * raw.len() as usize + 1;
        let bytes = if unknown > 0 { most } else { bytes };
        if style.unfold && plain && bytes <= text.len() + 1 {
            self.pieces.push(Piece::Lines { raw, quote: false });
            self.tail = to == self.counts.total;
            self.bytes += bytes;
            self.counts.shown += to - from;
            self.shown.add(class, to - from);
            self.span(from, to, raw, Action::Show, class, "shorter than saying so");
            return;
        }
        self.marker(text);
        self.counts.dropped += counts.total();
        self.counts.folded += folded;
        self.dropped.merge(&counts);
        if counts.total() > 0 {
            let drop_end = to - folded;
            let raw_end = if folded > 0 { start } else { end };
            self.span(
                from,
                drop_end,
                ByteSpan::new(start, raw_end),
                Action::Drop,
                class,
                "left out for the budget",
            );
        }
        if folded > 0 {
            let raw_start = start;
            self.span(
                to - folded,
                to,
                ByteSpan::new(raw_start, end),
                Action::Fold,
                class,
                "like the lines around it",
            );
        }
    }

    fn lost(&mut self, missing: Missing, record: &Record) {
        let end = missing.at + missing.bytes;
        self.marker(format!(
            "[not kept: bytes {}-{end}, {} lines]",
            missing.at, missing.lines
        ));
        self.counts.dropped += missing.lines;
        self.dropped.add(Class::Other, missing.lines);
        let raw = ByteSpan::new(record.raw.start, record.raw.start);
        if missing.lines > 0 {
            self.span(
                record.line - missing.lines,
                record.line,
                raw,
                Action::Drop,
                Class::Other,
                "not kept",
            );
        }
    }

    fn span(
        &mut self,
        from: u64,
        to: u64,
        raw: ByteSpan,
        action: Action,
        class: Class,
        reason: &'static str,
    ) {
        if let Some(last) = self.spans.last_mut()
            && last.action == action
            && last.class == class
            && last.reason == reason
            && last.to == from
        {
            last.to = to;
            last.raw.end = raw.end;
            return;
        }
        self.spans.push(SpanPlan {
            from,
            to,
            raw,
            action,
            class,
            reason,
        });
    }
}

fn reason(class: Class) -> &'static str {
    match class {
        Class::Error => "an error",
        Class::FailingTest => "a failing test",
        Class::Assertion => "expected and actual",
        Class::Located => "a located message",
        Class::Frame => "a stack frame",
        Class::Warning => "a warning",
        Class::Summary => "a summary",
        Class::Context => "part of a diagnostic",
        Class::PassingTest | Class::Progress | Class::Download | Class::Repeated => {
            "there was room"
        }
        Class::Other => "near something telling, or there was room",
    }
}
