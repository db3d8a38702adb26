//! What later messages do to a constraint.
//!
//! A false lift is worse than a false keep: a constraint is changed only by a typed sentence that
//! has a cue of its own (it permits, takes back, replaces, agrees) and names what the constraint is
//! about. Where only one of the two is there, the constraint stays and is marked.

use std::collections::HashMap;

use ibid_model::Origin;

use super::judge::{Judged, Read, read};
use super::matcher::Tag;
use super::words::Words;
use super::{Constraint, Constraints, Kind, Status, Turn};

/// Words of an answer that does nothing but agree.
const SHORT: usize = 6;
/// Messages in which a word stands before it tells nothing, and the share of all: one in so many.
const FREQUENT: u32 = 5;
/// Sentences of one message that are held against the constraints: more were pasted, not typed, and
/// each is held against all.
const MOVES: usize = 32;
/// What sentences have to share to be about the same: one rarer word or two common ones.
const SAME: usize = 2;

/// The constraints so far.
#[derive(Default)]
pub(super) struct Ledger {
    held: Vec<Held>,
    /// What the model said last, since the last typed message.
    said: Option<Said>,
    /// In how many typed messages each word stands.
    spread: HashMap<String, u32>,
    /// Typed messages.
    typed: u32,
}

struct Held {
    constraint: Constraint,
    words: Words,
    standing: bool,
}

struct Said {
    words: Words,
    asks: bool,
}

/// What a sentence of a later message does.
struct Move {
    words: Words,
    permits: bool,
    lifts: bool,
    adds: bool,
    swaps: bool,
    undoes: bool,
    /// It says that something is as before.
    still: bool,
    /// It is told of somebody else.
    told: bool,
    narrow: bool,
    rest: bool,
    agrees: bool,
    yes: bool,
    /// It states a constraint itself.
    binds: bool,
}

impl Move {
    fn of(text: &str, judged: &Judged) -> Option<Self> {
        let has = |tag: Tag| judged.hits.iter().any(|hit| hit.tag == tag);
        if judged.sentence.question || has(Tag::Story) || has(Tag::Ask) && !has(Tag::Polite) {
            return None;
        }
        let first = |tag: Tag| {
            judged
                .hits
                .iter()
                .filter(|hit| hit.tag == tag)
                .map(|hit| hit.range.start)
                .min()
        };
        let told = match (
            first(Tag::Describe),
            first(Tag::Permit).or(first(Tag::Lift)),
        ) {
            (Some(told), Some(permit)) => {
                let clauses = &judged.sentence.clauses;
                clauses
                    .iter()
                    .any(|clause| clause.contains(&told) && clause.contains(&permit))
                    && told < permit
            }
            _ => false,
        };
        Some(Self {
            words: Words::of(text),
            permits: has(Tag::Permit),
            lifts: has(Tag::Lift),
            adds: has(Tag::More),
            swaps: has(Tag::Swap),
            undoes: has(Tag::Undo),
            still: has(Tag::Still),
            told,
            narrow: has(Tag::Narrow),
            rest: has(Tag::Rest),
            agrees: has(Tag::Affirm),
            yes: has(Tag::Yes),
            binds: !judged.found.is_empty(),
        })
    }
}

impl Move {
    /// Whether it may do anything to a constraint.
    fn counts(&self) -> bool {
        self.permits
            || self.lifts
            || self.adds
            || self.swaps
            || self.undoes
            || self.rest
            || self.agrees
            || self.yes
            || self.binds
            || !self.words.paths.is_empty()
    }
}

/// What becomes of a constraint by one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    None,
    Unsure,
    Changed,
    Lifted,
}

impl Ledger {
    /// Takes a message that was typed.
    pub(super) fn typed(&mut self, turn: &Turn<'_>) {
        let read = read(turn.text);
        let mut moves: Vec<Move> = read
            .sentences
            .iter()
            .filter_map(|judged| {
                Move::of(
                    &turn.text[read.folded.original(&judged.sentence.range)],
                    judged,
                )
            })
            .filter(Move::counts)
            .take(MOVES)
            .collect();
        let puts_off = read.sentences.iter().any(|judged| {
            judged.sentence.question || judged.hits.iter().any(|hit| hit.tag == Tag::Deny)
        });
        let said = self.said.take();
        // In a session about themes "theme" does not tell which constraint is meant.
        let often = FREQUENT.max(self.typed / FREQUENT);
        for step in &mut moves {
            step.words
                .drop_frequent(|word| self.spread.get(word).is_some_and(|count| *count >= often));
        }
        self.typed += 1;
        for word in Words::of(turn.text).rare {
            *self.spread.entry(word).or_insert(0) += 1;
        }
        let effects: Vec<Effect> = self
            .held
            .iter()
            .map(|held| held.effect(&moves, said.as_ref(), puts_off))
            .collect();
        for at in 0..effects.len() {
            let effect = effects[at].max(self.follows(at, &effects, &moves));
            let held = &mut self.held[at].constraint;
            match effect {
                Effect::Lifted => held.status = Status::Lifted(turn.number),
                Effect::Changed => held.status = Status::Changed(turn.number),
                Effect::Unsure => held.unsure = Some(turn.number),
                Effect::None => {}
            }
        }
        self.add(turn, &read);
    }

    /// What follows for a constraint from what became of the others.
    fn follows(&self, at: usize, effects: &[Effect], moves: &[Move]) -> Effect {
        let Held { constraint, .. } = &self.held[at];
        let live = |held: &Held| !matches!(held.constraint.status, Status::Lifted(_));
        match constraint.kind {
            _ if !live(&self.held[at]) => Effect::None,
            // "Only a, leave b alone": what is now allowed of b widens the first as well.
            Kind::Scope => {
                let beside = [at.wrapping_sub(1), at + 1].into_iter().any(|other| {
                    self.held.get(other).is_some_and(|held| {
                        held.constraint.message == constraint.message
                            && held.constraint.kind == Kind::Prohibition
                            && effects[other] >= Effect::Changed
                    })
                });
                if beside {
                    Effect::Changed
                } else {
                    Effect::None
                }
            }
            // "b is allowed as well", where there is but one thing it can be said of.
            Kind::Exclusivity => {
                let one = self
                    .held
                    .iter()
                    .filter(|held| held.constraint.kind == Kind::Exclusivity && live(held))
                    .count()
                    == 1;
                let added = moves
                    .iter()
                    .any(|step| step.permits && step.adds && !step.told && !step.still);
                if one && added {
                    Effect::Changed
                } else {
                    Effect::None
                }
            }
            _ => Effect::None,
        }
    }

    /// Takes a message of any other origin. It changes nothing; an answer may refer to it.
    pub(super) fn other(&mut self, turn: &Turn<'_>) {
        if turn.origin == Origin::Model {
            let end = turn.text.trim_end();
            self.said = Some(Said {
                words: Words::of(turn.text),
                asks: end.ends_with(['?', '？', '吗']),
            });
        }
    }

    fn add(&mut self, turn: &Turn<'_>, read: &Read) {
        for finding in read.sentences.iter().flat_map(|judged| &judged.found) {
            let span = read.folded.original(&finding.range);
            let part = &turn.text[span.clone()];
            let text = part.trim();
            if text.is_empty() {
                continue;
            }
            let start = span.start + (part.len() - part.trim_start().len());
            self.held.push(Held {
                words: Words::of(&turn.text[read.folded.original(&finding.core)]),
                standing: finding.standing,
                constraint: Constraint {
                    message: turn.number,
                    span: start..start + text.len(),
                    text: text.to_owned(),
                    kind: finding.kind,
                    status: Status::Active,
                    unsure: None,
                },
            });
        }
    }

    /// All of them, and what is pending.
    pub(super) fn close(self) -> Constraints {
        let constraints: Vec<Constraint> =
            self.held.into_iter().map(|held| held.constraint).collect();
        let waits = |c: &&Constraint| {
            c.kind == Kind::AwaitApproval && !matches!(c.status, Status::Lifted(_))
        };
        let pending_approval = constraints.iter().rev().find(waits).map(|c| c.message);
        Constraints {
            constraints,
            pending_approval,
        }
    }
}

impl Held {
    fn effect(&self, moves: &[Move], said: Option<&Said>, puts_off: bool) -> Effect {
        if matches!(self.constraint.status, Status::Lifted(_)) {
            return Effect::None;
        }
        let mut effect = Effect::None;
        for (number, step) in moves.iter().enumerate() {
            effect = effect.max(self.moved(step, moves.get(number + 1)));
        }
        if self.constraint.kind == Kind::AwaitApproval {
            effect = effect.max(self.approved(moves, said, puts_off));
            if self.standing {
                effect = effect.min(Effect::Unsure);
            }
        } else if let (Some(said), Some(first), false) = (said, moves.first(), puts_off) {
            // "May I …?" – "yes": what was asked for is what is permitted.
            let agrees = first.yes || first.agrees || first.permits;
            if said.asks
                && agrees
                && !first.still
                && said.words.shared(&self.words) >= SAME
                && self.bars()
            {
                effect = effect.max(Effect::Unsure);
            }
        }
        effect
    }

    /// Whether it demands that something stays.
    fn keeps(&self) -> bool {
        const KEEPS: [&str; 14] = [
            "keep", "preserve", "maintain", "stay", "remain", "behalt", "bleib", "garde",
            "conserv", "mant", "保持", "保留", "維持", "残し",
        ];
        let text = self.constraint.text.to_lowercase();
        KEEPS.iter().any(|word| text.contains(word))
    }

    fn bars(&self) -> bool {
        matches!(
            self.constraint.kind,
            Kind::Prohibition | Kind::Scope | Kind::Exclusivity
        )
    }

    /// What one sentence does to it.
    fn moved(&self, step: &Move, next: Option<&Move>) -> Effect {
        let shared = step.words.shared(&self.words);
        let about = shared >= SAME
            && !(step.words.other_path(&self.words) && self.constraint.kind != Kind::Scope);
        let replaced = self.replaces_number(step);
        let kind = self.constraint.kind;
        let whole = !(step.narrow
            || replaced
            || step.binds
            || next.is_some_and(|next| next.binds && next.narrow)
            || kind == Kind::Exclusivity && !step.lifts
            || !step.words.paths.is_subset(&self.words.paths));
        let done = if whole {
            Effect::Lifted
        } else {
            Effect::Changed
        };
        if (step.permits || step.lifts) && about {
            return if step.still || step.told {
                Effect::Unsure
            } else {
                done
            };
        }
        if step.permits && replaced && step.words.rare.len() <= 1 && step.words.count <= SHORT {
            return Effect::Changed;
        }
        if step.swaps && !step.still && (about || replaced && step.words.rare.len() <= 1) {
            return Effect::Changed;
        }
        if step.undoes && kind == Kind::Obligation && about && !step.still && self.keeps() {
            return Effect::Changed;
        }
        if step.rest && step.binds && about {
            return Effect::Changed;
        }
        let reaches_further = kind == Kind::Scope
            && !step.words.paths.is_empty()
            && !step.words.paths.is_subset(&self.words.paths);
        let limits =
            next.is_some_and(|next| next.binds && next.narrow && next.words.count <= SHORT);
        if reaches_further && !step.still && shared > 0 && (step.adds || limits) {
            return Effect::Changed;
        }
        if step.adds && kind == Kind::Scope && step.words.count <= SHORT && !step.binds {
            return Effect::Unsure;
        }
        Effect::None
    }

    /// Whether a number of the same size stands where the constraint has one.
    fn replaces_number(&self, step: &Move) -> bool {
        let value = |text: &String| text.replace(',', ".").parse::<f64>().ok();
        self.words.numbers.iter().filter_map(value).any(|mine| {
            step.words.numbers.iter().filter_map(value).any(|theirs| {
                theirs != mine && mine > 0.0 && (0.1..=10.0).contains(&(theirs / mine))
            })
        })
    }

    /// What an answer does to what waits for it.
    fn approved(&self, moves: &[Move], said: Option<&Said>, puts_off: bool) -> Effect {
        if puts_off {
            return Effect::None;
        }
        let about = |words: &Words| words.shared(&self.words) > 0;
        let words: usize = moves.iter().map(|step| step.words.count).sum();
        let asked = said.is_some_and(|said| about(&said.words));
        let mut effect = Effect::None;
        for step in moves {
            let agrees = step.agrees || step.yes || step.permits;
            let meant =
                about(&step.words) || asked || said.is_some_and(|said| said.asks) && words <= SHORT;
            if agrees && meant || step.agrees && said.is_some() && words <= 2 * SHORT {
                effect = Effect::Lifted;
            } else if agrees {
                effect = effect.max(Effect::Unsure);
            }
        }
        effect
    }
}
