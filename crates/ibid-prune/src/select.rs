//! Choosing lines under a budget: a lazy greedy heap on worth per byte, where taking a line that
//! closes a gap costs less than its bytes.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

use crate::layout::{self, Style};
use crate::record::Record;
use crate::shape;
use crate::value::{SOMETHING, Values};

/// Words shorter than this, in bytes, tell nothing new.
const SHORT_WORD: usize = 3;

/// Bytes a line's cost is raised by before worth is divided by it, so that tiny lines are not
/// bought for being tiny.
const COST_FLOOR: f32 = 8.0;

/// Room of fewer bytes than this takes no further line.
const TINY: usize = 3;

/// The share of a line's worth that depends on how many of its words are new.
const NOVELTY: f32 = 0.15;

/// How strongly cost counts: 1 would be worth per byte, 0 worth alone.
const COST_POWER: f32 = 0.45;

/// Lines chosen so far, and what they cost.
pub(crate) struct Selection<'a> {
    records: &'a [Record],
    values: &'a Values,
    style: &'a Style,
    /// Cleaned text of a record; asked for only when it is about to be taken.
    text: &'a dyn Fn(usize) -> String,
    kept: BTreeSet<usize>,
    words: HashSet<u64, crate::scan::Plain>,
    gap_bytes: usize,
    used: usize,
}

struct Candidate {
    score: f32,
    at: usize,
    /// Novelty was counted when this many lines were kept.
    counted: usize,
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        // Among equals the earlier line first, so that a plan is a function of its input alone.
        self.score
            .total_cmp(&other.score)
            .then(other.at.cmp(&self.at))
    }
}

impl<'a> Selection<'a> {
    pub(crate) fn new(
        records: &'a [Record],
        values: &'a Values,
        style: &'a Style,
        gap_bytes: usize,
        text: &'a dyn Fn(usize) -> String,
    ) -> Self {
        Self {
            records,
            values,
            style,
            text,
            kept: BTreeSet::new(),
            words: HashSet::default(),
            gap_bytes,
            used: gap_bytes,
        }
    }

    /// Takes lines worth at least `least` until `budget` bytes are full.
    pub(crate) fn fill(&mut self, budget: usize, least: f32) {
        let mut heap = self.candidates(budget, least);
        while let Some(candidate) = heap.pop() {
            let Candidate { at, counted, .. } = candidate;
            if self.kept.contains(&at) {
                continue;
            }
            if budget.saturating_sub(self.used) < TINY {
                break;
            }
            let cost = self.cost(at);
            if self.used as isize + cost > budget as isize {
                continue;
            }
            if counted != self.kept.len() {
                let score = self.score(at, self.novelty(at));
                if heap.peek().is_some_and(|next| next.score > score) {
                    heap.push(Candidate {
                        score,
                        at,
                        counted: self.kept.len(),
                    });
                    continue;
                }
            }
            self.take(at);
        }
    }

    /// The lines that may be taken, best first; of very many only as many as could ever fit.
    fn candidates(&self, budget: usize, least: f32) -> BinaryHeap<Candidate> {
        let mut all: Vec<Candidate> = (0..self.records.len())
            .filter(|at| self.values.worth[*at] >= least && !self.kept.contains(at))
            .map(|at| Candidate {
                score: self.score(at, 1.0),
                at,
                counted: usize::MAX,
            })
            .collect();
        let most = budget / 4 + 2000;
        if all.len() > most {
            all.select_nth_unstable_by(most, |a, b| b.cmp(a));
            all.truncate(most);
        }
        all.into()
    }

    /// Fills `room` more bytes than are used; false when there was nothing to take.
    pub(crate) fn fill_more(&mut self, room: usize) -> bool {
        let before = self.kept.len();
        self.fill(self.used + room, SOMETHING);
        self.kept.len() > before
    }

    fn score(&self, at: usize, novelty: f32) -> f32 {
        let cost = self.cost(at).max(0) as f32 + COST_FLOOR;
        self.values.worth[at] * (1.0 - NOVELTY + NOVELTY * novelty) / cost.powf(COST_POWER)
    }

    /// The share of the line's words that no kept line has.
    fn novelty(&self, at: usize) -> f32 {
        let text = (self.text)(at);
        let (mut all, mut new) = (0u32, 0u32);
        for word in words(&text) {
            all += 1;
            new += u32::from(!self.words.contains(&word));
        }
        if all == 0 {
            0.0
        } else {
            new as f32 / all as f32
        }
    }

    /// Bytes by which the text grows when `at` is taken, with the lines it needs.
    fn cost(&self, at: usize) -> isize {
        let mut bytes = self.line_bytes(at) + self.gap_change(at);
        if let Some(needed) = self.values.needs[at].map(|n| n as usize)
            && !self.kept.contains(&needed)
        {
            bytes += self.line_bytes(needed) + self.gap_bytes as isize;
        }
        bytes
    }

    fn line_bytes(&self, at: usize) -> isize {
        layout::line_bytes(&self.records[at], self.style) as isize
    }

    /// How the gap lines change: −1, 0 or +1 of them.
    fn gap_change(&self, at: usize) -> isize {
        let left = self.kept.range(..at).next_back().copied();
        let right = self.kept.range(at + 1..).next().copied();
        let gap_left =
            left.map_or(at > 0, |left| left + 1 != at) || self.records[at].before.is_some();
        let gap_right = match right {
            Some(right) => right != at + 1 || self.records[right].before.is_some(),
            None => at + 1 != self.records.len(),
        };
        (isize::from(gap_left) + isize::from(gap_right) - 1) * self.gap_bytes as isize
    }

    pub(crate) fn take(&mut self, at: usize) {
        if let Some(needed) = self.values.needs[at].map(|n| n as usize)
            && !self.kept.contains(&needed)
        {
            self.take(needed);
        }
        let change = self.line_bytes(at) + self.gap_change(at);
        if !self.kept.insert(at) {
            return;
        }
        self.used = (self.used as isize + change).max(0) as usize;
        let text = (self.text)(at);
        self.words.extend(words(&text));
    }

    /// Gives back the least worthy line that nothing kept needs and whose going makes the text
    /// shorter; false when there is none.
    pub(crate) fn give_back(&mut self) -> bool {
        let needed: HashSet<usize> = self
            .kept
            .iter()
            .filter_map(|at| self.values.needs[*at])
            .map(|at| at as usize)
            .collect();
        let freed = |at: usize| self.line_bytes(at) + self.gap_change(at);
        let least = self
            .kept
            .iter()
            .copied()
            .filter(|at| !needed.contains(at))
            .map(|at| (freed(at), at))
            .filter(|(bytes, _)| *bytes > 0)
            .min_by(|a, b| self.values.worth[a.1].total_cmp(&self.values.worth[b.1]));
        let Some((bytes, at)) = least else {
            return self.kept.pop_last().is_some();
        };
        self.kept.remove(&at);
        self.used = (self.used as isize - bytes).max(0) as usize;
        true
    }

    pub(crate) fn kept(&self) -> &BTreeSet<usize> {
        &self.kept
    }
}

fn words(text: &str) -> impl Iterator<Item = u64> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() >= SHORT_WORD)
        .map(|word| shape::hash(word.as_bytes()))
}
