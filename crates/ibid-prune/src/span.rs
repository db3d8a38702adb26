use std::ops::Range;

/// A half-open range of bytes, `start..end`, in the raw output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByteSpan {
    /// First byte.
    pub start: u64,
    /// One past the last byte; never below `start`.
    pub end: u64,
}

impl ByteSpan {
    /// The span `start..end`.
    pub fn new(start: u64, end: u64) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// Number of bytes.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// As indices of a slice in memory.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
