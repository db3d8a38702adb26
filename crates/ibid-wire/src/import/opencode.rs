//! Sessions of opencode. They stand in a SQLite database; reading it is for the caller, who hands
//! its rows in.

use std::collections::HashMap;

use ibid_model::{Message, Millis, ModelCall, Origin, Part, Reasoning, Role, Stop, Tokens, Usage};

use super::log::{Log, SessionHead};
use super::parts;
use super::time::moment;
use super::{Format, ImportError, Imported};
use crate::json::{Json, Object};
use crate::openai_chat::split_url;

/// Blocks that are kept as they are stand under this name.
const DIALECT: &str = "opencode";

/// A row of the table `session`. Sessions with a `parent_id` are subagents' and are of no concern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionRow {
    /// Column `id`.
    pub id: String,
    /// Column `directory`.
    pub directory: String,
    /// Column `version`.
    pub version: String,
    /// Column `time_created`, in milliseconds since 1970.
    pub time_created: i64,
}

/// A row of the table `message` whose `session_id` is the session's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageRow {
    /// Column `id`.
    pub id: String,
    /// Column `time_created`, in milliseconds since 1970.
    pub time_created: i64,
    /// Column `data`: JSON.
    pub data: String,
}

/// A row of the table `part` whose `session_id` is the session's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartRow {
    /// Column `id`.
    pub id: String,
    /// Column `message_id`.
    pub message_id: String,
    /// Column `data`: JSON.
    pub data: String,
}

/// Makes records of a session's rows, which may come in any order. Warnings name messages by their
/// number, from 1 on, where other formats name lines.
pub fn import_opencode(
    session: &SessionRow,
    messages: &[MessageRow],
    parts: &[PartRow],
) -> Result<Imported, ImportError> {
    let mut log = Log::default();
    log.head(
        Some(Millis(session.time_created)),
        SessionHead {
            id: &session.id,
            version: format!("opencode {}", session.version),
            cwd: session.directory.clone(),
            checkout: None,
        },
    );
    log.recognise();
    let mut by_message: HashMap<&str, Vec<&PartRow>> = HashMap::new();
    for part in parts {
        by_message.entry(&part.message_id).or_default().push(part);
    }
    let mut messages: Vec<&MessageRow> = messages.iter().collect();
    messages.sort_by_key(|row| (row.time_created, &row.id));
    for row in messages {
        log.line += 1;
        let mut rows = by_message.remove(row.id.as_str()).unwrap_or_default();
        // Ids of parts are made to sort by the time they were made.
        rows.sort_by_key(|part| &part.id);
        let Some(data) = Object::parse(&row.data) else {
            log.warn(format!("message {} is not JSON, left out", row.id));
            log.skip("messages that are not JSON");
            continue;
        };
        let parts: Vec<Json<'_>> = rows
            .iter()
            .filter_map(|part| read_row(part, &mut log))
            .collect();
        let t = Some(Millis(row.time_created));
        match data.text("role").as_deref() {
            Some("user") => user(&parts, t, &mut log),
            Some("assistant") => assistant(&data, &parts, t, &mut log),
            role => log.skip(format!("messages of role {:?}", role.unwrap_or_default())),
        }
    }
    for rest in by_message.into_values() {
        for _ in rest {
            log.skip("parts of messages that are not there");
        }
    }
    log.finish(Format::Opencode)
}

fn read_row<'a>(part: &'a PartRow, log: &mut Log) -> Option<Json<'a>> {
    let value = Json::parse(&part.data)
        .ok()
        .filter(|value| value.is_object());
    if value.is_none() {
        log.warn(format!("part {} is not JSON, left out", part.id));
        log.skip("parts that are not JSON");
    }
    value
}

fn user(parts: &[Json<'_>], t: Option<Millis>, log: &mut Log) {
    let mut messages: Vec<Message> = Vec::new();
    for raw in parts {
        let block = raw.object().unwrap_or_default();
        let kind = block.text("type").unwrap_or_default();
        let part = match kind.as_str() {
            "text" if block.is_true("ignored") => {
                log.skip("texts that are only shown");
                continue;
            }
            "text" => block.text("text").map(Part::text),
            "file" => file(&block),
            // The summary that follows tells of the compaction.
            "compaction" => continue,
            "agent" | "subtask" | "snapshot" | "patch" => {
                log.skip(format!("{kind} parts"));
                continue;
            }
            _ => None,
        };
        let part = part.unwrap_or_else(|| parts::opaque(DIALECT, *raw));
        let origin = match (&part, block.is_true("synthetic")) {
            (_, true) => Origin::Injected,
            (Part::Image(_), _) => Origin::Attached,
            _ => Origin::Wire,
        };
        match messages.last_mut() {
            Some(last) if last.origin == origin => last.parts.push(part),
            _ => messages.push(Message::new(Role::User, origin, vec![part])),
        }
    }
    for (at, mut message) in messages.into_iter().enumerate() {
        message.join = at > 0;
        log.message(t, message, None);
    }
}

/// A file that was attached: a picture is sent as one, others are kept as they are.
fn file(block: &Object<'_>) -> Option<Part> {
    let mime = block.text("mime")?;
    if !mime.starts_with("image/") {
        return None;
    }
    let (_, source) = split_url(block.text("url")?);
    Some(Part::Image(ibid_model::Image {
        media_type: mime,
        source,
        width: None,
        height: None,
        extra: None,
    }))
}

/// An answer is one call, or in older versions several, each ended by a `step-finish`.
fn assistant(data: &Object<'_>, parts: &[Json<'_>], t: Option<Millis>, log: &mut Log) {
    if data.is_true("summary") {
        let texts: Vec<String> = parts
            .iter()
            .filter_map(|part| part.object().filter(|block| block.is("type", "text")))
            .filter_map(|block| block.text("text"))
            .collect();
        let before = log.last_prompt();
        log.compaction(t, Some(texts.join("\n")), None, before);
        log.skip("usage of calls that are not in the history");
        return;
    }
    let mut step = Step::default();
    let mut steps = 0;
    let mut t = t;
    for raw in parts {
        let block = raw.object().unwrap_or_default();
        let kind = block.text("type").unwrap_or_default();
        match kind.as_str() {
            "text" => step.parts.extend(block.text("text").map(Part::text)),
            "reasoning" => step.parts.push(Part::Reasoning(Reasoning {
                text: block.text("text").unwrap_or_default(),
                signed: None,
            })),
            "tool" => step.tool(&block, log),
            "step-finish" => {
                step.usage = block.object("tokens").map(|tokens| read_usage(&tokens));
                step.reason = block.text("reason");
                t = std::mem::take(&mut step).write(data, t, log);
                steps += 1;
            }
            "step-start" => {}
            "snapshot" | "patch" | "retry" => log.skip(format!("{kind} parts")),
            _ => {
                log.skip("blocks that are not understood, kept as they are");
                step.parts.push(parts::opaque(DIALECT, *raw));
            }
        }
    }
    if steps == 0 || !step.parts.is_empty() {
        // It was cut off, or the version does not mark steps: the message's own usage is all there is.
        let tokens = data.object("tokens").filter(|_| steps == 0);
        step.usage = tokens.map(|tokens| read_usage(&tokens));
        step.reason = data.text("finish");
        step.write(data, t, log);
    }
}

/// One call: what the model wrote, and the results of its tools.
#[derive(Default)]
struct Step {
    parts: Vec<Part>,
    results: Vec<(Option<Millis>, Message)>,
    usage: Option<Usage>,
    reason: Option<String>,
}

impl Step {
    fn tool(&mut self, block: &Object<'_>, log: &mut Log) {
        let id = block.text("callID").unwrap_or_default();
        let name = block.text("tool").unwrap_or_default();
        let state = block.object("state").unwrap_or_default();
        let args = state.get("input").map_or("{}", Json::raw);
        self.parts.push(parts::call(&id, name, args));
        let time = state.object("time").unwrap_or_default();
        if time.some("compacted").is_some() {
            log.skip("results that opencode cleared later, kept whole here");
        }
        let (text, error) = match state.text("status").as_deref() {
            Some("completed") => (state.text("output"), false),
            Some("error") => (state.text("error"), true),
            // It still ran when the session ended.
            _ => return,
        };
        let mut content: Vec<Part> = text.map(Part::text).into_iter().collect();
        for raw in state.array("attachments").unwrap_or_default() {
            let part = raw.object().and_then(|block| file(&block));
            content.push(part.unwrap_or_else(|| parts::opaque(DIALECT, raw)));
        }
        let t = time.get("end").and_then(moment);
        self.results.push((t, parts::result(&id, content, error)));
    }

    /// Puts the call into the log, and gives the time when its last tool was done.
    fn write(self, data: &Object<'_>, t: Option<Millis>, log: &mut Log) -> Option<Millis> {
        let error = data.object("error").and_then(|error| error.text("name"));
        let stop = match (error.as_deref(), self.reason.as_deref()) {
            (Some("MessageAbortedError"), _) => Stop::Interrupted,
            (Some(_), _) => Stop::Failed,
            (None, Some("stop")) => Stop::End,
            (None, Some("tool-calls")) => Stop::ToolUse,
            (None, Some("length")) => Stop::Length,
            (None, None) => Stop::Interrupted,
            _ => Stop::Other,
        };
        let call = ModelCall {
            model: data.text("modelID").unwrap_or_default(),
            usage: self.usage,
            stop,
        };
        let message = Message::new(Role::Assistant, Origin::Model, self.parts);
        log.message(t, message, Some(call));
        let mut last = t;
        for (ended, result) in self.results {
            log.message(ended.or(t), result, None);
            last = last.max(ended);
        }
        last
    }
}

/// Usage as opencode keeps it: the cache's tokens stand beside the input; newer versions take the
/// reasoning out of the output and tell a total.
fn read_usage(usage: &Object<'_>) -> Usage {
    let tokens = |key| Tokens(usage.count(key).unwrap_or(0));
    let cache = usage.object("cache").unwrap_or_default();
    let cached = |key| Tokens(cache.count(key).unwrap_or(0));
    let mut read = Usage {
        input: tokens("input"),
        cache_read: cached("read"),
        cache_write: cached("write"),
        cache_write_long: Tokens(0),
        output: tokens("output"),
    };
    if let Some(total) = usage.count("total").map(Tokens) {
        read.output = read.output.max(total.less(read.prompt()));
    }
    read
}
