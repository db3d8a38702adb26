//! `ibid outputs redact`: purging what leaked from all that is kept.

use std::io::{self, Read};
use std::process::ExitCode;

use ibid_engine::archive::{Archive, PurgeReport};
use ibid_engine::redact;
use ibid_model::RecallId;
use serde::Serialize;

use super::outputs::{confirmed, outputs};
use crate::cli::Global;
use crate::failure::{FAILED, Failure, Outcome};
use crate::output;

/// Longest pattern that is read from standard input, in bytes.
const PATTERN_MAX: u64 = 64 * 1024;

pub(super) fn run(archive: &Archive, pattern: &str, yes: bool, global: &Global) -> Outcome {
    let from_input = pattern == "-";
    let pattern = match from_input {
        true => from_stdin()?,
        false => pattern.to_owned(),
    };
    // The pattern may be the secret itself: no message repeats it.
    let pattern = redact::compile(&pattern).map_err(|reason| {
        Failure::usage("the pattern cannot be used")
            .why(reason)
            .hint("patterns are regular expressions; put \\ before a literal ( [ . *")
    })?;
    let mut report = archive.purge_candidates(&pattern)?;
    if !report.hits.is_empty() {
        let question = format!(
            "Replace {} in {} for good?",
            places(report.places()),
            outputs(report.hits.len())
        );
        if !yes {
            show(&report, false, global)?;
        }
        if !confirmed(yes, &question)? {
            return Ok(ExitCode::from(FAILED));
        }
    }
    if yes || !report.hits.is_empty() {
        report = archive.purge(&pattern)?;
        if yes {
            show(&report, true, global)?;
        }
    }
    tell(&report, global)
}

fn from_stdin() -> Result<String, Failure> {
    let mut text = String::new();
    let read = io::stdin()
        .lock()
        .take(PATTERN_MAX)
        .read_to_string(&mut text);
    read.map_err(|error| Failure::new("cannot read the pattern").why(error))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Shown<'a> {
    /// Whether it was done; otherwise it is what would be.
    done: bool,
    places: u64,
    outputs: Vec<Output<'a>>,
    failed: Vec<Failed<'a>>,
    /// Sessions' logs with a match, which are not rewritten.
    logs: Vec<Log<'a>>,
    left_over: usize,
}

#[derive(Serialize)]
struct Log<'a> {
    name: &'a str,
    places: u64,
}

#[derive(Serialize)]
struct Output<'a> {
    id: &'a RecallId,
    places: u64,
}

#[derive(Serialize)]
struct Failed<'a> {
    id: &'a RecallId,
    why: String,
}

/// The outputs with a match and how many each has, on standard output.
fn show(report: &PurgeReport, done: bool, global: &Global) -> Result<(), Failure> {
    if global.json {
        let failed = report.failed.iter().map(|(id, error)| Failed {
            id,
            why: error.to_string(),
        });
        let hits = report.hits.iter().map(|hit| Output {
            id: &hit.id,
            places: hit.places,
        });
        return output::json(&Shown {
            done,
            places: report.places(),
            outputs: hits.collect(),
            failed: failed.collect(),
            logs: report
                .logs
                .iter()
                .map(|(name, places)| Log {
                    name,
                    places: *places,
                })
                .collect(),
            left_over: report.left_over,
        });
    }
    let mut hits: Vec<_> = report.hits.iter().collect();
    hits.sort_by(|a, b| (b.when, &b.id).cmp(&(a.when, &a.id)));
    let rows = hits.iter().map(|hit| {
        let when = hit.when.strftime("%Y-%m-%d %H:%M:%S");
        format!("{}  {when}  {}\n", hit.id, places(hit.places))
    });
    output::answer(rows.collect::<String>().as_bytes())
}

/// What was done, and what could not be.
fn tell(report: &PurgeReport, global: &Global) -> Outcome {
    let mut text = match report.hits.len() {
        0 => "nothing that is kept matches".to_owned(),
        n => format!("replaced {} in {}", places(report.places()), outputs(n)),
    };
    match report.left_over {
        0 => {}
        1 => text.push_str("; removed 1 file that an interrupted command had left behind"),
        n => {
            text.push_str(&format!(
                "; removed {n} files that interrupted commands had left behind"
            ));
        }
    }
    output::note(global, text);
    for (log, count) in &report.logs {
        output::warn(format_args!(
            "the session's log {log} has {}, and a log is not rewritten: delete the session to be \
             rid of them",
            places(*count)
        ));
    }
    for (id, error) in &report.failed {
        output::warn(format_args!(
            "the output \"{id}\" may hold matches still: {error}"
        ));
    }
    match report.failed.len() {
        0 if !report.logs.is_empty() => Ok(ExitCode::from(FAILED)),
        0 => Ok(ExitCode::SUCCESS),
        n => Err(Failure::new(format!(
            "{} could not be looked at or rewritten",
            outputs(n)
        ))
        .why("the lines above say what is wrong with each")
        .hint("put that right, or delete them: ibid outputs rm ID")),
    }
}

fn places(count: u64) -> String {
    match count {
        1 => "1 place".to_owned(),
        count => format!("{count} places"),
    }
}
