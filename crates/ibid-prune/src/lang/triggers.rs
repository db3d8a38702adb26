//! One scan of a line that says which formats are worth trying.
//!
//! Every trigger is filed under its rarest four neighbouring bytes (a shorter one under two). A
//! scan looks the last bytes up in a small set of bits and compares only the triggers filed under
//! them. This takes a fraction of an automaton's start-up and touches little memory.
//!
//! A trigger of `:` or `(` and a digit counts only where a file's name could end: not after a
//! bare number (times, ratios, ports of addresses) and, for `(`, not after a space.

/// The triggers of all formats.
#[derive(Debug)]
pub(super) struct Triggers {
    /// Those of four bytes and more, by four of them.
    long: Index<LONG>,
    /// Those of two and three bytes, by two of them.
    short: Index<SHORT>,
    /// Those of one.
    single: Index<SINGLE>,
    /// The windows of `short`, and all that end in a byte of `single`: one look for both.
    short_or_single: Box<[u64; SHORT]>,
    /// The bytes of long triggers behind their first eight.
    rests: Vec<u8>,
    /// The formats of all entries.
    formats: Vec<u16>,
}

/// Words of 64 windows in an index of four bytes; different ones may share a window.
const LONG: usize = 1 << 12;
/// Words of 64 windows in an index of two bytes.
const SHORT: usize = 1 << 10;

/// Words of 64 windows in an index of one byte.
const SINGLE: usize = 1 << 2;

/// Triggers by the window that they are filed under.
#[derive(Debug)]
struct Index<const WORDS: usize> {
    /// Bit `w`: whether there is a bucket for window `w`.
    bits: Box<[u64; WORDS]>,
    /// How many buckets there are before each word of `bits`.
    ranks: Box<[u16; WORDS]>,
    /// The triggers of bucket `b`: `entries[buckets[b]..buckets[b + 1]]`.
    buckets: Vec<u32>,
    entries: Vec<Entry>,
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
    /// How many of its bytes stand before the last of its window.
    before: u16,
    formats: u32,
    formats_end: u32,
}

/// A trigger of one format as it is filed.
#[derive(Clone, Copy)]
struct Filed<'a> {
    window: u32,
    /// The trigger's first eight bytes.
    head: u64,
    trigger: &'a [u8],
    /// How many of its bytes stand before the last of the window.
    before: u16,
    format: u16,
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
    /// Files the triggers of formats 0, 1, 2, …
    ///
    /// `None` when there are more than the ids can number.
    pub(super) fn new<'a, T>(formats: impl Iterator<Item = T>) -> Option<Self>
    where
        T: Iterator<Item = &'a str>,
    {
        // Most are long; room for them at once saves moving them.
        let room = formats.size_hint().0 * 4;
        let mut filed = [
            Vec::new(),
            Vec::new(),
            Vec::<Filed<'a>>::with_capacity(room),
        ];
        for (format, triggers) in formats.enumerate() {
            let format = u16::try_from(format).ok()?;
            for trigger in triggers.map(str::as_bytes) {
                u16::try_from(trigger.len()).ok()?;
                let (size, window, before) = match *trigger {
                    [] => continue,
                    [byte] => (0, u32::from(byte), 0),
                    [..] if trigger.len() < 4 => {
                        let ([first, second], before) = rarest::<2>(trigger);
                        (1, u32::from_be_bytes([0, 0, first, second]), before)
                    }
                    [..] => {
                        let (four, before) = rarest::<4>(trigger);
                        (2, quad(u32::from_be_bytes(four)), before)
                    }
                };
                filed[size].push(Filed {
                    window,
                    head: head_and_mask(trigger).0,
                    trigger,
                    before,
                    format,
                });
            }
        }
        let [single, short, long] = filed;
        let (mut rests, mut formats) = (Vec::with_capacity(room * 4), Vec::with_capacity(room));
        let long = Index::new(long, &mut rests, &mut formats)?;
        let short = Index::new(short, &mut rests, &mut formats)?;
        let single = Index::new(single, &mut rests, &mut formats)?;
        let mut short_or_single = short.bits.clone();
        for (at, word) in short_or_single.iter_mut().enumerate() {
            *word |= single.bits[at % SINGLE];
        }
        Some(Self {
            long,
            short,
            single,
            short_or_single,
            rests,
            formats,
        })
    }

    /// Puts into `found` the formats of which a trigger occurs in `text`. Whether there is any.
    pub(super) fn scan(&self, text: &str, found: &mut Candidates) -> bool {
        let text = text.as_bytes();
        let mut any = false;
        let mut last = 0u32;
        for (at, &byte) in text.iter().enumerate() {
            last = last << 8 | u32::from(byte);
            let hit = bit(&self.long.bits, quad(last)) | bit(&self.short_or_single, last & 0xFFFF);
            if hit & 1 != 0 {
                any |= self.hit(text, at, last, found);
            }
        }
        any
    }

    /// Tries the triggers filed under the windows that end at `at`, of which `last` holds the
    /// bytes. Out of line, so that the scan stays a tight loop.
    #[inline(never)]
    fn hit(&self, text: &[u8], at: usize, last: u32, found: &mut Candidates) -> bool {
        let long = self.compare(&self.long, quad(last), text, at, found);
        let short = self.compare(&self.short, last & 0xFFFF, text, at, found);
        let single = self.compare(&self.single, last & 0xFF, text, at, found);
        long | short | single
    }

    /// Tries the triggers filed under a window whose last byte stands at `at`.
    fn compare<const WORDS: usize>(
        &self,
        index: &Index<WORDS>,
        window: u32,
        text: &[u8],
        at: usize,
        found: &mut Candidates,
    ) -> bool {
        let mut any = false;
        for entry in index.bucket(window) {
            let Some(start) = at.checked_sub(usize::from(entry.before)) else {
                continue;
            };
            if head_of(text, start) & entry.mask != entry.head {
                continue;
            }
            let len = usize::from(entry.len);
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

impl<const WORDS: usize> Index<WORDS> {
    fn new(mut filed: Vec<Filed<'_>>, rests: &mut Vec<u8>, formats: &mut Vec<u16>) -> Option<Self> {
        // The same triggers stand together, as far as their first eight bytes tell; the same one
        // filed twice does no harm.
        filed.sort_unstable_by_key(|f| (f.window, f.head, f.trigger.len(), f.format));
        let mut index = Self {
            bits: zeros(),
            ranks: zeros(),
            buckets: Vec::with_capacity(filed.len()),
            entries: Vec::with_capacity(filed.len()),
        };
        let mut last: Option<(u32, &[u8])> = None;
        for filed in filed {
            let (window, trigger) = (filed.window, filed.trigger);
            if last.is_none_or(|(known, _)| known != window) {
                index.buckets.push(u32::try_from(index.entries.len()).ok()?);
                index.bits[window as usize / 64] |= 1 << (window % 64);
            }
            if last != Some((window, trigger)) {
                let (head, mask) = head_and_mask(trigger);
                let start = u32::try_from(formats.len()).ok()?;
                index.entries.push(Entry {
                    head,
                    mask,
                    rest: u32::try_from(rests.len()).ok()?,
                    len: trigger.len() as u16,
                    before: filed.before,
                    formats: start,
                    formats_end: start,
                });
                rests.extend(trigger.iter().skip(HEAD));
            }
            formats.push(filed.format);
            index.entries.last_mut()?.formats_end += 1;
            last = Some((window, trigger));
        }
        index.buckets.push(u32::try_from(index.entries.len()).ok()?);
        let mut rank = 0u16;
        for (word, before) in index.bits.iter().zip(index.ranks.iter_mut()) {
            *before = rank;
            rank = rank.checked_add(word.count_ones() as u16)?;
        }
        Some(index)
    }

    fn bucket(&self, window: u32) -> &[Entry] {
        if bit(&self.bits, window) & 1 == 0 {
            return &[];
        }
        let word = window as usize / 64 % WORDS;
        let lower = self.bits[word] & ((1 << (window % 64)) - 1);
        let number = usize::from(self.ranks[word]) + lower.count_ones() as usize;
        &self.entries[self.buckets[number] as usize..self.buckets[number + 1] as usize]
    }
}

/// A number whose lowest bit says whether `window` is in `bits`.
#[inline]
fn bit<const WORDS: usize>(bits: &[u64; WORDS], window: u32) -> u64 {
    bits[window as usize / 64 % WORDS] >> (window % 64)
}

/// An array on the heap that never was on the stack.
fn zeros<T: Clone + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice has N elements"),
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

/// Four bytes as a window of [`LONG`] words.
#[inline]
fn quad(bytes: u32) -> u32 {
    bytes.wrapping_mul(0x9E37_79B1) >> 14
}

/// The `N` neighbouring bytes of `trigger` that are rarest in output, and how many bytes stand
/// before the last of them.
fn rarest<const N: usize>(trigger: &[u8]) -> ([u8; N], u16) {
    let weigh = |window: &[u8]| -> u32 {
        let weights = window.iter().map(|&byte| WEIGHTS[usize::from(byte)]);
        weights.map(u32::from).product()
    };
    let windows = trigger.windows(N).enumerate();
    let best = windows.min_by_key(|(_, window)| weigh(window));
    let (at, window) = best.unwrap_or((0, &[]));
    let window = window.try_into().unwrap_or([0; N]);
    (window, (at + N - 1) as u16)
}

/// How common each byte is in command output, roughly.
const WEIGHTS: [u8; 256] = {
    let mut weights = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        weights[byte] = weight(byte as u8);
        byte += 1;
    }
    weights
};

const fn weight(byte: u8) -> u8 {
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
