//! What the rows make of real outputs: lines a developer needs have a class, noise is no error.
//!
//! The corpus stands beside the repository (`../shared/corpus/logs`). Where it is missing this test
//! does nothing and says so, except in CI, where it fails.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)] // a test reads its corpus

use std::fs;
use std::path::Path;

use ibid_prune::{Class, Classifier, Context, PrunePolicy, RecallHint, ToolOutput, plan, render};
use serde_json::Value;

/// Share of needed strings of which a line has a class that is not dropped first. Lines of diffs
/// and messages above a `-->` get their weight from the block they stand in, not from a class.
const NEEDED: f64 = 0.97;
/// Share of noise examples that are no error, failing test, assertion or located message. Notes
/// and repeated warnings of compilers are located and count here as not noise.
const NOISE: f64 = 0.91;

/// One cleaned line and its class.
struct Line {
    text: String,
    class: Class,
}

fn lines(raw: &[u8], context: &Context) -> Vec<Line> {
    let all = usize::MAX / 4;
    let policy = PrunePolicy {
        prune: false,
        observation_bytes: all,
        max_tool_output: all,
        ..PrunePolicy::default()
    };
    let output = ToolOutput {
        bytes: raw,
        context: context.clone(),
    };
    let shown = plan(&output, &policy, &RecallHint::None);
    let text = render(&output, &shown, &RecallHint::None);
    let mut classes = Vec::new();
    let mut classifier = Classifier::new(context);
    classifier.feed(raw, &mut |line| classes.push(line.class));
    classifier.finish(&mut |line| classes.push(line.class));
    text.lines()
        .zip(classes)
        .map(|(text, class)| Line {
            text: text.to_owned(),
            class,
        })
        .collect()
}

fn strings(truth: &Value, key: &str) -> Vec<String> {
    let list = truth[key].as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}

fn dropped_first(class: Class) -> bool {
    matches!(
        class,
        Class::Other | Class::Progress | Class::Download | Class::PassingTest
    )
}

fn wrong_for_noise(class: Class) -> bool {
    matches!(
        class,
        Class::Error | Class::FailingTest | Class::Assertion | Class::Located
    )
}

/// How many of how many.
#[derive(Default)]
struct Share {
    good: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, good: bool) {
        self.good += usize::from(good);
        self.all += 1;
    }

    fn check(&self, what: &str, floor: f64) {
        let share = self.good as f64 / self.all as f64;
        println!("{what}: {} of {} ({share:.4})", self.good, self.all);
        assert!(share >= floor, "{what}: {share:.4} is below {floor}");
    }
}

#[test]
fn needed_lines_have_a_class_and_noise_is_no_error() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/logs");
    if !dir.is_dir() {
        let ci = std::env::var_os("CI").is_some();
        assert!(!ci, "{} is missing", dir.display());
        println!("{} is missing: nothing was checked", dir.display());
        return;
    }
    let (mut needed, mut noise) = (Share::default(), Share::default());
    for entry in fs::read_dir(&dir).expect("a readable corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let truth: Value =
            serde_json::from_slice(&fs::read(&path).expect("a record")).expect("JSON");
        if truth["kind"] == "content" {
            continue;
        }
        let raw = fs::read(path.with_extension("txt")).expect("an output");
        let context = Context {
            command: truth["command"].as_str().map(str::to_owned),
            project_root: truth["project_root"].as_str().map(str::to_owned),
            ..Context::default()
        };
        let lines = lines(&raw, &context);
        let with = |text: &str| -> Vec<Class> {
            let found = lines.iter().filter(|line| line.text.contains(text));
            found.map(|line| line.class).collect()
        };
        let plain = strings(&truth, "needed_plain");
        let wanted = if plain.is_empty() {
            strings(&truth, "needed")
        } else {
            plain
        };
        for text in &wanted {
            needed.count(with(text).iter().any(|class| !dropped_first(*class)));
        }
        for text in strings(&truth, "noise_examples") {
            let classes = with(&text);
            let wrong = classes.iter().filter(|c| wrong_for_noise(**c)).count();
            if !classes.is_empty() {
                noise.count(wrong * 2 <= classes.len());
            }
        }
    }
    needed.check("needed strings with a class", NEEDED);
    noise.check("noise that is no error", NOISE);
}
