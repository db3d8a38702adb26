use std::ops::AddAssign;

/// Lines of an output. `total = shown + folded + dropped`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of the cleaned output.
    pub total: u64,
    /// Lines shown (a line cut in its middle counts as shown).
    pub shown: u64,
    /// Lines folded into another.
    pub folded: u64,
    /// Lines left out.
    pub dropped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.total += other.total;
        self.shown += other.shown;
        self.folded += other.folded;
        self.dropped += other.dropped;
    }
}
