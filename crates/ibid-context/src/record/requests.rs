//! What the user asked for, and what became of each request.

use ibid_model::{Message, ModelCall, Origin, Part, Role, Stop};

use super::{Request, RequestStatus};

/// How a message begins that takes back the request before it.
const WITHDRAWS: [&str; 26] = [
    "never mind",
    "nevermind",
    "forget it",
    "forget that",
    "forget about",
    "cancel that",
    "scrap that",
    "drop that",
    "drop it",
    "vergiss es",
    "vergiss das",
    "lass es",
    "lass gut sein",
    "hat sich erledigt",
    "laisse tomber",
    "oublie ça",
    "oublie",
    "olvídalo",
    "olvida eso",
    "déjalo",
    "esquece",
    "deixa pra lá",
    "deixa lá",
    "算了",
    "やっぱりいい",
    "やっぱいい",
];

/// The requests so far.
#[derive(Default)]
pub(super) struct Requests {
    all: Vec<Request>,
    /// The first of those that the agent has not ended its turn after.
    open: usize,
    /// Whether the model has said or done anything since the newest.
    begun: bool,
    /// What came before the next request and was not typed.
    with: Vec<String>,
}

impl Requests {
    /// Takes a message of the log.
    pub(super) fn message(&mut self, number: u64, message: &Message, call: Option<&ModelCall>) {
        match (message.role, message.origin) {
            (Role::User, Origin::Typed | Origin::Wire) => self.typed(number, message),
            (Role::User, Origin::Attached | Origin::Piped) => self.beside(number, message),
            (Role::Assistant, _) => self.reply(message, call),
            _ => {}
        }
    }

    fn typed(&mut self, number: u64, message: &Message) {
        let text = text(message);
        if text.trim().is_empty() {
            return;
        }
        if message.join
            && self
                .all
                .last()
                .is_some_and(|last| last.message + 1 == number)
            && !self.begun
        {
            // The same message of the user, taken apart by origin.
            if let Some(last) = self.all.last_mut() {
                last.text.push('\n');
                last.text.push_str(&text);
            }
            return;
        }
        let start = text.trim_start().to_lowercase();
        let withdraws = WITHDRAWS.iter().any(|words| start.starts_with(words));
        let status = match (withdraws, self.begun) {
            (true, _) => RequestStatus::Withdrawn,
            (false, true) => RequestStatus::Interrupted,
            // Nothing came between: both are worked on.
            (false, false) => RequestStatus::Active,
        };
        for open in &mut self.all[self.open..] {
            if open.status == RequestStatus::Active {
                open.status = status;
            }
        }
        if status != RequestStatus::Active {
            self.open = self.all.len();
        }
        self.begun = false;
        self.all.push(Request {
            message: number,
            text,
            status: RequestStatus::Active,
            with: std::mem::take(&mut self.with),
            omitted: 0,
        });
    }

    fn beside(&mut self, number: u64, message: &Message) {
        let text = text(message);
        let what = if message.origin == Origin::Piped {
            "piped"
        } else {
            "attached"
        };
        let first = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("")
            .trim();
        let name = ibid_model::clip::head(first, 60);
        let chars = text.chars().count();
        let line = format!("{what} in #{number}: {name} ({chars} characters)");
        match self.all.last_mut() {
            Some(last) if message.join && !self.begun => last.with.push(line),
            _ => self.with.push(line),
        }
    }

    fn reply(&mut self, message: &Message, call: Option<&ModelCall>) {
        self.begun = true;
        let calls = message.calls().next().is_some();
        let ended = match call.map(|call| call.stop) {
            Some(Stop::End) => !calls,
            Some(Stop::Other) | None => !calls && !text(message).trim().is_empty(),
            Some(Stop::ToolUse | Stop::Length | Stop::Interrupted | Stop::Failed) => false,
        };
        if ended {
            for open in &mut self.all[self.open..] {
                if open.status == RequestStatus::Active {
                    open.status = RequestStatus::Answered;
                }
            }
            self.open = self.all.len();
        }
    }

    /// All of them.
    pub(super) fn close(self) -> Vec<Request> {
        self.all
    }
}

/// The text of a message.
pub(super) fn text(message: &Message) -> String {
    let texts = message.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `t` typed, `e` an ended reply, `c` a reply that calls a tool, `x` one that was interrupted.
    fn check(script: &[(char, &str)], expected: &[&str]) {
        let mut requests = Requests::default();
        for (number, (what, said)) in (1..).zip(script) {
            let stop = match what {
                'e' => Stop::End,
                'c' => Stop::ToolUse,
                _ => Stop::Interrupted,
            };
            let call = ModelCall {
                model: "m".to_owned(),
                usage: None,
                stop,
            };
            match what {
                't' => requests.message(
                    number,
                    &Message::text(Role::User, Origin::Typed, *said),
                    None,
                ),
                _ => requests.message(
                    number,
                    &Message::text(Role::Assistant, Origin::Model, *said),
                    Some(&call),
                ),
            }
        }
        let is: Vec<String> = requests
            .close()
            .iter()
            .map(|r| format!("{:?}", r.status).to_lowercase())
            .collect();
        assert_eq!(is, expected, "{script:?}");
    }

    #[test]
    fn status_is_from_evidence() {
        check(&[('t', "a")], &["active"]);
        check(&[('t', "a"), ('e', "done")], &["answered"]);
        check(
            &[('t', "a"), ('e', "done"), ('t', "b"), ('c', "")],
            &["answered", "active"],
        );
        check(
            &[('t', "a"), ('c', ""), ('t', "b"), ('e', "ok")],
            &["interrupted", "answered"],
        );
        check(
            &[('t', "a"), ('x', "I"), ('t', "b")],
            &["interrupted", "active"],
        );
        check(
            &[('t', "a"), ('t', "b"), ('e', "both")],
            &["answered", "answered"],
        );
        check(&[('t', "a"), ('t', "b"), ('c', "")], &["active", "active"]);
        check(
            &[('t', "a"), ('c', ""), ('t', "never mind, do b")],
            &["withdrawn", "active"],
        );
        check(
            &[('t', "a"), ('e', "done"), ('t', "Forget it")],
            &["answered", "active"],
        );
    }
}
