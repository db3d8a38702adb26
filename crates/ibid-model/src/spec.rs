//! What is known of a model and of the dialect it is spoken to in.

use serde::{Deserialize, Serialize};

use crate::units::{Millis, Tokens};

/// A model, as far as a context depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelSpec {
    /// Its name, or the start of it that a row stands for.
    pub name: String,
    /// The context window: prompt and reply together, in tokens.
    pub window: Tokens,
    /// The most it can write in one reply, in tokens.
    pub max_output: Tokens,
    /// What its tokens cost.
    pub prices: Prices,
    /// How its prefix cache behaves.
    pub cache: CacheRule,
    /// How its tokens are counted.
    pub encoding: Encoding,
    /// What a picture counts as.
    pub images: ImageRule,
}

/// Prices relative to an uncached prompt token, which is 1. Costs are told in this unit, the
/// *input-token equivalent*, so that they hold whatever the currency.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// A prompt token read from the prefix cache.
    pub cache_read: f64,
    /// A prompt token written to the prefix cache.
    pub cache_write: f64,
    /// A prompt token written to the prefix cache with the long life.
    pub cache_write_long: f64,
    /// A token the model writes.
    pub output: f64,
    /// US dollars for a million uncached prompt tokens; 0 for a local server.
    pub input_usd_per_million: f64,
}

/// How a prefix cache behaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CacheRule {
    /// How long a prefix lives after its last use; `None` is for as long as the server runs.
    pub life: Option<Millis>,
    /// The shortest prefix that is kept, in tokens.
    pub min_tokens: Tokens,
}

/// How tokens are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// OpenAI's `o200k_base`, exactly.
    O200k,
    /// OpenAI's `cl100k_base`, exactly.
    Cl100k,
    /// An estimate by kinds of text, corrected by the usage that the provider reports.
    Estimate,
}

/// What a picture counts as.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "rule")]
pub enum ImageRule {
    /// Width times height over `pixels`, the picture first made to fit `max_side` and `max_tokens`
    /// (Anthropic: 750 pixels a token, 1,568 pixels a side).
    Area {
        /// Pixels a token.
        pixels: u32,
        /// Longest side after scaling, in pixels.
        max_side: u32,
        /// The most one picture counts as, in tokens.
        max_tokens: u32,
    },
    /// A base and as much again for every tile of 512 × 512 pixels, after scaling to 2,048 pixels a
    /// side and 768 pixels on the shorter one (OpenAI, high detail).
    Tiles {
        /// Tokens a picture.
        base: u32,
        /// Tokens a tile.
        tile: u32,
    },
    /// The same for every picture.
    Flat {
        /// Tokens a picture.
        tokens: u32,
    },
}

/// What must hold in a request of a dialect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DialectRules {
    /// The dialect's name.
    pub name: String,
    /// Results must stand directly after the message that holds their calls.
    pub results_follow_calls: bool,
    /// The first message that is not the system's must be the user's.
    pub user_first: bool,
    /// With more than this many pictures in a request, none may have a side longer than
    /// [`DialectRules::image_side_many`] pixels.
    pub images_many: u32,
    /// Longest side of a picture, in pixels.
    pub image_side: u32,
    /// Longest side of a picture in a request of many, in pixels.
    pub image_side_many: u32,
    /// The most pictures in one request.
    pub images_max: u32,
    /// The most bytes of one request's body.
    pub max_bytes: u64,
}
