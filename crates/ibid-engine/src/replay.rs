//! Replaying a session: chooses how tokens are counted and what they cost, then runs the policies
//! of `ibid-context` over it.

use std::fmt;
use std::sync::Arc;

use ibid_context::policy::{POLICIES, Policy};
use ibid_context::replay::{
    Cold, OutsideError, PolicyReport, Replay, ReplayOptions, SessionReport, run, run_outside,
};
use ibid_context::{FoldOptions, History, Settings, fixed_tokens};
use ibid_model::{Body, Encoding, Entry, ImageRule, TokenCounter};
use ibid_tokens::{Counter, FourBytes};

use crate::counted::Counted;
use crate::policy_command::PolicyCommand;

/// A policy to be replayed.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// One of the table.
    Named(&'static str),
    /// An outside program: its name, and its command for the shell.
    Command(String, String),
}

/// What a replay is asked to do.
#[derive(Clone, Debug)]
pub struct ReplayRequest {
    /// The policies, in order.
    pub policies: Vec<Wanted>,
    /// What policies are told.
    pub settings: Settings,
    /// How tokens are counted.
    pub encoding: Encoding,
    /// What pictures count as.
    pub images: ImageRule,
    /// Whether the session's own compactions count.
    pub compactions: bool,
    /// Which misses of the cache count.
    pub cold: Cold,
    /// Counts that anyone can recompute.
    pub pinned: bool,
    /// Steps above this many tokens are counted.
    pub over: u64,
}

/// Why a session could not be replayed.
#[derive(Debug)]
pub enum ReplayError {
    /// It holds no answer of a model, so there is no request to replay.
    NoSteps,
    /// An outside policy failed: its name, and why.
    Outside(String, OutsideError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NoSteps => f.write_str("it holds no answer of a model"),
            ReplayError::Outside(name, error) => write!(f, "policy {name}: {error}"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// All policies of the table.
pub fn all_policies() -> Vec<Wanted> {
    POLICIES
        .iter()
        .map(|policy| Wanted::Named(policy.name))
        .collect()
}

/// An empty history for a recorded session: tokens are counted as its model counts them, and
/// corrected by the usage that it holds.
pub fn history(entries: &[Entry], encoding: Encoding, images: ImageRule) -> History {
    let priced = |entry: &Entry| {
        let usage = entry.call().and_then(|call| call.usage);
        usage.is_some_and(|usage| usage.is_priced())
    };
    // What a log of Ibid's own sent is not all that it holds, so usage does not measure that; but
    // the log says what its requests held besides.
    let mut stored = entries.iter().filter_map(|entry| match &entry.body {
        Body::Checkpoint(checkpoint) => Some(checkpoint.tokens.system + checkpoint.tokens.tools),
        _ => None,
    });
    let stored = stored.next().map(|tokens| tokens.0);
    let measured = stored.is_none() && entries.iter().any(priced);
    let counter = Counter::new(encoding, images);
    let fixed = stored.unwrap_or_else(|| fixed_tokens(entries, &counter));
    History::new(
        Arc::new(counter),
        FoldOptions {
            compactions: true,
            measured,
            fixed: Some(fixed),
            checkpoints: true,
        },
    )
}

/// Replays `entries` under every policy that is asked for. `progress` is told how many steps there
/// are in all, first, and is then called once a step with 1.
pub fn replay(
    session: &str,
    entries: &[Entry],
    request: &ReplayRequest,
    progress: &mut dyn FnMut(Progress),
) -> Result<SessionReport, ReplayError> {
    let counter: Arc<dyn TokenCounter> = if request.pinned {
        Arc::new(Counted::new(FourBytes, entries))
    } else {
        let counter = Counter::new(request.encoding, request.images);
        Arc::new(Counted::new(counter, entries))
    };
    let options = ReplayOptions {
        settings: request.settings.clone(),
        compactions: request.compactions,
        cold: request.cold,
        pinned: request.pinned,
        over: request.over,
    };
    let ready = Replay::new(entries, options, counter);
    if ready.steps() == 0 {
        return Err(ReplayError::NoSteps);
    }
    progress(Progress::Total(ready.steps() * request.policies.len()));
    let mut policies = Vec::new();
    for wanted in &request.policies {
        let mut step = || progress(Progress::Step);
        policies.push(one(&ready, wanted, &mut step)?);
    }
    let recorded = ready.recorded();
    Ok(SessionReport {
        session: session.to_owned(),
        policies,
        recorded_cost: recorded.map(|bill| bill.cost),
        recorded,
        floor: ready.floor(),
    })
}

/// How far a replay is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many steps will be taken.
    Total(usize),
    /// One was taken.
    Step,
}

fn one(
    ready: &Replay<'_>,
    wanted: &Wanted,
    step: &mut dyn FnMut(),
) -> Result<PolicyReport, ReplayError> {
    let failed = |name: &str| {
        let name = name.to_owned();
        move |error| ReplayError::Outside(name, error)
    };
    match wanted {
        Wanted::Named(name) => {
            let policy = Policy::named(name).unwrap_or(&POLICIES[0]);
            Ok(run(ready, policy, step))
        }
        Wanted::Command(name, command) => {
            let mut program = PolicyCommand::start(command).map_err(failed(name))?;
            run_outside(ready, name, &mut program, step).map_err(failed(name))
        }
    }
}
