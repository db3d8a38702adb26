//! `ibid recall` and `ibid outputs`: what was kept can be had back, listed and deleted.

use std::fs;

use crate::common::{Home, Ran};

/// A home with one kept output: the numbers from 1 to 100,000.
fn kept() -> (Home, String) {
    let home = Home::new();
    let id = home.sh("seq 100000").id();
    (home, id)
}

fn recall(home: &Home, id: &str, args: &[&str]) -> Ran {
    home.ibid(&[&["recall", id], args].concat())
}

#[test]
fn lines_come_back_by_number() {
    let (home, id) = kept();
    let cases: [(&[&str], &str); 4] = [
        (&["--lines", "120:122"], "120\n121\n122\n"),
        (&["--lines", "7"], "7\n"),
        (&["--offset", "99999"], "99999\n100000\n"),
        (&["--offset", "50", "--limit", "2"], "50\n51\n"),
    ];
    for (args, expected) in cases {
        let ran = recall(&home, &id, args);
        assert_eq!(ran.status, 0, "{args:?}: {ran:?}");
        assert!(ran.stdout.starts_with(expected), "{args:?}: {ran:?}");
    }
    let all = recall(&home, &id, &[]);
    assert!(all.stdout.starts_with("1\n2\n") && all.stdout.len() <= 48 << 10);
    assert!(
        all.stdout.contains("next: --lines "),
        "it says what comes next"
    );
}

#[test]
fn lines_come_back_by_pattern() {
    let (home, id) = kept();
    let ran = recall(&home, &id, &["--pattern", "^4242$"]);
    for line in [
        "4240-4240",
        "4241-4241",
        "4242:4242",
        "4243-4243",
        "4244-4244",
    ] {
        assert!(
            ran.stdout.lines().any(|shown| shown == line),
            "{line}: {ran:?}"
        );
    }
    let ran = recall(&home, &id, &["--pattern", "^4242$", "--context", "0"]);
    assert_eq!(ran.stdout.lines().next(), Some("4242:4242"));
    let json = recall(
        &home,
        &id,
        &["--json", "--pattern", "^4242$", "--context", "1"],
    )
    .json();
    assert_eq!(json["matches"], 1);
    assert_eq!(json["lines"][1]["line"], 4242);
    assert_eq!(json["lines"][1]["match"], true);
}

/// What is asked for beyond the end is answered with where the end is.
#[test]
fn past_the_end_the_answer_says_how_many_lines_there_are() {
    let (home, id) = kept();
    let most = u64::MAX.to_string();
    let all = format!("1:{most}");
    let last = "[no line 100001: the output has 100000 lines]\n";
    let cases: [(&[&str], &str); 6] = [
        (&["--offset", "100001"], last),
        (&["--lines", "100001:100005"], last),
        (&["--lines", "100001:"], last),
        (&["--offset", "100001", "--pattern", "7"], last),
        (
            &["--offset", "99999", "--pattern", "^1$"],
            "[no line from 99999 on, of 100000, matches]\n",
        ),
        (
            &["--offset", &most],
            "[no line 18446744073709551615: the output has 100000 lines]\n",
        ),
    ];
    for (args, expected) in cases {
        let ran = recall(&home, &id, args);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, expected), "{args:?}");
        assert_eq!(ran.stderr, "", "{args:?}");
    }
    for args in [&["--lines", &all][..], &["--limit", &most]] {
        let ran = recall(&home, &id, args);
        assert!(ran.stdout.starts_with("1\n2\n"), "{args:?}");
        assert!(ran.stdout.contains("; next: --lines "), "{args:?}");
    }
}

#[test]
fn exact_bytes_come_back() {
    let home = Home::new();
    let bytes: Vec<u8> = (0..=255u8).cycle().take(100_000).collect();
    let ran = home.pipe(&["prune"], &bytes);
    assert_eq!(home.raw(&ran.id()), bytes);
}

#[test]
fn what_cannot_be_shown_is_an_error_that_says_why() {
    let (home, id) = kept();
    let other = if id.ends_with('x') { 'y' } else { 'x' };
    let near = format!("{}{other}", &id[..id.len() - 1]);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["recall", &near], 1, id.as_str()),
        (&["recall", "../../etc/passwd"], 2, "no recall id"),
        (&["recall", &id, "--pattern", "("], 2, "unclosed group"),
        (
            &["recall", &id, "--lines", "9:3"],
            2,
            "line 3 comes before line 9",
        ),
        (
            &["recall", &id, "--lines", "0:3"],
            2,
            "lines are counted from 1",
        ),
        (&["recall", &id, "--lines", "0"], 2, "counted from 1"),
        (&["recall", &id, "--lines", "3:0"], 2, "counted from 1"),
        (&["recall", &id, "--limit", "0"], 2, "0 is not in 1.."),
        (&["recall", &id, "--offset", "0"], 2, "0 is not in 1.."),
        (
            &["recall", &id, "--offset", "3", "--limit", "0"],
            2,
            "0 is not in 1..",
        ),
        (
            &["recall", &id, "--lines", "1:2", "--pattern", "x"],
            2,
            "cannot be used with",
        ),
        (&["outputs", "show", "nothere"], 1, "was ever kept"),
        (&["outputs", "rm", "nothere", "--yes"], 1, "was ever kept"),
        (&["outputs", "rm", &id], 2, "confirmation"),
        (
            &["outputs", "gc", "--yes"],
            2,
            "nothing says what to delete",
        ),
    ];
    for (args, status, expected) in cases {
        let ran = home.ibid(args);
        assert_eq!(ran.status, *status, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(expected), "{args:?}: {ran:?}");
        assert_eq!(ran.stdout, "", "{args:?}");
    }
}

#[test]
fn a_damaged_original_is_never_passed_off_as_whole() {
    let (home, id) = kept();
    let file = home.ibid(&["outputs", "--json"]).json()[0]["path"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut bytes = fs::read(&file).unwrap();
    bytes[1000] ^= 1;
    fs::write(&file, bytes).unwrap();
    for args in [
        &["recall", &id][..],
        &["recall", &id, "--raw"],
        &["recall", &id, "--pattern", "9"],
        &["outputs", "show", &id],
    ] {
        let ran = home.ibid(args);
        assert_eq!(ran.status, 1, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains("damaged"), "{args:?}: {ran:?}");
    }
    fs::remove_file(&file).unwrap();
    let gone = recall(&home, &id, &[]);
    assert_eq!(gone.status, 1);
    assert!(gone.stderr.contains("gone"), "{gone:?}");
}

#[test]
fn another_projects_output_needs_a_word() {
    let (home, id) = kept();
    let other = home.project().join("../other");
    fs::create_dir(&other).unwrap();
    let there = |args: &[&str]| {
        crate::common::ran(home.command(args).current_dir(&other).output().unwrap())
    };
    let refused = there(&["recall", &id]);
    assert_eq!(refused.status, 1);
    assert!(!refused.stderr.contains("nearest"), "{refused:?}");
    assert_eq!(there(&["outputs"]).stdout, "");
    let shown = there(&["recall", &id, "--any-project", "--lines", "1:3"]);
    assert!(shown.stdout.starts_with("1\n2\n3\n"), "{shown:?}");
}

#[test]
fn outputs_are_listed_shown_and_deleted_when_asked() {
    let (home, id) = kept();
    let second = home.sh("seq 200000; exit 3").id();
    let list = home.ibid(&["outputs"]).stdout;
    let rows: Vec<&str> = list.lines().collect();
    assert_eq!(rows.len(), 2);
    assert!(
        rows[0].starts_with(&second) && rows[1].starts_with(&id),
        "newest first"
    );
    assert!(rows[0].contains("sh -c 'seq 200000; exit 3'") && rows[0].contains(" 3  "));
    let show = home.ibid(&["outputs", "show", &id]).stdout;
    for fact in [
        "lines      100000",
        "bytes      588895",
        "whole      yes",
        "exit       0",
    ] {
        assert!(show.contains(fact), "{fact}: {show}");
    }
    let removed = home.ibid(&["outputs", "rm", &id, "--yes"]);
    assert_eq!(
        (removed.status, removed.stderr.as_str()),
        (0, "ibid: deleted 1 output\n")
    );
    let again = recall(&home, &id, &[]);
    assert_eq!(again.status, 1);
    assert!(again.stderr.contains("deleted"), "{again:?}");
    let young = home.ibid(&["outputs", "gc", "--older-than", "1h", "--yes"]);
    assert_eq!(young.stderr, "ibid: deleted 0 outputs (0 bytes)\n");
    let json = home
        .ibid(&["--json", "outputs", "gc", "--max-bytes", "0", "--yes"])
        .json();
    assert_eq!(json["deleted"][0], second.as_str());
    let empty = home.ibid(&["outputs"]);
    assert_eq!((empty.stdout.as_str(), empty.status), ("", 0));
}

#[test]
fn a_session_of_ones_own_keeps_its_outputs() {
    let home = Home::new();
    let id = home
        .ibid(&["--session", "mine", "run", "--", "seq", "100000"])
        .id();
    let listed = home.ibid(&["outputs", "--json"]).json();
    assert_eq!(listed[0]["session"], "mine");
    assert!(
        recall(&home, &id, &["--lines", "3"])
            .stdout
            .starts_with("3\n")
    );
}
