//! The one pipeline: an output comes in, the original is stored, a text goes out.
//!
//! ```text
//! bytes ─Intake→ spool and scanner ─plan→ spans ─Spool::commit→ original ─text→ what is shown
//! ```
//! Nothing is left out of the text before the original is durably stored. When it cannot be
//! stored, the output is planned again with nothing to fall back on: it is shown whole up to the
//! cap, marked "original not stored", and no id is given.

use std::path::Path;

use ibid_model::{Bytes, Lines, RecallId};
use ibid_prune::lang::Registry;
use ibid_prune::{Context, Missing, PrunePlan, PrunePolicy, RecallHint, Scanned, Scanner};
use sha2::{Digest, Sha256};

use crate::archive::{Archive, ArchiveError, ArchiveRef, Meta, Spool, Stream, Streams};
use crate::project::hex;

/// When an original is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// When anything was left out or changed but escapes.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never; no id is given.
    Never,
}

/// What an output is pruned with and where its original goes.
#[derive(Debug)]
pub struct Ingest<'a> {
    /// Budgets and the user's patterns.
    pub policy: &'a PrunePolicy,
    /// The registry with the user's rows; the shipped one when absent.
    pub registry: Option<&'a Registry>,
    /// The store, or why there is none.
    pub archive: Result<&'a Archive, &'a ArchiveError>,
    /// When an original is stored.
    pub keep: Keep,
    /// What is known of the output; its exit status is given at its end.
    pub context: Context,
    /// Whether what is kept may differ from what comes in (`archive.redact`), so that it must be
    /// read again before it is planned.
    pub redacts: bool,
    /// `archive.max_output`: a longer output is read again too.
    pub max_output: Bytes,
}

/// How an output ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The exit status, where it is known.
    pub exit: Option<i32>,
    /// Whether a process that the command left behind still held its output when reading stopped.
    pub left_running: bool,
}

/// An output on its way in.
#[derive(Debug)]
pub struct Intake<'a> {
    ingest: &'a Ingest<'a>,
    spool: Spool,
    /// Reads along, as long as what comes in is what is kept. Made at the first byte: compiling
    /// the registry takes longer than many commands.
    scanner: Option<Scanner<'a>>,
    fed: u64,
}

/// An output that has come in.
#[derive(Debug)]
pub struct Ingested {
    /// What to show.
    pub text: String,
    /// Why.
    pub plan: PrunePlan,
    /// The stored original, if there is one.
    pub original: Option<ArchiveRef>,
    /// Why there is none, when there should be one.
    pub not_stored: Option<ArchiveError>,
    /// What could not be read back, when the text lacks it.
    pub unreadable: Option<ArchiveError>,
    /// Which bytes came from which stream, where the caller said so.
    pub streams: Option<Streams>,
    /// Bytes of the whole output.
    pub bytes: u64,
}

impl Ingested {
    fn nothing() -> Self {
        Self {
            text: String::new(),
            plan: PrunePlan::nothing(),
            original: None,
            not_stored: None,
            unreadable: None,
            streams: None,
            bytes: 0,
        }
    }

    /// The recall id, if the original is stored.
    pub fn id(&self) -> Option<&RecallId> {
        self.original.as_ref().map(ArchiveRef::id)
    }
}

impl<'a> Ingest<'a> {
    /// Begins an output.
    pub fn begin(&'a self) -> Intake<'a> {
        let spool = match self.archive {
            Ok(archive) => archive.spool(),
            Err(_) => Spool::in_memory(),
        };
        Intake {
            ingest: self,
            spool,
            scanner: None,
            fed: 0,
        }
    }

    fn scanner(&self) -> Scanner<'a> {
        let registry = self.registry.unwrap_or_else(|| Registry::builtin());
        Scanner::with_registry(registry, &self.context, self.policy)
    }

    fn meta(&self, end: End, scanned: &Scanned) -> Meta {
        Meta {
            command: self.context.command.clone(),
            exit: end.exit,
            left_running: end.left_running,
            cwd: self.context.cwd.clone(),
            lines: Some(Lines(scanned.lines())),
            ..Meta::default()
        }
    }
}

impl Intake<'_> {
    /// Takes the next bytes.
    pub fn append(&mut self, bytes: &[u8]) {
        self.spool.append(bytes);
        self.scan(bytes);
    }

    /// Takes the next bytes, which came from `stream`.
    pub fn append_from(&mut self, stream: Stream, bytes: &[u8]) {
        self.spool.append_from(stream, bytes);
        self.scan(bytes);
    }

    fn scan(&mut self, bytes: &[u8]) {
        let is_first = self.fed == 0;
        self.fed += bytes.len() as u64;
        if self.ingest.redacts || self.fed > self.ingest.max_output.0 {
            self.scanner = None;
        } else if is_first {
            self.scanner = Some(self.ingest.scanner());
        }
        if let Some(scanner) = &mut self.scanner {
            scanner.feed(bytes);
        }
    }

    /// Ends the output: plans, stores, and gives the text.
    pub fn finish(mut self, end: End) -> Ingested {
        let exit = end.exit;
        self.spool.finish();
        let silent = self.spool.total().0 == 0 && matches!(exit, None | Some(0));
        let is_empty = silent && !end.left_running;
        if is_empty && self.ingest.keep != Keep::Always {
            return Ingested::nothing();
        }
        let mut scanned = self.scanned();
        if end.left_running {
            scanned.set_left_running();
        }
        let id = self.new_id();
        let mut plan = self.plan(&scanned, exit, &hint(&id));
        let mut original = None;
        let mut not_stored = None;
        let shortened = plan.lossy || plan.marked;
        if shortened || self.ingest.keep == Keep::Always {
            match self.store(id, end, &scanned) {
                Ok(stored) => original = stored,
                Err(error) => not_stored = Some(error),
            }
        }
        if let Some(error) = not_stored.as_ref().filter(|_| shortened) {
            let reason = error.to_string();
            plan = self.plan(&scanned, exit, &RecallHint::NotStored { reason });
        }
        let sound = self.spool.error().is_none();
        let text = plan.text(&self.spool);
        Ingested {
            text,
            plan,
            unreadable: self.spool.error().filter(|_| sound).cloned(),
            original,
            not_stored,
            streams: self.spool.streams(),
            bytes: self.spool.total().0,
        }
    }

    fn plan(&self, scanned: &Scanned, exit: Option<i32>, hint: &RecallHint) -> PrunePlan {
        scanned.plan(&self.spool, exit, self.ingest.policy, hint)
    }

    /// The id to store under, chosen before planning so that the footer fits; `None` when nothing
    /// is to be stored, an error when it cannot be.
    fn new_id(&self) -> Result<Option<RecallId>, ArchiveError> {
        if self.ingest.keep == Keep::Never {
            return Ok(None);
        }
        let archive = self.ingest.archive.map_err(Clone::clone)?;
        match self.spool.error() {
            Some(error) => Err(error.clone()),
            None => archive.new_id().map(Some),
        }
    }

    fn store(
        &mut self,
        id: Result<Option<RecallId>, ArchiveError>,
        end: End,
        scanned: &Scanned,
    ) -> Result<Option<ArchiveRef>, ArchiveError> {
        match id? {
            Some(id) => {
                let meta = self.ingest.meta(end, scanned);
                self.spool.commit(&id, meta).map(Some)
            }
            None => Ok(None),
        }
    }

    fn scanned(&mut self) -> Scanned {
        let is_whole = self.spool.missing().is_none() && self.spool.kept().0 == self.fed;
        let mut scanned = match self.scanner.take().filter(|_| is_whole) {
            Some(scanner) => scanner.finish(),
            None => self.scan_kept(),
        };
        if scanned.is_binary() && self.spool.missing().is_none() {
            scanned.set_digest(self.digest());
        }
        scanned
    }

    /// Reads what is kept: what is planned is what can be shown and recalled.
    fn scan_kept(&self) -> Scanned {
        let mut scanner = self.ingest.scanner();
        let mut gap = self.spool.missing().map(|range| Missing {
            at: range.start,
            bytes: range.len().0,
            lines: self.spool.missing_newlines().map_or(0, |lines| lines.0),
        });
        let seam = gap.map_or(u64::MAX, |gap| gap.at);
        let mut at = 0;
        self.spool.each_kept(&mut |bytes| {
            let before = seam.saturating_sub(at).min(bytes.len() as u64) as usize;
            let (head, tail) = bytes.split_at(before);
            scanner.feed(head);
            at += bytes.len() as u64;
            if at >= seam
                && let Some(gap) = gap.take()
            {
                scanner.missing(gap);
            }
            scanner.feed(tail);
        });
        scanner.finish()
    }

    fn digest(&self) -> String {
        let mut hash = Sha256::new();
        self.spool.each_kept(&mut |bytes| hash.update(bytes));
        format!("sha256:{}", hex(&hash.finalize()))
    }
}

/// What the footer says. Where no id can be had, the plan is made as if one could: only when
/// something would be left out does it matter that nothing can be stored.
fn hint(id: &Result<Option<RecallId>, ArchiveError>) -> RecallHint {
    match id {
        Ok(Some(id)) => RecallHint::Shell { id: id.to_string() },
        Ok(None) => RecallHint::None,
        Err(_) => RecallHint::Shell {
            id: RecallId::from_entropy([0; 16]).to_string(),
        },
    }
}

/// `path` as text, for a [`Context`].
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
