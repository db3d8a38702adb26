//! Folding while an output is read: runs of the same line, and of the same block of lines, keep
//! their first and last instance and a count. Ten million empty lines are two records.

use crate::record::{Before, Record};

/// The longest block, in lines, whose repetition is recognised.
const LONGEST_BLOCK: usize = 24;

/// Folds repetitions as records come in.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    /// The newest fold keys, newest last: those of the newest records, since an instance that was
    /// folded has the same keys as the one that stayed.
    recent: [u64; LONGEST_BLOCK],
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
        self.recent.rotate_left(1);
        self.recent[LONGEST_BLOCK - 1] = key;
        if self.period > 0 && self.matched == 2 * self.period {
            self.fold_middle(records);
            self.matched = self.period;
        }
    }

    /// Forgets the repetition: what follows must not fold into what was.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    fn follow(&mut self, records: &[Record], key: u64) {
        let at = records.len() - 1;
        if self.period > 0 && repeats_at(records, at, self.period) {
            self.matched += 1;
            return;
        }
        let distance = self.recent.iter().rev().position(|seen| *seen == key);
        self.period = distance.map_or(0, |n| n + 1);
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
}
