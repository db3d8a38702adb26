//! The words by which tools say how bad a message is.

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
            "parse",
            "internal",
            "undefined",
            "high",
            "blocker",
            "major",
        ],
    ),
    (
        Severity::Warning,
        &[
            "w", "warn", "warning", "deprecat", "medium", "strict", "minor",
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
            "suggestion",
            "debug",
            "low",
            "performance",
            "portability",
        ],
    ),
];

/// The severity that `word` names, if any.
pub(super) fn read(word: &str) -> Option<Severity> {
    let word = word.trim().to_ascii_lowercase();
    let whole = |known: &str| known == word;
    let begun = |known: &str| known.len() >= 4 && word.starts_with(known);
    let find = |fits: &dyn Fn(&str) -> bool| {
        WORDS
            .iter()
            .find(|(_, words)| words.iter().any(|known| fits(known)))
            .map(|(severity, _)| *severity)
    };
    find(&whole).or_else(|| find(&begun))
}
