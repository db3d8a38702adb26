//! `planned`: the cache-aware planner.
//!
//! Carrying an old result costs a little on every call; taking it out breaks the cached prefix and
//! costs once, for everything that stands behind it. Nobody knows how many calls will follow. So
//! the planner waits until carrying the candidates behind some point *has cost* what the break
//! would cost, and takes them all out then: whatever the session does next, this never pays more
//! than twice what the best decision in hindsight pays. (It is the rule of "rent or buy".)
//!
//! The break must pay for itself too, over the calls that may be expected to follow: as many as
//! there were so far, within bounds.

use std::collections::HashMap;

use ibid_model::{Break, Reason};

use super::{Choice, Decision, View, spare};
use crate::facts::FileRange;
use crate::history::History;
use crate::settings::Settings;
use crate::slot::Slot;
use crate::tools::ToolKind;

pub(super) fn decide(view: &View<'_>) -> Decision {
    let tokens = view.history.tokens();
    if (tokens as f64) < view.settings.window as f64 * view.settings.floor {
        return Decision::default();
    }
    let may_go = Candidates::of(view);
    if let Some(decision) = forced(view, &may_go, tokens) {
        return decision;
    }
    match best_suffix(view, &may_go.places) {
        Some(from) => {
            let broke = if view.cold {
                Break::Cold
            } else {
                Break::Cheaper
            };
            may_go.decision(view, may_go.places[from..].to_vec(), broke)
        }
        None => Decision::default(),
    }
}

/// What may go, and which of it is superseded.
struct Candidates {
    places: Vec<usize>,
    superseded: Vec<usize>,
}

impl Candidates {
    fn of(view: &View<'_>) -> Self {
        let history = view.history;
        let newer = Newer::of(history);
        let places = spare::candidates(view)
            .into_iter()
            .filter(|&at| !needed(view, &newer, at))
            .collect::<Vec<_>>();
        let superseded = places
            .iter()
            .copied()
            .filter(|&at| newer.supersedes(&history.slots()[at], at))
            .collect();
        Self { places, superseded }
    }

    fn decision(&self, view: &View<'_>, places: Vec<usize>, broke: Break) -> Decision {
        let choices = places.into_iter().map(|at| Choice {
            at,
            reason: self.reason(&view.history.slots()[at], at),
            text: None,
        });
        Decision {
            choices: choices.collect(),
            broke: Some(broke),
        }
    }

    fn reason(&self, slot: &Slot, at: usize) -> Reason {
        if self.superseded.binary_search(&at).is_ok() {
            Reason::Superseded
        } else if spare::kind(slot) == ToolKind::Read {
            Reason::Untouched
        } else {
            Reason::Old
        }
    }
}

/// Whether a result is small, or likely to be needed again soon.
fn needed(view: &View<'_>, newer: &Newer, at: usize) -> bool {
    let (history, planned) = (view.history, &view.settings.planned);
    let slot = &history.slots()[at];
    // A stub that is nearly as large saves little, and what it stands for may be missed.
    let stub = view.settings.stub_of(slot);
    if slot.tokens <= planned.min_tokens.max(stub + stub / 2) {
        return true;
    }
    let now = history.steps().len();
    match spare::kind(slot) {
        ToolKind::Recall => return now - slot.step <= planned.recalled_steps,
        ToolKind::Read => {}
        _ => return false,
    }
    if newer.last_read == Some(at) || now - slot.step <= planned.read_steps {
        return true;
    }
    files(slot).iter().any(|file| {
        let edited = history.last_edit(&file.path);
        edited.is_some_and(|step| now - step <= planned.edit_steps)
            && newer.reads.get(&*file.path) == Some(&at)
    })
}

fn files(slot: &Slot) -> &[FileRange] {
    let facts = slot
        .result
        .as_ref()
        .and_then(|result| result.facts.as_ref());
    facts.map_or(&[], |facts| &facts.files)
}

/// The newest result of each kind of question.
struct Newer<'a> {
    last_read: Option<usize>,
    reads: HashMap<&'a str, usize>,
    ranges: HashMap<&'a str, Vec<(usize, &'a FileRange)>>,
    commands: HashMap<&'a str, usize>,
}

impl<'a> Newer<'a> {
    fn of(history: &'a History) -> Self {
        let mut newer = Self {
            last_read: None,
            reads: HashMap::new(),
            ranges: HashMap::new(),
            commands: HashMap::new(),
        };
        for (at, slot) in history.slots().iter().enumerate() {
            let Some(facts) = slot
                .result
                .as_ref()
                .and_then(|result| result.facts.as_ref())
            else {
                continue;
            };
            if let Some(command) = &facts.command {
                newer.commands.insert(command, at);
            }
            if facts.kind == ToolKind::Read {
                newer.last_read = Some(at);
                for file in &facts.files {
                    newer.reads.insert(&file.path, at);
                    newer.ranges.entry(&file.path).or_default().push((at, file));
                }
            }
        }
        newer
    }

    /// Whether a newer result shows what this one shows.
    fn supersedes(&self, slot: &Slot, at: usize) -> bool {
        let Some(facts) = slot
            .result
            .as_ref()
            .and_then(|result| result.facts.as_ref())
        else {
            return false;
        };
        if let Some(command) = &facts.command {
            return self
                .commands
                .get(&**command)
                .is_some_and(|newest| *newest > at);
        }
        let seen_again = |file: &FileRange| {
            let newer = self.ranges.get(&*file.path);
            newer.is_some_and(|reads| reads.iter().rev().any(|(n, f)| *n > at && f.covers(file)))
        };
        facts.kind == ToolKind::Read
            && !facts.files.is_empty()
            && facts.files.iter().all(seen_again)
    }
}

/// What going from the newest candidate to the oldest one has summed up.
#[derive(Default)]
struct Sum {
    /// Tokens that stay and stand behind the point: they would be written again.
    behind: f64,
    /// Tokens that would be saved on every later call.
    freed: f64,
    /// What carrying them has cost since they entered, in input-token equivalents.
    paid: f64,
}

/// The first of the candidates that are taken out together, as an index; `None` when waiting is
/// better.
fn best_suffix(view: &View<'_>, places: &[usize]) -> Option<usize> {
    let (history, settings) = (view.history, view.settings);
    let prices = settings.prices;
    let rewrite = if view.cold {
        0.0
    } else {
        (prices.cache_write - prices.cache_read).max(0.0)
    };
    let steps = history.steps().len();
    let (fewest, most) = settings.planned.horizon;
    let horizon = (steps as f64).clamp(fewest, most);
    let mut sum = Sum::default();
    let mut best: Option<(f64, usize)> = None;
    let mut behind = history.unseen();
    for (index, &at) in places.iter().enumerate().rev() {
        let slots = history.slots();
        sum.behind += slots[at + 1..behind]
            .iter()
            .map(|slot| slot.carried() as f64)
            .sum::<f64>();
        behind = at;
        let slot = &slots[at];
        let freed = freed(settings, slot);
        sum.freed += freed;
        sum.paid += freed * prices.cache_read * (steps - slot.step) as f64;
        let cost = rewrite * sum.behind;
        sum.behind += slot.tokens as f64 - freed;
        // With a cold cache what goes is not written again either.
        let at_once = if view.cold {
            sum.freed * prices.cache_write
        } else {
            0.0
        };
        let gain = sum.freed * prices.cache_read * horizon + at_once - cost;
        let owed = sum.paid * settings.planned.patience + at_once - cost;
        let enough = sum.freed >= settings.planned.min_freed as f64;
        if enough && gain > 0.0 && owed > best.map_or(0.0, |(most, _)| most) {
            best = Some((owed, index));
        }
    }
    best.map(|(_, index)| index)
}

/// Tokens that a stub saves.
fn freed(settings: &Settings, slot: &Slot) -> f64 {
    slot.tokens.saturating_sub(settings.stub_of(slot)) as f64
}

/// Past the window or the working set something has to go: once, well below it, what is least
/// likely to be missed first.
fn forced(view: &View<'_>, may_go: &Candidates, tokens: u64) -> Option<Decision> {
    let settings = view.settings;
    let limit = settings.limit();
    let soft = settings.working_set.min(limit);
    // Once: what cannot be brought below the working set is not tried again on every call. The
    // window must be kept, however often.
    let passed = |tokens: u64| tokens > soft;
    let before = view.history.steps().last().map_or(0, |step| step.tokens);
    if tokens <= limit && (!passed(tokens) || passed(before)) {
        return None;
    }
    let target = (soft as f64 * settings.planned.down_to) as u64;
    let slots = view.history.slots();
    let mut ranked = may_go.places.clone();
    ranked.sort_by_key(|&at| {
        let gone = may_go.superseded.binary_search(&at).is_err();
        let size = slots[at].tokens;
        let age = view.history.steps().len() - slots[at].step;
        (gone, std::cmp::Reverse(size.saturating_mul(age as u64)), at)
    });
    let mut left = tokens;
    let mut gone = Vec::new();
    for at in ranked {
        if left <= target {
            break;
        }
        left -= freed(settings, &slots[at]) as u64;
        gone.push(at);
    }
    if gone.is_empty() {
        return None;
    }
    gone.sort_unstable();
    Some(may_go.decision(view, gone, Break::Forced))
}
