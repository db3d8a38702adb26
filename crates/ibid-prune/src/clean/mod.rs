//! Raw bytes to cleaned lines: escapes go, redrawn lines show their last state, encodings become
//! UTF-8. Streaming: any chunking of the same bytes gives the same lines.

use std::borrow::Cow;

use crate::ByteSpan;

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

/// One cleaned line, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanLine<'a> {
    /// The text: no control characters but tab.
    pub text: &'a str,
    /// The raw bytes it came from, its line end included. Spans of successive lines never overlap
    /// and cover the input.
    pub raw: ByteSpan,
    /// Whether [`clean_line`] of these raw bytes alone gives `text`. False for a line that later
    /// bytes redrew: its text must be remembered.
    pub local: bool,
}

/// Cleans the raw bytes of one line (its line end included or not), as [`Cleaner`] does for a
/// line that no other line redraws.
pub fn clean_line(raw: &[u8], encoding: Encoding) -> Cow<'_, str> {
    let _ = encoding;
    match String::from_utf8_lossy(raw) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_end_matches('\n')),
        Cow::Owned(text) => Cow::Owned(text.trim_end_matches('\n').to_owned()),
    }
}

/// Cleans a stream of raw bytes into lines.
#[derive(Debug, Default)]
pub struct Cleaner {
    pending: Vec<u8>,
    taken: u64,
}

impl Cleaner {
    /// A cleaner at the start of an output.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes and hands every line that can no longer change to `sink`.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut dyn FnMut(CleanLine<'_>)) {
        self.pending.extend_from_slice(chunk);
        while let Some(end) = memchr::memchr(b'\n', &self.pending) {
            self.emit(end + 1, sink);
        }
    }

    /// Ends the output: hands over what is left. A last line without a line end is a line.
    pub fn finish(mut self, sink: &mut dyn FnMut(CleanLine<'_>)) {
        if !self.pending.is_empty() {
            self.emit(self.pending.len(), sink);
        }
    }

    /// The encoding that the output's start told.
    pub fn encoding(&self) -> Encoding {
        Encoding::Utf8
    }

    fn emit(&mut self, end: usize, sink: &mut dyn FnMut(CleanLine<'_>)) {
        let raw: Vec<u8> = self.pending.drain(..end).collect();
        let text = String::from_utf8_lossy(&raw);
        let span = ByteSpan::new(self.taken, self.taken + end as u64);
        self.taken = span.end;
        sink(CleanLine {
            text: text.trim_end_matches('\n'),
            raw: span,
            local: true,
        });
    }
}
