//! What a policy set aside and when, and what the agent then used that was not in view.

use std::collections::{BTreeMap, HashMap};

use ibid_context::replay::{Missing, PolicyReport, StepReport};
use ibid_context::{break_words, reason_words};
use ibid_model::{Reason, Seq};

use super::markup::Html;

/// The most rows of a table; what more there are is said.
const ROWS_MAX: usize = 200;
/// The most lines of one row.
const LINES_MAX: usize = 12;
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

/// The uses of one source at one call: what one recall would have brought back.
struct Group<'a> {
    step: usize,
    source: Seq,
    uses: Vec<&'a Missing>,
}

fn groups(missing: &[Missing]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places = HashMap::new();
    for one in missing {
        let at = *places.entry((one.step, one.source)).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group {
                step: one.step,
                source: one.source,
                uses: Vec::new(),
            });
        }
        groups[at].uses.push(one);
    }
    groups
}

fn missed(html: &mut Html, policy: &PolicyReport) {
    let moments = moments(policy);
    html.leaf("h4", &[], "Used, but not in view");
    let heads = ["call", "lines", "source"];
    rows(
        html,
        "Used, but not in view",
        &heads,
        &groups(&policy.missing),
        |html, group| {
            html.leaf("th", &[("scope", "row")], group.step);
            html.el("td", &[("class", "wide")], |html| lines(html, &group.uses));
            html.leaf("td", &[("class", "source")], source(group.source, &moments));
        },
    );
}

fn lines(html: &mut Html, uses: &[&Missing]) {
    for missing in uses.iter().take(LINES_MAX) {
        html.el("div", &[], |html| {
            if missing.edit {
                html.leaf("b", &[("class", "tag")], "edit");
                html.text(" ");
            }
            html.leaf("code", &[], clipped(&missing.line));
        });
    }
    if uses.len() > LINES_MAX {
        let more = format!("and {} more", uses.len() - LINES_MAX);
        html.leaf("div", &[("class", "quiet")], more);
    }
}

fn source(source: Seq, moments: &HashMap<Seq, (usize, Reason)>) -> String {
    match moments.get(&source) {
        Some((step, reason)) => {
            let why = reason_words(*reason);
            format!("record {source}, set aside at call {step}: {why}")
        }
        None => format!("record {source}"),
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
