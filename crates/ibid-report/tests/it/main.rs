//! What the reports look like, and what no report may do, whatever the session holds.

#![allow(
    clippy::disallowed_methods,
    reason = "the crate is pure, its tests read snapshots"
)]

mod bench;
mod csv;
mod page;
mod parser;
mod sample;
mod snapshot;
mod table;
