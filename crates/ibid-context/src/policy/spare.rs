//! What every policy but `none` spares.

use crate::policy::View;
use crate::slot::Slot;
use crate::tools::ToolKind;

/// The places of the tool results that may be set aside, oldest first: not the newest two, none
/// that no request has carried, none of a protected tool, no recalled one of the last two steps,
/// none that is set aside already, none that its
/// stub would not be smaller than.
pub(super) fn candidates(view: &View<'_>) -> Vec<usize> {
    let (history, settings) = (view.history, view.settings);
    let slots = history.slots();
    let newest = newest_results(slots, settings.spare_newest);
    let unseen = history.unseen().min(newest);
    (0..unseen)
        .filter(|&at| {
            let slot = &slots[at];
            slot.stub.is_none()
                && !slot.expired
                && slot.tokens > settings.stub_of(slot)
                && !spared(view, slot)
        })
        .collect()
}

fn spared(view: &View<'_>, slot: &Slot) -> bool {
    let Some(result) = &slot.result else {
        return true;
    };
    let name = result.facts.as_ref().map_or("", |facts| &*facts.name);
    let age = view.history.steps().len() - slot.step;
    view.settings.protects(name) || (result.recalled && age <= view.settings.spare_recalled_steps)
}

/// The place from which on the newest `count` results stand.
fn newest_results(slots: &[Slot], count: usize) -> usize {
    let results = slots
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, slot)| slot.result.is_some());
    match count.checked_sub(1) {
        None => slots.len(),
        Some(skip) => results.map(|(at, _)| at).nth(skip).unwrap_or(0),
    }
}

/// Whether the result in `slot` has at least `chars` characters.
pub(super) fn is_large(slot: &Slot, chars: usize) -> bool {
    slot.result
        .as_ref()
        .is_some_and(|result| result.chars >= chars)
}

/// The kind of tool that the result in `slot` is from.
pub(super) fn kind(slot: &Slot) -> ToolKind {
    slot.result
        .as_ref()
        .map_or(ToolKind::Other, |result| result.kind())
}
