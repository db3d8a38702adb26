//! Signals that reach this process while a command runs.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::Signal;
use signal_hook::SigId;
use signal_hook::low_level;

use super::mask;

/// Signals passed on to the command's group.
const PASSED_ON: [Signal; 6] = [
    Signal::INT,
    Signal::TERM,
    Signal::HUP,
    Signal::QUIT,
    Signal::USR1,
    Signal::USR2,
];

/// Signals that tell of a change in the command's or this process's state.
const WATCHED: [Signal; 3] = [Signal::CHILD, Signal::TSTP, Signal::CONT];

/// Collects signals from its creation to its end. A signal that this process ignored before
/// (`nohup`, a shell's background job) stays ignored, here and in the command.
pub(super) struct Signals {
    wake: UnixStream,
    flags: Vec<(Signal, Arc<AtomicBool>)>,
    ids: Vec<SigId>,
    _running: Running,
}

impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        let (wake, waker) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        let ignored = ignored_signals();
        let heard: Vec<Signal> = PASSED_ON
            .into_iter()
            .chain(WATCHED)
            .filter(|&signal| signal == Signal::CHILD || ignored & bit(signal) == 0)
            .collect();
        let mut signals = Self {
            wake,
            flags: Vec::new(),
            ids: Vec::new(),
            _running: Running::start(&heard)?,
        };
        for &signal in &heard {
            signals.register(signal, &waker)?;
        }
        // A caller may have left them blocked.
        mask::unblock(&heard);
        Ok(signals)
    }

    fn register(&mut self, signal: Signal, waker: &UnixStream) -> io::Result<()> {
        let (number, flag) = (signal.as_raw(), Arc::new(AtomicBool::new(false)));
        self.ids
            .push(signal_hook::flag::register(number, Arc::clone(&flag))?);
        self.ids
            .push(low_level::pipe::register(number, waker.try_clone()?)?);
        self.flags.push((signal, flag));
        Ok(())
    }

    /// Becomes readable when a signal has come.
    pub(super) fn wake_fd(&self) -> BorrowedFd<'_> {
        self.wake.as_fd()
    }

    /// The signals that have come since the last call.
    pub(super) fn take(&mut self) -> Vec<Signal> {
        let mut drain = [0u8; 64];
        while matches!(self.wake.read(&mut drain), Ok(n) if n > 0) {}
        let came = self.flags.iter();
        came.filter(|(_, flag)| flag.swap(false, Ordering::AcqRel))
            .map(|(signal, _)| *signal)
            .collect()
    }

    /// Whether `signal` is one to pass on.
    pub(super) fn is_passed_on(signal: Signal) -> bool {
        PASSED_ON.contains(&signal)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// How many commands run, and the signals whose default action comes back when none does: a
/// handler, once installed, stays for the life of the process.
struct Defaults {
    running: usize,
    idle: Option<Arc<AtomicBool>>,
    installed: u64,
}

static DEFAULTS: Mutex<Defaults> = Mutex::new(Defaults {
    running: 0,
    idle: None,
    installed: 0,
});

/// Lives as long as a command runs.
struct Running;

impl Running {
    fn start(heard: &[Signal]) -> io::Result<Self> {
        let mut defaults = DEFAULTS.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = Arc::clone(defaults.idle.get_or_insert_default());
        idle.store(false, Ordering::Release);
        defaults.running += 1;
        let running = Running;
        let harmless = [Signal::CHILD, Signal::CONT];
        for &signal in heard.iter().filter(|signal| !harmless.contains(signal)) {
            if defaults.installed & bit(signal) == 0 {
                let idle = Arc::clone(&idle);
                signal_hook::flag::register_conditional_default(signal.as_raw(), idle)?;
                defaults.installed |= bit(signal);
            }
        }
        Ok(running)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut defaults = DEFAULTS.lock().unwrap_or_else(PoisonError::into_inner);
        defaults.running -= 1;
        if let (0, Some(idle)) = (defaults.running, &defaults.idle) {
            idle.store(true, Ordering::Release);
        }
    }
}

fn bit(signal: Signal) -> u64 {
    1 << (signal.as_raw() - 1)
}

/// Stops this process as `SIGTSTP` does by default.
pub(super) fn stop_self() {
    let _ = low_level::emulate_default_handler(Signal::TSTP.as_raw());
}

/// The signals this process ignores, bit n-1 for signal n; none where the system does not say.
fn ignored_signals() -> u64 {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return 0;
    };
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
