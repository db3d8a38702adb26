use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use ibid_context::record::{FileNow, build, render};
use ibid_engine::blob::blob_id;
use ibid_model::{Body, Entry, Message, MessageEntry, Millis, Origin, Role, Seq};
use ibid_wire::openai_chat;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::session;
use crate::cli::Global;
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::setup::Setup;

/// Show what a session came to: requests, constraints, files, checks.
///
/// The record is made from the session's messages by rules, without a model: what the user asked for
/// and what became of it, what the user demanded and which later message lifted or changed it, what
/// waits for the user, files read and changed, test and build commands with their outcome, names
/// looked up, and the checkout. Every line names the message it is from. Only what the user typed is
/// a request or a constraint.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid record examples/tally.jsonl
  ibid record examples/tally.jsonl --json
  ibid record --messages conversation.jsonl --json

A file of messages holds a JSON array, or one message a line: {\"n\", \"origin\", \"text\"} with the origins
typed, attached, piped, injected, wire, model and tool, or {\"role\", \"content\"} as chat APIs have them.
Without \"n\" messages are numbered from 1.")]
pub(crate) struct Args {
    /// The session: a file, - for standard input, FILE#ID, or the name of one of this project's
    #[arg(value_name = "SESSION", required_unless_present = "messages")]
    file: Option<PathBuf>,
    /// Take messages from this file instead; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    messages: Option<PathBuf>,
    /// The session's format [default: detected]
    #[arg(long, value_name = "F", requires = "file")]
    format: Option<String>,
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let entries = match (&args.file, &args.messages) {
        (_, Some(path)) => read_messages(path)?,
        (Some(file), None) => session::read(file, args.format.as_deref(), &setup, global)?.entries,
        (None, None) => Vec::new(),
    };
    let directory = entries.iter().find_map(|entry| match &entry.body {
        Body::Session(head) => Some(PathBuf::from(&head.cwd)),
        _ => None,
    });
    let record = build(&entries, &|path| match &directory {
        Some(directory) => file_now(directory, path),
        None => FileNow::Unknown,
    });
    if global.json {
        output::json(&record)?;
    } else {
        output::answer(render(&record).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is known of a session's file now. Only files below the session's directory are looked at.
fn file_now(directory: &Path, path: &str) -> FileNow {
    let path = Path::new(path);
    let inside = match path.strip_prefix(directory) {
        Ok(rest) => rest,
        Err(_) if path.is_absolute() => return FileNow::Unknown,
        Err(_) => path,
    };
    let leaves = |part| !matches!(part, Component::Normal(_) | Component::CurDir);
    if !directory.is_absolute() || !directory.is_dir() || inside.components().any(leaves) {
        return FileNow::Unknown;
    }
    match blob_id(&directory.join(inside)) {
        Ok(blob) => FileNow::Blob(blob),
        Err(error) if error.kind() == io::ErrorKind::NotFound => FileNow::Gone,
        Err(_) => FileNow::Unknown,
    }
}

/// A message with its number, as a file of them has it.
#[derive(Deserialize)]
struct Line {
    n: Option<u64>,
    origin: Option<Origin>,
    text: Option<String>,
}

fn read_messages(path: &Path) -> Result<Vec<Entry>, Failure> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Failure::new("cannot read the messages")
            .why(format!("{}: {why}", path.display()))
            .hint("\"ibid record --help\" tells what the file holds")
    };
    let mut text = String::new();
    let read = match path.to_str() {
        Some("-") => io::stdin().lock().read_to_string(&mut text).map(|_| ()),
        _ => fs::read_to_string(path).map(|content| text = content),
    };
    read.map_err(|error| unreadable(&error))?;
    let items = items(&text).map_err(|(line, error)| match line {
        Some(line) => unreadable(&format!("line {line}: {error}")),
        None => unreadable(&error),
    })?;
    let mut entries = Vec::new();
    for (number, item) in (1..).zip(items) {
        let wrong = |why: &dyn std::fmt::Display| unreadable(&format!("message {number}: {why}"));
        let line: Line = serde_json::from_str(item.get()).map_err(|error| wrong(&error))?;
        let messages = match (line.origin, line.text) {
            (Some(origin), Some(text)) => vec![Message::text(role(origin), origin, text)],
            _ => chat_message(item.get()).map_err(|error| wrong(&error))?,
        };
        entries.extend(messages.into_iter().map(|message| Entry {
            seq: Seq(line.n.unwrap_or(number)),
            t: Millis(0),
            body: Body::Message(MessageEntry {
                message: Arc::new(message),
                call: None,
            }),
        }));
    }
    Ok(entries)
}

/// The messages of a file: of an array, of a request that holds one, or one a line.
fn items(text: &str) -> Result<Vec<Box<RawValue>>, (Option<usize>, serde_json::Error)> {
    #[derive(Deserialize)]
    struct Body {
        messages: Vec<Box<RawValue>>,
    }
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| (None, error));
    }
    if let Ok(body) = serde_json::from_str::<Body>(text) {
        return Ok(body.messages);
    }
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| serde_json::from_str(line).map_err(|error| (Some(number), error)))
        .collect()
}

fn role(origin: Origin) -> Role {
    match origin {
        Origin::Model => Role::Assistant,
        Origin::Tool => Role::Tool,
        _ => Role::User,
    }
}

/// The messages that one of a chat API stands for. Its names are those of OpenAI's.
fn chat_message(item: &str) -> Result<Vec<Message>, String> {
    let fields: Value = serde_json::from_str(item).map_err(|error| error.to_string())?;
    if !fields["role"].is_string() {
        return Err("it has neither an origin and a text nor a role".to_owned());
    }
    let body = format!("{{\"model\":\"\",\"messages\":[{item}]}}");
    let request = openai_chat::decode(&body).map_err(|error| error.to_string())?;
    Ok(request.messages)
}
