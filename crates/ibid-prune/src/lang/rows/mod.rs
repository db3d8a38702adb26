//! The rows that ship with the crate: data only, a file for each family.

mod general;
mod words;

use super::Row;

/// All rows, in the order in which formats of the same kind are tried.
pub(super) fn all() -> impl Iterator<Item = &'static Row> {
    const ALL: &[&[Row]] = &[general::ROWS, words::ROWS];
    ALL.iter().flat_map(|rows| rows.iter())
}
