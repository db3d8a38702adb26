//! OpenAI Responses request bodies.
//!
//! Items of the model that follow one another (reasoning, messages, calls) are one message here, as
//! they are one answer; the encoder makes items of its parts again. Every result is an item.

mod encode;

use ibid_model::{
    CallId, Image, Message, Opaque, Origin, Part, RawJson, Reasoning, Role, Text, ToolCall,
    ToolResult,
};

use crate::anthropic::by_origin;
use crate::extra::{self, Fields, Form};
use crate::json::{Json, Object, quoted};
use crate::openai_chat::split_url;
use crate::request::{self, DecodeError, Names, Request, RequestHead, array};

pub use encode::encode_messages;

/// The dialect's name. Items that are not understood are kept under it.
pub const DIALECT: &str = "openai_responses";

/// What blocks inside an item that are not understood are kept under.
const BLOCK: &str = "openai_responses.content";

const NAMES: Names = Names {
    system: Some("instructions"),
    messages: "input",
};

/// Kinds of calls whose arguments are one field, with that field's name.
const CALLS: [(&str, &str); 3] = [
    ("function_call", "arguments"),
    ("custom_tool_call", "input"),
    ("local_shell_call", "action"),
];

/// Kinds of results.
const RESULTS: [&str; 2] = ["function_call_output", "custom_tool_call_output"];

/// Decodes a request body.
pub fn decode(body: &str) -> Result<Request, DecodeError> {
    let (head, input) = request::read_head(body, &NAMES)?;
    let no_messages = DecodeError::NoMessages(NAMES.messages);
    let messages = match input.array() {
        Some(items) => decode_items(items),
        None => {
            let text = input.exact_text().ok_or(no_messages)?;
            let mut message = Message::text(Role::User, Origin::Wire, text);
            let mut fields = Fields::default();
            fields.form(Form::Text, Form::Array);
            // The whole input, not an item, was a string.
            fields.put("item", "null");
            message.extra = fields.of(DIALECT);
            vec![message]
        }
    };
    Ok(Request { head, messages })
}

/// Encodes a request body. Deterministic; messages that are added at the end change no byte before
/// them, except that an input that was one string becomes an item as soon as it is not alone.
pub fn encode<'a>(head: &RequestHead, messages: impl IntoIterator<Item = &'a Message>) -> String {
    let messages: Vec<&Message> = messages.into_iter().collect();
    if let [message] = messages.as_slice()
        && extra::fields(&message.extra, DIALECT).is_some_and(|fields| fields.has("item"))
        && let [Part::Text(text)] = message.parts.as_slice()
    {
        return request::write_body(head, &NAMES, &[], &quoted(&text.text));
    }
    let items = encode_messages(messages);
    let input = array(items.iter().map(String::as_str));
    request::write_body(head, &NAMES, &[], &input)
}

/// Items as messages: what the model made in one go is one message.
pub(crate) fn decode_items<'a>(items: impl IntoIterator<Item = Json<'a>>) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for item in items {
        match decode_item(item) {
            Item::Model(parts) => match messages.last_mut() {
                Some(last) if last.role == Role::Assistant => last.parts.extend(parts),
                _ => messages.push(Message::new(Role::Assistant, Origin::Model, parts)),
            },
            Item::Messages(more) => messages.extend(more),
        }
    }
    messages
}

/// What one item is.
pub(crate) enum Item {
    /// Parts of what the model made.
    Model(Vec<Part>),
    /// Messages of the other side, the later ones joined.
    Messages(Vec<Message>),
}

/// Reads one item. What is not understood is kept whole, on the side its type belongs to.
pub(crate) fn decode_item(raw: Json<'_>) -> Item {
    let Some(object) = raw.object() else {
        return Item::Messages(vec![whole(raw, Role::User, Origin::Wire)]);
    };
    // A type that is no text is none that is known; without a type it is a message.
    let kind = match object.get("type") {
        None => String::new(),
        Some(kind) => kind
            .exact_text()
            .filter(|kind| !kind.is_empty())
            .unwrap_or_else(|| "?".to_owned()),
    };
    let by_model = kind == "reasoning" || kind.ends_with("_call") || object.is("role", "assistant");
    if by_model {
        return Item::Model(
            read_model_item(raw, &object, &kind).unwrap_or_else(|| vec![opaque(DIALECT, raw)]),
        );
    }
    let read = if RESULTS.contains(&kind.as_str()) {
        read_result(&object, &kind)
    } else {
        read_said(&object)
    };
    let side = match kind.as_str() {
        kind if kind.ends_with("_output") => (Role::User, Origin::Wire),
        _ => (Role::System, Origin::Injected),
    };
    Item::Messages(read.unwrap_or_else(|| vec![whole(raw, side.0, side.1)]))
}

fn opaque(dialect: &str, raw: Json<'_>) -> Part {
    Part::Opaque(Opaque {
        dialect: dialect.to_owned(),
        raw: RawJson::new(raw.raw()),
    })
}

fn whole(raw: Json<'_>, role: Role, origin: Origin) -> Message {
    Message::new(role, origin, vec![opaque(DIALECT, raw)])
}

fn read_model_item(raw: Json<'_>, object: &Object<'_>, kind: &str) -> Option<Vec<Part>> {
    if kind == "reasoning" {
        let summary = object.array("summary").unwrap_or_default();
        let texts: Vec<String> = summary
            .iter()
            .filter_map(|block| block.object()?.text("text"))
            .collect();
        return Some(vec![Part::Reasoning(Reasoning {
            text: texts.join("\n"),
            signed: Some(Opaque {
                dialect: DIALECT.to_owned(),
                raw: RawJson::new(raw.raw()),
            }),
        })]);
    }
    if let Some((_, args)) = CALLS.iter().find(|(call, _)| *call == kind) {
        return Some(vec![read_call(object, kind, args)?]);
    }
    if !matches!(kind, "message" | "") {
        return None;
    }
    read_answer(object)
}

fn read_call(object: &Object<'_>, kind: &str, args_field: &str) -> Option<Part> {
    let args = object.get(args_field)?;
    let (name, args) = match kind {
        "function_call" => (object.get("name")?.exact_text()?, args.exact_text()?),
        "custom_tool_call" => {
            args.exact_text()?;
            (object.get("name")?.exact_text()?, args.raw().to_owned())
        }
        _ => ("local_shell".to_owned(), args.raw().to_owned()),
    };
    let mut known = vec!["type", "call_id", args_field];
    if kind != "local_shell_call" {
        known.push("name");
    }
    let mut fields = Fields::rest(object, &known);
    if kind != "function_call" {
        fields.put("type", &quoted(kind));
    }
    Some(Part::ToolCall(ToolCall {
        id: CallId::new(object.get("call_id")?.exact_text()?),
        name,
        args: RawJson::new(args),
        extra: fields.of(DIALECT),
    }))
}

/// A message item of the model: its blocks, the first of which keeps the item's other fields.
fn read_answer(object: &Object<'_>) -> Option<Vec<Part>> {
    let content = object.get("content")?;
    let mut item = Fields::rest(object, &["role", "content", "type"]);
    if !object.has("type") {
        item.put("type", "null");
    }
    let mut parts = match content.array() {
        Some(blocks) => blocks
            .into_iter()
            .map(|block| read_block(block, "output_text"))
            .collect(),
        None => {
            item.form(Form::Text, Form::Array);
            vec![Part::text(content.exact_text()?)]
        }
    };
    let Some(Part::Text(first)) = parts.first_mut() else {
        return None;
    };
    let mut fields = Fields::default();
    fields.put("item", &item.object());
    if let Some(block) = extra::fields(&first.extra, DIALECT) {
        for (key, value) in block.fields() {
            fields.put(key, value.raw());
        }
    }
    first.extra = fields.of(DIALECT);
    Some(parts)
}

fn read_block(raw: Json<'_>, text_type: &str) -> Part {
    let read = |block: &Object<'_>| match block.text("type")?.as_str() {
        kind if kind == text_type => Some(Part::Text(Text {
            text: block.get("text")?.exact_text()?,
            extra: Fields::rest(block, &["type", "text"]).of(DIALECT),
        })),
        "input_image" => {
            let (media_type, source) = split_url(block.get("image_url")?.exact_text()?);
            Some(Part::Image(Image {
                media_type,
                source,
                width: None,
                height: None,
                extra: Fields::rest(block, &["type", "image_url"]).of(DIALECT),
            }))
        }
        _ => None,
    };
    raw.object()
        .and_then(|block| read(&block))
        .filter(|_| !raw.object().is_some_and(|block| block.has("item")))
        .unwrap_or_else(|| opaque(BLOCK, raw))
}

/// A message item of the other side.
fn read_said(object: &Object<'_>) -> Option<Vec<Message>> {
    let wire_role = object.text("role")?;
    let role = match wire_role.as_str() {
        "user" => Role::User,
        "system" | "developer" => Role::System,
        _ => return None,
    };
    let other = object.has("type") && !object.is("type", "message");
    if other || object.has("item") {
        return None;
    }
    let mut fields = Fields::rest(object, &["role", "content", "type"]);
    if !object.has("type") {
        fields.put("type", "null");
    }
    if wire_role == "system" {
        fields.put("role", "\"system\"");
    }
    let content = object.get("content")?;
    let (form, parts) = match content.array() {
        Some(blocks) => {
            let read = |block| read_block(block, "input_text");
            (Form::Array, blocks.into_iter().map(read).collect())
        }
        None => (Form::Text, vec![Part::text(content.exact_text()?)]),
    };
    // An empty item that was sent is told from one that has nothing to say by this.
    let own = if parts.is_empty() {
        Form::Apart
    } else {
        Form::Array
    };
    fields.form(form, own);
    let mut messages = by_origin(role, parts);
    messages[0].extra = fields.of(DIALECT);
    Some(messages)
}

fn read_result(object: &Object<'_>, kind: &str) -> Option<Vec<Message>> {
    let output = object.get("output")?;
    if object.has("content") {
        return None;
    }
    let mut fields = Fields::rest(object, &["type", "call_id", "output"]);
    if kind != RESULTS[0] {
        fields.put("type", &quoted(kind));
    }
    let content: Vec<Part> = match output.array() {
        Some(blocks) => {
            fields.form(Form::Array, Form::Text);
            blocks
                .into_iter()
                .map(|block| read_block(block, "input_text"))
                .collect()
        }
        None => vec![Part::text(output.exact_text()?)],
    };
    let result = ToolResult {
        call: CallId::new(object.get("call_id")?.exact_text()?),
        content,
        error: false,
        extra: fields.of(DIALECT),
    };
    let parts = vec![Part::ToolResult(result)];
    Some(vec![Message::new(Role::Tool, Origin::Tool, parts)])
}
