//! What one request carries, as a fold over a session's log.
//!
//! [`History`] folds records; a [`policy::Policy`] names results to set aside; [`Projector`] makes
//! the request and the checkpoint that stores the decision. [`replay`] runs a recorded session
//! through the same code, step by step, and counts what it would have cost and what would have
//! been missing.
//!
//! Nothing here touches a file, a clock or the environment: the time of a call is passed in.

#![forbid(unsafe_code)]

pub mod cache;
pub mod compact;
pub mod constraints;
pub mod facts;
mod history;
pub mod inspect;
mod isolate;
pub mod notes;
pub mod overflow;
pub mod pairing;
pub mod policy;
mod project;
pub mod record;
pub mod replay;
mod settings;
mod slot;
mod stub;
pub mod support;
pub mod tools;
pub mod transcript;
pub mod validate;

pub use history::{FIXED_UNKNOWN, FoldOptions, History, Step, fixed_tokens, is_step};
pub use project::{Projection, Projector, break_words, project, reason_words};
pub use settings::{Planned, Settings};
pub use slot::{ResultFacts, Risk, Slot, Stub};
