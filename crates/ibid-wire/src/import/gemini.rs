//! Session files of Gemini CLI: a header, records of messages that are written again whenever they
//! grow (the last one of an id counts), and patches. Older files are one JSON value.

use std::collections::{HashMap, HashSet};

use ibid_model::{Message, Millis, ModelCall, Origin, Part, Reasoning, Role, Stop, Tokens, Usage};

use super::content::{Contents, with_blocks};
use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::time::moment;
use crate::json::{Json, Object};

/// Reads a session file of Gemini CLI.
#[derive(Default)]
pub(super) struct Gemini {
    /// The text of each message, in the order in which their ids came.
    records: Vec<(String, String)>,
    places: HashMap<String, usize>,
}

impl Reader for Gemini {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        if let Some(patch) = record.object("$set") {
            if let Some(messages) = patch.array("messages") {
                self.records.clear();
                self.places.clear();
                self.put_all(messages, log);
            }
            return true;
        }
        if let Some(id) = record.text("$rewindTo") {
            self.rewind(&id, log);
            return true;
        }
        if record.has("sessionId") && (record.has("startTime") || record.has("messages")) {
            let id = record.text("sessionId").unwrap_or_default();
            let t = record.get("startTime").and_then(moment);
            let version = "Gemini CLI".to_owned();
            let head = SessionHead {
                id: &id,
                version,
                ..SessionHead::default()
            };
            if log.len() == 0 {
                log.head(t, head);
            }
            self.put_all(record.array("messages").unwrap_or_default(), log);
            return true;
        }
        let known = record.has("id") && record.has("timestamp") && record.has("type");
        match record.value().filter(|_| known) {
            Some(value) => self.put(value, log),
            None => false,
        }
    }

    fn finish(self: Box<Self>, log: &mut Log) {
        let texts: Vec<String> = self.records.into_iter().map(|(_, text)| text).collect();
        let records: Vec<Object<'_>> = texts
            .iter()
            .filter_map(|text| Object::parse(text))
            .collect();
        // Results that stand in a record of their own are not taken from their call as well.
        let mut answered = HashSet::new();
        for record in records.iter().filter(|record| record.is("type", "user")) {
            for block in record.array("content").unwrap_or_default() {
                let response = block.object().and_then(|b| b.object("functionResponse"));
                answered.extend(response.and_then(|response| response.text("id")));
            }
        }
        let mut contents = Contents::default();
        for record in &records {
            write(record, &answered, &mut contents, log);
        }
    }
}

impl Gemini {
    fn put_all(&mut self, messages: Vec<Json<'_>>, log: &mut Log) {
        for message in messages {
            if !self.put(message, log) {
                log.skip("messages without an id");
            }
        }
    }

    fn put(&mut self, value: Json<'_>, log: &mut Log) -> bool {
        let Some(id) = value.object().and_then(|object| object.text("id")) else {
            return false;
        };
        let text = value.raw().to_owned();
        match self.places.get(&id) {
            Some(at) => {
                self.records[*at].1 = text;
                log.skip("records that were written again");
            }
            None => {
                self.places.insert(id.clone(), self.records.len());
                self.records.push((id, text));
            }
        }
        true
    }

    /// The user went back: the message of this id and all after it are gone.
    fn rewind(&mut self, id: &str, log: &mut Log) {
        let Some(at) = self.places.get(id).copied() else {
            log.warn("went back to a message that is not there");
            return;
        };
        for (id, _) in self.records.drain(at..) {
            self.places.remove(&id);
            log.skip("messages that the user went back from");
        }
    }
}

fn write(record: &Object<'_>, answered: &HashSet<String>, contents: &mut Contents, log: &mut Log) {
    let t = record.get("timestamp").and_then(moment);
    match record.text("type").as_deref() {
        Some("user") => {
            let Some(content) = record.get("content") else {
                return;
            };
            for message in with_blocks(content, |blocks| contents.user(blocks)) {
                log.message(t, message, None);
            }
        }
        Some("gemini") => answer(record, t, answered, contents, log),
        kind => log.skip(format!(
            "{} records, which are only shown",
            kind.unwrap_or("other")
        )),
    }
}

fn answer(
    record: &Object<'_>,
    t: Option<Millis>,
    answered: &HashSet<String>,
    contents: &mut Contents,
    log: &mut Log,
) {
    let mut parts: Vec<Part> = record
        .array("thoughts")
        .unwrap_or_default()
        .into_iter()
        .filter_map(thought)
        .collect();
    if let Some(content) = record
        .some("content")
        .filter(|content| content.raw() != "\"\"")
    {
        parts.extend(with_blocks(content, |blocks| contents.model(blocks)));
    }
    let calls: Vec<Object<'_>> = record
        .array("toolCalls")
        .unwrap_or_default()
        .into_iter()
        .filter_map(Json::object)
        .collect();
    parts.extend(calls.iter().filter_map(|call| contents.call(call)));
    let call = ModelCall {
        model: record.text("model").unwrap_or_default(),
        usage: record.object("tokens").map(|tokens| read_usage(&tokens)),
        stop: if calls.is_empty() {
            Stop::End
        } else {
            Stop::ToolUse
        },
    };
    let message = Message::new(Role::Assistant, Origin::Model, parts);
    log.message(t, message, Some(call));
    for call in &calls {
        if call.some("resultDisplay").is_some() {
            log.skip("details of results, which are not sent");
        }
        if call.text("id").is_some_and(|id| answered.contains(&id)) {
            continue;
        }
        let t = call.get("timestamp").and_then(moment).or(t);
        for block in call.array("result").unwrap_or_default() {
            let response = block.object().and_then(|b| b.object("functionResponse"));
            if let Some(response) = response {
                log.message(t, contents.result(&response), None);
            }
        }
    }
}

fn thought(raw: Json<'_>) -> Option<Part> {
    let thought = raw.object()?;
    let subject = thought.text("subject").unwrap_or_default();
    let text = thought.text("description").unwrap_or_default();
    Some(Part::Reasoning(Reasoning {
        text: format!("{subject}\n{text}").trim().to_owned(),
        signed: None,
    }))
}

/// Usage as Gemini counts it: cached tokens are part of the input, thoughts not of the output.
fn read_usage(usage: &Object<'_>) -> Usage {
    let tokens = |key| Tokens(usage.count(key).unwrap_or(0));
    let cached = tokens("cached");
    Usage {
        input: tokens("input").less(cached) + tokens("tool"),
        cache_read: cached,
        output: tokens("output") + tokens("thoughts"),
        ..Usage::default()
    }
}
