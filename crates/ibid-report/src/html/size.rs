//! Context size over the calls, by kind: a picture a policy, all on one scale.

use ibid_context::replay::{PolicyReport, StepReport};
use ibid_model::TokensByKind;

use super::chart::{Axes, Curve, Label, Strip, Style, chart};
use super::markup::Html;
use super::scale::{spread, thin};
use crate::figures::{plain, short};

/// Rows of the table that stands for a picture.
const TABLE_ROWS: usize = 16;

/// One kind: its name, the class that colours it, and its part of a request.
struct Kind {
    name: &'static str,
    class: &'static str,
    of: fn(&TokensByKind) -> u64,
}

/// From the bottom of the picture to its top: what stays the same first.
const KINDS: [Kind; 7] = [
    Kind {
        name: "system",
        class: "k-system",
        of: |kinds| kinds.system.0,
    },
    Kind {
        name: "tools",
        class: "k-tools",
        of: |kinds| kinds.tools.0,
    },
    Kind {
        name: "user",
        class: "k-user",
        of: |kinds| kinds.user.0,
    },
    Kind {
        name: "assistant",
        class: "k-assistant",
        of: |kinds| kinds.assistant.0,
    },
    Kind {
        name: "reasoning",
        class: "k-reasoning",
        of: |kinds| kinds.reasoning.0,
    },
    Kind {
        name: "images",
        class: "k-images",
        of: |kinds| kinds.images.0,
    },
    Kind {
        name: "tool results",
        class: "k-results",
        of: |kinds| kinds.results.0,
    },
];

/// The kinds that any request of these policies has.
fn used(policies: &[PolicyReport]) -> Vec<&'static Kind> {
    let has = |kind: &&Kind| {
        let mut steps = policies.iter().flat_map(|policy| &policy.series);
        steps.any(|step| (kind.of)(&step.kinds) > 0)
    };
    KINDS.iter().filter(has).collect()
}

/// All pictures of a session. `id` is the session's, unique in the page.
pub(super) fn sizes(html: &mut Html, id: &str, policies: &[PolicyReport]) {
    let kinds = used(policies);
    let peak = policies
        .iter()
        .flat_map(|policy| &policy.series)
        .map(height)
        .max();
    let axes = Axes {
        height: 180,
        steps: policies
            .iter()
            .map(|policy| policy.series.len())
            .max()
            .unwrap_or(0),
        max: peak.unwrap_or(0) as f64,
    };
    legend(html, &kinds);
    html.el("div", &[("class", "grid-of-charts")], |html| {
        for (at, policy) in policies.iter().enumerate() {
            let id = format!("{id}-size-{at}");
            html.el("figure", &[], |html| {
                html.leaf("h4", &[], &policy.policy);
                picture(html, id, policy, &kinds, &axes);
                table(html, policy, &kinds);
            });
        }
    });
}

fn height(step: &StepReport) -> u64 {
    step.kinds.total().0
}

fn legend(html: &mut Html, kinds: &[&Kind]) {
    html.el(
        "ul",
        &[
            ("class", "legend"),
            ("aria-label", "Kinds, from the top of the picture"),
        ],
        |html| {
            for kind in kinds.iter().rev() {
                html.el("li", &[], |html| {
                    swatch(html, kind.class);
                    html.text(kind.name);
                });
            }
        },
    );
}

/// A small square in a kind's colour.
fn swatch(html: &mut Html, class: &'static str) {
    let svg = [
        ("class", "swatch"),
        ("aria-hidden", "true"),
        ("width", "12"),
        ("height", "12"),
    ];
    html.el("svg", &svg, |html| {
        html.el(
            "rect",
            &[("class", class), ("width", "12"), ("height", "12")],
            |_| (),
        );
    });
}

fn picture(html: &mut Html, id: String, policy: &PolicyReport, kinds: &[&Kind], axes: &Axes) {
    let totals: Vec<f64> = policy
        .series
        .iter()
        .map(|step| height(step) as f64)
        .collect();
    let kept = thin(&totals);
    // The full height first; each lower one is drawn over it.
    let curves: Vec<Curve> = (0..kinds.len())
        .rev()
        .map(|top| {
            let sum = |at: usize| -> u64 {
                let step = &policy.series[at].kinds;
                kinds[..=top].iter().map(|kind| (kind.of)(step)).sum()
            };
            Curve {
                class: format!("area {}", kinds[top].class),
                points: kept.iter().map(|&at| (at, sum(at) as f64)).collect(),
            }
        })
        .collect();
    let aside = policy
        .series
        .iter()
        .filter(|step| !step.set_aside.is_empty());
    let strips = [
        Strip {
            name: "aside",
            class: "mark aside",
            steps: aside.map(|step| step.step).collect(),
        },
        Strip {
            name: "missed",
            class: "mark missed",
            steps: policy.missing.iter().map(|missing| missing.step).collect(),
        },
    ];
    let label = Label {
        id,
        title: format!("Context size under {}", plain(&policy.policy)),
        description: describe(policy, &strips),
    };
    chart(html, &label, axes, Style::Area, &curves, &strips);
}

fn describe(policy: &PolicyReport, strips: &[Strip; 2]) -> String {
    let last = policy.series.last().map_or(0, height);
    let mut missed = strips[1].steps.clone();
    missed.dedup();
    format!(
        "Tokens of each of {} requests, by kind. The largest has {}, the last {}. Results were set \
         aside at {} calls; something that was not in view was used at {} calls.",
        policy.series.len(),
        short(policy.peak_tokens as f64),
        short(last as f64),
        strips[0].steps.len(),
        missed.len(),
    )
}

/// The picture's figures at some calls, the largest request among them.
fn table(html: &mut Html, policy: &PolicyReport, kinds: &[&Kind]) {
    let series = &policy.series;
    let mut rows = spread(series.len(), TABLE_ROWS);
    rows.extend((0..series.len()).max_by_key(|&at| height(&series[at])));
    rows.sort_unstable();
    rows.dedup();
    html.el("details", &[], |html| {
        html.leaf("summary", &[], "As a table");
        let name = format!("Context size under {}", plain(&policy.policy));
        super::scroll(html, &name, |html| {
            html.el("table", &[], |html| {
                html.el("thead", &[], |html| {
                    html.el("tr", &[], |html| {
                        html.leaf("th", &[("scope", "col")], "call");
                        html.leaf("th", &[("scope", "col")], "tokens");
                        for kind in kinds {
                            html.leaf("th", &[("scope", "col")], kind.name);
                        }
                    });
                });
                html.el("tbody", &[], |html| {
                    for at in rows {
                        let step = &series[at];
                        html.el("tr", &[], |html| {
                            html.leaf("th", &[("scope", "row")], step.step);
                            html.leaf("td", &[], short(height(step) as f64));
                            for kind in kinds {
                                html.leaf("td", &[], short((kind.of)(&step.kinds) as f64));
                            }
                        });
                    }
                });
            });
        });
    });
}
