//! Build tools: compilers' drivers and linkers, JavaScript bundlers, containers, infrastructure
//! and the CI systems that run them.

pub(super) mod ci;
pub(super) mod compile;
pub(super) mod deploy;
pub(super) mod managed;
pub(super) mod web;
