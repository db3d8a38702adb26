//! Every row of the registry against its fixture, `fixtures/lang/<row>.in` and `<row>.ok`.
//!
//! `IBID_BLESS=1 cargo test -p ibid-prune --test lang_fixtures` writes the `.ok` files anew; read
//! the difference before it is committed.
#![allow(clippy::disallowed_methods)] // a test reads its fixtures

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use ibid_prune::Kind;
use ibid_prune::lang::{Finding, Registry, Tracker};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/lang")
}

/// The lines of a fixture and the project that its first line sets.
struct Fixture {
    lines: Vec<String>,
    root: Option<String>,
    cwd: Option<String>,
}

fn read(name: &str) -> Option<Fixture> {
    let text = fs::read_to_string(folder().join(format!("{name}.in"))).ok()?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut root, mut cwd) = (None, None);
    if lines.first().is_some_and(|line| line.starts_with("#! ")) {
        for word in lines.remove(0).split_whitespace() {
            match word.split_once('=') {
                Some(("root", value)) => root = Some(value.to_owned()),
                Some(("cwd", value)) => cwd = Some(value.to_owned()),
                _ => {}
            }
        }
    }
    Some(Fixture { lines, root, cwd })
}

/// What the registry finds: the line's index from 1, the finding, and the file's name.
fn findings(fixture: &Fixture) -> Vec<(usize, Finding, Option<String>)> {
    let registry = Registry::builtin();
    let mut tracker = Tracker::new(registry, fixture.root.as_deref(), fixture.cwd.as_deref());
    let mut found = Vec::new();
    for (at, line) in fixture.lines.iter().enumerate() {
        let Some(finding) = tracker.line(line) else {
            continue;
        };
        let file = match &finding.file {
            Some(range) => Some(line[range.clone()].to_owned()),
            None if finding.under_heading => tracker.heading().map(str::to_owned),
            None => None,
        };
        found.push((at + 1, finding, file));
    }
    found
}

fn show(found: &[(usize, Finding, Option<String>)]) -> String {
    let number = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
    let mut text = String::new();
    for (at, finding, file) in found {
        writeln!(
            text,
            "{at}\t{:?}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            finding.kind,
            finding.severity.map_or("-", |severity| severity.name()),
            file.as_deref().unwrap_or("-"),
            number(finding.line),
            number(finding.col),
            number(finding.end_line),
            number(finding.end_col),
            finding
                .in_project
                .map_or("-", |own| if own { "yes" } else { "no" }),
            Registry::builtin().row_name(finding.row),
        )
        .expect("a string takes all");
    }
    text
}

/// The lines that differ, `-` for the fixture's and `+` for what was found.
fn difference(expected: &str, found: &str) -> String {
    let (old, new): (HashSet<&str>, HashSet<&str>) =
        (expected.lines().collect(), found.lines().collect());
    let gone = expected.lines().filter(|line| !new.contains(line));
    let come = found.lines().filter(|line| !old.contains(line));
    let mut rows: Vec<(usize, String)> = gone
        .map(|line| (line, '-'))
        .chain(come.map(|line| (line, '+')))
        .map(|(line, sign)| {
            let at = line.split('\t').next().and_then(|n| n.parse().ok());
            (at.unwrap_or(0), format!("{sign} {line}"))
        })
        .collect();
    rows.sort_by_key(|(at, _)| *at);
    rows.into_iter().map(|(_, row)| row + "\n").collect()
}

/// The beginning of a pattern, enough to know it by.
fn shorten(pattern: &str) -> String {
    pattern.chars().take(90).collect()
}

#[test]
fn every_row_finds_what_its_fixture_says() {
    let registry = Registry::builtin();
    let bless = std::env::var_os("IBID_BLESS").is_some();
    let mut faults = String::new();
    for name in registry.row_names() {
        let Some(fixture) = read(name) else {
            writeln!(faults, "{name}: no fixture").expect("a string takes all");
            continue;
        };
        let found = findings(&fixture);
        let shown = show(&found);
        let path = folder().join(format!("{name}.ok"));
        if bless {
            fs::write(&path, &shown).expect("the fixture can be written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if expected != shown {
            let change = difference(&expected, &shown);
            writeln!(faults, "{name}: differs\n{change}").expect("a string takes all");
        }
        let deciding: HashSet<u16> = found.iter().map(|(_, f, _)| f.format).collect();
        for format in registry.formats() {
            if registry.row_name(format.row()) != name {
                continue;
            }
            let (kind, pattern) = (format.kind(), shorten(format.pattern()));
            if !deciding.contains(&format.index()) {
                writeln!(faults, "{name}: no line decided by {kind:?} {pattern}")
                    .expect("a string takes all");
            }
            for line in &fixture.lines {
                if format.is_match(line) && !format.is_triggered_by(line) {
                    writeln!(faults, "{name}: no trigger of {pattern} in {line:?}")
                        .expect("a string takes all");
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn names_are_unique_and_patterns_compile() {
    let registry = Registry::builtin();
    let mut names: HashMap<&str, usize> = HashMap::new();
    for name in registry.row_names() {
        *names.entry(name).or_default() += 1;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        assert!(!name.is_empty() && name.chars().all(plain), "name {name:?}");
    }
    let twice: Vec<_> = names.iter().filter(|(_, n)| **n > 1).collect();
    assert!(twice.is_empty(), "names used twice: {twice:?}");
    for format in registry.formats() {
        if let Err(problem) = format.check() {
            panic!("{}: {problem}", registry.row_name(format.row()));
        }
    }
}

#[test]
fn every_fixture_belongs_to_a_row() {
    let names: HashSet<&str> = Registry::builtin().row_names().collect();
    for entry in fs::read_dir(folder()).expect("there are fixtures") {
        let path = entry.expect("it can be listed").path();
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
        assert!(
            stem == "negative" || names.contains(stem),
            "{} belongs to no row",
            path.display()
        );
    }
}

#[test]
fn nothing_is_located_in_what_only_looks_like_it() {
    let fixture = read("negative").expect("there is a negative fixture");
    let found: Vec<_> = findings(&fixture)
        .into_iter()
        .filter(|(_, f, _)| matches!(f.kind, Kind::Located | Kind::Place | Kind::Frame))
        .map(|(at, _, _)| fixture.lines[at - 1].clone())
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}
