//! A plan to text: concatenation, nothing is decided here.

use crate::clean::{Encoding, clean_line};
use crate::features;
use crate::plan::Piece;
use crate::{PrunePlan, RecallHint, Source, ToolOutput};

/// What marks an original line that begins like one of Ibid's own.
pub(crate) const QUOTE: &str = "│ ";

/// The text of a plan: what a reader sees. `hint` must be the one the plan was made with.
pub fn render(output: &ToolOutput<'_>, plan: &PrunePlan, hint: &RecallHint) -> String {
    let _ = hint;
    plan.text(output.bytes)
}

impl PrunePlan {
    /// The text of the plan, from the bytes that were planned. Empty for an empty output whose
    /// exit status is 0 or unknown; otherwise it ends with a line end.
    pub fn text<S: Source + ?Sized>(&self, source: &S) -> String {
        text(&self.pieces, source, self.encoding)
    }
}

/// The pieces, one behind the other.
pub(crate) fn text<S: Source + ?Sized>(pieces: &[Piece], source: &S, encoding: Encoding) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Marker(text) => out.push_str(text),
            Piece::Excerpt { text } => out.push_str(text),
            Piece::Line {
                raw,
                text,
                quote,
                filler,
            } => {
                if *quote {
                    out.push_str(QUOTE);
                }
                match text {
                    Some(text) => out.push_str(without(text, *filler)),
                    None => {
                        out.push_str(without(&clean_line(&source.read(*raw), encoding), *filler))
                    }
                }
            }
            Piece::Lines { raw, quote } => {
                each_line(&source.read(*raw), encoding, &mut |_, line| {
                    if *quote && features::looks_like_marker(line) {
                        out.push_str(QUOTE);
                    }
                    out.push_str(line);
                    out.push('\n');
                });
                continue;
            }
            Piece::Ends {
                raw,
                head,
                tail,
                quote,
            } => {
                if *quote {
                    out.push_str(QUOTE);
                }
                out.push_str(&ends(
                    &clean_line(&source.read(*raw), encoding),
                    *head,
                    *tail,
                ));
            }
        }
        out.push('\n');
    }
    out
}

fn without(text: &str, filler: u32) -> &str {
    text.get(..text.len().saturating_sub(filler as usize))
        .unwrap_or(text)
}

/// Calls `each` with the raw length and the cleaned text of every line of `raw`, whose lines were
/// all cleaned on their own.
pub(crate) fn each_line(raw: &[u8], encoding: Encoding, each: &mut dyn FnMut(usize, &str)) {
    let mut at = 0;
    while at < raw.len() {
        let end = line_end(raw, at, encoding);
        each(end - at, &clean_line(&raw[at..end], encoding));
        at = end;
    }
}

/// One past the line end that follows `at`.
fn line_end(raw: &[u8], at: usize, encoding: Encoding) -> usize {
    let (first, second) = match encoding {
        Encoding::Utf8 => {
            return memchr::memchr(b'\n', &raw[at..]).map_or(raw.len(), |n| at + n + 1);
        }
        Encoding::Utf16Le => (b'\n', 0),
        Encoding::Utf16Be => (0, b'\n'),
    };
    let units = raw[at..]
        .chunks_exact(2)
        .position(|unit| unit == [first, second]);
    units.map_or(raw.len(), |n| at + 2 * n + 2)
}

/// The two ends of a long line, `head` and `tail` bytes at the most, cut at character boundaries.
pub(crate) fn ends(line: &str, head: usize, tail: usize) -> String {
    let head = line.floor_char_boundary(head);
    let tail = line.ceil_char_boundary(line.len().saturating_sub(tail).max(head));
    format!(
        "{}{}{}",
        &line[..head],
        left_out(tail - head),
        &line[tail..]
    )
}

/// What stands where bytes of a line were left out.
pub(crate) fn left_out(bytes: usize) -> String {
    format!("[… {bytes} bytes …]")
}
