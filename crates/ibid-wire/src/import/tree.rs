//! Records that form a tree by the id of their parent.
//!
//! Where a parent is not in the file, since its line was damaged, the record before stands for it:
//! else all that came before would be lost with it.

use std::collections::HashMap;

use super::log::Log;

/// Records by their ids; of two with one id the last counts.
pub(super) struct Tree<'a> {
    by_id: HashMap<&'a str, usize>,
    parents: Vec<Option<&'a str>>,
}

impl<'a> Tree<'a> {
    /// A tree of records, each with its id and that of its parent, where it has them.
    pub(super) fn new(
        records: impl IntoIterator<Item = (Option<&'a str>, Option<&'a str>)>,
    ) -> Self {
        let mut by_id = HashMap::new();
        let mut parents = Vec::new();
        for (at, (id, parent)) in records.into_iter().enumerate() {
            if let Some(id) = id {
                by_id.insert(id, at);
            }
            parents.push(parent);
        }
        Self { by_id, parents }
    }

    /// Marks a record and all above it, up to one that is marked already: loops end there. Gives
    /// those that were not marked before.
    pub(super) fn mark(&self, from: usize, marked: &mut [bool]) -> Vec<usize> {
        let mut new = Vec::new();
        let mut at = Some(from);
        while let Some(here) = at.filter(|here| !marked[*here]) {
            marked[here] = true;
            new.push(here);
            at = match self.parents[here] {
                None => None,
                Some(parent) => match self.by_id.get(parent) {
                    Some(parent) => Some(*parent),
                    None => here.checked_sub(1),
                },
            };
        }
        new
    }

    /// Warns of marked records whose parent is not in the file. The first one may go on from another
    /// file.
    pub(super) fn warn_of_missing(&self, marked: &[bool], log: &mut Log) {
        let missing = (1..self.parents.len())
            .filter(|at| marked[*at])
            .filter_map(|at| self.parents[at])
            .filter(|parent| !self.by_id.contains_key(parent))
            .count();
        if missing > 0 {
            log.warn(format!(
                "{missing} records go on from one that is not there; the one before it was taken"
            ));
        }
    }

    /// The records on the branch to the last one; all of them when none has an id.
    pub(super) fn last_branch(&self) -> Vec<bool> {
        let mut marked = vec![self.by_id.is_empty(); self.parents.len()];
        if let Some(last) = self.parents.len().checked_sub(1) {
            self.mark(last, &mut marked);
        }
        marked
    }
}
