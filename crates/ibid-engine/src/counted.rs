//! A counter that has counted a session's messages already: many replays of one session count each
//! of them once.

use std::collections::HashMap;
use std::sync::Arc;

use ibid_model::{Entry, Message, TokenCounter, Tokens};

/// Counts as `counter` does. The messages of the session are told by where they are in memory, not
/// by what they say, which would take as long as to count them.
pub(crate) struct Counted<C> {
    counter: C,
    counts: HashMap<usize, Tokens>,
    /// They are held, so that nothing else can come to stand where they are.
    _messages: Vec<Arc<Message>>,
}

impl<C: TokenCounter> Counted<C> {
    /// Counts the messages of `entries`.
    pub(crate) fn new(counter: C, entries: &[Entry]) -> Self {
        let messages: Vec<_> = entries.iter().filter_map(Entry::message).cloned().collect();
        let counts = messages
            .iter()
            .map(|message| (place(message), counter.message(message)));
        Self {
            counts: counts.collect(),
            _messages: messages,
            counter,
        }
    }
}

fn place(message: &Message) -> usize {
    std::ptr::from_ref(message).addr()
}

impl<C: TokenCounter> TokenCounter for Counted<C> {
    fn text(&self, text: &str) -> Tokens {
        self.counter.text(text)
    }

    fn message(&self, message: &Message) -> Tokens {
        let known = self.counts.get(&place(message));
        known.map_or_else(|| self.counter.message(message), |count| *count)
    }

    fn tool(&self, definition: &str) -> Tokens {
        self.counter.tool(definition)
    }

    fn is_exact(&self) -> bool {
        self.counter.is_exact()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid_model::{Body, MessageEntry, Millis, Origin, Role, Seq};
    use ibid_tokens::FourBytes;

    #[test]
    fn counts_are_those_of_the_counter() {
        let entry = |n: usize| Entry {
            seq: Seq(n as u64 + 1),
            t: Millis(0),
            body: Body::Message(MessageEntry {
                message: Arc::new(Message::text(Role::User, Origin::Typed, "warp ".repeat(n))),
                call: None,
            }),
        };
        let entries: Vec<Entry> = (0..50).map(entry).collect();
        let counted = Counted::new(FourBytes, &entries);
        for message in entries.iter().filter_map(Entry::message) {
            assert_eq!(counted.message(message), FourBytes.message(message));
            // Another that says the same is counted like it.
            let again = Arc::new((**message).clone());
            assert_eq!(counted.message(&again), FourBytes.message(message));
        }
        assert_eq!(counted.counts.len(), 50);
    }
}
