//! What a person at a terminal sees while a command runs: its raw output, or that it still runs.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use ibid_model::{Bytes, Lines};

use crate::cli::Global;

/// After this much silence a line says that the command still runs: two seconds, less what the
/// clock's ticks may lag behind.
const SILENCE: Duration = Duration::from_millis(1900);

/// The live view on standard error.
pub(crate) struct View {
    /// Show the raw output.
    tee: bool,
    /// Show a status line; only on a terminal.
    status: bool,
    dim: Style,
    started: Instant,
    last_byte: Instant,
    bytes: u64,
    lines: u64,
    /// Whether the raw output shown so far ends a line, so that a status line can follow.
    at_line_start: bool,
    status_shown: bool,
}

impl View {
    pub(crate) fn new(tee: bool, global: &Global) -> Self {
        let stderr = io::stderr();
        let colored = AutoStream::choice(&stderr) != ColorChoice::Never;
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let now = Instant::now();
        Self {
            tee,
            status: !global.quiet && !dumb && stderr.is_terminal(),
            dim: if colored {
                Style::new().dimmed()
            } else {
                Style::new()
            },
            started: now,
            last_byte: now,
            bytes: 0,
            lines: 0,
            at_line_start: true,
            status_shown: false,
        }
    }

    /// Takes bytes as they arrive.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.lines += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.last_byte = Instant::now();
        if self.tee {
            self.clear();
            self.write(bytes);
            self.at_line_start = bytes.last().is_none_or(|&byte| byte == b'\n');
        }
    }

    /// Shows the status line when it is time for one.
    pub(crate) fn tick(&mut self) {
        let silent = self.tee || self.last_byte.elapsed() >= SILENCE || self.status_shown;
        if !self.status || !self.at_line_start || !silent || self.started.elapsed() < SILENCE {
            return;
        }
        let text = status(self.started.elapsed(), self.lines, self.bytes);
        let dim = self.dim;
        self.write(format!("\r{dim}{text}{dim:#}\x1b[K").as_bytes());
        self.status_shown = true;
    }

    /// Takes the status line away.
    pub(crate) fn clear(&mut self) {
        if self.status_shown {
            self.write(b"\r\x1b[K");
            self.status_shown = false;
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut stderr = io::stderr().lock();
        if stderr
            .write_all(bytes)
            .and_then(|()| stderr.flush())
            .is_err()
        {
            // Nobody looks any more.
            self.tee = false;
            self.status = false;
        }
    }
}

/// `running 1 min 23 s, 1204 lines, 96 KiB`: short enough for any terminal.
fn status(elapsed: Duration, lines: u64, bytes: u64) -> String {
    let (seconds, size) = (elapsed.as_secs_f64().round() as u64, Bytes(bytes));
    let time = match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    };
    format!("running {time}, {}, {size}", Lines(lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_short() {
        let cases = [
            (2, 0, 0, "running 2 s, 0 lines, 0 bytes"),
            (83, 1204, 97_280, "running 1 min 23 s, 1204 lines, 95 KiB"),
            (7_260, 1, 1, "running 2 h 1 min, 1 line, 1 byte"),
        ];
        for (seconds, lines, bytes, expected) in cases {
            assert_eq!(status(Duration::from_secs(seconds), lines, bytes), expected);
        }
    }
}
