//! What can be wrong with a row that a user wrote.

use std::fmt;

use super::pattern::GROUPS;

/// What is wrong with a row that a user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The row's name.
    pub row: String,
    /// What is wrong with it.
    pub problem: RowProblem,
}

/// The ways in which a row can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowProblem {
    /// The row has no name.
    NoName,
    /// Another row has this name.
    DuplicateName,
    /// The row has no format.
    NoFormats,
    /// The format (counted from 1) has no trigger.
    NoTrigger(usize),
    /// The format (counted from 1) has a trigger of no bytes, which every line would hold.
    EmptyTrigger(usize),
    /// A pattern is no regular expression; the engine's message.
    BadPattern(String),
    /// A pattern compiles to more than 1 MiB.
    PatternTooLarge(String),
    /// A pattern names a group that nothing reads.
    UnknownGroup(String),
    /// The row has no example.
    NoExamples,
    /// This example is not decided by the row; the row that decides it, if any.
    ExampleMissed {
        /// The example.
        line: String,
        /// The row that decides it instead.
        by: Option<String>,
    },
    /// There are more formats or triggers than the registry can number.
    TooMany,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row `{}`: {}", self.row, self.problem)
    }
}

impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowProblem::NoName => write!(f, "it has no name"),
            RowProblem::DuplicateName => write!(f, "another row has this name"),
            RowProblem::NoFormats => write!(f, "it has no format"),
            RowProblem::NoTrigger(n) => write!(f, "format {n} has no trigger"),
            RowProblem::EmptyTrigger(n) => write!(f, "format {n} has an empty trigger"),
            RowProblem::BadPattern(why) => write!(f, "bad pattern: {why}"),
            RowProblem::PatternTooLarge(pattern) => {
                write!(f, "pattern too large (over 1 MiB compiled): {pattern}")
            }
            RowProblem::UnknownGroup(group) => {
                write!(f, "unknown group `{group}` (known: {})", GROUPS.join(", "))
            }
            RowProblem::NoExamples => write!(f, "it has no example"),
            RowProblem::ExampleMissed { line, by: None } => {
                write!(f, "no format fits the example {line:?}")
            }
            RowProblem::ExampleMissed { line, by: Some(by) } => {
                write!(f, "row `{by}` decides the example {line:?} before this row")
            }
            RowProblem::TooMany => write!(f, "too many formats or triggers"),
        }
    }
}

impl std::error::Error for RowError {}
