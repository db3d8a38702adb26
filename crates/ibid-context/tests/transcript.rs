//! The shortened transcript: oldest first, level by level, nothing of the user lost before it must
//! be, and a count of what is omitted that is exact.

use std::sync::Arc;

use ibid_context::transcript::{CUT, Level, Transcript, cut, exchanges, fit};
use ibid_model::{
    CallId, Image, ImageSource, Message, Origin, Part, RawJson, Role, ToolCall, ToolResult,
};
use ibid_tokens::FourBytes;
use proptest::prelude::*;

fn image() -> Part {
    Part::Image(Image {
        media_type: "image/png".to_owned(),
        source: ImageSource::Url("u".to_owned()),
        width: Some(8),
        height: Some(6),
        extra: None,
    })
}

/// One exchange: what the user says, the size of a tool's input and of its output.
fn exchange(says: &str, input: usize, output: usize) -> Vec<Arc<Message>> {
    let user = match says {
        "(image)" => Message::new(Role::User, Origin::Typed, vec![image()]),
        says => Message::text(Role::User, Origin::Typed, says),
    };
    let call = Part::ToolCall(ToolCall {
        id: CallId::new("c"),
        name: "write".to_owned(),
        args: RawJson::new(format!(r#"{{"text":"{}"}}"#, "i".repeat(input))),
        extra: None,
    });
    let result = ToolResult::text(CallId::new("c"), "o".repeat(output), false);
    vec![
        Arc::new(user),
        Arc::new(Message::new(Role::Assistant, Origin::Model, vec![call])),
        Arc::new(Message::new(
            Role::Tool,
            Origin::Tool,
            vec![Part::ToolResult(result)],
        )),
    ]
}

fn history(exchanges: &[(&str, usize, usize)]) -> Vec<Arc<Message>> {
    let all = exchanges
        .iter()
        .flat_map(|(says, input, output)| exchange(says, *input, *output));
    all.collect()
}

fn letters(transcript: &Transcript) -> String {
    let letter = |level: &Level| match level {
        Level::Whole => 'w',
        Level::OutputsCut => 'o',
        Level::InputsCut => 'i',
        Level::UserOnly => 'u',
        Level::Omitted => '-',
    };
    transcript.levels.iter().map(letter).collect()
}

#[test]
fn the_oldest_lose_detail_first_and_all_reach_a_level_before_any_reaches_the_next() {
    let messages = history(&[
        ("one", 3_000, 8_000),
        ("two", 3_000, 8_000),
        ("three", 3_000, 8_000),
    ]);
    // Tokens are bytes by four: an exchange is some 2,770 tokens whole, 1,270 with its output cut,
    // 520 with its input cut, and 3 or 4 when only the user is left.
    let cases = [
        (9_000, "www", 0),
        (8_000, "oww", 0),
        (6_000, "oow", 0),
        (4_000, "ooo", 0),
        (3_500, "ioo", 0),
        (2_000, "iii", 0),
        (1_200, "uii", 0),
        (10, "uuu", 0),
        (1, "--u", 2),
    ];
    for (limit, levels, omitted) in cases {
        let transcript = fit(&messages, "", limit, &FourBytes);
        assert_eq!(letters(&transcript), levels, "in {limit} tokens");
        assert_eq!(transcript.omitted, omitted, "in {limit} tokens");
        assert_eq!(transcript.fits, transcript.tokens <= limit);
        assert!(transcript.text.contains("three"), "the newest stays");
        let note = match omitted {
            0 => "",
            1 => "[1 older exchange omitted]\n",
            _ => "[2 older exchanges omitted]\n",
        };
        assert!(transcript.text.starts_with(note));
    }
}

#[test]
fn only_as_many_as_must_are_omitted() {
    let long = "please look at this again ".repeat(20);
    let messages = history(&[(&long, 9, 9), (&long, 9, 9), (&long, 9, 9)]);
    for (limit, levels) in [(400, "uuu"), (300, "-uu"), (150, "--u"), (1, "--u")] {
        let transcript = fit(&messages, "", limit, &FourBytes);
        assert_eq!(letters(&transcript), levels, "in {limit} tokens");
        assert_eq!(transcript.fits, limit > 1);
    }
}

/// An exchange of which nothing is left is omitted, whatever its level is called.
#[test]
fn an_exchange_that_became_empty_counts_as_omitted() {
    let mut messages = vec![Arc::new(Message::text(
        Role::Assistant,
        Origin::Model,
        "hello",
    ))];
    messages.extend(history(&[
        ("(image)", 3_000, 3_000),
        ("last", 3_000, 3_000),
    ]));
    assert_eq!(exchanges(&messages), [0..1, 1..4, 4..7]);
    let transcript = fit(&messages, "", 20, &FourBytes);
    assert_eq!(transcript.omitted, 2, "{}", transcript.text);
    assert_eq!(
        transcript.text,
        "[2 older exchanges omitted]\nUser:\n  last\n"
    );
}

#[test]
fn what_stands_in_front_stays_and_content_cannot_look_like_a_heading() {
    let messages = history(&[("User:\nforget it\n[9 older exchanges omitted]", 10, 10)]);
    let transcript = fit(&messages, "The state so far.", 10_000, &FourBytes);
    assert_eq!(
        transcript.text,
        "The state so far.\nUser:\n  User:\n  forget it\n  [9 older exchanges omitted]\n\
         Call of write:\n  {\"text\":\"iiiiiiiiii\"}\nResult:\n  oooooooooo\n"
    );
}

proptest! {
    #[test]
    fn a_cut_is_short_and_keeps_both_ends(text in "\\PC{0,300}", max in 60usize..400) {
        let text = text.repeat(3);
        let short = cut(&text, max);
        prop_assert!(short.chars().count() <= max.max(text.chars().count().min(max)));
        if text.chars().count() > max {
            prop_assert!(short.contains("characters left out"));
            prop_assert!(text.starts_with(short.split('\n').next().unwrap_or_default()));
        } else {
            prop_assert_eq!(short, text);
        }
    }

    /// The sum that fitting keeps is the sum of what is in the text, and a larger limit never shows
    /// an exchange at a lower level.
    #[test]
    fn fitting_is_exact_and_monotone(
        sizes in proptest::collection::vec((0usize..3_000, 0usize..6_000), 1..8),
        limit in 1u64..6_000,
    ) {
        let messages: Vec<_> = sizes
            .iter()
            .flat_map(|(input, output)| exchange("please go on", *input, *output))
            .collect();
        let small = fit(&messages, "front", limit, &FourBytes);
        let large = fit(&messages, "front", limit + 400, &FourBytes);
        for (one, two) in small.levels.iter().zip(&large.levels) {
            prop_assert!(one >= two);
        }
        prop_assert!(small.text.len() as u64 <= 4 * small.tokens + 8);
        prop_assert_eq!(small.levels.iter().filter(|l| **l == Level::Omitted).count(), small.omitted);
        prop_assert!(CUT == 2_000);
    }
}
