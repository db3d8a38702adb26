//! Where an output that is too large to keep whole is cut: at line ends, so that no line is ever
//! made of the halves of two, and never inside a character.

use ibid_prune::clean::Encoding;

/// How far a cut looks for a line end, in bytes.
pub(super) const REACH: u64 = 64 * 1024;

/// The encoding that an output's first bytes tell.
pub(super) fn encoding(start: &[u8]) -> Encoding {
    match start {
        [0xff, 0xfe, ..] => Encoding::Utf16Le,
        [0xfe, 0xff, ..] => Encoding::Utf16Be,
        _ => Encoding::Utf8,
    }
}

/// Where the kept start ends: how many of `window`, the bytes up to its limit, stay. `at` is the
/// offset of the window in the output.
pub(super) fn head_end(window: &[u8], at: u64, encoding: Encoding) -> usize {
    let len = window.len();
    match encoding {
        Encoding::Utf8 => match memchr::memrchr(b'\n', window) {
            Some(lf) => lf + 1,
            None => char_end(window),
        },
        wide => last_wide_lf(window, at, wide).unwrap_or(len - odd(at + len as u64).min(len)),
    }
}

/// Where the kept end starts: how many of `window`, the first bytes of what could be kept, go.
/// `at` is the offset of the window in the output.
pub(super) fn tail_start(window: &[u8], at: u64, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => match memchr::memchr(b'\n', window) {
            Some(lf) => lf + 1,
            None => char_start(window),
        },
        wide => first_wide_lf(window, at, wide).unwrap_or(odd(at).min(window.len())),
    }
}

fn odd(at: u64) -> usize {
    (at % 2) as usize
}

/// The length of `window` without an unfinished UTF-8 character at its end.
fn char_end(window: &[u8]) -> usize {
    let back = window.len().saturating_sub(4);
    match window[back..].iter().rposition(|b| b & 0xc0 != 0x80) {
        Some(lead) => {
            let (start, want) = (back + lead, width(window[back + lead]));
            if start + want > window.len() {
                start
            } else {
                window.len()
            }
        }
        None => window.len(),
    }
}

fn width(lead: u8) -> usize {
    match lead {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    }
}

/// The first byte of `window` that is not the rest of a UTF-8 character.
fn char_start(window: &[u8]) -> usize {
    window
        .iter()
        .take(3)
        .take_while(|b| **b & 0xc0 == 0x80)
        .count()
}

fn is_lf(unit: &[u8], encoding: Encoding) -> bool {
    match encoding {
        Encoding::Utf16Be => unit == [0, b'\n'],
        _ => unit == [b'\n', 0],
    }
}

fn first_wide_lf(window: &[u8], at: u64, encoding: Encoding) -> Option<usize> {
    let skip = odd(at).min(window.len());
    let units = window[skip..].chunks_exact(2);
    units
        .into_iter()
        .position(|unit| is_lf(unit, encoding))
        .map(|n| skip + 2 * n + 2)
}

fn last_wide_lf(window: &[u8], at: u64, encoding: Encoding) -> Option<usize> {
    let skip = odd(at).min(window.len());
    let units = window[skip..].chunks_exact(2);
    units
        .into_iter()
        .rposition(|unit| is_lf(unit, encoding))
        .map(|n| skip + 2 * n + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_fall_on_line_ends_or_between_characters() {
        use Encoding::{Utf8, Utf16Be, Utf16Le};
        // (window, offset, encoding, what stays of a start, what goes of an end)
        let cases: &[(&[u8], u64, Encoding, usize, usize)] = &[
            (b"one\ntwo\nthr", 0, Utf8, 8, 4),
            (b"no line end", 7, Utf8, 11, 0),
            (b"", 5, Utf8, 0, 0),
            (b"ab\xe2\x86", 0, Utf8, 2, 0),
            (b"\x86\x92ab\xe2\x86\x92", 0, Utf8, 7, 2),
            (b"\x86\x86\x86\x86\x86\x86", 0, Utf8, 6, 3),
            (b"a\0\n\0b\0\n\0c\0", 2, Utf16Le, 8, 4),
            (b"\0\n\0b\0\n\0c\0d", 3, Utf16Le, 7, 3),
            (b"\0a\0\n\0b", 4, Utf16Be, 4, 4),
            // In one order this is U+0A00, no line end.
            (b"\0\n\0b\0c", 4, Utf16Le, 6, 0),
            (b"b\0c\0d", 4, Utf16Le, 4, 0),
            (b"\0c\0d\0", 5, Utf16Le, 5, 1),
        ];
        for (window, at, encoding, stays, goes) in cases {
            assert_eq!(
                head_end(window, *at, *encoding),
                *stays,
                "{window:?} at {at}"
            );
            assert_eq!(
                tail_start(window, *at, *encoding),
                *goes,
                "{window:?} at {at}"
            );
        }
    }
}
