//! Where effects live: files, processes and configuration.

#![forbid(unsafe_code)]

pub mod exec;
