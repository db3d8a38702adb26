//! The terminal's table.

use ibid_report::table;
use proptest::prelude::*;

use crate::sample::{large, session};
use crate::snapshot;

#[test]
fn looks_right_at_every_width() {
    for width in [40, 60, 80, 100, 140] {
        let text = table(&large(), width, false);
        snapshot::check(&format!("table-{width}.txt"), &text);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(width), "{longest:?} at {width}");
    }
}

#[test]
fn colour_adds_nothing_but_colour() {
    let text = table(&large(), 80, true);
    snapshot::check("table-80-colour.txt", &text);
    let mut bare = text;
    for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[32m"] {
        bare = bare.replace(code, "");
    }
    assert_eq!(bare, table(&large(), 80, false));
}

#[test]
fn says_what_is_not_known() {
    let mut report = large();
    report.recorded_cost = None;
    report.recorded = None;
    report.policies.retain(|policy| policy.policy != "none");
    for policy in &mut report.policies {
        policy.support_edits = [0, 0];
    }
    snapshot::check("table-without-usage.txt", &table(&report, 100, false));
}

#[test]
fn an_empty_session_has_a_table() {
    let mut report = session("nothing", 0, &[]);
    report.floor = 0.0;
    snapshot::check("table-empty.txt", &table(&report, 80, false));
}

proptest! {
    #[test]
    fn no_name_breaks_a_line(name in "\\PC*|[\\x00-\\x1f\\x7f-\\x9f]*", width in 0usize..200) {
        let mut report = large();
        report.session = name.clone();
        report.policies[1].policy = name;
        let text = table(&report, width, false);
        prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
        prop_assert!(text.lines().all(|line| !line.ends_with(' ')));
        let starts = [(2, "policy"), (3, "none"), (5, "window"), (9, "planned *")];
        for (at, start) in starts {
            prop_assert!(text.lines().nth(at).is_some_and(|line| line.starts_with(start)));
        }
    }
}
