//! What is kept of a stream of any length: all of it up to a limit, above that its first and last
//! halves.
//!
//! Bytes up to the limit go to `head` in order. Later ones go round and round in a ring that holds
//! as many as the kept end may have. So an output within the limit, nearly every one, is one file
//! written once; only an output over it is put together when it is stored.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use ibid_model::{ByteRange, Lines};
use ibid_prune::ByteSpan;
use ibid_prune::clean::Encoding;

use super::blob::{Blob, TmpFile};
use super::seam;
use crate::archive::dir::Dir;
use crate::archive::error::ArchiveError;

/// Up to this many bytes an output stays in memory.
pub(super) const MEMORY: u64 = 1024 * 1024;
/// Smallest limit: below it head and tail would be nothing.
const LIMIT_MIN: u64 = 16;
/// Bytes read or moved at a time.
pub(super) const STEP: u64 = 256 * 1024;

/// Where spool files may be made, asked for when the first one is needed.
pub(super) trait Place {
    /// The directory.
    fn dir(&self) -> Result<Arc<Dir>, ArchiveError>;
    /// Whether files of `bytes` bytes in all may be there.
    fn allows(&self, bytes: u64) -> Result<(), ArchiveError>;
}

/// The newest bytes of a stream: up to `max`, from `base` on.
#[derive(Debug)]
struct Ring {
    blob: Blob,
    max: u64,
    /// Place in the stream of the byte at the blob's start (in its first round).
    base: u64,
    /// Place in the stream after the last byte.
    end: u64,
}

impl Ring {
    fn new(blob: Blob, max: u64, base: u64) -> Self {
        Self {
            blob,
            max,
            base,
            end: base,
        }
    }

    /// Place in the stream of the oldest byte held.
    fn start(&self) -> u64 {
        self.base.max(self.end.saturating_sub(self.max))
    }

    fn spot(&self, at: u64) -> u64 {
        (at - self.base) % self.max
    }

    fn push(&mut self, bytes: &[u8]) -> Result<(), ArchiveError> {
        let mut rest = bytes;
        if rest.len() as u64 >= self.max {
            // Only the end of such a chunk stays: the ring starts anew with it.
            let skip = rest.len() - self.max as usize;
            self.base = self.end + skip as u64;
            self.end = self.base;
            rest = &rest[skip..];
        }
        while !rest.is_empty() {
            let spot = self.spot(self.end);
            let n = rest.len().min((self.max - spot) as usize);
            self.blob.write_at(spot, &rest[..n])?;
            self.end += n as u64;
            rest = &rest[n..];
        }
        Ok(())
    }
}

/// What is kept: the stream's bytes before `head_end` and those from `tail_start` on.
#[derive(Clone, Copy, Debug)]
struct Seam {
    head_end: u64,
    tail_start: u64,
    /// Kept bytes that stand at their place in `head` already, the end's too.
    in_place: u64,
}

/// A stream of bytes, kept within a limit.
#[derive(Debug)]
pub(super) struct Keep {
    head: Blob,
    /// Most bytes in `head`.
    head_max: u64,
    /// Bytes of `head` that stay when something must go.
    head_keep: u64,
    ring: Option<Ring>,
    /// Most bytes of the kept end.
    tail_max: u64,
    total: u64,
    newlines: u64,
    failed: bool,
    seam: Option<Seam>,
}

impl Keep {
    /// Keeps up to `limit` bytes.
    pub(super) fn new(limit: u64) -> Self {
        let limit = limit.max(LIMIT_MIN);
        Self {
            head: Blob::Mem(Vec::new()),
            head_max: limit,
            head_keep: limit / 2,
            ring: None,
            tail_max: limit - limit / 2,
            total: 0,
            newlines: 0,
            failed: false,
            seam: None,
        }
    }

    /// Bytes of the stream so far.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Bytes of its files.
    pub(super) fn on_disk(&self) -> u64 {
        let ring = self.ring.as_ref().map(|ring| &ring.blob);
        let files = [Some(&self.head), ring].into_iter().flatten();
        files
            .map(|blob| {
                if let Blob::File(_) = blob {
                    blob.len()
                } else {
                    0
                }
            })
            .sum()
    }

    /// Takes the next bytes. A failure is reported, and from then on no file is written: the
    /// stream's end goes on in memory.
    pub(super) fn append(&mut self, bytes: &[u8], place: &dyn Place) -> Result<(), ArchiveError> {
        self.newlines += memchr::memchr_iter(b'\n', bytes).count() as u64;
        let mut done = Ok(());
        let mut rest = bytes;
        while !rest.is_empty() {
            // What fits in memory goes there first: it stays when no file can be made.
            let stop = match self.head {
                Blob::Mem(_) if self.total < MEMORY => self.head_max.min(MEMORY),
                _ => self.head_max,
            };
            let room = stop.saturating_sub(self.total).min(rest.len() as u64) as usize;
            let (part, after) = rest.split_at(if room == 0 { rest.len() } else { room });
            let stored = match room {
                0 => self.put_ring(part, place),
                _ => self.put_head(part, place),
            };
            if let Err(error) = stored {
                self.fail();
                done = done.and(Err(error));
                // The ring is in memory now, which does not fail.
                let _ = self.put_ring(part, place);
            }
            self.total += part.len() as u64;
            rest = after;
        }
        done
    }

    fn put_head(&mut self, bytes: &[u8], place: &dyn Place) -> Result<(), ArchiveError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let end = self.total + bytes.len() as u64;
        match &self.head {
            Blob::Mem(held) if end > MEMORY => {
                place.allows(end)?;
                let mut file = TmpFile::create(place.dir()?)?;
                file.write_at(0, held)?;
                self.head = Blob::File(file);
            }
            Blob::Mem(_) => {}
            Blob::File(_) => place.allows(end)?,
        }
        self.head.write_at(self.total, bytes)
    }

    fn put_ring(&mut self, bytes: &[u8], place: &dyn Place) -> Result<(), ArchiveError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let ring = match &mut self.ring {
            Some(ring) => ring,
            None => {
                let blob = match &self.head {
                    Blob::File(_) if !self.failed => {
                        place.allows(self.head.len() + self.tail_max)?;
                        Blob::File(TmpFile::create(place.dir()?)?)
                    }
                    _ => Blob::Mem(Vec::new()),
                };
                self.ring.insert(Ring::new(blob, self.tail_max, self.total))
            }
        };
        ring.push(bytes)
    }

    fn fail(&mut self) {
        let head = self.head.len().min(self.total);
        self.head_max = head;
        self.head_keep = head;
        self.tail_max = MEMORY / 2;
        self.failed = true;
        self.ring = None;
    }

    /// Ends the stream and fixes what is kept. On an error (the place of the cut could not be
    /// read) the cut falls where the limit is.
    pub(super) fn seal(&mut self) -> io::Result<()> {
        if self.seam.is_some() {
            return Ok(());
        }
        let held = self.head.len().min(self.total);
        let tail_start = match &self.ring {
            None => self.total,
            Some(ring) if ring.start() <= held => {
                self.head_keep.max(self.total.saturating_sub(self.tail_max))
            }
            Some(ring) => ring.start(),
        };
        let whole = self.ring.is_none() || tail_start <= self.head_keep;
        let head_end = if whole { self.total } else { self.head_keep };
        let tail_start = if whole { self.total } else { tail_start };
        self.seam = Some(Seam {
            head_end,
            tail_start,
            in_place: head_end.min(held),
        });
        if whole {
            Ok(())
        } else {
            self.align(head_end, tail_start)
        }
    }

    /// Moves the cut to line ends.
    fn align(&mut self, head_end: u64, tail_start: u64) -> io::Result<()> {
        let encoding = self.encoding()?;
        let from = head_end - seam::REACH.min(head_end / 2);
        let window = self.stream(from, head_end)?;
        let head_end = from + seam::head_end(&window, from, encoding) as u64;
        let to = tail_start + seam::REACH.min((self.total - tail_start) / 2);
        let window = self.stream(tail_start, to)?;
        let tail_start = tail_start + seam::tail_start(&window, tail_start, encoding) as u64;
        self.seam = Some(Seam {
            head_end,
            tail_start,
            in_place: head_end,
        });
        Ok(())
    }

    /// The encoding that the stream's start tells.
    pub(super) fn encoding(&self) -> io::Result<Encoding> {
        let len = self.head.len().min(self.total).min(2);
        Ok(seam::encoding(&self.stream(0, len)?))
    }

    fn seam(&self) -> Seam {
        self.seam.unwrap_or(Seam {
            head_end: self.total,
            tail_start: self.total,
            in_place: self.head.len().min(self.total),
        })
    }

    /// Bytes kept.
    pub(super) fn kept(&self) -> u64 {
        let seam = self.seam();
        seam.head_end + (self.total - seam.tail_start)
    }

    /// The stream's bytes that are not kept.
    pub(super) fn missing(&self) -> Option<ByteRange> {
        let seam = self.seam();
        (seam.head_end < seam.tail_start).then_some(ByteRange {
            start: seam.head_end,
            end: seam.tail_start,
        })
    }

    /// The line ends in what is missing, counted by reading what is kept; not for UTF-16.
    pub(super) fn missing_newlines(&self) -> io::Result<Option<Lines>> {
        let mut newlines = self.newlines;
        self.each_kept(&mut |bytes| {
            newlines -= memchr::memchr_iter(b'\n', bytes).count() as u64;
        })?;
        Ok((self.encoding()? == Encoding::Utf8).then_some(Lines(newlines)))
    }

    /// Hands over all that is kept, in order, in pieces.
    pub(super) fn each_kept(&self, sink: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        let (mut at, end) = (0, self.kept());
        while at < end {
            let next = end.min(at + STEP);
            let bytes = self.read(ByteSpan::new(at, next))?;
            if bytes.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            sink(&bytes);
            at += bytes.len() as u64;
        }
        Ok(())
    }

    /// The kept bytes of `span`, cut to what is kept.
    pub(super) fn read(&self, span: ByteSpan) -> io::Result<Cow<'_, [u8]>> {
        let seam = self.seam();
        let end = span.end.min(self.kept());
        let start = span.start.min(end);
        if let Blob::Mem(held) = &self.head
            && end <= seam.in_place
        {
            return Ok(Cow::Borrowed(&held[start as usize..end as usize]));
        }
        let mut out = Vec::with_capacity((end - start) as usize);
        let split = seam.in_place.clamp(start, end);
        if start < split {
            self.head
                .read_into(start, (split - start) as usize, &mut out)?;
        }
        if (out.len() as u64) == split - start && split < end {
            let shift = seam.tail_start - seam.head_end;
            // Before the seam, kept bytes beyond `in_place` are in a ring that follows on.
            let (middle, tail) = (split.max(seam.head_end.min(end)), end);
            self.stream_into(split, middle, &mut out)?;
            self.stream_into(middle + shift, tail + shift, &mut out)?;
        }
        Ok(Cow::Owned(out))
    }

    fn stream(&self, from: u64, to: u64) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        self.stream_into(from, to, &mut out)?;
        Ok(out)
    }

    /// Appends the stream's bytes `from..to`, which are held, to `out`.
    fn stream_into(&self, from: u64, to: u64, out: &mut Vec<u8>) -> io::Result<()> {
        let held = self.head.len();
        let mut at = from;
        while at < to {
            let (blob, spot, run) = match &self.ring {
                Some(ring) if at >= held && at >= ring.start() => {
                    let spot = ring.spot(at);
                    (&ring.blob, spot, ring.max - spot)
                }
                _ => (&self.head, at, held.saturating_sub(at)),
            };
            let n = run.min(to - at);
            let before = out.len();
            blob.read_into(spot, n as usize, out)?;
            if n == 0 || (out.len() - before) as u64 != n {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            at += n;
        }
        Ok(())
    }

    /// Puts what is kept into one file, in order, and makes its bytes durable. What can be read
    /// stays the same at every step, so that the output can still be shown when this fails.
    pub(super) fn settle(&mut self, place: &dyn Place) -> Result<&mut TmpFile, ArchiveError> {
        let kept = self.kept();
        place.allows(kept)?;
        if let Blob::Mem(_) = self.head {
            self.memory_to_file(place)?;
        }
        while self.seam().in_place < kept {
            let at = self.seam().in_place;
            let next = kept.min(at + STEP);
            let bytes = self.read(ByteSpan::new(at, next));
            let bytes = bytes.map_err(|e| self.unreadable(&e))?.into_owned();
            self.head.write_at(at, &bytes)?;
            let seam = Seam {
                in_place: next,
                ..self.seam()
            };
            self.seam = Some(seam);
        }
        self.ring = None;
        match &mut self.head {
            Blob::File(file) => {
                file.truncate(kept)?;
                file.sync()?;
                Ok(file)
            }
            Blob::Mem(_) => unreachable!("moved to a file above"),
        }
    }

    fn memory_to_file(&mut self, place: &dyn Place) -> Result<(), ArchiveError> {
        let mut file = TmpFile::create(place.dir()?)?;
        let (mut at, end) = (0, self.kept());
        while at < end {
            let bytes = self.read(ByteSpan::new(at, end.min(at + STEP)));
            let bytes = bytes.map_err(|e| self.unreadable(&e))?;
            file.write_at(at, &bytes)?;
            at += bytes.len() as u64;
        }
        self.head = Blob::File(file);
        let seam = Seam {
            in_place: end,
            ..self.seam()
        };
        self.seam = Some(seam);
        Ok(())
    }

    fn unreadable(&self, error: &io::Error) -> ArchiveError {
        match &self.head {
            Blob::File(file) => ArchiveError::from_io("read", &file.path(), error),
            Blob::Mem(_) => ArchiveError::from_io("read", std::path::Path::new("memory"), error),
        }
    }
}
