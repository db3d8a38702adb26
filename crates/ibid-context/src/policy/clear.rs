//! `clear`: from a fixed size on, all results but the newest few go.

use ibid_model::{Break, Reason};

use super::{Decision, View, spare};

pub(super) fn decide(view: &View<'_>) -> Decision {
    let settings = view.settings;
    if view.history.tokens() < settings.clear_at {
        return Decision::default();
    }
    let slots = view.history.slots();
    let kept = (0..slots.len())
        .rev()
        .filter(|&at| slots[at].result.is_some())
        .nth(settings.clear_keep.saturating_sub(1))
        .unwrap_or(0);
    let gone: Vec<usize> = spare::candidates(view)
        .into_iter()
        .filter(|&at| at < kept)
        .collect();
    let freed: u64 = gone.iter().map(|&at| slots[at].tokens).sum();
    if freed < settings.clear_at_least {
        return Decision::default();
    }
    Decision::of(gone, Reason::Old, Break::Rule)
}
