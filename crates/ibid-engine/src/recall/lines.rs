//! Lines by number.

use ibid_model::{LineNo, Lines, clip};
use ibid_prune::clean::CleanLine;

use super::answer::{Answer, Item, Next};
use super::excerpt::line_bytes;
use super::{gap_before, scan};
use crate::archive::{Found, LookupError};

/// Fills `answer` with the lines of `found` from `first` on, up to `limit` (at least one) and
/// `room` bytes.
pub(super) fn collect(
    found: &Found,
    first: LineNo,
    limit: Option<Lines>,
    room: usize,
    answer: &mut Answer,
) -> Result<(), LookupError> {
    let first = first.max(LineNo::FIRST);
    let limit = limit.map(|limit| limit.max(Lines(1)));
    let end = limit.map_or(u64::MAX, |limit| first.0.saturating_add(limit.0));
    let mut page = Page {
        room,
        items: Vec::new(),
        next: None,
    };
    scan::lines(found, &mut |no, line| {
        if no < first {
            return true;
        }
        if no.0 >= end {
            page.next = Some(no);
            return false;
        }
        page.take(no, line, gap_before(found, no) && no > first, found)
    })?;
    let shown = page
        .items
        .iter()
        .filter(|item| !matches!(item, Item::Gap(_)))
        .count() as u64;
    answer.next = page.next.map(|first| Next {
        first,
        limit: Some(limit.unwrap_or(Lines(shown.max(1)))),
    });
    answer.items = page.items;
    Ok(())
}

struct Page {
    room: usize,
    items: Vec<Item>,
    next: Option<LineNo>,
}

impl Page {
    /// Takes a line if it fits; false when the page is full.
    fn take(&mut self, no: LineNo, line: &CleanLine<'_>, gap: bool, found: &Found) -> bool {
        let gap = found.record.missing.filter(|_| gap);
        let gap_size = gap.map_or(0, |_| 80);
        let size = line.text.len() + 1;
        if line.cut.is_none() && size + gap_size <= self.room {
            self.items.extend(gap.map(Item::Gap));
            self.room -= size + gap_size;
            self.items.push(Item::Line {
                no,
                text: line.text.to_owned(),
                hit: false,
            });
            return true;
        }
        if !self.items.is_empty() {
            self.next = Some(no);
            return false;
        }
        // Longer than a whole answer: its start is shown, and the next page begins after it.
        let whole = line.cut.map_or(line.text.len(), |cut| cut.at);
        let start = clip::head(line.text, self.room.saturating_sub(80).min(whole));
        self.items.push(Item::Part {
            no,
            text: format!("{start}…"),
            hit: false,
            bytes: line_bytes(line),
            columns: Vec::new(),
            more: false,
        });
        self.room = 0;
        true
    }
}
