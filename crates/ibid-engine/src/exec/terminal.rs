//! Lending the terminal to a command's process group.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;

use rustix::fs::OFlags;
use rustix::process::{
    Pid, Signal, getpgrp, getpid, getppid, getsid, kill_current_process_group, kill_process,
};
use rustix::termios::{
    LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr, tcsetpgrp,
};

use super::mask;

/// The signals by which a terminal stops a process of the background.
const JOB_CONTROL: [Signal; 2] = [Signal::TTIN, Signal::TTOU];

/// What came of asking for the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loan {
    /// The group has it.
    Given,
    /// This process is in the background: it has nothing to lend.
    Background,
    /// A full-screen program reads it key by key; taking it away would stop that program.
    InUse,
    /// There is no terminal.
    NoTerminal,
}

/// The controlling terminal, while a command may need it.
///
/// A command in a group of its own is stopped when it reads a terminal whose foreground group is
/// another. So the group gets the terminal: at once when standard input and output are one, and
/// otherwise when the command turns out to want it. Before that, a pager behind us in a pipeline
/// may need it, which would be stopped for reading keys.
pub(super) struct Terminal {
    tty: Option<File>,
    own: Pid,
    modes: Option<Termios>,
    lent: Option<Pid>,
    /// Standard input is the terminal, so the command was meant to have it.
    is_stdin: bool,
    /// Whether the command is to have the terminal from now on.
    is_wanted: bool,
}

impl Terminal {
    /// Opens no terminal yet: a command inherits the signals that an open one holds back.
    pub(super) fn new() -> Self {
        let is_stdin = io::stdin().is_terminal();
        Self {
            tty: None,
            own: getpgrp(),
            modes: None,
            lent: None,
            is_stdin,
            is_wanted: is_stdin && io::stdout().is_terminal(),
        }
    }

    /// Whether the command is to have the terminal without asking for it: from the start, or
    /// because it had it before.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    fn open(&mut self) {
        if self.tty.is_some() {
            return;
        }
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .custom_flags((OFlags::NOCTTY | OFlags::CLOEXEC).bits() as i32);
        let Ok(tty) = options.open("/dev/tty") else {
            return;
        };
        // Neither writing to the terminal nor taking it back, nor another of our group that wants
        // it, may stop this process.
        mask::block(&JOB_CONTROL);
        self.modes = tcgetattr(tty.as_fd()).ok();
        self.tty = Some(tty);
    }

    fn foreground(&self) -> Option<Pid> {
        tcgetpgrp(self.tty.as_ref()?.as_fd()).ok()
    }

    /// Lends the terminal to `group`, if it is ours to lend.
    pub(super) fn lend(&mut self, group: Pid) -> Loan {
        self.open();
        let Some(tty) = &self.tty else {
            return Loan::NoTerminal;
        };
        match tcgetpgrp(tty.as_fd()) {
            Ok(holder) if holder == group => Loan::Given,
            Ok(holder) if holder != self.own => Loan::Background,
            Ok(_) if !self.is_stdin && !self.reads_lines() => Loan::InUse,
            Ok(_) if tcsetpgrp(tty.as_fd(), group).is_ok() => {
                self.lent = Some(group);
                self.is_wanted = true;
                Loan::Given
            }
            _ => Loan::NoTerminal,
        }
    }

    fn reads_lines(&self) -> bool {
        let modes = self.modes.as_ref();
        modes.is_some_and(|modes| modes.local_modes.contains(LocalModes::ICANON))
    }

    /// Takes the terminal back from a group that was given it and still has it.
    pub(super) fn take_back(&mut self) {
        let Some(group) = self.lent.take() else {
            return;
        };
        if self.foreground() != Some(group) {
            return;
        }
        if let Some(tty) = &self.tty {
            let _ = tcsetpgrp(tty.as_fd(), self.own);
        }
        // Others of our group (a pager that reads keys) may have been stopped meanwhile for
        // wanting the terminal.
        let _ = kill_current_process_group(Signal::CONT);
    }

    /// Whether the terminal is lent out now.
    pub(super) fn is_lent(&self) -> bool {
        self.lent.is_some()
    }

    /// Puts the modes back that the terminal had before: for a command that died of a signal.
    pub(super) fn restore_modes(&self) {
        if let (Some(tty), Some(modes)) = (&self.tty, &self.modes)
            && self.foreground() == Some(self.own)
        {
            let _ = tcsetattr(tty.as_fd(), OptionalActions::Drain, modes);
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.take_back();
        if self.tty.is_some() {
            // Discards what was held back, so that it does not stop us now.
            let _ = kill_process(getpid(), Signal::CONT);
            mask::unblock(&JOB_CONTROL);
        }
    }
}

/// Whether somebody would continue this process if it stopped: a shell with job control above it
/// in its session.
pub(super) fn can_stop() -> bool {
    let own = getsid(None);
    own.is_ok() && own != Ok(getpid()) && getppid().is_some_and(|it| getsid(Some(it)) == own)
}
