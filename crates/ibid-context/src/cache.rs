//! A provider's prefix cache, simulated: what of a request is read from it and what is written.

use ibid_model::{CacheRule, Millis, Prices, Usage};

/// What one call's prompt cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bill {
    /// Tokens read from the cache.
    pub read: u64,
    /// Tokens written to the cache.
    pub written: u64,
    /// Tokens neither read nor written: the prefix is too short to be kept.
    pub plain: u64,
    /// Cost in input-token equivalents.
    pub cost: f64,
}

/// The cache of one conversation. It holds the last request, and forgets it when it is idle longer
/// than its life.
#[derive(Clone, Debug)]
pub struct Cache {
    prices: Prices,
    rule: CacheRule,
    last: Option<(Millis, u64)>,
}

impl Cache {
    /// An empty cache.
    pub fn new(prices: Prices, rule: CacheRule) -> Self {
        Self {
            prices,
            rule,
            last: None,
        }
    }

    /// Whether nothing of the conversation is held at `now`.
    pub fn is_cold(&self, now: Millis) -> bool {
        match (self.last, self.rule.life) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((t, _)), Some(life)) => now.since(t) > life,
        }
    }

    /// Sends a request of `total` tokens, of which the first `same` are those of the request
    /// before. `cold` says that nothing was held, whatever the time; `None` leaves it to the time.
    pub fn send(&mut self, now: Millis, total: u64, same: u64, cold: Option<bool>) -> Bill {
        let cold = cold.unwrap_or_else(|| self.is_cold(now)) || self.last.is_none();
        let held = self.last.map_or(0, |(_, tokens)| tokens);
        let read = if cold { 0 } else { same.min(held).min(total) };
        self.last = Some((now, total));
        let min = self.rule.min_tokens.0;
        let read = if read < min { 0 } else { read };
        let rest = total - read;
        let (written, plain) = if total < min { (0, rest) } else { (rest, 0) };
        Bill {
            read,
            written,
            plain,
            cost: read as f64 * self.prices.cache_read
                + written as f64 * self.prices.cache_write
                + plain as f64,
        }
    }
}

/// What a call cost by the usage that was recorded, in input-token equivalents; its reply is not
/// counted.
pub fn recorded_cost(usage: &Usage, prices: &Prices) -> f64 {
    usage.input.0 as f64
        + usage.cache_read.0 as f64 * prices.cache_read
        + usage.cache_write.0 as f64 * prices.cache_write
        + usage.cache_write_long.0 as f64 * prices.cache_write_long
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[test]
    fn a_prefix_is_read_while_it_lives() {
        let Settings { prices, cache, .. } = Settings::default();
        // (seconds, total, same as before, known to be cold) → (read, written, plain)
        let cases = [
            ((0, 500, 0, None), (0, 0, 500)),
            ((1, 10_000, 500, None), (0, 10_000, 0)),
            ((2, 12_000, 10_000, None), (10_000, 2_000, 0)),
            ((3, 9_000, 4_000, None), (4_000, 5_000, 0)),
            ((4, 9_000, 9_500, None), (9_000, 0, 0)),
            ((305, 9_000, 9_000, None), (0, 9_000, 0)),
            ((306, 9_000, 9_000, Some(true)), (0, 9_000, 0)),
            ((999, 9_100, 9_000, Some(false)), (9_000, 100, 0)),
        ];
        let mut held = Cache::new(prices, cache);
        for ((seconds, total, same, cold), (read, written, plain)) in cases {
            let bill = held.send(Millis(seconds * 1000), total, same, cold);
            assert_eq!(
                (bill.read, bill.written, bill.plain),
                (read, written, plain)
            );
            let cost = read as f64 * 0.1 + written as f64 * 1.25 + plain as f64;
            assert!((bill.cost - cost).abs() < 1e-6);
        }
    }
}
