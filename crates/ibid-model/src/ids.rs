//! Names that come from outside and become file names: recall ids, sessions and projects.
//!
//! A name is checked once, where it enters ([`RecallId::parse`] and its like). After that its type
//! says that it is a plain name: never a path, never a device, the same on every file system.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Longest recall id and session id, in bytes.
const ID_MAX: usize = 64;
/// Longest project key, in bytes.
const KEY_MAX: usize = 80;
/// Digits of a random recall id: 36^20 is more than 2^103.
const RANDOM_DIGITS: usize = 20;
/// Names that some systems read as devices, whatever follows the dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A text that is not a plain name of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadId {
    /// What it should have been: `recall id`, `session id`, `project key`.
    pub what: &'static str,
    /// What it may hold, in words.
    pub allowed: &'static str,
}

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a {}: it is {}", self.what, self.allowed)
    }
}

impl std::error::Error for BadId {}

fn is_device(name: &str) -> bool {
    let numbered = |prefix| {
        name.strip_prefix(prefix)
            .is_some_and(|rest: &str| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    DEVICES.contains(&name) || numbered("com") || numbered("lpt")
}

fn plain(text: &str, max: usize, dash: bool) -> bool {
    let fits =
        |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || (dash && b == b'-');
    !text.is_empty()
        && text.len() <= max
        && !text.starts_with('-')
        && text.bytes().all(fits)
        && !is_device(text)
}

macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident, $what:literal, $allowed:literal, $max:expr, $dash:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Takes `text` if it is a plain name of this kind, and says what is allowed if not.
            pub fn parse(text: &str) -> Result<Self, BadId> {
                if plain(text, $max, $dash) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(BadId { what: $what, allowed: $allowed })
                }
            }

            /// The name.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;
            fn try_from(text: String) -> Result<Self, BadId> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }
    };
}

name_type!(
    /// Names one kept original. Made at random ([`RecallId::from_entropy`]), or given by a harness
    /// (`call_7`): 1 to 64 lower-case letters, digits and `_`.
    RecallId,
    "recall id",
    "1 to 64 lower-case letters, digits and \"_\"",
    ID_MAX,
    false
);

name_type!(
    /// Names one session: 1 to 64 lower-case letters, digits, `_` and `-`, no `-` first.
    SessionId,
    "session id",
    "1 to 64 lower-case letters, digits, \"_\" and \"-\", and does not start with \"-\"",
    ID_MAX,
    true
);

name_type!(
    /// Names one project: a readable part and a hash of its place, `ibid-3f2a90c41b7de805`.
    ProjectKey,
    "project key",
    "1 to 80 lower-case letters, digits, \"_\" and \"-\", and does not start with \"-\"",
    KEY_MAX,
    true
);

/// Names one tool call within its session. It is the provider's own, so any text may stand in it;
/// it never becomes a file name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(Arc<str>);

impl CallId {
    /// The id that is `text`.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl RecallId {
    /// The id of 128 random bits: 20 lower-case letters and digits, of which any 16 bytes from a
    /// good source make more than 100 bits that cannot be guessed.
    pub fn from_entropy(entropy: [u8; 16]) -> Self {
        let mut rest = u128::from_le_bytes(entropy);
        let digits = (0..RANDOM_DIGITS).map(|_| {
            let digit = (rest % 36) as u32;
            rest /= 36;
            char::from_digit(digit, 36).unwrap_or('0')
        });
        Self(digits.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that must never reach a file system: paths, their encodings, devices, controls, wide
    /// look-alikes, case (the same file on some systems), options, emptiness and length.
    const NEVER: &[&str] = &[
        "../../../../tmp/pwn",
        "..%2f..%2fx",
        "a/b",
        "C:\\\\x",
        "C:\\x",
        "\u{2025}/x",
        "id\0.json",
        "id\\u0000.json",
        "CON",
        "con",
        "nul",
        "prn",
        "aux",
        "com1",
        "lpt9",
        "",
        ".",
        "..",
        "...",
        "a.b",
        "a.txt",
        "/",
        "/etc/passwd",
        "\\\\host\\share",
        "~",
        "~root",
        "a b",
        " a",
        "a ",
        "a\n",
        "\r",
        "\t",
        "a:b",
        "a*",
        "a?",
        "$HOME",
        "`id`",
        "a;b",
        "a|b",
        "-rf",
        "--any-project",
        "A",
        "É",
        "é",
        "\u{ff41}bc",
        "a\u{301}",
        "a\u{200b}",
        "\u{202e}cba",
        "%00",
        "%2e%2e",
        "a%",
        "a&b",
        "a=b",
        "a,b",
        "\u{fffd}",
        "\u{1f9e9}",
        "ıd",
        "a\u{2215}b",
    ];

    #[test]
    fn what_is_not_a_plain_name_is_refused_by_every_kind() {
        for text in NEVER {
            assert!(RecallId::parse(text).is_err(), "recall id {text:?}");
            assert!(SessionId::parse(text).is_err(), "session id {text:?}");
            assert!(ProjectKey::parse(text).is_err(), "project key {text:?}");
        }
        assert!(RecallId::parse("a-b").is_err());
        for len in [65, 300, 100_000] {
            assert!(RecallId::parse(&"a".repeat(len)).is_err(), "{len} bytes");
            assert!(SessionId::parse(&"a".repeat(len)).is_err(), "{len} bytes");
        }
        assert!(ProjectKey::parse(&"a".repeat(81)).is_err());
    }

    #[test]
    fn plain_names_are_taken_as_they_are() {
        for text in [
            "a",
            "0",
            "_",
            "call_7",
            "call_q1w2e3r4",
            &"z".repeat(64),
            "console",
            "com10",
        ] {
            assert_eq!(
                RecallId::parse(text).map(|id| id.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in ["shell-20260102", "0b7e2c1a-91d3-4f6e-8a55-2d1c3b4a5f60"] {
            assert_eq!(
                SessionId::parse(text).map(|id| id.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn a_random_id_is_a_plain_name_of_twenty_characters() {
        for entropy in [[0; 16], [0xff; 16], *b"0123456789abcdef"] {
            let id = RecallId::from_entropy(entropy);
            assert_eq!(id.as_str().len(), 20);
            assert_eq!(RecallId::parse(id.as_str()), Ok(id));
        }
        let one = RecallId::from_entropy(*b"0123456789abcdef");
        assert_ne!(one, RecallId::from_entropy(*b"0123456789abcdeg"));
        assert_ne!(one, RecallId::from_entropy(*b"1123456789abcdef"));
    }
}
