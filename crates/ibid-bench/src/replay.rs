//! Recorded sessions of a folder, each under every policy.
//!
//! Files are found first, by what is in them and not by their names; then one session after the
//! other is read, replayed and let go, so that memory is that of the largest, whatever the number.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ibid_context::replay::SessionReport;
use ibid_engine::import::{Place, Session, read_place, sessions_in};
use ibid_engine::replay::{ReplayError, ReplayRequest, replay};

/// Folders that hold no sessions of an agent, though there may be many files in them.
const NO_FOLDERS: [&str; 3] = [".git", "node_modules", "target"];
/// Folders in folders that are gone into.
const DEPTH_MAX: usize = 64;

/// Something that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file or folder, and where it is one of several, the session.
    pub place: String,
    /// Why.
    pub why: String,
}

/// What a folder holds.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The sessions, in the order of their paths; those in one database newest first.
    pub sessions: Vec<Place>,
    /// What is none, or cannot be read.
    pub skipped: Vec<Skipped>,
}

/// Looks for sessions in the folder `dir` and all folders in it; links to folders are not followed.
///
/// # Errors
/// When `dir` itself cannot be read. What cannot be read in it is left out, with the reason.
pub fn find(dir: &Path) -> io::Result<Found> {
    let mut found = Found::default();
    let mut folders = vec![(dir.to_owned(), 0)];
    let mut files = Vec::new();
    while let Some((folder, depth)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(error),
            Err(error) => {
                found.skip(&folder, error);
                continue;
            }
        };
        for entry in entries {
            let (path, kind) = match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))
            {
                Ok(found) => found,
                Err(error) => {
                    found.skip(&folder, error);
                    continue;
                }
            };
            if kind.is_dir() {
                let name = path.file_name().unwrap_or_default();
                if depth < DEPTH_MAX && !NO_FOLDERS.iter().any(|known| name == *known) {
                    folders.push((path, depth + 1));
                }
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    for path in files {
        found.look_into(&path);
    }
    Ok(found)
}

impl Found {
    fn skip(&mut self, path: &Path, why: impl ToString) {
        self.skipped.push(Skipped {
            place: path.display().to_string(),
            why: why.to_string(),
        });
    }

    fn look_into(&mut self, path: &Path) {
        match sessions_in(path) {
            Ok(places) if places.is_empty() => self.skip(path, "it is no session"),
            Ok(places) => self.sessions.extend(places),
            Err(error) => self.skip(path, error),
        }
    }
}

/// What replaying many sessions gave.
#[derive(Debug, Default)]
pub struct Replayed {
    /// One report a session, without its steps and what was missing, which grow with the session.
    pub reports: Vec<SessionReport>,
    /// What could not be read or replayed.
    pub skipped: Vec<Skipped>,
}

/// Why a bench cannot go on.
#[derive(Debug)]
pub enum BenchError<E> {
    /// What is asked for cannot be told.
    Request(E),
    /// An outside policy failed: the session, and why.
    Policy(String, ReplayError),
}

/// Replays the sessions at `places`, whose names are told from `dir` on. `request` says how each is
/// replayed; `each` is called before a session, with its name.
///
/// # Errors
/// What `request` says, and an outside policy that failed. A session that cannot be read or has no
/// answer is left out, with the reason.
pub fn run<E>(
    dir: &Path,
    places: &[Place],
    request: &mut dyn FnMut(&Session) -> Result<ReplayRequest, E>,
    each: &mut dyn FnMut(&str),
) -> Result<Replayed, BenchError<E>> {
    let mut done = Replayed::default();
    for place in places {
        let name = name(dir, place);
        each(&name);
        let session = match read_place(place, None, &mut |_| {}) {
            Ok(session) => session,
            Err(error) => {
                done.skip(name, error);
                continue;
            }
        };
        let request = request(&session).map_err(BenchError::Request)?;
        match replay(&name, &session.entries, &request, &mut |_| {}) {
            Ok(report) => done.reports.push(lean(report)),
            Err(error @ ReplayError::NoSteps) => done.skip(name, error),
            Err(error) => return Err(BenchError::Policy(name, error)),
        }
    }
    Ok(done)
}

impl Replayed {
    fn skip(&mut self, place: String, why: impl ToString) {
        let why = why.to_string();
        self.skipped.push(Skipped { place, why });
    }
}

/// The place from `dir` on: two files of one name are told apart.
fn name(dir: &Path, place: &Place) -> String {
    let file = place.file.strip_prefix(dir).unwrap_or(&place.file);
    let place = Place {
        file: PathBuf::from(file),
        id: place.id.clone(),
    };
    place.to_string()
}

fn lean(mut report: SessionReport) -> SessionReport {
    for policy in &mut report.policies {
        policy.series = Vec::new();
        policy.missing = Vec::new();
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_found_by_what_is_in_them() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        let head = "{\"type\":\"session\",\"id\":\"a\",\"timestamp\":\"2026-01-02T03:04:05Z\"}\n";
        write("b/deep/er/x.txt", head);
        write("a.jsonl", head);
        write("notes.md", "# what was woven\n");
        write("b/empty", "");
        write(".git/c.jsonl", head);
        #[cfg(unix)]
        std::os::unix::fs::symlink(dir.path(), dir.path().join("b/again")).expect("linked");
        let found = find(dir.path()).expect("a folder");
        let names: Vec<_> = found
            .sessions
            .iter()
            .map(|place| name(dir.path(), place))
            .collect();
        assert_eq!(names, ["a.jsonl", "b/deep/er/x.txt"]);
        let skipped: Vec<_> = found.skipped.iter().map(|skipped| &*skipped.why).collect();
        assert_eq!(skipped, ["it is no session"; 2]);
        assert!(find(&dir.path().join("gone")).is_err());
    }
}
