//! Words and shapes that tools share, tried after the tools' own rows.

pub(super) mod assertions;
pub(super) mod errors;
pub(super) mod progress;
pub(super) mod verdicts;
pub(super) mod words;
