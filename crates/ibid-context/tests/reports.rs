//! Failures that people reported of other tools, each with its whole kind: results cleared without
//! a word, calls and results torn apart, signed blocks changed, one bad picture that ends a session.

use std::sync::Arc;

use ibid_context::policy::{POLICIES, Policy};
use ibid_context::validate::validate;
use ibid_context::{FoldOptions, History, Projection, Projector, Settings};
use ibid_model::{
    Body, CallId, Checkpoint, Compaction, Entry, Image, ImageSource, Message, MessageEntry, Millis,
    ModelCall, Opaque, Origin, Part, RawJson, Reason, Reasoning, RepairKind, Role, Seq, State,
    Stop, ToolCall, ToolResult,
};
use ibid_tokens::FourBytes;
use ibid_wire::rows;

/// A log that is written down message by message.
#[derive(Default)]
struct Log(Vec<Entry>);

impl Log {
    fn push(&mut self, body: Body) -> Seq {
        let seq = Seq(self.0.len() as u64 + 1);
        self.0.push(Entry {
            seq,
            t: Millis(1_700_000_000_000 + seq.0 as i64 * 10_000),
            body,
        });
        seq
    }

    fn message(&mut self, message: Message, call: Option<ModelCall>) -> Seq {
        self.push(Body::Message(MessageEntry {
            message: Arc::new(message),
            call,
        }))
    }

    fn user(&mut self, text: &str) -> Seq {
        self.message(Message::text(Role::User, Origin::Typed, text), None)
    }

    fn says(&mut self, parts: Vec<Part>) -> Seq {
        let call = ModelCall {
            model: "m".to_owned(),
            usage: None,
            stop: Stop::ToolUse,
        };
        self.message(
            Message::new(Role::Assistant, Origin::Model, parts),
            Some(call),
        )
    }

    fn calls(&mut self, calls: &[(&str, &str, &str)]) -> Seq {
        let calls = calls.iter().map(|(id, name, args)| {
            Part::ToolCall(ToolCall {
                id: CallId::new(*id),
                name: (*name).to_owned(),
                args: RawJson::new(*args),
                extra: None,
            })
        });
        self.says(calls.collect())
    }

    fn result(&mut self, id: &str, content: Vec<Part>) -> Seq {
        let result = ToolResult {
            call: CallId::new(id),
            content,
            error: false,
            extra: None,
        };
        let message = Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)]);
        self.message(message, None)
    }

    /// One step: a call, and a result of `size` bytes.
    fn step(&mut self, id: &str, name: &str, args: &str, size: usize) -> Seq {
        self.calls(&[(id, name, args)]);
        self.result(id, vec![Part::text("y".repeat(size))])
    }
}

fn projector(policy: &str, settings: Settings) -> Projector {
    let history = History::new(
        Arc::new(FourBytes),
        FoldOptions {
            compactions: true,
            measured: false,
            fixed: Some(2_000),
            checkpoints: true,
        },
    );
    let policy = Policy::named(policy).expect("a policy");
    let rules = rows::dialect("anthropic").expect("a dialect");
    Projector::new(history, policy, settings).with_rules(rules)
}

/// Runs a log live, with a request before every answer; gives the last request.
fn run(log: &Log, policy: &str, settings: Settings) -> (Projection, Vec<Checkpoint>) {
    let mut projector = projector(policy, settings);
    let mut checkpoints = Vec::new();
    for entry in &log.0 {
        if entry.call().is_some() {
            checkpoints.push(projector.project(entry.t).1);
        }
        projector.push(entry);
    }
    let last = log.0.last().map_or(Millis(0), |entry| entry.t);
    let (projection, checkpoint) = projector.project(last);
    checkpoints.push(checkpoint);
    (projection, checkpoints)
}

fn texts(projection: &Projection) -> Vec<String> {
    let results = projection.messages.iter().filter_map(|m| m.result());
    results.flat_map(|r| r.texts()).map(str::to_owned).collect()
}

/// T2-01: nothing is cleared below the pressure that was set, nothing that was loaded on purpose
/// ever, and every stub says what it stands for.
#[test]
fn nothing_goes_without_need_and_every_stub_says_what_it_was() {
    let session = |results: usize| {
        let mut log = Log::default();
        log.user("look at the notes");
        log.step("n1", "mcp__notes__load", r#"{"id":7}"#, 24_000);
        for n in 0..results {
            log.step(
                &format!("r{n}"),
                "read",
                &format!(r#"{{"path":"src/{n}.rs"}}"#),
                16_000,
            );
            log.step(&format!("b{n}"), "bash", r#"{"command":"make\ntest"}"#, 900);
        }
        log
    };
    let settings = || Settings {
        window: 1_000_000,
        protected_tools: vec!["mcp__notes__*".to_owned()],
        ..Settings::default()
    };
    // 80,000 of 1,000,000 tokens: below the floor of a tenth.
    let (_, checkpoints) = run(&session(12), "planned", settings());
    assert!(checkpoints.iter().all(|c| c.set_aside.is_empty()));

    let small = Settings {
        window: 100_000,
        working_set: 60_000,
        ..settings()
    };
    let log = session(60);
    let (projection, checkpoints) = run(&log, "planned", small.clone());
    let gone: Vec<_> = checkpoints.iter().flat_map(|c| &c.set_aside).collect();
    assert!(!gone.is_empty());
    for aside in &gone {
        assert!(aside.seq != Seq(3), "a protected tool");
        let id = log.0[aside.seq.0 as usize - 1]
            .message()
            .and_then(|m| m.result());
        let id = id.expect("a result").call.to_string();
        for part in ["[set aside: ", &format!("recall id \"{id}\""), "exactly]"] {
            assert!(aside.stub.contains(part), "{} lacks {part}", aside.stub);
        }
        assert!(aside.stub.contains("(900 bytes)") || aside.stub.contains("(15.6 KiB)"));
        assert!(!aside.stub.contains('\n'));
        assert_eq!(aside.digest.len(), 16);
    }
    let reads = gone.iter().filter(|a| a.stub.contains("read src/")).count();
    let commands = gone
        .iter()
        .filter(|a| a.stub.contains("command make test"))
        .count();
    assert!(reads > 0 && commands > 0, "{reads} {commands}");
    let shown = texts(&projection);
    let stubs = shown
        .iter()
        .filter(|text| text.starts_with("[set aside"))
        .count();
    assert_eq!(stubs, gone.len());
    // The switch is off.
    let (_, checkpoints) = run(&log, "none", small);
    assert!(
        checkpoints
            .iter()
            .all(|c| c.set_aside.is_empty() && c.broke.is_none())
    );
}

/// T2-02 and T2-03: wherever a history is cut, calls and results stay together.
#[test]
fn wherever_a_history_is_cut_pairs_stay_whole() {
    let mut log = Log::default();
    log.user("go");
    log.calls(&[("a", "sh", "{}"), ("b", "sh", "{}"), ("c", "sh", "{}")]);
    for id in ["c", "a", "b"] {
        log.result(id, vec![Part::text("[aborted]")]);
    }
    log.says(vec![Part::text("done")]);
    log.user("go on");
    log.calls(&[("d", "sh", "{}")]);
    log.result("d", vec![Part::text("out")]);
    log.calls(&[("e", "sh", "{}")]);
    log.user("stop");
    let rules = rows::dialects();
    for first_kept in 1..=log.0.len() as u64 + 1 {
        let mut cut = Log(log.0.clone());
        let state = cut.push(Body::State(State {
            text: "the state".to_owned(),
            state: RawJson::new("{}"),
        }));
        cut.push(Body::Compaction(Compaction {
            state: Some(state),
            first_kept: Seq(first_kept),
            tokens_before: None,
        }));
        let (projection, _) = run(&cut, "planned", Settings::default());
        for rules in &rules {
            let found = validate(&projection.messages, rules);
            assert!(found.is_empty(), "cut at {first_kept}: {found:?}");
        }
        assert_eq!(projection.messages[0].origin, Origin::Injected);
    }
}

/// T2-04: a signed block is sent byte for byte, or not at all, whatever is done around it.
#[test]
fn a_signed_block_is_never_changed() {
    let raw = format!(
        r#"{{"type":"thinking","thinking":"{}","signature":"c2lnLWRlbW8="}}"#,
        "T\\u00e9 sk-ant-REDACT-ME ".repeat(300)
    );
    let signed = Part::Reasoning(Reasoning {
        text: "T".repeat(6_000),
        signed: Some(Opaque {
            dialect: "anthropic".to_owned(),
            raw: RawJson::new(raw.as_str()),
        }),
    });
    let mut log = Log::default();
    log.user("go");
    for n in 0..40 {
        let call = Part::ToolCall(ToolCall {
            id: CallId::new(format!("c{n}")),
            name: "bash".to_owned(),
            args: RawJson::new(r#"{"command":"ls"}"#),
            extra: None,
        });
        log.says(vec![signed.clone(), call]);
        log.result(&format!("c{n}"), vec![Part::text("z".repeat(9_000))]);
    }
    for policy in POLICIES {
        let settings = Settings {
            window: 60_000,
            working_set: 30_000,
            ..Settings::default()
        };
        let (projection, _) = run(&log, policy.name, settings);
        let blocks = projection
            .messages
            .iter()
            .flat_map(|m| &m.parts)
            .filter_map(|p| match p {
                Part::Reasoning(reasoning) => reasoning.signed.as_ref(),
                _ => None,
            });
        let blocks: Vec<_> = blocks.collect();
        assert_eq!(blocks.len(), 40);
        assert!(blocks.iter().all(|block| block.raw.as_str() == raw));
        let sent = ibid_wire::anthropic::encode_messages(projection.messages.iter().map(|m| &**m));
        assert_eq!(sent.join("").matches(&raw).count(), 40);
    }
}

fn picture(width: u32, height: u32) -> Part {
    Part::Image(Image {
        media_type: "image/png".to_owned(),
        source: ImageSource::Base64("iVBORw0KGgo=".to_owned()),
        width: Some(width),
        height: Some(height),
        extra: None,
    })
}

/// T2-05: a picture that is too large once there are many, and text that no provider takes, are
/// left out by name; the session goes on, and the log keeps them.
#[test]
fn one_bad_item_is_isolated() {
    let rules = rows::dialect("anthropic").expect("a dialect");
    let mut log = Log::default();
    log.user("compare the screens");
    log.calls(&[("wide", "view", "{}")]);
    let wide = log.result("wide", vec![Part::text("a screen"), picture(2_400, 300)]);
    let mut broken = String::new();
    for n in 0..25 {
        let (projection, checkpoints) = run(&log, "planned", Settings::default());
        let sent = &projection.messages[2];
        let whole = sent.result().is_some_and(|r| r.has_media());
        assert_eq!(whole, n < 20, "with {n} more pictures");
        if !whole {
            let line = sent
                .result()
                .and_then(|r| r.texts().last())
                .unwrap_or_default();
            assert!(
                line.contains("2400\u{d7}300") && line.contains("2000"),
                "{line}"
            );
            assert!(
                broken.is_empty() || broken == line,
                "its bytes stay the same"
            );
            broken = line.to_owned();
            let asides = checkpoints.iter().flat_map(|c| &c.set_aside);
            let isolated: Vec<_> = asides.filter(|a| a.reason == Reason::Isolated).collect();
            assert_eq!(isolated.len(), 1);
            assert_eq!(isolated[0].seq, wide);
        }
        assert!(validate(&projection.messages, &rules).is_empty());
        let id = format!("p{n}");
        log.calls(&[(&id, "view", "{}")]);
        log.result(&id, vec![picture(800, 600)]);
    }
    for bad in ["a\0b", "tail\0"] {
        let mut log = Log::default();
        log.user(bad);
        log.calls(&[("x", "sh", r#"{"command":"\ud800"}"#)]);
        log.result("x", vec![Part::text(bad)]);
        let (projection, _) = run(&log, "none", Settings::default());
        assert!(validate(&projection.messages, &rules).is_empty(), "{bad:?}");
        assert_eq!(projection.messages.len(), 3);
    }
}

/// T2-06: what is known of a result survives its stub, all of the history is looked at, and doing
/// it twice changes nothing.
#[test]
fn what_a_result_was_is_known_after_it_was_set_aside() {
    let mut log = Log::default();
    log.user("go");
    log.step("agents", "read", r#"{"path":"AGENTS.md"}"#, 4_000);
    for n in 0..35 {
        log.step(
            &format!("r{n}"),
            "bash",
            &format!(r#"{{"command":"cat {n}"}}"#),
            5_000,
        );
    }
    let settings = Settings {
        window_floor_chars: 10_000,
        ..Settings::default()
    };
    let mut live = projector("window", settings);
    for entry in &log.0 {
        if entry.call().is_some() {
            live.project(entry.t);
        }
        live.push(entry);
    }
    let slots = live.history().slots();
    let stubs = slots.iter().filter(|slot| slot.stub.is_some()).count();
    assert!(
        stubs >= 25,
        "{stubs} behind and before what was stubbed first"
    );
    let loaded = slots.iter().find_map(|slot| {
        let facts = slot.result.as_ref()?.facts.as_ref()?;
        facts
            .files
            .iter()
            .find(|file| &*file.path == "AGENTS.md")
            .map(|_| slot)
    });
    assert!(loaded.is_some(), "its path is known");
    live.project(Millis(1_800_000_000_000));
    let (first, _) = live.project(Millis(1_800_000_000_000));
    let (second, checkpoint) = live.project(Millis(1_800_000_000_000));
    assert_eq!(first.messages, second.messages);
    assert!(checkpoint.set_aside.is_empty());
}

/// Thirty steps with twenty bulky reads under `window`: the oldest are stubs in the request, the
/// newest three are verbatim, and the log is what it was.
#[test]
fn a_loop_of_bulky_reads_carries_the_newest() {
    let mut log = Log::default();
    log.user("read them all");
    for n in 0..30 {
        let (name, args, size) = if n % 3 == 2 {
            ("bash", r#"{"command":"true"}"#.to_owned(), 40)
        } else {
            ("read", format!(r#"{{"path":"f{n}"}}"#), 20_000)
        };
        log.step(&format!("c{n}"), name, &args, size);
    }
    let before = log.0.clone();
    let (projection, _) = run(&log, "window", Settings::default());
    let reads: Vec<bool> = texts(&projection)
        .iter()
        .filter(|text| text.len() > 1_000 || text.contains("read f"))
        .map(|text| text.starts_with("[set aside: read f"))
        .collect();
    assert_eq!(reads.len(), 20);
    let stubs = reads.iter().take_while(|stub| **stub).count();
    assert!((16..=17).contains(&stubs), "{reads:?}");
    assert!(reads[17..].iter().all(|stub| !stub));
    assert_eq!(log.0, before);
}

/// T6-01: a date that is told as the newest message leaves everything before it as it was.
#[test]
fn what_changes_with_the_day_stands_last() {
    let request = |day: &str, cwd: &str| {
        let mut log = Log::default();
        log.user("go");
        for n in 0..30 {
            log.step(&format!("c{n}"), "bash", r#"{"command":"ls"}"#, 800);
        }
        let told = format!("It is {day}; the directory is {cwd}.");
        log.message(Message::text(Role::User, Origin::Injected, told), None);
        let (projection, _) = run(&log, "planned", Settings::default());
        ibid_wire::anthropic::encode_messages(projection.messages.iter().map(|m| &**m)).join("")
    };
    let (one, two) = (request("2026-03-01", "/w/a"), request("2026-03-02", "/w/b"));
    let same = one
        .bytes()
        .zip(two.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    assert!(same * 100 >= one.len().min(two.len()) * 99);
}

/// A result that comes after the request that said "interrupted" is told as text; what was sent
/// stays as it was.
#[test]
fn a_late_result_is_told_as_text() {
    let mut log = Log::default();
    log.user("go");
    log.calls(&[("slow", "bash", "{}")]);
    log.user("are you there?");
    let mut live = projector("none", Settings::default());
    for entry in &log.0 {
        live.push(entry);
    }
    let (before, checkpoint) = live.project(Millis(1_700_000_100_000));
    assert_eq!(checkpoint.repairs[0].kind, RepairKind::MissingResult);
    live.push(&Entry {
        seq: Seq(90),
        t: Millis(1_700_000_100_000),
        body: Body::Checkpoint(checkpoint),
    });
    let late = log.result("slow", vec![Part::text("it is done now")]);
    live.push(&log.0[late.0 as usize - 1]);
    let (after, _) = live.project(Millis(1_700_000_200_000));
    assert_eq!(after.messages[..before.messages.len()], before.messages[..]);
    let told = after.messages.last().expect("a message");
    assert_eq!((told.role, told.origin), (Role::User, Origin::Injected));
}
