//! Databases as opencode leaves them: while it runs, after it ended, of several sessions.

use std::fs;

use ibid_model::{Entry, Role};

use super::*;
use crate::import::{Place, read_session, sessions_in};

const SCHEMA: &str = "
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT NOT NULL,
        version TEXT NOT NULL, time_created INTEGER NOT NULL);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL,
        time_created INTEGER NOT NULL, data TEXT NOT NULL);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL,
        data TEXT NOT NULL);";

/// A database in write-ahead mode, with its connection, which keeps the second file there.
fn database(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("a database");
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .expect("write-ahead");
    connection.execute_batch(SCHEMA).expect("tables");
    connection
}

/// A session of one request and one answer.
fn add(database: &Connection, id: &str, parent: Option<&str>, t: i64) {
    let insert = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        database.execute(sql, values).expect("a row");
    };
    insert(
        "INSERT INTO session VALUES (?1, ?2, '/srv/loom', '1.18.0', ?3)",
        &[&id, &parent, &t],
    );
    let rows = [
        (
            "a",
            r#"{"role":"user"}"#.to_owned(),
            format!(r#"{{"type":"text","text":"weave {id}"}}"#),
        ),
        (
            "b",
            r#"{"role":"assistant","modelID":"m","finish":"stop"}"#.to_owned(),
            r#"{"type":"text","text":"woven"}"#.to_owned(),
        ),
    ];
    for (at, (name, message, part)) in rows.iter().enumerate() {
        let (message_id, part_id) = (format!("{id}-{name}"), format!("{id}-{name}-p"));
        let t = t + 1 + at as i64;
        insert(
            "INSERT INTO message VALUES (?1, ?2, ?3, ?4)",
            &[&message_id, &id, &t, message],
        );
        insert(
            "INSERT INTO part VALUES (?1, ?2, ?3, ?4)",
            &[&part_id, &message_id, &id, part],
        );
    }
}

fn texts(entries: &[Entry]) -> Vec<(Role, String)> {
    let messages = entries.iter().filter_map(Entry::message);
    messages
        .map(|message| {
            let texts = message.parts.iter().filter_map(|part| match part {
                ibid_model::Part::Text(text) => Some(text.text.as_str()),
                _ => None,
            });
            (message.role, texts.collect())
        })
        .collect()
}

fn read_at(path: &Path) -> Result<Session, ReadError> {
    read_session(path, None, &mut |_| {})
}

fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_newest_session_is_read_while_it_is_written() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("open code?.db");
    let writer = database(&path);
    add(&writer, "ses_old", None, 1_000);
    add(&writer, "ses_new", None, 9_000);
    add(&writer, "ses_sub", Some("ses_new"), 10_000);
    // Nothing of it stands in the database itself yet.
    assert!(beside(&path, "-wal").metadata().expect("there").len() > 0);
    let before = (files(dir.path()), fs::read(&path).expect("read"));
    let session = read_at(&path).expect("a session");
    assert_eq!(
        texts(&session.entries),
        [
            (Role::User, "weave ses_new".to_owned()),
            (Role::Assistant, "woven".to_owned())
        ]
    );
    assert_eq!(
        (session.name.as_str(), session.format.name()),
        ("ses_new", "opencode")
    );
    assert!(
        session.warnings[0].contains("2 sessions"),
        "{:?}",
        session.warnings
    );
    assert_eq!(before, (files(dir.path()), fs::read(&path).expect("read")));
    let places = sessions_in(&path).expect("listed");
    let ids: Vec<_> = places
        .iter()
        .filter_map(|place| place.id.as_deref())
        .collect();
    assert_eq!(ids, ["ses_new", "ses_old"]);
}

#[test]
fn a_session_is_named_after_the_mark() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("opencode.db");
    let writer = database(&path);
    add(&writer, "ses_1", None, 1_000);
    add(&writer, "ses_2", Some("ses_1"), 2_000);
    add(&writer, "ses_3", None, 3_000);
    drop(writer);
    assert_eq!(files(dir.path()), ["opencode.db"]);
    for id in ["ses_1", "ses_2", "ses_3"] {
        let named = dir.path().join(format!("opencode.db#{id}"));
        let session = read_at(&named).expect("a session");
        assert_eq!(session.name, id);
        assert_eq!(session.warnings, [""; 0]);
    }
    assert_eq!(
        files(dir.path()),
        ["opencode.db"],
        "nothing is left beside it"
    );
    let missing = read_at(&dir.path().join("opencode.db#ses_9")).expect_err("not there");
    let text = missing.to_string();
    assert!(
        text.ends_with("has no session \"ses_9\"; it has ses_3, ses_1"),
        "{text}"
    );
}

#[test]
fn what_is_no_database_of_opencode_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = |name: &str| dir.path().join(name);
    let empty = database(&file("empty.db"));
    drop(empty);
    let other = Connection::open(file("other.db")).expect("a database");
    other.execute_batch("CREATE TABLE t (a)").expect("a table");
    drop(other);
    let mut torn = fs::read(file("empty.db")).expect("read");
    torn.truncate(2000);
    fs::write(file("torn.db"), torn).expect("written");
    fs::write(file("text.jsonl"), "{}\n").expect("written");
    let cases = [
        ("empty.db", None, "holds no session"),
        ("other.db", None, "no such table: session"),
        ("torn.db", None, "malformed"),
        ("empty.db", Some("pi"), "is a database, and no pi"),
        ("text.jsonl", Some("opencode"), "is no SQLite database"),
        ("text.jsonl#x", None, "is no SQLite database"),
    ];
    for (name, format, expected) in cases {
        let format = format.map(|name| crate::import::format(name).expect("known"));
        let error = read_session(&file(name), format, &mut |_| {}).expect_err(name);
        assert!(error.to_string().contains(expected), "{name}: {error}");
    }
    assert_eq!(Place::of(&file("other.db#x")).id.as_deref(), Some("x"));
}
