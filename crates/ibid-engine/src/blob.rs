//! Git's blob id of a file: what its content is, whatever its time and name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha1::{Digest, Sha1};

use crate::project::hex;

/// Bytes read at a time.
const STEP: usize = 256 * 1024;

/// The id of the raw bytes of the file at `path`, as `git hash-object --no-filters` prints it.
/// Reads the file once, in pieces; a file that changes its size meanwhile is an error.
pub fn blob_id(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    let meta = file.metadata()?;
    if !meta.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a plain file",
        ));
    }
    blob_id_of(file, meta.len())
}

/// The id of the `size` bytes that `content` gives.
pub fn blob_id_of(mut content: impl Read, size: u64) -> io::Result<String> {
    let mut hash = Sha1::new_with_prefix(format!("blob {size}\0"));
    let mut buffer = vec![0; STEP];
    let mut done = 0;
    loop {
        match content.read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => {
                hash.update(&buffer[..n]);
                done += n as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    match done == size {
        true => Ok(hex(&hash.finalize())),
        false => Err(io::Error::other("the file changed while it was read")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_git() {
        // From `git hash-object --no-filters`.
        let large = "line of a file\r\n".repeat(70_000);
        let cases = [
            ("", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
            ("hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"),
            (large.as_str(), LARGE),
        ];
        for (content, id) in cases {
            let found = blob_id_of(content.as_bytes(), content.len() as u64);
            assert_eq!(found.ok().as_deref(), Some(id));
        }
        assert!(blob_id_of(&b"short"[..], 6).is_err());
        assert!(blob_id(Path::new("/")).is_err());
    }

    const LARGE: &str = "9996db81f62ee63eddff91ff4ae8947984bd3423";
}
