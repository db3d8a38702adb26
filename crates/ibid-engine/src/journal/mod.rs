//! The log of a session: one file that only grows, one JSON record a line, one writer.
//!
//! ```text
//! <data dir>/projects/<key>/sessions/<session>.jsonl     the log
//!                                   /<session>.images/   its images, each under its hash
//!                                   /<session>.outputs/  its originals: see the archive
//!                                   /<session>.torn      ends that were never finished
//!                                   /<session>.pid       who writes it, for messages
//! ```
//! [`Journal`] writes, [`Reader`] reads, [`Sessions`] knows which there are. The format, and what
//! happens after a crash, is told in `docs/design/journal.md`.

mod error;
mod images;
mod keep;
mod line;
mod lock;
mod read;
mod references;
mod report;
mod scan;
mod secrets;
mod sessions;
mod transfer;
mod writer;

use std::path::Path;

use ibid_model::LineNo;

pub use error::JournalError;
pub use images::{Images, Restored};
pub use keep::{Sizes, Summary};
pub use lock::{Flock, Locks};
pub use read::{Extent, Loaded, Reader};
pub use report::{Damage, Fault, Report, Skipped};
pub use scan::Record;
pub use sessions::{Sessions, Stored};
pub use transfer::{Exported, Imported, new_session_id};
pub use writer::{Journal, Origin};

pub(crate) use references::Held;

use crate::archive::ArchiveError;

/// Longest record, in bytes with its line end: 32 MiB.
pub const RECORD_MAX: usize = 32 << 20;

/// Whether a log that reads as `report` says may be written.
fn writable(report: &Report, path: &Path) -> Result<(), JournalError> {
    if let Some(format) = report.newer() {
        let path = path.to_path_buf();
        return Err(JournalError::Newer { path, format });
    }
    readable(report, path)
}

/// Whether a file that reads as `report` says is a log at all.
pub(crate) fn readable(report: &Report, path: &Path) -> Result<(), JournalError> {
    if report.records > 0 {
        return Ok(());
    }
    let line = report
        .damage
        .first()
        .map_or(LineNo::FIRST, |damage| damage.line);
    let reason = match report.bytes {
        0 => "the file is empty",
        _ => "neither this line nor a later one is a record",
    };
    Err(JournalError::NotASession {
        path: path.to_path_buf(),
        line,
        reason: reason.to_owned(),
    })
}

/// The error for a file that was there a moment ago.
fn gone(path: &Path) -> ArchiveError {
    ArchiveError::Io {
        doing: "use",
        path: path.to_path_buf(),
        reason: "it changed while in use".to_owned(),
    }
}
