//! How providers say that a prompt is too long.
//!
//! Wordings as of 2026-11, from the providers' documentation and from reports of their users. Each
//! row has a fixture in `fixtures/errors`; a row without one fails a test. Words about rates and
//! quotas are not among them: those pass by waiting.

use ibid_model::Tokens;

/// A prompt that was too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The prompt's tokens as the provider counted them, where it says so.
    pub used: Option<Tokens>,
    /// The most it takes, where it says so: of prompt and reply together for some.
    pub limit: Option<Tokens>,
}

/// Wordings, in lower case. `{used}`, `{limit}` and `{n}` are numbers, `{}` is anything of up to
/// [`GAP`] bytes. The more a row says, the earlier it stands.
const ROWS: &[(&str, &str)] = &[
    (
        "anthropic",
        "prompt is too long: {used} tokens > {limit} maximum",
    ),
    ("anthropic", "exceed context limit: {used} + {n} > {limit}"),
    (
        "openai",
        "maximum context length is {limit} tokens{}your messages resulted in {used} tokens",
    ),
    (
        "openai",
        "maximum context length is {limit} tokens{}you requested {n} tokens ({used} in ",
    ),
    (
        "vllm",
        "maximum context length is {limit} tokens{}contains at least {used} input tokens",
    ),
    (
        "vllm",
        "maximum context length is {limit} tokens{}your request has {used} input tokens",
    ),
    (
        "vllm",
        "maximum context length is {limit} tokens{}you requested {used} tokens in the messages",
    ),
    (
        "openrouter",
        "maximum context length is {limit} tokens{}you requested about {used} tokens",
    ),
    (
        "gemini",
        "input token count ({used}) exceeds the maximum number of tokens allowed ({limit})",
    ),
    (
        "gemini",
        "input token count exceeds the maximum number of tokens allowed ({limit})",
    ),
    (
        "gemini",
        "input token count exceeds the maximum number of tokens allowed {limit}",
    ),
    (
        "llama.cpp",
        "request ({used} tokens) exceeds the available context size ({limit} tokens)",
    ),
    (
        "llama.cpp",
        "exceeds the available context size{}\"n_prompt_tokens\":{used},\"n_ctx\":{limit}",
    ),
    (
        "xai",
        "maximum prompt length is {limit} but the request contains {used} tokens",
    ),
    (
        "copilot",
        "prompt token count of {used} exceeds the limit of {limit}",
    ),
    (
        "mistral",
        "prompt contains {used} tokens{}too large for model with {limit} maximum",
    ),
    (
        "moonshot",
        "exceeded model token limit: {limit} (requested: {used})",
    ),
    (
        "siliconflow",
        "number of input tokens ({used}) has exceeded max_prompt_tokens ({limit})",
    ),
    (
        "sglang",
        "input ({used} tokens) is longer than the model's context length ({limit} tokens)",
    ),
    (
        "dashscope",
        "input length ({used}) exceeds model's maximum context length ({limit})",
    ),
    ("tgi", "must be <= {limit}. given: {used} `inputs` tokens"),
    (
        "lm-studio",
        "keep the first {used} tokens{}context length of only {limit} tokens",
    ),
    ("vllm", "maximum model length is {limit}"),
    ("openai", "maximum context length is {limit} tokens"),
    ("anthropic", "prompt is too long"),
    ("openai", "input exceeds the context window"),
    ("openai", "context_length_exceeded"),
    ("llama.cpp", "exceeds the available context size"),
    ("llama.cpp", "exceed_context_size_error"),
    ("bedrock", "input is too long for requested model"),
    ("anthropic", "model_context_window_exceeded"),
    ("minimax", "context window exceeds limit"),
    ("lm-studio", "greater than the context length"),
];

/// The most that `{}` stands for, in bytes.
const GAP: usize = 300;

/// Whether an error's body says that the prompt was too long, and how long it was.
///
/// ```
/// use ibid_model::Tokens;
/// let body = r#"{"error":{"message":"prompt is too long: 212000 tokens > 200000 maximum"}}"#;
/// let found = ibid_wire::rows::too_long(body).unwrap();
/// assert_eq!(found.used, Some(Tokens(212_000)));
/// assert_eq!(found.limit, Some(Tokens(200_000)));
/// ```
pub fn too_long(body: &str) -> Option<TooLong> {
    let text = plain(body);
    ROWS.iter().find_map(|(_, wording)| find(&text, wording))
}

/// The text of a body whatever its quoting: in lower case, without escapes, spaces after `:` and
/// `,` in it as they are in JSON that was written tightly. Messages stand in bodies as JSON text, at
/// times in JSON text inside JSON text.
fn plain(body: &str) -> String {
    let text = body.to_lowercase();
    let text = text.replace("\\u0027", "'").replace("\\u003e", ">");
    let text = text.replace("\\u003c", "<").replace("\\u0060", "`");
    let text = text.replace("\\n", " ").replace('\\', "");
    text.replace("\": ", "\":").replace(", \"", ",\"")
}

/// The first place where a wording stands.
fn find(text: &str, wording: &str) -> Option<TooLong> {
    let first = wording.split('{').next().unwrap_or_default();
    text.match_indices(first)
        .find_map(|(at, _)| fits(&text[at..], wording))
}

/// Whether `text` begins with a wording, and the numbers in it.
fn fits(mut text: &str, mut wording: &str) -> Option<TooLong> {
    let mut found = TooLong {
        used: None,
        limit: None,
    };
    while !wording.is_empty() {
        let (literal, rest) = wording.split_once('{').unwrap_or((wording, ""));
        text = text.strip_prefix(literal)?;
        let Some((name, rest)) = rest.split_once('}') else {
            break;
        };
        wording = rest;
        if name.is_empty() {
            let next = rest.split('{').next().unwrap_or_default();
            let near = ibid_model::clip::head(text, GAP + next.len());
            text = &text[near.find(next)?..];
            continue;
        }
        let (number, after) = number(text)?;
        text = after;
        match name {
            "used" => found.used = Some(number),
            "limit" => found.limit = Some(number),
            _ => {}
        }
    }
    Some(found)
}

/// The number that `text` begins with, which may have commas in it, and what follows.
fn number(text: &str) -> Option<(Tokens, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != ',')
        .unwrap_or(text.len());
    let digits: String = text[..end].chars().filter(char::is_ascii_digit).collect();
    // A comma after the number is not part of it.
    let kept = text[..end].trim_end_matches(',').len();
    Some((Tokens(digits.parse().ok()?), &text[kept..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One error a line: provider, tokens used, limit (`-` where it is not said; `no` for an error
    /// of another kind), body.
    const FIXTURES: &str = include_str!("../../fixtures/errors/too-long.tsv");

    fn cases() -> impl Iterator<Item = [&'static str; 4]> {
        let lines = FIXTURES.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| {
            let mut columns = line.splitn(4, '\t');
            std::array::from_fn(|_| columns.next().expect("four columns"))
        })
    }

    #[test]
    fn wordings_are_understood() {
        let tokens = |text: &str| text.parse().ok().map(Tokens);
        for [provider, used, limit, body] in cases() {
            let expected = (used != "no").then(|| TooLong {
                used: tokens(used),
                limit: tokens(limit),
            });
            assert_eq!(too_long(body), expected, "{provider}: {body}");
        }
    }

    #[test]
    fn every_wording_has_a_fixture() {
        for (at, (provider, wording)) in ROWS.iter().enumerate() {
            let first = |body: &str| {
                let text = plain(body);
                ROWS.iter()
                    .position(|(_, wording)| find(&text, wording).is_some())
            };
            assert!(
                cases().any(|[name, _, _, body]| name == *provider && first(body) == Some(at)),
                "{provider}: {wording}"
            );
        }
    }

    #[test]
    fn it_is_linear_and_never_panics() {
        let many = "maximum context length is 1 tokens ".repeat(20_000);
        assert_eq!(
            too_long(&many).and_then(|found| found.limit),
            Some(Tokens(1))
        );
        let odd = "prompt is too long: é \u{2028} {used} > 99999999999999999999999";
        assert_eq!(too_long(odd).map(|found| found.used), Some(None));
        assert_eq!(too_long(""), None);
    }
}
