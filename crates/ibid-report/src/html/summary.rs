//! A session's bills, and the table of its policies.

use ibid_context::replay::PolicyReport;

use super::markup::Html;
use crate::figures::{Derived, NOT_KNOWN, percent, short, signed, support};

/// A cell: what is shown, what stands beside it, and the exact figure, by which the table is sorted.
struct Cell {
    shown: String,
    beside: Option<String>,
    exact: Option<f64>,
}

/// One column of the policies' table.
struct Column {
    name: &'static str,
    cell: fn(&Derived<'_>, &PolicyReport) -> Cell,
}

const COLUMNS: [Column; 9] = [
    Column {
        name: "net cost, of none",
        cell: |derived, row| cost(derived, row.net_cost),
    },
    Column {
        name: "cost, of none",
        cell: |derived, row| cost(derived, row.cost),
    },
    Column {
        name: "above floor",
        cell: |derived, row| above(derived.above_floor(row.net_cost)),
    },
    Column {
        name: "lines in view",
        cell: |_, row| counted(row.support_lines),
    },
    Column {
        name: "edits in view",
        cell: |_, row| counted(row.support_edits),
    },
    Column {
        name: "recalls",
        cell: |_, row| count(row.recalls as u64),
    },
    Column {
        name: "breaks",
        cell: |_, row| count(row.breaks as u64),
    },
    Column {
        name: "tokens in",
        cell: |_, row| amount(row.tokens_in as f64),
    },
    Column {
        name: "peak",
        cell: |_, row| amount(row.peak_tokens as f64),
    },
];

fn amount(value: f64) -> Cell {
    Cell {
        shown: short(value),
        beside: None,
        exact: Some(value),
    }
}

fn count(value: u64) -> Cell {
    Cell {
        shown: value.to_string(),
        beside: None,
        exact: Some(value as f64),
    }
}

fn cost(derived: &Derived<'_>, value: f64) -> Cell {
    let share = derived.of_base(value).map(|share| percent(Some(share)));
    Cell {
        beside: share,
        ..amount(value)
    }
}

fn above(share: Option<f64>) -> Cell {
    Cell {
        shown: signed(share),
        beside: None,
        exact: share,
    }
}

fn counted(count: [usize; 2]) -> Cell {
    let share = support(count);
    let beside = share.map(|_| format!("{}/{}", count[0], count[1]));
    Cell {
        shown: percent(share),
        beside,
        exact: share,
    }
}

/// The bills of a session, as a list of terms.
pub(super) fn bills(html: &mut Html, derived: &Derived<'_>) {
    let report = derived.report;
    let mut terms = vec![("Calls", derived.steps().to_string(), String::new())];
    terms.push(match report.recorded_cost {
        Some(cost) => {
            let cold = report.recorded.map_or(0, |bill| bill.cold_steps);
            (
                "Recorded bill",
                short(cost),
                format!("{cold} calls found nothing in the cache"),
            )
        }
        None => (
            "Recorded bill",
            NOT_KNOWN.to_owned(),
            "no usage in the session".to_owned(),
        ),
    });
    if let Some(base) = derived.base {
        let error = derived.simulation_error();
        let note = error.map(|_| format!("{} against the recorded bill", signed(error)));
        terms.push((
            "Bill of none, simulated",
            short(base.cost),
            note.unwrap_or_default(),
        ));
    }
    if let Some(best) = derived.best.map(|at| &report.policies[at]) {
        let share = derived.of_base(best.net_cost);
        let note = share
            .map(|_| format!(", {} of none", percent(share)))
            .unwrap_or_default();
        terms.push((
            "Lowest net cost",
            short(best.net_cost),
            format!("{}{note}", best.policy),
        ));
    }
    let share = derived.of_base(report.floor);
    let note = share.map(|_| format!("{} of none", percent(share)));
    terms.push(("Floor", short(report.floor), note.unwrap_or_default()));
    html.el("dl", &[("class", "bills")], |html| {
        for (term, value, note) in terms {
            html.el("div", &[], |html| {
                html.leaf("dt", &[], term);
                html.el("dd", &[], |html| {
                    html.leaf("strong", &[], value);
                    if !note.is_empty() {
                        html.text(" ");
                        html.leaf("span", &[("class", "quiet")], note);
                    }
                });
            });
        }
    });
}

/// The table of policies, in the order given; the script makes it sortable.
pub(super) fn policies(html: &mut Html, derived: &Derived<'_>) {
    super::scroll(html, "Policies", |html| {
        html.el("table", &[("class", "sortable")], |html| {
            html.el("thead", &[], |html| {
                html.el("tr", &[], |html| {
                    html.leaf("th", &[("scope", "col")], "policy");
                    for column in &COLUMNS {
                        html.leaf("th", &[("scope", "col")], column.name);
                    }
                });
            });
            html.el("tbody", &[], |html| {
                for at in 0..derived.report.policies.len() {
                    row(html, derived, at);
                }
            });
        });
    });
}

fn row(html: &mut Html, derived: &Derived<'_>, at: usize) {
    let policy = &derived.report.policies[at];
    let best = derived.best == Some(at);
    let class: &[(&str, &str)] = if best { &[("class", "best")] } else { &[] };
    html.el("tr", class, |html| {
        html.el("th", &[("scope", "row")], |html| {
            html.text(&policy.policy);
            if best {
                html.text(" ");
                html.leaf("b", &[("class", "tag")], "lowest");
            }
        });
        for column in &COLUMNS {
            let cell = (column.cell)(derived, policy);
            let exact = cell.exact.map(|exact| exact.to_string());
            let attrs: Vec<_> = exact
                .iter()
                .map(|exact| ("data-v", exact.as_str()))
                .collect();
            html.el("td", &attrs, |html| {
                html.text(cell.shown);
                if let Some(beside) = cell.beside {
                    html.text(" ");
                    html.leaf("span", &[("class", "quiet")], beside);
                }
            });
        }
    });
}
