//! What the agent used, and whether the source was in view when it did.
//!
//! A *use* is a line of at least 24 characters in what the agent wrote (texts, arguments) that first
//! stood in an earlier message. The text that an edit replaces is one use as a whole. A use is
//! supported when a message that holds it is in the request, as it was, when the agent wrote.

use std::collections::HashMap;
use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use ibid_model::{Message, Part, Role};
use memchr::memmem;

use crate::facts;

/// The shortest line that counts as a use, in characters.
pub const LINE_MIN: usize = 24;

/// What kind of use it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// A line.
    Line,
    /// The text that an edit replaces.
    Edit,
}

/// One use, and the messages that hold what is used.
#[derive(Clone, Debug)]
pub struct Use {
    /// What kind it is.
    pub kind: UseKind,
    /// What was used: the line, or all that an edit replaces.
    pub text: Arc<str>,
    /// The messages that hold it, by their number in the order they were added, oldest first.
    pub sources: Arc<[usize]>,
}

/// Every message's text, to find what later ones used of it.
#[derive(Default)]
pub struct Uses {
    hasher: RandomState,
    lines: HashMap<u64, Holders>,
    texts: Vec<Shown>,
}

/// The messages that hold a line. Most lines stand in one.
enum Holders {
    One([usize; 1]),
    Many(Vec<usize>),
}

impl Holders {
    fn all(&self) -> &[usize] {
        match self {
            Holders::One(one) => one,
            Holders::Many(many) => many,
        }
    }

    fn push(&mut self, number: usize) {
        match self {
            Holders::One([one]) => *self = Holders::Many(vec![*one, number]),
            Holders::Many(many) => many.push(number),
        }
    }
}

/// A message's text: that of the message itself where it is one whole text, so that a long session
/// is not held twice.
enum Shown {
    Of(Arc<Message>),
    Made(String),
}

impl Shown {
    fn of(message: &Arc<Message>, text: String) -> Self {
        match one_text(message) {
            Some(whole) if whole == text => Shown::Of(Arc::clone(message)),
            _ => Shown::Made(text),
        }
    }

    fn text(&self) -> &str {
        match self {
            Shown::Of(message) => one_text(message).unwrap_or_default(),
            Shown::Made(text) => text,
        }
    }
}

/// The only text of a message, if it has but one part and that is a text.
fn one_text(message: &Message) -> Option<&str> {
    match message.parts.as_slice() {
        [Part::Text(text)] => Some(&text.text),
        [Part::ToolResult(result)] => match result.content.as_slice() {
            [Part::Text(text)] => Some(&text.text),
            _ => None,
        },
        _ => None,
    }
}

impl Uses {
    /// Adds the next message. Returns what it used of earlier ones: empty unless the model wrote
    /// it.
    pub fn add(&mut self, message: &Arc<Message>) -> Vec<Use> {
        let text = text_of(message);
        let uses = if message.role == Role::Assistant {
            self.uses(message, &text)
        } else {
            Vec::new()
        };
        let number = self.texts.len();
        let mut seen = HashSet::new();
        for line in text.lines().filter_map(long_line) {
            let hash = self.hash(line);
            if seen.insert(hash) {
                let held = self.lines.entry(hash);
                held.and_modify(|holders| holders.push(number))
                    .or_insert(Holders::One([number]));
            }
        }
        self.texts.push(Shown::of(message, text));
        uses
    }

    fn uses(&self, message: &Message, text: &str) -> Vec<Use> {
        let mut uses = Vec::new();
        let mut seen = HashSet::new();
        for line in text.lines().filter_map(long_line) {
            let hash = self.hash(line);
            if let (true, Some(sources)) = (seen.insert(hash), self.lines.get(&hash)) {
                uses.push(Use {
                    kind: UseKind::Line,
                    text: line.into(),
                    sources: sources.all().into(),
                });
            }
        }
        for replaced in message.calls().flat_map(facts::replaced_texts) {
            let sources = self.holding(&replaced);
            if !sources.is_empty() {
                uses.push(Use {
                    kind: UseKind::Edit,
                    text: replaced.into(),
                    sources: sources.into(),
                });
            }
        }
        uses
    }

    /// The messages that hold `text` whole. Its longest inner line is looked up first, so that only
    /// messages that hold that line are searched.
    fn holding(&self, text: &str) -> Vec<usize> {
        let finder = memmem::Finder::new(text.as_bytes());
        let holds = |number: &usize| finder.find(self.texts[*number].text().as_bytes()).is_some();
        // The first and the last line of an edit may be parts of lines.
        let mut inner = text.lines().skip(1).collect::<Vec<_>>();
        inner.pop();
        let whole_line = inner
            .into_iter()
            .filter_map(long_line)
            .max_by_key(|line| line.len());
        match whole_line {
            Some(line) => {
                let held = self.lines.get(&self.hash(line));
                let held = held.map_or(&[][..], Holders::all);
                held.iter().copied().filter(holds).collect()
            }
            None => (0..self.texts.len()).filter(holds).collect(),
        }
    }

    fn hash(&self, line: &str) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(line.as_bytes());
        hasher.finish()
    }
}

/// `line` without the space around it, if it is long enough to count.
fn long_line(line: &str) -> Option<&str> {
    let line = line.trim();
    let long = line.len() >= LINE_MIN && line.chars().nth(LINE_MIN - 1).is_some();
    long.then_some(line)
}

/// All text of a message, arguments included, numbered listings without their numbers.
pub fn text_of(message: &Message) -> String {
    let mut text = String::new();
    for part in &message.parts {
        match part {
            Part::Text(part) => push(&mut text, &part.text),
            Part::ToolCall(call) => {
                for argument in facts::argument_texts(call) {
                    push(&mut text, &argument);
                }
            }
            Part::ToolResult(result) => {
                for part in result.texts() {
                    push(&mut text, &without_numbers(part));
                }
            }
            Part::Reasoning(_) | Part::Image(_) | Part::Opaque(_) => {}
        }
    }
    text
}

fn push(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// A listing whose lines begin with their numbers (`   12→code`, `12\tcode`, `12: code`) without
/// them; any other text as it is.
fn without_numbers(text: &str) -> std::borrow::Cow<'_, str> {
    let numbered = text
        .lines()
        .take(8)
        .filter(|line| numbered_line(line).is_some())
        .count();
    let lines = text.lines().take(8).filter(|line| !line.is_empty()).count();
    if numbered < 2 || numbered * 2 < lines {
        return text.into();
    }
    let bare = text.lines().map(|line| numbered_line(line).unwrap_or(line));
    bare.collect::<Vec<_>>().join("\n").into()
}

fn numbered_line(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let rest = &rest[digits..];
    let code = rest
        .strip_prefix('\u{2192}')
        .or_else(|| rest.strip_prefix('\t'))
        .or_else(|| rest.strip_prefix(": "))
        .or_else(|| rest.strip_prefix(":\t"))
        .or_else(|| rest.strip_prefix(" | "));
    code.or_else(|| (rest == ":").then_some(""))
}

#[cfg(test)]
mod tests {
    use ibid_model::{CallId, Origin, RawJson, ToolCall, ToolResult};

    use super::*;

    fn result(text: &str) -> Arc<Message> {
        let result = ToolResult::text(CallId::new("c"), text, false);
        Arc::new(Message::new(
            Role::Tool,
            Origin::Tool,
            vec![Part::ToolResult(result)],
        ))
    }

    fn edit(old: &str) -> Arc<Message> {
        let args = serde_json::json!({"path": "a.rs", "oldText": old, "newText": "let x = 1;"});
        let call = Part::ToolCall(ToolCall {
            id: CallId::new("c"),
            name: "edit".to_owned(),
            args: RawJson::new(args.to_string()),
            extra: None,
        });
        Arc::new(Message::new(Role::Assistant, Origin::Model, vec![call]))
    }

    #[test]
    fn a_line_and_an_edit_find_their_sources() {
        let mut uses = Uses::default();
        let code = "fn main() {\n    let header = parse_header(&input)?;\n    run(header)\n}\n";
        assert!(uses.add(&result(code)).is_empty());
        assert!(
            uses.add(&result("nothing of interest in this text here"))
                .is_empty()
        );
        let numbered: String = code
            .lines()
            .zip(1..)
            .map(|(l, n)| format!("{n:6}\u{2192}{l}\n"))
            .collect();
        assert!(uses.add(&result(&numbered)).is_empty());
        let found = uses.add(&edit(
            "    let header = parse_header(&input)?;\n    run(header)",
        ));
        let shown: Vec<_> = found
            .iter()
            .map(|u| (u.kind, &*u.text, &*u.sources))
            .collect();
        assert_eq!(
            shown,
            [
                (
                    UseKind::Line,
                    "let header = parse_header(&input)?;",
                    &[0, 2][..]
                ),
                (
                    UseKind::Edit,
                    "    let header = parse_header(&input)?;\n    run(header)",
                    &[0, 2][..]
                ),
            ]
        );
    }

    #[test]
    fn an_edit_of_parts_of_lines_is_found_too() {
        let mut uses = Uses::default();
        uses.add(&result(
            "before\n    let header = parse_header(&input)?; // see above\nafter",
        ));
        let found = uses.add(&edit("let header = parse_header(&input)?;"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].kind, UseKind::Edit);
        assert_eq!(&*found[0].sources, [0]);
        // What stands nowhere is not a use; what the agent itself wrote is one.
        assert!(
            uses.add(&edit("fn that_is_nowhere_to_be_found()"))
                .is_empty()
        );
        let again = uses.add(&edit("fn that_is_nowhere_to_be_found()"));
        assert_eq!(again.len(), 2, "{again:?}");
    }

    #[test]
    fn only_listings_lose_their_numbers() {
        let cases = [
            ("     1\u{2192}a\n     2\u{2192}b", "a\nb"),
            ("1\ta\n2\t\tb", "a\n\tb"),
            ("10: a\n11: b\n12:", "a\nb\n"),
            ("12 apples\n13 pears", "12 apples\n13 pears"),
            ("a\nb\n3: c", "a\nb\n3: c"),
        ];
        for (text, bare) in cases {
            assert_eq!(without_numbers(text), bare, "{text:?}");
        }
    }
}
