//! What one request carries: the messages of the history, with what is set aside replaced by stubs
//! and what an interruption left open closed.

use std::sync::Arc;

use ibid_model::{
    Break, Checkpoint, DialectRules, Entry, Life, Message, Millis, Part, Reason, Repair,
    RepairKind, Role, Seq, SetAside, Tokens, TokensByKind,
};
use sha2::{Digest, Sha256};

use crate::history::History;
use crate::isolate;
use crate::pairing::{self, Inserted, Item};
use crate::policy::{Choice, Decision, Policy, View};
use crate::settings::Settings;
use crate::slot::Slot;
use crate::stub;

/// Hexadecimal digits of a digest in a checkpoint.
const DIGEST_DIGITS: usize = 16;

/// The messages of one request.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The messages. One that is not changed is the log's own value.
    pub messages: Vec<Arc<Message>>,
    /// The record that each comes from.
    pub sources: Vec<Seq>,
    /// Tokens of the request, system prompt and tools included.
    pub tokens: Tokens,
    /// Messages at the start that the request before it had too, unchanged.
    pub cache_boundary: usize,
}

/// Folds a log and projects requests from it, step by step.
pub struct Projector {
    history: History,
    policy: &'static Policy,
    settings: Settings,
    inserted: Inserted,
    sent: Vec<Arc<Message>>,
    rules: Option<DialectRules>,
}

impl Projector {
    /// A projector over an empty log.
    pub fn new(history: History, policy: &'static Policy, settings: Settings) -> Self {
        Self {
            history,
            policy,
            settings,
            inserted: Inserted::default(),
            sent: Vec::new(),
            rules: None,
        }
    }

    /// Isolates what requests of this dialect are refused for.
    pub fn with_rules(mut self, rules: DialectRules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// The history as folded so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Folds one record in. A checkpoint is applied as it stands; nothing is decided again.
    pub fn push(&mut self, entry: &Entry) {
        self.history.push(entry);
    }

    /// What the request that is sent at `now` carries, and the checkpoint to be stored before it
    /// is sent. The checkpoint is in force at once.
    pub fn project(&mut self, now: Millis) -> (Projection, Checkpoint) {
        let decision = self.policy.decide(&View {
            history: &self.history,
            settings: &self.settings,
            now,
            cold: self.is_cold(now),
        });
        self.carry(decision)
    }

    /// As [`Projector::project`], with a decision that was made elsewhere.
    pub fn carry(&mut self, mut decision: Decision) -> (Projection, Checkpoint) {
        if let Some(rules) = &self.rules {
            let bad = isolate::bad_items(&self.history, rules);
            let taken = |choice: &Choice| decision.choices.iter().any(|c| c.at == choice.at);
            let bad: Vec<Choice> = bad.into_iter().filter(|choice| !taken(choice)).collect();
            decision.choices.extend(bad);
            decision.choices.sort_by_key(|choice| choice.at);
        }
        let mut checkpoint = self.checkpoint(&decision);
        self.force(&decision, &checkpoint);
        let slots = self.history.slots();
        let items = slots.iter().filter(|slot| !slot.expired).map(|slot| Item {
            seq: slot.seq,
            message: Arc::clone(slot.shown()),
            after_request: slot.after_request,
        });
        let paired = pairing::pair(items, &mut self.inserted);
        checkpoint.repairs.extend(paired.repairs);
        let (sources, messages): (Vec<Seq>, Vec<Arc<Message>>) = paired.items.into_iter().unzip();
        let cache_boundary = common(&self.sent, &messages);
        self.sent.clone_from(&messages);
        checkpoint.cache_boundary = u32::try_from(cache_boundary).unwrap_or(u32::MAX);
        checkpoint.tokens = by_kind(&self.history);
        checkpoint.estimate = Tokens(self.history.tokens());
        let projection = Projection {
            messages,
            sources,
            tokens: checkpoint.estimate,
            cache_boundary,
        };
        (projection, checkpoint)
    }

    /// Whether the provider's cache holds nothing of the history any more, as far as is known: the
    /// last call is longer ago than a prefix lives, the history was compacted since, or another
    /// model comes next.
    pub fn is_cold(&self, now: Millis) -> bool {
        let steps = self.history.steps();
        let Some(last) = steps.last() else {
            return true;
        };
        let idle = now.since(last.t);
        self.history.prefix_is_gone() || self.settings.cache.life.is_some_and(|life| idle > life)
    }

    fn checkpoint(&self, decision: &Decision) -> Checkpoint {
        let slots = self.history.slots();
        let set_aside: Vec<SetAside> = decision
            .choices
            .iter()
            .map(|choice| {
                let slot = &slots[choice.at];
                let usual = || stub::stub(&self.history, slot);
                SetAside {
                    seq: slot.seq,
                    stub: choice.text.clone().unwrap_or_else(usual),
                    reason: choice.reason,
                    digest: digest(slot),
                    tokens: Tokens(slot.tokens),
                }
            })
            .collect();
        Checkpoint {
            policy: self.policy.name.to_owned(),
            repairs: self.expired(decision),
            set_aside,
            broke: decision.broke,
            ..Checkpoint::default()
        }
    }

    /// Messages whose life is over, where the prefix breaks before them anyway.
    fn expired(&self, decision: &Decision) -> Vec<Repair> {
        let Some(first) = decision.choices.first().map(|choice| choice.at) else {
            return Vec::new();
        };
        let slots = self.history.slots();
        let steps = self.history.steps().len();
        let last_prompt = slots
            .iter()
            .rposition(|slot| slot.message.origin.begins_exchange())
            .unwrap_or(0);
        let over = |at: usize, slot: &Slot| match slot.message.life {
            None => false,
            Some(Life::Step) => slot.step < steps,
            Some(Life::Prompt) => at < last_prompt,
        };
        (first..slots.len())
            .filter(|&at| !slots[at].expired && over(at, &slots[at]))
            .map(|at| Repair {
                seq: slots[at].seq,
                kind: RepairKind::Expired,
            })
            .collect()
    }

    /// Puts the checkpoint into force.
    fn force(&mut self, decision: &Decision, checkpoint: &Checkpoint) {
        self.history.apply(checkpoint);
        if self.settings.stub_tokens > 0 {
            for choice in decision
                .choices
                .iter()
                .filter(|choice| choice.text.is_none())
            {
                self.history
                    .set_stub_tokens(choice.at, self.settings.stub_tokens);
            }
        }
    }
}

/// Projects the request that follows `entries`, whose checkpoints are in force.
pub fn project<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
    history: History,
    policy: &'static Policy,
    settings: Settings,
    now: Millis,
) -> (Projection, Checkpoint) {
    let mut projector = Projector::new(history, policy, settings);
    for entry in entries {
        projector.push(entry);
    }
    projector.project(now)
}

/// Messages at the start that both have. The same value is recognised without being read.
fn common(before: &[Arc<Message>], now: &[Arc<Message>]) -> usize {
    before
        .iter()
        .zip(now)
        .take_while(|(one, two)| Arc::ptr_eq(one, two) || one == two)
        .count()
}

fn digest(slot: &Slot) -> String {
    let mut hash = Sha256::new();
    for text in slot.message.result().into_iter().flat_map(|r| r.texts()) {
        hash.update(text.as_bytes());
    }
    let hex: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    hex[..DIGEST_DIGITS].to_owned()
}

/// Tokens by kind. A message of several kinds counts for the one that names its role, pictures and
/// reasoning by themselves where they are all it holds.
fn by_kind(history: &History) -> TokensByKind {
    let mut kinds = TokensByKind {
        system: Tokens(history.fixed()),
        ..TokensByKind::default()
    };
    for slot in history.slots() {
        let tokens = Tokens(slot.carried());
        let parts = &slot.shown().parts;
        let all = |is: fn(&Part) -> bool| !parts.is_empty() && parts.iter().all(is);
        let kind = match slot.message.role {
            _ if all(|part| matches!(part, Part::Image(_))) => &mut kinds.images,
            _ if all(|part| matches!(part, Part::Reasoning(_))) => &mut kinds.reasoning,
            Role::System => &mut kinds.system,
            Role::User => &mut kinds.user,
            Role::Assistant => &mut kinds.assistant,
            Role::Tool => &mut kinds.results,
        };
        *kind += tokens;
    }
    kinds
}

/// The reasons and breaks, in words.
pub fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::Superseded => "a newer result shows it",
        Reason::Untouched => "not read or edited lately",
        Reason::Old => "old and large",
        Reason::OutsideWindow => "outside the window of results",
        Reason::CacheExpired => "the cache had run out",
        Reason::Window => "the window is full",
        Reason::Isolated => "it would have made every request fail",
    }
}

/// Why the cached prefix was broken, in words.
pub fn break_words(broke: Break) -> &'static str {
    match broke {
        Break::Cheaper => "cheaper than carrying on",
        Break::Cold => "the cache was cold",
        Break::Forced => "the window or the working set was full",
        Break::Rule => "the policy's rule",
    }
}
