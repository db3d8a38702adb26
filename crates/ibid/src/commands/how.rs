//! How sessions are replayed: the flags that "replay" and "bench replay" share.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use ibid_context::Settings;
use ibid_context::policy::{POLICIES, Policy};
use ibid_context::replay::Cold;
use ibid_engine::config::Config;
use ibid_engine::replay::{ReplayRequest, Wanted, all_policies};
use ibid_model::{Entry, Millis};
use serde::Deserialize;

use super::session;
use crate::cli::Global;
use crate::failure::Failure;

/// Policies, and what they and their costs go by.
#[derive(clap::Args, Debug)]
pub(crate) struct How {
    /// Policies, by name; all of the table when none is named
    #[arg(long, value_name = "P", value_delimiter = ',', value_parser = policy)]
    policy: Vec<&'static Policy>,
    /// An outside policy: its name and its command for the shell
    #[arg(long, value_name = "NAME=CMD", value_parser = named_command)]
    policy_cmd: Vec<(String, String)>,
    /// Whether the session's own compactions count
    #[arg(long, value_name = "WHICH", default_value = "recorded")]
    history: HistoryMode,
    /// Which misses of the provider's cache count [default: recorded, where the session says]
    #[arg(long, value_name = "WHICH")]
    cold: Option<ColdMode>,
    /// Counts that anyone can recompute: 12,000 tokens of system prompt and tools, four bytes a
    /// token, stubs of 20 tokens
    #[arg(long)]
    pinned: bool,
    /// The model's context window in tokens [default: that of the session's model]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    window: Option<u64>,
    /// Count the steps whose prompt is larger than this many tokens
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    over: u64,
    /// Prices, relative to an uncached prompt token, in a TOML file: cache_read, cache_write,
    /// cache_life_seconds, cache_min_tokens, output
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
}

/// Whether the session's own compactions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HistoryMode {
    /// As recorded: what a compaction replaced is gone
    Recorded,
    /// As if there had been none
    Full,
}

/// Which misses of the provider's cache count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColdMode {
    /// Those in the session's usage
    Recorded,
    /// Those that the time between calls explains
    Ttl,
}

/// The policy of that name.
pub(super) fn policy(name: &str) -> Result<&'static Policy, String> {
    Policy::named(name).ok_or_else(|| {
        let names: Vec<&str> = POLICIES.iter().map(|policy| policy.name).collect();
        format!("there is no such policy; there are {}", names.join(", "))
    })
}

fn named_command(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, command)) if !name.is_empty() && !command.trim().is_empty() => {
            Ok((name.to_owned(), command.to_owned()))
        }
        _ => Err("give a name and a command: mine='python3 policy.py'".to_owned()),
    }
}

impl How {
    /// What is asked for a session that holds `entries`.
    pub(super) fn request(
        &self,
        entries: &[Entry],
        config: &Config,
        global: &Global,
    ) -> Result<ReplayRequest, Failure> {
        let mut model = session::model(entries, config, global);
        if let Some(file) = &self.prices {
            read_prices(file, &mut model.settings)?;
        }
        if let Some(window) = self.window {
            model.settings.window = window;
        }
        let mut policies: Vec<Wanted> = self
            .policy
            .iter()
            .map(|policy| Wanted::Named(policy.name))
            .collect();
        if policies.is_empty() && self.policy_cmd.is_empty() {
            policies = all_policies();
        }
        let commands = self.policy_cmd.iter().cloned();
        policies.extend(commands.map(|(name, command)| Wanted::Command(name, command)));
        distinct(&policies)?;
        Ok(ReplayRequest {
            policies,
            settings: model.settings,
            encoding: model.encoding,
            images: model.images,
            compactions: self.history == HistoryMode::Recorded,
            cold: match self.cold {
                Some(ColdMode::Ttl) => Cold::Ttl,
                Some(ColdMode::Recorded) | None => Cold::Recorded,
            },
            pinned: self.pinned,
            over: self.over,
        })
    }
}

/// A file of prices, as the user writes it. What it does not name stays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PricesFile {
    cache_read: Option<f64>,
    cache_write: Option<f64>,
    cache_write_long: Option<f64>,
    output: Option<f64>,
    cache_life_seconds: Option<i64>,
    cache_min_tokens: Option<u64>,
}

/// Takes prices from a TOML file.
fn read_prices(path: &Path, settings: &mut Settings) -> Result<(), Failure> {
    let wrong = |why: &dyn std::fmt::Display| {
        Failure::usage(format!("{} holds no prices", path.display()))
            .why(why)
            .hint("\"ibid replay --help\" names what may stand in it")
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let file: PricesFile = toml::from_str(&text).map_err(|error| wrong(&error.message()))?;
    let prices = &mut settings.prices;
    for (to, from) in [
        (&mut prices.cache_read, file.cache_read),
        (&mut prices.cache_write, file.cache_write),
        (&mut prices.cache_write_long, file.cache_write_long),
        (&mut prices.output, file.output),
    ] {
        match from {
            Some(price) if !price.is_finite() || price < 0.0 => {
                return Err(wrong(&format!("{price} is no price")));
            }
            Some(price) => *to = price,
            None => {}
        }
    }
    if let Some(seconds) = file.cache_life_seconds {
        settings.cache.life = (seconds > 0).then_some(Millis(seconds.saturating_mul(1000)));
    }
    if let Some(tokens) = file.cache_min_tokens {
        settings.cache.min_tokens = ibid_model::Tokens(tokens);
    }
    Ok(())
}

/// Rows are told apart by their names.
fn distinct(policies: &[Wanted]) -> Result<(), Failure> {
    let mut seen = std::collections::HashSet::new();
    for wanted in policies {
        let name: &str = match wanted {
            Wanted::Named(name) => name,
            Wanted::Command(name, _) => name,
        };
        if !seen.insert(name) {
            return Err(
                Failure::usage(format!("the policy {name:?} is named twice"))
                    .why("rows are told apart by their names")
                    .hint("give an outside policy a name of its own: mine='python3 policy.py'"),
            );
        }
    }
    Ok(())
}
