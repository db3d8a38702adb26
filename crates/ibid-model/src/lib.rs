//! The neutral vocabulary that every other crate speaks: messages, the records of a session's log,
//! ids, counts and cuts.
//!
//! Nothing here touches a file, a clock or the environment.

#![forbid(unsafe_code)]

mod checkpoint;
pub mod clip;
mod count;
mod entry;
mod ids;
mod message;
mod raw;
mod spec;
mod units;
mod usage;

pub use checkpoint::{Break, Checkpoint, Reason, Repair, RepairKind, SetAside, TokensByKind};
pub use count::TokenCounter;
pub use entry::{
    Body, Checkout, Compaction, Entry, FORMAT, FileMark, Head, MessageEntry, ModelCall, Note,
    Output, Setting, State, Stop,
};
pub use ids::{BadId, CallId, ProjectKey, RecallId, SessionId};
pub use message::{
    Image, ImageSource, Life, Message, Opaque, Origin, Part, Reasoning, Role, Text, ToolCall,
    ToolResult,
};
pub use raw::RawJson;
pub use spec::{CacheRule, DialectRules, Encoding, ImageRule, ModelSpec, Prices};
pub use units::{ByteRange, Bytes, LineNo, Lines, Millis, Seq, Tokens};
pub use usage::Usage;
