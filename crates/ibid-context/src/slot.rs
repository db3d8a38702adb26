//! A message of the history, and what is known of it: found once, when it enters.

use std::sync::Arc;

use ibid_model::{CallId, Image, Message, Millis, Reason, Seq, ToolResult};

use crate::facts::CallFacts;
use crate::tools::ToolKind;
use crate::validate::{images, part_is_valid};

/// A message of the history, and what a policy may know of it.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The record it came from.
    pub seq: Seq,
    /// When it was recorded.
    pub t: Millis,
    /// The message as it stands in the log.
    pub message: Arc<Message>,
    /// Its tokens.
    pub tokens: u64,
    /// Calls to the model that were made before it entered.
    pub step: usize,
    /// What is known of it when it is a tool result.
    pub result: Option<ResultFacts>,
    /// Tokens that its usual stub would have; 0 when it is no tool result.
    pub stub_tokens: u64,
    /// What a request carries in its place since it was set aside.
    pub stub: Option<Stub>,
    /// Whether a request was sent just before it entered, so that what stood open then was told to
    /// be interrupted.
    pub after_request: bool,
    /// Whether it no longer applies and was left out.
    pub expired: bool,
    /// Whether it is a reply that was cut off or failed.
    pub cut_off: bool,
    /// What of it a provider may refuse, as it is shown.
    pub risk: Risk,
}

/// What a provider may refuse in a message. Found once, when the message enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Risk {
    /// Whether there is text in it that no provider takes.
    pub text: bool,
    /// Its pictures.
    pub images: usize,
    /// Width and height of its largest picture, in pixels.
    pub largest: (u32, u32),
}

impl Risk {
    pub(crate) fn of(message: &Message) -> Self {
        let side = |image: &&Image| image.width.max(image.height);
        let largest = images(message).max_by_key(side);
        Self {
            text: !message.parts.iter().all(part_is_valid),
            images: images(message).count(),
            largest: largest.map_or((0, 0), |image| {
                (image.width.unwrap_or(0), image.height.unwrap_or(0))
            }),
        }
    }
}

/// What a request carries in place of a message.
#[derive(Clone, Debug)]
pub struct Stub {
    /// The message, shared by all requests that carry it.
    pub message: Arc<Message>,
    /// Its tokens.
    pub tokens: u64,
    /// Why.
    pub reason: Reason,
}

/// What is known of a tool result.
#[derive(Clone, Debug)]
pub struct ResultFacts {
    /// The call it answers.
    pub call: CallId,
    /// What that call says; `None` when the call is not in the history.
    pub facts: Option<Arc<CallFacts>>,
    /// Whether the tool says that it failed.
    pub error: bool,
    /// Whether it holds more than text.
    pub media: bool,
    /// Characters of its text.
    pub chars: usize,
    /// Whether it shows again what was set aside before.
    pub recalled: bool,
}

impl ResultFacts {
    /// What is known of `result`, given what its call says.
    pub(crate) fn of(result: &ToolResult, facts: Option<Arc<CallFacts>>) -> Self {
        Self {
            call: result.call.clone(),
            error: result.error,
            media: result.has_media(),
            chars: result.texts().map(|text| text.chars().count()).sum(),
            recalled: facts
                .as_ref()
                .is_some_and(|facts| facts.kind == ToolKind::Recall),
            facts,
        }
    }

    /// What the tool does.
    pub fn kind(&self) -> ToolKind {
        self.facts
            .as_ref()
            .map_or(ToolKind::Other, |facts| facts.kind)
    }
}

impl Slot {
    /// Whether its stub is `text` already.
    pub(crate) fn says(&self, text: &str) -> bool {
        let result = self.stub.as_ref().and_then(|stub| stub.message.result());
        result.is_some_and(|result| result.texts().eq([text]))
    }

    /// Tokens that a request carries for it.
    pub fn carried(&self) -> u64 {
        if self.expired {
            return 0;
        }
        self.stub.as_ref().map_or(self.tokens, |stub| stub.tokens)
    }

    /// The message that a request carries for it.
    pub fn shown(&self) -> &Arc<Message> {
        self.stub
            .as_ref()
            .map_or(&self.message, |stub| &stub.message)
    }
}
