//! The registry against the shared corpus of message formats and stack traces, which is read and
//! never copied. Without it the tests do nothing, but in CI they fail.
// A test reads its corpus and says what it saw.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::fs;
use std::path::PathBuf;

use ibid_prune::Kind;
use ibid_prune::lang::{Finding, Registry, Tracker};
use serde_json::Value;

/// The records of a corpus file; `None` when the corpus is not there.
fn records(name: &str) -> Option<Vec<Value>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("../shared/corpus").join(name);
    match fs::read_to_string(&path) {
        Ok(text) => Some(
            text.lines()
                .map(|line| serde_json::from_str(line).expect("a record is JSON"))
                .collect(),
        ),
        Err(_) if std::env::var_os("CI").is_some() => panic!("{} is missing", path.display()),
        Err(_) => {
            println!("nothing done: {} is not here", path.display());
            None
        }
    }
}

/// What is said of one line.
struct Said {
    finding: Finding,
    file: Option<String>,
    heading: Option<String>,
}

/// What the registry says of each line.
fn read(lines: &[&str], root: Option<&str>, cwd: Option<&str>) -> Vec<Option<Said>> {
    let mut tracker = Tracker::new(Registry::builtin(), root, cwd);
    lines
        .iter()
        .map(|line| {
            let finding = tracker.line(line)?;
            let file = finding.file.clone().map(|range| line[range].to_owned());
            let heading = (finding.under_heading)
                .then(|| tracker.heading().map(str::to_owned))
                .flatten();
            Some(Said {
                finding,
                file,
                heading,
            })
        })
        .collect()
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().map(|n| n as u32)
}

/// Whether a line says what is expected. The file of a row below a heading may be left out in the
/// expectation, as it does not stand on the line.
fn says(said: Option<&Said>, expected: &Value) -> bool {
    let Some(said) = said else { return false };
    let file = expected["file"].as_str();
    let same_file = match (said.file.as_deref(), said.heading.as_deref()) {
        (None, Some(heading)) => file.is_none() || file == Some(heading),
        (own, _) => file == own,
    };
    same_file
        && said.finding.line == number(&expected["line"])
        && said.finding.col == number(&expected["col"])
}

#[test]
fn places_of_messages_are_found() {
    let Some(records) = records("located.jsonl") else {
        return;
    };
    let (mut right, mut total, mut negatives, mut found_none) = (0, 0, 0, 0);
    let (mut severity, mut rated, mut ends) = (0, 0, (0, 0));
    for record in &records {
        let lines: Vec<&str> = record["lines"]
            .as_array()
            .expect("a record has lines")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let said = read(&lines, None, None);
        let expected = record["expected"].as_array().expect("a record expects");
        if expected.is_empty() {
            negatives += 1;
            let located = |said: &Option<Said>| {
                said.as_ref()
                    .is_some_and(|s| matches!(s.finding.kind, Kind::Located | Kind::Place))
            };
            if said.iter().any(located) {
                println!("located in a negative: {lines:?}");
            } else {
                found_none += 1;
            }
            continue;
        }
        for want in expected {
            total += 1;
            let at = want["at_line_index"].as_u64().expect("an index") as usize;
            // A message whose place stands on another line is located there.
            let on_its_line = want["file"].as_str().is_none_or(|f| lines[at].contains(f));
            let hit = if on_its_line || says(said[at].as_ref(), want) {
                said[at].as_ref().filter(|s| says(Some(s), want))
            } else {
                said.iter().flatten().find(|s| says(Some(s), want))
            };
            let Some(hit) = hit else {
                let got = said[at].as_ref().map(|s| {
                    let f = &s.finding;
                    (
                        f.kind,
                        s.file.as_deref().or(s.heading.as_deref()),
                        f.line,
                        f.col,
                        Registry::builtin().row_name(f.row),
                    )
                });
                println!(
                    "{} [{}] {:?}\n    want {} {} {}\n    got  {:?}",
                    record["id"],
                    record["tool"],
                    lines[at],
                    want["file"],
                    want["line"],
                    want["col"],
                    got
                );
                continue;
            };
            right += 1;
            ends.1 += 1;
            if hit.finding.end_line == number(&want["end_line"])
                && hit.finding.end_col == number(&want["end_col"])
            {
                ends.0 += 1;
            }
            if let Some(word) = want["severity"].as_str() {
                rated += 1;
                let known = hit.finding.severity.map(|s| s.name());
                let same = known == Some(word)
                    || word.contains("error") && known == Some("error")
                    || word.contains("warning") && known == Some("warning")
                    || !word.contains("error")
                        && !word.contains("warning")
                        && known == Some("info");
                severity += u32::from(same);
                if !same {
                    println!("severity of {:?}: want {word}, got {known:?}", lines[at]);
                }
            }
        }
    }
    println!(
        "places {right}/{total}, ends {}/{}, severity {severity}/{rated}, negatives {found_none}/{negatives}",
        ends.0, ends.1
    );
    assert!(right * 100 >= total * 95, "{right} of {total} places");
    assert!(
        found_none + 1 >= negatives,
        "{found_none} of {negatives} negatives"
    );
}

#[test]
fn frames_are_found_and_told_apart() {
    let Some(records) = records("frames.jsonl") else {
        return;
    };
    let (mut right, mut owned, mut total) = (0, 0, 0);
    for record in &records {
        let text = record["text"].as_str().expect("a record has text");
        let lines: Vec<&str> = text.split('\n').collect();
        let said = read(
            &lines,
            record["project_root"].as_str(),
            record["cwd"].as_str(),
        );
        for want in record["expected"].as_array().expect("a record expects") {
            total += 1;
            let at = want["line_index"].as_u64().expect("an index") as usize;
            let said = said[at].as_ref();
            let same = said.is_some_and(|s| {
                s.file.as_deref() == want["file"].as_str()
                    && s.finding.line == number(&want["line"])
            });
            let own = said.and_then(|s| s.finding.in_project) == want["in_project"].as_bool();
            right += u32::from(same);
            owned += u32::from(own);
            if !(same && own) {
                let got = said.map(|s| {
                    (
                        s.finding.kind,
                        s.file.as_deref(),
                        s.finding.line,
                        s.finding.in_project,
                        Registry::builtin().row_name(s.finding.row),
                    )
                });
                println!(
                    "{} {:?}\n    want {} {} {}\n    got  {got:?}",
                    record["name"], lines[at], want["file"], want["line"], want["in_project"]
                );
            }
        }
    }
    println!("frames {right}/{total}, in project {owned}/{total}");
    assert!(right * 100 >= total * 97, "{right} of {total} frames");
    assert!(owned * 100 >= total * 95, "{owned} of {total} told apart");
}
