//! A unified diff over the cap: every file and hunk header, small hunks whole, large hunks as one
//! line that counts them.

use crate::content::{Frame, gap, span};
use crate::features;
use crate::hint::counted;
use crate::plan::{Job, Piece};
use crate::render::{self, QUOTE};
use crate::{Action, ByteSpan, PrunePlan, SpanPlan};

/// Lines that belong together: a file's headers, or one hunk with its `@@` line.
struct Part {
    lines: u64,
    raw: ByteSpan,
    bytes: usize,
    /// Headers come before any hunk's body.
    head: bool,
    shown: bool,
}

/// Plans a diff; `None` where it has no hunks after all.
pub(crate) fn plan(job: &Job<'_>) -> Option<PrunePlan> {
    let scanned = job.scanned;
    let mut parts: Vec<Part> = Vec::new();
    let mut start = 0;
    let mut in_hunk = false;
    render::each_line(
        &job.source.read(ByteSpan::new(0, scanned.bytes)),
        scanned.encoding,
        &mut |length, text| {
            let raw = ByteSpan::new(start, start + length as u64);
            start = raw.end;
            let hunk = text.starts_with("@@ ");
            let head = hunk
                || !in_hunk
                || !matches!(
                    text.as_bytes().first(),
                    Some(b'+' | b'-' | b' ' | b'\\') | None
                );
            in_hunk = hunk || in_hunk && !head;
            let quote = usize::from(features::looks_like_marker(text)) * QUOTE.len();
            let bytes = text.len() + 1 + quote;
            match parts.last_mut() {
                Some(part) if part.head == head && !hunk => {
                    part.lines += 1;
                    part.raw.end = raw.end;
                    part.bytes += bytes;
                }
                _ => parts.push(Part {
                    lines: 1,
                    raw,
                    bytes,
                    head,
                    shown: false,
                }),
            }
        },
    );
    if parts.iter().all(|part| part.head) {
        return None;
    }
    let frame = Frame::new(job);
    choose(&mut parts, frame.room);
    let (pieces, spans) = lay_out(&parts);
    Some(frame.close(
        job,
        pieces,
        spans,
        "file and hunk headers are shown, and the hunks that fit, small ones first",
    ))
}

/// Headers first, in order; then bodies, the smallest first.
fn choose(parts: &mut [Part], room: usize) {
    const GAP: usize = 48;
    let mut room = room;
    for part in parts.iter_mut() {
        if part.head && part.bytes + GAP <= room {
            part.shown = true;
            // Room for the line that stands for its body is set aside as well.
            room -= part.bytes + GAP;
        }
    }
    let mut order: Vec<usize> = (0..parts.len()).filter(|at| !parts[*at].head).collect();
    order.sort_by_key(|at| (parts[*at].bytes, *at));
    for at in order {
        let above = at.checked_sub(1).is_some_and(|above| parts[above].shown);
        let cost = parts[at].bytes.saturating_sub(GAP);
        if above && cost <= room {
            parts[at].shown = true;
            room -= cost;
        }
    }
}

fn lay_out(parts: &[Part]) -> (Vec<Piece>, Vec<SpanPlan>) {
    let (mut pieces, mut spans) = (Vec::new(), Vec::<SpanPlan>::new());
    let mut line = 0;
    let mut hidden: Option<u64> = None;
    for part in parts {
        let to = line + part.lines;
        let (action, reason) = match part.shown {
            true => (Action::Show, "a header or a hunk that fits"),
            false => (Action::Drop, "a large hunk"),
        };
        if part.shown {
            if let Some(from) = hidden.take() {
                pieces.push(hunk_gap(from, line));
            }
            pieces.push(Piece::Lines {
                raw: part.raw,
                quote: true,
            });
        } else {
            hidden.get_or_insert(line);
        }
        match spans.last_mut() {
            Some(last) if last.action == action => (last.to, last.raw.end) = (to, part.raw.end),
            _ => spans.push(span(line, to, part.raw, action, reason)),
        }
        line = to;
    }
    if let Some(from) = hidden {
        pieces.push(hunk_gap(from, line));
    }
    (pieces, spans)
}

fn hunk_gap(from: u64, to: u64) -> Piece {
    gap(
        from,
        to,
        &format!("{} of the diff", counted(to - from, "line")),
    )
}
