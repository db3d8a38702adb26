//! The record of a session: what can be said of it without a model, from the original messages and
//! never from a summary. Every line names its source.
//!
//! [`build`] folds a log into a [`Record`], [`fit`] takes from it what there is no room for, and
//! [`render`] writes it as text.

mod build;
mod checks;
mod fit;
mod requests;
mod text;

use ibid_model::{Checkout, RecallId, Seq};
use serde::Serialize;

use crate::constraints::Constraint;

pub use build::build;
pub use checks::is_check;
pub use fit::{Fitted, fit};
pub use text::{Shown, render, shown};

/// What a session came to. Lists are in the order of the session.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// What the user asked for, verbatim.
    pub requests: Vec<Request>,
    /// What the user demanded, verbatim, with what became of it.
    pub constraints: Vec<Constraint>,
    /// The message whose demand to wait for the user still binds.
    pub pending_approval: Option<u64>,
    /// Files that were read or changed by a tool, each once.
    pub files: Vec<FileLine>,
    /// The latest run of each command that tests, builds or checks, and the last that passed and
    /// the last that failed.
    pub commands: Vec<CheckLine>,
    /// Names that were looked for, each once.
    pub symbols: Vec<SymbolLine>,
    /// Where the checkout stands.
    pub checkout: Option<CheckoutLine>,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The message it is.
    pub message: u64,
    /// Its words.
    pub text: String,
    /// What became of it.
    pub status: RequestStatus,
    /// What came with it and was not typed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Characters that were taken out of its middle; 0 when it is whole.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: usize,
}

fn is_zero(value: &usize) -> bool {
    *value == 0
}

/// What became of a request, from evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestStatus {
    /// The agent ended its turn after it.
    Answered,
    /// It is what the agent works on.
    Active,
    /// The agent had not ended its turn when the next one came.
    Interrupted,
    /// A later request takes it back.
    Withdrawn,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileLine {
    /// Its path, as the tools name it.
    pub path: String,
    /// The message in which it was last read.
    pub read: Option<Seq>,
    /// The message in which it was last changed.
    pub changed: Option<Seq>,
    /// The git blob of its content then, where it was recorded.
    pub blob: Option<String>,
    /// Whether it is another one now; `None` where that is not known.
    pub changed_since: Option<bool>,
}

/// A run of a command that tests, builds or checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckLine {
    /// The command.
    pub command: String,
    /// How it ended.
    pub outcome: CheckOutcome,
    /// Its exit status, where it was recorded.
    pub exit: Option<i32>,
    /// The first lines of its output that report a problem.
    pub problems: Vec<String>,
    /// What recalls its output.
    pub id: Option<RecallId>,
    /// Whether files were changed after it ran.
    pub stale: bool,
    /// The message that holds its output.
    pub seq: Seq,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// With success.
    Passed,
    /// With a failure.
    Failed,
    /// It was not recorded.
    Unknown,
}

/// A name that was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SymbolLine {
    /// The name.
    pub name: String,
    /// The message in which it was last looked for.
    pub seq: Seq,
}

/// Where the checkout stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckoutLine {
    /// Branch and commit.
    #[serde(flatten)]
    pub checkout: Checkout,
    /// The record that says so.
    pub seq: Seq,
}

/// What is known of a file now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNow {
    /// Nothing.
    Unknown,
    /// There is none.
    Gone,
    /// The git blob of its content, in hexadecimal.
    Blob(String),
}
