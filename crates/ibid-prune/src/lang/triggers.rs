//! One scan of a line that says which formats are worth trying.
//!
//! Every trigger is filed under its rarest pair of neighbouring bytes. A scan looks every pair of
//! the line up in one table and compares only the triggers filed there, which takes a fraction of
//! an automaton's start-up and touches little memory.
//!
//! A trigger of `:` or `(` and a digit counts only where a file's name could end: not after a
//! bare number (times, ratios, ports of addresses) and, for `(`, not after a space.

/// The triggers of all formats.
#[derive(Debug)]
pub(super) struct Triggers {
    /// For each pair of bytes the number of its bucket plus one, 0 for none.
    table: Vec<u16>,
    /// The triggers of bucket `b`: `entries[buckets[b]..buckets[b + 1]]`.
    buckets: Vec<u32>,
    entries: Vec<Entry>,
    /// The bytes of long triggers behind their first eight.
    rests: Vec<u8>,
    /// The formats of all entries.
    formats: Vec<u16>,
}

/// A trigger. Offsets point into the vectors of [`Triggers`].
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The first eight bytes, and which of them are the trigger's.
    head: u64,
    mask: u64,
    /// The bytes behind the first eight.
    rest: u32,
    len: u16,
    /// Where in the trigger its pair stands.
    pair: u16,
    formats: u32,
    formats_end: u32,
}

/// The formats that one line triggered: a set of format numbers, reused from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    words: Vec<u64>,
}

impl Candidates {
    /// An empty set for `formats` formats.
    pub(super) fn new(formats: usize) -> Self {
        Self {
            words: vec![0; formats.div_ceil(64)],
        }
    }

    /// Takes every format out.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether `format` is in.
    pub(super) fn contains(&self, format: u16) -> bool {
        let word = self.words.get(usize::from(format) / 64);
        word.is_some_and(|word| word >> (format % 64) & 1 == 1)
    }

    fn insert(&mut self, format: u16) {
        self.words[usize::from(format) / 64] |= 1 << (format % 64);
    }

    /// The formats in the order in which they are tried.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

impl Triggers {
    /// Files the triggers of formats 0, 1, 2, … A trigger of one byte is filed under every pair
    /// that it begins.
    ///
    /// `None` when there are more than the ids can number.
    pub(super) fn new<'a, T>(formats: impl Iterator<Item = T>) -> Option<Self>
    where
        T: Iterator<Item = &'a str>,
    {
        let mut filed: Vec<(u16, &[u8], u16, u16)> = Vec::new();
        for (format, triggers) in formats.enumerate() {
            let format = u16::try_from(format).ok()?;
            for trigger in triggers {
                let trigger = trigger.as_bytes();
                u16::try_from(trigger.len()).ok()?;
                match rarest_pair(trigger) {
                    Some((pair, at)) => filed.push((pair, trigger, at, format)),
                    None => filed.extend(trigger.first().into_iter().flat_map(|&byte| {
                        (0..=u8::MAX).map(move |next| (key(byte, next), trigger, 0, format))
                    })),
                }
            }
        }
        filed.sort_unstable();
        Self::build(&filed)
    }

    fn build(filed: &[(u16, &[u8], u16, u16)]) -> Option<Self> {
        let mut triggers = Self {
            table: vec![0; 1 << 16],
            buckets: Vec::new(),
            entries: Vec::new(),
            rests: Vec::new(),
            formats: Vec::with_capacity(filed.len()),
        };
        let mut last: Option<(u16, &[u8])> = None;
        for &(pair, trigger, at, format) in filed {
            if last.is_none_or(|(known, _)| known != pair) {
                triggers
                    .buckets
                    .push(u32::try_from(triggers.entries.len()).ok()?);
                triggers.table[usize::from(pair)] = u16::try_from(triggers.buckets.len()).ok()?;
            }
            if last != Some((pair, trigger)) {
                let formats = u32::try_from(triggers.formats.len()).ok()?;
                let (head, mask) = head_and_mask(trigger);
                triggers.entries.push(Entry {
                    head,
                    mask,
                    rest: u32::try_from(triggers.rests.len()).ok()?,
                    len: trigger.len() as u16,
                    pair: at,
                    formats,
                    formats_end: formats,
                });
                triggers.rests.extend(trigger.iter().skip(HEAD));
            }
            triggers.formats.push(format);
            triggers.entries.last_mut()?.formats_end += 1;
            last = Some((pair, trigger));
        }
        triggers
            .buckets
            .push(u32::try_from(triggers.entries.len()).ok()?);
        Some(triggers)
    }

    /// Puts into `found` the formats of which a trigger occurs in `text`. Whether there is any.
    pub(super) fn scan(&self, text: &str, found: &mut Candidates) -> bool {
        let text = text.as_bytes();
        let mut any = false;
        // A line of one byte has no pair; its byte and a line end make one.
        let mut previous = match text.first() {
            Some(&first) => first,
            None => return false,
        };
        for (at, &byte) in text[1..].iter().chain(b"\n").enumerate() {
            let bucket = self.table[usize::from(key(previous, byte))];
            previous = byte;
            if bucket != 0 && self.compare(text, at, usize::from(bucket) - 1, found) {
                any = true;
            }
        }
        any
    }

    /// Tries the triggers of a bucket whose pair stands at `at`.
    #[inline(never)]
    fn compare(&self, text: &[u8], at: usize, bucket: usize, found: &mut Candidates) -> bool {
        let entries = self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize;
        let mut any = false;
        for entry in &self.entries[entries] {
            let Some(start) = at.checked_sub(usize::from(entry.pair)) else {
                continue;
            };
            let len = usize::from(entry.len);
            if head_of(text, start) & entry.mask != entry.head {
                continue;
            }
            if len > HEAD {
                let rest = &self.rests[entry.rest as usize..][..len - HEAD];
                if !text[start + HEAD..].starts_with(rest) {
                    continue;
                }
            } else if len == 2 && !counts(text, start) {
                continue;
            }
            any = true;
            for &format in &self.formats[entry.formats as usize..entry.formats_end as usize] {
                found.insert(format);
            }
        }
        any
    }
}

/// How many bytes of a trigger are compared at once.
const HEAD: usize = 8;

/// The first eight bytes of `trigger`, and which of them are its own.
fn head_and_mask(trigger: &[u8]) -> (u64, u64) {
    let mut head = [0; HEAD];
    let mut mask = [0; HEAD];
    for (at, &byte) in trigger.iter().take(HEAD).enumerate() {
        head[at] = byte;
        mask[at] = u8::MAX;
    }
    (u64::from_le_bytes(head), u64::from_le_bytes(mask))
}

/// The eight bytes of `text` from `start` on; NUL, which no trigger holds, behind its end.
#[inline]
fn head_of(text: &[u8], start: usize) -> u64 {
    match text[start..].first_chunk::<HEAD>() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => {
            let mut bytes = [0; HEAD];
            bytes[..text.len() - start].copy_from_slice(&text[start..]);
            u64::from_le_bytes(bytes)
        }
    }
}

/// Whether the trigger of two bytes at `at` counts: one of `:` or `(` and a digit only does where
/// a file's name could end.
fn counts(text: &[u8], at: usize) -> bool {
    let (mark, digit) = (text[at], text[at + 1]);
    if !matches!(mark, b':' | b'(') || !digit.is_ascii_digit() {
        return true;
    }
    let before = &text[..at];
    let name = before.trim_ascii_end_digits();
    match name.last() {
        None => false,
        Some(last) if name.len() == before.len() => {
            mark == b':' || !matches!(last, b' ' | b'\t' | b'(')
        }
        // `a.f90:3` ends a name; `2026-01-02T12:30` does not.
        Some(b'T') => !name[..name.len() - 1]
            .last()
            .is_some_and(u8::is_ascii_digit),
        Some(last) => last.is_ascii_alphabetic() || *last == b'_',
    }
}

/// A slice without the digits at its end.
trait TrimDigits {
    fn trim_ascii_end_digits(&self) -> &[u8];
}

impl TrimDigits for [u8] {
    fn trim_ascii_end_digits(&self) -> &[u8] {
        let digits = self.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        &self[..self.len() - digits]
    }
}

fn key(first: u8, second: u8) -> u16 {
    u16::from(first) << 8 | u16::from(second)
}

/// The pair of `trigger` that is rarest in output, and where it stands.
fn rarest_pair(trigger: &[u8]) -> Option<(u16, u16)> {
    trigger
        .windows(2)
        .enumerate()
        .min_by_key(|(_, pair)| u32::from(weight(pair[0])) * u32::from(weight(pair[1])))
        .map(|(at, pair)| (key(pair[0], pair[1]), at as u16))
}

/// How common a byte is in command output, roughly.
fn weight(byte: u8) -> u8 {
    match byte {
        b' ' => 40,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 24,
        b'l' | b'c' | b'd' | b'u' | b'm' | b'p' | b'h' | b'g' => 14,
        b'0'..=b'9' => 14,
        b'.' | b'/' | b'-' | b'_' | b':' | b'=' | b',' => 12,
        b'a'..=b'z' => 8,
        b'"' | b'(' | b')' | b'[' | b']' => 6,
        b'A'..=b'Z' => 4,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scan(triggers: &[&str], text: &str) -> Vec<usize> {
        let compiled = Triggers::new(triggers.iter().map(|t| std::iter::once(*t)))
            .expect("few triggers can be numbered");
        let mut found = Candidates::new(triggers.len());
        let any = compiled.scan(text, &mut found);
        let found: Vec<usize> = found.iter().collect();
        assert_eq!(any, !found.is_empty());
        found
    }

    #[test]
    fn a_number_after_a_bare_number_does_not_trigger() {
        let numbers = [":3", "(3"];
        for (text, expected) in [
            ("a.c:3", &[0][..]),
            ("a.f90:3", &[0]),
            ("Makefile.am2:3", &[0]),
            ("12:30:45", &[]),
            ("2026-01-02T12:30", &[]),
            ("10.0.0.1:3000", &[]),
            (":3", &[]),
            ("x (3 skipped)", &[]),
            ("a.c(3)", &[1]),
        ] {
            assert_eq!(scan(&numbers, text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn finds_what_a_search_for_each_finds(
            triggers in prop::collection::vec("[ab:.é]{1,4}", 1..12),
            text in "[ab:.é]{0,40}",
        ) {
            let triggers: Vec<&str> = triggers.iter().map(String::as_str).collect();
            let expected: Vec<usize> = (0..triggers.len())
                .filter(|&at| text.contains(triggers[at]))
                .collect();
            prop_assert_eq!(scan(&triggers, &text), expected);
        }
    }
}
