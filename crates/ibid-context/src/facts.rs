//! What a tool call says of itself: its kind, the files it names, its command, what it replaces.

use std::sync::Arc;

use ibid_model::ToolCall;
use serde_json::Value;

use crate::tools::{self, ToolKind};

/// A file that a call names, and the lines it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileRange {
    /// The path, as the call says it.
    pub path: Arc<str>,
    /// First and last line, counted from 1; `None` is the whole file, `u64::MAX` its end.
    pub lines: Option<(u64, u64)>,
}

impl FileRange {
    /// Whether everything in `other` is also in this one.
    pub fn covers(&self, other: &FileRange) -> bool {
        self.path == other.path
            && match (self.lines, other.lines) {
                (None, _) => true,
                (Some(mine), Some(theirs)) => mine.0 <= theirs.0 && theirs.1 <= mine.1,
                (Some(_), None) => false,
            }
    }
}

/// The facts of one call.
#[derive(Clone, Debug)]
pub struct CallFacts {
    /// What the tool does.
    pub kind: ToolKind,
    /// The tool's name.
    pub name: Arc<str>,
    /// The files it names, with lines where it says them.
    pub files: Vec<FileRange>,
    /// The command it runs.
    pub command: Option<Arc<str>>,
}

impl CallFacts {
    /// Reads them from a call. Arguments that are no JSON, or cut off, give a call without facts.
    pub fn of(call: &ToolCall) -> Self {
        let args: Value = serde_json::from_str(call.args.as_str()).unwrap_or(Value::Null);
        let mut kind = tools::kind_of(&call.name);
        if let Some(sub) = args.get("command").and_then(Value::as_str) {
            kind = editor_command(kind, sub);
        }
        let command = (kind == ToolKind::Terminal)
            .then(|| command(&args))
            .flatten();
        Self {
            kind,
            name: call.name.as_str().into(),
            files: files(&args, kind),
            command,
        }
    }
}

/// Editors of one name and several commands: `view` shows, `create` writes.
fn editor_command(kind: ToolKind, command: &str) -> ToolKind {
    match (kind, command) {
        (ToolKind::Edit, "view") => ToolKind::Read,
        (ToolKind::Edit, "create") => ToolKind::Write,
        _ => kind,
    }
}

fn first<'a>(args: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().find_map(|key| args.get(key))
}

fn command(args: &Value) -> Option<Arc<str>> {
    match first(args, tools::COMMAND_KEYS)? {
        Value::String(text) => Some(text.as_str().into()),
        // Codex gives an argument vector, often `["bash", "-lc", SCRIPT]`.
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            match words.as_slice() {
                [shell, flag, script] if flag.starts_with('-') && shell.ends_with("sh") => {
                    Some((*script).into())
                }
                words => Some(words.join(" ").into()),
            }
        }
        _ => None,
    }
}

fn files(args: &Value, kind: ToolKind) -> Vec<FileRange> {
    let lines = range(args);
    let one = first(args, tools::PATH_KEYS).and_then(Value::as_str);
    let many = first(args, tools::PATHS_KEYS).and_then(Value::as_array);
    let mut files: Vec<FileRange> = one
        .map(|path| FileRange {
            path: path.into(),
            lines,
        })
        .into_iter()
        .collect();
    for item in many.into_iter().flatten() {
        let path = item
            .as_str()
            .or_else(|| first(item, tools::PATH_KEYS).and_then(Value::as_str));
        files.extend(path.map(|path| FileRange {
            path: path.into(),
            lines: range(item),
        }));
    }
    if kind == ToolKind::Edit && files.is_empty() {
        files.extend(patch_text(args).into_iter().flat_map(patched_files));
    }
    files
}

/// The lines a read asks for: from an offset and a limit, or from a first and a last line.
fn range(args: &Value) -> Option<(u64, u64)> {
    if let Some([from, to]) = args
        .get("view_range")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        return Some((from.as_u64()?, to.as_u64().unwrap_or(u64::MAX)));
    }
    let number = |keys| first(args, keys).and_then(Value::as_u64);
    let (from, count, to) = (
        number(tools::FROM_KEYS),
        number(tools::COUNT_KEYS),
        number(tools::TO_KEYS),
    );
    if from.is_none() && count.is_none() && to.is_none() {
        return None;
    }
    let from = from.unwrap_or(1).max(1);
    let to = to.or_else(|| count.map(|count| from.saturating_add(count).saturating_sub(1)));
    Some((from, to.unwrap_or(u64::MAX)))
}

/// The patch that a call carries, under any of the names agents use for it.
fn patch_text(args: &Value) -> Option<&str> {
    match args {
        Value::String(text) => Some(text),
        _ => first(args, &["patch", "input", "patchText", "diff"]).and_then(Value::as_str),
    }
}

fn patched_files(patch: &str) -> impl Iterator<Item = FileRange> {
    const HEADS: [&str; 3] = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    patch.lines().filter_map(|line| {
        let path = HEADS.iter().find_map(|head| line.strip_prefix(head))?;
        Some(FileRange {
            path: path.trim().into(),
            lines: None,
        })
    })
}

/// The texts that an edit replaces, each whole, as the call says them.
pub fn replaced_texts(call: &ToolCall) -> Vec<String> {
    if tools::kind_of(&call.name) != ToolKind::Edit {
        return Vec::new();
    }
    let args: Value = serde_json::from_str(call.args.as_str())
        .unwrap_or_else(|_| Value::String(call.args.as_str().to_owned()));
    let mut found = Vec::new();
    let mut take = |args: &Value| {
        let old = first(args, tools::OLD_KEYS).and_then(Value::as_str);
        found.extend(old.filter(|old| !old.trim().is_empty()).map(str::to_owned));
    };
    take(&args);
    for edit in args
        .get("edits")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        take(edit);
    }
    if found.is_empty() {
        found = patch_text(&args).map(replaced_by_patch).unwrap_or_default();
    }
    found
}

/// What each hunk of a patch expects to find: its context and the lines it takes away.
fn replaced_by_patch(patch: &str) -> Vec<String> {
    let mut hunks = vec![String::new()];
    for line in patch.lines() {
        let old = line.strip_prefix(' ').or_else(|| line.strip_prefix('-'));
        match old {
            Some(_) if line.starts_with("---") => {}
            Some(text) => {
                if let Some(hunk) = hunks.last_mut() {
                    if !hunk.is_empty() {
                        hunk.push('\n');
                    }
                    hunk.push_str(text);
                }
            }
            None if line.starts_with("@@") || line.starts_with("***") => hunks.push(String::new()),
            None => {}
        }
    }
    hunks.retain(|hunk| !hunk.trim().is_empty());
    hunks
}

/// The texts in a call's arguments, in order: every string in it, however deep.
pub fn argument_texts(call: &ToolCall) -> Vec<String> {
    let mut texts = Vec::new();
    match serde_json::from_str::<Value>(call.args.as_str()) {
        Ok(args) => strings(args, &mut texts),
        Err(_) => texts.push(call.args.as_str().to_owned()),
    }
    texts
}

fn strings(value: Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.into_iter().for_each(|item| strings(item, texts)),
        Value::Object(fields) => fields
            .into_iter()
            .for_each(|(_, value)| strings(value, texts)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use ibid_model::{CallId, RawJson};

    use super::*;

    fn call(name: &str, args: &str) -> ToolCall {
        ToolCall {
            id: CallId::new("c"),
            name: name.to_owned(),
            args: RawJson::new(args),
            extra: None,
        }
    }

    fn check(name: &str, args: &str, kind: ToolKind, files: &[(&str, Option<(u64, u64)>)]) {
        let facts = CallFacts::of(&call(name, args));
        assert_eq!(facts.kind, kind, "{name} {args}");
        let found: Vec<_> = facts.files.iter().map(|f| (&*f.path, f.lines)).collect();
        assert_eq!(found, files, "{name} {args}");
    }

    #[test]
    fn a_call_names_its_files_and_lines() {
        const END: u64 = u64::MAX;
        check(
            "read",
            r#"{"path":"a.rs"}"#,
            ToolKind::Read,
            &[("a.rs", None)],
        );
        check(
            "Read",
            r#"{"file_path":"/w/a.rs","offset":10,"limit":5}"#,
            ToolKind::Read,
            &[("/w/a.rs", Some((10, 14)))],
        );
        check(
            "read_file",
            r#"{"absolute_path":"b","offset":7}"#,
            ToolKind::Read,
            &[("b", Some((7, END)))],
        );
        check(
            "read_files",
            r#"{"paths":["a","b"]}"#,
            ToolKind::Read,
            &[("a", None), ("b", None)],
        );
        check(
            "str_replace_editor",
            r#"{"command":"view","path":"c","view_range":[3,-1]}"#,
            ToolKind::Read,
            &[("c", Some((3, END)))],
        );
        check(
            "apply_patch",
            r#"{"input":"*** Begin Patch\n*** Update File: src/x.py\n@@\n-a\n+b\n*** End Patch"}"#,
            ToolKind::Edit,
            &[("src/x.py", None)],
        );
        check("bash", r#"{"command":"view"}"#, ToolKind::Terminal, &[]);
        check("read", r#"{"path":"#, ToolKind::Read, &[]);
    }

    #[test]
    fn a_command_is_the_script_not_the_shell() {
        let cases = [
            (r#"{"command":"make test"}"#, "make test"),
            (r#"{"command":["bash","-lc","make test"]}"#, "make test"),
            (r#"{"cmd":["make","test"]}"#, "make test"),
        ];
        for (args, command) in cases {
            assert_eq!(
                CallFacts::of(&call("shell", args)).command.as_deref(),
                Some(command)
            );
        }
    }

    #[test]
    fn an_edit_names_what_it_replaces() {
        let cases: [(&str, &str, &[&str]); 5] = [
            (
                "edit",
                r#"{"path":"a","oldText":"one\ntwo","newText":"x"}"#,
                &["one\ntwo"],
            ),
            (
                "MultiEdit",
                r#"{"edits":[{"old_string":"a1"},{"old_string":"b2"}]}"#,
                &["a1", "b2"],
            ),
            (
                "apply_patch",
                r#"{"input":"*** Update File: x\n@@ fn\n ctx\n-old\n+new\n@@\n-other"}"#,
                &["ctx\nold", "other"],
            ),
            ("edit", r#"{"oldText":"  "}"#, &[]),
            ("bash", r#"{"oldText":"x"}"#, &[]),
        ];
        for (name, args, texts) in cases {
            assert_eq!(replaced_texts(&call(name, args)), texts, "{args}");
        }
    }

    #[test]
    fn a_read_covers_what_it_shows() {
        let file = |lines| FileRange {
            path: "a".into(),
            lines,
        };
        let cases = [
            (None, None, true),
            (None, Some((1, 5)), true),
            (Some((1, 5)), None, false),
            (Some((1, 5)), Some((2, 5)), true),
            (Some((1, 5)), Some((2, 6)), false),
        ];
        for (newer, older, covers) in cases {
            assert_eq!(file(newer).covers(&file(older)), covers);
        }
    }
}
