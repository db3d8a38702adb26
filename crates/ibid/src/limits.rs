//! The flags that `run` and `prune` share.

use clap::ValueEnum;
use ibid_engine::config::{Setting, Value, parse_size};
use ibid_engine::ingest;

use crate::setup::Flags;

/// How much is shown, and what is kept.
#[derive(clap::Args, Debug)]
pub(crate) struct Limits {
    /// Prune output that has something to sort to this size: 8192, 8KiB, "24 KB"
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) budget: Option<u64>,
    /// Cut any output at this size; twice the budget where only that is given
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) cap: Option<u64>,
    /// Print the plan on standard error: which lines were shown, folded or dropped, and why
    #[arg(long)]
    pub(crate) explain: bool,
    /// When to keep the original
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) keep: Keep,
}

/// When to keep the original.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Keep {
    /// When anything was left out, or changed but for escapes
    Auto,
    /// Always
    Always,
    /// Never; no recall id is given
    Never,
}

fn size(text: &str) -> Result<u64, String> {
    parse_size(text).ok_or_else(|| "expected a size such as 8192, 8KiB or \"24 KB\"".to_owned())
}

impl Limits {
    /// The settings that these flags set.
    pub(crate) fn flags(&self) -> Flags {
        let budget = self.budget.map(|budget| {
            (
                Setting::DirectObservationBytes,
                Value::Size(budget),
                "--budget",
            )
        });
        let twice = self
            .budget
            .map(|budget| (budget.saturating_mul(2), "--budget"));
        let cap = self.cap.map(|cap| (cap, "--cap")).or(twice);
        let cap = cap.map(|(cap, flag)| (Setting::DirectMaxToolOutput, Value::Size(cap), flag));
        budget.into_iter().chain(cap).collect()
    }

    /// When the original is stored.
    pub(crate) fn keep(&self) -> ingest::Keep {
        match self.keep {
            Keep::Auto => ingest::Keep::Auto,
            Keep::Always => ingest::Keep::Always,
            Keep::Never => ingest::Keep::Never,
        }
    }
}
