//! The model's notes: what a record cannot say. What is asked, what may be answered, and what is no
//! answer.
//!
//! Notes are asked for by continuing the conversation exactly as the model last saw it, with one
//! request at its end. They are the model's words and are labelled so; nothing in them binds anyone.

use std::fmt;

use ibid_model::{Message, Origin, Part, Role, Stop};
use serde::{Deserialize, Serialize};

/// The longest item of a list that is kept, in characters.
const ITEM_MAX: usize = 600;
/// The most items of a list that are kept.
const ITEMS_MAX: usize = 40;

/// The notes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// Where the task stands.
    pub status: String,
    /// Its parts.
    #[serde(default)]
    pub parts: Vec<TaskPart>,
    /// What was learned, with paths and symbols.
    #[serde(default)]
    pub learned: Vec<String>,
    /// What was decided.
    #[serde(default)]
    pub decisions: Vec<String>,
    /// What is still to be done or waited for.
    #[serde(default)]
    pub pending: Vec<String>,
    /// What is not known yet.
    #[serde(default)]
    pub open_questions: Vec<String>,
    /// What comes next.
    pub next_step: String,
    /// Constraints of the user, quoted word for word; a quote counts only where it stands so in a
    /// typed message.
    #[serde(default)]
    pub constraint_quotes: Vec<String>,
}

/// A part of the task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskPart {
    /// What it is.
    pub name: String,
    /// How far it is.
    pub state: PartState,
}

/// How far a part of the task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartState {
    /// It is done.
    Done,
    /// It was begun.
    InProgress,
    /// It was not begun.
    NotStarted,
}

/// Why a reply is no notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoNotes {
    /// It asks for a tool.
    CallsTool,
    /// There is nothing in it.
    Empty,
    /// There is only reasoning in it.
    OnlyReasoning,
    /// It was cut off.
    CutOff,
    /// It is not what was asked for, with the reason. One repair may be asked for.
    Malformed(String),
}

impl NoNotes {
    /// Whether asking once more may help.
    pub fn may_be_repaired(&self) -> bool {
        matches!(self, NoNotes::Malformed(_))
    }
}

impl fmt::Display for NoNotes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoNotes::CallsTool => f.write_str("the reply asks for a tool"),
            NoNotes::Empty => f.write_str("the reply is empty"),
            NoNotes::OnlyReasoning => f.write_str("the reply is only reasoning"),
            NoNotes::CutOff => f.write_str("the reply was cut off"),
            NoNotes::Malformed(why) => write!(f, "the reply is not what was asked for: {why}"),
        }
    }
}

/// The JSON schema of the notes, for servers that enforce one.
pub fn schema() -> serde_json::Value {
    let text = serde_json::json!({"type": "string"});
    let texts = serde_json::json!({"type": "array", "items": {"type": "string"}});
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": [
            "status", "parts", "learned", "decisions", "pending", "open_questions", "next_step",
            "constraint_quotes"
        ],
        "properties": {
            "status": text,
            "parts": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["name", "state"],
                    "properties": {
                        "name": text,
                        "state": {"enum": ["done", "in_progress", "not_started"]}
                    }
                }
            },
            "learned": texts,
            "decisions": texts,
            "pending": texts,
            "open_questions": texts,
            "next_step": text,
            "constraint_quotes": texts
        }
    })
}

/// The message that asks for notes, at the end of the conversation. `focus` is what the user wants
/// them to be about.
pub fn request(focus: Option<&str>) -> Message {
    let mut text = String::from(
        "[ibid] This conversation is about to be shortened: older messages leave the context, and \
         what you write now stays in their place, beside a record of the requests, the constraints, \
         the files and the commands, which you need not repeat.\n\
         Answer with one JSON object and nothing else. Do not call a tool. Its fields:\n\
         - \"status\": where the task stands, in a sentence or two\n\
         - \"parts\": [{\"name\", \"state\": \"done\" | \"in_progress\" | \"not_started\"}]\n\
         - \"learned\": what was found out, each item with its paths and symbols\n\
         - \"decisions\": what was decided, and why\n\
         - \"pending\": what is still to be done or waited for\n\
         - \"open_questions\": what is not known yet\n\
         - \"next_step\": the very next thing to do\n\
         - \"constraint_quotes\": sentences in which the user limits how you work, word for word\n\
         Write only what happened here. Lists may be empty.",
    );
    if let Some(focus) = focus {
        text.push_str("\nThe user asks you to look above all at: ");
        text.push_str(focus);
    }
    Message::text(Role::User, Origin::Injected, text)
}

/// The message that asks once more, after a reply that could not be read.
pub fn repair(why: &NoNotes) -> Message {
    let text =
        format!("[ibid] That could not be used: {why}. Answer again, with the JSON object alone.");
    Message::text(Role::User, Origin::Injected, text)
}

/// Reads a reply.
pub fn read(reply: &Message, stop: Stop) -> Result<Notes, NoNotes> {
    if reply.calls().next().is_some() || stop == Stop::ToolUse {
        return Err(NoNotes::CallsTool);
    }
    if matches!(stop, Stop::Length | Stop::Interrupted | Stop::Failed) {
        return Err(NoNotes::CutOff);
    }
    let texts = reply.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    if text.trim().is_empty() {
        let reasons = reply
            .parts
            .iter()
            .any(|part| matches!(part, Part::Reasoning(_)));
        return Err(if reasons {
            NoNotes::OnlyReasoning
        } else {
            NoNotes::Empty
        });
    }
    let notes: Notes = serde_json::from_str(object(&text))
        .map_err(|error| NoNotes::Malformed(error.to_string()))?;
    if notes.status.trim().is_empty() && notes.next_step.trim().is_empty() {
        return Err(NoNotes::Malformed(
            "\"status\" and \"next_step\" are empty".to_owned(),
        ));
    }
    Ok(notes.bounded())
}

/// The JSON object in a reply: without the fence around it, if there is one.
fn object(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix("```json")
        .or_else(|| text.strip_prefix("```"))
        .and_then(|rest| rest.strip_suffix("```"));
    inner.unwrap_or(text).trim()
}

impl Notes {
    /// The same, with every list and item held to its bounds.
    fn bounded(mut self) -> Self {
        for list in [
            &mut self.learned,
            &mut self.decisions,
            &mut self.pending,
            &mut self.open_questions,
            &mut self.constraint_quotes,
        ] {
            list.retain(|item| !item.trim().is_empty());
            list.truncate(ITEMS_MAX);
            list.iter_mut().for_each(shorten);
        }
        self.parts.truncate(ITEMS_MAX);
        self.parts
            .iter_mut()
            .for_each(|part| shorten(&mut part.name));
        shorten(&mut self.status);
        shorten(&mut self.next_step);
        self
    }

    /// The quotes that stand word for word in one of the user's messages.
    pub fn verified_quotes<'a>(&'a self, typed: &[&str]) -> Vec<&'a str> {
        let stands = |quote: &&str| typed.iter().any(|text| text.contains(quote));
        let quotes = self.constraint_quotes.iter().map(|quote| quote.trim());
        quotes
            .filter(|quote| !quote.is_empty())
            .filter(stands)
            .collect()
    }
}

fn shorten(item: &mut String) {
    if let Some((end, _)) = item.char_indices().nth(ITEM_MAX) {
        item.truncate(end);
        item.push('\u{2026}');
    }
}

#[cfg(test)]
mod tests {
    use ibid_model::{CallId, RawJson, Reasoning, ToolCall};

    use super::*;

    const GOOD: &str = r#"{"status":"half done","parts":[{"name":"parser","state":"done"}],
        "learned":["a.rs: parse()"],"decisions":[],"pending":[],"open_questions":[],
        "next_step":"run the tests","constraint_quotes":["do not touch b.rs", "never"]}"#;

    fn says(parts: Vec<Part>) -> Message {
        Message::new(Role::Assistant, Origin::Model, parts)
    }

    #[test]
    fn only_an_answer_is_taken_for_notes() {
        let call = Part::ToolCall(ToolCall {
            id: CallId::new("c"),
            name: "read".to_owned(),
            args: RawJson::new("{}"),
            extra: None,
        });
        let thought = Part::Reasoning(Reasoning {
            text: "hm".to_owned(),
            signed: None,
        });
        let fenced = format!("```json\n{GOOD}\n```");
        let cases: Vec<(Vec<Part>, Stop, Option<NoNotes>)> = vec![
            (vec![Part::text(GOOD)], Stop::End, None),
            (vec![thought.clone(), Part::text(fenced)], Stop::Other, None),
            (
                vec![Part::text(GOOD), call],
                Stop::End,
                Some(NoNotes::CallsTool),
            ),
            (
                vec![Part::text(GOOD)],
                Stop::ToolUse,
                Some(NoNotes::CallsTool),
            ),
            (vec![Part::text(GOOD)], Stop::Length, Some(NoNotes::CutOff)),
            (vec![], Stop::End, Some(NoNotes::Empty)),
            (vec![Part::text(" \n")], Stop::End, Some(NoNotes::Empty)),
            (vec![thought], Stop::End, Some(NoNotes::OnlyReasoning)),
        ];
        for (parts, stop, expected) in cases {
            let found = read(&says(parts.clone()), stop);
            assert_eq!(
                found.as_ref().err(),
                expected.as_ref(),
                "{parts:?} {stop:?}"
            );
        }
        for bad in [
            "Sure!",
            "{}",
            r#"{"status":"","next_step":""}"#,
            &GOOD.replace("done\"}", "ok\"}"),
        ] {
            let found = read(&says(vec![Part::text(bad)]), Stop::End);
            assert!(found.is_err_and(|why| why.may_be_repaired()), "{bad}");
        }
    }

    #[test]
    fn a_quote_counts_where_it_stands_word_for_word() {
        let notes = read(&says(vec![Part::text(GOOD)]), Stop::End).expect("notes");
        let typed = ["please, do not touch b.rs at all"];
        assert_eq!(notes.verified_quotes(&typed), ["do not touch b.rs"]);
    }

    #[test]
    fn the_schema_asks_for_what_is_read() {
        let required = schema()["required"].as_array().map(Vec::len);
        let fields = serde_json::to_value(Notes::default()).expect("JSON");
        assert_eq!(required, fields.as_object().map(|fields| fields.len()));
        for (field, _) in fields.as_object().expect("an object") {
            assert!(schema()["properties"][field].is_object(), "{field}");
            let asked = request(None);
            let Part::Text(text) = &asked.parts[0] else {
                panic!("text")
            };
            assert!(text.text.contains(&format!("\"{field}\"")), "{field}");
        }
    }

    #[test]
    fn long_notes_are_held_to_their_bounds() {
        let mut notes = Notes {
            status: "s".repeat(5_000),
            learned: vec!["x".repeat(5_000); 500],
            ..Notes::default()
        };
        notes.next_step = "n".to_owned();
        let text = serde_json::to_string(&notes).expect("JSON");
        let read = read(&says(vec![Part::text(text)]), Stop::End).expect("notes");
        assert_eq!(read.learned.len(), ITEMS_MAX);
        assert!(read.learned[0].chars().count() <= ITEM_MAX + 1);
    }
}
