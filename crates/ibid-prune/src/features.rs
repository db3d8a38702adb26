//! What a line looks like on its own, told from a few of its bytes: the evidence for output that
//! has something to sort, or for content, that needs no message format.

use crate::invisible;
use crate::record::Flags;

/// What kind of document a line would fit into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Plain,
    /// `@@ -1,2 +1,2 @@`, `diff --git`, `+++ b/x`.
    DiffHead,
    /// A line that begins with `+`, `-` or a space inside a diff.
    DiffBody,
    /// A piece of JSON.
    Json,
    /// Source code.
    Source,
    /// A Markdown heading, fence or list item.
    Markdown,
}

/// All that the bytes of a line tell of it, whatever its digits are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    pub(crate) flags: Flags,
    pub(crate) look: Look,
    /// Begins with a date or a time of day.
    pub(crate) stamped: bool,
    /// Looks like a row of a table.
    pub(crate) row: bool,
    /// See [`filler`].
    pub(crate) filler: u32,
    /// Leading white space, at most 255 characters.
    pub(crate) indent: u8,
}

impl Looks {
    /// Looks at `text`.
    pub(crate) fn of(text: &str) -> Self {
        let spaces = text
            .bytes()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count();
        Self {
            flags: flags(text),
            look: look(text),
            stamped: is_stamped(text),
            row: is_row(text),
            filler: filler(text),
            indent: u8::try_from(spaces).unwrap_or(u8::MAX),
        }
    }
}

/// The flags that the bytes of a line decide.
pub(crate) fn flags(text: &str) -> Flags {
    let mut flags = Flags::default();
    let trimmed = text.trim();
    flags.set(Flags::BLANK, trimmed.is_empty());
    if trimmed.is_empty() {
        return flags;
    }
    let lead = rule_len(trimmed);
    flags.set(Flags::RULER, lead == trimmed.len() && lead >= 3);
    flags.set(
        Flags::BANNER,
        lead >= 3 && lead < trimmed.len() && is_banner(trimmed, lead),
    );
    flags.set(Flags::MARKER, looks_like_marker(text));
    flags
}

/// Length in bytes of the rule that `text` begins with: a repeated `=`, `-`, `_`, `*`, `#`, `─`…
fn rule_len(text: &str) -> usize {
    let Some(first) = text.chars().next().filter(|c| "=-_*#~─━═—.+".contains(*c)) else {
        return 0;
    };
    text.chars().take_while(|c| *c == first).count() * first.len_utf8()
}

/// Bytes at the end of `text` that only fill a line to the terminal's width: a long run of one
/// rule character, of which three stay. 0 for a shorter run, which may be part of a title.
pub(crate) fn filler(text: &str) -> u32 {
    const LONG: usize = 40;
    let Some(last) = text
        .chars()
        .next_back()
        .filter(|c| "━─═=-_*.~".contains(*c))
    else {
        return 0;
    };
    let run = text.chars().rev().take_while(|c| *c == last).count() * last.len_utf8();
    if run < LONG || run == text.len() {
        return 0;
    }
    u32::try_from(run - 3 * last.len_utf8()).unwrap_or(0)
}

fn is_banner(text: &str, lead: usize) -> bool {
    let first = text.as_bytes()[0];
    if matches!(first, b'#' | b'.' | b'+') {
        return false;
    }
    let body = &text[lead..];
    body.starts_with(' ') && body.trim().len() > 1 && body.len() < 160
}

/// Whether `text` begins like a line that Ibid writes into a pruned text. Such a line is quoted
/// where markers are added, so that nothing an output prints can pass for one.
pub(crate) fn looks_like_marker(text: &str) -> bool {
    let seen = text.trim_start_matches(|c: char| c.is_whitespace() || invisible::is(c));
    // Nearly every line begins with something else.
    seen.starts_with(['[', '"', 'a', '│']) && is_marker(&invisible::without(text))
}

fn is_marker(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('[') else {
        return text.starts_with("│ ")
            || text.starts_with(['"', 'a']) && text.contains(" more place");
    };
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        let words = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        return words.starts_with(' ') && words.trim_end().ends_with(']');
    }
    [
        "output ",
        "the whole output",
        "exit ",
        "original ",
        "binary ",
        "line ",
        "not kept",
    ]
    .iter()
    .any(|start| rest.starts_with(start))
}

/// What document `text` would fit into.
pub(crate) fn look(text: &str) -> Look {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else {
        return Look::Plain;
    };
    match first {
        b'd' if text.starts_with("diff --git ") || text.starts_with("diff -") => Look::DiffHead,
        b'@' if text.starts_with("@@ ") => Look::DiffHead,
        b'+' if text.starts_with("+++ ") => Look::DiffHead,
        b'-' if text.starts_with("--- ") => Look::DiffHead,
        b'+' | b'-' => Look::DiffBody,
        b'#' if text.trim_start_matches('#').starts_with(' ') => Look::Markdown,
        b'`' if text.starts_with("```") => Look::Markdown,
        _ => body_look(text.trim()),
    }
}

fn body_look(text: &str) -> Look {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return Look::Plain;
    };
    let opens = matches!(first, b'{' | b'}' | b'[' | b']' | b'"');
    if opens && (text.len() <= 2 || matches!(last, b',' | b'{' | b'[' | b'}' | b']' | b'"')) {
        return Look::Json;
    }
    if *first == b'"' && text.contains("\": ") {
        return Look::Json;
    }
    if matches!(last, b';' | b'{' | b'}') || text.starts_with("//") || text.starts_with("/*") {
        return Look::Source;
    }
    const WORDS: &[&str] = &[
        "def ",
        "class ",
        "import ",
        "from ",
        "return ",
        "if ",
        "for ",
        "fn ",
        "let ",
        "const ",
        "var ",
        "function ",
        "pub ",
        "use ",
        "struct ",
        "async ",
        "export ",
        "#include",
        "package ",
        "func ",
        "private ",
        "public ",
        "static ",
        "else:",
        "try:",
        "assert ",
        "@",
    ];
    if WORDS.iter().any(|word| text.starts_with(word)) && !text.ends_with('.') {
        return Look::Source;
    }
    if matches!(first, b'*' | b'-') && bytes.get(1) == Some(&b' ') || text.starts_with("| ") {
        return Look::Markdown;
    }
    Look::Plain
}

/// Whether a line looks like a row of a table: four columns or more, by tabs, commas, bars or
/// runs of spaces.
fn is_row(text: &str) -> bool {
    let bytes = text.as_bytes();
    let count = |c: u8| bytes.iter().filter(|b| **b == c).count();
    if count(b'\t') >= 3
        || count(b'|') >= 4
        || count(b',') >= 4 && count(b' ') * 3 < bytes.len() / 2
    {
        return true;
    }
    let (mut columns, mut spaces) = (0, 0);
    for byte in text.trim().bytes() {
        if byte == b' ' {
            spaces += 1;
        } else {
            columns += usize::from(spaces >= 2);
            spaces = 0;
        }
    }
    columns >= 3
}

/// Whether a line begins with a date or a time of day.
fn is_stamped(text: &str) -> bool {
    let bytes = text.as_bytes();
    let bytes = bytes.strip_prefix(b"[").unwrap_or(bytes);
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let next = bytes.get(digits);
    match digits {
        4 => matches!(next, Some(b'-' | b'/')) && bytes.get(5).is_some_and(u8::is_ascii_digit),
        2 => next == Some(&b':') && bytes.get(5) == Some(&b':'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulers_banners_and_markers() {
        for (text, flag, expected) in [
            ("=====", Flags::RULER, true),
            ("== x", Flags::BANNER, false),
            ("=== FAILURES ===", Flags::BANNER, true),
            ("---- stdout of a", Flags::BANNER, true),
            ("──── a ────", Flags::BANNER, true),
            ("### Title", Flags::BANNER, false),
            ("   ", Flags::BLANK, true),
            ("[12-19 progress]", Flags::MARKER, true),
            ("[output shortened: 3 lines", Flags::MARKER, true),
            ("[exit 0]", Flags::MARKER, true),
            ("[12/340] cc", Flags::MARKER, false),
            ("[INFO] x", Flags::MARKER, false),
            ("\u{200b}[exit 0]", Flags::MARKER, true),
            ("\u{feff} \u{2060}[12-19 progress]", Flags::MARKER, true),
            ("[\u{200d}exit 0]", Flags::MARKER, true),
            (
                "[1\u{ad}2-19 progress\u{2069}]\u{e0020}",
                Flags::MARKER,
                true,
            ),
            ("\u{202e}│ x", Flags::MARKER, true),
            (
                "\u{fe0f}\"x\" at 3 mo\u{200c}re places",
                Flags::MARKER,
                true,
            ),
            ("\u{200b}[INFO] x", Flags::MARKER, false),
            ("\u{200b}", Flags::MARKER, false),
            ("\u{e9}[exit 0]", Flags::MARKER, false),
        ] {
            assert_eq!(flags(text).has(flag), expected, "{text:?}");
        }
    }
}
