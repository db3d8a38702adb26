//! What a row of the registry is: data only.

use crate::{Kind, Severity};

/// One language or tool: the formats it prints and the directories its dependencies live in.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Short lower-case name, unique: `rustc`, `pytest`. `--json` names it as the deciding row.
    pub name: &'static str,
    /// The formats, most specific first.
    pub formats: &'static [Format],
    /// Path pieces that mark a file as a dependency's (`node_modules/`, `/site-packages/`).
    pub dependencies: &'static [&'static str],
}

/// One format of a line.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What a line of this format is.
    pub kind: Kind,
    /// Literals of which at least one occurs in every line of this format. Only lines that hold
    /// one are tried, so a trigger is as rare and as long as the format allows. ASCII case counts.
    pub triggers: &'static [&'static str],
    /// A linear-time regular expression over the cleaned line. Named groups `file`, `line`, `col`,
    /// `end_line`, `end_col`, `severity` and `symbol` (a frame's function or package) are read.
    pub pattern: &'static str,
    /// Lines that match this as well are not of this format: the traps.
    pub unless: Option<&'static str>,
    /// The severity, where the line has no `severity` group or it says nothing.
    pub severity: Option<Severity>,
}
