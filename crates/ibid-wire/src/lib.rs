//! The only crate that names vendor JSON: other agents' session files become records of a log, and
//! request bodies become messages and request bodies again.
//!
//! Nothing here touches a file, a clock or the network: bytes in, values out.
//!
//! Decoding and encoding again loses nothing: the body is the same JSON value, and blocks that are
//! signed or not understood are the same bytes. Encoding is deterministic, and the bytes of a
//! message do not depend on what follows it. Messages that came from another dialect, or from a
//! session file, are encoded as far as the dialect can say them; what only the other dialect
//! understands (signed reasoning, opaque blocks, extra fields) is left out.

#![forbid(unsafe_code)]

pub mod anthropic;
mod extra;
pub mod import;
mod injected;
mod json;
mod request;
pub mod rows;
pub mod usage;

pub mod openai_chat;
pub mod openai_responses;
pub use request::{DecodeError, Request, RequestHead, System};
