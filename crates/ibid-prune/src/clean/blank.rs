//! Runs of empty lines, which are handed over as one: an output may hold millions of them, and a
//! line of one byte costs as much as any other.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::CleanLine;
use crate::ByteSpan;

/// The fewest line feeds in a row that are looked for. Fewer are not worth a look of their own.
const RUN: usize = 512;

/// What the cleaner hands over.
#[derive(Clone, Debug)]
pub(crate) enum Cleaned<'a> {
    /// A line.
    Line(CleanLine<'a>),
    /// Lines that nothing redrew, at most [`TOGETHER`](super::TOGETHER).
    Lines(&'a [CleanLine<'a>]),
    /// Empty lines that nothing redrew, one behind the other.
    Blank(BlankRun),
}

/// Empty lines, each of which is nothing but its line feed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlankRun {
    /// The raw bytes of all of them.
    pub(crate) raw: ByteSpan,
    /// How many; at least 1.
    pub(crate) lines: u64,
}

impl BlankRun {
    /// The line at `index`, from 0.
    pub(crate) fn line(&self, index: u64) -> CleanLine<'static> {
        let each = self.raw.len() / self.lines;
        let start = self.raw.start + index * each;
        CleanLine {
            text: "",
            raw: ByteSpan::new(start, start + each),
            local: true,
            cut: None,
        }
    }
}

/// A sink of lines as one of what the cleaner hands over.
pub(super) fn lines_to<'s>(sink: &'s mut dyn FnMut(CleanLine<'_>)) -> impl FnMut(Cleaned<'_>) + 's {
    move |cleaned| match cleaned {
        Cleaned::Line(line) => sink(line),
        Cleaned::Lines(lines) => lines.iter().for_each(|line| sink(line.clone())),
        Cleaned::Blank(run) => (0..run.lines).for_each(|index| sink(run.line(index))),
    }
}

/// How many line feeds `bytes` begin with, when they are worth a look of their own; 0 otherwise.
pub(super) fn leading(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<64>();
    let whole = blocks.iter().take_while(|block| **block == [b'\n'; 64]);
    let from = whole.count() * 64;
    let rest = bytes[from..].iter().take_while(|byte| **byte == b'\n');
    let run = from + rest.count();
    // The line feed before a run may be the end of a line.
    if run + 1 >= RUN { run } else { 0 }
}

/// The front of `bytes` up to a run of empty lines, with the end of the line before it.
pub(super) fn before_run(bytes: &[u8]) -> &[u8] {
    static FINDER: LazyLock<Finder<'static>> =
        LazyLock::new(|| Finder::new(&[b'\n'; RUN]).into_owned());
    match FINDER.find(bytes) {
        Some(at) => &bytes[..=at],
        None => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::Cleaner;

    /// Cleans `bytes` in chunks of `chunk`; the lines, and how many of them came in runs.
    fn clean(bytes: &[u8], chunk: usize) -> (Vec<(String, ByteSpan)>, u64) {
        let (mut lines, mut in_runs) = (Vec::new(), 0);
        let mut cleaner = Cleaner::new();
        for chunk in bytes.chunks(chunk) {
            cleaner.feed_runs(chunk, &mut |cleaned| {
                if let Cleaned::Blank(run) = &cleaned {
                    in_runs += run.lines;
                }
                lines_to(&mut |line| lines.push((line.text.to_owned(), line.raw)))(cleaned);
            });
        }
        cleaner.finish(&mut |line| lines.push((line.text.to_owned(), line.raw)));
        (lines, in_runs)
    }

    #[test]
    fn runs_are_the_lines_that_they_stand_for() {
        let blank = |lines: usize| "\n".repeat(lines);
        for (text, expected_in_runs) in [
            (blank(5_000), 5_000 - 256),
            (format!("a\n{}b\n{}c", blank(2_000), blank(1_000)), 2_488),
            (format!("a\n{}b\n", blank(300)), 0),
            (format!("{}\x1b[3A\x1b[2Kup\n", blank(600)), 344),
            (format!("\x1b[2Aup\x1b[?25h{}b\n", blank(3_000)), 2_743),
        ] {
            let (lines, in_runs) = clean(text.as_bytes(), usize::MAX);
            assert_eq!(in_runs, expected_in_runs, "{:?}", text.trim());
            for chunk in [1, 700, 4_096] {
                assert_eq!(clean(text.as_bytes(), chunk).0, lines, "chunks of {chunk}");
            }
        }
    }

    #[test]
    fn wide_line_ends_count_as_what_they_are() {
        let text = "a\n".to_owned() + &"\n".repeat(3_000);
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let bytes = [&[0xff, 0xfe][..], &wide].concat();
        let (lines, in_runs) = clean(&bytes, usize::MAX);
        assert!(in_runs > 0);
        assert_eq!(lines.len(), 3_001);
        let ends = lines.iter().map(|(_, raw)| raw.end);
        assert!(ends.eq((1..=3_001).map(|line| 2 + line * 2 + 2)));
    }
}
