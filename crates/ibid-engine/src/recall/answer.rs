//! What a recall shows, as data, and its text.

use std::fmt::Write;

use ibid_model::{LineNo, Lines, clip};

use crate::archive::{Missing, Record};

/// Longest path shown in a note, in bytes.
const PATH_MAX: usize = 120;
/// Most changed files named.
const PATHS_MAX: usize = 3;

/// How the reader of an answer asks for more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// `ibid recall ID --lines 181:240`.
    #[default]
    Shell,
    /// The tool `recall` with `offset` and `limit`.
    Tool,
}

/// One piece of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A line, whole.
    Line {
        /// Its number.
        no: LineNo,
        /// Its cleaned text, verbatim.
        text: String,
        /// Whether the pattern matches it; false where no pattern was asked for.
        hit: bool,
    },
    /// Part of a line that is too long to show.
    Part {
        /// Its number.
        no: LineNo,
        /// Verbatim pieces of it, `…` where something is left out.
        text: String,
        /// Whether the pattern matches it.
        hit: bool,
        /// Bytes of the whole line.
        bytes: u64,
        /// Where the shown matches start, in bytes from 1.
        columns: Vec<u64>,
        /// Whether it has more matches than are shown.
        more: bool,
    },
    /// Lines that do not match lie between.
    Break,
    /// What was not kept lies between.
    Gap(Missing),
}

/// Where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The first line not shown yet: of all, or of those that match.
    pub first: LineNo,
    /// How many lines to ask for; `None` with a pattern.
    pub limit: Option<Lines>,
}

/// A file that an output shows and that is no longer the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its path, relative to the project's root.
    pub path: String,
    /// Whether it is gone.
    pub gone: bool,
}

/// What a recall shows.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The record of the original.
    pub record: Record,
    /// The lines and what lies between them.
    pub items: Vec<Item>,
    /// The first line asked for.
    pub first: LineNo,
    /// Whether a pattern was asked for: lines are then shown with their numbers.
    pub pattern: bool,
    /// Lines that match, in all the original from the first line asked for on.
    pub matches: Lines,
    /// Where to go on, when something is left.
    pub next: Option<Next>,
    /// Files that the output shows and that have changed since.
    pub changed: Vec<Changed>,
}

impl Answer {
    /// The first and last line shown.
    pub fn shown(&self) -> Option<(LineNo, LineNo)> {
        let number = |item: &Item| match item {
            Item::Line { no, .. } | Item::Part { no, .. } => Some(*no),
            Item::Break | Item::Gap(_) => None,
        };
        let mut numbers = self.items.iter().filter_map(number);
        let first = numbers.next()?;
        Some((first, numbers.next_back().unwrap_or(first)))
    }

    /// Matching lines shown.
    pub fn hits(&self) -> Lines {
        let hit = |item: &&Item| {
            matches!(
                item,
                Item::Line { hit: true, .. } | Item::Part { hit: true, .. }
            )
        };
        Lines(self.items.iter().filter(hit).count() as u64)
    }

    /// The answer as text: the lines verbatim (with a pattern each behind its number), then what
    /// there is to know about them, in lines in square brackets. An original that is shown whole is
    /// nothing but its lines.
    pub fn text(&self, form: Form) -> String {
        let mut text = String::new();
        for item in &self.items {
            item_text(item, self.pattern, &mut text);
        }
        for note in self.notes(form) {
            text.push_str(&note);
            text.push('\n');
        }
        text
    }

    /// What there is to know about the lines, each in square brackets.
    pub fn notes(&self, form: Form) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.place_note(form));
        notes.extend(
            self.record
                .missing
                .map(|missing| missing_note(&missing, &self.record)),
        );
        notes.extend(purged_note(&self.record));
        notes.extend(changed_note(&self.changed));
        notes
    }

    fn place_note(&self, form: Form) -> Option<String> {
        let total = self.record.lines;
        let next = self
            .next
            .map(|next| next_note(next, form))
            .unwrap_or_default();
        if self.pattern {
            let hits = self.hits();
            return Some(match (self.matches.0, hits == self.matches) {
                (0, _) if self.first.0 > total.0.max(1) => {
                    format!("[no line {}: the output has {total}]", self.first)
                }
                (0, _) if self.first > LineNo::FIRST => {
                    format!("[no line from {} on, of {}, matches]", self.first, total.0)
                }
                (0, _) => format!("[no line of {} matches]", total.0),
                (_, true) => format!("[{} of {} match]", hits.0, total),
                (all, false) => format!("[{} of {all} matching lines{next}]", hits.0),
            });
        }
        match self.shown() {
            None if total.0 == 0 => Some("[the output is empty]".to_owned()),
            None if self.next.is_some() => Some(format!("[those lines were not kept{next}]")),
            None => Some(format!("[no line {}: the output has {total}]", self.first)),
            Some((LineNo(1), last)) if last.0 == total.0 && self.next.is_none() => None,
            Some((first, last)) => Some(format!("[lines {first}-{last} of {}{next}]", total.0)),
        }
    }
}

fn next_note(next: Next, form: Form) -> String {
    let first = next.first;
    match (form, next.limit) {
        (Form::Shell, Some(limit)) => {
            let last = first.0.saturating_add(limit.0 - 1);
            format!("; next: --lines {first}:{last}")
        }
        (Form::Tool, Some(limit)) => format!("; next: offset {first}, limit {}", limit.0),
        (Form::Shell, None) => format!("; next: the same pattern with --offset {first}"),
        (Form::Tool, None) => format!("; next: the same pattern with offset {first}"),
    }
}

fn missing_note(missing: &Missing, record: &Record) -> String {
    let mut note = format!("[{} of {} were not kept", missing.range, record.bytes.0);
    if let Some(lines) = missing.newlines {
        let _ = write!(note, ": {lines}");
    }
    let _ = write!(note, " after line {}", missing.after.0);
    if missing.joined {
        let _ = write!(note, ", which cuts line {} in its middle", missing.next());
    }
    note.push(']');
    note
}

/// That what the reader sees is not all that was stored: the user had something replaced.
pub fn purged_note(record: &Record) -> Option<String> {
    let last = record.purged.last()?;
    let places: u64 = record.purged.iter().map(|purged| purged.places).sum();
    let were = if places == 1 {
        "place of it was"
    } else {
        "places of it were"
    };
    let day = last.when.strftime("%Y-%m-%d");
    Some(format!("[{places} {were} redacted on {day}]"))
}

fn changed_note(changed: &[Changed]) -> Option<String> {
    if changed.is_empty() {
        return None;
    }
    let mut note = String::from("[changed since this was shown: ");
    for (n, file) in changed.iter().take(PATHS_MAX).enumerate() {
        let path = clip::tail(&file.path, PATH_MAX);
        let comma = if n > 0 { ", " } else { "" };
        let cut = if path.len() < file.path.len() {
            "…"
        } else {
            ""
        };
        let gone = if file.gone { " (gone)" } else { "" };
        let _ = write!(
            note,
            "{comma}{cut}{}{gone}",
            path.replace(char::is_control, "?")
        );
    }
    if changed.len() > PATHS_MAX {
        let _ = write!(note, " and {} more", changed.len() - PATHS_MAX);
    }
    note.push(']');
    Some(note)
}

/// The text of `item`, with its number when `numbered`.
pub(super) fn item_text(item: &Item, numbered: bool, out: &mut String) {
    let mut number = |no: &LineNo, hit: bool| {
        if numbered {
            let _ = write!(out, "{no}{}", if hit { ':' } else { '-' });
        }
    };
    match item {
        Item::Line { no, text, hit } => {
            number(no, *hit);
            let _ = writeln!(out, "{text}");
        }
        Item::Part {
            no,
            text,
            hit,
            bytes,
            columns,
            more,
        } => {
            number(no, *hit);
            let _ = write!(out, "{text} [line is {bytes} bytes");
            for (n, column) in columns.iter().enumerate() {
                let _ = match n {
                    0 => write!(out, "; match at byte {column}"),
                    _ => write!(out, ", {column}"),
                };
            }
            let _ = writeln!(out, "{}]", if *more { " and more" } else { "" });
        }
        Item::Break => out.push_str("--\n"),
        Item::Gap(missing) => {
            let _ = writeln!(out, "[{} of the output were not kept]", missing.range);
        }
    }
}
