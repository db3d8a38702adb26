//! What must hold for any output: the spans partition its lines, the text is verbatim lines and
//! marked lines within the budget, and a failure never reads as success.

use ibid_prune::{
    Action, Context, OutputKind, PrunePlan, PrunePolicy, RecallHint, Scanner, ToolOutput, plan,
    render,
};
use proptest::prelude::*;

/// A piece of output as tools print it, or as an attacker would.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let word = "[a-z]{1,9}";
    prop_oneof![
        Just(b"\n".to_vec()),
        word.prop_map(|w| format!("error: {w} failed\n").into_bytes()),
        (word, 1u32..500)
            .prop_map(|(w, n)| format!("src/{w}.rs:{n}:5: error: no {w} in scope\n").into_bytes()),
        (word, 1u32..9)
            .prop_map(
                |(w, n)| format!("warning: unused {w}\n --> src/{w}.rs:{n}:1\n  |\n").into_bytes()
            ),
        word.prop_map(|w| format!("test {w} ... ok\n").into_bytes()),
        word.prop_map(|w| format!("test {w} ... FAILED\n").into_bytes()),
        (1u32..100).prop_map(|n| format!("[{n}/100] Compiling part{n}\n").into_bytes()),
        (1u32..100).prop_map(|n| format!("\rdownloading {n}%").into_bytes()),
        Just("\x1b[31mred\x1b[0m text \u{1F9E9}\n".as_bytes().to_vec()),
        Just(b"\x1b[1A\x1b[2Kredrawn\n".to_vec()),
        Just(b"[exit 0]\n".to_vec()),
        Just(b"[12-19 progress]\n".to_vec()),
        Just(
            "[output shortened: 3 lines (1 KB) → 1 line; every error and located line was kept]\n"
                .as_bytes()
                .to_vec()
        ),
        Just("│ quoted\n".as_bytes().to_vec()),
        Just(b"1 passed; 3 failed\n".to_vec()),
        prop::collection::vec(any::<u8>(), 0..40),
        (20usize..4000).prop_map(|n| [vec![b'x'; n], vec![b'\n']].concat()),
        (2usize..40).prop_map(|n| b"same line again\n".repeat(n)),
    ]
}

fn outputs() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(piece(), 0..120).prop_map(|pieces| pieces.concat())
}

fn policy(budget: usize, cap: usize) -> PrunePolicy {
    PrunePolicy {
        observation_bytes: budget,
        max_tool_output: cap,
        ..PrunePolicy::default()
    }
}

fn hint() -> RecallHint {
    RecallHint::Shell {
        id: "abcdefghij0123456789".into(),
    }
}

fn context(exit: Option<i32>) -> Context {
    Context {
        exit,
        ..Context::default()
    }
}

/// The cleaned lines: what a plan without limits shows.
fn clean_lines(bytes: &[u8]) -> Vec<String> {
    let output = ToolOutput::new(bytes);
    let open = PrunePolicy {
        prune: false,
        ..policy(usize::MAX / 4, usize::MAX / 4)
    };
    let whole = plan(&output, &open, &RecallHint::None);
    if whole.kind == OutputKind::Binary {
        return Vec::new();
    }
    render(&output, &whole, &RecallHint::None)
        .lines()
        .map(str::to_owned)
        .collect()
}

fn check_spans(plan: &PrunePlan) {
    let (mut line, mut raw) = (0, 0);
    let mut counted = [0u64; 3];
    for span in &plan.spans {
        assert_eq!(span.from, line, "spans follow each other: {:?}", plan.spans);
        assert!(span.to > span.from);
        assert!(
            span.raw.start >= raw,
            "raw spans do not overlap: {:?}",
            plan.spans
        );
        (line, raw) = (span.to, span.raw.end);
        counted[span.action as usize] += span.to - span.from;
    }
    let counts = plan.counts;
    assert_eq!(line, counts.total, "spans cover every line");
    assert_eq!(counts.shown + counts.folded + counts.dropped, counts.total);
    assert_eq!(counted[Action::Show as usize], counts.shown);
    assert_eq!(counted[Action::Fold as usize], counts.folded);
    assert_eq!(counted[Action::Drop as usize], counts.dropped);
}

fn is_marker(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']')
        || line.starts_with('"') && line.contains(" more place")
}

/// Every line of the text is a line of the original, in order, or a marked line.
fn check_verbatim(plan: &PrunePlan, text: &str, clean: &[String]) {
    let mut rest = clean.iter();
    for line in text.lines() {
        let original = line.strip_prefix("│ ").unwrap_or(line);
        let mut ahead = rest.clone();
        if ahead.any(|clean| clean == original || clean == line) {
            rest = ahead;
            continue;
        }
        let cut = line.contains("[… ") && line.contains(" bytes …]");
        assert!(
            is_marker(line) || cut,
            "neither verbatim nor marked: {line:?} in {:?}",
            plan.kind
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_is_exact_and_its_text_verbatim(
        bytes in outputs(), budget in 0usize..6000, exit in prop::option::of(0i32..140),
    ) {
        let output = ToolOutput { bytes: &bytes, context: context(exit) };
        let policy = policy(budget, budget * 2);
        let plan = plan(&output, &policy, &hint());
        let text = render(&output, &plan, &hint());
        check_spans(&plan);
        let clean = clean_lines(&bytes);
        if plan.kind != OutputKind::Binary {
            check_verbatim(&plan, &text, &clean);
            let status = if exit.unwrap_or(0) == 0 { 0 } else { "[exit 139 (SIGSEGV), no output]\n".len() };
            // A forged marker costs its quote.
            let forged = clean.iter().filter(|line| line.starts_with(['[', '"', '│', ' '])).count() * 4;
            let whole: usize = clean.iter().map(|line| line.len() + 1).sum::<usize>() + forged;
            let frames = 460;
            let limit = if plan.kind == OutputKind::Sorted { budget } else { budget * 2 };
            prop_assert!(text.len() <= whole + status || text.len() <= frames,
                "{} bytes of {} in {:?}", text.len(), whole, plan.kind);
            prop_assert!(text.len() <= limit.max(frames), "{} bytes, budget {}, {:?}", text.len(), budget, plan.kind);
        }
        prop_assert_eq!(text.is_empty(), clean.is_empty() && plan.kind != OutputKind::Binary && exit.unwrap_or(0) == 0);
        if let Some(code) = exit.filter(|code| *code != 0) {
            let stated = format!("exit {code}");
            prop_assert!(text.lines().any(|line| is_marker(line) && line.contains(&stated)), "no {}", stated);
        }
        prop_assert!(plan.lossy || !plan.marked);
    }

    #[test]
    fn any_chunks_and_any_time_give_the_same_plan(
        bytes in outputs(), budget in 500usize..4000, cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let policy = policy(budget, budget * 2);
        let output = ToolOutput::new(&bytes);
        let once = render(&output, &plan(&output, &policy, &hint()), &hint());
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        at.extend([0, bytes.len()]);
        at.sort_unstable();
        let mut scanner = Scanner::new(&Context::default(), &policy);
        for pair in at.windows(2) {
            scanner.feed(&bytes[pair[0]..pair[1]]);
        }
        let chunked = scanner.finish().plan(&bytes[..], None, &policy, &hint()).text(&bytes[..]);
        prop_assert_eq!(once, chunked);
    }

    #[test]
    fn pruning_what_was_pruned_changes_nothing(bytes in outputs(), budget in 600usize..6000) {
        let policy = policy(budget, budget * 2);
        let output = ToolOutput::new(&bytes);
        let once = plan(&output, &policy, &hint());
        if once.kind == OutputKind::Binary {
            return Ok(());
        }
        let text = render(&output, &once, &hint());
        let again = ToolOutput::new(text.as_bytes());
        let plan = plan(&again, &policy, &hint());
        let twice = render(&again, &plan, &hint());
        // A redrawn line stands between lines that may be folded once it is plain.
        if bytes.iter().any(|byte| b"\r\x08\x1b".contains(byte)) {
            prop_assert!(twice.len() <= text.len());
        } else {
            prop_assert_eq!(twice, text);
        }
    }
}

/// Bytes that are no text give more bytes of text than they are, and count as such.
#[test]
fn bytes_that_are_no_text_count_as_what_they_show() {
    for bytes in [&b"\xff"[..], b"\xff\xff\xff\n", b"\xff\xfe\x22\x4e\n\0"] {
        for budget in [0, 4, 40, 400] {
            let output = ToolOutput {
                bytes,
                context: context(Some(1)),
            };
            let plan = plan(&output, &policy(budget, budget), &RecallHint::None);
            check_spans(&plan);
            let text = render(&output, &plan, &RecallHint::None);
            assert!(text.contains("exit 1"), "{text}");
        }
    }
}
