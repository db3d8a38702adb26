//! What is remembered of a line while an output is read: numbers, no text.

use std::ops::Range;

use crate::{ByteSpan, Class, Kind, Severity};

/// Lines by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassCounts {
    counts: [u64; 13],
}

impl ClassCounts {
    pub(crate) fn add(&mut self, class: Class, lines: u64) {
        self.counts[class as usize] += lines;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
    }

    pub(crate) fn of(&self, class: Class) -> u64 {
        self.counts[class as usize]
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The classes that occur, most lines first.
    pub(crate) fn ranked(&self) -> Vec<(Class, u64)> {
        let mut ranked: Vec<_> = Class::ALL
            .into_iter()
            .map(|class| (class, self.of(class)))
            .filter(|c| c.1 > 0)
            .collect();
        ranked.sort_by_key(|(_, lines)| std::cmp::Reverse(*lines));
        ranked
    }
}

/// What stands between a record and the one before it: lines that were folded while reading, lines
/// that were thinned out to bound memory, or bytes that were never kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Before {
    /// Lines alike the record, folded.
    pub(crate) folded: u64,
    /// Lines that no budget could have shown.
    pub(crate) thinned: ClassCounts,
    /// Bytes and lines that the archive did not keep.
    pub(crate) missing: Option<Missing>,
}

impl Before {
    pub(crate) fn lines(&self) -> u64 {
        self.folded + self.thinned.total() + self.missing.map_or(0, |m| m.lines)
    }
}

/// A range of the raw output that was not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Where it began in the output as it was produced, in bytes.
    pub at: u64,
    /// How many bytes.
    pub bytes: u64,
    /// How many line ends.
    pub lines: u64,
}

/// One line.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Number of the line in the cleaned output, from 0.
    pub(crate) line: u64,
    /// Its raw bytes.
    pub(crate) raw: ByteSpan,
    /// Its cleaned text, where later bytes redrew it.
    pub(crate) text: Option<Box<str>>,
    /// Length of its cleaned text in bytes, without line end.
    pub(crate) bytes: u32,
    /// Bytes at its end that only fill the terminal's width; a pruned text leaves them out.
    pub(crate) filler: u32,
    pub(crate) kind: Option<Kind>,
    pub(crate) severity: Option<Severity>,
    /// Hash with numbers masked.
    pub(crate) shape: u64,
    /// Hash with only volatile parts masked.
    pub(crate) fold: u64,
    /// Hash of the text.
    pub(crate) exact: u64,
    /// Hash of the message without its place: what "the same message" means.
    pub(crate) message: u64,
    /// Hash of the message with quoted names and numbers masked: what "the same rule" means.
    pub(crate) rule: u64,
    /// Where the place stands in the cleaned line (start, length), in bytes.
    pub(crate) place: (u16, u16),
    /// Leading spaces, at most 255.
    pub(crate) indent: u8,
    pub(crate) flags: Flags,
    /// The block it belongs to; 0 for none.
    pub(crate) block: u32,
    /// What stands between it and the record before.
    pub(crate) before: Option<Box<Before>>,
}

impl Record {
    pub(crate) fn place_range(&self) -> Option<Range<usize>> {
        let (start, len) = (self.place.0 as usize, self.place.1 as usize);
        (len > 0).then_some(start..start + len)
    }

    pub(crate) fn class(&self) -> Class {
        if self.flags.has(Flags::REPEATED) {
            return Class::Repeated;
        }
        match self.kind {
            Some(kind) => kind.class(),
            None if self.block != 0 => Class::Context,
            None => Class::Other,
        }
    }

    /// Lines this record stands for: itself and what was taken in before it.
    pub(crate) fn lines_before(&self) -> u64 {
        self.before.as_ref().map_or(0, |before| before.lines())
    }
}

/// What a line looks like, besides its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    pub(crate) const BLANK: Flags = Flags(1);
    /// Only punctuation: `=====`.
    pub(crate) const RULER: Flags = Flags(1 << 1);
    /// A title between rulers: `==== FAILURES ====`.
    pub(crate) const BANNER: Flags = Flags(1 << 2);
    /// Looks like a line that Ibid writes.
    pub(crate) const MARKER: Flags = Flags(1 << 3);
    /// The output already showed this line.
    pub(crate) const REPEATED: Flags = Flags(1 << 4);
    /// The prefix that was peeled says error.
    pub(crate) const HINT_ERROR: Flags = Flags(1 << 5);
    /// The prefix that was peeled says warning.
    pub(crate) const HINT_WARNING: Flags = Flags(1 << 6);
    /// A frame of the project.
    pub(crate) const IN_PROJECT: Flags = Flags(1 << 7);
    /// The user said to keep lines like this.
    pub(crate) const ALWAYS: Flags = Flags(1 << 8);
    /// Holds bytes that are not text.
    pub(crate) const BINARY: Flags = Flags(1 << 9);
    /// A row that stands below another file's heading as well: another fact in the same words.
    pub(crate) const ELSEWHERE: Flags = Flags(1 << 11);
    /// The cleaner left out its middle.
    pub(crate) const CUT: Flags = Flags(1 << 12);
    /// A finding under a file heading.
    pub(crate) const UNDER_HEADING: Flags = Flags(1 << 10);

    pub(crate) fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub(crate) fn set(&mut self, flag: Flags, on: bool) {
        if on {
            self.0 |= flag.0;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record that is nothing but a number and a fold key.
    pub(crate) fn record(line: u64, fold: u64) -> Record {
        Record {
            line,
            raw: ByteSpan::new(line, line + 1),
            text: None,
            bytes: 1,
            filler: 0,
            kind: None,
            severity: None,
            shape: fold,
            fold,
            exact: fold,
            message: fold,
            rule: fold,
            place: (0, 0),
            indent: 0,
            flags: Flags::default(),
            block: 0,
            before: None,
        }
    }
}
