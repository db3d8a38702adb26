//! Session files of Claude Code: records that form a tree by `uuid` and `parentUuid`.
//!
//! The branch that is taken is the one to the last record. It is more than a path: an answer stands
//! in one record a block, and results of parallel calls hang on the block of their call, so that all
//! but one of them stand beside the path. All blocks of an answer and all results of its calls
//! belong to the branch. Sidechains are subagents; they are counted.

use std::collections::{HashMap, HashSet};

use ibid_model::{Message, Millis, ModelCall, Origin, Part, RawJson, Role, Stop, Tokens};

use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::time::moment;
use super::tree::Tree;
use crate::anthropic;
use crate::json::{Json, Object};
use crate::usage::read_anthropic;

/// Reads a session file of Claude Code.
#[derive(Default)]
pub(super) struct ClaudeCode {
    nodes: Vec<Node>,
    seen: HashSet<String>,
    has_head: bool,
    has_shape: bool,
}

struct Node {
    id: String,
    parent: Option<String>,
    t: Option<Millis>,
    item: Item,
}

enum Item {
    Messages(Vec<Message>),
    Answer(Answer),
    /// Where a history was compacted, the messages that were kept, and the size before.
    Boundary {
        kept: Option<String>,
        tokens_before: Option<Tokens>,
    },
    Summary(String),
    Nothing,
}

/// One record of an answer.
struct Answer {
    id: String,
    parts: Vec<Part>,
    call: ModelCall,
}

impl Reader for ClaudeCode {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        let Some(kind) = record.text("type") else {
            return false;
        };
        let Some(id) = record.text("uuid") else {
            return self.loose(&kind, record, log);
        };
        if record.object("message").is_some_and(|m| m.has("parts")) {
            // The same frame with another agent's messages.
            return false;
        }
        if record.is_true("isSidechain") {
            log.skip("records of subagents (sidechains)");
            return true;
        }
        if !self.seen.insert(id.clone()) {
            log.skip("records that stand twice");
            return true;
        }
        let t = record.get("timestamp").and_then(moment);
        self.head(record, t, log);
        let item = self.item(&kind, record, log);
        self.nodes.push(Node {
            id,
            parent: record
                .text("parentUuid")
                .or_else(|| record.text("logicalParentUuid")),
            t,
            item,
        });
        true
    }

    fn finish(self: Box<Self>, log: &mut Log) {
        let on_branch = branch(&self.nodes, log);
        let mut summaries = summaries(&self.nodes, &on_branch);
        let mut answers: HashMap<String, usize> = HashMap::new();
        let mut out: Vec<Out> = Vec::new();
        for (node, on_branch) in self.nodes.into_iter().zip(on_branch) {
            if !on_branch {
                if !matches!(node.item, Item::Nothing) {
                    log.skip("records of other branches");
                }
                continue;
            }
            let Node { id, t, item, .. } = node;
            match item {
                Item::Messages(messages) => out.push(Out::Messages(id, t, messages)),
                Item::Answer(answer) => match answers.get(&answer.id) {
                    Some(at) => out[*at].add(answer),
                    None => {
                        answers.insert(answer.id.clone(), out.len());
                        out.push(Out::Answer(id, t, answer.parts, answer.call));
                    }
                },
                Item::Boundary {
                    kept,
                    tokens_before,
                } => {
                    let summary = summaries.remove(&id);
                    out.push(Out::Compaction(t, summary, kept, tokens_before));
                }
                // A summary without a boundary, as older files have it.
                Item::Summary(text) if summaries.remove(&id).is_some() => {
                    out.push(Out::Compaction(t, Some(text), None, None));
                }
                Item::Summary(_) | Item::Nothing => {}
            }
        }
        write(out, log);
    }
}

impl ClaudeCode {
    /// A record that is no part of the tree.
    fn loose(&mut self, kind: &str, record: &Object<'_>, log: &mut Log) -> bool {
        if !record.has("sessionId") && !record.has("leafUuid") && !record.has("messageId") {
            return false;
        }
        if kind == "api-request-shape"
            && let Some(shape) = record.object("shape")
            && !self.has_shape
        {
            self.has_shape = true;
            log.fixed.system = texts(shape.array("system"));
            log.fixed.tools = raws(shape.array("tools"));
        }
        log.skip(format!("{kind} records"));
        true
    }

    fn head(&mut self, record: &Object<'_>, t: Option<Millis>, log: &mut Log) {
        if self.has_head {
            return;
        }
        self.has_head = true;
        let id = record.text("sessionId").unwrap_or_default();
        let branch = record.text("gitBranch").filter(|name| !name.is_empty());
        let version = record.text("version").unwrap_or_default();
        log.head(
            t,
            SessionHead {
                id: &id,
                version: format!("Claude Code {version}").trim_end().to_owned(),
                cwd: record.text("cwd").unwrap_or_default(),
                checkout: branch.map(|name| ibid_model::Checkout {
                    branch: Some(name),
                    commit: None,
                }),
            },
        );
    }

    fn item(&mut self, kind: &str, record: &Object<'_>, log: &mut Log) -> Item {
        match kind {
            "user" => user(record, log),
            "assistant" => answer(record, log),
            "attachment" => self.attachment(record, log),
            "system" if record.is("subtype", "compact_boundary") => boundary(record),
            "system" => {
                let subtype = record.text("subtype").unwrap_or_default();
                log.skip(format!("system records ({subtype})"));
                Item::Nothing
            }
            _ => {
                log.skip(format!("{kind} records"));
                Item::Nothing
            }
        }
    }

    /// What the harness added. Newer files say how it was put into the request.
    fn attachment(&mut self, record: &Object<'_>, log: &mut Log) -> Item {
        let attachment = record.object("attachment").unwrap_or_default();
        let kind = attachment.text("type").unwrap_or_default();
        if kind == "prompt_snapshot" {
            self.snapshot(&attachment, log);
            return Item::Nothing;
        }
        let rendered = record.array("rendered").unwrap_or_default();
        let parts: Vec<Part> = rendered
            .into_iter()
            .filter_map(|text| text.object()?.get("content"))
            .flat_map(content)
            .collect();
        if parts.is_empty() {
            log.skip(format!("attachments whose text is not said ({kind})"));
            return Item::Nothing;
        }
        let role = match record.text("renderedRole").as_deref() {
            Some("system") => Role::System,
            _ => Role::User,
        };
        Item::Messages(vec![Message::new(role, Origin::Injected, parts)])
    }

    fn snapshot(&mut self, attachment: &Object<'_>, log: &mut Log) {
        if self.has_shape {
            return;
        }
        let system = attachment.array("systemPrompt").unwrap_or_default();
        log.fixed.system = system.into_iter().filter_map(Json::text).collect();
        let tools = attachment.array("tools").unwrap_or_default();
        let schema = |tool: &Json<'_>| Some(RawJson::new(tool.object()?.get("schema")?.raw()));
        log.fixed.tools = tools.iter().filter_map(schema).collect();
    }
}

fn texts(blocks: Option<Vec<Json<'_>>>) -> Vec<String> {
    let text = |block: Json<'_>| block.object()?.text("text");
    blocks
        .unwrap_or_default()
        .into_iter()
        .filter_map(text)
        .collect()
}

fn raws(values: Option<Vec<Json<'_>>>) -> Vec<RawJson> {
    let values = values.unwrap_or_default();
    values
        .iter()
        .map(|value| RawJson::new(value.raw()))
        .collect()
}

/// A content, a string or blocks, as parts.
fn content(content: Json<'_>) -> Vec<Part> {
    match content.array() {
        Some(blocks) => blocks.into_iter().map(anthropic::read_block).collect(),
        None => content.text().map(Part::text).into_iter().collect(),
    }
}

fn user(record: &Object<'_>, log: &mut Log) -> Item {
    let Some(message) = record.object("message") else {
        log.skip("user records without a message");
        return Item::Nothing;
    };
    let parts: Vec<Part> = message.get("content").map(content).unwrap_or_default();
    if record.is_true("isCompactSummary") {
        let texts: Vec<String> = parts.into_iter().filter_map(text_of).collect();
        return Item::Summary(texts.join("\n"));
    }
    if record.is_true("isVisibleInTranscriptOnly") {
        log.skip("user records that are only shown");
        return Item::Nothing;
    }
    if record.some("toolUseResult").is_some() {
        log.skip("details of results, which are not sent");
    }
    let mut messages = anthropic::by_origin(Role::User, parts);
    if record.is_true("isMeta") {
        for message in &mut messages {
            if message.role == Role::User {
                message.origin = Origin::Injected;
            }
        }
    }
    Item::Messages(messages)
}

fn text_of(part: Part) -> Option<String> {
    match part {
        Part::Text(text) => Some(text.text),
        _ => None,
    }
}

fn answer(record: &Object<'_>, log: &mut Log) -> Item {
    let Some(message) = record.object("message") else {
        log.skip("assistant records without a message");
        return Item::Nothing;
    };
    if record.is_true("isApiErrorMessage") || message.is("model", "<synthetic>") {
        log.skip("answers that no model gave");
        return Item::Nothing;
    }
    let parts: Vec<Part> = message.get("content").map(content).unwrap_or_default();
    let calls = parts.iter().any(|part| matches!(part, Part::ToolCall(_)));
    let stop = match message.text("stop_reason").as_deref() {
        Some("end_turn" | "stop_sequence") => Stop::End,
        Some("tool_use") => Stop::ToolUse,
        Some("max_tokens" | "model_context_window_exceeded") => Stop::Length,
        None if calls => Stop::ToolUse,
        _ => Stop::Other,
    };
    Item::Answer(Answer {
        // Without an id a record is an answer of its own.
        id: message
            .text("id")
            .or_else(|| record.text("uuid"))
            .unwrap_or_default(),
        parts,
        call: ModelCall {
            model: message.text("model").unwrap_or_default(),
            usage: message.object("usage").map(|usage| read_anthropic(&usage)),
            stop,
        },
    })
}

fn boundary(record: &Object<'_>) -> Item {
    let metadata = record.object("compactMetadata").unwrap_or_default();
    let preserved = metadata.object("preservedMessages").unwrap_or_default();
    let segment = metadata.object("preservedSegment").unwrap_or_default();
    let kept = preserved
        .array("uuids")
        .and_then(|uuids| uuids.first().copied()?.text())
        .or_else(|| segment.text("headUuid"));
    Item::Boundary {
        kept,
        tokens_before: metadata.count("preTokens").map(Tokens),
    }
}

/// Which records belong to the branch to the last one: those above it, and with each answer all its
/// blocks and the results of its calls, and what is above those.
fn branch(nodes: &[Node], log: &mut Log) -> Vec<bool> {
    let links = nodes
        .iter()
        .map(|node| (Some(node.id.as_str()), node.parent.as_deref()));
    let tree = Tree::new(links);
    let mut related = Related::of(nodes);
    let mut marked = vec![false; nodes.len()];
    let mut next: Vec<usize> = nodes.len().checked_sub(1).into_iter().collect();
    while let Some(from) = next.pop() {
        for at in tree.mark(from, &mut marked) {
            next.extend(related.to(&nodes[at]));
        }
    }
    tree.warn_of_missing(&marked, log);
    marked
}

/// Records by the answer that they are a block of, and by the call that they are a result of.
struct Related<'a> {
    answers: HashMap<&'a str, Vec<usize>>,
    results: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Related<'a> {
    fn of(nodes: &'a [Node]) -> Self {
        let mut all = Self {
            answers: HashMap::new(),
            results: HashMap::new(),
        };
        for (at, node) in nodes.iter().enumerate() {
            match &node.item {
                Item::Answer(answer) => all.answers.entry(&answer.id).or_default().push(at),
                Item::Messages(messages) => {
                    for result in messages.iter().filter_map(Message::result) {
                        let call = result.call.as_str();
                        all.results.entry(call).or_default().push(at);
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// What belongs to a block of an answer. Each is told once, so that all of it stays linear.
    fn to(&mut self, node: &Node) -> Vec<usize> {
        let Item::Answer(answer) = &node.item else {
            return Vec::new();
        };
        let mut found = self.answers.remove(answer.id.as_str()).unwrap_or_default();
        for part in &answer.parts {
            if let Part::ToolCall(call) = part {
                found.extend(self.results.remove(call.id.as_str()).unwrap_or_default());
            }
        }
        found
    }
}

/// The summary that belongs to each boundary, by the boundary's id, and those without a boundary by
/// their own.
fn summaries(nodes: &[Node], on_branch: &[bool]) -> HashMap<String, String> {
    let mut all = HashMap::new();
    let mut boundary = None;
    for (node, _) in nodes.iter().zip(on_branch).filter(|(_, on)| **on) {
        match &node.item {
            Item::Boundary { .. } => boundary = Some(node.id.clone()),
            Item::Summary(text) => {
                let id = boundary.take().unwrap_or_else(|| node.id.clone());
                all.insert(id, text.clone());
            }
            _ => {}
        }
    }
    all
}

/// What goes into the log, in the order of the file.
enum Out {
    Messages(String, Option<Millis>, Vec<Message>),
    Answer(String, Option<Millis>, Vec<Part>, ModelCall),
    Compaction(
        Option<Millis>,
        Option<String>,
        Option<String>,
        Option<Tokens>,
    ),
}

impl Out {
    /// Adds a record to the answer it belongs to: its blocks, and the newer usage.
    fn add(&mut self, more: Answer) {
        if let Out::Answer(_, _, parts, call) = self {
            parts.extend(more.parts);
            *call = more.call;
        }
    }
}

fn write(out: Vec<Out>, log: &mut Log) {
    let mut seq_of = HashMap::new();
    for item in out {
        match item {
            Out::Messages(id, t, messages) => {
                seq_of.insert(id, log.next());
                for message in messages {
                    log.message(t, message, None);
                }
            }
            Out::Answer(id, t, parts, call) => {
                seq_of.insert(id, log.next());
                let message = Message::new(Role::Assistant, Origin::Model, parts);
                log.message(t, message, Some(call));
            }
            Out::Compaction(t, summary, kept, tokens_before) => {
                let kept = kept.and_then(|id| seq_of.get(&id).copied());
                log.compaction(t, summary, kept, tokens_before);
            }
        }
    }
}
