//! Many sessions: rows, summary, and the picture.

use ibid_report::{Bench, bench, bench_table, plot};
use proptest::prelude::*;

use crate::parser::pieces;
use crate::sample::large;
use crate::snapshot;

fn two() -> Bench {
    let mut second = large();
    second.session = "second".to_owned();
    for policy in &mut second.policies {
        policy.support_edits = [1, 2];
    }
    for policy in &mut second.policies[1..] {
        policy.net_cost /= 2.0;
    }
    bench(&[large(), second])
}

#[test]
fn every_session_counts_the_same_and_uses_are_summed() {
    let bench = two();
    assert_eq!((bench.rows.len(), bench.summary.len()), (14, 7));
    for policy in &bench.summary {
        let rows: Vec<_> = bench
            .rows
            .iter()
            .filter(|row| row.policy == policy.policy)
            .collect();
        let [first, second] = rows[..] else {
            panic!("two sessions");
        };
        let mean = (first.net_share.unwrap() + second.net_share.unwrap()) / 2.0;
        assert!((policy.net_share_mean.unwrap() - mean).abs() < 1e-12);
        assert!((policy.net_share_median.unwrap() - mean).abs() < 1e-12);
        let [n, of] = first.support_edits;
        assert_eq!(policy.support_edits, [n + 1, of + 2]);
    }
    assert_eq!(bench.summary[0].net_share_mean, Some(1.0));
}

#[test]
fn both_tables_fit_where_they_can() {
    let bench = two();
    snapshot::check("bench.txt", &bench_table(&bench, 160));
    for width in [60, 80, 100, 120] {
        let text = bench_table(&bench, width);
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
            assert_eq!(line, line.trim_end());
        }
    }
    let nothing = bench_table(&Bench::default(), 80);
    assert!(nothing.contains("floor, mean: - of none"), "{nothing}");
}

#[test]
fn the_picture_says_what_it_shows() {
    let bench = two();
    let svg = plot(&bench);
    pieces(&format!("<!doctype html>\n{svg}"));
    for part in [
        "<title id=\"t\">",
        "<desc id=\"d\">",
        "role=\"img\"",
        "prefers-color-scheme",
    ] {
        assert_eq!(svg.matches(part).count(), 1, "{part}");
    }
    // A mark a row, and twice one a policy.
    assert_eq!(svg.matches("<path ").count(), 14 + 2 * 7);
    for policy in &bench.summary {
        assert!(svg.contains(&format!(">{}</text>", policy.policy)));
    }
    assert!(!plot(&Bench::default()).contains("NaN"));
}

proptest! {
    #[test]
    fn no_name_breaks_out(session in any::<String>(), policy in any::<String>()) {
        let mut report = large();
        report.session = session;
        report.policies[2].policy = policy;
        let bench = bench(&[report]);
        pieces(&format!("<!doctype html>\n{}", plot(&bench)));
        bench_table(&bench, 80);
    }
}
