//! A policy that is a program: it is started once a replay, reads one request a line from its
//! standard input and writes one decision a line to its standard output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ibid_context::replay::{Decide, OutsideError};

/// The longest answer that is read, in bytes.
const ANSWER_MAX: usize = 16 << 20;

/// The running program. It is stopped when this is dropped.
pub struct PolicyCommand {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl PolicyCommand {
    /// Starts `command` through the shell.
    pub fn start(command: &str) -> Result<Self, OutsideError> {
        let silent = |error: std::io::Error| OutsideError::Silent(error.to_string());
        let mut child = Command::new("/bin/sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(silent)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(requests), Some(answers)) => Ok(Self {
                child,
                requests,
                answers: BufReader::new(answers),
            }),
            _ => Err(OutsideError::Silent("it has no pipes".to_owned())),
        }
    }

    fn answer(&mut self) -> Result<String, OutsideError> {
        let mut line = Vec::new();
        loop {
            let read = self
                .answers
                .fill_buf()
                .map_err(|error| OutsideError::Silent(error.to_string()))?;
            let end = memchr::memchr(b'\n', read);
            let take = end.map_or(read.len(), |at| at + 1);
            line.extend_from_slice(&read[..take]);
            if take == 0 {
                return Err(OutsideError::Silent("it ended".to_owned()));
            }
            self.answers.consume(take);
            if line.len() > ANSWER_MAX {
                return Err(OutsideError::Answer(format!(
                    "more than {ANSWER_MAX} bytes"
                )));
            }
            if end.is_some() {
                return String::from_utf8(line)
                    .map_err(|_| OutsideError::Answer("it is not UTF-8".to_owned()));
            }
        }
    }
}

impl Decide for PolicyCommand {
    fn decide(&mut self, request: &str) -> Result<String, OutsideError> {
        let sent = self
            .requests
            .write_all(request.as_bytes())
            .and_then(|()| self.requests.write_all(b"\n"))
            .and_then(|()| self.requests.flush());
        match sent {
            Ok(()) => self.answer(),
            Err(error) => Err(OutsideError::Silent(error.to_string())),
        }
    }
}

impl Drop for PolicyCommand {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
