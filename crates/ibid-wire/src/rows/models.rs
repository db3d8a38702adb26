//! Models: window, prices, cache and tokens.
//!
//! Looked up in 2026-11, each group where its comment says; a value that could not be checked is
//! said to be so. A row stands for all names that begin with its own; of several the longest counts.
//! Where a provider asks more above some prompt size, the row has the price below it.

use ibid_model::{CacheRule, Encoding, ImageRule, Millis, ModelSpec, Prices, Tokens};

/// One row, in the units in which providers publish: thousands of tokens and US dollars a million.
struct Row {
    name: &'static str,
    /// Window and longest reply, in tokens.
    window: (u64, u64),
    /// Dollars a million tokens: input, cached input, output.
    usd: (f64, f64, f64),
    family: &'static Family,
    /// The shortest prefix that is cached, in tokens.
    min: u64,
    encoding: Encoding,
    images: ImageRule,
}

/// What models of one provider have in common.
struct Family {
    /// A token written to the cache, relative to an uncached one; and with the long life.
    write: (f64, f64),
    /// How long a prefix lives after its last use, in minutes.
    minutes: i64,
}

/// platform.claude.com/docs/build-with-claude/prompt-caching: 5 minutes at 1.25, an hour at 2.
const ANTHROPIC: Family = Family {
    write: (1.25, 2.0),
    minutes: 5,
};

/// developers.openai.com/api/docs/guides/prompt-caching: writing costs nothing more; a prefix lives
/// "5 to 10 minutes" without use, and no longer life is sold at a price.
const OPENAI: Family = Family {
    write: (1.0, 1.0),
    minutes: 5,
};

/// The price page as of 2026-11 has a price for writing from GPT-6 on, with a life of 30 minutes.
const OPENAI_6: Family = Family {
    write: (1.25, 1.25),
    minutes: 30,
};

/// ai.google.dev/gemini-api/docs/caching: implicit caching only. Its life is not published; 5
/// minutes is a guess.
const GOOGLE: Family = Family {
    write: (1.0, 1.0),
    minutes: 5,
};

/// alibabacloud.com/help/en/model-studio, "Context cache": the explicit one.
const QWEN: Family = Family {
    write: (1.25, 1.25),
    minutes: 5,
};

/// platform.claude.com/docs/build-with-claude/vision.
const AREA: ImageRule = ImageRule::Area {
    pixels: 750,
    max_side: 1568,
    max_tokens: 1600,
};

/// ai.google.dev/gemini-api/docs/tokens: 258 a picture or a tile of one; tiles are not counted here.
const FLAT: ImageRule = ImageRule::Flat { tokens: 258 };

const fn tiles(base: u32, tile: u32) -> ImageRule {
    ImageRule::Tiles { base, tile }
}

const fn claude(name: &'static str, window: (u64, u64), usd: (f64, f64, f64), min: u64) -> Row {
    Row {
        name,
        window,
        usd,
        family: &ANTHROPIC,
        min,
        encoding: Encoding::Estimate,
        images: AREA,
    }
}

const fn openai(
    name: &'static str,
    window: (u64, u64),
    usd: (f64, f64, f64),
    images: ImageRule,
) -> Row {
    Row {
        name,
        window,
        usd,
        family: &OPENAI,
        min: 1024,
        encoding: Encoding::O200k,
        images,
    }
}

/// From GPT-6 on. Whether the encoding is still `o200k_base` could not be checked.
const fn openai_6(name: &'static str, usd: (f64, f64, f64)) -> Row {
    Row {
        family: &OPENAI_6,
        encoding: Encoding::Estimate,
        ..openai(name, (1_050_000, 128_000), usd, tiles(70, 140))
    }
}

const fn older_openai(name: &'static str, window: (u64, u64), usd: (f64, f64, f64)) -> Row {
    Row {
        encoding: Encoding::Cl100k,
        ..openai(name, window, usd, tiles(85, 170))
    }
}

const fn gemini(name: &'static str, usd: (f64, f64, f64), min: u64) -> Row {
    Row {
        name,
        window: (1_048_576, 65_536),
        usd,
        family: &GOOGLE,
        min,
        encoding: Encoding::Estimate,
        images: FLAT,
    }
}

const fn qwen(name: &'static str, window: (u64, u64), usd: (f64, f64, f64)) -> Row {
    Row {
        name,
        window,
        usd,
        family: &QWEN,
        min: 1024,
        encoding: Encoding::Estimate,
        images: FLAT,
    }
}

const K200: u64 = 200_000;
const M1: u64 = 1_000_000;

const ROWS: &[Row] = &[
    // platform.claude.com/docs/about-claude/models, its pages of 2026-11: prices, windows, outputs.
    // The shortest prefix of the models of version 5 could not be checked: 1,024 is taken.
    claude("claude-fable-5-1", (M1, 128_000), (10.0, 0.25, 50.0), 1024),
    claude("claude-fable-5", (M1, 128_000), (10.0, 1.0, 50.0), 1024),
    claude("claude-opus-5-5", (M1, 128_000), (4.0, 0.2, 20.0), 1024),
    claude("claude-opus-5", (M1, 128_000), (5.0, 0.5, 25.0), 1024),
    claude("claude-sonnet-5-5", (M1, 128_000), (2.0, 0.2, 10.0), 1024),
    claude("claude-sonnet-5", (M1, 128_000), (2.0, 0.2, 10.0), 1024),
    claude("claude-haiku-5-5", (M1, 128_000), (0.1, 0.01, 0.5), 1024),
    // Versions 3 and 4: the same pages of earlier dates; shortest prefixes by the caching page.
    claude("claude-opus-4-8", (K200, 128_000), (5.0, 0.5, 25.0), 4096),
    claude("claude-opus-4-7", (K200, 128_000), (5.0, 0.5, 25.0), 4096),
    claude("claude-opus-4-6", (K200, 128_000), (5.0, 0.5, 25.0), 4096),
    claude("claude-opus-4-5", (K200, 64_000), (5.0, 0.5, 25.0), 4096),
    claude("claude-opus-4", (K200, 32_000), (15.0, 1.5, 75.0), 1024),
    claude("claude-sonnet-4-6", (K200, 64_000), (3.0, 0.3, 15.0), 2048),
    claude("claude-sonnet-4", (K200, 64_000), (3.0, 0.3, 15.0), 1024),
    claude("claude-haiku-4-5", (K200, 64_000), (1.0, 0.1, 5.0), 4096),
    claude("claude-3-7-sonnet", (K200, 64_000), (3.0, 0.3, 15.0), 1024),
    claude("claude-3-5-sonnet", (K200, 8192), (3.0, 0.3, 15.0), 1024),
    claude("claude-3-5-haiku", (K200, 8192), (0.8, 0.08, 4.0), 2048),
    claude("claude", (K200, 64_000), (3.0, 0.3, 15.0), 1024),
    // developers.openai.com/api/docs/pricing as told by releases of price tables in 2026-09 to
    // 2026-11; below 272,000 tokens of prompt.
    openai_6("gpt-6.2-sol", (2.0, 0.1, 10.0)),
    openai_6("gpt-6.2-astra", (8.0, 0.4, 40.0)),
    openai_6("gpt-6.1-sol", (2.0, 0.1, 10.0)),
    openai_6("gpt-6-sol", (2.0, 0.2, 10.0)),
    openai_6("gpt-6-luna", (0.1, 0.01, 0.5)),
    openai_6("gpt-6-astra", (10.0, 1.0, 50.0)),
    openai_6("gpt-6", (2.0, 0.2, 10.0)),
    // The same price page. Windows of GPT-5.4 and later could not be checked: that of GPT-5 is taken.
    openai(
        "gpt-5.6-sol",
        (400_000, 128_000),
        (4.0, 0.4, 20.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.6-terra",
        (400_000, 128_000),
        (2.0, 0.2, 12.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.6-luna",
        (400_000, 128_000),
        (0.2, 0.02, 1.2),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.5",
        (400_000, 128_000),
        (5.0, 0.5, 30.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.4-mini",
        (400_000, 128_000),
        (0.75, 0.075, 4.5),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.4",
        (400_000, 128_000),
        (2.5, 0.25, 15.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.3",
        (400_000, 128_000),
        (1.75, 0.175, 14.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5.2",
        (400_000, 128_000),
        (1.75, 0.175, 14.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5-mini",
        (400_000, 128_000),
        (0.25, 0.025, 2.0),
        tiles(70, 140),
    ),
    openai(
        "gpt-5-nano",
        (400_000, 128_000),
        (0.05, 0.005, 0.4),
        tiles(70, 140),
    ),
    // developers.openai.com/api/docs/models/gpt-5-codex: 400,000, 128,000, $1.25, $0.125, $10.
    openai(
        "gpt-5",
        (400_000, 128_000),
        (1.25, 0.125, 10.0),
        tiles(70, 140),
    ),
    openai(
        "codex-mini",
        (K200, 100_000),
        (1.5, 0.375, 6.0),
        tiles(75, 150),
    ),
    openai(
        "gpt-4.1-mini",
        (1_047_576, 32_768),
        (0.4, 0.1, 1.6),
        tiles(85, 170),
    ),
    openai(
        "gpt-4.1-nano",
        (1_047_576, 32_768),
        (0.1, 0.025, 0.4),
        tiles(85, 170),
    ),
    openai(
        "gpt-4.1",
        (1_047_576, 32_768),
        (2.0, 0.5, 8.0),
        tiles(85, 170),
    ),
    openai(
        "gpt-4o-mini",
        (128_000, 16_384),
        (0.15, 0.075, 0.6),
        tiles(2833, 5667),
    ),
    openai(
        "gpt-4o",
        (128_000, 16_384),
        (2.5, 1.25, 10.0),
        tiles(85, 170),
    ),
    openai(
        "o4-mini",
        (K200, 100_000),
        (1.1, 0.275, 4.4),
        tiles(75, 150),
    ),
    openai("o3-mini", (K200, 100_000), (1.1, 0.55, 4.4), tiles(75, 150)),
    openai("o3", (K200, 100_000), (2.0, 0.5, 8.0), tiles(75, 150)),
    openai("o1", (K200, 100_000), (15.0, 7.5, 60.0), tiles(75, 150)),
    older_openai("gpt-4-turbo", (128_000, 4096), (10.0, 10.0, 30.0)),
    older_openai("gpt-4", (8192, 8192), (30.0, 30.0, 60.0)),
    older_openai("gpt-3.5", (16_385, 4096), (0.5, 0.5, 1.5)),
    // ai.google.dev/gemini-api/docs/pricing, below 200,000 tokens of prompt; version 4 as told by a
    // release of a price table in 2026-11.
    gemini("gemini-4-neon", (3.0, 0.15, 15.0), 4096),
    gemini("gemini-4-hydrogen", (1.5, 0.075, 7.5), 4096),
    gemini("gemini-3", (2.0, 0.2, 12.0), 4096),
    gemini("gemini-2.5-flash-lite", (0.1, 0.01, 0.4), 1024),
    gemini("gemini-2.5-flash", (0.3, 0.03, 2.5), 1024),
    gemini("gemini-2.5-pro", (1.25, 0.125, 10.0), 4096),
    gemini("gemini", (1.25, 0.125, 10.0), 4096),
    // alibabacloud.com/help/en/model-studio/models, international, the lowest tier; as remembered,
    // not checked.
    qwen("qwen3-coder-plus", (M1, 65_536), (1.0, 0.1, 5.0)),
    qwen("qwen3-coder-flash", (M1, 65_536), (0.3, 0.03, 1.5)),
    qwen("qwen3-max", (262_144, 65_536), (1.2, 0.12, 6.0)),
];

impl Row {
    fn spec(&self) -> ModelSpec {
        let (input, cached, output) = self.usd;
        ModelSpec {
            name: self.name.to_owned(),
            window: Tokens(self.window.0),
            max_output: Tokens(self.window.1),
            prices: Prices {
                cache_read: cached / input,
                cache_write: self.family.write.0,
                cache_write_long: self.family.write.1,
                output: output / input,
                input_usd_per_million: input,
            },
            cache: CacheRule {
                life: Some(Millis(self.family.minutes * 60_000)),
                min_tokens: Tokens(self.min),
            },
            encoding: self.encoding,
            images: self.images,
        }
    }
}

/// All rows.
pub fn models() -> Vec<ModelSpec> {
    ROWS.iter().map(Row::spec).collect()
}

/// The row of a model, by the name that providers and routers give it: `claude-sonnet-4-5-20250929`,
/// `anthropic/claude-sonnet-4.5`, `us.anthropic.claude-…`, `models/gemini-2.5-pro`. `None` for one
/// that is in no row; see [`local`].
///
/// ```
/// let spec = ibid_wire::rows::model("anthropic/claude-sonnet-4.5").unwrap();
/// assert_eq!((spec.prices.cache_read, spec.prices.cache_write), (0.3 / 3.0, 1.25));
/// assert_eq!(spec.prices.output, 5.0);
/// ```
pub fn model(name: &str) -> Option<ModelSpec> {
    let name = plain(name);
    ROWS.iter()
        .filter(|row| name.starts_with(row.name))
        .max_by_key(|row| row.name.len())
        .map(Row::spec)
}

/// What is taken for a model on a server of the user's own: reading from the cache is free, writing
/// to it is the time that a prompt takes, and the cache lives as long as the server. The window is
/// small; the server's own word goes before it. Writing a token takes about ten times what reading
/// one takes, by the feel of many machines; no price is meant by it.
pub fn local() -> ModelSpec {
    ModelSpec {
        name: "local".to_owned(),
        window: Tokens(32_768),
        max_output: Tokens(8192),
        prices: Prices {
            cache_read: 0.0,
            cache_write: 1.0,
            cache_write_long: 1.0,
            output: 10.0,
            input_usd_per_million: 0.0,
        },
        cache: CacheRule {
            life: None,
            min_tokens: Tokens(0),
        },
        encoding: Encoding::Estimate,
        images: FLAT,
    }
}

/// A model's name without what providers and routers put before it, in lower case; Claude's version
/// with dashes, as Anthropic writes it.
fn plain(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let name = name.rsplit('/').next().unwrap_or_default();
    match name.find("claude") {
        Some(at) => name[at..].replace('.', "-"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_rows() {
        let cases = [
            ("claude-sonnet-4-5-20250929", "claude-sonnet-4"),
            ("anthropic/claude-opus-4.5", "claude-opus-4-5"),
            (
                "us.anthropic.claude-opus-4-1-20250805-v1:0",
                "claude-opus-4",
            ),
            ("claude-opus-5-5", "claude-opus-5-5"),
            ("openai/gpt-5.1-codex", "gpt-5"),
            ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
            ("gpt-4-0613", "gpt-4"),
            ("o3-mini", "o3-mini"),
            ("models/gemini-2.5-pro", "gemini-2.5-pro"),
            ("Qwen3-Coder-Plus", "qwen3-coder-plus"),
        ];
        for (name, row) in cases {
            assert_eq!(model(name).map(|spec| spec.name).as_deref(), Some(row));
        }
        for name in ["qwen2.5-coder:7b", "mock-model", ""] {
            assert_eq!(model(name), None);
        }
    }

    #[test]
    fn every_row_is_sound_and_stands_once() {
        let all = models();
        for (at, spec) in all.iter().enumerate() {
            let prices = &spec.prices;
            assert!(spec.max_output <= spec.window, "{}", spec.name);
            assert!((0.0..=1.0).contains(&prices.cache_read), "{}", spec.name);
            assert!(prices.cache_write >= 1.0 && prices.cache_write_long >= 1.0);
            assert!((2.0..=9.0).contains(&prices.output), "{}", spec.name);
            assert!(all[at + 1..].iter().all(|other| other.name != spec.name));
            assert_eq!(plain(&spec.name), spec.name);
        }
        assert_eq!(local().prices.cache_read, 0.0);
    }
}
