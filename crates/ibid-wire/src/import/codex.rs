//! Rollout files of Codex: `{timestamp, type, payload}` a line, the history as Responses items.
//!
//! A compaction carries the whole history that replaces the one before it, so it becomes a
//! compaction that keeps nothing, followed by those items again. Usage comes in events: it belongs
//! to the answer before it, and the same usage is often told twice.

use ibid_model::{
    Message, Millis, ModelCall, Origin, Part, RawJson, Role, Seq, Stop, Tokens, Usage,
};

use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::time::moment;
use crate::json::Object;
use crate::openai_responses::{Item, decode_item, decode_items};
use crate::request::joined_text;
use crate::usage::read_responses;

/// Reads a rollout file.
#[derive(Default)]
pub(super) struct Codex {
    model: String,
    answer: Option<Answer>,
    /// The answer that the next usage belongs to.
    waiting: Option<Seq>,
    /// The totals that were told last, to know a usage that is told again.
    total: Option<Usage>,
    /// The prompt of the last call of the history.
    prompt: Option<Tokens>,
}

/// An answer that is being put together from its items.
struct Answer {
    t: Option<Millis>,
    parts: Vec<Part>,
    /// Whether the model said it was compacting: such an answer is no part of the history.
    compaction: bool,
}

impl Reader for Codex {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        let (Some(kind), Some(payload)) = (record.text("type"), record.get("payload")) else {
            return self.bare(record, log);
        };
        let t = record.get("timestamp").and_then(moment);
        let object = payload.object().unwrap_or_default();
        match kind.as_str() {
            "session_meta" => self.meta(&object, t, log),
            "turn_context" => self.context(&object, t, log),
            // What Codex keeps to undo its edits is never sent.
            "response_item" if object.is("type", "ghost_snapshot") => {
                log.skip("ghost_snapshot items");
            }
            "response_item" => {
                let compaction = record
                    .object("metadata")
                    .is_some_and(|metadata| metadata.is_true("compaction_output"));
                self.item(decode_item(payload), t, compaction, log);
            }
            "event_msg" => self.event(&object, log),
            "token_usage_record" => {
                self.usage(
                    object.object("usage"),
                    object.object("thread_token_usage"),
                    log,
                );
            }
            "compacted" => self.compacted(&object, t, log),
            "world_state" => log.skip("world_state records"),
            _ => return false,
        }
        true
    }

    fn finish(mut self: Box<Self>, log: &mut Log) {
        self.close(log);
    }
}

impl Codex {
    /// Older rollouts: the header and the items stand alone on their lines.
    fn bare(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        if record.has("record_type") {
            log.skip("state records");
            return true;
        }
        if record.has("id") && record.has("timestamp") && !record.has("type") {
            let t = record.get("timestamp").and_then(moment);
            self.meta(record, t, log);
            return true;
        }
        let known = matches!(
            record.text("type").as_deref(),
            Some(
                "message"
                    | "reasoning"
                    | "function_call"
                    | "function_call_output"
                    | "local_shell_call"
            )
        );
        let Some(raw) = record.value().filter(|_| known) else {
            return false;
        };
        self.item(decode_item(raw), None, false, log);
        true
    }

    fn meta(&mut self, meta: &Object<'_>, t: Option<Millis>, log: &mut Log) {
        if log.len() > 0 {
            log.skip("session headers after the first");
            return;
        }
        let id = meta.text("id").unwrap_or_default();
        let version = meta.text("cli_version").unwrap_or_default();
        let git = meta.object("git").unwrap_or_default();
        let commit = git.text("commit_hash");
        let branch = git.text("branch");
        let checkout = (commit.is_some() || branch.is_some())
            .then_some(ibid_model::Checkout { branch, commit });
        log.head(
            t,
            SessionHead {
                id: &id,
                version: format!("Codex {version}").trim_end().to_owned(),
                cwd: meta.text("cwd").unwrap_or_default(),
                checkout,
            },
        );
        let instructions = meta
            .object("base_instructions")
            .and_then(|base| base.text("text"))
            .or_else(|| meta.text("instructions"));
        log.fixed.system.extend(instructions);
        let tools = meta.array("dynamic_tools").unwrap_or_default();
        log.fixed.tools = tools.iter().map(|tool| RawJson::new(tool.raw())).collect();
    }

    fn context(&mut self, context: &Object<'_>, t: Option<Millis>, log: &mut Log) {
        let Some(model) = context.text("model") else {
            return;
        };
        if model != self.model {
            self.close(log);
            self.model = model.clone();
            log.setting(t, "model", model);
        }
    }

    fn item(&mut self, item: Item, t: Option<Millis>, compaction: bool, log: &mut Log) {
        match item {
            Item::Model(parts) => {
                let answer = self.answer.get_or_insert_with(|| Answer {
                    t,
                    parts: Vec::new(),
                    compaction,
                });
                answer.compaction |= compaction;
                answer.parts.extend(parts);
            }
            Item::Messages(messages) => {
                self.close(log);
                for message in messages {
                    log.message(t, message, None);
                }
            }
        }
    }

    /// Puts the answer that is open into the log.
    fn close(&mut self, log: &mut Log) {
        let Some(answer) = self.answer.take() else {
            return;
        };
        if answer.compaction {
            log.skip("answers that were summaries for a compaction");
            self.waiting = None;
            return;
        }
        let calls = answer
            .parts
            .iter()
            .any(|part| matches!(part, Part::ToolCall(_)));
        let message = Message::new(Role::Assistant, Origin::Model, answer.parts);
        let call = ModelCall {
            model: self.model.clone(),
            usage: None,
            stop: if calls { Stop::ToolUse } else { Stop::End },
        };
        self.waiting = Some(log.message(answer.t, message, Some(call)));
    }

    fn event(&mut self, event: &Object<'_>, log: &mut Log) {
        let kind = event.text("type").unwrap_or_default();
        match kind.as_str() {
            "token_count" => {
                let info = event.object("info").unwrap_or_default();
                self.usage(
                    info.object("last_token_usage"),
                    info.object("total_token_usage"),
                    log,
                );
            }
            "turn_aborted" => {
                self.close(log);
                if let Some(call) = self.waiting.and_then(|seq| log.call_mut(seq)) {
                    call.stop = Stop::Interrupted;
                }
                log.skip("turn_aborted events");
            }
            "thread_rolled_back" => {
                self.close(log);
                self.waiting = None;
                log.take_back(event.count("num_turns").unwrap_or(0));
            }
            _ => log.skip(format!("{kind} events")),
        }
    }

    /// Takes a usage for the answer before it, unless it was told already.
    fn usage(&mut self, usage: Option<Object<'_>>, total: Option<Object<'_>>, log: &mut Log) {
        let Some(usage) = usage.map(|usage| read_responses(&usage)) else {
            return;
        };
        self.close(log);
        let total = total.map(|total| read_responses(&total));
        if total.is_some() && self.total == total || !usage.is_priced() {
            return;
        }
        self.total = total;
        match self.waiting.take().and_then(|seq| log.call_mut(seq)) {
            Some(call) => {
                self.prompt = Some(usage.prompt());
                call.usage = Some(usage);
            }
            None => log.skip("usage of calls that are not in the history"),
        }
    }

    fn compacted(&mut self, payload: &Object<'_>, t: Option<Millis>, log: &mut Log) {
        self.close(log);
        self.waiting = None;
        let summary = payload.text("message").unwrap_or_default();
        let Some(history) = payload.array("replacement_history") else {
            log.compaction(t, Some(summary), None, self.prompt);
            return;
        };
        log.compaction(t, None, None, self.prompt);
        // What the model said before stands there as history, not as a call.
        for mut message in decode_items(history) {
            if !summary.is_empty() && joined_text(&message) == summary {
                message.origin = Origin::Injected;
            }
            log.message(t, message, None);
        }
    }
}
