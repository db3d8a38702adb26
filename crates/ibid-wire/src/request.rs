//! Request bodies, whatever their dialect: what stands once in them, and messages.

use std::fmt;

use ibid_model::{Message, Part, RawJson};

use crate::json::{Json, Object, quoted, write_field, write_text};

/// What stands once in a request, beside its messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestHead {
    /// The system prompt, where it is a field of its own (`system`, `instructions`).
    pub system: Option<System>,
    /// The tool definitions, each as it was received.
    pub tools: Option<Vec<RawJson>>,
    /// Every other field, in order, its value as it was received.
    pub fields: Vec<(String, RawJson)>,
}

/// A system prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum System {
    /// One text.
    Text(String),
    /// Blocks, each as it was received.
    Blocks(Vec<RawJson>),
}

/// A request that was decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What stands once in it.
    pub head: RequestHead,
    /// Its messages.
    pub messages: Vec<Message>,
}

/// Why a body is no request of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// It is not JSON; what the reader said.
    NotJson(String),
    /// It is no JSON object.
    NotAnObject,
    /// The field that holds the messages is missing, or is something else.
    NoMessages(&'static str),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::NotJson(what) => write!(f, "not JSON: {what}"),
            DecodeError::NotAnObject => f.write_str("not a JSON object"),
            DecodeError::NoMessages(field) => write!(f, "no messages in {field:?}"),
        }
    }
}

impl std::error::Error for DecodeError {}

impl RequestHead {
    /// A field beside system prompt, tools and messages.
    pub fn field(&self, key: &str) -> Option<&RawJson> {
        self.fields
            .iter()
            .rev()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The model that was asked, where the body names it.
    pub fn model(&self) -> Option<String> {
        Json::parse(self.field("model")?.as_str()).ok()?.text()
    }

    /// The texts of the system prompt, in order.
    pub fn system_texts(&self) -> Vec<String> {
        match &self.system {
            None => Vec::new(),
            Some(System::Text(text)) => vec![text.clone()],
            Some(System::Blocks(blocks)) => blocks
                .iter()
                .filter_map(|block| Object::parse(block.as_str())?.text("text"))
                .collect(),
        }
    }
}

/// The names of a dialect's fields.
pub(crate) struct Names {
    /// The system prompt's, where it has one.
    pub(crate) system: Option<&'static str>,
    /// The messages'.
    pub(crate) messages: &'static str,
}

/// Reads the head of a body, and gives its fields for the messages to be read from.
pub(crate) fn read_head<'a>(
    body: &'a str,
    names: &Names,
) -> Result<(RequestHead, Json<'a>), DecodeError> {
    let value = Json::parse(body).map_err(|error| DecodeError::NotJson(error.to_string()))?;
    let object = value.object().ok_or(DecodeError::NotAnObject)?;
    let messages = object
        .get(names.messages)
        .ok_or(DecodeError::NoMessages(names.messages))?;
    let mut head = RequestHead::default();
    for (key, value) in object.fields() {
        if key == names.messages {
            continue;
        }
        let system = (Some(key) == names.system)
            .then(|| read_system(value))
            .flatten();
        let tools = (key == "tools").then(|| value.array()).flatten();
        match (system, tools) {
            (Some(system), _) => head.system = Some(system),
            (None, Some(tools)) => {
                let raw = |tool: &Json<'_>| RawJson::new(tool.raw());
                head.tools = Some(tools.iter().map(raw).collect());
            }
            (None, None) => head
                .fields
                .push((key.to_owned(), RawJson::new(value.raw()))),
        }
    }
    Ok((head, messages))
}

fn read_system(value: Json<'_>) -> Option<System> {
    if let Some(blocks) = value.array() {
        let raw = |block: &Json<'_>| RawJson::new(block.raw());
        return Some(System::Blocks(blocks.iter().map(raw).collect()));
    }
    value.exact_text().map(System::Text)
}

/// Writes a body: first the fields, then tools and system prompt, then the messages, so that what
/// is appended to them changes nothing before it.
pub(crate) fn write_body(
    head: &RequestHead,
    names: &Names,
    more_system: &[String],
    messages: &str,
) -> String {
    let mut out = String::from("{");
    for (key, value) in &head.fields {
        write_field(&mut out, key, value.as_str());
    }
    if let Some(tools) = &head.tools {
        write_field(&mut out, "tools", &array(tools.iter().map(RawJson::as_str)));
    }
    if let Some(name) = names.system
        && let Some(system) = write_system(head.system.as_ref(), more_system)
    {
        write_field(&mut out, name, &system);
    }
    write_field(&mut out, names.messages, messages);
    out.push('}');
    out
}

fn write_system(system: Option<&System>, more: &[String]) -> Option<String> {
    let block = |text: &str| format!(r#"{{"type":"text","text":{}}}"#, quoted(text));
    let mut blocks: Vec<String> = match system {
        None if more.is_empty() => return None,
        Some(System::Text(text)) if more.is_empty() => return Some(quoted(text)),
        None => Vec::new(),
        Some(System::Text(text)) => vec![block(text)],
        Some(System::Blocks(blocks)) => blocks
            .iter()
            .map(|block| block.as_str().to_owned())
            .collect(),
    };
    blocks.extend(more.iter().map(|text| block(text)));
    Some(array(blocks.iter().map(String::as_str)))
}

/// A JSON array of what is JSON already.
pub(crate) fn array<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::from("[");
    for item in items {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(item);
    }
    out.push(']');
    out
}

/// A message's texts as one.
pub(crate) fn joined_text(message: &Message) -> String {
    let texts: Vec<&str> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) => Some(text.text.as_str()),
            _ => None,
        })
        .collect();
    texts.join("\n")
}

/// Begins an object with its role.
pub(crate) fn begin(out: &mut String, role: &str) {
    out.push_str("{\"role\":");
    write_text(out, role);
}
