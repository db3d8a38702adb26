use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Print the manual page, in roff.
///
/// With a subcommand's name, prints that one's page.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid man | man -l -
  ibid man run > ~/.local/share/man/man1/ibid-run.1")]
pub(crate) struct Args {
    /// A subcommand
    command: Option<String>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let mut page = Vec::new();
    manual(args.command.as_deref())?
        .render(&mut page)
        .map_err(|error| Failure::new("cannot make the manual page").why(error))?;
    output::answer(&page)?;
    Ok(ExitCode::SUCCESS)
}

fn manual(name: Option<&str>) -> Result<clap_mangen::Man, Failure> {
    let mut cli = Cli::command();
    cli.build();
    let Some(name) = name else {
        return Ok(clap_mangen::Man::new(cli));
    };
    let known: Vec<String> = cli
        .get_subcommands()
        .map(|c| c.get_name().to_owned())
        .collect();
    let command = cli.find_subcommand(name).cloned().ok_or_else(|| {
        Failure::usage(format!("no subcommand \"{name}\""))
            .why(format!("there are {}", known.join(", ")))
            .hint("ibid man, without a name, for the whole")
    })?;
    Ok(clap_mangen::Man::new(command).title(format!("ibid-{name}")))
}
