//! The registry: one row a language or tool, all rows compiled into one trigger matcher.
//!
//! A line is scanned once for the triggers of all formats. The formats whose trigger occurs are
//! tried in the order of [`Kind`], then of the rows, then of the formats in a row; the first that
//! fits decides. [`Registry`] is the compiled whole, [`Tracker`] reads the lines of one output.

mod dependencies;
mod error;
mod file_name;
mod pattern;
mod prefix;
mod project;
mod registry;
pub mod row;
mod rows;
mod severity;
mod tracker;
mod triggers;

use std::ops::Range;

pub use error::{RowError, RowProblem};
pub use registry::{FormatView, Registry};
pub use row::{Format, OwnedFormat, OwnedRow, Row};
pub(crate) use tracker::Fit;
pub use tracker::Tracker;

use crate::{Kind, Severity};

/// What the registry recognised in one line. Ranges are byte ranges of that line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the line is.
    pub kind: Kind,
    /// Index of the deciding row; [`Registry::row_name`] names it.
    pub row: u16,
    /// Index of the deciding format among [`Registry::formats`].
    pub format: u16,
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
    /// Whether the frame, or the file that is named, is the project's own; `None` for a line
    /// that is no frame and names no file.
    pub in_project: Option<bool>,
}
