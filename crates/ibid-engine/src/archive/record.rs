//! What is stored beside an original, as JSON.

use std::collections::BTreeMap;

use ibid_model::{ByteRange, Bytes, LineNo, Lines, ProjectKey, RecallId, SessionId};
use ibid_prune::clean::Encoding;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The format version that this Ibid writes. A record of a newer one is not read.
pub(crate) const VERSION: u32 = 1;

/// What the caller knows of an output when it is stored.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    /// The command line.
    pub command: Option<String>,
    /// Its exit status.
    pub exit: Option<i32>,
    /// The directory it ran in.
    pub cwd: Option<String>,
    /// When it was stored; now, when absent.
    pub when: Option<Timestamp>,
    /// Cleaned lines of the whole output; counted while storing, when absent.
    pub lines: Option<Lines>,
    /// Files whose content the output shows.
    pub files: Vec<FileSeen>,
    /// Whether a process that the command left behind still held its output when reading stopped.
    pub left_running: bool,
}

/// The record of one kept original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Format version.
    pub version: u32,
    /// The recall id.
    pub id: RecallId,
    /// The project, where it is known.
    pub project: Option<ProjectKey>,
    /// The session.
    pub session: SessionId,
    /// When it was stored (UTC).
    pub when: Timestamp,
    /// The command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The exit status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The directory the command ran in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Bytes of the whole output (after redaction, where that is on).
    pub bytes: Bytes,
    /// Bytes kept: fewer than `bytes` when the output was over `archive.max_output`.
    pub kept: Bytes,
    /// Cleaned lines of the whole output; what is not kept counts as many as it has line ends.
    pub lines: Lines,
    /// Encoding of the text.
    #[serde(with = "encoding")]
    pub encoding: Encoding,
    /// SHA-256 of the kept bytes, in hexadecimal.
    pub sha256: String,
    /// What is missing from the middle, when the output was over `archive.max_output`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    /// Which bytes came from which stream, where the caller said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub streams: Option<Streams>,
    /// Whether a process that the command left behind still held its output when reading stopped:
    /// what it printed later is not here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_running: bool,
    /// Files whose content the output shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileSeen>,
    /// Secrets replaced before storing, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub redacted: BTreeMap<String, u64>,
    /// What the user purged after storing: when and how much, never what it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purged: Vec<Purged>,
    /// Whether the bytes described here have yet to take the place of the old ones: a purge was
    /// interrupted. Whoever looks at the output completes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub purging: bool,
}

/// A purge of what matched a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purged {
    /// When (UTC).
    pub when: Timestamp,
    /// Places replaced, in the bytes and the record.
    pub places: u64,
}

/// The part of an output that was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// Its bytes, in the whole output. What is kept is what stands before and after.
    #[serde(flatten)]
    pub range: ByteRange,
    /// Cleaned lines that end before it. The line after it is numbered behind as many lines as it
    /// has line ends, as the header of the shortened output counts them.
    pub after: Lines,
    /// Whether the next line is joined from what stood before and after it.
    #[serde(default)]
    pub joined: bool,
    /// Line ends (LF) in it; not counted in UTF-16. The range lies between line ends wherever the
    /// lines there are shorter than 64 KiB, and this is the number of missing lines then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newlines: Option<Lines>,
}

impl Missing {
    /// The number of the line after it: of the one that is joined, where one is.
    pub fn next(&self) -> LineNo {
        let lines = self.newlines.unwrap_or_default();
        LineNo(self.after.0 + lines.0 + 1)
    }
}

/// A stream of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Which bytes of what is kept came from which stream, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streams {
    /// Runs in order; each reaches to the next one's start, the last one to `until`.
    pub runs: Vec<StreamRun>,
    /// The kept byte up to which runs are known: all of them, unless the streams alternated more
    /// than 4,096 times.
    pub until: u64,
}

/// A run of bytes from one stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamRun {
    /// First kept byte.
    pub from: u64,
    /// The stream.
    pub stream: Stream,
}

/// A file as it was when an output showed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSeen {
    /// Its path, relative to the project's root.
    pub path: String,
    /// Git's blob id of its raw bytes, as `git hash-object --no-filters` prints it.
    pub blob: String,
}

/// What the per-user index says of an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IndexEntry {
    pub(crate) version: u32,
    pub(crate) project: Option<ProjectKey>,
    pub(crate) session: SessionId,
    /// Set when the original was deleted at the user's wish; what a later recall reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deleted: Option<Timestamp>,
}

/// Only as much of a stored JSON file as tells its format.
#[derive(Deserialize)]
pub(crate) struct Versioned {
    pub(crate) version: u32,
}

mod encoding {
    use ibid_prune::clean::Encoding;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const NAMES: [(Encoding, &str); 3] = [
        (Encoding::Utf8, "utf-8"),
        (Encoding::Utf16Le, "utf-16le"),
        (Encoding::Utf16Be, "utf-16be"),
    ];

    pub(super) fn serialize<S: Serializer>(value: &Encoding, out: S) -> Result<S::Ok, S::Error> {
        let name = NAMES.iter().find(|(encoding, _)| encoding == value);
        out.serialize_str(name.map_or("utf-8", |(_, name)| name))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Encoding, D::Error> {
        let text = String::deserialize(input)?;
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found
            .map(|(encoding, _)| *encoding)
            .ok_or_else(|| D::Error::custom(format!("unknown encoding {text:?}")))
    }
}
