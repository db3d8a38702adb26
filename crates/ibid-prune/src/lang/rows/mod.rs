//! The rows that ship with the crate: data only, a file for each family.
//!
//! Formats of the same kind are tried in the order of the rows: a tool's own before the shapes
//! that many tools share.
//!
//! To support a tool, look first whether a shape of [`general`] reads it. If none does, add a row
//! to its family's file, lines of its output to `fixtures/lang/<row>.in` (every format must decide
//! one of them), and write `<row>.ok` with `IBID_BLESS=1 cargo test -p ibid-prune --test
//! lang_fixtures`; read what it says before it is committed. Lines that only look like the tool's
//! go to `fixtures/lang/negative.in`.

#[macro_use]
mod pieces;

mod c_family;
mod dotnet;
mod functional;
mod general;
mod infra;
mod javascript;
mod jvm;
mod native;
mod python;
mod rust_go;
mod scripting;
mod words;

use super::Row;

/// All rows, in the order in which formats of the same kind are tried.
pub(super) fn all() -> impl Iterator<Item = &'static Row> {
    const ALL: &[&[Row]] = &[
        rust_go::ROWS,
        python::ROWS,
        javascript::ROWS,
        jvm::ROWS,
        dotnet::ROWS,
        functional::ROWS,
        native::ROWS,
        scripting::ROWS,
        c_family::ROWS,
        infra::ROWS,
        general::ROWS,
        words::ROWS,
    ];
    ALL.iter().flat_map(|rows| rows.iter())
}
