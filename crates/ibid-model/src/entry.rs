//! The records of a session's log. A log only grows; everything else is a fold over it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::checkpoint::Checkpoint;
use crate::ids::{CallId, RecallId, SessionId};
use crate::message::Message;
use crate::raw::RawJson;
use crate::units::{Bytes, Lines, Millis, Seq, Tokens};
use crate::usage::Usage;

/// The format of the log that this version writes. A newer one is refused for writing.
pub const FORMAT: u32 = 1;

/// One record: its place in the log, when it was written, and what it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place: unique in the session, and larger than any before it.
    pub seq: Seq,
    /// When, in milliseconds since 1970, UTC.
    pub t: Millis,
    /// What it says.
    #[serde(flatten)]
    pub body: Body,
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// The first record of a file.
    Session(Head),
    /// A message entered the history.
    Message(MessageEntry),
    /// A tool's output was kept.
    Output(Output),
    /// What a request's projection set aside and repaired.
    Checkpoint(Checkpoint),
    /// A session state, written before the compaction it belongs to.
    State(State),
    /// Older history was replaced by a state.
    Compaction(Compaction),
    /// The checkout moved.
    Checkout(Checkout),
    /// A setting changed.
    Setting(Setting),
    /// Something to be told to whoever reads the log.
    Note(Note),
}

/// The first record of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The log's format.
    pub format: u32,
    /// The version that wrote it.
    pub version: String,
    /// The session.
    pub session: SessionId,
    /// The directory it was held in.
    pub cwd: String,
    /// The checkout then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkout: Option<Checkout>,
}

/// A message, and of the model's ones the call that made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageEntry {
    /// The message. Shared: a projection that does not change it carries this very value.
    pub message: Arc<Message>,
    /// The call to a model that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<ModelCall>,
}

/// A call to a model, as it was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    /// The model, by the provider's name.
    pub model: String,
    /// What the provider says it used; `None` when it did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Why it ended, in the neutral terms.
    pub stop: Stop,
}

/// Why a model's reply ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It was done.
    End,
    /// It waits for tools.
    ToolUse,
    /// It reached the most it may write.
    Length,
    /// Someone interrupted it.
    Interrupted,
    /// It failed.
    Failed,
    /// Anything else, or not said.
    Other,
}

/// What was kept of a tool's output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// The call that it answers.
    pub call: CallId,
    /// What recalls the original.
    pub id: RecallId,
    /// The original's size.
    pub bytes: Bytes,
    /// The original's lines.
    pub lines: Lines,
    /// The command, where it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Its exit status; 128 and more for a signal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The files that it showed or wrote, as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileMark>,
}

/// A file as it was at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMark {
    /// Its path, from the project's root.
    pub path: String,
    /// The git blob id of its raw bytes, in hexadecimal.
    pub blob: String,
    /// Its size.
    pub bytes: Bytes,
}

/// A session state, and what it was made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The text that stands in the history.
    pub text: String,
    /// The structured state.
    pub state: RawJson,
}

/// Older history was replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compaction {
    /// The record of the state that replaces it; `None` when an imported session does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Seq>,
    /// The first message that stays as it was.
    pub first_kept: Seq,
    /// The prompt's size before, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_before: Option<Tokens>,
}

/// Where the checkout stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkout {
    /// The branch; `None` when the head is detached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commit, in hexadecimal; `None` before the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// A setting that changed: `model`, `policy` and the like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Its key.
    pub key: String,
    /// Its new value.
    pub value: String,
}

/// Something to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The text.
    pub text: String,
}

impl Entry {
    /// The message it holds, if it holds one.
    pub fn message(&self) -> Option<&Arc<Message>> {
        match &self.body {
            Body::Message(entry) => Some(&entry.message),
            _ => None,
        }
    }

    /// The call to a model that it came from, if it is the answer to one.
    pub fn call(&self) -> Option<&ModelCall> {
        match &self.body {
            Body::Message(entry) => entry.call.as_ref(),
            _ => None,
        }
    }
}
