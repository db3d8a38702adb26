//! Calls and their results belong together: every provider refuses a request in which one is
//! without the other. What an interruption left open is closed here, the same way each time.
//!
//! A result counts as its call's when it comes before the next message of the model and before the
//! next request. A later one stays, as text: history that was sent is not rewritten.

use std::collections::HashMap;
use std::sync::Arc;

use ibid_model::{
    CallId, Message, Origin, Part, Repair, RepairKind, Role, Seq, ToolCall, ToolResult,
};

/// What stands in for the result of a call that was interrupted.
pub const INTERRUPTED: &str =
    "[interrupted: this call was cut off before it returned a result; it may have had effects]";

/// One message on its way into a request.
#[derive(Clone, Debug)]
pub struct Item {
    /// The record it came from.
    pub seq: Seq,
    /// The message.
    pub message: Arc<Message>,
    /// Whether a request was sent just before it entered.
    pub after_request: bool,
}

/// The messages of a valid request, and what was done for it.
#[derive(Clone, Debug, Default)]
pub struct Paired {
    /// The messages, each with its record; an inserted one names the record of its call.
    pub items: Vec<(Seq, Arc<Message>)>,
    /// What was done.
    pub repairs: Vec<Repair>,
}

/// Messages that were put in, kept so that each request shares them.
#[derive(Clone, Debug, Default)]
pub struct Inserted(HashMap<(Seq, CallId), Arc<Message>>);

/// Pairs calls and results.
pub fn pair(items: impl Iterator<Item = Item>, inserted: &mut Inserted) -> Paired {
    let mut pass = Pass {
        inserted,
        out: Paired::default(),
        open: Vec::new(),
        waiting: Vec::new(),
        caller: Seq::default(),
    };
    for item in items {
        pass.take(item);
    }
    pass.close();
    pass.out
}

struct Pass<'a> {
    inserted: &'a mut Inserted,
    out: Paired,
    /// Calls of the last message of the model, and whether each has its result.
    open: Vec<(CallId, bool)>,
    /// What came while calls were open: it goes behind their results.
    waiting: Vec<(Seq, Arc<Message>)>,
    caller: Seq,
}

impl Pass<'_> {
    fn take(&mut self, item: Item) {
        if item.after_request || item.message.role == Role::Assistant {
            self.close();
        }
        if let Some(result) = item.message.result() {
            let call = result.call.clone();
            self.result(item, &call);
            return;
        }
        if item.message.role == Role::Assistant {
            self.caller = item.seq;
            self.open = item
                .message
                .calls()
                .map(|c| (c.id.clone(), false))
                .collect();
            self.out.items.push((item.seq, item.message));
        } else {
            self.place(item.seq, item.message);
        }
    }

    fn result(&mut self, item: Item, call: &CallId) {
        let answered = self.open.iter_mut().find(|(id, _)| id == call);
        match answered {
            Some((_, done)) if !*done => {
                *done = true;
                if !self.waiting.is_empty() {
                    self.note(item.seq, RepairKind::Reordered);
                }
                self.out.items.push((item.seq, item.message));
            }
            known => {
                let kind = match known {
                    Some(_) => RepairKind::RepeatedResult,
                    None => RepairKind::OrphanResult,
                };
                self.note(item.seq, kind);
                let text = self.shared(item.seq, call, || as_text(&item.message));
                self.place(item.seq, text);
            }
        }
    }

    /// Puts a message behind the results that are still to come.
    fn place(&mut self, seq: Seq, message: Arc<Message>) {
        if self.open.iter().any(|(_, done)| !done) {
            self.waiting.push((seq, message));
        } else {
            self.out.items.push((seq, message));
        }
    }

    /// Gives every call that is still open its result, and lets what waited follow.
    fn close(&mut self) {
        for (call, done) in std::mem::take(&mut self.open) {
            if !done {
                self.note(self.caller, RepairKind::MissingResult);
                let message = self.shared(self.caller, &call, || interrupted(&call));
                self.out.items.push((self.caller, message));
            }
        }
        self.out.items.append(&mut self.waiting);
    }

    fn note(&mut self, seq: Seq, kind: RepairKind) {
        self.out.repairs.push(Repair { seq, kind });
    }

    fn shared(&mut self, seq: Seq, call: &CallId, make: impl FnOnce() -> Message) -> Arc<Message> {
        let key = (seq, call.clone());
        Arc::clone(
            self.inserted
                .0
                .entry(key)
                .or_insert_with(|| Arc::new(make())),
        )
    }
}

fn interrupted(call: &CallId) -> Message {
    let result = ToolResult::text(call.clone(), INTERRUPTED, true);
    Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)])
}

/// A result whose call is gone, as text of a harness: what a tool said is data, whoever's turn it
/// is told in.
fn as_text(message: &Message) -> Message {
    let mut parts = vec![Part::text("[result of an earlier call]")];
    for part in &message.parts {
        match part {
            Part::ToolResult(result) => parts.extend(result.content.iter().cloned()),
            part => parts.push(part.clone()),
        }
    }
    Message::new(Role::User, Origin::Injected, parts)
}

/// Whether `message` asks for `call`.
pub fn asks_for(message: &Message, call: &CallId) -> bool {
    message.calls().any(|ToolCall { id, .. }| id == call)
}

#[cfg(test)]
mod tests {
    use ibid_model::RawJson;

    use super::*;

    /// A history as a line: `a:x,y` the model calls x and y, `r:x` a result, `u` the user, `a` the
    /// model speaks, `|` a request was sent.
    fn parse(line: &str) -> Vec<Item> {
        let mut sent = false;
        let mut items = Vec::new();
        for (at, word) in line.split_whitespace().enumerate() {
            let (kind, ids) = word.split_once(':').unwrap_or((word, ""));
            let message = match kind {
                "|" => {
                    sent = true;
                    continue;
                }
                "u" => Message::text(Role::User, Origin::Typed, "go on"),
                "a" => Message::new(Role::Assistant, Origin::Model, calls(ids)),
                _ => {
                    let result = ToolResult::text(CallId::new(ids), "out", false);
                    Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)])
                }
            };
            items.push(Item {
                seq: Seq(at as u64),
                message: Arc::new(message),
                after_request: std::mem::take(&mut sent),
            });
        }
        items
    }

    fn calls(ids: &str) -> Vec<Part> {
        let ids = ids.split(',').filter(|id| !id.is_empty());
        let mut parts: Vec<Part> = ids
            .map(|id| {
                Part::ToolCall(ToolCall {
                    id: CallId::new(id),
                    name: "bash".to_owned(),
                    args: RawJson::new("{}"),
                    extra: None,
                })
            })
            .collect();
        if parts.is_empty() {
            parts.push(Part::text("done"));
        }
        parts
    }

    fn show(items: &[(Seq, Arc<Message>)]) -> String {
        let one = |message: &Message| match (message.role, message.result()) {
            (_, Some(r)) if r.texts().any(|text| text == INTERRUPTED) => format!("x:{}", r.call),
            (_, Some(r)) => format!("r:{}", r.call),
            (Role::Assistant, _) => {
                let ids: Vec<String> = message.calls().map(|c| c.id.to_string()).collect();
                if ids.is_empty() {
                    "a".to_owned()
                } else {
                    format!("a:{}", ids.join(","))
                }
            }
            (_, None) if message.origin == Origin::Injected => "t".to_owned(),
            _ => "u".to_owned(),
        };
        items
            .iter()
            .map(|(_, m)| one(m))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn what_is_open_is_closed() {
        // `x` is a result that says "interrupted", `t` a result that became text.
        let cases = [
            ("u a:1 r:1 a", "u a:1 r:1 a"),
            ("u a:1,2 r:2 r:1 a", "u a:1,2 r:2 r:1 a"),
            ("u a:1", "u a:1 x:1"),
            ("u a:1,2 r:2 u", "u a:1,2 r:2 x:1 u"),
            ("u a:1,2,3 r:3 r:1 a", "u a:1,2,3 r:3 r:1 x:2 a"),
            ("u a:1 u r:1 a", "u a:1 r:1 u a"),
            ("u a:1 u | r:1 a", "u a:1 x:1 u t a"),
            ("u a:1 | u r:1 a", "u a:1 x:1 u t a"),
            ("u a:1 a r:1", "u a:1 x:1 a t"),
            ("r:1 u a", "t u a"),
            ("u a:1 r:1 r:1 a", "u a:1 r:1 t a"),
            ("u a:1,2 r:9 r:1 r:2 a", "u a:1,2 r:1 r:2 t a"),
            ("u a:1 r:1 a:1 r:1 a", "u a:1 r:1 a:1 r:1 a"),
            ("", ""),
        ];
        for (input, expected) in cases {
            let mut inserted = Inserted::default();
            let paired = pair(parse(input).into_iter(), &mut inserted);
            assert_eq!(show(&paired.items), expected, "{input}");
            assert_eq!(paired.repairs.is_empty(), input == expected, "{input}");
            // A second request shares what the first one put in.
            let again = pair(parse(input).into_iter(), &mut inserted);
            for (one, two) in paired.items.iter().zip(&again.items) {
                let put_in = show(std::slice::from_ref(one)).starts_with(['x', 't']);
                assert!(!put_in || Arc::ptr_eq(&one.1, &two.1), "{input}");
            }
        }
    }
}
