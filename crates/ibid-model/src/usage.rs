//! What a provider says a call used.

use serde::{Deserialize, Serialize};

use crate::units::Tokens;

/// Tokens of one call, as the provider counted them. The prompt is the sum of the first four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens that were neither read from a cache nor written to one.
    pub input: Tokens,
    /// Prompt tokens read from the prefix cache.
    #[serde(default)]
    pub cache_read: Tokens,
    /// Prompt tokens written to the prefix cache with the usual life.
    #[serde(default)]
    pub cache_write: Tokens,
    /// Prompt tokens written to the prefix cache with the long life, where one is sold.
    #[serde(default)]
    pub cache_write_long: Tokens,
    /// Tokens the model wrote, reasoning included.
    pub output: Tokens,
}

impl Usage {
    /// All tokens of the prompt.
    pub fn prompt(&self) -> Tokens {
        self.input + self.cache_read + self.cache_write + self.cache_write_long
    }

    /// Whether the provider counted a prompt at all; a call that was cut off before it began did
    /// not cost anything.
    pub fn is_priced(&self) -> bool {
        self.prompt() > Tokens(0)
    }
}
