//! What the tools of known agents do, as data: their names, and the arguments that name a path, a
//! command or the text that an edit replaces.
//!
//! Agents name the same few things differently (`Bash`, `exec_command`, `run_shell_command`). A
//! policy asks for the kind, so that one rule holds for all of them.

/// What a tool does, as far as a policy cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ToolKind {
    /// Runs a command.
    Terminal,
    /// Reads from or waits for a command that runs in the background.
    Background,
    /// Shows a file.
    Read,
    /// Looks for text or names.
    Search,
    /// Changes a file.
    Edit,
    /// Writes a whole file.
    Write,
    /// Shows an original again.
    Recall,
    /// Anything else.
    Other,
}

/// One row: tools of this kind, by name in lower case.
struct Row {
    kind: ToolKind,
    names: &'static [&'static str],
}

/// Where the names are from: Claude Code, Codex, opencode, pi, Gemini CLI, Qwen Code, SWE-agent,
/// Cline and Codebuff.
const ROWS: &[Row] = &[
    Row {
        kind: ToolKind::Terminal,
        names: &[
            "bash",
            "shell",
            "local_shell",
            "exec",
            "exec_command",
            "execute_command",
            "run_shell_command",
            "run_terminal_command",
            "run_terminal_cmd",
            "terminal",
            "container.exec",
            "powershell",
        ],
    },
    Row {
        kind: ToolKind::Background,
        names: &[
            "bash_output",
            "bashoutput",
            "taskoutput",
            "write_stdin",
            "kill_shell",
            "killshell",
            "wait",
        ],
    },
    Row {
        kind: ToolKind::Read,
        names: &[
            "read",
            "read_file",
            "read_files",
            "read_many_files",
            "view",
            "view_file",
            "cat",
            "open",
            "open_file",
            "notebookread",
        ],
    },
    Row {
        kind: ToolKind::Search,
        names: &[
            "grep",
            "glob",
            "ls",
            "list",
            "list_dir",
            "list_directory",
            "find",
            "find_file",
            "search",
            "search_dir",
            "search_file",
            "search_file_content",
            "grep_search",
            "codesearch",
            "symbol",
        ],
    },
    Row {
        kind: ToolKind::Edit,
        names: &[
            "edit",
            "multiedit",
            "multi_edit",
            "replace",
            "str_replace",
            "str_replace_editor",
            "str_replace_based_edit_tool",
            "apply_patch",
            "patch",
            "insert",
            "notebookedit",
        ],
    },
    Row {
        kind: ToolKind::Write,
        names: &["write", "write_file", "create", "create_file"],
    },
    Row {
        kind: ToolKind::Recall,
        names: &["recall", "ibid_recall", "mcp__ibid__recall"],
    },
];

/// Arguments that name a path.
pub(crate) const PATH_KEYS: &[&str] = &[
    "path",
    "file_path",
    "filepath",
    "filePath",
    "file",
    "file_name",
    "filename",
    "absolute_path",
    "notebook_path",
    "target_file",
];
/// Arguments that name several paths.
pub(crate) const PATHS_KEYS: &[&str] = &["paths", "files", "file_paths"];
/// Arguments that hold a command.
pub(crate) const COMMAND_KEYS: &[&str] = &["command", "cmd", "script"];
/// Arguments that hold the text which an edit replaces.
pub(crate) const OLD_KEYS: &[&str] = &["oldText", "old_string", "old_str", "oldString", "search"];
/// Arguments that say from which line on a file is shown, and how many lines or up to which.
pub(crate) const FROM_KEYS: &[&str] = &["offset", "start_line", "line_start"];
/// As [`FROM_KEYS`], for the number of lines.
pub(crate) const COUNT_KEYS: &[&str] = &["limit", "line_count"];
/// As [`FROM_KEYS`], for the last line.
pub(crate) const TO_KEYS: &[&str] = &["end_line", "line_end"];

/// What the tool called `name` does. A server's prefix (`mcp__files__read`) does not count, unless
/// the row names it.
pub fn kind_of(name: &str) -> ToolKind {
    let name = name.to_ascii_lowercase();
    let find = |name: &str| {
        ROWS.iter()
            .find(|row| row.names.contains(&name))
            .map(|row| row.kind)
    };
    find(&name).unwrap_or(ToolKind::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tools_have_their_kind() {
        let cases = [
            ("Bash", ToolKind::Terminal),
            ("exec_command", ToolKind::Terminal),
            ("BashOutput", ToolKind::Background),
            ("Read", ToolKind::Read),
            ("MultiEdit", ToolKind::Edit),
            ("Write", ToolKind::Write),
            ("mcp__ibid__recall", ToolKind::Recall),
            ("mcp__notes__load", ToolKind::Other),
            ("", ToolKind::Other),
        ];
        for (name, kind) in cases {
            assert_eq!(kind_of(name), kind, "{name}");
        }
    }

    #[test]
    fn no_name_stands_in_two_rows_and_all_are_lower_case() {
        let mut names: Vec<&str> = ROWS.iter().flat_map(|row| row.names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| *name == name.to_ascii_lowercase()));
    }
}
