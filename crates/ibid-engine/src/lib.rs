//! Where effects live: files, processes and configuration.

#![forbid(unsafe_code)]

pub mod config;
pub mod exec;
