//! What `recall` answers: lines by number, by pattern, raw bytes; and what it says when it cannot.

mod archive_kit;

use std::fs;

use archive_kit::{Kit, id, put, put_chunks};
use ibid_engine::archive::{Archive, FileSeen, LookupError, Meta, Scope};
use ibid_engine::blob::blob_id;
use ibid_engine::recall::{Answer, Form, Query, RecallError, Request, raw, recall};
use ibid_model::{LineNo, Lines, RecallId};
use proptest::prelude::*;

fn ask(archive: &Archive, id: &RecallId, query: Query, max_bytes: usize) -> Answer {
    let scope = Scope::Project;
    let request = Request {
        id,
        scope,
        query,
        max_bytes,
        root: None,
    };
    recall(archive, &request).expect("an answer")
}

fn lines(first: u64, limit: Option<u64>) -> Query {
    Query::Lines {
        first: LineNo(first),
        limit: limit.map(Lines),
    }
}

fn pattern(pattern: &str, context: u64, first: u64) -> Query {
    Query::Pattern {
        pattern: pattern.to_owned(),
        context,
        first: LineNo(first),
    }
}

fn numbered(n: u64) -> Vec<u8> {
    (1..=n)
        .flat_map(|n| format!("row {n}\n").into_bytes())
        .collect()
}

#[test]
fn lines_by_number_are_verbatim_and_say_what_comes_next() {
    let kit = Kit::new();
    let archive = kit.archive();
    let kept = put(&archive, &numbered(1227));
    // (first, limit, first line shown, last line shown, note)
    let cases: &[(u64, Option<u64>, &str, &str)] = &[
        (
            1,
            Some(2),
            "row 1\nrow 2\n",
            "[lines 1-2 of 1227; next: --lines 3:4]\n",
        ),
        (
            120,
            Some(3),
            "row 120\nrow 121\nrow 122\n",
            "[lines 120-122 of 1227; next: --lines 123:125]\n",
        ),
        (
            1226,
            Some(60),
            "row 1226\nrow 1227\n",
            "[lines 1226-1227 of 1227]\n",
        ),
        (1227, None, "row 1227\n", "[lines 1227-1227 of 1227]\n"),
        (
            0,
            Some(1),
            "row 1\n",
            "[lines 1-1 of 1227; next: --lines 2:2]\n",
        ),
        // Asked for no line, it shows one.
        (
            7,
            Some(0),
            "row 7\n",
            "[lines 7-7 of 1227; next: --lines 8:8]\n",
        ),
        (
            1228,
            None,
            "",
            "[no line 1228: the output has 1227 lines]\n",
        ),
        (
            u64::MAX,
            Some(u64::MAX),
            "",
            "[no line 18446744073709551615: the output has 1227 lines]\n",
        ),
    ];
    for (first, limit, shown, note) in cases {
        let answer = ask(&archive, kept.id(), lines(*first, *limit), 16 * 1024);
        assert_eq!(
            answer.text(Form::Shell),
            format!("{shown}{note}"),
            "{first} {limit:?}"
        );
    }
    let answer = ask(&archive, kept.id(), lines(120, Some(3)), 16 * 1024);
    assert!(
        answer
            .text(Form::Tool)
            .ends_with("; next: offset 123, limit 3]\n")
    );
}

#[test]
fn an_original_shown_whole_is_nothing_but_its_lines() {
    let kit = Kit::new();
    let archive = kit.archive();
    for (bytes, text) in [
        (&b"one\ntwo\n"[..], "one\ntwo\n"),
        (b"no end", "no end\n"),
        (b"\n\n", "\n\n"),
    ] {
        let kept = put(&archive, bytes);
        assert_eq!(
            ask(&archive, kept.id(), lines(1, None), 4096).text(Form::Shell),
            text
        );
    }
    let empty = put(&archive, b"");
    let answer = ask(&archive, empty.id(), lines(1, None), 4096);
    assert_eq!(answer.text(Form::Shell), "[the output is empty]\n");
}

/// Paging through an output by what each answer says comes next shows every line once.
#[test]
fn following_what_comes_next_shows_every_line() {
    let kit = Kit::new();
    let archive = kit.archive();
    let long = "x".repeat(9000);
    let mut content = numbered(400);
    content.extend_from_slice(format!("{long}\n").as_bytes());
    content.extend_from_slice(&numbered(400));
    let kept = put(&archive, &content);
    let (mut first, mut seen, mut parts) = (1, Vec::new(), 0);
    loop {
        let answer = ask(&archive, kept.id(), lines(first, None), 2048);
        assert!(answer.text(Form::Shell).len() <= 2048);
        for item in &answer.items {
            match item {
                ibid_engine::recall::Item::Line { text, .. } => seen.push(text.clone()),
                ibid_engine::recall::Item::Part { text, bytes, .. } => {
                    assert_eq!(*bytes, 9000);
                    assert!(long.starts_with(text.trim_end_matches('…')) && text.len() > 1000);
                    parts += 1;
                    seen.push(long.clone());
                }
                other => panic!("unexpected {other:?}"),
            }
        }
        match answer.next {
            Some(next) => first = next.first.0,
            None => break,
        }
    }
    let text = String::from_utf8(content).expect("text");
    assert_eq!(seen, text.lines().collect::<Vec<_>>());
    assert_eq!(parts, 1);
}

#[test]
fn a_pattern_shows_matching_lines_with_those_around_them() {
    let kit = Kit::new();
    let archive = kit.archive();
    let kept = put(&archive, &numbered(60));
    let cases: &[(&str, u64, &str)] = &[
        (
            "^row 7$",
            2,
            "5-row 5\n6-row 6\n7:row 7\n8-row 8\n9-row 9\n[1 of 60 lines match]\n",
        ),
        ("^row 1$", 1, "1:row 1\n2-row 2\n[1 of 60 lines match]\n"),
        (
            "^row 60$",
            1,
            "59-row 59\n60:row 60\n[1 of 60 lines match]\n",
        ),
        (
            "row 2[02]$",
            0,
            "20:row 20\n--\n22:row 22\n[2 of 60 lines match]\n",
        ),
        (
            "row 2[02]$",
            1,
            "19-row 19\n20:row 20\n21-row 21\n22:row 22\n23-row 23\n[2 of 60 lines match]\n",
        ),
        (
            "row (9|14)$",
            2,
            "7-row 7\n8-row 8\n9:row 9\n10-row 10\n11-row 11\n12-row 12\n13-row 13\n14:row 14\n15-row 15\n16-row 16\n[2 of 60 lines match]\n",
        ),
        (
            "row (9|15)$",
            2,
            "7-row 7\n8-row 8\n9:row 9\n10-row 10\n11-row 11\n--\n13-row 13\n14-row 14\n15:row 15\n16-row 16\n17-row 17\n[2 of 60 lines match]\n",
        ),
        ("absent", 2, "[no line of 60 matches]\n"),
    ];
    for (regex, context, expected) in cases {
        let answer = ask(&archive, kept.id(), pattern(regex, *context, 1), 16 * 1024);
        assert_eq!(answer.text(Form::Shell), *expected, "{regex} {context}");
    }
}

#[test]
fn matches_that_do_not_fit_are_counted_and_can_be_asked_for() {
    let kit = Kit::new();
    let archive = kit.archive();
    let kept = put(&archive, &numbered(5000));
    let (mut first, mut seen, mut left) = (1, Vec::new(), 500);
    loop {
        let answer = ask(&archive, kept.id(), pattern("0$", 2, first), 2048);
        let text = answer.text(Form::Tool);
        assert!(text.len() <= 2048, "{} bytes", text.len());
        assert_eq!(answer.matches, Lines(left));
        left -= answer.hits().0;
        seen.extend(
            text.lines()
                .filter(|line| line.contains(":row"))
                .map(str::to_owned),
        );
        match answer.next {
            Some(next) => {
                assert!(text.contains(&format!("the same pattern with offset {}]", next.first)));
                first = next.first.0;
            }
            None => break,
        }
    }
    assert_eq!((seen.len(), left), (500, 0));
    assert_eq!(seen[499], "5000:row 5000");
}

/// T1-06 and its kind: a line of any length is shown around what was looked for.
#[test]
fn a_very_long_line_is_shown_around_the_match() {
    let kit = Kit::new();
    let archive = kit.archive();
    let size = 5_000_000;
    let wide = "\u{1f9e9}".repeat(size / 40);
    let cases = [
        format!(
            "{{\"marker\":\"marker_q7\",\"payload\":\"{}\"}}",
            "x".repeat(size)
        ),
        format!("{}marker_q7{}", "x".repeat(size), "y".repeat(size)),
        format!("{}marker_q7", "x".repeat(size)),
        format!("{wide}marker_q7{wide}"),
        format!("marker_q7{}", " marker_q7 and more".repeat(size / 20)),
    ];
    for line in &cases {
        let content = format!("before\n{line}\nafter\n");
        let kept = put(&archive, content.as_bytes());
        let answer = ask(&archive, kept.id(), pattern("marker_q7", 2, 1), 48 * 1024);
        let text = answer.text(Form::Shell);
        assert!(text.len() <= 2048, "{} bytes", text.len());
        let at = line.find("marker_q7").expect("planted");
        let size = format!("line is {} bytes; match at byte {}", line.len(), at + 1);
        assert!(text.contains(&size), "{size}: {text}");
        let before: String = line[..at]
            .chars()
            .rev()
            .take(40)
            .collect::<Vec<_>>()
            .iter()
            .rev()
            .collect();
        let after: String = line[at + 9..].chars().take(40).collect();
        assert!(text.contains(&format!("{before}marker_q7{after}")));
        assert!(text.starts_with("1-before\n2:") && text.contains("\n3-after\n"));
        // A match as long as the line is cut too.
        let answer = ask(
            &archive,
            kept.id(),
            pattern("^.*marker_q7.*$", 0, 1),
            48 * 1024,
        );
        assert!(answer.text(Form::Shell).len() <= 2048);
        // Beside a match elsewhere, and by number, it is cut as well.
        let answer = ask(&archive, kept.id(), pattern("^after", 2, 1), 48 * 1024);
        assert!(answer.text(Form::Shell).len() <= 2048);
        let answer = ask(&archive, kept.id(), lines(2, Some(1)), 16 * 1024);
        assert!(answer.text(Form::Shell).len() <= 16 * 1024);
        assert!(
            answer
                .text(Form::Shell)
                .contains(&format!("line is {} bytes", line.len()))
        );
    }
}

#[test]
fn a_partial_original_says_in_every_answer_what_is_missing() {
    let kit = Kit::new();
    let archive = kit.small(1 << 20);
    let content: Vec<u8> = (0..300_000)
        .flat_map(|n| format!("{n:010}\n").into_bytes())
        .collect();
    let kept = put(&archive, &content);
    let missing = kept.record.missing.expect("over the limit");
    assert_eq!(kept.record.bytes.0, 3_300_000);
    assert_eq!(missing.range.start, missing.after.0 * 11);
    assert_eq!(missing.newlines, Some(Lines(missing.range.len().0 / 11)));
    assert_eq!(kept.record.lines.0, 300_000);
    let note = format!(
        "[{} of 3300000 were not kept: {} lines after line {}]\n",
        missing.range,
        missing.range.len().0 / 11,
        missing.after.0
    );
    let gap = missing.after.0;
    let next = missing.next().0;
    let queries = [
        lines(1, Some(3)),
        lines(gap, Some(3)),
        lines(gap + 1, Some(1)),
        lines(next, Some(1)),
        lines(9_000_000, None),
        pattern("0000000007", 2, 1),
        pattern("absent", 2, 1),
        pattern(&format!("^{:010}$", gap - 1), 2, 1),
    ];
    for query in queries {
        let text = ask(&archive, kept.id(), query.clone(), 16 * 1024).text(Form::Shell);
        assert!(text.ends_with(&note), "{query:?}: {text}");
    }
    // The gap is shown where it lies, between whole lines, and never inside one.
    let first_after = (missing.range.end / 11) as usize;
    let gap_line = format!("[{} of the output were not kept]", missing.range);
    let text = ask(&archive, kept.id(), lines(gap, None), 16 * 1024).text(Form::Shell);
    assert!(
        text.starts_with(&format!("{:010}\n{gap_line}\n{first_after:010}\n", gap - 1)),
        "{text}"
    );
    let hit = pattern(&format!("^{first_after:010}$"), 1, 1);
    let text = ask(&archive, kept.id(), hit, 16 * 1024).text(Form::Shell);
    let expected = format!(
        "{gap}-{:010}\n{gap_line}\n{}:{first_after:010}\n",
        gap - 1,
        next
    );
    assert!(text.starts_with(&expected), "{text}");
    // Lines are numbered as they were printed, behind the gap too.
    let text = ask(&archive, kept.id(), lines(299_999, None), 16 * 1024).text(Form::Shell);
    assert!(
        text.starts_with("0000299998\n0000299999\n[lines 299999-300000 of 300000]\n"),
        "{text}"
    );
    let text = ask(&archive, kept.id(), lines(gap + 5, Some(2)), 16 * 1024).text(Form::Shell);
    let expected = format!(
        "[those lines were not kept; next: --lines {next}:{}]\n",
        next + 1
    );
    assert!(text.starts_with(&expected), "{text}");
}

#[test]
fn a_cut_inside_a_line_is_said() {
    let kit = Kit::new();
    let archive = kit.small(2 << 20);
    let kept = put(
        &archive,
        &[&b"a\n"[..], &[b'x'; 5 << 20], b"\nb\n"].concat(),
    );
    let missing = kept.record.missing.expect("over the limit");
    assert!(missing.joined && missing.after == Lines(1) && missing.newlines == Some(Lines(0)));
    let text = ask(&archive, kept.id(), lines(3, None), 4096).text(Form::Shell);
    assert!(
        text.contains("after line 1, which cuts line 2 in its middle]"),
        "{text}"
    );
}

#[test]
fn raw_is_the_exact_bytes() {
    let kit = Kit::new();
    let archive = kit.archive();
    let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let kept = put(&archive, &bytes);
    let mut out = Vec::new();
    raw(&archive, kept.id(), Scope::Project, &mut out, false).expect("written");
    assert_eq!(out, bytes);
}

#[test]
fn what_is_damaged_or_gone_is_an_error_and_never_an_answer() {
    type Damage = (&'static str, fn(&std::path::Path));
    let damages: &[Damage] = &[
        ("a byte changed", |path| {
            let mut bytes = fs::read(path).expect("read");
            bytes[3] ^= 1;
            fs::write(path, bytes).expect("written");
        }),
        ("cut short", |path| {
            fs::write(path, b"row").expect("written")
        }),
        ("emptied", |path| fs::write(path, b"").expect("written")),
        ("longer", |path| {
            let bytes = [fs::read(path).expect("read"), b"more".to_vec()].concat();
            fs::write(path, bytes).expect("written");
        }),
        ("gone", |path| fs::remove_file(path).expect("removed")),
    ];
    for (what, damage) in damages {
        let kit = Kit::new();
        let archive = kit.archive();
        let kept = put(&archive, &numbered(50));
        damage(&kept.path);
        let is_it = |error: &LookupError| match *what {
            "gone" => matches!(error, LookupError::Missing { .. }),
            _ => matches!(error, LookupError::Damaged { .. }),
        };
        for query in [lines(1, Some(2)), pattern("row", 2, 1)] {
            let scope = Scope::Project;
            let request = Request {
                id: kept.id(),
                scope,
                query,
                max_bytes: 4096,
                root: None,
            };
            match recall(&archive, &request) {
                Err(RecallError::Lookup(error)) => assert!(is_it(&error), "{what}: {error}"),
                other => panic!("{what}: {other:?}"),
            }
        }
        let mut out = Vec::new();
        let refused = raw(&archive, kept.id(), Scope::Project, &mut out, false);
        assert!(refused.is_err() && out.is_empty(), "{what}");
        if *what != "gone" {
            raw(&archive, kept.id(), Scope::Project, &mut out, true).expect("asked for");
            assert_eq!(out, fs::read(&kept.path).expect("read"), "{what}");
        }
    }
}

#[test]
fn a_bad_pattern_is_told_before_anything_is_read() {
    let kit = Kit::new();
    let archive = kit.archive();
    for bad in ["(", "a{9999}{9999}", "(?<=a)b", "(a)\\1", "[z-a]"] {
        let id = id("nothere");
        let request = Request {
            id: &id,
            scope: Scope::Project,
            query: pattern(bad, 2, 1),
            max_bytes: 4096,
            root: None,
        };
        match recall(&archive, &request) {
            Err(RecallError::BadPattern { .. }) => {}
            other => panic!("{bad}: {other:?}"),
        }
    }
}

#[test]
fn files_that_changed_since_are_named() {
    let kit = Kit::new();
    let archive = kit.archive();
    let root = kit.project("shop").root;
    let mut files = Vec::new();
    for name in ["same.rs", "edited.rs", "gone.rs"] {
        fs::write(root.join(name), "fn main() {}\n").expect("written");
        let blob = blob_id(&root.join(name)).expect("an id");
        files.push(FileSeen {
            path: name.to_owned(),
            blob,
        });
    }
    let kept = put_chunks(
        &archive,
        &[b"text\n"],
        Meta {
            files,
            ..Meta::default()
        },
    );
    // Same size, and no sooner than the clock can tell: only the content differs.
    fs::write(root.join("edited.rs"), "fn mian() {}\n").expect("written");
    fs::remove_file(root.join("gone.rs")).expect("removed");
    let request = Request {
        id: kept.id(),
        scope: Scope::Project,
        query: lines(1, None),
        max_bytes: 4096,
        root: Some(&root),
    };
    let text = recall(&archive, &request)
        .expect("an answer")
        .text(Form::Shell);
    assert_eq!(
        text,
        "text\n[changed since this was shown: edited.rs, gone.rs (gone)]\n"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Every stored line can be got back by its number, verbatim.
    #[test]
    fn every_line_can_be_got_back(
        rows in prop::collection::vec("[a-z\u{e9}\u{2192} \t]{0,40}", 1..40),
        first in 1u64..50, limit in 1u64..50,
    ) {
        let kit = Kit::new();
        let archive = kit.archive();
        let kept = put(&archive, (rows.join("\n") + "\n").as_bytes());
        let answer = ask(&archive, kept.id(), lines(first, Some(limit)), 48 * 1024);
        let from = (first as usize - 1).min(rows.len());
        let to = (from + limit as usize).min(rows.len());
        let expected: String = rows[from..to].iter().map(|row| format!("{row}\n")).collect();
        prop_assert!(answer.text(Form::Shell).starts_with(&expected));
        prop_assert_eq!(answer.items.len(), to - from);
    }
}
