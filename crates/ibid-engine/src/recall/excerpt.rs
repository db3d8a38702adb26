//! Showing a very long line: the text around what was looked for.

use std::io;

use ibid_model::{LineNo, clip};
use ibid_prune::clean::{CleanLine, Encoding, clean_line};
use regex::{Match, Regex};

use super::answer::Item;
use crate::archive::{ArchiveError, Found, LookupError, read_full};

/// Longest line that is shown whole beside others, in bytes.
const LONG: usize = 1024;
/// Characters shown on each side of a match, and the most bytes that they are.
const SIDE: usize = 80;
const SIDE_BYTES: usize = 4 * SIDE;
/// Most bytes shown of a match itself.
const MATCH_MAX: usize = 200;
/// Most bytes shown of a line over [`LONG`].
const SHOWN_MAX: usize = 1500;
/// Most matches shown of such a line.
const MATCHES_MAX: usize = 8;
/// Bytes shown of such a line beside a match.
const CONTEXT_MAX: usize = 200;
/// Bytes of a line that is too long to be cleaned whole, looked at together.
const PIECE: usize = 1024 * 1024;
/// Bytes of the piece before that are looked at again. A longer match across pieces is not found.
const OVERLAP: usize = 64 * 1024;

/// A line that does not match, as it is shown beside one that does.
pub(super) fn beside(no: LineNo, line: &CleanLine<'_>) -> Item {
    let bytes = line_bytes(line);
    if bytes <= LONG as u64 {
        let text = line.text.to_owned();
        return Item::Line {
            no,
            text,
            hit: false,
        };
    }
    let text = format!("{}…", clip::head(line.text, CONTEXT_MAX));
    Item::Part {
        no,
        text,
        hit: false,
        bytes,
        columns: Vec::new(),
        more: false,
    }
}

/// The line as it is shown when `pattern` matches it; `None` when it does not.
pub(super) fn matching(
    found: &Found,
    no: LineNo,
    line: &CleanLine<'_>,
    pattern: &Regex,
) -> Result<Option<Item>, LookupError> {
    let mut shown = Windows::default();
    if line.cut.is_some() {
        search_raw(found, line, pattern, &mut shown)?;
        return Ok((!shown.columns.is_empty()).then(|| shown.item(no, line_bytes(line))));
    }
    let text = line.text;
    if text.len() <= LONG {
        let text = || text.to_owned();
        return Ok(pattern.is_match(line.text).then(|| Item::Line {
            no,
            text: text(),
            hit: true,
        }));
    }
    for hit in pattern.find_iter(text) {
        if !shown.add(0, text, hit) {
            break;
        }
    }
    Ok((!shown.columns.is_empty()).then(|| shown.item(no, line_bytes(line))))
}

/// Bytes of the whole line's text.
pub(super) fn line_bytes(line: &CleanLine<'_>) -> u64 {
    line.text.len() as u64 + line.cut.map_or(0, |cut| cut.bytes)
}

/// What is shown of a line: windows about its first matches.
#[derive(Default)]
struct Windows {
    text: String,
    /// End of the last window, in bytes of the line.
    end: u64,
    columns: Vec<u64>,
    more: bool,
}

impl Windows {
    /// Adds the window about `hit` in `text`, which starts at byte `base` of the line. False when
    /// no more are shown.
    fn add(&mut self, base: u64, text: &str, hit: Match<'_>) -> bool {
        let shown = clip::head(hit.as_str(), MATCH_MAX).len();
        let window = clip::around(text, hit.start()..hit.start() + shown, SIDE);
        let (start, end) = (base + window.start as u64, base + window.end as u64);
        let joins = start <= self.end;
        let from = if joins {
            (self.end.min(end) - base) as usize
        } else {
            window.start
        };
        let piece = &text[from..window.end];
        let full = !self.columns.is_empty() && self.text.len() + piece.len() > SHOWN_MAX;
        if full || self.columns.len() == MATCHES_MAX {
            self.more = true;
            return false;
        }
        if !joins {
            self.text.push('…');
        }
        self.text.push_str(piece);
        self.end = self.end.max(end);
        self.columns.push(base + hit.start() as u64 + 1);
        true
    }

    fn item(mut self, no: LineNo, bytes: u64) -> Item {
        if self.end < bytes {
            self.text.push('…');
        }
        Item::Part {
            no,
            text: self.text,
            hit: true,
            bytes,
            columns: self.columns,
            more: self.more,
        }
    }
}

/// Looks for `pattern` in the raw bytes of a line that the cleaner did not hold whole, piece by
/// piece. Escapes go as ever; what was redrawn in place is found in each of its states.
fn search_raw(
    found: &Found,
    line: &CleanLine<'_>,
    pattern: &Regex,
    shown: &mut Windows,
) -> Result<(), LookupError> {
    let file = found.open()?;
    let encoding = found.record.encoding;
    let failed = |e: io::Error| ArchiveError::from_io("read", &found.path(), &e);
    let mut raw = vec![0; PIECE];
    let mut at = line.raw.start;
    // The text looked at, its place in the line, and where in the line to look on.
    let (mut text, mut base, mut from) = (String::new(), 0u64, 0u64);
    while at < line.raw.end {
        let want = PIECE.min((line.raw.end - at) as usize);
        let n = read_full(&file, at, &mut raw[..want]).map_err(failed)?;
        let last = n < want || at + n as u64 == line.raw.end;
        let n = if last {
            n
        } else {
            whole_characters(&raw[..n], encoding)
        };
        if n == 0 {
            break;
        }
        at += n as u64;
        let keep = clip::tail(&text, OVERLAP).len();
        base += (text.len() - keep) as u64;
        text.drain(..text.len() - keep);
        text.push_str(&clean_line(&raw[..n], encoding));
        // At 0 only the line's own start may be taken for a start.
        let mut look = (from.max(base) - base) as usize;
        look = text.ceil_char_boundary(look.max(usize::from(base > 0)));
        while let Some(hit) = pattern.find_at(&text, look) {
            // What reaches the end may go on, and has its surroundings in the next piece.
            let open =
                hit.end() + SIDE_BYTES > text.len() && hit.start() + OVERLAP / 2 > text.len();
            if open && !last {
                break;
            }
            if !shown.add(base, &text, hit) {
                return Ok(());
            }
            look = text.ceil_char_boundary(hit.end().max(hit.start() + 1));
            from = base + look as u64;
            if look >= text.len() {
                break;
            }
        }
    }
    Ok(())
}

/// How many of `raw` are whole characters and escapes, as far as the last bytes tell.
fn whole_characters(raw: &[u8], encoding: Encoding) -> usize {
    let len = raw.len();
    if encoding != Encoding::Utf8 {
        return len & !1;
    }
    let near = len.saturating_sub(64);
    if let Some(escape) = memchr::memrchr(0x1b, &raw[near..len]) {
        return near + escape;
    }
    let rest = raw[..len]
        .iter()
        .rev()
        .take(3)
        .take_while(|byte| **byte & 0xc0 == 0x80)
        .count();
    let lead = len.saturating_sub(rest + 1);
    // A lead byte and what follows it go to the next piece, where they are whole.
    if raw.get(lead).is_some_and(|byte| *byte >= 0xc0) {
        lead
    } else {
        len
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, whole_characters};

    #[test]
    fn pieces_end_between_characters() {
        let cases: &[(&[u8], usize)] = &[
            (b"abcd", 4),
            (b"abcde", 5),
            ("abc\u{e9}".as_bytes(), 3),
            (b"abc\xe2\x86\x92", 3),
            (b"ab\x1b[31", 2),
            (b"\x86\x86\x86\x86\x86\x86", 6),
        ];
        for (raw, expected) in cases {
            assert_eq!(whole_characters(raw, Encoding::Utf8), *expected, "{raw:?}");
        }
    }
}
