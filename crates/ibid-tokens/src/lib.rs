//! Counts tokens behind [`TokenCounter`]: exactly for OpenAI's encodings, by an estimate that
//! recorded usage corrects for others, and by bytes where others are to recompute a figure.
//!
//! ```
//! use ibid_model::{Encoding, ImageRule, TokenCounter, Tokens};
//! use ibid_tokens::Counter;
//! let exact = Counter::new(Encoding::O200k, ImageRule::Flat { tokens: 1000 });
//! assert_eq!(exact.text("hello world"), Tokens(2));
//! assert!(exact.is_exact());
//! ```

#![forbid(unsafe_code)]

mod calibrate;
mod estimate;
mod images;

use ibid_model::{
    Encoding, ImageRule, Message, Opaque, Part, Reasoning, TokenCounter, Tokens, ToolCall,
};

pub use calibrate::Calibration;
pub use estimate::text_tokens as estimate_text;
pub use images::image_tokens;

/// What frames a message, in tokens: role and separators.
const MESSAGE_FRAME: u64 = 4;
/// What frames a tool call or a tool result, in tokens: its id and its fields' names.
const CALL_FRAME: u64 = 8;
/// Bytes of a signed or encrypted block that count as one token; it is not text.
const SEALED_BYTES: u64 = 5;

/// Counts by an encoding, and pictures by a rule.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    encoding: Encoding,
    images: ImageRule,
}

impl Counter {
    /// A counter for models of this encoding and image rule.
    pub fn new(encoding: Encoding, images: ImageRule) -> Self {
        Self { encoding, images }
    }

    fn count(&self, text: &str) -> u64 {
        match self.encoding {
            Encoding::O200k => bpe_openai::o200k_base().count(text) as u64,
            Encoding::Cl100k => bpe_openai::cl100k_base().count(text) as u64,
            Encoding::Estimate => estimate::text_tokens(text),
        }
    }

    fn part(&self, part: &Part) -> u64 {
        match part {
            Part::Text(text) => self.count(&text.text),
            Part::ToolCall(ToolCall { name, args, .. }) => {
                CALL_FRAME + self.count(name) + self.count(args.as_str())
            }
            Part::ToolResult(result) => {
                CALL_FRAME + result.content.iter().map(|p| self.part(p)).sum::<u64>()
            }
            Part::Reasoning(reasoning) => self.reasoning(reasoning),
            Part::Image(image) => image_tokens(image, self.images).0,
            Part::Opaque(opaque) => sealed(opaque),
        }
    }

    /// A signed block counts by its readable text where it has one: the seal itself is not read as
    /// text by the model.
    fn reasoning(&self, reasoning: &Reasoning) -> u64 {
        match (&reasoning.signed, reasoning.text.is_empty()) {
            (Some(block), true) => sealed(block),
            _ => self.count(&reasoning.text),
        }
    }
}

fn sealed(block: &Opaque) -> u64 {
    (block.raw.len() as u64).div_ceil(SEALED_BYTES)
}

impl TokenCounter for Counter {
    fn text(&self, text: &str) -> Tokens {
        Tokens(self.count(text))
    }

    fn message(&self, message: &Message) -> Tokens {
        Tokens(
            MESSAGE_FRAME
                + message
                    .parts
                    .iter()
                    .map(|part| self.part(part))
                    .sum::<u64>(),
        )
    }

    fn tool(&self, definition: &str) -> Tokens {
        Tokens(CALL_FRAME + self.count(definition))
    }

    fn is_exact(&self) -> bool {
        self.encoding != Encoding::Estimate
    }
}

/// Four bytes a token, nothing for framing: a count that anyone can recompute.
#[derive(Clone, Copy, Debug, Default)]
pub struct FourBytes;

impl FourBytes {
    /// Bytes of a part as they count here: texts, names and arguments.
    fn bytes(part: &Part) -> usize {
        match part {
            Part::Text(text) => text.text.len(),
            Part::ToolCall(call) => call.name.len() + call.args.len(),
            Part::ToolResult(result) => result.content.iter().map(Self::bytes).sum(),
            Part::Reasoning(reasoning) => reasoning.text.len(),
            Part::Image(_) => 4 * 1000,
            Part::Opaque(opaque) => opaque.raw.len(),
        }
    }
}

impl TokenCounter for FourBytes {
    fn text(&self, text: &str) -> Tokens {
        Tokens((text.len() as u64).div_ceil(4))
    }

    fn message(&self, message: &Message) -> Tokens {
        let bytes: usize = message.parts.iter().map(Self::bytes).sum();
        Tokens((bytes as u64).div_ceil(4))
    }

    fn tool(&self, definition: &str) -> Tokens {
        self.text(definition)
    }

    fn is_exact(&self) -> bool {
        false
    }
}
