//! Reading an original once, from start to end: its lines are numbered and its bytes checked.

use std::io;

use ibid_model::LineNo;
use ibid_prune::clean::{CleanLine, Cleaner};
use sha2::{Digest, Sha256};

use crate::archive::{ArchiveError, Found, LookupError, damaged, read_full};
use crate::project::hex;

/// Bytes read at a time.
const STEP: usize = 256 * 1024;

/// Hands the cleaned lines of `found` to `line`, in order, until it says that it needs no more.
/// The bytes are read to the end in any case, and it is an error when they are not those that were
/// stored: what `line` was given is not to be shown then.
pub(super) fn lines(
    found: &Found,
    line: &mut dyn FnMut(LineNo, &CleanLine<'_>) -> bool,
) -> Result<(), LookupError> {
    let mut cleaner = Some(Cleaner::new());
    let mut number = 0;
    let mut more = true;
    let missing = found.record.missing;
    let mut sink = |clean: CleanLine<'_>| {
        number += 1;
        if let Some(missing) = missing.filter(|missing| number == missing.after.0 + 1) {
            number = missing.next().0;
        }
        if more {
            more = line(LineNo(number), &clean);
        }
        more
    };
    let read = bytes(found, &mut |piece| {
        let Some(active) = &mut cleaner else {
            return Ok(());
        };
        let mut go_on = true;
        active.feed(piece, &mut |clean| go_on = sink(clean));
        if !go_on {
            cleaner = None;
        }
        Ok(())
    })?;
    debug_assert!(read.is_ok(), "the sink never fails");
    if let Some(active) = cleaner {
        active.finish(&mut |clean| {
            sink(clean);
        });
    }
    Ok(())
}

/// Hands all bytes of `found` to `sink` and checks them: their number before the first, their hash
/// after the last. An error of the sink ends it and is given back inside.
pub(super) fn bytes(
    found: &Found,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<io::Result<()>, LookupError> {
    let file = found.open()?;
    let failed = |e: io::Error| ArchiveError::from_io("read", &found.path(), &e);
    let size = file.metadata().map_err(failed)?.len();
    if size != found.record.kept.0 {
        return Err(damaged(found, size, ""));
    }
    let mut hash = Sha256::new();
    let mut buffer = vec![0; STEP.min(size.max(1) as usize)];
    let mut at = 0;
    while at < size {
        let n = read_full(&file, at, &mut buffer).map_err(failed)?;
        if n == 0 {
            break;
        }
        hash.update(&buffer[..n]);
        at += n as u64;
        if let Err(error) = sink(&buffer[..n]) {
            return Ok(Err(error));
        }
    }
    let sum = hex(&hash.finalize());
    match at == size && sum == found.record.sha256 {
        true => Ok(Ok(())),
        false => Err(damaged(found, at, &sum)),
    }
}
