//! Recorded sessions made for these tests: somebody keeps a loom's firmware in order.

use std::fmt::Write as _;

use ibid_engine::archive::{Archive, Options};
use ibid_engine::journal::{Journal, Origin, Sessions};
use ibid_engine::project::Project;
use ibid_model::{
    Body, Break, CallId, Checkpoint, Message, MessageEntry, Millis, ModelCall, Origin as From,
    Part, RawJson, Reason, Role, Seq, SessionId, SetAside, Stop, Tokens, ToolCall, ToolResult,
    Usage,
};
use serde_json::{Value, json};

use crate::common::Home;

/// When the first of them begins.
const START: i64 = 1_767_323_045_000;

fn moment(second: i64) -> String {
    let t = jiff::Timestamp::from_millisecond(START + second * 1000).unwrap();
    t.to_string()
}

/// The lines of the file that round `n` reads: one of them is the round's own.
fn source(n: usize) -> String {
    let mut text = String::new();
    for row in 0..40 {
        let _ = writeln!(
            text,
            "    shed_lift(heddle_{row}, frame_{n}, tension::LOW);"
        );
    }
    text
}

/// A session of pi, one record a line: `rounds` times a read and then an edit of what was read
/// `rounds / 2` reads before, each answered in a call with usage.
pub(crate) fn pi(rounds: usize) -> String {
    let mut lines = vec![
        json!({"type": "session", "id": "loom-1", "timestamp": moment(0), "cwd": "/srv/loom"}),
        message(
            1,
            json!({"role": "user", "content": [{"type": "text", "text": "lower the tension"}]}),
        ),
    ];
    let mut prompt = 0;
    for n in 0..rounds {
        let at = 10 * n as i64 + 2;
        let path = format!("src/frame_{n}.rs");
        let call = format!("call_{n}");
        lines.push(answer(
            at,
            &mut prompt,
            call.clone(),
            "read",
            json!({"path": path}),
        ));
        lines.push(result(at + 1, &call, "read", &source(n)));
        let old = n / 2;
        let line = format!("    shed_lift(heddle_7, frame_{old}, tension::LOW);");
        let call = format!("edit_{n}");
        let edit = json!({"path": format!("src/frame_{old}.rs"), "oldText": line,
            "newText": line.replace("LOW", "HIGH")});
        lines.push(answer(at + 2, &mut prompt, call.clone(), "edit", edit));
        lines.push(result(at + 3, &call, "edit", "done"));
    }
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn message(at: i64, message: Value) -> Value {
    json!({"type": "message", "timestamp": moment(at), "message": message})
}

fn answer(at: i64, prompt: &mut u64, id: String, tool: &str, arguments: Value) -> Value {
    let (read, new) = (*prompt, 700);
    *prompt += new;
    message(
        at,
        json!({"role": "assistant", "api": "anthropic-messages", "provider": "anthropic",
            "model": "claude-sonnet-4-5", "stopReason": "toolUse",
            "usage": {"input": 0, "output": 40, "cacheRead": read, "cacheWrite": new},
            "content": [{"type": "toolCall", "id": id, "name": tool, "arguments": arguments}]}),
    )
}

fn result(at: i64, id: &str, tool: &str, text: &str) -> Value {
    message(
        at,
        json!({"role": "toolResult", "toolCallId": id, "toolName": tool, "isError": false,
            "content": [{"type": "text", "text": text}]}),
    )
}

fn sessions(home: &Home) -> Sessions {
    let project = Project::find(&home.project()).unwrap();
    let daily = SessionId::parse("daily").unwrap();
    Sessions::of(&Archive::open(Options::new(home.data()), &project, daily).unwrap())
}

/// The stub that the session kept by [`kept`] holds.
pub(crate) const STUB: &str = "[set aside: read src/warp.rs; recall id \"call_0\", shows it again]";

/// Keeps a session of ibid's own: two reads, the first of which was set aside for the last call.
pub(crate) fn kept(home: &Home, name: &str) {
    let id = SessionId::parse(name).unwrap();
    let origin = Origin {
        cwd: "/srv/loom".to_owned(),
        checkout: None,
    };
    let mut journal = Journal::create(&sessions(home), &id, origin).unwrap();
    let mut bodies = vec![said(Role::User, From::Typed, "count the threads", None)];
    for n in 0..2 {
        bodies.push(checkpoint(Vec::new()));
        bodies.push(asked(n));
        let result = ToolResult::text(CallId::new(format!("call_{n}")), source(n), false);
        let parts = vec![Part::ToolResult(result)];
        bodies.push(body(Message::new(Role::Tool, From::Tool, parts), None));
    }
    bodies.push(checkpoint(vec![SetAside {
        seq: Seq(5),
        stub: STUB.to_owned(),
        reason: Reason::Untouched,
        digest: "0123456789abcdef".to_owned(),
        tokens: Tokens(555),
    }]));
    bodies.push(said(
        Role::Assistant,
        From::Model,
        "eighty",
        Some(call(Stop::End)),
    ));
    journal.append_at(Millis(START), &bodies).unwrap();
}

fn checkpoint(set_aside: Vec<SetAside>) -> Body {
    Body::Checkpoint(Checkpoint {
        policy: "by-hand".to_owned(),
        broke: (!set_aside.is_empty()).then_some(Break::Rule),
        set_aside,
        estimate: Tokens(4321),
        ..Checkpoint::default()
    })
}

fn asked(n: usize) -> Body {
    let part = Part::ToolCall(ToolCall {
        id: CallId::new(format!("call_{n}")),
        name: "read".to_owned(),
        args: RawJson::new(format!("{{\"path\":\"src/warp_{n}.rs\"}}")),
        extra: None,
    });
    let message = Message::new(Role::Assistant, From::Model, vec![part]);
    body(message, Some(call(Stop::ToolUse)))
}

fn said(role: Role, origin: From, text: &str, call: Option<ModelCall>) -> Body {
    body(Message::text(role, origin, text), call)
}

fn body(message: Message, call: Option<ModelCall>) -> Body {
    let message = message.into();
    Body::Message(MessageEntry { message, call })
}

fn call(stop: Stop) -> ModelCall {
    let usage = Usage {
        input: Tokens(900),
        output: Tokens(40),
        ..Usage::default()
    };
    ModelCall {
        model: "model-x".to_owned(),
        usage: Some(usage),
        stop,
    }
}
