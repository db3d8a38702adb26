//! What harnesses put into the user's mouth, told by how it begins and ends.

use ibid_model::Origin;

/// A text that is injected, by the harness that does it.
struct Row {
    /// The agent.
    #[allow(dead_code, reason = "for the reader of the table")]
    agent: &'static str,
    /// How it begins.
    start: &'static str,
    /// How it ends; empty for any end.
    end: &'static str,
}

const fn row(agent: &'static str, start: &'static str, end: &'static str) -> Row {
    Row { agent, start, end }
}

/// As of 2026-11. The first of each agent were seen in requests and session files of the versions
/// that stand in the fixtures' README, the others in older files.
const ROWS: &[Row] = &[
    row("claude-code", "<system-reminder>", "</system-reminder>"),
    row(
        "claude-code",
        "<local-command-stdout>",
        "</local-command-stdout>",
    ),
    row(
        "claude-code",
        "<local-command-stderr>",
        "</local-command-stderr>",
    ),
    row(
        "claude-code",
        "<local-command-caveat>",
        "</local-command-caveat>",
    ),
    row("claude-code", "<task-notification>", "</task-notification>"),
    row("claude-code", "[Request interrupted by user", "]"),
    row("codex", "<environment_context>", "</environment_context>"),
    row(
        "codex",
        "<permissions instructions>",
        "</permissions instructions>",
    ),
    row("codex", "<skills_instructions>", "</skills_instructions>"),
    row("codex", "<user_instructions>", "</user_instructions>"),
    row("codex", "# AGENTS.md instructions", ""),
    row("codex", "<turn_aborted>", "</turn_aborted>"),
    row("codex", "<user_shell_command>", "</user_shell_command>"),
    row(
        "codex",
        "<subagent_notification>",
        "</subagent_notification>",
    ),
    row("gemini", "<session_context>", "</session_context>"),
    row("gemini", "<state_snapshot>", "</state_snapshot>"),
];

/// Where a text of the user's side came from: injected when a harness is known to write such a
/// text and all of it is that, else from the wire.
pub(crate) fn origin(text: &str) -> Origin {
    let text = text.trim();
    let injected = ROWS
        .iter()
        .any(|row| text.starts_with(row.start) && text.ends_with(row.end) && only_one(text, row));
    if injected {
        Origin::Injected
    } else {
        Origin::Wire
    }
}

/// Whether nothing that was typed stands between two injected texts: after each end comes a start.
fn only_one(text: &str, row: &Row) -> bool {
    if !row.end.starts_with("</") {
        return true;
    }
    text.strip_suffix(row.end)
        .unwrap_or(text)
        .split(row.end)
        .all(|part| part.trim_start().starts_with(row.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_wholly_injected_is_told_apart() {
        let cases = [
            ("<system-reminder>\nbe kind\n</system-reminder>\n", true),
            (
                "<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>",
                true,
            ),
            ("<system-reminder>a</system-reminder>\nfix the bug", false),
            (
                "<system-reminder>a</system-reminder> fix it <system-reminder>b</system-reminder>",
                false,
            ),
            ("look at <system-reminder>a</system-reminder>", false),
            ("# AGENTS.md instructions for /w\nuse tabs", true),
            ("<session_context>x</session_context>", true),
            ("fix the bug", false),
            ("", false),
        ];
        for (text, injected) in cases {
            assert_eq!(origin(text) == Origin::Injected, injected, "{text}");
        }
    }
}
