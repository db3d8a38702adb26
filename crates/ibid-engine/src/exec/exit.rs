use std::fmt;

use signal_hook::low_level;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this status, 0 to 255.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
}

impl Exit {
    /// The status as shells give it: the code, or 128 and the signal's number.
    pub fn status(self) -> i32 {
        match self {
            Exit::Code(code) => code,
            Exit::Signal(signal) => 128 + signal,
        }
    }

    /// The name of the signal that ended it (`SIGTERM`), if one did.
    pub fn signal_name(self) -> Option<String> {
        match self {
            Exit::Code(_) => None,
            Exit::Signal(number) => Some(match low_level::signal_name(number) {
                Some(name) => name.to_owned(),
                None => format!("signal {number}"),
            }),
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.signal_name() {
            None => write!(f, "exit {}", self.status()),
            Some(name) => write!(f, "exit {} ({name})", self.status()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_a_shells() {
        let cases = [
            (Exit::Code(0), 0, "exit 0"),
            (Exit::Code(101), 101, "exit 101"),
            (Exit::Signal(15), 143, "exit 143 (SIGTERM)"),
            (Exit::Signal(9), 137, "exit 137 (SIGKILL)"),
            (Exit::Signal(40), 168, "exit 168 (signal 40)"),
        ];
        for (exit, status, text) in cases {
            assert_eq!(exit.status(), status);
            assert_eq!(exit.to_string(), text);
        }
    }
}
