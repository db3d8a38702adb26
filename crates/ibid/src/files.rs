//! The files that a command writes beside its answer. A recording cannot be made again, so none of
//! them ever takes the place of one that is read, and each appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Refuses outputs that are one of the inputs, or one another, under whatever name.
pub(crate) fn apart<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    outputs: &[(&str, Option<&PathBuf>)],
) -> Result<(), Failure> {
    let mut taken: Vec<(Place, String)> = inputs
        .into_iter()
        .map(|path| (Place::of(path), "the session that is read".to_owned()))
        .collect();
    for (flag, path) in outputs {
        let Some(path) = path else { continue };
        let place = Place::of(path);
        if let Some((_, what)) = taken.iter().find(|(other, _)| *other == place) {
            return Err(
                Failure::usage(format!("{flag} {} is in use", path.display()))
                    .why(format!("it is {what}, which would be overwritten"))
                    .hint("name another file"),
            );
        }
        taken.push((place, format!("the file of {flag}")));
    }
    Ok(())
}

/// Where a path leads: a file that exists by its identity, one that does not by its full name.
/// Devices and pipes are never the same: what goes there overwrites nothing.
#[derive(PartialEq)]
enum Place {
    File(u64, u64),
    Name(PathBuf),
    Stream,
}

impl Place {
    fn of(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(found) if found.is_file() => Place::File(found.dev(), found.ino()),
            Ok(_) => Place::Stream,
            Err(_) => {
                let folder = path
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty());
                let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
                let name = path.file_name().unwrap_or_default();
                Place::Name(folder.map_or_else(|_| path.to_owned(), |folder| folder.join(name)))
            }
        }
    }
}

/// A file that is being written: beside its place until it is whole.
pub(crate) struct Writing {
    to: PathBuf,
    into: Into,
}

enum Into {
    Beside(BufWriter<NamedTempFile>),
    /// A device or a pipe cannot be replaced.
    Stream(BufWriter<File>),
}

impl Writing {
    /// Begins to write what will stand at `to`.
    pub(crate) fn begin(to: &Path) -> Result<Self, Failure> {
        let begun = match fs::metadata(to) {
            Ok(found) if !found.is_file() => File::options()
                .write(true)
                .open(to)
                .map(|file| Into::Stream(BufWriter::new(file))),
            _ => beside(to).map(|file| Into::Beside(BufWriter::new(file))),
        };
        let into = begun.map_err(|error| not_written(to, &error))?;
        Ok(Self {
            to: to.to_owned(),
            into,
        })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let done = match self.into {
            Into::Stream(mut file) => file.flush(),
            Into::Beside(file) => file
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| put(file, &self.to)),
        };
        done.map_err(|error| not_written(&self.to, &error))
    }

    /// That it could not be written, as the user is told.
    pub(crate) fn failed(&self, error: &io::Error) -> Failure {
        not_written(&self.to, error)
    }
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.into {
            Into::Beside(file) => file.write(bytes),
            Into::Stream(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.into {
            Into::Beside(file) => file.flush(),
            Into::Stream(file) => file.flush(),
        }
    }
}

/// A file in the folder of `to`, with the permissions that a new file there gets.
fn beside(to: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    tempfile::Builder::new()
        .prefix(".ibid-")
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// A link stays a link: what it leads to is replaced.
fn put(file: NamedTempFile, to: &Path) -> io::Result<()> {
    let real = fs::canonicalize(to);
    let to = real.as_deref().unwrap_or(to);
    match file.persist(to) {
        Ok(_) => Ok(()),
        Err(failed) => Err(failed.error),
    }
}

/// Writes `text` to `path`, whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = Writing::begin(path)?;
    file.write_all(text.as_bytes())
        .map_err(|error| file.failed(&error))?;
    file.finish()
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}", path.display()))
        .why(error)
        .hint("check the directory and its permissions")
}
