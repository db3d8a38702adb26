//! Benches: what is the same for many inputs is done to each, and what could not be done is told.

#![forbid(unsafe_code)]

pub mod replay;
