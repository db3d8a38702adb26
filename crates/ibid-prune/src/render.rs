use crate::{PrunePlan, RecallHint, ToolOutput};

/// The text of a plan: what a reader sees.
pub fn render(output: &ToolOutput<'_>, plan: &PrunePlan, hint: &RecallHint) -> String {
    let _ = (plan, hint);
    String::from_utf8_lossy(output.bytes).into_owned()
}
