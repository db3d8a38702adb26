//! Folding while an output is read: runs of the same line, and of the same block of lines, keep
//! their first and last instance and a count. Ten million empty lines are two records.

use crate::ByteSpan;
use crate::record::{Before, Record};

/// The longest block, in lines, whose repetition is recognised.
const LONGEST_BLOCK: usize = 24;

/// Folds repetitions as records come in.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    /// The newest fold keys, a ring: those of the newest records, since an instance that was
    /// folded has the same keys as the one that stayed.
    recent: [u64; LONGEST_BLOCK],
    /// Where in `recent` the next one goes.
    next: usize,
    /// Length of the block that is repeating, and how many lines of repetition were seen.
    period: usize,
    matched: usize,
}

impl Folder {
    /// Appends `record` to `records`; folds the block before it when a third instance of that
    /// block is complete.
    pub(crate) fn push(&mut self, records: &mut Vec<Record>, record: Record) {
        let key = record.fold;
        records.push(record);
        self.follow(records, key);
        self.remember(key);
        if self.period > 0 && self.matched == 2 * self.period {
            self.fold_middle(records);
            self.matched = self.period;
        }
    }

    /// Takes in `lines` more lines like the last one, the last of which has the bytes `raw`. False,
    /// and nothing is done, when lines like it do not fold right now.
    pub(crate) fn repeat(&mut self, records: &mut [Record], lines: u64, raw: ByteSpan) -> bool {
        let [.., last] = records else { return false };
        let Some(before) = last.before.as_mut().filter(|b| b.lines() == b.folded) else {
            return false;
        };
        if self.period != 1 || before.folded == 0 {
            return false;
        }
        before.folded += lines;
        last.line += lines;
        last.raw = raw;
        let key = last.fold;
        for _ in 0..lines.min(LONGEST_BLOCK as u64) {
            self.remember(key);
        }
        true
    }

    /// Forgets the repetition: what follows must not fold into what was.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    fn remember(&mut self, key: u64) {
        self.recent[self.next] = key;
        self.next = (self.next + 1) % LONGEST_BLOCK;
    }

    fn follow(&mut self, records: &[Record], key: u64) {
        let at = records.len() - 1;
        if self.period > 0 && repeats_at(records, at, self.period) {
            self.matched += 1;
            return;
        }
        self.period = self.distance(key);
        self.matched = 0;
        // The repetition may have begun before this line told its length.
        while self.period > 0
            && self.matched < 2 * self.period
            && at
                .checked_sub(self.matched)
                .is_some_and(|end| repeats_at(records, end, self.period))
        {
            self.matched += 1;
        }
        if self.matched == 0 {
            self.period = 0;
        }
    }

    /// How many lines ago `key` was seen; 0 when it was not.
    fn distance(&self, key: u64) -> usize {
        // Most lines are new: one look at all keys in any order is quicker than one in order.
        if !self.recent.contains(&key) {
            return 0;
        }
        let (newer, older) = self.recent.split_at(self.next);
        let newest_first = newer.iter().rev().chain(older.iter().rev());
        newest_first
            .zip(1..)
            .find_map(|(seen, ago)| (*seen == key).then_some(ago))
            .unwrap_or(0)
    }

    /// Takes the instance before the last out of `records`; its lines are counted on the first
    /// record of the last instance.
    fn fold_middle(&mut self, records: &mut Vec<Record>) {
        let n = records.len();
        let (from, to) = (n - 2 * self.period, n - self.period);
        let taken = &records[from..to];
        let only_folds = |record: &Record| {
            record
                .before
                .as_ref()
                .is_none_or(|before| before.lines() == before.folded)
        };
        if !taken.iter().all(only_folds) || !only_folds(&records[to]) {
            return;
        }
        let lines: u64 = taken.iter().map(|record| 1 + record.lines_before()).sum();
        records.drain(from..to);
        records[from]
            .before
            .get_or_insert_with(Box::<Before>::default)
            .folded += lines;
    }
}

/// Whether the line at `at` says the same as the one `period` lines before. What was redrawn
/// cannot be had back from its bytes alone, so it stays as it is.
fn repeats_at(records: &[Record], at: usize, period: usize) -> bool {
    at.checked_sub(period).is_some_and(|before| {
        let (a, b) = (&records[before], &records[at]);
        a.fold == b.fold && a.text.is_none() && b.text.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    /// Pushes lines named by letters; what stays, with the lines folded before each.
    fn fold(letters: &str) -> String {
        let (mut folder, mut records) = (Folder::default(), Vec::new());
        for (line, letter) in letters.chars().enumerate() {
            folder.push(&mut records, record(line as u64, letter as u64));
        }
        records
            .iter()
            .map(|r| match r.lines_before() {
                0 => char::from(r.fold as u8).to_string(),
                n => format!("+{n}{}", char::from(r.fold as u8)),
            })
            .collect()
    }

    #[test]
    fn runs_and_blocks_keep_first_last_and_a_count() {
        for (input, expected) in [
            ("aaa", "a+1a"),
            ("aa", "aa"),
            ("aaaaaaab", "a+5ab"),
            ("abcabcabcabcx", "abc+6abcx"),
            ("abcabc", "abcabc"),
            ("xaaayaaaz", "xa+1aya+1az"),
            ("abab", "abab"),
            ("ababab", "ab+2ab"),
            ("aabaabaab", "aab+3aab"),
        ] {
            assert_eq!(fold(input), expected, "{input}");
        }
    }

    #[test]
    fn many_lines_at_once_fold_as_one_by_one() {
        for (before, repeats, after) in [("b", 5, "bab"), ("aba", 30, "aaaa"), ("", 3, "xax")] {
            let line = |at: usize, letter: char| record(at as u64, letter as u64);
            let push = |at_once: bool| {
                let (mut folder, mut records) = (Folder::default(), Vec::new());
                let letters = before.chars().chain("aaa".chars()).enumerate();
                letters.for_each(|(at, c)| folder.push(&mut records, line(at, c)));
                let from = before.len() + 3;
                let last = from + repeats - 1;
                if at_once {
                    let raw = record(last as u64, 0).raw;
                    assert!(folder.repeat(&mut records, repeats as u64, raw));
                } else {
                    (from..=last).for_each(|at| folder.push(&mut records, line(at, 'a')));
                }
                let letters = after.chars().enumerate();
                letters.for_each(|(at, c)| folder.push(&mut records, line(last + 1 + at, c)));
                let shown = |r: &Record| (r.line, r.raw, r.fold, r.lines_before());
                records.iter().map(shown).collect::<Vec<_>>()
            };
            assert_eq!(push(true), push(false), "{before:?}, {repeats}, {after:?}");
        }
        let mut records = vec![record(0, 1)];
        let raw = records[0].raw;
        assert!(!Folder::default().repeat(&mut records, 3, raw));
    }
}
