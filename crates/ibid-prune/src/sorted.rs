//! Output that has something to sort: folded, and under the budget the most telling lines.

use std::collections::BTreeSet;

use crate::header::{self, Header};
use crate::layout::{self, Layout, Style};
use crate::places;
use crate::plan::{Job, Piece};
use crate::record::Flags;
use crate::render;
use crate::render::QUOTE;
use crate::select::Selection;
use crate::value;
use crate::{ByteSpan, OutputKind, PrunePlan, RecallHint};

/// The longest line that is shown whole, as a share of the budget, and its bounds in bytes.
fn line_limit(budget: usize) -> usize {
    (budget / 6).clamp(200, 4096)
}

/// Room for a header before its counts are known, in bytes.
const HEADER_ROOM: usize = 380;

/// A body of fewer bytes than this takes what is telling before it weighs worth against bytes.
const SMALL: usize = 3000;

/// How often room that was left is filled again.
const ROUNDS: usize = 4;

pub(crate) fn plan(job: &Job<'_>) -> PrunePlan {
    let scanned = job.scanned;
    let budget = job.policy.observation_bytes.min(job.policy.max_tool_output);
    let whole = whole(job);
    let folded = framed(job, &everything(job, true), true);
    let smallest = if folded.bytes < whole.bytes {
        folded
    } else {
        whole
    };
    if smallest.bytes <= budget && scanned.missing.is_none() {
        return smallest.plan;
    }
    let selected = select(job, budget);
    let status = header::status(job.ending(), scanned.lines == 0).map_or(0, |line| line.len() + 1);
    if selected.bytes as u64 > scanned.clean_bytes + status as u64 && scanned.missing.is_none() {
        // Saying what was left out would take more room than showing it.
        return self::whole(job).plan;
    }
    selected.plan
}

/// A plan and the bytes of its text.
pub(crate) struct Framed {
    pub(crate) plan: PrunePlan,
    pub(crate) bytes: usize,
}

/// Every record shown; repetitions folded or not.
fn everything(job: &Job<'_>, fold: bool) -> Layout {
    let scanned = job.scanned;
    let style = Style {
        line_limit: usize::MAX / 2,
        quote: fold,
        unfold: true,
        trim: false,
    };
    layout::lay_out(&scanned.records, scanned.lines, &style, &|_| true, &|_| {
        None
    })
}

/// The whole output, with nothing but a status line added, or a line that says that the original
/// is not stored. Where one is, what looks like it is quoted.
pub(crate) fn whole(job: &Job<'_>) -> Framed {
    let scanned = job.scanned;
    let layout = everything(job, false);
    let status = header::status(job.ending(), scanned.lines == 0);
    let quotes = status.is_some() || matches!(job.hint, RecallHint::NotStored { .. });
    let mut bytes = scanned.clean_bytes as usize;
    let mut pieces = Vec::new();
    let mut at = 0;
    for record in &scanned.records {
        let quote = quotes && record.flags.has(Flags::MARKER);
        bytes += usize::from(quote) * QUOTE.len() * (1 + record.lines_before() as usize);
        if record.raw.start > at {
            let raw = ByteSpan::new(at, record.raw.start);
            pieces.push(Piece::Lines { raw, quote: quotes });
        }
        pieces.push(Piece::Line {
            raw: record.raw,
            text: record.text.clone(),
            quote,
            filler: 0,
        });
        at = record.raw.end;
    }
    if let Some(status) = status {
        bytes += status.len() + 1;
        pieces.push(Piece::Marker(status));
    }
    let mut spans = layout.spans;
    for span in &mut spans {
        if span.action != crate::Action::Show {
            span.action = crate::Action::Show;
            span.reason = "the whole output fits";
        }
    }
    let counts = crate::Counts {
        total: scanned.lines,
        shown: scanned.lines,
        folded: 0,
        dropped: 0,
    };
    let plan = PrunePlan {
        kind: OutputKind::Sorted,
        spans,
        counts,
        lossy: scanned.redrawn,
        marked: false,
        starved: false,
        evidence: Vec::new(),
        bytes: scanned.bytes,
        encoding: scanned.encoding,
        pieces,
    };
    Framed { plan, bytes }
}

/// A layout between its header and its footer.
fn framed(job: &Job<'_>, layout: &Layout, full_header: bool) -> Framed {
    let scanned = job.scanned;
    let header = Header {
        counts: layout.counts,
        bytes: scanned.clean_bytes,
        ending: job.ending(),
        shown: &layout.shown,
        dropped: &layout.dropped,
        tail: layout.tail,
        quoted: layout.quoted,
        cut: layout.cut,
        missing: scanned.missing,
    };
    let header = if full_header {
        header.text()
    } else {
        header.short()
    };
    let part = scanned.missing.map(|missing| {
        format!(
            "without bytes {}-{}",
            missing.at,
            missing.at + missing.bytes
        )
    });
    let footer = job.hint.footer(scanned.lines, part.as_deref());
    let mut bytes = header.len() + 1 + layout.bytes;
    let mut pieces = vec![Piece::Marker(header)];
    pieces.extend(layout.pieces.iter().cloned());
    if let Some(footer) = footer {
        bytes += footer.len() + 1;
        pieces.push(Piece::Marker(footer));
    }
    let plan = PrunePlan {
        kind: OutputKind::Sorted,
        spans: layout.spans.clone(),
        counts: layout.counts,
        lossy: true,
        marked: true,
        starved: false,
        evidence: Vec::new(),
        bytes: scanned.bytes,
        encoding: scanned.encoding,
        pieces,
    };
    Framed { plan, bytes }
}

/// The most telling lines within `budget` bytes.
fn select(job: &Job<'_>, budget: usize) -> Framed {
    let scanned = job.scanned;
    let records = &scanned.records;
    let style = Style {
        line_limit: line_limit(budget),
        quote: true,
        unfold: true,
        trim: true,
    };
    let values = value::values(records, &scanned.shapes, budget);
    let text = |at: usize| -> String {
        let record = &records[at];
        match &record.text {
            Some(text) => text.to_string(),
            None => crate::clean::clean_line(&job.source.read(record.raw), scanned.encoding)
                .into_owned(),
        }
    };
    let footer = job
        .hint
        .footer(scanned.lines, None)
        .map_or(0, |footer| footer.len() + 1);
    let body = budget.saturating_sub(HEADER_ROOM + footer);
    let gap_bytes = header::gap_bytes(scanned.lines);
    let choose = |body: usize| {
        let mut selection = Selection::new(records, &values, &style, gap_bytes, &text);
        if body < SMALL {
            selection.fill(body, 66.0);
        }
        selection.fill(body, value::SOMETHING);
        selection
    };
    let mut selection = choose(body);
    let naming = places::room(records, selection.kept(), body);
    if naming > 0 {
        selection = choose(body - naming);
    }
    let lay_out = |kept: &BTreeSet<usize>, naming: usize| {
        let names = places::lines(records, &values, kept, naming, &text);
        let extra = |at: usize| names.get(&at).cloned();
        layout::lay_out(
            records,
            scanned.lines,
            &style,
            &|at| kept.contains(&at),
            &extra,
        )
    };
    let mut result = framed(job, &lay_out(selection.kept(), naming), true);
    for _ in 0..ROUNDS {
        let room = budget.saturating_sub(result.bytes);
        if room < 16 || !selection.fill_more(room) {
            break;
        }
        result = framed(job, &lay_out(selection.kept(), naming), true);
    }
    while result.bytes > budget && selection.give_back() {
        result = framed(job, &lay_out(selection.kept(), naming), true);
    }
    if result.bytes > budget {
        result = framed(job, &lay_out(selection.kept(), 0), false);
        result.plan.starved = result.bytes > budget;
    }
    debug_assert!(
        result.bytes >= render::text(&result.plan.pieces, job.source, scanned.encoding).len()
    );
    result
}
