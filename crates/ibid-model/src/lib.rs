//! The neutral vocabulary that every other crate speaks: ids, counts and cuts.
//!
//! Nothing here touches a file, a clock or the environment.

#![forbid(unsafe_code)]

pub mod clip;
mod ids;
mod units;

pub use ids::{BadId, ProjectKey, RecallId, SessionId};
pub use units::{ByteRange, Bytes, LineNo, Lines};
