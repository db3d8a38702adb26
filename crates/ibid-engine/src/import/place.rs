//! Where a recorded session stands.

use std::fmt;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use ibid_wire::import::Format;

use super::{ReadError, first_bytes, opencode};

/// A file, and which of its sessions where it can hold several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file; `-` is standard input.
    pub file: PathBuf,
    /// The session in a database; `None` is the newest.
    pub id: Option<String>,
}

impl Place {
    /// The place that a user calls `path`: a file, or `FILE#ID` where there is no file of that name
    /// but one of the part before the last `#`.
    pub fn of(path: &Path) -> Self {
        let whole = || Self {
            file: path.to_owned(),
            id: None,
        };
        let bytes = path.as_os_str().as_bytes();
        let Some(at) = memchr::memrchr(b'#', bytes) else {
            return whole();
        };
        let file = Path::new(std::ffi::OsStr::from_bytes(&bytes[..at]));
        if path.exists() || !file.is_file() {
            return whole();
        }
        Self {
            file: file.to_owned(),
            id: Some(String::from_utf8_lossy(&bytes[at + 1..]).into_owned()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        match &self.id {
            Some(id) => write!(f, "#{id}"),
            None => Ok(()),
        }
    }
}

/// The sessions in the file at `path`, by its first bytes: none where they are those of no session,
/// several where it is a database.
pub fn sessions_in(path: &Path) -> Result<Vec<Place>, ReadError> {
    let failed = |error| ReadError::File(path.to_owned(), error);
    let mut file = File::open(path).map_err(failed)?;
    let first = first_bytes(&mut file).map_err(failed)?;
    let place = |id| Place {
        file: path.to_owned(),
        id,
    };
    if opencode::is_database(&first) {
        let ids = opencode::list(path)?;
        return Ok(ids.into_iter().map(|id| place(Some(id))).collect());
    }
    let found = Format::detect(&path.to_string_lossy(), &first);
    Ok(found.map(|_| place(None)).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_names_a_session_only_where_there_is_no_such_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = |name: &str| dir.path().join(name);
        for name in ["a.db", "b#c"] {
            std::fs::write(file(name), "x").expect("written");
        }
        let cases = [
            ("a.db", "a.db", None),
            ("a.db#ses_1", "a.db", Some("ses_1")),
            ("a.db#", "a.db", Some("")),
            ("b#c", "b#c", None),
            ("b#c#ses_2", "b#c", Some("ses_2")),
            ("gone#ses_3", "gone#ses_3", None),
        ];
        for (given, path, id) in cases {
            let expected = Place {
                file: file(path),
                id: id.map(str::to_owned),
            };
            assert_eq!(Place::of(&file(given)), expected, "{given}");
        }
    }
}
