//! Other agents' session files as records of a log.
//!
//! An [`Importer`] is fed the file's bytes in pieces of any size and gives the records at the end.
//! Formats of one record a line are read line by line, so memory is what the records need; formats
//! that are one JSON value are held whole.
//!
//! Nothing is lost silently: what has no place in a record is counted in [`Imported::skipped`], a
//! block that is not understood is kept as [`Opaque`](ibid_model::Opaque), and a line that cannot be
//! read is a [`Warning`] with its number. Only a file of which nothing can be read is an error.

mod claude_code;
mod codex;
mod content;
mod detect;
mod feed;
mod gemini;
mod log;
mod opencode;
mod parts;
mod pi;
mod qwen;
mod requests;
mod time;
mod trajectory;
mod tree;

use std::collections::BTreeMap;
use std::fmt;

use ibid_model::{Entry, RawJson};

pub use feed::Importer;
pub use opencode::{MessageRow, PartRow, SessionRow, import_opencode};

/// A kind of file that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Ibid's own log, read by its journal.
    Ibid,
    /// Session files of pi, linear or a tree.
    Pi,
    /// Session files of Claude Code.
    ClaudeCode,
    /// Rollout files of Codex.
    Codex,
    /// The database of opencode, read by [`import_opencode`] from its rows.
    Opencode,
    /// Session files of Gemini CLI.
    Gemini,
    /// Session files of Qwen Code.
    Qwen,
    /// Trajectories of SWE-agent (`.traj`).
    SweAgent,
    /// Trajectories of mini-SWE-agent.
    MiniSweAgent,
    /// Request bodies of Anthropic Messages.
    Anthropic,
    /// Request bodies of OpenAI Chat Completions.
    OpenaiChat,
    /// Request bodies of OpenAI Responses.
    OpenaiResponses,
}

/// All formats, by the names that users give them; the first of a format is the one it is shown by.
const NAMES: &[(&str, Format)] = &[
    ("ibid", Format::Ibid),
    ("pi", Format::Pi),
    ("claude-code", Format::ClaudeCode),
    ("claude", Format::ClaudeCode),
    ("codex", Format::Codex),
    ("opencode", Format::Opencode),
    ("gemini", Format::Gemini),
    ("gemini-cli", Format::Gemini),
    ("qwen", Format::Qwen),
    ("qwen-code", Format::Qwen),
    ("swe-agent", Format::SweAgent),
    ("mini-swe-agent", Format::MiniSweAgent),
    ("anthropic", Format::Anthropic),
    ("openai-chat", Format::OpenaiChat),
    ("openai-responses", Format::OpenaiResponses),
];

impl Format {
    /// The format that a user calls `name`.
    pub fn parse(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, format)| *format)
    }

    /// The name that users give it.
    pub fn name(self) -> &'static str {
        NAMES
            .iter()
            .find(|(_, format)| *format == self)
            .map_or("", |(name, _)| name)
    }

    /// The format of a file, told by its name (with its folders, where they are known) and its
    /// first bytes; some thousands are enough.
    pub fn detect(file_name: &str, first: &[u8]) -> Option<Self> {
        detect::detect(file_name, first)
    }

    /// All formats that can be read.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut seen = Vec::new();
        NAMES.iter().filter_map(move |(_, format)| {
            let new = !seen.contains(format);
            seen.push(*format);
            new.then_some(*format)
        })
    }
}

impl fmt::Display for Format {
    /// The name that users give it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A session that was read.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The format it was in.
    pub format: Format,
    /// Its records. Their `seq` counts from 1 without a gap, their `t` never goes back.
    pub entries: Vec<Entry>,
    /// What every request of the session carried beside its messages, where the file says it.
    pub fixed: Fixed,
    /// What could not be read, or only with a change, by line; at most some hundreds.
    pub warnings: Vec<Warning>,
    /// What was left out, by kind: records that a request never carries, other branches and
    /// subagents, fields that are only shown on a screen.
    pub skipped: BTreeMap<String, u64>,
}

/// What every request of a session carried beside its messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// The system prompt's texts, in order.
    pub system: Vec<String>,
    /// The tool definitions, each as it was sent.
    pub tools: Vec<RawJson>,
}

/// Something that could not be read, or only with a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1 on.
    pub line: u64,
    /// What it is.
    pub what: String,
}

/// Why nothing could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The line, from 1 on.
    pub line: u64,
    /// What is wrong there.
    pub why: Why,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is nothing in it.
    Empty,
    /// It is of no format that is known.
    UnknownFormat,
    /// No line, or not the whole, is valid JSON; what the JSON reader said.
    NotJson(String),
    /// It is JSON, but nothing in it is of this format.
    NothingOf(Format),
    /// It is a database: its rows are handed in, not its bytes.
    Database,
    /// It is a log of Ibid's own: the journal reads those.
    Log,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.why {
            Why::Empty => f.write_str("there is nothing in it"),
            Why::UnknownFormat => f.write_str("this is no session format that is known"),
            Why::NotJson(what) => write!(f, "not JSON: {what}"),
            Why::NothingOf(format) => write!(f, "nothing here is a session of {format}"),
            Why::Database => f.write_str("this is a database, whose rows must be read first"),
            Why::Log => f.write_str("this is a log of Ibid, which its journal reads"),
        }
    }
}

impl std::error::Error for ImportError {}

/// Reads a whole file that is in memory. The format is detected when none is given.
pub fn import(
    file_name: &str,
    format: Option<Format>,
    bytes: &[u8],
) -> Result<Imported, ImportError> {
    let mut importer = Importer::new(file_name, format);
    importer.feed(bytes)?;
    importer.finish()
}
