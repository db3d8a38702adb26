//! The floor: every result but the newest two a stub from its third call on, and no cache ever
//! broken for it. No policy that only sets results aside costs less.

use crate::history::History;
use crate::slot::Slot;

/// Results that stay whole.
const NEWEST: usize = 2;
/// The call from which on a result is a stub.
const FROM_CALL: usize = 3;

/// Tokens of a request in which only the newest results and those of the last calls are whole.
pub(super) fn tokens(history: &History, stub_tokens: u64) -> u64 {
    let slots = history.slots();
    let calls = history.steps().len() + 1;
    let newest = slots
        .iter()
        .rev()
        .filter(|slot| slot.result.is_some())
        .nth(NEWEST - 1)
        .map_or(0, |slot| slot.seq.0);
    let carried = |slot: &Slot| {
        let call = calls - slot.step;
        let stubbed = slot.result.is_some() && slot.seq.0 < newest && call >= FROM_CALL;
        if stubbed {
            slot.tokens.min(stub_tokens)
        } else {
            slot.tokens
        }
    };
    history.fixed() + slots.iter().map(carried).sum::<u64>()
}
