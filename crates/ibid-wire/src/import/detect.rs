//! Which format a file is in.

use super::Format;
use crate::json::Json;

/// Lines that are looked at.
const LINES: usize = 20;

/// The format of a file, told by its name and its first bytes.
pub(super) fn detect(_file_name: &str, first: &[u8]) -> Option<Format> {
    let text = String::from_utf8_lossy(first);
    let text = text.trim_start_matches('\u{feff}');
    text.lines().take(LINES).find_map(of_record)
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
    let kind = get("type").unwrap_or_default();
    let is_pi = match kind {
        "\"session\"" => get("id").is_some() && get("timestamp").is_some(),
        "\"message\"" => get("message").is_some() && get("timestamp").is_some(),
        _ => false,
    };
    is_pi.then_some(Format::Pi)
}

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
