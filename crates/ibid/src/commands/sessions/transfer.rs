//! Taking a session elsewhere, and back.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

use ibid_engine::journal::{Exported, JournalError, Sessions, new_session_id};
use ibid_model::SessionId;
use jiff::Timestamp;
use serde::Serialize;

use super::warn;
use crate::cli::Global;
use crate::failure::{Failure, Outcome};
use crate::output;

/// What an export did, in `--json`.
#[derive(Serialize)]
struct Written<'a> {
    session: &'a SessionId,
    file: &'a Path,
    records: u64,
    left_out: u64,
    redacted: std::collections::BTreeMap<String, u64>,
    missing_images: u64,
    warnings: Vec<String>,
}

pub(super) fn export(
    sessions: &Sessions,
    id: &SessionId,
    redact: bool,
    file: Option<&Path>,
    global: &Global,
) -> Outcome {
    let done = match file {
        None => sessions.export(id, redact, &mut BufWriter::new(io::stdout().lock())),
        Some(path) => {
            let file = new_file(path)?;
            let done = sessions.export(id, redact, &mut BufWriter::new(&file));
            let synced = file.sync_all();
            if done.is_err() || synced.is_err() {
                // Half an export must not pass for one.
                let _ = fs::remove_file(path);
            }
            synced.map_err(|error| cannot("write", path, &error))?;
            done
        }
    };
    let done = match done {
        // A reader that has gone away is no failure.
        Err(JournalError::Output {
            kind: ErrorKind::BrokenPipe,
            ..
        }) => {
            return Ok(ExitCode::SUCCESS);
        }
        done => done?,
    };
    if let Some(file) = file.filter(|_| global.json) {
        output::json(&Written {
            session: id,
            file,
            records: done.records,
            left_out: done.left_out,
            warnings: done.report.warnings(),
            redacted: done.redacted,
            missing_images: done.missing_images,
        })?;
    } else {
        tell_exported(&done, global);
    }
    Ok(ExitCode::SUCCESS)
}

fn tell_exported(done: &Exported, global: &Global) {
    warn(&done.report);
    let counts = [
        (
            done.left_out,
            "records were left out: they are not understood",
        ),
        (
            done.missing_images,
            "images are not there, or too large, and were left out",
        ),
    ];
    for (count, what) in counts {
        if count > 0 {
            output::warn(format_args!("{count} {what}"));
        }
    }
    let secrets: u64 = done.redacted.values().sum();
    if secrets > 0 {
        output::note(global, format_args!("{secrets} secrets were replaced"));
    }
}

/// A new file that only the user can read.
fn new_file(path: &Path) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options
        .open(path)
        .map_err(|error| cannot("create", path, &error))
}

fn cannot(doing: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot {doing} {}", path.display()))
        .why(error)
        .hint("check the path; a file that is there already is not replaced")
}

/// What an import did, in `--json`.
#[derive(Serialize)]
struct Kept<'a> {
    session: &'a SessionId,
    records: u64,
    bytes: u64,
    warnings: Vec<String>,
}

pub(super) fn import(sessions: &Sessions, file: &Path, global: &Global) -> Outcome {
    let id = match &global.session {
        Some(id) => id.clone(),
        None => new_session_id(Timestamp::now())?,
    };
    let stdin = file == Path::new("-");
    let (mut source, name): (Box<dyn Read>, &Path) = match stdin {
        true => (Box::new(io::stdin().lock()), Path::new("standard input")),
        false => {
            let opened = File::open(file).map_err(|error| {
                Failure::new(format!("cannot open {}", file.display()))
                    .why(error)
                    .hint("check the path")
            })?;
            (Box::new(opened), file)
        }
    };
    let done = sessions.import(&id, &mut source, name)?;
    if global.json {
        output::json(&Kept {
            session: &id,
            records: done.report.records,
            bytes: done.bytes().0,
            warnings: done.report.warnings(),
        })?;
    } else {
        warn(&done.report);
        output::answer(format!("{id}\n").as_bytes())?;
        let (records, bytes) = (done.report.records, done.bytes());
        output::note(global, format_args!("imported {records} records ({bytes})"));
    }
    Ok(ExitCode::SUCCESS)
}
