//! A store of its own for each test.
#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};

use ibid_engine::archive::{Archive, ArchiveRef, Meta, Options};
use ibid_engine::project::Project;
use ibid_model::{Bytes, RecallId, SessionId};

/// A data directory and a project beside it, removed at the end.
pub(crate) struct Kit {
    pub(crate) dir: tempfile::TempDir,
}

impl Kit {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory for the test");
        fs::create_dir(dir.path().join("shop")).expect("a project");
        Self { dir }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    pub(crate) fn options(&self) -> Options {
        Options::new(self.data())
    }

    /// The project in the directory `name`, made when it is not there.
    pub(crate) fn project(&self, name: &str) -> Project {
        let path = self.dir.path().join(name);
        fs::create_dir_all(&path).expect("a project");
        Project::find(&path).expect("a project")
    }

    pub(crate) fn archive(&self) -> Archive {
        self.archive_with(self.options())
    }

    pub(crate) fn archive_with(&self, options: Options) -> Archive {
        Archive::open(options, &self.project("shop"), session("s1")).expect("a store")
    }

    /// A store that keeps no more than `max` bytes of an output.
    pub(crate) fn small(&self, max: u64) -> Archive {
        self.archive_with(Options {
            max_output: Bytes(max),
            ..self.options()
        })
    }

    /// Every file below the data directory.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        walk(&self.data(), &mut found);
        found
    }

    /// Whether any file below the data directory holds `bytes`.
    pub(crate) fn holds(&self, bytes: &[u8]) -> bool {
        self.files().iter().any(|path| {
            let content = fs::read(path).unwrap_or_default();
            content.windows(bytes.len()).any(|window| window == bytes)
        })
    }
}

fn walk(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => walk(&path, found),
            false => found.push(path),
        }
    }
}

pub(crate) fn session(name: &str) -> SessionId {
    SessionId::parse(name).expect("a session's name")
}

pub(crate) fn id(text: &str) -> RecallId {
    RecallId::parse(text).expect("a recall id")
}

/// Stores `bytes` and says under which id.
pub(crate) fn put(archive: &Archive, bytes: &[u8]) -> ArchiveRef {
    put_chunks(archive, &[bytes], Meta::default())
}

pub(crate) fn put_chunks(archive: &Archive, chunks: &[&[u8]], meta: Meta) -> ArchiveRef {
    let mut spool = archive.spool();
    for chunk in chunks {
        spool.append(chunk);
    }
    let id = archive.new_id().expect("an id");
    spool.commit(&id, meta).expect("stored")
}
