//! Charts as SVG. Curves stretch with the page, text does not: the outer picture has no scale of
//! its own, places text by percent, and holds the stretched one that has the curves. So a chart
//! reads the same on a phone, and no script has to measure anything.

use super::markup::Html;
use super::scale::{SIDE, place, ticks};
use crate::figures::short;

/// What a chart is, for those who do not see it.
pub(super) struct Label {
    /// Unique in the page.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
}

/// The two axes: calls to the right, an amount upwards.
pub(super) struct Axes {
    /// Height of the plot, in pixels.
    pub(super) height: usize,
    pub(super) steps: usize,
    pub(super) max: f64,
}

/// A line or area to be drawn: the class that colours it, and the amount at each of some steps,
/// counted from 0.
pub(super) struct Curve {
    pub(super) class: String,
    pub(super) points: Vec<(usize, f64)>,
}

/// A row of marks below a chart: its name, its class, and the steps that have one, from 1.
pub(super) struct Strip {
    pub(super) name: &'static str,
    pub(super) class: &'static str,
    pub(super) steps: Vec<usize>,
}

/// How curves are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Filled down to 0; each curve covers those before it.
    Area,
    Line,
}

/// Heights, in pixels.
const STRIP: usize = 14;
const FOOT: usize = 22;

/// Draws `curves`, the first at the back, with rows of marks below.
pub(super) fn chart(
    html: &mut Html,
    label: &Label,
    axes: &Axes,
    style: Style,
    curves: &[Curve],
    strips: &[Strip],
) {
    let (title, description) = (format!("{}-t", label.id), format!("{}-d", label.id));
    let height = axes.height + FOOT + STRIP * strips.len();
    let attrs = [
        ("class", "chart"),
        ("role", "img"),
        ("aria-labelledby", &*format!("{title} {description}")),
        ("height", &*height.to_string()),
    ];
    html.el("svg", &attrs, |html| {
        html.leaf("title", &[("id", &title)], &label.title);
        html.leaf("desc", &[("id", &description)], &label.description);
        grid(html, axes);
        stretched(html, 0, axes.height, |html| {
            for curve in curves {
                draw(html, axes, style, curve);
            }
        });
        for (at, strip) in strips.iter().enumerate() {
            marks(html, axes, strip, axes.height + 3 + at * STRIP);
        }
        steps_axis(html, axes, height - 6);
    });
}

/// A picture inside the chart, as wide as it, whose own square is stretched.
fn stretched(html: &mut Html, y: usize, height: usize, body: impl FnOnce(&mut Html)) {
    let view = format!("0 0 {SIDE} {SIDE}");
    let attrs = [
        ("y", &*y.to_string()),
        ("width", "100%"),
        ("height", &*height.to_string()),
        ("viewBox", &*view),
        ("preserveAspectRatio", "none"),
    ];
    html.el("svg", &attrs, body);
}

fn grid(html: &mut Html, axes: &Axes) {
    for tick in ticks(axes.max) {
        let y = axes.height as f64 * (1.0 - place(tick, axes.max) / SIDE);
        let y = format!("{y:.1}");
        let line = [("class", "grid"), ("x2", "100%"), ("y1", &y), ("y2", &y)];
        html.el("line", &line, |_| ());
        let text = [
            ("class", "tick end"),
            ("x", "-6"),
            ("y", &y),
            ("dy", "0.32em"),
        ];
        html.leaf("text", &text, round(tick));
    }
}

/// A round figure without the decimals that it does not have: `50k`, `2.5M`.
fn round(value: f64) -> String {
    let text = short(value);
    let digits = text.trim_end_matches(char::is_alphabetic);
    let unit = &text[digits.len()..];
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    format!("{digits}{unit}")
}

fn steps_axis(html: &mut Html, axes: &Axes, y: usize) {
    let y = y.to_string();
    // The first call stands at the left end, so there is no call 0.
    let rounds = ticks(axes.steps as f64)
        .into_iter()
        .map(|tick| tick as usize);
    for step in rounds
        .map(|step| step.max(1))
        .collect::<std::collections::BTreeSet<_>>()
    {
        let x = format!("{:.1}%", across(axes, step - 1) / SIDE * 100.0);
        html.leaf("text", &[("class", "tick mid"), ("x", &x), ("y", &y)], step);
    }
}

/// How far to the right a step stands, counted from 0.
fn across(axes: &Axes, step: usize) -> f64 {
    place(step as f64, axes.steps.saturating_sub(1) as f64)
}

fn draw(html: &mut Html, axes: &Axes, style: Style, curve: &Curve) {
    let Some(&(_, first)) = curve.points.first() else {
        return;
    };
    let point = |x: f64, value: f64| format!("{x:.0},{:.0}", SIDE - place(value, axes.max));
    let mut points: Vec<String> = curve
        .points
        .iter()
        .map(|&(step, value)| point(across(axes, step), value))
        .collect();
    if points.len() == 1 {
        // One call is a level, not a dot.
        points.push(point(SIDE, first));
    }
    if style == Style::Area {
        points.push(format!("{SIDE},{SIDE}"));
        points.push(format!("0,{SIDE}"));
    }
    let tag = if style == Style::Area {
        "polygon"
    } else {
        "polyline"
    };
    let attrs = [("class", &*curve.class), ("points", &*points.join(" "))];
    html.el(tag, &attrs, |_| ());
}

fn marks(html: &mut Html, axes: &Axes, strip: &Strip, y: usize) {
    let middle = (y + STRIP / 2).to_string();
    let text = [
        ("class", "tick end"),
        ("x", "-6"),
        ("y", &middle),
        ("dy", "0.32em"),
    ];
    html.leaf("text", &text, strip.name);
    let mut places: Vec<u64> = strip
        .steps
        .iter()
        .map(|step| across(axes, step.saturating_sub(1)).round() as u64)
        .collect();
    places.dedup();
    let path: String = places.iter().map(|x| format!("M{x} 100V900")).collect();
    stretched(html, y, STRIP - 2, |html| {
        html.el("path", &[("class", strip.class), ("d", &path)], |_| ());
    });
}
