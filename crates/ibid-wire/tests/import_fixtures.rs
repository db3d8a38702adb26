//! What each importer makes of a small session, whole, so that a change shows as a diff.
//!
//! `fixtures/FORMAT/NAME` is a session, `NAME.records` what it becomes. `IBID_BLESS=1` writes the
//! last; read the difference before you commit it. Every format is found without being told, and
//! read alike in pieces of any size.

#![allow(
    clippy::disallowed_methods,
    reason = "the crate is pure, its tests read fixtures"
)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use ibid_model::{Body, Entry, ImageSource, Message, ModelCall, Part};
use ibid_wire::import::{
    Format, ImportError, Imported, Importer, MessageRow, PartRow, SessionRow, import,
    import_opencode,
};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Sessions in the fixtures, each with its folder.
fn sessions() -> Vec<PathBuf> {
    let files = |dir: PathBuf| {
        fs::read_dir(dir)
            .expect("fixtures")
            .map(|entry| entry.expect("an entry").path())
    };
    let mut all: Vec<PathBuf> = files(fixtures())
        .filter(|dir| dir.is_dir() && !dir.ends_with("errors"))
        .flat_map(files)
        .filter(|path| path.extension().is_none_or(|ext| ext != "records"))
        .collect();
    all.sort();
    all
}

fn read(path: &Path) -> Result<Imported, ImportError> {
    let bytes = fs::read(path).expect("a session");
    if path.parent().is_some_and(|dir| dir.ends_with("opencode")) {
        return rows(&serde_json::from_slice(&bytes).expect("JSON"));
    }
    let whole = import("session", None, &bytes);
    for size in [1, 7, 1000] {
        let mut importer = Importer::new("session", None);
        for piece in bytes.chunks(size) {
            importer.feed(piece).expect("a readable piece");
        }
        let pieces = importer.finish();
        assert_eq!(
            format!("{pieces:?}"),
            format!("{whole:?}"),
            "pieces of {size}"
        );
    }
    whole
}

fn rows(value: &Value) -> Result<Imported, ImportError> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let session = SessionRow {
        id: text(&value["session"], "id"),
        directory: text(&value["session"], "directory"),
        version: text(&value["session"], "version"),
        time_created: value["session"]["time_created"].as_i64().unwrap_or(0),
    };
    let array = |key: &str| value[key].as_array().cloned().unwrap_or_default();
    let messages: Vec<MessageRow> = array("messages")
        .iter()
        .map(|row| MessageRow {
            id: text(row, "id"),
            time_created: row["time_created"].as_i64().unwrap_or(0),
            data: text(row, "data"),
        })
        .collect();
    let parts: Vec<PartRow> = array("parts")
        .iter()
        .map(|row| PartRow {
            id: text(row, "id"),
            message_id: text(row, "message_id"),
            data: text(row, "data"),
        })
        .collect();
    import_opencode(&session, &messages, &parts)
}

/// A session as text, a record a line.
fn show(session: &Imported) -> String {
    let mut out = format!("format {}\n", session.format);
    for text in &session.fixed.system {
        writeln!(out, "system {text:?}").expect("text");
    }
    for tool in &session.fixed.tools {
        writeln!(out, "tool {}", tool.as_str()).expect("text");
    }
    for entry in &session.entries {
        writeln!(out, "{}", show_entry(entry)).expect("text");
    }
    for warning in &session.warnings {
        writeln!(out, "warning, line {}: {}", warning.line, warning.what).expect("text");
    }
    for (what, count) in &session.skipped {
        writeln!(out, "left out: {count} {what}").expect("text");
    }
    out
}

fn show_entry(entry: &Entry) -> String {
    let says = match &entry.body {
        Body::Session(head) => {
            let checkout = head.checkout.as_ref().map(|c| (&c.branch, &c.commit));
            format!(
                "session {} by {:?} in {:?} {checkout:?}",
                head.session, head.version, head.cwd
            )
        }
        Body::Message(message) => {
            let call = message.call.as_ref().map(show_call).unwrap_or_default();
            format!("{}{call}", show_message(&message.message))
        }
        Body::State(state) => format!("state {:?}", state.text),
        Body::Compaction(compaction) => format!(
            "compaction state {:?} keeps from {} tokens {:?}",
            compaction.state.map(|seq| seq.0),
            compaction.first_kept,
            compaction.tokens_before.map(|tokens| tokens.0)
        ),
        Body::Setting(setting) => format!("setting {} = {}", setting.key, setting.value),
        other => format!("{other:?}"),
    };
    format!("{} {} {says}", entry.seq, entry.t.0)
}

fn show_message(message: &Message) -> String {
    let join = if message.join { " joined" } else { "" };
    let extra = message.extra.as_ref().map(|extra| format!(" {extra:?}"));
    let parts: Vec<String> = message.parts.iter().map(show_part).collect();
    format!(
        "{:?}/{:?}{join}{}: {}",
        message.role,
        message.origin,
        extra.unwrap_or_default(),
        parts.join(" | ")
    )
}

fn show_part(part: &Part) -> String {
    match part {
        Part::Text(text) => format!("{:?}{}", text.text, show_extra(&text.extra)),
        Part::ToolCall(call) => format!(
            "call {} {} {}{}",
            call.id,
            call.name,
            call.args.as_str(),
            show_extra(&call.extra)
        ),
        Part::ToolResult(result) => {
            let content: Vec<String> = result.content.iter().map(show_part).collect();
            let error = if result.error { " failed" } else { "" };
            let extra = show_extra(&result.extra);
            format!(
                "result {}{error}{extra} [{}]",
                result.call,
                content.join(" | ")
            )
        }
        Part::Reasoning(reasoning) => match &reasoning.signed {
            Some(signed) => format!(
                "reasoning {:?} {} {}",
                reasoning.text,
                signed.dialect,
                signed.raw.as_str()
            ),
            None => format!("reasoning {:?}", reasoning.text),
        },
        Part::Image(image) => match &image.source {
            ImageSource::Base64(data) => format!("image {} {data}", image.media_type),
            source => format!("image {} {source:?}", image.media_type),
        },
        Part::Opaque(opaque) => format!("opaque {} {}", opaque.dialect, opaque.raw.as_str()),
    }
}

fn show_extra(extra: &Option<ibid_model::RawJson>) -> String {
    extra
        .as_ref()
        .map(|extra| format!(" {}", extra.as_str()))
        .unwrap_or_default()
}

fn show_call(call: &ModelCall) -> String {
    let usage = call.usage.map(|usage| {
        [
            usage.input,
            usage.cache_read,
            usage.cache_write,
            usage.cache_write_long,
            usage.output,
        ]
        .map(|tokens| tokens.0)
    });
    format!(" <- {} {:?} {usage:?}", call.model, call.stop)
}

fn check(path: &Path) -> Imported {
    let session = read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = show(&session);
    let name = path.file_name().expect("a name").to_string_lossy();
    let expected = path.with_file_name(format!("{name}.records"));
    if std::env::var_os("IBID_BLESS").is_some() {
        fs::write(&expected, &text).expect("a writable fixture");
    }
    let expected = fs::read_to_string(&expected).unwrap_or_default();
    assert_eq!(text, expected, "{}", path.display());
    session
}

#[test]
fn sessions_are_read_as_written_down() {
    let formats: BTreeSet<Format> = sessions().iter().map(|path| check(path).format).collect();
    // Ibid's own log is the journal's to read, and tested there.
    let here = Format::all().filter(|format| *format != Format::Ibid);
    assert_eq!(formats, here.collect(), "a format has no fixture");
}

#[test]
fn what_is_no_session_is_not_read_to_its_end() {
    let lines = "warp and weft\n".repeat(80_000);
    let cases = [("pi", lines.as_str()), ("anthropic", "not a request")];
    for (format, text) in cases {
        let mut importer = Importer::new("session", Format::parse(format));
        let fed = (0..100).take_while(|_| importer.feed(text.as_bytes()).is_ok());
        assert!(fed.count() < 100, "{format}");
        assert!(importer.finish().is_err(), "{format}");
    }
}

#[test]
fn places_are_counted_and_times_never_go_back() {
    for path in sessions() {
        let session = read(&path).expect("a session");
        for (at, entry) in session.entries.iter().enumerate() {
            assert_eq!(entry.seq.0, at as u64 + 1, "{}", path.display());
        }
        assert!(session.entries.is_sorted_by_key(|entry| entry.t));
        // What is read can be written to a log and read again.
        for entry in &session.entries {
            let line = serde_json::to_string(entry).expect("a record");
            assert_eq!(
                &serde_json::from_str::<Entry>(&line).expect("a record"),
                entry
            );
        }
    }
}

#[test]
fn a_session_cut_off_anywhere_is_read_up_to_there() {
    for path in sessions() {
        let bytes = fs::read(&path).expect("a session");
        let whole = read(&path).expect("a session");
        let lines = path
            .extension()
            .is_some_and(|extension| extension == "jsonl");
        for end in (0..bytes.len()).step_by(97) {
            match import("session", Some(whole.format), &bytes[..end]) {
                Ok(part) => assert!(part.entries.len() <= whole.entries.len() + 4),
                // One JSON value cannot be read in part; an empty file, and one that ends in its
                // first line, holds nothing.
                Err(error) => assert!(!lines || error.line <= 1, "{error}"),
            }
        }
    }
}

proptest! {
    /// Bytes that were damaged in any way are read as far as they can be, whatever format they are
    /// said to be in.
    #[test]
    fn damaged_sessions_never_panic(
        which in any::<Index>(),
        format in any::<Index>(),
        places in proptest::collection::vec((any::<Index>(), any::<Index>()), 1..6),
        with in proptest::collection::vec(any::<u8>(), 0..9),
    ) {
        let sessions = sessions();
        let mut bytes = fs::read(which.get(&sessions)).expect("a session");
        for (from, to) in places {
            let (from, to) = (from.index(bytes.len() + 1), to.index(bytes.len() + 1));
            let to = to.clamp(from, from + 40).min(bytes.len());
            bytes.splice(from..to, with.iter().copied());
        }
        let formats: Vec<_> = Format::all().map(Some).chain([None]).collect();
        if let Ok(session) = import("session", *format.get(&formats), &bytes) {
            for (at, entry) in session.entries.iter().enumerate() {
                prop_assert_eq!(entry.seq.0, at as u64 + 1);
            }
            prop_assert!(session.entries.is_sorted_by_key(|entry| entry.t));
        }
    }
}

#[test]
fn names_are_those_that_are_shown() {
    for format in Format::all() {
        assert_eq!(Format::parse(format.name()), Some(format));
        assert_eq!(format.to_string(), format.name());
    }
    assert_eq!(Format::parse("Claude"), Some(Format::ClaudeCode));
    assert_eq!(Format::parse("emacs"), None);
}

#[test]
fn what_cannot_be_read_says_why_and_where() {
    let cases: &[(&[u8], Option<Format>, &str)] = &[
        (b"", None, "line 1: there is nothing in it"),
        (b" \n\n", None, "line 1: there is nothing in it"),
        (
            b"\n\nplain words\nmore",
            None,
            "line 3: not JSON: expected value",
        ),
        (b"{\"a\":1}\n", None, "line 1: this is no session format"),
        (b"x\n{\"a\":1}\n", None, "line 2: this is no session format"),
        (b"SQLite format 3\0....", None, "line 1: this is a database"),
        (b"{}", Some(Format::Opencode), "line 1: this is a database"),
        (
            b"{\"a\":1}\n",
            Some(Format::Pi),
            "line 1: nothing here is a session of pi",
        ),
        (
            b"nonsense\n{\"a\":1}\n",
            Some(Format::Codex),
            "line 1: not JSON",
        ),
        (
            b"{\n\"history\": [\n{\"role\": \"us",
            None,
            "line 3: not JSON: EOF while parsing a string",
        ),
        (b"\xff\xfe\0\x01binary", None, "line 1: not JSON"),
    ];
    for (bytes, format, expected) in cases {
        let error = import("f", *format, bytes)
            .expect_err("an error")
            .to_string();
        assert!(error.starts_with(expected), "{error}\n{expected}");
    }
}
