//! Showing kept originals again: lines by number, lines by pattern, or the exact bytes.
//!
//! Lines are those of the cleaned output, numbered from 1 as the header of a shortened output
//! counts them. Every answer comes from bytes whose hash was checked while they were read.

mod answer;
mod escape;
mod excerpt;
mod lines;
mod pattern;
mod scan;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use ibid_model::{LineNo, Lines, RecallId};
use regex::{Regex, RegexBuilder};

pub use answer::{Answer, Changed, Form, Item, Next, purged_note};
pub use escape::Escape;

use crate::archive::{Archive, Found, LookupError, Record, Scope};
use crate::blob::blob_id;

/// Longest pattern, in bytes, and largest compiled one.
const PATTERN_MAX: usize = 64 * 1024;
const PATTERN_SIZE: usize = 16 * 1024 * 1024;
/// Most context lines on each side of a match.
pub const CONTEXT_MAX: u64 = 1000;
/// Context lines where nothing else is said.
pub const CONTEXT: u64 = 2;
/// Least bytes of an answer, whatever the cap.
const ANSWER_MIN: usize = 1024;
/// Bytes of an answer set aside for the notes after the lines, the files' note not counted.
const NOTES: usize = 400;

/// What to show of an original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Lines by number.
    Lines {
        /// The first line.
        first: LineNo,
        /// How many; as many as fit, when absent.
        limit: Option<Lines>,
    },
    /// Lines that match a pattern, with the lines around them.
    Pattern {
        /// A regular expression (crate `regex`: linear time, no look-around, no back-references).
        pattern: String,
        /// Lines shown on each side of a match, up to [`CONTEXT_MAX`].
        context: u64,
        /// Matches before this line are passed over.
        first: LineNo,
    },
}

/// A question to the archive.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Which original.
    pub id: &'a RecallId,
    /// Whose.
    pub scope: Scope,
    /// What of it.
    pub query: Query,
    /// Most bytes of the answer's text (`max_tool_output`); at least 1 KiB.
    pub max_bytes: usize,
    /// The project's root, to tell which files shown by the output have changed.
    pub root: Option<&'a Path>,
}

/// Why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecallError {
    /// There is no original to show.
    Lookup(LookupError),
    /// The pattern is not a regular expression, or too large.
    BadPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The bytes could not be written where they should go.
    Output(io::Error),
}

impl From<LookupError> for RecallError {
    fn from(error: LookupError) -> Self {
        Self::Lookup(error)
    }
}

impl fmt::Display for RecallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lookup(error) => error.fmt(f),
            Self::BadPattern { pattern, reason } => {
                write!(f, "the pattern {pattern:?} cannot be used: {reason}")
            }
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl std::error::Error for RecallError {}

/// Shows part of an original.
pub fn recall(archive: &Archive, request: &Request<'_>) -> Result<Answer, RecallError> {
    let pattern = match &request.query {
        Query::Lines { .. } => None,
        Query::Pattern { pattern, .. } => Some(compile(pattern)?),
    };
    let found = archive.find(request.id, request.scope)?;
    let changed = request
        .root
        .map_or_else(Vec::new, |root| changed(&found.record, root));
    let mut answer = Answer {
        record: found.record.clone(),
        items: Vec::new(),
        first: match request.query {
            Query::Lines { first, .. } | Query::Pattern { first, .. } => first,
        },
        pattern: pattern.is_some(),
        matches: Lines(0),
        next: None,
        changed,
    };
    let notes: usize = answer.notes(Form::Tool).iter().map(String::len).sum();
    let room = request
        .max_bytes
        .max(ANSWER_MIN)
        .saturating_sub(notes + NOTES)
        .max(NOTES);
    match (&request.query, pattern) {
        (Query::Pattern { context, first, .. }, Some(regex)) => {
            let context = (*context).min(CONTEXT_MAX) as usize;
            pattern::collect(&found, &regex, context, *first, room, &mut answer)?;
        }
        (Query::Lines { first, limit }, _) => {
            lines::collect(&found, *first, *limit, room, &mut answer)?;
        }
        (Query::Pattern { .. }, None) => {}
    }
    Ok(answer)
}

/// Writes the exact bytes of an original to `out`, uncapped. They are checked before the first is
/// written; damaged ones are an error unless `damaged_too` asks for what is there.
pub fn raw(
    archive: &Archive,
    id: &RecallId,
    scope: Scope,
    out: &mut dyn Write,
    damaged_too: bool,
) -> Result<Record, RecallError> {
    let found = archive.find(id, scope)?;
    if damaged_too {
        let mut file = found.open()?;
        io::copy(&mut file, out).map_err(RecallError::Output)?;
    } else {
        scan::bytes(&found, &mut |_| Ok(()))?.map_err(RecallError::Output)?;
        scan::bytes(&found, &mut |piece| out.write_all(piece))?.map_err(RecallError::Output)?;
    }
    out.flush().map_err(RecallError::Output)?;
    Ok(found.record)
}

fn compile(pattern: &str) -> Result<Regex, RecallError> {
    let bad = |reason: String| RecallError::BadPattern {
        pattern: ibid_model::clip::head(pattern, 200).to_owned(),
        reason,
    };
    if pattern.len() > PATTERN_MAX {
        return Err(bad(format!("it is longer than {PATTERN_MAX} bytes")));
    }
    let built = RegexBuilder::new(pattern).size_limit(PATTERN_SIZE).build();
    built.map_err(|error| bad(error.to_string()))
}

/// The files that `record` shows and that are not the same now.
fn changed(record: &Record, root: &Path) -> Vec<Changed> {
    let differs = |seen: &crate::archive::FileSeen| match blob_id(&root.join(&seen.path)) {
        Ok(blob) if blob == seen.blob => None,
        found => Some(Changed {
            path: seen.path.clone(),
            gone: found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound),
        }),
    };
    record.files.iter().filter_map(differs).collect()
}

/// Whether `found` has a gap before the line `no`, given that the line before was shown.
fn gap_before(found: &Found, no: LineNo) -> bool {
    let missing = found.record.missing;
    missing.is_some_and(|missing| !missing.joined && missing.next() == no)
}
