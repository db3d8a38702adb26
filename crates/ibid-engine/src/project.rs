//! Which project a directory belongs to, and the name its data is kept under.

use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use ibid_model::ProjectKey;
use sha2::{Digest, Sha256};

/// Longest readable part of a project key, in bytes.
const READABLE: usize = 40;
/// Bytes of the hash in a project key: 64 bits.
const HASHED: usize = 8;
/// Longest pointer file (`.git`, `commondir`) that is read.
const POINTER_MAX: u64 = 64 * 1024;

/// A project: the directory its files stand in, and the key its data is kept under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The work tree's root, or the directory itself outside a repository. Canonical.
    pub root: PathBuf,
    /// The same for every work tree of a repository, and however the path was written.
    pub key: ProjectKey,
}

impl Project {
    /// The project of the directory `cwd`: the repository around it, else the directory itself.
    /// Fails only when `cwd` cannot be resolved.
    pub fn find(cwd: &Path) -> io::Result<Project> {
        let cwd = fs::canonicalize(cwd)?;
        for dir in cwd.ancestors() {
            if let Some(common) = common_dir(dir) {
                return Ok(Project {
                    root: dir.to_path_buf(),
                    key: key(&common),
                });
            }
        }
        Ok(Project {
            key: key(&cwd),
            root: cwd,
        })
    }
}

/// Git's common directory, when `dir` is the top of a work tree or a bare repository.
fn common_dir(dir: &Path) -> Option<PathBuf> {
    let dot_git = dir.join(".git");
    let git_dir = match fs::metadata(&dot_git) {
        Ok(meta) if meta.is_dir() => dot_git,
        Ok(_) => pointer(&dot_git, dir, b"gitdir:")?,
        Err(_) if is_git_dir(dir) => dir.to_path_buf(),
        Err(_) => return None,
    };
    if !is_git_dir(&git_dir) && !git_dir.join("commondir").is_file() {
        return None;
    }
    // A linked work tree names the directory it shares with the others.
    let shared = pointer(&git_dir.join("commondir"), &git_dir, b"");
    fs::canonicalize(shared.unwrap_or(git_dir)).ok()
}

fn is_git_dir(dir: &Path) -> bool {
    dir.join("HEAD").is_file() && dir.join("objects").is_dir() && dir.join("refs").is_dir()
}

/// The path that the pointer file `file` holds after `prefix`, relative to `base`.
fn pointer(file: &Path, base: &Path, prefix: &[u8]) -> Option<PathBuf> {
    if fs::metadata(file).ok()?.len() > POINTER_MAX {
        return None;
    }
    let bytes = fs::read(file).ok()?;
    let path = bytes.strip_prefix(prefix)?.trim_ascii();
    (!path.is_empty())
        .then(|| base.join(PathBuf::from(std::ffi::OsString::from_vec(path.to_vec()))))
}

/// A readable part, from the directory that holds the repository, and a hash of the place.
fn key(place: &Path) -> ProjectKey {
    let named = match place.file_name() {
        Some(name) if name == ".git" => place.parent().and_then(Path::file_name),
        name => name,
    };
    let name = named.map(|name| name.to_string_lossy()).unwrap_or_default();
    let hash = Sha256::digest(place.as_os_str().as_bytes());
    let text = format!("{}-{}", readable(&name), hex(&hash[..HASHED]));
    ProjectKey::parse(&text).expect("made of lower-case letters, digits and dashes only")
}

fn readable(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars().take(4 * READABLE) {
        match c {
            'a'..='z' | '0'..='9' | '_' => text.push(c),
            'A'..='Z' => text.push(c.to_ascii_lowercase()),
            _ if text.is_empty() || text.ends_with('-') => {}
            _ => text.push('-'),
        }
    }
    text.truncate(READABLE);
    match text.trim_end_matches('-') {
        "" => "project".to_owned(),
        text => text.to_owned(),
    }
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readable_part_is_a_plain_name_whatever_the_directory_is_called() {
        let cases = [
            ("Ibid", "ibid"),
            ("my app (2)", "my-app-2"),
            ("..", "project"),
            ("\u{7f16}\u{8b6f}", "project"),
            ("-rf", "rf"),
            ("a/../b", "a-b"),
            ("Caf\u{e9}_Bar", "caf-_bar"),
        ];
        for (name, expected) in cases {
            assert_eq!(readable(name), expected, "{name}");
        }
        assert_eq!(readable(&"x".repeat(500)).len(), READABLE);
    }
}
