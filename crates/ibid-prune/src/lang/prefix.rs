//! What wrappers put before another tool's line: levels, task names, clocks, quoting.
//!
//! Prefixes that most lines share are peeled before a line comes here; these are the single ones,
//! such as the `[javac]` of one line, or an indent.

/// How many prefixes are taken off one line.
const DEPTH: u8 = 4;
/// How long a task's or a service's name before `:` or `|` may be, in bytes.
const NAME: usize = 40;

/// The places behind each prefix of a line, outermost first.
#[derive(Debug)]
pub(super) struct Prefixes<'a> {
    text: &'a [u8],
    at: usize,
    left: u8,
}

impl<'a> Prefixes<'a> {
    /// The prefixes of `text`.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text: text.as_bytes(),
            at: 0,
            left: DEPTH,
        }
    }
}

impl Iterator for Prefixes<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let rest = &self.text[self.at..];
        let taken = step(rest)?;
        self.at += taken + spaces(&rest[taken..]);
        (self.at < self.text.len()).then_some(self.at)
    }
}

/// How many bytes the prefix at a line's start takes, if there is one.
fn step(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b' ' | b'\t' => Some(spaces(text)),
        b'[' => bracket(text),
        b'#' => build_step(text)
            .or_else(|| bracket(text))
            .or_else(|| quoting(text)),
        b'0'..=b'9' => clock(text).or_else(|| node(text)),
        b'=' => pid(text).or_else(|| quoting(text)),
        b'a'..=b'z' | b'A'..=b'Z' | b'@' => {
            level(text).or_else(|| task(text)).or_else(|| quoting(text))
        }
        _ => quoting(text),
    }
}

fn spaces(text: &[u8]) -> usize {
    text.iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count()
}

/// Marks of quoting and lists, with a space behind: `| `, `E   ` (pytest), `# ` (TAP), `> `.
fn quoting(text: &[u8]) -> Option<usize> {
    const MARKS: &[&str] = &[
        "|", "│", "┃", "║", "E", "#", ">", ">>", "*", "-", "+", "!", "!!", "•", "✖", "✗", "✘", "×",
        "❌", "⚠", "»", "→", "↳", "==>", "-->", "=>",
    ];
    let end = text
        .iter()
        .take(4)
        .position(|b| matches!(b, b' ' | b'\t'))?;
    let mark = &text[..end];
    (MARKS.iter().any(|known| known.as_bytes() == mark)).then_some(end)
}

/// `[javac] `, `[ERROR] `, `[12:30:45] `, `[3/7] `, and `##[error]`.
fn bracket(text: &[u8]) -> Option<usize> {
    let hashes = text.iter().take_while(|&&b| b == b'#').count();
    if hashes > 2 || text.get(hashes) != Some(&b'[') {
        return None;
    }
    let end = text[..text.len().min(hashes + NAME)]
        .iter()
        .position(|&b| b == b']')?;
    let spaced = matches!(text.get(end + 1), Some(b' ' | b'\t' | b':' | b'['));
    let colon = usize::from(text.get(end + 1) == Some(&b':'));
    (end > hashes + 1 && (spaced || hashes > 0)).then_some(end + 1 + colon)
}

/// The words of package managers and loggers: `npm error `, `ERROR: `.
fn level(text: &[u8]) -> Option<usize> {
    let words: &[&str] = match text.first()? {
        b'n' => &["npm error", "npm ERR!", "npm warn", "npm WARN"],
        b'y' => &["yarn error"],
        b'e' => &["error:"],
        b'E' => &["Error:", "ERROR:", "ERROR"],
        b'w' => &["warning:"],
        b'W' => &["Warning:", "WARNING:", "WARN"],
        b'I' => &["INFO:", "INFO"],
        b'D' => &["DEBUG"],
        b'F' => &["FATAL:", "FATAL"],
        b's' => &["stderr:", "stdout:", "stderr |", "stdout |"],
        b'r' => &["remote:"],
        b'c' => &["cargo:warning="],
        _ => &[],
    };
    words.iter().find_map(|word| {
        let rest = text.strip_prefix(word.as_bytes())?;
        (word.ends_with('=') || matches!(rest.first(), Some(b' ' | b'\t'))).then_some(word.len())
    })
}

/// `#14 9.2 ` of a container build.
fn build_step(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"#")?;
    let number = digits(rest);
    let rest = rest[number..].strip_prefix(b" ")?;
    let time = rest
        .iter()
        .take_while(|b| b.is_ascii_digit() || **b == b'.')
        .count();
    (number > 0 && time > 0 && rest.get(time) == Some(&b' ')).then_some(number + time + 2)
}

/// `2026-01-02T12:30:45.123Z `, `2026-01-02 12:30:45,123 `, `12:30:45 `.
fn clock(text: &[u8]) -> Option<usize> {
    let part = |text: &[u8]| {
        let long = text
            .iter()
            .take_while(|b| b.is_ascii_digit() || b"-:.,TZ+/".contains(b))
            .count();
        let begins = text.first().is_some_and(u8::is_ascii_digit);
        let ends = matches!(text.get(long), Some(b' ' | b'\t'));
        (begins && ends && long >= 8).then_some(long)
    };
    let first = part(text)?;
    let second = text.get(first + 1..).and_then(part);
    Some(second.map_or(first, |second| first + 1 + second))
}

/// `==77== ` and `==77==ERROR: ` of the memory checkers.
fn pid(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"==")?;
    let number = digits(rest);
    (number > 0 && rest[number..].starts_with(b"==")).then_some(number + 4)
}

/// `1>` and `2:7>` of parallel builds.
fn node(text: &[u8]) -> Option<usize> {
    let number = text
        .iter()
        .take_while(|b| b.is_ascii_digit() || **b == b':')
        .count();
    let first = text.first().is_some_and(u8::is_ascii_digit);
    (first && number < 8 && text.get(number) == Some(&b'>')).then_some(number + 1)
}

/// `x:build: `, `packages/a test: `, `web_1  | `, `app    > ` of task runners: a name, and a mark
/// that no path has there.
fn task(text: &[u8]) -> Option<usize> {
    let name = text
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || b"@/_-.".contains(b))
        .count();
    if name == 0 || name > NAME || !text[0].is_ascii_alphabetic() && text[0] != b'@' {
        return None;
    }
    let gap = spaces(&text[name..]);
    let mark = &text[name + gap..];
    if mark.starts_with(b"| ") || mark.starts_with(b"> ") && gap > 0 {
        return Some(name + gap + 1);
    }
    // A second word, and a colon with a space: `x:build: `, `packages/a test: `.
    let gap = match mark.first() {
        Some(b':') if gap == 0 => 1,
        _ if gap == 1 => 1,
        _ => return None,
    };
    let second = text[name + gap..]
        .iter()
        .take_while(|b| b.is_ascii_alphabetic() || b"_-".contains(b))
        .count();
    let end = name + gap + second;
    (second > 0 && second <= NAME && text[end..].starts_with(b": ")).then_some(end + 1)
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = Prefixes::new(text).map(|at| &text[at..]).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn prefixes_come_off_one_by_one() {
        check("a.c:3: x", &[]);
        check("  a.c:3: x", &["a.c:3: x"]);
        check("[javac] [ERROR] a.c", &["[ERROR] a.c", "a.c"]);
        check("#23 15.7 a.c:3: x", &["a.c:3: x"]);
        check("npm error ../a.c:3: x", &["../a.c:3: x"]);
        check("x:build: a.c:3: x", &["a.c:3: x"]);
        check("packages/a test: a.c:3: x", &["a.c:3: x"]);
        check("web_1  | a.c:3: x", &["a.c:3: x"]);
        check("app     > a.hs:3: x", &["a.hs:3: x"]);
        check("E   a.py:3: x", &["a.py:3: x"]);
        check("12>a.cpp(3): x", &["a.cpp(3): x"]);
        check("==12== by a.c", &["by a.c"]);
        check("2026-01-02T12:30:45.1Z a.c:3: x", &["a.c:3: x"]);
        check("2026-01-02 12:30:45,1 a.c:3: x", &["a.c:3: x"]);
        check("##[error]a.c(3,5): x", &["a.c(3,5): x"]);
        check("[", &[]);
        check("", &[]);
        check("   ", &[]);
    }
}
