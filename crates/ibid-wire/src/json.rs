//! Reading JSON that others wrote, without changing what is only passed on.
//!
//! A value is a slice of the text it stands in; objects are opened one level at a time and keep
//! their keys in order. Numbers, escapes and spacing are never touched. Strings may hold half a
//! surrogate pair (`"\ud800"`), which JSON allows and Rust's text does not: it reads as U+FFFD, and
//! [`Json::exact_text`] says so.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// One value, as its text without spacing around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'a>(&'a str);

/// An object's fields, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object<'a> {
    fields: Vec<(Cow<'a, str>, Json<'a>)>,
    raw: &'a str,
}

impl<'a> Json<'a> {
    /// The value that `text` is, if all of it is one valid value.
    pub(crate) fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str::<&RawValue>(text).map(|raw| Json(raw.get()))
    }

    /// The value's text.
    pub(crate) fn raw(self) -> &'a str {
        self.0
    }

    fn first(self) -> u8 {
        self.0.as_bytes().first().copied().unwrap_or(b'n')
    }

    /// Whether it is `null`.
    pub(crate) fn is_null(self) -> bool {
        self.first() == b'n'
    }

    /// Whether it is a string.
    pub(crate) fn is_text(self) -> bool {
        self.first() == b'"'
    }

    /// Whether it is an object.
    pub(crate) fn is_object(self) -> bool {
        self.first() == b'{'
    }

    /// Its fields, if it is an object.
    pub(crate) fn object(self) -> Option<Object<'a>> {
        if !self.is_object() {
            return None;
        }
        let mut reader = serde_json::Deserializer::from_str(self.0);
        let fields = reader.deserialize_map(Fields).ok()?;
        let raw = self.0;
        Some(Object { fields, raw })
    }

    /// Its items, if it is an array.
    pub(crate) fn array(self) -> Option<Vec<Json<'a>>> {
        if self.first() != b'[' {
            return None;
        }
        let mut reader = serde_json::Deserializer::from_str(self.0);
        reader.deserialize_seq(Items).ok()
    }

    /// Its text, if it is a string; halves of surrogate pairs read as U+FFFD.
    pub(crate) fn text(self) -> Option<String> {
        self.decode().map(|(text, _)| text)
    }

    /// Its text, if it is a string that Rust's text can hold.
    pub(crate) fn exact_text(self) -> Option<String> {
        self.decode()
            .and_then(|(text, exact)| exact.then_some(text))
    }

    fn decode(self) -> Option<(String, bool)> {
        if !self.is_text() {
            return None;
        }
        let mut reader = serde_json::Deserializer::from_str(self.0);
        reader
            .deserialize_bytes(Wtf8)
            .ok()
            .map(|(text, exact)| (text.into_owned(), exact))
    }

    /// Its value, if it is a number; whole numbers only, others are rounded down, negative ones 0.
    pub(crate) fn count(self) -> Option<u64> {
        self.0
            .parse()
            .ok()
            .or_else(|| self.number().map(|number| number.max(0.0) as u64))
    }

    /// Its value, if it is a number.
    pub(crate) fn number(self) -> Option<f64> {
        matches!(self.first(), b'-' | b'0'..=b'9')
            .then(|| self.0.parse().ok())
            .flatten()
    }

    /// Its value, if it is a truth value.
    pub(crate) fn truth(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }
}

impl<'a> Object<'a> {
    /// The object that `text` is, if it is one.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        Json::parse(text).ok()?.object()
    }

    /// The object as the value it was read from; `None` for one that was made up.
    pub(crate) fn value(&self) -> Option<Json<'a>> {
        (!self.raw.is_empty()).then_some(Json(self.raw))
    }

    /// The value of `key`; the last one where a key stands twice, as most readers have it.
    pub(crate) fn get(&self, key: &str) -> Option<Json<'a>> {
        self.fields
            .iter()
            .rev()
            .find(|(name, _)| name == key)
            .map(|(_, value)| *value)
    }

    /// The value of `key`, if it is there and not `null`.
    pub(crate) fn some(&self, key: &str) -> Option<Json<'a>> {
        self.get(key).filter(|value| !value.is_null())
    }

    /// The text of `key`, if it is a string.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.text()
    }

    /// The object of `key`, if it is one.
    pub(crate) fn object(&self, key: &str) -> Option<Object<'a>> {
        self.get(key)?.object()
    }

    /// The items of `key`, if it is an array.
    pub(crate) fn array(&self, key: &str) -> Option<Vec<Json<'a>>> {
        self.get(key)?.array()
    }

    /// The number of `key`, if it is one.
    pub(crate) fn count(&self, key: &str) -> Option<u64> {
        self.get(key)?.count()
    }

    /// Whether `key` is `true`.
    pub(crate) fn is_true(&self, key: &str) -> bool {
        self.get(key).and_then(Json::truth) == Some(true)
    }

    /// Whether the text of `key` is `text`.
    pub(crate) fn is(&self, key: &str, text: &str) -> bool {
        self.text(key).as_deref() == Some(text)
    }

    /// Whether there is a field of this name.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// All fields, in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, Json<'a>)> {
        self.fields
            .iter()
            .map(|(name, value)| (name.as_ref(), *value))
    }

    /// The fields whose names are not in `known`, in order.
    pub(crate) fn rest<'s>(
        &'s self,
        known: &'s [&str],
    ) -> impl Iterator<Item = (&'s str, Json<'a>)> + 's {
        self.fields().filter(move |(name, _)| !known.contains(name))
    }
}

/// Writes `text` as a JSON string at the end of `out`, the same way every time.
pub(crate) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        plain = at + 1;
        match escape {
            "" => out.push_str(&format!("\\u{byte:04x}")),
            escape => out.push_str(escape),
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// `text` as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_text(&mut out, text);
    out
}

/// Writes one field, with a comma before it unless it is the first.
pub(crate) fn write_field(out: &mut String, key: &str, raw: &str) {
    if !out.ends_with(['{', '[']) {
        out.push(',');
    }
    write_text(out, key);
    out.push(':');
    out.push_str(raw);
}

/// Whether `line` holds an escape that is half of a surrogate pair.
pub(crate) fn has_half_pair(line: &str) -> bool {
    if !line.contains("\\ud") && !line.contains("\\uD") {
        return false;
    }
    let bytes = line.as_bytes();
    let unit = |at: usize| -> Option<u32> {
        let digits = line.get(at + 2..at + 6)?;
        (bytes.get(at) == Some(&b'\\') && bytes.get(at + 1) == Some(&b'u'))
            .then(|| u32::from_str_radix(digits, 16).ok())
            .flatten()
    };
    let mut at = 0;
    while let Some(found) = line[at..].find('\\') {
        at += found;
        at += match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => return true,
            Some(_) => 6,
            // The escaped character may be of several bytes only where the JSON is not valid.
            None => 1 + line[at + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    false
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Vec<(Cow<'de, str>, Json<'de>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            let value: &RawValue = map.next_value()?;
            fields.push((key, Json(value.get())));
        }
        Ok(fields)
    }
}

struct Items;

impl<'de> Visitor<'de> for Items {
    type Value = Vec<Json<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element::<&RawValue>()? {
            all.push(Json(item.get()));
        }
        Ok(all)
    }
}

/// An object's key, read as a string's bytes so that half a surrogate pair in it does no harm.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: serde::Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_bytes(Wtf8).map(|(text, _)| text)
    }
}

/// A string's bytes: UTF-8, but with halves of surrogate pairs in three bytes each.
struct Wtf8;

impl<'de> Visitor<'de> for Wtf8 {
    type Value = (Cow<'de, str>, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), true),
            Err(_) => (Cow::Owned(without_halves(bytes)), false),
        })
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(match str::from_utf8(bytes) {
            Ok(text) => (Cow::Owned(text.to_owned()), true),
            Err(_) => (Cow::Owned(without_halves(bytes)), false),
        })
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok((Cow::Borrowed(text), true))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok((Cow::Owned(text.to_owned()), true))
    }
}

/// `bytes` with every half of a surrogate pair replaced by U+FFFD, which is as long.
fn without_halves(bytes: &[u8]) -> String {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len().saturating_sub(2) {
        if bytes[at] == 0xed && bytes[at + 1] >= 0xa0 {
            bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether `text` is one valid JSON value.
pub(crate) fn is_valid(text: &str) -> bool {
    Json::parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_order_numbers_and_the_last_of_two() {
        let object = Object::parse(r#" {"b": 1.0, "a": [1e400, {}], "b": "x"} "#).unwrap();
        let fields: Vec<_> = object.fields().map(|(k, v)| (k, v.raw())).collect();
        assert_eq!(fields, [("b", "1.0"), ("a", "[1e400, {}]"), ("b", "\"x\"")]);
        assert_eq!(object.text("b").as_deref(), Some("x"));
        assert_eq!(object.array("a").unwrap()[0].raw(), "1e400");
        assert!(Object::parse("{\"a\":1} x").is_none());
        assert!(Object::parse("[1]").is_none());
    }

    #[test]
    fn halves_of_pairs_are_read_and_told() {
        let cases = [
            (r#""a\ud800b""#, "a\u{fffd}b", true),
            (r#""\udc00\ud83e\udde9""#, "\u{fffd}\u{1f9e9}", true),
            (r#""\ud800\ud800""#, "\u{fffd}\u{fffd}", true),
            (r#""\\ud800""#, "\\ud800", false),
            (r#""\u0000\u2028é""#, "\0\u{2028}é", false),
        ];
        for (raw, text, half) in cases {
            let value = Json::parse(raw).unwrap();
            assert_eq!(value.text().as_deref(), Some(text), "{raw}");
            assert_eq!(value.exact_text().is_none(), half, "{raw}");
            assert_eq!(has_half_pair(raw), half, "{raw}");
        }
        let object = Object::parse(r#"{"k\ud800": 1}"#).unwrap();
        assert_eq!(object.count("k\u{fffd}"), Some(1));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["", "a\"b\\c\n\r\t\u{1}\u{7f}\u{2028}é\u{1f9e9}", "\0"] {
            let raw = quoted(text);
            assert_eq!(Json::parse(&raw).unwrap().exact_text().unwrap(), text);
        }
    }

    #[test]
    fn deep_nesting_does_no_harm() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let line = format!("{{\"a\":{deep},\"b\":2}}");
        assert_eq!(Object::parse(&line).unwrap().count("b"), Some(2));
        assert!(!is_valid(&"[".repeat(100_000)));
    }
}
