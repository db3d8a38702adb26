//! The rows that ship with the crate: data only, a file for each family.
//!
//! Formats of the same kind are tried in the order of the rows: a tool's own before the shapes
//! that many tools share.

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
