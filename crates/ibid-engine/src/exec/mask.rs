//! Which signals this thread holds back.

use nix::sys::signal::{self, SigSet};
use rustix::process::Signal;

/// Holds `signals` back until [`unblock`].
pub(super) fn block(signals: &[Signal]) {
    // Fails only for a set that is no set.
    let _ = set(signals).thread_block();
}

/// Lets `signals` through.
pub(super) fn unblock(signals: &[Signal]) {
    let _ = set(signals).thread_unblock();
}

fn set(signals: &[Signal]) -> SigSet {
    let known = signals.iter().map(|signal| signal.as_raw());
    known.flat_map(signal::Signal::try_from).collect()
}
