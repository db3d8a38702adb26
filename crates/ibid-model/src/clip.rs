//! Cuts of text at character boundaries, shared by all that shorten.
//!
//! A cut never splits a character, never panics whatever the offset, and what it returns is never
//! longer than was asked for.

use std::ops::Range;

/// The longest start of `text` of at most `max` bytes.
pub fn head(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

/// The longest end of `text` of at most `max` bytes.
pub fn tail(text: &str, max: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(max))..]
}

/// The start and the end of `text` that together are at most `max` bytes, the end getting the odd
/// byte; `None` for the end when `text` fits whole. The two never overlap.
pub fn ends(text: &str, max: usize) -> (&str, Option<&str>) {
    if text.len() <= max {
        return (text, None);
    }
    (head(text, max / 2), Some(tail(text, max - max / 2)))
}

/// `range` of `text` widened by up to `chars` characters on each side. The ends of `range` are
/// moved outwards to character boundaries first, and into `text` where they lie outside.
pub fn around(text: &str, range: Range<usize>, chars: usize) -> Range<usize> {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    let end = text.ceil_char_boundary(range.end.clamp(start, text.len()));
    let from = match chars {
        0 => start,
        n => text[..start]
            .char_indices()
            .nth_back(n - 1)
            .map_or(0, |(at, _)| at),
    };
    let to = text[end..]
        .char_indices()
        .nth(chars)
        .map_or(text.len(), |(at, _)| end + at);
    from..to
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters of two, three and four bytes, marks that combine, and boundaries in every place.
    fn texts() -> Vec<String> {
        vec![
            String::new(),
            "plain".to_owned(),
            "a".repeat(199) + "\u{2192}" + &"b".repeat(50),
            "a".repeat(198) + "\u{1f9e9}" + "b",
            "e".to_owned() + &"\u{301}".repeat(400),
            "\u{2500}".repeat(3000),
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} ".repeat(40),
            "\u{7f16}\u{8b6f} failed: \u{e9}\u{df}\u{10ffff}\u{0}\u{feff}".repeat(9),
            "\u{10348}".to_owned(),
        ]
    }

    #[test]
    fn every_cut_at_every_offset_holds() {
        for text in texts() {
            for max in (0..=text.len() + 2).chain([usize::MAX]) {
                check_cut(&text, max);
            }
        }
    }

    fn check_cut(text: &str, max: usize) {
        let (start, end) = (head(text, max), tail(text, max));
        assert!(start.len() <= max && text.starts_with(start));
        assert!(end.len() <= max && text.ends_with(end));
        // No cut is shorter than it must be: the next character would not have fitted.
        let next = text[start.len()..]
            .chars()
            .next()
            .map_or(usize::MAX, char::len_utf8);
        assert!(next == usize::MAX || start.len() + next > max);
        let before = text[..text.len() - end.len()]
            .chars()
            .next_back()
            .map(char::len_utf8);
        assert!(before.is_none_or(|len| end.len() + len > max));
        let (first, last) = ends(text, max);
        match last {
            None => assert_eq!(first, text),
            Some(last) => {
                assert!(first.len() + last.len() <= max);
                assert!(text.starts_with(first) && text.ends_with(last));
            }
        }
    }

    #[test]
    fn a_widened_range_is_text_with_its_neighbours() {
        for text in texts().iter().filter(|text| text.len() < 700) {
            for start in 0..=text.len() + 1 {
                for (len, chars) in [(0, 0), (0, 1), (1, 3), (7, 40), (usize::MAX / 2, 2)] {
                    let range = around(text, start..start + len, chars);
                    let shown = &text[range.clone()];
                    assert!(range.start <= start);
                    assert!(range.end >= (start + len).min(text.len()));
                    let before = text[range.start..text.floor_char_boundary(start)]
                        .chars()
                        .count();
                    assert!(before == chars || range.start == 0, "{shown:?}");
                }
            }
        }
        assert_eq!(around("abcdef", 2..3, 1), 1..4);
        assert_eq!(around("abc", 9..9, 1), 2..3);
    }
}
