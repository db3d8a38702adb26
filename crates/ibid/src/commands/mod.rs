//! One file a subcommand: its arguments, and one function that runs it.

pub(crate) mod bench;
pub(crate) mod classify;
pub(crate) mod completions;
pub(crate) mod config;
mod how;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod outputs;
pub(crate) mod prune;
pub(crate) mod recall;
pub(crate) mod record;
mod redact;
pub(crate) mod replay;
pub(crate) mod run;
mod session;
pub(crate) mod sessions;

use crate::cli::{Cli, Command};
use crate::failure::Outcome;
use crate::output;

/// Runs the subcommand.
pub(crate) fn run(cli: &Cli) -> Outcome {
    output::choose_color(cli.global.color);
    let global = &cli.global;
    match &cli.command {
        Command::Run(args) => run::run(args, global),
        Command::Prune(args) => prune::run(args, global),
        Command::Classify(args) => classify::run(args, global),
        Command::Recall(args) => recall::run(args, global),
        Command::Inspect(args) => inspect::run(args, global),
        Command::Record(args) => record::run(args, global),
        Command::Replay(args) => replay::run(args, global),
        Command::Outputs(args) => outputs::run(args, global),
        Command::Sessions(args) => sessions::run(args, global),
        Command::Bench(args) => bench::run(args, global),
        Command::Config(args) => config::run(args, global),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}
