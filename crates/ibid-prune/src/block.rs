//! Which lines belong together: a diagnostic with its place, source lines and carets; a trace with
//! its frames; a section of a test report.
//!
//! A block opens at a line that says something is wrong and goes on over lines that can only
//! belong to one (places, carets, frames, quoted source) and over lines indented further than its
//! first. A blank line ends it unless what follows still belongs.

use crate::Kind;
use crate::record::{Flags, Record};

/// A block longer than this, in lines, is closed: it is no diagnostic any more.
const LONGEST: u32 = 400;

/// Gives every line of an output the number of its block.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    newest: u32,
    open: bool,
    lines: u32,
    indent: u8,
    /// Blank lines since the last line of the open block.
    blank: bool,
}

impl Blocks {
    /// The block of `record`, the next line; 0 for none.
    pub(crate) fn assign(&mut self, record: &Record) -> u32 {
        if record.flags.has(Flags::BLANK) {
            self.blank = true;
            return 0;
        }
        if self.open && self.lines < LONGEST && self.continues(record) {
            self.lines += 1;
            self.blank = false;
            return self.newest;
        }
        self.open = opens(record.kind);
        self.blank = false;
        if !self.open {
            return 0;
        }
        self.newest += 1;
        self.lines = 1;
        self.indent = record.indent;
        self.newest
    }

    fn continues(&self, record: &Record) -> bool {
        let deeper = record.indent > self.indent;
        match record.kind {
            Some(Kind::Place | Kind::Via | Kind::Caret | Kind::Code | Kind::Frame) => true,
            Some(Kind::Assertion) => true,
            Some(kind) if opens(Some(kind)) => deeper && !self.blank,
            Some(Kind::Summary | Kind::Pass | Kind::Progress | Kind::Download) => false,
            Some(Kind::FileHeading) => false,
            _ => deeper,
        }
    }
}

fn opens(kind: Option<Kind>) -> bool {
    matches!(
        kind,
        Some(
            Kind::Fail
                | Kind::Located
                | Kind::Error
                | Kind::Strong
                | Kind::Warning
                | Kind::Assertion
                | Kind::Place
                | Kind::Via
                | Kind::Frame
        )
    )
}
