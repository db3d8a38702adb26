//! One scan of a line that says which formats are worth trying.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// The triggers of all formats, compiled into one automaton.
#[derive(Debug)]
pub(super) struct Triggers {
    automaton: AhoCorasick,
    /// Formats of trigger `i`: `formats[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    formats: Vec<u16>,
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

    fn insert(&mut self, format: u16) {
        self.words[usize::from(format) / 64] |= 1 << (format % 64);
    }

    fn clear(&mut self) {
        self.words.fill(0);
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
    /// Compiles the triggers of formats 0, 1, 2, …
    ///
    /// `None` when the automaton would be larger than its ids allow, which takes some hundred
    /// million bytes of triggers.
    pub(super) fn new<'a, T>(formats: impl Iterator<Item = T>) -> Option<Self>
    where
        T: IntoIterator<Item = &'a str>,
    {
        let mut pairs: Vec<(&str, u16)> = Vec::new();
        for (format, triggers) in formats.enumerate() {
            let format = u16::try_from(format).ok()?;
            pairs.extend(triggers.into_iter().map(|trigger| (trigger, format)));
        }
        pairs.sort_unstable();
        let mut literals: Vec<&str> = Vec::new();
        let mut starts = Vec::new();
        for (at, (literal, _)) in pairs.iter().enumerate() {
            if literals.last() != Some(literal) {
                literals.push(literal);
                starts.push(u32::try_from(at).ok()?);
            }
        }
        starts.push(u32::try_from(pairs.len()).ok()?);
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .match_kind(MatchKind::Standard)
            .build(&literals)
            .ok()?;
        Some(Self {
            automaton,
            starts,
            formats: pairs.iter().map(|&(_, format)| format).collect(),
        })
    }

    /// Puts into `found` the formats of which a trigger occurs in `text`. Whether there is any.
    pub(super) fn scan(&self, text: &str, found: &mut Candidates) -> bool {
        found.clear();
        let mut any = false;
        for hit in self.automaton.find_overlapping_iter(text) {
            any = true;
            let at = hit.pattern().as_usize();
            for &format in &self.formats[self.starts[at] as usize..self.starts[at + 1] as usize] {
                found.insert(format);
            }
        }
        any
    }
}
