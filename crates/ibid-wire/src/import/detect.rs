//! Which format a file is in.

use super::{Format, requests};
use crate::json::Json;

/// Lines that are looked at.
const LINES: usize = 20;

/// The format of a file, told by its name and its first bytes.
///
/// The start as a whole comes first, as the fields of one value over several lines tell more than
/// any of its lines.
pub(super) fn detect(file_name: &str, first: &[u8]) -> Option<Format> {
    let text = String::from_utf8_lossy(first);
    let text = text.trim_start_matches(['\u{feff}', '\0', ' ', '\n', '\r', '\t']);
    if text.starts_with("SQLite format 3") {
        return Some(Format::Opencode);
    }
    let text = text.strip_prefix('[').unwrap_or(text);
    let by_content = of_record(text).or_else(|| text.lines().take(LINES).find_map(of_record));
    by_content.or_else(|| by_name(file_name))
}

/// Folders that agents keep their sessions in, for files whose first lines tell nothing.
fn by_name(file_name: &str) -> Option<Format> {
    let name = file_name.replace('\\', "/");
    let of_folder = |folder: &str| name.contains(folder);
    [
        ("/.claude/projects/", Format::ClaudeCode),
        ("/.codex/sessions/", Format::Codex),
        ("/.pi/agent/sessions/", Format::Pi),
        ("/.gemini/tmp/", Format::Gemini),
        ("/.qwen/projects/", Format::Qwen),
    ]
    .into_iter()
    .find(|(folder, _)| of_folder(folder))
    .map(|(_, format)| format)
}

/// The format that one line, or the start of a whole file, is of.
pub(super) fn of_record(line: &str) -> Option<Format> {
    let fields = top_level(line);
    let get = |key: &str| {
        fields
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    };
    let has = |key: &str| get(key).is_some();
    let begins = |names: [&str; 3]| {
        let first = fields.iter().map(|(name, _)| name.as_str()).take(3);
        first.eq(names)
    };
    // The first field of a record of Ibid's own is never the first one of another's.
    if begins(["seq", "t", "type"]) {
        return Some(Format::Ibid);
    }
    let kind = get("type").unwrap_or_default().trim_matches('"');
    let is = |key: &str, start: &str| get(key).is_some_and(|value| value.starts_with(start));
    let bare_codex = has("id") && has("timestamp") && kind.is_empty() && has("instructions");
    let codex = has("payload") && has("timestamp") && has("type");
    if codex || bare_codex || has("record_type") {
        return Some(Format::Codex);
    }
    if has("uuid") && has("sessionId") {
        let by_qwen = get("message").is_some_and(|message| message.contains("\"parts\""))
            || has("provenance")
            || has("systemPayload");
        return Some(if by_qwen {
            Format::Qwen
        } else {
            Format::ClaudeCode
        });
    }
    if has("sessionId") && (has("leafUuid") || CLAUDE_LOOSE.contains(&kind))
        || kind == "summary" && has("leafUuid")
        || kind == "file-history-snapshot"
    {
        return Some(Format::ClaudeCode);
    }
    if has("sessionId") && (has("projectHash") || has("startTime"))
        || is("$set", "{")
        || kind == "gemini"
    {
        return Some(Format::Gemini);
    }
    if is("trajectory_format", "\"mini-swe-agent") || is("messages", "[") && has("info") {
        return Some(Format::MiniSweAgent);
    }
    if is("history", "[") || is("trajectory", "[") {
        return Some(Format::SweAgent);
    }
    if is("messages", "[") {
        return Some(if requests::is_anthropic(line) {
            Format::Anthropic
        } else {
            Format::OpenaiChat
        });
    }
    if has("input") && (has("model") || has("instructions")) {
        return Some(Format::OpenaiResponses);
    }
    if is("request", "{") || is("body", "{") {
        let at = line.find("\"request\"").or_else(|| line.find("\"body\""))?;
        let inner = line[at..].find('{')?;
        return of_record(&line[at + inner..]);
    }
    let is_pi = match kind {
        "session" => has("id") && has("timestamp"),
        "message" => has("message") && has("timestamp"),
        _ => false,
    };
    is_pi.then_some(Format::Pi)
}

/// Kinds of records of Claude Code that may stand before the first one of its tree.
const CLAUDE_LOOSE: &[&str] = &["queue-operation", "last-prompt", "mode", "permission-mode"];

/// The fields of the object that `text` begins with, each with its value's text, which may be cut
/// off. Works on the start of a longer text.
fn top_level(text: &str) -> Vec<(String, String)> {
    /// Values are told apart by their start.
    const VALUE_MAX: usize = 200;
    let bytes = text.as_bytes();
    let mut fields = Vec::new();
    let (mut depth, mut in_text, mut escaped) = (0u32, false, false);
    let mut start = 0;
    let mut key = None::<String>;
    for (at, byte) in bytes.iter().enumerate() {
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'{' | b'[' => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
            }
            b':' if depth == 1 && key.is_none() => {
                key = Json::parse(&text[start..at]).ok().and_then(Json::text);
                start = at + 1;
            }
            b',' | b'}' | b']' => {
                if depth == 1
                    && let Some(key) = key.take()
                {
                    fields.push((key, cut(&text[start..at], VALUE_MAX)));
                }
                if *byte == b',' {
                    if depth == 1 {
                        start = at + 1;
                    }
                } else {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return fields;
                    }
                }
            }
            _ => {}
        }
    }
    if let Some(key) = key {
        fields.push((key, cut(&text[start..], VALUE_MAX)));
    }
    fields
}

fn cut(text: &str, max: usize) -> String {
    ibid_model::clip::head(text.trim(), max).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_what_is_cut_off() {
        let cases: &[(&str, &[(&str, &str)])] = &[
            (
                r#"{"a": {"b": [1,"}"]}, "c":"x\"y", "d"#,
                &[("a", r#"{"b": [1,"}"]}"#), ("c", r#""x\"y""#)],
            ),
            (r#"{"a": "b"#, &[("a", "\"b")]),
            (r#"{"a": [ {"b""#, &[("a", "[ {\"b\"")]),
            ("{}", &[]),
            ("[1,2]", &[]),
            ("no", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            let found = top_level(text);
            let found: Vec<_> = found
                .iter()
                .map(|(k, v)| (k.as_str(), v.as_str()))
                .collect();
            assert_eq!(found, *expected, "{text}");
        }
    }
}
