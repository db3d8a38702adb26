//! JSON kept as its text, so that what was received can be sent again byte for byte.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The text of one JSON value, exactly as it was received: key order, escapes, spacing and numbers
/// included. In the log it is stored as a JSON string, so that line ends inside it stay harmless.
///
/// ```
/// use ibid_model::RawJson;
/// let raw = RawJson::new(r#"{"b": 1, "a": 1.0}"#);
/// assert_eq!(raw.as_str(), r#"{"b": 1, "a": 1.0}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Arc<str>);

impl RawJson {
    /// Keeps `text`. Whether it is valid JSON is for the reader to say: what a model wrote as
    /// arguments may be cut off, and is kept all the same.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text's length, in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
