//! What a shortened output says of its lines is what `recall` finds there.

mod archive_kit;

use archive_kit::Kit;
use ibid_engine::archive::{Archive, Scope};
use ibid_engine::ingest::{End, Ingest, Keep};
use ibid_engine::recall::{Form, Query, Request, recall};
use ibid_model::{Bytes, LineNo, Lines, RecallId};
use ibid_prune::{Action, Context, PrunePolicy};

fn line(archive: &Archive, id: &RecallId, no: u64) -> String {
    let query = Query::Lines {
        first: LineNo(no),
        limit: Some(Lines(1)),
    };
    let scope = Scope::Project;
    let request = Request {
        id,
        scope,
        query,
        max_bytes: 4096,
        root: None,
    };
    recall(archive, &request)
        .expect("an answer")
        .text(Form::Shell)
}

/// T1-10: the header gives the true total and what was not kept, and the numbers that the text and
/// the original go by are the same, before what is missing and after it.
#[test]
fn numbers_hold_across_what_was_not_kept() {
    check(|n| format!("{n:010}\n"), 0);
    check(|n| format!("Compiling unit{n:06} v1.0.{}\n", n % 7), 0);
    let failing = |n: u64| match n % 1000 {
        1 => format!("error: thing {n:06} broke\n"),
        _ => format!("Compiling unit{n:06} v1.\n"),
    };
    check(failing, 101);
}

fn check(row: impl Fn(u64) -> String, exit: i32) {
    let kit = Kit::new();
    let archive = kit.small(1 << 20);
    let policy = PrunePolicy {
        observation_bytes: 10_240,
        max_tool_output: 10_240,
        ..PrunePolicy::default()
    };
    let ingest = Ingest {
        policy: &policy,
        registry: None,
        archive: Ok(&archive),
        keep: Keep::Auto,
        context: Context::default(),
        redacts: false,
        max_output: Bytes(1 << 20),
    };
    let mut intake = ingest.begin();
    (0..300_000).for_each(|n| intake.append(row(n).as_bytes()));
    let done = intake.finish(End {
        exit: Some(exit),
        left_running: false,
    });
    let kept = done.original.expect("stored");
    let missing = kept.record.missing.expect("over the limit");
    assert!(done.text.contains("300000 lines"), "{}", &done.text[..400]);
    assert!(
        done.text.contains(&missing.range.to_string()),
        "{}",
        done.text
    );
    assert_eq!(done.plan.counts.total, 300_000);
    assert_eq!(kept.record.lines, Lines(300_000));
    let newlines = missing.newlines.expect("counted").0;
    let (first, end) = (missing.after.0, missing.after.0 + newlines);
    // Where the plan names the gap it is the same gap.
    for span in done
        .plan
        .spans
        .iter()
        .filter(|span| span.reason == "not kept")
    {
        assert_eq!((span.from, span.to), (first, end));
    }
    for n in [0, first - 1, end, 299_999] {
        let shown = line(&archive, kept.id(), n + 1);
        assert!(shown.starts_with(&row(n)), "line {}: {shown}", n + 1);
    }
    // A line the plan shows is the line of that number.
    for span in done
        .plan
        .spans
        .iter()
        .filter(|span| span.action == Action::Show)
        .rev()
        .take(3)
    {
        let text = row(span.from);
        assert!(
            done.text.contains(&text),
            "{} is not shown",
            text.trim_end()
        );
    }
    let shown = line(&archive, kept.id(), first + 1);
    assert!(shown.starts_with("[those lines were not kept"), "{shown}");
}
