//! Showing a pruned output: as text or JSON, with its plan and warnings.

use std::fmt::Write;

use ibid_engine::archive::Streams;
use ibid_engine::exec;
use ibid_engine::ingest::Ingested;
use ibid_prune::PrunePlan;
use serde::Serialize;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;

/// The answer of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    text: &'a str,
    id: Option<&'a str>,
    kind: &'static str,
    exit: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<String>,
    /// Whether a process that was left behind still held the output when reading stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    left_running: bool,
    lines: Lines,
    bytes: Bytes,
    spans: Vec<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    streams: Option<&'a Streams>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_stored: Option<String>,
}

#[derive(Serialize)]
struct Lines {
    total: u64,
    shown: u64,
    folded: u64,
    dropped: u64,
}

#[derive(Serialize)]
struct Bytes {
    r#in: u64,
    out: u64,
}

#[derive(Serialize)]
struct Span {
    from: u64,
    to: u64,
    action: &'static str,
    class: &'static str,
    reason: &'static str,
}

/// How an output's command ended, as far as it is known.
#[derive(Clone, Copy)]
pub(crate) enum Ended<'a> {
    /// As the caller says.
    Said(Option<i32>),
    /// As it was seen.
    Seen(&'a exec::Outcome),
}

impl Ended<'_> {
    /// The exit status.
    pub(crate) fn status(self) -> Option<i32> {
        match self {
            Ended::Said(status) => status,
            Ended::Seen(ran) => Some(ran.exit.status()),
        }
    }

    fn signal(self) -> Option<String> {
        match self {
            Ended::Said(_) => None,
            Ended::Seen(ran) => ran.exit.signal_name(),
        }
    }

    fn left_running(self) -> bool {
        matches!(self, Ended::Seen(ran) if ran.left_running)
    }
}

/// Shows `output` on standard output; its plan (when `explain`) and warnings on standard error.
pub(crate) fn show(
    output: &Ingested,
    ended: Ended<'_>,
    explain: bool,
    global: &Global,
) -> Result<(), Failure> {
    if explain {
        output::tell(&explained(&output.plan));
    }
    warn(output);
    if let Some(stored) = &output.original {
        output::detail(global, format_args!("original: {}", stored.path.display()));
    }
    let shown = match global.json {
        true => output::json(&report(output, ended)),
        false => output::answer(output.text.as_bytes()),
    };
    shown.map_err(|failure| match output.id() {
        Some(id) => failure.hint(format!("the whole output is kept: ibid recall {id}")),
        None => failure,
    })
}

fn warn(output: &Ingested) {
    if let Some(error) = &output.not_stored {
        output::warn(format_args!("original not stored: {error}"));
    }
    if let Some(error) = &output.unreadable {
        output::warn(format_args!(
            "a part of the output cannot be read back: {error}"
        ));
    }
    if output.plan.starved {
        output::warn("the budget is too small for any line of the output");
    }
}

fn report<'a>(output: &'a Ingested, ended: Ended<'_>) -> Report<'a> {
    let plan = &output.plan;
    let counts = plan.counts;
    Report {
        text: &output.text,
        id: output.id().map(|id| id.as_str()),
        kind: plan.kind.name(),
        exit: ended.status(),
        signal: ended.signal(),
        left_running: ended.left_running(),
        lines: Lines {
            total: counts.total,
            shown: counts.shown,
            folded: counts.folded,
            dropped: counts.dropped,
        },
        bytes: Bytes {
            r#in: output.bytes,
            out: output.text.len() as u64,
        },
        spans: spans(plan),
        streams: output.streams.as_ref(),
        not_stored: output.not_stored.as_ref().map(ToString::to_string),
    }
}

fn spans(plan: &PrunePlan) -> Vec<Span> {
    let spans = plan.spans.iter().map(|span| Span {
        from: span.from,
        to: span.to,
        action: span.action.name(),
        class: span.class.name(),
        reason: span.reason,
    });
    spans.collect()
}

/// The plan for a reader: the verdict with its evidence, then one row a span.
fn explained(plan: &PrunePlan) -> String {
    let counts = plan.counts;
    let mut text = format!(
        "plan: {}; {} lines: {} shown, {} folded, {} dropped\n",
        plan.kind.name(),
        counts.total,
        counts.shown,
        counts.folded,
        counts.dropped
    );
    for (weight, evidence) in &plan.evidence {
        let _ = writeln!(text, "  {weight:+} {evidence}");
    }
    for span in &plan.spans {
        let range = format!("{}-{}", span.from + 1, span.to);
        let _ = writeln!(
            text,
            "{range:>15}  {:5} {:12}  {}",
            span.action.name(),
            span.class.name(),
            span.reason
        );
    }
    text
}
