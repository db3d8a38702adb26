//! The fold of a session's log into what a request may carry: messages in order, what each costs,
//! and what is known of the tool results among them.
//!
//! Folding one more record costs what the record is large, not what the history is long.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use ibid_model::{
    Body, CallId, Checkpoint, Compaction, Entry, Message, MessageEntry, Millis, ModelCall, Origin,
    Output, Part, Reason, RepairKind, Role, Seq, State, Stop, TokenCounter, Usage,
};

use crate::facts::CallFacts;
use crate::isolate::isolated;
use crate::slot::{ResultFacts, Risk, Slot, Stub};
use crate::stub;
use crate::tools::ToolKind;

/// One call to the model.
#[derive(Clone, Debug)]
pub struct Step {
    /// When it was answered.
    pub t: Millis,
    /// The place of the answer: the messages before it were carried.
    pub slot: usize,
    /// Tokens of the request that it answers.
    pub tokens: u64,
    /// What the provider says it used.
    pub usage: Option<Usage>,
    /// The model that answered.
    pub model: Arc<str>,
}

/// How a history is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldOptions {
    /// Whether compactions in the log replace what is older. Without, the whole log is the history.
    pub compactions: bool,
    /// Whether the log is a recording of requests that carried everything, so that the usage it
    /// holds measures its messages.
    pub measured: bool,
    /// Tokens of system prompt and tools; `None` takes what the first usage leaves over.
    pub fixed: Option<u64>,
    /// Whether checkpoints in the log are in force. Without, every result stands as the log has it.
    pub checkpoints: bool,
}

/// Tokens of system prompt and tools where nothing says how many they are.
pub const FIXED_UNKNOWN: u64 = 12_000;
/// Measured and estimated tokens further apart than this factor say that the request was another.
const MEASURE_BOUNDS: (f64, f64) = (0.3, 4.0);

/// The folded log.
pub struct History {
    counter: Arc<dyn TokenCounter>,
    options: FoldOptions,
    fixed: u64,
    slots: Vec<Slot>,
    steps: Vec<Step>,
    calls: HashMap<CallId, Arc<CallFacts>>,
    by_seq: HashMap<Seq, usize>,
    carried: u64,
    /// The prompt of the last measured call, and the place of its answer.
    last_measured: Option<(u64, usize)>,
    state: Option<(Seq, State)>,
    request_sent: bool,
    /// Whether no cache can hold the history: it was compacted, or goes to another model, since the
    /// last call.
    prefix_gone: bool,
    /// The step in which each file was last edited or written.
    edits: HashMap<Arc<str>, usize>,
    outputs: HashMap<CallId, Output>,
}

impl History {
    /// An empty history.
    pub fn new(counter: Arc<dyn TokenCounter>, options: FoldOptions) -> Self {
        Self {
            counter,
            fixed: options.fixed.unwrap_or(FIXED_UNKNOWN),
            options,
            slots: Vec::new(),
            steps: Vec::new(),
            calls: HashMap::new(),
            by_seq: HashMap::new(),
            carried: 0,
            last_measured: None,
            state: None,
            request_sent: false,
            prefix_gone: false,
            edits: HashMap::new(),
            outputs: HashMap::new(),
        }
    }

    /// The messages, oldest first.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The calls to the model so far, oldest first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Tokens of a request now: system and tools, and every message as it is carried.
    pub fn tokens(&self) -> u64 {
        self.fixed + self.carried
    }

    /// Tokens of system prompt and tools.
    pub fn fixed(&self) -> u64 {
        self.fixed
    }

    /// What counts tokens.
    pub fn counter(&self) -> &dyn TokenCounter {
        &*self.counter
    }

    /// Whether no cache can hold the history any more, whatever the time.
    pub fn prefix_is_gone(&self) -> bool {
        self.prefix_gone
    }

    /// The first message that no call has carried yet.
    pub fn unseen(&self) -> usize {
        self.steps.last().map_or(0, |step| step.slot)
    }

    /// The step in which `path` was last edited or written.
    pub fn last_edit(&self, path: &str) -> Option<usize> {
        self.edits.get(path).copied()
    }

    /// What was kept of the output that answers `call`, where it was.
    pub fn output(&self, call: &CallId) -> Option<&Output> {
        self.outputs.get(call)
    }

    /// Folds one record in.
    pub fn push(&mut self, entry: &Entry) {
        match &entry.body {
            Body::Message(message) => self.message(entry, message),
            Body::Checkpoint(checkpoint) if self.options.checkpoints => {
                self.apply(checkpoint);
                self.request_sent = true;
            }
            // What is sent from here on is not what this history has.
            Body::Checkpoint(checkpoint) if !checkpoint.set_aside.is_empty() => {
                self.options.measured = false;
            }
            Body::Output(output) => {
                self.outputs.insert(output.call.clone(), output.clone());
            }
            Body::Setting(setting) if setting.key == "model" => {
                let last = self.steps.last().map(|step| &*step.model);
                self.prefix_gone |= last.is_some_and(|last| last != setting.value);
            }
            Body::State(state) => self.state = Some((entry.seq, state.clone())),
            Body::Compaction(compaction) if self.options.compactions => {
                self.compact(entry.t, compaction);
            }
            _ => {}
        }
    }

    /// Replaces what a checkpoint sets aside by its stubs.
    pub fn apply(&mut self, checkpoint: &Checkpoint) {
        for aside in &checkpoint.set_aside {
            if let Some(&at) = self.by_seq.get(&aside.seq) {
                if self.slots[at].says(&aside.stub) {
                    continue;
                }
                let message = match aside.reason {
                    Reason::Isolated => isolated(self.slots[at].shown(), &aside.stub),
                    _ => stubbed(&self.slots[at].message, &aside.stub),
                };
                let message = Arc::new(message);
                let tokens = self.counter.message(&message).0;
                self.replace(at, message, tokens, aside.reason);
            }
        }
        for repair in &checkpoint.repairs {
            if let (RepairKind::Expired, Some(&at)) = (repair.kind, self.by_seq.get(&repair.seq)) {
                self.carried -= self.slots[at].carried();
                self.slots[at].expired = true;
            }
        }
    }

    /// Carries `message` in place of what stands at `at`.
    pub(crate) fn replace(
        &mut self,
        at: usize,
        message: Arc<Message>,
        tokens: u64,
        reason: Reason,
    ) {
        let slot = &mut self.slots[at];
        self.carried -= slot.carried();
        slot.risk = Risk::of(&message);
        slot.stub = Some(Stub {
            message,
            tokens,
            reason,
        });
        self.carried += tokens;
    }

    /// Counts the stub at `at` as `tokens`, whatever its text is.
    pub(crate) fn set_stub_tokens(&mut self, at: usize, tokens: u64) {
        if let Some(stub) = &mut self.slots[at].stub {
            self.carried = self.carried - stub.tokens + tokens;
            stub.tokens = tokens;
        }
    }

    /// The place of a record's message.
    pub fn at(&self, seq: Seq) -> Option<usize> {
        self.by_seq.get(&seq).copied()
    }

    fn message(&mut self, entry: &Entry, record: &MessageEntry) {
        let step = self.steps.len();
        if let Some(call) = &record.call {
            self.call(entry.t, call);
        }
        // A reply that was cut off before it began says nothing, and no provider takes it.
        if record.message.parts.is_empty() {
            return;
        }
        for call in record.message.calls() {
            let facts = Arc::new(CallFacts::of(call));
            if matches!(facts.kind, ToolKind::Edit | ToolKind::Write) {
                for file in &facts.files {
                    self.edits.insert(Arc::clone(&file.path), self.steps.len());
                }
            }
            self.calls.insert(call.id.clone(), facts);
        }
        let result = record
            .message
            .result()
            .map(|result| ResultFacts::of(result, self.calls.get(&result.call).cloned()));
        let tokens = self.counter.message(&record.message).0;
        let after_request = std::mem::take(&mut self.request_sent);
        let mut slot = Slot {
            seq: entry.seq,
            t: entry.t,
            message: Arc::clone(&record.message),
            tokens,
            step,
            result,
            stub_tokens: 0,
            stub: None,
            after_request,
            expired: false,
            cut_off: record
                .call
                .as_ref()
                .is_some_and(|call| matches!(call.stop, Stop::Interrupted | Stop::Failed)),
            risk: Risk::of(&record.message),
        };
        if slot.result.is_some() {
            let stub = stubbed(&slot.message, &stub::stub(self, &slot));
            slot.stub_tokens = self.counter.message(&stub).0;
        }
        self.insert(slot);
    }

    fn insert(&mut self, slot: Slot) {
        self.carried += slot.carried();
        self.by_seq.insert(slot.seq, self.slots.len());
        self.slots.push(slot);
    }

    /// Notes a call to the model. One that was cut off, or for which nothing was counted while
    /// others are, is no step.
    fn call(&mut self, t: Millis, call: &ModelCall) {
        if !is_step(call) {
            return;
        }
        let usage = call.usage.filter(Usage::is_priced);
        if let Some(usage) = usage {
            self.measure(usage);
        }
        self.prefix_gone = false;
        self.steps.push(Step {
            t,
            slot: self.slots.len(),
            tokens: self.tokens(),
            usage,
            model: call.model.as_str().into(),
        });
    }

    /// Corrects the tokens of what came since the last measured call by what the provider counted.
    fn measure(&mut self, usage: Usage) {
        if !self.options.measured {
            return;
        }
        let prompt = usage.prompt().0;
        let end = self.slots.len();
        match self.last_measured {
            None => {
                if self.options.fixed.is_none() {
                    let messages: u64 = self.slots.iter().map(|slot| slot.tokens).sum();
                    self.fixed = prompt.saturating_sub(messages);
                }
            }
            Some((before, start)) => {
                let measured = prompt as f64 - before as f64;
                self.drop_unsent(start..end, measured);
                self.rescale(start..end, measured);
            }
        }
        self.last_measured = Some((prompt, end));
    }

    /// Some agents send a reply that was cut off, some do not. What the provider counted tells which:
    /// where it fits better without, the reply was not sent.
    fn drop_unsent(&mut self, range: Range<usize>, measured: f64) {
        let added = &self.slots[range.clone()];
        let all: u64 = added.iter().map(Slot::carried).sum();
        let cut: u64 = added
            .iter()
            .filter(|slot| slot.cut_off)
            .map(Slot::carried)
            .sum();
        let off = |tokens: u64| (tokens as f64 - measured).abs();
        if cut == 0 || off(all) <= off(all - cut) {
            return;
        }
        for slot in self.slots[range].iter_mut().filter(|slot| slot.cut_off) {
            self.carried -= slot.carried();
            slot.expired = true;
        }
    }

    fn rescale(&mut self, range: Range<usize>, measured: f64) {
        let Some(added) = self.slots.get_mut(range) else {
            return;
        };
        let sent = || added.iter().filter(|slot| !slot.expired);
        let estimated: u64 = sent().map(|slot| slot.tokens).sum();
        let factor = measured / estimated.max(1) as f64;
        if !(MEASURE_BOUNDS.0..=MEASURE_BOUNDS.1).contains(&factor) {
            return;
        }
        for slot in added.iter_mut().filter(|slot| !slot.expired) {
            let tokens = (slot.tokens as f64 * factor).round() as u64;
            if slot.stub.is_none() {
                self.carried = self.carried - slot.tokens + tokens;
            }
            slot.tokens = tokens;
        }
    }

    /// Puts the state in place of everything before the first message that is kept.
    fn compact(&mut self, t: Millis, compaction: &Compaction) {
        self.prefix_gone = true;
        let kept = self
            .slots
            .iter()
            .position(|slot| slot.seq >= compaction.first_kept)
            .unwrap_or(self.slots.len());
        let tail = self.slots.split_off(kept);
        self.slots.clear();
        self.by_seq.clear();
        self.carried = 0;
        self.last_measured = None;
        let state = match (&self.state, compaction.state) {
            (Some((seq, state)), Some(wanted)) if *seq == wanted => Some((*seq, state.clone())),
            _ => None,
        };
        if let Some((seq, state)) = state {
            let message = Arc::new(Message::text(Role::User, Origin::Injected, state.text));
            self.insert(Slot {
                seq,
                t,
                tokens: self.counter.message(&message).0,
                message,
                step: self.steps.len(),
                result: None,
                stub_tokens: 0,
                stub: None,
                after_request: false,
                expired: false,
                cut_off: false,
                risk: Risk::default(),
            });
        }
        for slot in tail {
            self.insert(slot);
        }
        let end = self.slots.len();
        for step in &mut self.steps {
            step.slot = step.slot.saturating_sub(kept).min(end);
        }
    }
}

/// Tokens of system prompt and tools in a recorded session: what the first priced call had beside its
/// messages; where nothing was counted, [`FIXED_UNKNOWN`].
pub fn fixed_tokens(entries: &[Entry], counter: &dyn TokenCounter) -> u64 {
    let mut messages = 0;
    for entry in entries {
        let usage = entry
            .call()
            .filter(|call| is_step(call))
            .and_then(|call| call.usage);
        if let Some(usage) = usage {
            return usage.prompt().0.saturating_sub(messages);
        }
        messages += entry
            .message()
            .map_or(0, |message| counter.message(message).0);
    }
    FIXED_UNKNOWN
}

/// Whether a call counts as one: it was answered, and not cut off by the user.
pub fn is_step(call: &ModelCall) -> bool {
    call.stop != Stop::Interrupted && call.usage.is_none_or(|usage| usage.is_priced())
}

/// `message` with what its result says replaced by `text`; everything else as it was.
pub(crate) fn stubbed(message: &Message, text: &str) -> Message {
    let mut message = message.clone();
    for part in &mut message.parts {
        if let Part::ToolResult(result) = part {
            result.content = vec![Part::text(text)];
        }
    }
    message
}
