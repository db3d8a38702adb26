//! `working-set`: over a fixed budget, the oldest large results go until the history fits.

use ibid_model::{Break, Reason};

use super::{Decision, View, spare};

pub(super) fn decide(view: &View<'_>) -> Decision {
    let budget = view.settings.working_set;
    let mut tokens = view.history.tokens();
    if tokens <= budget {
        return Decision::default();
    }
    let slots = view.history.slots();
    let mut gone = Vec::new();
    for at in spare::candidates(view) {
        if tokens <= budget {
            break;
        }
        if spare::is_large(&slots[at], view.settings.large_chars) {
            tokens = tokens.saturating_sub(slots[at].tokens);
            gone.push(at);
        }
    }
    Decision::of(gone, Reason::Old, Break::Rule)
}
