//! What each line is worth when not all fit: a number from its kind, then what stands around it.
//!
//! The scale is that of the design's order (last lines, errors, places, frames of the project,
//! first lines, warnings, the rest); the numbers were found by trial on outputs whose needed
//! strings were known. They are relative: only their order and distance matter.

use std::collections::{HashMap, HashSet};

use crate::record::{Flags, Record};
use crate::scan::Shapes;
use crate::{Kind, Severity};

/// The share of the budget, in hundredths, whose last lines are kept for the runner's summary.
const TAIL_PERCENT: usize = 9;
/// The share of the budget, in hundredths, for the first lines, which show what ran.
const HEAD_PERCENT: usize = 4;
/// The n-th instance of a message is worth this to the power of n.
const AGAIN: f32 = 0.995;
/// The first instance of a rule is worth this much more.
const NEW_RULE: f32 = 1.15;
/// The name of a file with findings below it.
const HEADING: f32 = 62.0;
/// Lines behind an error are worth this share of it, ...
const LENT: f32 = 0.4;
/// The line before an error is worth this share of it.
const ABOVE: f32 = 0.45;
/// ... less this with every line.
const FADE: f32 = 8.0;
/// A row that stands below another file's heading as well is worth at most this.
const ELSEWHERE: f32 = 26.0;
/// A shape that occurs once is worth this much more, one that occurs five times this much less.
const RARE: f32 = 10.0;
const COMMON: f32 = 10.0;
/// A line the output already showed is worth at most this.
const REPEATED: f32 = 9.0;
/// From here on a line tells enough to carry its neighbours.
const TELLING: f32 = 56.0;
/// A line without a kind is worth this much only as the message of a place below it.
const LENT_PLACE: f32 = 70.0;
/// A line that is dropped first: not even room that is left is filled with it.
const NOTHING: f32 = 0.0;
/// Room that is left is filled with lines worth this much, and not with blank ones: where nothing
/// else is missing, a blank line is shorter than a line that names the gap, and shown.
pub(crate) const SOMETHING: f32 = 2.0;
/// A summary shape seen this often is no summary but a row of something.
const SUMMARY_ROWS: u32 = 8;

/// What each line is worth, and the line it makes no sense without.
#[derive(Debug, Default)]
pub(crate) struct Values {
    pub(crate) worth: Vec<f32>,
    /// The record that must be shown with it: a heading for its rows, a source line for a caret.
    pub(crate) needs: Vec<Option<u32>>,
}

/// Values the lines of an output that is pruned to `budget` bytes.
pub(crate) fn values(records: &[Record], shapes: &Shapes, budget: usize) -> Values {
    let mut values = Values {
        worth: Vec::with_capacity(records.len()),
        needs: vec![None; records.len()],
    };
    let mut frames_in_row = 0;
    for record in records {
        frames_in_row = if record.kind == Some(Kind::Frame) {
            frames_in_row + 1
        } else {
            0
        };
        let seen = shapes.get(&record.shape).copied().unwrap_or(1);
        values.worth.push(base(record, frames_in_row, seen));
    }
    lend_places(records, &mut values);
    spread(records, &mut values);
    rarity(records, shapes, &mut values);
    instances(records, &mut values);
    ends(records, &mut values, budget);
    repeats(records, &mut values);
    values
}

fn base(record: &Record, frames_in_row: u32, seen: u32) -> f32 {
    let flags = record.flags;
    if flags.has(Flags::ALWAYS) {
        return 1000.0;
    }
    if flags.has(Flags::BLANK) {
        return 1.0;
    }
    let Some(kind) = record.kind else {
        return match () {
            () if flags.has(Flags::RULER) => 4.0,
            () if flags.has(Flags::BANNER) => 50.0,
            () if flags.has(Flags::HINT_ERROR) => 60.0,
            () if flags.has(Flags::HINT_WARNING) => 40.0,
            () => 20.0,
        };
    };
    match kind {
        Kind::Fail | Kind::Error => 90.0,
        Kind::Summary if seen >= SUMMARY_ROWS => 30.0,
        Kind::Summary => 88.0,
        Kind::Located => match record.severity {
            Some(Severity::Error) | None => 88.0,
            Some(Severity::Warning) => 74.0,
            Some(Severity::Info) => 40.0,
        },
        Kind::Place => 80.0,
        Kind::Assertion => 72.0,
        Kind::Frame if flags.has(Flags::IN_PROJECT) => 74.0,
        Kind::Frame if frames_in_row <= 2 => 26.0,
        Kind::Frame => 6.0,
        Kind::Strong => 66.0,
        Kind::Warning => 58.0,
        Kind::Via => 50.0,
        Kind::FileHeading => HEADING,
        Kind::Caret => 24.0,
        Kind::Code => 22.0,
        Kind::Progress | Kind::Download | Kind::Pass => NOTHING,
    }
}

/// A place on its own line lends its worth to the message above it; a caret needs its source
/// line, and a row below a file heading its heading.
fn lend_places(records: &[Record], values: &mut Values) {
    let mut heading = None;
    let mut above: Option<usize> = None;
    for (at, record) in records.iter().enumerate() {
        match record.kind {
            Some(Kind::FileHeading) => heading = u32::try_from(at).ok(),
            Some(Kind::Place) => {
                if let Some(above) = above {
                    let message: &Record = &records[above];
                    let plain = matches!(
                        message.kind,
                        None | Some(Kind::Error | Kind::Warning | Kind::Strong)
                    );
                    if plain && records[at].line - message.line <= 2 {
                        let worth = match message.severity {
                            Some(Severity::Warning) => 74.0,
                            Some(Severity::Info) => 40.0,
                            _ => 88.0,
                        };
                        values.worth[above] = values.worth[above].max(worth);
                        values.needs[at] = u32::try_from(above).ok();
                    }
                }
            }
            Some(Kind::Caret) => values.needs[at] = above.and_then(|at| u32::try_from(at).ok()),
            _ => {}
        }
        if record.flags.has(Flags::UNDER_HEADING) {
            values.needs[at] = heading;
        }
        if !record.flags.has(Flags::BLANK) {
            above = Some(at);
        }
    }
}

/// Lines after an error are worth a part of it, less with every line; the line before a smaller
/// part.
fn spread(records: &[Record], values: &mut Values) {
    let own = values.worth.clone();
    let mut carry: Option<(f32, f32)> = None;
    for (at, record) in records.iter().enumerate() {
        if carries(record, own[at]) {
            carry = Some((own[at], 0.0));
            if let Some(before) = at.checked_sub(1) {
                let blank = records[before].flags.has(Flags::BLANK)
                    || records[before].flags.has(Flags::RULER);
                if !blank && !droppable(&records[before]) {
                    values.worth[before] = values.worth[before].max(own[at] * ABOVE);
                }
            }
            continue;
        }
        let Some((worth, lines)) = carry else {
            continue;
        };
        if record.flags.has(Flags::BLANK) {
            continue;
        }
        let lent = LENT * worth - FADE * lines;
        carry = (lines < 4.0).then_some((worth, lines + 1.0));
        if droppable(record) || record.flags.has(Flags::RULER) || record.kind == Some(Kind::Frame) {
            continue;
        }
        values.worth[at] = values.worth[at].max(lent);
    }
}

fn carries(record: &Record, worth: f32) -> bool {
    let kind = matches!(
        record.kind,
        Some(
            Kind::Fail
                | Kind::Error
                | Kind::Located
                | Kind::Place
                | Kind::Strong
                | Kind::Assertion
                | Kind::Warning
        )
    );
    kind && worth >= TELLING && !record.flags.has(Flags::REPEATED)
}

fn droppable(record: &Record) -> bool {
    matches!(
        record.kind,
        Some(Kind::Progress | Kind::Download | Kind::Pass)
    )
}

/// A shape that occurs once in an output full of rows is likelier needed than noise.
fn rarity(records: &[Record], shapes: &Shapes, values: &mut Values) {
    for (record, worth) in records.iter().zip(&mut values.worth) {
        let plain = matches!(
            record.kind,
            None | Some(Kind::Code | Kind::Warning | Kind::Via)
        );
        if !plain || record.flags.has(Flags::BLANK) || record.flags.has(Flags::RULER) {
            continue;
        }
        match shapes.get(&record.shape).copied().unwrap_or(1) {
            1 => *worth += RARE,
            5.. => *worth -= COMMON,
            _ => {}
        }
    }
}

/// Every rule comes before a second instance of one, and every instance before a later one.
fn instances(records: &[Record], values: &mut Values) {
    let mut rules: HashSet<u64> = HashSet::new();
    let mut seen: HashMap<u64, i32> = HashMap::new();
    for (record, worth) in records.iter().zip(&mut values.worth) {
        let diagnostic = matches!(
            record.kind,
            Some(Kind::Located | Kind::Error | Kind::Fail | Kind::Warning | Kind::Strong)
        );
        // A line that a place below made a message has no kind of its own.
        let lent = record.kind.is_none() && *worth >= LENT_PLACE;
        if !diagnostic && !lent || record.flags.has(Flags::BLANK) {
            continue;
        }
        let n = seen.entry(record.message).or_default();
        *worth *= AGAIN.powi(*n);
        *n += 1;
        if rules.insert(record.rule) {
            *worth *= NEW_RULE;
        }
    }
}

/// The last lines hold the runner's summary and exit status; the first show what ran.
fn ends(records: &[Record], values: &mut Values, budget: usize) {
    let mut room = budget * HEAD_PERCENT / 100;
    for (record, worth) in records.iter().zip(&mut values.worth) {
        let bytes = record.bytes as usize + 1;
        if bytes > room {
            break;
        }
        room -= bytes;
        if !record.flags.has(Flags::BLANK) {
            *worth = worth.max(46.0);
        }
    }
    let mut room = budget * TAIL_PERCENT / 100;
    let mut lead = 84.0;
    for (record, worth) in records.iter().zip(&mut values.worth).rev() {
        let bytes = record.bytes as usize + 1;
        if bytes > room || lead < 20.0 {
            break;
        }
        room -= bytes;
        if record.flags.has(Flags::BLANK) || record.flags.has(Flags::RULER) {
            continue;
        }
        *worth = worth.max(lead);
        lead -= 2.2;
    }
}

fn repeats(records: &[Record], values: &mut Values) {
    for (record, worth) in records.iter().zip(&mut values.worth) {
        let most = match record.flags {
            flags if flags.has(Flags::ALWAYS) => continue,
            flags if flags.has(Flags::REPEATED) => REPEATED,
            flags if flags.has(Flags::ELSEWHERE) => ELSEWHERE,
            _ => continue,
        };
        *worth = worth.min(most);
    }
}
