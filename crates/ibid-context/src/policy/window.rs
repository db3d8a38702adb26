//! `window`: the newest results of commands and the newest reads stay, each kind counted by itself.

use ibid_model::{Break, Reason};

use super::{Decision, View, spare};
use crate::slot::{ResultFacts, Slot};
use crate::tools::ToolKind;

pub(super) fn decide(view: &View<'_>) -> Decision {
    let settings = view.settings;
    let slots = view.history.slots();
    let may_go = spare::candidates(view);
    let mut past = older_than(slots, ToolKind::Terminal, settings.window_terminal);
    past.extend(older_than(slots, ToolKind::Read, settings.window_reads));
    past.retain(|at| may_go.binary_search(at).is_ok());
    past.sort_unstable();
    let chars: usize = past
        .iter()
        .filter_map(|&at| slots[at].result.as_ref())
        .map(|r| r.chars)
        .sum();
    if chars < settings.window_floor_chars {
        return Decision::default();
    }
    Decision::of(past, Reason::OutsideWindow, Break::Rule)
}

/// Results of `kind` that are older than the newest `keep`. Errors, media, background results and
/// stubs are not set aside, and take no place.
fn older_than(slots: &[Slot], kind: ToolKind, keep: usize) -> Vec<usize> {
    let counts = |result: &ResultFacts| result.kind() == kind && !result.error && !result.media;
    (0..slots.len())
        .rev()
        .filter(|&at| slots[at].stub.is_none())
        .filter(|&at| slots[at].result.as_ref().is_some_and(counts))
        .skip(keep)
        .collect()
}
