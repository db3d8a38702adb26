//! The registry: one row a language or tool, all rows compiled into one trigger matcher.

pub mod row;

use std::ops::Range;

pub use row::{Format, Row};

use crate::{Kind, Severity};

/// What the registry recognised in one line. Ranges are byte ranges of that line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the line is.
    pub kind: Kind,
    /// Index of the deciding row; [`Registry::row_name`] names it.
    pub row: u16,
    /// How bad it says it is.
    pub severity: Option<Severity>,
    /// The file, where it stands on this line. A row below a file heading has none here: its file
    /// is [`Tracker::heading`].
    pub file: Option<Range<usize>>,
    /// Whether the file is the heading's above.
    pub under_heading: bool,
    /// The whole place as printed, file to last number: `src/a.rs:3:5`.
    pub place: Option<Range<usize>>,
    /// Line, as printed.
    pub line: Option<u32>,
    /// Column, as printed.
    pub col: Option<u32>,
    /// Last line of a range, as printed.
    pub end_line: Option<u32>,
    /// Last column of a range, as printed.
    pub end_col: Option<u32>,
    /// For frames: whether the frame is the project's own.
    pub in_project: Option<bool>,
}

/// All rows, compiled.
#[derive(Debug)]
pub struct Registry {}

impl Registry {
    /// The rows that ship with the crate. Compiled once, on first use; patterns compile when first
    /// triggered.
    pub fn builtin() -> &'static Registry {
        static REGISTRY: Registry = Registry {};
        &REGISTRY
    }

    /// The name of row `row`.
    pub fn row_name(&self, row: u16) -> &str {
        let _ = row;
        ""
    }
}

/// Reads the lines of one output in order and says what each is; remembers the file heading above.
#[derive(Debug)]
pub struct Tracker<'r> {
    registry: &'r Registry,
}

impl<'r> Tracker<'r> {
    /// A tracker for an output made in `cwd` of the project at `project_root`.
    pub fn new(registry: &'r Registry, project_root: Option<&str>, cwd: Option<&str>) -> Self {
        let _ = (project_root, cwd);
        Self { registry }
    }

    /// What `text`, the next cleaned line, is; `None` when no format fits.
    pub fn line(&mut self, text: &str) -> Option<Finding> {
        let _ = (text, self.registry);
        None
    }

    /// The file named by the heading that the last finding stands under.
    pub fn heading(&self) -> Option<&str> {
        None
    }
}
