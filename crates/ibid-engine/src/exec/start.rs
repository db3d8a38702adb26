//! Starting a command, and saying as a shell would why it did not start.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::io::Errno;

use super::{CommandLine, StartError, StartErrorKind};

/// Starts `command` in a process group of its own, with pipes for its output.
pub(super) fn start(command: &CommandLine) -> Result<Child, StartError> {
    let error = match prepared(&command.program, None, command).spawn() {
        Ok(child) => return Ok(child),
        Err(error) => error,
    };
    // A script whose first line names no interpreter: shells run it themselves.
    if errno(&error) == Some(Errno::NOEXEC)
        && let Some(script) = find(command).filter(|file| is_text(file))
        && let Ok(child) = prepared(OsStr::new("/bin/sh"), Some(&script), command).spawn()
    {
        return Ok(child);
    }
    Err(StartError {
        program: command.program.to_string_lossy().into_owned(),
        kind: reason(command, error),
    })
}

fn prepared(program: &OsStr, script: Option<&Path>, command: &CommandLine) -> Command {
    let mut prepared = Command::new(program);
    prepared
        .args(script)
        .args(&command.args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    if let Some(cwd) = &command.cwd {
        prepared.current_dir(cwd);
    }
    prepared
}

/// What a shell would say of `error`. The system's own error does not tell a missing program from
/// a missing interpreter, nor a forbidden file from a directory.
fn reason(command: &CommandLine, error: io::Error) -> StartErrorKind {
    if let Some(cwd) = &command.cwd
        && let Err(error) = fs::read_dir(cwd)
    {
        return StartErrorKind::BadDirectory(error);
    }
    let has_path = has_slash(&command.program);
    match (errno(&error), find(command)) {
        (Some(Errno::NOENT), Some(file)) => match interpreter(&file) {
            Some(name) => StartErrorKind::BadInterpreter(name),
            None => StartErrorKind::Other(error),
        },
        (Some(Errno::NOENT | Errno::ACCESS | Errno::NOTDIR), None) if !has_path => {
            StartErrorKind::NotFound
        }
        (Some(Errno::NOENT | Errno::NOTDIR), None) => StartErrorKind::NoSuchFile,
        (Some(Errno::ACCESS), Some(file)) if file.is_dir() => StartErrorKind::Directory,
        (Some(Errno::ACCESS), _) => StartErrorKind::NotExecutable,
        _ => StartErrorKind::Other(error),
    }
}

fn errno(error: &io::Error) -> Option<Errno> {
    Errno::from_io_error(error)
}

fn has_slash(program: &OsStr) -> bool {
    program.as_bytes().contains(&b'/')
}

/// The file that the program's name means: the first executable one in `PATH`, else the first that
/// is there at all.
fn find(command: &CommandLine) -> Option<PathBuf> {
    let base = command.cwd.clone().unwrap_or_default();
    if command.program.is_empty() {
        return None;
    }
    if has_slash(&command.program) {
        let file = base.join(&command.program);
        return file.symlink_metadata().is_ok().then_some(file);
    }
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|dir| base.join(dir).join(&command.program));
    let files: Vec<PathBuf> = candidates.filter(|file| file.is_file()).collect();
    let executable = |file: &&PathBuf| {
        fs::metadata(file).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
    };
    files.iter().find(executable).or(files.first()).cloned()
}

/// The interpreter that a script's first line names.
fn interpreter(file: &Path) -> Option<String> {
    let mut line = Vec::new();
    let start = BufReader::new(fs::File::open(file).ok()?).take(4096);
    BufReader::new(start).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8_lossy(&line);
    let name = line.strip_prefix("#!")?.split_whitespace().next()?;
    Some(name.to_owned())
}

/// Whether a file looks like a script: no NUL before the end of its first line.
fn is_text(file: &Path) -> bool {
    let mut start = [0u8; 128];
    let Ok(len) = fs::File::open(file).and_then(|mut file| file.read(&mut start)) else {
        return false;
    };
    let line = start[..len].split(|&byte| byte == b'\n').next();
    len > 0 && !line.is_some_and(|line| line.contains(&0))
}
