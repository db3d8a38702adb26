//! The command line: what every subcommand shares.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ibid_model::SessionId;

use crate::commands;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Keeps a coding agent's long session within what its model can attend to, and loses nothing.
///
/// Of a command's output, what a developer needs stays, within a budget in bytes; what was left out
/// is said exactly, and the original can be had back byte for byte with its recall id. Of a recorded
/// session, replay tells what could have been set aside in its requests, what that would have saved,
/// and what would have been missed.
#[derive(Debug, Parser)]
#[command(name = "ibid", version, styles = STYLES, max_term_width = 100)]
#[command(after_long_help = "\
Examples:
  ibid run -- cargo test            run a command and show what matters of its output
  make 2>&1 | ibid prune            the same for text
  ibid recall ID --lines 120:180    any part of an original
  ibid replay session.jsonl         what a session would have cost under other policies

Environment:
  IBID_DATA_DIR              where originals are kept (~/.local/share/ibid): a directory of your own,
                             closed to others, or your own link to one
  IBID_<SECTION>_<KEY>       any setting, such as IBID_DIRECT_PRUNE=false; see \"ibid config\"
  NO_COLOR                   no colour

Exit status: 0 done, 1 failed, 2 wrong use; \"ibid run\" exits with the command's status.")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags that every subcommand takes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Read this configuration file instead of the user's own
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Keep originals with this session instead of the current project's
    #[arg(long, global = true, value_name = "S", value_parser = session)]
    pub(crate) session: Option<SessionId>,
    /// Answer with JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Say more of what is done, on standard error
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Say only warnings and errors on standard error
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The session that `text` names.
pub(crate) fn session(text: &str) -> Result<SessionId, String> {
    SessionId::parse(text).map_err(|error| error.to_string())
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(commands::run::Args),
    Prune(commands::prune::Args),
    Classify(commands::classify::Args),
    Recall(commands::recall::Args),
    Outputs(commands::outputs::Args),
    Sessions(commands::sessions::Args),
    Replay(commands::replay::Args),
    Inspect(commands::inspect::Args),
    Record(commands::record::Args),
    Bench(commands::bench::Args),
    Config(commands::config::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}
