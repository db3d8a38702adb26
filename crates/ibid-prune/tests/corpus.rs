//! The figures that pruning promises, on the shared corpus of real outputs with known truth.
//!
//! The corpus stands beside the repository (`../shared/corpus/logs`). Where it is missing these
//! tests do nothing and say so, except in CI, where they fail.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the crate is pure, its tests read files and print figures"
)]

use std::fs;
use std::path::{Path, PathBuf};

use ibid_prune::{Context, OutputKind, PrunePolicy, RecallHint, ToolOutput, plan, render};
use serde_json::Value;

/// The least that must be kept at a budget.
struct Floor {
    budget: usize,
    mean: f64,
    over_budget: f64,
    whole: usize,
}

/// One case of the corpus.
struct Case {
    name: String,
    raw: Vec<u8>,
    context: Context,
    content: bool,
    needed: Vec<String>,
}

fn corpus() -> Option<Vec<Case>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/logs");
    if !dir.is_dir() {
        assert!(
            std::env::var_os("CI").is_none(),
            "{} is missing",
            dir.display()
        );
        println!("{} is missing: nothing was checked", dir.display());
        return None;
    }
    let mut paths: Vec<PathBuf> = fs::read_dir(&dir)
        .expect("a readable corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    Some(paths.iter().map(|path| case(path)).collect())
}

fn case(path: &Path) -> Case {
    let truth: Value = serde_json::from_slice(&fs::read(path).expect("a record")).expect("JSON");
    let text = |key: &str| truth[key].as_str().map(str::to_owned);
    let list = |key: &str| truth[key].as_array().cloned();
    let needed = list("needed_plain")
        .or_else(|| list("needed"))
        .unwrap_or_default();
    Case {
        name: path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned(),
        raw: fs::read(path.with_extension("txt")).expect("an output"),
        context: Context {
            command: text("command"),
            exit: truth["exit_code"]
                .as_i64()
                .and_then(|code| i32::try_from(code).ok()),
            project_root: text("project_root"),
            cwd: text("project_root"),
            ..Context::default()
        },
        content: truth["kind"] == "content",
        needed: needed
            .iter()
            .filter_map(|text| text.as_str().map(str::to_owned))
            .collect(),
    }
}

fn show(case: &Case, budget: usize, cap: usize, prune: bool) -> (OutputKind, String) {
    let output = ToolOutput {
        bytes: &case.raw,
        context: case.context.clone(),
    };
    let policy = PrunePolicy {
        prune,
        observation_bytes: budget,
        max_tool_output: cap,
        ..PrunePolicy::default()
    };
    let hint = RecallHint::Shell {
        id: "abcdefghij0123456789".into(),
    };
    let plan = plan(&output, &policy, &hint);
    (plan.kind, render(&output, &plan, &hint))
}

fn whole(case: &Case) -> String {
    show(case, usize::MAX / 4, usize::MAX / 4, false).1
}

fn check(cases: &[Case], floor: &Floor) {
    let (mut shares, mut over, mut complete) = (Vec::new(), Vec::new(), 0);
    for case in cases.iter().filter(|case| !case.content) {
        let clean = whole(case);
        let (_, text) = show(case, floor.budget, 2 * floor.budget, true);
        assert!(
            text.len() <= floor.budget,
            "{}: {} bytes are over the budget",
            case.name,
            text.len()
        );
        assert!(
            text.len() <= clean.len() + 40,
            "{}: larger than its input",
            case.name
        );
        let kept = case
            .needed
            .iter()
            .filter(|needed| text.contains(needed.as_str()))
            .count();
        let share = if case.needed.is_empty() {
            1.0
        } else {
            kept as f64 / case.needed.len() as f64
        };
        shares.push(share);
        complete += usize::from(kept == case.needed.len());
        if clean.len() > floor.budget {
            over.push(share);
        }
        if share < 1.0 {
            println!(
                "{} at {}: {kept} of {}",
                case.name,
                floor.budget,
                case.needed.len()
            );
        }
    }
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
    let (all, tight) = (mean(&shares), mean(&over));
    println!(
        "{}: mean {all:.4}, over the budget {tight:.4} ({}), whole {complete} of {}",
        floor.budget,
        over.len(),
        shares.len()
    );
    assert!(all >= floor.mean, "mean {all:.4} is below {}", floor.mean);
    assert!(
        tight >= floor.over_budget,
        "over the budget {tight:.4} is below {}",
        floor.over_budget
    );
    assert!(
        complete >= floor.whole,
        "{complete} whole cases are fewer than {}",
        floor.whole
    );
}

#[test]
fn needed_strings_are_kept() {
    let Some(cases) = corpus() else { return };
    check(
        &cases,
        &Floor {
            budget: 8 * 1024,
            mean: 0.985,
            over_budget: 0.97,
            whole: 92,
        },
    );
    check(
        &cases,
        &Floor {
            budget: 24 * 1024,
            mean: 0.997,
            over_budget: 0.99,
            whole: 97,
        },
    );
}

#[test]
fn content_under_the_cap_is_unchanged() {
    let Some(cases) = corpus() else { return };
    for case in cases.iter().filter(|case| case.content) {
        let clean = whole(case);
        for budget in [8 * 1024, 24 * 1024] {
            let (kind, text) = show(case, budget, 2 * budget, true);
            assert_eq!(kind, OutputKind::Content, "{}", case.name);
            if clean.len() <= 2 * budget {
                assert_eq!(text, clean, "{}", case.name);
            } else {
                assert!(text.len() <= 2 * budget, "{}", case.name);
            }
        }
    }
}
