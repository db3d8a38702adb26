//! Sentences, list items and clauses of a folded message.

use std::ops::Range;

use super::fold::OBJECT;

/// A sentence or list item.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// Its bytes in the folded text, without list marker and surrounding space.
    pub(super) range: Range<usize>,
    /// Its clauses, in order; they cover it.
    pub(super) clauses: Vec<Range<usize>>,
    /// Whether it ends in a question mark.
    pub(super) question: bool,
    /// Whether it is a list item.
    pub(super) item: bool,
    /// Whether it ends in a colon at the end of its line, and so heads what follows.
    pub(super) header: bool,
}

/// Lines shorter than this end a sentence, whatever follows: only longer ones were wrapped.
const WRAPPED: usize = 60;
/// Words whose full stop ends no sentence.
const ABBREVIATIONS: [&str; 22] = [
    "e.g", "i.e", "etc", "vs", "approx", "resp", "incl", "z.b", "bzw", "usw", "ca", "nr", "d.h",
    "ggf", "evtl", "p.ej", "p. ej", "ex", "no", "cf", "mr", "dr",
];
/// Words after which a clause begins.
const CONJUNCTIONS: [&str; 24] = [
    " and ",
    " but ",
    " und ",
    " aber ",
    " sondern ",
    " et ",
    " mais ",
    " y ",
    " pero ",
    " sino ",
    " e ",
    " mas ",
    " so ",
    " however ",
    " though ",
    " plus ",
    " also ",
    " except ",
    " außer ",
    " sauf ",
    " salvo ",
    " exceto ",
    " menos ",
    " ni ",
];

/// The text of a list item, when `line` is one.
pub(super) fn marker(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix(['-', '*', '•', '–', '·', '・', '+']) {
        let spaced = rest.starts_with(' ') || line.starts_with(['•', '・', '·']);
        return spaced.then(|| rest.trim_start());
    }
    let number = line.trim_start_matches('(');
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = number.len() - rest.len();
    let letter = digits == 0 && number.len() > 2 && number.as_bytes()[0].is_ascii_lowercase();
    let rest = if letter { &number[1..] } else { rest };
    if !(letter || (1..=3).contains(&digits)) {
        return None;
    }
    let after = rest
        .strip_prefix([')', '.', '、'])
        .filter(|_| !letter || rest.starts_with(')'))?;
    (after.starts_with(' ') || rest.starts_with('、')).then(|| after.trim_start())
}

/// The sentences of a folded text.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut unit: Option<Unit> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim();
        if content.is_empty() {
            if let Some(unit) = unit.take() {
                unit.close(text, &mut found);
            }
            continue;
        }
        let lead = start + (line.len() - line.trim_start().len());
        let end = lead + content.len();
        let body = marker(content);
        let joins = body.is_none()
            && unit
                .as_ref()
                .is_some_and(|unit| unit.last_line >= WRAPPED || unit.item)
            && content.chars().next().is_some_and(char::is_lowercase);
        match &mut unit {
            Some(unit) if joins => {
                unit.range.end = end;
                unit.last_line = content.len();
            }
            _ => {
                if let Some(unit) = unit.take() {
                    unit.close(text, &mut found);
                }
                unit = Some(Unit {
                    range: end - body.map_or(content.len(), str::len)..end,
                    item: body.is_some(),
                    last_line: content.len(),
                });
            }
        }
    }
    if let Some(unit) = unit {
        unit.close(text, &mut found);
    }
    found
}

/// Lines that belong together.
struct Unit {
    range: Range<usize>,
    item: bool,
    last_line: usize,
}

impl Unit {
    fn close(self, text: &str, found: &mut Vec<Sentence>) {
        let mut start = self.range.start;
        let mut push = |range: Range<usize>| {
            let part = &text[range.clone()];
            let trimmed = part.trim();
            if trimmed.is_empty() {
                return;
            }
            let begin = range.start + (part.len() - part.trim_start().len());
            let range = begin..begin + trimmed.len();
            let tail = trimmed.trim_end_matches(|c: char| {
                !c.is_alphanumeric() && !matches!(c, '?' | '？' | OBJECT)
            });
            found.push(Sentence {
                clauses: clauses(text, &range),
                question: tail.ends_with(['?', '？']),
                item: self.item,
                header: range.end == self.range.end && trimmed.ends_with([':', '：']),
                range,
            });
        };
        let part = &text[self.range.clone()];
        let mut chars = part.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let mut end = at + c.len_utf8();
            let ends = match c {
                '。' | '！' | '？' => true,
                '.' | '!' | '?' | '…' => {
                    // A run of marks, and what closes a bracket or quotation, goes with it.
                    while let Some(&(next, mark)) = chars.peek() {
                        if !matches!(mark, '.' | '!' | '?' | '…' | ')' | '"' | '！' | '？') {
                            break;
                        }
                        end = next + mark.len_utf8();
                        chars.next();
                    }
                    let next = part[end..].chars().next();
                    let ends = next.is_none_or(|next| {
                        next.is_whitespace()
                            || is_wide(next)
                            || (c != '.' && !next.is_alphanumeric())
                    });
                    ends && !(c == '.' && abbreviated(&part[..at]))
                }
                _ => false,
            };
            if ends {
                push(start..self.range.start + end);
                start = self.range.start + end;
            }
        }
        push(start..self.range.end);
    }
}

fn abbreviated(before: &str) -> bool {
    let tail = before
        .rfind(|c: char| c.is_whitespace() || c == '(')
        .map_or(before, |at| &before[at + 1..]);
    ABBREVIATIONS.contains(&tail) && tail != "no"
}

/// Whether a character is of a script written without spaces.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

fn clauses(text: &str, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let part = &text[sentence.clone()];
    let mut cuts = Vec::new();
    for (at, c) in part.char_indices() {
        let after = at + c.len_utf8();
        let next = part[after..].chars().next();
        let spaced = next.is_some_and(char::is_whitespace);
        match c {
            ',' | ';' | ':' if spaced || next.is_some_and(is_wide) => cuts.push(after),
            '，' | '；' | '：' | '、' | '—' => cuts.push(after),
            '–' | '-' if spaced && part[..at].ends_with(' ') => cuts.push(after),
            '(' => cuts.push(at),
            ' ' => {
                let rest = &part[at..];
                if CONJUNCTIONS.iter().any(|word| rest.starts_with(*word)) {
                    cuts.push(at);
                }
            }
            _ => {}
        }
    }
    // A cut counts where words stand before it; what is left at the end goes with the last clause.
    let is_word = |c: char| c.is_alphanumeric() || c == OBJECT;
    let mut found = Vec::new();
    let mut start = sentence.start;
    let mut from = sentence.start;
    let mut words = false;
    for cut in cuts.into_iter().map(|cut| sentence.start + cut) {
        words |= text[from..cut].contains(is_word);
        from = cut;
        if words {
            found.push(start..cut);
            start = cut;
            words = false;
        }
    }
    match found.last_mut() {
        Some(last) if !text[start..sentence.end].contains(is_word) => last.end = sentence.end,
        _ => found.push(start..sentence.end),
    }
    found
}
