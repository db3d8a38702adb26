//! A kill, or a failure, at any step of storing leaves either nothing visible or the whole.

mod archive_kit;

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use archive_kit::{Kit, session};
use ibid_engine::archive::{
    Archive, ArchiveError, Faults, Health, LookupError, Meta, Op, Retention, Scope,
};
use ibid_model::{Bytes, RecallId};

/// Lets `steps` changes through; the next one fails with `error`, and all later ones do too when
/// the process is `dead` from there on.
struct FailAt {
    steps: usize,
    seen: AtomicUsize,
    error: io::ErrorKind,
    dead: bool,
}

impl Faults for FailAt {
    fn before(&self, _: Op, _: &Path) -> io::Result<()> {
        let n = self.seen.fetch_add(1, Ordering::SeqCst);
        match n == self.steps || (self.dead && n > self.steps) {
            true => Err(match self.error {
                io::ErrorKind::StorageFull => io::Error::from_raw_os_error(28),
                kind => kind.into(),
            }),
            false => Ok(()),
        }
    }
}

fn fail_at(steps: usize, error: io::ErrorKind, dead: bool) -> Arc<FailAt> {
    Arc::new(FailAt {
        steps,
        seen: AtomicUsize::new(0),
        error,
        dead,
    })
}

fn faulty(kit: &Kit, max: u64, faults: Arc<FailAt>) -> Archive {
    let options = ibid_engine::archive::Options {
        max_output: Bytes(max),
        ..kit.options()
    };
    Archive::open_with_faults(options, &kit.project("shop"), session("s1"), faults)
        .expect("a store")
}

/// Outputs in memory, in a file, and put together from two.
fn outputs() -> Vec<(Vec<u8>, u64)> {
    let text: Vec<u8> = (0..250_000)
        .flat_map(|n| format!("{n:010}\n").into_bytes())
        .collect();
    vec![
        (b"small\n".to_vec(), 1 << 28),
        (text[..1_500_000].to_vec(), 1 << 28),
        (text, 1_200_000),
    ]
}

fn store(archive: &Archive, bytes: &[u8], id: &RecallId) -> Result<(), ArchiveError> {
    let mut spool = archive.spool();
    bytes.chunks(100_000).for_each(|chunk| spool.append(chunk));
    let kept = spool.commit(
        id,
        Meta {
            command: Some("cargo test".into()),
            ..Meta::default()
        },
    );
    kept.map(|_| ())
}

#[test]
fn a_kill_at_any_step_leaves_nothing_or_the_whole() {
    for (bytes, max) in outputs() {
        let mut outcomes = HashSet::new();
        for steps in 0.. {
            let kit = Kit::new();
            let faults = fail_at(steps, io::ErrorKind::Other, true);
            let id = kit.archive().new_id().expect("an id");
            let told = store(&faulty(&kit, max, faults.clone()), &bytes, &id).is_ok();
            let again = kit.archive();
            let listed = again.list().expect("listed");
            match listed.len() {
                0 => {
                    let shown = again.show(&id, Scope::Project);
                    assert!(
                        matches!(
                            shown,
                            Err(LookupError::Unknown { .. } | LookupError::Missing { .. })
                        ),
                        "step {steps}: {shown:?}"
                    );
                    assert!(!told, "step {steps}: told of an output that is not there");
                }
                _ => assert_eq!(
                    again.verify(&id, Scope::Project),
                    Health::Whole,
                    "step {steps}"
                ),
            }
            outcomes.insert((told, listed.len()));
            // What the kill left is no hindrance: the next one is stored as ever.
            let next = again.new_id().expect("an id");
            store(&again, b"next\n", &next).expect("stored");
            assert_eq!(again.list().expect("listed").len(), listed.len() + 1);
            if told && faults.seen.load(Ordering::SeqCst) <= steps {
                assert!(steps > 12, "only {steps} steps were seen");
                break;
            }
        }
        assert!(outcomes.contains(&(false, 0)) && outcomes.contains(&(true, 1)));
    }
}

/// The same with a process that lives on: the caller gets the reason, the output can still be
/// shown, and nothing of it stays in the store.
#[test]
fn a_failure_at_any_step_is_told_and_leaves_nothing() {
    for (bytes, max) in outputs() {
        for steps in 0.. {
            let kit = Kit::new();
            let faults = fail_at(steps, io::ErrorKind::StorageFull, false);
            let archive = faulty(&kit, max, faults.clone());
            let id = archive.new_id().expect("an id");
            let mut spool = archive.spool();
            bytes.chunks(100_000).for_each(|chunk| spool.append(chunk));
            let result = spool.commit(&id, Meta::default());
            let mut shown = Vec::new();
            spool.each_kept(&mut |piece| shown.extend_from_slice(piece));
            let mut expected = bytes.clone();
            if let Some(gap) = spool.missing() {
                expected.drain(gap.start as usize..gap.end as usize);
            }
            assert!(shown == expected, "step {steps}: what is kept changed");
            assert!(
                shown.len() as u64 >= max.min(bytes.len() as u64).min(900_000),
                "step {steps}"
            );
            drop(spool);
            match result {
                Ok(_) if faults.seen.load(Ordering::SeqCst) <= steps => break,
                // Clearing up after the last step may fail without harm.
                Ok(_) => {}
                Err(error) => {
                    assert!(
                        matches!(error, ArchiveError::Full { .. }),
                        "step {steps}: {error}"
                    );
                    assert_eq!(
                        kit.files(),
                        Vec::<std::path::PathBuf>::new(),
                        "step {steps}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_kill_at_any_step_of_removing_leaves_it_there_or_deleted() {
    for steps in 0.. {
        let kit = Kit::new();
        let archive = kit.archive();
        let id = archive.new_id().expect("an id");
        store(&archive, b"to be removed\n", &id).expect("stored");
        let faults = fail_at(steps, io::ErrorKind::Other, true);
        let done = faulty(&kit, 1 << 20, faults.clone()).rm(std::slice::from_ref(&id));
        let again = kit.archive();
        match again.show(&id, Scope::Project) {
            Ok(_) => {
                assert_eq!(
                    again.verify(&id, Scope::Project),
                    Health::Whole,
                    "step {steps}"
                );
                assert_eq!(again.list().expect("listed").len(), 1);
                assert!(done.is_err());
            }
            Err(LookupError::Deleted { .. }) => {
                assert!(again.list().expect("listed").is_empty(), "step {steps}");
                again.gc(&Retention::default()).expect("cleared");
                let name = format!("{id}.txt");
                assert!(
                    !kit.files().iter().any(|path| path.ends_with(&name)),
                    "step {steps}"
                );
            }
            other => panic!("step {steps}: {other:?}"),
        }
        if done.is_ok() && faults.seen.load(Ordering::SeqCst) <= steps {
            assert!(steps > 5, "only {steps} steps were seen");
            break;
        }
    }
}

#[test]
fn every_reason_has_its_own_error() {
    type Fits = fn(&ArchiveError) -> bool;
    let cases: &[(i32, Fits)] = &[
        (28, |e| matches!(e, ArchiveError::Full { .. })),
        (122, |e| matches!(e, ArchiveError::Full { .. })),
        (30, |e| matches!(e, ArchiveError::ReadOnly { .. })),
        (13, |e| matches!(e, ArchiveError::Denied { .. })),
        (1, |e| matches!(e, ArchiveError::Denied { .. })),
        (5, |e| matches!(e, ArchiveError::Io { .. })),
    ];
    struct Errno(i32);
    impl Faults for Errno {
        fn before(&self, _: Op, _: &Path) -> io::Result<()> {
            Err(io::Error::from_raw_os_error(self.0))
        }
    }
    for (errno, fits) in cases {
        let kit = Kit::new();
        let faults = Arc::new(Errno(*errno));
        let project = kit.project("shop");
        let archive = Archive::open_with_faults(kit.options(), &project, session("s1"), faults);
        let archive = archive.expect("a store");
        let id = archive.new_id().expect("an id");
        let error = store(&archive, b"text\n", &id).expect_err("refused");
        assert!(fits(&error), "{errno}: {error:?}");
        let text = error.to_string();
        assert!(
            text.contains(&*kit.data().to_string_lossy()) && !text.contains('\n'),
            "{text}"
        );
    }
}
