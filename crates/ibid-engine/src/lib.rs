//! Where effects live: files, processes and configuration.

#![forbid(unsafe_code)]

pub mod archive;
pub mod blob;
pub mod config;
mod counted;
pub mod exec;
pub mod import;
pub mod ingest;
pub mod journal;
pub mod policy_command;
pub mod project;
pub mod recall;
pub mod redact;
pub mod replay;
