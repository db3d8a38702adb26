//! What a policy set aside and when, and what the agent then used that was not in view.

use std::collections::{BTreeMap, HashMap};

use ibid_context::replay::{Missing, PolicyReport, StepReport};
use ibid_context::{break_words, reason_words};
use ibid_model::{Reason, Seq};

use super::markup::Html;

/// The most rows of a table; what more there are is said.
const ROWS_MAX: usize = 200;
/// The most characters of a line that are shown.
const LINE_MAX: usize = 160;

/// One section a policy, closed, that lists both.
pub(super) fn losses(html: &mut Html, policies: &[PolicyReport]) {
    for policy in policies {
        let steps: Vec<&StepReport> = policy
            .series
            .iter()
            .filter(|step| !step.set_aside.is_empty())
            .collect();
        let results: usize = steps.iter().map(|step| step.set_aside.len()).sum();
        html.el("details", &[("class", "policy")], |html| {
            html.el("summary", &[], |html| {
                html.leaf("strong", &[], &policy.policy);
                html.text(format!(
                    ": {results} set aside at {} calls, {} uses missed",
                    steps.len(),
                    policy.missing.len()
                ));
            });
            if !policy.missing.is_empty() {
                missed(html, policy);
            }
            if !steps.is_empty() {
                aside(html, policy, &steps);
            }
            if policy.missing.is_empty() && steps.is_empty() {
                html.leaf("p", &[], "Nothing was set aside, and nothing was missed.");
            }
        });
    }
}

/// When and why each record was set aside, the first time.
fn moments(policy: &PolicyReport) -> HashMap<Seq, (usize, Reason)> {
    let mut moments = HashMap::new();
    for step in &policy.series {
        for &(seq, reason) in &step.set_aside {
            moments.entry(seq).or_insert((step.step, reason));
        }
    }
    moments
}

fn missed(html: &mut Html, policy: &PolicyReport) {
    let moments = moments(policy);
    html.leaf("h4", &[], "Used, but not in view");
    rows(
        html,
        "Used, but not in view",
        &["call", "line", "source"],
        &policy.missing,
        |html, missing| {
            html.leaf("th", &[("scope", "row")], missing.step);
            html.el("td", &[("class", "wide")], |html| {
                if missing.edit {
                    html.leaf("b", &[("class", "tag")], "edit");
                    html.text(" ");
                }
                html.leaf("code", &[], clipped(&missing.line));
            });
            html.leaf("td", &[("class", "source")], source(missing, &moments));
        },
    );
}

fn source(missing: &Missing, moments: &HashMap<Seq, (usize, Reason)>) -> String {
    match moments.get(&missing.source) {
        Some((step, reason)) => format!(
            "record {}, set aside at call {step}: {}",
            missing.source,
            reason_words(*reason)
        ),
        None => format!("record {}", missing.source),
    }
}

fn aside(html: &mut Html, policy: &PolicyReport, steps: &[&StepReport]) {
    let from = policy.series.first().map_or(0, |step| step.t.0);
    html.leaf("h4", &[], "Set aside");
    rows(
        html,
        "Set aside",
        &["call", "set aside, why", "cached prefix broken"],
        steps,
        |html, step| {
            html.el("th", &[("scope", "row")], |html| {
                html.text(step.step);
                html.text(" ");
                html.leaf("span", &[("class", "quiet")], since(step.t.0 - from));
            });
            let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
            for (_, reason) in &step.set_aside {
                *reasons.entry(*reason).or_default() += 1;
            }
            let reasons = reasons
                .iter()
                .map(|(reason, n)| format!("{} ({n})", reason_words(*reason)));
            let reasons: Vec<String> = reasons.collect();
            html.leaf("td", &[("class", "wide")], reasons.join(", "));
            html.leaf(
                "td",
                &[("class", "source")],
                step.broke.map_or("no", break_words),
            );
        },
    );
}

/// A table of at most [`ROWS_MAX`] rows, and a word on those that are left out.
fn rows<T>(
    html: &mut Html,
    name: &'static str,
    heads: &[&'static str],
    items: &[T],
    mut row: impl FnMut(&mut Html, &T),
) {
    super::scroll(html, name, |html| {
        html.el("table", &[("class", "list")], |html| {
            html.el("thead", &[], |html| {
                html.el("tr", &[], |html| {
                    for head in heads {
                        html.leaf("th", &[("scope", "col")], head);
                    }
                });
            });
            html.el("tbody", &[], |html| {
                for item in items.iter().take(ROWS_MAX) {
                    html.el("tr", &[], |html| row(html, item));
                }
            });
        });
    });
    if items.len() > ROWS_MAX {
        let more = items.len() - ROWS_MAX;
        html.leaf(
            "p",
            &[("class", "quiet")],
            format!("And {more} more: --json has them all."),
        );
    }
}

fn clipped(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(LINE_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Time since the session's first call: `+2:07:30`.
fn since(millis: i64) -> String {
    let seconds = millis.max(0) / 1000;
    format!(
        "+{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
