//! The one table of settings: everything else reads it.

use ibid_context::policy::{DEFAULT, POLICIES};

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
    /// `policy.default`
    PolicyDefault,
    /// `policy.floor`
    PolicyFloor,
    /// `policy.protected_tools`
    PolicyProtectedTools,
    /// `policy.spare_newest`
    PolicySpareNewest,
    /// `policy.spare_recalled_steps`
    PolicySpareRecalledSteps,
    /// `policy.large_chars`
    PolicyLargeChars,
    /// `policy.window.terminal`
    PolicyWindowTerminal,
    /// `policy.window.reads`
    PolicyWindowReads,
    /// `policy.window.floor_chars`
    PolicyWindowFloorChars,
    /// `policy.ttl.trim_over_chars`
    PolicyTtlTrimOverChars,
    /// `policy.ttl.keep_chars`
    PolicyTtlKeepChars,
    /// `policy.ttl.safe_turns`
    PolicyTtlSafeTurns,
    /// `policy.ttl.clear_share`
    PolicyTtlClearShare,
    /// `policy.protect.tokens`
    PolicyProtectTokens,
    /// `policy.protect.at_least`
    PolicyProtectAtLeast,
    /// `policy.protect.turns`
    PolicyProtectTurns,
    /// `policy.clear.at`
    PolicyClearAt,
    /// `policy.clear.keep`
    PolicyClearKeep,
    /// `policy.clear.at_least`
    PolicyClearAtLeast,
    /// `policy.planned.min_tokens`
    PolicyPlannedMinTokens,
    /// `policy.planned.read_steps`
    PolicyPlannedReadSteps,
    /// `policy.planned.edit_steps`
    PolicyPlannedEditSteps,
    /// `policy.planned.recalled_steps`
    PolicyPlannedRecalledSteps,
    /// `policy.planned.patience`
    PolicyPlannedPatience,
    /// `policy.planned.min_freed`
    PolicyPlannedMinFreed,
    /// `policy.planned.horizon_min`
    PolicyPlannedHorizonMin,
    /// `policy.planned.horizon_max`
    PolicyPlannedHorizonMax,
    /// `policy.planned.down_to`
    PolicyPlannedDownTo,
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
    /// Sections and key, with dots between.
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

    /// Its outermost section: `direct`.
    pub fn section(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }

    /// All sections that it stands in, the outermost first: `policy`, `policy.window`.
    pub fn sections(&self) -> impl Iterator<Item = &'static str> {
        let name = self.name;
        name.match_indices('.').map(move |(at, _)| &name[..at])
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

/// The names of the policies, in the order of their table.
pub const POLICY_NAMES: [&str; POLICIES.len()] = {
    let mut names = [""; POLICIES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = POLICIES[at].name;
        at += 1;
    }
    names
};

/// A setting of the policies. What is set aside can be recalled, so a project may set them.
const fn policy(
    setting: Setting,
    name: &'static str,
    kind: Kind,
    default: Value,
    doc: &'static str,
) -> Key {
    Key {
        setting,
        name,
        kind,
        default,
        doc,
        project: ProjectMay::Set,
    }
}

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
    policy(
        Setting::PolicyDefault,
        "policy.default",
        Kind::Choice(&POLICY_NAMES),
        Value::Choice(DEFAULT),
        "The policy that decides which old results a request carries as stubs.",
    ),
    policy(
        Setting::PolicyFloor,
        "policy.floor",
        Kind::Share,
        Value::Share(0.1),
        "Share of the window below which \"planned\" sets nothing aside.",
    ),
    policy(
        Setting::PolicyProtectedTools,
        "policy.protected_tools",
        Kind::Names,
        Value::Names(Vec::new()),
        "Tools whose results are never set aside; * at the end stands for any ending.",
    ),
    policy(
        Setting::PolicySpareNewest,
        "policy.spare_newest",
        Kind::Count,
        Value::Count(2),
        "Newest results that every policy spares.",
    ),
    policy(
        Setting::PolicySpareRecalledSteps,
        "policy.spare_recalled_steps",
        Kind::Count,
        Value::Count(2),
        "Requests for which every policy spares a recalled result.",
    ),
    policy(
        Setting::PolicyLargeChars,
        "policy.large_chars",
        Kind::Count,
        Value::Count(2_000),
        "Characters from which on a result is large.",
    ),
    policy(
        Setting::PolicyWindowTerminal,
        "policy.window.terminal",
        Kind::Count,
        Value::Count(5),
        "\"window\": newest results of commands that stay.",
    ),
    policy(
        Setting::PolicyWindowReads,
        "policy.window.reads",
        Kind::Count,
        Value::Count(3),
        "\"window\": newest reads of files that stay.",
    ),
    policy(
        Setting::PolicyWindowFloorChars,
        "policy.window.floor_chars",
        Kind::Count,
        Value::Count(20_000),
        "\"window\": characters that must stand past both before any is set aside.",
    ),
    policy(
        Setting::PolicyTtlTrimOverChars,
        "policy.ttl.trim_over_chars",
        Kind::Count,
        Value::Count(4_000),
        "\"ttl\": characters above which a result is trimmed.",
    ),
    policy(
        Setting::PolicyTtlKeepChars,
        "policy.ttl.keep_chars",
        Kind::Count,
        Value::Count(1_500),
        "\"ttl\": characters that stay at each end of a trimmed result.",
    ),
    policy(
        Setting::PolicyTtlSafeTurns,
        "policy.ttl.safe_turns",
        Kind::Count,
        Value::Count(3),
        "\"ttl\": newest messages of the model from which on everything stays.",
    ),
    policy(
        Setting::PolicyTtlClearShare,
        "policy.ttl.clear_share",
        Kind::Share,
        Value::Share(0.5),
        "\"ttl\": share of the window from which on the oldest results are cleared.",
    ),
    policy(
        Setting::PolicyProtectTokens,
        "policy.protect.tokens",
        Kind::Count,
        Value::Count(40_000),
        "\"protect\": tokens of the newest results that stay.",
    ),
    policy(
        Setting::PolicyProtectAtLeast,
        "policy.protect.at_least",
        Kind::Count,
        Value::Count(20_000),
        "\"protect\": tokens that must go at once.",
    ),
    policy(
        Setting::PolicyProtectTurns,
        "policy.protect.turns",
        Kind::Count,
        Value::Count(2),
        "\"protect\": newest messages of the user from which on everything stays.",
    ),
    policy(
        Setting::PolicyClearAt,
        "policy.clear.at",
        Kind::Count,
        Value::Count(100_000),
        "\"clear\": tokens of a prompt from which on results are cleared.",
    ),
    policy(
        Setting::PolicyClearKeep,
        "policy.clear.keep",
        Kind::Count,
        Value::Count(3),
        "\"clear\": newest results that stay.",
    ),
    policy(
        Setting::PolicyClearAtLeast,
        "policy.clear.at_least",
        Kind::Count,
        Value::Count(5_000),
        "\"clear\": tokens that must go at once.",
    ),
    policy(
        Setting::PolicyPlannedMinTokens,
        "policy.planned.min_tokens",
        Kind::Count,
        Value::Count(40),
        "\"planned\": tokens up to which a result stays; a stub would not be much smaller.",
    ),
    policy(
        Setting::PolicyPlannedReadSteps,
        "policy.planned.read_steps",
        Kind::Count,
        Value::Count(15),
        "\"planned\": requests for which a read of a file stays.",
    ),
    policy(
        Setting::PolicyPlannedEditSteps,
        "policy.planned.edit_steps",
        Kind::Count,
        Value::Count(10),
        "\"planned\": requests after an edit for which the newest read of that file stays.",
    ),
    policy(
        Setting::PolicyPlannedRecalledSteps,
        "policy.planned.recalled_steps",
        Kind::Count,
        Value::Count(5),
        "\"planned\": requests for which a recalled result stays.",
    ),
    policy(
        Setting::PolicyPlannedPatience,
        "policy.planned.patience",
        Kind::Number,
        Value::Number(0.7),
        "\"planned\": how many times what carrying has cost counts against the cost of a break; more waits less.",
    ),
    policy(
        Setting::PolicyPlannedMinFreed,
        "policy.planned.min_freed",
        Kind::Count,
        Value::Count(1_000),
        "\"planned\": tokens that a set must free at least.",
    ),
    policy(
        Setting::PolicyPlannedHorizonMin,
        "policy.planned.horizon_min",
        Kind::Count,
        Value::Count(20),
        "\"planned\": fewest requests that are expected to follow.",
    ),
    policy(
        Setting::PolicyPlannedHorizonMax,
        "policy.planned.horizon_max",
        Kind::Count,
        Value::Count(120),
        "\"planned\": most requests that are expected to follow.",
    ),
    policy(
        Setting::PolicyPlannedDownTo,
        "policy.planned.down_to",
        Kind::Share,
        Value::Share(0.6),
        "\"planned\": share of the limit down to which a forced set goes.",
    ),
];

/// The setting of that name.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// Whether keys stand in a section of that name.
pub(super) fn is_section(name: &str) -> bool {
    KEYS.iter()
        .any(|key| key.sections().any(|section| section == name))
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
            assert!(key.name.contains('.'), "{}", key.name);
            assert!(key.doc.ends_with('.'), "{}", key.name);
            assert!(!is_section(key.name), "{} is a section too", key.name);
            let alike = KEYS.iter().filter(|other| other.env() == key.env());
            assert_eq!(alike.count(), 1, "{}", key.env());
        }
    }

    #[test]
    fn a_key_stands_in_all_its_sections() {
        let sections: Vec<_> = Setting::PolicyWindowTerminal.key().sections().collect();
        assert_eq!(sections, ["policy", "policy.window"]);
        for (name, expected) in [("policy", true), ("policy.window", true), ("polic", false)] {
            assert_eq!(is_section(name), expected, "{name}");
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
