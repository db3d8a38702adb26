//! What policies can be told, with the defaults of the table in the documentation.

use ibid_model::{CacheRule, Millis, Prices, Tokens};

use crate::slot::Slot;

/// Settings of every policy. Sizes are in tokens unless a name says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The model's context window.
    pub window: u64,
    /// What is kept free for the reply.
    pub reserve: u64,
    /// What tokens cost.
    pub prices: Prices,
    /// How the provider's prefix cache behaves.
    pub cache: CacheRule,
    /// The history budget.
    pub working_set: u64,
    /// Share of the window below which `planned` sets nothing aside.
    pub floor: f64,
    /// Tools whose results are never set aside; `*` at the end stands for any ending.
    pub protected_tools: Vec<String>,
    /// Tokens of a stub before it is made; 0 takes its text's.
    pub stub_tokens: u64,
    /// Newest results that are always spared.
    pub spare_newest: usize,
    /// Steps for which a recalled result is spared.
    pub spare_recalled_steps: usize,
    /// Characters from which on a result is large.
    pub large_chars: usize,
    /// `window`: newest results of commands that stay.
    pub window_terminal: usize,
    /// `window`: newest reads that stay.
    pub window_reads: usize,
    /// `window`: characters that must stand past both before any is set aside.
    pub window_floor_chars: usize,
    /// `ttl`: characters above which a result is trimmed.
    pub ttl_trim_over_chars: usize,
    /// `ttl`: characters that stay at each end of a trimmed result.
    pub ttl_keep_chars: usize,
    /// `ttl`: messages of the model from which on everything is safe.
    pub ttl_safe_turns: usize,
    /// `ttl`: share of the window from which on the oldest results are cleared.
    pub ttl_clear_share: f64,
    /// `protect`: newest results that are safe.
    pub protect_tokens: u64,
    /// `protect`: what must go at once.
    pub protect_at_least: u64,
    /// `protect`: newest messages of the user from which on everything is safe.
    pub protect_turns: usize,
    /// `clear`: the prompt's size from which on results are cleared.
    pub clear_at: u64,
    /// `clear`: newest results that stay.
    pub clear_keep: usize,
    /// `clear`: what must go at once.
    pub clear_at_least: u64,
    /// `planned`.
    pub planned: Planned,
}

/// Settings of the planner. Where its numbers are from stands in `docs/design/projection.md`.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Results below this many tokens stay: a stub would not be much smaller.
    pub min_tokens: u64,
    /// Steps for which a read stays.
    pub read_steps: usize,
    /// Steps after an edit for which the newest read of that file stays.
    pub edit_steps: usize,
    /// Steps for which a recalled result stays: what was missed once is likely to be needed again.
    pub recalled_steps: usize,
    /// What carrying has cost so far counts this many times against the cost of a break: 1 waits
    /// until both are equal, more waits less.
    pub patience: f64,
    /// What a set must free at least.
    pub min_freed: u64,
    /// Fewest and most calls that are expected to follow; between them as many as there were.
    pub horizon: (f64, f64),
    /// Share of the limit down to which a forced set goes.
    pub down_to: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            window: 200_000,
            reserve: 16_384,
            prices: Prices {
                cache_read: 0.1,
                cache_write: 1.25,
                cache_write_long: 2.0,
                output: 5.0,
                input_usd_per_million: 3.0,
            },
            cache: CacheRule {
                life: Some(Millis(300_000)),
                min_tokens: Tokens(1024),
            },
            working_set: 96_000,
            floor: 0.1,
            protected_tools: Vec::new(),
            stub_tokens: 0,
            spare_newest: 2,
            spare_recalled_steps: 2,
            large_chars: 2_000,
            window_terminal: 5,
            window_reads: 3,
            window_floor_chars: 20_000,
            ttl_trim_over_chars: 4_000,
            ttl_keep_chars: 1_500,
            ttl_safe_turns: 3,
            ttl_clear_share: 0.5,
            protect_tokens: 40_000,
            protect_at_least: 20_000,
            protect_turns: 2,
            clear_at: 100_000,
            clear_keep: 3,
            clear_at_least: 5_000,
            planned: Planned {
                min_tokens: 40,
                read_steps: 15,
                edit_steps: 10,
                recalled_steps: 5,
                patience: 0.7,
                min_freed: 1_000,
                horizon: (20.0, 120.0),
                down_to: 0.6,
            },
        }
    }
}

impl Settings {
    /// Whether results of the tool called `name` are never set aside.
    pub fn protects(&self, name: &str) -> bool {
        self.protected_tools
            .iter()
            .any(|pattern| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == pattern,
            })
    }

    /// Tokens that the stub for `slot` has.
    pub(crate) fn stub_of(&self, slot: &Slot) -> u64 {
        match self.stub_tokens {
            0 => slot.stub_tokens,
            pinned => pinned,
        }
    }

    /// The most tokens a prompt may have.
    pub fn limit(&self) -> u64 {
        self.window.saturating_sub(self.reserve)
    }
}
