//! Reads other agents' session files: the effects around the pure readers of `ibid-wire`.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ibid_wire::import::{Format, ImportError, Imported, Importer};

/// Bytes read at a time.
const CHUNK: usize = 256 * 1024;

/// Why a session could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be opened or read.
    File(PathBuf, io::Error),
    /// It is a directory.
    Directory(PathBuf),
    /// Nothing of a session can be read in it.
    Import(PathBuf, ImportError),
    /// There is no format of this name.
    NoSuchFormat(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::File(path, error) => write!(f, "{}: {error}", path.display()),
            ReadError::Directory(path) => write!(f, "{} is a directory", path.display()),
            ReadError::Import(path, error) => write!(f, "{}, {error}", path.display()),
            ReadError::NoSuchFormat(name) => write!(f, "there is no session format {name:?}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The names of all formats that can be read.
pub fn formats() -> Vec<&'static str> {
    Format::all().map(Format::name).collect()
}

/// Reads the session in `path`, or in standard input when it is `-`. The format is detected when
/// none is named. `progress` is told how many bytes were read, now and then.
pub fn read_session(
    path: &Path,
    format: Option<&str>,
    progress: &mut dyn FnMut(u64),
) -> Result<Imported, ReadError> {
    let format = format
        .map(|name| Format::parse(name).ok_or_else(|| ReadError::NoSuchFormat(name.to_owned())))
        .transpose()?;
    let failed = |error| ReadError::File(path.to_owned(), error);
    if path == Path::new("-") {
        return feed(path, format, &mut io::stdin().lock(), progress);
    }
    if path.is_dir() {
        return Err(ReadError::Directory(path.to_owned()));
    }
    let mut file = File::open(path).map_err(failed)?;
    feed(path, format, &mut file, progress)
}

fn feed(
    path: &Path,
    format: Option<Format>,
    input: &mut dyn Read,
    progress: &mut dyn FnMut(u64),
) -> Result<Imported, ReadError> {
    let bad = |error| ReadError::Import(path.to_owned(), error);
    let mut importer = Importer::new(&path.to_string_lossy(), format);
    let mut chunk = vec![0; CHUNK];
    let mut total = 0;
    loop {
        match input.read(&mut chunk) {
            Ok(0) => return importer.finish().map_err(bad),
            Ok(len) => {
                total += len as u64;
                importer.feed(&chunk[..len]).map_err(bad)?;
                progress(total);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadError::File(path.to_owned(), error)),
        }
    }
}
