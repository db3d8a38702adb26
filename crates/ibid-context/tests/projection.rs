//! What holds for every policy and every session: earlier bytes stay, what is set aside stays so,
//! the log is never touched, a restart changes nothing, and every request is valid.

use std::sync::Arc;

use ibid_context::policy::{POLICIES, Policy};
use ibid_context::validate::validate;
use ibid_context::{FoldOptions, History, Projection, Projector, Settings};
use ibid_model::{
    Body, CallId, Checkpoint, Entry, Message, MessageEntry, Millis, ModelCall, Origin, Part,
    RawJson, Role, Seq, Stop, TokenCounter, ToolCall, ToolResult, Usage,
};
use ibid_tokens::FourBytes;
use ibid_wire::{anthropic, openai_chat, openai_responses, rows};
use proptest::prelude::*;

/// One step of a made-up session: what the model asks for, how large the results are, and how long
/// it takes.
#[derive(Clone, Debug)]
struct Turn {
    calls: Vec<(u8, usize)>,
    /// Whether the user says something after it.
    user: bool,
    /// Seconds until the next call.
    pause: i64,
    /// Whether the last result is missing: the call was interrupted.
    interrupted: bool,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let call = (0u8..5, prop_oneof![0usize..200, 1_000usize..9_000]);
    let turn = (
        proptest::collection::vec(call, 1..4),
        any::<(bool, bool)>(),
        prop_oneof![1i64..40, Just(4_000)],
        0u8..10,
    );
    let turn = turn.prop_map(|(calls, (user, _), pause, odd)| Turn {
        calls,
        user,
        pause,
        interrupted: odd == 0,
    });
    proptest::collection::vec(turn, 1..20)
}

struct Log {
    entries: Vec<Entry>,
    t: i64,
    ids: usize,
}

impl Log {
    fn new() -> Self {
        let mut log = Self {
            entries: Vec::new(),
            t: 1_700_000_000_000,
            ids: 0,
        };
        let ask = Message::text(Role::User, Origin::Typed, "find out why the test fails");
        log.push(message(ask, None));
        log
    }

    fn push(&mut self, body: Body) -> &Entry {
        let seq = Seq(self.entries.len() as u64 + 1);
        self.entries.push(Entry {
            seq,
            t: Millis(self.t),
            body,
        });
        &self.entries[self.entries.len() - 1]
    }

    fn now(&self) -> Millis {
        Millis(self.t)
    }
}

fn message(message: Message, call: Option<ModelCall>) -> Body {
    Body::Message(MessageEntry {
        message: Arc::new(message),
        call,
    })
}

fn call(kind: u8, size: usize, id: &CallId) -> ToolCall {
    let (name, args) = match kind {
        0 => ("bash", format!(r#"{{"command":"make test{}"}}"#, size % 3)),
        1 => ("read", format!(r#"{{"path":"src/{}.rs"}}"#, size % 4)),
        2 => (
            "edit",
            format!(
                r#"{{"path":"src/{}.rs","oldText":"a","newText":"b"}}"#,
                size % 4
            ),
        ),
        3 => (
            "read",
            format!(
                r#"{{"path":"src/{}.rs","offset":{},"limit":40}}"#,
                size % 4,
                1 + size % 90
            ),
        ),
        _ => ("mcp__notes__load", format!(r#"{{"n":{size}}}"#)),
    };
    ToolCall {
        id: id.clone(),
        name: name.to_owned(),
        args: RawJson::new(args),
        extra: None,
    }
}

/// The bodies that a turn adds to the log, once its request was answered.
fn answer(log: &mut Log, turn: &Turn) -> Vec<Body> {
    let ids: Vec<CallId> = turn
        .calls
        .iter()
        .map(|_| {
            log.ids += 1;
            CallId::new(format!("call_{}", log.ids))
        })
        .collect();
    let calls = turn.calls.iter().zip(&ids);
    let parts = calls
        .clone()
        .map(|((kind, size), id)| Part::ToolCall(call(*kind, *size, id)));
    let asked = Message::new(Role::Assistant, Origin::Model, parts.collect());
    let how = ModelCall {
        model: "m".to_owned(),
        usage: None::<Usage>,
        stop: Stop::ToolUse,
    };
    let mut bodies = vec![message(asked, Some(how))];
    let results = calls.map(|((_, size), id)| {
        let text = format!("result of {id}\n{}", "x = y + 1; // z\n".repeat(size / 16));
        let result = Part::ToolResult(ToolResult::text(id.clone(), text, size % 7 == 0));
        message(Message::new(Role::Tool, Origin::Tool, vec![result]), None)
    });
    bodies.extend(results);
    if turn.interrupted {
        bodies.pop();
    }
    if turn.user || turn.interrupted {
        bodies.push(message(
            Message::text(Role::User, Origin::Typed, "go on"),
            None,
        ));
    }
    bodies
}

fn history() -> History {
    History::new(
        Arc::new(FourBytes),
        FoldOptions {
            compactions: true,
            measured: false,
            fixed: Some(3_000),
            checkpoints: true,
        },
    )
}

/// Limits so small that every policy has something to do.
fn settings() -> Settings {
    let mut settings = Settings {
        window: 30_000,
        reserve: 2_000,
        working_set: 8_000,
        window_floor_chars: 3_000,
        protect_tokens: 5_000,
        protect_at_least: 2_000,
        clear_at: 6_000,
        clear_at_least: 500,
        protected_tools: vec!["mcp__notes__*".to_owned()],
        ..Settings::default()
    };
    settings.planned.read_steps = 3;
    settings.planned.min_freed = 200;
    settings
}

struct Run {
    log: Vec<Entry>,
    requests: Vec<(Projection, Checkpoint)>,
}

/// Runs a session live: project, store the checkpoint, take the answer in.
fn live(turns: &[Turn], policy: &'static Policy) -> Run {
    let mut log = Log::new();
    let mut projector = Projector::new(history(), policy, settings());
    projector.push(&log.entries[0]);
    let mut requests = Vec::new();
    for turn in turns {
        log.t += turn.pause * 1_000;
        let (projection, checkpoint) = projector.project(log.now());
        let stored = Body::Checkpoint(checkpoint.clone());
        projector.push(log.push(stored));
        requests.push((projection, checkpoint));
        for body in answer(&mut log, turn) {
            projector.push(log.push(body));
        }
    }
    Run {
        log: log.entries,
        requests,
    }
}

type Encode = fn(&[Arc<Message>]) -> Vec<String>;

const DIALECTS: [(&str, Encode); 3] = [
    ("anthropic", |messages| {
        anthropic::encode_messages(messages.iter().map(|m| &**m))
    }),
    ("openai-chat", |messages| {
        openai_chat::encode_messages(messages.iter().map(|m| &**m))
    }),
    ("openai-responses", |messages| {
        openai_responses::encode_messages(messages.iter().map(|m| &**m))
    }),
];

/// Whether `before` is a prefix of `after`, up to the brackets that close it.
fn continues(before: &[String], after: &[String]) -> bool {
    let (before, after) = (before.join(","), after.join(","));
    after.starts_with(before.trim_end_matches([']', '}']))
}

fn check_prefix(run: &Run, policy: &str) -> Result<(), TestCaseError> {
    for pair in run.requests.windows(2) {
        let [(before, _), (after, checkpoint)] = pair else {
            unreachable!("windows of two");
        };
        let changed = !checkpoint.set_aside.is_empty()
            || checkpoint
                .repairs
                .iter()
                .any(|repair| repair.kind == ibid_model::RepairKind::Expired);
        if changed {
            prop_assert!(checkpoint.broke.is_some() || checkpoint.set_aside.is_empty());
            continue;
        }
        prop_assert_eq!(after.cache_boundary, before.messages.len(), "{}", policy);
        for (name, encode) in DIALECTS {
            prop_assert!(
                continues(&encode(&before.messages), &encode(&after.messages)),
                "{} as {}",
                policy,
                name
            );
        }
    }
    Ok(())
}

fn check_monotone(run: &Run, policy: &str) -> Result<(), TestCaseError> {
    let mut shown = std::collections::HashMap::new();
    for (projection, checkpoint) in &run.requests {
        for aside in &checkpoint.set_aside {
            // Only when the cache had run out may what stands for a result change again.
            let again = shown.insert(aside.seq, aside.stub.clone()).is_some();
            prop_assert!(!again || policy == "ttl");
        }
        for (message, seq) in projection.messages.iter().zip(&projection.sources) {
            if let (Some(stub), Some(result)) = (shown.get(seq), message.result()) {
                let text: Vec<&str> = result.texts().collect();
                prop_assert_eq!(text, [stub.as_str()], "{}", policy);
            }
        }
    }
    Ok(())
}

/// What a policy must spare: the two newest results, what no request carried, protected tools.
fn check_spared(run: &Run) -> Result<(), TestCaseError> {
    for (at, (projection, checkpoint)) in run.requests.iter().enumerate() {
        let seen: Vec<Seq> = match at.checked_sub(1) {
            Some(before) => run.requests[before].0.sources.clone(),
            None => Vec::new(),
        };
        let results = projection.messages.iter().zip(&projection.sources);
        let results: Vec<Seq> = results
            .filter(|(message, _)| message.result().is_some())
            .map(|(_, seq)| *seq)
            .collect();
        let newest = &results[results.len().saturating_sub(2)..];
        for aside in &checkpoint.set_aside {
            let usual = aside.stub.starts_with("[set aside");
            prop_assert!(!usual || FourBytes.text(&aside.stub).0 < aside.tokens.0);
            prop_assert!(seen.contains(&aside.seq));
            prop_assert!(!newest.contains(&aside.seq));
            let entry = &run.log[aside.seq.0 as usize - 1];
            let result = entry
                .message()
                .and_then(|m| m.result())
                .map(|r| r.call.clone());
            let asked = run.log.iter().filter_map(Entry::message).any(|message| {
                let mut calls = message.calls();
                calls.any(|call| Some(&call.id) == result.as_ref() && call.name.starts_with("mcp"))
            });
            prop_assert!(!asked, "a protected tool");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_policy_keeps_what_was_sent(turns in turns()) {
        for policy in POLICIES {
            let run = live(&turns, policy);
            check_prefix(&run, policy.name)?;
            check_monotone(&run, policy.name)?;
            check_spared(&run)?;
            for (projection, _) in &run.requests {
                for rules in rows::dialects() {
                    let found = validate(&projection.messages, &rules);
                    prop_assert!(found.is_empty(), "{}: {:?}", policy.name, found);
                }
            }
        }
    }

    /// A session that is resumed from its log sends the same bytes, and decides the same.
    #[test]
    fn a_restart_changes_nothing(turns in turns(), cut in 0usize..25) {
        for policy in POLICIES {
            let run = live(&turns, policy);
            let at = cut % run.requests.len();
            let mut seen = 0;
            let before = run.log.iter().take_while(|entry| {
                seen += usize::from(matches!(entry.body, Body::Checkpoint(_)));
                seen <= at
            });
            let mut resumed = Projector::new(history(), policy, settings());
            for entry in before {
                resumed.push(entry);
            }
            let (projection, checkpoint) = &run.requests[at];
            let stored = run.log.iter().filter(|e| matches!(e.body, Body::Checkpoint(_))).nth(at);
            let (again, decided) = resumed.project(stored.map_or(Millis(0), |entry| entry.t));
            prop_assert_eq!(&again.messages, &projection.messages);
            prop_assert_eq!(&decided.set_aside, &checkpoint.set_aside);
        }
    }

    /// Nothing set aside gives back the log's own values, and so does whatever is not changed.
    #[test]
    fn what_is_not_changed_is_shared(turns in turns()) {
        for policy in POLICIES {
            let run = live(&turns, policy);
            let mut stubs = std::collections::HashSet::new();
            for (projection, checkpoint) in &run.requests {
                stubs.extend(checkpoint.set_aside.iter().map(|aside| aside.seq));
                for (message, seq) in projection.messages.iter().zip(&projection.sources) {
                    let own = run.log[seq.0 as usize - 1].message();
                    let put_in = message.result().is_some_and(|r| r.texts().any(
                        |text| text == ibid_context::pairing::INTERRUPTED));
                    if !stubs.contains(seq) && !put_in {
                        prop_assert!(own.is_some_and(|own| Arc::ptr_eq(own, message)));
                    }
                }
            }
        }
    }
}
