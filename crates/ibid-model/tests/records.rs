//! Every record survives its way through the log, whatever text stands in it.

use std::sync::Arc;

use ibid_model::{
    Body, CallId, Entry, Image, ImageSource, Life, Message, MessageEntry, Millis, ModelCall,
    Opaque, Origin, Part, RawJson, Reasoning, Role, Seq, Stop, Text, Tokens, ToolCall, ToolResult,
    Usage,
};
use proptest::prelude::*;

fn raw() -> impl Strategy<Value = RawJson> {
    any::<String>().prop_map(RawJson::new)
}

fn part() -> impl Strategy<Value = Part> {
    let text = (any::<String>(), proptest::option::of(raw()))
        .prop_map(|(text, extra)| Part::Text(Text { text, extra }));
    let opaque = || (any::<String>(), raw()).prop_map(|(dialect, raw)| Opaque { dialect, raw });
    let call = (any::<String>(), any::<String>(), raw()).prop_map(|(id, name, args)| {
        Part::ToolCall(ToolCall {
            id: CallId::new(id),
            name,
            args,
            extra: None,
        })
    });
    let reasoning = (any::<String>(), proptest::option::of(opaque()))
        .prop_map(|(text, signed)| Part::Reasoning(Reasoning { text, signed }));
    let image = (any::<String>(), any::<Option<u32>>()).prop_map(|(data, width)| {
        Part::Image(Image {
            media_type: "image/png".to_owned(),
            source: ImageSource::Base64(data),
            width,
            height: width,
            extra: None,
        })
    });
    prop_oneof![
        text,
        opaque().prop_map(Part::Opaque),
        call,
        reasoning,
        image
    ]
}

fn message() -> impl Strategy<Value = Message> {
    let parts = proptest::collection::vec(part(), 0..4);
    (parts, any::<(bool, bool, String)>()).prop_map(|(parts, (result, join, id))| {
        let mut message = Message::new(Role::Assistant, Origin::Model, parts);
        message.join = join;
        message.life = join.then_some(Life::Step);
        if result {
            let content = std::mem::take(&mut message.parts);
            message = Message::new(Role::Tool, Origin::Tool, vec![]);
            message.parts.push(Part::ToolResult(ToolResult {
                call: CallId::new(id),
                content,
                error: join,
                extra: None,
            }));
        }
        message
    })
}

proptest! {
    #[test]
    fn a_record_comes_back_as_it_was(message in message(), t in any::<i64>(), seq in any::<u64>()) {
        let usage = Usage { input: Tokens(seq), ..Usage::default() };
        let entry = Entry {
            seq: Seq(seq),
            t: Millis(t),
            body: Body::Message(MessageEntry {
                message: Arc::new(message),
                call: Some(ModelCall {
                    model: "m".to_owned(),
                    usage: Some(usage),
                    stop: Stop::End,
                }),
            }),
        };
        let line = serde_json::to_string(&entry).unwrap();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), entry);
    }
}
