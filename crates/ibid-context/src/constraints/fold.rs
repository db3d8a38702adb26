//! A message as cues are looked for in it: compatibility forms and case folded, what is masked
//! replaced by a sign, and a way back to the bytes of the message.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use super::mask::masked;

/// Stands for something masked within a sentence.
pub(super) const OBJECT: char = '\u{fffc}';

/// The folded text and, for each of its bytes, where in the message it came from.
pub(super) struct Folded {
    pub(super) text: String,
    back: Vec<usize>,
}

impl Folded {
    pub(super) fn of(message: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(message.len()),
            back: Vec::with_capacity(message.len() + 1),
        };
        let mut at = 0;
        for masked in masked(message) {
            folded.plain(message, at..masked.range.start);
            folded.push(if masked.block { '\n' } else { OBJECT }, masked.range.start);
            if masked.block {
                folded.push('\n', masked.range.start);
            }
            // A quotation that is a sentence of its own ends the one it stands in.
            let quoted = &message[masked.range.clone()];
            if !masked.block && is_sentence(quoted) {
                folded.push('.', masked.range.start);
            }
            at = masked.range.end;
        }
        folded.plain(message, at..message.len());
        folded.back.push(message.len());
        folded
    }

    /// The bytes of the message that a range of the folded text stands for.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        self.back[range.start]..self.back[range.end]
    }

    fn plain(&mut self, message: &str, range: Range<usize>) {
        let part = &message[range.clone()];
        let mut chars = part.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            let mut end = start + c.len_utf8();
            while let Some(&(at, mark)) = chars.peek() {
                if canonical_combining_class(mark) == 0 || end - start > 64 {
                    break;
                }
                end = at + mark.len_utf8();
                chars.next();
            }
            let from = range.start + start;
            if end == start + c.len_utf8() && c.is_ascii() {
                self.push(c.to_ascii_lowercase(), from);
                continue;
            }
            match c {
                // Punctuation of Chinese and Japanese stays apart from that of the others.
                '，' | '；' | '：' | '？' | '！' | '…' => self.push(c, from),
                '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{ad}' => {}
                '’' | '‘' | '´' => self.push('\'', from),
                _ => fold_cluster(&part[start..end], |c| self.push(c, from)),
            }
        }
    }

    fn push(&mut self, c: char, from: usize) {
        self.text.push(c);
        self.back.resize(self.text.len(), from);
    }
}

fn fold_cluster(cluster: &str, push: impl FnMut(char)) {
    cluster.nfkc().flat_map(char::to_lowercase).for_each(push);
}

fn is_sentence(quoted: &str) -> bool {
    let mut end = quoted.chars().rev();
    end.next();
    matches!(end.next(), Some('.' | '!' | '?' | '。' | '！' | '？'))
        && quoted.matches(' ').nth(2).is_some()
}

/// A cue, folded as messages are.
pub(super) fn fold_cue(cue: &str) -> String {
    cue.chars()
        .map(|c| if c == '’' { '\'' } else { c })
        .nfkc()
        .flat_map(char::to_lowercase)
        .collect()
}
