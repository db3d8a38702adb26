//! Shapes that many tools share, tried after the tools' own.

use crate::Kind::Located;
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[Row {
    name: "gnu",
    dependencies: &[],
    formats: &[Format::new(
        Located,
        &[": error: ", ": warning: ", ": note: "],
        r"^(?<file>[^:\s][^:]*):(?<line>[0-9]+)(?::(?<col>[0-9]+))?: (?<severity>error|warning|note): ",
    )
    .unless(r"^[0-9]+:")],
}];
