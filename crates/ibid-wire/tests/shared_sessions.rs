//! Real sessions are read whole.
//!
//! They stand beside the repository (`../shared/sessions`). Where they are missing these tests do
//! nothing and say so, except in CI, where they fail.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the crate is pure, its tests read files and say what is missing"
)]

use std::collections::HashSet;
use std::path::Path;

use ibid_model::{Entry, Message, Role, Stop, Tokens};
use ibid_wire::import::{Format, Imported, Importer};
use ibid_wire::{RequestHead, anthropic, openai_chat, openai_responses};

/// Reads a shared session in pieces of an odd size; `None` where it is missing.
fn read(name: &str) -> Option<Imported> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/sessions")
        .join(name);
    let Ok(bytes) = std::fs::read(&path) else {
        let missing = format!("{} is missing", path.display());
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        println!("{missing}: nothing was checked");
        return None;
    };
    let mut importer = Importer::new(name, None);
    for piece in bytes.chunks(4093) {
        importer.feed(piece).expect("a readable piece");
    }
    Some(importer.finish().expect("a readable session"))
}

fn messages(session: &Imported) -> Vec<&Message> {
    session
        .entries
        .iter()
        .filter_map(|entry| entry.message().map(|message| &**message))
        .collect()
}

fn count(session: &Imported, fits: impl Fn(&Entry) -> bool) -> usize {
    session.entries.iter().filter(|entry| fits(entry)).count()
}

/// Places and times are in order, every result answers a call before it, and nothing had to be
/// warned of but what is expected.
fn check_order(session: &Imported, warnings: &[&str]) {
    for (at, entry) in session.entries.iter().enumerate() {
        assert_eq!(entry.seq.0, at as u64 + 1);
    }
    assert!(session.entries.is_sorted_by_key(|entry| entry.t));
    let what: Vec<&str> = session.warnings.iter().map(|w| w.what.as_str()).collect();
    assert_eq!(what, warnings);
    let mut calls = HashSet::new();
    for message in messages(session) {
        for call in message.calls() {
            assert!(calls.insert(&call.id), "{}", call.id);
        }
        if let Some(result) = message.result() {
            assert!(calls.contains(&result.call), "{}", result.call);
        }
    }
}

#[test]
fn a_linear_session_of_pi() {
    let Some(session) = read("pi-914-messages.jsonl") else {
        return;
    };
    assert_eq!(session.format, Format::Pi);
    check_order(&session, &[]);
    let messages = messages(&session);
    assert_eq!(messages.len(), 914);
    let of_role = |role| messages.iter().filter(|m| m.role == role).count();
    assert_eq!(of_role(Role::User), 88);
    assert_eq!(of_role(Role::Assistant), 453);
    assert_eq!(of_role(Role::Tool), 373);
    let stops = |stop| count(&session, |e| e.call().is_some_and(|c| c.stop == stop));
    assert_eq!(stops(Stop::Interrupted), 21);
    assert_eq!(stops(Stop::Failed), 1);
    assert_eq!(stops(Stop::ToolUse), 366);
    assert_eq!(stops(Stop::End), 65);
    let usage = |e: &Entry| e.call().and_then(|c| c.usage);
    // Seven of the interrupted calls were priced as well.
    let priced = count(&session, |e| usage(e).is_some_and(|u| u.is_priced()));
    assert_eq!(priced, 432 + 7);
    let first = session.entries.iter().filter_map(usage).nth(1);
    assert_eq!(first.map(|u| u.prompt()), Some(Tokens(1687)));
    // Every result answers a call of the session.
    let calls: Vec<_> = messages.iter().flat_map(|m| m.calls()).collect();
    let answered = messages
        .iter()
        .filter_map(|m| m.result())
        .filter(|result| calls.iter().any(|call| call.id == result.call))
        .count();
    assert_eq!((calls.len(), answered), (391, 373));
    let named = |name| {
        messages
            .iter()
            .filter_map(|m| m.result())
            .filter(|r| calls.iter().any(|c| c.id == r.call && c.name == name))
            .count()
    };
    assert_eq!(
        (named("bash"), named("read"), named("edit")),
        (192, 50, 128)
    );
}

#[test]
fn trajectories_of_swe_agent() {
    let no_times = "no times are told: all records have the same";
    let repeated = "4 calls had the id of an earlier one, and were given their own";
    let cases = [
        ("swe-agent-function-calling.traj", 27, 13, 13, repeated),
        ("swe-agent-xml.traj", 24, 12, 11, no_times),
    ];
    for (name, all, calls, results, warning) in cases {
        let Some(session) = read(name) else {
            return;
        };
        assert_eq!(session.format, Format::SweAgent);
        check_order(&session, &[warning]);
        let messages = messages(&session);
        assert_eq!(messages.len(), all, "{name}");
        assert_eq!(session.fixed.system.len(), 1);
        assert_eq!(messages[0].role, Role::User);
        assert_eq!(messages.iter().flat_map(|m| m.calls()).count(), calls);
        assert_eq!(messages.iter().filter_map(|m| m.result()).count(), results);
        assert_eq!(count(&session, |e| e.call().is_some()), calls);
    }
}

/// What one dialect's encoder makes of messages, and what its decoder reads again.
type Said = (Vec<String>, Vec<Message>);

fn say_anthropic(messages: &[&Message]) -> Said {
    let body = anthropic::encode(&RequestHead::default(), messages.iter().copied());
    let again = anthropic::decode(&body).expect("a body").messages;
    (anthropic::encode_messages(messages.iter().copied()), again)
}

fn say_chat(messages: &[&Message]) -> Said {
    let body = openai_chat::encode(&RequestHead::default(), messages.iter().copied());
    let again = openai_chat::decode(&body).expect("a body").messages;
    (
        openai_chat::encode_messages(messages.iter().copied()),
        again,
    )
}

fn say_responses(messages: &[&Message]) -> Said {
    let body = openai_responses::encode(&RequestHead::default(), messages.iter().copied());
    let again = openai_responses::decode(&body).expect("a body").messages;
    (
        openai_responses::encode_messages(messages.iter().copied()),
        again,
    )
}

#[test]
fn a_session_of_pi_can_be_sent_in_every_dialect() {
    let Some(session) = read("pi-914-messages.jsonl") else {
        return;
    };
    let messages = messages(&session);
    let texts = |message: &Message| -> Vec<String> {
        let result = message
            .result()
            .into_iter()
            .flat_map(|result| result.texts());
        result.map(str::to_owned).collect()
    };
    for say in [say_anthropic, say_chat, say_responses] {
        let (wire, again) = say(&messages);
        let again: Vec<&Message> = again.iter().collect();
        let calls = |all: &[&Message]| -> Vec<String> {
            let calls = all.iter().flat_map(|message| message.calls());
            calls.map(|call| format!("{call:?}")).collect()
        };
        assert_eq!(calls(&again), calls(&messages));
        let results =
            |all: &[&Message]| -> Vec<String> { all.iter().flat_map(|m| texts(m)).collect() };
        assert_eq!(results(&again), results(&messages));
        // Nothing empty is sent, and what was sent stays as it was.
        assert!(
            wire.iter()
                .all(|message| !message.contains("\"content\":[]"))
        );
        for upto in (1..messages.len()).step_by(61) {
            let (part, _) = say(&messages[..upto]);
            let (last, before) = part.split_last().expect("a message");
            assert_eq!(before, &wire[..before.len()]);
            let start = last.trim_end_matches(['}', ']']);
            assert!(wire[before.len()].starts_with(start));
        }
    }
}
