use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use ibid_context::replay::SessionReport;
use ibid_engine::import::{Place, Session};
use ibid_engine::replay::{ReplayError, replay};
use ibid_model::Entry;
use serde::Serialize;

use super::how::How;
use super::session;
use crate::cli::Global;
use crate::failure::{Failure, Outcome};
use crate::files::{self, Writing};
use crate::output;
use crate::progress::Bar;
use crate::setup::Setup;

/// Replay recorded sessions: what each policy would have sent, saved and missed.
///
/// A recorded session of a coding agent is folded step by step through the code that serves a live
/// one, under every policy. Nothing is sent anywhere and no key is needed. Costs are in input-token
/// equivalents: an uncached prompt token is 1. NET COST adds what it would cost to recall what was
/// missing when the agent used it.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid replay examples/tally.jsonl
  ibid replay ~/.pi/agent/sessions/*/*.jsonl --policy none,planned --json
  ibid replay session.jsonl --report report.html --dump decisions.jsonl
  ibid replay session.jsonl --policy none,planned --policy-cmd mine='python3 policy.py'

An outside policy gets one request a line, as JSON: {\"step\", \"t\", \"tokens\", \"messages\": [{\"entry\",
\"role\", \"tokens\", \"text\", \"tool\", \"result\", \"set_aside\"}]}. It answers each with one line:
{\"set_aside\": [ENTRY…]}, the tool results that this and every later request carries as stubs.

The file written by --dump holds one line a policy and step: {\"policy\", \"step\", \"t\", \"set_aside\":
[ENTRY…], \"calls\": [ID…], \"recalled\": [ENTRY…]}. Entries are numbered from 1 in the order of the
file, in files of one record a line as the lines are; calls are the same ones by the id of their
tool call.")]
pub(crate) struct Args {
    /// Session files, FILE#ID for one of a database, - for standard input, or sessions of this
    /// project as "ibid sessions" lists them
    #[arg(required = true, value_name = "SESSION")]
    sessions: Vec<PathBuf>,
    #[command(flatten)]
    how: How,
    /// The sessions' format [default: detected]
    #[arg(long, value_name = "F")]
    format: Option<String>,
    /// Write a page that shows it all
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write the table as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write what every request carried as a stub, one line a policy and step
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let outputs = [
        ("--dump", args.dump.as_ref()),
        ("--csv", args.csv.as_ref()),
        ("--report", args.report.as_ref()),
    ];
    let read: Vec<Place> = args.sessions.iter().map(|path| Place::of(path)).collect();
    files::apart(read.iter().map(|place| &place.file), &outputs)?;
    let mut dump = args.dump.as_deref().map(Writing::begin).transpose()?;
    let mut reports = Vec::new();
    for path in &args.sessions {
        let session = session::read(path, args.format.as_deref(), &setup, global)?;
        let report = replay_one(args, global, &setup, &session)?;
        if let Some(file) = &mut dump {
            write_dump(file, &report, &session.entries).map_err(|error| file.failed(&error))?;
        }
        if global.json {
            output::json(&report)?;
        }
        reports.push(report);
    }
    if let Some(file) = dump {
        file.finish()?;
    }
    if let Some(to) = &args.csv {
        files::write(to, &ibid_report::csv(&reports))?;
    }
    if let Some(to) = &args.report {
        files::write(to, &ibid_report::html(&reports))?;
    }
    if !global.json {
        for report in &reports {
            let (width, color) = output::page();
            output::answer(ibid_report::table(report, width, color).as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn replay_one(
    args: &Args,
    global: &Global,
    setup: &Setup,
    session: &Session,
) -> Result<SessionReport, Failure> {
    let (name, entries) = (&session.name, &session.entries);
    let request = args.how.request(entries, &setup.config, global)?;
    let mut bar = Bar::new(global, &format!("replaying {name}"));
    let report = replay(name, entries, &request, &mut |progress| bar.step(progress));
    bar.finish();
    let mut report = report.map_err(|error| failed(name, error))?;
    redact(&mut report);
    Ok(report)
}

/// Keeps secrets out of the lines that a report quotes.
fn redact(report: &mut SessionReport) {
    let Some(mut redactor) = output::redactor() else {
        return;
    };
    let missing = report
        .policies
        .iter_mut()
        .flat_map(|policy| &mut policy.missing);
    missing.for_each(|missing| missing.line = redactor.text(&missing.line));
}

/// Why the session `name` could not be replayed.
pub(super) fn failed(name: &str, error: ReplayError) -> Failure {
    match error {
        ReplayError::NoSteps => Failure::new(format!("{name} cannot be replayed"))
            .why(error)
            .hint("name a session in which a model answered"),
        error => Failure::new("an outside policy failed")
            .why(error)
            .hint("\"ibid replay --help\" says what it gets and what it answers"),
    }
}

#[derive(Serialize)]
struct DumpLine<'a> {
    policy: &'a str,
    step: usize,
    t: String,
    set_aside: Vec<u64>,
    calls: Vec<&'a str>,
    recalled: Vec<u64>,
}

fn write_dump(file: &mut impl Write, report: &SessionReport, entries: &[Entry]) -> io::Result<()> {
    let call = |seq: u64| {
        let at = entries
            .binary_search_by_key(&seq, |entry| entry.seq.0)
            .ok()?;
        let result = entries[at].message()?.result()?;
        Some(result.call.as_str())
    };
    for policy in &report.policies {
        for step in &policy.series {
            let set_aside: Vec<u64> = step.stubs.iter().map(|seq| seq.0).collect();
            let line = DumpLine {
                policy: &policy.policy,
                step: step.step,
                t: session::time(step.t),
                calls: set_aside.iter().filter_map(|&seq| call(seq)).collect(),
                set_aside,
                recalled: step.recalled.iter().map(|seq| seq.0).collect(),
            };
            serde_json::to_writer(&mut *file, &line)?;
            file.write_all(b"\n")?;
        }
    }
    Ok(())
}
