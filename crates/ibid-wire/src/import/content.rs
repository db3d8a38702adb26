//! Gemini's contents: `{role, parts}`, as Gemini CLI and Qwen Code keep them.

use std::collections::{HashMap, VecDeque};

use ibid_model::{CallId, Message, Opaque, Origin, Part, RawJson, Reasoning, Role, ToolCall};

use super::parts;
use crate::extra::Fields;
use crate::injected;
use crate::json::{Json, Object, quoted};

/// Blocks that are kept as they are stand under this name.
const DIALECT: &str = "gemini";

/// Reads contents, and gives calls that have no id one, by which their results find them.
#[derive(Default)]
pub(super) struct Contents {
    made: u64,
    open: HashMap<String, VecDeque<String>>,
}

impl Contents {
    /// Parts of the model.
    pub(super) fn model(&mut self, blocks: Vec<Json<'_>>) -> Vec<Part> {
        let mut out = Vec::with_capacity(blocks.len());
        for raw in blocks {
            out.push(
                self.model_part(raw)
                    .unwrap_or_else(|| parts::opaque(DIALECT, raw)),
            );
        }
        out
    }

    fn model_part(&mut self, raw: Json<'_>) -> Option<Part> {
        let block = raw.object()?;
        let signature = block.text("thoughtSignature");
        if let Some(call) = block.object("functionCall") {
            let mut part = self.call(&call)?;
            if let (Part::ToolCall(call), Some(signature)) = (&mut part, signature) {
                let mut fields = Fields::default();
                fields.put("thoughtSignature", &quoted(&signature));
                call.extra = fields.of(DIALECT);
            }
            return Some(part);
        }
        if block.is_true("thought") {
            return Some(Part::Reasoning(Reasoning {
                text: block.text("text")?,
                signed: signature.map(|_| Opaque {
                    dialect: DIALECT.to_owned(),
                    raw: RawJson::new(raw.raw()),
                }),
            }));
        }
        said(&block)
    }

    /// A call, `{id, name, args}`.
    pub(super) fn call(&mut self, call: &Object<'_>) -> Option<Part> {
        let name = call.text("name")?;
        let id = call.text("id").unwrap_or_else(|| {
            self.made += 1;
            let id = format!("{name}-{}", self.made);
            self.open
                .entry(name.clone())
                .or_default()
                .push_back(id.clone());
            id
        });
        Some(Part::ToolCall(ToolCall {
            id: CallId::new(id),
            name,
            args: RawJson::new(call.get("args").map_or("{}", Json::raw)),
            extra: None,
        }))
    }

    /// Messages of the other side: results each on their own, texts by origin.
    pub(super) fn user(&mut self, blocks: Vec<Json<'_>>) -> Vec<Message> {
        let mut messages: Vec<Message> = Vec::new();
        for raw in blocks {
            let block = raw.object().unwrap_or_default();
            if let Some(response) = block.object("functionResponse") {
                messages.push(self.result(&response));
                continue;
            }
            let part = said(&block).unwrap_or_else(|| parts::opaque(DIALECT, raw));
            let origin = match &part {
                Part::Text(text) => injected::origin(&text.text),
                _ => Origin::Wire,
            };
            match messages.last_mut() {
                Some(last) if last.role == Role::User && last.origin == origin => {
                    last.parts.push(part);
                }
                _ => messages.push(Message::new(Role::User, origin, vec![part])),
            }
        }
        for message in messages.iter_mut().skip(1) {
            message.join = true;
        }
        messages
    }

    /// A result, `{id, name, response}`, the response `{output}` or `{error}` by custom.
    pub(super) fn result(&mut self, response: &Object<'_>) -> Message {
        let name = response.text("name").unwrap_or_default();
        let id = response
            .text("id")
            .or_else(|| self.open.get_mut(&name)?.pop_front())
            .unwrap_or_default();
        let body = response.object("response").unwrap_or_default();
        let error = body.text("error");
        let failed = error.is_some();
        let text = error.or_else(|| body.text("output")).or_else(|| {
            let raw = response.get("response")?;
            raw.text().or_else(|| Some(raw.raw().to_owned()))
        });
        let mut content: Vec<Part> = text.map(Part::text).into_iter().collect();
        for raw in response.array("parts").unwrap_or_default() {
            let part = raw.object().and_then(|block| said(&block));
            content.push(part.unwrap_or_else(|| parts::opaque(DIALECT, raw)));
        }
        parts::result(&id, content, failed)
    }
}

/// Text or a picture.
fn said(block: &Object<'_>) -> Option<Part> {
    if let Some(data) = block.object("inlineData") {
        return Some(parts::image(data.text("mimeType")?, data.text("data")?));
    }
    block.text("text").map(Part::text)
}

/// A content of either form: a string, one block, or blocks.
pub(super) fn with_blocks<T>(content: Json<'_>, read: impl FnOnce(Vec<Json<'_>>) -> T) -> T {
    if let Some(blocks) = content.array() {
        return read(blocks);
    }
    let block = match content.text() {
        Some(text) => format!("{{\"text\":{}}}", quoted(&text)),
        None => content.raw().to_owned(),
    };
    match Json::parse(&block) {
        Ok(block) => read(vec![block]),
        Err(_) => read(Vec::new()),
    }
}
