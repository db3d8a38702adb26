//! Session files of Qwen Code: records that form a tree by `uuid` and `parentUuid`, their messages
//! Gemini's contents. The branch to the last record is taken.

use ibid_model::{Message, Millis, ModelCall, Origin, Part, Role, Stop, Tokens, Usage};

use super::content::Contents;
use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::time::moment;
use super::tree::Tree;
use crate::json::{Json, Object};

/// Reads a session file of Qwen Code.
#[derive(Default)]
pub(super) struct Qwen {
    nodes: Vec<Node>,
    contents: Contents,
    has_head: bool,
}

struct Node {
    id: String,
    parent: Option<String>,
    t: Option<Millis>,
    item: Item,
}

enum Item {
    Messages(Vec<Message>),
    Answer(Message, ModelCall),
    Compaction {
        history: Vec<Message>,
        tokens_before: Option<Tokens>,
    },
    Nothing,
}

impl Reader for Qwen {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        let (Some(kind), Some(id)) = (record.text("type"), record.text("uuid")) else {
            return false;
        };
        let t = record.get("timestamp").and_then(moment);
        let message = record.object("message").unwrap_or_default();
        let blocks = message.array("parts");
        if record.has("message") && blocks.is_none() {
            return false;
        }
        let blocks = blocks.unwrap_or_default();
        let item = match kind.as_str() {
            "user" | "tool_result" => {
                if record.some("toolCallResult").is_some() {
                    log.skip("details of results, which are not sent");
                }
                Item::Messages(self.contents.user(blocks))
            }
            "assistant" => {
                let parts = self.contents.model(blocks);
                let call = model_call(record, &parts);
                let message = Message::new(Role::Assistant, Origin::Model, parts);
                Item::Answer(message, call)
            }
            "system" if record.is("subtype", "chat_compression") => self.compaction(record),
            _ => {
                let subtype = record.text("subtype").unwrap_or_default();
                log.skip(format!("{kind} records ({subtype})"));
                Item::Nothing
            }
        };
        self.head(record, t, log);
        self.nodes.push(Node {
            id,
            parent: record.text("parentUuid"),
            t,
            item,
        });
        true
    }

    fn finish(self: Box<Self>, log: &mut Log) {
        let links = self
            .nodes
            .iter()
            .map(|node| (Some(node.id.as_str()), node.parent.as_deref()));
        let tree = Tree::new(links);
        let on_branch = tree.last_branch();
        tree.warn_of_missing(&on_branch, log);
        for (node, on_branch) in self.nodes.into_iter().zip(on_branch) {
            if !on_branch {
                if !matches!(node.item, Item::Nothing) {
                    log.skip("records of other branches");
                }
                continue;
            }
            match node.item {
                Item::Messages(messages) => {
                    for message in messages {
                        log.message(node.t, message, None);
                    }
                }
                Item::Answer(message, call) => {
                    log.message(node.t, message, Some(call));
                }
                Item::Compaction {
                    history,
                    tokens_before,
                } => {
                    log.compaction(node.t, None, None, tokens_before);
                    for message in history {
                        log.message(node.t, message, None);
                    }
                }
                Item::Nothing => {}
            }
        }
    }
}

impl Qwen {
    fn head(&mut self, record: &Object<'_>, t: Option<Millis>, log: &mut Log) {
        if self.has_head {
            return;
        }
        self.has_head = true;
        let id = record.text("sessionId").unwrap_or_default();
        let version = record.text("version").unwrap_or_default();
        let branch = record.text("gitBranch");
        log.head(
            t,
            SessionHead {
                id: &id,
                version: format!("Qwen Code {version}").trim_end().to_owned(),
                cwd: record.text("cwd").unwrap_or_default(),
                checkout: branch.map(|name| ibid_model::Checkout {
                    branch: Some(name),
                    commit: None,
                }),
            },
        );
    }

    /// A compaction carries the history that replaces the one before it. What stands there for the
    /// user was put together by the agent, so only what follows it is the user's own.
    fn compaction(&mut self, record: &Object<'_>) -> Item {
        let payload = record.object("systemPayload").unwrap_or_default();
        let info = payload.object("info").unwrap_or_default();
        let mut history = Vec::new();
        for content in payload.array("compressedHistory").unwrap_or_default() {
            let content = content.object().unwrap_or_default();
            let blocks = content.array("parts").unwrap_or_default();
            if content.is("role", "model") {
                let parts = self.contents.model(blocks);
                history.push(Message::new(Role::Assistant, Origin::Model, parts));
                continue;
            }
            let first = history.is_empty();
            let mut messages = self.contents.user(blocks);
            for message in messages
                .iter_mut()
                .filter(|m| first && m.role == Role::User)
            {
                message.origin = Origin::Injected;
            }
            history.extend(messages);
        }
        Item::Compaction {
            history,
            tokens_before: info.count("originalTokenCount").map(Tokens),
        }
    }
}

fn model_call(record: &Object<'_>, parts: &[Part]) -> ModelCall {
    let calls = parts.iter().any(|part| matches!(part, Part::ToolCall(_)));
    ModelCall {
        model: record.text("model").unwrap_or_default(),
        usage: record
            .object("usageMetadata")
            .map(|usage| read_usage(&usage)),
        stop: if calls { Stop::ToolUse } else { Stop::End },
    }
}

/// Usage in Gemini's names: cached tokens are part of the prompt; whether thoughts are part of the
/// candidates depends on the provider behind, so the output is what the total leaves.
fn read_usage(usage: &Object<'_>) -> Usage {
    let tokens = |key| Tokens(usage.count(key).unwrap_or(0));
    let prompt = tokens("promptTokenCount");
    let cached = tokens("cachedContentTokenCount");
    let output = match usage.get("totalTokenCount").and_then(Json::count) {
        Some(total) if total >= prompt.0 => Tokens(total - prompt.0),
        _ => tokens("candidatesTokenCount"),
    };
    Usage {
        input: prompt.less(cached),
        cache_read: cached,
        output,
        ..Usage::default()
    }
}
