//! The binary as a user runs it: that everything is wired to everything. What the parts do is
//! tested where they live.

mod bench;
mod common;
mod config;
mod help;
mod inspect;
mod made;
mod outputs;
mod prune;
mod recall;
mod record;
mod replay;
mod run;
mod sessions;
mod terminal;
