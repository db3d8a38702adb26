//! Many writers at once: threads and processes, in one session.

mod archive_kit;

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use archive_kit::{Kit, put, session};
use ibid_engine::archive::{Archive, Health, Options, Scope};
use ibid_engine::project::Project;
use ibid_model::Bytes;

#[test]
fn writers_do_not_hinder_each_other() {
    for quota in [0, 1 << 30] {
        let kit = Kit::new();
        let archive = kit.archive_with(Options {
            quota: Bytes(quota),
            ..kit.options()
        });
        thread::scope(|scope| {
            for writer in 0..8u8 {
                let archive = &archive;
                scope.spawn(move || (0..10).for_each(|_| drop(put(archive, &[writer; 1000]))));
            }
        });
        let entries = archive.list().expect("listed");
        let ids: HashSet<_> = entries
            .iter()
            .map(|entry| entry.record.id.clone())
            .collect();
        assert_eq!(ids.len(), 80);
        assert!(
            ids.iter()
                .all(|id| archive.verify(id, Scope::Project) == Health::Whole)
        );
    }
}

/// Two writers that together would exceed the quota: one is refused.
#[test]
fn the_quota_holds_for_writers_at_once() {
    let kit = Kit::new();
    let archive = kit.archive_with(Options {
        quota: Bytes(100_000),
        ..kit.options()
    });
    let stored = thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|_| {
                let archive = &archive;
                scope.spawn(move || {
                    let mut spool = archive.spool();
                    spool.append(&[b'x'; 30_000]);
                    let id = archive.new_id().expect("an id");
                    spool.commit(&id, Default::default()).is_ok()
                })
            })
            .collect();
        writers
            .into_iter()
            .filter_map(|writer| writer.join().ok())
            .filter(|stored| *stored)
            .count()
    });
    assert_eq!(stored, 3);
}

/// A process that stores one output after the other, each id on a line once it is stored, is
/// killed at some moment. What it told is there; what is listed is whole.
#[test]
fn a_killed_process_keeps_its_word() {
    if let Some(dir) = std::env::var_os("ARCHIVE_TEST_DIR") {
        let project = Project::find(&Path::new(&dir).join("shop")).expect("a project");
        let options = Options::new(Path::new(&dir).join("data"));
        let archive = Archive::open(options, &project, session("s1")).expect("a store");
        loop {
            println!("id {}", put(&archive, &vec![b'x'; 1_200_000]).id());
        }
    }
    let kit = Kit::new();
    let mut told = 0;
    for wait in [30, 47, 64, 81, 98, 115] {
        let test = std::env::current_exe().expect("this test");
        let mut child = Command::new(test);
        child.args(["a_killed_process_keeps_its_word", "--nocapture"]);
        child
            .env("ARCHIVE_TEST_DIR", kit.dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = child.spawn().expect("started");
        thread::sleep(Duration::from_millis(wait));
        child.kill().expect("killed");
        let output = child.wait_with_output().expect("ended");
        let archive = kit.archive();
        for line in String::from_utf8_lossy(&output.stdout).split_inclusive('\n') {
            let Some(id) = line
                .strip_suffix('\n')
                .and_then(|line| line.split("id ").nth(1))
            else {
                continue;
            };
            let id = Archive::parse_id(id).expect("an id");
            assert_eq!(archive.verify(&id, Scope::Project), Health::Whole);
            told += 1;
        }
        for entry in archive.list().expect("listed") {
            assert_eq!(
                archive.verify(&entry.record.id, Scope::Project),
                Health::Whole
            );
        }
    }
    println!("{told} outputs were told of");
}
