//! A bound on memory: of an output with very many lines, those that no budget could show are
//! taken out while it is read, and only counted.

use std::ops::Range;

use crate::Kind;
use crate::fold::Folder;
use crate::record::{Before, ClassCounts, Flags, Record};

/// Most records that are held.
const MOST: usize = 60_000;

/// The first and the last records are never thinned: content shows them, whatever they are.
const ENDS: usize = 8_000;

/// Thins records out.
#[derive(Debug, Default)]
pub(crate) struct Thinner {}

impl Thinner {
    /// Brings `records` under the bound, when it is reached, by taking out the least telling of
    /// the lines between the ends.
    pub(crate) fn bound(&mut self, records: &mut Vec<Record>, folder: &mut Folder) {
        if records.len() < MOST {
            return;
        }
        folder.reset();
        let middle = ENDS..records.len() - ENDS;
        let mut ranks = [0usize; RANKS];
        for record in &records[middle.clone()] {
            ranks[rank(record)] += 1;
        }
        // Three in four go, so that a line is moved once or twice in all, not once a round.
        let most = middle.len() / 4 * 3;
        let mut taken = 0;
        let mut limit = RANKS;
        while taken < most && limit > 0 {
            limit -= 1;
            taken += ranks[limit];
        }
        // The rank that tips the balance is thinned from its newest lines on.
        let spare = taken.saturating_sub(most);
        take_out(records, middle, limit, spare);
    }
}

/// Takes the records of rank `limit` and above out of `middle`, but for the first `spare` of rank
/// `limit` itself. In place: what stays moves up at most once.
fn take_out(records: &mut Vec<Record>, middle: Range<usize>, limit: usize, mut spare: usize) {
    let mut counts = ClassCounts::default();
    let mut folded = 0;
    let mut kept = middle.start;
    for at in middle.start..records.len() {
        let record = &mut records[at];
        let rank = rank(record);
        let mut out = at < middle.end && rank >= limit && !is_seam(record);
        if out && rank == limit && spare > 0 {
            spare -= 1;
            out = false;
        }
        if out {
            if let Some(before) = record.before.take() {
                counts.merge(&before.thinned);
                folded += before.folded;
            }
            counts.add(record.class(), 1);
            continue;
        }
        if counts.total() > 0 || folded > 0 {
            let before = record.before.get_or_insert_with(Box::<Before>::default);
            before.thinned.merge(&counts);
            before.folded += folded;
            counts = ClassCounts::default();
            folded = 0;
        }
        records.swap(kept, at);
        kept += 1;
    }
    records.truncate(kept);
}

/// Whether bytes are missing before the record.
fn is_seam(record: &Record) -> bool {
    (record.before.as_ref()).is_some_and(|before| before.missing.is_some())
}

const RANKS: usize = 6;

/// How little a line is worth while reading: 0 is never worth less than another.
fn rank(record: &Record) -> usize {
    if record.flags.has(Flags::ALWAYS) {
        return 0;
    }
    if record.flags.has(Flags::REPEATED) {
        return 4;
    }
    match record.kind {
        Some(Kind::Fail | Kind::Error | Kind::Summary | Kind::Assertion) => 0,
        Some(Kind::Located | Kind::Place | Kind::FileHeading) => 1,
        Some(Kind::Strong | Kind::Warning | Kind::Via | Kind::Frame) => 2,
        Some(Kind::Caret | Kind::Code) | None => 3,
        Some(Kind::Pass | Kind::Progress | Kind::Download) => 5,
    }
}
