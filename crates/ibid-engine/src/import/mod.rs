//! Reads recorded sessions: the effects around the pure readers of `ibid-wire`, and around the
//! journal for Ibid's own logs.

mod error;
mod log;
mod opencode;
mod place;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use ibid_model::Entry;
use ibid_wire::import::{Format, Imported, Importer};

pub use error::ReadError;
pub use log::read_stored;
pub use opencode::LISTED_MAX;
pub use place::{Place, sessions_in};

/// Bytes read at a time.
const CHUNK: usize = 256 * 1024;
/// Bytes that tell the format.
const FIRST: usize = 64 * 1024;

/// A session that was read.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its name: the file's, without its ending, or the id that it is kept under.
    pub name: String,
    /// The format it was in.
    pub format: Format,
    /// Its records, in order.
    pub entries: Vec<Entry>,
    /// What could not be read, or only with a change, each with its line.
    pub warnings: Vec<String>,
    /// What was left out, by kind.
    pub skipped: BTreeMap<String, u64>,
}

/// The names of all formats that can be read.
pub fn formats() -> Vec<&'static str> {
    Format::all().map(Format::name).collect()
}

/// The format that a user calls `name`.
pub fn format(name: &str) -> Result<Format, ReadError> {
    Format::parse(name).ok_or_else(|| ReadError::NoSuchFormat(name.to_owned()))
}

/// Reads the session at `path`: a file, `-` for standard input, or `FILE#ID` for one of several in
/// a database. The format is detected when none is named. `progress` is told how many bytes were
/// read, now and then.
pub fn read_session(
    path: &Path,
    format: Option<Format>,
    progress: &mut dyn FnMut(u64),
) -> Result<Session, ReadError> {
    read_place(&Place::of(path), format, progress)
}

/// Reads the session at `place`.
pub fn read_place(
    place: &Place,
    format: Option<Format>,
    progress: &mut dyn FnMut(u64),
) -> Result<Session, ReadError> {
    let path = place.file.as_path();
    if path == Path::new("-") {
        return read_stream(path, format, &mut io::stdin().lock(), progress);
    }
    if path.is_dir() {
        return Err(ReadError::Directory(path.to_owned()));
    }
    let failed = |error| ReadError::File(path.to_owned(), error);
    let mut file = File::open(path).map_err(failed)?;
    let first = first_bytes(&mut file).map_err(failed)?;
    if opencode::is_database(&first) {
        return match format {
            None | Some(Format::Opencode) => opencode::read(path, place.id.as_deref()),
            Some(other) => Err(ReadError::Database(path.to_owned(), other)),
        };
    }
    if place.id.is_some() || format == Some(Format::Opencode) {
        return Err(ReadError::NoDatabase(path.to_owned()));
    }
    let mut input = io::Cursor::new(first).chain(file);
    read_stream(path, format, &mut input, progress)
}

fn read_stream(
    path: &Path,
    format: Option<Format>,
    input: &mut dyn Read,
    progress: &mut dyn FnMut(u64),
) -> Result<Session, ReadError> {
    let failed = |error| ReadError::File(path.to_owned(), error);
    let first = first_bytes(input).map_err(failed)?;
    let found = format.or_else(|| Format::detect(&path.to_string_lossy(), &first));
    let mut input = io::Cursor::new(first).chain(input);
    if found == Some(Format::Ibid) {
        return log::read(path, &mut input, progress);
    }
    let imported = feed(path, format, &mut input, progress)?;
    Ok(session(name_of(path), imported))
}

/// As many bytes as tell the format, or all there are.
fn first_bytes(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    input.take(FIRST as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// The name of a session in a file of its own.
fn name_of(path: &Path) -> String {
    match path.file_stem() {
        Some(stem) if path != Path::new("-") => stem.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    }
}

fn session(name: String, imported: Imported) -> Session {
    let warnings = imported.warnings.into_iter();
    Session {
        name,
        format: imported.format,
        entries: imported.entries,
        warnings: warnings
            .map(|warning| format!("line {}: {}", warning.line, warning.what))
            .collect(),
        skipped: imported.skipped,
    }
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
