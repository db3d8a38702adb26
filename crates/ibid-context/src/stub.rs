//! The line that stands in a request for a result that was set aside: what it was, how big, and how
//! to see it again. Its bytes are stored when it is made, so they stay the same.

use ibid_model::{Bytes, CallId, clip};

use crate::facts::{CallFacts, FileRange};
use crate::history::History;
use crate::slot::Slot;
use crate::tools::ToolKind;

/// The most of a command that a stub shows, in bytes.
const COMMAND_MAX: usize = 160;
/// The most files that a stub names one by one.
const FILES_MAX: usize = 12;

/// The stub for the tool result in `slot`.
pub(crate) fn stub(history: &History, slot: &Slot) -> String {
    let Some(result) = &slot.result else {
        return String::new();
    };
    let what = result
        .facts
        .as_ref()
        .map_or_else(|| "tool result".to_owned(), |facts| what(facts));
    let (id, status) = identity(history, &result.call);
    let failed = if status.is_empty() && result.error {
        ", failed"
    } else {
        ""
    };
    let size = size(slot);
    format!(
        "[set aside: {what}{status}{failed} ({size}); recall id \"{id}\", with offset and limit, \
         shows it again exactly]"
    )
}

/// What recalls the original, and how its command ended.
pub(crate) fn identity(history: &History, call: &CallId) -> (String, String) {
    match history.output(call) {
        Some(output) => (
            output.id.to_string(),
            output
                .exit
                .map_or(String::new(), |exit| format!(", exit {exit}")),
        ),
        None => (one_line(call.as_str(), COMMAND_MAX), String::new()),
    }
}

fn size(slot: &Slot) -> String {
    let texts = slot.message.result().into_iter().flat_map(|r| r.texts());
    let bytes: usize = texts.map(str::len).sum();
    Bytes(bytes as u64).to_string()
}

fn what(facts: &CallFacts) -> String {
    if let Some(command) = &facts.command {
        return format!("command {}", one_line(command, COMMAND_MAX));
    }
    let verb = match facts.kind {
        ToolKind::Read => "read".to_owned(),
        ToolKind::Edit => "edit of".to_owned(),
        ToolKind::Write => "write of".to_owned(),
        _ => one_line(&facts.name, COMMAND_MAX),
    };
    let named = facts.files.iter().take(FILES_MAX).map(file);
    let mut files = named.collect::<Vec<_>>().join(", ");
    if facts.files.len() > FILES_MAX {
        files += &format!(" and {} more", facts.files.len() - FILES_MAX);
    }
    if files.is_empty() {
        verb
    } else {
        format!("{verb} {files}")
    }
}

fn file(file: &FileRange) -> String {
    let path = one_line(&file.path, COMMAND_MAX);
    match file.lines {
        None => path,
        Some((from, u64::MAX)) => format!("{path} from line {from}"),
        Some((from, to)) => format!("{path} lines {from}-{to}"),
    }
}

/// `text` as one line of at most `max` bytes: no control character, nothing that could end the
/// marker's line or begin another.
fn one_line(text: &str, max: usize) -> String {
    let shown = clip::head(text, max);
    let mut line: String = shown
        .chars()
        .map(|c| {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                ' '
            } else {
                c
            }
        })
        .collect();
    if shown.len() < text.len() {
        line.push('\u{2026}');
    }
    line
}
