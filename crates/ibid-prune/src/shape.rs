//! Two hashes of a line in one pass: its *shape*, which counts how often a kind of line occurs,
//! and its *fold key*, which tells lines that differ only in what changes by itself.
//!
//! The shape masks every number and every hexadecimal id. The fold key masks only times with
//! their dates, durations, percentages and addresses, and sizes on request: ids, paths and
//! numbers that are data stay, so that no two different facts fold into one.

/// The hashes of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Numbers and ids masked.
    pub(crate) shape: u64,
    /// Only times, durations, percentages and addresses masked.
    pub(crate) fold: u64,
    /// Nothing masked.
    pub(crate) exact: u64,
    /// Whether anything was masked in the fold key; where nothing is, it says no more than
    /// `exact`.
    pub(crate) volatile: bool,
}

const K: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(K)
}

/// Hashes bytes as they are, eight at a time.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    mix_bytes(bytes.len() as u64, bytes)
}

fn mix_bytes(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        hash = mix(
            hash,
            u64::from_le_bytes([
                chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7],
            ]),
        );
    }
    let mut last = [0u8; 8];
    let rest = chunks.remainder();
    if !rest.is_empty() {
        last[..rest.len()].copy_from_slice(rest);
        hash = mix(hash, u64::from_le_bytes(last) ^ ((rest.len() as u64) << 56));
    }
    hash
}

/// Hashes `text`. With `sizes`, sizes and rates are masked in the fold key too, as fits progress
/// and download lines.
pub(crate) fn shape(text: &str, sizes: bool) -> Shape {
    let bytes = text.as_bytes();
    let exact = hash(bytes);
    let mut volatile = false;
    let (mut shape, mut fold) = (1u64, 1u64);
    let (mut at, mut plain) = (0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = token_start(bytes, plain, at);
        shape = mix_bytes(shape, &bytes[plain..start]);
        fold = mix_bytes(fold, &bytes[plain..start]);
        let token = number(bytes, start, at, sizes);
        shape = mix(shape, 9);
        volatile |= token.volatile;
        fold = match token.volatile {
            true => mix(fold, 7),
            false => mix_bytes(fold, &bytes[start..token.end]),
        };
        at = token.end;
        plain = token.end;
    }
    if plain == 0 {
        return Shape {
            shape: exact,
            fold: exact,
            exact,
            volatile,
        };
    }
    let rest = &bytes[plain..];
    let fold = if volatile {
        mix_bytes(fold, rest)
    } else {
        exact
    };
    Shape {
        shape: mix_bytes(shape, rest),
        fold,
        exact,
        volatile,
    }
}

/// Hashes `text` without what stands in quotes and with its numbers masked.
pub(crate) fn rule(text: &str) -> u64 {
    let mut hash = 3;
    for (at, part) in text.split(['\'', '"', '`', '‘', '’', '“', '”']).enumerate() {
        if at % 2 == 0 {
            hash = mix(hash, shape(part.trim(), false).shape);
        }
    }
    hash
}

/// Where the token that holds the digit at `at` begins: hexadecimal letters right before it are
/// part of an id such as `c0ffee12`, unless they end a word.
fn token_start(bytes: &[u8], from: usize, at: usize) -> usize {
    let mut start = at;
    while start > from && matches!(bytes[start - 1], b'a'..=b'f') {
        start -= 1;
    }
    let word_before = start > from && bytes[start - 1].is_ascii_alphanumeric();
    let hex_after = bytes[at..]
        .iter()
        .take_while(|b| b.is_ascii_hexdigit())
        .count();
    if word_before || at - start + hex_after < 7 {
        at
    } else {
        start
    }
}

struct Token {
    end: usize,
    volatile: bool,
}

/// Reads the number at `at`, and what belongs to it.
fn number(bytes: &[u8], start: usize, at: usize, sizes: bool) -> Token {
    let digits = run(bytes, at, |b| b.is_ascii_digit());
    if bytes[at] == b'0' && digits == at + 1 && bytes.get(at + 1) == Some(&b'x') {
        return Token {
            end: run(bytes, at + 2, |b| b.is_ascii_hexdigit()),
            volatile: true,
        };
    }
    let hex = run(bytes, at, |b| b.is_ascii_hexdigit());
    let ends_word = bytes.get(hex).is_none_or(|b| !b.is_ascii_alphanumeric());
    if hex - start >= 7 && hex > digits && ends_word {
        return Token {
            end: hex,
            volatile: false,
        };
    }
    if start < at {
        return Token {
            end: digits,
            volatile: false,
        };
    }
    if let Some(end) = date_or_time(bytes, at, digits) {
        return Token {
            end,
            volatile: true,
        };
    }
    let decimal = match bytes.get(digits) {
        Some(b'.' | b',') => run(bytes, digits + 1, |b| b.is_ascii_digit()),
        _ => digits,
    };
    let glued = at > 0 && (bytes[at - 1].is_ascii_alphabetic() || bytes[at - 1] == b'_');
    match unit(bytes, decimal, sizes) {
        Some(end) if !glued => Token {
            end,
            volatile: true,
        },
        _ => Token {
            end: digits,
            volatile: false,
        },
    }
}

fn run(bytes: &[u8], from: usize, is: impl Fn(u8) -> bool) -> usize {
    from + bytes[from.min(bytes.len())..]
        .iter()
        .take_while(|b| is(**b))
        .count()
}

/// `2026-01-31`, `2026/01/31T10:20:30.123Z`, `10:20:30,5`. Two numbers with one colon are a place
/// (`3:14`), not a time.
fn date_or_time(bytes: &[u8], at: usize, digits: usize) -> Option<usize> {
    match digits - at {
        4 => {
            let separator = *bytes.get(digits).filter(|b| matches!(b, b'-' | b'/'))?;
            let month = two(bytes, digits + 1)?;
            if bytes.get(month) != Some(&separator) {
                return None;
            }
            let day = two(bytes, month + 1)?;
            let time = match bytes.get(day) {
                Some(b'T' | b' ' | b'_') => clock(bytes, day + 1),
                _ => None,
            };
            Some(time.unwrap_or(day))
        }
        1 | 2 => clock(bytes, at),
        _ => None,
    }
}

fn two(bytes: &[u8], at: usize) -> Option<usize> {
    let end = run(bytes, at, |b| b.is_ascii_digit());
    (end - at == 2).then_some(end)
}

/// `h:mm:ss` or `hh:mm:ss`, with a fraction and a zone.
fn clock(bytes: &[u8], at: usize) -> Option<usize> {
    let hours = run(bytes, at, |b| b.is_ascii_digit());
    if !(1..=2).contains(&(hours - at)) || bytes.get(hours) != Some(&b':') {
        return None;
    }
    let minutes = two(bytes, hours + 1)?;
    if bytes.get(minutes) != Some(&b':') {
        return None;
    }
    let seconds = two(bytes, minutes + 1)?;
    if bytes.get(seconds) == Some(&b':') {
        return None;
    }
    let fraction = match bytes.get(seconds) {
        Some(b'.' | b',') => run(bytes, seconds + 1, |b| b.is_ascii_digit()),
        _ => seconds,
    };
    Some(match bytes.get(fraction) {
        Some(b'Z') => fraction + 1,
        Some(b'+' | b'-') => {
            run(bytes, fraction + 1, |b| b.is_ascii_digit() || b == b':').max(fraction)
        }
        _ => fraction,
    })
}

/// The end of a unit right after a number, with at most one space between.
fn unit(bytes: &[u8], at: usize, sizes: bool) -> Option<usize> {
    let next = *bytes.get(at)?;
    // Most numbers are followed by something that begins no unit.
    let may_begin = |b: u8| matches!(b, b'%' | b'a'..=b'z' | b'A'..=b'Z' | 0xC2 | 0xCE);
    let from = match next {
        b' ' if bytes.get(at + 1).is_some_and(|b| may_begin(*b)) => at + 1,
        _ if may_begin(next) => at,
        _ => return None,
    };
    if bytes[from] == b'%' {
        return Some(from + 1);
    }
    let is_unit = |b: &&u8| b.is_ascii_alphabetic() || **b >= 0x80 || **b == b'/';
    let end = from + bytes[from..].iter().take(9).take_while(is_unit).count();
    let word = &bytes[from..end];
    // `3 m` and `3 s` are prose; `3m12s` runs on. `3s_x` is a name.
    if bytes.get(end) == Some(&b'_') || from > at && word.len() == 1 {
        return None;
    }
    if is_duration(word) || sizes && is_size(word) {
        let next = run(bytes, end, |b| b.is_ascii_digit());
        return Some(if next > end {
            unit(bytes, next, sizes).unwrap_or(end)
        } else {
            end
        });
    }
    None
}

fn is_duration(word: &[u8]) -> bool {
    match word.len() {
        1 => matches!(word[0], b's' | b'm' | b'h'),
        2 => matches!(word, b"ms" | b"us" | b"ns"),
        3 => word == "µs".as_bytes() || word == "μs".as_bytes() || matches!(word, b"sec" | b"min"),
        4 => matches!(word, b"secs" | b"mins" | b"hour" | b"msec"),
        5 => word == b"hours",
        6 => matches!(word, b"second" | b"minute"),
        7 => matches!(word, b"seconds" | b"minutes"),
        _ => false,
    }
}

fn is_size(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"/s").unwrap_or(word);
    match word.len() {
        1 => matches!(word[0], b'B' | b'k' | b'K' | b'M' | b'G'),
        2 => matches!(word, b"kB" | b"KB" | b"MB" | b"GB"),
        3 => matches!(word, b"KiB" | b"MiB" | b"GiB"),
        5 => word == b"bytes",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, sizes: bool, folds: bool, same_shape: bool) {
        let (x, y) = (shape(a, sizes), shape(b, sizes));
        assert_eq!(x.fold == y.fold, folds, "fold of {a:?} and {b:?}");
        assert_eq!(x.shape == y.shape, same_shape, "shape of {a:?} and {b:?}");
    }

    #[test]
    fn what_changes_by_itself_folds_and_data_does_not() {
        for (a, b, sizes, folds, same_shape) in [
            ("at 10:20:30 ok", "at 11:21:31.5 ok", false, true, true),
            (
                "2026-01-02T03:04:05Z up",
                "2027-02-03T04:05:06.789Z up",
                false,
                true,
                true,
            ),
            ("took 3ms", "took 12.5ms", false, true, true),
            ("took 3.1 seconds", "took 4.25 seconds", false, true, true),
            ("took 1m20s", "took 2m3s", false, true, true),
            (" 10% done", " 99% done", false, true, true),
            ("at 0x7fff12", "at 0x1", false, true, true),
            ("a.c:1:26: x", "a.c:3:14: x", false, false, true),
            ("user 17 logged in", "user 18 logged in", false, false, true),
            ("got 3 MB", "got 4 MB", false, false, true),
            ("got 3 MB", "got 4 MB", true, true, true),
            ("layer c0ffee12 x", "layer deadbe34 x", false, false, true),
            ("v1.2s", "w1.2s", false, false, false),
            ("unit3.o", "unit4.o", false, false, true),
        ] {
            check(a, b, sizes, folds, same_shape);
        }
    }
}
