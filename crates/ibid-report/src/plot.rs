//! Net cost against support as one SVG that stands alone: a small mark a session and policy, a
//! large one with its name for the mean of each policy. Marks differ in shape as well as in colour.

use crate::bench::{Bench, BenchRow};
use crate::figures::{percent, share, support};
use crate::html::markup::Html;
use crate::html::scale::ticks;

/// The picture, in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
/// The plot in it: left, top, right and bottom.
const LEFT: f64 = 70.0;
const TOP: f64 = 24.0;
const RIGHT: f64 = 580.0;
const BOTTOM: f64 = 400.0;
/// Room around the outermost marks, as a share of the axis.
const ROOM: f64 = 0.05;

/// Colours by their number: in the light and in the dark.
const STYLE: &str = "svg{color-scheme:light dark;background:#fff;color:#1b1f24;\
    font:13px system-ui,sans-serif}text{fill:currentColor}.grid{stroke:#d5dae0}\
    .floor{stroke:#57606a;stroke-dasharray:4 4}.quiet{fill:#57606a}.small{opacity:.45}\
    .p0{fill:#57606a}.p1{fill:#c23b22}.p2{fill:#0b5cad}.p3{fill:#a05a00}\
    .p4{fill:#7b3fb5}.p5{fill:#00797a}.p6{fill:#1a7f37}.p7{fill:#b5257f}\
    @media (prefers-color-scheme:dark){svg{background:#12161b;color:#e4e8ec}\
    .grid{stroke:#333c46}.floor{stroke:#9aa5b1}.quiet{fill:#9aa5b1}\
    .p0{fill:#aab4bf}.p1{fill:#ff8a73}.p2{fill:#79b8ff}.p3{fill:#e8b04a}\
    .p4{fill:#c59cf5}.p5{fill:#4fd0d0}.p6{fill:#6fd58a}.p7{fill:#f58cc8}}";
const CLASSES: [&str; 8] = ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"];

/// Where values stand in the plot.
struct Axes {
    x_max: f64,
    y_min: f64,
}

impl Axes {
    /// Axes that hold all `points`: cost from 0, support from a round figure below the lowest to 1.
    fn of(points: &[(f64, f64)]) -> Self {
        let x = points.iter().map(|point| point.0).fold(1.0, f64::max);
        let y = points.iter().map(|point| point.1).fold(1.0, f64::min);
        Self {
            x_max: x * (1.0 + ROOM),
            y_min: ((y * 10.0).floor() / 10.0).min(0.9),
        }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * value / self.x_max
    }

    fn y(&self, value: f64) -> f64 {
        let span = 1.0 - self.y_min;
        BOTTOM - (BOTTOM - TOP) * (value - self.y_min) / (span * (1.0 + ROOM))
    }
}

/// The picture: net cost as a share of sending everything to the right, edits in view upwards.
pub fn plot(bench: &Bench) -> String {
    let points: Vec<(f64, f64)> = bench.rows.iter().filter_map(point).collect();
    let axes = Axes::of(&points);
    let mut html = Html::default();
    let size = |side: f64| format!("{side}");
    let view = format!("0 0 {WIDTH} {HEIGHT}");
    let attrs = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("role", "img"),
        ("aria-labelledby", "t d"),
        ("viewBox", &*view),
        ("width", &*size(WIDTH)),
        ("height", &*size(HEIGHT)),
    ];
    html.el("svg", &attrs, |html| {
        html.leaf(
            "title",
            &[("id", "t")],
            "Net cost against edits in view, by policy",
        );
        html.leaf("desc", &[("id", "d")], description(bench));
        html.el("style", &[], |html| html.literal(STYLE));
        frame(html, &axes);
        if let Some(floor) = bench.floor_share_mean {
            floor_line(html, &axes, floor);
        }
        for (at, policy) in bench.summary.iter().enumerate() {
            let own = bench.rows.iter().filter(|row| row.policy == policy.policy);
            for (row, (x, y)) in own.filter_map(|row| Some((row, point(row)?))) {
                let told = format!(
                    "{}, {}: net {}, edits {}",
                    row.session,
                    row.policy,
                    percent(row.net_share),
                    percent(support(row.support_edits))
                );
                mark(html, at, 3.5, (axes.x(x), axes.y(y)), "small", &told);
            }
        }
        legend(html, bench, &axes);
    });
    html.finish() + "\n"
}

/// Where a row stands; `None` where one of its shares is of nothing.
fn point(row: &BenchRow) -> Option<(f64, f64)> {
    Some((row.net_share?, support(row.support_edits)?))
}

/// All that the picture shows, in words.
fn description(bench: &Bench) -> String {
    let mut text = format!(
        "{} sessions and policies. Mean net cost as a share of sending everything, and edits in view",
        bench.rows.len()
    );
    for (at, policy) in bench.summary.iter().enumerate() {
        let start = if at == 0 { ": " } else { "; " };
        text.push_str(&format!(
            "{start}{} {}, {} of {}",
            policy.policy,
            percent(policy.net_share_mean),
            policy.support_edits[0],
            policy.support_edits[1]
        ));
    }
    text.push_str(&format!(". Floor {}.", percent(bench.floor_share_mean)));
    text
}

fn frame(html: &mut Html, axes: &Axes) {
    for tick in ticks(axes.x_max) {
        let x = format!("{:.1}", axes.x(tick));
        line(html, "grid", [&x, &place(TOP), &x, &place(BOTTOM)]);
        let at = [
            ("x", &*x),
            ("y", &*place(BOTTOM + 18.0)),
            ("text-anchor", "middle"),
        ];
        html.leaf("text", &at, format!("{:.0}%", tick * 100.0));
    }
    // A little more, since the last one would be lost to rounding.
    let steps = ticks(1.0 - axes.y_min + 1e-9);
    for tick in steps.iter().map(|tick| axes.y_min + tick) {
        let y = format!("{:.1}", axes.y(tick));
        line(html, "grid", [&place(LEFT), &y, &place(RIGHT), &y]);
        let at = [
            ("x", &*place(LEFT - 8.0)),
            ("y", &*y),
            ("dy", "0.32em"),
            ("text-anchor", "end"),
        ];
        html.leaf("text", &at, format!("{:.0}%", tick * 100.0));
    }
    let middle = place((LEFT + RIGHT) / 2.0);
    let at = [
        ("x", &*middle),
        ("y", &*place(BOTTOM + 42.0)),
        ("text-anchor", "middle"),
    ];
    html.leaf("text", &at, "net cost, of sending everything");
    let at = [("x", &*place(LEFT)), ("y", &*place(TOP - 8.0))];
    html.leaf("text", &at, "edits in view");
}

fn floor_line(html: &mut Html, axes: &Axes, floor: f64) {
    let x = format!("{:.1}", axes.x(floor));
    line(html, "floor", [&x, &place(TOP), &x, &place(BOTTOM)]);
    let at = [
        ("class", "quiet"),
        ("x", &*x),
        ("y", &*place(BOTTOM - 6.0)),
        ("dx", "4"),
    ];
    html.leaf("text", &at, "floor");
}

/// A large mark for the mean of each policy, and the names beside the plot.
fn legend(html: &mut Html, bench: &Bench, axes: &Axes) {
    for (at, policy) in bench.summary.iter().enumerate() {
        let edits = share(
            policy.support_edits[0] as f64,
            policy.support_edits[1] as f64,
        );
        let told = format!(
            "{}, mean: net {}, edits {}",
            policy.policy,
            percent(policy.net_share_mean),
            percent(edits)
        );
        if let (Some(x), Some(y)) = (policy.net_share_mean, edits) {
            mark(html, at, 7.0, (axes.x(x), axes.y(y)), "", &told);
        }
        let y = TOP + 12.0 + 24.0 * at as f64;
        mark(html, at, 6.0, (RIGHT + 22.0, y), "", &told);
        let place = [
            ("x", &*place(RIGHT + 36.0)),
            ("y", &*place(y)),
            ("dy", "0.32em"),
        ];
        html.leaf("text", &place, crate::table::clipped(&policy.policy));
    }
}

fn line(html: &mut Html, class: &'static str, [x1, y1, x2, y2]: [&str; 4]) {
    let attrs = [
        ("class", class),
        ("x1", x1),
        ("y1", y1),
        ("x2", x2),
        ("y2", y2),
    ];
    html.el("line", &attrs, |_| ());
}

fn place(value: f64) -> String {
    format!("{value:.1}")
}

/// A mark of policy number `at`: circle, square, diamond or triangle.
fn mark(html: &mut Html, at: usize, size: f64, (x, y): (f64, f64), class: &str, told: &str) {
    let class = format!("{} {class}", CLASSES[at % CLASSES.len()]);
    let path = match at % 4 {
        0 => format!(
            "M{:.1} {y:.1}a{size} {size} 0 1 0 {} 0a{size} {size} 0 1 0 -{} 0z",
            x - size,
            2.0 * size,
            2.0 * size
        ),
        1 => format!(
            "M{:.1} {:.1}h{}v{}h-{}z",
            x - size,
            y - size,
            2.0 * size,
            2.0 * size,
            2.0 * size
        ),
        2 => format!(
            "M{x:.1} {:.1}l{size} {size}l-{size} {size}l-{size} -{size}z",
            y - size
        ),
        _ => format!(
            "M{x:.1} {:.1}l{size} {}h-{}z",
            y - size,
            2.0 * size,
            2.0 * size
        ),
    };
    html.el(
        "path",
        &[("class", class.trim_end()), ("d", &path)],
        |html| {
            html.leaf("title", &[], told);
        },
    );
}
