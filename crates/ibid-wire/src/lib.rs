//! The only crate that names vendor JSON: other agents' session files become records of a log.
//!
//! Nothing here touches a file, a clock or the network: bytes in, values out.

#![forbid(unsafe_code)]

pub mod import;
#[allow(dead_code, reason = "the encoders of the next commit use the rest")]
mod json;
