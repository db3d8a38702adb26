//! The pipeline: nothing is left out of a text before its original can be had back.

mod archive_kit;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use archive_kit::{Kit, session};
use ibid_engine::archive::{Archive, Faults, Health, Op, Options, Scope, Stream};
use ibid_engine::ingest::{End, Ingest, Ingested, Keep};
use ibid_engine::recall::raw;
use ibid_model::Bytes;
use ibid_prune::{Context, PrunePlan, PrunePolicy, RecallHint, ToolOutput, plan};
use proptest::prelude::*;

const MAX_OUTPUT: u64 = 64 << 10;

fn policy(budget: usize) -> PrunePolicy {
    PrunePolicy {
        observation_bytes: budget,
        max_tool_output: 2 * budget,
        ..PrunePolicy::default()
    }
}

fn end(exit: i32) -> End {
    End {
        exit: Some(exit),
        ..End::default()
    }
}

fn ingest_with(
    archive: &Archive,
    policy: &PrunePolicy,
    keep: Keep,
    redacts: bool,
    chunks: &[&[u8]],
) -> Ingested {
    let ingest = Ingest {
        policy,
        registry: None,
        archive: Ok(archive),
        keep,
        context: Context::default(),
        redacts,
        max_output: Bytes(MAX_OUTPUT),
    };
    let mut intake = ingest.begin();
    for chunk in chunks {
        intake.append(chunk);
    }
    intake.finish(end(1))
}

fn ingest(archive: &Archive, policy: &PrunePolicy, bytes: &[u8]) -> Ingested {
    ingest_with(archive, policy, Keep::Auto, false, &[bytes])
}

fn recalled(archive: &Archive, ingested: &Ingested) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    raw(archive, ingested.id()?, Scope::Project, &mut bytes, false).expect("an id has an original");
    Some(bytes)
}

fn numbers(count: u32) -> Vec<u8> {
    (1..=count)
        .flat_map(|n| format!("{n}\n").into_bytes())
        .collect()
}

#[test]
fn an_id_is_given_exactly_when_something_needs_it() {
    let kit = Kit::new();
    let archive = kit.archive();
    let policy = policy(2048);
    let (short, long) = (numbers(100), numbers(5000));
    let cases = [
        (&short, Keep::Auto, false),
        (&short, Keep::Always, true),
        (&short, Keep::Never, false),
        (&long, Keep::Auto, true),
        (&long, Keep::Always, true),
        (&long, Keep::Never, false),
    ];
    for (bytes, keep, stored) in cases {
        let ingested = ingest_with(&archive, &policy, keep, false, &[bytes]);
        assert_eq!(
            recalled(&archive, &ingested),
            stored.then(|| bytes.clone()),
            "{keep:?}"
        );
        let named = ingested
            .id()
            .is_some_and(|id| ingested.text.contains(id.as_str()));
        assert_eq!(named, stored && bytes.len() > 4096, "{keep:?}");
        assert!(ingested.not_stored.is_none());
        assert_eq!(ingested.bytes, bytes.len() as u64);
    }
}

#[test]
fn an_empty_output_takes_the_same_plan_without_a_registry() {
    let nothing = PrunePlan::nothing();
    let planned = plan(
        &ToolOutput::new(b""),
        &PrunePolicy::default(),
        &RecallHint::None,
    );
    assert_eq!(nothing.kind, planned.kind);
    assert_eq!(nothing.counts, planned.counts);
    assert_eq!(nothing.spans, planned.spans);
    assert_eq!(
        (nothing.lossy, nothing.marked),
        (planned.lossy, planned.marked)
    );
    assert_eq!(nothing.text(&b""[..]), planned.text(&b""[..]));
}

#[test]
fn the_text_depends_on_the_bytes_and_not_on_the_chunks() {
    let kit = Kit::new();
    let archive = kit.archive();
    let policy = policy(2048);
    // Once below and once above what the store keeps whole.
    for count in [3000, 30_000] {
        let bytes = [numbers(count), b"error: it broke\n".to_vec()].concat();
        let whole = ingest_with(&archive, &policy, Keep::Never, false, &[&bytes]);
        let chunks: Vec<&[u8]> = bytes.chunks(777).collect();
        let chunked = ingest_with(&archive, &policy, Keep::Never, false, &chunks);
        assert_eq!(whole.text, chunked.text);
        // What is kept, read again, gives the same as reading along.
        if (bytes.len() as u64) < MAX_OUTPUT {
            let again = ingest_with(&archive, &policy, Keep::Never, true, &chunks);
            assert_eq!(whole.text, again.text);
        }
    }
}

#[test]
fn of_an_output_over_the_limit_what_is_kept_is_planned() {
    let kit = Kit::new();
    let archive = kit.small(MAX_OUTPUT);
    let bytes = numbers(100_000);
    let ingested = ingest(&archive, &policy(2048), &bytes);
    let kept = recalled(&archive, &ingested).expect("stored");
    assert!(kept.len() as u64 <= MAX_OUTPUT);
    let record = &ingested.original.as_ref().expect("stored").record;
    let missing = record.missing.expect("over the limit");
    assert_eq!(record.lines.0, 100_000);
    assert_eq!(ingested.plan.counts.total, 100_000);
    assert!(
        ingested.text.contains(&missing.range.start.to_string()),
        "{}",
        ingested.text
    );
    assert!(ingested.text.starts_with("[") && ingested.text.contains("\n100000\n"));
}

#[test]
fn redacted_secrets_are_neither_stored_nor_shown() {
    let kit = Kit::new();
    let archive = kit.archive_with(Options {
        redact: true,
        ..kit.options()
    });
    let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let text = format!(
        "token {secret}\n{}",
        String::from_utf8(numbers(5000)).unwrap()
    );
    let ingested = ingest_with(
        &archive,
        &policy(2048),
        Keep::Auto,
        true,
        &[text.as_bytes()],
    );
    let kept = String::from_utf8(recalled(&archive, &ingested).expect("stored")).unwrap();
    assert!(!kept.contains(&secret) && !ingested.text.contains(&secret));
    assert!(kept.ends_with("\n5000\n"));
}

#[test]
fn streams_are_told() {
    let kit = Kit::new();
    let archive = kit.archive();
    let policy = policy(2048);
    let ingest = Ingest {
        policy: &policy,
        registry: None,
        archive: Ok(&archive),
        keep: Keep::Auto,
        context: Context::default(),
        redacts: false,
        max_output: Bytes(MAX_OUTPUT),
    };
    let mut intake = ingest.begin();
    intake.append_from(Stream::Stdout, b"out\n");
    intake.append_from(Stream::Stderr, b"err\n");
    let runs = intake.finish(end(0)).streams.expect("said").runs;
    let told: Vec<(u64, Stream)> = runs.iter().map(|run| (run.from, run.stream)).collect();
    assert_eq!(told, [(0, Stream::Stdout), (4, Stream::Stderr)]);
}

/// Fails at the n-th change of the store, and at all later ones.
#[derive(Debug)]
struct FailFrom(AtomicU32);

impl Faults for FailFrom {
    fn before(&self, _: Op, _: &Path) -> io::Result<()> {
        let left = self.0.load(Ordering::Relaxed);
        if left == 0 {
            return Err(io::Error::from_raw_os_error(28));
        }
        self.0.store(left - 1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn whatever_step_of_storing_fails_nothing_is_left_out_below_the_cap() {
    let mut failed = 0;
    // Once held in memory until the end, once spooled to a file on the way.
    for (count, width) in [(4000, 1), (6000, 200)] {
        let bytes: Vec<u8> = (0..count)
            .flat_map(|n| format!("{n} {}\n", "x".repeat(width)).into_bytes())
            .collect();
        for step in 0.. {
            let kit = Kit::new();
            let faults = Arc::new(FailFrom(AtomicU32::new(step)));
            let project = kit.project("shop");
            let archive = Archive::open_with_faults(kit.options(), &project, session("s1"), faults)
                .expect("opening touches nothing");
            let policy = PrunePolicy {
                observation_bytes: 2048,
                max_tool_output: 4 << 20,
                ..PrunePolicy::default()
            };
            // Something to sort, so that it is shortened though it is below the cap.
            let bytes = [&bytes[..], b"error: it broke\n"].concat();
            let chunks: Vec<&[u8]> = bytes.chunks(512 << 10).collect();
            let ingested = ingest_with(&archive, &policy, Keep::Always, false, &chunks);
            if ingested.not_stored.is_none() {
                assert_eq!(recalled(&archive, &ingested), Some(bytes));
                break;
            }
            failed += 1;
            assert!(ingested.id().is_none() && !ingested.text.contains("ibid recall"));
            // Where even taking back fails, what was begun may stand; its id was told to nobody,
            // and it is whole.
            for entry in archive.list().expect("readable") {
                let health = archive.verify(&entry.record.id, Scope::Project);
                assert_eq!(health, Health::Whole, "step {step}");
            }
            // A spool that failed holds the start and the end in memory; the rest is counted.
            if bytes.len() < 1 << 20 {
                let text = String::from_utf8_lossy(&bytes);
                assert!(ingested.text.contains(text.trim_end()), "step {step}");
            }
        }
    }
    assert!(failed > 10, "{failed} steps");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn an_id_has_its_original_and_the_text_is_within_bounds(
        lines in prop::collection::vec(
            prop_oneof![
                "[a-z ]{0,40}",
                Just("error: it broke".to_owned()),
                "src/[a-z]{1,8}\\.c:[1-9][0-9]?:[1-9]: warning: [a-z]{1,9}",
                "\\PC{0,20}",
                Just("\u{1b}[31mred\u{1b}[0m\r10%\r20%".to_owned()),
            ],
            0..300,
        ),
        ends in any::<bool>(),
        budget in 300usize..4000,
    ) {
        let mut bytes = lines.join("\n").into_bytes();
        if ends {
            bytes.push(b'\n');
        }
        let kit = Kit::new();
        let archive = kit.archive();
        let ingested = ingest(&archive, &policy(budget), &bytes);
        if let Some(kept) = recalled(&archive, &ingested) {
            prop_assert_eq!(kept, bytes.clone());
        } else {
            prop_assert!(!ingested.plan.lossy);
        }
        let counts = ingested.plan.counts;
        prop_assert_eq!(counts.total, counts.shown + counts.folded + counts.dropped);
        prop_assert!(ingested.plan.starved || ingested.text.len() <= 2 * budget + 16);
    }
}
