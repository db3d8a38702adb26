//! Replays a recorded session under a policy, through the code that serves a live one: what each
//! request would have carried, what it would have cost, and what would have been missing.

mod figures;
mod floor;
mod outside;
mod run;

use ibid_model::Entry;

pub use figures::{Missing, PolicyReport, RecordedBill, SessionReport, StepReport};
pub use outside::{Decide, OutsideError};
pub use run::{Replay, run, run_outside};

use crate::history::is_step;
use crate::settings::Settings;

/// Which misses of the provider's cache count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cold {
    /// Those in the recorded usage, where there is any; otherwise as [`Cold::Ttl`].
    Recorded,
    /// Those that the time between calls explains.
    Ttl,
}

/// How a session is replayed.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// What policies are told.
    pub settings: Settings,
    /// Whether compactions in the log replace what is older.
    pub compactions: bool,
    /// Which misses count.
    pub cold: Cold,
    /// Counts that anyone can recompute: 12,000 tokens of system and tools, four bytes a token,
    /// stubs of 20 tokens.
    pub pinned: bool,
    /// Steps whose prompt is larger than this are counted, in tokens.
    pub over: u64,
}

/// Tokens that a model writes to ask for a recall.
pub const RECALL_OUTPUT: u64 = 80;
/// Tokens of a stub where counts are pinned.
pub const PINNED_STUB: u64 = 20;
/// A call reads its prefix from the cache when at least this share of its prompt was read.
const READ_SHARE: f64 = 0.05;

/// Whether any call of the session has usage, so that its misses can be taken from it.
fn has_usage(entries: &[Entry]) -> bool {
    entries
        .iter()
        .filter_map(Entry::call)
        .any(|call| is_step(call) && call.usage.is_some_and(|usage| usage.is_priced()))
}
