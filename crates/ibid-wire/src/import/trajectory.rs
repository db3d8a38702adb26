//! Trajectories of SWE-agent and mini-SWE-agent: one JSON value with the messages of the run, in
//! OpenAI Chat's form.
//!
//! Where commands stand in the text (`<command>…</command>`, a fenced block) and their output comes
//! back as the user's, they become calls and results: that is what they are. The text around the
//! command is kept.

use ibid_model::{Message, Millis, ModelCall, Origin, Part, Role, Stop, Usage};

use super::feed::Reader;
use super::log::{Log, SessionHead};
use super::parts;
use super::time::moment;
use crate::json::{Json, Object, quoted};
use crate::openai_responses::{Item, decode_item};
use crate::usage::{read_chat, read_responses};
use crate::{anthropic, openai_chat};

/// Names of SWE-agent's own commands; anything else is for the shell.
const COMMANDS: &[&str] = &[
    "open",
    "goto",
    "scroll_up",
    "scroll_down",
    "create",
    "edit",
    "insert",
    "view",
    "submit",
    "search_dir",
    "search_file",
    "find_file",
    "str_replace_editor",
    "set_cursors",
    "get_symbols",
];

/// Marks between which a command stands in a text.
const MARKS: &[(&str, &str)] = &[
    ("<command>\n", "\n</command>"),
    ("```mswea_bash_command\n", "\n```"),
    ("```bash\n", "\n```"),
    ("```\n", "\n```"),
];

/// Reads a trajectory.
pub(super) struct Trajectory {
    mini: bool,
    t: Millis,
    timed: bool,
    model: String,
    /// The call in a text whose output comes back as the next message of the user.
    waiting: Option<String>,
    calls: u64,
    users: u64,
}

impl Trajectory {
    /// A reader of SWE-agent's trajectories, or of mini-SWE-agent's.
    pub(super) fn new(mini: bool) -> Self {
        Self {
            mini,
            t: Millis(0),
            timed: false,
            model: String::new(),
            waiting: None,
            calls: 0,
            users: 0,
        }
    }
}

impl Reader for Trajectory {
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool {
        let messages = match self.mini {
            true => record.array("messages"),
            false => record.array("history"),
        };
        let steps = record.array("trajectory").unwrap_or_default();
        if messages.is_none() && steps.is_empty() {
            return false;
        }
        let steps: Vec<Object<'_>> = steps.into_iter().filter_map(Json::object).collect();
        self.timed = steps.iter().any(|step| step.has("execution_time"));
        self.head(record, log);
        match messages {
            Some(messages) => self.history(messages, &steps, log),
            None => self.steps(&steps, log),
        }
        if !self.timed {
            log.warn_at(1, "no times are told: all records have the same");
        }
        true
    }

    fn finish(self: Box<Self>, _: &mut Log) {}
}

impl Trajectory {
    fn head(&mut self, record: &Object<'_>, log: &mut Log) {
        let info = record.object("info").unwrap_or_default();
        let config = info.object("config").unwrap_or_default();
        // Newer versions keep it as text.
        let replay = record.text("replay_config");
        let replay = replay
            .as_deref()
            .map_or_else(|| record.object("replay_config"), Object::parse);
        let model = config
            .object("model")
            .and_then(|model| model.text("model_name"))
            .or_else(|| {
                let agent = replay.as_ref()?.object("agent")?;
                agent.object("model")?.text("name")
            });
        self.model = model.unwrap_or_default();
        let id = record
            .text("instance_id")
            .or_else(|| record.text("environment"))
            .unwrap_or_default();
        let version = match info.text(if self.mini {
            "mini_version"
        } else {
            "swe_agent_version"
        }) {
            Some(version) => format!("{} {version}", self.name()),
            None => self.name().to_owned(),
        };
        log.head(
            self.now(),
            SessionHead {
                id: &id,
                version,
                ..SessionHead::default()
            },
        );
        if let Some(format) = record.text("trajectory_format")
            && !["mini-swe-agent-1", "mini-swe-agent-1.1"].contains(&format.as_str())
        {
            log.warn(format!("format {format:?} is none that is known"));
        }
    }

    fn name(&self) -> &'static str {
        if self.mini {
            "mini-SWE-agent"
        } else {
            "SWE-agent"
        }
    }

    fn history(&mut self, messages: Vec<Json<'_>>, steps: &[Object<'_>], log: &mut Log) {
        let mut steps = steps.iter();
        for raw in messages {
            let Some(message) = raw.object() else {
                log.skip("messages that are no objects");
                continue;
            };
            if let Some(at) = extra(&message).get("timestamp").and_then(moment) {
                self.t = self.t.max(at);
                self.timed = true;
            }
            match message.text("role").as_deref() {
                Some("assistant") => {
                    self.assistant(raw, &message, log);
                    let took = steps.next().and_then(|step| step.get("execution_time"));
                    self.pass(took.and_then(Json::number));
                }
                Some("system") if log.len() <= 1 => {
                    log.fixed.system.push(plain(&message));
                }
                Some("tool") => self.tool(raw, &message, log),
                Some(role @ ("user" | "system" | "developer")) => {
                    self.user(raw, &message, role, log);
                }
                _ => self.other(raw, &message, log),
            }
        }
    }

    /// The time, if any is told.
    fn now(&self) -> Option<Millis> {
        self.timed.then_some(self.t)
    }

    /// Lets the time pass that a command took, in seconds.
    fn pass(&mut self, took: Option<f64>) {
        if let Some(took) = took.filter(|took| took.is_finite() && *took >= 0.0) {
            self.t.0 = self.t.0.saturating_add((took * 1000.0) as i64);
        }
    }

    fn assistant(&mut self, raw: Json<'_>, message: &Object<'_>, log: &mut Log) {
        let mut reply = match openai_chat::decode_message(raw).pop() {
            Some(reply) if reply.role == Role::Assistant => reply,
            _ => Message::new(Role::Assistant, Origin::Model, Vec::new()),
        };
        // What is left are the agent's own notes, which no request carries.
        reply.extra = None;
        let thinking = message.array("thinking_blocks").unwrap_or_default();
        let thinking: Vec<Part> = thinking.into_iter().map(anthropic::read_block).collect();
        reply.parts.splice(0..0, thinking);
        self.waiting = None;
        if reply.calls().next().is_none()
            && let Some(command) = command(message)
        {
            self.split_command(&mut reply, &command);
        }
        let calls = reply.calls().next().is_some();
        let response = extra(message).object("response").unwrap_or_default();
        let usage = response.object("usage").map(|usage| read_either(&usage));
        let call = ModelCall {
            model: response.text("model").unwrap_or_else(|| self.model.clone()),
            usage,
            stop: if calls { Stop::ToolUse } else { Stop::End },
        };
        log.message(self.now(), reply, Some(call));
    }

    /// Takes a command out of the text and makes a call of it.
    fn split_command(&mut self, reply: &mut Message, command: &str) {
        self.calls += 1;
        let id = format!("step-{}", self.calls);
        for part in &mut reply.parts {
            if let Part::Text(text) = part {
                text.text = without(&text.text, command);
            }
        }
        reply
            .parts
            .retain(|part| !matches!(part, Part::Text(text) if text.text.is_empty()));
        let first = command.split_whitespace().next().unwrap_or_default();
        let name = match COMMANDS.contains(&first) && !self.mini {
            true => first,
            false => "bash",
        };
        let args = format!("{{\"command\":{}}}", quoted(command));
        reply.parts.push(parts::call(&id, name.to_owned(), args));
        self.waiting = Some(id);
    }

    fn tool(&mut self, raw: Json<'_>, message: &Object<'_>, log: &mut Log) {
        // SWE-agent names the calls in a list of its own.
        let named = message
            .array("tool_call_ids")
            .and_then(|ids| ids.first().copied()?.text());
        let Some(id) = named.or_else(|| message.text("tool_call_id")) else {
            self.user(raw, message, "tool", log);
            return;
        };
        log.message(self.now(), parts::result(&id, said(message), false), None);
    }

    fn user(&mut self, raw: Json<'_>, message: &Object<'_>, role: &str, log: &mut Log) {
        if let Some(id) = self.waiting.take().filter(|_| role != "system") {
            log.message(self.now(), parts::result(&id, said(message), false), None);
            return;
        }
        let mut decoded = openai_chat::decode_message(raw);
        // Only the task is the user's; what else the harness says in this role it says itself.
        self.users += u64::from(role == "user" && !message.is_true("is_demo"));
        let typed = role == "user" && self.users == 1 && !message.is_true("is_demo");
        for mut message in decoded.drain(..) {
            message.extra = None;
            if !typed {
                message.origin = Origin::Injected;
            }
            log.message(self.now(), message, None);
        }
    }

    /// Messages of the Responses dialect, and the agent's own.
    fn other(&mut self, raw: Json<'_>, message: &Object<'_>, log: &mut Log) {
        if message.is("object", "response") {
            let mut all = Vec::new();
            for item in message.array("output").unwrap_or_default() {
                match decode_item(item) {
                    Item::Model(parts) => all.extend(parts),
                    Item::Messages(_) => log.skip("items of an answer that are not the model's"),
                }
            }
            let calls = all.iter().any(|part| matches!(part, Part::ToolCall(_)));
            let call = ModelCall {
                model: message.text("model").unwrap_or_else(|| self.model.clone()),
                usage: message.object("usage").map(|usage| read_either(&usage)),
                stop: if calls { Stop::ToolUse } else { Stop::End },
            };
            let reply = Message::new(Role::Assistant, Origin::Model, all);
            log.message(self.now(), reply, Some(call));
            return;
        }
        if message.has("type")
            && let Item::Messages(messages) = decode_item(raw)
        {
            for message in messages {
                log.message(self.now(), message, None);
            }
            return;
        }
        let role = message.text("role").unwrap_or_default();
        log.skip(format!("messages of role {role:?}"));
    }

    /// Files that hold steps only: what was said, done and seen.
    fn steps(&mut self, steps: &[Object<'_>], log: &mut Log) {
        for step in steps {
            let text = step.text("thought").or_else(|| step.text("response"));
            let mut reply = Message::text(Role::Assistant, Origin::Model, text.unwrap_or_default());
            self.waiting = None;
            let action = step
                .text("action")
                .filter(|action| !action.trim().is_empty());
            if let Some(action) = &action {
                self.split_command(&mut reply, action.trim_end());
            }
            let call = ModelCall {
                model: self.model.clone(),
                usage: None,
                stop: if action.is_some() {
                    Stop::ToolUse
                } else {
                    Stop::End
                },
            };
            log.message(self.now(), reply, Some(call));
            self.pass(step.get("execution_time").and_then(Json::number));
            if let (Some(id), Some(seen)) = (self.waiting.take(), step.text("observation")) {
                let result = parts::result(&id, vec![Part::text(seen)], false);
                log.message(self.now(), result, None);
            }
        }
    }
}

/// The agent's own notes on a message.
fn extra<'a>(message: &Object<'a>) -> Object<'a> {
    message.object("extra").unwrap_or_default()
}

/// The command that an answer holds in its text, as the agent understood it, or else by its marks.
fn command(message: &Object<'_>) -> Option<String> {
    let own = message.text("action").or_else(|| {
        let first = *extra(message).array("actions")?.first()?;
        first.text().or_else(|| first.object()?.text("command"))
    });
    if let Some(action) = own {
        let action = action.trim_end();
        return (!action.is_empty()).then(|| action.to_owned());
    }
    if message.has("action") {
        return None;
    }
    let text = plain(message);
    MARKS.iter().find_map(|(open, close)| {
        let (_, rest) = text.split_once(open)?;
        let (command, _) = rest.split_once(close)?;
        Some(command.to_owned())
    })
}

/// `text` without a command and the marks around it.
fn without(text: &str, command: &str) -> String {
    for (open, close) in MARKS {
        let marked = format!("{open}{command}{close}");
        if let Some((before, after)) = text.split_once(&marked) {
            let (before, after) = (before.trim_end(), after.trim_start());
            return match (before.is_empty(), after.is_empty()) {
                (false, false) => format!("{before}\n{after}"),
                _ => format!("{before}{after}"),
            };
        }
    }
    text.to_owned()
}

/// The content as parts: a string, or blocks of text and pictures.
fn said(message: &Object<'_>) -> Vec<Part> {
    let Some(content) = message.get("content") else {
        return Vec::new();
    };
    match content.array() {
        Some(blocks) => blocks.into_iter().map(anthropic::read_block).collect(),
        None => content.text().map(Part::text).into_iter().collect(),
    }
}

fn plain(message: &Object<'_>) -> String {
    let texts: Vec<String> = said(message)
        .into_iter()
        .filter_map(|part| match part {
            Part::Text(text) => Some(text.text),
            _ => None,
        })
        .collect();
    texts.join("\n")
}

fn read_either(usage: &Object<'_>) -> Usage {
    if usage.has("prompt_tokens") {
        read_chat(usage)
    } else {
        read_responses(usage)
    }
}
