//! A real recorded session, read where it stands beside the project: the figures that the planner
//! and the token estimates are held to. On a machine that does not have it the test says so; where
//! CI has it, it must be there.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the test reads a file, the crate does not"
)]

use std::path::Path;
use std::sync::Arc;

use ibid_context::policy::{POLICIES, Policy};
use ibid_context::replay::{Cold, PolicyReport, Replay, ReplayOptions, run};
use ibid_context::{FoldOptions, History, Settings};
use ibid_model::{Encoding, Entry, ImageRule, TokenCounter};
use ibid_tokens::{Counter, FourBytes};
use ibid_wire::import::import;

const SESSION: &str = "../../../shared/sessions/pi-914-messages.jsonl";

fn session() -> Option<Vec<Entry>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SESSION);
    match std::fs::read(&path) {
        Ok(bytes) => Some(
            import(SESSION, None, &bytes)
                .expect("it is a session")
                .entries,
        ),
        Err(_) if std::env::var_os("CI").is_none() => {
            eprintln!("nothing was tested: there is no recorded session beside the project");
            None
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn options(pinned: bool) -> ReplayOptions {
    ReplayOptions {
        settings: Settings::default(),
        compactions: !pinned,
        cold: if pinned { Cold::Ttl } else { Cold::Recorded },
        pinned,
        over: 100_000,
    }
}

fn estimate() -> Arc<dyn TokenCounter> {
    let images = ImageRule::Flat { tokens: 1000 };
    Arc::new(Counter::new(Encoding::Estimate, images))
}

fn table(replay: &Replay<'_>) -> Vec<PolicyReport> {
    POLICIES
        .iter()
        .map(|policy| run(replay, policy, &mut || {}))
        .collect()
}

#[test]
fn the_planner_costs_least_and_loses_little() {
    let Some(entries) = session() else { return };
    let replay = Replay::new(&entries, options(true), Arc::new(FourBytes));
    assert_eq!(replay.steps(), 432);
    let table = table(&replay);
    let row = |name: &str| table.iter().find(|row| row.policy == name).expect("a row");
    let (none, planned) = (row("none"), row("planned"));
    for row in &table {
        assert!(
            planned.net_cost <= row.net_cost,
            "{} costs less",
            row.policy
        );
        assert_eq!(row.steps, 432);
    }
    let share = planned.net_cost / none.net_cost;
    assert!(share < 0.654, "net share {share:.4}");
    let [supported, edits] = planned.support_edits;
    assert!(
        supported * 100 >= edits * 95,
        "{supported} of {edits} edits"
    );
    assert!(row("working-set").net_cost > none.net_cost);
    assert!(replay.floor() < planned.cost);
}

#[test]
fn the_simulated_bill_is_the_recorded_one_within_a_tenth() {
    let Some(entries) = session() else { return };
    let replay = Replay::new(&entries, options(false), estimate());
    let recorded = replay.recorded().expect("it has usage");
    let none = run(&replay, &POLICIES[0], &mut || {});
    let ratio = none.cost / recorded.cost;
    assert!((0.9..=1.1).contains(&ratio), "{ratio:.3}");
    let planned = Policy::named("planned").expect("the default");
    let planned = run(&replay, planned, &mut || {});
    assert!(planned.net_cost / none.net_cost < 0.65);
}

/// What each step added, against what the provider counted: the reply by its recorded size, the
/// rest by the estimate.
#[test]
fn an_estimate_of_what_a_step_adds_is_near_what_was_counted() {
    let Some(entries) = session() else { return };
    let mut history = History::new(
        estimate(),
        FoldOptions {
            compactions: false,
            measured: false,
            fixed: Some(0),
            checkpoints: true,
        },
    );
    let mut errors = Vec::new();
    let mut last: Option<(u64, u64, usize)> = None;
    for entry in &entries {
        let usage = entry
            .call()
            .and_then(|call| call.usage)
            .filter(|usage| usage.is_priced());
        if let Some(usage) = usage {
            let slots = history.slots();
            if let Some((prompt, output, answer)) = last
                && let Some(added) = usage.prompt().0.checked_sub(prompt).filter(|n| *n > 0)
            {
                let since: u64 = slots.iter().skip(answer + 1).map(|slot| slot.tokens).sum();
                errors.push((output + since).abs_diff(added) as f64 / added as f64);
            }
            last = Some((usage.prompt().0, usage.output.0, slots.len()));
        }
        history.push(entry);
    }
    errors.sort_by(f64::total_cmp);
    let at = |share: f64| errors[(errors.len() as f64 * share) as usize];
    let (median, high) = (at(0.5), at(0.95));
    assert!(errors.len() > 400);
    assert!(median < 0.08, "median {median:.3}");
    assert!(high < 0.25, "95th percentile {high:.3}");
    eprintln!("median {median:.3}, 95th percentile {high:.3}");
}

/// A session that is cut off at any step decides as the whole one does up to there.
#[test]
fn a_cut_session_decides_the_same() {
    let Some(entries) = session() else { return };
    let planned = Policy::named("planned").expect("the default");
    let whole = Replay::new(&entries, options(true), Arc::new(FourBytes));
    let whole = run(&whole, planned, &mut || {});
    for cut in [90, 333, 611, 900] {
        let part = Replay::new(&entries[..cut], options(true), Arc::new(FourBytes));
        let part = run(&part, planned, &mut || {});
        for (one, two) in part.series.iter().zip(&whole.series) {
            assert_eq!(one.stubs, two.stubs, "step {}", one.step);
        }
    }
}
