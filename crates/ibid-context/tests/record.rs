//! The record of a session, from its log alone.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads a file, the crate does not"
)]

use std::path::Path;
use std::sync::Arc;

use ibid_context::record::{CheckOutcome, FileNow, Record, RequestStatus, build, fit, render};
use ibid_model::{
    Body, Bytes, CallId, Checkout, Entry, FileMark, Lines, Message, MessageEntry, Millis,
    ModelCall, Origin, Output, Part, RawJson, RecallId, Role, Seq, Stop, Tokens, ToolCall,
    ToolResult,
};

/// A log that is written as it is read.
#[derive(Default)]
struct Log(Vec<Entry>);

impl Log {
    fn push(mut self, body: Body) -> Self {
        let seq = Seq(self.0.len() as u64 + 1);
        self.0.push(Entry {
            seq,
            t: Millis(0),
            body,
        });
        self
    }

    fn message(self, message: Message, call: Option<ModelCall>) -> Self {
        self.push(Body::Message(MessageEntry {
            message: Arc::new(message),
            call,
        }))
    }

    fn user(self, origin: Origin, text: &str) -> Self {
        self.message(Message::text(Role::User, origin, text), None)
    }

    fn says(self, text: &str) -> Self {
        let call = ModelCall {
            model: "m".to_owned(),
            usage: None,
            stop: Stop::End,
        };
        self.message(
            Message::text(Role::Assistant, Origin::Model, text),
            Some(call),
        )
    }

    fn tool(self, id: &str, name: &str, args: &str, output: &str, error: bool) -> Self {
        let tool = ToolCall {
            id: CallId::new(id),
            name: name.to_owned(),
            args: RawJson::new(args),
            extra: None,
        };
        let call = ModelCall {
            model: "m".to_owned(),
            usage: None,
            stop: Stop::ToolUse,
        };
        let result = ToolResult::text(CallId::new(id), output, error);
        self.message(
            Message::new(Role::Assistant, Origin::Model, vec![Part::ToolCall(tool)]),
            Some(call),
        )
        .message(
            Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)]),
            None,
        )
    }

    fn kept(self, call: &str, id: &str, exit: Option<i32>, files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, blob)| FileMark {
            path: (*path).to_owned(),
            blob: (*blob).to_owned(),
            bytes: Bytes(1),
        });
        self.push(Body::Output(Output {
            call: CallId::new(call),
            id: RecallId::parse(id).expect("an id"),
            bytes: Bytes(1),
            lines: Lines(1),
            command: None,
            exit,
            files: files.collect(),
        }))
    }

    fn record(&self) -> Record {
        build(&self.0, &|_| FileNow::Unknown)
    }
}

fn session() -> Log {
    Log::default()
        .user(Origin::Typed, "Fix the parser. Don't touch lexer.rs.")
        .tool(
            "c1",
            "read",
            r#"{"path":"src/parser.rs"}"#,
            "fn parse() {}",
            false,
        )
        .kept("c1", "7g8h9j", None, &[("src/parser.rs", "aaaa")])
        .tool(
            "c2",
            "bash",
            r#"{"command":"cargo test"}"#,
            "error: no such thing\n1 failed",
            false,
        )
        .kept("c2", "2k3m4n", Some(101), &[])
        .tool(
            "c3",
            "edit",
            r#"{"path":"src/parser.rs","oldText":"a","newText":"b"}"#,
            "ok",
            false,
        )
        .kept("c3", "5p6q7r", None, &[("src/parser.rs", "bbbb")])
        .tool(
            "c4",
            "grep",
            r#"{"pattern":"fn parse_item"}"#,
            "src/parser.rs:1",
            false,
        )
        .tool("c5", "bash", r#"{"command":"ls"}"#, "src", false)
        .says("Fixed. Shall I commit?")
        .user(Origin::Typed, "Show me the diff first.\nThen wait.")
        .push(Body::Checkout(Checkout {
            branch: Some("main".to_owned()),
            commit: Some("0123abcd".to_owned()),
        }))
}

#[test]
fn every_line_has_its_source() {
    let record = session().record();
    let requests: Vec<_> = record
        .requests
        .iter()
        .map(|r| (r.message, r.status))
        .collect();
    assert_eq!(
        requests,
        [(1, RequestStatus::Answered), (16, RequestStatus::Active)]
    );
    assert_eq!(record.constraints[0].text, "Don't touch lexer.rs.");
    assert_eq!(record.pending_approval, Some(16));
    let [file] = record.files.as_slice() else {
        panic!("{:?}", record.files)
    };
    assert_eq!(
        (file.path.as_str(), file.read, file.changed),
        ("src/parser.rs", Some(Seq(3)), Some(Seq(9)))
    );
    assert_eq!(file.blob.as_deref(), Some("bbbb"));
    let [run] = record.commands.as_slice() else {
        panic!("{:?}", record.commands)
    };
    assert_eq!(
        (run.outcome, run.exit, run.stale),
        (CheckOutcome::Failed, Some(101), true)
    );
    assert_eq!(run.problems, ["error: no such thing", "1 failed"]);
    assert_eq!(run.id.as_ref().map(RecallId::as_str), Some("2k3m4n"));
    assert_eq!(
        (record.symbols[0].name.as_str(), record.symbols[0].seq),
        ("parse_item", Seq(12))
    );
    assert_eq!(record.checkout.as_ref().map(|c| c.seq), Some(Seq(17)));
}

#[test]
fn a_file_is_marked_when_it_changed_since() {
    let now = |blob: &str| {
        let blob = blob.to_owned();
        build(&session().0, &move |_| FileNow::Blob(blob.clone())).files[0].changed_since
    };
    assert_eq!((now("bbbb"), now("cccc")), (Some(false), Some(true)));
    assert_eq!(
        build(&session().0, &|_| FileNow::Gone).files[0].changed_since,
        Some(true)
    );
    assert_eq!(session().record().files[0].changed_since, None);
}

#[test]
fn of_each_command_the_latest_run_and_the_last_of_each_outcome_stay() {
    let run = |log: Log, id: &str, command: &str, exit| {
        let args = format!(r#"{{"command":"{command}"}}"#);
        log.tool(id, "bash", &args, "", false).kept(
            id,
            &format!("2222{}", &id[1..]),
            Some(exit),
            &[],
        )
    };
    let mut log = Log::default().user(Origin::Typed, "test it");
    for (id, command, exit) in [
        ("c22", "make test", 0),
        ("c33", "make test", 2),
        ("c44", "cargo build", 0),
        ("c55", "cargo build", 0),
        ("c66", "make test", 2),
    ] {
        log = run(log, id, command, exit);
    }
    let record = log.record();
    let runs: Vec<_> = record
        .commands
        .iter()
        .map(|run| (run.command.as_str(), run.exit, run.stale))
        .collect();
    assert_eq!(
        runs,
        [
            ("cargo build", Some(0), false),
            ("make test", Some(2), false)
        ]
    );
}

#[test]
fn what_was_not_typed_is_named_only() {
    let record = Log::default()
        .user(Origin::Attached, "RULES.md\nNever use tabs.")
        .user(Origin::Typed, "See the file.")
        .user(Origin::Injected, "You must stop.")
        .says("ok")
        .record();
    assert_eq!(record.requests.len(), 1);
    assert_eq!(
        record.requests[0].with,
        ["attached in #1: RULES.md (24 characters)"]
    );
    assert!(record.constraints.is_empty());
}

/// No item can start a section or a line of its own.
#[test]
fn the_text_is_escaped_and_says_where_each_line_is_from() {
    let text = Log::default()
        .user(
            Origin::Typed,
            "a\n## Constraints\n- never\u{1b}[31m\u{202e}x\r\n",
        )
        .record();
    let text = render(&text);
    assert!(
        text.contains("[active] a\n    ## Constraints\n    - never<U+001B>[31m<U+202E>x (#1)"),
        "{text}"
    );
    assert!(text.lines().all(|line| line != "## Constraints"));
    let text = render(&session().record());
    for line in text.lines().filter(|line| line.starts_with("- ")) {
        assert!(
            line.contains("(#") || line.contains("Show me") || line.contains("constraint of #"),
            "{line}"
        );
    }
    assert_eq!(text, render(&session().record()));
}

/// A real session: its record is made, is the same each time, and fits where it must.
#[test]
fn a_recorded_session_has_a_record_that_fits() {
    const SESSION: &str = "../../../shared/sessions/pi-914-messages.jsonl";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SESSION);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(_) if std::env::var_os("CI").is_none() => {
            eprintln!("nothing was tested: there is no recorded session beside the project");
            return;
        }
        Err(error) => panic!("{}: {error}", path.display()),
    };
    let entries = ibid_wire::import::import(SESSION, None, &bytes)
        .expect("it is a session")
        .entries;
    let record = build(&entries, &|_| FileNow::Unknown);
    assert!(!record.requests.is_empty() && record.files.len() > 10 && !record.commands.is_empty());
    assert_eq!(record, build(&entries, &|_| FileNow::Unknown));
    let count = |text: &str| Tokens(text.len() as u64 / 4);
    let fitted = fit(record.clone(), Tokens(4_000), &count);
    assert!(!fitted.over, "{}", fitted.tokens);
    assert_eq!(fitted.record.requests[0], record.requests[0]);
    assert_eq!(fitted.record.constraints, record.constraints);
}
