//! `ibid outputs`: what is done is what is said.

use std::fs;
use std::time::{Duration, SystemTime};

use crate::common::Home;

/// What killed commands leave behind is cleared by `gc`, which says so.
#[test]
fn gc_says_what_it_removed() {
    let home = Home::new();
    home.sh("seq 100000");
    let path = home.ibid(&["outputs", "--json"]).json()[0]["path"].clone();
    let dir = std::path::Path::new(path.as_str().unwrap())
        .parent()
        .unwrap()
        .to_owned();
    let gc = |args: &[&str]| {
        let args = [&["outputs", "gc", "--older-than", "1h", "--yes"], args].concat();
        home.ibid(&args)
    };
    let cases = [
        (0, ""),
        (
            1,
            ", and 1 file that an interrupted command had left behind",
        ),
        (2, ", and 2 files that interrupted commands had left behind"),
    ];
    for (count, expected) in cases {
        let leave = || {
            for n in 0..count {
                let name = dir.join(format!(".spool-00{n}.tmp"));
                let file = fs::File::create(&name).unwrap();
                let old = SystemTime::now() - Duration::from_secs(2 * 3600);
                file.set_modified(old).unwrap();
            }
        };
        leave();
        let ran = gc(&[]);
        assert_eq!(
            ran.stderr,
            format!("ibid: deleted 0 outputs (0 bytes){expected}\n")
        );
        leave();
        let json = gc(&["--json"]).json();
        assert_eq!(json["left_over"], count, "{json}");
        assert_eq!(json["deleted"].as_array().unwrap().len(), 0);
        assert_eq!(
            fs::read_dir(&dir).unwrap().count(),
            2,
            "only the output is left"
        );
    }
}

/// What leaked is shown, purged when the user says so, and known to be purged from then on.
#[test]
fn what_leaked_is_purged_when_asked() {
    let home = Home::new();
    let leak = |n: u32| {
        home.sh(&format!("echo tok_{n}abc; seq 60000; echo tok_{n}abc"))
            .id()
    };
    let (first, second) = (leak(1), leak(2));
    let clean = home.sh("seq 100000").id();
    let redact = |args: &[&str]| home.ibid(&[&["outputs", "redact"], args].concat());

    let asked = redact(&["tok_[0-9]abc"]);
    assert_eq!(asked.status, 2);
    let rows: Vec<&str> = asked.stdout.lines().collect();
    assert!(
        rows[0].starts_with(&second) && rows[1].starts_with(&first),
        "{asked:?}"
    );
    assert!(
        rows.iter().all(|row| row.ends_with("  4 places")),
        "{asked:?}"
    );
    assert!(asked.stderr.contains("the same with --yes"), "{asked:?}");
    assert!(
        !format!("{asked:?}").contains("tok_"),
        "no message repeats a secret"
    );
    assert!(
        home.raw(&first).starts_with(b"tok_1abc\n"),
        "nothing was changed"
    );

    let done = redact(&["tok_[0-9]abc", "--yes"]);
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(done.stderr, "ibid: replaced 8 places in 2 outputs\n");
    let raw = home.raw(&first);
    assert!(raw.starts_with(b"[redacted:pattern:") && !raw.windows(4).any(|at| at == b"tok_"));
    let recalled = home.ibid(&["recall", &first, "--lines", "1:2"]).stdout;
    let day = &home.ibid(&["outputs", "show", &first, "--json"]).json()["purged"][0]["when"];
    let note = format!(
        "[4 places of it were redacted on {}]",
        &day.as_str().unwrap()[..10]
    );
    assert!(recalled.ends_with(&format!("{note}\n")), "{recalled}");
    let told = home.ibid(&["recall", &first, "--raw"]).stderr;
    assert_eq!(told, format!("ibid: {note}\n"));
    let shown = home.ibid(&["outputs", "show", &first]).stdout;
    assert!(
        shown.contains(&note) && shown.contains("whole      yes"),
        "{shown}"
    );
    assert!(
        !home
            .ibid(&["recall", &clean, "--lines", "1"])
            .stdout
            .contains("redacted")
    );

    let again = redact(&["tok_[0-9]abc", "--yes", "--json"]).json();
    assert_eq!(
        (&again["places"], &again["done"]),
        (&0.into(), &true.into())
    );
    let piped = home.pipe(&["outputs", "redact", "-", "--yes"], b"^60000$\n");
    assert_eq!(piped.stderr, "ibid: replaced 3 places in 3 outputs\n");
    for (pattern, why) in [("(", "unclosed group"), ("x*", "the empty text")] {
        let bad = redact(&[pattern, "--yes"]);
        assert_eq!(bad.status, 2, "{bad:?}");
        assert!(bad.stderr.contains(why), "{bad:?}");
    }
    let none = redact(&["no such text"]);
    assert_eq!(
        (none.status, none.stderr.as_str()),
        (0, "ibid: nothing that is kept matches\n")
    );
}
