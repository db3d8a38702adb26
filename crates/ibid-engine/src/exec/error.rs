use std::fmt;
use std::io;

/// Why a command did not run to its end.
#[derive(Debug)]
pub enum ExecError {
    /// It could not be started.
    Start(StartError),
    /// Its pipes, or the waiting for it, failed.
    Io(io::Error),
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExecError::Start(error) => error.fmt(f),
            ExecError::Io(error) => write!(f, "cannot follow the command: {error}"),
        }
    }
}

impl std::error::Error for ExecError {}

impl From<io::Error> for ExecError {
    fn from(error: io::Error) -> Self {
        ExecError::Io(error)
    }
}

impl From<rustix::io::Errno> for ExecError {
    fn from(error: rustix::io::Errno) -> Self {
        ExecError::Io(error.into())
    }
}

/// A command that could not be started, told as a shell tells it.
#[derive(Debug)]
pub struct StartError {
    /// The program as it was given.
    pub program: String,
    /// Why.
    pub kind: StartErrorKind,
}

/// Why a command could not be started.
#[derive(Debug)]
pub enum StartErrorKind {
    /// No program of that name in `PATH`.
    NotFound,
    /// No such file.
    NoSuchFile,
    /// The file has no execute permission, or a directory on the way forbids it.
    NotExecutable,
    /// It is a directory.
    Directory,
    /// The interpreter that the script's first line names does not exist.
    BadInterpreter(String),
    /// The directory to run in does not exist or cannot be entered.
    BadDirectory(io::Error),
    /// Anything else the system says.
    Other(io::Error),
}

impl StartError {
    /// The exit status a shell gives: 127 for a command that is not there, 126 for one that cannot
    /// be run.
    pub fn status(&self) -> i32 {
        match self.kind {
            StartErrorKind::NotFound | StartErrorKind::NoSuchFile => 127,
            _ => 126,
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = &self.program;
        match &self.kind {
            StartErrorKind::NotFound => write!(f, "{program}: command not found"),
            StartErrorKind::NoSuchFile => write!(f, "{program}: No such file or directory"),
            StartErrorKind::NotExecutable => write!(f, "{program}: Permission denied"),
            StartErrorKind::Directory => write!(f, "{program}: Is a directory"),
            StartErrorKind::BadInterpreter(interpreter) => {
                write!(
                    f,
                    "{program}: {interpreter}: bad interpreter: No such file or directory"
                )
            }
            StartErrorKind::BadDirectory(error) => {
                write!(f, "{program}: cannot enter the working directory: {error}")
            }
            StartErrorKind::Other(error) => write!(f, "{program}: {error}"),
        }
    }
}

impl std::error::Error for StartError {}
