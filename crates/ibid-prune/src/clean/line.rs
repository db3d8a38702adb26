//! One line of its own: what its bytes are, and the text that they give.

use std::borrow::Cow;

use super::Cut;
use super::decode::Scale;
use super::escape::{Act, Parser, Perform};
use super::row::{Bounds, Row};
use super::screen;

/// What a look at the bytes of a line tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The bytes are text as it is shown: valid UTF-8 without control characters but tab.
    pub(super) plain: bool,
    /// The line reaches beyond its own row.
    pub(super) moves: bool,
    /// NUL bytes.
    pub(super) nul: u64,
    /// Other bytes that text does not have.
    pub(super) odd: u64,
}

/// Looks at the bytes of a line without its end.
pub(super) fn look(body: &[u8]) -> Look {
    if is_plain_block(body) {
        return Look {
            plain: true,
            ..Look::default()
        };
    }
    Look {
        moves: moves(body),
        ..count(body)
    }
}

/// Counts the bytes that text does not have.
pub(super) fn count(body: &[u8]) -> Look {
    let mut look = Look::default();
    if has_ascii_control(body) {
        look.nul = memchr::memchr_iter(0, body).count() as u64;
        look.odd = body.iter().filter(|&&byte| is_odd(byte)).count() as u64;
    }
    if std::str::from_utf8(body).is_err() {
        let invalid = body.utf8_chunks().map(|chunk| chunk.invalid().len() as u64);
        look.odd += invalid.sum::<u64>();
    }
    look
}

/// Whether the bytes are text as it is shown, but for line feeds.
pub(super) fn is_plain_block(block: &[u8]) -> bool {
    !has_ascii_control(block)
        && (block.is_ascii() || std::str::from_utf8(block).is_ok() && !has_wide_control(block))
}

/// Whether the block holds a control character other than tab and line feed. No branches, so that
/// it is as fast as memory.
fn has_ascii_control(block: &[u8]) -> bool {
    let control = |byte: u8| (byte < 0x20) & (byte != b'\t') & (byte != b'\n') | (byte == 0x7f);
    block
        .chunks(4096)
        .any(|chunk| chunk.iter().fold(false, |any, &byte| any | control(byte)))
}

/// Whether valid UTF-8 holds a control character of more than one byte.
fn has_wide_control(block: &[u8]) -> bool {
    let c1 = memchr::memchr_iter(0xc2, block)
        .any(|at| block.get(at + 1).is_some_and(|next| *next < 0xa0));
    c1 || memchr::memmem::find(block, "\u{feff}".as_bytes()).is_some()
}

/// Bytes that no text has, NUL aside.
fn is_odd(byte: u8) -> bool {
    matches!(byte, 0x01..=0x06 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f)
}

/// Whether a line reaches beyond its own row.
fn moves(body: &[u8]) -> bool {
    struct Seek(bool);
    impl Perform for Seek {
        fn perform(&mut self, act: Act<'_>, _at: u64) {
            self.0 |= screen::leaves_row(&act);
        }
    }
    let escapes = memchr::memchr(0x1b, body).is_some()
        || memchr::memmem::find(body, "\u{9b}".as_bytes()).is_some();
    if !escapes {
        return false;
    }
    let mut seek = Seek(false);
    let mut parser = Parser::new(0, Scale::Utf8);
    feed(&mut parser, body, &mut seek);
    seek.0
}

/// The bytes of a line without its end: a line feed and carriage returns before it.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let body = line.strip_suffix(b"\n").unwrap_or(line);
    let returns = body.iter().rev().take_while(|&&byte| byte == b'\r').count();
    &body[..body.len() - returns]
}

/// Feeds bytes to a parser; what is no UTF-8 shows as U+FFFD.
pub(super) fn feed(parser: &mut Parser, bytes: &[u8], out: &mut impl Perform) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        parser.feed(text, out);
        return;
    }
    for chunk in bytes.utf8_chunks() {
        parser.feed(chunk.valid(), out);
        if !chunk.invalid().is_empty() {
            parser.feed_invalid(chunk.invalid().len() as u64, out);
        }
    }
}

/// A line being drawn that no other line redraws.
#[derive(Debug, Default)]
struct Drawing {
    row: Row,
    col: usize,
}

impl Perform for Drawing {
    fn perform(&mut self, act: Act<'_>, _at: u64) {
        let Drawing { row, col } = self;
        match act {
            Act::Text(text) => row.write(col, text, Bounds::LINE),
            Act::Tab => row.tab(col, Bounds::LINE),
            Act::Return => row.carriage_return(col),
            Act::Back => row.back(col, Bounds::LINE),
            Act::Csi(csi) => {
                row.control(col, &csi, Bounds::LINE);
            }
            Act::Escape(_) => {}
        }
    }
}

/// The row that a line draws. A line without a line end ends the output.
pub(super) fn draw(line: &[u8]) -> Row {
    let mut drawing = Drawing::default();
    let mut parser = Parser::new(0, Scale::Utf8);
    feed(&mut parser, without_end(line), &mut drawing);
    if line.ends_with(b"\n") {
        parser.end_line(&mut drawing);
    }
    drawing.row
}

/// The text of a line in UTF-8, and where some of it is missing.
pub(super) fn text(line: &[u8]) -> (Cow<'_, str>, Option<Cut>) {
    let body = without_end(line);
    if body.len() <= super::LONG_LINE
        && is_plain_block(body)
        && memchr::memchr(b'\n', body).is_none()
        && let Ok(text) = std::str::from_utf8(body)
    {
        return (Cow::Borrowed(text), None);
    }
    let mut out = String::new();
    let cut = draw(line).write_to(&mut out);
    (Cow::Owned(out), cut)
}
