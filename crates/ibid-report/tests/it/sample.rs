//! Reports of invented sessions, in the sizes of real ones.

use ibid_context::replay::{Missing, PolicyReport, RecordedBill, SessionReport, StepReport};
use ibid_model::{Break, Millis, Reason, Seq, Tokens, TokensByKind};

/// What is told apart in a policy's row.
pub(crate) struct Row {
    pub(crate) policy: &'static str,
    pub(crate) cost: f64,
    pub(crate) net_cost: f64,
    pub(crate) recalls: usize,
    pub(crate) breaks: usize,
    pub(crate) lines: [usize; 2],
    pub(crate) edits: [usize; 2],
}

const ROWS: [Row; 7] = [
    row(
        "none",
        4_281_350.0,
        4_281_350.0,
        0,
        0,
        [1204, 1204],
        [88, 88],
    ),
    row(
        "working-set",
        5_390_112.5,
        5_402_300.25,
        3,
        171,
        [1201, 1204],
        [88, 88],
    ),
    row(
        "window",
        2_790_048.0,
        3_061_777.0,
        41,
        92,
        [1088, 1204],
        [80, 88],
    ),
    row(
        "ttl",
        3_222_000.0,
        3_290_500.0,
        12,
        4,
        [1170, 1204],
        [86, 88],
    ),
    row(
        "protect",
        4_100_000.0,
        4_100_000.0,
        0,
        2,
        [1204, 1204],
        [88, 88],
    ),
    row(
        "clear",
        3_050_000.0,
        3_410_000.0,
        37,
        9,
        [1092, 1204],
        [79, 88],
    ),
    row(
        "planned",
        2_671_900.0,
        2_799_999.75,
        9,
        5,
        [1183, 1204],
        [85, 88],
    ),
];

const fn row(
    policy: &'static str,
    cost: f64,
    net_cost: f64,
    recalls: usize,
    breaks: usize,
    lines: [usize; 2],
    edits: [usize; 2],
) -> Row {
    Row {
        policy,
        cost,
        net_cost,
        recalls,
        breaks,
        lines,
        edits,
    }
}

/// A session of 432 calls under seven policies, with every step and every miss.
pub(crate) fn large() -> SessionReport {
    session("tally", 432, &ROWS)
}

/// A session of some steps under some policies.
pub(crate) fn session(name: &str, steps: usize, rows: &[Row]) -> SessionReport {
    SessionReport {
        session: name.to_owned(),
        policies: rows.iter().map(|row| policy(row, steps)).collect(),
        recorded_cost: Some(4_402_118.0),
        recorded: Some(RecordedBill {
            cost: 4_402_118.0,
            tokens_in: 38_000_000,
            cold_steps: 36,
        }),
        floor: 1_702_000.5,
    }
}

/// One row, with a series that grows and is cut back at every break.
pub(crate) fn policy(row: &Row, steps: usize) -> PolicyReport {
    let series = series(row, steps);
    PolicyReport {
        policy: row.policy.to_owned(),
        steps,
        tokens_in: series.iter().map(|step| step.tokens).sum(),
        peak_tokens: series.iter().map(|step| step.tokens).max().unwrap_or(0),
        steps_over: 0,
        cost: row.cost,
        net_cost: row.net_cost,
        local_processed: 1_234_567,
        recalls: row.recalls,
        breaks: row.breaks,
        support_lines: row.lines,
        support_edits: row.edits,
        series,
        missing: missing(row, steps),
    }
}

fn series(row: &Row, steps: usize) -> Vec<StepReport> {
    let every = steps.checked_div(row.breaks).unwrap_or(usize::MAX).max(2);
    let mut results = 0;
    (1..=steps)
        .map(|step| {
            let broke = step % every == 0;
            results = if broke {
                results / 2
            } else {
                results + 173 + (step as u64 * 37) % 211
            };
            let kinds = TokensByKind {
                system: Tokens(2_100),
                tools: Tokens(9_900),
                user: Tokens(step as u64 * 8),
                assistant: Tokens(step as u64 * 95),
                results: Tokens(results),
                reasoning: Tokens(0),
                images: Tokens(0),
            };
            StepReport {
                step,
                t: Millis(1_770_000_000_000 + step as i64 * 41_000),
                tokens: kinds.total().0,
                kinds,
                read: if broke { 12_000 } else { kinds.total().0 - 400 },
                written: if broke { kinds.total().0 - 12_000 } else { 400 },
                cost: row.cost / steps as f64,
                set_aside: if broke {
                    vec![
                        (Seq(step as u64), Reason::Superseded),
                        (Seq(step as u64 + 1), Reason::Old),
                    ]
                } else {
                    Vec::new()
                },
                broke: broke.then_some(Break::Cheaper),
                stubs: Vec::new(),
                recalled: Vec::new(),
            }
        })
        .collect()
}

fn missing(row: &Row, steps: usize) -> Vec<Missing> {
    let lines = row.lines[1] - row.lines[0];
    let edits = row.edits[1] - row.edits[0];
    (0..lines + edits)
        .map(|n| Missing {
            step: 1 + n * steps.saturating_sub(1) / (lines + edits),
            seq: Seq(200 + 3 * n as u64),
            source: Seq(20 + 2 * n as u64),
            edit: n >= lines,
            line: format!("    total = sum(entry.amount for entry in self.entries[{n}:])"),
        })
        .collect()
}
