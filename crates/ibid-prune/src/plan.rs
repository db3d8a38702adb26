use crate::{ByteSpan, Class, PrunePolicy, RecallHint, ToolOutput};

/// What kind of output a plan found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// It has something to sort: errors, tests, warnings, progress.
    Sorted,
    /// A program's own results: shown whole up to the cap.
    Content,
    /// Not text.
    Binary,
}

impl OutputKind {
    /// The name used in `--json`.
    pub fn name(self) -> &'static str {
        match self {
            OutputKind::Sorted => "sorted",
            OutputKind::Content => "content",
            OutputKind::Binary => "binary",
        }
    }
}

/// What happens to a run of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Shown as it is.
    Show,
    /// Folded into a line of the same run.
    Fold,
    /// Left out.
    Drop,
}

impl Action {
    /// The name used in `--json`.
    pub fn name(self) -> &'static str {
        match self {
            Action::Show => "show",
            Action::Fold => "fold",
            Action::Drop => "drop",
        }
    }
}

/// A run of cleaned lines that share a fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpanPlan {
    /// First line, from 0.
    pub from: u64,
    /// One past the last line.
    pub to: u64,
    /// Their bytes in the raw output.
    pub raw: ByteSpan,
    /// What happens to them.
    pub action: Action,
    /// The class of the run (of its first line, for a mixed one).
    pub class: Class,
    /// Why, in a few words.
    pub reason: &'static str,
}

/// Lines of an output. `total = shown + folded + dropped`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of the cleaned output.
    pub total: u64,
    /// Lines shown (a line cut in its middle counts as shown).
    pub shown: u64,
    /// Lines folded into another.
    pub folded: u64,
    /// Lines left out.
    pub dropped: u64,
}

/// What to show of an output, and why. Rendered by [`crate::render`].
#[derive(Clone, Debug)]
pub struct PrunePlan {
    /// What the output is.
    pub kind: OutputKind,
    /// The spans, in order; together they are all lines of the output.
    pub spans: Vec<SpanPlan>,
    /// Their lines, counted.
    pub counts: Counts,
    /// Whether anything but escapes and redraws differs from the original, so that the original
    /// must be stored before the text is shown.
    pub lossy: bool,
}

/// Plans what to show of `output` within `policy`, with room for `hint`.
pub fn plan(output: &ToolOutput<'_>, policy: &PrunePolicy, hint: &RecallHint) -> PrunePlan {
    let _ = (policy, hint);
    PrunePlan {
        kind: OutputKind::Content,
        spans: vec![SpanPlan {
            from: 0,
            to: output.bytes.len() as u64,
            raw: ByteSpan::new(0, output.bytes.len() as u64),
            action: Action::Show,
            class: Class::Other,
            reason: "content",
        }],
        counts: Counts::default(),
        lossy: false,
    }
}
