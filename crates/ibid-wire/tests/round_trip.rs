//! Decoding a request body and encoding it again loses nothing, and what is encoded does not change
//! when messages are added.

use ibid_model::{Message, Part};
use ibid_wire::{DecodeError, Request, RequestHead, anthropic, openai_chat, openai_responses};
use proptest::prelude::*;
use serde_json::{Value, json};

/// One dialect's functions.
struct Dialect {
    name: &'static str,
    decode: fn(&str) -> Result<Request, DecodeError>,
    encode: fn(&RequestHead, &[Message]) -> String,
    encode_messages: fn(&[Message]) -> Vec<String>,
}

const DIALECTS: [Dialect; 3] = [
    Dialect {
        name: "anthropic",
        decode: anthropic::decode,
        encode: |head, messages| anthropic::encode(head, messages),
        encode_messages: |messages| anthropic::encode_messages(messages),
    },
    Dialect {
        name: "openai_chat",
        decode: openai_chat::decode,
        encode: |head, messages| openai_chat::encode(head, messages),
        encode_messages: |messages| openai_chat::encode_messages(messages),
    },
    Dialect {
        name: "openai_responses",
        decode: openai_responses::decode,
        encode: |head, messages| openai_responses::encode(head, messages),
        encode_messages: |messages| openai_responses::encode_messages(messages),
    },
];

fn dialect(name: &str) -> &'static Dialect {
    DIALECTS
        .iter()
        .find(|dialect| dialect.name == name)
        .expect("a dialect")
}

/// Checks both properties on one body.
fn check(dialect: &Dialect, body: &str) {
    let request = (dialect.decode)(body).expect("a body");
    let again = (dialect.encode)(&request.head, &request.messages);
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(value(&again), value(body), "{}", dialect.name);
    assert_eq!(
        (dialect.decode)(&again).as_ref(),
        Ok(&request),
        "decoding is stable"
    );
    let all = (dialect.encode_messages)(&request.messages);
    for upto in 0..request.messages.len() {
        let some = (dialect.encode_messages)(&request.messages[..upto]);
        let whole = some.len().saturating_sub(1);
        assert_eq!(some[..whole], all[..whole]);
        // The last one may grow: what joins it stands before its closing brackets.
        if let Some(last) = some.last() {
            let start = last.trim_end_matches(['}', ']']);
            assert!(all[whole].starts_with(start), "{last}\n{}", all[whole]);
        }
    }
}

/// Values that may stand in fields nobody knows.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(false)),
        Just(json!({"type": "ephemeral"})),
        Just(json!([1, -2.5, "x"])),
        any::<i64>().prop_map(|n| json!(n)),
        text().prop_map(Value::String),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        Just("<system-reminder>a</system-reminder>".to_owned()),
        Just("\u{2028}\0\"\\".to_owned()),
        Just(String::new()),
    ]
}

/// Names of fields, those that mean something somewhere among them.
const NAMES: [&str; 22] = [
    "cache_control",
    "name",
    "type",
    "role",
    "content",
    "item",
    "id",
    "status",
    "is_error",
    "detail",
    "text",
    "tool_calls",
    "reasoning_content",
    "call_id",
    "output",
    "annotations",
    "signature",
    "thinking",
    "input",
    "arguments",
    "x",
    "",
];

/// `base` with some fields more, removed or replaced.
fn changed(base: Value) -> impl Strategy<Value = Value> {
    let more = proptest::collection::vec((0..NAMES.len(), proptest::option::of(odd())), 0..2);
    (any::<bool>(), more).prop_map(move |(change, more)| {
        let mut value = base.clone();
        if let (true, Some(object)) = (change, value.as_object_mut()) {
            for (name, field) in more {
                match field {
                    Some(field) => object.insert(NAMES[name].to_owned(), field),
                    None => object.remove(NAMES[name]),
                };
            }
        }
        value
    })
}

fn choice(all: Vec<Value>) -> impl Strategy<Value = Value> {
    proptest::sample::select(all).prop_flat_map(changed)
}

/// What a content may be: blocks, a string, or neither.
fn content(blocks: Vec<Value>) -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => proptest::collection::vec(choice(blocks), 0..4).prop_map(Value::Array),
        2 => text().prop_map(Value::String),
        1 => odd(),
    ]
}

fn anthropic_message() -> impl Strategy<Value = Value> {
    let blocks = vec![
        json!({"type": "text", "text": "a"}),
        json!({"type": "text", "text": "<system-reminder>b</system-reminder>"}),
        json!({"type": "tool_use", "id": "t1", "name": "sh", "input": {"b": 1, "a": [2]}}),
        json!({"type": "tool_result", "tool_use_id": "t1", "content": "out"}),
        json!({"type": "tool_result", "tool_use_id": "t2", "is_error": true,
            "content": [{"type": "text", "text": "o"}]}),
        json!({"type": "tool_result", "tool_use_id": "t3", "is_error": false}),
        json!({"type": "thinking", "thinking": "hm", "signature": "c2ln"}),
        json!({"type": "redacted_thinking", "data": "eA=="}),
        json!({"type": "image", "source":
            {"type": "base64", "media_type": "image/png", "data": "aGk="}}),
        json!({"type": "image", "source": {"type": "url", "url": "http://x/y.png"}}),
        json!({"type": "document", "source": {"type": "text", "data": "d"}}),
    ];
    (content(blocks), 0..4usize).prop_flat_map(|(content, role)| {
        let role = ["user", "user", "assistant", "system"][role];
        changed(json!({"role": role, "content": content}))
    })
}

fn chat_message() -> impl Strategy<Value = Value> {
    let blocks = vec![
        json!({"type": "text", "text": "a"}),
        json!({"type": "text", "text": "<system-reminder>b</system-reminder>"}),
        json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}),
        json!({"type": "image_url", "image_url": {"url": "http://x/y", "detail": "low"}}),
        json!({"type": "input_audio", "input_audio": {"data": "x"}}),
    ];
    let call = json!({"id": "c1", "type": "function",
        "function": {"name": "sh", "arguments": "{\"a\": 1}"}});
    let odd_call = json!({"id": "c2", "type": "custom", "custom": {"name": "x", "input": "y"}});
    (content(blocks), choice(vec![call, odd_call]), 0..9usize).prop_flat_map(
        |(content, call, kind)| {
            changed(match kind {
                0 => json!({"role": "system", "content": content}),
                1 => json!({"role": "developer", "content": content}),
                2 => json!({"role": "assistant", "content": content}),
                3 => json!({"role": "assistant", "content": null, "tool_calls": [call]}),
                4 => json!({"role": "assistant", "tool_calls": [call.clone(), call]}),
                5 => json!({"role": "assistant", "content": content, "reasoning_content": "hm"}),
                6 => json!({"role": "tool", "tool_call_id": "c1", "content": content}),
                7 => json!({"role": "function", "name": "f", "content": "x"}),
                _ => json!({"role": "user", "content": content}),
            })
        },
    )
}

fn responses_item() -> impl Strategy<Value = Value> {
    let blocks = vec![
        json!({"type": "input_text", "text": "a"}),
        json!({"type": "input_text", "text": "<system-reminder>b</system-reminder>"}),
        json!({"type": "output_text", "text": "b", "annotations": []}),
        json!({"type": "input_image", "image_url": "data:image/png;base64,aGk=", "detail": "auto"}),
        json!({"type": "refusal", "refusal": "no"}),
    ];
    (content(blocks), 0..12usize).prop_flat_map(|(content, kind)| {
        changed(match kind {
            0 => json!({"type": "message", "role": "user", "content": content}),
            1 => json!({"role": "developer", "content": content}),
            2 => json!({"type": "message", "role": "system", "content": content}),
            3 | 4 => json!({"type": "message", "role": "assistant", "id": "m", "content": content}),
            5 => json!({"type": "function_call", "call_id": "c", "name": "sh",
                "arguments": "{\"a\":1}", "status": "completed"}),
            6 => json!({"type": "function_call_output", "call_id": "c", "output": content}),
            7 => json!({"type": "custom_tool_call", "call_id": "c", "name": "exec",
                "input": "text(1)"}),
            8 => json!({"type": "custom_tool_call_output", "call_id": "c", "output": content}),
            9 => json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}],
                "encrypted_content": "eA=="}),
            10 => json!({"type": "local_shell_call", "call_id": "c",
                "action": {"type": "exec", "command": ["ls"]}}),
            _ => json!({"type": "additional_tools", "tools": []}),
        })
    })
}

fn heads() -> impl Strategy<Value = Value> {
    choice(vec![
        json!({"model": "m", "max_tokens": 5, "tools": [{"name": "t", "input_schema": {}}]}),
        json!({"model": "m", "system": "s", "instructions": "i", "stream": true}),
        json!({"system": [{"type": "text", "text": "s", "cache_control": {}}], "tools": []}),
        json!({"system": 5, "instructions": null, "tools": {"a": 1}, "temperature": 0.25}),
    ])
}

fn body(head: Value, messages: Vec<Value>, field: &str) -> String {
    let mut body = head;
    body[field] = Value::Array(messages);
    body.to_string()
}

proptest! {
    #[test]
    fn anthropic_bodies(
        head in heads(),
        messages in proptest::collection::vec(anthropic_message(), 0..6),
    ) {
        check(dialect("anthropic"), &body(head, messages, "messages"));
    }

    #[test]
    fn chat_bodies(
        head in heads(),
        messages in proptest::collection::vec(chat_message(), 0..6),
    ) {
        check(dialect("openai_chat"), &body(head, messages, "messages"));
    }

    #[test]
    fn responses_bodies(
        head in heads(),
        items in proptest::collection::vec(responses_item(), 0..6),
    ) {
        check(dialect("openai_responses"), &body(head, items, "input"));
    }

    /// Whatever dialect a message came from, each encoder writes JSON that its decoder reads.
    #[test]
    fn every_dialect_can_say_what_another_said(
        anthropic_messages in proptest::collection::vec(anthropic_message(), 0..4),
        chat_messages in proptest::collection::vec(chat_message(), 0..4),
        items in proptest::collection::vec(responses_item(), 0..4),
    ) {
        let bodies = [
            body(json!({}), anthropic_messages, "messages"),
            body(json!({}), chat_messages, "messages"),
            body(json!({}), items, "input"),
        ];
        for (from, body) in DIALECTS.iter().zip(&bodies) {
            let request = (from.decode)(body).expect("a body");
            for to in &DIALECTS {
                let said = (to.encode)(&request.head, &request.messages);
                let again = (to.decode)(&said).expect("what was encoded");
                prop_assert_eq!((to.encode)(&again.head, &again.messages), said);
            }
        }
    }
}

#[test]
fn signed_and_unknown_blocks_keep_their_bytes() {
    let cases = [
        (
            "anthropic",
            r#"{"type": "thinking",  "signature":"\u0041=", "thinking":"a\/b", "n": 1.0}"#,
            r#"{"messages":[{"role":"assistant","content":[X]}]}"#,
        ),
        (
            "anthropic",
            r#"{"text":"half \ud800 of a pair", "type":"text"}"#,
            r#"{"messages":[{"role":"user","content":[X]}]}"#,
        ),
        (
            "openai_responses",
            r#"{"type":"reasoning", "summary":[], "encrypted_content":"\u0041"}"#,
            r#"{"input":[X]}"#,
        ),
        (
            "openai_chat",
            r#"{"role":"user","content":"half \udc00"}"#,
            r#"{"messages":[X]}"#,
        ),
    ];
    for (name, block, frame) in cases {
        let dialect = dialect(name);
        let request = (dialect.decode)(&frame.replace('X', block)).expect("a body");
        let again = (dialect.encode)(&request.head, &request.messages);
        assert!(again.contains(block), "{name}: {again}");
    }
}

#[test]
fn results_that_follow_one_another_are_one_message_of_anthropic() {
    let body = r#"{"messages":[
        {"role":"user","content":"go"},
        {"role":"assistant","content":null,"tool_calls":[
            {"id":"a","type":"function","function":{"name":"sh","arguments":"{\"cmd\":\"ls\"}"}},
            {"id":"b","type":"function","function":{"name":"sh","arguments":"{\"cmd\""}},
            {"id":"c","type":"function","function":{"name":"sh","arguments":""}}]},
        {"role":"tool","tool_call_id":"a","content":"x"},
        {"role":"tool","tool_call_id":"b","content":"y"},
        {"role":"user","content":"on"}]}"#;
    let request = openai_chat::decode(body).expect("a body");
    let wire = anthropic::encode_messages(&request.messages);
    let expected = [
        r#"{"role":"user","content":[{"type":"text","text":"go"}]}"#,
        concat!(
            r#"{"role":"assistant","content":["#,
            r#"{"type":"tool_use","id":"a","name":"sh","input":{"cmd":"ls"}},"#,
            r#"{"type":"tool_use","id":"b","name":"sh","input":{"arguments":"{\"cmd\""}},"#,
            r#"{"type":"tool_use","id":"c","name":"sh","input":{}}]}"#
        ),
        concat!(
            r#"{"role":"user","content":["#,
            r#"{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"x"}]},"#,
            r#"{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"y"}]}]}"#
        ),
        r#"{"role":"user","content":[{"type":"text","text":"on"}]}"#,
    ];
    assert_eq!(wire, expected);
    // And back: results each in a message of their own again.
    let anthropic_body = anthropic::encode(&request.head, &request.messages);
    let back = anthropic::decode(&anthropic_body).expect("a body");
    let chat = openai_chat::encode_messages(&back.messages);
    assert_eq!(
        chat[2],
        r#"{"role":"tool","tool_call_id":"a","content":"x"}"#
    );
    assert_eq!(chat.len(), 5);
}

#[test]
fn a_system_prompt_finds_its_place() {
    let chat = r#"{"model":"m","messages":[{"role":"system","content":"be brief"},
        {"role":"user","content":"hi"}]}"#;
    let request = openai_chat::decode(chat).expect("a body");
    let body = anthropic::encode(&request.head, &request.messages);
    assert_eq!(
        body,
        concat!(
            r#"{"model":"m","system":[{"type":"text","text":"be brief"}],"#,
            r#""messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}"#
        )
    );
    let back = anthropic::decode(&body).expect("a body");
    assert_eq!(back.head.system_texts(), ["be brief"]);
    let chat = openai_chat::encode(&back.head, &back.messages);
    assert!(chat.contains(r#"{"role":"system","content":"be brief"}"#));
}

#[test]
fn origins_are_told_apart_inside_one_wire_message() {
    let body = r#"{"messages":[{"role":"user","content":[
        {"type":"tool_result","tool_use_id":"a","content":"x"},
        {"type":"text","text":"<system-reminder>r</system-reminder>"},
        {"type":"text","text":"fix it"}]}]}"#;
    let request = anthropic::decode(body).expect("a body");
    let told: Vec<String> = request
        .messages
        .iter()
        .map(|m| format!("{:?} {:?} {}", m.role, m.origin, m.join))
        .collect();
    assert_eq!(
        told,
        ["Tool Tool false", "User Injected true", "User Wire true"]
    );
    assert!(matches!(
        request.messages[0].parts[..],
        [Part::ToolResult(_)]
    ));
}

#[test]
fn what_is_no_body_is_an_error() {
    let cases = [
        ("", "not JSON"),
        ("{\"messages\":[", "not JSON"),
        ("[]", "not a JSON object"),
        ("{\"messages\":5}", "no messages"),
        ("{}", "no messages"),
    ];
    for (body, expected) in cases {
        for dialect in &DIALECTS {
            let error = (dialect.decode)(body).expect_err(body).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
