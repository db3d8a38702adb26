//! The words by which tools say how bad a message is.

use std::ops::Range;

use crate::Severity;

/// Words for errors, warnings and the rest, in lower case. A word is looked up whole, and then by
/// its beginning among those of four letters and more.
const WORDS: &[(Severity, &[&str])] = &[
    (
        Severity::Error,
        &[
            "e",
            "f",
            "err",
            "error",
            "fatal",
            "fail",
            "critical",
            "panic",
            "severe",
            "exception",
            "syntax",
            "syntaxerror",
            "parse",
            "internal",
            "runtime",
            "catastrophic",
            "high",
            "blocker",
            "major",
            "undefined",
            "fehler",
            "erreur",
            "errore",
            "erro",
            "błąd",
            "chyba",
            "hata",
            "ошибка",
            "错误",
            "錯誤",
            "エラー",
            "오류",
            "✖",
            "✘",
            "×",
            "✗",
        ],
    ),
    (
        Severity::Warning,
        &[
            "w",
            "warn",
            "warning",
            "deprecat",
            "medium",
            "strict",
            "minor",
            "caution",
            "warnung",
            "avertissement",
            "advertencia",
            "aviso",
            "avviso",
            "ostrzeżenie",
            "varování",
            "uyarı",
            "предупреждение",
            "警告",
            "경고",
            "⚠",
            "‼",
        ],
    ),
    (
        Severity::Info,
        &[
            "i",
            "n",
            "c",
            "r",
            "h",
            "s",
            "info",
            "note",
            "notice",
            "hint",
            "help",
            "remark",
            "style",
            "convention",
            "refactor",
            "suggest",
            "debug",
            "low",
            "performance",
            "portability",
            "ℹ",
        ],
    ),
];

/// How far before and behind a place its severity is looked for, in bytes.
const NEAR: usize = 160;

/// The severity that `word` names, if any.
pub(super) fn read(word: &str) -> Option<Severity> {
    let word = word.trim().to_lowercase();
    find(|known| known == word)
        .or_else(|| find(|known| known.len() >= 4 && word.starts_with(known)))
}

/// The severity that the words around a place say: directly behind it, before it, or anywhere
/// behind it in words that say nothing else.
pub(super) fn near(text: &str, place: Range<usize>) -> Option<Severity> {
    let behind = &text[place.end..text.floor_char_boundary(place.end + NEAR)];
    let before = &text[text.ceil_char_boundary(place.start.saturating_sub(NEAR))..place.start];
    first_word(behind)
        .and_then(directly)
        .or_else(|| words(before).rev().find_map(leading))
        .or_else(|| words(behind).find_map(telling))
}

fn find(fits: impl Fn(&str) -> bool) -> Option<Severity> {
    WORDS
        .iter()
        .find(|(_, words)| words.iter().any(|known| fits(known)))
        .map(|(severity, _)| *severity)
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c.is_ascii_punctuation())
        .filter(|word| !word.is_empty())
}

/// The first word of `text`; a single letter only where a mark sets it apart, as in `W:`.
fn first_word(text: &str) -> Option<&str> {
    let between = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && c != '_');
    let start = text.find(|c: char| !between(c) && !c.is_ascii_digit())?;
    let word = text[start..].split(between).next()?;
    let behind = text[start + word.len()..].chars().next();
    (word.len() > 1 || matches!(behind, Some(':' | ']'))).then_some(word)
}

/// A word directly behind a place: `error`, `W`, or a rule's code such as `E302`.
fn directly(word: &str) -> Option<Severity> {
    if word.ends_with("Warning") {
        return Some(Severity::Warning);
    }
    if word.len() == 1 || !word.bytes().any(|b| b.is_ascii_digit()) {
        return read(word);
    }
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - letters.len();
    match letters {
        "E" | "F" | "TS" | "CS" | "FS" | "BC" | "MSB" if digits >= 3 => Some(Severity::Error),
        "W" if digits >= 3 => Some(Severity::Warning),
        _ => None,
    }
}

/// A word before a place: whole severity words only.
fn leading(word: &str) -> Option<Severity> {
    if word.len() <= 2 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    find(|known| known.len() > 2 && known == word)
        .or_else(|| word.ends_with("error").then_some(Severity::Error))
        .or_else(|| word.ends_with("warning").then_some(Severity::Warning))
}

/// A word of the message that says error or warning and nothing else.
fn telling(word: &str) -> Option<Severity> {
    match word {
        "error" | "Error" | "ERROR" | "fatal" | "FATAL" | "HIGH" => Some(Severity::Error),
        "warning" | "Warning" | "WARNING" | "MEDIUM" => Some(Severity::Warning),
        "LOW" => Some(Severity::Info),
        _ if word.ends_with("Error") || word.ends_with("Exception") => Some(Severity::Error),
        _ if word.ends_with("Warning") => Some(Severity::Warning),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<Severity>) {
        let start = text.find('@').expect("a place stands at `@`");
        assert_eq!(near(text, start..start + 1), expected, "{text:?}");
    }

    #[test]
    fn the_words_nearest_to_the_place_tell() {
        check("@: error: no such warning", Some(Severity::Error));
        check("@: warning: error ahead", Some(Severity::Warning));
        check("@: fatal error: gone", Some(Severity::Error));
        check("@: W: odd", Some(Severity::Warning));
        check("@: C: [Correctable] Style", Some(Severity::Info));
        check("@: E302 two lines", Some(Severity::Error));
        check("@: W291 blanks", Some(Severity::Warning));
        check("@: RuntimeWarning odd", Some(Severity::Warning));
        check("[ERROR] @ gone", Some(Severity::Error));
        check(
            "CMake Deprecation Warning at @ (x):",
            Some(Severity::Warning),
        );
        check("@: shadowed (Severity:MEDIUM)", Some(Severity::Warning));
        check("@: undefined: errors", Some(Severity::Error));
        check("@: trailing blanks", None);
        check("@: 3 spaces", None);
    }
}
