//! Lines that differ only in their digits are of the same format, and their parts stand at the
//! same bytes. A log of a million lines has a few hundred such skeletons; what was found for the
//! first line of one is remembered for the others, which then cost a hash instead of patterns.
//!
//! Kept apart are numbers that formats may tell apart where they stand alone: zero from any other,
//! the digits of numbers of one digit (`exit code 1`), and the first of three (`404`).

/// Entries; a power of two. A newer skeleton takes the place of an older one with its number.
const ENTRIES: usize = 1 << 12;

/// Longer lines are data: they are looked at, not remembered.
const LONGEST: usize = 512;

/// A line with what formats do not tell apart masked, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skeleton(u64);

/// What was found for the skeletons of an output's lines.
#[derive(Debug)]
pub(crate) struct Memo<T> {
    /// Made with the first line, since many outputs have none.
    entries: Vec<Option<(u64, T)>>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

impl<T> Memo<T> {
    /// What is known for `skeleton`.
    pub(crate) fn get(&self, skeleton: Skeleton) -> Option<&T> {
        let (known, found) = self.entries.get(skeleton.0 as usize % ENTRIES)?.as_ref()?;
        (*known == skeleton.0).then_some(found)
    }

    /// Remembers what was found for `skeleton`.
    pub(crate) fn put(&mut self, skeleton: Skeleton, found: T) {
        if self.entries.is_empty() {
            self.entries.resize_with(ENTRIES, || None);
        }
        self.entries[skeleton.0 as usize % ENTRIES] = Some((skeleton.0, found));
    }
}

/// The skeleton of `text`; `None` for a line that is not remembered.
pub(crate) fn skeleton(text: &str) -> Option<Skeleton> {
    let bytes = text.as_bytes();
    if bytes.len() > LONGEST {
        return None;
    }
    let mut masked = [0u8; LONGEST];
    masked[..bytes.len()].copy_from_slice(bytes);
    let line = &mut masked[..bytes.len()];
    let mut at = 0;
    while at < line.len() {
        if !line[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let run = line[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let byte = |at: Option<usize>| at.and_then(|at| line.get(at)).copied();
        let before = joins(byte(at.checked_sub(1)), byte(at.checked_sub(2)));
        let after = joins(byte(Some(at + run)), byte(Some(at + run + 1)));
        let alone = !before && !after;
        mask(&mut line[at..at + run], alone);
        at += run;
    }
    Some(Skeleton(crate::shape::hash(line)))
}

/// Whether a byte next to a number makes it part of a longer token, such as `v1.2` or `a.c:3:5`;
/// a mark only does when the token goes on behind it: the zero of `failed: 0.` stands alone.
fn joins(next: Option<u8>, beyond: Option<u8>) -> bool {
    let in_word = |byte: Option<u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric());
    in_word(next)
        || matches!(next, Some(b'_' | b'/' | b'-'))
        || matches!(next, Some(b':' | b'.')) && in_word(beyond)
}

/// Makes one number like all that formats do not tell from it.
fn mask(number: &mut [u8], alone: bool) {
    let zero = number.iter().all(|b| *b == b'0');
    let from = match number.len() {
        _ if zero && alone => return,
        1 if alone => return,
        3 if alone => 1,
        _ => 0,
    };
    number[from..].fill(b'9');
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn only_what_no_format_tells_apart_is_masked() {
        for (a, b, same) in [
            ("a.c:12:34: x", "a.c:98:76: x", true),
            ("a.c:12:34: x", "a.c:123:4: x", false),
            ("a.c:1:2: x", "a.c:3:4: x", true),
            ("0 errors", "3 errors", false),
            ("00 errors", "17 errors", false),
            ("failed: 0.", "failed: 2.", false),
            ("exit code 1", "exit code 0", false),
            ("HTTP 404", "HTTP 200", false),
            ("HTTP 404", "HTTP 410", true),
            ("unit1234.o", "unit9876.o", true),
        ] {
            assert_eq!(skeleton(a) == skeleton(b), same, "{a:?} and {b:?}");
        }
        assert_eq!(skeleton(&"x".repeat(513)), None);
    }
}
