//! An output on its way: taken in chunks with bounded memory, read back for showing, and stored
//! when something of it is to be left out.

mod blob;
mod keep;
mod seam;
mod streams;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use ibid_model::{ByteRange, Bytes, Lines};
use ibid_prune::clean::Encoding;
use ibid_prune::{ByteSpan, Source};

use super::dir::Dir;
use super::error::ArchiveError;
use super::numbers::SessionNumbers;
use super::record::{Stream, Streams};
use super::store::Store;
use crate::redact::Redactor;

use blob::TmpFile;
pub(crate) use blob::read_full;
use keep::{Keep, Place};
use streams::Marks;

/// Takes one output and keeps it within `archive.max_output`: whole, or its first and last halves.
///
/// Up to 1 MiB it stays in memory; a longer one goes to a file of the store that no listing shows
/// and that is gone when the spool is dropped. [`Spool::commit`] makes it an original. Taking
/// never fails: when a file cannot be written, the error is remembered ([`Spool::error`]), what
/// was written stays readable and the end of the output goes on in memory.
///
/// Offsets given to [`Source::read`] are those of the **kept** bytes: when something is missing
/// ([`Spool::missing`]), the bytes after it follow directly on those before it.
#[derive(Debug)]
pub struct Spool {
    pub(super) store: Option<Arc<Store>>,
    keep: Keep,
    marks: Marks,
    redactor: Option<Redactor>,
    /// Bytes taken so far, before redaction.
    given: u64,
    finished: bool,
    error: Option<ArchiveError>,
    read_error: OnceLock<ArchiveError>,
    used: OnceCell<u64>,
}

/// The store as the place of one spool's files.
struct InStore<'a> {
    store: Option<&'a Arc<Store>>,
    /// Bytes that the store held when this spool made its first file.
    used: &'a OnceCell<u64>,
}

impl Place for InStore<'_> {
    fn dir(&self) -> Result<Arc<Dir>, ArchiveError> {
        match self.store {
            Some(store) => store.outputs_dir(),
            None => Err(no_store()),
        }
    }

    fn allows(&self, bytes: u64) -> Result<(), ArchiveError> {
        let store = self.store.ok_or_else(no_store)?;
        if store.quota.0 == 0 {
            return Ok(());
        }
        let used = match self.used.get() {
            Some(used) => *used,
            None => *self.used.get_or_init(|| store.used().unwrap_or(u64::MAX)),
        };
        store.check_quota(Bytes(used), Bytes(bytes))
    }
}

/// The error of a spool that has no store.
pub(super) fn no_store() -> ArchiveError {
    ArchiveError::Io {
        doing: "store",
        path: "the output".into(),
        reason: "it is held in memory only".to_owned(),
    }
}

impl Spool {
    pub(super) fn new(store: Arc<Store>) -> Self {
        let keep = Keep::new(store.max_output.0);
        let redactor = store.redact.then(|| {
            let numbers = SessionNumbers::new(Arc::clone(&store));
            Redactor::new(Box::new(numbers))
        });
        Self::with(Some(store), keep, redactor)
    }

    /// A spool without a store, for when there is none to use: up to 1 MiB of the start and
    /// 512 KiB of the end are held in memory, and it cannot be stored.
    pub fn in_memory() -> Self {
        Self::with(None, Keep::new(u64::MAX / 2), None)
    }

    fn with(store: Option<Arc<Store>>, keep: Keep, redactor: Option<Redactor>) -> Self {
        Self {
            store,
            keep,
            marks: Marks::default(),
            redactor,
            given: 0,
            finished: false,
            error: None,
            read_error: OnceLock::new(),
            used: OnceCell::new(),
        }
    }

    /// Takes the next bytes. After [`Spool::finish`] nothing more is taken.
    pub fn append(&mut self, chunk: &[u8]) {
        self.take(None, chunk);
    }

    /// Takes the next bytes, which came from `stream`.
    pub fn append_from(&mut self, stream: Stream, chunk: &[u8]) {
        self.take(Some(stream), chunk);
    }

    fn take(&mut self, stream: Option<Stream>, chunk: &[u8]) {
        if self.finished {
            return;
        }
        let len = chunk.len() as u64;
        self.marks.given(stream, len);
        let at = self.given;
        self.given += len;
        match self.redactor.take() {
            None => self.pass(at, len, chunk),
            Some(mut redactor) => {
                redactor.feed(chunk, &mut |from, len, bytes| self.pass(from, len, bytes));
                self.redactor = Some(redactor);
            }
        }
    }

    /// Keeps `bytes`, which stand for `len` bytes given from `from` on.
    fn pass(&mut self, from: u64, len: u64, bytes: &[u8]) {
        let place = InStore {
            store: self.store.as_ref(),
            used: &self.used,
        };
        self.marks
            .passed(from, len, self.keep.total(), bytes.len() as u64);
        if let Err(error) = self.keep.append(bytes, &place) {
            self.error.get_or_insert(error);
        }
    }

    /// Ends the output: from here on what is kept stands fixed. Called before reading.
    pub fn finish(&mut self) {
        if self.finished {
            return;
        }
        self.finished = true;
        if let Some(mut redactor) = self.redactor.take() {
            redactor.finish(&mut |from, len, bytes| self.pass(from, len, bytes));
            self.redactor = Some(redactor);
        }
        if let Err(error) = self.keep.seal() {
            let path = self.error_path();
            self.error
                .get_or_insert(ArchiveError::from_io("read", &path, &error));
        }
    }

    fn error_path(&self) -> std::path::PathBuf {
        match &self.store {
            Some(store) => store.data_dir.clone(),
            None => "memory".into(),
        }
    }

    /// `text` with its secrets replaced, where that is asked for: what is stored beside the output.
    pub(super) fn redacted(&mut self, text: Option<String>) -> Option<String> {
        match &mut self.redactor {
            Some(redactor) => text.map(|text| redactor.text(&text)),
            None => text,
        }
    }

    /// Secrets replaced, by kind.
    pub fn redactions(&self) -> BTreeMap<String, u64> {
        let counts = self.redactor.iter().flat_map(Redactor::counts);
        counts
            .map(|(kind, count)| ((*kind).to_owned(), *count))
            .collect()
    }

    /// Bytes of the whole output, secrets replaced where that is asked for. All of them are in
    /// only after [`Spool::finish`].
    pub fn total(&self) -> Bytes {
        Bytes(self.keep.total())
    }

    /// Bytes that are kept and can be read.
    pub fn kept(&self) -> Bytes {
        Bytes(self.keep.kept())
    }

    /// The bytes of the whole output that are not kept. Known after [`Spool::finish`].
    pub fn missing(&self) -> Option<ByteRange> {
        self.keep.missing()
    }

    /// Line ends (LF) in the missing bytes; not counted in UTF-16. Reads what is kept.
    pub fn missing_newlines(&self) -> Option<Lines> {
        self.missing()?;
        match self.keep.missing_newlines() {
            Ok(newlines) => newlines,
            Err(error) => {
                self.remember(&error);
                None
            }
        }
    }

    /// Which kept bytes came from which stream; `None` when the caller never said.
    pub fn streams(&self) -> Option<Streams> {
        self.marks.kept(self.keep.total(), self.keep.missing())
    }

    /// The encoding that the output's start tells.
    pub fn encoding(&self) -> Encoding {
        self.keep.encoding().unwrap_or_default()
    }

    /// The first thing that went wrong with taking or reading. With one, the output cannot be
    /// stored.
    pub fn error(&self) -> Option<&ArchiveError> {
        self.error.as_ref().or_else(|| self.read_error.get())
    }

    /// Hands over all kept bytes, in order, in pieces of at most 256 KiB.
    pub fn each_kept(&self, sink: &mut dyn FnMut(&[u8])) {
        if let Err(error) = self.keep.each_kept(sink) {
            self.remember(&error);
        }
    }

    fn remember(&self, error: &std::io::Error) {
        let error = ArchiveError::from_io("read", &self.error_path(), error);
        let _ = self.read_error.set(error);
    }

    /// Bytes of its files in the store.
    pub(super) fn on_disk(&self) -> u64 {
        self.keep.on_disk()
    }

    /// The kept bytes in a file of their own, synced.
    pub(super) fn settle(&mut self) -> Result<&mut TmpFile, ArchiveError> {
        let place = InStore {
            store: self.store.as_ref(),
            used: &self.used,
        };
        self.keep.settle(&place)
    }
}

impl Source for Spool {
    /// The kept bytes of `span`. What cannot be read is left out and remembered
    /// ([`Spool::error`]).
    fn read(&self, span: ByteSpan) -> Cow<'_, [u8]> {
        match self.keep.read(span) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.remember(&error);
                Cow::Borrowed(&[])
            }
        }
    }
}
