//! Nothing is deleted unless asked, and what was deleted is known as deleted.

mod archive_kit;

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use archive_kit::{Kit, id, put, put_chunks, session};
use ibid_engine::archive::{
    Archive, ArchiveError, Health, LookupError, Meta, Options, Retention, Scope, daily_session,
};
use ibid_model::Bytes;
use jiff::{SignedDuration, Timestamp};

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

/// T1-11: days and restarts change nothing; deleting does, and is told apart from never.
#[test]
fn an_output_lasts_until_the_user_deletes_it() {
    let kit = Kit::new();
    let when = Some(Timestamp::now() - SignedDuration::from_hours(24 * 400));
    let kept = put_chunks(
        &kit.archive(),
        &[b"result\n"],
        Meta {
            when,
            ..Meta::default()
        },
    );
    let again = kit.archive();
    assert_eq!(again.verify(kept.id(), Scope::Project), Health::Whole);
    let report = again.gc(&Retention::default()).expect("nothing asked for");
    assert_eq!(report, ibid_engine::archive::GcReport::default());
    assert_eq!(again.verify(kept.id(), Scope::Project), Health::Whole);
    again.rm(&[kept.id().clone()]).expect("removed");
    for archive in [again, kit.archive()] {
        let deleted = archive
            .show(kept.id(), Scope::Project)
            .expect_err("deleted");
        assert!(matches!(deleted, LookupError::Deleted { .. }), "{deleted}");
        assert!(
            deleted.to_string().contains(" was deleted on 20"),
            "{deleted}"
        );
        let never = archive
            .show(&id("neverwas"), Scope::Project)
            .expect_err("unknown");
        assert!(matches!(never, LookupError::Unknown { .. }), "{never}");
        assert!(archive.list().expect("listed").is_empty());
    }
    assert!(!kit.holds(b"result\n"));
    // Its id is not given again.
    let mut spool = kit.archive().spool();
    spool.append(b"x");
    let taken = spool.commit(kept.id(), Meta::default()).expect_err("taken");
    assert!(matches!(taken, ArchiveError::Exists { .. }));
}

#[test]
fn listings_are_newest_first_and_tell_what_is_needed() {
    let kit = Kit::new();
    let archive = kit.archive();
    let meta = |when: &str, command: &str| Meta {
        when: Some(at(when)),
        command: Some(command.to_owned()),
        exit: Some(101),
        cwd: Some("/w".to_owned()),
        ..Meta::default()
    };
    put_chunks(
        &archive,
        &[b"a\n"],
        meta("2026-01-02T03:04:05Z", "cargo test"),
    );
    put_chunks(
        &archive,
        &[b"a\nb\n"],
        meta("2026-01-03T03:04:05.678912Z", "cargo build"),
    );
    let other = Archive::open(kit.options(), &kit.project("shop"), session("s2")).expect("a store");
    put_chunks(&other, &[b""], meta("2026-01-01T00:00:00Z", "true"));
    let rows: Vec<String> = archive
        .list()
        .expect("listed")
        .iter()
        .map(|entry| {
            let r = &entry.record;
            format!(
                "{} {} {} {} {:?} {}",
                r.when,
                r.command.as_deref().unwrap_or(""),
                r.lines,
                r.bytes,
                r.exit,
                r.session
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "2026-01-03T03:04:05.679Z cargo build 2 lines 4 bytes Some(101) s1",
            "2026-01-02T03:04:05Z cargo test 1 line 2 bytes Some(101) s1",
            "2026-01-01T00:00:00Z true 0 lines 0 bytes Some(101) s2",
        ]
    );
}

#[test]
fn gc_deletes_what_was_asked_for_and_no_more() {
    let kit = Kit::new();
    let archive = kit.archive();
    let days = [
        "2026-01-01T00:00:00Z",
        "2026-01-02T00:00:00Z",
        "2026-01-03T00:00:00Z",
    ];
    let ids: Vec<_> = days
        .iter()
        .map(|day| {
            let meta = Meta {
                when: Some(at(day)),
                ..Meta::default()
            };
            put_chunks(&archive, &[&[b'x'; 100]], meta).id().clone()
        })
        .collect();
    let other =
        Archive::open(kit.options(), &kit.project("other"), session("s1")).expect("a store");
    let meta = Meta {
        when: Some(at(days[0])),
        ..Meta::default()
    };
    let elsewhere = put_chunks(&other, &[b"x"], meta);
    let cases = [
        (None, None, 0),
        (Some(at(days[0])), None, 0),
        (Some(at("2026-01-01T00:00:01Z")), None, 1),
        (None, Some(Bytes(300)), 0),
        (None, Some(Bytes(299)), 1),
        (None, Some(Bytes(100)), 2),
        (None, Some(Bytes(0)), 3),
        (Some(at(days[2])), Some(Bytes(250)), 2),
    ];
    for (older_than, max_bytes, expected) in cases {
        let keep = Retention {
            older_than,
            max_bytes,
        };
        let found = archive.gc_candidates(&keep).expect("listed");
        let found: Vec<_> = found.iter().map(|entry| entry.record.id.clone()).collect();
        assert_eq!(found, ids[..expected], "{keep:?}");
    }
    let keep = Retention {
        older_than: Some(at(days[1])),
        max_bytes: None,
    };
    let report = archive.gc(&keep).expect("deleted");
    assert_eq!(
        (report.deleted, report.bytes),
        (ids[..1].to_vec(), Bytes(100))
    );
    assert_eq!(archive.list().expect("listed").len(), 2);
    assert_eq!(other.verify(elsewhere.id(), Scope::Project), Health::Whole);
}

#[test]
fn gc_clears_what_was_left_over_and_not_what_is_in_use() {
    let kit = Kit::new();
    let archive = kit.archive();
    let kept = put(&archive, b"kept\n");
    let dir = kept.path.parent().expect("a directory");
    let mut in_use = archive.spool();
    in_use.append(&vec![b'x'; 2 << 20]);
    let left = [
        ".spool-0011.tmp",
        ".zzz.json.0011.tmp",
        "zzz.txt",
        "lost.txt",
    ];
    left.iter()
        .for_each(|name| fs::write(dir.join(name), "left").expect("written"));
    fs::write(
        kit.data()
            .join("ids")
            .join(&kept.id().as_str()[..2])
            .join(".q.0011.tmp"),
        "left",
    )
    .expect("written");
    assert_eq!(archive.list().expect("listed").len(), 1);
    let clear = || {
        archive
            .gc(&Retention::default())
            .expect("cleared")
            .left_over
    };
    assert_eq!(clear(), 0, "what is new may be in work");
    let old = SystemTime::now() - Duration::from_secs(3 * 60 * 60);
    for path in kit.files() {
        File::options()
            .write(true)
            .open(path)
            .expect("opened")
            .set_modified(old)
            .expect("aged");
    }
    assert_eq!(clear(), 4);
    assert_eq!(clear(), 0);
    // Bytes whose record is lost may be an original that someone was told of.
    assert!(dir.join("lost.txt").exists() && !dir.join("zzz.txt").exists());
    assert_eq!(archive.verify(kept.id(), Scope::Project), Health::Whole);
    let id = archive.new_id().expect("an id");
    in_use.commit(&id, Meta::default()).expect("still there");
    assert_eq!(archive.verify(&id, Scope::Project), Health::Whole);
}

#[test]
fn the_quota_is_told_and_nothing_is_deleted_for_it() {
    let kit = Kit::new();
    let open = |quota| {
        kit.archive_with(Options {
            quota: Bytes(quota),
            ..kit.options()
        })
    };
    let first = put(&open(1 << 20), &[b'x'; 4000]);
    for (size, quota, fits) in [
        (4000, 6000, false),
        (100, 6000, true),
        (3 << 20, 1 << 20, false),
        (3 << 20, 8 << 20, true),
    ] {
        let archive = open(quota);
        let mut spool = archive.spool();
        vec![b'y'; size]
            .chunks(50_000)
            .for_each(|chunk| spool.append(chunk));
        let id = archive.new_id().expect("an id");
        match spool.commit(&id, Meta::default()) {
            Ok(_) => assert!(fits, "{size} with {quota}"),
            Err(ArchiveError::Quota {
                quota: told,
                used,
                needed,
            }) => {
                assert!(
                    !fits && told.0 == quota && used.0 + needed.0 > quota,
                    "{size} with {quota}"
                );
                assert!(
                    spool.kept().0 as usize >= size.min(1 << 20),
                    "it can still be shown"
                );
            }
            Err(error) => panic!("{size} with {quota}: {error}"),
        }
        drop(spool);
        let held: u64 = kit
            .files()
            .iter()
            .map(|path| fs::metadata(path).expect("there").len())
            .sum();
        assert!(held <= quota, "{held} bytes with {quota}");
        assert_eq!(archive.verify(first.id(), Scope::Project), Health::Whole);
    }
}

#[test]
fn a_format_of_a_newer_ibid_is_not_read() {
    let kit = Kit::new();
    let kept = put(&kit.archive(), b"x");
    let record = kept.path.with_extension("json");
    let json = fs::read_to_string(&record).expect("read");
    fs::write(&record, json.replace("\"version\":1", "\"version\":2")).expect("written");
    let error = kit
        .archive()
        .show(kept.id(), Scope::Project)
        .expect_err("newer");
    assert!(
        matches!(
            error,
            LookupError::Archive(ArchiveError::Newer { version: 2, .. })
        ),
        "{error}"
    );
    // A field that it does not know is passed over.
    fs::write(
        &record,
        json.replace("\"version\":1", "\"version\":1,\"later\":[1]"),
    )
    .expect("written");
    assert_eq!(
        kit.archive()
            .show(kept.id(), Scope::Project)
            .expect("read")
            .0,
        kept.record
    );
}

#[test]
fn outputs_without_a_session_go_to_the_day() {
    assert_eq!(
        daily_session(at("2026-01-02T23:59:59Z")).as_str(),
        "shell-20260102"
    );
}

#[test]
fn near_misses_of_an_id_name_it() {
    let kit = Kit::new();
    let archive = kit.archive();
    let right = put(&archive, b"x").id().to_string();
    (0..5).for_each(|_| drop(put(&archive, b"y")));
    let swapped = format!("{}{}", &right[1..], &right[..1]);
    for wrong in [&right[..18], &right[1..], &swapped] {
        match archive.show(&id(wrong), Scope::Project) {
            Err(LookupError::Unknown { nearest, .. }) => {
                assert_eq!(
                    (nearest.len(), nearest[0].as_str()),
                    (3, right.as_str()),
                    "{wrong}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
