//! Figures for other programs, as CSV (RFC 4180): a header, a record a line, CRLF, nothing rounded.

use std::fmt::Display;

use ibid_context::replay::{PolicyReport, SessionReport, StepReport};
use serde::Serialize;

const POLICY_HEADER: &[&str] = &[
    "session",
    "policy",
    "steps",
    "tokens_in",
    "peak_tokens",
    "steps_over",
    "cost",
    "net_cost",
    "local_processed",
    "recalls",
    "breaks",
    "support_lines",
    "support_lines_of",
    "support_edits",
    "support_edits_of",
    "recorded_cost",
    "floor",
];

const STEP_HEADER: &[&str] = &[
    "session",
    "policy",
    "step",
    "t",
    "tokens",
    "system",
    "tools",
    "user",
    "assistant",
    "results",
    "reasoning",
    "images",
    "read",
    "written",
    "cost",
    "set_aside",
    "broke",
    "recalled",
];

/// One record a policy. Costs are in input-token equivalents; `recorded_cost` and `floor` are the
/// session's, the same in all its records, and `recorded_cost` is empty where the session has no
/// usage.
pub fn csv(reports: &[SessionReport]) -> String {
    let mut out = String::new();
    record(&mut out, POLICY_HEADER);
    for report in reports {
        for policy in &report.policies {
            record(&mut out, &policy_fields(report, policy));
        }
    }
    out
}

/// One record a policy and step. `t` is in milliseconds since 1970 (UTC); `set_aside` names what was
/// set aside for this step and not before, as `record:reason`, and `recalled` the records that were
/// recalled after it, both separated by spaces.
pub fn csv_steps(reports: &[SessionReport]) -> String {
    let mut out = String::new();
    record(&mut out, STEP_HEADER);
    for report in reports {
        for policy in &report.policies {
            for step in &policy.series {
                record(&mut out, &step_fields(report, policy, step));
            }
        }
    }
    out
}

fn policy_fields(report: &SessionReport, policy: &PolicyReport) -> Vec<String> {
    vec![
        report.session.clone(),
        policy.policy.clone(),
        policy.steps.to_string(),
        policy.tokens_in.to_string(),
        policy.peak_tokens.to_string(),
        policy.steps_over.to_string(),
        policy.cost.to_string(),
        policy.net_cost.to_string(),
        policy.local_processed.to_string(),
        policy.recalls.to_string(),
        policy.breaks.to_string(),
        policy.support_lines[0].to_string(),
        policy.support_lines[1].to_string(),
        policy.support_edits[0].to_string(),
        policy.support_edits[1].to_string(),
        report
            .recorded_cost
            .map(|cost| cost.to_string())
            .unwrap_or_default(),
        report.floor.to_string(),
    ]
}

fn step_fields(report: &SessionReport, policy: &PolicyReport, step: &StepReport) -> Vec<String> {
    let kinds = &step.kinds;
    let aside = step.set_aside.iter();
    vec![
        report.session.clone(),
        policy.policy.clone(),
        step.step.to_string(),
        step.t.0.to_string(),
        step.tokens.to_string(),
        kinds.system.to_string(),
        kinds.tools.to_string(),
        kinds.user.to_string(),
        kinds.assistant.to_string(),
        kinds.results.to_string(),
        kinds.reasoning.to_string(),
        kinds.images.to_string(),
        step.read.to_string(),
        step.written.to_string(),
        step.cost.to_string(),
        joined(aside.map(|(seq, reason)| format!("{seq}:{}", name(reason)))),
        step.broke.map(|broke| name(&broke)).unwrap_or_default(),
        joined(step.recalled.iter()),
    ]
}

fn joined(items: impl Iterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    items.join(" ")
}

/// A value's name as JSON has it, so that both tell it alike.
fn name(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

fn record<S: AsRef<str>>(out: &mut String, fields: &[S]) {
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_field(out, field.as_ref());
    }
    out.push_str("\r\n");
}

/// A field, in quotes only where it must be.
fn push_field(out: &mut String, field: &str) {
    if !field.contains(['"', ',', '\r', '\n']) {
        out.push_str(field);
        return;
    }
    out.push('"');
    out.push_str(&field.replace('"', "\"\""));
    out.push('"');
}
