//! `ibid sessions`: listed, shown, deleted when asked, taken elsewhere and back.

use std::fs;

use ibid_engine::archive::{Archive, Options};
use ibid_engine::journal::{Extent, Journal, Origin, Sessions};
use ibid_engine::project::Project;
use ibid_model::{
    Body, CallId, Message, MessageEntry, Millis, ModelCall, Origin as From, Part, RawJson, Role,
    SessionId, Stop, Tokens, ToolCall, ToolResult, Usage,
};

use crate::common::{Home, Ran};

const DAY: i64 = 86_400_000;

fn sessions(home: &Home) -> Sessions {
    let project = Project::find(&home.project()).unwrap();
    let daily = SessionId::parse("daily").unwrap();
    Sessions::of(&Archive::open(Options::new(home.data()), &project, daily).unwrap())
}

fn message(message: Message, call: Option<ModelCall>) -> Body {
    let message = message.into();
    Body::Message(MessageEntry { message, call })
}

/// A session of a request, a call, its result and an answer, `days` days old.
fn session(home: &Home, name: &str, days: i64, request: &str) {
    let id = SessionId::parse(name).unwrap();
    let origin = Origin {
        cwd: "/srv/shop".to_owned(),
        checkout: None,
    };
    let mut journal = Journal::create(&sessions(home), &id, origin).unwrap();
    let call = CallId::new("call_1");
    let asked = Part::ToolCall(ToolCall {
        id: call.clone(),
        name: "bash".to_owned(),
        args: RawJson::new("{\"command\":\"make check\"}"),
        extra: None,
    });
    let usage = Usage {
        input: Tokens(900),
        cache_read: Tokens(100),
        output: Tokens(40),
        ..Usage::default()
    };
    let model = ModelCall {
        model: "model-x".to_owned(),
        usage: Some(usage),
        stop: Stop::ToolUse,
    };
    let result = Part::ToolResult(ToolResult::text(call, "the till is \u{1b}[31mopen", true));
    let bodies = [
        message(Message::text(Role::User, From::Typed, request), None),
        message(
            Message::new(Role::Assistant, From::Model, vec![asked]),
            Some(model),
        ),
        message(Message::new(Role::Tool, From::Tool, vec![result]), None),
        message(Message::text(Role::Assistant, From::Model, "done"), None),
    ];
    let t = Millis(jiff::Timestamp::now().as_millisecond() - days * DAY);
    journal.append_at(t, &bodies).unwrap();
}

fn home() -> Home {
    let home = Home::new();
    session(&home, "first", 400, "mend the till\nand then more");
    session(&home, "second", 1, "count the beans");
    home
}

fn names(ran: &Ran) -> Vec<&str> {
    let names = ran.stdout.lines().map(|row| row.split_whitespace().next());
    names.map(Option::unwrap_or_default).collect()
}

#[test]
fn sessions_are_listed_with_size_age_and_request() {
    let home = home();
    let list = home.ibid(&["sessions"]);
    assert_eq!((list.status, names(&list)), (0, vec!["second", "first"]));
    assert!(
        list.stdout.lines().all(|row| row.contains("  4  ")),
        "{list:?}"
    );
    assert!(list.stdout.contains("mend the till\n"), "{list:?}");
    let json = home.ibid(&["sessions", "list", "--json"]).json();
    let first = &json[1];
    assert_eq!(
        (&first["session"], &first["messages"]),
        (&"first".into(), &4.into())
    );
    let log = fs::metadata(first["path"].as_str().unwrap()).unwrap().len();
    assert_eq!(first["bytes"]["total"], log);
    assert_eq!(first["request"], "mend the till");
    assert!(first["last"].as_str().unwrap() < json[0]["last"].as_str().unwrap());
    let empty = Home::new();
    let list = empty.ibid(&["sessions"]);
    assert_eq!((list.status, list.stdout.as_str()), (0, ""));
    assert_eq!(empty.ibid(&["sessions", "--json"]).stdout, "[]\n");
    assert!(!empty.data().exists(), "looking makes nothing");
}

#[test]
fn a_session_is_shown_for_people_and_as_it_is_stored() {
    let home = home();
    let shown = home.ibid(&["sessions", "show", "first"]);
    for part in [
        "session first, in /srv/shop (format 1, ibid ",
        "  user (typed)\n         mend the till\n         and then more\n",
        "assistant, model-x, 1000 tokens in (100 from the cache), 40 out, tool use\n",
        "         call: bash {\"command\":\"make check\"}\n",
        "  tool\n         (the tool says that it failed)\n         the till is  [31mopen\n",
    ] {
        assert!(shown.stdout.contains(part), "{part}: {}", shown.stdout);
    }
    let raw = home.ibid(&["sessions", "show", "first", "--json"]);
    let path = home.ibid(&["sessions", "--json"]).json()[1]["path"].clone();
    assert_eq!(
        raw.stdout,
        fs::read_to_string(path.as_str().unwrap()).unwrap()
    );
}

#[test]
fn damage_is_told_and_hides_nothing_else() {
    let home = home();
    let path = home.ibid(&["sessions", "--json"]).json()[1]["path"].clone();
    let mut bytes = fs::read(path.as_str().unwrap()).unwrap();
    let at = memchr::memmem::find(&bytes, b"make check").unwrap();
    bytes[at] ^= 1;
    fs::write(path.as_str().unwrap(), bytes).unwrap();
    let shown = home.ibid(&["sessions", "show", "first"]);
    assert_eq!(shown.status, 0);
    assert!(shown.stdout.contains("mend the till") && shown.stdout.contains("done"));
    assert!(!shown.stdout.contains("model-x"));
    assert!(shown.stderr.contains("ibid: line 3: "), "{shown:?}");
    let list = home.ibid(&["sessions"]);
    assert!(list.stderr.contains("\"first\" has a warning"), "{list:?}");
    fs::write(path.as_str().unwrap(), "hello\n").unwrap();
    let shown = home.ibid(&["sessions", "show", "first"]);
    assert_eq!(shown.status, 1);
    assert!(shown.stderr.contains("line 1"), "{shown:?}");
    assert_eq!(names(&home.ibid(&["sessions"])), ["second", "first"]);
}

/// Nothing is deleted without `--yes`, and age is that of the last record.
#[test]
fn sessions_are_deleted_only_when_asked() {
    let home = home();
    let gc = ["sessions", "gc", "--older-than", "30d"];
    for args in [&gc[..], &["sessions", "rm", "first"]] {
        let dry = home.ibid(args);
        assert_eq!((dry.status, names(&dry)), (0, vec!["first"]), "{dry:?}");
        assert!(
            dry.stderr
                .contains("nothing was deleted; with --yes: 1 session (")
        );
        let json = home.ibid(&[args, &["--json"]].concat()).json();
        assert_eq!(json["deleted"], false);
        assert_eq!(json["sessions"][0]["session"], "first");
        assert!(json["bytes"].as_u64().unwrap() > 0);
        assert_eq!(names(&home.ibid(&["sessions"])).len(), 2);
    }
    let none = home.ibid(&["sessions", "gc", "--max-bytes", "1GiB"]);
    assert_eq!((none.status, none.stdout.as_str()), (0, ""));
    let mistyped = home.ibid(&["sessions", "rm", "second", "nothere", "--yes"]);
    assert_eq!(mistyped.status, 1);
    assert_eq!(names(&home.ibid(&["sessions"])).len(), 2);
    let done = home.ibid(&[&gc[..], &["--yes"]].concat());
    assert!(
        done.stderr.starts_with("ibid: deleted 1 session ("),
        "{done:?}"
    );
    assert_eq!(names(&home.ibid(&["sessions"])), ["second"]);
    let done = home
        .ibid(&["sessions", "rm", "second", "--yes", "--json"])
        .json();
    assert_eq!(
        (&done["deleted"], &done["sessions"][0]["session"]),
        (&true.into(), &"second".into())
    );
    assert_eq!(home.ibid(&["sessions"]).stdout, "");
}

/// An original of a session that is there stays, whatever `outputs gc` is told; with its session it
/// goes.
#[test]
fn originals_live_as_long_as_their_session() {
    let home = home();
    let id = home
        .ibid(&["--session", "first", "run", "--", "seq", "100000"])
        .id();
    let free = home.sh("seq 100000").id();
    let gc = home
        .ibid(&["outputs", "gc", "--max-bytes", "0", "--yes", "--json"])
        .json();
    assert_eq!(gc["deleted"], serde_json::json!([free]));
    assert!(home.raw(&id).starts_with(b"1\n2\n"));
    let listed = home.ibid(&["sessions", "--json"]).json();
    assert!(listed[1]["bytes"]["originals"].as_u64().unwrap() > 500_000);
    home.ibid(&["sessions", "rm", "first", "--yes"]);
    let gone = home.ibid(&["recall", &id]);
    assert!(gone.stderr.contains("deleted"), "{gone:?}");
}

#[test]
fn a_session_in_use_is_not_deleted() {
    let home = home();
    let id = SessionId::parse("first").unwrap();
    let (journal, _) = Journal::open(&sessions(&home), &id, Extent::Nothing).unwrap();
    let refused = home.ibid(&["sessions", "rm", "first", "--yes"]);
    assert_eq!(refused.status, 1);
    let pid = format!("in use by process {}", std::process::id());
    assert!(refused.stderr.contains(&pid), "{refused:?}");
    let gc = home.ibid(&["sessions", "gc", "--max-bytes", "0", "--yes", "--json"]);
    assert!(gc.stderr.contains(&pid), "{gc:?}");
    let json = gc.json();
    assert_eq!(
        (&json["in_use"][0], &json["sessions"][0]["session"]),
        (&"first".into(), &"second".into())
    );
    drop(journal);
    assert_eq!(names(&home.ibid(&["sessions"])), ["first"]);
}

#[test]
fn a_session_goes_elsewhere_and_comes_back() {
    let home = home();
    let log = home.ibid(&["sessions", "export", "first"]).stdout;
    assert_eq!(
        log,
        home.ibid(&["sessions", "show", "first", "--json"]).stdout
    );
    let file = home.file("out/session.jsonl", &log);
    let imported = home.ibid(&["sessions", "import", file.to_str().unwrap()]);
    assert_eq!(imported.status, 0, "{imported:?}");
    let id = imported.stdout.trim();
    assert_eq!(home.ibid(&["sessions", "export", id]).stdout, log);
    let piped = home.pipe(
        &["sessions", "import", "-", "--session", "mine", "--json"],
        log.as_bytes(),
    );
    assert_eq!(piped.json()["session"], "mine");
    assert_eq!(home.ibid(&["sessions", "export", "mine"]).stdout, log);
    let taken = home.pipe(
        &["sessions", "import", "-", "--session", "mine"],
        log.as_bytes(),
    );
    assert_eq!(taken.status, 1);
    assert!(taken.stderr.contains("already"), "{taken:?}");
    let foreign = home.file("other.jsonl", "{\"type\":\"user\"}\n");
    let refused = home.ibid(&["sessions", "import", foreign.to_str().unwrap()]);
    assert_eq!(refused.status, 1);
    assert!(refused.stderr.contains("line 1: "), "{refused:?}");
}

#[test]
fn an_export_to_a_file_is_private_new_and_without_secrets_when_asked() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    // Made up, in a form that the rules know.
    let secret = ["AKIA", "Q7RTB2LMNC5XWZ4H"].concat();
    session(&home, "first", 0, &format!("use {secret}"));
    let file = home.project().join("out.jsonl");
    let args = [
        "sessions",
        "export",
        "first",
        "--redact",
        "--json",
        "-o",
        file.to_str().unwrap(),
    ];
    let json = home.ibid(&args).json();
    assert_eq!(
        (&json["records"], &json["left_out"]),
        (&5.into(), &0.into())
    );
    assert_eq!(json["redacted"]["aws-access-key"], 1);
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains(&secret) && text.contains("[redacted:aws-access-key:1]"));
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let again = home.ibid(&args);
    assert_eq!(again.status, 1, "what is there is not replaced");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let missing = home.project().join("none.jsonl");
    let failed = home.ibid(&[
        "sessions",
        "export",
        "nothere",
        "-o",
        missing.to_str().unwrap(),
    ]);
    assert_eq!(failed.status, 1);
    assert!(!missing.exists());
}
