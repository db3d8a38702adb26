//! Reads the lines of one output in order and says what each is.

use std::ops::Range;

use super::Finding;
use super::project::Project;
use super::registry::{Hit, Parts, Registry};
use super::severity;
use super::triggers::Candidates;
use crate::Kind;

/// Reads the lines of one output in order and says what each is; remembers the file heading above.
#[derive(Debug)]
pub struct Tracker<'r> {
    registry: &'r Registry,
    candidates: Candidates,
    project: Project,
    heading: Option<String>,
}

impl<'r> Tracker<'r> {
    /// A tracker for an output made in `cwd` of the project at `project_root`.
    pub fn new(registry: &'r Registry, project_root: Option<&str>, cwd: Option<&str>) -> Self {
        Self {
            registry,
            candidates: registry.candidates(),
            project: Project::new(project_root, cwd),
            heading: None,
        }
    }

    /// What `text`, the next cleaned line, is; `None` when no format fits.
    pub fn line(&mut self, text: &str) -> Option<Finding> {
        let has_heading = self.heading.is_some();
        let (registry, project) = (self.registry, &self.project);
        let found = registry.find(text, &mut self.candidates, |hit, parts| {
            let placed = matches!(hit.kind, Kind::Located | Kind::Place);
            if placed && parts.file.is_none() && !has_heading {
                return None;
            }
            Some(finding(registry, project, text, hit, parts))
        })?;
        if found.kind == Kind::FileHeading {
            self.heading = found.file.clone().map(|file| text[file].to_owned());
        }
        Some(found)
    }

    /// The file named by the heading that the last finding stands under.
    pub fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }
}

fn finding(registry: &Registry, project: &Project, text: &str, hit: Hit, parts: Parts) -> Finding {
    let number = |range: &Option<Range<usize>>| -> Option<u32> {
        range.clone().and_then(|range| text[range].parse().ok())
    };
    let placed = matches!(hit.kind, Kind::Located | Kind::Place);
    let last = [&parts.line, &parts.col, &parts.end_line, &parts.end_col]
        .into_iter()
        .flatten()
        .map(|range| range.end)
        .max();
    let place = match (&parts.file, last) {
        (Some(file), Some(last)) => Some(file.start..last.max(file.end)),
        (Some(file), None) => Some(file.clone()),
        (None, _) => None,
    };
    let said = parts
        .severity
        .clone()
        .and_then(|r| severity::read(&text[r]));
    Finding {
        kind: hit.kind,
        row: hit.row,
        format: hit.format,
        severity: said.or(hit.severity),
        under_heading: placed && parts.file.is_none(),
        place,
        line: number(&parts.line),
        col: number(&parts.col),
        end_line: number(&parts.end_line),
        end_col: number(&parts.end_col),
        in_project: (hit.kind == Kind::Frame).then(|| {
            project.owns(
                parts.file.clone().map(|range| &text[range]),
                parts.symbol.clone().map(|range| &text[range]),
                registry.dependencies(hit.row),
            )
        }),
        file: parts.file,
    }
}
