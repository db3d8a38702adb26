//! Lines whose words mislead, and plain ones beside them, from `fixtures/words/traps.tsv`.
#![allow(clippy::disallowed_methods)] // a test reads its fixtures

use std::fs;
use std::path::Path;

use ibid_prune::lang::{Registry, Tracker};

/// The class of a line on its own, with its severity if it has one: `error/error`, `other`.
fn class(line: &str) -> String {
    let mut tracker = Tracker::new(Registry::builtin(), None, None);
    let Some(found) = tracker.line(line) else {
        return "other".to_owned();
    };
    let class = found.kind.class().name();
    match found.severity {
        Some(severity) => format!("{class}/{}", severity.name()),
        None => class.to_owned(),
    }
}

fn check(line: &str, expected: &str) -> Result<(), String> {
    let found = class(line);
    let same = found == expected || !expected.contains('/') && found.starts_with(expected);
    same.then_some(())
        .ok_or_else(|| format!("{line:?} is {found}, not {expected}"))
}

#[test]
fn words_alone_decide_nothing() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/words/traps.tsv");
    let cases = fs::read_to_string(path).expect("the fixture can be read");
    let faults: Vec<String> = cases
        .lines()
        .filter(|case| !case.starts_with('#'))
        .map(|case| case.split_once('\t').expect("a class, a tab and a line"))
        .filter_map(|(expected, line)| check(line, expected).err())
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
