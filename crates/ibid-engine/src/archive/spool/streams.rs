//! Which bytes came from which stream.

use std::collections::VecDeque;

use ibid_model::ByteRange;

use crate::archive::record::{Stream, StreamRun, Streams};

/// Most runs that are remembered.
const RUNS_MAX: usize = 4096;

/// Remembers where the stream changed, in bytes as given and then in bytes as kept. The two differ
/// when secrets are replaced on the way, and a change may be given before its bytes come through.
#[derive(Debug, Default)]
pub(super) struct Marks {
    last: Option<Stream>,
    /// Bytes given so far.
    given: u64,
    /// Changes whose bytes have not come through, by place in the bytes given.
    waiting: VecDeque<(u64, Stream)>,
    /// Changes by place in the bytes that came through.
    runs: Vec<(u64, Stream)>,
    /// Place of the first change that was not remembered.
    full_at: Option<u64>,
}

impl Marks {
    /// The next `len` bytes given are from `stream`, if that is known.
    pub(super) fn given(&mut self, stream: Option<Stream>, len: u64) {
        if let Some(stream) = stream
            && len > 0
            && self.last != Some(stream)
            && self.full_at.is_none()
        {
            self.last = Some(stream);
            self.waiting.push_back((self.given, stream));
        }
        self.given += len;
    }

    /// The bytes `from..from + len` as given came through as the bytes `to..to + out`.
    pub(super) fn passed(&mut self, from: u64, len: u64, to: u64, out: u64) {
        while let Some((at, stream)) = self.waiting.front().copied() {
            if at >= from + len {
                break;
            }
            self.waiting.pop_front();
            let place = to + at.saturating_sub(from).min(out);
            match self.full_at {
                Some(_) => {}
                None if self.runs.len() < RUNS_MAX => self.runs.push((place, stream)),
                None => self.full_at = Some(place),
            }
        }
    }

    /// The runs of what is kept of `total` bytes without `missing`.
    pub(super) fn kept(&self, total: u64, missing: Option<ByteRange>) -> Option<Streams> {
        if self.runs.is_empty() {
            return None;
        }
        let gap = missing.unwrap_or(ByteRange {
            start: total,
            end: total,
        });
        let place = |at: u64| match at {
            at if at <= gap.start => at,
            at => at.max(gap.end) - gap.end + gap.start,
        };
        let mut runs: Vec<StreamRun> = Vec::new();
        for (at, stream) in &self.runs {
            let run = StreamRun {
                from: place(*at),
                stream: *stream,
            };
            match runs.last() {
                // All of the run before was in the gap.
                Some(last) if last.from == run.from => {
                    runs.pop();
                }
                _ => {}
            }
            if runs.last().is_none_or(|last| last.stream != run.stream) {
                runs.push(run);
            }
        }
        let until = place(self.full_at.unwrap_or(total));
        runs.retain(|run| run.from < until);
        Some(Streams { runs, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Stream::{Stderr, Stdout};

    fn marks(given: &[(Stream, u64)]) -> Marks {
        let mut marks = Marks::default();
        let mut at = 0;
        for (stream, len) in given {
            marks.given(Some(*stream), *len);
            marks.passed(at, *len, at, *len);
            at += len;
        }
        marks
    }

    fn runs(streams: Option<Streams>) -> Vec<(u64, Stream)> {
        let runs = streams.map(|s| s.runs).unwrap_or_default();
        runs.iter().map(|run| (run.from, run.stream)).collect()
    }

    #[test]
    fn runs_follow_what_is_kept() {
        let given = [
            (Stdout, 10),
            (Stdout, 5),
            (Stderr, 5),
            (Stdout, 20),
            (Stderr, 10),
        ];
        let marks = marks(&given);
        let whole = [(0, Stdout), (15, Stderr), (20, Stdout), (40, Stderr)];
        assert_eq!(runs(marks.kept(50, None)), whole);
        // (missing bytes, what the kept runs are)
        type Case = (u64, u64, &'static [(u64, Stream)]);
        let cases: &[Case] = &[
            (
                16,
                30,
                &[(0, Stdout), (15, Stderr), (16, Stdout), (26, Stderr)],
            ),
            (
                12,
                17,
                &[(0, Stdout), (12, Stderr), (15, Stdout), (35, Stderr)],
            ),
            (12, 45, &[(0, Stdout), (12, Stderr)]),
            (12, 25, &[(0, Stdout), (27, Stderr)]),
        ];
        for (start, end, expected) in cases {
            let missing = ByteRange {
                start: *start,
                end: *end,
            };
            assert_eq!(runs(marks.kept(50, Some(missing))), *expected, "{missing}");
        }
    }

    #[test]
    fn a_change_inside_a_replaced_secret_falls_on_its_end() {
        let mut marks = Marks::default();
        marks.given(Some(Stdout), 10);
        marks.given(Some(Stderr), 10);
        marks.passed(0, 8, 0, 8);
        marks.passed(8, 6, 8, 1);
        marks.passed(14, 6, 9, 6);
        assert_eq!(runs(marks.kept(15, None)), [(0, Stdout), (9, Stderr)]);
    }

    #[test]
    fn too_many_changes_are_not_remembered_and_that_is_said() {
        let given: Vec<_> = (0..5000)
            .map(|n| (if n % 2 == 0 { Stdout } else { Stderr }, 1))
            .collect();
        let streams = marks(&given).kept(5000, None).expect("streams were given");
        assert_eq!(
            (streams.runs.len(), streams.until),
            (RUNS_MAX, RUNS_MAX as u64)
        );
    }
}
