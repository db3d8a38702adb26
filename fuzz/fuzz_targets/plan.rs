//! A plan for any output: its spans partition the lines, its counts add up, its text stays within
//! the budget and never reads as success, and the same input gives the same text.

#![no_main]

use ibid_prune::{
    Action, Context, OutputKind, PrunePlan, PrunePolicy, RecallHint, Scanner, ToolOutput, plan,
    render,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

/// What header, footer and status may take at any budget, in bytes.
const FRAME: usize = 460;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    budget: u16,
    exit: Option<u8>,
    chunk: u8,
    command: Command,
    hint: Hint,
    raw: &'a [u8],
}

#[derive(Arbitrary, Debug)]
enum Command {
    Unknown,
    Build,
    Show,
    Search,
    Diff,
}

impl Command {
    fn line(&self) -> Option<String> {
        let line = match self {
            Command::Unknown => return None,
            Command::Build => "make -k all",
            Command::Show => "cat notes.txt",
            Command::Search => "grep -rn word src",
            Command::Diff => "git diff",
        };
        Some(line.to_owned())
    }
}

#[derive(Arbitrary, Debug)]
enum Hint {
    Shell,
    Tool,
    None,
}

impl Hint {
    fn hint(&self) -> RecallHint {
        let id = String::from("0123456789abcdefghij");
        match self {
            Hint::Shell => RecallHint::Shell { id },
            Hint::Tool => RecallHint::Tool { id },
            Hint::None => RecallHint::None,
        }
    }
}

fn check_spans(plan: &PrunePlan) {
    let (mut line, mut raw) = (0, 0);
    let mut counted = [0_u64; 3];
    for span in &plan.spans {
        assert_eq!(span.from, line);
        assert!(span.to > span.from && span.raw.start >= raw);
        (line, raw) = (span.to, span.raw.end);
        counted[span.action as usize] += span.to - span.from;
    }
    let counts = plan.counts;
    assert_eq!(line, counts.total);
    assert_eq!(counts.shown + counts.folded + counts.dropped, counts.total);
    let by_action =
        [Action::Show, Action::Fold, Action::Drop].map(|action| counted[action as usize]);
    assert_eq!(by_action, [counts.shown, counts.folded, counts.dropped]);
}

fuzz_target!(|input: Input<'_>| {
    let budget = usize::from(input.budget);
    let policy = PrunePolicy {
        observation_bytes: budget,
        max_tool_output: 2 * budget,
        ..PrunePolicy::default()
    };
    let context = Context {
        command: input.command.line(),
        exit: input.exit.map(i32::from),
        ..Context::default()
    };
    let output = ToolOutput {
        bytes: input.raw,
        context: context.clone(),
    };
    let hint = input.hint.hint();
    let plan = plan(&output, &policy, &hint);
    check_spans(&plan);
    let text = render(&output, &plan, &hint);
    let mut scanner = Scanner::new(&context, &policy);
    for chunk in input.raw.chunks(usize::from(input.chunk).max(1)) {
        scanner.feed(chunk);
    }
    let again = scanner.finish().plan(input.raw, None, &policy, &hint);
    assert_eq!(again.text(input.raw), text);
    let limit = match plan.kind {
        OutputKind::Sorted => budget,
        OutputKind::Content => 2 * budget,
        OutputKind::Binary => 0,
    };
    if plan.kind != OutputKind::Binary {
        assert!(
            text.len() <= limit.max(FRAME),
            "{} bytes of {limit}",
            text.len()
        );
    }
    assert!(!text.is_empty() || input.raw.is_empty());
    if let Some(exit) = input.exit.filter(|exit| *exit != 0) {
        let stated = format!("exit {exit}");
        assert!(
            text.lines()
                .any(|line| line.starts_with('[') && line.contains(&stated))
        );
    }
});
