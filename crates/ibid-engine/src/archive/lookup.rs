//! Finding an original by its id, and saying exactly what is wrong when there is none.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;

use ibid_model::{BadId, RecallId};
use jiff::Timestamp;

use super::dir::Dir;
use super::error::ArchiveError;
use super::record::{IndexEntry, Record};
use super::store::{OUTPUTS, read_record};
use super::{Archive, purge};

/// Most ids that an error names.
const NEAREST: usize = 3;

/// Whose originals may be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The current project's, and those whose project is not known.
    #[default]
    Project,
    /// Any project's (`--any-project`).
    AnyProject,
}

/// Why there is no original to show. None of these goes away by asking again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// The text is no recall id.
    NotAnId(BadId),
    /// No output was ever kept under this id in this project.
    Unknown {
        /// The id.
        id: RecallId,
        /// The ids of this project that are most like it, the nearest first.
        nearest: Vec<RecallId>,
    },
    /// It is another project's. Reads exactly as [`LookupError::Unknown`]: one project does not
    /// learn what another holds.
    OtherProject {
        /// The id.
        id: RecallId,
        /// The ids of this project that are most like it, the nearest first.
        nearest: Vec<RecallId>,
    },
    /// The user deleted it.
    Deleted {
        /// The id.
        id: RecallId,
        /// When.
        when: Timestamp,
    },
    /// It was kept, and its file is gone.
    Missing {
        /// The id.
        id: RecallId,
        /// What is not there.
        path: PathBuf,
    },
    /// Its bytes are not those that were stored.
    Damaged {
        /// The id.
        id: RecallId,
        /// The file.
        path: PathBuf,
        /// What was stored: size and SHA-256.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The store cannot be read.
    Archive(ArchiveError),
}

impl From<ArchiveError> for LookupError {
    fn from(error: ArchiveError) -> Self {
        Self::Archive(error)
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnId(error) => error.fmt(f),
            Self::Unknown { id, nearest } | Self::OtherProject { id, nearest } => {
                write!(f, "no output \"{id}\" was ever kept in this project")?;
                let names: Vec<&str> = nearest.iter().map(RecallId::as_str).collect();
                match names.is_empty() {
                    true => Ok(()),
                    false => write!(f, "; nearest: {}", names.join(", ")),
                }
            }
            Self::Deleted { id, when } => write!(f, "the output \"{id}\" was deleted on {when:.0}"),
            Self::Missing { id, path } => write!(
                f,
                "the output \"{id}\" was kept, but {} is gone",
                path.display()
            ),
            Self::Damaged {
                id,
                path,
                expected,
                found,
            } => write!(
                f,
                "the output \"{id}\" is damaged: {} holds {found}, and {expected} were stored",
                path.display()
            ),
            Self::Archive(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LookupError {}

/// An original that is there.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) record: Record,
    pub(crate) dir: Dir,
}

impl Found {
    /// The file of the raw bytes.
    pub(crate) fn path(&self) -> PathBuf {
        self.dir.join(&self.bytes_name())
    }

    pub(super) fn bytes_name(&self) -> String {
        format!("{}.txt", self.record.id)
    }

    /// Opens the raw bytes.
    pub(crate) fn open(&self) -> Result<File, LookupError> {
        self.dir
            .open(&self.bytes_name())?
            .ok_or_else(|| LookupError::Missing {
                id: self.record.id.clone(),
                path: self.path(),
            })
    }
}

impl Archive {
    /// The id that `text` is, checked before anything is looked for.
    pub fn parse_id(text: &str) -> Result<RecallId, LookupError> {
        RecallId::parse(text).map_err(LookupError::NotAnId)
    }

    /// The record of `id` and the file of its raw bytes.
    pub fn show(&self, id: &RecallId, scope: Scope) -> Result<(Record, PathBuf), LookupError> {
        let found = self.find(id, scope)?;
        let path = found.path();
        Ok((found.record, path))
    }

    /// The original of `id`, if this project, or the user by `scope`, may see it.
    pub(crate) fn find(&self, id: &RecallId, scope: Scope) -> Result<Found, LookupError> {
        let Some(entry) = self.store.index(id)? else {
            let nearest = self.nearest(id)?;
            return Err(LookupError::Unknown {
                id: id.clone(),
                nearest,
            });
        };
        if scope == Scope::Project && !self.sees(&entry) {
            let nearest = self.nearest(id)?;
            return Err(LookupError::OtherProject {
                id: id.clone(),
                nearest,
            });
        }
        if let Some(when) = entry.deleted {
            return Err(LookupError::Deleted {
                id: id.clone(),
                when,
            });
        }
        let name = format!("{id}.json");
        let missing = |path| LookupError::Missing {
            id: id.clone(),
            path,
        };
        let outputs = self
            .store
            .outputs_of(entry.project.as_ref(), &entry.session)?;
        let Some(dir) = outputs else {
            let session = format!("{}{OUTPUTS}", entry.session);
            return Err(missing(self.store.data_dir.join(session)));
        };
        match read_record(&dir, id)? {
            Some(record) if record.purging => Ok(Found {
                record: purge::complete(&dir, record)?,
                dir,
            }),
            Some(record) => Ok(Found { record, dir }),
            None => Err(missing(dir.join(&name))),
        }
    }

    fn sees(&self, entry: &IndexEntry) -> bool {
        entry.project.is_none() || entry.project == self.store.project
    }

    /// The ids of this project that are most like `id`, the nearest first and the newest of those
    /// that are equally near.
    fn nearest(&self, id: &RecallId) -> Result<Vec<RecallId>, ArchiveError> {
        let entries = self.list()?;
        let mut ranked: Vec<(usize, usize)> = entries
            .iter()
            .enumerate()
            .map(|(age, entry)| (distance(id.as_str(), entry.record.id.as_str()), age))
            .collect();
        ranked.sort_unstable();
        let nearest = ranked.iter().take(NEAREST);
        Ok(nearest
            .map(|(_, n)| entries[*n].record.id.clone())
            .collect())
    }
}

/// How many characters must be changed, added or taken away to make `a` of `b`. Both are short.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distance_counts_changes() {
        let cases = [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "acc", 1),
            ("abc", "ab", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("call_7", "call_17", 1),
        ];
        for (a, b, expected) in cases {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }
}
