//! What to do when a provider says that a request is too long: something else each time, never the
//! same request again, and never pretending that it fitted.
//!
//! Setting aside comes first because it can be undone, then clipping the largest results that are
//! still whole, then compaction; when that does not help either, the part that does not fit is
//! named.

use ibid_model::{Break, Reason, Tokens};

use crate::history::History;
use crate::policy::{Choice, Decision, View, spared_candidates};
use crate::slot::Slot;
use crate::stub;

/// What a refusal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Tokens of the refused request, where the provider says it.
    pub used: Option<Tokens>,
    /// The most it takes, where the provider says it.
    pub limit: Option<Tokens>,
}

/// What to try next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Send again with these set aside or clipped.
    Smaller(Decision),
    /// Compact: nothing that can be undone helps.
    Compact,
    /// This does not fit, whatever is done: what it is, its tokens, and the most it could have.
    DoesNotFit(Fixed, Tokens, Tokens),
}

/// A part of a request that nothing makes smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// System prompt and tool definitions.
    SystemAndTools,
    /// One message, by its place in the history.
    Message(usize),
}

/// Share of the limit that a request is made to fit after a refusal: the estimate that led to it
/// was too low.
const AIM: f64 = 0.95;
/// A clipped result keeps at least this much, in bytes.
const CLIP_MIN: usize = 2_000;
/// What is kept of a result: the first that makes the request smaller than it is.
const CLIP_SHARES: [f64; 3] = [0.5, 0.25, 0.1];

/// The answer to a refusal of the request that `view` shows. `compacted` says that compaction was
/// tried already.
pub fn answer(view: &View<'_>, refusal: Refusal, compacted: bool) -> Answer {
    let limit = refusal.limit.map_or(view.settings.limit(), |limit| limit.0);
    let estimate = view.history.tokens();
    // The provider's count is the truth; what it leaves out is what the estimate says.
    let used = refusal.used.map_or(estimate.max(limit), |used| used.0);
    let scale = used as f64 / estimate.max(1) as f64;
    let aim = (limit as f64 * AIM / scale) as u64;
    let over = estimate.saturating_sub(aim).max(1);
    if let Some(fixed) = fixed(view.history, aim) {
        return fixed;
    }
    let aside = spared_candidates(view);
    if !aside.is_empty() {
        return Answer::Smaller(Decision::of(aside, Reason::Window, Break::Forced));
    }
    let clips = CLIP_SHARES
        .iter()
        .map(|share| clips(view, over, *share))
        .find(|choices| !choices.is_empty());
    match clips {
        Some(choices) => Answer::Smaller(Decision {
            choices,
            broke: Some(Break::Forced),
        }),
        None if !compacted => Answer::Compact,
        None => largest(view.history, aim),
    }
}

/// System and tools, when they alone are too much.
fn fixed(history: &History, aim: u64) -> Option<Answer> {
    let fixed = history.fixed();
    (fixed >= aim).then_some(Answer::DoesNotFit(
        Fixed::SystemAndTools,
        Tokens(fixed),
        Tokens(aim),
    ))
}

fn largest(history: &History, aim: u64) -> Answer {
    let slots = history.slots();
    let at = (0..slots.len()).max_by_key(|&at| slots[at].carried());
    let tokens = at.map_or(0, |at| slots[at].carried());
    Answer::DoesNotFit(
        at.map_or(Fixed::SystemAndTools, Fixed::Message),
        Tokens(tokens),
        Tokens(aim.saturating_sub(history.fixed())),
    )
}

/// Clips the largest whole results, largest first, until `over` tokens are gone.
fn clips(view: &View<'_>, over: u64, share: f64) -> Vec<Choice> {
    let slots = view.history.slots();
    let mut whole: Vec<usize> = (0..slots.len())
        .filter(|&at| slots[at].result.is_some() && is_clippable(&slots[at]))
        .collect();
    whole.sort_by_key(|&at| (std::cmp::Reverse(slots[at].carried()), at));
    let mut gone = 0;
    let mut choices = Vec::new();
    for at in whole {
        if gone >= over {
            break;
        }
        let Some(text) = clipped(view.history, &slots[at], share) else {
            continue;
        };
        let left = view.history.counter().text(&text).0;
        let saved = slots[at].carried().saturating_sub(left);
        if saved == 0 {
            continue;
        }
        gone += saved;
        choices.push(Choice {
            at,
            reason: Reason::Window,
            text: Some(text),
        });
    }
    choices.sort_by_key(|choice| choice.at);
    choices
}

/// A stub has nothing left to clip; what was clipped before may be clipped further.
fn is_clippable(slot: &Slot) -> bool {
    match &slot.stub {
        None => true,
        Some(stub) => stub.reason == Reason::Window && !says_set_aside(slot),
    }
}

fn says_set_aside(slot: &Slot) -> bool {
    let shown = slot.shown().result();
    shown.is_some_and(|result| result.texts().any(|text| text.starts_with("[set aside")))
}

/// The start of a result, up to a line's end, and how to go on from there.
fn clipped(history: &History, slot: &Slot, share: f64) -> Option<String> {
    let result = slot.message.result()?;
    let text = result.texts().collect::<Vec<_>>().join("\n");
    let keep = ((text.len() as f64 * share) as usize).max(CLIP_MIN);
    if keep >= text.len() {
        return None;
    }
    let end = text.floor_char_boundary(keep);
    let end = text[..end].rfind('\n').map_or(end, |at| at + 1);
    let lines = text[..end].lines().count();
    let id = stub::identity(history, &result.call).0;
    Some(format!(
        "{}[cut here to fit the context window: {} of {} bytes are shown; recall id \"{id}\", with \
         offset {}, goes on]",
        &text[..end],
        end,
        text.len(),
        lines + 1,
    ))
}
