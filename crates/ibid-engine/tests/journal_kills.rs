//! A kill at any step, every byte of every write included: what was acknowledged is there, and
//! nothing that was never written.

mod journal_kit;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ibid_engine::archive::{ArchiveError, Faults, Op};
use ibid_engine::journal::{Extent, Journal, JournalError, Origin, Sessions};
use ibid_model::{Body, Entry, Message, Origin as From, Part, Role};
use journal_kit::{Kill, Kit, image, message, note, open_archive, session, typed};

/// What the script appends, a batch an append.
fn batches() -> Vec<Vec<Body>> {
    let picture = Message::new(
        Role::User,
        From::Attached,
        vec![Part::text("see"), image("aWJpZA==")],
    );
    vec![
        vec![typed("mend the till\u{2028}and the \u{1f9fe}")],
        vec![message(picture), note("two"), note("three")],
        vec![note("four")],
    ]
}

fn expected() -> Vec<String> {
    let kit = Kit::in_memory();
    let mut journal = kit.create();
    batches().iter().for_each(|batch| {
        journal.append(batch).expect("appended");
    });
    drop(journal);
    let entries = kit.load().entries;
    entries.iter().skip(1).map(said).collect()
}

/// What an entry says, without its number and time.
fn said(entry: &Entry) -> String {
    serde_json::to_string(&entry.body).expect("JSON")
}

/// Runs the script until it is killed. Gives the number of bodies acknowledged, `None` when the
/// log was not created.
fn script(sessions: &Sessions) -> Option<usize> {
    let id = session("s1");
    let mut told = 0;
    let mut journal = match Journal::create(sessions, &id, Origin::default()) {
        Ok(journal) => journal,
        Err(_) => return None,
    };
    for (n, batch) in batches().iter().enumerate() {
        if n == 2 {
            drop(journal);
            match Journal::open(sessions, &id, Extent::Nothing) {
                Ok((opened, _)) => journal = opened,
                Err(_) => return Some(told),
            }
        }
        match journal.append(batch) {
            Ok(entries) => told += entries.len(),
            Err(_) => return Some(told),
        }
    }
    Some(told)
}

#[test]
fn a_kill_at_any_byte_loses_nothing_that_was_told() {
    let expected = expected();
    let mut torn = 0;
    for steps in 0.. {
        let kit = Kit::in_memory();
        let kill = Kill::after(steps);
        let told = script(&kit.faulty(kill.clone()));
        if !kit.log().exists() {
            assert_eq!(told, None, "step {steps}: told of a log that is not there");
            // What the kill left is no hindrance.
            kit.create();
            continue;
        }
        let (mut journal, loaded) = kit.open();
        let found: Vec<String> = loaded.entries.iter().skip(1).map(said).collect();
        assert!(loaded.report.damage.is_empty(), "step {steps}");
        assert!(found.len() >= told.unwrap_or(0), "step {steps}: {found:?}");
        assert_eq!(found, expected[..found.len()], "step {steps}");
        let unfinished = loaded.report.torn.is_some();
        torn += usize::from(unfinished);
        assert_eq!(
            kit.place().join("s1.torn").exists(),
            unfinished,
            "step {steps}"
        );
        // It goes on from there.
        journal.append(&[note("next")]).expect("appended");
        drop(journal);
        let again = kit.load();
        assert_eq!(
            again.report.warnings(),
            Vec::<String>::new(),
            "step {steps}"
        );
        assert_eq!(again.entries.len(), loaded.entries.len() + 1);
        if kill.done() <= steps {
            assert_eq!(told, Some(expected.len()));
            assert!(steps > 500, "only {steps} steps were seen");
            break;
        }
    }
    assert!(torn > 300, "only {torn} kills tore a record");
}

/// The same for the repair of what an earlier kill left: its bytes are in the log or beside it.
#[test]
fn a_kill_at_any_byte_of_a_repair_loses_nothing() {
    let ends: [&[u8]; 4] = [
        b"{\"seq\":3,\"t\":17,\"type\":\"no",
        b"",
        b"\0\0\0\0",
        b"{\"seq\":3,\0\0\0tail",
    ];
    for end in ends {
        for steps in 0.. {
            let kit = Kit::in_memory();
            kit.create().append(&[note("one")]).expect("appended");
            let mut bytes = kit.bytes();
            let before = kit.load().entries;
            bytes.pop();
            if !end.is_empty() {
                bytes.push(b'\n');
                bytes.extend_from_slice(end);
            }
            fs::write(kit.log(), &bytes).expect("written");
            let kill = Kill::after(steps);
            let opened = Journal::open(&kit.faulty(kill.clone()), &session("s1"), Extent::All);
            let done = opened.is_ok() && kill.done() <= steps;
            drop(opened);
            let aside = kit.place().join("s1.torn");
            let aside = || fs::read(&aside).unwrap_or_default();
            let held = [kit.bytes(), aside()];
            let found = held.iter().any(|b| memchr_find(b, end));
            assert!(found, "step {steps}: the end is lost");
            let (_, loaded) = kit.open();
            assert_eq!(loaded.entries, before, "step {steps}");
            assert!(kit.bytes().ends_with(b"}\n"), "step {steps}");
            assert!(memchr_find(&aside(), end), "step {steps}");
            if done {
                break;
            }
        }
    }
}

fn memchr_find(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

/// Fails the one step `at`, as a full disk does, and lets all others through.
struct FailOnce {
    at: usize,
    seen: AtomicUsize,
}

impl Faults for FailOnce {
    fn before(&self, _: Op, _: &Path) -> io::Result<()> {
        match self.seen.fetch_add(1, Ordering::SeqCst) == self.at {
            true => Err(io::Error::from_raw_os_error(28)),
            false => Ok(()),
        }
    }
}

/// A process that lives on after a failure: what failed is not there, what is told is.
#[test]
fn a_failure_at_any_step_is_told_and_leaves_nothing() {
    for at in 0.. {
        let kit = Kit::in_memory();
        kit.create();
        let seen = AtomicUsize::new(0);
        let faults = Arc::new(FailOnce { at, seen });
        let sessions = kit.faulty(faults.clone());
        let opened = Journal::open(&sessions, &session("s1"), Extent::All);
        let (mut journal, _) = opened.expect("opens: only the note of its pid may fail");
        let mut told = Vec::new();
        for batch in batches()
            .iter()
            .chain(&[vec![note("five")], vec![note("six")]])
        {
            match journal.append(batch) {
                Ok(entries) => told.extend(entries),
                Err(error) => {
                    let full = matches!(&error, JournalError::Store(ArchiveError::Full { .. }));
                    let later = matches!(&error, JournalError::Unsure { .. });
                    assert!(full || later, "step {at}: {error}");
                }
            }
        }
        drop(journal);
        let loaded = kit.load();
        assert_eq!(loaded.entries[1..], told[..], "step {at}");
        assert_eq!(loaded.report.warnings(), Vec::<String>::new());
        if faults.seen.load(Ordering::SeqCst) <= at {
            assert!(at > 10, "only {at} steps were seen");
            break;
        }
    }
}

/// What is not yet durable, as far as changes tell.
#[derive(Default)]
struct Unsynced(Mutex<HashSet<PathBuf>>);

impl Faults for Unsynced {
    fn before(&self, op: Op, path: &Path) -> io::Result<()> {
        let mut dirty = self.0.lock().expect("no test panics with it");
        let parent = path.parent().expect("in a directory").to_owned();
        match op {
            // The file of the writer's number is for messages only.
            _ if path.extension().is_some_and(|ending| ending == "pid") => {}
            Op::Sync | Op::SyncDir => {
                dirty.remove(path);
            }
            Op::MakeDir | Op::Create | Op::Rename | Op::Remove | Op::RemoveDir => {
                dirty.insert(parent);
            }
            Op::Write | Op::Cut => {
                // Nothing but the log itself may be in doubt when the log changes.
                if path.ends_with("s1.jsonl") {
                    let mut others = dirty.iter().filter(|other| *other != path);
                    assert_eq!(
                        others.next(),
                        None,
                        "written to the log before it is synced"
                    );
                }
                dirty.insert(path.to_owned());
            }
        }
        Ok(())
    }
}

/// A loss of power keeps what is synced: all that is acknowledged, and all that it names.
#[test]
fn what_is_acknowledged_is_synced() {
    let kit = Kit::in_memory();
    let unsynced = Arc::new(Unsynced::default());
    let check = |doing: &str| {
        let dirty = unsynced.0.lock().expect("no panic").clone();
        assert!(dirty.is_empty(), "{doing}: {dirty:?} are not synced");
    };
    let sessions = kit.faulty(unsynced.clone());
    let id = session("s1");
    let mut journal = Journal::create(&sessions, &id, Origin::default()).expect("created");
    check("create");
    for batch in batches() {
        journal.append(&batch).expect("appended");
        check("append");
    }
    drop(journal);
    let torn = [&kit.bytes()[..], b"{\"seq\":9"].concat();
    fs::write(kit.log(), torn).expect("written");
    let (mut journal, _) = Journal::open(&sessions, &id, Extent::Nothing).expect("opened");
    check("repair");
    journal.append(&[note("after")]).expect("appended");
    check("append");
    drop(journal);
    let log = kit.bytes();
    sessions
        .import(&session("s2"), &mut &log[..], Path::new("in"))
        .expect("imported");
    check("import");
}

/// A process that appends one record after the other, the number of each on a line once it is
/// acknowledged, is killed at some moment.
#[test]
fn a_killed_process_keeps_its_word() {
    if let Some(dir) = std::env::var_os("JOURNAL_TEST_DIR") {
        let sessions = Sessions::of(&open_archive(Path::new(&dir), None));
        let (mut journal, _) =
            Journal::open(&sessions, &session("s1"), Extent::Nothing).expect("opened");
        loop {
            let text = "x".repeat(20_000);
            let entries = journal.append(&[note(text)]).expect("appended");
            println!("seq {}", entries[0].seq);
        }
    }
    let kit = Kit::new();
    kit.create();
    let mut told = 0;
    for wait in [40, 57, 74, 91, 108, 125] {
        let mut child = Command::new(std::env::current_exe().expect("this test"));
        child
            .args(["a_killed_process_keeps_its_word", "--nocapture"])
            .env("JOURNAL_TEST_DIR", kit.dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = child.spawn().expect("started");
        thread::sleep(Duration::from_millis(wait));
        child.kill().expect("killed");
        let output = child.wait_with_output().expect("ended");
        let (_, loaded) = kit.open();
        assert!(loaded.report.damage.is_empty());
        let text = String::from_utf8_lossy(&output.stdout);
        let lines = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let seqs = lines.filter_map(|line| line.trim_end().split("seq ").nth(1)?.parse().ok());
        for seq in seqs {
            let seq: u64 = seq;
            assert!(
                loaded.entries.iter().any(|entry| entry.seq.0 == seq),
                "{seq}"
            );
            told += 1;
        }
    }
    println!("{told} records were told of");
}
