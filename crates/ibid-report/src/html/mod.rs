//! The report as one page that stands alone: no request leaves it, one script and one style are
//! part of it, and its policy for content allows only these two, by their hashes.

mod chart;
mod cost;
mod losses;
pub(crate) mod markup;
pub(crate) mod scale;
mod size;
mod summary;

use ibid_context::replay::SessionReport;
use serde_json::Value;

use crate::figures::{Derived, plain};
use markup::Html;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("sort.js");

/// What the page may do: use this style and this script, which a test compares with their hashes.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; \
    style-src 'sha256-mas1qNbXpbuSn2u2Rrgaz3ijRutnmv7nQxHgpnfS0NQ='; \
    script-src 'sha256-uGJRWUk47iDbpSUFqw0+V94B/BY+ndkuYWg6HPaX+PY='";

const INTRO: &str = "Recorded sessions, folded step by step under each policy. Costs are those of \
    all prompts with the provider's cache simulated, in input-token equivalents: a token read from \
    the cache counts as less than one, a token written to it as more. Net cost adds one more call \
    for every source that was used but not in view. The floor is what no policy can go below that \
    only sets results aside.";

/// One page of any number of sessions. It is at most some 100 KB a policy, however long the
/// session: series are thinned to what can be seen, lists are cut and say so.
pub fn html(reports: &[SessionReport]) -> String {
    let mut html = Html::default();
    html.literal("<!doctype html>\n");
    html.el("html", &[("lang", "en")], |html| {
        html.el("head", &[], |html| head(html, reports));
        html.el("body", &[], |html| {
            html.el("header", &[], |html| {
                html.leaf("h1", &[], "Ibid replay");
                html.leaf("p", &[], INTRO);
                if reports.len() > 1 {
                    contents(html, reports);
                }
            });
            html.el("main", &[], |html| {
                for (at, report) in reports.iter().enumerate() {
                    session(html, at, report);
                }
            });
            html.el(
                "script",
                &[("type", "application/json"), ("id", "figures")],
                |html| {
                    html.json(&figures(reports));
                },
            );
            html.el("script", &[], |html| html.literal(SCRIPT));
        });
    });
    html.literal("\n");
    html.finish()
}

fn head(html: &mut Html, reports: &[SessionReport]) {
    html.void("meta", &[("charset", "utf-8")]);
    html.void(
        "meta",
        &[
            ("http-equiv", "Content-Security-Policy"),
            ("content", POLICY),
        ],
    );
    let viewport = "width=device-width, initial-scale=1";
    html.void("meta", &[("name", "viewport"), ("content", viewport)]);
    html.void(
        "meta",
        &[("name", "color-scheme"), ("content", "light dark")],
    );
    // An icon of nothing, so that no browser asks a server for one.
    html.void("link", &[("rel", "icon"), ("href", "data:,")]);
    let title = match reports {
        [only] => format!("Ibid replay: {}", plain(&only.session)),
        _ => format!("Ibid replay: {} sessions", reports.len()),
    };
    html.leaf("title", &[], title);
    html.el("style", &[], |html| html.literal(STYLE));
}

fn contents(html: &mut Html, reports: &[SessionReport]) {
    html.el("nav", &[("aria-label", "Sessions")], |html| {
        html.el("ul", &[], |html| {
            for (at, report) in reports.iter().enumerate() {
                let href = format!("#s{at}");
                html.el("li", &[], |html| {
                    html.leaf("a", &[("href", &href)], &report.session);
                });
            }
        });
    });
}

fn session(html: &mut Html, at: usize, report: &SessionReport) {
    let id = format!("s{at}");
    let derived = Derived::new(report);
    html.el("section", &[("aria-labelledby", &id)], |html| {
        html.leaf("h2", &[("id", &id)], &report.session);
        summary::bills(html, &derived);
        if report.policies.is_empty() {
            html.leaf("p", &[], "No policy was replayed.");
            return;
        }
        html.leaf("h3", &[], "Policies");
        summary::policies(html, &derived);
        html.leaf("h3", &[], "Cost of all calls so far");
        html.leaf(
            "p",
            &[("class", "quiet")],
            "Over the calls, without recalls.",
        );
        cost::costs(html, &id, &derived);
        html.leaf("h3", &[], "Context size by kind");
        html.leaf(
            "p",
            &[("class", "quiet")],
            "Tokens of each request over the calls, all on one scale. The marks below: calls at \
             which results were set aside, and calls that used something which was not in view.",
        );
        size::sizes(html, &id, &report.policies);
        html.leaf("h3", &[], "Set aside, and missed");
        losses::losses(html, &report.policies);
    });
}

/// Room that scrolls by itself when it is too narrow, with the keyboard too.
fn scroll(html: &mut Html, name: &str, body: impl FnOnce(&mut Html)) {
    let attrs = [
        ("class", "scroll"),
        ("role", "region"),
        ("tabindex", "0"),
        ("aria-label", name),
    ];
    html.el("div", &attrs, body);
}

/// The figures of `--json`, without the lists of what was missing.
fn figures(reports: &[SessionReport]) -> Value {
    let mut all = serde_json::to_value(reports).unwrap_or(Value::Null);
    let sessions = all.as_array_mut().into_iter().flatten();
    let policies = sessions.filter_map(|session| session["policies"].as_array_mut());
    for policy in policies.flatten().filter_map(Value::as_object_mut) {
        policy.remove("missing");
    }
    all
}
