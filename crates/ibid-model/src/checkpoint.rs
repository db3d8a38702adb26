//! What a request carried, and why the rest was set aside.

use serde::{Deserialize, Serialize};

use crate::units::{Seq, Tokens};

/// The note a projection leaves for one request. Decisions are read back from it, so a resumed
/// session sends the bytes it sent before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The policy that decided.
    pub policy: String,
    /// What was set aside for this request and not before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAside>,
    /// What had to be repaired for the request to be valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
    /// Why the cached prefix was broken, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broke: Option<Break>,
    /// Tokens by kind.
    pub tokens: TokensByKind,
    /// Messages at the start whose bytes are those of the request before.
    pub cache_boundary: u32,
    /// Tokens the request was thought to have.
    pub estimate: Tokens,
}

/// One result that a request carries as a stub.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetAside {
    /// The message.
    pub seq: Seq,
    /// The stub, byte for byte.
    pub stub: String,
    /// Why this one.
    pub reason: Reason,
    /// What was set aside, as a hash: SHA-256 in hexadecimal, its first 16 digits.
    pub digest: String,
    /// Tokens it had.
    pub tokens: Tokens,
}

/// Why a result was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A newer read of the same file, or a newer run of the same command, is in view.
    Superseded,
    /// What it shows was not read, edited or named lately.
    Untouched,
    /// It is old and large.
    Old,
    /// It is outside the policy's window of results.
    OutsideWindow,
    /// The provider's cache had run out.
    CacheExpired,
    /// The request would not have fitted.
    Window,
    /// It would have made every request fail.
    Isolated,
}

/// Why a cached prefix was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Break {
    /// What it saves is more than what it costs.
    Cheaper,
    /// The cache had run out anyway.
    Cold,
    /// The window, or the working set, forced it.
    Forced,
    /// The policy's rule, whatever it costs.
    Rule,
}

/// Something that had to be repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// The message, or the one it was put after.
    pub seq: Seq,
    /// What was done.
    pub kind: RepairKind,
}

/// What was done to make a request valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// A call had no result: one that says "interrupted" was put in.
    MissingResult,
    /// A result had no call: it was made plain text.
    OrphanResult,
    /// A second result for the same call was made plain text.
    RepeatedResult,
    /// Results stood elsewhere, or in another order, than the provider wants.
    Reordered,
    /// A message that no longer applies was left out.
    Expired,
    /// A part that would make every request fail was replaced by a line that names it.
    Isolated,
}

/// Tokens of a request by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokensByKind {
    /// System prompt.
    pub system: Tokens,
    /// Tool definitions.
    pub tools: Tokens,
    /// User's side.
    pub user: Tokens,
    /// Model's text and calls.
    pub assistant: Tokens,
    /// Tool results.
    pub results: Tokens,
    /// Model's reasoning.
    pub reasoning: Tokens,
    /// Pictures.
    pub images: Tokens,
}

impl TokensByKind {
    /// All of them.
    pub fn total(&self) -> Tokens {
        self.system
            + self.tools
            + self.user
            + self.assistant
            + self.results
            + self.reasoning
            + self.images
    }
}
