//! What leaked is purged from everything that is kept, whole or not at all, and never half.

mod archive_kit;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use archive_kit::{Kit, id, put, put_chunks, session};
use ibid_engine::archive::{
    Archive, Faults, FileSeen, Health, Meta, Op, Options, PurgeReport, Retention, Scope, Stream,
};
use ibid_engine::redact;
use ibid_model::Bytes;

const SECRET: &str = "tok_9f8e7d6c5b4a";

fn purge(archive: &Archive) -> PurgeReport {
    let pattern = redact::compile("tok_[0-9a-f]{12}").expect("a pattern");
    let would = archive.purge_candidates(&pattern).expect("looked");
    let report = archive.purge(&pattern).expect("purged");
    assert_eq!(would.hits, report.hits, "what is told is what is done");
    report
}

fn wide(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn whatever_holds_it_is_purged_and_stays_whole() {
    let long = format!(
        "{}{SECRET} and {SECRET}\n{}",
        "row\n".repeat(500_000),
        "row\n".repeat(500_000)
    );
    // (bytes, places, bytes after)
    let cases: Vec<(Vec<u8>, u64, Option<Vec<u8>>)> = vec![
        (
            b"nothing here\n".to_vec(),
            0,
            Some(b"nothing here\n".to_vec()),
        ),
        (
            format!("a {SECRET} b {SECRET}\n").into_bytes(),
            2,
            Some(b"a [redacted:pattern:1] b [redacted:pattern:1]\n".to_vec()),
        ),
        (
            format!("\u{1b}[1m{}\u{1b}[0m{}\n", &SECRET[..7], &SECRET[7..]).into_bytes(),
            1,
            Some(b"\x1b[1m[redacted:pattern:1]\n".to_vec()),
        ),
        (
            format!("\u{1b}]8;;http://x/?{SECRET}\u{7}link\n").into_bytes(),
            1,
            Some(b"\x1b]8;;http://x/?[redacted:pattern:1]\x07link\n".to_vec()),
        ),
        (
            wide(&format!("k: {SECRET}\r\nend")),
            1,
            Some(wide("k: [redacted:pattern:1]\r\nend")),
        ),
        (
            [&b"\xff\0\xfe"[..], SECRET.as_bytes(), b"\0"].concat(),
            1,
            None,
        ),
        (
            long.clone().into_bytes(),
            2,
            Some(long.replace(SECRET, "[redacted:pattern:1]").into_bytes()),
        ),
    ];
    for (bytes, places, after) in cases {
        let kit = Kit::new();
        let archive = kit.archive();
        let kept = put(&archive, &bytes);
        let report = purge(&archive);
        let found: u64 = report.places();
        assert_eq!(
            (found, report.failed.len()),
            (places, 0),
            "{:?}",
            kept.record
        );
        assert!(!kit.holds(SECRET.as_bytes()) && !kit.holds(&SECRET.as_bytes()[..8]));
        let now = fs::read(&kept.path).expect("read");
        assert!(after.is_none_or(|after| after == now), "{:?}", kept.record);
        assert_eq!(archive.verify(kept.id(), Scope::Project), Health::Whole);
        let (record, _) = archive.show(kept.id(), Scope::Project).expect("there");
        assert_eq!(record.lines, kept.record.lines);
        assert_eq!(record.bytes.0, now.len() as u64);
        let noted: Vec<u64> = record.purged.iter().map(|purged| purged.places).collect();
        assert_eq!(noted, if places == 0 { vec![] } else { vec![places] });
        // Once it is gone there is nothing to do again.
        assert_eq!(purge(&archive), PurgeReport::default());
    }
}

#[test]
fn the_record_is_purged_and_its_places_follow_the_bytes() {
    let kit = Kit::new();
    let archive = kit.small(4096);
    let mut spool = archive.spool();
    let lines: String = (0..400).map(|n| format!("{n} {SECRET}\n")).collect();
    for (n, line) in lines.split_inclusive('\n').enumerate() {
        let stream = if n % 3 == 0 {
            Stream::Stderr
        } else {
            Stream::Stdout
        };
        spool.append_from(stream, line.as_bytes());
    }
    let meta = Meta {
        command: Some(format!("curl -H {SECRET} x")),
        cwd: Some(format!("/tmp/{SECRET}")),
        files: vec![FileSeen {
            path: format!("{SECRET}.txt"),
            blob: "0".repeat(40),
        }],
        ..Meta::default()
    };
    let kept = spool
        .commit(&archive.new_id().expect("an id"), meta)
        .expect("stored");
    let old = fs::read_to_string(&kept.path).expect("read");
    let report = purge(&archive);
    let in_bytes = old.matches(SECRET).count() as u64;
    assert_eq!(report.places(), in_bytes + 3);
    assert!(!kit.holds(SECRET.as_bytes()));
    let (record, _) = archive.show(kept.id(), Scope::Project).expect("there");
    assert_eq!(
        record.command.as_deref(),
        Some("curl -H [redacted:pattern:1] x")
    );
    assert_eq!(record.files[0].path, "[redacted:pattern:1].txt");
    assert_eq!(archive.verify(kept.id(), Scope::Project), Health::Whole);
    assert_eq!(record.lines, kept.record.lines);
    let (before, now) = (
        kept.record.missing.expect("a gap"),
        record.missing.expect("a gap"),
    );
    assert_eq!(
        (now.after, now.newlines, now.joined),
        (before.after, before.newlines, before.joined)
    );
    assert_eq!(now.range.len(), before.range.len());
    // Every run begins at the same line as before.
    let new = fs::read_to_string(&kept.path).expect("read");
    let line = |text: &str, at: u64| text[..at as usize].matches('\n').count();
    let starts = |text: &str, record: &ibid_engine::archive::Record| -> Vec<usize> {
        let streams = record.streams.as_ref().expect("streams");
        streams
            .runs
            .iter()
            .map(|run| line(text, run.from))
            .collect()
    };
    assert_eq!(starts(&new, &record), starts(&old, &kept.record));
    assert_eq!(record.streams.expect("streams").until, new.len() as u64);
    assert_eq!(record.bytes.0, new.len() as u64 + now.range.len().0);
}

#[test]
fn placeholders_are_unique_in_their_session() {
    let kit = Kit::new();
    let archive = kit.archive_with(Options {
        redact: true,
        ..kit.options()
    });
    let github = ["ghp_", &"z".repeat(36)].concat();
    let first = put(&archive, format!("{github} {SECRET}\n").as_bytes());
    let second = put(&archive, format!("tok_000000000000 {SECRET}\n").as_bytes());
    let other = Archive::open(kit.options(), &kit.project("shop"), session("s2")).expect("a store");
    let third = put(&other, SECRET.as_bytes());
    purge(&archive);
    let texts = [&first, &second, &third].map(|kept| fs::read_to_string(&kept.path).expect("read"));
    assert!(
        !kit.holds(SECRET.as_bytes()),
        "all sessions of the project are purged"
    );
    assert!(
        texts[0].starts_with("[redacted:github-token:1] [redacted:pattern:"),
        "{texts:?}"
    );
    let number = |text: &str| {
        text.trim_end()
            .rsplit_once("[redacted:pattern:")
            .expect("purged")
            .1
            .to_owned()
    };
    assert_eq!(
        number(&texts[0]),
        number(&texts[1]),
        "the same secret, the same number"
    );
    let all: HashSet<&str> = texts[..2]
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect();
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!(texts[2], "[redacted:pattern:1]");
}

#[test]
fn what_is_not_whole_is_purged_and_not_passed_off_as_whole() {
    let kit = Kit::new();
    let archive = kit.archive();
    let damaged = put(&archive, format!("{SECRET} text\n").as_bytes());
    fs::write(&damaged.path, format!("{SECRET} other\n")).expect("damaged");
    let gone = put_chunks(
        &archive,
        &[b"x"],
        Meta {
            command: Some(SECRET.into()),
            ..Meta::default()
        },
    );
    fs::remove_file(&gone.path).expect("removed");
    let broken = put(&archive, SECRET.as_bytes());
    fs::write(broken.path.with_extension("json"), "{").expect("broken");
    let spool = damaged.path.with_file_name(".spool-0123.tmp");
    fs::write(&spool, SECRET).expect("left behind");
    let report = purge(&archive);
    assert_eq!((report.hits.len(), report.left_over), (2, 1));
    let failed: Vec<_> = report.failed.iter().map(|(id, _)| id).collect();
    assert_eq!(failed, [broken.id()], "what cannot be read is told");
    assert!(matches!(
        archive.verify(damaged.id(), Scope::Project),
        Health::Broken(_)
    ));
    let left: Vec<_> = kit
        .files()
        .into_iter()
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(SECRET)))
        .collect();
    assert_eq!(left, [broken.path]);
}

#[test]
fn a_log_is_told_and_another_project_is_left_alone() {
    let kit = Kit::new();
    let archive = kit.archive();
    let kept = put(&archive, b"x");
    let sessions = kept.path.ancestors().nth(2).expect("the sessions");
    fs::write(
        sessions.join("s1.jsonl"),
        format!("{{\"a\":\"{SECRET}\"}}\n"),
    )
    .expect("a log");
    let other =
        Archive::open(kit.options(), &kit.project("other"), session("s1")).expect("a store");
    let theirs = put(&other, SECRET.as_bytes());
    let report = purge(&archive);
    assert_eq!(report.logs, [("s1.jsonl".to_owned(), 1)]);
    assert!(report.hits.is_empty());
    assert_eq!(fs::read_to_string(&theirs.path).expect("read"), SECRET);
}

/// Lets `steps` changes through and none after: a process that was killed there.
struct KilledAt {
    steps: usize,
    seen: AtomicUsize,
}

impl Faults for KilledAt {
    fn before(&self, _: Op, _: &Path) -> io::Result<()> {
        match self.seen.fetch_add(1, Ordering::SeqCst) < self.steps {
            true => Ok(()),
            false => Err(io::ErrorKind::Other.into()),
        }
    }
}

#[test]
fn a_kill_at_any_step_leaves_the_old_or_the_new_and_all_is_purged_later() {
    let mut outcomes = HashSet::new();
    for steps in 0.. {
        let kit = Kit::new();
        let name = id("call_7");
        let text = format!("a {SECRET} b\n");
        let mut spool = kit.archive().spool();
        spool.append(text.as_bytes());
        spool.commit(&name, Meta::default()).expect("stored");
        let faults = Arc::new(KilledAt {
            steps,
            seen: AtomicUsize::new(0),
        });
        let options = Options {
            max_output: Bytes(1 << 20),
            ..kit.options()
        };
        let project = kit.project("shop");
        let killed = Archive::open_with_faults(options, &project, session("s1"), faults.clone());
        let pattern = redact::compile("tok_[0-9a-f]{12}").expect("a pattern");
        let done = killed.expect("a store").purge(&pattern);
        let again = kit.archive();
        assert_eq!(
            again.verify(&name, Scope::Project),
            Health::Whole,
            "step {steps}"
        );
        let (record, path) = again.show(&name, Scope::Project).expect("there");
        let now = fs::read_to_string(&path).expect("read");
        assert_eq!(
            now.contains(SECRET),
            record.purged.is_empty(),
            "step {steps}: {now}"
        );
        assert_eq!(now == text, record.purged.is_empty(), "step {steps}: {now}");
        outcomes.insert(record.purged.is_empty());
        let finished = done.is_ok_and(|report| report.failed.is_empty());
        assert!(!finished || !record.purged.is_empty());
        purge(&again);
        again.gc(&Retention::default()).expect("cleared");
        assert!(
            !kit.holds(SECRET.as_bytes()),
            "step {steps}: {:?}",
            kit.files()
        );
        let (record, _) = again.show(&name, Scope::Project).expect("there");
        assert_eq!(record.purged.len(), 1, "step {steps}");
        if finished && faults.seen.load(Ordering::SeqCst) <= steps {
            assert!(steps > 12, "only {steps} steps were seen");
            break;
        }
    }
    assert_eq!(outcomes.len(), 2, "both the old and the new were seen");
}
