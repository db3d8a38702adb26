//! `ibid replay`: what it reads, what it answers, and how it fails.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::{Home, Ran};
use crate::made::{kept, pi};

fn home() -> Home {
    let home = Home::new();
    home.file("loom.jsonl", &pi(20));
    home
}

/// The exit status, and that the three lines of an error are there and say so.
fn check_failure(ran: &Ran, status: i32, expected: &str) {
    assert_eq!(ran.status, status, "{ran:?}");
    assert_eq!(ran.stdout, "", "{ran:?}");
    let last: Vec<&str> = ran.stderr.lines().rev().take(3).collect();
    let [hint, why, what] = last[..] else {
        panic!("no three lines in {ran:?}");
    };
    assert!(what.starts_with("ibid: "), "{ran:?}");
    assert!(why.starts_with("  why: "), "{ran:?}");
    assert!(hint.starts_with("  try: "), "{ran:?}");
    assert!(ran.stderr.contains(expected), "{expected:?} in {ran:?}");
}

fn policies(report: &Value) -> Vec<&str> {
    let policies = report["policies"].as_array().unwrap();
    policies
        .iter()
        .map(|policy| policy["policy"].as_str().unwrap())
        .collect()
}

#[test]
fn json_is_one_object_a_session() {
    let home = home();
    home.file("second.jsonl", &pi(3));
    let ran = home.ibid(&["replay", "loom.jsonl", "second.jsonl", "--json"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let reports: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let names: Vec<_> = reports.iter().map(|report| &report["session"]).collect();
    assert_eq!(names, ["loom", "second"]);
    let report = &reports[0];
    let all = [
        "none",
        "working-set",
        "window",
        "ttl",
        "protect",
        "clear",
        "planned",
    ];
    assert_eq!(policies(report), all);
    for policy in report["policies"].as_array().unwrap() {
        assert_eq!(policy["steps"], 40, "{policy}");
        for key in ["tokens_in", "peak_tokens", "recalls", "breaks"] {
            assert!(policy[key].is_u64(), "{key} of {policy}");
        }
        assert!(
            policy["net_cost"].as_f64() >= policy["cost"].as_f64(),
            "{policy}"
        );
        for key in ["support_lines", "support_edits"] {
            let [n, of] = &policy[key].as_array().unwrap()[..] else {
                panic!("{key} of {policy}");
            };
            assert!(n.as_u64() <= of.as_u64(), "{key} of {policy}");
        }
        assert_eq!(policy["support_edits"][1], 20, "{policy}");
    }
    assert!(report["recorded_cost"].as_f64().unwrap() > 0.0);
    let floor = report["floor"].as_f64().unwrap();
    assert!(floor > 0.0 && floor < report["policies"][0]["cost"].as_f64().unwrap());
}

#[test]
fn a_pipe_gets_a_table_and_files_get_the_same_figures() {
    let home = home();
    let ran = home.ibid(&[
        "replay",
        "loom.jsonl",
        "--policy",
        "none,window",
        "--csv",
        "table.csv",
        "--report",
        "page.html",
        "--dump",
        "dump.jsonl",
    ]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stdout.starts_with("loom: 40 calls\n"), "{ran:?}");
    assert!(!ran.stdout.contains('\u{1b}'), "{ran:?}");
    let rows = ran.stdout.lines().filter(|row| {
        row.starts_with("none  ") || row.starts_with("window") || row.starts_with("none *")
    });
    assert_eq!(rows.count(), 2, "{ran:?}");
    let csv = fs::read_to_string(home.project().join("table.csv")).unwrap();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let page = fs::read_to_string(home.project().join("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    let dump = fs::read_to_string(home.project().join("dump.jsonl")).unwrap();
    let lines: Vec<Value> = dump
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 80);
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["policy"], &last["step"]),
        (&"window".into(), &40.into())
    );
    let stubs = last["set_aside"].as_array().unwrap();
    assert!(stubs.len() > 10, "{last}");
    assert_eq!(stubs.len(), last["calls"].as_array().unwrap().len());
    assert!(
        lines[..40]
            .iter()
            .all(|line| line["set_aside"] == Value::Array(Vec::new()))
    );
}

#[test]
fn what_is_no_session_is_told_with_its_line() {
    let home = home();
    home.file("empty.jsonl", "");
    home.file("text.jsonl", "once upon\na loom\n");
    home.file("other.json", "[\n{\"colour\": \"indigo\"}\n]");
    home.file(
        "questions.jsonl",
        pi(3)
            .lines()
            .take(2)
            .collect::<Vec<_>>()
            .join("\n")
            .as_str(),
    );
    let cases = [
        (
            &["replay", "empty.jsonl"][..],
            1,
            "line 1: there is nothing in it",
        ),
        (&["replay", "text.jsonl"], 1, "line 1: not JSON"),
        (
            &["replay", "other.json"],
            1,
            "this is no session format that is known",
        ),
        (
            &["replay", "questions.jsonl"],
            1,
            "it holds no answer of a model",
        ),
        (&["replay", "gone.jsonl"], 1, "gone.jsonl"),
        (
            &["replay", "gone"],
            1,
            "this project has no session of that name",
        ),
        (&["replay", "."], 2, ". is a directory"),
        (&["inspect", "."], 2, ". is a directory"),
        (
            &["replay", "loom.jsonl", "--format", "punch-cards"],
            2,
            "\"punch-cards\"",
        ),
        (
            &["replay", "loom.jsonl", "--format", "ibid"],
            1,
            "loom.jsonl is no session of ibid: line 1",
        ),
        (
            &["replay", "loom.jsonl", "--format", "opencode"],
            1,
            "is no SQLite database",
        ),
        (
            &["replay", "loom.jsonl", "--prices", "text.jsonl"],
            2,
            "holds no prices",
        ),
        (
            &["inspect", "loom.jsonl", "--step", "41"],
            1,
            "the session has 40",
        ),
    ];
    for (args, status, expected) in cases {
        check_failure(&home.ibid(args), status, expected);
    }
    let ran = home.ibid(&["replay", "loom.jsonl", "--policy", "plannd"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("there are none, working-set"),
        "{ran:?}"
    );
}

/// A log of ibid's own, exported.
fn own(home: &Home) -> String {
    kept(home, "threads");
    let ran = home.ibid(&["sessions", "export", "threads"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    ran.stdout
}

#[test]
fn logs_of_ibid_are_read_by_content_and_by_name() {
    let home = home();
    let log = own(&home);
    home.file("log.txt", &log);
    let one = ["--json", "--policy", "none"];
    for (name, called) in [
        ("log.txt", "log"),
        ("threads", "threads"),
        ("-", "standard input"),
    ] {
        let args = [&["replay", name][..], &one].concat();
        let ran = home.pipe(&args, log.as_bytes());
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        let report = ran.json();
        assert_eq!(
            (&report["session"], &report["policies"][0]["steps"]),
            (&called.into(), &3.into())
        );
    }
    // A file of that name comes first.
    home.file("threads", &pi(2));
    let ran = home.ibid(&[&["replay", "threads"][..], &one].concat());
    assert_eq!(ran.json()["policies"][0]["steps"], 4);
}

#[test]
fn damaged_logs_load_with_warnings() {
    let home = home();
    let log = own(&home);
    let lines: Vec<&str> = log.lines().collect();
    let foreign = pi(3);
    let newer = "{\"seq\":1,\"t\":1,\"type\":\"session\",\"format\":7,\"spool\":[]";
    let cut = log.len() - 20;
    let mixed: Vec<&str> = lines
        .iter()
        .copied()
        .take(8)
        .chain(foreign.lines())
        .chain(lines.iter().copied().skip(8))
        .collect();
    let cases = [
        (
            "torn",
            log[..cut].to_owned(),
            "are a record that is not finished",
            2,
        ),
        ("mixed", mixed.join("\n") + "\n", "line 9: ", 3),
        (
            "headless",
            log[5..].to_owned(),
            "its first record, which says where it is from, is not there",
            3,
        ),
        (
            "later",
            lines[1..].join("\n") + "\n",
            "line 1: record 1 is missing before it",
            3,
        ),
        (
            "newer",
            summed(newer) + "\n" + &lines[1..].join("\n"),
            "a newer version of ibid wrote it (format 7)",
            3,
        ),
    ];
    for (name, text, warning, steps) in cases {
        let file = format!("{name}.jsonl");
        home.file(&file, &text);
        let ran = home.ibid(&["replay", &file, "--json", "--policy", "none"]);
        assert_eq!(ran.status, 0, "{name}: {ran:?}");
        assert!(ran.stderr.contains(warning), "{name}: {ran:?}");
        assert_eq!(ran.json()["policies"][0]["steps"], steps, "{name}");
    }
    // And the other way round.
    let mixed: Vec<&str> = foreign.lines().chain(lines.iter().copied()).collect();
    home.file("pi.jsonl", &mixed.join("\n"));
    let ran = home.ibid(&["replay", "pi.jsonl", "--json", "--policy", "none", "-v"]);
    assert_eq!(ran.json()["policies"][0]["steps"], 6, "{ran:?}");
    assert!(ran.stderr.contains("a record of ibid, left out"), "{ran:?}");
    let left_out = format!("left out {} × records of ibid", lines.len());
    assert!(ran.stderr.contains(&left_out), "{ran:?}");
    // Nothing but a head that is not understood.
    home.file(
        "only.jsonl",
        &(summed("{\"seq\":1,\"t\":1,\"type\":\"weft\"") + "\n"),
    );
    check_failure(
        &home.ibid(&["replay", "only.jsonl"]),
        1,
        "it holds no answer of a model",
    );
}

/// A record with its checksum.
fn summed(record: &str) -> String {
    use sha2::{Digest, Sha256};
    let sum: String = Sha256::digest(record.as_bytes())
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{record},\"sum\":\"{sum}\"}}")
}

#[test]
fn prices_are_taken_from_a_file() {
    let home = home();
    home.file(
        "free.toml",
        "cache_read = 0.0\ncache_write = 0.0\noutput = 0.0\ncache_min_tokens = 0\n",
    );
    home.file("wrong.toml", "cache_raed = 1.0\n");
    home.file("negative.toml", "cache_read = -1.0\n");
    let args = ["replay", "loom.jsonl", "--policy", "none", "--json"];
    let with = |prices: &[&str]| home.ibid(&[&args[..], prices].concat());
    let usual = with(&[]).json()["policies"][0]["cost"].as_f64().unwrap();
    let free = with(&["--prices", "free.toml"]).json()["policies"][0]["cost"]
        .as_f64()
        .unwrap();
    assert!(free < usual / 10.0, "{free} {usual}");
    check_failure(&with(&["--prices", "wrong.toml"]), 2, "cache_raed");
    check_failure(&with(&["--prices", "negative.toml"]), 2, "-1 is no price");
    check_failure(&with(&["--prices", "gone.toml"]), 2, "No such file");
}

/// A script as an outside policy.
fn script(home: &Home, body: &str) -> (PathBuf, String) {
    let path = home.file("policy.sh", &format!("#!/bin/sh\n{body}\n"));
    let flag = format!("mine=sh '{}'", path.display());
    (path, flag)
}

#[test]
fn an_outside_policy_is_asked_at_every_step() {
    let home = home();
    // Entry 4 is the first read; it is set aside from the seventh request on.
    let body = "n=0
while read -r line; do
    printf '%s\\n' \"$line\" >>asked
    n=$((n + 1))
    if [ $n -gt 6 ]; then echo '{\"set_aside\": [4]}'; else echo '{\"set_aside\": []}'; fi
done";
    let (_, flag) = script(&home, body);
    let ran = home.ibid(&[
        "replay",
        "loom.jsonl",
        "--policy",
        "none",
        "--policy-cmd",
        &flag,
        "--json",
        "--dump",
        "d",
    ]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let report = ran.json();
    assert_eq!(policies(&report), ["none", "mine"]);
    let asked = fs::read_to_string(home.project().join("asked")).unwrap();
    assert_eq!(asked.lines().count(), 40);
    let request: Value = serde_json::from_str(asked.lines().nth(7).unwrap()).unwrap();
    assert_eq!(request["step"], 8);
    let message = &request["messages"].as_array().unwrap()[2];
    assert_eq!(
        (&message["entry"], &message["tool"], &message["set_aside"]),
        (&4.into(), &"read".into(), &true.into())
    );
    let dump = fs::read_to_string(home.project().join("d")).unwrap();
    let last: Value = serde_json::from_str(dump.lines().last().unwrap()).unwrap();
    assert_eq!(last["set_aside"], serde_json::json!([4]));
    assert_eq!(last["calls"], serde_json::json!(["call_0"]));
}

#[test]
fn an_outside_policy_that_fails_is_told() {
    let home = home();
    let cases = [
        ("exit 3", "mine: the policy did not answer: "),
        (
            "read -r line; echo '{\"set_aside\": []}'; exit 0",
            "mine: the policy did not answer: ",
        ),
        (
            "while read -r line; do echo shuttle; done",
            "mine: the policy's answer is no decision: ",
        ),
        (
            "while read -r line; do echo '{\"set_aside\": [1]}'; done",
            "entry 1 is no tool result",
        ),
        (
            "while read -r line; do echo '{\"drop\": []}'; done",
            "unknown field `drop`",
        ),
        (
            "exec 0<&- ; sleep 0.2; printf '\\377\\n'",
            "mine: the policy",
        ),
        (
            "exec 1>&- ; sleep 5",
            "mine: the policy did not answer: it ended",
        ),
    ];
    for (body, expected) in cases {
        let (_, flag) = script(&home, body);
        let ran = home.ibid(&["replay", "loom.jsonl", "--policy-cmd", &flag, "--json"]);
        check_failure(&ran, 1, "an outside policy failed");
        assert!(ran.stderr.contains(expected), "{body}: {ran:?}");
    }
    let ran = home.ibid(&["replay", "loom.jsonl", "--policy-cmd", "mine"]);
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn a_full_disk_is_told() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let home = home();
    for flag in ["--dump", "--csv", "--report"] {
        let ran = home.ibid(&[
            "replay",
            "loom.jsonl",
            "--policy",
            "none",
            flag,
            "/dev/full",
        ]);
        check_failure(&ran, 1, "cannot write /dev/full");
        assert!(ran.stderr.contains("No space left"), "{ran:?}");
        let ran = home.ibid(&[
            "replay",
            "loom.jsonl",
            "--policy",
            "none",
            flag,
            "no/such/place",
        ]);
        check_failure(&ran, 1, "cannot write no/such/place");
    }
}

/// Secrets of known forms reach no report: not its JSON, not its page. The session file keeps them.
#[test]
fn reports_quote_no_secret() {
    let key = "ghp_Zx8Kq2Lm4Nv6Bt1Rw3Yc5Ua7Ds9Fe0Gh2Jk4";
    let home = Home::new();
    let session = pi(20).replace("tension::LOW", &format!("\\\"{key}\\\""));
    home.file("loom.jsonl", &session);
    // Entry 8 is the second read; the sixth request uses what it shows.
    let body = "n=0
while read -r line; do
    n=$((n + 1))
    if [ $n -gt 5 ]; then echo '{\"set_aside\": [8]}'; else echo '{\"set_aside\": []}'; fi
done";
    let (_, flag) = script(&home, body);
    let replayed = |redact: &str| {
        let args = [
            "replay",
            "loom.jsonl",
            "--policy-cmd",
            &flag,
            "--json",
            "--report",
            "page.html",
        ];
        let ran = home.ibid_with(&args, &[("IBID_LOG_REDACT", redact)]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let page = fs::read_to_string(home.project().join("page.html")).unwrap();
        (ran.stdout, page)
    };
    let (json, page) = replayed("true");
    assert!(
        json.contains("shed_lift(heddle_7"),
        "something was missed: {json}"
    );
    assert!(page.contains("shed_lift(heddle_7"));
    assert!(!json.contains(key) && !page.contains(key));
    let (json, page) = replayed("false");
    assert!(json.contains(key) && page.contains(key));
}

/// A recording cannot be made again: nothing that is written takes its place, under any name, nor
/// that of another output, and what fails leaves the old file.
#[test]
fn what_is_written_takes_no_other_place() {
    let home = home();
    let session = fs::read(home.project().join("loom.jsonl")).unwrap();
    std::os::unix::fs::symlink("loom.jsonl", home.project().join("link")).unwrap();
    fs::hard_link(
        home.project().join("loom.jsonl"),
        home.project().join("hard"),
    )
    .unwrap();
    for flag in ["--csv", "--dump", "--report"] {
        for to in ["loom.jsonl", "./loom.jsonl", "link", "hard"] {
            let ran = home.ibid(&["replay", "loom.jsonl", "--policy", "none", flag, to]);
            check_failure(&ran, 2, "which would be overwritten");
        }
    }
    let twice = ["replay", "loom.jsonl", "--csv", "out", "--dump", "./out"];
    check_failure(&home.ibid(&twice), 2, "it is the file of --");
    let in_folder = ["bench", "replay", ".", "--csv", "loom.jsonl"];
    check_failure(&home.ibid(&in_folder), 2, "which would be overwritten");
    assert_eq!(
        fs::read(home.project().join("loom.jsonl")).unwrap(),
        session
    );
    // A session that cannot be read leaves an old output as it was, and nothing beside it.
    home.file("old.csv", "precious");
    home.file("junk", "no session");
    let ran = home.ibid(&["replay", "junk", "--csv", "old.csv", "--dump", "old.csv2"]);
    assert_ne!(ran.status, 0);
    assert_eq!(
        fs::read(home.project().join("old.csv")).unwrap(),
        b"precious"
    );
    let left = fs::read_dir(home.project()).unwrap().flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert!(
        !left
            .iter()
            .any(|name| name.to_string_lossy().starts_with(".ibid-")),
        "{left:?}"
    );
    let ran = home.ibid(&[
        "replay",
        "loom.jsonl",
        "--policy",
        "none",
        "--csv",
        "old.csv",
    ]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        fs::read_to_string(home.project().join("old.csv"))
            .unwrap()
            .contains("loom")
    );
}

/// Servers that report zeros say nothing of what was used.
#[test]
fn usage_of_nothing_is_usage_not_told() {
    let home = Home::new();
    home.file("zero.jsonl", &with_zero_usage(&pi(8)));
    let ran = home.ibid(&["replay", "zero.jsonl", "--policy", "none", "--json"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let report = ran.json();
    assert_eq!(report["policies"][0]["steps"], 16);
    assert_eq!(report["recorded_cost"], Value::Null);
    assert!(ran.stderr.contains("taken as not told"), "{ran:?}");
}

/// A session with every count of its usage at zero.
fn with_zero_usage(session: &str) -> String {
    let zero = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if let Some(usage) = record["message"].get_mut("usage") {
            for key in ["input", "output", "cacheRead", "cacheWrite"] {
                usage[key] = 0.into();
            }
        }
        record.to_string() + "\n"
    };
    session.lines().map(zero).collect()
}

#[test]
fn rows_have_names_of_their_own() {
    let home = home();
    let cases: [&[&str]; 3] = [
        &["--policy", "none,none"],
        &["--policy", "none", "--policy-cmd", "none=cat"],
        &["--policy-cmd", "a=cat", "--policy-cmd", "a=cat"],
    ];
    for case in cases {
        let args = [&["replay", "loom.jsonl"], case].concat();
        check_failure(&home.ibid(&args), 2, "is named twice");
    }
}
