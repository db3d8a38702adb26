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
    /// What was masked in the fold key.
    pub(crate) volatile: Volatile,
}

/// Where a line holds what is masked in its fold key. Lines of one skeleton hold it at the same
/// bytes, so that the fold keys of all but the first need no reading of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Volatile {
    /// How many places; above [`VOLATILE`], only the first are known.
    count: u8,
    places: [(u16, u16); VOLATILE],
}

/// Lines with more of them are rare: a time at the start, and a duration.
const VOLATILE: usize = 2;

impl Volatile {
    fn push(&mut self, start: usize, end: usize) {
        let place = (u16::try_from(start), u16::try_from(end));
        match (self.places.get_mut(usize::from(self.count)), place) {
            (Some(free), (Ok(start), Ok(end))) => {
                *free = (start, end);
                self.count += 1;
            }
            _ => self.count = u8::MAX,
        }
    }

    /// Whether there is none, so that the fold key says no more than the exact hash.
    pub(crate) fn is_none(&self) -> bool {
        self.count == 0
    }

    /// The fold key of `text`, whose volatile places are these and whose exact hash is `exact`;
    /// `None` when not all are known.
    pub(crate) fn fold(&self, text: &str, exact: u64) -> Option<u64> {
        if self.is_none() {
            return Some(exact);
        }
        let places = self.places.get(..usize::from(self.count))?;
        let (mut fold, mut plain) = (1, 0);
        for &(start, end) in places {
            let before = text.as_bytes().get(plain..usize::from(start))?;
            fold = masked(mix_bytes(fold, before));
            plain = usize::from(end);
        }
        Some(mix_bytes(fold, text.as_bytes().get(plain..)?))
    }
}

const K: u64 = 0x9E37_79B9_7F4A_7C15;

/// Takes `value` into `hash`. Both halves of the product count: tables look at the lowest bits,
/// which a plain product takes from nothing but the lowest bits of its factors.
#[inline]
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    let product = u128::from(hash.rotate_left(5) ^ value) * u128::from(K);
    product as u64 ^ (product >> 64) as u64
}

/// A fold key behind a volatile place.
fn masked(fold: u64) -> u64 {
    mix(fold, 7)
}

/// Hashes bytes as they are, eight at a time.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    mix_bytes(bytes.len() as u64, bytes)
}

fn mix_bytes(mut hash: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = mix(hash, u64::from_le_bytes(*word));
    }
    match rest {
        [] => hash,
        _ => mix(hash, last_word(rest)),
    }
}

/// Fewer than eight bytes as a word that also tells how many they are.
#[inline]
pub(crate) fn last_word(rest: &[u8]) -> u64 {
    let len = rest.len();
    let word = match (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            u64::from(first) | u64::from(last) << (8 * (len - 4))
        }
        _ => rest
            .iter()
            .rev()
            .fold(0, |word, &b| word << 8 | u64::from(b)),
    };
    word ^ (len as u64) << 56
}

/// Hashes `text`. With `sizes`, sizes and rates are masked in the fold key too, as fits progress
/// and download lines.
pub(crate) fn shape(text: &str, sizes: bool) -> Shape {
    let bytes = text.as_bytes();
    let exact = hash(bytes);
    let mut volatile = Volatile::default();
    let (mut shape, mut fold) = (1u64, 1u64);
    // Behind the last token, and behind the last volatile one.
    let (mut at, mut plain, mut steady) = (0, 0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = token_start(bytes, plain, at);
        let token = number(bytes, start, at, sizes);
        shape = mix(mix_bytes(shape, &bytes[plain..start]), 9);
        if token.volatile {
            fold = masked(mix_bytes(fold, &bytes[steady..start]));
            steady = token.end;
            volatile.push(start, token.end);
        }
        at = token.end;
        plain = token.end;
    }
    Shape {
        shape: match plain {
            0 => exact,
            _ => mix_bytes(shape, &bytes[plain..]),
        },
        fold: match volatile.is_none() {
            true => exact,
            false => mix_bytes(fold, &bytes[steady..]),
        },
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

    #[test]
    fn a_fold_key_is_told_from_where_the_volatile_places_are() {
        for (text, known) in [
            ("no number", true),
            ("src/a.c:3:14: x", true),
            ("at 10:20:30 took 3ms of 12 jobs", true),
            ("1s 2s", true),
            ("1s 2s 3s", false),
        ] {
            let read = shape(text, false);
            let told = read.volatile.fold(text, read.exact);
            assert_eq!(told, known.then_some(read.fold), "{text:?}");
        }
    }

    #[test]
    fn a_hash_tells_any_byte_and_the_length() {
        let text = "0123456789abcdef0123";
        let all: Vec<u64> = (0..text.len())
            .map(|n| hash(&text.as_bytes()[..n]))
            .collect();
        for (n, one) in all.iter().enumerate() {
            assert!(!all[..n].contains(one), "{n} bytes");
            let mut other = text.as_bytes()[..n + 1].to_vec();
            other[n] ^= 1;
            assert_ne!(hash(&other), hash(&text.as_bytes()[..n + 1]));
        }
    }
}
