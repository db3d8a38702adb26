//! What a reader sees of real outputs at a small budget, whole, so that a change shows as a diff.
//!
//! `fixtures/prune/NAME.txt` is an output, `NAME.json` its command and truth, `NAME.shown` the text.
//! `IBID_BLESS=1` writes the last; read the difference before you commit it.

#![allow(
    clippy::disallowed_methods,
    reason = "the crate is pure, its tests read fixtures"
)]

use std::fs;
use std::path::Path;

use ibid_prune::{Context, PrunePolicy, RecallHint, ToolOutput, plan, render};
use serde_json::Value;

const BUDGET: usize = 2048;

fn check(path: &Path) {
    let raw = fs::read(path).expect("an output");
    let truth: Value =
        serde_json::from_slice(&fs::read(path.with_extension("json")).expect("a record"))
            .expect("JSON");
    let root = truth["project_root"].as_str().map(str::to_owned);
    let context = Context {
        command: truth["command"].as_str().map(str::to_owned),
        exit: truth["exit_code"]
            .as_i64()
            .and_then(|code| i32::try_from(code).ok()),
        cwd: root.clone(),
        project_root: root,
        ..Context::default()
    };
    let output = ToolOutput {
        bytes: &raw,
        context,
    };
    let policy = PrunePolicy {
        observation_bytes: BUDGET,
        max_tool_output: 2 * BUDGET,
        ..PrunePolicy::default()
    };
    let hint = RecallHint::Tool {
        id: "call_7".into(),
    };
    let text = render(&output, &plan(&output, &policy, &hint), &hint);
    let expected = path.with_extension("shown");
    if std::env::var_os("IBID_BLESS").is_some() {
        fs::write(&expected, &text).expect("a writable fixture");
    }
    let expected = fs::read_to_string(&expected).unwrap_or_default();
    assert_eq!(text, expected, "{} is shown differently", path.display());
}

#[test]
fn outputs_are_shown_as_written_down() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/prune");
    let mut cases: Vec<_> = fs::read_dir(dir)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    cases.sort();
    assert!(cases.len() >= 8, "only {} fixtures", cases.len());
    cases.iter().for_each(|path| check(path));
}
