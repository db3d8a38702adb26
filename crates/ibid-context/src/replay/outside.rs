//! A policy that is a program of its own: it gets the messages of a request as JSON and says which
//! results it would leave out.

use std::fmt;

use ibid_model::{Break, Millis, Reason, Role};
use serde::{Deserialize, Serialize};

use crate::history::History;
use crate::policy::{Choice, Decision};
use crate::slot::Slot;
use crate::support::text_of;

/// Asks a program: the request as a line of JSON in, its answer as a line of JSON out.
pub trait Decide {
    /// The answer to one request.
    fn decide(&mut self, request: &str) -> Result<String, OutsideError>;
}

/// Why a program's decision could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideError {
    /// It did not answer, with the reason.
    Silent(String),
    /// Its answer is not what it should be, with the reason.
    Answer(String),
}

impl fmt::Display for OutsideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutsideError::Silent(why) => write!(f, "the policy did not answer: {why}"),
            OutsideError::Answer(why) => write!(f, "the policy's answer is no decision: {why}"),
        }
    }
}

impl std::error::Error for OutsideError {}

#[derive(Serialize)]
struct Request<'a> {
    step: usize,
    t: i64,
    tokens: u64,
    messages: Vec<OutMessage<'a>>,
}

#[derive(Serialize)]
struct OutMessage<'a> {
    entry: u64,
    role: Role,
    tokens: u64,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'a str>,
    /// Whether it is a tool result that may be set aside.
    result: bool,
    set_aside: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    set_aside: Vec<u64>,
}

/// What the program decides for the request that is about to be sent.
pub(super) fn ask(
    decide: &mut dyn Decide,
    history: &History,
    now: Millis,
) -> Result<Decision, OutsideError> {
    let slots = history.slots();
    let request = Request {
        step: history.steps().len() + 1,
        t: now.0,
        tokens: history.tokens(),
        messages: slots.iter().map(out_message).collect(),
    };
    let line =
        serde_json::to_string(&request).map_err(|error| OutsideError::Silent(error.to_string()))?;
    let answer = decide.decide(&line)?;
    let answer: Answer =
        serde_json::from_str(&answer).map_err(|error| OutsideError::Answer(error.to_string()))?;
    let mut choices = Vec::new();
    for seq in answer.set_aside {
        let at = history
            .at(ibid_model::Seq(seq))
            .filter(|&at| slots[at].result.is_some())
            .ok_or_else(|| OutsideError::Answer(format!("entry {seq} is no tool result")))?;
        if slots[at].stub.is_none() {
            choices.push(Choice {
                at,
                reason: Reason::Old,
                text: None,
            });
        }
    }
    choices.sort_by_key(|choice| choice.at);
    choices.dedup();
    Ok(Decision {
        broke: (!choices.is_empty()).then_some(Break::Rule),
        choices,
    })
}

fn out_message(slot: &Slot) -> OutMessage<'_> {
    let facts = slot
        .result
        .as_ref()
        .and_then(|result| result.facts.as_ref());
    OutMessage {
        entry: slot.seq.0,
        role: slot.message.role,
        tokens: slot.carried(),
        text: text_of(slot.shown()),
        tool: facts.map(|facts| &*facts.name),
        result: slot.result.is_some(),
        set_aside: slot.stub.is_some(),
    }
}
