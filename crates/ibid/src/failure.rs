//! Every way to fail, mapped once: exit status, what, why, and what to do.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use ibid_engine::archive::{ArchiveError, LookupError};
use ibid_engine::config::ConfigError;
use ibid_engine::exec::{ExecError, StartError, StartErrorKind};
use ibid_engine::journal::JournalError;
use ibid_engine::recall::RecallError;

use crate::output;

/// The command did what it should, but the answer is no.
pub(crate) const FAILED: u8 = 1;
/// Wrong use: arguments or configuration.
pub(crate) const USAGE: u8 = 2;

/// A failure as the user sees it: three lines and an exit status.
#[derive(Debug)]
pub(crate) struct Failure {
    status: u8,
    what: String,
    why: Option<String>,
    hint: Option<String>,
}

/// What a subcommand comes to: an exit status, or a failure.
pub(crate) type Outcome = Result<ExitCode, Failure>;

impl Failure {
    /// A failure with status 1.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self {
            status: FAILED,
            what: what.into(),
            why: None,
            hint: None,
        }
    }

    /// Wrong use, with status 2.
    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self {
            status: USAGE,
            ..Self::new(what)
        }
    }

    /// Says why.
    pub(crate) fn why(mut self, why: impl Display) -> Self {
        self.why = Some(why.to_string());
        self
    }

    /// Says what to do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says what follows from it, in the line that says what.
    pub(crate) fn so(mut self, then: &str) -> Self {
        self.what = format!("{}; {then}", self.what);
        self
    }

    /// Exits with `status`.
    pub(crate) fn status(mut self, status: u8) -> Self {
        self.status = status;
        self
    }

    /// Prints it now, and gives what it leaves to do: to exit with its status.
    pub(crate) fn told(&self) -> ExitCode {
        let mut lines = format!("ibid: {}\n", self.what);
        let why = self.why.iter().map(|why| format!("  why: {why}\n"));
        let hint = self.hint.iter().map(|hint| format!("  try: {hint}\n"));
        lines.extend(why.chain(hint));
        output::tell(&lines);
        ExitCode::from(self.status)
    }
}

/// The process's exit code for `outcome`; a failure is printed on standard error.
pub(crate) fn exit(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(code) => code,
        Err(failure) => failure.told(),
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Failure::usage("the configuration is wrong")
            .why(&error)
            .hint(error.hint())
    }
}

impl From<ExecError> for Failure {
    fn from(error: ExecError) -> Self {
        match error {
            ExecError::Start(error) => error.into(),
            error => Failure::new(error.to_string())
                .hint("run the command without ibid to see its output"),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        let failure = Failure::new(error.to_string()).status(error.status() as u8);
        let (why, hint) = match &error.kind {
            StartErrorKind::NotFound => (
                "no program of that name is in PATH",
                "check the name; a shell's own commands need a shell: ibid run -- sh -c '…'",
            ),
            StartErrorKind::NoSuchFile => (
                "there is no file of that name",
                "check the path; it is taken from the current directory",
            ),
            StartErrorKind::NotExecutable => (
                "the file may not be executed",
                "make it executable (chmod +x), or name its interpreter",
            ),
            StartErrorKind::Directory => ("a directory is no program", "name the program in it"),
            StartErrorKind::BadInterpreter(_) => (
                "its first line names an interpreter that is not there",
                "correct the first line, or name the interpreter yourself",
            ),
            StartErrorKind::BadDirectory(_) => (
                "the command was to run there",
                "check the directory and its permissions",
            ),
            StartErrorKind::Other(_) => (
                "the system refuses to run it",
                "check that the file is a program for this machine",
            ),
        };
        failure.why(why).hint(hint)
    }
}

/// Standard output that cannot be written to. A reader that has gone away is no failure.
pub(crate) fn writing(error: &io::Error) -> Failure {
    Failure::new("cannot write the answer")
        .why(error)
        .hint("check where standard output goes")
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        let hint = match &error {
            ArchiveError::InsideWorkspace { .. } => {
                "set IBID_DATA_DIR to a directory outside the project"
            }
            ArchiveError::Full { .. } => "make room, or set IBID_DATA_DIR to another disk",
            ArchiveError::Quota { .. } => {
                "raise archive.quota, or delete some: ibid outputs gc --older-than 30d"
            }
            ArchiveError::Newer { .. } => "use the newer ibid",
            ArchiveError::Locked { .. } => "wait for the other ibid, and try again",
            _ => "check the data directory (IBID_DATA_DIR) and its permissions",
        };
        Failure::new("the store of originals cannot be used")
            .why(&error)
            .hint(hint)
    }
}

impl From<LookupError> for Failure {
    fn from(error: LookupError) -> Self {
        let (what, hint) = match error {
            LookupError::Archive(error) => return error.into(),
            LookupError::NotAnId(_) => (
                "that is no recall id",
                "give the id as the shortened output names it; \"ibid outputs\" lists all",
            ),
            LookupError::Unknown { .. } | LookupError::OtherProject { .. } => (
                "there is no such output",
                "\"ibid outputs\" lists this project's; --any-project looks in all",
            ),
            LookupError::Deleted { .. } => (
                "that output was deleted",
                "run the command again to have its output",
            ),
            LookupError::Missing { .. } => (
                "that output is gone",
                "run the command again to have its output",
            ),
            LookupError::Damaged { .. } => (
                "that output is damaged",
                "run the command again; the file named above holds what is left",
            ),
            _ => (
                "that output cannot be shown",
                "\"ibid outputs\" lists what is kept",
            ),
        };
        let failure = match error {
            LookupError::NotAnId(_) => Failure::usage(what),
            _ => Failure::new(what),
        };
        failure.why(&error).hint(hint)
    }
}

impl From<RecallError> for Failure {
    fn from(error: RecallError) -> Self {
        match error {
            RecallError::Lookup(error) => error.into(),
            RecallError::BadPattern { pattern, reason } => {
                Failure::usage(format!("the pattern {pattern:?} cannot be used"))
                    .why(last_line(&reason))
                    .hint("patterns are regular expressions; put \\ before a literal ( [ . *")
            }
            RecallError::Output(error) => writing(&error),
            error => Failure::new("that output cannot be shown").why(&error),
        }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        let (what, hint) = match &error {
            JournalError::Store(error) => return error.clone().into(),
            JournalError::Original(error) => return (**error).clone().into(),
            JournalError::Missing { .. } => (
                "there is no such session",
                "\"ibid sessions\" lists this project's",
            ),
            JournalError::Exists { .. } => (
                "there is such a session already",
                "give another name, or none",
            ),
            JournalError::InUse { .. } => (
                "that session is in use",
                "end the other process, or wait for it",
            ),
            JournalError::NoLocks { .. } => (
                "sessions cannot be written there",
                "set IBID_DATA_DIR to a directory on a local disk",
            ),
            JournalError::Newer { .. } => ("that session cannot be written", "use the newer ibid"),
            JournalError::NotASession { .. } => (
                "that is no session of ibid",
                "give a file that \"ibid sessions export\" wrote",
            ),
            JournalError::Output { .. } => (
                "cannot write the answer",
                "check where standard output goes, and that there is room",
            ),
            _ => (
                "that session cannot be used",
                "\"ibid sessions show\" says what is in it",
            ),
        };
        Failure::new(what).why(&error).hint(hint)
    }
}

/// A regular expression's error says in its last line what is wrong.
fn last_line(message: &str) -> &str {
    let line = message.lines().rev().find(|line| !line.trim().is_empty());
    line.unwrap_or(message).trim().trim_start_matches("error: ")
}
