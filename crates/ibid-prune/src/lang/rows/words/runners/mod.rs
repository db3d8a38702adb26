//! Test runners: passing and failing tests, totals, expected and actual values.

pub(super) mod managed;
pub(super) mod native;
pub(super) mod script;
pub(super) mod web;
