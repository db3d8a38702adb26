//! Replacing whatever a pattern matches, wherever it stands: in the raw bytes (a link's address, a
//! title), in a text whose parts are coloured, in UTF-16.
//!
//! A line is looked at whole up to 16 MiB, a longer one in parts of that size; a match over several
//! lines is found when its end lies within 256 KiB of the line it begins on.

use std::ops::Range;

use ibid_prune::clean::Encoding;
use regex::bytes::{Regex, RegexBuilder};

use super::view::View;
use super::{Numbers, Placeholders, Sink};

/// Bytes that are looked at together.
const WINDOW: usize = 1 << 20;
/// Bytes behind a line that must be there before it is decided.
const AHEAD: usize = 256 << 10;
/// Most bytes held until a match ends.
const HELD_MAX: usize = 16 << 20;
/// Bytes before those that are decided, which tell where words and lines begin. Even, so that
/// characters of two bytes stay whole.
const BEHIND: usize = 64;
/// Longest pattern, in bytes, and largest compiled one.
const PATTERN_MAX: usize = 64 << 10;
const PATTERN_SIZE: usize = 16 << 20;
/// The kind that placeholders name.
const KIND: &str = "pattern";

/// Reads a pattern for a [`Purger`]: a regular expression (crate `regex`) in which `^` and `$` are
/// the ends of a line.
///
/// # Errors
/// What is wrong with it, in one line. One that matches nothing at all would match everywhere.
pub fn compile(pattern: &str) -> Result<Regex, String> {
    if pattern.len() > PATTERN_MAX {
        return Err(format!("it is longer than {PATTERN_MAX} bytes"));
    }
    let mut builder = RegexBuilder::new(pattern);
    builder.multi_line(true).crlf(true).size_limit(PATTERN_SIZE);
    match builder.build() {
        Ok(regex) if regex.is_match(b"") => Err("it matches the empty text".to_owned()),
        Ok(regex) => Ok(regex),
        Err(error) => {
            let text = error.to_string();
            let last = text.lines().rfind(|line| !line.trim().is_empty());
            Err(last
                .unwrap_or(&text)
                .trim_start_matches("error: ")
                .to_owned())
        }
    }
}

/// Replaces what a pattern matches, in streams and texts. The same match gets the same placeholder.
pub struct Purger {
    pattern: Regex,
    placeholders: Placeholders,
    encoding: Encoding,
    /// Raw bytes that are not given on yet, behind `given` ones that are.
    held: Vec<u8>,
    given: usize,
    /// How many must be held before they are looked at.
    enough: usize,
    /// Place of the first of them in the stream.
    at: u64,
    count: u64,
}

/// What is to be replaced: its place in the bytes held, and its text.
type Hit = (Range<usize>, Vec<u8>);

impl Purger {
    /// Replaces what `pattern` (of [`compile`]) matches, with numbers from `numbers`.
    pub fn new(pattern: Regex, numbers: Box<dyn Numbers>) -> Self {
        Self {
            pattern,
            placeholders: Placeholders::new(numbers),
            encoding: Encoding::Utf8,
            held: Vec::new(),
            given: 0,
            enough: WINDOW,
            at: 0,
            count: 0,
        }
    }

    /// Begins a stream in `encoding`; [`Purger::finish`] ends it.
    pub fn begin(&mut self, encoding: Encoding) {
        self.encoding = encoding;
        self.held.clear();
        (self.given, self.enough, self.at) = (0, WINDOW, 0);
    }

    /// Takes the next bytes and gives on those that are decided.
    pub fn feed(&mut self, chunk: &[u8], sink: Sink<'_>) {
        for piece in chunk.chunks(WINDOW) {
            self.held.extend_from_slice(piece);
            if self.held.len() >= self.enough {
                // Each look is paid for by as many new bytes.
                self.enough = match self.pass(false, sink) {
                    true => self.held.len() + WINDOW,
                    false => 2 * self.held.len(),
                };
            }
        }
    }

    /// Ends the stream and gives on the rest.
    pub fn finish(&mut self, sink: Sink<'_>) {
        self.pass(true, sink);
        self.begin(self.encoding);
    }

    /// A text as a whole, between streams.
    pub fn text(&mut self, text: &str) -> String {
        let mut out = Vec::with_capacity(text.len());
        let mut sink = |_: u64, _: u64, bytes: &[u8]| out.extend_from_slice(bytes);
        self.begin(Encoding::Utf8);
        self.feed(text.as_bytes(), &mut sink);
        self.finish(&mut sink);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// How much was replaced since this was asked last.
    pub fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }

    /// Gives on what is decided; false when a match must first end.
    fn pass(&mut self, last: bool, sink: Sink<'_>) -> bool {
        let held = std::mem::take(&mut self.held);
        let decided = match last {
            true => Some(held.len()),
            false => self.decided(&held),
        };
        let hits = decided.and_then(|decided| self.hits(&held, decided, last));
        let Some((decided, hits)) = decided.zip(hits) else {
            self.held = held;
            return false;
        };
        let mut raw = self.given;
        for (place, secret) in hits {
            if raw < place.start {
                let bytes = &held[raw..place.start];
                sink(self.at + raw as u64, bytes.len() as u64, bytes);
            }
            let placeholder = self.placeholders.of(KIND, &secret, self.encoding);
            let from = self.at + place.start as u64;
            sink(from, (place.end - place.start) as u64, &placeholder);
            self.count += 1;
            raw = place.end;
        }
        let end = decided.max(raw);
        if raw < end {
            sink(self.at + raw as u64, (end - raw) as u64, &held[raw..end]);
        }
        let keep = end - end.min(BEHIND);
        self.given = end - keep;
        self.held = held[keep..].to_vec();
        self.at += keep as u64;
        true
    }

    /// How many of `held` are whole lines with enough behind them; `None` when the first line must
    /// still end.
    fn decided(&self, held: &[u8]) -> Option<usize> {
        let (line_end, width): (&[u8], usize) = match self.encoding {
            Encoding::Utf8 => (b"\n", 1),
            Encoding::Utf16Le => (b"\n\0", 2),
            Encoding::Utf16Be => (b"\0\n", 2),
        };
        let most = held.len().saturating_sub(AHEAD).max(self.given);
        let most = most - most % width;
        let mut before = most;
        while let Some(at) = memchr::memmem::rfind(&held[self.given..before], line_end) {
            let at = self.given + at;
            if at.is_multiple_of(width) {
                return Some(at + width);
            }
            before = at + 1;
        }
        (held.len() >= HELD_MAX).then_some(most)
    }

    /// What is to be replaced among the first `decided` bytes of `held`, in order and apart. `None`
    /// when a match may go on beyond what is there.
    fn hits(&self, held: &[u8], decided: usize, last: bool) -> Option<Vec<Hit>> {
        let mut hits = Vec::new();
        let plain = View::raw(held, self.encoding, last);
        self.look(&plain, held.len(), decided, last, &mut hits)?;
        if memchr::memchr(0x1b, held).is_some() {
            let seen = View::new(held, self.encoding, last);
            self.look(&seen, held.len(), decided, last, &mut hits)?;
        }
        hits.sort_by_key(|(place, _)| (place.start, std::cmp::Reverse(place.end)));
        let mut apart: Vec<Hit> = Vec::with_capacity(hits.len());
        for (place, secret) in hits {
            match apart.last_mut() {
                Some((before, _)) if place.start < before.end => {
                    before.end = before.end.max(place.end);
                }
                _ => apart.push((place, secret)),
            }
        }
        Some(apart)
    }

    fn look(
        &self,
        view: &View<'_>,
        held: usize,
        decided: usize,
        last: bool,
        hits: &mut Vec<Hit>,
    ) -> Option<()> {
        let text = view.text.as_ref();
        let mut from = view.at(self.given);
        while let Some(found) = (from <= text.len())
            .then(|| self.pattern.find_at(text, from))
            .flatten()
        {
            let start = view.start(found.start());
            if start >= decided {
                break;
            }
            from = found.end().max(found.start() + 1);
            if found.is_empty() {
                continue;
            }
            let ended = memchr::memchr(b'\n', &text[found.end()..]).is_some();
            if !ended && !last && held < HELD_MAX {
                return None;
            }
            let place = start..view.end(found.end());
            hits.push((place, found.as_bytes().to_vec()));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::FromOne;

    fn purge(pattern: &str, bytes: &[u8], encoding: Encoding, step: usize) -> (Vec<u8>, u64) {
        let pattern = compile(pattern).expect("a pattern");
        let mut purger = Purger::new(pattern, Box::new(FromOne::default()));
        purger.begin(encoding);
        let (mut out, mut at) = (Vec::new(), 0);
        let mut sink = |from: u64, len: u64, bytes: &[u8]| {
            assert_eq!(from, at, "what is given on follows what was");
            at += len;
            out.extend_from_slice(bytes);
        };
        bytes
            .chunks(step)
            .for_each(|chunk| purger.feed(chunk, &mut sink));
        purger.finish(&mut sink);
        assert_eq!(at, bytes.len() as u64, "all is given on");
        (out, purger.take_count())
    }

    #[test]
    fn what_matches_goes_and_all_else_stays() {
        let cases: &[(&str, &str, &str)] = &[
            ("none", "some text\n", "some text\n"),
            (
                "tok_[a-z]+",
                "a tok_abc b tok_abc c tok_x\n",
                "a [redacted:pattern:1] b [redacted:pattern:1] c [redacted:pattern:2]\n",
            ),
            (
                "^pass$",
                "pass\r\npassed\npass",
                "[redacted:pattern:1]\r\npassed\n[redacted:pattern:1]",
            ),
            ("s3cret", "s3\x1b[1mcr\x1b[0met!", "[redacted:pattern:1]!"),
            (
                "s3cret",
                "\x1b]8;;http://x/?k=s3cret\x07link\x1b]8;;\x07",
                "\x1b]8;;http://x/?k=[redacted:pattern:1]\x07link\x1b]8;;\x07",
            ),
            (
                "BEGIN(?s:.)*?END",
                "a BEGIN\nx\nEND b",
                "a [redacted:pattern:1] b",
            ),
            (
                r"\bkey\b",
                "monkey key keys",
                "monkey [redacted:pattern:1] keys",
            ),
            ("gr\u{fc}n", "rot gr\u{fc}n", "rot [redacted:pattern:1]"),
        ];
        for (pattern, text, expected) in cases {
            for step in [1, 3, 4096] {
                let (out, _) = purge(pattern, text.as_bytes(), Encoding::Utf8, step);
                assert_eq!(
                    String::from_utf8_lossy(&out),
                    *expected,
                    "{pattern} in {step}"
                );
                for (encoding, bytes) in [
                    (Encoding::Utf16Le, u16::to_le_bytes as fn(u16) -> [u8; 2]),
                    (Encoding::Utf16Be, u16::to_be_bytes),
                ] {
                    let wide = |text: &str| text.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
                    let (out, _) = purge(pattern, &wide(text), encoding, step);
                    assert!(out == wide(expected), "{pattern} in {step} of {encoding:?}");
                }
            }
        }
    }

    #[test]
    fn a_match_is_found_wherever_the_pieces_end() {
        for length in [WINDOW - AHEAD, WINDOW, WINDOW + 7, 2 * WINDOW - AHEAD] {
            for line in ["", "row\n"] {
                let filler = match line {
                    "" => "x".repeat(length),
                    line => line.repeat(length / line.len()),
                };
                for cut in 0..8 {
                    let before = &filler[..filler.len() - cut];
                    let text = format!("{before} s3cret {filler}s3cret");
                    let (out, count) = purge("s3cret", text.as_bytes(), Encoding::Utf8, 70_000);
                    assert_eq!(count, 2, "{length} and {cut}");
                    let expected = text.replace("s3cret", "[redacted:pattern:1]");
                    assert!(out == expected.as_bytes(), "{length} and {cut}");
                }
            }
        }
        // A greedy match over more than is looked at together.
        let long = format!("<{}> tail\n", "y".repeat(3 * WINDOW));
        let (out, count) = purge("<.*>", long.as_bytes(), Encoding::Utf8, 4096);
        assert_eq!(count, 1);
        assert!(out == b"[redacted:pattern:1] tail\n", "{} bytes", out.len());
    }

    #[test]
    fn a_pattern_that_cannot_be_used_says_why() {
        for (pattern, expected) in [
            ("(", "unclosed group"),
            ("x*", "it matches the empty text"),
            ("", "it matches the empty text"),
            ("(?=a)", "look-around"),
        ] {
            let error = compile(pattern).expect_err(pattern);
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
