//! A progress bar on standard error, where a person watches.

use std::io::{self, IsTerminal};

use ibid_engine::replay::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Global;

/// Bytes from which on reading takes long enough for a bar.
const LARGE: u64 = 16 << 20;

/// A bar; it shows nothing in a pipe, on a dumb terminal, or with `--quiet`.
pub(crate) struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar of steps.
    pub(crate) fn new(global: &Global, what: &str) -> Self {
        Self::styled(global, what, "{msg} {bar:30} {pos}/{len}", 0)
    }

    /// A bar of bytes; none for what is read at once anyway.
    pub(crate) fn bytes(global: &Global, what: &str, size: u64) -> Self {
        if size < LARGE {
            return Self(None);
        }
        Self::styled(global, what, "{msg} {bar:30} {bytes}/{total_bytes}", size)
    }

    fn styled(global: &Global, what: &str, template: &str, size: u64) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if global.quiet || dumb || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(size);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what.to_owned());
        Self(Some(bar))
    }

    pub(crate) fn step(&mut self, progress: Progress) {
        match (&self.0, progress) {
            (Some(bar), Progress::Total(total)) => bar.set_length(total as u64),
            (Some(bar), Progress::Step) => bar.inc(1),
            (None, _) => {}
        }
    }

    /// What is done now.
    pub(crate) fn name(&self, what: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(what.to_owned());
        }
    }

    /// So much is done.
    pub(crate) fn at(&self, done: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(done);
        }
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}
