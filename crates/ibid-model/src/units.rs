//! Counts and places, each its own type where it crosses a boundary.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// A number of bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub u64);

/// A number of lines.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Lines(pub u64);

/// The number of a line, counted from 1 as people and editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineNo(pub u64);

impl LineNo {
    /// The first line.
    pub const FIRST: LineNo = LineNo(1);
}

impl Default for LineNo {
    fn default() -> Self {
        LineNo::FIRST
    }
}

/// A half-open range of bytes, `start..end`, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByteRange {
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

/// A number of tokens, as some model counts them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Tokens(pub u64);

/// The place of a record in its log, from 1 on.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seq(pub u64);

/// Milliseconds: since 1970 (UTC) as a moment, or between two moments.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// The time from `earlier` to this moment; not negative, whatever the clocks did.
    pub fn since(self, earlier: Millis) -> Millis {
        Millis(self.0.saturating_sub(earlier.0).max(0))
    }
}

impl Tokens {
    /// What is left after taking `other` away; 0 when that is more.
    pub fn less(self, other: Tokens) -> Tokens {
        Tokens(self.0.saturating_sub(other.0))
    }
}

impl Add for Tokens {
    type Output = Tokens;
    fn add(self, other: Tokens) -> Tokens {
        Tokens(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Tokens {
    fn add_assign(&mut self, other: Tokens) {
        *self = *self + other;
    }
}

impl Sum for Tokens {
    fn sum<I: Iterator<Item = Tokens>>(all: I) -> Tokens {
        all.fold(Tokens(0), Add::add)
    }
}

impl fmt::Display for Tokens {
    /// The number alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl ByteRange {
    /// Number of bytes; 0 when `end` is not after `start`.
    pub fn len(self) -> Bytes {
        Bytes(self.end.saturating_sub(self.start))
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

impl fmt::Display for Bytes {
    /// Short, for people: `812 bytes`, `9.1 KiB`, `256 MiB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
        match self.0 {
            1 => return f.write_str("1 byte"),
            n if n < 1024 => return write!(f, "{n} bytes"),
            _ => {}
        }
        let mut size = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while size >= 1023.95 && unit + 1 < UNITS.len() {
            size /= 1024.0;
            unit += 1;
        }
        let text = format!("{size:.1}");
        write!(
            f,
            "{} {}",
            text.strip_suffix(".0").unwrap_or(&text),
            UNITS[unit]
        )
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 line"),
            n => write!(f, "{n} lines"),
        }
    }
}

impl fmt::Display for LineNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for ByteRange {
    /// As headers print it, the end not in it: `bytes 4096-8192`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {}-{}", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        let cases: &[(u64, &str)] = &[
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1 KiB"),
            (9318, "9.1 KiB"),
            (1024 * 1024 - 1, "1 MiB"),
            (256 << 20, "256 MiB"),
            (u64::MAX, "16384 PiB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(Bytes(*bytes).to_string(), *text);
        }
        assert_eq!(Lines(1).to_string(), "1 line");
        assert_eq!(
            ByteRange {
                start: 4096,
                end: 8192
            }
            .to_string(),
            "bytes 4096-8192"
        );
        assert_eq!(ByteRange { start: 5, end: 3 }.len(), Bytes(0));
    }
}
