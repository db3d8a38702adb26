//! One session, one policy, step by step.

use std::sync::Arc;

use ibid_model::{
    Body, CallId, Entry, Message, MessageEntry, ModelCall, Origin, Part, RawJson, Role, Seq,
    TokenCounter, ToolCall, ToolResult, Usage,
};

use super::outside::{Decide, OutsideError};
use super::{
    Cold, Missing, PINNED_STUB, PolicyReport, READ_SHARE, RECALL_OUTPUT, RecordedBill,
    ReplayOptions, StepReport, floor, has_usage,
};
use crate::cache::{Cache, recorded_cost};
use crate::history::{FIXED_UNKNOWN, FoldOptions, History, fixed_tokens, is_step};
use crate::policy::{Decision, POLICIES, Policy};
use crate::project::Projector;
use crate::support::{Use, UseKind, Uses, text_of};

/// A session made ready to be replayed under any number of policies: what does not depend on the
/// policy is found once.
pub struct Replay<'a> {
    entries: &'a [Entry],
    options: ReplayOptions,
    counter: Arc<dyn TokenCounter>,
    /// The uses of every record, by its index.
    uses: Vec<Vec<Use>>,
    /// The index of the record that each message of [`Uses`] is.
    holders: Vec<usize>,
    usage: bool,
    /// Tokens of system prompt and tools.
    fixed: u64,
}

impl<'a> Replay<'a> {
    /// Makes `entries` ready.
    pub fn new(
        entries: &'a [Entry],
        options: ReplayOptions,
        counter: Arc<dyn TokenCounter>,
    ) -> Self {
        let mut finder = Uses::default();
        let mut holders = Vec::new();
        let uses = entries
            .iter()
            .enumerate()
            .map(|(index, entry)| match entry.message() {
                Some(message) => {
                    holders.push(index);
                    finder.add(message)
                }
                None => Vec::new(),
            })
            .collect();
        let fixed = match options.pinned {
            true => FIXED_UNKNOWN,
            false => fixed_tokens(entries, &*counter),
        };
        Self {
            entries,
            options,
            counter,
            uses,
            holders,
            usage: has_usage(entries),
            fixed,
        }
    }

    /// Calls to the model in the session.
    pub fn steps(&self) -> usize {
        self.entries
            .iter()
            .filter_map(Entry::call)
            .filter(|call| self.counts(call))
            .count()
    }

    /// A call counts as a step; in a session with usage, only with usage.
    fn counts(&self, call: &ModelCall) -> bool {
        is_step(call) && (!self.usage || call.usage.is_some())
    }

    fn history(&self) -> History {
        let pinned = self.options.pinned;
        History::new(
            Arc::clone(&self.counter),
            FoldOptions {
                compactions: self.options.compactions,
                measured: self.usage && !pinned,
                fixed: Some(self.fixed),
                // What was decided when it was recorded is not decided here.
                checkpoints: false,
            },
        )
    }

    /// Whether the recorded call found nothing in the cache; `None` where time decides.
    fn recorded_cold(&self, usage: Option<Usage>) -> Option<bool> {
        match (self.options.cold, usage) {
            (Cold::Recorded, Some(usage)) if self.usage => Some(is_cold(&usage)),
            _ => None,
        }
    }

    /// The bill as recorded; `None` without usage.
    pub fn recorded(&self) -> Option<RecordedBill> {
        let prices = self.options.settings.prices;
        let calls = self
            .entries
            .iter()
            .filter_map(Entry::call)
            .filter(|call| self.counts(call));
        let usages: Vec<Usage> = calls.filter_map(|call| call.usage).collect();
        (!usages.is_empty()).then(|| RecordedBill {
            cost: usages
                .iter()
                .map(|usage| recorded_cost(usage, &prices))
                .sum(),
            tokens_in: usages.iter().map(|usage| usage.prompt().0).sum(),
            cold_steps: usages.iter().filter(|usage| is_cold(usage)).count(),
        })
    }

    /// The floor's cost, in input-token equivalents.
    pub fn floor(&self) -> f64 {
        let settings = &self.options.settings;
        let mut history = self.history();
        let mut cache = Cache::new(settings.prices, settings.cache);
        let mut cost = 0.0;
        for entry in self.entries {
            if let Some(call) = entry.call().filter(|call| self.counts(call)) {
                let total = floor::tokens(&history, PINNED_STUB);
                let slots = &history.slots()[history.unseen()..];
                let new: u64 = slots.iter().map(|slot| slot.tokens).sum();
                let cold = self.recorded_cold(call.usage);
                cost += cache.send(entry.t, total, total - new, cold).cost;
            }
            history.push(entry);
        }
        cost
    }
}

fn is_cold(usage: &Usage) -> bool {
    (usage.cache_read.0 as f64) < usage.prompt().0 as f64 * READ_SHARE
}

/// Replays under a policy of the table; `progress` is called before every step.
pub fn run(
    replay: &Replay<'_>,
    policy: &'static Policy,
    progress: &mut dyn FnMut(),
) -> PolicyReport {
    let mut pass = Pass::new(replay, policy);
    for (index, entry) in replay.entries.iter().enumerate() {
        match entry.call().filter(|call| replay.counts(call)) {
            Some(call) => {
                progress();
                pass.step(index, entry, call, None);
            }
            // What was cut off was written all the same.
            None => pass.look_up(index, entry),
        }
        pass.push(entry);
    }
    pass.report(policy.name)
}

/// Replays under a policy that is an outside program.
pub fn run_outside(
    replay: &Replay<'_>,
    name: &str,
    decide: &mut dyn Decide,
    progress: &mut dyn FnMut(),
) -> Result<PolicyReport, OutsideError> {
    let mut pass = Pass::new(replay, &POLICIES[0]);
    for (index, entry) in replay.entries.iter().enumerate() {
        match entry.call().filter(|call| replay.counts(call)) {
            Some(call) => {
                progress();
                let decision = super::outside::ask(decide, pass.projector.history(), entry.t)?;
                pass.step(index, entry, call, Some(decision));
            }
            None => pass.look_up(index, entry),
        }
        pass.push(entry);
    }
    Ok(pass.report(name))
}

struct Pass<'a, 'b> {
    replay: &'b Replay<'a>,
    projector: Projector,
    cache: Cache,
    /// Records that are in view again because they were recalled, by index: the copy's record.
    copies: Vec<(usize, Seq)>,
    next_copy: u64,
    report: PolicyReport,
}

/// Records that a replay adds are numbered from here on, far from any real one.
const COPIES_FROM: u64 = 1 << 48;

impl<'a, 'b> Pass<'a, 'b> {
    fn new(replay: &'b Replay<'a>, policy: &'static Policy) -> Self {
        let mut settings = replay.options.settings.clone();
        if replay.options.pinned {
            settings.stub_tokens = PINNED_STUB;
        }
        Self {
            projector: Projector::new(replay.history(), policy, settings.clone()),
            cache: Cache::new(settings.prices, settings.cache),
            replay,
            copies: Vec::new(),
            next_copy: COPIES_FROM,
            report: PolicyReport {
                policy: String::new(),
                steps: 0,
                tokens_in: 0,
                peak_tokens: 0,
                steps_over: 0,
                cost: 0.0,
                net_cost: 0.0,
                local_processed: 0,
                recalls: 0,
                breaks: 0,
                support_lines: [0; 2],
                support_edits: [0; 2],
                series: Vec::new(),
                missing: Vec::new(),
            },
        }
    }

    fn push(&mut self, entry: &Entry) {
        self.projector.push(entry);
    }

    /// One call: projects its request, sends it, and looks up what the answer used.
    fn step(&mut self, index: usize, entry: &Entry, call: &ModelCall, decision: Option<Decision>) {
        let (projection, checkpoint) = match decision {
            None => self.projector.project(entry.t),
            Some(decision) => self.projector.carry(decision),
        };
        let total = projection.tokens.0;
        let same = self.same_tokens(&projection.sources[..projection.cache_boundary]);
        let cold = self.replay.recorded_cold(call.usage);
        let bill = self.cache.send(entry.t, total, same, cold);
        let stubs = self.stubs();
        let broken = !checkpoint.set_aside.is_empty() && bill.read > 0;
        let report = &mut self.report;
        report.steps += 1;
        report.tokens_in += total;
        report.peak_tokens = report.peak_tokens.max(total);
        report.steps_over += usize::from(total > self.replay.options.over);
        report.cost += bill.cost;
        report.local_processed += total - bill.read;
        report.breaks += usize::from(broken);
        report.series.push(StepReport {
            step: report.steps,
            t: entry.t,
            tokens: total,
            kinds: checkpoint.tokens,
            read: bill.read,
            written: bill.written + bill.plain,
            cost: bill.cost,
            set_aside: checkpoint
                .set_aside
                .iter()
                .map(|aside| (aside.seq, aside.reason))
                .collect(),
            broke: checkpoint.broke,
            stubs,
            recalled: Vec::new(),
        });
        self.look_up(index, entry);
    }

    /// Tokens of the system, the tools, and the first messages of the request.
    fn same_tokens(&self, sources: &[Seq]) -> u64 {
        let history = self.projector.history();
        // What was put in for a call names the record of the call: a record counts once.
        let once: std::collections::HashSet<&Seq> = sources.iter().collect();
        let carried = |seq: &Seq| {
            history
                .at(*seq)
                .map_or(0, |at| history.slots()[at].carried())
        };
        history.fixed() + once.into_iter().map(carried).sum::<u64>()
    }

    fn stubs(&self) -> Vec<Seq> {
        let slots = self.projector.history().slots();
        let stubbed = slots
            .iter()
            .filter(|slot| slot.stub.is_some() && slot.seq.0 < COPIES_FROM);
        stubbed.map(|slot| slot.seq).collect()
    }

    /// Counts the uses of a record, and recalls what was not in view: each source by one more
    /// call, after which it is in view and carried like any other result.
    fn look_up(&mut self, index: usize, entry: &Entry) {
        let replay = self.replay;
        let mut wanted: Vec<usize> = Vec::new();
        for used in &replay.uses[index] {
            let sources: Vec<usize> = used.sources.iter().map(|&n| replay.holders[n]).collect();
            let supported = sources
                .iter()
                .any(|&source| self.in_view(source, &used.text));
            let count = match used.kind {
                UseKind::Line => &mut self.report.support_lines,
                UseKind::Edit => &mut self.report.support_edits,
            };
            count[1] += 1;
            count[0] += usize::from(supported);
            let (false, Some(&newest)) = (supported, sources.last()) else {
                continue;
            };
            if !wanted.contains(&newest) {
                wanted.push(newest);
            }
            self.report.missing.push(Missing {
                step: self.report.steps,
                seq: entry.seq,
                source: replay.entries[newest].seq,
                edit: used.kind == UseKind::Edit,
                line: used.text.lines().next().unwrap_or_default().to_owned(),
            });
        }
        for source in wanted {
            self.recall(source, entry);
        }
    }

    /// Whether `text` of a record is in the request: the record as it was, a copy of it, or what
    /// trimming left.
    fn in_view(&self, index: usize, text: &str) -> bool {
        let history = self.projector.history();
        let shows = |seq: Seq| {
            let slot = history.at(seq).map(|at| &history.slots()[at]);
            slot.is_some_and(|slot| match &slot.stub {
                None => true,
                Some(stub) => text_of(&stub.message).contains(text),
            })
        };
        let copies = self.copies.iter().filter(|(of, _)| *of == index);
        shows(self.replay.entries[index].seq) || copies.into_iter().any(|(_, copy)| shows(*copy))
    }

    /// One more call that shows a record again: the request as it was, and what is recalled.
    fn recall(&mut self, index: usize, entry: &Entry) {
        let source = &self.replay.entries[index];
        let Some(message) = source.message() else {
            return;
        };
        let (ask, answer) = copy(message, Seq(self.next_copy), entry);
        self.next_copy += 2;
        self.copies.push((index, answer.seq));
        self.projector.push(&ask);
        self.projector.push(&answer);
        let (projection, _) = self.projector.carry(Decision::default());
        let same = self.same_tokens(&projection.sources[..projection.cache_boundary]);
        // Whatever the recording says of its own calls, this one follows the last at once.
        let bill = self
            .cache
            .send(entry.t, projection.tokens.0, same, Some(false));
        let output = RECALL_OUTPUT as f64 * self.replay.options.settings.prices.output;
        self.report.recalls += 1;
        self.report.net_cost += bill.cost + output;
        if let Some(step) = self.report.series.last_mut() {
            step.recalled.push(source.seq);
        }
    }

    fn report(mut self, name: &str) -> PolicyReport {
        self.report.policy = name.to_owned();
        self.report.net_cost += self.report.cost;
        self.report
    }
}

/// The two records of a recall: the call and what it shows.
fn copy(message: &Message, seq: Seq, entry: &Entry) -> (Entry, Entry) {
    let call = CallId::new(format!("recall-{seq}"));
    let ask = Message::new(
        Role::Assistant,
        Origin::Model,
        vec![Part::ToolCall(ToolCall {
            id: call.clone(),
            name: "recall".to_owned(),
            args: RawJson::new("{}"),
            extra: None,
        })],
    );
    let text = text_of(message);
    let shown = ToolResult::text(call, text, false);
    let shown = Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(shown)]);
    let record = |seq: Seq, message: Message| Entry {
        seq,
        t: entry.t,
        body: Body::Message(MessageEntry {
            message: Arc::new(message),
            call: None,
        }),
    };
    (record(seq, ask), record(Seq(seq.0 + 1), shown))
}
