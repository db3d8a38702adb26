//! Fields of vendor JSON that have no place in a message, kept beside it.
//!
//! They stand under the name of their dialect, `{"anthropic":{"cache_control":{…}}}`, so that they
//! come back when a message is encoded in that dialect and in no other. Two names in it are Ibid's
//! own, free because the decoders always take the fields of these names themselves:
//!
//! - `content`: the form that the content had, where it is not the encoder's own choice:
//!   `string`, `array`, `null`, `absent`; on Anthropic also `apart`, for results that did not stand
//!   in one message with those before them;
//! - `item` on the first text of a Responses item: the item's other fields.

use ibid_model::RawJson;

use crate::json::{Json, Object, quoted, write_field};

/// Fields to be kept.
#[derive(Default)]
pub(crate) struct Fields(String);

impl Fields {
    /// The fields of `object` that are not in `known`.
    pub(crate) fn rest(object: &Object<'_>, known: &[&str]) -> Self {
        let mut fields = Self::default();
        for (key, value) in object.rest(known) {
            fields.put(key, value.raw());
        }
        fields
    }

    /// Adds a field.
    pub(crate) fn put(&mut self, key: &str, raw: &str) {
        if self.0.is_empty() {
            self.0.push('{');
        }
        write_field(&mut self.0, key, raw);
    }

    /// Adds the form that a content had, unless it is the one an encoder would choose.
    pub(crate) fn form(&mut self, form: Form, own: Form) {
        if form != own {
            self.put("content", &quoted(form.name()));
        }
    }

    /// The fields as an object.
    pub(crate) fn object(self) -> String {
        match self.0.is_empty() {
            true => "{}".to_owned(),
            false => self.0 + "}",
        }
    }

    /// The fields under the name of their dialect; `None` when there are none.
    pub(crate) fn of(self, dialect: &str) -> Option<RawJson> {
        if self.0.is_empty() {
            return None;
        }
        let object = self.object();
        Some(RawJson::new(format!("{{{}:{object}}}", quoted(dialect))))
    }
}

/// The fields that `extra` keeps for a dialect.
pub(crate) fn fields<'a>(extra: &'a Option<RawJson>, dialect: &str) -> Option<Object<'a>> {
    Object::parse(extra.as_ref()?.as_str())?.object(dialect)
}

/// Writes the fields that `extra` keeps for a dialect, but for those of Ibid's own.
pub(crate) fn write(out: &mut String, extra: &Option<RawJson>, dialect: &str, own: &[&str]) {
    if let Some(fields) = fields(extra, dialect) {
        for (key, value) in fields.rest(own) {
            write_field(out, key, value.raw());
        }
    }
}

/// The form of a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A string.
    Text,
    /// An array of blocks.
    Array,
    /// `null`.
    Null,
    /// No field at all.
    Absent,
    /// Results in a message of their own (Anthropic), the content an array.
    Apart,
}

impl Form {
    const ALL: [Form; 5] = [
        Form::Text,
        Form::Array,
        Form::Null,
        Form::Absent,
        Form::Apart,
    ];

    fn name(self) -> &'static str {
        match self {
            Form::Text => "string",
            Form::Array => "array",
            Form::Null => "null",
            Form::Absent => "absent",
            Form::Apart => "apart",
        }
    }

    /// The form that `extra` keeps for a dialect.
    pub(crate) fn kept(extra: &Option<RawJson>, dialect: &str) -> Option<Form> {
        let name = fields(extra, dialect)?.text("content")?;
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The form of a content as it was received; `None` when it has none of them.
    pub(crate) fn of(content: Option<Json<'_>>) -> Option<Form> {
        match content {
            None => Some(Form::Absent),
            Some(content) if content.is_null() => Some(Form::Null),
            Some(content) if content.is_text() => Some(Form::Text),
            Some(content) if content.raw().starts_with('[') => Some(Form::Array),
            Some(_) => None,
        }
    }
}
