//! Parts of messages that several session formats make in the same way.

use ibid_model::{
    CallId, Image, ImageSource, Message, Opaque, Origin, Part, RawJson, Role, ToolCall, ToolResult,
};

use crate::json::Json;

/// A block that is not understood, as it is.
pub(super) fn opaque(dialect: &str, raw: Json<'_>) -> Part {
    Part::Opaque(Opaque {
        dialect: dialect.to_owned(),
        raw: RawJson::new(raw.raw()),
    })
}

/// A call of a tool.
pub(super) fn call(id: &str, name: String, args: impl Into<String>) -> Part {
    Part::ToolCall(ToolCall {
        id: CallId::new(id),
        name,
        args: RawJson::new(args.into()),
        extra: None,
    })
}

/// A message that is the result of a tool.
pub(super) fn result(call: &str, content: Vec<Part>, error: bool) -> Message {
    let result = ToolResult {
        call: CallId::new(call),
        content,
        error,
        extra: None,
    };
    Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)])
}

/// A picture in base64.
pub(super) fn image(media_type: String, data: String) -> Part {
    Part::Image(Image {
        media_type,
        source: ImageSource::Base64(data),
        width: None,
        height: None,
        extra: None,
    })
}
