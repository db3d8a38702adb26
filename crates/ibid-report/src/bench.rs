//! What replays of many sessions come to: a row a session and policy, and a summary a policy.

use ibid_context::replay::SessionReport;
use serde::Serialize;

use crate::figures::{Derived, percent, plain, share};
use crate::table::{aligned, clipped, counted, push_line, wrapped};

/// One policy on one session. Costs are in input-token equivalents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BenchRow {
    /// The session.
    pub session: String,
    /// The policy.
    pub policy: String,
    /// Calls to the model.
    pub steps: usize,
    /// Prompt tokens of all calls together.
    pub tokens_in: u64,
    /// The largest prompt, in tokens.
    pub peak_tokens: u64,
    /// Cost of all prompts.
    pub cost: f64,
    /// The same with the calls that recalls would have taken.
    pub net_cost: f64,
    /// Net cost as a share of sending everything; `None` where that was not replayed, or costs
    /// nothing.
    pub net_share: Option<f64>,
    /// The floor as a share of sending everything.
    pub floor_share: Option<f64>,
    /// Sources that would have been recalled.
    pub recalls: usize,
    /// Times that a cached prefix was broken.
    pub breaks: usize,
    /// Lines used: in view, of all.
    pub support_lines: [usize; 2],
    /// Edits: in view, of all.
    pub support_edits: [usize; 2],
    /// The session's bill as recorded; `None` without usage.
    pub recorded_cost: Option<f64>,
    /// The least that any policy can cost that only sets results aside.
    pub floor: f64,
}

/// One policy on all sessions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PolicySummary {
    /// The policy.
    pub policy: String,
    /// Sessions that it was replayed on.
    pub sessions: usize,
    /// Net cost as a share of sending everything: every session counts the same.
    pub net_share_mean: Option<f64>,
    /// The same for the session in the middle.
    pub net_share_median: Option<f64>,
    /// Sources that would have been recalled, in all.
    pub recalls: usize,
    /// Times that a cached prefix was broken, in all.
    pub breaks: usize,
    /// Lines used in all sessions: in view, of all.
    pub support_lines: [usize; 2],
    /// Edits of all sessions: in view, of all.
    pub support_edits: [usize; 2],
}

/// What replays of many sessions come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bench {
    /// A row a session and policy.
    pub rows: Vec<BenchRow>,
    /// A row a policy, in the order in which they first come.
    pub summary: Vec<PolicySummary>,
    /// The floor as a share of sending everything: every session counts the same.
    pub floor_share_mean: Option<f64>,
}

/// Sums up `reports`.
pub fn bench(reports: &[SessionReport]) -> Bench {
    let rows: Vec<BenchRow> = reports.iter().flat_map(session_rows).collect();
    let mut names: Vec<&str> = Vec::new();
    for row in &rows {
        if !names.contains(&row.policy.as_str()) {
            names.push(&row.policy);
        }
    }
    let summary = names.iter().map(|name| summed(name, &rows)).collect();
    let floors = reports
        .iter()
        .filter_map(|report| Derived::new(report).of_base(report.floor));
    Bench {
        summary,
        floor_share_mean: mean(&floors.collect::<Vec<_>>()),
        rows,
    }
}

fn session_rows(report: &SessionReport) -> Vec<BenchRow> {
    let derived = Derived::new(report);
    let row = |policy: &ibid_context::replay::PolicyReport| BenchRow {
        session: report.session.clone(),
        policy: policy.policy.clone(),
        steps: policy.steps,
        tokens_in: policy.tokens_in,
        peak_tokens: policy.peak_tokens,
        cost: policy.cost,
        net_cost: policy.net_cost,
        net_share: derived.of_base(policy.net_cost),
        floor_share: derived.of_base(report.floor),
        recalls: policy.recalls,
        breaks: policy.breaks,
        support_lines: policy.support_lines,
        support_edits: policy.support_edits,
        recorded_cost: report.recorded_cost,
        floor: report.floor,
    };
    report.policies.iter().map(row).collect()
}

fn summed(policy: &str, rows: &[BenchRow]) -> PolicySummary {
    let own = || rows.iter().filter(|row| row.policy == policy);
    let sum = |part: fn(&BenchRow) -> [usize; 2]| {
        own()
            .map(part)
            .fold([0, 0], |[n, of], [more, more_of]| [n + more, of + more_of])
    };
    let mut shares: Vec<f64> = own().filter_map(|row| row.net_share).collect();
    shares.sort_by(f64::total_cmp);
    PolicySummary {
        policy: policy.to_owned(),
        sessions: own().count(),
        net_share_mean: mean(&shares),
        net_share_median: median(&shares),
        recalls: own().map(|row| row.recalls).sum(),
        breaks: own().map(|row| row.breaks).sum(),
        support_lines: sum(|row| row.support_lines),
        support_edits: sum(|row| row.support_edits),
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    share(values.iter().sum(), values.len() as f64)
}

/// The value in the middle of sorted ones; of an even number of them the mean of the middle two.
fn median(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        len if len % 2 == 0 => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
        _ => Some(sorted[middle]),
    }
}

/// Columns that go when there is no room, in this order, by their heads.
const CUTS: [&str; 5] = ["breaks", "recalls", "lines", "calls", "sessions"];

/// Both tables for a terminal of `width` columns, each line ending in `\n`, none with a space at
/// its end.
pub fn bench_table(bench: &Bench, width: usize) -> String {
    let mut out = String::new();
    let head = [
        "session",
        "policy",
        "calls",
        "net, of none",
        "edits",
        "lines",
        "recalls",
        "breaks",
    ];
    let rows = bench.rows.iter().map(|row| {
        vec![
            clipped(&plain(&row.session)),
            clipped(&plain(&row.policy)),
            row.steps.to_string(),
            percent(row.net_share),
            counted(row.support_edits),
            counted(row.support_lines),
            row.recalls.to_string(),
            row.breaks.to_string(),
        ]
    });
    push_table(&mut out, &head, rows.collect(), width);
    out.push('\n');
    let head = [
        "policy",
        "sessions",
        "mean net, of none",
        "median",
        "edits",
        "lines",
        "recalls",
        "breaks",
    ];
    let rows = bench.summary.iter().map(|row| {
        vec![
            clipped(&plain(&row.policy)),
            row.sessions.to_string(),
            percent(row.net_share_mean),
            percent(row.net_share_median),
            counted(row.support_edits),
            counted(row.support_lines),
            row.recalls.to_string(),
            row.breaks.to_string(),
        ]
    });
    push_table(&mut out, &head, rows.collect(), width);
    let floor = format!("floor, mean: {} of none", percent(bench.floor_share_mean));
    push_line(&mut out, &floor);
    out.push('\n');
    let note = "Net cost is the cost of all prompts and of the calls that recall what was missing. Lines, edits: what the agent used, and of that what was in view.";
    for line in wrapped(note, width) {
        push_line(&mut out, &line);
    }
    out
}

fn push_table(out: &mut String, head: &[&str], rows: Vec<Vec<String>>, width: usize) {
    let mut lines: Vec<Vec<String>> = vec![head.iter().map(|&name| name.to_owned()).collect()];
    lines.extend(rows);
    let widths = |lines: &[Vec<String>]| -> Vec<usize> {
        let column = |at: usize| lines.iter().map(move |cells| cells[at].chars().count());
        (0..lines[0].len())
            .map(|at| column(at).max().unwrap_or(0))
            .collect()
    };
    for cut in CUTS {
        let found = widths(&lines);
        if found.iter().map(|width| width + 2).sum::<usize>() <= width + 2 {
            break;
        }
        if let Some(at) = lines[0].iter().position(|name| name == cut) {
            lines.iter_mut().for_each(|cells| drop(cells.remove(at)));
        }
    }
    let widths = widths(&lines);
    for cells in &lines {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        push_line(out, &aligned(&cells, &widths));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_found() {
        let cases: &[(&[f64], Option<f64>, Option<f64>)] = &[
            (&[], None, None),
            (&[0.5], Some(0.5), Some(0.5)),
            (&[0.25, 0.75], Some(0.5), Some(0.5)),
            (&[0.0, 0.25, 2.75], Some(1.0), Some(0.25)),
        ];
        for (values, of_mean, of_median) in cases {
            assert_eq!((mean(values), median(values)), (*of_mean, *of_median));
        }
    }
}
