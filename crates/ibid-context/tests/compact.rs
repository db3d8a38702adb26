//! Where histories are cut: whole exchanges stay where they can, pairs always, and what gains
//! nothing is refused.

use std::sync::Arc;

use ibid_context::compact::{CompactionPlan, Limits, Refusal, is_due, plan};
use ibid_context::{FoldOptions, History};
use ibid_model::{
    Body, CallId, Entry, Message, MessageEntry, Millis, Origin, Part, RawJson, Role, Seq, ToolCall,
    ToolResult,
};
use ibid_tokens::FourBytes;
use proptest::prelude::*;

/// A history as a line: `u40` the user says 40 tokens, `c` the model calls a tool, `r500` its
/// result, `a30` the model speaks.
fn history(line: &str) -> History {
    let options = FoldOptions {
        compactions: true,
        measured: false,
        fixed: Some(100),
        checkpoints: true,
    };
    let mut history = History::new(Arc::new(FourBytes), options);
    let mut calls = 0;
    let mut results = 0;
    for (at, word) in line.split_whitespace().enumerate() {
        let size: usize = word[1..].parse().unwrap_or(0);
        let text = "x".repeat(size * 4);
        let message = match &word[..1] {
            "u" => Message::text(Role::User, Origin::Typed, text),
            "a" => Message::text(Role::Assistant, Origin::Model, text),
            "c" => {
                calls = at;
                results = 0;
                let call = |n: usize| {
                    Part::ToolCall(ToolCall {
                        id: CallId::new(format!("{calls}-{n}")),
                        name: String::new(),
                        args: RawJson::new(""),
                        extra: None,
                    })
                };
                let parts = (0..size.max(1)).map(call).collect();
                Message::new(Role::Assistant, Origin::Model, parts)
            }
            _ => {
                let id = CallId::new(format!("{calls}-{results}"));
                results += 1;
                let result = ToolResult::text(id, text, false);
                Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)])
            }
        };
        history.push(&Entry {
            seq: Seq(at as u64),
            t: Millis(0),
            body: Body::Message(MessageEntry {
                message: Arc::new(message),
                call: None,
            }),
        });
    }
    history
}

fn limits(window: u64, keep_recent: u64) -> Limits {
    Limits {
        window,
        reserve: 0,
        keep_recent,
        state: 50,
        min_gain: 0.1,
    }
}

/// What stays from, the message whose exchange is split, and what is clipped.
type Cut<'a> = (usize, Option<usize>, &'a [(usize, u64)]);

fn check(line: &str, keep: u64, expected: Result<Cut, Refusal>) {
    let found = plan(&history(line), &limits(2_000, keep), false);
    let found = found
        .as_ref()
        .map(|p: &CompactionPlan| (p.first_kept, p.split, p.clip.as_slice()));
    assert_eq!(found, expected.as_ref().copied(), "{line}");
}

#[test]
fn exchanges_stay_whole_where_they_can_and_pairs_always() {
    let two = "u10 c r500 a10 u10 c r300 a10";
    check(two, 400, Ok((4, None, &[])));
    check(two, 310, Ok((5, Some(4), &[])));
    check(two, 305, Ok((7, Some(4), &[])));
    check(
        "u10 c r500 u10 c r100 c r100 c r100",
        250,
        Ok((6, Some(3), &[])),
    );
    // Two parallel calls are one atom: their results are clipped, each by its share.
    check(
        "u10 c r500 u10 c2 r300 r100",
        200,
        Ok((4, Some(3), &[(5, 150), (6, 50)])),
    );
    check("u10 c r500 a10 u300", 100, Ok((4, None, &[])));
    check("u10 c r20 a10", 400, Err(Refusal::NothingToReplace));
    check("u10", 5, Err(Refusal::NothingToReplace));
    check("", 5, Err(Refusal::NothingToReplace));
    check("u10 a10 u10 a10", 25, Err(Refusal::NoGain(140, 170)));
    check(
        "u10 c r500 a10 u1990",
        100,
        Err(Refusal::DoesNotFit(2_140, 2_000)),
    );
}

#[test]
fn it_is_due_before_the_window_is_full() {
    let limits = Limits::of(8_192);
    assert_eq!(
        (limits.reserve, limits.keep_recent, limits.state),
        (2_048, 2_048, 1_228)
    );
    assert!(!is_due(&history("u10 c r6000"), &limits));
    assert!(is_due(&history("u10 c r6100"), &limits));
    let cloud = Limits::of(200_000);
    assert_eq!(
        (cloud.reserve, cloud.keep_recent, cloud.state),
        (16_384, 20_000, 4_000)
    );
}

proptest! {
    #[test]
    fn a_plan_keeps_pairs_together_and_counts_right(
        words in proptest::collection::vec(
            prop_oneof!["u[1-9][0-9]", "a[1-9][0-9]", "c r[1-9][0-9]{0,2}", "c2 r[1-9]0 r[1-9]00"],
            1..30,
        ),
        keep in 1u64..800,
    ) {
        let history = history(&words.join(" "));
        let Ok(plan) = plan(&history, &limits(100_000, keep), true) else {
            return Ok(());
        };
        let slots = history.slots();
        prop_assert!(plan.first_kept > 0 && plan.first_kept < slots.len());
        prop_assert!(slots[plan.first_kept].result.is_none(), "a result without its call");
        let kept: u64 = slots[plan.first_kept..].iter().map(|slot| slot.tokens).sum();
        let atom_is_too_large = kept > keep;
        let clipped: u64 = plan.clip.iter().map(|&(at, room)| slots[at].tokens - room).sum();
        prop_assert!(!atom_is_too_large || slots[plan.first_kept + 1..].iter().all(|s| s.result.is_some()));
        prop_assert!(plan.after >= history.fixed() + kept - clipped);
        prop_assert_eq!(plan.before, history.tokens());
        if let Some(split) = plan.split {
            prop_assert!(split < plan.first_kept);
            let between = &slots[split + 1..=plan.first_kept];
            prop_assert!(between.iter().all(|s| !s.message.origin.begins_exchange()));
        }
    }
}
