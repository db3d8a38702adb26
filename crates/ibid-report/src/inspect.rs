//! One request for the terminal: the log and the request side by side, and the checkpoint below.

use ibid_context::inspect::{Inspected, MessageLine, StepLine};
use ibid_context::{break_words, reason_words};
use ibid_model::{RepairKind, Role};

use crate::figures::{plain, short};

/// Columns that entry, role and tokens take.
const LEFT: usize = 26;
/// The least that a preview gets, in columns.
const PREVIEW_MIN: usize = 16;

/// Which parts of a request are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The messages as the log has them.
    Log,
    /// The messages as the request carried them.
    Request,
    /// What was decided, and why.
    Checkpoint,
    /// All three.
    All,
}

/// A line a request, for a terminal of `width` columns. `time` writes a moment.
pub fn steps(lines: &[StepLine], time: &dyn Fn(ibid_model::Millis) -> String) -> String {
    let mut out = format!(
        "{:>5}  {:20}  {:>8}  {:>8}  {:>8}  {:>9}  {}\n",
        "step", "time", "messages", "tokens", "measured", "set aside", "prefix broken because"
    );
    for line in lines {
        let measured = line.measured.map_or("-".to_owned(), |t| short(t.0 as f64));
        let set_aside = match line.set_aside {
            0 => String::new(),
            count => count.to_string(),
        };
        let row = format!(
            "{:>5}  {:20}  {:>8}  {:>8}  {measured:>8}  {set_aside:>9}  {}",
            line.step,
            time(line.t),
            line.messages,
            short(line.tokens.0 as f64),
            line.broke.map_or("", break_words),
        );
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// One request, for a terminal of `width` columns.
pub fn request(inspected: &Inspected, view: View, width: usize) -> String {
    let mut out = String::new();
    if view != View::Checkpoint {
        messages(&mut out, inspected, view, width);
    }
    if view == View::All {
        out.push('\n');
    }
    if matches!(view, View::Checkpoint | View::All) {
        checkpoint(&mut out, inspected);
    }
    out
}

fn messages(out: &mut String, inspected: &Inspected, view: View, width: usize) {
    let both = view == View::All;
    let room = width.saturating_sub(LEFT);
    let each = if both {
        (room.saturating_sub(12) / 2).max(PREVIEW_MIN)
    } else {
        room.max(PREVIEW_MIN)
    };
    let (log, request) = (view != View::Request, view != View::Log);
    let mut head = format!("{:>6}  {:9}", "entry", "role");
    if log {
        head += &format!("  {:>7}  {}", "tokens", fit("log", each));
    }
    if request {
        head += &format!("  {:>7}  {}", "tokens", fit("request", each));
    }
    push(out, &head);
    for line in &inspected.messages {
        let mut row = format!("{:>6}  {:9}", line.entry.0, role(line.role));
        if log {
            row += &side(line.log_tokens, line.log.as_deref(), each);
        }
        if request {
            let text = match (&line.request, both) {
                (Some(text), _) => Some(text.as_str()),
                (None, true) if line.log.is_some() => line.request_tokens.map(|_| "the same"),
                (None, _) => line
                    .log
                    .as_deref()
                    .filter(|_| line.request_tokens.is_some()),
            };
            row += &side(line.request_tokens, text, each);
        }
        push(out, &row);
    }
}

fn side(tokens: Option<u64>, text: Option<&str>, width: usize) -> String {
    let tokens = tokens.map_or("-".to_owned(), |tokens| short(tokens as f64));
    format!("  {tokens:>7}  {}", fit(text.unwrap_or("-"), width))
}

fn role(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    }
}

/// `text` in exactly `width` columns of one character each.
fn fit(text: &str, width: usize) -> String {
    let text = plain(text);
    if text.chars().count() <= width {
        return format!("{text:width$}");
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('\u{2026}');
    cut
}

fn checkpoint(out: &mut String, inspected: &Inspected) {
    let checkpoint = &inspected.checkpoint;
    let tokens = &checkpoint.tokens;
    push(
        out,
        &format!(
            "checkpoint of step {}, policy {}",
            inspected.step, checkpoint.policy
        ),
    );
    push(
        out,
        &format!(
            "  tokens     {} estimated, {} measured",
            short(checkpoint.estimate.0 as f64),
            inspected
                .measured
                .map_or("not".to_owned(), |t| short(t.0 as f64)),
        ),
    );
    let kinds = [
        ("system", tokens.system),
        ("tools", tokens.tools),
        ("user", tokens.user),
        ("assistant", tokens.assistant),
        ("results", tokens.results),
        ("reasoning", tokens.reasoning),
        ("images", tokens.images),
    ];
    let kinds = kinds.iter().filter(|(_, tokens)| tokens.0 > 0);
    let kinds: Vec<String> = kinds
        .map(|(kind, t)| format!("{kind} {}", short(t.0 as f64)))
        .collect();
    push(out, &format!("  by kind    {}", kinds.join(", ")));
    push(
        out,
        &format!(
            "  prefix     the first {} messages are those of the request before",
            checkpoint.cache_boundary
        ),
    );
    if let Some(broke) = checkpoint.broke {
        push(out, &format!("  broken     {}", break_words(broke)));
    }
    for aside in &checkpoint.set_aside {
        push(
            out,
            &format!(
                "  set aside  entry {}, {} tokens: {}",
                aside.seq,
                short(aside.tokens.0 as f64),
                reason_words(aside.reason)
            ),
        );
    }
    for same in checkpoint.repairs.chunk_by(|one, two| one == two) {
        let (repair, times) = (&same[0], same.len());
        let times = if times > 1 {
            format!(" ({times} times)")
        } else {
            String::new()
        };
        push(
            out,
            &format!(
                "  repaired   entry {}: {}{times}",
                repair.seq,
                repair_words(repair.kind)
            ),
        );
    }
    stubs(out, &inspected.messages);
}

/// What was set aside for earlier requests and still is.
fn stubs(out: &mut String, messages: &[MessageLine]) {
    let stubs = messages.iter().filter(|line| line.reason.is_some());
    let saved: u64 = stubs
        .clone()
        .map(|line| {
            line.log_tokens
                .unwrap_or(0)
                .saturating_sub(line.request_tokens.unwrap_or(0))
        })
        .sum();
    let count = stubs.count();
    if count > 0 {
        let results = if count == 1 {
            "result is a stub"
        } else {
            "results are stubs"
        };
        push(
            out,
            &format!(
                "  in all     {count} {results}, {} tokens less",
                short(saved as f64)
            ),
        );
    }
}

fn repair_words(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::MissingResult => "a call had no result: one that says so was put in",
        RepairKind::OrphanResult => "a result had no call: it became text",
        RepairKind::RepeatedResult => "a second result of a call became text",
        RepairKind::Reordered => "results were put behind their calls",
        RepairKind::Expired => "it no longer applies and was left out",
        RepairKind::Isolated => "a part that no provider takes was left out",
    }
}

fn push(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}
