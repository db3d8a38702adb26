//! A progress bar on standard error, where a person watches.

use std::io::{self, IsTerminal};

use ibid_engine::replay::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Global;

/// A bar; it shows nothing in a pipe, on a dumb terminal, or with `--quiet`.
pub(crate) struct Bar(Option<ProgressBar>);

impl Bar {
    pub(crate) fn new(global: &Global, what: &str) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if global.quiet || dumb || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}") {
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

    pub(crate) fn finish(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}
