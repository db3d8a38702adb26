//! The loop that runs while a command does.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, kill_current_process_group, kill_process_group, waitpid,
};

use super::signals::{self, Signals};
use super::terminal::{self, Loan, Terminal};
use super::{CommandLine, ExecError, Exit, LineOrder, Outcome, Stream, start};

/// How long to go on reading after a command has ended while a process it left behind still holds
/// its pipes.
#[derive(Clone, Copy, Debug)]
pub struct Grace {
    /// Stop after this much silence.
    pub silence: Duration,
    /// Stop in any case after this.
    pub at_most: Duration,
}

impl Default for Grace {
    /// 200 ms of silence, 2 s at most.
    fn default() -> Self {
        Self {
            silence: Duration::from_millis(200),
            at_most: Duration::from_secs(2),
        }
    }
}

/// Takes a command's output as it comes.
pub trait Sink {
    /// The next bytes of the output, in the order that is kept.
    fn write(&mut self, stream: Stream, bytes: &[u8]);

    /// Bytes as they arrive, for a live view: not yet in order, lines torn anywhere.
    fn live(&mut self, stream: Stream, bytes: &[u8]) {
        let _ = (stream, bytes);
    }

    /// Called about once a second while the command runs.
    fn tick(&mut self) {}

    /// Called before this process stops (`SIGTSTP`): leave the terminal clean.
    fn pause(&mut self) {}
}

/// Bytes read at a time.
const CHUNK: usize = 64 * 1024;
const TICK: Duration = Duration::from_secs(1);

pub(super) fn run(
    command: &CommandLine,
    grace: Grace,
    sink: &mut dyn Sink,
) -> Result<Outcome, ExecError> {
    let started = Instant::now();
    let signals = Signals::new()?;
    let mut terminal = Terminal::new();
    let mut child = start::start(command).map_err(ExecError::Start)?;
    let group = Pid::from_child(&child);
    if terminal.is_wanted() {
        terminal.lend(group);
    }
    let mut pump = Pump {
        signals,
        terminal,
        group,
        ended: None,
        pipes: Pipes::of(&mut child),
        tap: Tap {
            order: LineOrder::default(),
            sink,
        },
        buffer: vec![0; CHUNK],
        no_terminal: false,
    };
    let (exit, left_running) = pump.follow(grace)?;
    pump.terminal.take_back();
    if matches!(exit, Exit::Signal(_)) {
        pump.terminal.restore_modes();
    }
    pump.tap.finish();
    Ok(Outcome {
        exit,
        left_running,
        no_terminal: pump.no_terminal,
        elapsed: started.elapsed(),
    })
}

struct Pipes {
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
}

impl Pipes {
    fn of(child: &mut Child) -> Self {
        Self {
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        }
    }

    fn any_open(&self) -> bool {
        self.stdout.is_some() || self.stderr.is_some()
    }

    /// Reads once from `stream`, which is ready; `None` when it has ended.
    fn read(&mut self, stream: Stream, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let got = match stream {
            Stream::Stdout => self.stdout.as_mut().map(|pipe| pipe.read(buffer)),
            Stream::Stderr => self.stderr.as_mut().map(|pipe| pipe.read(buffer)),
        };
        match got {
            None | Some(Ok(0)) => {
                match stream {
                    Stream::Stdout => self.stdout = None,
                    Stream::Stderr => self.stderr = None,
                }
                Ok(None)
            }
            Some(Ok(len)) => Ok(Some(len)),
            Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => Ok(Some(0)),
            Some(Err(error)) => Err(error),
        }
    }
}

/// Between the pipes and the sink.
struct Tap<'s> {
    order: LineOrder,
    sink: &'s mut dyn Sink,
}

impl Tap<'_> {
    fn feed(&mut self, stream: Stream, bytes: &[u8]) {
        let Self { order, sink } = self;
        sink.live(stream, bytes);
        order.feed(stream, bytes, &mut |stream, bytes| {
            sink.write(stream, bytes)
        });
    }

    fn close(&mut self, stream: Stream) {
        let Self { order, sink } = self;
        order.close(stream, &mut |stream, bytes| sink.write(stream, bytes));
    }

    fn finish(&mut self) {
        let Self { order, sink } = self;
        order.finish(&mut |stream, bytes| sink.write(stream, bytes));
    }
}

struct Pump<'s> {
    signals: Signals,
    terminal: Terminal,
    group: Pid,
    ended: Option<(Exit, Instant)>,
    pipes: Pipes,
    tap: Tap<'s>,
    buffer: Vec<u8>,
    no_terminal: bool,
}

/// What a wait found ready.
#[derive(Default)]
struct Ready {
    signal: bool,
    stdout: bool,
    stderr: bool,
}

impl Pump<'_> {
    /// Follows the command to its end; gives its exit and whether its pipes were still held.
    fn follow(&mut self, grace: Grace) -> Result<(Exit, bool), ExecError> {
        let mut last_tick = Instant::now();
        let mut last_byte = Instant::now();
        loop {
            let mut wait = TICK.saturating_sub(last_tick.elapsed());
            if let Some((exit, at)) = self.ended {
                let silent = last_byte.max(at).elapsed();
                let left = grace.silence.saturating_sub(silent);
                let left = left.min(grace.at_most.saturating_sub(at.elapsed()));
                if !self.pipes.any_open() || left.is_zero() {
                    return Ok((exit, self.pipes.any_open()));
                }
                wait = wait.min(left);
            }
            let ready = self.wait(wait)?;
            if ready.stdout {
                self.read(Stream::Stdout)?;
            }
            if ready.stderr {
                self.read(Stream::Stderr)?;
            }
            if ready.stdout || ready.stderr {
                last_byte = Instant::now();
            }
            if ready.signal {
                for signal in self.signals.take() {
                    self.signalled(signal);
                }
            }
            if last_tick.elapsed() >= TICK {
                self.tap.sink.tick();
                last_tick = Instant::now();
            }
            // Asked every time: cheap, and no lost SIGCHLD can make us wait for ever.
            self.reap()?;
        }
    }

    fn wait(&self, timeout: Duration) -> Result<Ready, ExecError> {
        let wake = self.signals.wake_fd();
        let stdout = self.pipes.stdout.as_ref().map(AsFd::as_fd);
        let stderr = self.pipes.stderr.as_ref().map(AsFd::as_fd);
        let open = [Some(wake), stdout, stderr].into_iter().flatten();
        let mut fds: Vec<PollFd<'_>> = open
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
            .collect();
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: timeout.subsec_nanos().into(),
        };
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        Ok(Ready {
            signal: ready.next().unwrap_or(false),
            stdout: stdout.is_some() && ready.next().unwrap_or(false),
            stderr: stderr.is_some() && ready.next().unwrap_or(false),
        })
    }

    fn read(&mut self, stream: Stream) -> Result<(), ExecError> {
        match self.pipes.read(stream, &mut self.buffer)? {
            Some(len) => self.tap.feed(stream, &self.buffer[..len]),
            None => self.tap.close(stream),
        }
        Ok(())
    }

    fn signalled(&mut self, signal: Signal) {
        match signal {
            signal if Signals::is_passed_on(signal) => self.send(signal),
            Signal::TSTP => {
                self.send(signal);
                self.stop();
            }
            Signal::CONT => self.resume(),
            _ => {}
        }
    }

    fn send(&self, signal: Signal) {
        let _ = kill_process_group(self.group, signal);
    }

    /// Stops this process with its command, where somebody can continue it.
    fn stop(&mut self) {
        self.tap.sink.pause();
        let lent = self.terminal.is_lent();
        self.terminal.take_back();
        if terminal::can_stop() {
            signals::stop_self();
        }
        // Here again: continued, or never stopped.
        if lent {
            self.terminal.lend(self.group);
        }
        self.send(Signal::CONT);
    }

    fn resume(&mut self) {
        if self.terminal.is_wanted() {
            self.terminal.lend(self.group);
        }
        self.send(Signal::CONT);
    }

    /// Collects the command's changes of state.
    fn reap(&mut self) -> Result<(), ExecError> {
        while self.ended.is_none() {
            match waitpid(
                Some(self.group),
                WaitOptions::NOHANG | WaitOptions::UNTRACED,
            ) {
                Ok(Some((_, status))) => self.changed(status),
                Ok(None) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn changed(&mut self, status: WaitStatus) {
        if let Some(code) = status.exit_status() {
            self.end(Exit::Code(code));
        } else if let Some(signal) = status.terminating_signal() {
            self.end(Exit::Signal(signal));
        } else if let Some(signal) = status.stopping_signal() {
            self.child_stopped(signal);
        }
    }

    fn end(&mut self, exit: Exit) {
        self.ended = Some((exit, Instant::now()));
    }

    /// The command stopped: it wanted the terminal, or the user asked for it (Ctrl-Z).
    fn child_stopped(&mut self, signal: i32) {
        if signal != Signal::TTIN.as_raw() && signal != Signal::TTOU.as_raw() {
            if self.terminal.is_lent() {
                self.stop_with_group();
            }
            return;
        }
        match self.terminal.lend(self.group) {
            Loan::Given => self.send(Signal::CONT),
            Loan::Background => self.stop_with_group(),
            // It would wait for ever: it ends as if the terminal had gone away.
            Loan::InUse | Loan::NoTerminal => {
                self.no_terminal = true;
                self.send(Signal::HUP);
                self.send(Signal::CONT);
            }
        }
    }

    /// Ctrl-Z reached only the command's group: the rest of our own (a pipeline) stops as well, as
    /// it would if the command had been one of it.
    fn stop_with_group(&mut self) {
        if terminal::can_stop() {
            // Comes back to us as a signal too, which [`Self::signalled`] answers by stopping.
            self.terminal.take_back();
            let _ = kill_current_process_group(Signal::TSTP);
        } else {
            self.send(Signal::CONT);
        }
    }
}
