//! Session files of pi: one record a line, a tree by `id` and `parentId`. The branch that is taken
//! is the one to the last record; the others are counted. Older files have no ids and are linear.

use std::collections::HashMap;

use ibid_model::{
    Body, Message, MessageEntry, Millis, ModelCall, Opaque, Origin, Part, RawJson, Reasoning, Role,
    Seq, Setting, Stop, Tokens, Usage,
};

use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::parts;
use super::time::moment;
use super::tree::Tree;
use crate::json::{Json, Object, quoted};

/// The newest version of the format that is known.
const VERSION: u64 = 3;

/// The dialect's name in blocks that are kept as they are.
const DIALECT: &str = "pi";

/// Reads a session file of pi.
#[derive(Default)]
pub(super) struct Pi {
    nodes: Vec<Node>,
    /// Records so far, the header included: old compactions name the first kept one by number.
    records: u64,
}

struct Node {
    id: Option<String>,
    parent: Option<String>,
    /// Its number among the records of the file.
    record: u64,
    t: Option<Millis>,
    item: Item,
}

enum Item {
    Body(Body),
    Compaction {
        summary: String,
        first_kept: Kept,
        tokens_before: Option<Tokens>,
    },
    /// A record that holds nothing for the log, but may have children.
    Nothing,
}

enum Kept {
    Id(String),
    Record(u64),
    NotSaid,
}

impl Reader for Pi {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        let Some(kind) = record.text("type") else {
            return false;
        };
        let number = self.records;
        self.records += 1;
        let t = record.get("timestamp").and_then(moment);
        let mut known = true;
        let item = match kind.as_str() {
            "session" => {
                header(record, t, log);
                return true;
            }
            "message" => match record.object("message") {
                Some(message) => read_message(&message, log),
                None => return false,
            },
            "custom_message" => injected(content(record, log)),
            "branch_summary" => injected(record.text("summary").map(Part::text)),
            "compaction" => compaction(record),
            "model_change" => setting("model", record.text("modelId")),
            "thinking_level_change" => setting("thinking", record.text("thinkingLevel")),
            "custom" | "label" | "session_info" => {
                log.skip(format!("{kind} records"));
                Item::Nothing
            }
            _ => {
                known = false;
                Item::Nothing
            }
        };
        let id = record.text("id");
        if !known && id.is_none() {
            return false;
        }
        if !known {
            log.skip(format!("unknown record {kind:?}"));
        }
        self.nodes.push(Node {
            id,
            parent: record.text("parentId"),
            record: number,
            t,
            item,
        });
        true
    }

    fn finish(self: Box<Self>, log: &mut Log) {
        let on_path = branch(&self.nodes, log);
        let mut seq_of_id = HashMap::new();
        let mut seq_of_record = HashMap::new();
        for (node, on_path) in self.nodes.into_iter().zip(on_path) {
            if !on_path {
                log.skip("records of other branches");
                continue;
            }
            // A record without anything for the log stands for the next one that has something.
            seq_of_record.insert(node.record, log.next());
            if let Some(id) = node.id {
                seq_of_id.insert(id, log.next());
            }
            match node.item {
                Item::Body(body) => {
                    log.push(node.t, body);
                }
                Item::Compaction {
                    summary,
                    first_kept,
                    tokens_before,
                } => {
                    let kept: Option<Seq> = match first_kept {
                        Kept::Id(id) => seq_of_id.get(&id).copied(),
                        Kept::Record(number) => seq_of_record.get(&number).copied(),
                        Kept::NotSaid => None,
                    };
                    log.compaction(node.t, Some(summary), kept, tokens_before);
                }
                Item::Nothing => {}
            }
        }
    }
}

/// Which nodes stand on the branch to the last one. Files without ids have one branch.
fn branch(nodes: &[Node], log: &mut Log) -> Vec<bool> {
    let links = nodes
        .iter()
        .map(|node| (node.id.as_deref(), node.parent.as_deref()));
    let tree = Tree::new(links);
    let marked = tree.last_branch();
    tree.warn_of_missing(&marked, log);
    marked
}

fn header(record: &Object<'_>, t: Option<Millis>, log: &mut Log) {
    let version = record.count("version").unwrap_or(1);
    if version > VERSION {
        log.warn(format!(
            "version {version} of the format; {VERSION} is the newest that is known"
        ));
    }
    if log.len() > 0 {
        log.skip("session headers after the first");
        return;
    }
    let id = record.text("id").unwrap_or_default();
    log.head(
        t,
        SessionHead {
            id: &id,
            version: format!("pi, format {version}"),
            cwd: record.text("cwd").unwrap_or_default(),
            checkout: None,
        },
    );
    // The model stands in every answer too; without a record for it here, the records of a linear
    // file are numbered as its lines are.
}

fn setting(key: &str, value: Option<String>) -> Item {
    match value {
        Some(value) => Item::Body(Body::Setting(Setting {
            key: key.to_owned(),
            value,
        })),
        None => Item::Nothing,
    }
}

fn compaction(record: &Object<'_>) -> Item {
    let first_kept = match (
        record.text("firstKeptEntryId"),
        record.count("firstKeptEntryIndex"),
    ) {
        (Some(id), _) => Kept::Id(id),
        (None, Some(number)) => Kept::Record(number),
        (None, None) => Kept::NotSaid,
    };
    Item::Compaction {
        summary: record.text("summary").unwrap_or_default(),
        first_kept,
        tokens_before: record.count("tokensBefore").map(Tokens),
    }
}

fn injected(parts: impl IntoIterator<Item = Part>) -> Item {
    let parts = parts.into_iter().collect();
    message(Message::new(Role::User, Origin::Injected, parts), None)
}

fn message(message: Message, call: Option<ModelCall>) -> Item {
    Item::Body(Body::Message(MessageEntry {
        message: message.into(),
        call,
    }))
}

fn read_message(source: &Object<'_>, log: &mut Log) -> Item {
    match source.text("role").as_deref() {
        Some("user") => {
            let parts = content(source, log);
            message(Message::new(Role::User, Origin::Wire, parts), None)
        }
        Some("assistant") => {
            let parts = content(source, log);
            let reply = Message::new(Role::Assistant, Origin::Model, parts);
            message(reply, Some(model_call(source)))
        }
        Some("toolResult") => {
            if source.some("details").is_some() {
                log.skip("details of results, which are not sent");
            }
            let call = source.text("toolCallId").unwrap_or_default();
            let content = content(source, log);
            message(
                parts::result(&call, content, source.is_true("isError")),
                None,
            )
        }
        Some("bashExecution") if source.is_true("excludeFromContext") => {
            log.skip("commands of the user that are not sent");
            Item::Nothing
        }
        Some("bashExecution") => injected([Part::text(user_command(source))]),
        Some("branchSummary") => injected(source.text("summary").map(Part::text)),
        Some("custom" | "hookMessage") => injected(content(source, log)),
        Some("compactionSummary") => Item::Compaction {
            summary: source.text("summary").unwrap_or_default(),
            first_kept: Kept::NotSaid,
            tokens_before: source.count("tokensBefore").map(Tokens),
        },
        role => {
            log.skip(format!("messages of role {:?}", role.unwrap_or_default()));
            Item::Nothing
        }
    }
}

/// A command that the user ran beside the agent, as text of the history.
fn user_command(source: &Object<'_>) -> String {
    let command = source.text("command").unwrap_or_default();
    let output = source.text("output").unwrap_or_default();
    let mut text = format!("$ {command}\n{output}");
    match source.get("exitCode").and_then(Json::number) {
        Some(exit) if exit != 0.0 => text.push_str(&format!("\n[exit status {exit}]")),
        _ => {}
    }
    text
}

fn model_call(source: &Object<'_>) -> ModelCall {
    let stop = match source.text("stopReason").as_deref() {
        Some("stop") => Stop::End,
        Some("toolUse") => Stop::ToolUse,
        Some("length") => Stop::Length,
        Some("aborted") => Stop::Interrupted,
        Some("error") => Stop::Failed,
        _ => Stop::Other,
    };
    ModelCall {
        model: source.text("model").unwrap_or_default(),
        usage: source.object("usage").map(|usage| read_usage(&usage)),
        stop,
    }
}

fn read_usage(usage: &Object<'_>) -> Usage {
    let tokens = |key| Tokens(usage.count(key).unwrap_or(0));
    let long = tokens("cacheWrite1h");
    Usage {
        input: tokens("input"),
        cache_read: tokens("cacheRead"),
        cache_write: tokens("cacheWrite").less(long),
        cache_write_long: long,
        output: tokens("output"),
    }
}

fn content(source: &Object<'_>, log: &mut Log) -> Vec<Part> {
    let api = source.text("api").unwrap_or_default();
    let Some(content) = source.get("content") else {
        return Vec::new();
    };
    if let Some(text) = content.text() {
        return vec![Part::text(text)];
    }
    let blocks = content.array().unwrap_or_default();
    blocks
        .into_iter()
        .map(|block| read_block(block, &api, log))
        .collect()
}

fn read_block(raw: Json<'_>, api: &str, log: &mut Log) -> Part {
    let read = |block: &Object<'_>| match block.text("type")?.as_str() {
        "text" => Some(Part::text(block.text("text")?)),
        "thinking" => Some(Part::Reasoning(reasoning(raw, block, api))),
        "toolCall" => Some(parts::call(
            &block.text("id")?,
            block.text("name")?,
            block.get("arguments")?.raw(),
        )),
        "image" => Some(parts::image(block.text("mimeType")?, block.text("data")?)),
        _ => None,
    };
    raw.object()
        .and_then(|block| read(&block))
        .unwrap_or_else(|| {
            log.skip("blocks that are not understood, kept as they are");
            parts::opaque(DIALECT, raw)
        })
}

/// Thinking, as the provider's own block where pi keeps enough to make it again.
fn reasoning(raw: Json<'_>, block: &Object<'_>, api: &str) -> Reasoning {
    let text = block.text("thinking").unwrap_or_default();
    let signature = block
        .text("thinkingSignature")
        .filter(|text| !text.is_empty());
    let signed = signature.map(|signature| {
        let (dialect, block) = match api {
            "anthropic-messages" if block.is_true("redacted") => (
                "anthropic",
                format!(
                    r#"{{"type":"redacted_thinking","data":{}}}"#,
                    quoted(&signature)
                ),
            ),
            "anthropic-messages" => (
                "anthropic",
                format!(
                    r#"{{"type":"thinking","thinking":{},"signature":{}}}"#,
                    quoted(&text),
                    quoted(&signature)
                ),
            ),
            "openai-responses" if Object::parse(&signature).is_some() => {
                ("openai_responses", signature)
            }
            _ => (DIALECT, raw.raw().to_owned()),
        };
        Opaque {
            dialect: dialect.to_owned(),
            raw: RawJson::new(block),
        }
    });
    Reasoning { text, signed }
}
