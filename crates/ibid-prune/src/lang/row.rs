//! What a row of the registry is: data only.

use crate::{Kind, Severity};

/// One language or tool: the formats it prints and the directories its dependencies live in.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Short lower-case name, unique: `rustc`, `pytest`. `--json` names it as the deciding row.
    pub name: &'static str,
    /// The formats, most specific first.
    pub formats: &'static [Format],
    /// Path pieces that mark a file as a dependency's (`node_modules/`, `/site-packages/`), and
    /// the beginnings of symbols that are not the project's (`java.`).
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
    /// `end_line`, `end_col`, `severity` and `symbol` (a frame's function or package) are read;
    /// `path` is a `file` that must look like one, by an extension or a known name.
    /// A located format without `file` belongs to the file heading above. `\w`, `\d`, `\s` and
    /// `\b` are ASCII.
    pub pattern: &'static str,
    /// Lines that match this as well are not of this format: the traps.
    pub unless: Option<&'static str>,
    /// The severity, where the line has no `severity` group or it says nothing.
    pub severity: Option<Severity>,
    /// Whether a line is of this format only some lines below a file heading, because it would
    /// say too little elsewhere.
    pub below_heading: bool,
}

impl Format {
    /// A format without traps and without a severity of its own.
    pub(crate) const fn new(
        kind: Kind,
        triggers: &'static [&'static str],
        pattern: &'static str,
    ) -> Self {
        Self {
            kind,
            triggers,
            pattern,
            unless: None,
            severity: None,
            below_heading: false,
        }
    }

    /// The same format, but for lines that match `trap`.
    pub(crate) const fn unless(mut self, trap: &'static str) -> Self {
        self.unless = Some(trap);
        self
    }

    /// The same format, but only below a file heading.
    pub(crate) const fn below_heading(mut self) -> Self {
        self.below_heading = true;
        self
    }

    /// The same format with a severity for lines that name none.
    pub(crate) const fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }
}

/// A [`Row`] that a user wrote. Checked by [`crate::lang::Registry::with_rows`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnedRow {
    /// Short name, unique among all rows.
    pub name: String,
    /// The formats, most specific first; at least one.
    pub formats: Vec<OwnedFormat>,
    /// Path pieces that mark a file as a dependency's.
    pub dependencies: Vec<String>,
    /// Lines that this row must decide; at least one.
    pub examples: Vec<String>,
}

/// A [`Format`] that a user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedFormat {
    /// What a line of this format is.
    pub kind: Kind,
    /// Literals of which at least one occurs in every line of this format; at least one.
    pub triggers: Vec<String>,
    /// A regular expression over the cleaned line, with the groups that [`Format::pattern`] names.
    pub pattern: String,
    /// Lines that match this as well are not of this format.
    pub unless: Option<String>,
    /// The severity, where the line names none.
    pub severity: Option<Severity>,
}
