//! Messages as every crate but the wire's knows them: roles, parts and where each came from.
//!
//! A message that a provider sends as one but that holds things of different origin (two tool
//! results and a sentence the user typed) is several messages here, the later ones marked
//! [`Message::join`]; an encoder joins them again. So one tool result is always one message.

use serde::{Deserialize, Serialize};

use crate::ids::CallId;
use crate::raw::RawJson;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions of the harness, whatever the provider calls them (system, developer).
    System,
    /// The user's side, whoever wrote it: see [`Origin`].
    User,
    /// The model.
    Assistant,
    /// One tool result.
    Tool,
}

/// Where a message came from. What may bind the model (requests, constraints) is typed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The user typed it.
    Typed,
    /// A file the user named, or a block that was pasted.
    Attached,
    /// Standard input.
    Piped,
    /// Added by a harness: reminders, notices, summaries.
    Injected,
    /// User-role text of an imported or proxied session, after what is known as injected has been
    /// told apart; treated as typed, and said to be so.
    Wire,
    /// The model wrote it.
    Model,
    /// A tool returned it.
    Tool,
}

impl Origin {
    /// Whether a message of this origin begins an exchange.
    pub fn begins_exchange(self) -> bool {
        matches!(self, Origin::Typed | Origin::Wire)
    }
}

/// How long an injected message is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// Until the model has answered once.
    Step,
    /// Until the next message of the user.
    Prompt,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// Where it came from.
    pub origin: Origin,
    /// What it says, in order.
    pub parts: Vec<Part>,
    /// Whether it stands in the same wire message as the one before it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub join: bool,
    /// How long it is of use; `None` is for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<Life>,
    /// Fields of the wire message that have no place here, as a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<RawJson>,
}

/// One part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text(Text),
    /// The model asks for a tool to be run.
    ToolCall(ToolCall),
    /// What the tool returned.
    ToolResult(ToolResult),
    /// What the model thought, signed or plain.
    Reasoning(Reasoning),
    /// A picture.
    Image(Image),
    /// What is not understood, kept as it is.
    Opaque(Opaque),
}

/// Text of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Fields of the wire block that have no place here, as a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<RawJson>,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToolCall {
    /// What its result will name.
    pub id: CallId,
    /// The tool.
    pub name: String,
    /// The arguments, as the model wrote them: usually a JSON object, possibly cut off.
    pub args: RawJson,
    /// Fields of the wire block that have no place here, as a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<RawJson>,
}

/// What a tool returned.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToolResult {
    /// The call it answers.
    pub call: CallId,
    /// What was returned: text, images and what is not understood.
    pub content: Vec<Part>,
    /// Whether the tool says that it failed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub error: bool,
    /// Fields of the wire block that have no place here, as a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<RawJson>,
}

/// What the model thought.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reasoning {
    /// What can be read of it; may be empty.
    pub text: String,
    /// The whole block as it was received, when it is signed or encrypted: such a block is sent
    /// again byte for byte or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Opaque>,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Image {
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// Where the picture is.
    pub source: ImageSource,
    /// Width in pixels, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height in pixels, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Fields of the wire block that have no place here, as a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<RawJson>,
}

/// Where a picture is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageSource {
    /// In the message itself, as base64 text.
    Base64(String),
    /// Somewhere the provider fetches it from.
    Url(String),
    /// Kept once beside the session under the SHA-256 of its bytes, in hexadecimal.
    Kept(String),
}

/// Something that is not understood, kept as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opaque {
    /// Whose it is: the name of a dialect or of a session format.
    pub dialect: String,
    /// The JSON, byte for byte.
    pub raw: RawJson,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Message {
    /// A message of `parts`, with nothing set but who speaks and where it came from.
    pub fn new(role: Role, origin: Origin, parts: Vec<Part>) -> Self {
        Self {
            role,
            origin,
            parts,
            join: false,
            life: None,
            extra: None,
        }
    }

    /// A message of one text.
    pub fn text(role: Role, origin: Origin, text: impl Into<String>) -> Self {
        Self::new(role, origin, vec![Part::text(text)])
    }

    /// The tool calls in it, in order.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// The tool result it is, if it is one.
    pub fn result(&self) -> Option<&ToolResult> {
        self.parts.iter().find_map(|part| match part {
            Part::ToolResult(result) => Some(result),
            _ => None,
        })
    }
}

impl Part {
    /// A text part.
    pub fn text(text: impl Into<String>) -> Self {
        Part::Text(Text {
            text: text.into(),
            extra: None,
        })
    }
}

impl ToolResult {
    /// A result of one text.
    pub fn text(call: CallId, text: impl Into<String>, error: bool) -> Self {
        Self {
            call,
            content: vec![Part::text(text)],
            error,
            extra: None,
        }
    }

    /// The texts in it, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.content.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.text.as_str()),
            _ => None,
        })
    }

    /// Whether it holds anything but text.
    pub fn has_media(&self) -> bool {
        !self
            .content
            .iter()
            .all(|part| matches!(part, Part::Text(_)))
    }
}
