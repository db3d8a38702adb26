//! The one table of settings: everything else reads it.

use super::value::{Kind, Value};

/// One setting. Its number is its place in [`KEYS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// `direct.prune`
    DirectPrune,
    /// `direct.observation_bytes`
    DirectObservationBytes,
    /// `direct.max_tool_output`
    DirectMaxToolOutput,
    /// `direct.compaction`
    DirectCompaction,
    /// `direct.working_set_tokens`
    DirectWorkingSetTokens,
    /// `model.base_url`
    ModelBaseUrl,
    /// `model.local`
    ModelLocal,
    /// `prune.always`
    PruneAlways,
    /// `prune.never`
    PruneNever,
    /// `archive.max_output`
    ArchiveMaxOutput,
    /// `archive.quota`
    ArchiveQuota,
    /// `archive.redact`
    ArchiveRedact,
    /// `log.redact`
    LogRedact,
}

/// What a project's own file may do with a setting. A project is somebody else's as soon as it is
/// cloned, so its file must not widen what its user allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectMay {
    /// Set it to anything.
    Set,
    /// Turn it on, never off.
    TurnOn,
    /// Nothing: only the user, the environment and flags set it.
    Nothing,
}

/// A setting: its name, type, default and meaning.
#[derive(Debug)]
pub struct Key {
    /// Which one.
    pub setting: Setting,
    /// Section and key, with a dot.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Its value when nobody sets it.
    pub default: Value,
    /// What it means, in one sentence.
    pub doc: &'static str,
    /// What a project's file may do.
    pub project: ProjectMay,
}

impl Key {
    /// The environment variable that sets it: `IBID_DIRECT_PRUNE`.
    pub fn env(&self) -> String {
        let upper = self.name.to_ascii_uppercase().replace('.', "_");
        format!("IBID_{upper}")
    }

    /// Its section: `direct`.
    pub fn section(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
}

impl Setting {
    /// Its row of the table.
    pub fn key(self) -> &'static Key {
        &KEYS[self as usize]
    }
}

/// How the older history is replaced.
pub const COMPACTIONS: &[&str] = &["structured", "legacy", "off"];

/// All settings, in the order of [`Setting`].
pub static KEYS: &[Key] = &[
    Key {
        setting: Setting::DirectPrune,
        name: "direct.prune",
        kind: Kind::Bool,
        default: Value::Bool(true),
        doc: "Prune output that has something to sort; when false, output is only cut at the cap.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::DirectObservationBytes,
        name: "direct.observation_bytes",
        kind: Kind::Size,
        default: Value::Size(0),
        doc: "The budget such output is pruned to; 0 means 8 KiB for a local model, 24 KiB otherwise.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::DirectMaxToolOutput,
        name: "direct.max_tool_output",
        kind: Kind::Size,
        default: Value::Size(0),
        doc: "The cap on any output; 0 means 16 KiB for a local model, 48 KiB otherwise.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::DirectCompaction,
        name: "direct.compaction",
        kind: Kind::Choice(COMPACTIONS),
        default: Value::Choice("structured"),
        doc: "How history that no longer fits is replaced.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::DirectWorkingSetTokens,
        name: "direct.working_set_tokens",
        kind: Kind::Count,
        default: Value::Count(0),
        doc: "Tokens of history before old results are set aside; 0 means 32K for a local model, 96K otherwise.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::ModelBaseUrl,
        name: "model.base_url",
        kind: Kind::Text,
        default: Value::Text(String::new()),
        doc: "The model's address; a loopback address means a local model.",
        project: ProjectMay::Nothing,
    },
    Key {
        setting: Setting::ModelLocal,
        name: "model.local",
        kind: Kind::Bool,
        default: Value::Bool(false),
        doc: "The model is local, whatever its address.",
        project: ProjectMay::Nothing,
    },
    Key {
        setting: Setting::PruneAlways,
        name: "prune.always",
        kind: Kind::Patterns,
        default: Value::Patterns(Vec::new()),
        doc: "Patterns (regular expressions) whose lines are kept before all others.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::PruneNever,
        name: "prune.never",
        kind: Kind::Patterns,
        default: Value::Patterns(Vec::new()),
        doc: "Patterns of commands whose output is left alone, and only cut at the cap.",
        project: ProjectMay::Set,
    },
    Key {
        setting: Setting::ArchiveMaxOutput,
        name: "archive.max_output",
        kind: Kind::Size,
        default: Value::Size(256 << 20),
        doc: "The longest original kept whole; of a longer one the first and last halves are kept.",
        project: ProjectMay::Nothing,
    },
    Key {
        setting: Setting::ArchiveQuota,
        name: "archive.quota",
        kind: Kind::Size,
        default: Value::Size(0),
        doc: "Bytes all originals may take; when they are reached no more is stored; 0 means none.",
        project: ProjectMay::Nothing,
    },
    Key {
        setting: Setting::ArchiveRedact,
        name: "archive.redact",
        kind: Kind::Bool,
        default: Value::Bool(false),
        doc: "Replace secrets before an original is stored.",
        project: ProjectMay::TurnOn,
    },
    Key {
        setting: Setting::LogRedact,
        name: "log.redact",
        kind: Kind::Bool,
        default: Value::Bool(true),
        doc: "Keep known key formats out of logs, reports and pages.",
        project: ProjectMay::TurnOn,
    },
];

/// The setting of that name.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The known name nearest to `name`, when one is near.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_settings() {
        for (at, key) in KEYS.iter().enumerate() {
            assert_eq!(key.setting as usize, at, "{}", key.name);
            assert_eq!(key.name.matches('.').count(), 1, "{}", key.name);
            assert!(key.doc.ends_with('.'), "{}", key.name);
        }
    }

    #[test]
    fn nearest_names_what_was_meant() {
        let names = || KEYS.iter().map(|key| key.name);
        let cases = [
            ("direct.prun", Some("direct.prune")),
            ("direct.observation_byte", Some("direct.observation_bytes")),
            ("archive.max_ouput", Some("archive.max_output")),
            ("qqqq", None),
        ];
        for (given, expected) in cases {
            assert_eq!(nearest(given, names()), expected, "{given}");
        }
    }
}
