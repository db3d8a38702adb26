//! Every refusal gets another answer, each request is smaller than the one before, and the end is
//! either a request that fits or a part that is named.

use std::sync::Arc;

use ibid_context::overflow::{Answer, Fixed, Refusal, answer};
use ibid_context::policy::{Policy, View};
use ibid_context::{FoldOptions, History, Projector, Settings};
use ibid_model::{
    Body, CallId, Entry, Message, MessageEntry, Millis, ModelCall, Origin, Part, RawJson, Role,
    Seq, Stop, Tokens, ToolCall, ToolResult,
};
use ibid_tokens::FourBytes;

fn entry(seq: u64, message: Message, call: bool) -> Entry {
    Entry {
        seq: Seq(seq),
        t: Millis(seq as i64 * 1_000),
        body: Body::Message(MessageEntry {
            message: Arc::new(message),
            call: call.then(|| ModelCall {
                model: "m".to_owned(),
                usage: None,
                stop: Stop::ToolUse,
            }),
        }),
    }
}

/// A session of reads of these sizes, in bytes.
fn session(fixed: u64, request: usize, sizes: &[usize]) -> Projector {
    let options = FoldOptions {
        compactions: true,
        measured: false,
        fixed: Some(fixed),
        checkpoints: true,
    };
    let history = History::new(Arc::new(FourBytes), options);
    let none = Policy::named("none").expect("a policy");
    let mut projector = Projector::new(history, none, Settings::default());
    let typed = Message::text(Role::User, Origin::Typed, "x".repeat(request));
    projector.push(&entry(1, typed, false));
    for (n, size) in sizes.iter().enumerate() {
        let id = CallId::new(format!("c{n}"));
        let call = Part::ToolCall(ToolCall {
            id: id.clone(),
            name: "read".to_owned(),
            args: RawJson::new(format!(r#"{{"path":"f{n}"}}"#)),
            extra: None,
        });
        let text = "one line of the file\n".repeat(size / 21);
        let result = Part::ToolResult(ToolResult::text(id, text, false));
        let seq = 2 + 2 * n as u64;
        let asked = Message::new(Role::Assistant, Origin::Model, vec![call]);
        projector.push(&entry(seq, asked, true));
        let told = Message::new(Role::Tool, Origin::Tool, vec![result]);
        projector.push(&entry(seq + 1, told, false));
    }
    projector
}

enum End {
    Fits,
    Compacts,
    Names(Fixed),
}

/// Answers refusals until the request fits `limit`. The provider counts 1.3 tokens for one that is
/// estimated.
fn check(mut projector: Projector, limit: u64, says: bool, compacted: bool, expected: End) {
    let settings = Settings {
        window: limit + 16_384,
        ..Settings::default()
    };
    let counts = |estimate: u64| estimate * 13 / 10;
    let mut before = u64::MAX;
    for attempt in 0..8 {
        let used = counts(projector.history().tokens());
        assert!(used < before, "attempt {attempt} is no smaller");
        before = used;
        if used <= limit {
            assert!(matches!(expected, End::Fits), "it fits after {attempt}");
            return;
        }
        let refusal = Refusal {
            used: says.then_some(Tokens(used)),
            limit: says.then_some(Tokens(limit)),
        };
        let view = View {
            history: projector.history(),
            settings: &settings,
            now: Millis(0),
            cold: false,
        };
        match answer(&view, refusal, compacted) {
            Answer::Smaller(decision) => {
                assert!(!decision.choices.is_empty());
                let (projection, _) = projector.carry(decision);
                for text in projection
                    .messages
                    .iter()
                    .filter_map(|m| m.result())
                    .flat_map(|r| r.texts())
                {
                    let marked = text.contains("recall id \"c");
                    assert!(marked || text.starts_with("one line"), "{text}");
                }
            }
            Answer::Compact => {
                assert!(matches!(expected, End::Compacts), "it compacts");
                return;
            }
            Answer::DoesNotFit(fixed, tokens, most) => {
                assert!(
                    matches!(expected, End::Names(part) if part == fixed),
                    "{fixed:?}"
                );
                assert!(tokens.0 > 0 && most.0 < limit, "{tokens} of {most}");
                return;
            }
        }
    }
    panic!("it never ends");
}

#[test]
fn refusals_are_answered_until_the_request_fits_or_a_part_is_named() {
    for says in [true, false] {
        // Old results are enough.
        check(
            session(3_000, 40, &[90_000; 12]),
            120_000,
            says,
            false,
            End::Fits,
        );
        // The two newest, which are never set aside, are clipped.
        check(
            session(3_000, 40, &[300_000, 400_000]),
            60_000,
            says,
            false,
            End::Fits,
        );
        // A request that is too long is nobody's to shorten.
        check(
            session(3_000, 900_000, &[9_000; 4]),
            60_000,
            says,
            false,
            End::Compacts,
        );
        let message = End::Names(Fixed::Message(0));
        check(
            session(3_000, 900_000, &[9_000; 4]),
            60_000,
            says,
            true,
            message,
        );
        let tools = End::Names(Fixed::SystemAndTools);
        check(session(80_000, 40, &[9_000; 4]), 60_000, says, false, tools);
    }
}
