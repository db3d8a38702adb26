//! Runs a command and hands its output on, in one order, as it comes.
//!
//! The command runs in a process group of its own, with the caller's standard input. Its standard
//! output and standard error are two pipes; whole lines are put in the order in which they were
//! completed (see [`LineOrder`]), and each part says which stream it came from. Between two
//! pipes there is no other order than that of arrival: what a command wrote to both within the
//! same instant may come in either order.
//!
//! Memory is bounded whatever the command prints: every chunk goes to the [`Sink`].

mod error;
mod exit;
mod mask;
mod order;
mod pump;
mod signals;
mod start;
mod terminal;

pub use error::{ExecError, StartError, StartErrorKind};
pub use exit::Exit;
pub use order::{LineOrder, Stream};
pub use pump::{Grace, Sink};

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A command to run: no shell reads it.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// The program: a path when it holds a `/`, otherwise looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where it runs; the caller's directory when absent.
    pub cwd: Option<PathBuf>,
}

impl CommandLine {
    /// The command of `argv`; `None` when that is empty.
    pub fn from_argv(argv: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut argv = argv.into_iter();
        Some(Self {
            program: argv.next()?,
            args: argv.collect(),
            cwd: None,
        })
    }

    /// The command as one would type it in a shell: words that need it are quoted.
    pub fn display(&self) -> String {
        std::iter::once(&self.program)
            .chain(&self.args)
            .map(|word| quoted(&word.to_string_lossy()))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// `word` as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// How a command ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its exit status, or the signal that ended it.
    pub exit: Exit,
    /// Whether a process that the command left behind still held the pipes, so that reading was
    /// stopped: what it prints later is not part of the output.
    pub left_running: bool,
    /// Whether the command was ended (`SIGHUP`) because it wanted a terminal that it could not
    /// have: another program reads it key by key.
    pub no_terminal: bool,
    /// Wall time, from the start to the last byte read.
    pub elapsed: Duration,
}

/// Runs `command` to its end, handing its output to `sink`.
///
/// `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`, `SIGUSR1` and `SIGUSR2` that reach this process
/// meanwhile go to the command's whole group, unless they were ignored from the start (`nohup`).
/// With a terminal, the group is put in the foreground so that it can read, and stopping
/// (`SIGTSTP`) and continuing work as for any job.
///
/// # Errors
/// [`ExecError::Start`] when the command cannot be started: its status is what a shell would give,
/// 127 or 126. [`ExecError::Io`] when the pipes fail.
pub fn run(command: &CommandLine, grace: Grace, sink: &mut dyn Sink) -> Result<Outcome, ExecError> {
    pump::run(command, grace, sink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_quotes_what_a_shell_would_split() {
        let cases = [
            (vec!["cargo", "test"], "cargo test"),
            (vec!["sh", "-c", "a && b"], "sh -c 'a && b'"),
            (vec!["echo", ""], "echo ''"),
            (vec!["echo", "it's"], r"echo 'it'\''s'"),
        ];
        for (argv, expected) in cases {
            let command = CommandLine::from_argv(argv.iter().map(OsString::from)).unwrap();
            assert_eq!(command.display(), expected);
        }
        assert!(CommandLine::from_argv([]).is_none());
    }
}
