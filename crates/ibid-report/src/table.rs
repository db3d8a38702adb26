//! The terminal's table: a row a policy, and below it the bills and the floor.
//!
//! A column has forms, the fullest first. The table starts with the fullest of each and goes down
//! one list of cuts until it fits, so that what is dropped, and when, stands in one place.

use ibid_context::replay::{PolicyReport, SessionReport};

use crate::figures::{Derived, percent, plain, short, signed, support};

/// The longest policy name that is shown whole, in characters.
const NAME_MAX: usize = 24;
const GAP: usize = 2;
const MARK: &str = "*";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Policy,
    Steps,
    TokensIn,
    Peak,
    Cost,
    NetCost,
    AboveFloor,
    Recalls,
    Breaks,
    Lines,
    Edits,
}

const COLUMNS: [Column; 11] = [
    Column::Policy,
    Column::Steps,
    Column::TokensIn,
    Column::Peak,
    Column::Cost,
    Column::NetCost,
    Column::AboveFloor,
    Column::Recalls,
    Column::Breaks,
    Column::Lines,
    Column::Edits,
];

/// How much of a column is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Full,
    Short,
    Hidden,
}

/// What goes when there is no room, in this order. What a policy costs and what it loses stay.
const CUTS: [(Column, Form); 13] = [
    (Column::TokensIn, Form::Short),
    (Column::Steps, Form::Hidden),
    (Column::AboveFloor, Form::Hidden),
    (Column::Lines, Form::Short),
    (Column::Edits, Form::Short),
    (Column::Cost, Form::Short),
    (Column::Recalls, Form::Short),
    (Column::TokensIn, Form::Hidden),
    (Column::Peak, Form::Hidden),
    (Column::Breaks, Form::Hidden),
    (Column::Lines, Form::Hidden),
    (Column::Recalls, Form::Hidden),
    (Column::Cost, Form::Hidden),
];

/// The table of one session for a terminal of `width` columns, each line ending in `\n`, none with
/// a space at its end. Without `colour` it is plain text. It is as narrow as it can be made; below
/// some 30 columns lines may be longer than `width`.
pub fn table(report: &SessionReport, width: usize, colour: bool) -> String {
    let derived = Derived::new(report);
    let paint = Paint { colour };
    let mut out = String::new();
    let title = format!(
        "{}: {}",
        plain(&report.session),
        counted_as(derived.steps(), "call")
    );
    push_line(&mut out, &title);
    if !report.policies.is_empty() {
        out.push('\n');
        push_rows(&mut out, &derived, width, &paint);
    }
    out.push('\n');
    push_bills(&mut out, &derived, width);
    for note in notes(&derived) {
        for line in wrapped(&note, width) {
            push_line(&mut out, &paint.dim(&line));
        }
    }
    out
}

fn push_rows(out: &mut String, derived: &Derived<'_>, width: usize, paint: &Paint) {
    let columns = fitted(derived, width);
    let widths: Vec<usize> = columns.iter().map(|column| column.width()).collect();
    let header: Vec<&str> = columns.iter().map(|column| column.head).collect();
    push_line(out, &paint.head(&aligned(&header, &widths)));
    for at in 0..derived.report.policies.len() {
        let cells: Vec<&str> = columns
            .iter()
            .map(|column| column.cells[at].as_str())
            .collect();
        let line = aligned(&cells, &widths);
        let best = derived.best == Some(at);
        push_line(out, &if best { paint.best(&line) } else { line });
    }
}

struct Filled {
    head: &'static str,
    cells: Vec<String>,
}

impl Filled {
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        cells.max().unwrap_or(0).max(self.head.len())
    }
}

/// The columns that fit, in the fullest forms that fit.
fn fitted(derived: &Derived<'_>, width: usize) -> Vec<Filled> {
    let mut forms = COLUMNS.map(|column| (column, Form::Full));
    let mut cuts = CUTS.iter();
    loop {
        let filled: Vec<Filled> = forms
            .iter()
            .filter(|(_, form)| *form != Form::Hidden)
            .map(|&(column, form)| fill(derived, column, form))
            .collect();
        let total: usize = filled.iter().map(|column| column.width() + GAP).sum();
        if total <= width + GAP {
            return filled;
        }
        let Some(cut) = cuts.next() else {
            return filled;
        };
        for form in forms.iter_mut().filter(|(column, _)| *column == cut.0) {
            form.1 = cut.1;
        }
    }
}

fn fill(derived: &Derived<'_>, column: Column, form: Form) -> Filled {
    let policies = derived.report.policies.iter().enumerate();
    Filled {
        head: head(column, form),
        cells: policies
            .map(|(at, policy)| cell(derived, at, policy, column, form))
            .collect(),
    }
}

fn head(column: Column, form: Form) -> &'static str {
    match column {
        Column::Policy => "policy",
        Column::Steps => "calls",
        Column::TokensIn if form == Form::Short => "in",
        Column::TokensIn => "tokens in",
        Column::Peak => "peak",
        Column::Cost if form == Form::Short => "cost",
        Column::Cost => "cost, of none",
        Column::NetCost => "net, of none",
        Column::AboveFloor => "above floor",
        Column::Recalls if form == Form::Short => "recall",
        Column::Recalls => "recalls",
        Column::Breaks => "breaks",
        Column::Lines => "lines",
        Column::Edits => "edits",
    }
}

fn cell(
    derived: &Derived<'_>,
    at: usize,
    policy: &PolicyReport,
    column: Column,
    form: Form,
) -> String {
    let cost = |cost: f64| match form {
        Form::Full => format!("{} {:>6}", short(cost), percent(derived.of_base(cost))),
        _ => percent(derived.of_base(cost)),
    };
    match column {
        Column::Policy => {
            let mark = if derived.best == Some(at) { " *" } else { "" };
            format!("{}{mark}", clipped(&plain(&policy.policy)))
        }
        Column::Steps => policy.steps.to_string(),
        Column::TokensIn => short(policy.tokens_in as f64),
        Column::Peak => short(policy.peak_tokens as f64),
        Column::Cost => cost(policy.cost),
        Column::NetCost => cost(policy.net_cost),
        Column::AboveFloor => signed(derived.above_floor(policy.net_cost)),
        Column::Recalls => policy.recalls.to_string(),
        Column::Breaks => policy.breaks.to_string(),
        Column::Lines if form == Form::Short => percent(support(policy.support_lines)),
        Column::Lines => counted(policy.support_lines),
        Column::Edits if form == Form::Short => fraction(policy.support_edits),
        Column::Edits => counted(policy.support_edits),
    }
}

pub(crate) fn fraction([n, of]: [usize; 2]) -> String {
    format!("{n}/{of}")
}

pub(crate) fn counted(count: [usize; 2]) -> String {
    format!("{} {:>6}", fraction(count), percent(support(count)))
}

pub(crate) fn clipped(name: &str) -> String {
    if name.chars().count() <= NAME_MAX {
        return name.to_owned();
    }
    let start: String = name.chars().take(NAME_MAX - 1).collect();
    format!("{start}…")
}

/// Cells side by side: the first to the left, all others to the right.
pub(crate) fn aligned(cells: &[&str], widths: &[usize]) -> String {
    let mut line = String::new();
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
        if at == 0 {
            line.push_str(cell);
            line.push_str(&pad);
        } else {
            line.push_str(&" ".repeat(GAP));
            line.push_str(&pad);
            line.push_str(cell);
        }
    }
    line.trim_end().to_owned()
}

/// The recorded bill, the simulated one beside it, the floor, and how far each row is from it.
fn push_bills(out: &mut String, derived: &Derived<'_>, width: usize) {
    const LABEL: usize = 17;
    let mut bills: Vec<(&str, String)> = Vec::new();
    match derived.report.recorded_cost {
        Some(cost) => {
            let misses = match derived.report.recorded.map_or(0, |bill| bill.cold_steps) {
                0 => String::new(),
                n => format!(", {} found nothing in the cache", counted_as(n, "call")),
            };
            bills.push(("recorded bill", format!("{}{misses}", short(cost))));
        }
        None => bills.push((
            "recorded bill",
            "not known: no usage in the session".to_owned(),
        )),
    }
    if let Some(base) = derived.base {
        let error = derived.simulation_error().map(|error| {
            let side = if error < 0.0 { "below" } else { "above" };
            format!(", {} {side} the recorded bill", percent(Some(error.abs())))
        });
        let error = error.unwrap_or_default();
        bills.push(("none, simulated", format!("{}{error}", short(base.cost))));
    }
    bills.push(("floor", floor_text(derived)));
    for (label, text) in bills {
        for (at, line) in wrapped(&text, width.saturating_sub(LABEL))
            .iter()
            .enumerate()
        {
            let label = if at == 0 { label } else { "" };
            push_line(out, &format!("{label:<LABEL$}{line}"));
        }
    }
}

fn floor_text(derived: &Derived<'_>) -> String {
    let floor = derived.report.floor;
    let mut text = short(floor);
    if let Some(share) = derived.of_base(floor) {
        text.push_str(&format!(", {} of none", percent(Some(share))));
    }
    let above: Vec<String> = derived
        .report
        .policies
        .iter()
        .map(|policy| {
            // A name stays on one line with its figure.
            let name = clipped(&plain(&policy.policy)).replace(' ', "\u{a0}");
            format!(
                "{name}\u{a0}{}",
                signed(derived.above_floor(policy.net_cost))
            )
        })
        .collect();
    if !above.is_empty() {
        text.push_str(&format!("; net cost above it: {}", above.join(", ")));
    }
    text
}

/// `1 call`, `432 calls`.
fn counted_as(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}

fn notes(derived: &Derived<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if derived.best.is_some() {
        notes.push(format!(
            "{MARK} lowest net cost (cost, and what the recalls would have cost)"
        ));
    }
    notes.push(
        "Costs are in input-token equivalents. Lines, edits: what the agent used, and of that what was in view.".to_owned(),
    );
    notes
}

/// `text` in lines of at most `width` characters, broken at spaces; a longer word stands alone.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let len = word.chars().count();
        if used > 0 && used + 1 + len > width {
            lines.push(String::new());
            used = 0;
        }
        let line = lines.last_mut().expect("there is always a line");
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(&word.replace('\u{a0}', " "));
        used += len;
    }
    lines
}

pub(crate) fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

struct Paint {
    colour: bool,
}

impl Paint {
    fn head(&self, text: &str) -> String {
        self.with("1", text)
    }

    fn best(&self, text: &str) -> String {
        self.with("32", text)
    }

    fn dim(&self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(&self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}
