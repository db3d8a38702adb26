//! The fold of a log into its record.

use std::collections::HashMap;
use std::sync::Arc;

use ibid_model::{
    Body, CallId, Checkout, Entry, Message, ModelCall, Origin, Output, Role, Seq, ToolResult,
};
use serde_json::Value;

use super::checks::{is_check, problems};
use super::requests::{Requests, text};
use super::{CheckLine, CheckOutcome, CheckoutLine, FileLine, FileNow, Record, SymbolLine};
use crate::constraints::{self, Turn};
use crate::facts::CallFacts;
use crate::tools::ToolKind;

/// Arguments of a search that say what is looked for.
const NAME_KEYS: [&str; 6] = ["symbol", "name", "pattern", "query", "regex", "search_term"];
/// Characters of a name, at most.
const NAME: usize = 80;

/// The record of a log. `now` says what is known of a file at this moment; it is asked once for
/// each file whose content was recorded.
pub fn build(entries: &[Entry], now: &dyn Fn(&str) -> FileNow) -> Record {
    let mut fold = Fold::default();
    for entry in entries {
        fold.push(entry);
    }
    fold.close(now)
}

#[derive(Default)]
struct Fold {
    requests: Requests,
    /// What constraints are looked for in: the messages that speak, in order.
    turns: Vec<(u64, Origin, String)>,
    calls: HashMap<CallId, Call>,
    files: Vec<FileLine>,
    by_path: HashMap<Arc<str>, usize>,
    runs: Vec<CheckLine>,
    /// The run that answers a call, for an output record that follows it.
    run_of: HashMap<CallId, usize>,
    symbols: Vec<SymbolLine>,
    by_name: HashMap<String, usize>,
    checkout: Option<CheckoutLine>,
    /// The newest message that changed a file.
    last_change: Option<Seq>,
    outputs: HashMap<CallId, Output>,
}

struct Call {
    facts: CallFacts,
    name: Option<String>,
    /// The message that answered it.
    answered: Option<Seq>,
}

impl Fold {
    fn push(&mut self, entry: &Entry) {
        match &entry.body {
            Body::Session(head) => self.checkout(entry.seq, head.checkout.as_ref()),
            Body::Checkout(checkout) => self.checkout(entry.seq, Some(checkout)),
            Body::Message(record) => self.message(entry.seq, &record.message, record.call.as_ref()),
            Body::Output(output) => self.output(output),
            _ => {}
        }
    }

    fn checkout(&mut self, seq: Seq, checkout: Option<&Checkout>) {
        if let Some(checkout) = checkout {
            self.checkout = Some(CheckoutLine {
                checkout: checkout.clone(),
                seq,
            });
        }
    }

    fn message(&mut self, seq: Seq, message: &Message, call: Option<&ModelCall>) {
        self.requests.message(seq.0, message, call);
        match message.role {
            Role::User | Role::Assistant => {
                let text = text(message);
                if !text.is_empty() {
                    self.turns.push((seq.0, message.origin, text));
                }
            }
            Role::System | Role::Tool => {}
        }
        for call in message.calls() {
            let facts = CallFacts::of(call);
            let name = (facts.kind == ToolKind::Search)
                .then(|| looked_for(call.args.as_str()))
                .flatten();
            self.calls.insert(
                call.id.clone(),
                Call {
                    facts,
                    name,
                    answered: None,
                },
            );
        }
        if let Some(result) = message.result() {
            self.result(seq, result);
        }
    }

    fn result(&mut self, seq: Seq, result: &ToolResult) {
        let Some(call) = self.calls.get_mut(&result.call) else {
            return;
        };
        call.answered = Some(seq);
        if let Some(command) = call
            .facts
            .command
            .clone()
            .filter(|command| is_check(command))
        {
            self.run(seq, &command, result);
            return;
        }
        if result.error {
            return;
        }
        let Some(call) = self.calls.get(&result.call) else {
            return;
        };
        let kind = call.facts.kind;
        let paths: Vec<Arc<str>> = call
            .facts
            .files
            .iter()
            .map(|file| Arc::clone(&file.path))
            .collect();
        let name = call.name.clone();
        if let (ToolKind::Read | ToolKind::Edit | ToolKind::Write, false) = (kind, paths.is_empty())
        {
            for path in paths {
                self.file(seq, path, kind);
            }
        }
        if let Some(name) = name {
            let at = *self.by_name.entry(name.clone()).or_insert_with(|| {
                self.symbols.push(SymbolLine { name, seq });
                self.symbols.len() - 1
            });
            self.symbols[at].seq = seq;
        }
    }

    fn file(&mut self, seq: Seq, path: Arc<str>, kind: ToolKind) {
        let at = *self.by_path.entry(Arc::clone(&path)).or_insert_with(|| {
            self.files.push(FileLine {
                path: path.to_string(),
                read: None,
                changed: None,
                blob: None,
                changed_since: None,
            });
            self.files.len() - 1
        });
        let line = &mut self.files[at];
        if kind == ToolKind::Read {
            line.read = Some(seq);
        } else {
            line.changed = Some(seq);
            // What was recorded of it before is of another content.
            line.blob = None;
            self.last_change = Some(seq);
        }
    }

    fn run(&mut self, seq: Seq, command: &str, result: &ToolResult) {
        let problems = problems(result.texts());
        let output = self.outputs.get(&result.call);
        let exit = output.and_then(|output| output.exit);
        let outcome = match (exit, result.error) {
            (Some(0), false) => CheckOutcome::Passed,
            (Some(0), true) | (Some(_), _) | (None, true) => CheckOutcome::Failed,
            (None, false) if problems.is_empty() => CheckOutcome::Passed,
            (None, false) => CheckOutcome::Unknown,
        };
        self.run_of.insert(result.call.clone(), self.runs.len());
        self.runs.push(CheckLine {
            command: command.to_owned(),
            outcome,
            exit,
            problems,
            id: output.map(|output| output.id.clone()),
            stale: false,
            seq,
        });
    }

    /// What was kept of an output: recorded before or after the message that shows it.
    fn output(&mut self, output: &Output) {
        for mark in &output.files {
            let named = self.calls.get(&output.call).map(|call| &call.facts.files);
            // The call may name the file by a longer path than the record does.
            let path = named
                .into_iter()
                .flatten()
                .map(|file| &file.path)
                .find(|path| path.ends_with(mark.path.as_str()));
            let path = path.cloned().unwrap_or_else(|| mark.path.as_str().into());
            let kind = self
                .calls
                .get(&output.call)
                .map_or(ToolKind::Read, |call| call.facts.kind);
            if let Some(&at) = self.by_path.get(&path) {
                self.files[at].blob = Some(mark.blob.clone());
            } else if let Some(seq) = self.calls.get(&output.call).and_then(|call| call.answered) {
                self.file(seq, Arc::clone(&path), kind);
                if let Some(&at) = self.by_path.get(&path) {
                    self.files[at].blob = Some(mark.blob.clone());
                }
            }
        }
        if let Some(run) = self
            .run_of
            .get(&output.call)
            .and_then(|&at| self.runs.get_mut(at))
        {
            run.id = Some(output.id.clone());
            if let Some(exit) = output.exit {
                run.exit = Some(exit);
                run.outcome = if exit == 0 {
                    CheckOutcome::Passed
                } else {
                    CheckOutcome::Failed
                };
            }
        }
        self.outputs.insert(output.call.clone(), output.clone());
    }

    fn close(mut self, now: &dyn Fn(&str) -> FileNow) -> Record {
        for file in &mut self.files {
            file.changed_since = match (&file.blob, file.blob.as_ref().map(|_| now(&file.path))) {
                (Some(then), Some(FileNow::Blob(now))) => Some(*then != now),
                (Some(_), Some(FileNow::Gone)) => Some(true),
                _ => None,
            };
        }
        let turns: Vec<Turn<'_>> = self
            .turns
            .iter()
            .map(|(number, origin, text)| Turn {
                number: *number,
                origin: *origin,
                text,
            })
            .collect();
        let found = constraints::find(&turns);
        Record {
            constraints: found.constraints,
            pending_approval: found.pending_approval,
            commands: latest(self.runs, self.last_change),
            requests: self.requests.close(),
            files: self.files,
            symbols: self.symbols,
            checkout: self.checkout,
        }
    }
}

/// The latest run of each command, the last that passed and the last that failed.
fn latest(mut runs: Vec<CheckLine>, last_change: Option<Seq>) -> Vec<CheckLine> {
    let mut newest: HashMap<&str, usize> = HashMap::new();
    for (at, run) in runs.iter().enumerate() {
        newest.insert(&run.command, at);
    }
    let last = |outcome| runs.iter().rposition(|run| run.outcome == outcome);
    let mut kept: Vec<usize> = newest.into_values().collect();
    kept.extend(last(CheckOutcome::Passed));
    kept.extend(last(CheckOutcome::Failed));
    kept.sort_unstable();
    kept.dedup();
    let mut at = 0;
    runs.retain_mut(|run| {
        run.stale = last_change.is_some_and(|change| change > run.seq);
        at += 1;
        kept.binary_search(&(at - 1)).is_ok()
    });
    runs
}

/// The name that a search looks for, when it is one.
fn looked_for(args: &str) -> Option<String> {
    let args: Value = serde_json::from_str(args).ok()?;
    let pattern = NAME_KEYS
        .iter()
        .find_map(|key| args.get(key))
        .and_then(Value::as_str)?;
    let name = pattern
        .trim()
        .trim_start_matches("\\b")
        .trim_end_matches("\\b");
    let name = [
        "fn ",
        "def ",
        "class ",
        "struct ",
        "func ",
        "function ",
        "interface ",
        "type ",
        "enum ",
    ]
    .iter()
    .find_map(|word| name.strip_prefix(word))
    .unwrap_or(name)
    .trim_end_matches(['(', '\\']);
    let is_name = !name.is_empty()
        && name.len() <= NAME
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'))
        && name.chars().any(char::is_alphabetic);
    is_name.then(|| name.to_owned())
}
