//! Messages as input items.

use ibid_model::{Message, Part, Reasoning, Role, Text, ToolCall, ToolResult};

use super::{BLOCK, DIALECT, RESULTS};
use crate::extra::{self, Form};
use crate::json::{Object, is_valid, quoted, write_field};
use crate::openai_chat::image_url;
use crate::request::array;

/// Encodes messages as input items, each on its own.
pub fn encode_messages<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Vec<String> {
    let mut items = Vec::new();
    let mut group: Vec<&Message> = Vec::new();
    for message in messages {
        let joins = message.join
            && message.role != Role::Tool
            && group.last().is_some_and(|last| last.role == message.role);
        if !joins {
            write_group(&group, &mut items);
            group.clear();
        }
        group.push(message);
    }
    write_group(&group, &mut items);
    items
}

fn write_group(group: &[&Message], items: &mut Vec<String>) {
    let Some(first) = group.first() else {
        return;
    };
    if let Some(result) = first.result() {
        items.push(write_result(result));
        return;
    }
    let parts = group.iter().flat_map(|message| &message.parts);
    if first.role == Role::Assistant {
        write_answer(parts, items);
        return;
    }
    if let [Part::Opaque(item)] = first.parts.as_slice()
        && item.dialect == DIALECT
    {
        items.push(item.raw.as_str().to_owned());
        return;
    }
    let fields = extra::fields(&first.extra, DIALECT).unwrap_or_default();
    let role = match first.role {
        Role::System if fields.is("role", "system") => "system",
        Role::System => "developer",
        _ => "user",
    };
    let blocks: Vec<&Part> = parts.collect();
    let content = match (Form::kept(&first.extra, DIALECT), blocks.as_slice()) {
        (Some(Form::Text), [Part::Text(text)]) => quoted(&text.text),
        (_, blocks) => write_blocks(blocks, "input_text"),
    };
    if content == "[]" && fields.value().is_none() {
        // There was nothing, or only what is another dialect's own.
        return;
    }
    let mut out = begin_item(&fields, "message");
    write_field(&mut out, "role", &quoted(role));
    // The content stands last, so that what joins it changes nothing before it.
    extra::write(
        &mut out,
        &first.extra,
        DIALECT,
        &["content", "type", "role", "item"],
    );
    write_field(&mut out, "content", &content);
    out.push('}');
    items.push(out);
}

/// Begins an item with its type: the usual one, another that is kept, or none.
fn begin_item(kept: &Object<'_>, usual: &str) -> String {
    let mut out = String::from("{");
    match kept.get("type") {
        None => write_field(&mut out, "type", &quoted(usual)),
        Some(kind) if kind.is_null() => {}
        Some(kind) => write_field(&mut out, "type", kind.raw()),
    }
    out
}

/// Writes the items that a message of the model is.
fn write_answer<'a>(parts: impl Iterator<Item = &'a Part>, items: &mut Vec<String>) {
    let mut open: Vec<&Part> = Vec::new();
    for part in parts {
        let continues = match part {
            Part::Text(text) => !begins_item(text),
            Part::Opaque(block) => block.dialect == BLOCK,
            Part::Image(_) => true,
            _ => false,
        };
        if !continues {
            close(&mut open, items);
        }
        match part {
            Part::Text(_) | Part::Image(_) => open.push(part),
            Part::Opaque(block) if block.dialect == BLOCK => open.push(part),
            Part::ToolCall(call) => items.push(write_call(call)),
            Part::Reasoning(Reasoning {
                signed: Some(block),
                ..
            })
            | Part::Opaque(block)
                if block.dialect == DIALECT =>
            {
                items.push(block.raw.as_str().to_owned());
            }
            _ => {}
        }
    }
    close(&mut open, items);
}

fn begins_item(text: &Text) -> bool {
    extra::fields(&text.extra, DIALECT).is_some_and(|fields| fields.has("item"))
}

/// Writes the message item that is open.
fn close(open: &mut Vec<&Part>, items: &mut Vec<String>) {
    let parts = std::mem::take(open);
    let Some(first) = parts.first() else {
        return;
    };
    let kept = match first {
        Part::Text(text) => extra::fields(&text.extra, DIALECT)
            .and_then(|fields| fields.object("item"))
            .unwrap_or_default(),
        _ => Object::default(),
    };
    let mut out = begin_item(&kept, "message");
    write_field(&mut out, "role", "\"assistant\"");
    let content = match parts.as_slice() {
        [Part::Text(text)] if kept.is("content", "string") => quoted(&text.text),
        parts => write_blocks(parts, "output_text"),
    };
    write_field(&mut out, "content", &content);
    for (key, value) in kept.rest(&["type", "content"]) {
        write_field(&mut out, key, value.raw());
    }
    out.push('}');
    items.push(out);
}

fn write_blocks(parts: &[&Part], text_type: &str) -> String {
    let blocks: Vec<String> = parts
        .iter()
        .filter_map(|part| write_block(part, text_type))
        .collect();
    array(blocks.iter().map(String::as_str))
}

fn write_block(part: &Part, text_type: &str) -> Option<String> {
    let mut out;
    let extra = match part {
        Part::Text(text) => {
            out = format!(r#"{{"type":"{text_type}","text":{}"#, quoted(&text.text));
            &text.extra
        }
        Part::Image(image) => {
            let Some(url) = image_url(image) else {
                return Some(format!(r#"{{"type":"{text_type}","text":"[image]"}}"#));
            };
            out = format!(r#"{{"type":"input_image","image_url":{}"#, quoted(&url));
            &image.extra
        }
        Part::Opaque(block) if block.dialect == BLOCK => {
            return Some(block.raw.as_str().to_owned());
        }
        _ => return None,
    };
    extra::write(&mut out, extra, DIALECT, &["item"]);
    out.push('}');
    Some(out)
}

fn write_call(call: &ToolCall) -> String {
    let fields = extra::fields(&call.extra, DIALECT).unwrap_or_default();
    let kind = fields.text("type").unwrap_or_default();
    let mut out = begin_item(&fields, "function_call");
    let args = call.args.as_str();
    match kind.as_str() {
        "custom_tool_call" => {
            write_field(&mut out, "name", &quoted(&call.name));
            let text = is_valid(args) && args.starts_with('"');
            let input = if text { args.to_owned() } else { quoted(args) };
            write_field(&mut out, "input", &input);
        }
        "local_shell_call" => write_field(&mut out, "action", args),
        _ => {
            write_field(&mut out, "name", &quoted(&call.name));
            write_field(&mut out, "arguments", &quoted(args));
        }
    }
    write_field(&mut out, "call_id", &quoted(call.id.as_str()));
    extra::write(&mut out, &call.extra, DIALECT, &["type"]);
    out.push('}');
    out
}

fn write_result(result: &ToolResult) -> String {
    let fields = extra::fields(&result.extra, DIALECT).unwrap_or_default();
    let mut out = begin_item(&fields, RESULTS[0]);
    write_field(&mut out, "call_id", &quoted(result.call.as_str()));
    let parts: Vec<&Part> = result.content.iter().collect();
    let output = match (Form::kept(&result.extra, DIALECT), parts.as_slice()) {
        (None, []) => "\"\"".to_owned(),
        (None, [Part::Text(text)]) => quoted(&text.text),
        (_, parts) => write_blocks(parts, "input_text"),
    };
    write_field(&mut out, "output", &output);
    extra::write(&mut out, &result.extra, DIALECT, &["content", "type"]);
    out.push('}');
    out
}
