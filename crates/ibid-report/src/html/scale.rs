//! From figures to places: round ticks, and series thin enough to draw.

/// The most points of a drawn series.
pub(super) const POINTS: usize = 600;

/// A side of the square that curves are drawn in, in its own units. Their picture is stretched to
/// the room there is, so whole units are fine enough.
pub(super) const SIDE: f64 = 1000.0;

/// The indices of at most [`POINTS`] values that look like all of them: of every stretch its
/// highest and its lowest, and the two ends, in order.
pub(super) fn thin(values: &[f64]) -> Vec<usize> {
    if values.len() <= POINTS {
        return (0..values.len()).collect();
    }
    let last = values.len() - 1;
    let stretches = POINTS / 2 - 1;
    let mut kept = vec![0, last];
    for at in 0..stretches {
        let stretch = at * values.len() / stretches..(at + 1) * values.len() / stretches;
        let by_value = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
        kept.extend(stretch.clone().min_by(by_value));
        kept.extend(stretch.max_by(by_value));
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// Round figures from 0 to `max`, up to six of them; `[0]` when there is nothing to measure.
pub(crate) fn ticks(max: f64) -> Vec<f64> {
    if !(max.is_finite() && max > 0.0) {
        return vec![0.0];
    }
    let rough = max / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|step| *step >= rough)
        .unwrap_or(power * 10.0);
    (0..)
        .map(|n| n as f64 * step)
        .take_while(|tick| *tick <= max)
        .collect()
}

/// Some `count` of the numbers below `len`, evenly, the first and the last among them.
pub(super) fn spread(len: usize, count: usize) -> Vec<usize> {
    if len <= count {
        return (0..len).collect();
    }
    (0..count).map(|at| at * (len - 1) / (count - 1)).collect()
}

/// Where `value` of `max` stands on a side that grows from 0.
pub(super) fn place(value: f64, max: f64) -> f64 {
    if max > 0.0 && value.is_finite() {
        (value / max * SIDE).clamp(0.0, SIDE)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let cases: &[(f64, &[f64])] = &[
            (0.0, &[0.0]),
            (-4.0, &[0.0]),
            (f64::NAN, &[0.0]),
            (3.0, &[0.0, 1.0, 2.0, 3.0]),
            (432.0, &[0.0, 100.0, 200.0, 300.0, 400.0]),
            (177_000.0, &[0.0, 50_000.0, 100_000.0, 150_000.0]),
            (4_281_350.0, &[0.0, 1e6, 2e6, 3e6, 4e6]),
        ];
        for (max, expected) in cases {
            assert_eq!(ticks(*max), *expected, "{max}");
        }
    }

    #[test]
    fn thinning_keeps_every_peak_that_shows() {
        for len in [0, 1, 2, 599, 600, 601, 5_000, 70_001] {
            let values: Vec<f64> = (0..len).map(|n| ((n * 7919) % 10_007) as f64).collect();
            let kept = thin(&values);
            assert!(kept.len() <= POINTS, "{len}: {}", kept.len());
            assert!(kept.is_sorted() && kept.iter().all(|at| *at < len));
            let peak = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
            assert_eq!(
                peak(&mut values.iter().copied()),
                peak(&mut kept.iter().map(|at| values[*at]))
            );
            assert_eq!(kept.first(), (len > 0).then_some(&0));
            assert_eq!(kept.last().copied(), len.checked_sub(1));
        }
    }

    #[test]
    fn a_spread_has_both_ends() {
        assert_eq!(spread(3, 20), [0, 1, 2]);
        assert_eq!(spread(432, 4), [0, 143, 287, 431]);
        assert_eq!(spread(0, 4), [0usize; 0]);
    }
}
