//! Reads the lines of one output in order and says what each is.

use std::ops::Range;

use super::Finding;
use super::pattern::{Part, Parts};
use super::project::Project;
use super::registry::{Hit, Registry};
use super::severity;
use super::triggers::Candidates;
use crate::{Kind, Severity};

/// How many lines without a row may stand between a file heading and the rows below it, and
/// between those rows.
const HEADING_REACH: u32 = 8;

/// Reads the lines of one output in order and says what each is; remembers the file heading above.
#[derive(Debug)]
pub struct Tracker<'r> {
    registry: &'r Registry,
    candidates: Candidates,
    /// Made with the first place, which needs the marks of dependencies.
    marks: Option<Candidates>,
    project: Project,
    heading: Option<String>,
    /// Lines since the heading or a row below it.
    since: u32,
}

/// The format that fits a line and what it says of the line, numbers aside: the same for every
/// line that differs only in digits which no format tells apart, below a file heading or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    hit: Hit,
    parts: Parts,
    severity: Option<Severity>,
    under_heading: bool,
    own: Own,
}

/// Whether what a line names is the project's own.
#[derive(Clone, Copy, Debug)]
enum Own {
    Known(Option<bool>),
    /// The name holds digits, or stands above: another line's may be another.
    Ask,
}

impl Fit {
    /// What the line is.
    pub(crate) fn kind(&self) -> Kind {
        self.hit.kind
    }

    /// The place that the line names, where the file stands on it too.
    pub(crate) fn place(&self) -> Option<Range<usize>> {
        self.parts.file.range()?;
        whole(&self.parts)
    }
}

impl<'r> Tracker<'r> {
    /// A tracker for an output made in `cwd` of the project at `project_root`.
    pub fn new(registry: &'r Registry, project_root: Option<&str>, cwd: Option<&str>) -> Self {
        Self {
            registry,
            candidates: registry.candidates(),
            marks: None,
            project: Project::new(project_root, cwd),
            heading: None,
            since: 0,
        }
    }

    /// What `text`, the next cleaned line, is; `None` when no format fits.
    pub fn line(&mut self, text: &str) -> Option<Finding> {
        self.advance();
        let fit = self.fit(text)?;
        Some(self.found(text, &fit))
    }

    /// Goes to the next line. Whether a file heading stands above it.
    pub(crate) fn advance(&mut self) -> bool {
        self.since = self.since.saturating_add(1);
        if self.since > HEADING_REACH {
            self.heading = None;
        }
        self.heading.is_some()
    }

    /// The format that fits `text`, the line that [`Tracker::advance`] went to.
    pub(crate) fn fit(&mut self, text: &str) -> Option<Fit> {
        let below = self.heading.is_some();
        let (hit, parts) = self.registry.find(text, below, &mut self.candidates)?;
        let severity = parts.severity.of(text).and_then(severity::read);
        let near = || {
            let place = whole(&parts).filter(|_| is_rated(hit.kind))?;
            severity::near(text, place)
        };
        let placed = is_rated(hit.kind) || hit.kind == Kind::Frame;
        let under_heading =
            placed && parts.file.range().is_none() && parts.line.range().is_some() && below;
        let steady = |part: Part| !part.of(text).is_some_and(has_digit);
        let own = match !under_heading && steady(parts.file) && steady(parts.symbol) {
            true => Own::Known(self.own(text, hit, &parts, under_heading)),
            false => Own::Ask,
        };
        Some(Fit {
            hit,
            parts,
            severity: severity.or(hit.severity).or_else(near),
            under_heading,
            own,
        })
    }

    /// What `fit` says of `text`; remembers a file heading.
    pub(crate) fn found(&mut self, text: &str, fit: &Fit) -> Finding {
        let Fit { hit, parts, .. } = fit;
        let found = self.finding(text, fit);
        if hit.kind == Kind::FileHeading {
            self.heading = parts.file.of(text).map(str::to_owned);
            self.since = 0;
        } else if found.under_heading {
            self.since = 0;
        }
        found
    }

    /// The file named by the heading that the last finding stands under.
    pub fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }

    fn finding(&mut self, text: &str, fit: &Fit) -> Finding {
        let Fit { hit, parts, .. } = fit;
        let number = |part: Part| -> Option<u32> { part.of(text)?.parse().ok() };
        Finding {
            kind: hit.kind,
            row: hit.row,
            format: hit.format,
            severity: fit.severity,
            under_heading: fit.under_heading,
            line: number(parts.line),
            col: number(parts.col),
            end_line: number(parts.end_line),
            end_col: number(parts.end_col),
            in_project: match fit.own {
                Own::Known(own) => own,
                Own::Ask => self.own(text, *hit, parts, fit.under_heading),
            },
            place: fit.place(),
            file: parts.file.range(),
        }
    }

    fn own(&mut self, text: &str, hit: Hit, parts: &Parts, under_heading: bool) -> Option<bool> {
        let heading = self.heading.as_deref().filter(|_| under_heading);
        let file = parts.file.of(text).or(heading);
        if hit.kind != Kind::Frame && file.is_none() {
            return None;
        }
        let marks = self.registry.dependencies();
        let scratch = self.marks.get_or_insert_with(|| marks.candidates());
        let symbol = parts.symbol.of(text);
        Some(self.project.owns(marks, scratch, hit.row, file, symbol))
    }
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a message of this kind says how bad it is, near its place if nowhere else.
fn is_rated(kind: Kind) -> bool {
    matches!(kind, Kind::Located | Kind::Place)
}

/// From the first byte of the place to its last.
fn whole(parts: &Parts) -> Option<Range<usize>> {
    let all = [
        parts.file,
        parts.line,
        parts.col,
        parts.end_line,
        parts.end_col,
    ];
    let ranges = || all.into_iter().filter_map(Part::range);
    let start = ranges().map(|range| range.start).min()?;
    let end = ranges().map(|range| range.end).max()?;
    Some(start..end)
}
