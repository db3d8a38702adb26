//! What providers say that a call used, in their names and meanings, as [`Usage`].
//!
//! Anthropic counts what was read from the cache, and written to it, beside the input. OpenAI counts
//! it in the input.

use ibid_model::{Tokens, Usage};

use crate::json::Object;

/// Usage of Anthropic Messages: `{"input_tokens", "cache_read_input_tokens", …}`. `None` when `raw`
/// is no JSON object.
pub fn anthropic(raw: &str) -> Option<Usage> {
    Object::parse(raw).map(|usage| read_anthropic(&usage))
}

/// Usage of OpenAI Chat: `{"prompt_tokens", "completion_tokens", …}`. `None` when `raw` is no JSON
/// object.
///
/// ```
/// use ibid_model::Tokens;
/// let raw = r#"{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":60}}"#;
/// let usage = ibid_wire::usage::openai_chat(raw).unwrap_or_default();
/// assert_eq!((usage.input, usage.cache_read), (Tokens(40), Tokens(60)));
/// ```
pub fn openai_chat(raw: &str) -> Option<Usage> {
    Object::parse(raw).map(|usage| read_chat(&usage))
}

/// Usage of OpenAI Responses: `{"input_tokens", "input_tokens_details", …}`. `None` when `raw` is no
/// JSON object.
pub fn openai_responses(raw: &str) -> Option<Usage> {
    Object::parse(raw).map(|usage| read_responses(&usage))
}

fn tokens(usage: &Object<'_>, key: &str) -> Tokens {
    Tokens(usage.count(key).unwrap_or(0))
}

pub(crate) fn read_anthropic(usage: &Object<'_>) -> Usage {
    let written = tokens(usage, "cache_creation_input_tokens");
    let long = usage.object("cache_creation").map_or(Tokens(0), |by_life| {
        tokens(&by_life, "ephemeral_1h_input_tokens")
    });
    Usage {
        input: tokens(usage, "input_tokens"),
        cache_read: tokens(usage, "cache_read_input_tokens"),
        cache_write: written.less(long),
        cache_write_long: long,
        output: tokens(usage, "output_tokens"),
    }
}

pub(crate) fn read_chat(usage: &Object<'_>) -> Usage {
    let details = usage.object("prompt_tokens_details").unwrap_or_default();
    // A router in front of Anthropic tells what was written in Anthropic's name, inside the prompt.
    let written = tokens(usage, "cache_creation_input_tokens");
    inside(
        tokens(usage, "prompt_tokens"),
        tokens(&details, "cached_tokens"),
        written,
        tokens(usage, "completion_tokens"),
    )
}

pub(crate) fn read_responses(usage: &Object<'_>) -> Usage {
    let details = usage.object("input_tokens_details").unwrap_or_default();
    // Codex keeps the details in names of its own.
    let both = |there: &str, here: &str| tokens(&details, there).max(tokens(usage, here));
    inside(
        tokens(usage, "input_tokens"),
        both("cached_tokens", "cached_input_tokens"),
        both("cache_write_tokens", "cache_write_input_tokens"),
        tokens(usage, "output_tokens"),
    )
}

/// Usage where what was read and written is part of the prompt.
fn inside(prompt: Tokens, read: Tokens, written: Tokens, output: Tokens) -> Usage {
    Usage {
        input: prompt.less(read).less(written),
        cache_read: read,
        cache_write: written,
        cache_write_long: Tokens(0),
        output,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_provider_counts_in_its_own_way() {
        let cases = [
            (
                anthropic(
                    r#"{"input_tokens":3,"cache_read_input_tokens":100,"output_tokens":7,
                    "cache_creation_input_tokens":50,
                    "cache_creation":{"ephemeral_1h_input_tokens":20}}"#,
                ),
                [3, 100, 30, 20, 7],
            ),
            (
                openai_chat(
                    r#"{"prompt_tokens":153,"completion_tokens":7,
                    "prompt_tokens_details":{"cached_tokens":100}}"#,
                ),
                [53, 100, 0, 0, 7],
            ),
            (
                openai_responses(
                    r#"{"input_tokens":153,"output_tokens":7,
                    "input_tokens_details":{"cached_tokens":100}}"#,
                ),
                [53, 100, 0, 0, 7],
            ),
            (
                openai_responses(
                    r#"{"input_tokens":153,"cached_input_tokens":100,
                    "cache_write_input_tokens":50,"output_tokens":7}"#,
                ),
                [3, 100, 50, 0, 7],
            ),
            (openai_chat(r#"{"prompt_tokens":null}"#), [0; 5]),
        ];
        for (usage, [input, read, write, long, output]) in cases {
            let expected = Usage {
                input: Tokens(input),
                cache_read: Tokens(read),
                cache_write: Tokens(write),
                cache_write_long: Tokens(long),
                output: Tokens(output),
            };
            assert_eq!(usage, Some(expected));
        }
        assert_eq!(anthropic("[]"), None);
    }
}
