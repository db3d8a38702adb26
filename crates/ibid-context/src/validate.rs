//! The one validator that every request passes: what a provider would refuse is found before it is
//! sent.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use ibid_model::{CallId, DialectRules, Image, Message, Part, Role};

/// Something for which a provider refuses a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The message's place in the request, from 0.
    pub message: usize,
    /// What is wrong with it.
    pub kind: ViolationKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A message of nothing.
    Empty,
    /// The first message that is not the system's is not the user's.
    FirstNotUser,
    /// A call has no result before the next message.
    CallWithoutResult(CallId),
    /// A result has no call in the message before.
    ResultWithoutCall(CallId),
    /// Two calls of one message have the same id.
    RepeatedCall(CallId),
    /// Text that no provider takes: a NUL, or half of a surrogate pair in JSON.
    Text,
    /// A picture is larger than it may be: its width, its height, and the longest side allowed.
    ImageSide(u32, u32, u32),
    /// More pictures than a request may have.
    TooManyImages(u32),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "message {}: ", self.message)?;
        match &self.kind {
            ViolationKind::Empty => f.write_str("there is nothing in it"),
            ViolationKind::FirstNotUser => f.write_str("the first message is not the user's"),
            ViolationKind::CallWithoutResult(id) => write!(f, "call {id} has no result"),
            ViolationKind::ResultWithoutCall(id) => write!(f, "result {id} has no call before it"),
            ViolationKind::RepeatedCall(id) => write!(f, "call {id} stands there twice"),
            ViolationKind::Text => f.write_str("its text is not valid"),
            ViolationKind::ImageSide(width, height, max) => {
                write!(
                    f,
                    "a picture of {width}\u{d7}{height} is over {max} pixels a side"
                )
            }
            ViolationKind::TooManyImages(count) => write!(f, "{count} pictures are too many"),
        }
    }
}

/// All that is wrong with a request of `messages`.
pub fn validate(messages: &[Arc<Message>], rules: &DialectRules) -> Vec<Violation> {
    let mut check = Check {
        rules,
        found: Vec::new(),
        open: Vec::new(),
        side: side_limit(messages, rules),
    };
    for (at, message) in messages.iter().enumerate() {
        check.message(at, message);
    }
    check.close(messages.len());
    check.whole(messages);
    check.found
}

/// Pictures of a message, those of its results included.
pub fn images(message: &Message) -> impl Iterator<Item = &Image> {
    message
        .parts
        .iter()
        .flat_map(|part| match part {
            Part::ToolResult(result) => result.content.as_slice(),
            part => std::slice::from_ref(part),
        })
        .filter_map(|part| match part {
            Part::Image(image) => Some(image),
            _ => None,
        })
}

/// The longest side that a picture may have in a request of `messages`, in pixels.
pub fn side_limit(messages: &[Arc<Message>], rules: &DialectRules) -> u32 {
    let count: usize = messages.iter().map(|message| images(message).count()).sum();
    if count > rules.images_many as usize {
        rules.image_side_many
    } else {
        rules.image_side
    }
}

/// Whether `text` may stand in a request.
pub fn text_is_valid(text: &str) -> bool {
    !text.contains('\0')
}

/// Whether JSON kept as text may stand in a request: no NUL, no half of a surrogate pair.
pub fn json_is_valid(json: &str) -> bool {
    text_is_valid(json) && !json.contains("\\u0000") && surrogates_pair(json)
}

/// Whether every `\ud8xx` is followed by its other half, and none comes without its first.
fn surrogates_pair(json: &str) -> bool {
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at..];
        let Some(unit) = unit(escape) else {
            // Another escape: the character after the backslash belongs to it.
            let next = escape.chars().nth(1).map_or(1, |c| 1 + c.len_utf8());
            rest = &escape[next..];
            continue;
        };
        rest = &escape[6..];
        match unit {
            0xd800..=0xdbff => match self::unit(rest) {
                Some(0xdc00..=0xdfff) => rest = &rest[6..],
                _ => return false,
            },
            0xdc00..=0xdfff => return false,
            _ => {}
        }
    }
    true
}

fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

struct Check<'a> {
    rules: &'a DialectRules,
    found: Vec<Violation>,
    open: Vec<CallId>,
    side: u32,
}

impl Check<'_> {
    fn add(&mut self, message: usize, kind: ViolationKind) {
        self.found.push(Violation { message, kind });
    }

    fn message(&mut self, at: usize, message: &Message) {
        if message.parts.is_empty() {
            self.add(at, ViolationKind::Empty);
        }
        match message.result() {
            Some(result) => match self.open.iter().position(|id| *id == result.call) {
                Some(place) => {
                    self.open.remove(place);
                }
                None => self.add(at, ViolationKind::ResultWithoutCall(result.call.clone())),
            },
            None => self.close(at),
        }
        let mut seen = HashSet::new();
        for call in message.calls() {
            if !seen.insert(&call.id) {
                self.add(at, ViolationKind::RepeatedCall(call.id.clone()));
            }
            self.open.push(call.id.clone());
        }
        if !message.parts.iter().all(part_is_valid) {
            self.add(at, ViolationKind::Text);
        }
        for image in images(message) {
            if let (Some(width), Some(height)) = (image.width, image.height)
                && width.max(height) > self.side
            {
                self.add(at, ViolationKind::ImageSide(width, height, self.side));
            }
        }
    }

    /// Calls that are still open at `at` have no result.
    fn close(&mut self, at: usize) {
        for call in std::mem::take(&mut self.open) {
            self.add(at, ViolationKind::CallWithoutResult(call));
        }
    }

    fn whole(&mut self, messages: &[Arc<Message>]) {
        let first = messages
            .iter()
            .position(|message| message.role != Role::System);
        if let Some(at) = first
            && self.rules.user_first
            && messages[at].role != Role::User
        {
            self.add(at, ViolationKind::FirstNotUser);
        }
        let count: usize = messages.iter().map(|message| images(message).count()).sum();
        if count > self.rules.images_max as usize {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            self.add(messages.len(), ViolationKind::TooManyImages(count));
        }
    }
}

/// Whether the text of a part may stand in a request. Signed and opaque blocks are sent as they
/// came, so they are valid as far as they are JSON.
pub fn part_is_valid(part: &Part) -> bool {
    match part {
        Part::Text(text) => text_is_valid(&text.text),
        Part::ToolCall(call) => text_is_valid(&call.name) && json_is_valid(call.args.as_str()),
        Part::ToolResult(result) => result.content.iter().all(part_is_valid),
        Part::Reasoning(reasoning) => text_is_valid(&reasoning.text),
        Part::Image(_) => true,
        Part::Opaque(opaque) => json_is_valid(opaque.raw.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_pair_is_found_in_json() {
        let cases = [
            (r#""plain""#, true),
            (r#""\ud83e\udde9""#, true),
            (r#""\ud83e""#, false),
            (r#""\udde9""#, false),
            (r#""\ud83e\ud83e\udde9""#, false),
            (r#""\\ud83e""#, true),
            (r#""\"\ud83ex""#, false),
            (r#""\u00e9\n""#, true),
            (r#""\u0000""#, false),
            (r#""\u12"#, true),
            ("\\", true),
        ];
        for (json, valid) in cases {
            assert_eq!(json_is_valid(json), valid, "{json}");
        }
    }
}
