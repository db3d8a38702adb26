//! One pattern, compiled in two steps: which bytes its lines can begin with, and the whole.
//!
//! Most formats that a line triggers fail at its first byte. Telling that takes a parsed pattern
//! and no compiled one, which is what start-up on a short output is spent on.

use std::ops::Range;
use std::sync::{Mutex, OnceLock};

use regex::{CaptureLocations, Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

use super::error::RowProblem;
use super::file_name;

/// Bytes a compiled pattern may take. Keeps a counted repetition in a user's pattern from eating
/// the memory.
const PATTERN_SIZE: usize = 1 << 20;
/// The groups that a pattern may name.
pub(super) const GROUPS: [&str; 8] = [
    "file", "path", "line", "col", "end_line", "end_col", "severity", "symbol",
];

/// A range of the bytes of a line that patterns see; nothing when it is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    start: u16,
    end: u16,
}

impl Part {
    fn new(range: Range<usize>) -> Self {
        match (u16::try_from(range.start), u16::try_from(range.end)) {
            (Ok(start), Ok(end)) => Self { start, end },
            _ => Self::default(),
        }
    }

    /// The range, where there is one.
    pub(super) fn range(self) -> Option<Range<usize>> {
        (self.start < self.end).then_some(self.start.into()..self.end.into())
    }

    /// Where it is in `text`.
    pub(super) fn of(self, text: &str) -> Option<&str> {
        self.range().and_then(|range| text.get(range))
    }

    fn shifted(self, by: usize) -> Self {
        self.range()
            .map_or(self, |range| Self::new(range.start + by..range.end + by))
    }
}

/// What the groups of a pattern matched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts {
    pub(super) file: Part,
    pub(super) line: Part,
    pub(super) col: Part,
    pub(super) end_line: Part,
    pub(super) end_col: Part,
    pub(super) severity: Part,
    pub(super) symbol: Part,
}

impl Parts {
    /// The same parts of a text that begins `by` bytes earlier.
    pub(super) fn shifted(self, by: usize) -> Self {
        Self {
            file: self.file.shifted(by),
            line: self.line.shifted(by),
            col: self.col.shifted(by),
            end_line: self.end_line.shifted(by),
            end_col: self.end_col.shifted(by),
            severity: self.severity.shifted(by),
            symbol: self.symbol.shifted(by),
        }
    }
}

/// A format's pattern and its traps, each compiled when first needed. A pattern that does not
/// compile fits nothing; tests and `with_rows` see to it that there is none.
#[derive(Debug, Default)]
pub(super) struct Lazy {
    first: OnceLock<Bytes>,
    matcher: OnceLock<Option<Box<Matcher>>>,
}

impl Lazy {
    /// What the groups of `pattern` matched, when `text` fits it and not `unless`. Both must be
    /// the same in every call.
    pub(super) fn fit(&self, pattern: &str, unless: Option<&str>, text: &str) -> Option<Parts> {
        let first = self.first.get_or_init(|| first_bytes(&ascii(pattern)));
        if !first.has(text.bytes().next()) {
            return None;
        }
        self.matcher
            .get_or_init(|| Matcher::new(pattern, unless).ok().map(Box::new))
            .as_ref()?
            .fit(text)
    }
}

#[derive(Debug)]
pub(super) struct Matcher {
    regex: Regex,
    unless: Option<Regex>,
    /// For each of [`GROUPS`] its number in `regex`.
    groups: [Option<u16>; GROUPS.len()],
    /// Where a search puts what it matched.
    spare: Mutex<CaptureLocations>,
}

impl Matcher {
    /// Compiles a pattern and its traps.
    pub(super) fn new(pattern: &str, unless: Option<&str>) -> Result<Self, RowProblem> {
        let regex = compile(pattern)?;
        let unless = unless.map(compile).transpose()?;
        let mut groups = [None; GROUPS.len()];
        for (number, name) in regex.capture_names().enumerate() {
            let Some(name) = name else { continue };
            let Some(at) = GROUPS.iter().position(|known| *known == name) else {
                return Err(RowProblem::UnknownGroup(name.to_owned()));
            };
            groups[at] = u16::try_from(number).ok();
        }
        let spare = Mutex::new(regex.capture_locations());
        Ok(Self {
            regex,
            unless,
            groups,
            spare,
        })
    }

    fn fit(&self, text: &str) -> Option<Parts> {
        let parts = self.parts(text)?;
        let trapped = |trap: &Regex| trap.is_match(text);
        (!self.unless.as_ref().is_some_and(trapped)).then_some(parts)
    }

    fn parts(&self, text: &str) -> Option<Parts> {
        if self.groups.iter().all(Option::is_none) {
            return self.regex.is_match(text).then(Parts::default);
        }
        // Candidates mostly fail, so no memory is taken for one; another thread's line that holds
        // the spare locations is rare.
        let mut own;
        let mut spare = self.spare.try_lock();
        let places: &mut CaptureLocations = match &mut spare {
            Ok(spare) => spare,
            Err(_) => {
                own = self.regex.capture_locations();
                &mut own
            }
        };
        self.regex.captures_read(places, text)?;
        let part = |group: usize| -> Part {
            let place = self.groups[group].and_then(|group| places.get(usize::from(group)));
            place.map_or_else(Part::default, |(start, end)| Part::new(start..end))
        };
        let path = part(1);
        if let Some(path) = path.of(text)
            && !file_name::is_named(path)
        {
            return None;
        }
        let file = part(0);
        Some(Parts {
            file: if file.range().is_some() { file } else { path },
            line: part(2),
            col: part(3),
            end_line: part(4),
            end_col: part(5),
            severity: part(6),
            symbol: part(7),
        })
    }
}

fn compile(pattern: &str) -> Result<Regex, RowProblem> {
    RegexBuilder::new(&ascii(pattern))
        .size_limit(PATTERN_SIZE)
        .dfa_size_limit(PATTERN_SIZE)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => RowProblem::PatternTooLarge(pattern.to_owned()),
            other => RowProblem::BadPattern(other.to_string()),
        })
}

/// The pattern with `\w`, `\d`, `\s` and `\b` read as ASCII: their Unicode tables are large, and
/// what tools print around a place is ASCII.
fn ascii(pattern: &str) -> String {
    let mut ascii = String::with_capacity(pattern.len() * 2);
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            ascii.push(c);
            continue;
        }
        match chars.next() {
            Some('w') => ascii.push_str("[0-9A-Za-z_]"),
            Some('d') => ascii.push_str("[0-9]"),
            Some('s') => ascii.push_str("[\t ]"),
            Some('S') => ascii.push_str("[^\t ]"),
            Some('b') => ascii.push_str("(?-u:\\b)"),
            other => {
                ascii.push('\\');
                ascii.extend(other);
            }
        }
    }
    ascii
}

/// A set of bytes that a matching line can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bytes([u64; 4]);

impl Bytes {
    const NONE: Bytes = Bytes([0; 4]);
    const ALL: Bytes = Bytes([u64::MAX; 4]);

    fn add(&mut self, bytes: std::ops::RangeInclusive<u8>) {
        for byte in bytes {
            self.0[usize::from(byte) / 64] |= 1 << (byte % 64);
        }
    }

    fn join(&mut self, other: Bytes) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// Whether a line that begins with `byte` can match. An empty line always can.
    fn has(&self, byte: Option<u8>) -> bool {
        byte.is_none_or(|byte| self.0[usize::from(byte) / 64] >> (byte % 64) & 1 == 1)
    }
}

/// The bytes that a line of `pattern` can begin with: all of them, when it need not match at the
/// line's start.
fn first_bytes(pattern: &str) -> Bytes {
    // As bytes a pattern is parsed at a fraction of the cost; one whose classes hold characters
    // beyond ASCII needs the whole.
    let mut as_bytes = ParserBuilder::new().unicode(false).utf8(false).build();
    let Some(hir) = (as_bytes.parse(pattern).ok()).or_else(|| regex_syntax::parse(pattern).ok())
    else {
        return Bytes::ALL;
    };
    if !hir.properties().look_set_prefix().contains(Look::Start) {
        return Bytes::ALL;
    }
    match begin(&hir) {
        (bytes, false) => bytes,
        (_, true) => Bytes::ALL,
    }
}

/// The bytes that a match of `hir` can begin with, and whether it can be empty.
fn begin(hir: &Hir) -> (Bytes, bool) {
    let mut bytes = Bytes::NONE;
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => (bytes, true),
        HirKind::Literal(literal) => {
            let first = literal.0.first();
            first.into_iter().for_each(|&byte| bytes.add(byte..=byte));
            (bytes, first.is_none())
        }
        HirKind::Class(Class::Unicode(class)) => {
            for range in class.ranges() {
                let (start, end) = (u32::from(range.start()), u32::from(range.end()));
                if start < 128 {
                    bytes.add(start as u8..=end.min(127) as u8);
                }
                if end >= 128 {
                    bytes.add(128..=255);
                }
            }
            (bytes, false)
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges = class.ranges().iter();
            ranges.for_each(|range| bytes.add(range.start()..=range.end()));
            (bytes, false)
        }
        HirKind::Repetition(repetition) => {
            let (bytes, empty) = begin(&repetition.sub);
            (bytes, empty || repetition.min == 0)
        }
        HirKind::Capture(capture) => begin(&capture.sub),
        HirKind::Concat(parts) => {
            for part in parts {
                let (more, empty) = begin(part);
                bytes.join(more);
                if !empty {
                    return (bytes, false);
                }
            }
            (bytes, true)
        }
        HirKind::Alternation(parts) => {
            let mut any_empty = false;
            for part in parts {
                let (more, empty) = begin(part);
                bytes.join(more);
                any_empty |= empty;
            }
            (bytes, any_empty)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, begins: &str, never: &str) {
        let bytes = first_bytes(&ascii(pattern));
        for byte in begins.bytes() {
            assert!(bytes.has(Some(byte)), "{pattern:?} and {:?}", byte as char);
        }
        for byte in never.bytes() {
            assert!(!bytes.has(Some(byte)), "{pattern:?} and {:?}", byte as char);
        }
    }

    #[test]
    fn the_first_bytes_of_anchored_patterns_are_known() {
        check("^at x", "a", "xb ");
        check(r"^\s*at x", "a \t", "xb");
        check(r"^(?:a|b+c|(?<file>[^:\s]))", "abz", ": ");
        check(r"^(?i:error)", "eE", "r");
        check(r"^a?$", "abc", "");
        check("at x", "abc", "");
        check("^a|b", "abc", "");
        check("^(?:→|x)", "→x", "ab");
    }

    #[test]
    fn perl_classes_are_ascii() {
        let expected = "[0-9A-Za-z_]\\\\w[[0-9][\t ]](?-u:\\b)";
        assert_eq!(ascii(r"\w\\w[\d\s]\b"), expected);
    }
}
