//! One request taken apart: every message as the log has it and as the request carried it, and the
//! checkpoint that says why they differ.

use std::collections::HashMap;

use ibid_model::{Body, Checkpoint, Entry, Message, Millis, Part, Reason, Role, Seq, Tokens};
use serde::Serialize;

use crate::history::{History, is_step};
use crate::policy::{Decision, Policy};
use crate::project::{Projection, Projector};
use crate::settings::Settings;

/// The longest preview of a message, in characters.
const PREVIEW: usize = 160;

/// A request, in a list of all of them.
#[derive(Clone, Debug, Serialize)]
pub struct StepLine {
    /// Its number, from 1.
    pub step: usize,
    /// When it was answered.
    pub t: Millis,
    /// Messages in it.
    pub messages: usize,
    /// Tokens of it.
    pub tokens: Tokens,
    /// What was set aside for it and not before.
    pub set_aside: usize,
    /// Tokens that the provider counted, where it said.
    pub measured: Option<Tokens>,
    /// The checkpoint's reason to break the prefix, if it did.
    pub broke: Option<ibid_model::Break>,
}

/// One message, in the log and in the request.
#[derive(Clone, Debug, Serialize)]
pub struct MessageLine {
    /// The record; of a message that was put in, that of its call.
    pub entry: Seq,
    /// Who speaks.
    pub role: Role,
    /// Tokens as it stands in the log; `None` when it was put in.
    pub log_tokens: Option<u64>,
    /// Its first words in the log.
    pub log: Option<String>,
    /// Tokens as the request carries it; `None` when it does not.
    pub request_tokens: Option<u64>,
    /// Its first words in the request; `None` when they are those of the log.
    pub request: Option<String>,
    /// Why it was set aside.
    pub reason: Option<Reason>,
}

/// One request taken apart.
#[derive(Clone, Debug, Serialize)]
pub struct Inspected {
    /// Its number, from 1.
    pub step: usize,
    /// When it was answered.
    pub t: Millis,
    /// Its messages, oldest first.
    pub messages: Vec<MessageLine>,
    /// The checkpoint that was stored for it.
    pub checkpoint: Checkpoint,
    /// Tokens that the provider counted, where it said.
    pub measured: Option<Tokens>,
}

/// All requests of a session, in order.
pub fn steps(
    entries: &[Entry],
    history: History,
    policy: &'static Policy,
    settings: Settings,
) -> Vec<StepLine> {
    let mut lines = Vec::new();
    fold(entries, history, policy, settings, |step, entry, sent| {
        let (projection, checkpoint, _) = sent;
        lines.push(StepLine {
            step,
            t: entry.t,
            messages: projection.messages.len(),
            tokens: projection.tokens,
            set_aside: checkpoint.set_aside.len(),
            measured: measured(entry),
            broke: checkpoint.broke,
        });
        true
    });
    lines
}

/// Request `wanted` of a session; `None` when there are fewer.
pub fn step(
    entries: &[Entry],
    history: History,
    policy: &'static Policy,
    settings: Settings,
    wanted: usize,
) -> Option<Inspected> {
    let mut found = None;
    fold(entries, history, policy, settings, |step, entry, sent| {
        if step < wanted {
            return true;
        }
        let (projection, checkpoint, projector) = sent;
        found = Some(Inspected {
            step,
            t: entry.t,
            messages: message_lines(&projection, projector.history()),
            checkpoint,
            measured: measured(entry),
        });
        false
    });
    found
}

type Sent<'a> = (Projection, Checkpoint, &'a Projector);

/// Whether a log says what its requests carried: then that is shown, and nothing decided again.
pub fn has_checkpoints(entries: &[Entry]) -> bool {
    let is_one = |entry: &Entry| matches!(entry.body, Body::Checkpoint(_));
    entries.iter().any(is_one)
}

/// Stands for the policy of a request without a checkpoint, in a log that has some.
const NOT_RECORDED: &str = "(not recorded)";

/// Folds a session; `each` gets every request, and says whether to go on.
fn fold(
    entries: &[Entry],
    history: History,
    policy: &'static Policy,
    settings: Settings,
    mut each: impl FnMut(usize, &Entry, Sent<'_>) -> bool,
) {
    let recorded = has_checkpoints(entries);
    let mut last = None;
    let mut projector = Projector::new(history, policy, settings);
    let mut count = 0;
    for entry in entries {
        if let Body::Checkpoint(checkpoint) = &entry.body {
            last = Some(checkpoint);
        }
        if entry.call().is_some_and(is_step) {
            count += 1;
            let (projection, checkpoint) = if recorded {
                as_recorded(&mut projector, last.take())
            } else {
                projector.project(entry.t)
            };
            if !each(count, entry, (projection, checkpoint, &projector)) {
                return;
            }
        }
        projector.push(entry);
    }
}

/// The request that went out with this checkpoint, which is in force already.
fn as_recorded(projector: &mut Projector, stored: Option<&Checkpoint>) -> (Projection, Checkpoint) {
    let (mut projection, made) = projector.carry(Decision::default());
    let checkpoint = match stored {
        Some(stored) => stored.clone(),
        None => Checkpoint {
            policy: NOT_RECORDED.to_owned(),
            ..made
        },
    };
    projection.tokens = checkpoint.estimate;
    (projection, checkpoint)
}

fn measured(entry: &Entry) -> Option<Tokens> {
    let usage = entry.call().and_then(|call| call.usage)?;
    usage.is_priced().then(|| usage.prompt())
}

fn message_lines(projection: &Projection, history: &History) -> Vec<MessageLine> {
    let mut carried: HashMap<Seq, Vec<&Message>> = HashMap::new();
    let mut lines = Vec::new();
    for (message, seq) in projection.messages.iter().zip(&projection.sources) {
        carried.entry(*seq).or_default().push(message);
        lines.push((*seq, message));
    }
    let mut rows: Vec<MessageLine> = lines
        .into_iter()
        .map(|(seq, message)| {
            let slot = history.at(seq).map(|at| &history.slots()[at]);
            let own = slot.filter(|slot| slot.message.role == message.role);
            let same = own.is_some_and(|slot| slot.message == *message);
            MessageLine {
                entry: seq,
                role: message.role,
                log_tokens: own.map(|slot| slot.tokens),
                log: own.map(|slot| preview(&slot.message)),
                request_tokens: Some(match own {
                    Some(slot) => slot.carried(),
                    None => history.counter().message(message).0,
                }),
                request: (!same).then(|| preview(message)),
                reason: own
                    .and_then(|slot| slot.stub.as_ref())
                    .map(|stub| stub.reason),
            }
        })
        .collect();
    // What the log has and the request does not.
    for slot in history.slots().iter().filter(|slot| slot.expired) {
        rows.push(MessageLine {
            entry: slot.seq,
            role: slot.message.role,
            log_tokens: Some(slot.tokens),
            log: Some(preview(&slot.message)),
            request_tokens: None,
            request: None,
            reason: None,
        });
    }
    rows.sort_by_key(|row| row.entry);
    rows
}

/// The first words of a message, on one line.
fn preview(message: &Message) -> String {
    let mut line = String::new();
    for part in &message.parts {
        if line.len() > PREVIEW {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        preview_part(part, &mut line);
    }
    let cut = line.char_indices().nth(PREVIEW).map(|(at, _)| at);
    if let Some(cut) = cut {
        line.truncate(cut);
        line.push('\u{2026}');
    }
    line
}

fn preview_part(part: &Part, line: &mut String) {
    match part {
        Part::Text(text) => words(&text.text, line),
        Part::ToolCall(call) => {
            words(&call.name, line);
            line.push(' ');
            words(call.args.as_str(), line);
        }
        Part::ToolResult(result) => result
            .content
            .iter()
            .for_each(|part| preview_part(part, line)),
        Part::Reasoning(reasoning) => {
            line.push_str("(reasoning) ");
            words(&reasoning.text, line);
        }
        Part::Image(_) => line.push_str("(image)"),
        Part::Opaque(opaque) => {
            line.push_str("(block of ");
            words(&opaque.dialect, line);
            line.push(')');
        }
    }
}

/// Appends the first words of `text`, separated by single spaces, without control characters.
fn words(text: &str, line: &mut String) {
    let start = line.len();
    for word in text.split_whitespace() {
        if line.len() - start > PREVIEW {
            return;
        }
        if line.len() > start {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !c.is_control()).take(PREVIEW));
    }
}
