//! `ibid prune` and `ibid classify`: text in, text or JSON out.

use std::fmt::Write;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{Home, feed, peak_memory, ran};

/// T1-01: few but very long lines, and the error behind them.
#[test]
fn an_error_behind_very_long_lines_stays() {
    let home = Home::new();
    let stderr = "error[E0308]: mismatched types\n  --> src/lib.rs:9:5\n\
                  error: could not compile `demo` (lib) due to 1 previous error\n";
    let mut input = String::new();
    for n in 0..40 {
        let _ = writeln!(input, "Compiling unit{n:02} {}", "p".repeat(4000));
    }
    input.push_str(stderr);
    let ran = home.pipe(
        &["prune", "--exit", "101", "--budget", "10240"],
        input.as_bytes(),
    );
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.len() <= 10_240, "{} bytes", ran.stdout.len());
    for line in stderr.lines() {
        assert!(
            ran.stdout.lines().any(|shown| shown == line),
            "{line}: {ran:?}"
        );
    }
    assert!(ran.stdout.contains("exit 101"), "{ran:?}");
    let header = ran.stdout.lines().next().unwrap();
    assert!(
        header.contains("43 lines") && header.contains("dropped"),
        "{header}"
    );
    assert_eq!(home.raw(&ran.id()), input.as_bytes());
}

/// T1-02: a non-zero exit never reads as success.
#[test]
fn a_failure_never_reads_as_success() {
    let home = Home::new();
    let input = "collected 212 items / 2 errors\n==== ERRORS ====\n\
                 ____ ERROR collecting tests/test_api.py ____\n\
                 E   ModuleNotFoundError: No module named 'widgets'\n\
                 ==== 212 passed, 2 errors in 8.31s ====\n";
    let ran = home.pipe(&["prune", "--exit", "2"], input.as_bytes());
    for needed in [
        "2 errors",
        "ModuleNotFoundError: No module named 'widgets'",
        "exit 2",
    ] {
        assert!(ran.stdout.contains(needed), "{needed}: {ran:?}");
    }
    let empty = home.pipe(&["prune", "--exit", "1"], b"");
    assert!(empty.stdout.contains("exit 1"), "{empty:?}");
    assert_eq!(home.pipe(&["prune", "--exit", "0"], b"").stdout, "");
}

#[test]
fn the_cap_is_twice_the_budget_where_only_that_is_given() {
    let home = Home::new();
    let input: String = (0..20_000).map(|n| format!("{n}\n")).collect();
    let len = |args: &[&str]| {
        let ran = home.pipe(
            &[&["prune", "--keep", "never"], args].concat(),
            input.as_bytes(),
        );
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.stdout.len()
    };
    let is_near = |len: usize, cap: usize| len <= cap && len > cap * 9 / 10;
    assert!(is_near(len(&["--budget", "4KiB"]), 8192));
    assert!(is_near(len(&["--budget", "4KiB", "--cap", "6KiB"]), 6144));
    assert!(is_near(len(&["--cap", "10_000"]), 10_000));
    assert!(is_near(len(&[]), 48 << 10));
}

#[test]
fn what_is_shown_whole_passes_through() {
    let home = Home::new();
    let input = "caf\u{e9} \u{2028} \u{1f980}\n\ttab\n";
    assert_eq!(home.pipe(&["prune"], input.as_bytes()).stdout, input);
    assert!(!home.data().exists());
}

#[test]
fn wrong_flags_are_wrong_use() {
    let home = Home::new();
    let cases: &[&[&str]] = &[
        &["prune", "--budget", "lots"],
        &["prune", "--exit", "x"],
        &["prune", "--keep", "sometimes"],
        &["prune", "--no-such-flag"],
        &["prune", "--session", "../x"],
        &["nonsense"],
        &[],
        &["run"],
    ];
    for args in cases {
        assert_eq!(home.ibid(args).status, 2, "{args:?}");
    }
}

#[test]
fn a_budget_too_small_is_told() {
    let home = Home::new();
    let input = format!(
        "{}error: it broke\n",
        "warning: something is odd\n".repeat(300)
    );
    let ran = home.pipe(
        &["prune", "--exit", "1", "--budget", "40"],
        input.as_bytes(),
    );
    assert!(ran.stderr.contains("the budget is too small"), "{ran:?}");
    assert!(ran.stdout.lines().count() >= 2);
}

/// T9-06: huge inputs of hostile shapes, in bounded memory.
#[test]
fn huge_inputs_of_hostile_shapes_fit_in_memory() {
    const SIZE: usize = 3 << 20;
    let spam = b"spam line\n".repeat(SIZE / 10);
    let cases: [(&str, Vec<u8>); 4] = [
        ("spam", spam),
        ("one line", vec![b'x'; SIZE]),
        ("empty lines", vec![b'\n'; 500_000]),
        ("backslashes", vec![b'\\'; SIZE]),
    ];
    for (name, input) in cases {
        let home = Home::new();
        let mut child = home
            .command(&["prune", "--budget", "4KiB"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&input).unwrap();
        let peak = peak_memory(child.id()).unwrap();
        drop(stdin);
        let ran = ran(child.wait_with_output().unwrap());
        assert_eq!(ran.status, 0, "{name}");
        assert!(peak < 96 << 20, "{name}: {peak} bytes");
        assert!(
            ran.stdout.len() <= 8192,
            "{name}: {} bytes",
            ran.stdout.len()
        );
        assert_eq!(home.raw(&ran.id()), input, "{name}");
    }
}

#[test]
fn many_small_chunks_are_read_in_linear_time() {
    let home = Home::new();
    let script = "i=0; while [ $i -lt 20000 ]; do printf x; i=$((i+1)); done";
    let started = Instant::now();
    let ran = home.ibid(&["run", "--cap", "1MiB", "--", "sh", "-c", script]);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(ran.stdout.trim_end(), "x".repeat(20_000));
}

/// T9-06: a quota that is reached stops storing, and says so; nothing is deleted.
#[test]
fn a_quota_is_kept_and_told() {
    let home = Home::new();
    let input: String = (0..100_000).map(|n| format!("{n}\n")).collect();
    let env = |quota| [("IBID_ARCHIVE_QUOTA", quota)];
    let mut first = home.command(&["prune"]);
    let first = ran(crate::common::feed(
        std::mem::replace(first.envs(env("1MB")), home.command(&[])),
        input.as_bytes(),
    ));
    let kept = home.raw(&first.id());
    assert_eq!(kept, input.as_bytes());
    let mut second = home.command(&["prune"]);
    second.envs(env("1MB"));
    let second = ran(crate::common::feed(second, input.as_bytes()));
    assert!(
        second.stdout.contains("original not stored"),
        "{}",
        second.stderr
    );
    assert!(second.stderr.contains("archive.quota"), "{}", second.stderr);
    assert!(second.stdout.len() <= 48 << 10);
    assert_eq!(home.raw(&first.id()), kept);
}

/// T9-06: of an output over `archive.max_output` both ends are kept, and what is missing is said.
#[test]
fn an_output_over_the_limit_keeps_both_ends() {
    let home = Home::new();
    let input: String = (0..400_000).map(|n| format!("{n:07}\n")).collect();
    let mut command = home.command(&["prune"]);
    command.env("IBID_ARCHIVE_MAX_OUTPUT", "1MiB");
    let ran = ran(crate::common::feed(command, input.as_bytes()));
    assert!(
        ran.stdout.contains("0000000\n") && ran.stdout.contains("0399999\n"),
        "{ran:?}"
    );
    let raw = home.raw(&ran.id());
    // Cut at line ends, so a little less than the limit.
    assert!(
        raw.len() <= 1 << 20 && raw.len() > (1 << 20) - 64,
        "{}",
        raw.len()
    );
    assert!(input.as_bytes().starts_with(&raw[..raw.len() / 2 - 8]));
    assert!(input.as_bytes().ends_with(&raw[raw.len() / 2 + 8..]));
    // Lines keep the numbers that the answer counts them by.
    let last = home.ibid(&["recall", &ran.id(), "--lines", "399999:400000"]);
    assert!(last.stdout.starts_with("0399998\n0399999\n["), "{last:?}");
    let shown = home.ibid(&["outputs", "show", &ran.id()]);
    assert!(shown.stdout.contains("were not kept"), "{shown:?}");
}

#[test]
fn classify_gives_one_object_a_line() {
    let home = Home::new();
    let input = "Compiling demo v0.1.0\nsrc/main.c:3:7: error: expected ';'\nplain\n";
    let ran = home.pipe(&["classify"], input.as_bytes());
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    for (at, line) in lines.iter().enumerate() {
        assert_eq!(line["line_index"], at);
        let keys: Vec<&str> = line
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let mut expected = [
            "line_index",
            "class",
            "severity",
            "file",
            "line",
            "col",
            "end_line",
            "end_col",
            "in_project",
            "block",
            "row",
        ];
        expected.sort_unstable();
        assert_eq!(keys, expected);
    }
    assert_eq!(lines[1]["class"], "located");
    assert_eq!(lines[1]["severity"], "error");
    assert_eq!(lines[1]["file"], "src/main.c");
    assert_eq!(
        (&lines[1]["line"], &lines[1]["col"]),
        (&3.into(), &7.into())
    );
    assert_eq!(lines[2]["class"], "other");
    assert_eq!(lines[2]["file"], serde_json::Value::Null);
    // With or without --json.
    assert_eq!(
        home.pipe(&["classify", "--json"], input.as_bytes()).stdout,
        ran.stdout
    );
}

#[test]
fn rows_of_the_user_classify_too() {
    let home = Home::new();
    home.file(
        ".ibid/config.toml",
        r#"
[[lang.row]]
name = "quux"
examples = ["quux! lib/a.qx@3 bad colour"]

[[lang.row.format]]
kind = "located"
triggers = ["quux! "]
pattern = '^quux! (?<file>[^@]+)@(?<line>\d+) '
severity = "warning"
"#,
    );
    let ran = home.pipe(&["classify"], b"quux! lib/b.qx@12 too loud\n");
    let line: serde_json::Value = serde_json::from_str(ran.stdout.trim()).unwrap();
    assert_eq!(line["row"], "quux", "{ran:?}");
    assert_eq!(
        (&line["file"], &line["line"]),
        (&"lib/b.qx".into(), &12.into())
    );
}

/// A mistake beside the text does not cost the text: it is told, and the text goes on whole.
#[test]
fn a_mistake_loses_nothing_of_what_is_piped() {
    let home = Home::new();
    let broken = home.file("broken.toml", "[direct]\nprun = true\n");
    let pattern = home.file("pattern.toml", "prune.never = ['(']\n");
    let row = home.file("row.toml", "[[lang.row]]\nname = 'x'\n");
    let input: Vec<u8> = (0..=255u8).cycle().take(3 << 20).collect();
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let cases: [(Vec<String>, &str); 7] = [
        (vec!["--config".into(), path(&broken)], "direct.prune"),
        (vec!["--config".into(), path(&pattern)], "unclosed group"),
        (vec!["--config".into(), path(&row)], "it has no format"),
        (
            vec!["--config".into(), "/no/such/file".into()],
            "cannot read",
        ),
        (vec!["--bugdet".into(), "9".into()], "--budget"),
        (vec!["--cap".into(), "many".into()], "expected a size"),
        (vec!["--json".into(), "more".into()], "unexpected argument"),
    ];
    for (args, expected) in cases {
        let args: Vec<&str> = std::iter::once("prune")
            .chain(args.iter().map(String::as_str))
            .collect();
        let output = feed(home.command(&args), &input);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            output.stdout == input,
            "{args:?}: {} bytes",
            output.stdout.len()
        );
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(expected), "{args:?}: {told}");
        assert!(
            told.to_lowercase()
                .contains("the text is passed on as it came"),
            "{args:?}: {told}"
        );
    }
    // Others read no text that has another way on, and help is no mistake.
    let refused = home.pipe(&["classify", "--bugdet"], b"text\n");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let help = home.pipe(&["prune", "--help"], b"a text\n");
    assert_eq!(help.status, 0);
    assert!(!help.stdout.contains("a text\n"), "{help:?}");
}

/// However small the cap is, the answer says what it shows and no more.
#[test]
fn a_tiny_cap_says_what_is_shown() {
    let home = Home::new();
    let rows: String = (0..1000).map(|n| format!("{n}\n")).collect();
    let one = format!("{}\n", "x".repeat(3000));
    let cases: [(&str, &str, &str); 8] = [
        (&rows, "1", "no line fits"),
        (&rows, "250", "no line fits"),
        (&rows, "500", "the first and the last lines are shown"),
        (&one, "1", "no line fits"),
        (&one, "400", "its two ends are shown"),
        (&format!("{rows}{one}"), "360", "the first lines are shown"),
        (&format!("{one}{rows}"), "360", "the last lines are shown"),
        (&format!("{one}{rows}{one}"), "1", "no line fits"),
    ];
    for (input, cap, expected) in cases {
        let ran = home.pipe(
            &["prune", "--keep", "never", "--cap", cap],
            input.as_bytes(),
        );
        let (header, body) = ran.stdout.split_once('\n').unwrap();
        assert!(
            header.ends_with(&format!("; {expected}]")),
            "{cap}: {header}"
        );
        let lines = body.lines().filter(|line| !line.starts_with('[')).count();
        let said = format!(" → {lines} line");
        assert!(header.contains(&said), "{cap}: {}", ran.stdout);
        assert_eq!(lines == 0, expected == "no line fits", "{cap}: {header}");
    }
}
