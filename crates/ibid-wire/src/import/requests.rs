//! Request bodies as a session: one, or many in the order in which they were sent.
//!
//! Requests of one conversation repeat what was sent before. Each message enters the log once, when
//! a request first carries it, and every answer that stands in a later request is a call. A request
//! that does not go on from the one before it, because the harness rewrote or dropped something,
//! begins a new view: a compaction that keeps nothing, followed by that request's messages, and a
//! warning. Requests of other conversations in the same file (titles, subagents: other tools, other
//! beginnings) are counted; the conversation with the most requests is taken.
//!
//! The answer to the last request is in no request. Leading system messages are part of what every
//! request carries, and stand in [`Fixed`](super::Fixed) only.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ibid_model::{
    ImageSource, Message, MessageEntry, Millis, ModelCall, Part, RawJson, Role, Stop, Usage,
};

use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::time::moment;
use super::{Fixed, Format};
use crate::json::Object;
use crate::request::{Request, joined_text};
use crate::usage::{read_anthropic, read_chat, read_responses};
use crate::{anthropic, openai_chat, openai_responses};

/// Reads request bodies of a dialect.
pub(super) struct Requests {
    format: Format,
    threads: Vec<Thread>,
}

/// One conversation.
struct Thread {
    fixed: Fixed,
    model: String,
    /// What every request of it has in common: the tools.
    tools: u64,
    /// What the last request carried, each message by what it says.
    view: Vec<u64>,
    out: Vec<Out>,
    requests: u64,
    /// Usage of the last request, for the answer that the next one shows.
    usage: Option<Usage>,
}

enum Out {
    Message(Option<Millis>, Arc<Message>, Option<ModelCall>),
    View(Option<Millis>),
}

impl Requests {
    /// A reader of bodies in the dialect of this format.
    pub(super) fn new(format: Format) -> Self {
        Self {
            format,
            threads: Vec::new(),
        }
    }

    fn decode(&self, body: &str) -> Option<Request> {
        match self.format {
            Format::Anthropic => anthropic::decode(body).ok(),
            Format::OpenaiChat => openai_chat::decode(body).ok(),
            _ => openai_responses::decode(body).ok(),
        }
    }

    fn usage(&self, response: &Object<'_>) -> Option<Usage> {
        let usage = response.object("usage")?;
        Some(match self.format {
            Format::Anthropic => read_anthropic(&usage),
            Format::OpenaiChat => read_chat(&usage),
            _ => read_responses(&usage),
        })
    }
}

impl Reader for Requests {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        // A line may hold the body with things of its recorder around it.
        let wrapped = record.object("request").or_else(|| record.object("body"));
        let body = wrapped.as_ref().unwrap_or(record);
        let Some(request) = body.value().and_then(|body| self.decode(body.raw())) else {
            return false;
        };
        let t = ["timestamp", "time", "t"]
            .iter()
            .find_map(|key| record.get(key).and_then(moment));
        let usage = record
            .object("response")
            .and_then(|response| self.usage(&response));
        self.take(request, t, usage, log);
        true
    }

    fn finish(self: Box<Self>, log: &mut Log) {
        let main = (0..self.threads.len()).max_by_key(|at| {
            (
                self.threads[*at].requests,
                self.threads[*at].out.len(),
                usize::MAX - at,
            )
        });
        for (at, thread) in self.threads.into_iter().enumerate() {
            if Some(at) == main {
                thread.write(log);
            } else {
                for _ in 0..thread.requests {
                    log.skip("requests of other conversations");
                }
            }
        }
    }
}

impl Requests {
    fn take(&mut self, request: Request, t: Option<Millis>, usage: Option<Usage>, log: &mut Log) {
        let mut fixed = Fixed {
            system: request.head.system_texts(),
            tools: request.head.tools.clone().unwrap_or_default(),
        };
        let mut messages = request.messages;
        let leading = messages
            .iter()
            .take_while(|message| message.role == Role::System)
            .count();
        if self.format == Format::OpenaiChat {
            fixed
                .system
                .extend(messages.drain(..leading).map(|m| joined_text(&m)));
        }
        let tools = hash_of(&fixed.tools);
        let says: Vec<u64> = messages.iter().map(said).collect();
        let at = self.thread_of(tools, &says).unwrap_or_else(|| {
            self.threads.push(Thread {
                model: request.head.model().unwrap_or_default(),
                fixed,
                tools,
                view: Vec::new(),
                out: Vec::new(),
                requests: 0,
                usage: None,
            });
            self.threads.len() - 1
        });
        self.threads[at].add(messages, says, t, log);
        self.threads[at].usage = usage;
    }

    /// The conversation that a request belongs to: one that it goes on from, the longest first; or
    /// the last one with the same tools that it begins like, or that has any tools at all.
    fn thread_of(&self, tools: u64, says: &[u64]) -> Option<usize> {
        let same = |thread: &&(usize, &Thread)| thread.1.tools == tools;
        let threads: Vec<(usize, &Thread)> = self.threads.iter().enumerate().collect();
        let goes_on = threads
            .iter()
            .filter(same)
            .filter(|(_, thread)| says.starts_with(&thread.view))
            .max_by_key(|(_, thread)| thread.view.len());
        let begins_alike = || {
            threads
                .iter()
                .rfind(|(_, thread)| thread.tools == tools && thread.view.first() == says.first())
        };
        let compacted = || {
            threads
                .iter()
                .rfind(|(_, thread)| thread.tools == tools && !thread.fixed.tools.is_empty())
        };
        let found = goes_on.or_else(begins_alike).or_else(compacted)?;
        Some(found.0)
    }
}

impl Thread {
    /// Takes a request's messages into the log.
    fn add(&mut self, messages: Vec<Message>, says: Vec<u64>, t: Option<Millis>, log: &mut Log) {
        self.requests += 1;
        let alike = says
            .iter()
            .zip(&self.view)
            .take_while(|(new, old)| new == old)
            .count();
        let goes_on = alike == self.view.len();
        if goes_on && alike == says.len() {
            log.skip("requests that were sent again");
        }
        let new = if goes_on {
            messages.into_iter().skip(alike).collect::<Vec<_>>()
        } else {
            log.warn(format!(
                "this request does not go on from the one before it: message {} differs, a new view begins",
                alike + 1
            ));
            self.out.push(Out::View(t));
            messages
        };
        for (at, mut message) in new.into_iter().enumerate() {
            anthropic::strip_cache_marks(&mut message);
            // In a new view, what is alike and what an answer said before is history.
            let answered = message.role == Role::Assistant && (goes_on || at >= alike);
            let call = answered.then(|| ModelCall {
                model: self.model.clone(),
                usage: self.usage.take(),
                stop: if message.calls().next().is_some() {
                    Stop::ToolUse
                } else {
                    Stop::End
                },
            });
            self.out.push(Out::Message(t, Arc::new(message), call));
        }
        self.view = says;
    }

    fn write(self, log: &mut Log) {
        log.fixed = self.fixed;
        let first = self.out.iter().find_map(|out| match out {
            Out::Message(t, ..) | Out::View(t) => *t,
        });
        log.head(
            first,
            SessionHead {
                version: "request bodies".to_owned(),
                ..SessionHead::default()
            },
        );
        if !self.model.is_empty() {
            log.setting(first, "model", self.model);
        }
        if first.is_none() {
            log.warn_at(1, "no times are told: all records have the same");
        }
        for out in self.out {
            match out {
                Out::Message(t, message, call) => {
                    let entry = MessageEntry { message, call };
                    log.push(t, ibid_model::Body::Message(entry));
                }
                Out::View(t) => log.compaction(t, None, None, None),
            }
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What a message says, apart from how it is written: a string is as good as a block of text, cache
/// marks and the order of keys do not count.
fn said(message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    message.role.hash(&mut hasher);
    for part in &message.parts {
        say(part, &mut hasher);
    }
    hasher.finish()
}

fn say(part: &Part, hasher: &mut DefaultHasher) {
    match part {
        Part::Text(text) => ("text", &text.text).hash(hasher),
        Part::ToolCall(call) => {
            ("call", call.id.as_str(), &call.name, sorted(&call.args)).hash(hasher);
        }
        Part::ToolResult(result) => {
            ("result", result.call.as_str(), result.error).hash(hasher);
            for part in &result.content {
                say(part, hasher);
            }
        }
        Part::Reasoning(reasoning) => ("reasoning", &reasoning.text).hash(hasher),
        Part::Image(image) => match &image.source {
            ImageSource::Base64(text) | ImageSource::Url(text) | ImageSource::Kept(text) => {
                ("image", text).hash(hasher);
            }
        },
        Part::Opaque(opaque) => ("opaque", sorted(&opaque.raw)).hash(hasher),
    }
}

/// JSON with its keys in order and without cache marks; the text itself when it is not valid.
fn sorted(raw: &RawJson) -> String {
    let value = serde_json::from_str::<serde_json::Value>(raw.as_str());
    value.map_or_else(
        |_| raw.as_str().to_owned(),
        |mut value| {
            if let Some(object) = value.as_object_mut() {
                object.remove("cache_control");
            }
            value.to_string()
        },
    )
}

/// Whether a body of JSON with messages is Anthropic's: by fields that only it has.
pub(super) fn is_anthropic(body: &str) -> bool {
    const OWN: [&str; 6] = [
        "\"input_schema\"",
        "\"tool_use\"",
        "\"tool_result\"",
        "\"anthropic_version\"",
        "\"cache_control\"",
        "\"system\":",
    ];
    const OTHERS: [&str; 3] = ["\"tool_calls\"", "\"tool_call_id\"", "\"parameters\""];
    OWN.iter().any(|own| body.contains(own)) && !OTHERS.iter().any(|other| body.contains(other))
}
