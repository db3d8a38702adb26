//! CSV.

use ibid_report::{csv, csv_steps};
use proptest::prelude::*;

use crate::sample::large;
use crate::snapshot;

#[test]
fn every_policy_and_every_step_has_a_record() {
    let report = large();
    snapshot::check("policies.csv", &csv(std::slice::from_ref(&report)));
    let steps = parsed(&csv_steps(std::slice::from_ref(&report)));
    assert_eq!(steps.len(), 1 + 7 * 432);
    let head: Vec<String> = csv_steps(std::slice::from_ref(&report))
        .lines()
        .take(4)
        .map(|line| format!("{line}\r\n"))
        .collect();
    snapshot::check("steps-head.csv", &head.concat());
    let broke = steps[1..].iter().find(|record| !record[16].is_empty());
    let broke = broke.expect("a sample breaks its cache");
    assert_eq!(broke[16], "cheaper");
    assert_eq!(broke[15].split(' ').count(), 2);
    assert!(broke[15].ends_with(":old"));
}

#[test]
fn figures_are_those_of_json() {
    let report = large();
    let json = serde_json::to_value(&report).expect("a report is JSON");
    let records = parsed(&csv(&[report]));
    let (head, rows) = records.split_first().expect("there is a header");
    for (row, policy) in rows.iter().zip(json["policies"].as_array().expect("rows")) {
        for (name, field) in head.iter().zip(row) {
            let value = match name.as_str() {
                "session" | "policy" => continue,
                "recorded_cost" | "floor" => &json[name],
                "support_lines" | "support_edits" => &policy[name][0],
                "support_lines_of" => &policy["support_lines"][1],
                "support_edits_of" => &policy["support_edits"][1],
                _ => &policy[name],
            };
            assert_eq!(field.parse::<f64>().ok(), value.as_f64(), "{name}");
        }
    }
}

proptest! {
    #[test]
    fn any_name_comes_back(session in any::<String>(), policy in "[\",\r\na ]*") {
        let mut report = large();
        report.session = session.clone();
        report.policies[2].policy = policy.clone();
        let records = parsed(&csv(&[report]));
        prop_assert_eq!(records.len(), 8);
        prop_assert!(records.iter().all(|record| record.len() == records[0].len()));
        prop_assert_eq!(&records[3][0], &session);
        prop_assert_eq!(&records[3][1], &policy);
    }
}

/// A reader of RFC 4180, as strict as the text allows.
fn parsed(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![];
    let mut record = vec![];
    let mut field = String::new();
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\r' if !quoted && chars.peek() == Some(&'\n') => {
                chars.next();
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    assert!(
        !quoted && record.is_empty() && field.is_empty(),
        "the last record ends"
    );
    records
}
