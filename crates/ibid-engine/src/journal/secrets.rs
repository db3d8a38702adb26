//! Entries without their secrets.

use ibid_model::Entry;
use serde_json::{Map, Value};

use crate::redact::Redactor;

/// Fields whose text is data that replacing a part of would spoil: pictures.
const DATA: [&str; 2] = ["base64", "kept"];
/// The field of a signed block. A changed one is worth nothing: it goes, and what can be read of it
/// stays.
const SIGNED: &str = "signed";

/// `entry` without its secrets, each text by itself. The same secret gets the same placeholder from
/// one redactor. `None` when a name that must be plain was taken for a secret.
pub(super) fn redacted(entry: &Entry, redactor: &mut Redactor) -> Option<Entry> {
    let mut value = serde_json::to_value(entry).ok()?;
    redact(&mut value, redactor);
    serde_json::from_value(value).ok()
}

fn redact(value: &mut Value, redactor: &mut Redactor) {
    match value {
        Value::String(text) => *text = redactor.text(text),
        Value::Array(values) => values.iter_mut().for_each(|value| redact(value, redactor)),
        Value::Object(fields) => redact_fields(fields, redactor),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn redact_fields(fields: &mut Map<String, Value>, redactor: &mut Redactor) {
    let mut spoiled = false;
    for (key, value) in fields.iter_mut() {
        if key == SIGNED {
            let before = value.clone();
            redact(value, redactor);
            spoiled = *value != before;
        } else if !DATA.contains(&key.as_str()) {
            redact(value, redactor);
        }
    }
    if spoiled {
        fields.remove(SIGNED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid_model::{
        Body, Image, ImageSource, Message, MessageEntry, Millis, Opaque, Origin, Part, RawJson,
        Reasoning, Role, Seq,
    };

    fn entry(parts: Vec<Part>) -> Entry {
        let message = Message::new(Role::Assistant, Origin::Model, parts).into();
        Entry {
            seq: Seq(1),
            t: Millis(2),
            body: Body::Message(MessageEntry {
                message,
                call: None,
            }),
        }
    }

    fn thought(text: &str) -> Part {
        let raw = RawJson::new(format!("{{\"thinking\":\"{text}\"}}"));
        let dialect = "d".to_owned();
        Part::Reasoning(Reasoning {
            text: text.to_owned(),
            signed: Some(Opaque { dialect, raw }),
        })
    }

    #[test]
    fn a_signed_block_is_whole_or_not_there() {
        // Made up, in a form that the rules know.
        let secret = ["AKIA", "Q7RTB2LMNC5XWZ4H"].concat();
        let picture = Part::Image(Image {
            media_type: "image/png".to_owned(),
            source: ImageSource::Base64(secret.clone()),
            width: None,
            height: None,
            extra: None,
        });
        let before = entry(vec![thought("plain"), thought(&secret), picture.clone()]);
        let after = redacted(&before, &mut Redactor::default()).expect("an entry");
        let parts = &after.message().expect("a message").parts;
        assert_eq!(parts[0], thought("plain"));
        assert_eq!(
            parts[1],
            Part::Reasoning(Reasoning {
                text: "[redacted:aws-access-key:1]".to_owned(),
                signed: None,
            })
        );
        assert_eq!(parts[2], picture);
    }
}
