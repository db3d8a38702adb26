//! What a break of the cached prefix is billed: all that stands behind it is written again, whatever
//! stands before it.

use std::sync::Arc;

use ibid_context::Settings;
use ibid_context::replay::{Cold, Decide, OutsideError, Replay, ReplayOptions, run_outside};
use ibid_model::{
    Body, CallId, Entry, Message, MessageEntry, Millis, ModelCall, Origin, Part, RawJson, Role,
    Seq, Stop, ToolCall, ToolResult,
};
use ibid_tokens::FourBytes;

/// Tokens of each read, at four bytes a token.
const READ: u64 = 2_000;
const READS: usize = 6;

fn call(id: String, args: usize) -> Part {
    Part::ToolCall(ToolCall {
        id: CallId::new(id),
        name: "read".to_owned(),
        args: RawJson::new(format!(r#"{{"text":"{}"}}"#, "a".repeat(args))),
        extra: None,
    })
}

/// A session whose second message asks for `open` large calls that never ran, and then reads.
fn session(open: usize) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut push = |message: Message, stop: Option<Stop>| {
        let seq = Seq(entries.len() as u64 + 1);
        entries.push(Entry {
            seq,
            t: Millis(seq.0 as i64 * 1_000),
            body: Body::Message(MessageEntry {
                message: Arc::new(message),
                call: stop.map(|stop| ModelCall {
                    model: "m".to_owned(),
                    usage: None,
                    stop,
                }),
            }),
        });
    };
    push(Message::text(Role::User, Origin::Typed, "go"), None);
    let calls = (0..open).map(|n| call(format!("open-{n}"), 3_000));
    let parts = [Part::text("so")].into_iter().chain(calls).collect();
    push(
        Message::new(Role::Assistant, Origin::Model, parts),
        Some(Stop::Interrupted),
    );
    push(Message::text(Role::User, Origin::Typed, "go on"), None);
    for n in 0..READS {
        let parts = vec![call(format!("read-{n}"), 8)];
        push(
            Message::new(Role::Assistant, Origin::Model, parts),
            Some(Stop::ToolUse),
        );
        let text = "z".repeat(READ as usize * 4);
        let result = ToolResult::text(CallId::new(format!("read-{n}")), text, false);
        let parts = vec![Part::ToolResult(result)];
        push(Message::new(Role::Tool, Origin::Tool, parts), None);
    }
    push(
        Message::text(Role::Assistant, Origin::Model, "done"),
        Some(Stop::End),
    );
    entries
}

/// Sets the first read aside for the last request.
struct Last(usize);

impl Decide for Last {
    fn decide(&mut self, _: &str) -> Result<String, OutsideError> {
        self.0 += 1;
        // Entries: the user, the open calls, the user, the first read's call, the first read.
        let gone = if self.0 > READS { "5" } else { "" };
        Ok(format!(r#"{{"set_aside":[{gone}]}}"#))
    }
}

#[test]
fn what_stands_behind_a_break_is_written_again() {
    for open in [0, 1, 16] {
        let entries = session(open);
        let options = ReplayOptions {
            settings: Settings::default(),
            compactions: true,
            cold: Cold::Ttl,
            pinned: true,
            over: 0,
        };
        let replay = Replay::new(&entries, options, Arc::new(FourBytes));
        let report = run_outside(&replay, "last", &mut Last(0), &mut || {}).expect("a report");
        let mut before = 0;
        for step in &report.series {
            assert!(step.read <= before, "{open} open calls, step {}", step.step);
            assert_eq!(step.read + step.written, step.tokens);
            before = step.tokens;
        }
        let last = report.series.last().expect("a step");
        let behind = READ * (READS as u64 - 1);
        assert!(
            (behind..behind + 100).contains(&last.written),
            "{open} open calls: {} of {behind}",
            last.written
        );
    }
}
