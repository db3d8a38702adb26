use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;
use ibid_engine::archive::{Archive, Entry, GcReport, Health, Record, Retention, Scope};
use ibid_engine::config::parse_size;
use ibid_engine::recall;
use ibid_model::{Bytes, RecallId};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::{FAILED, Failure, Outcome};
use crate::output::{self, Side};
use crate::setup::Setup;

/// List, show and delete this project's kept originals.
///
/// Nothing is ever deleted or changed but here, and only when asked.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid outputs                               what is kept, newest first
  ibid outputs show ID                       all that is known of one, and whether it is whole
  ibid outputs rm ID
  ibid outputs gc --older-than 30d --max-bytes 1GiB
  ibid outputs redact 'tok_[a-z0-9]{20}'     replace what leaked, in all that is kept
  ibid outputs redact - < pattern.txt        the same, and no secret in the shell's history")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List what is kept, newest first (the default)
    List,
    /// Show what is known of one, and check its bytes
    Show {
        /// The recall id
        id: String,
        /// Also when it is another project's
        #[arg(long)]
        any_project: bool,
    },
    /// Delete some
    Rm {
        /// The recall ids
        #[arg(required = true)]
        ids: Vec<String>,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Delete old ones, and what interrupted commands left behind
    Gc {
        /// Delete what was stored longer ago than this: 90m, 12h, 30d, 8w
        #[arg(long, value_name = "D", value_parser = age)]
        older_than: Option<SignedDuration>,
        /// Delete the oldest until no more than this is kept: 500MB, 1GiB
        #[arg(long, value_name = "N", value_parser = size)]
        max_bytes: Option<u64>,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Replace what leaked, in every original and record of this project
    ///
    /// Each match becomes a placeholder, in a session the same one for the same match; how many
    /// and when is noted with each output, and recall says so. It cannot be undone. Without --yes
    /// it shows how many places each output has, and asks. What a command prints while this runs
    /// is not looked at, nor is anything outside the data directory, such as backups. A session's
    /// log is never rewritten: one that has matches is named, and the exit status is 1.
    Redact {
        /// A regular expression, in which ^ and $ are the ends of a line; "-" reads it from
        /// standard input
        pattern: String,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let archive = setup.archive()?;
    match &args.action {
        None | Some(Action::List) => list(archive, global),
        Some(Action::Show { id, any_project }) => show(archive, id, *any_project, global),
        Some(Action::Rm { ids, yes }) => rm(archive, ids, *yes, global),
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
            gc(archive, &keep, *yes, global)
        }
        Some(Action::Redact { pattern, yes }) => super::redact::run(archive, pattern, *yes, global),
    }
}

/// An output in `--json`.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    record: &'a Record,
    path: &'a Path,
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

impl<'a> From<&'a Entry> for Shown<'a> {
    fn from(entry: &'a Entry) -> Self {
        Self {
            record: &entry.record,
            path: &entry.path,
            whole: None,
        }
    }
}

fn list(archive: &Archive, global: &Global) -> Outcome {
    let entries = archive.list()?;
    if global.json {
        output::json(&entries.iter().map(Shown::from).collect::<Vec<_>>())?;
    } else if entries.is_empty() {
        output::note(global, "nothing is kept for this project");
    } else {
        output::answer(table(&entries).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Longest command shown in a table, in characters.
const COMMAND_MAX: usize = 48;

fn table(entries: &[Entry]) -> String {
    let heading = [
        ("ID", Side::Left),
        ("WHEN (UTC)", Side::Left),
        ("LINES", Side::Right),
        ("SIZE", Side::Right),
        ("EXIT", Side::Right),
        ("COMMAND", Side::Left),
    ];
    output::table(
        heading,
        entries.iter().map(|entry| row(&entry.record)).collect(),
    )
}

fn row(record: &Record) -> [String; 6] {
    let command = record.command.as_deref().unwrap_or("-");
    [
        record.id.to_string(),
        record.when.strftime("%Y-%m-%d %H:%M:%S").to_string(),
        record.lines.0.to_string(),
        record.bytes.to_string(),
        record
            .exit
            .map_or_else(|| "-".to_owned(), |exit| exit.to_string()),
        output::start(command, COMMAND_MAX),
    ]
}

/// A character that cannot act on a terminal, nor end a row.
fn plain(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

fn show(archive: &Archive, id: &str, any_project: bool, global: &Global) -> Outcome {
    let scope = if any_project {
        Scope::AnyProject
    } else {
        Scope::Project
    };
    let id = Archive::parse_id(id)?;
    let (record, path) = archive.show(&id, scope)?;
    let health = archive.verify(&id, scope);
    if global.json {
        output::json(&Shown {
            record: &record,
            path: &path,
            whole: Some(health == Health::Whole),
        })?;
    } else {
        output::answer(facts(&record, &path, &health).as_bytes())?;
    }
    match health {
        Health::Whole => Ok(ExitCode::SUCCESS),
        Health::Broken(error) => Err(error.into()),
    }
}

fn facts(record: &Record, path: &Path, health: &Health) -> String {
    let exit = record.exit.map(|exit| exit.to_string());
    let missing = record.missing.as_ref().map(|missing| {
        format!(
            "bytes {} to {} were not kept",
            missing.range.start, missing.range.end
        )
    });
    let whole = match health {
        Health::Whole => "yes",
        Health::Broken(_) => "no",
    };
    let facts = [
        ("id", Some(record.id.to_string())),
        ("command", record.command.clone()),
        ("exit", exit),
        ("when", Some(record.when.to_string())),
        ("directory", record.cwd.clone()),
        ("session", Some(record.session.to_string())),
        ("lines", Some(record.lines.0.to_string())),
        ("bytes", Some(record.bytes.0.to_string())),
        ("missing", missing),
        (
            "left",
            record
                .left_running
                .then(|| "a process that still held its output".to_owned()),
        ),
        ("redacted", recall::purged_note(record)),
        ("sha256", Some(record.sha256.clone())),
        ("file", Some(path.display().to_string())),
        ("whole", Some(whole.to_owned())),
    ];
    let mut text = String::new();
    for (name, value) in facts {
        if let Some(value) = value {
            let value: String = value.chars().map(plain).collect();
            let _ = writeln!(text, "{name:9}  {value}");
        }
    }
    text
}

fn rm(archive: &Archive, ids: &[String], yes: bool, global: &Global) -> Outcome {
    let ids: Vec<RecallId> = ids
        .iter()
        .map(|id| Archive::parse_id(id))
        .collect::<Result<_, _>>()?;
    // All are looked up before the first is deleted: a mistyped id deletes nothing.
    for id in &ids {
        archive
            .show(id, Scope::Project)
            .map(drop)
            .or_else(forgettable)?;
    }
    if !confirmed(yes, &format!("Delete {}?", outputs(ids.len())))? {
        return Ok(ExitCode::from(FAILED));
    }
    archive.rm(&ids)?;
    if global.json {
        output::json(&Deleted {
            deleted: &ids,
            bytes: None,
            left_over: None,
        })?;
    } else {
        output::note(global, format_args!("deleted {}", outputs(ids.len())));
    }
    Ok(ExitCode::SUCCESS)
}

/// What is gone already may still be deleted from the index.
fn forgettable(error: ibid_engine::archive::LookupError) -> Result<(), Failure> {
    match error {
        ibid_engine::archive::LookupError::Missing { .. } => Ok(()),
        error => Err(error.into()),
    }
}

/// What was deleted, in `--json`.
#[derive(Serialize)]
struct Deleted<'a> {
    deleted: &'a [RecallId],
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// Files that commands which were killed had left behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_over: Option<usize>,
}

fn gc(archive: &Archive, keep: &Retention, yes: bool, global: &Global) -> Outcome {
    if *keep == Retention::default() {
        return Err(Failure::usage("nothing says what to delete")
            .why("neither --older-than nor --max-bytes is given")
            .hint("ibid outputs gc --older-than 30d"));
    }
    let doomed = archive.gc_candidates(keep)?;
    let bytes: u64 = doomed.iter().map(|entry| entry.record.kept.0).sum();
    let question = format!("Delete {} ({})?", outputs(doomed.len()), Bytes(bytes));
    if !doomed.is_empty() && !confirmed(yes, &question)? {
        return Ok(ExitCode::from(FAILED));
    }
    let report = archive.gc(keep)?;
    if global.json {
        output::json(&Deleted {
            deleted: &report.deleted,
            bytes: Some(report.bytes.0),
            left_over: Some(report.left_over),
        })?;
    } else {
        output::note(global, cleared(&report));
    }
    Ok(ExitCode::SUCCESS)
}

/// What `gc` did, in words.
fn cleared(report: &GcReport) -> String {
    let deleted = outputs(report.deleted.len());
    let mut text = format!("deleted {deleted} ({})", report.bytes);
    match report.left_over {
        0 => {}
        1 => text.push_str(", and 1 file that an interrupted command had left behind"),
        n => {
            let _ = write!(
                text,
                ", and {n} files that interrupted commands had left behind"
            );
        }
    }
    text
}

pub(super) fn outputs(count: usize) -> String {
    match count {
        1 => "1 output".to_owned(),
        count => format!("{count} outputs"),
    }
}

/// Asks on the terminal; without one, only `--yes` will do.
pub(super) fn confirmed(yes: bool, question: &str) -> Result<bool, Failure> {
    if yes {
        return Ok(true);
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::usage("this needs a confirmation")
            .why("there is no terminal to ask on")
            .hint("the same with --yes"));
    }
    // One write: what is typed meanwhile is echoed between two.
    let _ = io::stderr().write_all(format!("{question} [y/N] ").as_bytes());
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    Ok(read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes"))
}

pub(super) fn size(text: &str) -> Result<u64, String> {
    parse_size(text).ok_or_else(|| "expected a size such as 500MB or 1GiB".to_owned())
}

/// Seconds of each unit of an age.
const UNITS: [(char, i64); 5] = [
    ('s', 1),
    ('m', 60),
    ('h', 3600),
    ('d', 86_400),
    ('w', 604_800),
];

pub(super) fn age(text: &str) -> Result<SignedDuration, String> {
    let wrong = || "expected an age such as 90m, 12h, 30d or 8w".to_owned();
    let (_, seconds) = UNITS
        .iter()
        .find(|(unit, _)| text.ends_with(*unit))
        .ok_or_else(wrong)?;
    let count: u32 = text[..text.len() - 1].trim().parse().map_err(|_| wrong())?;
    Ok(SignedDuration::from_secs(i64::from(count) * seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages() {
        let cases = [
            ("30d", Some(30 * 86_400)),
            ("90 m", Some(5400)),
            ("0s", Some(0)),
            ("2w", Some(14 * 86_400)),
            ("4000000000w", Some(4_000_000_000 * 604_800)),
            ("30", None),
            ("d", None),
            ("-1d", None),
            ("1.5d", None),
            ("", None),
            ("9é", None),
        ];
        for (text, expected) in cases {
            assert_eq!(
                age(text).ok().map(|age| age.as_secs()),
                expected,
                "{text:?}"
            );
        }
    }
}
