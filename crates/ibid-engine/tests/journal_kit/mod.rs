//! Sessions of its own for each test.
#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ibid_engine::archive::{Archive, Faults, Op, Options};
use ibid_engine::journal::{Extent, Journal, Loaded, Origin, Reader, Sessions};
use ibid_engine::project::Project;
use ibid_model::{
    Body, Entry, Image, ImageSource, Message, MessageEntry, Note, Origin as From, Part, Role,
    SessionId,
};

/// A data directory and a project beside it, removed at the end.
pub(crate) struct Kit {
    pub(crate) dir: tempfile::TempDir,
}

impl Kit {
    pub(crate) fn new() -> Self {
        Self::at(tempfile::tempdir().expect("a directory for the test"))
    }

    /// Where syncing costs nothing, if there is such a place: for tests of thousands of steps.
    pub(crate) fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        match tempfile::tempdir_in(memory) {
            Ok(dir) if memory.is_dir() => Self::at(dir),
            _ => Self::new(),
        }
    }

    fn at(dir: tempfile::TempDir) -> Self {
        fs::create_dir(dir.path().join("shop")).expect("a project");
        Self { dir }
    }

    pub(crate) fn archive(&self) -> Archive {
        open_archive(self.dir.path(), None)
    }

    pub(crate) fn sessions(&self) -> Sessions {
        Sessions::of(&self.archive())
    }

    pub(crate) fn faulty(&self, faults: Arc<dyn Faults>) -> Sessions {
        Sessions::of(&open_archive(self.dir.path(), Some(faults)))
    }

    /// The directory that the logs are in.
    pub(crate) fn place(&self) -> PathBuf {
        let key = project(self.dir.path()).key;
        let projects = self.dir.path().join("data/projects");
        projects.join(key.as_str()).join("sessions")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.place().join("s1.jsonl")
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        fs::read(self.log()).expect("the log")
    }

    pub(crate) fn create(&self) -> Journal {
        Journal::create(&self.sessions(), &session("s1"), Origin::default()).expect("a new log")
    }

    pub(crate) fn open(&self) -> (Journal, Loaded) {
        Journal::open(&self.sessions(), &session("s1"), Extent::All).expect("the log opens")
    }

    pub(crate) fn load(&self) -> Loaded {
        let stored = self.sessions().read(&session("s1")).expect("the log");
        stored.load(Extent::All).expect("the log loads")
    }
}

fn project(dir: &Path) -> Project {
    Project::find(&dir.join("shop")).expect("a project")
}

/// The archive of the kit in `dir`, which another process may have made.
pub(crate) fn open_archive(dir: &Path, faults: Option<Arc<dyn Faults>>) -> Archive {
    let options = Options::new(dir.join("data"));
    let (project, daily) = (project(dir), session("daily"));
    let archive = match faults {
        None => Archive::open(options, &project, daily),
        Some(faults) => Archive::open_with_faults(options, &project, daily, faults),
    };
    archive.expect("a store")
}

pub(crate) fn session(name: &str) -> SessionId {
    SessionId::parse(name).expect("a session's name")
}

pub(crate) fn note(text: impl Into<String>) -> Body {
    Body::Note(Note { text: text.into() })
}

pub(crate) fn message(message: Message) -> Body {
    Body::Message(MessageEntry {
        message: Arc::new(message),
        call: None,
    })
}

pub(crate) fn typed(text: impl Into<String>) -> Body {
    message(Message::text(Role::User, From::Typed, text))
}

pub(crate) fn image(base64: impl Into<String>) -> Part {
    Part::Image(Image {
        media_type: "image/png".to_owned(),
        source: ImageSource::Base64(base64.into()),
        width: None,
        height: None,
        extra: None,
    })
}

/// The texts of the notes among `entries`.
pub(crate) fn notes(entries: &[Entry]) -> Vec<&str> {
    let notes = entries.iter().filter_map(|entry| match &entry.body {
        Body::Note(note) => Some(note.text.as_str()),
        _ => None,
    });
    notes.collect()
}

/// What reading `bytes` gives.
pub(crate) fn read(bytes: &[u8]) -> Loaded {
    let mut reader = Reader::new(Cursor::new(bytes));
    let mut entries = Vec::new();
    while let Some(entry) = reader.next_entry().expect("memory can be read") {
        entries.push(entry);
    }
    let report = reader.finish();
    Loaded { entries, report }
}

/// A process that is killed after so many steps, where every byte of a write is a step.
pub(crate) struct Kill {
    steps: u64,
    done: AtomicU64,
}

impl Kill {
    pub(crate) fn after(steps: u64) -> Arc<Self> {
        let done = AtomicU64::new(0);
        Arc::new(Self { steps, done })
    }

    /// Steps that were done or begun.
    pub(crate) fn done(&self) -> u64 {
        self.done.load(Ordering::SeqCst)
    }
}

impl Faults for Kill {
    fn before(&self, _: Op, _: &Path) -> io::Result<()> {
        match self.done.fetch_add(1, Ordering::SeqCst) < self.steps {
            true => Ok(()),
            false => Err(io::Error::other("killed")),
        }
    }

    fn cut(&self, _: &Path, len: usize) -> Option<usize> {
        let done = self.done.fetch_add(len as u64, Ordering::SeqCst);
        let left = self.steps.saturating_sub(done);
        (left < len as u64).then_some(left as usize)
    }
}
