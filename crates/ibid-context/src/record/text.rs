//! The record as text: fixed headings, one item a line, every line with its source.

use std::borrow::Cow;
use std::fmt::Write;

use super::{CheckLine, CheckOutcome, FileLine, Record, Request, RequestStatus};
use crate::constraints::Constraint;

/// What continues an item on the next line, so that nothing in it can look like a heading.
const CONTINUED: &str = "\n    ";

/// The record as text. It is the same for the same record.
pub fn render(record: &Record) -> String {
    let mut text = String::new();
    section(
        &mut text,
        "Requests, in the user's words",
        record.requests.iter().map(request),
    );
    section(
        &mut text,
        "Constraints, in the user's words",
        record.constraints.iter().map(constraint),
    );
    if let Some(number) = record.pending_approval {
        section(
            &mut text,
            "Waiting for the user",
            std::iter::once(format!("see the constraint of #{number}")),
        );
    }
    section(&mut text, "Files", record.files.iter().map(file));
    section(&mut text, "Commands", record.commands.iter().map(check));
    section(
        &mut text,
        "Looked up",
        record
            .symbols
            .iter()
            .map(|symbol| format!("{} (#{})", shown(&symbol.name), symbol.seq)),
    );
    let checkout = record.checkout.iter().map(|line| {
        let branch = line.checkout.branch.as_deref().unwrap_or("no branch");
        let commit = line.checkout.commit.as_deref().unwrap_or("no commit");
        format!("{} at {} (#{})", shown(branch), shown(commit), line.seq)
    });
    section(&mut text, "Checkout", checkout);
    text
}

fn section(text: &mut String, head: &str, items: impl Iterator<Item = String>) {
    let mut items = items.peekable();
    if items.peek().is_none() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "## {head}");
    for item in items {
        let _ = writeln!(text, "- {item}");
    }
}

pub(super) fn request(request: &Request) -> String {
    let status = match request.status {
        RequestStatus::Answered => "answered",
        RequestStatus::Active => "active",
        RequestStatus::Interrupted => "interrupted",
        RequestStatus::Withdrawn => "withdrawn",
    };
    let mut line = format!("[{status}] {}", shown(&request.text));
    for with in &request.with {
        let _ = write!(line, "{CONTINUED}({})", shown(with));
    }
    let _ = write!(line, " (#{})", request.message);
    line
}

pub(super) fn constraint(constraint: &Constraint) -> String {
    let mut line = shown(&constraint.text).into_owned();
    let status = constraint.status;
    if let Some(by) = status.by() {
        let _ = write!(line, " [{} by #{by}]", status.word());
    }
    if let Some(by) = constraint.unsure {
        let _ = write!(line, " [possibly changed by #{by}]");
    }
    let _ = write!(line, " (#{})", constraint.message);
    line
}

pub(super) fn file(file: &FileLine) -> String {
    let mut line = shown(&file.path).into_owned();
    match (file.changed, file.read) {
        (Some(changed), _) => {
            let _ = write!(line, " changed (#{changed})");
        }
        (None, Some(read)) => {
            let _ = write!(line, " read (#{read})");
        }
        (None, None) => {}
    }
    if let Some(blob) = &file.blob {
        let _ = write!(line, " blob {}", ibid_model::clip::head(blob, 12));
    }
    if file.changed_since == Some(true) {
        line.push_str(" – changed since; read it again before relying on it");
    }
    line
}

pub(super) fn check(run: &CheckLine) -> String {
    let outcome = match (run.outcome, run.exit) {
        (CheckOutcome::Passed, _) => "passed".to_owned(),
        (CheckOutcome::Failed, Some(exit)) => format!("failed, exit {exit}"),
        (CheckOutcome::Failed, None) => "failed".to_owned(),
        (CheckOutcome::Unknown, _) => "outcome not recorded".to_owned(),
    };
    let mut line = format!("{} – {outcome}", shown(&run.command));
    if run.stale {
        line.push_str(", files changed after it");
    }
    if let Some(id) = &run.id {
        let _ = write!(line, ", ibid recall {id}");
    }
    let _ = write!(line, " (#{})", run.seq);
    if run.outcome != CheckOutcome::Passed {
        for problem in &run.problems {
            let _ = write!(line, "{CONTINUED}{}", shown(problem));
        }
    }
    line
}

/// What [`shown`] returns.
pub type Shown<'a> = Cow<'a, str>;

/// Text that can neither start a line of its own nor steer a terminal or the direction of writing:
/// lines after the first are indented, control and bidirectional characters are shown as such.
pub fn shown(text: &str) -> Shown<'_> {
    let text = text.trim_end();
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => shown.push_str(CONTINUED),
            '\t' => shown.push(c),
            '\r' => {}
            c if steers(c) => {
                let _ = write!(shown, "<U+{:04X}>", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}
