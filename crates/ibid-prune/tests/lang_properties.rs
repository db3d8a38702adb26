//! What holds of the registry for any line.
#![allow(clippy::disallowed_methods)] // a test reads its fixtures

use std::fs;
use std::path::PathBuf;

use ibid_prune::Kind;
use ibid_prune::lang::{Finding, Registry, Tracker};
use proptest::prelude::*;

/// Pieces that places, frames and their traps are made of.
const PIECES: &[&str] = &[
    "src/a.c",
    "a.py",
    "/x/y z.rs",
    "C:\\x\\a.cs",
    "Makefile",
    ":",
    ":3",
    ":12:5",
    "(3,5)",
    "(",
    ")",
    "[",
    "]",
    " at ",
    "at ",
    "in ",
    "from ",
    " line ",
    ", line 3",
    "error",
    ": warning: ",
    " - ",
    "--> ",
    "│ ",
    "    ",
    "\t",
    "File \"",
    "\"",
    "0x1f",
    "#0 ",
    "#1 ",
    "http://h:80/",
    "12:30:45 ",
    "é",
    "漢",
    "'",
    "`",
    "::",
    "...",
    "==1==",
    "[ERROR] ",
    "npm error ",
    "panicked at ",
    "0",
    "99999999999",
    "-9",
    "-4:2",
    "✖",
    "  ",
    "E   ",
    "*** ",
    "make: ",
    "CMake Error at ",
    ".java:3)",
    "(a.js:3:5)",
    "node:",
    "file://",
];

fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-zA-Z0-9_./]{1,8}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn find(text: &str) -> Option<Finding> {
    Tracker::new(Registry::builtin(), Some("/x"), None).line(text)
}

/// Every line of every fixture.
fn fixtures() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/lang");
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder).expect("there are fixtures") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let text = fs::read_to_string(path).expect("a fixture is text");
            lines.extend(text.lines().map(str::to_owned));
        }
    }
    lines
}

/// The line with every digit but zero turned by `by`, those of names and codes left alone.
fn turned(line: &str, by: u8) -> String {
    let mut turned = String::with_capacity(line.len());
    let mut in_name = false;
    for c in line.chars() {
        if !c.is_ascii_digit() {
            in_name = c.is_alphabetic() || c == '-' || c == '_';
        }
        turned.push(match c {
            '1'..='9' if !in_name => char::from(b'1' + (c as u8 - b'1' + by) % 9),
            c => c,
        });
    }
    turned
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_found_stands_on_the_line(text in line()) {
        let Some(found) = find(&text) else { return Ok(()) };
        for range in [&found.file, &found.place].into_iter().flatten() {
            prop_assert!(text.get(range.clone()).is_some_and(|part| !part.is_empty()));
        }
        if let (Some(file), Some(place)) = (&found.file, &found.place) {
            prop_assert!(place.start <= file.start && file.end <= place.end);
        }
        if found.kind == Kind::Frame {
            prop_assert!(found.in_project.is_some());
        }
        prop_assert!(!found.under_heading, "there is no heading");
    }

    #[test]
    fn the_same_line_is_found_again(text in line()) {
        let mut tracker = Tracker::new(Registry::builtin(), Some("/x"), None);
        let first = tracker.line(&text);
        if first.as_ref().is_none_or(|found| found.kind != Kind::FileHeading) {
            prop_assert_eq!(first, tracker.line(&text));
        }
    }
}

#[test]
fn a_line_is_what_it_is_whatever_came_before_with_other_numbers() {
    for line in fixtures() {
        for by in [1, 4] {
            let other = turned(&line, by);
            let mut tracker = Tracker::new(Registry::builtin(), Some("/x"), None);
            let seen = tracker.line(&line);
            if seen.is_some_and(|found| found.kind == Kind::FileHeading) {
                continue;
            }
            assert_eq!(
                tracker.line(&other),
                find(&other),
                "{other:?} after {line:?}"
            );
        }
    }
}
