//! The text of one line, with an upper bound on the memory it takes.

use super::{Cut, LONG_END, LONG_LINE};

/// Text that is only appended to. Above [`LONG_LINE`] bytes its two ends are kept.
#[derive(Debug, Default)]
pub(super) struct LongText {
    /// The whole text, or its first [`LONG_END`] bytes once `tail` is there.
    head: String,
    tail: Option<Box<Tail>>,
}

#[derive(Debug, Default)]
struct Tail {
    text: String,
    /// Bytes between the head and the start of `text`.
    skipped: u64,
}

impl Tail {
    /// Appends `text`, of which no more than its end may be needed.
    fn push(&mut self, text: &str) {
        let from = end_of(text);
        if from > 0 {
            self.skipped += (self.text.len() + from) as u64;
            self.text.clear();
        }
        self.text.push_str(&text[from..]);
        if self.text.len() > 2 * LONG_END {
            self.shorten();
        }
    }

    /// Keeps the last [`LONG_END`] bytes, cut between characters.
    fn shorten(&mut self) {
        let from = end_of(&self.text);
        self.skipped += from as u64;
        self.text.drain(..from);
    }
}

/// Where the last [`LONG_END`] bytes of `text` begin, at a character.
fn end_of(text: &str) -> usize {
    let mut from = text.len().saturating_sub(LONG_END);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    from
}

impl LongText {
    /// An empty text in the memory of `memory`.
    pub(super) fn with_memory(mut memory: String) -> Self {
        memory.clear();
        Self {
            head: memory,
            tail: None,
        }
    }

    /// Appends `text`.
    pub(super) fn push(&mut self, text: &str) {
        if let Some(tail) = &mut self.tail {
            tail.push(text);
        } else if self.head.len() + text.len() <= LONG_LINE {
            self.head.push_str(text);
        } else {
            let mut cut = LONG_END.min(self.head.len());
            while !self.head.is_char_boundary(cut) {
                cut -= 1;
            }
            self.divide(cut, text);
        }
    }

    /// Makes the text a head of `cut` bytes or more, filled up from `more`, and a tail.
    fn divide(&mut self, cut: usize, more: &str) {
        let mut tail = Tail {
            text: self.head.split_off(cut),
            skipped: 0,
        };
        let mut fill = 0;
        if tail.text.is_empty() {
            fill = (LONG_END - cut).min(more.len());
            while !more.is_char_boundary(fill) {
                fill -= 1;
            }
            self.head.push_str(&more[..fill]);
        }
        tail.push(&more[fill..]);
        self.tail = Some(Box::new(tail));
    }

    /// The text as far as it is kept from its start.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// Bytes behind [`Self::head`].
    pub(super) fn beyond(&self) -> u64 {
        self.tail
            .as_ref()
            .map_or(0, |tail| tail.skipped + tail.text.len() as u64)
    }

    /// Whether it holds nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.head.is_empty()
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.head.clear();
        self.tail = None;
    }

    /// The text, and where bytes are missing.
    pub(super) fn into_text(self) -> (String, Option<Cut>) {
        let mut out = self.head;
        let Some(mut tail) = self.tail else {
            return (out, None);
        };
        tail.shorten();
        let cut = Cut {
            at: out.len(),
            bytes: tail.skipped,
        };
        out.push_str(&tail.text);
        (out, Some(cut))
    }
}
