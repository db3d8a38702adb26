use std::io::{self, Write};
use std::process::ExitCode;

use ibid_engine::archive::{Archive, Record, Scope};
use ibid_engine::recall::{self, Answer, CONTEXT, Escape, Form, Item, Query, RecallError, Request};
use ibid_model::{LineNo, Lines, RecallId};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::Outcome;
use crate::output;
use crate::setup::Setup;

/// Show an original, or a part of it.
///
/// Lines are numbered as the header of a shortened output counts them, and shown verbatim, up to
/// the cap on any output (direct.max_tool_output); the last line says what comes next. With --raw
/// the exact bytes are written, uncapped. What recall shows is never pruned.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid recall ID                              from the first line on
  ibid recall ID --lines 120:180
  ibid recall ID --pattern 'error|warning'    matching lines, with two around each
  ibid recall ID --raw > output.log           the exact bytes

Patterns are those of the Rust crate regex: linear time, no look-around.")]
pub(crate) struct Args {
    /// The recall id, as the shortened output names it
    id: String,
    /// These lines, both ends included: 120:180, 120:, :180 or 120
    #[arg(long, value_name = "A:B", value_parser = range,
        conflicts_with_all = ["offset", "limit", "pattern", "raw"])]
    lines: Option<Range>,
    /// From this line on, from 1; with a pattern, pass over matches before it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    offset: Option<u64>,
    /// So many lines, 1 or more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["pattern", "raw"])]
    limit: Option<u64>,
    /// Lines that match this regular expression, with the lines around them
    #[arg(long, value_name = "RE", conflicts_with = "raw")]
    pattern: Option<String>,
    /// Lines around each match
    #[arg(long, value_name = "N", default_value_t = CONTEXT, requires = "pattern")]
    context: u64,
    /// The exact bytes, uncapped
    #[arg(long, conflicts_with = "offset")]
    raw: bool,
    /// Also when it is another project's
    #[arg(long)]
    any_project: bool,
}

/// Lines from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    last: Option<u64>,
}

fn range(text: &str) -> Result<Range, String> {
    let wrong = || "expected lines such as 120:180, 120:, :180 or 120".to_owned();
    let number = |text: &str| match text.trim().parse::<u64>() {
        Ok(0) => Err("lines are counted from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(wrong()),
    };
    let (first, last) = match text.split_once(':') {
        None => (number(text)?, Some(number(text)?)),
        Some(("", "")) => return Err(wrong()),
        Some(("", last)) => (1, Some(number(last)?)),
        Some((first, "")) => (number(first)?, None),
        Some((first, last)) => (number(first)?, Some(number(last)?)),
    };
    match last {
        Some(last) if last < first => Err(format!("line {last} comes before line {first}")),
        last => Ok(Range { first, last }),
    }
}

impl Args {
    fn query(&self) -> Query {
        let from = self.offset.unwrap_or(1);
        if let Some(pattern) = &self.pattern {
            return Query::Pattern {
                pattern: pattern.clone(),
                context: self.context,
                first: LineNo(from),
            };
        }
        let (first, limit) = match self.lines {
            Some(Range { first, last }) => (first, last.map(|last| last - first + 1)),
            None => (from, self.limit),
        };
        Query::Lines {
            first: LineNo(first),
            limit: limit.map(Lines),
        }
    }
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let archive = setup.archive()?;
    let id = Archive::parse_id(&args.id)?;
    let scope = match args.any_project {
        true => Scope::AnyProject,
        false => Scope::Project,
    };
    if args.raw {
        return raw(archive, &id, scope, global);
    }
    let request = Request {
        id: &id,
        scope,
        query: args.query(),
        max_bytes: setup.policy.max_tool_output,
        root: setup.project.as_ref().map(|project| project.root.as_path()),
    };
    let answer = recall::recall(archive, &request)?;
    if global.json {
        output::json(&Report::of(&answer))?;
    } else {
        show(&answer.text(Form::Shell))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(text: &str) -> Result<(), crate::failure::Failure> {
    if !output::on_terminal() {
        return output::answer(text.as_bytes());
    }
    let mut escaped = Vec::new();
    // Writing to memory does not fail.
    let _ = Escape::new(&mut escaped).write_all(text.as_bytes());
    output::answer(&escaped)
}

fn raw(archive: &Archive, id: &RecallId, scope: Scope, global: &Global) -> Outcome {
    let stdout = io::stdout().lock();
    let written = match output::on_terminal() {
        true => recall::raw(archive, id, scope, &mut Escape::new(stdout), false),
        false => recall::raw(archive, id, scope, &mut { stdout }, false),
    };
    match written {
        Ok(record) => {
            if let Some(note) = recall::purged_note(&record) {
                output::note(global, note);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(RecallError::Output(error)) => {
            output::quiet_pipe(Err(error)).map_err(|error| crate::failure::writing(&error))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    id: &'a RecallId,
    lines: Vec<Line<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<u64>,
    next: Option<Next>,
    changed: Vec<&'a str>,
    record: &'a Record,
}

#[derive(Serialize)]
struct Line<'a> {
    line: u64,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#match: Option<bool>,
    /// Whether the text is only a part of the line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    part: bool,
}

#[derive(Serialize)]
struct Next {
    offset: u64,
    limit: Option<u64>,
}

impl<'a> Report<'a> {
    fn of(answer: &'a Answer) -> Self {
        let line = |no: &LineNo, text: &'a str, hit: bool, part: bool| Line {
            line: no.0,
            text,
            r#match: answer.pattern.then_some(hit),
            part,
        };
        let lines = answer.items.iter().filter_map(|item| match item {
            Item::Line { no, text, hit } => Some(line(no, text, *hit, false)),
            Item::Part { no, text, hit, .. } => Some(line(no, text, *hit, true)),
            Item::Break | Item::Gap(_) => None,
        });
        Self {
            id: &answer.record.id,
            lines: lines.collect(),
            matches: answer.pattern.then_some(answer.matches.0),
            next: answer.next.map(|next| Next {
                offset: next.first.0,
                limit: next.limit.map(|limit| limit.0),
            }),
            changed: answer
                .changed
                .iter()
                .map(|file| file.path.as_str())
                .collect(),
            record: &answer.record,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_lines() {
        let of = |first, last| Ok(Range { first, last });
        let cases = [
            ("120:180", of(120, Some(180))),
            ("120:", of(120, None)),
            (":180", of(1, Some(180))),
            ("7", of(7, Some(7))),
            ("5:5", of(5, Some(5))),
        ];
        for (text, expected) in cases {
            assert_eq!(range(text), expected, "{text}");
        }
        for text in ["", ":", "0:3", "3:1", "a:b", "1:2:3", "-1", "1-2"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
