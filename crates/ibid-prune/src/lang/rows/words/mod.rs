//! Words that build tools, test runners, linters and package managers print: verdicts, totals,
//! downloads, progress, and errors without a place.
//!
//! Rows of one tool come first, in families; [`shared`] holds what many tools have in common and
//! is tried last within each kind.

mod builds;
mod linters;
mod packages;
mod runners;
mod shape;
mod shared;

use crate::lang::Row;

/// The rows in the order in which formats of the same kind are tried.
pub(crate) const ROWS: &[Row] = &joined::<{ count(FAMILIES) }>(FAMILIES);

const FAMILIES: &[&[Row]] = &[
    runners::native::ROWS,
    runners::script::ROWS,
    runners::web::ROWS,
    runners::managed::ROWS,
    builds::compile::ROWS,
    builds::managed::ROWS,
    builds::web::ROWS,
    builds::deploy::ROWS,
    builds::ci::ROWS,
    packages::system::ROWS,
    packages::script::ROWS,
    packages::compiled::ROWS,
    packages::transfer::ROWS,
    linters::ROWS,
    shared::verdicts::ROWS,
    shared::errors::ROWS,
    shared::words::ROWS,
    shared::assertions::ROWS,
    shared::progress::ROWS,
];

const fn count(families: &[&[Row]]) -> usize {
    let (mut family, mut all) = (0, 0);
    while family < families.len() {
        all += families[family].len();
        family += 1;
    }
    all
}

const fn joined<const ALL: usize>(families: &[&[Row]]) -> [Row; ALL] {
    let mut rows = [shape::row("", &[]); ALL];
    let (mut family, mut at) = (0, 0);
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            rows[at] = families[family][row];
            row += 1;
            at += 1;
        }
        family += 1;
    }
    rows
}
