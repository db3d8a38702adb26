//! The binary on a terminal: a pseudo-terminal that is its session's own.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use crate::common::{Home, wait_for};

/// A terminal, with a process of its own session on it.
struct Terminal {
    keys: File,
    line: OwnedFd,
    child: Option<Child>,
    screen: Option<thread::JoinHandle<String>>,
}

impl Terminal {
    fn new() -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap();
        let path = std::ffi::OsStr::from_bytes(name.as_bytes());
        let line = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .unwrap();
        Self {
            keys: File::from(keys),
            line: line.into(),
            child: None,
            screen: None,
        }
    }

    /// Starts `command` with the terminal as its controlling one and as its streams.
    fn start(mut self, mut command: Command) -> Self {
        let end = || Stdio::from(self.line.try_clone().unwrap());
        command.stdout(end()).stderr(end()).env("TERM", "xterm");
        let line = self.line.try_clone().unwrap();
        // SAFETY: only two system calls between fork and exec, on a descriptor that is open.
        unsafe {
            command.pre_exec(move || {
                setsid()?;
                ioctl_tiocsctty(line.as_fd())?;
                Ok(())
            });
        }
        self.child = Some(command.spawn().unwrap());
        let mut reader = self.keys.try_clone().unwrap();
        self.screen = Some(thread::spawn(move || {
            let mut screen = Vec::new();
            let mut chunk = [0; 4096];
            // Reading fails once nobody has the terminal open.
            while let Ok(len @ 1..) = reader.read(&mut chunk) {
                screen.extend_from_slice(&chunk[..len]);
            }
            String::from_utf8_lossy(&screen).into_owned()
        }));
        self
    }

    /// The same with the terminal on standard input as well.
    fn start_with_input(self, mut command: Command) -> Self {
        command.stdin(Stdio::from(self.line.try_clone().unwrap()));
        self.start(command)
    }

    fn type_keys(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).unwrap();
    }

    /// Waits for the process; gives its status and all that the terminal showed.
    fn end(mut self) -> (i32, String) {
        let mut child = self.child.take().unwrap();
        let mut status = None;
        wait_for("the process ends", || {
            status = child.try_wait().unwrap();
            status.is_some()
        });
        drop(self.line);
        let screen = self.screen.take().unwrap().join().unwrap();
        (
            status.unwrap().code().unwrap(),
            screen.replace("\r\n", "\n"),
        )
    }
}

/// `bash` with job control, running `script` with `$IBID` for the binary.
fn bash(home: &Home, script: &str) -> Command {
    let settings = home.command(&[]);
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-m", "-c", script])
        .envs(
            settings
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env("IBID", env!("CARGO_BIN_EXE_ibid"))
        .current_dir(home.project());
    bash
}

#[test]
fn the_command_reads_the_terminal() {
    let home = Home::new();
    let command = home.command(&["run", "--", "sh", "-c", "read x; echo \"got $x\""]);
    let mut terminal = Terminal::new().start_with_input(command);
    terminal.type_keys(b"hello\n");
    let (status, screen) = terminal.end();
    assert_eq!((status, screen.as_str()), (0, "hello\ngot hello\n"));
}

#[test]
fn a_prompt_on_the_terminal_works_without_it_on_standard_input() {
    let home = Home::new();
    let command = home.command(&["run", "--", "sh", "-c", "read x </dev/tty; echo \"got $x\""]);
    let mut terminal = Terminal::new().start(command);
    terminal.type_keys(b"hello\n");
    let (status, screen) = terminal.end();
    assert_eq!((status, screen.as_str()), (0, "hello\ngot hello\n"));
}

#[test]
fn a_terminal_that_a_full_screen_program_reads_is_not_taken_away() {
    let home = Home::new();
    let command = home.command(&["run", "--", "sh", "-c", "read x </dev/tty; echo \"got $x\""]);
    let terminal = Terminal::new();
    let mut raw = tcgetattr(&terminal.line).unwrap();
    raw.make_raw();
    tcsetattr(&terminal.line, OptionalActions::Now, &raw).unwrap();
    let (status, screen) = terminal.start(command).end();
    assert_eq!(status, 129, "{screen}");
    assert!(
        screen.contains("wanted the terminal, which another program is using"),
        "{screen}"
    );
}

#[test]
fn the_command_starts_with_no_signal_held_back() {
    let home = Home::new();
    let command = home.command(&["run", "--", "grep", "SigBlk", "/proc/self/status"]);
    let (_, screen) = Terminal::new().start_with_input(command).end();
    assert_eq!(screen, "SigBlk:\t0000000000000000\n");
}

#[test]
fn ctrl_c_reaches_the_command() {
    let home = Home::new();
    let ready = home.project().join("ready");
    let script = "trap 'echo caught; exit 5' INT; touch ready; while :; do sleep 0.05; done";
    let mut terminal =
        Terminal::new().start_with_input(home.command(&["run", "--", "sh", "-c", script]));
    wait_for("the command starts", || ready.exists());
    terminal.type_keys(b"\x03");
    let (status, screen) = terminal.end();
    assert_eq!(status, 5, "{screen}");
    assert!(screen.contains("caught\n"), "{screen}");
}

#[test]
fn ctrl_z_stops_the_job_and_fg_continues_it() {
    let home = Home::new();
    let ready = home.project().join("ready");
    let script = "$IBID run -- sh -c 'touch ready; sleep 0.8; read x; echo woke $x'; \
                  echo stopped $?; fg >/dev/null; echo ended $?";
    let mut terminal = Terminal::new().start_with_input(bash(&home, script));
    wait_for("the command starts", || ready.exists());
    // Until the shell sleeps: one that is just starting a program cannot stop.
    thread::sleep(Duration::from_millis(200));
    terminal.type_keys(b"\x1a");
    thread::sleep(Duration::from_millis(100));
    terminal.type_keys(b"up\n");
    let (_, screen) = terminal.end();
    let place = |text: &str| {
        screen
            .find(text)
            .unwrap_or_else(|| panic!("no {text:?} in {screen}"))
    };
    assert!(place("stopped 14") < place("woke up"), "{screen}");
    assert!(place("woke up") < place("ended 0"), "{screen}");
}

#[test]
fn a_pager_behind_us_has_the_keys_and_the_command_when_it_asks() {
    let home = Home::new();
    // The pager reads its key while the command runs; the command then asks for a line.
    let script = "$IBID run -- sh -c 'while ! [ -e paged ]; do sleep 0.05; done; \
                  read line; echo data $line' | \
                  sh -c 'read key </dev/tty; touch paged; cat; echo key $key'; echo ended $?";
    let mut terminal = Terminal::new().start_with_input(bash(&home, script));
    terminal.type_keys(b"q\n");
    wait_for("the pager reads", || home.project().join("paged").exists());
    terminal.type_keys(b"x\n");
    let (_, screen) = terminal.end();
    assert!(screen.ends_with("data x\nkey q\nended 0\n"), "{screen}");
}

#[test]
fn silence_shows_a_line_that_goes_away() {
    let home = Home::new();
    let mut command = home.command(&["run", "--", "sh", "-c", "echo x; sleep 3.2"]);
    command.env("NO_COLOR", "1");
    let (status, screen) = Terminal::new().start_with_input(command).end();
    assert_eq!(status, 0);
    assert!(
        screen.starts_with("\rrunning ") && screen.contains(" s, 1 line, 2 bytes\u{1b}[K"),
        "{screen:?}"
    );
    assert!(screen.ends_with("\r\u{1b}[Kx\n"), "{screen:?}");
    let quiet = home.command(&["-q", "run", "--", "sleep", "2.2"]);
    assert_eq!(
        Terminal::new().start_with_input(quiet).end(),
        (0, String::new())
    );
}

#[test]
fn deleting_asks_on_a_terminal() {
    let home = Home::new();
    let id = home.sh("seq 100000").id();
    for (answer, status, left) in [("n\n", 1, 1), ("y\n", 0, 0)] {
        let command = home.command(&["outputs", "rm", &id]);
        let mut terminal = Terminal::new().start_with_input(command);
        terminal.type_keys(answer.as_bytes());
        let (got, screen) = terminal.end();
        assert_eq!(got, status, "{screen}");
        assert!(screen.contains("Delete 1 output? [y/N] "), "{screen}");
        assert_eq!(home.ibid(&["outputs"]).stdout.lines().count(), left);
    }
}

#[test]
fn recall_shows_control_bytes_escaped_and_the_list_a_heading() {
    let home = Home::new();
    let id = home.ibid(&[
        "run",
        "--json",
        "--keep",
        "always",
        "--",
        "printf",
        "a\u{1b}]0;x\u{7}b\n",
    ]);
    let id = id.json()["id"].as_str().unwrap().to_owned();
    let raw = home.command(&["recall", &id, "--raw"]);
    assert_eq!(
        Terminal::new().start_with_input(raw).end(),
        (0, "a\\x1b]0;x\\x07b\n".into())
    );
    let list = home.command(&["outputs"]);
    let (_, screen) = Terminal::new().start_with_input(list).end();
    assert!(screen.starts_with("\u{1b}[1mID "), "{screen:?}");
    let mut list = home.command(&["outputs"]);
    list.env("NO_COLOR", "1");
    let (_, screen) = Terminal::new().start_with_input(list).end();
    assert!(screen.starts_with("ID "), "{screen:?}");
}
