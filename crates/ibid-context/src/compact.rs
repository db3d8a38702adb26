//! Where a history is cut when its older part is replaced by a session state. It proposes, and
//! changes nothing.
//!
//! The cut falls before a message of the user, so that whole exchanges stay; when the newest
//! exchange alone is too large, between two of its atoms, its message of the user then standing in
//! the state; when one atom is too large, its results are clipped and the pair stays.

use crate::history::History;
use crate::slot::Slot;

/// What a compaction may keep, and when it is worth it. All in tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The context window of the model that comes next.
    pub window: u64,
    /// What is kept free for the reply (`compaction.reserve_tokens`).
    pub reserve: u64,
    /// The newest messages that stay as they were (`compaction.keep_recent_tokens`).
    pub keep_recent: u64,
    /// What the state will take, at most (`compaction.record_tokens`).
    pub state: u64,
    /// The share of the request that must be gained.
    pub min_gain: f64,
}

impl Limits {
    /// The defaults for a window: 16,384 free and 20,000 kept, each at most a quarter of it, a state
    /// of 4,000 and at most 15 % of it, and a gain of a tenth.
    pub fn of(window: u64) -> Self {
        Self {
            window,
            reserve: 16_384.min(window / 4),
            keep_recent: 20_000.min(window / 4),
            state: 4_000.min(window * 15 / 100),
            min_gain: 0.1,
        }
    }

    /// The most that a request may have.
    pub fn limit(&self) -> u64 {
        self.window.saturating_sub(self.reserve)
    }
}

/// Whether the next request would be too large.
pub fn is_due(history: &History, limits: &Limits) -> bool {
    history.tokens() > limits.limit()
}

/// A proposed compaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactionPlan {
    /// The first message that stays, by its place in the history.
    pub first_kept: usize,
    /// The message of the user that begins the exchange which is cut, when one is: it stands in the
    /// state, verbatim.
    pub split: Option<usize>,
    /// Results that are clipped, by their place, and the tokens each may have.
    pub clip: Vec<(usize, u64)>,
    /// Tokens of the request before.
    pub before: u64,
    /// Tokens of the request after, the state at its largest.
    pub after: u64,
}

/// Why nothing is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing before what must stay.
    NothingToReplace,
    /// It would gain too little: tokens before and after.
    NoGain(u64, u64),
    /// It would not fit the window: tokens after, and the most there may be.
    DoesNotFit(u64, u64),
}

/// Proposes where to cut. With `budgeted`, a small gain is enough.
pub fn plan(history: &History, limits: &Limits, budgeted: bool) -> Result<CompactionPlan, Refusal> {
    let slots = history.slots();
    let cut = cut(slots, limits.keep_recent);
    if cut.first_kept == 0 {
        return Err(Refusal::NothingToReplace);
    }
    let kept: u64 = slots[cut.first_kept..].iter().map(Slot::carried).sum();
    let clip = clips(slots, &cut, limits.keep_recent);
    let clipped: u64 = clip
        .iter()
        .map(|&(at, room)| slots[at].carried() - room)
        .sum();
    let before = history.tokens();
    let split = cut.split.map_or(0, |at| slots[at].carried());
    let after = history.fixed() + limits.state + split + kept - clipped;
    if after > limits.limit() {
        return Err(Refusal::DoesNotFit(after, limits.limit()));
    }
    let gain = before as f64 - after as f64;
    if !budgeted && gain < before as f64 * limits.min_gain {
        return Err(Refusal::NoGain(before, after));
    }
    Ok(CompactionPlan {
        first_kept: cut.first_kept,
        split: cut.split,
        clip,
        before,
        after,
    })
}

#[derive(Clone, Copy, Debug)]
struct Cut {
    first_kept: usize,
    split: Option<usize>,
    /// Whether what is kept is one atom that is too large.
    single: bool,
}

fn cut(slots: &[Slot], keep: u64) -> Cut {
    let atoms = atoms(slots);
    let mut tokens = 0;
    let mut fits = slots.len();
    let mut exchange = None;
    for &start in atoms.iter().rev() {
        tokens += slots[start..fits].iter().map(Slot::carried).sum::<u64>();
        if tokens > keep {
            break;
        }
        fits = start;
        if slots[start].message.origin.begins_exchange() {
            exchange = Some(start);
        }
    }
    if let Some(start) = exchange {
        return Cut {
            first_kept: start,
            split: None,
            single: false,
        };
    }
    // The newest exchange is too large: whole atoms of it, and at least the last one.
    let last = atoms.last().copied().unwrap_or(0);
    let single = fits > last;
    let first_kept = fits.min(last);
    let split = (0..first_kept)
        .rev()
        .find(|&at| slots[at].message.origin.begins_exchange());
    // A message of the user is an atom of its own: with it nothing is split.
    let begins = slots
        .get(first_kept)
        .is_some_and(|slot| slot.message.origin.begins_exchange());
    Cut {
        first_kept,
        split: split.filter(|_| !begins),
        single,
    }
}

/// The places at which atoms begin: what may not be cut is a message of the model with the results
/// of its calls; any other message is an atom of its own.
fn atoms(slots: &[Slot]) -> Vec<usize> {
    (0..slots.len())
        .filter(|&at| slots[at].result.is_none())
        .collect()
}

/// Results to be clipped when one atom is too large: each gets its share of the room.
fn clips(slots: &[Slot], cut: &Cut, keep: u64) -> Vec<(usize, u64)> {
    if !cut.single {
        return Vec::new();
    }
    let kept = cut.first_kept..slots.len();
    let results: Vec<usize> = kept
        .clone()
        .filter(|&at| slots[at].result.is_some())
        .collect();
    let all: u64 = results.iter().map(|&at| slots[at].carried()).sum();
    let other: u64 = kept.map(|at| slots[at].carried()).sum::<u64>() - all;
    let room = keep.saturating_sub(other);
    let share = |at: usize| slots[at].carried() * room / all.max(1);
    let clips = results.into_iter().map(|at| (at, share(at)));
    clips
        .filter(|&(at, room)| room < slots[at].carried())
        .collect()
}
