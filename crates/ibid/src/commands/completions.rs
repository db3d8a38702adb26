use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure::Outcome;
use crate::output;

/// Print completions for a shell.
///
/// Write them where the shell looks for them, or read them at its start.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid completions bash > ~/.local/share/bash-completion/completions/ibid
  ibid completions fish > ~/.config/fish/completions/ibid.fish
  ibid completions zsh > \"${fpath[1]}/_ibid\"")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ibid", &mut script);
    output::answer(&script)?;
    Ok(ExitCode::SUCCESS)
}
