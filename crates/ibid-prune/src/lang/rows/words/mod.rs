//! Words that build tools, test runners, linters and package managers print: verdicts, totals,
//! downloads, progress, and errors without a place.

use crate::Kind::Error;
use crate::Severity;
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[Row {
    name: "make",
    dependencies: &[],
    formats: &[Format::new(
        Error,
        &["make: *** ", "make["],
        r"^make(?:\[[0-9]+\])?: \*\*\* ",
    )
    .severity(Severity::Error)],
}];
