//! Values of settings, and reading them from text.

use std::fmt;

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A number of bytes: `8192`, `"8KiB"`, `"24 KB"`.
    Size,
    /// A number, 0 or more.
    Count,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A share of something, from 0 to 1.
    Share,
    /// A number with or without a fraction, 0 or more.
    Number,
    /// Regular expressions.
    Patterns,
    /// Names; `*` at the end of one stands for any ending.
    Names,
    /// Any text.
    Text,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of [`Kind::Bool`].
    Bool(bool),
    /// Of [`Kind::Size`], in bytes.
    Size(u64),
    /// Of [`Kind::Count`].
    Count(u64),
    /// Of [`Kind::Choice`].
    Choice(&'static str),
    /// Of [`Kind::Share`].
    Share(f64),
    /// Of [`Kind::Number`].
    Number(f64),
    /// Of [`Kind::Patterns`].
    Patterns(Vec<String>),
    /// Of [`Kind::Names`].
    Names(Vec<String>),
    /// Of [`Kind::Text`].
    Text(String),
}

impl fmt::Display for Kind {
    /// What is expected, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Bool => f.write_str("true or false"),
            Kind::Size => f.write_str("a size such as 8192, \"8KiB\" or \"24 KB\""),
            Kind::Count => f.write_str("a whole number, 0 or more"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Share => f.write_str("a share from 0 to 1"),
            Kind::Number => f.write_str("a number, 0 or more"),
            Kind::Patterns => f.write_str("a list of regular expressions"),
            Kind::Names => f.write_str("a list of names, where * may stand at the end"),
            Kind::Text => f.write_str("a text"),
        }
    }
}

impl fmt::Display for Value {
    /// As it would stand in a configuration file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => value.fmt(f),
            Value::Size(value) => match binary_unit(*value) {
                Some((count, unit)) => write!(f, "\"{count}{unit}\""),
                None => value.fmt(f),
            },
            Value::Count(value) => value.fmt(f),
            Value::Choice(word) => write_quoted(f, word),
            Value::Text(text) => write_quoted(f, text),
            Value::Share(value) | Value::Number(value) => value.fmt(f),
            Value::Patterns(texts) | Value::Names(texts) => {
                f.write_str("[")?;
                for (at, pattern) in texts.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    write_quoted(f, pattern)?;
                }
                f.write_str("]")
            }
        }
    }
}

/// A TOML string: a literal one where that reads better.
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if text.contains(['\\', '"']) && !text.contains(['\'', '\n']) {
        return write!(f, "'{text}'");
    }
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => write!(f, "\\u{:04x}", c as u32)?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

/// `bytes` as a whole number of the largest binary unit that divides it.
fn binary_unit(bytes: u64) -> Option<(u64, &'static str)> {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let fits = |shift: u32| bytes >= 1 << shift && bytes.trailing_zeros() >= shift;
    units
        .into_iter()
        .find(|(shift, _)| fits(*shift))
        .map(|(shift, unit)| (bytes >> shift, unit))
}

impl Value {
    /// Reads a value from plain text: a flag's or the environment's. `None` when it is not of
    /// `kind`. Patterns here are one pattern, or a TOML list; names may stand between commas too.
    pub fn from_text(kind: Kind, text: &str) -> Option<Value> {
        let text = text.trim();
        Some(match kind {
            Kind::Bool => Value::Bool(bool_of(text)?),
            Kind::Size => Value::Size(parse_size(text)?),
            Kind::Count => Value::Count(text.replace('_', "").parse().ok()?),
            Kind::Choice(words) => Value::Choice(words.iter().find(|word| **word == text)?),
            Kind::Share => Value::Share(share(text)?),
            Kind::Number => Value::Number(fraction(text)?),
            Kind::Patterns if text.is_empty() => Value::Patterns(Vec::new()),
            Kind::Patterns | Kind::Names if text.starts_with('[') => {
                let list = toml::de::DeValue::parse(text).ok()?;
                Value::from_toml(kind, list.get_ref())?
            }
            Kind::Patterns => Value::Patterns(vec![text.to_owned()]),
            Kind::Names => {
                let parts = text.split(',').map(str::trim);
                Value::Names(names(
                    parts.filter(|name| !name.is_empty()).map(str::to_owned),
                )?)
            }
            Kind::Text => Value::Text(text.to_owned()),
        })
    }

    /// Reads a value from a configuration file.
    pub(super) fn from_toml(kind: Kind, value: &toml::de::DeValue<'_>) -> Option<Value> {
        let number = || {
            let number = value.as_integer()?;
            u64::from_str_radix(number.as_str(), number.radix()).ok()
        };
        Some(match kind {
            Kind::Bool => Value::Bool(value.as_bool()?),
            Kind::Size => Value::Size(match value.as_str() {
                Some(text) => parse_size(text)?,
                None => number()?,
            }),
            Kind::Count => Value::Count(number()?),
            Kind::Share | Kind::Number => match value.as_float() {
                Some(float) => Value::from_text(kind, float.as_str())?,
                None => Value::from_text(kind, &number()?.to_string())?,
            },
            Kind::Choice(_) => Value::from_text(kind, value.as_str()?)?,
            Kind::Text => Value::Text(value.as_str()?.to_owned()),
            Kind::Patterns => Value::Patterns(texts(value)?),
            Kind::Names => Value::Names(names(texts(value)?.into_iter())?),
        })
    }
}

/// The texts in a list of nothing else.
fn texts(value: &toml::de::DeValue<'_>) -> Option<Vec<String>> {
    let items = value.as_array()?.iter();
    let texts = items.map(|item| item.get_ref().as_str().map(str::to_owned));
    texts.collect()
}

/// Names, none of which is empty or has a `*` before its end.
fn names(names: impl Iterator<Item = String>) -> Option<Vec<String>> {
    let is_one = |name: &String| {
        let fixed = name.strip_suffix('*').unwrap_or(name);
        !name.is_empty() && !fixed.contains('*')
    };
    names.map(|name| Some(name).filter(is_one)).collect()
}

fn fraction(text: &str) -> Option<f64> {
    let number: f64 = text.replace('_', "").parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

fn share(text: &str) -> Option<f64> {
    fraction(text).filter(|share| *share <= 1.0)
}

fn bool_of(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// Bytes of each unit. `KB` is decimal and `KiB` binary; a letter alone is binary.
const UNITS: [(&str, u64); 13] = [
    ("", 1),
    ("b", 1),
    ("k", 1 << 10),
    ("kib", 1 << 10),
    ("kb", 1_000),
    ("m", 1 << 20),
    ("mib", 1 << 20),
    ("mb", 1_000_000),
    ("g", 1 << 30),
    ("gib", 1 << 30),
    ("gb", 1_000_000_000),
    ("tib", 1 << 40),
    ("tb", 1_000_000_000_000),
];

/// Reads a size in bytes: `8192`, `8_192`, `8KiB`, `24 KB`, `1.5 MiB`. `None` when it is none, or
/// too large.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim().to_ascii_lowercase();
    let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit)?;
    if number.contains('.') {
        let bytes = number.parse::<f64>().ok()? * *scale as f64;
        return (bytes < 1e18).then_some(bytes as u64);
    }
    number.parse::<u64>().ok()?.checked_mul(*scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let cases = [
            ("0", Some(0)),
            ("8192", Some(8192)),
            ("8_192", Some(8192)),
            ("8KiB", Some(8192)),
            ("8k", Some(8192)),
            ("24 KB", Some(24_000)),
            ("256MiB", Some(256 << 20)),
            ("1.5 MiB", Some(3 << 19)),
            (" 2gib ", Some(2 << 30)),
            ("1TB", Some(1_000_000_000_000)),
            ("", None),
            ("-1", None),
            ("KiB", None),
            ("8 kilo", None),
            ("1.2.3", None),
            (".", None),
            ("99999999999999999999", None),
            ("99999999999TiB", None),
            ("1e3", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_size(text), expected, "{text:?}");
        }
    }

    #[test]
    fn values_read_back_as_they_are_shown() {
        let cases = [
            (Kind::Bool, Value::Bool(false), "false"),
            (Kind::Size, Value::Size(0), "0"),
            (Kind::Size, Value::Size(8192), "\"8KiB\""),
            (Kind::Size, Value::Size(1000), "1000"),
            (Kind::Size, Value::Size(256 << 20), "\"256MiB\""),
            (Kind::Count, Value::Count(7), "7"),
            (Kind::Share, Value::Share(0.1), "0.1"),
            (Kind::Share, Value::Share(1.0), "1"),
            (Kind::Number, Value::Number(2.5), "2.5"),
            (
                Kind::Names,
                Value::Names(vec!["todo".into(), "mcp_*".into()]),
                r#"["todo", "mcp_*"]"#,
            ),
            (
                Kind::Text,
                Value::Text("a \"b\"'\n".into()),
                r#""a \"b\"'\u000a""#,
            ),
            (
                Kind::Patterns,
                Value::Patterns(vec![r"^\d".into(), "x".into()]),
                r#"['^\d', "x"]"#,
            ),
        ];
        for (kind, value, shown) in cases {
            assert_eq!(value.to_string(), shown);
            let parsed = toml::de::DeValue::parse(shown).unwrap();
            assert_eq!(
                Value::from_toml(kind, parsed.get_ref()),
                Some(value),
                "{shown}"
            );
        }
    }

    #[test]
    fn text_of_the_wrong_kind_is_refused() {
        let cases = [
            (Kind::Bool, "maybe"),
            (Kind::Count, "-3"),
            (Kind::Choice(&["a", "b"]), "c"),
            (Kind::Share, "1.1"),
            (Kind::Share, "-0.1"),
            (Kind::Share, "nan"),
            (Kind::Number, "inf"),
            (Kind::Names, "a*b"),
            (Kind::Names, "[\"\"]"),
            (Kind::Patterns, "[1]"),
            (Kind::Patterns, "[\"a\""),
        ];
        for (kind, text) in cases {
            assert_eq!(Value::from_text(kind, text), None, "{text}");
        }
        assert_eq!(
            Value::from_text(Kind::Names, " read, mcp_* ,"),
            Some(Value::Names(vec!["read".into(), "mcp_*".into()]))
        );
        assert_eq!(
            Value::from_text(Kind::Patterns, "['a', \"b\"]"),
            Some(Value::Patterns(vec!["a".into(), "b".into()]))
        );
    }
}
