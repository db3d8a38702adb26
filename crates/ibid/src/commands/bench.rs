use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use ibid_bench::replay::{self, BenchError, Skipped};
use ibid_engine::replay::{Progress, Wanted};
use ibid_report::Bench;
use serde::Serialize;

use super::how::How;
use super::replay::failed;
use crate::cli::Global;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::output;
use crate::progress::Bar;
use crate::setup::Setup;

/// Measure strategies on many inputs.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    bench: Which,
}

#[derive(Debug, Subcommand)]
enum Which {
    Replay(ReplayArgs),
}

/// Replay every recorded session in a folder under every policy.
///
/// Sessions are found by what is in them, in all folders below; a database of opencode holds several.
/// What is no session is left out with a note. One row a session and policy, and a summary: net cost
/// as a share of sending everything (mean and median, every session counting the same), and the
/// lines and edits that were in view when used, in all.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid bench replay ~/.pi/agent/sessions
  ibid bench replay sessions/ --policy planned,window --plot plot.svg
  ibid bench replay sessions/ --json | jq '.summary[] | [.policy, .net_share_mean]'

With --json: {\"rows\": [{\"session\", \"policy\", \"steps\", \"net_share\", …}], \"summary\": [{\"policy\",
\"sessions\", \"net_share_mean\", \"net_share_median\", \"support_lines\": [N, OF], \"support_edits\":
[N, OF], …}], \"floor_share_mean\", \"skipped\": [{\"place\", \"why\"}]}.")]
struct ReplayArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    how: How,
    /// Write the rows as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a picture: net cost against edits in view
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    match &args.bench {
        Which::Replay(args) => run_replay(args, global),
    }
}

/// Files that are left out and named one by one.
const NOTES_MAX: usize = 10;

fn run_replay(args: &ReplayArgs, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let outputs = [("--csv", args.csv.as_ref()), ("--plot", args.plot.as_ref())];
    let found = replay::find(&args.dir).map_err(|error| no_folder(&args.dir, &error))?;
    files::apart(found.sessions.iter().map(|place| &place.file), &outputs)?;
    let mut bar = Bar::new(global, "replaying");
    bar.step(Progress::Total(found.sessions.len()));
    let done = replay::run(
        &args.dir,
        &found.sessions,
        &mut |session| {
            let mut request = args.how.request(&session.entries, &setup.config, global)?;
            with_base(&mut request.policies);
            Ok(request)
        },
        &mut |name| {
            bar.name(name);
            bar.step(Progress::Step);
        },
    );
    bar.finish();
    let done = done.map_err(|error| match error {
        BenchError::Request(failure) => failure,
        BenchError::Policy(name, error) => failed(&name, error),
    })?;
    let skipped = [found.skipped, done.skipped].concat();
    tell_skipped(&skipped, global);
    if done.reports.is_empty() {
        return Err(Failure::new("there is nothing to replay")
            .why(format!(
                "{} holds no session with an answer of a model",
                args.dir.display()
            ))
            .hint("name a folder of sessions, such as ~/.claude/projects or ~/.codex/sessions"));
    }
    if let Some(to) = &args.csv {
        files::write(to, &ibid_report::csv(&done.reports))?;
    }
    let bench = ibid_report::bench(&done.reports);
    if let Some(to) = &args.plot {
        files::write(to, &ibid_report::plot(&bench))?;
    }
    if global.json {
        output::json(&Answer::new(&bench, &skipped))?;
    } else {
        output::answer(ibid_report::bench_table(&bench, output::page().0).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Sending everything is what all others are compared with.
fn with_base(policies: &mut Vec<Wanted>) {
    let is_base = |wanted: &Wanted| matches!(wanted, Wanted::Named("none"));
    if !policies.iter().any(is_base) {
        policies.insert(0, Wanted::Named("none"));
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    bench: &'a Bench,
    skipped: Vec<SkippedAnswer<'a>>,
}

#[derive(Serialize)]
struct SkippedAnswer<'a> {
    place: &'a str,
    why: &'a str,
}

impl<'a> Answer<'a> {
    fn new(bench: &'a Bench, skipped: &'a [Skipped]) -> Self {
        let skipped = skipped.iter().map(|skipped| SkippedAnswer {
            place: &skipped.place,
            why: &skipped.why,
        });
        Self {
            bench,
            skipped: skipped.collect(),
        }
    }
}

fn tell_skipped(skipped: &[Skipped], global: &Global) {
    for Skipped { place, why } in skipped.iter().take(NOTES_MAX) {
        output::note(global, format!("left out {place}: {why}"));
    }
    if skipped.len() > NOTES_MAX {
        let more = skipped.len() - NOTES_MAX;
        output::note(global, format!("left out {more} more; --json lists them"));
    }
}

fn no_folder(dir: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("{} is no folder of sessions", dir.display()))
        .why(error)
        .hint("name a folder; \"ibid replay\" takes single files")
}
