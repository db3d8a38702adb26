//! One order for two streams: whole lines in the order in which they were completed.

use memchr::memrchr;

/// One of a command's two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

impl Stream {
    /// The name used in records.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        }
    }

    fn index(self) -> usize {
        self as usize
    }

    fn other(self) -> Stream {
        match self {
            Stream::Stdout => Stream::Stderr,
            Stream::Stderr => Stream::Stdout,
        }
    }
}

/// An unfinished line longer than this is handed on as it is, in bytes.
const LONGEST_HELD: usize = 64 * 1024;

/// Puts the chunks of two streams in one order without tearing lines apart.
///
/// A line goes on when its end arrives, so an error message never lands in the middle of a line of
/// the other stream. An unfinished line waits, up to 64 KiB, for its end or its stream's. Every
/// byte is handed on exactly once, in order within its stream.
#[derive(Debug, Default)]
pub struct LineOrder {
    held: [Vec<u8>; 2],
    closed: [bool; 2],
    /// The stream whose held line began first.
    first_held: Option<Stream>,
}

impl LineOrder {
    /// Takes the next bytes of `stream` and hands on what is complete.
    pub fn feed(&mut self, stream: Stream, bytes: &[u8], out: &mut dyn FnMut(Stream, &[u8])) {
        let other = stream.other();
        let alone = self.closed[other.index()] && self.held[other.index()].is_empty();
        let ready = if alone {
            bytes.len()
        } else {
            memrchr(b'\n', bytes).map_or(0, |end| end + 1)
        };
        let (ready, rest) = bytes.split_at(ready);
        if !ready.is_empty() {
            self.release(stream, out);
            out(stream, ready);
        }
        if self.held[stream.index()].len() + rest.len() > LONGEST_HELD {
            self.release(stream, out);
            out(stream, rest);
        } else if !rest.is_empty() {
            self.held[stream.index()].extend_from_slice(rest);
            self.first_held.get_or_insert(stream);
        }
    }

    /// Says that `stream` has ended: its unfinished line goes on.
    pub fn close(&mut self, stream: Stream, out: &mut dyn FnMut(Stream, &[u8])) {
        self.closed[stream.index()] = true;
        self.release(stream, out);
    }

    /// Hands on everything still held, the line that began first before the other.
    pub fn finish(&mut self, out: &mut dyn FnMut(Stream, &[u8])) {
        let first = self.first_held.unwrap_or(Stream::Stdout);
        self.release(first, out);
        self.release(first.other(), out);
    }

    fn release(&mut self, stream: Stream, out: &mut dyn FnMut(Stream, &[u8])) {
        let held = &mut self.held[stream.index()];
        if !held.is_empty() {
            out(stream, held);
            held.clear();
        }
        if self.first_held == Some(stream) {
            let other = stream.other();
            self.first_held = (!self.held[other.index()].is_empty()).then_some(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ordered(chunks: &[(Stream, &[u8])]) -> Vec<(Stream, Vec<u8>)> {
        let mut order = LineOrder::default();
        let mut got = Vec::new();
        let mut out = |stream, bytes: &[u8]| got.push((stream, bytes.to_vec()));
        for (stream, bytes) in chunks {
            order.feed(*stream, bytes, &mut out);
        }
        order.finish(&mut out);
        got
    }

    fn joined(chunks: &[(Stream, &[u8])]) -> String {
        let parts = ordered(chunks).into_iter().flat_map(|(_, bytes)| bytes);
        String::from_utf8(parts.collect()).unwrap()
    }

    use Stream::{Stderr, Stdout};

    #[test]
    fn whole_lines_in_order_of_completion() {
        type Case<'a> = (&'a str, &'a [(Stream, &'a [u8])], &'a str);
        let cases: &[Case<'_>] = &[
            (
                "whole lines keep their order",
                &[
                    (Stdout, b"step A\n"),
                    (Stderr, b"warn A\n"),
                    (Stdout, b"step B\n"),
                ],
                "step A\nwarn A\nstep B\n",
            ),
            (
                "a message does not land inside a line",
                &[
                    (Stdout, b"one\ntw"),
                    (Stderr, b"error: x\n"),
                    (Stdout, b"o\n"),
                ],
                "one\nerror: x\ntwo\n",
            ),
            (
                "unfinished lines come last, the older first",
                &[(Stderr, b"e"), (Stdout, b"o"), (Stderr, b"rr")],
                "erro",
            ),
        ];
        for (name, chunks, expected) in cases {
            assert_eq!(joined(chunks), *expected, "{name}");
        }
    }

    #[test]
    fn a_line_too_long_to_hold_goes_on() {
        let long = vec![b'x'; LONGEST_HELD + 1];
        let got = ordered(&[(Stdout, &long), (Stderr, b"e\n")]);
        assert_eq!(got[0].1.len(), LONGEST_HELD + 1);
        assert_eq!(got[1], (Stderr, b"e\n".to_vec()));
    }

    proptest! {
        #[test]
        fn every_byte_once_in_order_and_no_line_torn(
            chunks in prop::collection::vec((any::<bool>(), "[ab\n]{0,9}"), 0..40),
            close_at in 0usize..40,
        ) {
            let mut order = LineOrder::default();
            let mut got: Vec<(Stream, Vec<u8>)> = Vec::new();
            let mut given = [String::new(), String::new()];
            let mut out = |stream, bytes: &[u8]| got.push((stream, bytes.to_vec()));
            for (at, (is_err, text)) in chunks.iter().enumerate() {
                let stream = if *is_err { Stderr } else { Stdout };
                if stream == Stdout && at >= close_at {
                    order.close(Stdout, &mut out);
                    continue;
                }
                given[stream.index()].push_str(text);
                order.feed(stream, text.as_bytes(), &mut out);
            }
            order.finish(&mut out);
            for stream in [Stdout, Stderr] {
                let of_it = got.iter().filter(|part| part.0 == stream);
                let bytes: Vec<u8> = of_it.flat_map(|part| part.1.clone()).collect();
                prop_assert_eq!(bytes, given[stream.index()].as_bytes());
            }
            // Where the stream changes, the part before ends a line or its stream.
            for at in 1..got.len() {
                let (before, after) = (&got[at - 1], &got[at]);
                let ended = !got[at..].iter().any(|part| part.0 == before.0);
                prop_assert!(before.0 == after.0 || ended || before.1.ends_with(b"\n"));
            }
        }
    }
}
