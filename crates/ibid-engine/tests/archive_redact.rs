//! T9-01: with `archive.redact`, no secret reaches any file of the store.

mod archive_kit;

use archive_kit::{Kit, put, put_chunks};
use ibid_engine::archive::{Archive, Meta, Options, Stream};
use ibid_prune::{ByteSpan, Source};

fn secrets() -> [String; 4] {
    [
        ["AKIA", &"Q".repeat(16)].concat(),
        ["hunter", "-demo"].concat(),
        ["ghp_", &"z".repeat(36)].concat(),
        [
            "-----BEGIN ",
            "PRIVATE KEY-----\nAAAA\n-----END ",
            "PRIVATE KEY-----",
        ]
        .concat(),
    ]
}

fn leaking() -> String {
    let [aws, password, github, key] = secrets();
    format!(
        "AWS_ACCESS_KEY_ID={aws}\nDB_URL=postgres://app:{password}@db/x\nGH={github}\n{key}\napi_key = os.getenv(\"KEY\")\n"
    )
}

fn redacting(kit: &Kit) -> Archive {
    kit.archive_with(Options {
        redact: true,
        ..kit.options()
    })
}

#[test]
fn no_secret_reaches_a_file_however_it_comes() {
    let text = leaking();
    let filler = "row\n".repeat(700_000);
    for step in [1, 13, 50, 4096] {
        for before in [0, 1_048_500, 2_000_000] {
            if step < 50 && before > 0 {
                continue;
            }
            let kit = Kit::new();
            let archive = redacting(&kit);
            let whole = [&filler[..before], "\n", &text, &filler[before..]].concat();
            let chunks: Vec<&[u8]> = whole.as_bytes()[..if before == 0 {
                text.len() + 1
            } else {
                whole.len()
            }]
                .chunks(step)
                .collect();
            let meta = Meta {
                command: Some(format!("curl -u x {}", secrets()[2])),
                ..Meta::default()
            };
            let kept = put_chunks(&archive, &chunks, meta);
            for secret in secrets() {
                let line = secret.lines().next().expect("a line");
                assert!(!kit.holds(line.as_bytes()), "{line} in chunks of {step}");
            }
            let stored = std::fs::read_to_string(&kept.path).expect("read");
            assert!(stored.contains("api_key = os.getenv(\"KEY\")\n"));
            assert!(stored.contains("AWS_ACCESS_KEY_ID=[redacted:aws-access-key:1]\n"));
            assert!(stored.contains("\nDB_URL=postgres://app:[redacted:url-password:2]@db/x\n"));
            assert_eq!(
                kept.record.redacted.values().sum::<u64>(),
                5,
                "{:?}",
                kept.record.redacted
            );
            assert_eq!(kept.record.bytes.0, stored.len() as u64);
            assert!(
                kept.record
                    .command
                    .as_deref()
                    .is_some_and(|c| c.contains("[redacted:github-token:"))
            );
        }
    }
}

/// The file that a long output is spooled to while it runs holds no secret either.
#[test]
fn no_secret_reaches_the_spool() {
    let kit = Kit::new();
    let mut spool = redacting(&kit).spool();
    spool.append(leaking().as_bytes());
    spool.append(&vec![b'x'; 3 << 20]);
    assert!(
        kit.files()
            .iter()
            .any(|path| path.to_string_lossy().contains("spool"))
    );
    for secret in secrets() {
        let line = secret.lines().next().expect("a line").to_owned();
        assert!(!kit.holds(line.as_bytes()));
    }
    spool.finish();
    let shown = spool.read(ByteSpan::new(0, 200)).into_owned();
    assert!(String::from_utf8_lossy(&shown).contains("[redacted:github-token:3]"));
}

#[test]
fn numbers_are_the_sessions_own() {
    let kit = Kit::new();
    let mut seen = Vec::new();
    for n in 0..4 {
        let token = format!("ghp_{}", n.to_string().repeat(36));
        let kept = put(&redacting(&kit), format!("{token} {token}\n").as_bytes());
        seen.push(std::fs::read_to_string(&kept.path).expect("read"));
    }
    let line = |n| format!("[redacted:github-token:{n}] [redacted:github-token:{n}]\n");
    assert_eq!(seen, [line(1), line(2), line(3), line(4)]);
}

#[test]
fn without_it_originals_are_exact() {
    let kit = Kit::new();
    let kept = put(&kit.archive(), leaking().as_bytes());
    assert_eq!(
        std::fs::read_to_string(&kept.path).expect("read"),
        leaking()
    );
}

#[test]
fn streams_are_told_by_what_is_stored() {
    let kit = Kit::new();
    for redact in [false, true] {
        let archive = kit.archive_with(Options {
            redact,
            ..kit.options()
        });
        let mut spool = archive.spool();
        let [_, _, github, _] = secrets();
        spool.append_from(Stream::Stdout, b"step A\n");
        spool.append_from(Stream::Stderr, format!("warn {github}\n").as_bytes());
        spool.append_from(Stream::Stdout, b"step B\n");
        let id = archive.new_id().expect("an id");
        let kept = spool.commit(&id, Meta::default()).expect("stored");
        let streams = kept.record.streams.expect("given");
        let text = std::fs::read_to_string(&kept.path).expect("read");
        let runs: Vec<_> = streams
            .runs
            .iter()
            .map(|run| (&text[run.from as usize..][..4], run.stream))
            .collect();
        assert_eq!(
            runs,
            [
                ("step", Stream::Stdout),
                ("warn", Stream::Stderr),
                ("step", Stream::Stdout)
            ]
        );
        assert_eq!(streams.until, text.len() as u64);
    }
}
