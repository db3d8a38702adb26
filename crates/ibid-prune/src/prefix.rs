//! Constant prefixes before the line proper: timestamps of CI logs, build step numbers, levels.
//!
//! They are learnt from the first lines of an output and then peeled wherever they stand, so that
//! the registry sees `src/a.rs:3:5: error`, not `build  test  2026-01-02T03:04:05Z src/a.rs:…`.

/// How many lines are read before it is decided which prefixes the output has.
pub(crate) const LEARN_LINES: usize = 200;

/// How many prefixes, one behind the other, are peeled.
const MOST: usize = 4;

/// Reads a prefix at the start of a line; its length, where there is one.
type Peel = fn(&str) -> Option<usize>;

const SHAPES: &[Peel] = &[tabs, timestamp, step, level, npm, service, package, task];

/// The prefixes that most lines of an output share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prefixes {
    peels: Vec<Peel>,
}

impl Prefixes {
    /// Learns from the first lines of an output: a shape that at least six in ten of the lines
    /// that are not blank have is a prefix; then what stands behind it, up to four.
    pub(crate) fn learn<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let mut lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let mut peels = Vec::new();
        let needed = (lines.len() * 6).div_ceil(10).max(4);
        while peels.len() < MOST && lines.len() >= needed {
            let found = SHAPES
                .iter()
                .copied()
                .find(|peel| lines.iter().filter(|line| peel(line).is_some()).count() >= needed);
            let Some(peel) = found else { break };
            for line in &mut lines {
                if let Some(n) = peel(line) {
                    *line = &line[n..];
                }
            }
            peels.push(peel);
        }
        Self { peels }
    }

    /// The length in bytes of the prefixes of `line`, 0 where it has none.
    pub(crate) fn len(&self, line: &str) -> usize {
        let mut at = 0;
        for peel in &self.peels {
            if let Some(n) = peel(&line[at..]) {
                at += n;
            }
        }
        at
    }
}

fn rest_after(line: &str, at: usize) -> Option<usize> {
    let spaces = line[at..].bytes().take_while(|b| *b == b' ').count();
    (spaces > 0 || at == line.len()).then_some(at + spaces.min(1))
}

/// `job⇥step⇥`, as `gh run view --log` prints.
fn tabs(line: &str) -> Option<usize> {
    let first = line.find('\t').filter(|n| *n > 0 && *n < 80)?;
    let second = line[first + 1..].find('\t').filter(|n| *n > 0 && *n < 80)?;
    Some(first + second + 2)
}

/// `2026-01-02T03:04:05.123Z `, `[03:04:05] `, `03:04:05.678 `.
fn timestamp(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let open = usize::from(bytes.first() == Some(&b'['));
    let bom = if line.starts_with('\u{feff}') { 3 } else { 0 };
    let mut at = open + bom;
    let digits = |at: usize| {
        bytes[at.min(bytes.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    if digits(at) == 4 && matches!(bytes.get(at + 4), Some(b'-' | b'/')) {
        at += 10;
        if !matches!(bytes.get(at), Some(b'T' | b' ')) {
            return None;
        }
        at += 1;
    }
    if digits(at) != 2 || bytes.get(at + 2) != Some(&b':') || digits(at + 3) != 2 {
        return None;
    }
    at += 5;
    while matches!(
        bytes.get(at),
        Some(b'0'..=b'9' | b':' | b'.' | b',' | b'Z' | b'+')
    ) {
        at += 1;
    }
    if open == 1 {
        if bytes.get(at) != Some(&b']') {
            return None;
        }
        at += 1;
    }
    rest_after(line, at)
}

/// `#23 159.7 `, a build step of BuildKit with its seconds; `12>`, a node of MSBuild.
fn step(line: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(rest) = line.strip_prefix('#') {
        let number = digits(rest);
        let at = 1 + number;
        if number == 0 || line.as_bytes().get(at) != Some(&b' ') {
            return None;
        }
        let seconds = line[at + 1..]
            .bytes()
            .take_while(|b| b.is_ascii_digit() || *b == b'.')
            .count();
        return match seconds > 0 && line[at + 1..at + 1 + seconds].contains('.') {
            true => rest_after(line, at + 1 + seconds),
            false => Some(at + 1),
        };
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let number = digits(&line[indent..]);
    let at = indent + number;
    (number > 0 && line.as_bytes().get(at) == Some(&b'>')).then_some(at + 1)
}

/// `[ERROR] `, `[info] `: a level in brackets.
fn level(line: &str) -> Option<usize> {
    let rest = line.strip_prefix('[')?;
    let end = rest.find(']').filter(|n| *n <= 8)?;
    let word = rest[..end].trim().to_ascii_uppercase();
    let known = [
        "INFO", "ERROR", "WARNING", "WARN", "DEBUG", "TRACE", "FATAL", "NOTICE", "ERR",
    ];
    known
        .contains(&word.as_str())
        .then(|| rest_after(line, end + 2))
        .flatten()
}

/// `npm error `, `npm ERR! `, `npm warn `.
fn npm(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("npm ")?;
    let word = rest.split(' ').next()?;
    [
        "error", "ERR!", "warn", "WARN", "info", "http", "verb", "sill", "notice",
    ]
    .contains(&word)
    .then(|| rest_after(line, 4 + word.len()))
    .flatten()
}

/// `web_1  | `, a service of a compose file.
fn service(line: &str) -> Option<usize> {
    let bar = line.find(" | ").filter(|n| *n > 0 && *n < 40)?;
    let name = line[..bar].trim_end();
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let is_name =
        !name.is_empty() && name.bytes().all(plain) && !name.bytes().all(|b| b.is_ascii_digit());
    is_name.then_some(bar + 3)
}

/// `web:build: `, a task of a monorepo tool.
fn package(line: &str) -> Option<usize> {
    let end = line.find(": ").filter(|n| *n > 2 && *n < 60)?;
    let name = &line[..end];
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'@' | b'/' | b':');
    (name.contains(':')
        && name.bytes().all(plain)
        && !name
            .bytes()
            .any(|b| b.is_ascii_digit() && name.ends_with(b as char)))
    .then_some(end + 2)
}

/// `packages/b build: `, a script of a workspace.
fn task(line: &str) -> Option<usize> {
    let end = line
        .find(": ")
        .or_else(|| line.ends_with(':').then(|| line.len() - 1))?;
    let (place, script) = line.get(..end)?.split_once(' ')?;
    let plain =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'@' | b'/' | b':' | b'.');
    let fits = place.contains('/')
        && !script.is_empty()
        && script.bytes().all(plain)
        && place.bytes().all(plain);
    fits.then_some((end + 2).min(line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_prefixes_are_peeled() {
        for (prefix, rest) in [
            (
                "build\ttest\t2026-01-02T03:04:05.1234567Z ",
                "src/a.rs:3:5: error",
            ),
            ("2026-01-02T03:04:05Z ", "hello"),
            ("[03:04:05] ", "hello"),
            ("#23 159.7 ", "a.c:3: error"),
            ("#9 ", "DONE"),
            ("  12>", "x.cs(3,1): error CS1: y"),
            ("[ERROR] ", "x"),
            ("npm error ", "gyp ERR! x"),
            ("web_1  | ", "up"),
            ("web:build: ", "src/a.ts:3:5 - error"),
            ("packages/b build: ", "x"),
        ] {
            let lines: Vec<String> = (0..10).map(|n| format!("{prefix}{rest} {n}")).collect();
            let prefixes = Prefixes::learn(lines.iter().map(String::as_str));
            assert_eq!(prefixes.len(&lines[3]), prefix.len(), "{prefix:?}");
        }
    }

    #[test]
    fn a_prefix_of_few_lines_stays() {
        let lines = ["[ERROR] a", "b", "c", "d", "e", "f"];
        assert_eq!(Prefixes::learn(lines.into_iter()).len("[ERROR] a"), 0);
    }
}
