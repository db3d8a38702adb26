//! Counting tokens, whoever counts them.

use crate::message::Message;
use crate::units::Tokens;

/// Counts tokens. Implementations are pure: the same input gives the same count.
pub trait TokenCounter: Send + Sync {
    /// Tokens of `text` alone.
    fn text(&self, text: &str) -> Tokens;

    /// Tokens that `message` adds to a request: its parts and what frames them.
    fn message(&self, message: &Message) -> Tokens;

    /// Tokens of one tool definition, given as the JSON that is sent.
    fn tool(&self, definition: &str) -> Tokens;

    /// Whether counts are exact.
    fn is_exact(&self) -> bool;
}
