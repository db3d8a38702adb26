//! Showing a very long line: the text around what was looked for.

use std::ops::Range;

use ibid_model::{LineNo, clip};
use regex::Regex;

use super::answer::Item;

/// Longest line that is shown whole beside others, in bytes.
pub(super) const LONG: usize = 1024;
/// Characters shown on each side of a match.
const SIDE: usize = 80;
/// Most bytes shown of a match itself.
const MATCH_MAX: usize = 200;
/// Most bytes shown of a line over [`LONG`].
const SHOWN_MAX: usize = 1500;
/// Most matches looked for in such a line.
const MATCHES_MAX: usize = 8;
/// Bytes shown of such a line beside a match.
const CONTEXT_MAX: usize = 200;

/// The line `no` as the pattern's answer shows it.
pub(super) fn line(no: LineNo, text: &str, pattern: Option<&Regex>) -> Item {
    let hit = pattern.is_some();
    match pattern {
        _ if text.len() <= LONG => Item::Line {
            no,
            text: text.to_owned(),
            hit,
        },
        None => Item::Part {
            no,
            text: format!("{}…", clip::head(text, CONTEXT_MAX)),
            hit,
            bytes: text.len() as u64,
            columns: Vec::new(),
            more: false,
        },
        Some(pattern) => around_matches(no, text, pattern),
    }
}

fn around_matches(no: LineNo, text: &str, pattern: &Regex) -> Item {
    let mut found = pattern.find_iter(text).take(MATCHES_MAX + 1);
    let mut windows: Vec<Range<usize>> = Vec::new();
    let mut columns = Vec::new();
    let mut more = false;
    let mut size = 0;
    for found in found.by_ref() {
        let shown = clip::head(found.as_str(), MATCH_MAX).len();
        let window = clip::around(text, found.start()..found.start() + shown, SIDE);
        let joins = windows.last().is_some_and(|last| window.start <= last.end);
        let start = match windows.last() {
            Some(last) if joins => last.end,
            _ => window.start,
        };
        let added = window.end.saturating_sub(start);
        if columns.len() == MATCHES_MAX || (!windows.is_empty() && size + added > SHOWN_MAX) {
            more = true;
            break;
        }
        size += added;
        columns.push(found.start() as u64 + 1);
        match windows.last_mut() {
            Some(last) if joins => last.end = last.end.max(window.end),
            _ => windows.push(window),
        }
    }
    Item::Part {
        no,
        text: pieces(text, &windows),
        hit: true,
        bytes: text.len() as u64,
        columns,
        more,
    }
}

/// The ranges of `text`, in order, with `…` for what lies between and outside.
fn pieces(text: &str, ranges: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for range in ranges {
        if range.start > at {
            out.push('…');
        }
        out.push_str(&text[range.clone()]);
        at = range.end;
    }
    if at < text.len() {
        out.push('…');
    }
    out
}
