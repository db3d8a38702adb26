//! Text that cannot be pruned goes on as it came: what a pipeline carries is not lost to a mistake
//! in a file or a flag.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::Error;

use crate::cli::Cli;
use crate::failure::{self, Failure, Outcome, USAGE};
use crate::output;

/// Says what is wrong, and passes standard input on to standard output. The exit status stays that
/// of `failure`.
pub(crate) fn pass(failure: Failure) -> Outcome {
    if io::stdin().is_terminal() {
        return Err(failure);
    }
    // Told first: the text may take as long as the command that prints it.
    let status = failure.so("the text is passed on as it came").told();
    copy()?;
    Ok(status)
}

/// The same where the arguments are wrong. Only `prune` takes a text that has another way on.
pub(crate) fn pass_misused(error: &Error) -> ExitCode {
    let told = error.print();
    if !error.use_stderr() {
        return ExitCode::from(u8::from(told.is_err()));
    }
    if is_prune() && !io::stdin().is_terminal() {
        output::tell("\nThe text is passed on as it came.\n");
        if let Err(failure) = copy() {
            failure.told();
        }
    }
    ExitCode::from(USAGE)
}

fn is_prune() -> bool {
    let lenient = Cli::command().ignore_errors(true).try_get_matches();
    lenient.is_ok_and(|found| found.subcommand_name() == Some("prune"))
}

fn copy() -> Result<(), Failure> {
    let copied = io::copy(&mut io::stdin().lock(), &mut io::stdout().lock());
    output::quiet_pipe(copied.map(drop)).map_err(|error| failure::writing(&error))
}
