//! Running the real binary in a home of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A directory with a project, a data directory and a configuration directory.
pub(crate) struct Home {
    dir: TempDir,
}

/// How a command ended and what it printed.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        let home = Self {
            dir: TempDir::with_prefix("ibid-test-").unwrap(),
        };
        fs::create_dir(home.project()).unwrap();
        home
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.dir.path().join("config/ibid/config.toml")
    }

    /// Writes `text` to `path` in the project.
    pub(crate) fn file(&self, path: &str, text: &str) -> PathBuf {
        let path = self.project().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The binary with `args`, in the project, with nothing of the caller's settings.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ibid"));
        let ours = std::env::vars_os().filter(|(name, _)| {
            let name = name.to_string_lossy();
            name.starts_with("IBID_") || name.starts_with("CLICOLOR") || name == "NO_COLOR"
        });
        for (name, _) in ours {
            command.env_remove(name);
        }
        command
            .args(args)
            .current_dir(self.project())
            .env("HOME", self.dir.path())
            .env("IBID_DATA_DIR", self.data())
            .env("XDG_CONFIG_HOME", self.dir.path().join("config"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn ibid(&self, args: &[&str]) -> Ran {
        ran(self.command(args).output().unwrap())
    }

    pub(crate) fn ibid_with(&self, args: &[&str], env: &[(&str, &str)]) -> Ran {
        ran(self
            .command(args)
            .envs(env.iter().copied())
            .output()
            .unwrap())
    }

    /// The same with `input` on standard input.
    pub(crate) fn pipe(&self, args: &[&str], input: &[u8]) -> Ran {
        ran(feed(self.command(args), input))
    }

    /// `ibid run -- sh -c SCRIPT`.
    pub(crate) fn sh(&self, script: &str) -> Ran {
        self.ibid(&["run", "--", "sh", "-c", script])
    }

    /// The exact bytes of an original.
    pub(crate) fn raw(&self, id: &str) -> Vec<u8> {
        let output = self.command(&["recall", id, "--raw"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    }
}

/// Runs `command` with `input` on standard input.
pub(crate) fn feed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A reader that stops early is the test's own matter.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        status: output.status.code().expect("ibid was ended by a signal"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Ran {
    /// The recall id that the last line names.
    pub(crate) fn id(&self) -> String {
        let (_, after) = self
            .stdout
            .rsplit_once("ibid recall ")
            .unwrap_or_else(|| panic!("no recall id in {self:?}"));
        after.split_whitespace().next().unwrap().to_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Waits until `done`, at most ten seconds.
pub(crate) fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal.
pub(crate) fn kill(signal: Signal, pid: u32) {
    let pid = Pid::from_raw(pid.try_into().unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
}

/// Whether a process is there and no zombie.
pub(crate) fn is_running(pid: u32) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"));
    stat.is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .starts_with(" Z")
    })
}

/// Most memory a running process has held so far, in bytes.
pub(crate) fn peak_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
