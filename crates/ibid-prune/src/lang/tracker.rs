//! Reads the lines of one output in order and says what each is.

use std::ops::Range;

use super::Finding;
use super::pattern::Parts;
use super::project::Project;
use super::registry::{Hit, Registry};
use super::severity;
use super::triggers::Candidates;
use crate::skeleton::{Memo, Skeleton, skeleton};
use crate::{Kind, Severity};

/// What was found for a line, apart from its numbers.
type Found = Option<(Hit, Parts, Option<Severity>)>;

/// How many lines without a row may stand between a file heading and the rows below it, and
/// between those rows.
const HEADING_REACH: u32 = 8;

/// Reads the lines of one output in order and says what each is; remembers the file heading above.
#[derive(Debug)]
pub struct Tracker<'r> {
    registry: &'r Registry,
    candidates: Candidates,
    /// What was found where no file heading stands above, and where one does.
    memos: [Memo<Found>; 2],
    /// Made with the first place, which needs the marks of dependencies.
    marks: Option<Candidates>,
    project: Project,
    heading: Option<String>,
    /// Lines since the heading or a row below it.
    since: u32,
}

impl<'r> Tracker<'r> {
    /// A tracker for an output made in `cwd` of the project at `project_root`.
    pub fn new(registry: &'r Registry, project_root: Option<&str>, cwd: Option<&str>) -> Self {
        Self {
            registry,
            candidates: registry.candidates(),
            memos: Default::default(),
            marks: None,
            project: Project::new(project_root, cwd),
            heading: None,
            since: 0,
        }
    }

    /// What `text`, the next cleaned line, is; `None` when no format fits.
    pub fn line(&mut self, text: &str) -> Option<Finding> {
        self.keyed_line(text, skeleton(text))
    }

    /// The same, for a caller that knows the line's skeleton.
    pub(crate) fn keyed_line(&mut self, text: &str, key: Option<Skeleton>) -> Option<Finding> {
        self.since = self.since.saturating_add(1);
        if self.since > HEADING_REACH {
            self.heading = None;
        }
        let (hit, parts, severity) = self.recall(text, key)?;
        let found = self.finding(text, hit, parts, severity);
        if found.kind == Kind::FileHeading {
            self.heading = found.file.clone().map(|file| text[file].to_owned());
            self.since = 0;
        } else if found.under_heading {
            self.since = 0;
        }
        Some(found)
    }

    /// The file named by the heading that the last finding stands under.
    pub fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }

    /// What was found for a line like `text`, or is found now.
    fn recall(&mut self, text: &str, key: Option<Skeleton>) -> Found {
        let below = usize::from(self.heading.is_some());
        if let Some(found) = key.and_then(|key| self.memos[below].get(key)) {
            return found.clone();
        }
        let found = self.find(text);
        if let Some(key) = key {
            self.memos[below].put(key, found.clone());
        }
        found
    }

    /// The format that fits, its parts and the severity they tell.
    fn find(&mut self, text: &str) -> Found {
        let below = self.heading.is_some();
        let (hit, parts) = self.registry.find(text, below, &mut self.candidates)?;
        let severity = match &parts.severity {
            Some(word) => severity::read(&text[word.clone()]),
            None => None,
        };
        let near = || {
            let place = whole(&parts).filter(|_| is_rated(hit.kind))?;
            severity::near(text, place)
        };
        let severity = severity.or(hit.severity).or_else(near);
        Some((hit, parts, severity))
    }

    fn finding(
        &mut self,
        text: &str,
        hit: Hit,
        parts: Parts,
        severity: Option<Severity>,
    ) -> Finding {
        let number = |range: &Option<Range<usize>>| -> Option<u32> {
            range.clone().and_then(|range| text[range].parse().ok())
        };
        let place = whole(&parts);
        let placed = is_rated(hit.kind) || hit.kind == Kind::Frame;
        let under_heading =
            placed && parts.file.is_none() && parts.line.is_some() && self.heading.is_some();
        Finding {
            kind: hit.kind,
            row: hit.row,
            format: hit.format,
            severity,
            under_heading,
            line: number(&parts.line),
            col: number(&parts.col),
            end_line: number(&parts.end_line),
            end_col: number(&parts.end_col),
            in_project: self.own(text, hit, &parts, under_heading),
            place: place.filter(|_| parts.file.is_some()),
            file: parts.file,
        }
    }

    fn own(&mut self, text: &str, hit: Hit, parts: &Parts, under_heading: bool) -> Option<bool> {
        let heading = self.heading.as_deref().filter(|_| under_heading);
        let file = parts.file.clone().map(|range| &text[range]).or(heading);
        let symbol = parts.symbol.clone().map(|range| &text[range]);
        if hit.kind != Kind::Frame && file.is_none() {
            return None;
        }
        let marks = self.registry.dependencies();
        let scratch = self.marks.get_or_insert_with(|| marks.candidates());
        Some(self.project.owns(marks, scratch, hit.row, file, symbol))
    }
}

/// Whether a message of this kind says how bad it is, near its place if nowhere else.
fn is_rated(kind: Kind) -> bool {
    matches!(kind, Kind::Located | Kind::Place)
}

/// From the first byte of the place to its last.
fn whole(parts: &Parts) -> Option<Range<usize>> {
    let all = [
        &parts.file,
        &parts.line,
        &parts.col,
        &parts.end_line,
        &parts.end_col,
    ];
    let ranges = || all.into_iter().flatten();
    let start = ranges().map(|range| range.start).min()?;
    let end = ranges().map(|range| range.end).max()?;
    Some(start..end)
}
