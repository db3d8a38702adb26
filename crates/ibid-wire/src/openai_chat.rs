//! OpenAI Chat Completions request bodies, as many local servers speak them too.
//!
//! The system prompt is a message here. Every result is a wire message of its own. Arguments of
//! calls are text that usually holds JSON: [`ToolCall::args`](ibid_model::ToolCall) is that text.

use ibid_model::{
    CallId, Image, ImageSource, Message, Opaque, Origin, Part, RawJson, Reasoning, Role, Text,
    ToolCall, ToolResult,
};

use crate::extra::{self, Fields, Form};
use crate::json::{Json, Object, quoted, write_field};
use crate::request::{self, DecodeError, Names, Request, RequestHead, array};

/// The dialect's name.
pub const DIALECT: &str = "openai_chat";

/// What whole messages that are not understood are kept under.
const WHOLE: &str = "openai_chat.message";
/// What entries of `tool_calls` that are not understood are kept under.
const CALL: &str = "openai_chat.tool_call";
/// What fields of an assistant message that hold reasoning are kept under, as an object.
const REASONING: &str = "openai_chat.reasoning";

/// Fields that servers put plain reasoning into (as of 2026-11: DeepSeek, Qwen and llama.cpp the
/// first, vLLM and OpenRouter the second).
const REASONING_FIELDS: [&str; 2] = ["reasoning_content", "reasoning"];

const NAMES: Names = Names {
    system: None,
    messages: "messages",
};

/// Decodes a request body.
pub fn decode(body: &str) -> Result<Request, DecodeError> {
    let (head, messages) = request::read_head(body, &NAMES)?;
    let wire = messages
        .array()
        .ok_or(DecodeError::NoMessages(NAMES.messages))?;
    let messages = wire.into_iter().flat_map(decode_message).collect();
    Ok(Request { head, messages })
}

/// Encodes a request body. Deterministic; messages that are added at the end change no byte before
/// them. The system prompt of another dialect's head becomes the first message.
pub fn encode<'a>(head: &RequestHead, messages: impl IntoIterator<Item = &'a Message>) -> String {
    let texts = head.system_texts();
    let system: Vec<Message> = texts
        .into_iter()
        .map(|text| Message::text(Role::System, Origin::Injected, text))
        .collect();
    let mut wire = encode_messages(&system);
    wire.extend(encode_messages(messages));
    let wire = array(wire.iter().map(String::as_str));
    request::write_body(head, &NAMES, &[], &wire)
}

/// Encodes messages, each wire message on its own. Joined messages are one, but for results.
pub fn encode_messages<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Vec<String> {
    let mut groups: Vec<Vec<&Message>> = Vec::new();
    for message in messages {
        let joins = |group: &Vec<&Message>| {
            message.join
                && message.role != Role::Tool
                && group.last().is_some_and(|last| last.role == message.role)
        };
        match groups.last_mut() {
            Some(group) if joins(group) => group.push(message),
            _ => groups.push(vec![message]),
        }
    }
    groups
        .iter()
        .filter_map(|group| write_group(group))
        .collect()
}

/// One wire message as messages of one origin each.
pub(crate) fn decode_message(raw: Json<'_>) -> Vec<Message> {
    let read = |object: Object<'_>| match object.text("role")?.as_str() {
        role @ ("user" | "system" | "developer") => read_said(role, &object),
        "assistant" => read_assistant(&object),
        "tool" => read_result(&object),
        _ => None,
    };
    raw.object().and_then(read).unwrap_or_else(|| {
        let whole = opaque(WHOLE, raw.raw());
        vec![Message::new(Role::User, Origin::Wire, vec![whole])]
    })
}

fn opaque(dialect: &str, raw: &str) -> Part {
    Part::Opaque(Opaque {
        dialect: dialect.to_owned(),
        raw: RawJson::new(raw),
    })
}

/// The content as parts, and its form.
fn read_content(content: Option<Json<'_>>) -> Option<(Form, Vec<Part>)> {
    let form = Form::of(content)?;
    let parts = match (form, content) {
        (Form::Text, Some(content)) => vec![Part::text(content.exact_text()?)],
        (Form::Array, Some(content)) => content.array()?.into_iter().map(read_block).collect(),
        _ => Vec::new(),
    };
    Some((form, parts))
}

/// The form that an encoder chooses for parts when none is kept.
fn own_form(role: Role, parts: &[&Part]) -> Form {
    match parts {
        [] if role == Role::Assistant => Form::Null,
        [] | [Part::Text(Text { extra: None, .. })] => Form::Text,
        _ => Form::Array,
    }
}

fn read_said(role: &str, object: &Object<'_>) -> Option<Vec<Message>> {
    let mut fields = Fields::rest(object, &["role", "content"]);
    let (form, parts) = read_content(object.get("content"))?;
    let neutral = if role == "user" {
        Role::User
    } else {
        Role::System
    };
    if role == "developer" {
        fields.put("role", "\"developer\"");
    }
    let mut messages = crate::anthropic::by_origin(neutral, parts);
    // The form holds for the first part alone too, before the others join it.
    let first: Vec<&Part> = messages[0].parts.iter().collect();
    fields.form(form, own_form(neutral, &first));
    messages[0].extra = fields.of(DIALECT);
    Some(messages)
}

fn read_assistant(object: &Object<'_>) -> Option<Vec<Message>> {
    let (form, texts) = read_content(object.get("content"))?;
    let calls = object.array("tool_calls").unwrap_or_default();
    let mut known = vec!["role", "content"];
    if !calls.is_empty() {
        known.push("tool_calls");
    }
    let mut parts = Vec::new();
    for name in REASONING_FIELDS {
        let Some(text) = object.get(name).and_then(Json::exact_text) else {
            continue;
        };
        known.push(name);
        let raw = format!("{{{}:{}}}", quoted(name), quoted(&text));
        parts.push(Part::Reasoning(Reasoning {
            text,
            signed: Some(Opaque {
                dialect: REASONING.to_owned(),
                raw: RawJson::new(raw),
            }),
        }));
    }
    let mut fields = Fields::rest(object, &known);
    let own = match texts.is_empty() && parts.is_empty() && calls.is_empty() {
        // An empty message that was sent is told from one that has nothing to say by this.
        true => Form::Apart,
        false => own_form(Role::Assistant, &texts.iter().collect::<Vec<_>>()),
    };
    fields.form(form, own);
    parts.extend(texts);
    parts.extend(calls.into_iter().map(read_call));
    let mut message = Message::new(Role::Assistant, Origin::Model, parts);
    message.extra = fields.of(DIALECT);
    Some(vec![message])
}

fn read_call(raw: Json<'_>) -> Part {
    let read = |call: &Object<'_>| {
        let function = call.object("function")?;
        if !call.is("type", "function") || function.fields().count() != 2 {
            return None;
        }
        Some(Part::ToolCall(ToolCall {
            id: CallId::new(call.get("id")?.exact_text()?),
            name: function.get("name")?.exact_text()?,
            args: RawJson::new(function.get("arguments")?.exact_text()?),
            extra: Fields::rest(call, &["type", "id", "function"]).of(DIALECT),
        }))
    };
    raw.object()
        .and_then(|call| read(&call))
        .unwrap_or_else(|| opaque(CALL, raw.raw()))
}

fn read_result(object: &Object<'_>) -> Option<Vec<Message>> {
    let call = CallId::new(object.get("tool_call_id")?.exact_text()?);
    let (form, content) = read_content(object.get("content"))?;
    let mut fields = Fields::rest(object, &["role", "content", "tool_call_id"]);
    fields.form(
        form,
        own_form(Role::Tool, &content.iter().collect::<Vec<_>>()),
    );
    let result = ToolResult {
        call,
        content,
        error: false,
        extra: fields.of(DIALECT),
    };
    let parts = vec![Part::ToolResult(result)];
    Some(vec![Message::new(Role::Tool, Origin::Tool, parts)])
}

fn read_block(raw: Json<'_>) -> Part {
    let read = |block: &Object<'_>| match block.text("type")?.as_str() {
        "text" => Some(Part::Text(Text {
            text: block.get("text")?.exact_text()?,
            extra: Fields::rest(block, &["type", "text"]).of(DIALECT),
        })),
        "image_url" if block.fields().count() == 2 => read_image(&block.object("image_url")?),
        _ => None,
    };
    raw.object()
        .and_then(|block| read(&block))
        .unwrap_or_else(|| opaque(DIALECT, raw.raw()))
}

fn read_image(place: &Object<'_>) -> Option<Part> {
    let url = place.get("url")?.exact_text()?;
    let (media_type, source) = split_url(url);
    Some(Part::Image(Image {
        media_type,
        source,
        width: None,
        height: None,
        extra: Fields::rest(place, &["url"]).of(DIALECT),
    }))
}

/// A picture's place: the base64 text of a `data:` address, or the address.
pub(crate) fn split_url(url: String) -> (String, ImageSource) {
    let data = url
        .strip_prefix("data:")
        .and_then(|rest| rest.split_once(";base64,"));
    match data {
        Some((media_type, data)) => (media_type.to_owned(), ImageSource::Base64(data.to_owned())),
        None => (String::new(), ImageSource::Url(url)),
    }
}

/// A picture's address; `None` for one that is kept elsewhere.
pub(crate) fn image_url(image: &Image) -> Option<String> {
    match &image.source {
        ImageSource::Base64(data) => Some(format!("data:{};base64,{data}", image.media_type)),
        ImageSource::Url(url) => Some(url.clone()),
        ImageSource::Kept(_) => None,
    }
}

fn write_group(group: &[&Message]) -> Option<String> {
    let first = group[0];
    if let [Part::Opaque(whole)] = first.parts.as_slice()
        && whole.dialect == WHOLE
    {
        return Some(whole.raw.as_str().to_owned());
    }
    if let Some(result) = first.result() {
        return Some(write_result(result));
    }
    let parts: Vec<&Part> = group.iter().flat_map(|message| &message.parts).collect();
    let said: Vec<&Part> = parts.iter().copied().filter(|part| is_said(part)).collect();
    let own = match first.role {
        Role::Assistant => write_own(&parts),
        _ => String::new(),
    };
    if said.is_empty() && own.is_empty() && extra::fields(&first.extra, DIALECT).is_none() {
        // There was nothing, or only what is another dialect's own.
        return None;
    }
    let mut out = begin(first);
    if let Some(content) = write_content(first.role, &first.extra, &said) {
        write_field(&mut out, "content", &content);
    }
    out.push_str(&own);
    out.push('}');
    Some(out)
}

/// Begins a wire message with its role and the fields that were kept. The content comes after them,
/// and last but for the model's, so that what joins it changes nothing before it.
fn begin(message: &Message) -> String {
    let fields = extra::fields(&message.extra, DIALECT).unwrap_or_default();
    let developer = message.role == Role::System && fields.is("role", "developer");
    let role = match message.role {
        Role::Assistant => "assistant",
        Role::System if developer => "developer",
        Role::System => "system",
        Role::User | Role::Tool => "user",
    };
    let mut out = String::new();
    request::begin(&mut out, role);
    extra::write(&mut out, &message.extra, DIALECT, &["content", "role"]);
    out
}

/// Fields that only the model's messages have: reasoning and calls, each with a comma before it.
fn write_own(parts: &[&Part]) -> String {
    let mut out = String::new();
    let mut put = |key: &str, raw: &str| {
        out.push(',');
        out.push_str(&quoted(key));
        out.push(':');
        out.push_str(raw);
    };
    for reasons in parts.iter().filter_map(|part| reasoning(part)) {
        for (key, value) in reasons.fields() {
            put(key, value.raw());
        }
    }
    let calls: Vec<String> = parts.iter().filter_map(|part| write_call(part)).collect();
    if !calls.is_empty() {
        put("tool_calls", &array(calls.iter().map(String::as_str)));
    }
    out
}

/// Whether a part stands in the content.
fn is_said(part: &Part) -> bool {
    match part {
        Part::Text(_) | Part::Image(_) => true,
        Part::Opaque(opaque) => opaque.dialect == DIALECT,
        _ => false,
    }
}

fn reasoning(part: &Part) -> Option<Object<'_>> {
    match part {
        Part::Reasoning(Reasoning {
            signed: Some(signed),
            ..
        }) if signed.dialect == REASONING => Object::parse(signed.raw.as_str()),
        _ => None,
    }
}

fn write_content(role: Role, kept: &Option<RawJson>, parts: &[&Part]) -> Option<String> {
    let form = Form::kept(kept, DIALECT).unwrap_or_else(|| own_form(role, parts));
    match (form, parts) {
        (Form::Absent, []) => None,
        (Form::Null, []) => Some("null".to_owned()),
        (Form::Text, []) => Some("\"\"".to_owned()),
        (Form::Text, [Part::Text(text)]) => Some(quoted(&text.text)),
        _ => {
            let blocks: Vec<String> = parts.iter().filter_map(|part| write_block(part)).collect();
            Some(array(blocks.iter().map(String::as_str)))
        }
    }
}

fn write_block(part: &Part) -> Option<String> {
    match part {
        Part::Text(text) => {
            let mut out = format!(r#"{{"type":"text","text":{}"#, quoted(&text.text));
            extra::write(&mut out, &text.extra, DIALECT, &[]);
            out.push('}');
            Some(out)
        }
        Part::Image(image) => {
            let Some(url) = image_url(image) else {
                return Some(r#"{"type":"text","text":"[image]"}"#.to_owned());
            };
            let mut out = format!(
                r#"{{"type":"image_url","image_url":{{"url":{}"#,
                quoted(&url)
            );
            extra::write(&mut out, &image.extra, DIALECT, &[]);
            out.push_str("}}");
            Some(out)
        }
        Part::Opaque(opaque) if opaque.dialect == DIALECT => Some(opaque.raw.as_str().to_owned()),
        _ => None,
    }
}

fn write_call(part: &Part) -> Option<String> {
    match part {
        Part::ToolCall(call) => {
            let mut out = format!(
                r#"{{"id":{},"type":"function","function":{{"name":{},"arguments":{}}}"#,
                quoted(call.id.as_str()),
                quoted(&call.name),
                quoted(call.args.as_str())
            );
            extra::write(&mut out, &call.extra, DIALECT, &[]);
            out.push('}');
            Some(out)
        }
        Part::Opaque(opaque) if opaque.dialect == CALL => Some(opaque.raw.as_str().to_owned()),
        _ => None,
    }
}

fn write_result(result: &ToolResult) -> String {
    let mut out = String::new();
    request::begin(&mut out, "tool");
    write_field(&mut out, "tool_call_id", &quoted(result.call.as_str()));
    let said: Vec<&Part> = result.content.iter().filter(|part| is_said(part)).collect();
    if let Some(content) = write_content(Role::Tool, &result.extra, &said) {
        write_field(&mut out, "content", &content);
    }
    extra::write(&mut out, &result.extra, DIALECT, &["content"]);
    out.push('}');
    out
}
