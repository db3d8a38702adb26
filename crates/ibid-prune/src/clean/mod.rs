//! Raw bytes to cleaned lines: escapes go, redrawn lines show their last state, encodings become
//! UTF-8. Streaming: any chunking of the same bytes gives the same lines.
//!
//! The way of the bytes: `decode` turns UTF-16 into UTF-8; `stream` finds lines and looks at each;
//! most are text as they stand and go into the window of `rows` as bytes. A line that moves up or
//! down is read by `escape` and drawn on the `screen`, whose rows are those of the window. What
//! leaves the window is final and is handed out.
//!
//! Bounds: 256 rows or 256 KiB can still be redrawn (`rows`). A line is held back up to 8 MiB
//! ([`LONG_LINE`]); a longer one is drawn piece by piece. The terminal's width is told from the
//! first MiB of a line whose rows wrap (`width`), before anything of that line is drawn.

mod blank;
mod cells;
mod decode;
mod escape;
mod line;
mod long;
mod row;
mod rows;
mod screen;
mod stream;
mod width;

use std::borrow::Cow;

use blank::lines_to;
pub(crate) use blank::{BlankRun, Cleaned};
use decode::{Start, Utf16};
use rows::Sink;
use stream::{BLOCK, Lines};

use crate::ByteSpan;

/// A line of more text than this, in bytes, is shown by its two ends. A line of more raw bytes is
/// never [`local`](CleanLine::local).
pub const LONG_LINE: usize = 8 << 20;

/// Bytes of each end of a long line that are shown; at a character's boundary, so up to three
/// fewer.
pub const LONG_END: usize = 64 * 1024;

/// How many lines are handed over together, so that what is looked up for one need not be waited
/// for before the next is looked at.
pub(crate) const TOGETHER: usize = 32;

/// How the bytes encode text; told by the byte order mark, UTF-8 without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8; invalid bytes become U+FFFD.
    #[default]
    Utf8,
    /// UTF-16, little endian.
    Utf16Le,
    /// UTF-16, big endian.
    Utf16Be,
}

/// A gap in the text of a line that is too long to be shown whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where the gap is, in bytes of the text.
    pub at: usize,
    /// Bytes of text that are missing there.
    pub bytes: u64,
}

/// One cleaned line, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanLine<'a> {
    /// The text: no control characters but tab, no byte order mark.
    pub text: &'a str,
    /// The raw bytes it came from, its line end included. Spans of successive lines never overlap
    /// and cover the input.
    pub raw: ByteSpan,
    /// Whether [`clean_line`] of these raw bytes alone gives `text`. False for a line that was
    /// drawn by the bytes of several, and for one of more than [`LONG_LINE`] bytes: its text must
    /// be remembered.
    pub local: bool,
    /// Where text is missing: in a line of more than [`LONG_LINE`] bytes of text, and in a redrawn
    /// one of more than 2^20 cells.
    pub cut: Option<Cut>,
}

/// What an output holds besides text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanReport {
    /// Raw bytes.
    pub bytes: u64,
    /// NUL characters.
    pub nul: u64,
    /// Other bytes that text does not have: control characters that no terminal output uses, and
    /// bytes that are no UTF-8.
    pub odd: u64,
    /// Lines that redrew others.
    pub redraws: u64,
}

impl CleanReport {
    /// Whether the output is not text: it holds NUL, or three in ten bytes are none of text.
    pub fn is_binary(&self) -> bool {
        self.nul > 0 || self.odd * 10 > self.bytes * 3
    }
}

/// Cleans the raw bytes of one line, as [`Cleaner`] does for a line that no other line redraws.
/// Without a line end it is the last line of an output, where an unfinished escape sequence
/// vanishes; a string sequence that a line end cuts off is text.
pub fn clean_line(raw: &[u8], encoding: Encoding) -> Cow<'_, str> {
    if encoding == Encoding::Utf8 {
        return line::text(raw);
    }
    let mut decoder = Utf16::new(encoding);
    let mut decoded = String::new();
    decoder.feed(raw, &mut decoded);
    decoder.finish(&mut decoded);
    Cow::Owned(line::text(decoded.as_bytes()).into_owned())
}

/// The raw bytes that have come in.
#[derive(Debug)]
enum Intake {
    /// The first bytes, which do not tell the encoding yet.
    Start(Vec<u8>),
    Utf8,
    Utf16(Encoding, Utf16),
}

impl Default for Intake {
    fn default() -> Self {
        Intake::Start(Vec::new())
    }
}

/// Cleans a stream of raw bytes into lines.
#[derive(Debug, Default)]
pub struct Cleaner {
    intake: Intake,
    lines: Lines,
}

impl Cleaner {
    /// A cleaner at the start of an output.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes and hands every line that can no longer change to `sink`.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut dyn FnMut(CleanLine<'_>)) {
        self.feed_runs(chunk, &mut lines_to(sink));
    }

    /// The same, with long runs of empty lines handed over as one.
    pub(crate) fn feed_runs(&mut self, chunk: &[u8], sink: &mut Sink<'_>) {
        self.lines.report.bytes += chunk.len() as u64;
        match &mut self.intake {
            Intake::Start(first) => {
                first.extend_from_slice(chunk);
                if let Start::Known(encoding, mark) = decode::start(first) {
                    self.start(encoding, mark, sink);
                }
            }
            Intake::Utf8 => self.lines.feed(chunk, sink),
            Intake::Utf16(_, decoder) => {
                for piece in chunk.chunks(BLOCK) {
                    let mut text = String::new();
                    decoder.feed(piece, &mut text);
                    self.lines.feed(text.as_bytes(), sink);
                }
            }
        }
    }

    /// Ends the output: hands over what is left. A last line without a line end is a line, unless
    /// nothing can be seen of it.
    pub fn finish(mut self, sink: &mut dyn FnMut(CleanLine<'_>)) -> CleanReport {
        let sink = &mut lines_to(sink);
        if let Intake::Start(_) = self.intake {
            self.start(Encoding::Utf8, 0, sink);
        }
        if let Intake::Utf16(_, decoder) = &mut self.intake {
            let mut text = String::new();
            decoder.finish(&mut text);
            self.lines.feed(text.as_bytes(), sink);
        }
        self.lines.finish(sink)
    }

    /// The encoding that the output's start told.
    pub fn encoding(&self) -> Encoding {
        match self.intake {
            Intake::Utf16(encoding, _) => encoding,
            _ => Encoding::Utf8,
        }
    }

    /// What was found so far.
    pub fn report(&self) -> CleanReport {
        self.lines.report
    }

    fn start(&mut self, encoding: Encoding, mark: usize, sink: &mut Sink<'_>) {
        let next = match encoding {
            Encoding::Utf8 => Intake::Utf8,
            _ => Intake::Utf16(encoding, Utf16::new(encoding)),
        };
        if let Intake::Start(first) = std::mem::replace(&mut self.intake, next) {
            self.lines = Lines::new(encoding.into(), mark);
            self.lines.report.bytes = mark as u64;
            self.feed_runs(&first[mark..], sink);
        }
    }
}
