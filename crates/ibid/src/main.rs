//! The command: arguments, one call into the engine, an exit code.

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod failure;
mod files;
mod limits;
mod output;
mod progress;
mod report;
mod setup;
mod through;
mod view;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::try_parse() {
        Ok(cli) => failure::exit(commands::run(&cli)),
        Err(error) => through::pass_misused(&error),
    }
}
