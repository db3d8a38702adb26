//! Where effects live: files, processes and configuration.

#![forbid(unsafe_code)]

pub mod archive;
pub mod blob;
pub mod config;
pub mod exec;
pub mod ingest;
pub mod journal;
pub mod project;
pub mod recall;
pub mod redact;
