//! Lines that match a pattern, with the lines around them.

use std::collections::VecDeque;

use ibid_model::LineNo;
use regex::Regex;

use super::answer::{Answer, Item, Next, item_text};
use super::{excerpt, gap_before, scan};
use crate::archive::{Found, LookupError};

/// Fills `answer` with the lines of `found` that match `regex`, from `first` on, each with
/// `context` lines around it, up to `room` bytes. All matches are counted.
pub(super) fn collect(
    found: &Found,
    regex: &Regex,
    context: usize,
    first: LineNo,
    room: usize,
    answer: &mut Answer,
) -> Result<(), LookupError> {
    let mut groups = Groups {
        found,
        room,
        context,
        before: VecDeque::new(),
        after: 0,
        last: None,
        full: false,
        next: None,
        items: Vec::new(),
    };
    let mut failed = None;
    scan::lines(found, &mut |no, line| {
        let hit = match no >= first {
            true => excerpt::matching(found, no, line, regex),
            false => Ok(None),
        };
        match hit {
            Ok(Some(item)) => {
                answer.matches.0 += 1;
                groups.hit(no, item);
            }
            Ok(None) => groups.other(no, || excerpt::beside(no, line)),
            Err(error) => failed = Some(error),
        }
        failed.is_none()
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    answer.next = groups.next.map(|first| Next { first, limit: None });
    answer.items = groups.items;
    Ok(())
}

struct Groups<'a> {
    found: &'a Found,
    room: usize,
    context: usize,
    /// The lines just before, not shown.
    before: VecDeque<(LineNo, Item)>,
    /// How many more lines the last match shows after it.
    after: usize,
    /// The last line shown.
    last: Option<LineNo>,
    /// Set when something did not fit: from there on matches are only counted.
    full: bool,
    next: Option<LineNo>,
    items: Vec<Item>,
}

impl Groups<'_> {
    fn hit(&mut self, no: LineNo, item: Item) {
        if self.full {
            self.next.get_or_insert(no);
            return;
        }
        let mut group: Vec<(LineNo, Item)> = self.before.drain(..).collect();
        group.push((no, item));
        let is_first = self.items.is_empty();
        if !self.push(&group) {
            // The first match is always shown, without the lines before it if need be.
            if !(is_first && self.push(&group[group.len() - 1..])) {
                self.full = true;
                self.next.get_or_insert(no);
                return;
            }
        }
        self.after = self.context;
    }

    fn other(&mut self, no: LineNo, item: impl FnOnce() -> Item) {
        if self.full || self.context == 0 {
            return;
        }
        if self.after > 0 {
            self.after -= 1;
            self.full = !self.push(&[(no, item())]);
            return;
        }
        if self.before.len() == self.context {
            self.before.pop_front();
        }
        self.before.push_back((no, item()));
    }

    /// Adds `lines`, which follow each other, when they fit.
    fn push(&mut self, lines: &[(LineNo, Item)]) -> bool {
        let Some((first, _)) = lines.first() else {
            return true;
        };
        let apart = self.last.is_some_and(|last| last.0 + 1 < first.0);
        let mut added: Vec<Item> = Vec::new();
        added.extend(apart.then_some(Item::Break));
        for (no, item) in lines {
            let begins = self.last.is_none() || apart;
            if gap_before(self.found, *no) && !(begins && no == first) {
                added.extend(self.found.record.missing.map(Item::Gap));
            }
            added.push(item.clone());
        }
        let mut text = String::new();
        added
            .iter()
            .for_each(|item| item_text(item, true, &mut text));
        if text.len() > self.room {
            return false;
        }
        self.room -= text.len();
        self.items.append(&mut added);
        self.last = lines.last().map(|(no, _)| *no);
        true
    }
}
