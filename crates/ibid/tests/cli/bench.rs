//! `ibid bench replay`: a folder of sessions.

use std::fs;

use crate::common::Home;
use crate::made::{kept, pi};

fn home() -> Home {
    let home = Home::new();
    home.file("all/loom.jsonl", &pi(20));
    home.file("all/deeper/loom.jsonl", &pi(4));
    home.file("all/notes.txt", "nothing was woven\n");
    home.file("all/questions.jsonl", &pi(0));
    kept(&home, "threads");
    let log = home.ibid(&["sessions", "export", "threads"]).stdout;
    home.file("all/own", &log);
    home
}

#[test]
fn every_session_has_a_row_a_policy_and_all_have_a_summary() {
    let home = home();
    let ran = home.ibid(&[
        "bench", "replay", "all", "--policy", "window", "--json", "--plot", "plot.svg", "--csv",
        "rows.csv",
    ]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let json = ran.json();
    let rows = json["rows"].as_array().unwrap();
    let names: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row["session"].as_str().unwrap(),
                row["policy"].as_str().unwrap(),
            )
        })
        .collect();
    // What all are compared with comes too, asked for or not.
    assert_eq!(
        names,
        [
            ("deeper/loom.jsonl", "none"),
            ("deeper/loom.jsonl", "window"),
            ("loom.jsonl", "none"),
            ("loom.jsonl", "window"),
            ("own", "none"),
            ("own", "window"),
        ]
    );
    let [none, window] = &json["summary"].as_array().unwrap()[..] else {
        panic!("two policies in {json}");
    };
    assert_eq!(
        (&none["net_share_mean"], &none["sessions"]),
        (&1.0.into(), &3.into())
    );
    assert_eq!(none["support_edits"], serde_json::json!([24, 24]));
    assert!(
        window["support_edits"][0].as_u64().unwrap() < 24,
        "{window}"
    );
    assert!(window["net_share_median"].as_f64().unwrap() > 0.0);
    let skipped: Vec<_> = json["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skipped| {
            (
                skipped["place"].as_str().unwrap(),
                skipped["why"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        skipped,
        [
            ("all/notes.txt", "it is no session"),
            ("questions.jsonl", "it holds no answer of a model"),
        ]
    );
    assert!(
        ran.stderr
            .contains("left out all/notes.txt: it is no session"),
        "{ran:?}"
    );
    let svg = fs::read_to_string(home.project().join("plot.svg")).unwrap();
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    let csv = fs::read_to_string(home.project().join("rows.csv")).unwrap();
    assert_eq!(csv.lines().count(), 7, "{csv}");
}

#[test]
fn a_pipe_gets_two_tables() {
    let home = home();
    let ran = home.ibid(&["bench", "replay", "all", "-q"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let parts: Vec<_> = ran.stdout.split("\n\n").collect();
    let [rows, summary, _note] = parts[..] else {
        panic!("three parts in {ran:?}");
    };
    // A head, and a row each.
    assert_eq!(rows.lines().count(), 1 + 3 * 7, "{rows}");
    assert_eq!(summary.lines().count(), 1 + 7 + 1, "{summary}");
    assert!(summary.contains("planned "), "{summary}");
}

#[test]
fn a_folder_without_sessions_is_told() {
    let home = home();
    home.file("none/notes.txt", "nothing\n");
    let cases = [
        ("none", 1, "holds no session with an answer of a model"),
        ("gone", 2, "gone is no folder of sessions"),
        (
            "all/loom.jsonl",
            2,
            "all/loom.jsonl is no folder of sessions",
        ),
    ];
    for (dir, status, expected) in cases {
        let ran = home.ibid(&["bench", "replay", dir]);
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{ran:?}");
        assert!(ran.stderr.contains(expected), "{ran:?}");
    }
    let ran = home.ibid(&["bench", "replay", "all", "--policy-cmd", "mine=exit 3"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("an outside policy failed"), "{ran:?}");
    for flag in ["--plot", "--csv"] {
        let ran = home.ibid(&[
            "bench",
            "replay",
            "all",
            "--policy",
            "none",
            flag,
            "/dev/full",
        ]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains("cannot write /dev/full"), "{ran:?}");
    }
}
