//! The command: arguments, one call into the engine, an exit code.

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod failure;
mod limits;
mod output;
mod report;
mod setup;
mod view;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    failure::exit(commands::run(&cli))
}
