//! Writing answers and notes.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use ibid_engine::redact::Redactor;

use crate::cli::{Color, Global};
use crate::failure::{self, Failure};

/// Sets when colour is used, for everything that prints through `anstream`.
pub(crate) fn choose_color(color: Color) {
    match color {
        // Left to anstream: a terminal, NO_COLOR, CLICOLOR_FORCE.
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
}

/// Writes `bytes` to standard output. A reader that has gone away (`| head -1`) is no failure.
pub(crate) fn answer(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    quiet_pipe(written).map_err(|error| failure::writing(&error))
}

/// Lets a closed pipe count as written.
pub(crate) fn quiet_pipe(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes `value` as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut bytes = serde_json::to_vec(value)
        .map_err(|error| Failure::new("cannot write the answer as JSON").why(error))?;
    bytes.push(b'\n');
    answer(&bytes)
}

/// Something the user should know, on standard error.
pub(crate) fn warn(text: impl std::fmt::Display) {
    tell(&format!("ibid: {text}\n"));
}

/// Whether secrets are kept out of what is told (`log.redact`); until the settings are read, they
/// are.
static REDACTS: AtomicBool = AtomicBool::new(true);

/// Sets whether secrets of known forms are kept out of notes and errors.
pub(crate) fn redact_notes(redact: bool) {
    REDACTS.store(redact, Ordering::Relaxed);
}

/// What keeps secrets of known forms out of reports; `None` where `log.redact` is off.
pub(crate) fn redactor() -> Option<Redactor> {
    REDACTS.load(Ordering::Relaxed).then(Redactor::default)
}

/// Writes `lines` to standard error, at once: others may write there too. What is told may name
/// commands, paths and values, and so hold a secret.
pub(crate) fn tell(lines: &str) {
    let redacted = redactor().map(|mut redactor| redactor.text(lines));
    let lines = redacted.as_deref().unwrap_or(lines);
    // A standard error that is closed is nobody's failure.
    let _ = anstream::stderr().write_all(lines.as_bytes());
}

/// A note on standard error; not with `--quiet`.
pub(crate) fn note(global: &Global, text: impl std::fmt::Display) {
    if !global.quiet {
        warn(text);
    }
}

/// A detail on standard error; only with `--verbose`.
pub(crate) fn detail(global: &Global, text: impl std::fmt::Display) {
    if global.verbose {
        warn(text);
    }
}

/// Whether standard output is a terminal.
pub(crate) fn on_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Columns of a page in a pipe: enough for every column of a table.
const PIPE_COLUMNS: usize = 160;

/// Columns that a page on standard output may have, and whether it may have colour. A pipe gets as
/// many columns as are needed.
pub(crate) fn page() -> (usize, bool) {
    let stdout = io::stdout();
    let color = AutoStream::choice(&stdout) != ColorChoice::Never;
    if !stdout.is_terminal() {
        return (PIPE_COLUMNS, color);
    }
    let size = rustix::termios::tcgetwinsize(&stdout);
    let columns = size.map_or(0, |size| usize::from(size.ws_col));
    (if columns == 0 { 80 } else { columns }, color)
}

/// On which side a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// A table for standard output: a row a line, under a heading on a terminal. The last column is as
/// wide as it is.
pub(crate) fn table<const N: usize>(
    heading: [(&str, Side); N],
    mut rows: Vec<[String; N]>,
) -> String {
    let on_terminal = on_terminal();
    if on_terminal {
        rows.insert(0, heading.map(|(name, _)| name.to_owned()));
    }
    let width = |n: usize| rows.iter().map(|row| row[n].chars().count()).max();
    let widths: [usize; N] = std::array::from_fn(|n| width(n).unwrap_or(0));
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        let bold = bold(on_terminal && at == 0);
        let cells = row.iter().zip(widths).zip(heading).enumerate();
        let cells = cells.map(|(n, ((cell, width), (_, side)))| match side {
            _ if n + 1 == N => cell.clone(),
            Side::Left => format!("{cell:width$}  "),
            Side::Right => format!("{cell:>width$}  "),
        });
        let line: String = cells.collect();
        text += &format!("{bold}{line}{bold:#}\n");
    }
    text
}

/// The start of `text`, at most `max` characters, none of which can act on a terminal.
pub(crate) fn start(text: &str, max: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(max).map(plain).collect();
    if text.chars().nth(max).is_some() {
        short.push('…');
    }
    short
}

/// Bold, where `wanted` and colour is used on standard output.
pub(crate) fn bold(wanted: bool) -> Style {
    let colored = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    if wanted && colored {
        Style::new().bold()
    } else {
        Style::new()
    }
}
