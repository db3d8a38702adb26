use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use ibid_context::inspect;
use ibid_context::policy::Policy;
use ibid_engine::replay::history;
use ibid_report::inspect as page;

use super::session;
use crate::cli::Global;
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::setup::Setup;

/// Show what a request of a session carried, and why.
///
/// Without --step, one line a request: its tokens, what was set aside for it, why the cached prefix
/// was broken. With --step, the log and the request side by side, message by message, and the
/// checkpoint that says why they differ. A session of ibid's own has checkpoints, which are shown as
/// they are; for others the policy decides.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid inspect examples/tally.jsonl
  ibid inspect examples/tally.jsonl --step 120
  ibid inspect examples/tally.jsonl --step 120 --view checkpoint --policy window")]
pub(crate) struct Args {
    /// A session file, FILE#ID for one of a database, - for standard input, or a session of this
    /// project as "ibid sessions" lists them
    #[arg(value_name = "SESSION")]
    file: PathBuf,
    /// The request, from 1 on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,
    /// What of it is shown
    #[arg(long, value_name = "PART", default_value = "all", requires = "step")]
    view: View,
    /// The policy that decides, where the session has no checkpoints of its own [default:
    /// policy.default of the configuration]
    #[arg(long, value_name = "P", value_parser = super::how::policy)]
    policy: Option<&'static Policy>,
    /// The session's format [default: detected]
    #[arg(long, value_name = "F")]
    format: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum View {
    /// The messages as the log has them
    Log,
    /// The messages as the request carried them
    Request,
    /// What was decided, and why
    Checkpoint,
    /// All three
    All,
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let session = session::read(&args.file, args.format.as_deref(), &setup, global)?;
    let entries = &session.entries;
    let model = session::model(entries, &setup.config, global);
    let policy = args.policy.unwrap_or_else(|| setup.config.default_policy());
    let history = history(entries, model.encoding, model.images);
    let Some(wanted) = args.step else {
        let lines = inspect::steps(entries, history, policy, model.settings);
        if global.json {
            lines.iter().try_for_each(output::json)?;
        } else {
            output::answer(page::steps(&lines, &session::time_short).as_bytes())?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    let found = inspect::step(entries, history, policy, model.settings, wanted);
    let Some(found) = found else {
        let count = entries
            .iter()
            .filter_map(|entry| entry.call())
            .filter(|call| ibid_context::is_step(call))
            .count();
        return Err(Failure::new(format!("there is no step {wanted}"))
            .why(format!("the session has {count}"))
            .hint("without --step all of them are listed"));
    };
    if global.json {
        output::json(&found)?;
    } else {
        let view = match args.view {
            View::Log => page::View::Log,
            View::Request => page::View::Request,
            View::Checkpoint => page::View::Checkpoint,
            View::All => page::View::All,
        };
        output::answer(page::request(&found, view, output::page().0).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
