//! What a replay found, as text: [`table`] for the terminal, [`csv`] and [`csv_steps`] for other
//! programs, [`html`] for a reader. What many replays come to is [`bench()`], as text [`bench_table`]
//! and as a picture [`plot()`].
//!
//! Data in, text out: nothing here touches a file, a terminal or a clock. All three tell the same
//! figures; only the table and the page round them. Names and lines come from recorded sessions and
//! are trusted nowhere.

#![forbid(unsafe_code)]

mod bench;
mod csv;
mod figures;
mod html;
pub mod inspect;
mod plot;
mod table;

pub use bench::{Bench, BenchRow, PolicySummary, bench, bench_table};
pub use csv::{csv, csv_steps};
pub use html::html;
pub use plot::plot;
pub use table::table;
