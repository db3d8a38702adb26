//! Anthropic Messages request bodies.
//!
//! A user message that holds results and text becomes several messages, the later ones joined. What
//! a block holds besides what Ibid knows stands in its `extra`; thinking is kept as it was received.

use ibid_model::{
    CallId, Image, ImageSource, Message, Opaque, Origin, Part, RawJson, Reasoning, Role, Text,
    ToolCall, ToolResult,
};

use crate::extra::{self, Fields, Form};
use crate::injected;
use crate::json::{Json, Object, is_valid, quoted, write_field};
use crate::request::{self, DecodeError, Names, Request, RequestHead, array};

/// The dialect's name.
pub const DIALECT: &str = "anthropic";

/// What whole messages that are not understood are kept under.
const WHOLE: &str = "anthropic.message";

const NAMES: Names = Names {
    system: Some("system"),
    messages: "messages",
};

/// Decodes a request body.
///
/// ```
/// let body = r#"{"model":"m","messages":[{"role":"user","content":"hi"}],"top_k":5}"#;
/// let request = ibid_wire::anthropic::decode(body)?;
/// assert_eq!(request.messages.len(), 1);
/// assert_eq!(request.head.field("top_k").map(|raw| raw.as_str()), Some("5"));
/// # Ok::<(), ibid_wire::DecodeError>(())
/// ```
pub fn decode(body: &str) -> Result<Request, DecodeError> {
    let (head, messages) = request::read_head(body, &NAMES)?;
    let wire = messages
        .array()
        .ok_or(DecodeError::NoMessages(NAMES.messages))?;
    let mut messages: Vec<Message> = Vec::with_capacity(wire.len());
    for message in wire {
        let mut decoded = decode_message(message);
        keep_apart(messages.last(), &mut decoded, message);
        messages.extend(decoded);
    }
    Ok(Request { head, messages })
}

/// Encodes a request body. Deterministic; messages that are added at the end change no byte before
/// them. System messages of another dialect that stand first go to the end of the system prompt,
/// later ones become the user's.
pub fn encode<'a>(head: &RequestHead, messages: impl IntoIterator<Item = &'a Message>) -> String {
    let mut messages = messages.into_iter().peekable();
    let mut system = Vec::new();
    while let Some(message) = messages.next_if(|message| is_foreign_system(message)) {
        system.push(request::joined_text(message));
    }
    let wire = encode_messages(messages);
    let wire = array(wire.iter().map(String::as_str));
    request::write_body(head, &NAMES, &system, &wire)
}

/// Encodes messages, each wire message on its own: joined messages, and results that follow one
/// another, are one.
pub fn encode_messages<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Vec<String> {
    let mut groups: Vec<Vec<&Message>> = Vec::new();
    for message in messages {
        match groups.last_mut() {
            Some(group) if same_wire_message(group, message) => group.push(message),
            _ => groups.push(vec![message]),
        }
    }
    groups
        .iter()
        .filter_map(|group| write_group(group))
        .collect()
}

fn same_wire_message(group: &[&Message], message: &Message) -> bool {
    let results = |message: &Message| message.role == Role::Tool;
    message.join
        || (group.iter().all(|before| results(before))
            && results(message)
            && Form::kept(&message.extra, DIALECT) != Some(Form::Apart))
}

fn is_foreign_system(message: &Message) -> bool {
    message.role == Role::System && Form::kept(&message.extra, DIALECT).is_none()
}

/// Takes the cache marks (`cache_control`) off a message's blocks, as whoever sends it sets its own:
/// at most four, which move with every request.
pub fn strip_cache_marks(message: &mut Message) {
    strip_marks(&mut message.parts);
}

fn strip_marks(parts: &mut [Part]) {
    for part in parts {
        let extra = match part {
            Part::Text(text) => &mut text.extra,
            Part::ToolCall(call) => &mut call.extra,
            Part::ToolResult(result) => {
                strip_marks(&mut result.content);
                &mut result.extra
            }
            Part::Image(image) => &mut image.extra,
            Part::Reasoning(_) | Part::Opaque(_) => continue,
        };
        if let Some(fields) = extra::fields(extra, DIALECT)
            && fields.has("cache_control")
        {
            *extra = Fields::rest(&fields, &["cache_control"]).of(DIALECT);
        }
    }
}

/// One wire message as messages of one origin each; results each on their own.
pub(crate) fn decode_message(raw: Json<'_>) -> Vec<Message> {
    read_message(raw).unwrap_or_else(|| {
        let whole = Part::Opaque(Opaque {
            dialect: WHOLE.to_owned(),
            raw: RawJson::new(raw.raw()),
        });
        vec![Message::new(Role::User, Origin::Wire, vec![whole])]
    })
}

fn read_message(raw: Json<'_>) -> Option<Vec<Message>> {
    let object = raw.object()?;
    let role = match object.text("role")?.as_str() {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "system" => Role::System,
        _ => return None,
    };
    let content = object.get("content")?;
    let mut fields = Fields::rest(&object, &["role", "content"]);
    let (form, parts) = match content.array() {
        Some(blocks) => {
            let read = |block| read_block_of(role, block);
            (Form::Array, blocks.into_iter().map(read).collect())
        }
        None => (Form::Text, vec![Part::text(content.exact_text()?)]),
    };
    let own = match (role, parts.is_empty()) {
        // A system message inside the messages, and an empty one, are told from others' by this.
        (Role::System, _) | (_, true) => Form::Absent,
        _ => Form::Array,
    };
    fields.form(form, own);
    let mut messages = by_origin(role, parts);
    messages[0].extra = fields.of(DIALECT);
    Some(messages)
}

/// Parts of one wire message as messages of one origin each, all but the first joined.
pub(crate) fn by_origin(role: Role, parts: Vec<Part>) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for part in parts {
        let (role, origin) = match (&part, role) {
            (Part::ToolResult(_), _) => (Role::Tool, Origin::Tool),
            (_, Role::Assistant) => (role, Origin::Model),
            (_, Role::System) => (role, Origin::Injected),
            (Part::Text(text), _) => (role, injected::origin(&text.text)),
            _ => (role, Origin::Wire),
        };
        match messages.last_mut() {
            Some(last) if role != Role::Tool && last.role == role && last.origin == origin => {
                last.parts.push(part);
            }
            _ => messages.push(Message::new(role, origin, vec![part])),
        }
    }
    if messages.is_empty() {
        let origin = match role {
            Role::Assistant => Origin::Model,
            Role::System => Origin::Injected,
            _ => Origin::Wire,
        };
        messages.push(Message::new(role, origin, Vec::new()));
    }
    for message in &mut messages[1..] {
        message.join = true;
    }
    messages
}

/// Marks results that stood in a wire message of their own although those before them did too.
fn keep_apart(before: Option<&Message>, decoded: &mut [Message], raw: Json<'_>) {
    let results = |message: &Message| message.role == Role::Tool;
    let first = &mut decoded[0];
    if before.is_some_and(results) && results(first) {
        let mut fields = raw
            .object()
            .map(|object| Fields::rest(&object, &["role", "content"]))
            .unwrap_or_default();
        fields.form(Form::Apart, Form::Array);
        first.extra = fields.of(DIALECT);
    }
}

/// One block of a message. Results are the user's; elsewhere they are not taken for results.
fn read_block_of(role: Role, raw: Json<'_>) -> Part {
    match read_block(raw) {
        Part::ToolResult(_) if role != Role::User => opaque(raw),
        part => part,
    }
}

fn opaque(raw: Json<'_>) -> Part {
    Part::Opaque(Opaque {
        dialect: DIALECT.to_owned(),
        raw: RawJson::new(raw.raw()),
    })
}

/// One block. Whatever cannot be taken apart without loss is kept whole.
pub(crate) fn read_block(raw: Json<'_>) -> Part {
    let read = |object: Object<'_>| match object.text("type")?.as_str() {
        "text" => read_text(&object),
        "tool_use" => read_call(&object),
        "tool_result" => read_result(&object),
        "image" => read_image(&object),
        "thinking" => Some(kept_reasoning(raw, object.text("thinking")?)),
        "redacted_thinking" => Some(kept_reasoning(raw, String::new())),
        _ => None,
    };
    raw.object().and_then(read).unwrap_or_else(|| opaque(raw))
}

fn read_text(block: &Object<'_>) -> Option<Part> {
    Some(Part::Text(Text {
        text: block.get("text")?.exact_text()?,
        extra: Fields::rest(block, &["type", "text"]).of(DIALECT),
    }))
}

fn read_call(block: &Object<'_>) -> Option<Part> {
    Some(Part::ToolCall(ToolCall {
        id: CallId::new(block.get("id")?.exact_text()?),
        name: block.get("name")?.exact_text()?,
        args: RawJson::new(block.get("input")?.raw()),
        extra: Fields::rest(block, &["type", "id", "name", "input"]).of(DIALECT),
    }))
}

fn read_result(block: &Object<'_>) -> Option<Part> {
    let call = CallId::new(block.get("tool_use_id")?.exact_text()?);
    let error = block.is_true("is_error");
    let mut known = vec!["type", "tool_use_id", "content"];
    if error {
        known.push("is_error");
    }
    let mut fields = Fields::rest(block, &known);
    let content = block.get("content");
    let form = Form::of(content)?;
    let content = match content.and_then(Json::array) {
        Some(blocks) => blocks.into_iter().map(read_block).collect(),
        None if form == Form::Text => vec![Part::text(content?.exact_text()?)],
        None => Vec::new(),
    };
    fields.form(form, Form::Array);
    Some(Part::ToolResult(ToolResult {
        call,
        content,
        error,
        extra: fields.of(DIALECT),
    }))
}

fn read_image(block: &Object<'_>) -> Option<Part> {
    let source = block.object("source")?;
    let (media_type, place) = match (source.text("type")?.as_str(), source.fields().count()) {
        ("base64", 3) => (
            source.get("media_type")?.exact_text()?,
            ImageSource::Base64(source.get("data")?.exact_text()?),
        ),
        ("url", 2) => (
            String::new(),
            ImageSource::Url(source.get("url")?.exact_text()?),
        ),
        _ => return None,
    };
    Some(Part::Image(Image {
        media_type,
        source: place,
        width: None,
        height: None,
        extra: Fields::rest(block, &["type", "source"]).of(DIALECT),
    }))
}

fn kept_reasoning(raw: Json<'_>, text: String) -> Part {
    Part::Reasoning(Reasoning {
        text,
        signed: Some(Opaque {
            dialect: DIALECT.to_owned(),
            raw: RawJson::new(raw.raw()),
        }),
    })
}

/// Writes one wire message; `None` when another dialect's message leaves nothing to be said.
fn write_group(group: &[&Message]) -> Option<String> {
    let first = group[0];
    if let [Part::Opaque(whole)] = first.parts.as_slice()
        && whole.dialect == WHOLE
    {
        return Some(whole.raw.as_str().to_owned());
    }
    let form = Form::kept(&first.extra, DIALECT);
    let role = match first.role {
        Role::Assistant => "assistant",
        Role::System if form.is_some() => "system",
        Role::User | Role::Tool | Role::System => "user",
    };
    let parts: Vec<&Part> = group.iter().flat_map(|message| &message.parts).collect();
    let mut out = String::new();
    request::begin(&mut out, role);
    // The content stands last, so that what joins it changes nothing before it.
    extra::write(&mut out, &first.extra, DIALECT, &["content"]);
    match (form, parts.as_slice()) {
        (Some(Form::Text), [Part::Text(text)]) => {
            write_field(&mut out, "content", &quoted(&text.text));
        }
        _ => {
            let blocks = write_blocks(parts);
            if blocks == "[]" && form.is_none() {
                return None;
            }
            write_field(&mut out, "content", &blocks);
        }
    }
    out.push('}');
    Some(out)
}

fn write_blocks<'a>(parts: impl IntoIterator<Item = &'a Part>) -> String {
    let blocks: Vec<String> = parts.into_iter().filter_map(write_block).collect();
    array(blocks.iter().map(String::as_str))
}

/// Writes one block; `None` for what only another dialect understands.
fn write_block(part: &Part) -> Option<String> {
    let mut out;
    let extra = match part {
        Part::Text(text) => {
            out = format!(r#"{{"type":"text","text":{}"#, quoted(&text.text));
            &text.extra
        }
        Part::ToolCall(call) => {
            out = format!(
                r#"{{"type":"tool_use","id":{},"name":{},"input":{}"#,
                quoted(call.id.as_str()),
                quoted(&call.name),
                input(&call.args)
            );
            &call.extra
        }
        Part::ToolResult(result) => {
            out = write_result(result);
            &result.extra
        }
        Part::Image(image) => {
            out = write_image(image);
            &image.extra
        }
        Part::Reasoning(Reasoning {
            signed: Some(block),
            ..
        })
        | Part::Opaque(block) => {
            return (block.dialect == DIALECT).then(|| block.raw.as_str().to_owned());
        }
        Part::Reasoning(_) => return None,
    };
    let own: &[&str] = match part {
        Part::ToolResult(_) => &["content"],
        _ => &[],
    };
    extra::write(&mut out, extra, DIALECT, own);
    out.push('}');
    Some(out)
}

/// Arguments as JSON: those of another dialect may be empty, or cut off.
fn input(args: &RawJson) -> String {
    match args.as_str().trim() {
        "" => "{}".to_owned(),
        text if is_valid(text) => text.to_owned(),
        text => format!(r#"{{"arguments":{}}}"#, quoted(text)),
    }
}

fn write_result(result: &ToolResult) -> String {
    let mut out = format!(
        r#"{{"type":"tool_result","tool_use_id":{}"#,
        quoted(result.call.as_str())
    );
    match (
        Form::kept(&result.extra, DIALECT),
        result.content.as_slice(),
    ) {
        (Some(Form::Text), [Part::Text(text)]) => {
            write_field(&mut out, "content", &quoted(&text.text));
        }
        (Some(Form::Null), []) => write_field(&mut out, "content", "null"),
        (Some(Form::Absent), []) => {}
        (_, content) => write_field(&mut out, "content", &write_blocks(content)),
    }
    if result.error {
        write_field(&mut out, "is_error", "true");
    }
    out
}

fn write_image(image: &Image) -> String {
    let source = match &image.source {
        ImageSource::Base64(data) => format!(
            r#"{{"type":"base64","media_type":{},"data":{}}}"#,
            quoted(&image.media_type),
            quoted(data)
        ),
        ImageSource::Url(url) => format!(r#"{{"type":"url","url":{}}}"#, quoted(url)),
        // A kept picture is put in by whoever keeps it; a request never names a file of ours.
        ImageSource::Kept(_) => return r#"{"type":"text","text":"[image]""#.to_owned(),
    };
    format!(r#"{{"type":"image","source":{source}"#)
}
