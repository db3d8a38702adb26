//! `protect`: the newest results and the newest turns are safe; the rest goes when it is much.

use ibid_model::{Break, Reason};

use super::{Decision, View, spare};
use crate::slot::Slot;

pub(super) fn decide(view: &View<'_>) -> Decision {
    let settings = view.settings;
    let slots = view.history.slots();
    let before_turns = nth_turn(slots, settings.protect_turns);
    let may_go = spare::candidates(view);
    let mut protected = 0;
    let mut freed = 0;
    let mut gone = Vec::new();
    for at in (0..before_turns).rev() {
        let slot = &slots[at];
        if slot.result.is_none() || slot.stub.is_some() {
            continue;
        }
        protected += slot.tokens;
        if protected > settings.protect_tokens && may_go.binary_search(&at).is_ok() {
            freed += slot.tokens;
            gone.push(at);
        }
    }
    if freed < settings.protect_at_least {
        return Decision::default();
    }
    gone.reverse();
    Decision::of(gone, Reason::Old, Break::Rule)
}

/// The place of the `count`-th newest message of the user.
fn nth_turn(slots: &[Slot], count: usize) -> usize {
    let turns = (0..slots.len())
        .rev()
        .filter(|&at| slots[at].message.origin.begins_exchange());
    match count.checked_sub(1) {
        None => slots.len(),
        Some(skip) => turns.into_iter().nth(skip).unwrap_or(0),
    }
}
