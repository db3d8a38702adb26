//! Figures as people read them, and what is derived from a report's own figures.

use ibid_context::replay::{PolicyReport, SessionReport};

/// The policy that sends everything: what all others are compared with.
pub(crate) const BASE: &str = "none";
/// Stands where there is no figure.
pub(crate) const NOT_KNOWN: &str = "-";

/// A count in three digits: `812`, `9.13k`, `2.71M`.
pub(crate) fn short(value: f64) -> String {
    const UNITS: [&str; 5] = ["", "k", "M", "G", "T"];
    if !value.is_finite() {
        return NOT_KNOWN.to_owned();
    }
    let (mut value, mut unit) = (value, 0);
    // From here on three digits would round to four.
    while value.abs() >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    let decimals = match value.abs() {
        _ if unit == 0 => 0,
        size if size < 9.995 => 2,
        size if size < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}{}", UNITS[unit])
}

/// A share in percent, one decimal: `65.4%`.
pub(crate) fn percent(share: Option<f64>) -> String {
    match share.filter(|share| share.is_finite()) {
        Some(share) => format!("{:.1}%", share * 100.0),
        None => NOT_KNOWN.to_owned(),
    }
}

/// `part` of `whole`; `None` when there is no whole.
pub(crate) fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// The share of `[n, of]`; nothing used is nothing missed, and has no share.
pub(crate) fn support(count: [usize; 2]) -> Option<f64> {
    share(count[0] as f64, count[1] as f64)
}

/// What is derived from a session's report.
pub(crate) struct Derived<'a> {
    pub(crate) report: &'a SessionReport,
    /// The row that sends everything, if it was asked for.
    pub(crate) base: Option<&'a PolicyReport>,
    /// The place of the lowest net cost; the first of several.
    pub(crate) best: Option<usize>,
}

impl<'a> Derived<'a> {
    pub(crate) fn new(report: &'a SessionReport) -> Self {
        let policies = &report.policies;
        let lowest = (0..policies.len())
            .min_by(|&a, &b| policies[a].net_cost.total_cmp(&policies[b].net_cost));
        Self {
            report,
            base: policies.iter().find(|policy| policy.policy == BASE),
            // One row is no choice.
            best: lowest.filter(|_| policies.len() > 1),
        }
    }

    /// A cost as a share of sending everything.
    pub(crate) fn of_base(&self, cost: f64) -> Option<f64> {
        share(cost, self.base?.cost)
    }

    /// How far a cost is above the floor, as a share of the floor.
    pub(crate) fn above_floor(&self, cost: f64) -> Option<f64> {
        share(cost - self.report.floor, self.report.floor)
    }

    /// By how much the simulated bill of sending everything differs from the recorded one, as a
    /// share of the recorded one.
    pub(crate) fn simulation_error(&self) -> Option<f64> {
        let recorded = self.report.recorded_cost?;
        share(self.base?.cost - recorded, recorded)
    }

    /// Calls to the model: the same for every policy of a session.
    pub(crate) fn steps(&self) -> usize {
        let steps = self.report.policies.iter().map(|policy| policy.steps);
        steps.max().unwrap_or(0)
    }
}

/// A difference in percent with its sign: `+2.1%`.
pub(crate) fn signed(share: Option<f64>) -> String {
    match share.filter(|share| share.is_finite()) {
        // What rounds to nothing has no sign.
        Some(share) if share.abs() < 0.0005 => "0.0%".to_owned(),
        Some(share) => format!("{:+.1}%", share * 100.0),
        None => NOT_KNOWN.to_owned(),
    }
}

/// `text` as it can stand on one line of a terminal: what would move the cursor, break the line or
/// turn the writing direction becomes `\u{fffd}`.
pub(crate) fn plain(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() || turns(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_three_digits() {
        let cases: &[(f64, &str)] = &[
            (0.0, "0"),
            (7.4, "7"),
            (999.4, "999"),
            (999.5, "1.00k"),
            (9_994.0, "9.99k"),
            (9_996.0, "10.0k"),
            (118_400.0, "118k"),
            (999_499.0, "999k"),
            (999_600.0, "1.00M"),
            (2_712_345.0, "2.71M"),
            (-1_500.0, "-1.50k"),
            (4.2e15, "4200T"),
            (f64::NAN, "-"),
        ];
        for (value, text) in cases {
            assert_eq!(short(*value), *text, "{value}");
        }
    }

    #[test]
    fn shares_are_told_in_percent() {
        let cases = [
            (share(1.0, 0.0), "-", "-"),
            (share(0.0, 2.0), "0.0%", "0.0%"),
            (share(131.0, 136.0), "96.3%", "+96.3%"),
            (share(-1.0, 3.0), "-33.3%", "-33.3%"),
            (Some(-0.0001), "-0.0%", "0.0%"),
        ];
        for (share, plain, with_sign) in cases {
            assert_eq!(percent(share), plain);
            assert_eq!(signed(share), with_sign);
        }
    }

    #[test]
    fn no_text_steers_the_terminal() {
        assert_eq!(
            plain("a\u{1b}[2J\r\nb\tc\u{202e}"),
            "a\u{fffd}[2J\u{fffd}\u{fffd}b c\u{fffd}"
        );
    }
}
