//! Search results over the cap: the first matches of every file, then more in order while they
//! fit; the rest is counted per file.

use std::collections::HashMap;

use crate::content::{Frame, span};
use crate::features;
use crate::hint::counted;
use crate::plan::{Job, Piece};
use crate::render::{self, QUOTE};
use crate::{Action, ByteSpan, PrunePlan, SpanPlan};

/// Matches of every file that come before any further match.
const FIRST: u32 = 3;

/// A match longer than this, in bytes, is shown around what was found.
const LONG_MATCH: usize = 500;

/// Room for what is counted of a file behind its shown matches, in bytes.
const TALLY: usize = 40;

/// The file of a line that names none.
const NO_FILE: u32 = u32::MAX;

/// One line of the results.
struct Match {
    raw: ByteSpan,
    bytes: usize,
    file: u32,
    shown: bool,
    /// Looks like a line of Ibid's.
    marker: bool,
}

/// Plans search results; `None` where the lines are no matches after all.
pub(crate) fn plan(job: &Job<'_>) -> Option<PrunePlan> {
    let scanned = job.scanned;
    let mut files: HashMap<String, u32> = HashMap::new();
    let mut heading: Option<u32> = None;
    let mut matches = Vec::new();
    let mut start = 0;
    let raw = ByteSpan::new(0, scanned.bytes);
    render::each_line(
        &job.source.read(raw),
        scanned.encoding,
        &mut |length, text| {
            let next = files.len() as u32;
            let file = match file_of(text) {
                Some(name) => *files.entry(name.to_owned()).or_insert(next),
                None => match heading_of(text, heading.is_some()) {
                    Some(name) => {
                        let id = *files.entry(name.to_owned()).or_insert(next);
                        heading = Some(id);
                        id
                    }
                    None => heading.unwrap_or(NO_FILE),
                },
            };
            let span = ByteSpan::new(start, start + length as u64);
            start = span.end;
            matches.push(Match {
                raw: span,
                bytes: text.len().min(LONG_MATCH + 60) + 1 + QUOTE.len(),
                file,
                shown: false,
                marker: features::looks_like_marker(text),
            });
        },
    );
    let of_files = matches.iter().filter(|found| found.file != NO_FILE).count();
    if of_files * 2 < matches.len() {
        return None;
    }
    let frame = Frame::new(job);
    choose(&mut matches, files.len(), frame.room);
    let (pieces, spans) = lay_out(job, &matches);
    let how = format!(
        "{}, the first matches of each are shown",
        counted(files.len() as u64, "file")
    );
    Some(frame.close(job, pieces, spans, &how))
}

/// The file of `path:line:text` or `path-line-context`.
pub(crate) fn file_of(text: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(colon) = text[from..].find([':', '-']).map(|n| n + from) {
        let separator = text.as_bytes()[colon];
        let digits = text[colon + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let ends = text.as_bytes().get(colon + 1 + digits) == Some(&separator);
        let name = &text[..colon];
        if digits > 0 && ends && !name.is_empty() && name.len() < 300 && has_extension(name) {
            return Some(name);
        }
        from = colon + 1;
        if from > 300 {
            return None;
        }
    }
    None
}

/// A file name alone on its line, above `line:text` rows.
fn heading_of(text: &str, again: bool) -> Option<&str> {
    let plain =
        !text.contains(':') && !text.contains("  ") && has_extension(text) && text.len() < 300;
    (plain && (again || !text.starts_with(' '))).then_some(text)
}

fn has_extension(name: &str) -> bool {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let Some((stem, extension)) = last.rsplit_once('.') else {
        return name.contains('/');
    };
    !stem.is_empty()
        && (1..=10).contains(&extension.len())
        && extension
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_')
        || name.contains('/')
}

/// Marks what is shown: three of every file, then more in order.
fn choose(matches: &mut [Match], files: usize, room: usize) {
    let mut room = room.saturating_sub(files.min(200) * TALLY / 2);
    let mut first: HashMap<u32, u32> = HashMap::new();
    for round in [FIRST, u32::MAX] {
        for found in matches.iter_mut() {
            let taken = first.entry(found.file).or_default();
            if found.shown || *taken >= round || found.bytes > room {
                continue;
            }
            found.shown = true;
            *taken += 1;
            room -= found.bytes;
        }
    }
}

/// Shown matches in order; what was left out of a file is said where its matches end.
fn lay_out(job: &Job<'_>, matches: &[Match]) -> (Vec<Piece>, Vec<SpanPlan>) {
    let (mut pieces, mut spans) = (Vec::new(), Vec::<SpanPlan>::new());
    let mut left_out: Option<(usize, usize)> = None;
    let mut push = |at: usize, action: Action, reason: &'static str| match spans.last_mut() {
        Some(last) if last.action == action => {
            last.to = at as u64 + 1;
            last.raw.end = matches[at].raw.end;
        }
        _ => spans.push(span(
            at as u64,
            at as u64 + 1,
            matches[at].raw,
            action,
            reason,
        )),
    };
    for (at, found) in matches.iter().enumerate() {
        if !found.shown {
            left_out = Some(left_out.map_or((at, at + 1), |(from, _)| (from, at + 1)));
            push(at, Action::Drop, "further matches");
            continue;
        }
        if let Some((from, to)) = left_out.take() {
            pieces.push(tally(matches, from, to));
        }
        push(at, Action::Show, "a match");
        pieces.push(line(job, found));
    }
    if let Some((from, to)) = left_out {
        pieces.push(tally(matches, from, to));
    }
    (pieces, spans)
}

fn tally(matches: &[Match], from: usize, to: usize) -> Piece {
    let mut files: Vec<u32> = matches[from..to].iter().map(|found| found.file).collect();
    files.dedup();
    files.sort_unstable();
    files.dedup();
    let lines = counted((to - from) as u64, "more match").replace("matchs", "matches");
    let what = if files.len() > 1 {
        format!("{lines} in {} files", files.len())
    } else {
        lines
    };
    crate::content::gap(from as u64, to as u64, &what)
}

/// A match, or the part of a long one around its place.
fn line(job: &Job<'_>, found: &Match) -> Piece {
    if found.bytes <= LONG_MATCH {
        return Piece::Line {
            raw: found.raw,
            text: None,
            quote: found.marker,
            filler: 0,
        };
    }
    Piece::Ends {
        raw: found.raw,
        head: LONG_MATCH * 3 / 5,
        tail: LONG_MATCH * 2 / 5,
        quote: found.marker,
    }
    .around(job, found.raw)
}

impl Piece {
    /// Shows the line around the first place where the command's search word stands, when that is
    /// further in than its head reaches.
    fn around(self, job: &Job<'_>, raw: ByteSpan) -> Piece {
        let Some(word) = job.scanned.context.command.as_deref().and_then(search_word) else {
            return self;
        };
        let line =
            crate::clean::clean_line(&job.source.read(raw), job.scanned.encoding).into_owned();
        let Some(at) = line.find(word) else {
            return self;
        };
        let place = file_of(&line).map_or(0, |file| (file.len() + 12).min(line.len()));
        let place = line.floor_char_boundary(place);
        let from = line.floor_char_boundary(at.saturating_sub(120)).max(place);
        let to = line.ceil_char_boundary((at + word.len() + 120).min(line.len()));
        let cut = |bytes: usize| {
            if bytes > 0 {
                render::left_out(bytes)
            } else {
                String::new()
            }
        };
        let mark = match self {
            Piece::Ends { quote: true, .. } => render::QUOTE,
            _ => "",
        };
        let text = format!(
            "{mark}{}{}{}{} [column {}; the line is {} bytes]",
            &line[..place],
            cut(from - place),
            &line[from.min(to)..to],
            cut(line.len() - to),
            at + 1,
            line.len(),
        );
        Piece::Excerpt { text: text.into() }
    }
}

/// The word a search command looks for: its first argument that is no option.
fn search_word(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace().skip(1);
    let word = words.find(|word| !word.starts_with('-') && *word != "grep")?;
    let word = word.trim_matches(['"', '\'']);
    (!word.is_empty()).then_some(word)
}
