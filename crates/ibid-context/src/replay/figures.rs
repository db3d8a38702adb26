//! What a replay found, as data: the terminal's table, JSON, CSV and the page are made of it.

use ibid_model::{Break, Millis, Reason, Seq, TokensByKind};
use serde::Serialize;

/// One request of a replay.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// Its number, from 1.
    pub step: usize,
    /// When it was answered.
    pub t: Millis,
    /// Tokens of the request.
    pub tokens: u64,
    /// Tokens of the request by kind.
    pub kinds: TokensByKind,
    /// Tokens read from the cache.
    pub read: u64,
    /// Tokens written to the cache, or sent past it.
    pub written: u64,
    /// What its prompt cost, in input-token equivalents.
    pub cost: f64,
    /// What was set aside for it and not before, with the reason.
    pub set_aside: Vec<(Seq, Reason)>,
    /// Why the cached prefix was broken, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broke: Option<Break>,
    /// All that it carried as stubs, by record.
    #[serde(skip)]
    pub stubs: Vec<Seq>,
    /// Records recalled for it.
    pub recalled: Vec<Seq>,
}

/// A use whose source was not in view.
#[derive(Clone, Debug, Serialize)]
pub struct Missing {
    /// The step.
    pub step: usize,
    /// The record that used it.
    pub seq: Seq,
    /// The newest record that held it.
    pub source: Seq,
    /// Whether it is the text that an edit replaces.
    pub edit: bool,
    /// The line, or the first line of what was to be replaced.
    pub line: String,
}

/// What a policy did to a session.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyReport {
    /// The policy.
    pub policy: String,
    /// Calls to the model.
    pub steps: usize,
    /// Prompt tokens of all calls together.
    pub tokens_in: u64,
    /// The largest prompt, in tokens.
    pub peak_tokens: u64,
    /// Calls whose prompt was larger than asked about.
    pub steps_over: usize,
    /// Cost of all prompts, in input-token equivalents.
    pub cost: f64,
    /// The same with the calls that recalls would have taken.
    pub net_cost: f64,
    /// Prompt tokens that a local server would have processed again or for the first time.
    pub local_processed: u64,
    /// Sources that would have been recalled.
    pub recalls: usize,
    /// Times that a cached prefix was broken.
    pub breaks: usize,
    /// Lines used: in view, of all.
    pub support_lines: [usize; 2],
    /// Edits: in view, of all.
    pub support_edits: [usize; 2],
    /// Every step.
    #[serde(skip)]
    pub series: Vec<StepReport>,
    /// Every use that was not supported.
    pub missing: Vec<Missing>,
}

/// What the session cost as it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RecordedBill {
    /// Cost of all prompts, in input-token equivalents.
    pub cost: f64,
    /// Prompt tokens of all calls together.
    pub tokens_in: u64,
    /// Calls that found nothing in the cache.
    pub cold_steps: usize,
}

/// What all policies did to a session.
#[derive(Clone, Debug, Serialize)]
pub struct SessionReport {
    /// The session's name.
    pub session: String,
    /// One report a policy.
    pub policies: Vec<PolicyReport>,
    /// Its bill as recorded, in input-token equivalents; `None` without usage.
    pub recorded_cost: Option<f64>,
    /// The recorded bill in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedBill>,
    /// The least that any policy can cost that only sets results aside.
    pub floor: f64,
}
