//! What all calls up to each have cost, a line a policy.

use ibid_context::replay::PolicyReport;

use super::chart::{Axes, Curve, Label, Style, chart};
use super::markup::Html;
use super::scale::{spread, thin};
use crate::figures::{Derived, percent, plain, short};

/// Line patterns and colours that the style has, `p0` to `p7`; more policies begin anew.
const CLASSES: usize = 8;
/// Rows of the table that stands for the picture.
const TABLE_ROWS: usize = 16;

/// The picture, its legend and its table. `id` is the session's, unique in the page.
pub(super) fn costs(html: &mut Html, id: &str, derived: &Derived<'_>) {
    let policies = &derived.report.policies;
    let sums: Vec<Vec<f64>> = policies.iter().map(cumulative).collect();
    let highest = sums.iter().filter_map(|sums| sums.last()).copied();
    let axes = Axes {
        height: 300,
        steps: sums.iter().map(Vec::len).max().unwrap_or(0),
        max: highest.fold(derived.report.floor, f64::max),
    };
    let mut curves = vec![Curve {
        class: "line floor".to_owned(),
        points: [0, axes.steps.saturating_sub(1)]
            .map(|at| (at, derived.report.floor))
            .into(),
    }];
    curves.extend(sums.iter().enumerate().map(|(at, sums)| Curve {
        class: class(derived, at),
        points: thin(sums).into_iter().map(|at| (at, sums[at])).collect(),
    }));
    let label = Label {
        id: format!("{id}-cost"),
        title: "Cumulative cost of all policies".to_owned(),
        description: describe(derived),
    };
    html.el("figure", &[], |html| {
        legend(html, derived);
        chart(html, &label, &axes, Style::Line, &curves, &[]);
        table(html, policies, &sums);
    });
}

fn cumulative(policy: &PolicyReport) -> Vec<f64> {
    let mut sum = 0.0;
    let steps = policy.series.iter();
    steps
        .map(|step| {
            sum += step.cost;
            sum
        })
        .collect()
}

fn class(derived: &Derived<'_>, at: usize) -> String {
    let best = if derived.best == Some(at) {
        " best"
    } else {
        ""
    };
    format!("line p{}{best}", at % CLASSES)
}

fn describe(derived: &Derived<'_>) -> String {
    let rows = derived.report.policies.iter().map(|policy| {
        let share = derived.of_base(policy.cost);
        format!(
            "{} {} ({} of none)",
            plain(&policy.policy),
            short(policy.cost),
            percent(share)
        )
    });
    let rows: Vec<String> = rows.collect();
    format!(
        "Cost of all prompts so far over the calls, in input-token equivalents, without what \
         recalls would have cost. At the end: {}. The floor is {}.",
        rows.join(", "),
        short(derived.report.floor)
    )
}

/// Policies by what they cost in the end, the dearest first, as the lines end.
fn legend(html: &mut Html, derived: &Derived<'_>) {
    let policies = &derived.report.policies;
    let mut order: Vec<usize> = (0..policies.len()).collect();
    order.sort_by(|&a, &b| policies[b].cost.total_cmp(&policies[a].cost));
    html.el(
        "ul",
        &[
            ("class", "legend"),
            ("aria-label", "Policies, the dearest first"),
        ],
        |html| {
            for at in order {
                entry(
                    html,
                    &class(derived, at),
                    &policies[at].policy,
                    policies[at].cost,
                );
            }
            entry(html, "line floor", "the floor", derived.report.floor);
        },
    );
}

fn entry(html: &mut Html, class: &str, name: &str, cost: f64) {
    let svg = [
        ("class", "swatch"),
        ("aria-hidden", "true"),
        ("width", "26"),
        ("height", "12"),
    ];
    html.el("li", &[], |html| {
        html.el("svg", &svg, |html| {
            html.el("path", &[("class", class), ("d", "M0 6H26")], |_| ());
        });
        html.text(name);
        html.text(" ");
        html.leaf("span", &[("class", "quiet")], short(cost));
    });
}

fn table(html: &mut Html, policies: &[PolicyReport], sums: &[Vec<f64>]) {
    let steps = sums.iter().map(Vec::len).max().unwrap_or(0);
    html.el("details", &[], |html| {
        html.leaf("summary", &[], "As a table");
        super::scroll(html, "Cumulative cost by call", |html| {
            html.el("table", &[], |html| {
                html.el("thead", &[], |html| {
                    html.el("tr", &[], |html| {
                        html.leaf("th", &[("scope", "col")], "call");
                        for policy in policies {
                            html.leaf("th", &[("scope", "col")], &policy.policy);
                        }
                    });
                });
                html.el("tbody", &[], |html| {
                    for at in spread(steps, TABLE_ROWS) {
                        html.el("tr", &[], |html| {
                            html.leaf("th", &[("scope", "row")], at + 1);
                            for sums in sums {
                                let cost = sums.get(at).map(|cost| short(*cost));
                                html.leaf("td", &[], cost.unwrap_or_default());
                            }
                        });
                    }
                });
            });
        });
    });
}
