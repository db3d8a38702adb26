//! Short forms in which the rows of words are written.
//!
//! The registry takes wrappers' prefixes (indents, clocks, levels, task names) off a line before it
//! tries a pattern, so patterns begin where the tool's own text begins.

use crate::lang::Format;
use crate::{Kind, Severity};

/// Words that say a download or a step went wrong. Looked for in such lines only, so a package
/// named `error-chain` stays one.
pub(super) const TROUBLE: &str = concat!(
    r"(?i)(?:\berror: |\bfatal: |\b(?:failed|could not|cannot|unable to|",
    r"denied|refused|timed out|404 not found)\b)"
);

/// `1) `, as before the entries of a list of failures.
pub(super) const NUMBERED: &[&str] = &[
    "0) ", "1) ", "2) ", "3) ", "4) ", "5) ", "6) ", "7) ", "8) ", "9) ",
];

/// `[12`, as before the steps of a build.
pub(super) const BRACKETED: &[&str] = &[
    "[ ", "[0", "[1", "[2", "[3", "[4", "[5", "[6", "[7", "[8", "[9",
];

/// Literals of a format, one of which stands in each of its lines.
type Triggers = &'static [&'static str];

/// A passing, skipped or pending test.
pub(super) const fn pass(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Pass, triggers, pattern)
}

/// A failing test.
pub(super) const fn fail(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Fail, triggers, pattern).severity(Severity::Error)
}

/// Totals or a verdict that tell no failure.
pub(super) const fn summary(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Summary, triggers, pattern)
}

/// Totals or a verdict that tell warnings and no failure.
pub(super) const fn warned(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Summary, triggers, pattern).severity(Severity::Warning)
}

/// Totals or a verdict that tell a failure.
pub(super) const fn failing(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Summary, triggers, pattern).severity(Severity::Error)
}

/// A download, resolution or install line.
pub(super) const fn download(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Download, triggers, pattern)
}

/// An error without a place.
pub(super) const fn error(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Error, triggers, pattern).severity(Severity::Error)
}

/// Expected or actual values.
pub(super) const fn assertion(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Assertion, triggers, pattern).severity(Severity::Error)
}

/// A caret or underline below a source line.
pub(super) const fn caret(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Caret, triggers, pattern)
}

/// Progress.
pub(super) const fn progress(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Progress, triggers, pattern)
}

/// Words that nearly always mean trouble.
pub(super) const fn strong(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Strong, triggers, pattern).severity(Severity::Error)
}

/// A warning without a place.
pub(super) const fn warning(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Warning, triggers, pattern).severity(Severity::Warning)
}

/// A quoted source line.
pub(super) const fn code(triggers: Triggers, pattern: &'static str) -> Format {
    Format::new(Kind::Code, triggers, pattern)
}

/// A row: words have no dependency directories.
pub(super) const fn row(name: &'static str, formats: &'static [Format]) -> crate::lang::Row {
    crate::lang::Row {
        name,
        formats,
        dependencies: &[],
    }
}
