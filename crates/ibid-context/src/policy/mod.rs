//! The policies: rows of one table, each a pure function of the history and the time.
//!
//! A policy never changes anything. It names messages to be set aside, with reasons; the projection
//! makes the stubs and stores the decision.

mod clear;
mod planned;
mod protect;
mod spare;
mod ttl;
mod window;
mod working_set;

use ibid_model::{Break, Millis, Reason};

use crate::history::History;
use crate::settings::Settings;

/// What a policy may look at.
pub struct View<'a> {
    /// The history, with what is set aside already.
    pub history: &'a History,
    /// Its settings.
    pub settings: &'a Settings,
    /// The moment of the call.
    pub now: Millis,
    /// Whether the provider's cache is known to hold nothing of the history any more.
    pub cold: bool,
}

/// One message to be set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its place in the history.
    pub at: usize,
    /// Why.
    pub reason: Reason,
    /// What stands in its place; `None` is the usual stub.
    pub text: Option<String>,
}

/// What a policy decides for one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// What goes, oldest first.
    pub choices: Vec<Choice>,
    /// What the break of the cached prefix is for.
    pub broke: Option<Break>,
}

impl Decision {
    /// These results, for this reason, at this break.
    pub(crate) fn of(at: impl IntoIterator<Item = usize>, reason: Reason, broke: Break) -> Self {
        let choices: Vec<Choice> = at
            .into_iter()
            .map(|at| Choice {
                at,
                reason,
                text: None,
            })
            .collect();
        Self {
            broke: (!choices.is_empty()).then_some(broke),
            choices,
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Policy {
    /// Its name, as `--policy` takes it.
    pub name: &'static str,
    /// Its rule, in a line.
    pub about: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    decide: fn(&View<'_>) -> Decision,
}

impl Policy {
    /// What to set aside for the request that is about to be sent.
    pub fn decide(&self, view: &View<'_>) -> Decision {
        (self.decide)(view)
    }

    /// The row of this name.
    pub fn named(name: &str) -> Option<&'static Policy> {
        POLICIES.iter().find(|policy| policy.name == name)
    }
}

/// All results that may be set aside at all, oldest first.
pub(crate) fn spared_candidates(view: &View<'_>) -> Vec<usize> {
    spare::candidates(view)
}

/// The policy that is used when none is named.
pub const DEFAULT: &str = "planned";

/// All of them, in the order of the documentation.
pub const POLICIES: &[Policy] = &[
    Policy {
        name: "none",
        about: "send everything",
        source: "what most agents do until they compact",
        decide: |_| Decision::default(),
    },
    Policy {
        name: "working-set",
        about: "over a fixed budget, the oldest large results go, one call at a time",
        source: "bounded working sets as coding agents for local models have them",
        decide: working_set::decide,
    },
    Policy {
        name: "window",
        about: "the newest 5 results of commands and 3 reads stay",
        source: "Codebuff, agent runtime, 2026-10",
        decide: window::decide,
    },
    Policy {
        name: "ttl",
        about: "when the provider's cache has run out, results are trimmed, then cleared",
        source: "OpenClaw, cache-expiry pruning",
        decide: ttl::decide,
    },
    Policy {
        name: "protect",
        about: "the newest 40,000 tokens of results stay; 20,000 go at once",
        source: "opencode, pruning of tool outputs",
        decide: protect::decide,
    },
    Policy {
        name: "clear",
        about: "at 100,000 tokens, all results but the newest 3 go",
        source: "Anthropic, context editing (clear_tool_uses)",
        decide: clear::decide,
    },
    Policy {
        name: "planned",
        about: "results go when carrying them has cost as much as taking them out",
        source: "Ibid",
        decide: planned::decide,
    },
];
