//! Characters that take no room on a screen: text that differs only by them looks the same.

use std::borrow::Cow;

/// First and last of each run of characters that show nothing: format characters, joiners,
/// selectors, fillers, tags (Unicode's `Default_Ignorable_Code_Point`, and annotation marks).
const RUNS: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether `c` shows nothing.
pub(crate) fn is(c: char) -> bool {
    c >= RUNS[0].0
        && RUNS
            .iter()
            .take_while(|(first, _)| *first <= c)
            .any(|(_, last)| c <= *last)
}

/// `text` without characters that show nothing.
pub(crate) fn without(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(is) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| !is(*c)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_in_order_and_apart() {
        for pair in RUNS.windows(2) {
            assert!(pair[0].1 < pair[1].0, "{pair:?}");
        }
        assert!(RUNS.iter().all(|(first, last)| first <= last));
    }

    #[test]
    fn what_shows_nothing_goes_and_all_else_stays() {
        let cases = [
            ("", ""),
            ("plain", "plain"),
            (
                "caf\u{e9} \u{7f16}\u{3000}\u{a0}",
                "caf\u{e9} \u{7f16}\u{3000}\u{a0}",
            ),
            ("\u{200b}a\u{feff}b\u{e0041}", "ab"),
            ("[\u{2060}exit 0\u{ad}]", "[exit 0]"),
            (
                "\u{200a}\u{2010}\u{fff9}\u{fffd}",
                "\u{200a}\u{2010}\u{fffd}",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(without(text), expected, "{text:?}");
        }
    }
}
