//! Estimates against an exact encoding, and what never counts as text.

use ibid_model::{
    CallId, Encoding, Image, ImageRule, ImageSource, Message, Opaque, Origin, Part, RawJson,
    Reasoning, Role, TokenCounter, Tokens, ToolCall, ToolResult,
};
use ibid_tokens::{Calibration, Counter, FourBytes, estimate_text, image_tokens};
use proptest::prelude::*;

const ANTHROPIC: ImageRule = ImageRule::Area {
    pixels: 750,
    max_side: 1568,
    max_tokens: 1600,
};

fn exact() -> Counter {
    Counter::new(Encoding::O200k, ANTHROPIC)
}

fn estimate() -> Counter {
    Counter::new(Encoding::Estimate, ANTHROPIC)
}

/// Texts of every script class that sessions hold.
fn texts() -> Vec<(&'static str, String)> {
    let base64: String = (0..600u32)
        .map(|n| {
            let mixed = n.wrapping_mul(2_654_435_761) >> 26;
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[mixed as usize]
                as char
        })
        .collect();
    vec![
        ("chinese", "\u{6cb3}\u{5c71}\u{4e91}\u{6d77}".repeat(250)),
        (
            "japanese",
            "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\u{7ae0}".repeat(100),
        ),
        ("korean", "\u{d55c}\u{ad6d}\u{c5b4}".repeat(100)),
        ("emoji", "\u{1f9e9}".repeat(200)),
        ("code", "x = foo[i]->bar(&y);\n".repeat(100)),
        (
            "rust",
            "    pub fn parse_header(input: &[u8]) -> Result<Header, ParseError> {\n        \
             let (len, rest) = read_varint(input)?;\n"
                .repeat(40),
        ),
        (
            "prose",
            "The store keeps every record that a reader may still ask for, and tells the writer \
             when the oldest of them may go.\n"
                .repeat(30),
        ),
        (
            "german",
            "Die gr\u{f6}\u{df}ten \u{dc}berraschungen k\u{e4}men sp\u{e4}ter, hie\u{df} es.\n"
                .repeat(40),
        ),
        (
            "russian",
            "\u{41f}\u{440}\u{43e}\u{432}\u{435}\u{440}\u{44c} \u{441}\u{431}\u{43e}\u{440}\u{43a}\u{443}. "
                .repeat(60),
        ),
        ("base64", base64),
        (
            "paths",
            "packages/server-core/src/http/request-parser.ts:120:14\n".repeat(60),
        ),
        (
            "json",
            "{\"id\": 48213, \"name\": \"worker\", \"ok\": true, \"ratio\": 0.8125},\n".repeat(60),
        ),
        (
            "log",
            "2026-03-01T10:22:31.120Z INFO  queue: 12 jobs waiting, 3 running (0.4 s)\n".repeat(60),
        ),
        ("box", "\u{2502} a \u{2502} b \u{2502}\n".repeat(100)),
    ]
}

#[test]
fn an_estimate_stays_near_an_exact_count() {
    for (name, text) in texts() {
        let (guess, count) = (estimate_text(&text), exact().text(&text).0);
        let ratio = guess as f64 / count as f64;
        assert!(
            (0.9..=2.5).contains(&ratio),
            "{name}: {guess} for {count}, {ratio:.2}"
        );
    }
    let chinese = estimate_text(&texts()[0].1);
    assert!((600..=1800).contains(&chinese), "{chinese}");
}

fn picture(width: u32, height: u32, bytes: usize) -> Image {
    Image {
        media_type: "image/png".to_owned(),
        source: ImageSource::Base64("A".repeat(bytes)),
        width: Some(width),
        height: Some(height),
        extra: None,
    }
}

#[test]
fn a_picture_counts_by_its_sides_not_by_its_bytes() {
    let cases = [
        (ANTHROPIC, 1024, 768, 1049),
        (ANTHROPIC, 200, 200, 54),
        (ANTHROPIC, 8000, 8000, 1600),
        (
            ImageRule::Tiles {
                base: 85,
                tile: 170,
            },
            1024,
            1024,
            765,
        ),
        (
            ImageRule::Tiles {
                base: 85,
                tile: 170,
            },
            2048,
            4096,
            1105,
        ),
        (
            ImageRule::Tiles {
                base: 85,
                tile: 170,
            },
            400,
            300,
            255,
        ),
        (ImageRule::Flat { tokens: 258 }, 9, 9, 258),
    ];
    for (rule, width, height, tokens) in cases {
        for bytes in [100 << 10, 5 << 20] {
            let image = picture(width, height, bytes);
            assert_eq!(
                image_tokens(&image, rule),
                Tokens(tokens),
                "{width}x{height}"
            );
        }
    }
}

/// One message of every kind of part, and what OpenAI's encoding makes of its text.
#[test]
fn every_kind_of_part_counts_its_text_exactly() {
    let text = "read the file src/main.rs";
    let words = exact().text(text).0;
    assert_eq!(words, 6);
    let sealed = Opaque {
        dialect: "x".to_owned(),
        raw: RawJson::new("z".repeat(50)),
    };
    let call = |args: &str| {
        Part::ToolCall(ToolCall {
            id: CallId::new("call_1"),
            name: "read".to_owned(),
            args: RawJson::new(args),
            extra: None,
        })
    };
    let reasoning = |text: &str, signed: bool| {
        Part::Reasoning(Reasoning {
            text: text.to_owned(),
            signed: signed.then(|| sealed.clone()),
        })
    };
    let result = Part::ToolResult(ToolResult::text(CallId::new("call_1"), text, false));
    let cases = [
        (Part::text(text), 4 + words),
        (call("{}"), 4 + 8 + 1 + 1),
        (result, 4 + 8 + words),
        (reasoning(text, false), 4 + words),
        (reasoning(text, true), 4 + words),
        (reasoning("", true), 4 + 10),
        (Part::Opaque(sealed.clone()), 4 + 10),
        (Part::Image(picture(200, 200, 9)), 4 + 54),
    ];
    for (part, tokens) in cases {
        let message = Message::new(Role::Assistant, Origin::Model, vec![part.clone()]);
        assert_eq!(exact().message(&message), Tokens(tokens), "{part:?}");
    }
}

/// Two hundred tool definitions are most of a request that says "hi".
#[test]
fn tool_definitions_count() {
    let properties: Vec<String> = (0..12)
        .map(|n| {
            format!(
                r#""p{n}":{{"type":"string","description":"{}"}}"#,
                "q".repeat(60)
            )
        })
        .collect();
    let tool = format!(
        r#"{{"name":"t001","description":"{}","input_schema":{{"type":"object","properties":{{{}}}}}}}"#,
        "d".repeat(400),
        properties.join(",")
    );
    for counter in [exact(), estimate()] {
        let one = counter.tool(&tool).0;
        let hi = counter
            .message(&Message::text(Role::User, Origin::Typed, "hi"))
            .0;
        assert!(one > 100);
        assert!(one * 200 * 10 > 9 * (one * 200 + hi));
    }
}

#[test]
fn reports_correct_estimates_slowly_and_a_refusal_at_once() {
    let mut calibration = Calibration::default();
    assert_eq!(calibration.correct(Tokens(100)), Tokens(100));
    for _ in 0..50 {
        calibration.observe(Tokens(1000), Tokens(1300));
    }
    assert_eq!(calibration.correct(Tokens(100)), Tokens(130));
    calibration.observe(Tokens(10), Tokens(900));
    assert!(calibration.factor() < 1.4, "one odd report moves little");
    calibration.refused(Tokens(100_000), Tokens(212_000));
    assert!((calibration.factor() - 2.12).abs() < 0.01);
    calibration.observe(Tokens(0), Tokens(5));
    for wild in [0, u64::MAX / 4] {
        let mut calibration = Calibration::default();
        calibration.observe(Tokens(10_000), Tokens(wild));
        assert!((0.4..=4.0).contains(&calibration.factor()));
    }
}

#[test]
fn four_bytes_a_token_is_what_anyone_can_recompute() {
    let message = Message::text(Role::User, Origin::Typed, "12345678");
    assert_eq!(FourBytes.message(&message), Tokens(2));
}

proptest! {
    #[test]
    fn an_estimate_takes_any_text_and_grows_with_it(text in ".{0,200}", more in ".{0,50}") {
        let (one, two) = (estimate_text(&text), estimate_text(&(text.clone() + "\n" + &more)));
        prop_assert!(one <= 4 * text.len() as u64);
        prop_assert!(two + 12 >= one);
    }
}
