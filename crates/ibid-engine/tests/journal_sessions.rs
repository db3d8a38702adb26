//! Sessions as a whole: what they take, how old they are, deleting them, taking them elsewhere.

mod journal_kit;

use std::fs::{self, File, FileTimes};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};

use ibid_engine::archive::{Archive, Meta, Options, Retention};
use ibid_engine::journal::{Extent, Journal, JournalError, Origin, new_session_id};
use ibid_engine::project::Project;
use ibid_model::{
    Body, Bytes, CallId, Compaction, Lines, Message, Millis, Origin as From, Output, Part, RawJson,
    RecallId, Role, Seq, State,
};
use jiff::Timestamp;
use journal_kit::{Kit, image, message, note, notes, session, typed};

const DAY: i64 = 86_400_000;

fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The archive as the session `name` sees it.
fn archive(kit: &Kit, name: &str) -> Archive {
    let project = Project::find(&kit.dir.path().join("shop")).expect("a project");
    Archive::open(
        Options::new(kit.dir.path().join("data")),
        &project,
        session(name),
    )
    .expect("a store")
}

fn put(archive: &Archive, bytes: &[u8]) -> RecallId {
    let mut spool = archive.spool();
    spool.append(bytes);
    let id = archive.new_id().expect("an id");
    spool.commit(&id, Meta::default()).expect("stored");
    id
}

fn output(id: &RecallId) -> Body {
    Body::Output(Output {
        call: CallId::new("c1"),
        id: id.clone(),
        bytes: Bytes(1),
        lines: Lines(1),
        command: None,
        exit: None,
        files: vec![],
    })
}

/// A session whose last record is `days` days old.
fn aged(kit: &Kit, name: &str, days: i64, bodies: &[Body]) {
    let mut journal =
        Journal::create(&kit.sessions(), &session(name), Origin::default()).expect("created");
    let t = Millis(now() - days * DAY);
    journal.append_at(t, bodies).expect("appended");
}

fn base64_of(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// A picture of `len` bytes, other than those of another number.
fn picture(n: u32, len: u32) -> String {
    let bytes: Vec<u8> = (0..len)
        .map(|i| ((i * 31 + n * 7919) % 251) as u8)
        .collect();
    base64_of(&bytes)
}

/// A report of public topic 7: compactions that copy what they replace, pictures and all.
#[test]
fn a_compaction_adds_what_it_says_and_pictures_are_kept_once() {
    const COMPACTIONS: usize = 200;
    let kit = Kit::in_memory();
    let mut journal = kit.create();
    let mut originals = 0;
    for n in 0..100 {
        let text = format!("{n} {}", "history of the shop\n".repeat(2_000));
        originals += text.len() + 4_096;
        journal.append(&[typed(text)]).expect("appended");
    }
    let pictures: Vec<String> = (0..10).map(|n| picture(n, 500_000)).collect();
    for _ in 0..20 {
        let parts = pictures.iter().map(image).collect();
        let seen = Message::new(Role::User, From::Attached, parts);
        journal.append(&[message(seen)]).expect("appended");
    }
    originals += 10 * 500_000 + 20 * 10 * 200;
    for _ in 0..COMPACTIONS {
        let text = "what was done\n".repeat(2_000);
        let state = State {
            state: RawJson::new(format!("{{\"text\":\"{}\"}}", "x".repeat(20_000))),
            text,
        };
        let stated = journal.append(&[Body::State(state)]).expect("appended");
        let next = Seq(stated[0].seq.0 + 1);
        let compaction = Compaction {
            state: Some(stated[0].seq),
            first_kept: next,
            tokens_before: None,
        };
        journal
            .append(&[Body::Compaction(compaction)])
            .expect("appended");
    }
    let total = kit.sessions().list().expect("listed")[0].sizes.total();
    assert!(total.0 > 8_000_000);
    let most = (originals + COMPACTIONS * 65_536) as u64;
    assert!(total.0 <= most, "{total} is more than {}", Bytes(most));
    let images = fs::read_dir(kit.place().join("s1.images")).expect("there");
    assert_eq!(images.count(), 10);
    // Going on reads the last state, not the history.
    drop(journal);
    let (mut journal, loaded) =
        Journal::open(&kit.sessions(), &session("s1"), Extent::SinceCompaction).expect("opened");
    let kinds: Vec<&str> = loaded
        .entries
        .iter()
        .map(|entry| match &entry.body {
            Body::Session(_) => "session",
            Body::State(_) => "state",
            Body::Compaction(_) => "compaction",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["session", "state", "compaction"]);
    let all = kit.load();
    assert_eq!(loaded.report.last, all.report.last);
    let next = journal.append(&[note("on")]).expect("appended");
    assert_eq!(next[0].seq.0, all.entries.last().expect("some").seq.0 + 1);
}

/// Going on with a large log takes memory for what is needed, not for the file.
#[test]
fn going_on_is_streamed() {
    if let Some(dir) = std::env::var_os("JOURNAL_TEST_DIR") {
        let sessions =
            ibid_engine::journal::Sessions::of(&journal_kit::open_archive(Path::new(&dir), None));
        let (_, loaded) =
            Journal::open(&sessions, &session("s1"), Extent::SinceCompaction).expect("opened");
        let status = fs::read_to_string("/proc/self/status").expect("read");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        println!("\nentries {}", loaded.entries.len());
        println!(
            "peak {}",
            peak.expect("known").trim().trim_end_matches(" kB")
        );
        return;
    }
    let kit = Kit::in_memory();
    let mut journal = kit.create();
    let text = "x".repeat(1_000_000);
    for _ in 0..11 {
        let batch: Vec<Body> = (0..10).map(|_| typed(text.clone())).collect();
        journal.append(&batch).expect("appended");
    }
    let compaction = Compaction {
        state: None,
        first_kept: Seq(111),
        tokens_before: None,
    };
    journal
        .append(&[Body::Compaction(compaction)])
        .expect("appended");
    drop(journal);
    assert!(fs::metadata(kit.log()).expect("there").len() > 110_000_000);
    let ran = std::process::Command::new(std::env::current_exe().expect("this test"))
        .args(["going_on_is_streamed", "--exact", "--nocapture"])
        .env("JOURNAL_TEST_DIR", kit.dir.path())
        .output()
        .expect("ran");
    let text = String::from_utf8_lossy(&ran.stdout);
    let told = |name: &str| -> Option<u64> {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
    };
    assert_eq!(told("entries "), Some(3), "{text}");
    let peak = told("peak ").expect("told");
    assert!(peak <= 64 * 1024 + 3 * 1024, "{peak} KiB");
}

/// A report of public topic 7: instructions are no part of the log, so resuming adds nothing of them.
#[test]
fn resuming_adds_what_is_said_and_nothing_else() {
    let kit = Kit::new();
    drop(kit.create());
    for n in 0..5 {
        let before = kit.bytes();
        let (mut journal, loaded) = kit.open();
        assert_eq!(kit.bytes(), before, "opening alone writes nothing");
        assert_eq!(loaded.entries.len(), 1 + n);
        journal
            .append(&[typed("six words are said here now")])
            .expect("appended");
        let grown = kit.bytes().len() - before.len();
        assert!(grown < 250, "{grown} bytes for six words");
    }
    let roles = kit.load().entries;
    assert!(
        roles
            .iter()
            .filter_map(|e| e.message())
            .all(|m| m.role == Role::User)
    );
}

fn touch(path: &Path, time: SystemTime) {
    let file = File::options().write(true).open(path).expect("opened");
    file.set_times(FileTimes::new().set_modified(time).set_accessed(time))
        .expect("touched");
}

/// A report of public topic 7: age is that of the last record, whatever the file's time is.
#[test]
fn age_is_that_of_the_last_record() {
    let kit = Kit::new();
    aged(&kit, "young", 1, &[typed("young")]);
    aged(&kit, "old", 400, &[typed("old")]);
    touch(
        &kit.place().join("young.jsonl"),
        SystemTime::UNIX_EPOCH + Duration::from_secs(1),
    );
    touch(&kit.place().join("old.jsonl"), SystemTime::now());
    let sessions = kit.sessions();
    let listed: Vec<String> = sessions
        .list()
        .expect("listed")
        .iter()
        .map(|summary| summary.session.to_string())
        .collect();
    assert_eq!(listed, ["young", "old"]);
    let limit = Timestamp::from_millisecond(now() - 30 * DAY).expect("a time");
    let keep = Retention {
        older_than: Some(limit),
        max_bytes: None,
    };
    let doomed = sessions.gc_candidates(&keep).expect("found");
    assert_eq!(doomed.len(), 1);
    assert_eq!(doomed[0].session, session("old"));
    assert!(doomed[0].sizes.total().0 > 0);
    assert_eq!(
        sessions.list().expect("listed").len(),
        2,
        "asking deletes nothing"
    );
    let none = sessions
        .gc_candidates(&Retention::default())
        .expect("found");
    assert!(none.is_empty());
    for (max, expected) in [(u64::MAX, 0), (doomed[0].sizes.total().0 + 50, 1), (0, 2)] {
        let keep = Retention {
            older_than: None,
            max_bytes: Some(Bytes(max)),
        };
        let doomed = sessions.gc_candidates(&keep).expect("found");
        assert_eq!(doomed.len(), expected, "{max}");
        if let Some(first) = doomed.first() {
            assert_eq!(first.session, session("old"), "the oldest goes first");
        }
    }
}

#[test]
fn originals_that_a_session_needs_are_not_cleared() {
    let kit = Kit::new();
    let (own, other, free) = (
        archive(&kit, "a"),
        archive(&kit, "shell"),
        archive(&kit, "shell"),
    );
    let (own_id, named_id, free_id) = (
        put(&own, b"own"),
        put(&other, b"named"),
        put(&free, b"free"),
    );
    aged(&kit, "a", 0, &[typed("x")]);
    aged(&kit, "b", 0, &[output(&named_id)]);
    let keep = Retention {
        older_than: Some(Timestamp::from_millisecond(now() + DAY).expect("a time")),
        max_bytes: Some(Bytes(0)),
    };
    let report = free.gc(&keep).expect("cleared");
    assert_eq!(report.deleted, [free_id]);
    let kept: Vec<RecallId> = own
        .list()
        .expect("listed")
        .into_iter()
        .map(|e| e.record.id)
        .collect();
    assert_eq!(kept.len(), 2);
    // With its session goes what only that one needs.
    let sessions = kit.sessions();
    sessions.remove(&session("a")).expect("removed");
    let kept: Vec<RecallId> = own
        .list()
        .expect("listed")
        .into_iter()
        .map(|e| e.record.id)
        .collect();
    assert_eq!(kept, std::slice::from_ref(&named_id));
    assert!(!kept.contains(&own_id));
    sessions.remove(&session("b")).expect("removed");
    assert_eq!(free.gc(&keep).expect("cleared").deleted, [named_id]);
    assert!(sessions.list().expect("listed").is_empty());
}

/// An output that a tool shortened on its own: its id stands in the text only.
#[test]
fn an_original_that_is_told_in_a_text_is_not_cleared() {
    let kit = Kit::new();
    let shell = archive(&kit, "shell");
    let (told, free) = (put(&shell, b"told"), put(&shell, b"free"));
    let text = format!("line 1\n[12 lines are kept: ibid recall {told} --lines 3:9]");
    aged(
        &kit,
        "a",
        0,
        &[typed(text), typed(format!("no word of {free}"))],
    );
    let keep = Retention {
        older_than: None,
        max_bytes: Some(Bytes(0)),
    };
    assert_eq!(shell.gc(&keep).expect("cleared").deleted, [free]);
}

/// With `archive.redact` no secret reaches the disk, and a log reads as it was acknowledged.
#[test]
fn secrets_are_replaced_before_anything_is_stored() {
    // Made up, in a form that the rules know.
    let secret = ["AKIA", "Q7RTB2LMNC5XWZ4H"].concat();
    let kit = Kit::new();
    let project = Project::find(&kit.dir.path().join("shop")).expect("a project");
    let options = Options {
        redact: true,
        ..Options::new(kit.dir.path().join("data"))
    };
    let archive = Archive::open(options, &project, session("daily")).expect("a store");
    let sessions = ibid_engine::journal::Sessions::of(&archive);
    let name = session("s1");
    let mut journal = Journal::create(&sessions, &name, Origin::default()).expect("created");
    let mut told = journal
        .append(&[typed(format!("use {secret}"))])
        .expect("appended");
    drop(journal);
    let (mut journal, _) = Journal::open(&sessions, &name, Extent::Nothing).expect("opened");
    told.extend(
        journal
            .append(&[note(format!("it was {secret}, {secret}"))])
            .expect("appended"),
    );
    assert!(memchr::memmem::find(&kit.bytes(), secret.as_bytes()).is_none());
    let loaded = kit.load();
    assert_eq!(loaded.entries[1..], told[..]);
    let text = notes(&loaded.entries)[0].to_owned();
    assert_eq!(
        text.matches("[redacted:aws-access-key:").count(),
        2,
        "{text}"
    );
    drop(journal);
    sessions.remove(&name).expect("removed");
    assert_eq!(fs::read_dir(kit.place()).expect("listed").count(), 0);
}

/// A state that stood for the history is damaged: the history is read instead.
#[test]
fn a_damaged_state_gives_the_history_back() {
    let kit = Kit::new();
    let mut journal = kit.create();
    let state = Body::State(State {
        text: "what was done".to_owned(),
        state: RawJson::new("{}"),
    });
    let compaction = Body::Compaction(Compaction {
        state: Some(Seq(4)),
        first_kept: Seq(5),
        tokens_before: None,
    });
    journal
        .append(&[note("one"), note("two"), state, compaction, note("three")])
        .expect("appended");
    drop(journal);
    let since = || {
        let stored = kit.sessions().read(&session("s1")).expect("there");
        stored.load(Extent::SinceCompaction).expect("loads").entries
    };
    assert_eq!(notes(&since()), ["three"]);
    let mut bytes = kit.bytes();
    let at = memchr::memmem::find(&bytes, b"what was").expect("there");
    bytes[at] = b'?';
    fs::write(kit.log(), bytes).expect("written");
    assert_eq!(notes(&since()), ["one", "two", "three"]);
}

#[test]
fn an_original_that_another_session_names_outlives_its_own() {
    let kit = Kit::new();
    let id = put(&archive(&kit, "a"), b"seen by both");
    aged(&kit, "a", 0, &[output(&id)]);
    aged(&kit, "b", 0, &[output(&id)]);
    kit.sessions().remove(&session("a")).expect("removed");
    assert_eq!(archive(&kit, "b").list().expect("listed").len(), 1);
    let left: Vec<_> = fs::read_dir(kit.place())
        .expect("listed")
        .flatten()
        .collect();
    assert!(left.iter().all(|e| e.file_name() != "a.jsonl"), "{left:?}");
}

#[test]
fn removing_leaves_no_file_of_the_session() {
    let kit = Kit::new();
    let mut journal = kit.create();
    let picture = Message::new(Role::User, From::Attached, vec![image("aWJpZA==")]);
    journal.append(&[message(picture)]).expect("appended");
    drop(journal);
    fs::write(kit.place().join("s1.torn"), "{").expect("written");
    kit.sessions().remove(&session("s1")).expect("removed");
    assert_eq!(fs::read_dir(kit.place()).expect("listed").count(), 0);
    let again = kit.sessions().remove(&session("s1")).expect_err("gone");
    assert!(matches!(again, JournalError::Missing { .. }));
}

#[test]
fn a_listing_says_what_a_session_is_about() {
    let kit = Kit::new();
    let injected = message(Message::text(Role::User, From::Injected, "reminder"));
    let wanted = "\n  mend the till  \nand more";
    let answer = message(Message::text(Role::Assistant, From::Model, "done"));
    aged(
        &kit,
        "s1",
        0,
        &[injected, typed(wanted), answer, typed("another")],
    );
    let listed = kit.sessions().list().expect("listed");
    assert_eq!(listed[0].request.as_deref(), Some("mend the till"));
    assert_eq!(listed[0].messages, 4);
    assert_eq!(listed[0].sizes.log.0, kit.bytes().len() as u64);
    assert!(listed[0].started <= listed[0].last);
    fs::write(kit.place().join("junk.jsonl"), "junk\n").expect("written");
    let listed = kit.sessions().list().expect("one bad file hides nothing");
    assert_eq!((listed.len(), listed[1].last), (2, None));
}

fn export(kit: &Kit, name: &str, redact: bool) -> Vec<u8> {
    let mut out = Vec::new();
    kit.sessions()
        .export(&session(name), redact, &mut out)
        .expect("exported");
    out
}

fn import(kit: &Kit, name: &str, bytes: &[u8]) -> Result<Vec<String>, JournalError> {
    let imported = kit
        .sessions()
        .import(&session(name), &mut &bytes[..], Path::new("in.jsonl"));
    imported.map(|imported| imported.report.warnings())
}

#[test]
fn an_exported_session_comes_back_byte_for_byte() {
    let kit = Kit::new();
    let text = picture(3, 2_000);
    let mut journal = kit.create();
    let seen = Message::new(
        Role::User,
        From::Attached,
        vec![Part::text("see"), image(&text)],
    );
    journal
        .append(&[typed("a\u{2028}b"), message(seen), note("n")])
        .expect("appended");
    drop(journal);
    let exported = export(&kit, "s1", false);
    assert!(
        memchr::memmem::find(&exported, text.as_bytes()).is_some(),
        "needs nothing beside it"
    );
    let other = Kit::new();
    for (kit, name) in [(&other, "s9"), (&kit, "s2")] {
        assert_eq!(
            import(kit, name, &exported).expect("imported"),
            Vec::<String>::new()
        );
        let path = kit.place().join(format!("{name}.jsonl"));
        assert_eq!(fs::read(path).expect("there"), exported);
        assert_eq!(export(kit, name, false), exported);
        let (mut journal, loaded) =
            Journal::open(&kit.sessions(), &session(name), Extent::All).expect("opened");
        assert_eq!(loaded.entries.len(), 4);
        journal.append(&[note("goes on")]).expect("appended");
    }
    let taken = import(&kit, "s1", &exported).expect_err("taken");
    assert!(matches!(taken, JournalError::Exists { .. }));
    // Without a picture an export is the log itself.
    aged(&kit, "plain", 0, &[typed("x"), note("y")]);
    assert_eq!(
        export(&kit, "plain", false),
        fs::read(kit.place().join("plain.jsonl")).expect("read")
    );
}

#[test]
fn secrets_do_not_leave_with_a_redacted_export() {
    // Made up, in the forms that the rules know.
    let secret = ["AKIA", "Q7RTB2LMNC5XWZ4H"].concat();
    let kit = Kit::new();
    let args = Part::ToolCall(ibid_model::ToolCall {
        id: CallId::new("call_1"),
        name: "bash".to_owned(),
        args: RawJson::new(format!("{{\"command\":\"export KEY={secret}\\nmake\"}}")),
        extra: None,
    });
    let call = Message::new(Role::Assistant, From::Model, vec![args]);
    aged(
        &kit,
        "s1",
        0,
        &[typed(format!("use {secret}")), message(call), note("plain")],
    );
    assert!(memchr::memmem::find(&kit.bytes(), secret.as_bytes()).is_some());
    let exported = export(&kit, "s1", true);
    assert!(memchr::memmem::find(&exported, secret.as_bytes()).is_none());
    assert_eq!(
        import(&kit, "s2", &exported).expect("imported"),
        Vec::<String>::new()
    );
    let stored = kit.sessions().read(&session("s2")).expect("there");
    let loaded = stored.load(Extent::All).expect("loads");
    assert_eq!(notes(&loaded.entries), ["plain"]);
    let text = String::from_utf8_lossy(&exported);
    assert_eq!(text.matches("[redacted:").count(), 2, "{text}");
    let number = |at: usize| text[at..].split(']').next().map(str::to_owned);
    let places: Vec<_> = text
        .match_indices("[redacted:")
        .map(|(at, _)| number(at))
        .collect();
    assert_eq!(
        places[0], places[1],
        "the same secret, the same placeholder"
    );
    let mut json = text.lines().map(serde_json::from_str::<serde_json::Value>);
    assert!(json.all(|line| line.is_ok()));
}

#[test]
fn what_is_no_session_is_not_imported() {
    let kit = Kit::new();
    aged(&kit, "s1", 0, &[note("one"), note("two")]);
    let good = kit.bytes();
    let first = memchr::memchr(b'\n', &good).expect("a line") + 1;
    let second = first + memchr::memchr(b'\n', &good[first..]).expect("a line") + 1;
    let junk = b"{\"seq\":1,\"t\":junk\n".repeat(3);
    let cases: &[(&[u8], &str)] = &[
        (b"", "line 1: there is nothing in it"),
        (b"{\"type\":\"user\"}\n", "line 1: it does not begin"),
        (b"\n", "line 1"),
        (&junk, "line 1: neither"),
        (&good[first..], "line 1: the first record does not say"),
        (&good[..first - 30], "line 1"),
    ];
    for (bytes, expected) in cases {
        let error = import(&kit, "s2", bytes).expect_err("refused").to_string();
        assert!(
            error.contains("in.jsonl") && error.contains(expected),
            "{error}"
        );
    }
    assert_eq!(
        fs::read_dir(kit.place()).expect("listed").count(),
        1,
        "nothing stays behind"
    );
    // A damaged one is taken, and said to be so with the line.
    let damaged = [&good[..first], b"junk\n", &good[second..], &good[..10]].concat();
    let warnings = import(&kit, "s2", &damaged).expect("taken").join("\n");
    assert!(warnings.contains("line 2: 4 bytes"), "{warnings}");
    assert!(warnings.contains("not finished"), "{warnings}");
}

#[test]
fn a_session_that_is_not_read_to_its_end_is_not_exported_as_whole() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::from_raw_os_error(28))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let kit = Kit::new();
    aged(&kit, "s1", 0, &[note("one")]);
    let error = kit.sessions().export(&session("s1"), false, &mut Full);
    assert!(
        matches!(error, Err(JournalError::Output { .. })),
        "{error:?}"
    );
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let _ = out;
            Err(std::io::Error::from_raw_os_error(5))
        }
    }
    let error = kit
        .sessions()
        .import(&session("s2"), &mut Broken, Path::new("in.jsonl"));
    assert!(matches!(error, Err(JournalError::Store(_))), "{error:?}");
}

#[test]
fn new_names_sort_by_day_and_differ() {
    let day = "2026-01-02T03:04:05Z".parse().expect("a time");
    let (a, b) = (
        new_session_id(day).expect("a"),
        new_session_id(day).expect("b"),
    );
    assert!(a.as_str().starts_with("20260102-") && a != b, "{a} {b}");
    assert_eq!(a.as_str().len(), 19);
}
