//! Naming the places that did not fit: one line a message, so that a diagnostic with a hundred
//! places costs what a few of its lines would, and no place is lost.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::record::{Flags, Record};
use crate::value::Values;
use crate::{Kind, Severity};

/// The share of the budget, in hundredths, that such lines may take.
const PERCENT: usize = 8;

/// A message is quoted up to this many bytes.
const QUOTE: usize = 72;

/// A message whose places are not all shown.
struct Group {
    /// The record that the line stands behind: the last shown instance, or the last shown line
    /// before the first instance.
    anchor: usize,
    /// A record with the message.
    sample: usize,
    /// Whether an instance is shown, so that the message need not be quoted at length.
    shown: bool,
    hidden: Vec<usize>,
}

/// Lines that name places, by the record they stand behind.
pub(crate) type Lines = BTreeMap<usize, String>;

/// Bytes to set aside for naming what `kept` does not show.
pub(crate) fn room(records: &[Record], kept: &BTreeSet<usize>, budget: usize) -> usize {
    let hidden = records
        .iter()
        .enumerate()
        .filter(|(at, record)| is_hidden(*at, record, kept))
        .count();
    (hidden * 24 + usize::from(hidden > 0) * 60).min(budget * PERCENT / 100)
}

fn is_hidden(at: usize, record: &Record, kept: &BTreeSet<usize>) -> bool {
    record.kind == Some(Kind::Located)
        && record.severity != Some(Severity::Info)
        && record.place.1 > 0
        && !record.flags.has(Flags::REPEATED)
        && !kept.contains(&at)
}

/// Names what `kept` does not show, in at most `room` bytes.
pub(crate) fn lines(
    records: &[Record],
    values: &Values,
    kept: &BTreeSet<usize>,
    room: usize,
    text: &dyn Fn(usize) -> String,
) -> Lines {
    let mut lines = Lines::new();
    let mut room = room;
    for group in groups(records, kept) {
        let Some(line) = line(records, values, &group, room, text) else {
            continue;
        };
        room -= line.len() + 1;
        // Two messages behind one record: one line each is one line too many to keep apart.
        lines
            .entry(group.anchor)
            .and_modify(|all| *all = format!("{all}\n{line}"))
            .or_insert(line);
    }
    lines
}

/// Messages with hidden places, those with a shown instance and many hidden ones first.
fn groups(records: &[Record], kept: &BTreeSet<usize>) -> Vec<Group> {
    let mut by_message: HashMap<u64, Group> = HashMap::new();
    let mut last_kept = None;
    for (at, record) in records.iter().enumerate() {
        let shown = kept.contains(&at);
        if shown {
            last_kept = Some(at);
        }
        if record.kind != Some(Kind::Located) {
            continue;
        }
        let Some(anchor) = last_kept.or_else(|| kept.first().copied()) else {
            continue;
        };
        let group = by_message.entry(record.message).or_insert_with(|| Group {
            anchor,
            sample: at,
            shown: false,
            hidden: Vec::new(),
        });
        if shown {
            (group.anchor, group.shown) = (at, true);
        } else if is_hidden(at, record, kept) {
            group.hidden.push(at);
        }
    }
    let mut groups: Vec<Group> = by_message
        .into_values()
        .filter(|group| !group.hidden.is_empty())
        .collect();
    groups.sort_by_key(|group| {
        (
            !group.shown,
            std::cmp::Reverse(group.hidden.len()),
            group.sample,
        )
    });
    groups
}

fn line(
    records: &[Record],
    values: &Values,
    group: &Group,
    room: usize,
    text: &dyn Fn(usize) -> String,
) -> Option<String> {
    let sample = text(group.sample);
    let message =
        place_of(&records[group.sample], &sample).map_or("", |place| &sample[place.end..]);
    let message = message.trim_start_matches([':', ')', ' ', '-']).trim();
    let end = message.floor_char_boundary(QUOTE);
    let cut = if end < message.len() { "…" } else { "" };
    let mut names: Vec<String> = group
        .hidden
        .iter()
        .map(|at| name(records, values, *at, text))
        .collect();
    names.dedup();
    let head = |n: usize| {
        let places = if n == 1 {
            "1 more place".to_owned()
        } else {
            format!("{n} more places")
        };
        match end {
            0 => format!("at {places}: "),
            _ => format!("\"{}{cut}\" at {places}: ", &message[..end]),
        }
    };
    let all = names.len();
    let mut list = String::new();
    let mut named = 0;
    let most = room.checked_sub(head(all).len() + 8)?;
    for name in &names {
        if list.len() + name.len() + 2 > most {
            break;
        }
        if named > 0 {
            list.push_str(", ");
        }
        list.push_str(name);
        named += 1;
    }
    (named > 0).then(|| {
        format!(
            "{}{list}{}",
            head(all),
            if named < all { ", …" } else { "" }
        )
    })
}

/// The place as printed, with the file from the heading above where the row has none.
fn name(records: &[Record], values: &Values, at: usize, text: &dyn Fn(usize) -> String) -> String {
    let line = text(at);
    let place = place_of(&records[at], &line)
        .map_or("", |place| &line[place])
        .to_owned();
    match values.needs[at] {
        Some(heading) if records[at].flags.has(Flags::UNDER_HEADING) => {
            format!("{}:{place}", text(heading as usize).trim())
        }
        _ => place,
    }
}

/// Where the place stands in its line, a bracket that closes it included.
fn place_of(record: &Record, line: &str) -> Option<Range<usize>> {
    let place = record.place_range()?;
    let text = line.get(place.clone())?;
    let closes = [('(', ')'), ('[', ']')].into_iter().any(|(open, close)| {
        text.contains(open) && !text.contains(close) && line[place.end..].starts_with(close)
    });
    Some(place.start..place.end + usize::from(closes))
}
