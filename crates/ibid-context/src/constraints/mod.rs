//! What the user demanded: sentences of typed messages that bind how work is done or what its
//! result must satisfy, found by rules, verbatim, and what became of each.
//!
//! Where a message came from decides first: only what was typed can bind, whatever it says. Then
//! code, quotations and pasted logs are masked, the rest is split into clauses, and cues of seven
//! languages, which stand as tables in `cues/`, are weighed against what speaks for a description,
//! a question or a relaxation. A later message lifts or changes a constraint only with a cue of its
//! own and words in common; where that is not sure, the constraint stays and is marked.
//!
//! Linear in the text.

mod change;
mod fold;
mod judge;
mod mask;
mod matcher;
mod split;
mod words;

use std::ops::Range;

use ibid_model::Origin;
use serde::{Serialize, Serializer};

/// A message as the finder takes it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Its number or seq, as answers name it.
    pub number: u64,
    /// Where it came from. Text that was not typed is never looked at for constraints.
    pub origin: Origin,
    /// Its text.
    pub text: &'a str,
}

/// What a constraint demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Something may not be done.
    Prohibition,
    /// Something has to be done or to hold.
    Obligation,
    /// One means and no other.
    Exclusivity,
    /// How far the work reaches.
    Scope,
    /// Something has to wait until the user agrees.
    AwaitApproval,
}

/// What became of a constraint, by the number of the message that did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It binds.
    Active,
    /// A later message narrowed, widened or excepted it.
    Changed(u64),
    /// A later message took it back.
    Lifted(u64),
}

/// A constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The message that states it.
    pub message: u64,
    /// Its bytes in that message's text.
    pub span: Range<usize>,
    /// Its words, as they stand there.
    pub text: String,
    /// What it demands.
    pub kind: Kind,
    /// What became of it.
    pub status: Status,
    /// A later message that may have changed it; it binds all the same.
    pub unsure: Option<u64>,
}

impl Status {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Changed(_) => "changed",
            Status::Lifted(_) => "lifted",
        }
    }

    /// The message that did it.
    pub fn by(self) -> Option<u64> {
        match self {
            Status::Active => None,
            Status::Changed(by) | Status::Lifted(by) => Some(by),
        }
    }
}

impl Serialize for Constraint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            message: u64,
            text: &'a str,
            kind: Kind,
            status: &'static str,
            by: Option<u64>,
            unsure: Option<u64>,
        }
        Row {
            message: self.message,
            text: &self.text,
            kind: self.kind,
            status: self.status.word(),
            by: self.status.by(),
            unsure: self.unsure,
        }
        .serialize(serializer)
    }
}

/// What was found in a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Constraints {
    /// The constraints, in the order they were stated.
    pub constraints: Vec<Constraint>,
    /// The message of the newest one that has work wait for the user and still binds.
    pub pending_approval: Option<u64>,
}

/// Finds the constraints of a conversation, and what became of each.
pub fn find(turns: &[Turn<'_>]) -> Constraints {
    let mut ledger = change::Ledger::default();
    for turn in turns {
        if matches!(turn.origin, Origin::Typed | Origin::Wire) {
            ledger.typed(turn);
        } else {
            ledger.other(turn);
        }
    }
    ledger.close()
}
