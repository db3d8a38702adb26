//! Lines that differ only in their digits are of the same format, and their parts stand at the
//! same bytes. A log of a million lines has a few thousand such skeletons; what was found for the
//! first line of one is remembered for the others (`known.rs`), which then cost a hash instead of
//! patterns.
//!
//! Kept apart are numbers that formats may tell apart where they stand alone: zero from any other,
//! the digits of numbers of one digit (`exit code 1`), and the first of three (`404`); and the zero
//! of `0x`, which begins an address.

use crate::shape::{last_word, mix};

/// Longer lines are data: they are looked at, not remembered.
const LONGEST: usize = 512;

/// A line with what formats do not tell apart masked, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skeleton(pub(crate) u64);

/// The hash of `text` as it is, which is [`crate::shape::hash`], and its skeleton; no skeleton for
/// a line that is not remembered.
///
/// One pass takes both hashes eight bytes at a time, with all digits alike in the second, and
/// notes where digits are. Those that are kept apart are added afterwards.
pub(crate) fn hashes(text: &str) -> (u64, Option<Skeleton>) {
    let line = text.as_bytes();
    if line.len() > LONGEST {
        return (crate::shape::hash(line), None);
    }
    let (mut exact, mut masked) = (line.len() as u64, !(line.len() as u64));
    let mut digits = [0u64; LONGEST / 64];
    let (words, rest) = line.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = digits_of(word);
        exact = mix(exact, word);
        masked = mix(masked, alike(word, found));
        digits[at / 8] |= bits(found) << (at % 8 * 8);
    }
    if !rest.is_empty() {
        let word = last_word(rest);
        // The length at the end of the word is no digit.
        let found = digits_of(word) & !(0xFF << 56);
        exact = mix(exact, word);
        masked = mix(masked, alike(word, found));
        digits[words.len() / 8] |= bits(found) << (words.len() % 8 * 8);
    }
    let mut carry = 0;
    for (at, &found) in digits.iter().enumerate().take(line.len().div_ceil(64)) {
        let mut starts = found & !(found << 1 | carry);
        carry = found >> 63;
        while starts != 0 {
            let bit = starts.trailing_zeros();
            let run = (!(found >> bit)).trailing_zeros();
            let start = at * 64 + bit as usize;
            starts &= starts - 1;
            // Of most numbers nothing is kept; a run that ends its word may go on.
            if bit + run < 64 && !may_be_kept(run as usize, line[start]) {
                continue;
            }
            if let Some(kept) = kept(line, start) {
                masked = mix(masked, (start as u64) << 32 | kept);
            }
        }
    }
    (exact, Some(Skeleton(masked)))
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte of `word` that is a digit.
#[inline]
fn digits_of(word: u64) -> u64 {
    let value = word ^ (EACH * u64::from(b'0'));
    let above_nine = (value & (EACH * 0x7F)) + EACH * (0x80 - 10);
    !(above_nine | value) & (EACH * 0x80)
}

/// `word` with the bytes that `found` names as nines.
#[inline]
fn alike(word: u64, found: u64) -> u64 {
    let whole = (found >> 7) * 0xFF;
    word & !whole | whole & (EACH * u64::from(b'9'))
}

/// The highest bits of eight bytes side by side.
#[inline]
fn bits(found: u64) -> u64 {
    (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Whether anything may be kept apart of a number of `run` digits that begins with `first`.
fn may_be_kept(run: usize, first: u8) -> bool {
    matches!(run, 1 | 3) || first == b'0'
}

/// What is kept apart of the number that begins at `start`, as a number that is not 0.
fn kept(line: &[u8], start: usize) -> Option<u64> {
    let number = &line[start..];
    let run = number.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = &number[..run];
    if !may_be_kept(run, number[0]) {
        return None;
    }
    let zero = number.iter().all(|b| *b == b'0');
    let byte = |at: Option<usize>| at.and_then(|at| line.get(at)).copied();
    let next = byte(Some(start + run));
    if zero && run == 1 && next == Some(b'x') {
        return Some(1);
    }
    let before = joins(byte(start.checked_sub(1)), byte(start.checked_sub(2)));
    let after = joins(next, byte(Some(start + run + 1)));
    let alone = !before && !after;
    match run {
        _ if !alone => None,
        _ if zero => Some(2),
        1 | 3 => Some(number[0].into()),
        _ => None,
    }
}

/// Whether a byte next to a number makes it part of a longer token, such as `v1.2` or `a.c:3:5`;
/// a mark only does when the token goes on behind it: the zero of `failed: 0.` stands alone.
fn joins(next: Option<u8>, beyond: Option<u8>) -> bool {
    let in_word = |byte: Option<u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric());
    in_word(next)
        || matches!(next, Some(b'_' | b'/' | b'-'))
        || matches!(next, Some(b':' | b'.')) && in_word(beyond)
}

#[cfg(test)]
mod tests {
    use super::hashes;
    use crate::shape::hash;

    #[test]
    fn only_what_no_format_tells_apart_is_masked() {
        for (a, b, same) in [
            ("a.c:12:34: x", "a.c:98:76: x", true),
            ("a.c:12:34: x", "a.c:123:4: x", false),
            ("a.c:1:2: x", "a.c:3:4: x", true),
            ("a.c:1:2: x", "a.c:1:2: y", false),
            ("0 errors", "3 errors", false),
            ("00 errors", "17 errors", false),
            ("failed: 0.", "failed: 2.", false),
            ("exit code 1", "exit code 0", false),
            ("HTTP 404", "HTTP 200", false),
            ("HTTP 404", "HTTP 410", true),
            ("unit1234.o", "unit9876.o", true),
            ("at 0x1234", "at 0x9876", true),
            ("at 0x1234", "at 1x1234", false),
            ("1 and 2", "2 and 1", false),
        ] {
            let pad = "x".repeat(60);
            for text in ["", "é", &pad] {
                let (a, b) = (format!("{text} {a}"), format!("{text} {b}"));
                assert_eq!(hashes(&a).1 == hashes(&b).1, same, "{a:?} and {b:?}");
                assert_eq!(hashes(&a).0, hash(a.as_bytes()));
            }
        }
        assert_eq!(hashes(&"x".repeat(513)).1, None);
        assert!(hashes(&"9".repeat(512)).1.is_some());
    }
}
