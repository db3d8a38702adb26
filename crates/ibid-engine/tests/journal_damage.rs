//! What stands in a damaged log is read, what is damaged is named, and nothing more is lost.

mod journal_kit;

use std::fs;
use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ibid_engine::journal::{Extent, Fault, Journal, JournalError, Reader};
use ibid_model::{
    Body, ByteRange, Bytes, CallId, Checkout, Checkpoint, Compaction, Head, Image, ImageSource,
    Lines, Message, MessageEntry, ModelCall, Note, Opaque, Origin, Output, Part, RawJson, RecallId,
    Role, Seq, SessionId, SetAside, Setting, State, Stop, Text, Tokens, ToolCall, ToolResult,
};
use journal_kit::{Kit, note, notes, read, session};
use proptest::prelude::*;

/// A log of the notes `m1` to `m<n>`, as bytes, and where each of its lines begins.
fn log(n: usize) -> (Vec<u8>, Vec<usize>) {
    let kit = Kit::in_memory();
    let mut journal = kit.create();
    let texts: Vec<Body> = (1..=n).map(|n| note(format!("m{n}"))).collect();
    journal.append(&texts).expect("appended");
    let bytes = kit.bytes();
    let ends = memchr::memchr_iter(b'\n', &bytes).map(|at| at + 1);
    let starts = std::iter::once(0).chain(ends).collect();
    (bytes, starts)
}

/// A report of public topic 7: a run of NUL bytes in the middle, valid records after it.
#[test]
fn a_hole_is_named_and_what_follows_is_read() {
    let (bytes, starts) = log(4);
    let at = starts[3];
    let hole = |hole: &[u8]| [&bytes[..at], hole, &bytes[at..]].concat();
    let mut cases = vec![(hole(&[&[0; 512][..], b"\n"].concat()), at, 512)];
    for len in [1, 2, 511, 4096, 300_000] {
        cases.push((hole(&vec![0; len]), at, len));
    }
    for (damaged, start, len) in cases {
        let kit = Kit::new();
        drop(kit.create());
        fs::write(kit.log(), &damaged).expect("written");
        let (mut journal, loaded) = kit.open();
        assert_eq!(notes(&loaded.entries), ["m1", "m2", "m3", "m4"]);
        let damage = &loaded.report.damage;
        assert_eq!(damage.len(), 1, "{damage:?}");
        let (from, to) = (start as u64, (start + len) as u64);
        assert_eq!(
            damage[0].range,
            ByteRange {
                start: from,
                end: to
            }
        );
        assert_eq!(damage[0].fault, Fault::Hole);
        let warning = loaded.report.warnings().join("\n");
        for part in [&Bytes(len as u64).to_string(), &format!("byte {start}")] {
            assert!(warning.contains(part.as_str()), "{warning}");
        }
        // The next append destroys nothing.
        journal.append(&[note("m5")]).expect("appended");
        drop(journal);
        assert!(kit.bytes().starts_with(&damaged));
        assert_eq!(notes(&kit.load().entries).len(), 5);
    }
}

#[test]
fn a_hole_over_records_costs_those_only() {
    let (mut bytes, starts) = log(9);
    // From the middle of m2's line to the middle of m5's.
    bytes[starts[2] + 20..starts[5] + 30].fill(0);
    let loaded = read(&bytes);
    assert_eq!(notes(&loaded.entries), ["m1", "m6", "m7", "m8", "m9"]);
    assert_eq!(loaded.report.damage.len(), 1);
}

#[test]
fn records_out_of_order_or_gone_are_named() {
    let (bytes, starts) = log(6);
    let line = |n: usize| &bytes[starts[n]..starts[n + 1]];
    let twice = [&bytes[..], line(3), line(4)].concat();
    let loaded = read(&twice);
    assert_eq!(notes(&loaded.entries).len(), 6);
    let fault = Fault::Order {
        seq: Seq(4),
        after: Seq(7),
    };
    assert_eq!(loaded.report.damage[0].fault, fault);
    let gone = [&bytes[..starts[2]], &bytes[starts[4]..]].concat();
    let loaded = read(&gone);
    assert_eq!(notes(&loaded.entries), ["m1", "m4", "m5", "m6"]);
    let fault = Fault::Missing {
        from: Seq(3),
        to: Seq(4),
    };
    assert_eq!(loaded.report.damage[0].fault, fault);
}

/// A number that other records may name is never given to another record.
#[test]
fn a_damaged_end_does_not_free_its_numbers() {
    let kit = Kit::new();
    let mut journal = kit.create();
    let texts: Vec<Body> = (0..20).map(|n| note(format!("{n}"))).collect();
    let told = journal.append(&texts).expect("appended");
    drop(journal);
    let mut bytes = kit.bytes();
    let second = memchr::memchr(b'\n', &bytes).expect("a line") + 1;
    let end = bytes.len();
    for byte in &mut bytes[second..end] {
        if *byte != b'\n' {
            *byte = b'?';
        }
    }
    fs::write(kit.log(), &bytes).expect("written");
    let (mut journal, loaded) = kit.open();
    assert_eq!(loaded.entries.len(), 1);
    let next = journal.append(&[note("after")]).expect("appended");
    assert!(told.iter().all(|entry| entry.seq < next[0].seq));
    assert!(kit.bytes().starts_with(&bytes), "damaged bytes stay");
}

#[test]
fn several_torn_ends_are_all_kept() {
    let kit = Kit::new();
    drop(kit.create());
    for text in ["{\"seq\":2,\"t", "{\"seq\":2,\"t\":5,\"ty"] {
        let mut bytes = kit.bytes();
        bytes.extend_from_slice(text.as_bytes());
        fs::write(kit.log(), bytes).expect("written");
        let (mut journal, loaded) = kit.open();
        assert_eq!(
            loaded.report.torn.map(|torn| torn.len().0),
            Some(text.len() as u64)
        );
        journal.append(&[note("x")]).expect("appended");
    }
    let torn = fs::read_to_string(kit.place().join("s1.torn")).expect("kept");
    assert_eq!(torn, "{\"seq\":2,\"t\n{\"seq\":2,\"t\":5,\"ty\n");
    assert_eq!(notes(&kit.load().entries), ["x", "x"]);
}

/// Reading alone changes nothing, however the log ends.
#[test]
fn a_reader_repairs_nothing() {
    let kit = Kit::new();
    drop(kit.create());
    let bytes = [&kit.bytes()[..], b"{\"seq\":2"].concat();
    fs::write(kit.log(), &bytes).expect("written");
    let loaded = kit.load();
    assert_eq!(loaded.entries.len(), 1);
    assert!(loaded.report.warnings()[0].contains("not finished"));
    assert_eq!(kit.bytes(), bytes);
    assert!(!kit.place().join("s1.torn").exists());
}

fn sealed(record: &str) -> String {
    let digest = sha2::Digest::finalize(sha2::Digest::chain_update(
        <sha2::Sha256 as sha2::Digest>::new(),
        record,
    ));
    let digest: &[u8] = &digest;
    let sum: String = digest[..8].iter().map(|b| format!("{b:02x}")).collect();
    format!("{record},\"sum\":\"{sum}\"}}\n")
}

#[test]
fn unknown_types_are_counted_and_a_newer_format_is_not_written() {
    let head = |format: u32| {
        sealed(&format!(
            "{{\"seq\":1,\"t\":5,\"type\":\"session\",\"format\":{format},\"version\":\"9\",\"session\":\"s1\",\"cwd\":\"/\""
        ))
    };
    let later = sealed("{\"seq\":2,\"t\":5,\"type\":\"dream\",\"of\":[1]")
        + &sealed("{\"seq\":3,\"t\":5,\"type\":\"note\",\"words\":1")
        + &sealed("{\"seq\":4,\"t\":5,\"type\":\"dream\",\"of\":[2]")
        + &sealed("{\"seq\":5,\"t\":5,\"type\":\"note\",\"text\":\"plain\",\"more\":1");
    let kit = Kit::new();
    drop(kit.create());
    for format in [1, 2] {
        fs::write(kit.log(), head(format) + &later).expect("written");
        let loaded = kit.load();
        assert_eq!(notes(&loaded.entries), ["plain"]);
        assert_eq!(loaded.report.skipped["dream"].count, 2);
        assert!(loaded.report.skipped["note"].reason.is_some());
        let warnings = loaded.report.warnings().join("\n");
        assert!(
            warnings.contains("2 records of the unknown type \"dream\""),
            "{warnings}"
        );
        assert_eq!(
            warnings.contains("newer version"),
            format == 2,
            "{warnings}"
        );
        let opened = Journal::open(&kit.sessions(), &session("s1"), Extent::All);
        match opened {
            Ok((mut journal, _)) => {
                assert_eq!(format, 1);
                let next = journal.append(&[note("next")]).expect("appended");
                assert_eq!(next[0].seq, Seq(6));
            }
            Err(error) => assert!(
                matches!(error, JournalError::Newer { format: 2, .. }) && format == 2,
                "{error}"
            ),
        }
    }
    assert_eq!(
        fs::read(kit.log()).expect("read"),
        (head(2) + &later).as_bytes()
    );
}

#[test]
fn what_is_no_session_is_refused_with_its_line() {
    let cases: &[(&[u8], u64)] = &[
        (b"", 1),
        (b"\n\nhello\n", 3),
        (b"{\"type\":\"user\",\"message\":{}}\n{}\n", 1),
        (b"\x7fELF\x02\x01\0\0\0\xff\n\xfe\0", 1),
        (b"{\"seq\":1,\"t\":2,\"type\":\"session\"", 1),
        (b"\0\0\0\0\0\0", 1),
    ];
    let kit = Kit::new();
    drop(kit.create());
    for (bytes, expected) in cases {
        fs::write(kit.log(), bytes).expect("written");
        let stored = kit.sessions().read(&session("s1")).expect("there");
        let read = stored.load(Extent::All).expect_err("refused");
        let opened = Journal::open(&kit.sessions(), &session("s1"), Extent::All);
        for error in [read, opened.expect_err("refused")] {
            match error {
                JournalError::NotASession { line, .. } => assert_eq!(line.0, *expected),
                error => panic!("{bytes:?}: {error}"),
            }
        }
        assert_eq!(&kit.bytes(), bytes, "nothing was changed");
    }
}

/// Memory is bounded and time linear for a file of one endless line, and for one of many starts.
#[test]
fn garbage_is_read_in_linear_time() {
    let many = |n: usize| b"{\"seq\":1,\"t\":".repeat(n);
    let time = |bytes: &[u8]| {
        let started = Instant::now();
        let mut reader = Reader::new(Cursor::new(bytes));
        assert!(reader.next_record().expect("read").is_none());
        started.elapsed()
    };
    let (short, long) = (time(&many(20_000)), time(&many(320_000)));
    let most = short * 64 + Duration::from_millis(500);
    assert!(long < most, "{short:?} for 1, {long:?} for 16");
}

#[test]
fn loading_is_linear() {
    let bytes = |n: usize| {
        let kit = Kit::in_memory();
        let mut journal = kit.create();
        let text = "0123456789abcde\u{2028}".repeat(110);
        let batch: Vec<Body> = (0..n).map(|_| journal_kit::typed(text.clone())).collect();
        journal.append(&batch).expect("appended");
        kit.bytes()
    };
    let time = |bytes: &[u8]| {
        let started = Instant::now();
        let loaded = read(bytes);
        (loaded.entries.len(), started.elapsed())
    };
    let (short, long) = (bytes(1_000), bytes(10_000));
    assert!(long.len() > 10_000 * 2_000);
    let ((_, short), (n, long)) = (time(&short), time(&long));
    assert_eq!(n, 10_001);
    println!("10,000 records of 2 KB: {long:?}");
    assert!(
        long < short * 40 + Duration::from_secs(1),
        "{short:?} {long:?}"
    );
}

/// Separators of other readers, controls, and what looks like a record, in every kind of text.
#[test]
fn any_text_comes_back() {
    let text = "a\u{2028}b\u{2029}c\u{85}d\u{b}e\0\r\n\t\u{feff}\u{10ffff}{\"seq\":9,\"t\":1,\"type\":\"note\"";
    let kit = Kit::new();
    let mut journal = kit.create();
    let raw = RawJson::new(r#"{"x":"\ud800 lone"}"#);
    let call = Part::ToolCall(ToolCall {
        id: CallId::new(text),
        name: text.to_owned(),
        args: raw,
        extra: None,
    });
    let parts = vec![Part::text(text), call];
    let told = journal
        .append(&[
            note(text),
            journal_kit::message(Message::new(Role::Assistant, Origin::Model, parts)),
        ])
        .expect("appended");
    drop(journal);
    let bytes = kit.bytes();
    assert!(
        memchr::memmem::find(&bytes, "\u{2028}".as_bytes()).is_some(),
        "unescaped"
    );
    assert_eq!(memchr::memchr_iter(b'\n', &bytes).count(), 3);
    assert_eq!(kit.load().entries[1..], told[..]);
}

fn raw() -> impl Strategy<Value = RawJson> {
    any::<String>().prop_map(RawJson::new)
}

fn part() -> impl Strategy<Value = Part> {
    let text = any::<String>().prop_map(Part::text);
    let opaque =
        (any::<String>(), raw()).prop_map(|(dialect, raw)| Part::Opaque(Opaque { dialect, raw }));
    let image = (any::<Vec<u8>>(), any::<bool>()).prop_map(|(bytes, valid)| {
        use base64::Engine;
        let mut text = base64::engine::general_purpose::STANDARD.encode(bytes);
        if !valid {
            text.push('\n');
        }
        Part::Image(Image {
            media_type: "image/png".to_owned(),
            source: ImageSource::Base64(text),
            width: None,
            height: None,
            extra: None,
        })
    });
    let call = (any::<String>(), raw()).prop_map(|(id, args)| {
        let id = CallId::new(id);
        let (name, extra) = (String::new(), Some(args.clone()));
        Part::ToolCall(ToolCall {
            id,
            name,
            args,
            extra,
        })
    });
    prop_oneof![text, opaque, image, call]
}

fn body() -> impl Strategy<Value = Body> {
    let parts = proptest::collection::vec(part(), 0..4);
    let message = (parts, any::<(bool, String)>()).prop_map(|(parts, (tool, id))| {
        let message = match tool {
            false => Message::new(Role::Assistant, Origin::Model, parts),
            true => {
                let call = CallId::new(id);
                let (content, error, extra) = (parts, true, None);
                let result = ToolResult {
                    call,
                    content,
                    error,
                    extra,
                };
                Message::new(Role::Tool, Origin::Tool, vec![Part::ToolResult(result)])
            }
        };
        let call = (!tool).then(|| ModelCall {
            model: "m".to_owned(),
            usage: None,
            stop: Stop::ToolUse,
        });
        let message = Arc::new(message);
        Body::Message(MessageEntry { message, call })
    });
    let output = any::<(String, u64, Option<i32>)>().prop_map(|(call, n, exit)| {
        Body::Output(Output {
            call: CallId::new(call),
            id: RecallId::from_entropy(u128::from(n).to_le_bytes()),
            bytes: Bytes(n),
            lines: Lines(n / 2),
            command: exit.map(|_| "make".to_owned()),
            exit,
            files: vec![],
        })
    });
    let checkpoint = any::<(String, u64)>().prop_map(|(stub, n)| {
        let aside = SetAside {
            seq: Seq(n),
            stub,
            reason: ibid_model::Reason::Superseded,
            digest: "00".to_owned(),
            tokens: Tokens(n),
        };
        let set_aside = vec![aside];
        Body::Checkpoint(Checkpoint {
            set_aside,
            ..Checkpoint::default()
        })
    });
    let head = any::<String>().prop_map(|cwd| {
        Body::Session(Head {
            format: 1,
            version: "0".to_owned(),
            session: SessionId::parse("other").expect("a name"),
            cwd,
            checkout: None,
        })
    });
    let plain = any::<(u8, String, u64)>().prop_map(|(kind, text, n)| match kind % 5 {
        0 => Body::Note(Note { text }),
        1 => Body::Setting(Setting {
            key: text.clone(),
            value: text,
        }),
        2 => Body::Checkout(Checkout {
            branch: Some(text),
            commit: None,
        }),
        3 => Body::State(State {
            text: text.clone(),
            state: RawJson::new(text),
        }),
        _ => Body::Compaction(Compaction {
            state: Some(Seq(n)),
            first_kept: Seq(n),
            tokens_before: Some(Tokens(n)),
        }),
    });
    prop_oneof![4 => message, 1 => output, 1 => checkpoint, 1 => head, 4 => plain]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_appended_is_what_is_read(
        batches in proptest::collection::vec(proptest::collection::vec(body(), 0..4), 0..5),
    ) {
        let kit = Kit::in_memory();
        let mut told = Vec::new();
        drop(kit.create());
        for batch in &batches {
            let (mut journal, loaded) = kit.open();
            prop_assert_eq!(&loaded.entries[1..], &told[..]);
            told.extend(journal.append(batch).expect("appended"));
        }
        let loaded = kit.load();
        prop_assert_eq!(loaded.report.warnings(), Vec::<String>::new());
        prop_assert_eq!(&loaded.entries[1..], &told[..]);
        let stored = kit.sessions().read(&session("s1")).expect("there");
        let bodies = batches.iter().flatten();
        for (entry, body) in loaded.entries[1..].iter().zip(bodies) {
            if let (Some(message), Body::Message(given)) = (entry.message(), body) {
                let restored = stored.images().restore(message).expect("restored");
                prop_assert_eq!(restored.missing, Vec::<String>::new());
                prop_assert_eq!(restored.message, given.message.clone());
            } else {
                prop_assert_eq!(&entry.body, body);
            }
        }
    }

    /// Bytes changed, taken away or put in within one record, its line end included, cost that
    /// record at most.
    #[test]
    fn damage_in_a_record_costs_that_record(
        victim in 0usize..12,
        from in 0usize..200,
        len in 0usize..200,
        put in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        let (bytes, starts) = log(11);
        let (start, end) = (starts[victim], starts[victim + 1]);
        let from = (start + from).min(end);
        let to = (from + len).min(end);
        let damaged = [&bytes[..from], &put, &bytes[to..]].concat();
        let before = read(&bytes).entries;
        let after = read(&damaged);
        let others = before.iter().filter(|entry| entry.seq != before[victim].seq);
        for entry in others {
            prop_assert!(after.entries.contains(entry), "{:?} is lost", entry.seq);
        }
        prop_assert!(after.entries.iter().all(|entry| before.contains(entry)), "invented");
        if after.entries.len() < before.len() {
            prop_assert!(!after.report.warnings().is_empty());
        }
    }

    /// Whatever is done to a log, what is read was written, and going on with it loses nothing more.
    #[test]
    fn any_damage_invents_nothing_and_does_not_spread(
        edits in proptest::collection::vec(
            (0usize..2000, 0usize..300, proptest::collection::vec(
                prop_oneof![any::<u8>(), Just(b'\n'), Just(0)], 0..8)),
            0..5,
        ),
        cut in proptest::option::of(0usize..2000),
    ) {
        let (bytes, _) = log(11);
        let before = read(&bytes).entries;
        let mut damaged = bytes;
        for (at, len, put) in edits {
            let at = at.min(damaged.len());
            let end = (at + len).min(damaged.len());
            damaged.splice(at..end, put);
        }
        damaged.truncate(cut.unwrap_or(usize::MAX));
        let found = read(&damaged);
        let mut rest = before.iter();
        for entry in &found.entries {
            prop_assert!(rest.any(|other| other == entry), "invented, or out of order");
        }
        let kit = Kit::in_memory();
        drop(kit.create());
        fs::write(kit.log(), &damaged).expect("written");
        match Journal::open(&kit.sessions(), &session("s1"), Extent::All) {
            Err(error) => {
                prop_assert!(found.entries.is_empty(), "{error}");
                prop_assert_eq!(kit.bytes(), damaged);
            }
            Ok((mut journal, loaded)) => {
                prop_assert_eq!(&loaded, &found);
                let next = journal.append(&[note("next")]).expect("appended");
                drop(journal);
                let again = kit.load();
                prop_assert!(again.report.torn.is_none());
                prop_assert_eq!(&again.entries[..found.entries.len()], &found.entries[..]);
                prop_assert_eq!(&again.entries[found.entries.len()..], &next[..]);
                let whole = found.report.torn.map_or(damaged.len(), |torn| torn.start as usize);
                prop_assert!(kit.bytes().starts_with(&damaged[..whole]));
            }
        }
    }

    /// Any bytes are read without a panic, and none becomes a record.
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let loaded = read(&bytes);
        prop_assert_eq!(loaded.entries.len(), 0);
        prop_assert_eq!(loaded.report.bytes, bytes.len() as u64);
    }
}

#[test]
fn unused_kinds_of_text_are_part_of_messages_too() {
    let kit = Kit::new();
    let part = Part::Text(Text {
        text: "t".to_owned(),
        extra: Some(RawJson::new("{\"cache\": true}")),
    });
    let body = journal_kit::message(Message::new(Role::User, Origin::Wire, vec![part]));
    let told = kit
        .create()
        .append(std::slice::from_ref(&body))
        .expect("appended");
    assert_eq!(told[0].body, body);
    assert_eq!(kit.load().entries[1..], told[..]);
}
