//! One writer a log, whatever the processes do.

mod journal_kit;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ibid_engine::journal::{Extent, Journal, JournalError, Locks, Origin, Sessions};
use ibid_model::Seq;
use journal_kit::{Kit, note, notes, open_archive, session};

/// This test's program again, as the process of the test `name` for the kit in `dir`.
fn process(name: &str, dir: &Path, part: &str) -> Child {
    Command::new(std::env::current_exe().expect("this test"))
        .args([name, "--exact", "--nocapture"])
        .env("JOURNAL_TEST_DIR", dir)
        .env("JOURNAL_TEST_PART", part)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

/// In such a process: the sessions, and which part it plays.
fn part() -> Option<(Sessions, String)> {
    let dir = std::env::var_os("JOURNAL_TEST_DIR")?;
    let sessions = Sessions::of(&open_archive(Path::new(&dir), None));
    Some((sessions, std::env::var("JOURNAL_TEST_PART").ok()?))
}

fn open(sessions: &Sessions) -> Result<Journal, JournalError> {
    Journal::open(sessions, &session("s1"), Extent::Nothing).map(|(journal, _)| journal)
}

/// Opens the log as soon as the other writer lets it go.
fn wait_for(sessions: &Sessions) -> Journal {
    let started = Instant::now();
    loop {
        match open(sessions) {
            Ok(journal) => return journal,
            Err(JournalError::InUse { .. }) if started.elapsed() < Duration::from_secs(60) => {
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// A report of public topic 7: two processes resume one session.
#[test]
fn a_second_writer_is_told_who_the_first_is_and_takes_over_when_it_is_killed() {
    if let Some((sessions, _)) = part() {
        let mut journal = open(&sessions).expect("opened");
        journal.append(&[note("of A")]).expect("appended");
        println!("\nopen");
        io::stdout().flush().expect("told");
        // Until it is killed.
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    let kit = Kit::new();
    drop(kit.create());
    let name = "a_second_writer_is_told_who_the_first_is_and_takes_over_when_it_is_killed";
    let mut first = process(name, kit.dir.path(), "A");
    let lines = BufReader::new(first.stdout.take().expect("its output")).lines();
    let ready = lines.map_while(Result::ok).any(|line| line == "open");
    assert!(ready, "the first writer never came up");
    let error = open(&kit.sessions()).expect_err("in use");
    let pid = Some(first.id());
    let session = session("s1");
    assert_eq!(error, JournalError::InUse { session, pid });
    assert!(
        error
            .to_string()
            .contains(&format!("in use by process {}", first.id()))
    );
    // Reading is free meanwhile, and the log can be neither created anew nor deleted.
    assert_eq!(notes(&kit.load().entries), ["of A"]);
    let again = Journal::create(
        &kit.sessions(),
        &journal_kit::session("s1"),
        Origin::default(),
    );
    assert!(matches!(again, Err(JournalError::Exists { .. })));
    let removed = kit.sessions().remove(&journal_kit::session("s1"));
    assert!(
        matches!(removed, Err(JournalError::InUse { .. })),
        "{removed:?}"
    );
    first.kill().expect("killed");
    first.wait().expect("ended");
    let mut journal = open(&kit.sessions()).expect("taken over");
    journal.append(&[note("of B")]).expect("appended");
    drop(journal);
    assert_eq!(notes(&kit.load().entries), ["of A", "of B"]);
}

/// Two processes, a thousand records each, as often as they get a turn.
#[test]
fn writers_that_take_turns_lose_nothing() {
    const TURNS: usize = 25;
    const RECORDS: usize = 40;
    if let Some((sessions, part)) = part() {
        for turn in 0..TURNS {
            let mut journal = wait_for(&sessions);
            for n in 0..RECORDS {
                let text = format!("{part} {}", turn * RECORDS + n);
                journal.append(&[note(text)]).expect("appended");
            }
        }
        return;
    }
    let kit = Kit::in_memory();
    drop(kit.create());
    let name = "writers_that_take_turns_lose_nothing";
    let writers = ["A", "B"].map(|part| process(name, kit.dir.path(), part));
    for writer in writers {
        let ended = writer.wait_with_output().expect("ended");
        assert!(
            ended.status.success(),
            "{}",
            String::from_utf8_lossy(&ended.stdout)
        );
    }
    let loaded = kit.load();
    assert_eq!(loaded.report.warnings(), Vec::<String>::new());
    let seqs: Vec<u64> = loaded.entries.iter().map(|entry| entry.seq.0).collect();
    assert_eq!(seqs, (1..=2001).collect::<Vec<u64>>());
    let texts = notes(&loaded.entries);
    for part in ["A", "B"] {
        let prefix = format!("{part} ");
        let of: Vec<&str> = texts
            .iter()
            .filter_map(|text| text.strip_prefix(prefix.as_str()))
            .collect();
        let expected: Vec<String> = (0..TURNS * RECORDS).map(|n| n.to_string()).collect();
        assert_eq!(of, expected, "the records of {part}, in order");
    }
}

/// What stands in the file of the writer's number decides nothing.
#[test]
fn a_number_that_lies_hinders_nobody() {
    let kit = Kit::new();
    drop(kit.create());
    let own = std::process::id().to_string();
    for text in [
        own.as_str(),
        "1",
        "999999999",
        "",
        "-1",
        "0",
        "\0\u{1b}[2J",
        "99999999999999999999",
    ] {
        fs::write(kit.place().join("s1.pid"), text).expect("written");
        let journal = open(&kit.sessions()).expect("nobody holds the lock");
        fs::write(kit.place().join("s1.pid"), text).expect("written");
        let error = open(&kit.sessions()).expect_err("held").to_string();
        assert!(
            error.contains("in use by") && !error.contains('\u{1b}'),
            "{error}"
        );
        assert!(
            !error.contains("999999999"),
            "no such process runs: {error}"
        );
        drop(journal);
        assert!(!kit.place().join("s1.pid").exists());
    }
}

/// A home that is copied while a session is open, or restored from such a copy, is nobody's.
#[test]
fn a_copied_home_can_be_written() {
    let (kit, copy) = (Kit::new(), Kit::new());
    let mut journal = kit.create();
    journal.append(&[note("before")]).expect("appended");
    fs::create_dir_all(copy.place()).expect("made");
    for entry in fs::read_dir(kit.place()).expect("listed").flatten() {
        fs::copy(entry.path(), copy.place().join(entry.file_name())).expect("copied");
    }
    let (mut other, loaded) = copy.open();
    assert_eq!(notes(&loaded.entries), ["before"]);
    other.append(&[note("in the copy")]).expect("appended");
    journal.append(&[note("in the first")]).expect("appended");
    assert_eq!(notes(&kit.load().entries), ["before", "in the first"]);
    assert_eq!(notes(&copy.load().entries), ["before", "in the copy"]);
}

/// Locks as some file systems have them.
struct Broken(fn() -> io::Result<bool>);

impl Locks for Broken {
    fn try_lock(&self, _: &File) -> io::Result<bool> {
        self.0()
    }
}

#[test]
fn a_file_system_without_locks_is_not_written() {
    type Answer = fn() -> io::Result<bool>;
    let cases: [(Answer, &str); 3] = [
        (|| Ok(true), "one lock twice"),
        (
            || Err(io::Error::from_raw_os_error(37)),
            "No locks available",
        ),
        (|| Err(io::Error::from_raw_os_error(95)), "not supported"),
    ];
    let kit = Kit::new();
    kit.create().append(&[note("one")]).expect("appended");
    let before = kit.bytes();
    for (locks, reason) in cases {
        let sessions = kit.sessions().with_locks(Arc::new(Broken(locks)));
        let new = session("s2");
        let created = Journal::create(&sessions, &new, Origin::default()).map(drop);
        for refused in [
            open(&sessions).map(drop),
            created,
            sessions.remove(&session("s1")),
        ] {
            let error = refused.expect_err("refused");
            assert!(matches!(error, JournalError::NoLocks { .. }), "{error}");
            assert!(error.to_string().contains(reason), "{error}");
        }
        assert_eq!(kit.bytes(), before);
        assert!(!kit.place().join("s2.jsonl").exists());
        let stored = sessions.read(&session("s1")).expect("can be read");
        let loaded = stored.load(Extent::All).expect("loads");
        assert_eq!(notes(&loaded.entries), ["one"]);
    }
    let left: Vec<_> = fs::read_dir(kit.place())
        .expect("listed")
        .flatten()
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// A writer that takes no lock, and a log that is deleted, are seen before the next append.
#[test]
fn what_others_do_to_the_log_is_seen() {
    type Harm = fn(&Kit);
    let cases: [(Harm, &str); 3] = [
        (
            |kit| {
                let mut bytes = kit.bytes();
                bytes.extend_from_slice(b"more\n");
                fs::write(kit.log(), bytes).expect("written");
            },
            "something else wrote",
        ),
        (
            |kit| fs::write(kit.log(), "").expect("cut"),
            "something else wrote",
        ),
        (
            |kit| fs::remove_file(kit.log()).expect("deleted"),
            "deleted",
        ),
    ];
    for (harm, reason) in cases {
        let kit = Kit::new();
        let mut journal = kit.create();
        journal.append(&[note("one")]).expect("appended");
        harm(&kit);
        let before = fs::read(kit.log()).ok();
        for _ in 0..2 {
            let error = journal.append(&[note("two")]).expect_err("refused");
            assert!(matches!(error, JournalError::Changed { .. }), "{error}");
            assert!(error.to_string().contains(reason), "{error}");
        }
        assert_eq!(fs::read(kit.log()).ok(), before);
    }
}

/// What stands in a log's place and is none of ours is neither followed nor changed.
#[test]
fn a_planted_link_is_not_followed() {
    let kit = Kit::new();
    drop(kit.create());
    let aside = kit.dir.path().join("elsewhere.jsonl");
    fs::rename(kit.log(), &aside).expect("moved");
    std::os::unix::fs::symlink(&aside, kit.log()).expect("planted");
    let before = fs::read(&aside).expect("read");
    let read = kit.sessions().read(&session("s1")).map(drop);
    let created = Journal::create(&kit.sessions(), &session("s1"), Origin::default()).map(drop);
    let removed = kit.sessions().remove(&session("s1"));
    for refused in [open(&kit.sessions()).map(drop), read, created, removed] {
        let error = refused.expect_err("refused");
        assert!(!matches!(error, JournalError::Missing { .. }), "{error}");
    }
    assert_eq!(fs::read(&aside).expect("read"), before);
    assert!(kit.sessions().list().expect("listed").is_empty());
}

#[test]
fn everything_is_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let kit = Kit::new();
    let mut journal = kit.create();
    let parts = vec![journal_kit::image("aWJpZA==")];
    let picture =
        ibid_model::Message::new(ibid_model::Role::User, ibid_model::Origin::Attached, parts);
    journal
        .append(&[journal_kit::message(picture)])
        .expect("appended");
    let mut seen = Vec::new();
    let mut left = vec![kit.dir.path().join("data")];
    while let Some(path) = left.pop() {
        let mode = fs::metadata(&path).expect("there").permissions().mode() & 0o777;
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{}", path.display());
        if path.is_dir() {
            left.extend(
                fs::read_dir(&path)
                    .expect("listed")
                    .flatten()
                    .map(|e| e.path()),
            );
        }
        seen.push(path);
    }
    assert_eq!(
        seen.iter().filter(|path| path.is_file()).count(),
        3,
        "{seen:?}"
    );
}

#[test]
fn a_record_longer_than_a_log_takes_is_refused_and_nothing_is_written() {
    let kit = Kit::in_memory();
    let mut journal = kit.create();
    let before = kit.bytes();
    let long = "x".repeat(ibid_engine::journal::RECORD_MAX);
    let error = journal
        .append(&[note("short"), note(long)])
        .expect_err("refused");
    assert!(matches!(error, JournalError::TooLong { .. }), "{error}");
    assert_eq!(kit.bytes(), before);
    let next = journal.append(&[note("short")]).expect("appended");
    assert_eq!(next[0].seq, Seq(2));
}
