//! One line of its own: what its bytes are, and the text that they give.

use std::borrow::Cow;

use super::decode::Scale;
use super::escape::{Act, Parser, Perform};
use super::row::{Bounds, Row};
use super::screen::{self, MOVING, MOVING_ESCAPES};

/// What a look at the bytes of a line tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The bytes are text as it is shown: valid UTF-8 without control characters but tab.
    pub(super) plain: bool,
    /// The bytes are ASCII.
    pub(super) ascii: bool,
    /// NUL bytes.
    pub(super) nul: u64,
    /// Other bytes that text does not have.
    pub(super) odd: u64,
}

/// What is known of the bytes around a line, and so of the line's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// All bytes are ASCII.
    ascii: bool,
    /// The bytes are valid UTF-8.
    valid: bool,
}

impl Facts {
    /// The facts about `bytes`.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let ascii = bytes.is_ascii();
        Self {
            ascii,
            valid: ascii || std::str::from_utf8(bytes).is_ok(),
        }
    }
}

/// Looks at the bytes of a line without its end.
pub(super) fn look(body: &[u8], around: Facts) -> Look {
    let ascii = around.ascii || body.is_ascii();
    let valid = ascii || around.valid || std::str::from_utf8(body).is_ok();
    let controls = has_ascii_control(body);
    if !controls && valid && (ascii || !has_wide_control(body)) {
        return Look {
            plain: true,
            ascii,
            ..Look::default()
        };
    }
    Look {
        ascii,
        ..count(body, Facts { ascii, valid })
    }
}

/// Counts the bytes that text does not have.
pub(super) fn count(bytes: &[u8], facts: Facts) -> Look {
    let mut look = Look::default();
    let any = |any, &byte: &u8| any | (byte == 0) | is_odd(byte);
    if bytes.iter().fold(false, any) {
        look.nul = bytes.iter().filter(|&&byte| byte == 0).count() as u64;
        look.odd = bytes.iter().filter(|&&byte| is_odd(byte)).count() as u64;
    }
    if !facts.valid {
        let invalid = bytes
            .utf8_chunks()
            .map(|chunk| chunk.invalid().len() as u64);
        look.odd += invalid.sum::<u64>();
    }
    look
}

/// Whether a block of lines is text as it is shown.
pub(super) fn is_plain_block(block: &[u8], facts: Facts) -> bool {
    facts.valid && !has_ascii_control(block) && (facts.ascii || !has_wide_control(block))
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
    let c1 = memchr::memchr_iter(0xc2, block).any(|at| matches!(block[at + 1], 0x80..=0x9f));
    c1 || memchr::memchr_iter(0xef, block).any(|at| block[at..].starts_with(b"\xef\xbb\xbf"))
}

/// Bytes that no text has, NUL aside: all control characters but the bell and what moves (7 to 13)
/// and ESC.
fn is_odd(byte: u8) -> bool {
    let control = (byte.wrapping_sub(1) < 0x1f) | (byte == 0x7f);
    control & (byte.wrapping_sub(7) > 6) & (byte != 0x1b)
}

/// Whether a line reaches beyond its own row.
pub(super) fn moves(body: &[u8], look: Look) -> bool {
    struct Seek(bool);
    impl Perform for Seek {
        fn perform(&mut self, act: Act<'_>, _at: u64) {
            self.0 |= screen::leaves_row(&act);
        }
    }
    let c1 = |at: usize| body.get(at + 1) == Some(&0x9b);
    if !may_move(body) && (look.ascii || !memchr::memchr_iter(0xc2, body).any(c1)) {
        return false;
    }
    let mut seek = Seek(false);
    let mut parser = Parser::new(0, Scale::Utf8);
    feed(&mut parser, body, &mut seek);
    seek.0
}

/// A quick look for [`moves`]: true for every line that moves by an escape, and for few others.
fn may_move(body: &[u8]) -> bool {
    let mut rest = body;
    while let Some(at) = next_escape(rest) {
        rest = &rest[at + 1..];
        let Some((first, behind)) = rest.split_first() else {
            return false;
        };
        let moving = if *first == b'[' {
            let is_last = |byte: &u8| !matches!(byte, b' '..=b'?');
            let last = behind.iter().position(is_last);
            rest = &behind[last.unwrap_or(behind.len())..];
            rest.first().is_some_and(|last| MOVES[usize::from(*last)])
        } else {
            MOVING_ESCAPES.contains(first)
        };
        if moving {
            return true;
        }
    }
    false
}

/// Where the next ESC is. Where they are dense, a look at a few bytes is quicker than a search.
fn next_escape(bytes: &[u8]) -> Option<usize> {
    const NEAR: usize = 8;
    let near = bytes.iter().take(NEAR).position(|byte| *byte == 0x1b);
    let from = bytes.len().min(NEAR);
    near.or_else(|| Some(from + memchr::memchr(0x1b, &bytes[from..])?))
}

/// Whether each byte is in [`MOVING`].
static MOVES: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < MOVING.len() {
        table[MOVING[at] as usize] = true;
        at += 1;
    }
    table
};

/// Whether a line goes back to its start, so that it may have wrapped there.
pub(super) fn may_wrap(body: &[u8]) -> bool {
    memchr::memchr(b'\r', body).is_some()
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

/// The row that a line draws, with `memory` for its text. A line without a line end ends the
/// output.
pub(super) fn draw(line: &[u8], memory: String) -> Row {
    let mut drawing = Drawing {
        row: Row::with_memory(memory),
        col: 0,
    };
    let mut parser = Parser::new(0, Scale::Utf8);
    feed(&mut parser, without_end(line), &mut drawing);
    if line.ends_with(b"\n") {
        parser.end_line(&mut drawing);
    }
    drawing.row
}

/// The text of a line in UTF-8.
pub(super) fn text(line: &[u8]) -> Cow<'_, str> {
    let body = without_end(line);
    if body.len() <= super::LONG_LINE
        && is_plain_block(body, Facts::of(body))
        && memchr::memchr(b'\n', body).is_none()
        && let Ok(text) = std::str::from_utf8(body)
    {
        return Cow::Borrowed(text);
    }
    let (text, _) = draw(line, String::new()).into_text();
    Cow::Owned(text)
}
