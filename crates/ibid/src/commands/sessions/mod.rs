mod show;
mod transfer;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use ibid_engine::archive::Retention;
use ibid_engine::journal::{JournalError, Report, Sessions, Stored, Summary};
use ibid_model::{Bytes, Millis, SessionId};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::outputs::{age, size};
use crate::cli::{Global, session};
use crate::failure::{Failure, Outcome};
use crate::output::{self, Side};
use crate::setup::Setup;

/// List, show, delete, export and import this project's sessions.
///
/// Nothing is ever deleted but here, and only with --yes: without it, what would be deleted is
/// listed.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid sessions                              this project's sessions, newest first
  ibid sessions show ID                      a session's log
  ibid sessions rm ID --yes
  ibid sessions gc --older-than 90d          what that would delete
  ibid sessions export ID --redact >session.jsonl
  ibid sessions import session.jsonl")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List them, newest first (the default)
    List,
    /// Show a session's log; with --json, its records as they are stored
    Show {
        /// The session
        #[arg(value_parser = session)]
        id: SessionId,
        /// Long texts in full
        #[arg(long)]
        full: bool,
    },
    /// Delete sessions: log, images, and originals that no other session names
    Rm {
        /// The sessions
        #[arg(required = true, value_parser = session)]
        ids: Vec<SessionId>,
        /// Delete; without it, list what would be deleted
        #[arg(short, long)]
        yes: bool,
    },
    /// Delete old sessions, and what interrupted processes left behind
    Gc {
        /// Delete those whose last record is older than this: 12h, 30d, 8w
        #[arg(long, value_name = "D", value_parser = age)]
        older_than: Option<SignedDuration>,
        /// Delete the oldest until the rest is no larger than this: 500MB, 1GiB
        #[arg(long, value_name = "N", value_parser = size)]
        max_bytes: Option<u64>,
        /// Delete; without it, list what would be deleted
        #[arg(short, long)]
        yes: bool,
    },
    /// Write a session's log, with its images in it, to standard output
    Export {
        /// The session
        #[arg(value_parser = session)]
        id: SessionId,
        /// Replace secrets of known forms
        #[arg(long)]
        redact: bool,
        /// Write to this new file instead
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Keep an exported log as a new session of this project, byte for byte
    Import {
        /// The file; "-" is standard input
        file: PathBuf,
    },
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let sessions = Sessions::of(setup.archive()?);
    match &args.action {
        None | Some(Action::List) => list(&sessions, global),
        Some(Action::Show { id, full }) => show(&sessions, id, *full, global),
        Some(Action::Rm { ids, yes }) => rm(&sessions, ids, *yes, global),
        Some(Action::Gc {
            older_than,
            max_bytes,
            yes,
        }) => {
            let before = older_than.and_then(|age| Timestamp::now().checked_sub(age).ok());
            let keep = Retention {
                older_than: before,
                max_bytes: max_bytes.map(Bytes),
            };
            gc(&sessions, &keep, *yes, global)
        }
        Some(Action::Export { id, redact, output }) => {
            transfer::export(&sessions, id, *redact, output.as_deref(), global)
        }
        Some(Action::Import { file }) => transfer::import(&sessions, file, global),
    }
}

/// A session in `--json`.
#[derive(Serialize)]
struct Listed<'a> {
    session: &'a SessionId,
    started: Option<Timestamp>,
    last: Option<Timestamp>,
    messages: u64,
    records: u64,
    request: Option<&'a str>,
    bytes: Sizes,
    path: &'a Path,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Sizes {
    log: u64,
    images: u64,
    originals: u64,
    total: u64,
}

impl<'a> From<&'a Summary> for Listed<'a> {
    fn from(summary: &'a Summary) -> Self {
        let sizes = summary.sizes;
        Self {
            session: &summary.session,
            started: summary.started.and_then(moment),
            last: summary.last.and_then(moment),
            messages: summary.messages,
            records: summary.report.records,
            request: summary.request.as_deref(),
            bytes: Sizes {
                log: sizes.log.0,
                images: sizes.images.0,
                originals: sizes.originals.0,
                total: sizes.total().0,
            },
            path: &summary.path,
            warnings: summary.report.warnings(),
        }
    }
}

fn moment(t: Millis) -> Option<Timestamp> {
    Timestamp::from_millisecond(t.0).ok()
}

/// `t` to the second, in UTC.
fn when(t: Millis) -> String {
    moment(t).map_or_else(
        || "-".to_owned(),
        |time| time.strftime("%Y-%m-%d %H:%M:%S").to_string(),
    )
}

fn list(sessions: &Sessions, global: &Global) -> Outcome {
    let found = sessions.list()?;
    if global.json {
        output::json(&found.iter().map(Listed::from).collect::<Vec<_>>())?;
    } else if found.is_empty() {
        output::note(global, "this project has no session");
    } else {
        output::answer(table(&found).as_bytes())?;
        for summary in &found {
            let session = &summary.session;
            match (summary.last, summary.report.warnings().len()) {
                (None, _) => output::warn(format_args!(
                    "\"{session}\" is no session: no record is whole"
                )),
                (_, 0) => {}
                (_, 1) => output::warn(format_args!(
                    "\"{session}\" has a warning: ibid sessions show {session}"
                )),
                (_, count) => output::warn(format_args!(
                    "\"{session}\" has {count} warnings: ibid sessions show {session}"
                )),
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Longest request shown in a table, in characters.
const REQUEST_MAX: usize = 56;

fn table(found: &[Summary]) -> String {
    let heading = [
        ("SESSION", Side::Left),
        ("LAST (UTC)", Side::Left),
        ("MESSAGES", Side::Right),
        ("SIZE", Side::Right),
        ("FIRST REQUEST", Side::Left),
    ];
    output::table(heading, found.iter().map(row).collect())
}

fn row(summary: &Summary) -> [String; 5] {
    let request = summary.request.as_deref().unwrap_or("-");
    [
        summary.session.to_string(),
        summary.last.map_or_else(|| "-".to_owned(), when),
        summary.messages.to_string(),
        summary.sizes.total().to_string(),
        output::start(request, REQUEST_MAX),
    ]
}

/// Tells what reading a log found.
fn warn(report: &Report) {
    report.warnings().iter().for_each(output::warn);
}

fn show(sessions: &Sessions, id: &SessionId, full: bool, global: &Global) -> Outcome {
    let stored = sessions.read(id)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let extent = match full {
        true => show::Extent::Full,
        false => show::Extent::Start,
    };
    let report = match global.json {
        true => records(&stored, &mut out),
        false => pages(&stored, extent, &mut out),
    };
    match report {
        Ok(report) if report.records == 0 => {
            // Says what is wrong with it.
            stored.load(ibid_engine::journal::Extent::Nothing)?;
        }
        Ok(report) => warn(&report),
        // A reader that has gone away is no failure.
        Err(JournalError::Output {
            kind: ErrorKind::BrokenPipe,
            ..
        }) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the records as they are stored.
fn records(stored: &Stored, out: &mut dyn Write) -> Result<Report, JournalError> {
    let mut reader = stored.reader()?;
    while let Some(record) = reader.next_record().map_err(|e| stored.failed(&e))? {
        let written = out
            .write_all(record.bytes())
            .and_then(|()| out.write_all(b"\n"));
        written.map_err(|e| JournalError::output(&e))?;
    }
    out.flush().map_err(|e| JournalError::output(&e))?;
    Ok(reader.finish())
}

/// Writes the entries for a reader.
fn pages(
    stored: &Stored,
    extent: show::Extent,
    out: &mut dyn Write,
) -> Result<Report, JournalError> {
    let mut reader = stored.reader()?;
    while let Some(entry) = reader.next_entry().map_err(|e| stored.failed(&e))? {
        let written = out.write_all(show::entry(&entry, extent).as_bytes());
        written.map_err(|e| JournalError::output(&e))?;
    }
    out.flush().map_err(|e| JournalError::output(&e))?;
    Ok(reader.finish())
}

/// What is deleted, or would be, in `--json`.
#[derive(Serialize)]
struct Deleted<'a> {
    deleted: bool,
    sessions: Vec<Doomed<'a>>,
    bytes: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    in_use: Vec<&'a SessionId>,
}

#[derive(Serialize)]
struct Doomed<'a> {
    session: &'a SessionId,
    last: Option<Timestamp>,
    bytes: u64,
}

fn rm(sessions: &Sessions, ids: &[SessionId], yes: bool, global: &Global) -> Outcome {
    // All are looked up before the first is deleted: a mistyped name deletes nothing.
    let mut found: Vec<Summary> = Vec::new();
    for id in ids {
        if found.iter().all(|summary| summary.session != *id) {
            found.push(sessions.summary(id)?);
        }
    }
    if yes {
        for summary in &found {
            sessions.remove(&summary.session)?;
        }
    }
    tell_deleted(&found.iter().collect::<Vec<_>>(), Vec::new(), yes, global)
}

fn gc(sessions: &Sessions, keep: &Retention, yes: bool, global: &Global) -> Outcome {
    if *keep == Retention::default() {
        return Err(Failure::usage("nothing says what to delete")
            .why("neither --older-than nor --max-bytes is given")
            .hint("ibid sessions gc --older-than 90d"));
    }
    let found = sessions.gc_candidates(keep)?;
    let (mut gone, mut in_use) = (Vec::new(), Vec::new());
    for summary in &found {
        match yes {
            false => gone.push(summary),
            true => match sessions.remove(&summary.session) {
                Ok(()) => gone.push(summary),
                Err(error @ JournalError::InUse { .. }) => {
                    output::warn(error);
                    in_use.push(&summary.session);
                }
                Err(error) => return Err(error.into()),
            },
        }
    }
    if yes {
        let cleared = sessions.clear_left_over()?;
        output::detail(global, format_args!("cleared {cleared} files left behind"));
    }
    tell_deleted(&gone, in_use, yes, global)
}

fn tell_deleted(gone: &[&Summary], in_use: Vec<&SessionId>, yes: bool, global: &Global) -> Outcome {
    let bytes = gone.iter().map(|summary| summary.sizes.total().0).sum();
    if global.json {
        let doomed = gone.iter().map(|summary| Doomed {
            session: &summary.session,
            last: summary.last.and_then(moment),
            bytes: summary.sizes.total().0,
        });
        output::json(&Deleted {
            deleted: yes,
            sessions: doomed.collect(),
            bytes,
            in_use,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let count = match gone.len() {
        1 => "1 session".to_owned(),
        count => format!("{count} sessions"),
    };
    let size = Bytes(bytes);
    if yes {
        output::note(global, format_args!("deleted {count} ({size})"));
    } else {
        let gone: Vec<Summary> = gone.iter().copied().cloned().collect();
        output::answer(table(&gone).as_bytes())?;
        output::note(
            global,
            format_args!("nothing was deleted; with --yes: {count} ({size})"),
        );
    }
    Ok(ExitCode::SUCCESS)
}
