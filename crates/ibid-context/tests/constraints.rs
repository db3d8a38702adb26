//! What is found in what was typed: labelled conversations beside the project, sentences and
//! conversations of our own, and what holds for any text.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the test reads a file, the crate does not"
)]

use std::path::Path;

use ibid_context::constraints::{Constraint, Constraints, Turn, find};
use ibid_model::Origin;
use proptest::prelude::*;
use serde::Deserialize;

const CASES: &str = "../../../shared/cases/constraints.jsonl";

#[derive(Deserialize)]
struct Case {
    id: String,
    messages: Vec<Line>,
    constraints: Vec<Label>,
    pending_approval: Option<u64>,
    traps: Vec<Trap>,
}

#[derive(Deserialize)]
struct Line {
    n: u64,
    origin: Origin,
    text: String,
}

#[derive(Deserialize)]
struct Label {
    message: u64,
    text: String,
    kind: String,
    status: String,
    by: Option<u64>,
}

#[derive(Deserialize)]
struct Trap {
    message: u64,
    text: String,
}

fn cases() -> Option<Vec<Case>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(CASES);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(
            text.lines()
                .map(|line| serde_json::from_str(line).expect("a labelled conversation"))
                .collect(),
        ),
        Err(_) if std::env::var_os("CI").is_none() => {
            eprintln!("nothing was tested: there are no labelled conversations beside the project");
            None
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// Counts over some conversations.
#[derive(Debug, Default)]
struct Score {
    labels: usize,
    matched: usize,
    kinds: usize,
    statuses: usize,
    finds: usize,
    right: usize,
    traps: usize,
    not_typed: usize,
    false_lifts: usize,
    pending: usize,
    cases: usize,
    wrong: Vec<String>,
}

impl Case {
    fn text(&self, n: u64) -> &str {
        let line = self.messages.iter().find(|line| line.n == n);
        &line.expect("a message").text
    }

    /// Whether what was found covers at least half of a labelled part.
    fn covers(&self, found: &Constraint, n: u64, part: &str) -> bool {
        let at = self.text(n).find(part).expect("a part of its message");
        let from = found.span.start.max(at);
        let to = found.span.end.min(at + part.len());
        found.message == n && to > from && (to - from) * 2 >= part.len()
    }

    fn find(&self) -> Constraints {
        let turns: Vec<Turn<'_>> = self
            .messages
            .iter()
            .map(|line| Turn {
                number: line.n,
                origin: line.origin,
                text: &line.text,
            })
            .collect();
        find(&turns)
    }
}

impl Score {
    fn add(&mut self, case: &Case) {
        let Constraints {
            constraints: found,
            pending_approval,
        } = case.find();
        let mut wrong =
            |what: &str, text: &str| self.wrong.push(format!("{} {what}: {text}", case.id));
        self.cases += 1;
        self.labels += case.constraints.len();
        self.finds += found.len();
        for one in &found {
            assert_eq!(&case.text(one.message)[one.span.clone()], one.text);
            match case
                .constraints
                .iter()
                .any(|label| case.covers(one, label.message, &label.text))
            {
                true => self.right += 1,
                false => wrong("not one", &one.text),
            }
            let typed = |line: &&Line| line.n == one.message && line.origin == Origin::Typed;
            self.not_typed += usize::from(!case.messages.iter().any(|line| typed(&line)));
        }
        for label in &case.constraints {
            let Some(hit) = found
                .iter()
                .find(|one| case.covers(one, label.message, &label.text))
            else {
                wrong("missed", &label.text);
                continue;
            };
            self.matched += 1;
            self.kinds +=
                usize::from(serde_json::to_value(hit.kind).expect("a word") == *label.kind);
            let right = hit.status.word() == label.status && hit.status.by() == label.by;
            self.statuses += usize::from(right);
            self.false_lifts += usize::from(label.status == "active" && hit.status.by().is_some());
            if !right {
                wrong(
                    "status",
                    &format!(
                        "{:?} is {} {:?}: {}",
                        hit.status, label.status, label.by, label.text
                    ),
                );
            }
        }
        for trap in &case.traps {
            if found
                .iter()
                .any(|one| case.covers(one, trap.message, &trap.text))
            {
                self.traps += 1;
                wrong("trap", &trap.text);
            }
        }
        self.pending += usize::from(pending_approval == case.pending_approval);
    }
}

#[test]
fn labelled_conversations_are_read() {
    let Some(cases) = cases() else { return };
    let mut halves = [Score::default(), Score::default()];
    for (at, case) in cases.iter().enumerate() {
        halves[at % 2].add(case);
    }
    for half in &halves {
        let share = |part: usize, of: usize| part as f64 / of as f64;
        let recall = share(half.matched, half.labels);
        let precision = share(half.right, half.finds);
        let status = share(half.statuses, half.matched);
        let kind = share(half.kinds, half.matched);
        eprintln!(
            "recall {recall:.3} precision {precision:.3} status {status:.3} kind {kind:.3} {half:#?}"
        );
        assert!(recall >= 0.95 && precision >= 0.95, "{half:#?}");
        assert!(status >= 0.9 && kind >= 0.85, "{half:#?}");
        assert_eq!(
            (half.traps, half.not_typed, half.false_lifts),
            (0, 0, 0),
            "{half:#?}"
        );
        assert_eq!(half.pending, half.cases, "{half:#?}");
    }
}

/// Sentences, one message each: whether it binds, and what it demands. Kinds border on each other,
/// so a few may differ.
#[test]
fn sentences_bind_or_do_not() {
    let (mut wrong, mut kinds, mut count) = (Vec::new(), Vec::new(), 0);
    for line in include_str!("sentences.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (sign, rest) = line.split_at(1);
        let (kind, text) = rest.split_once(' ').expect("a sentence");
        let turn = Turn {
            number: 1,
            origin: Origin::Typed,
            text,
        };
        let found = find(&[turn]).constraints;
        count += 1;
        if found.is_empty() == (sign == "+") {
            wrong.push(format!("{line} {found:?}"));
        } else if sign == "+" && serde_json::to_value(found[0].kind).expect("a word") != *kind {
            kinds.push(format!("{:?} {line}", found[0].kind));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(kinds.len() * 25 <= count, "{kinds:#?}");
}

/// The same sentences bind nobody when they were not typed.
#[test]
fn only_what_was_typed_binds() {
    let origins = [
        Origin::Attached,
        Origin::Piped,
        Origin::Injected,
        Origin::Model,
        Origin::Tool,
    ];
    for line in include_str!("sentences.txt").lines() {
        for origin in origins {
            let turn = Turn {
                number: 1,
                origin,
                text: line,
            };
            assert_eq!(find(&[turn]), Constraints::default());
        }
    }
}

/// What is quoted, pasted or code binds nobody either.
#[test]
fn what_others_wrote_binds_nobody() {
    let rule = "Never commit directly to the main branch.";
    for text in [
        format!("the guide says \"{rule}\""),
        format!("> {rule}"),
        format!("look:\n```\n{rule}\n```\nweird"),
        format!("```\n{rule}"),
        format!("This is the log:\n{rule}\n{rule}"),
        format!("`{rule}`"),
        format!("he wrote “{rule}”"),
        format!("ERROR: {rule}"),
        format!("12:30:01 {rule}"),
        format!("see https://example.test/?q=must-never-only {}", "please"),
    ] {
        let turn = Turn {
            number: 1,
            origin: Origin::Typed,
            text: &text,
        };
        assert_eq!(find(&[turn]).constraints, [], "{text}");
    }
}

#[test]
fn items_take_the_meaning_of_their_header() {
    let text = "Rules for this task:\n- code in src/\n- 2 spaces\n\nDo not:\n1. rename files\n2. call the API\n\nSteps:\n- build\n- publish";
    let turn = Turn {
        number: 7,
        origin: Origin::Wire,
        text,
    };
    let found = find(&[turn]).constraints;
    let found: Vec<(String, &str)> = found
        .iter()
        .map(|one| (format!("{:?}", one.kind), one.text.as_str()))
        .collect();
    let expected = [
        ("Obligation", "code in src/"),
        ("Obligation", "2 spaces"),
        ("Prohibition", "rename files"),
        ("Prohibition", "call the API"),
    ];
    assert_eq!(found, expected.map(|(kind, text)| (kind.to_owned(), text)));
}

/// Conversations: what became of each constraint.
#[test]
fn later_messages_lift_change_or_leave() {
    let text = include_str!("conversations.txt");
    let mut wrong = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.starts_with('#')) {
        let lines: Vec<(&str, &str)> = block
            .lines()
            .filter_map(|line| line.split_once(' '))
            .collect();
        let mut turns = Vec::new();
        for &(word, text) in &lines {
            let origin = match word {
                "t" => Origin::Typed,
                "m" => Origin::Model,
                "i" => Origin::Injected,
                _ => continue,
            };
            turns.push(Turn {
                number: turns.len() as u64 + 1,
                origin,
                text,
            });
        }
        let found = find(&turns);
        let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
        for &(word, rest) in &lines {
            let is = match word {
                "=" => {
                    let mut words = rest.splitn(4, ' ');
                    let mut next = || words.next().expect("a word");
                    let (message, _, _, part) = (next(), next(), next(), next());
                    let of = |one: &&Constraint| {
                        one.message.to_string() == message && one.text.contains(part)
                    };
                    let held = found.constraints.iter().find(of);
                    held.map(|one| {
                        format!(
                            "{message} {} {} {part}",
                            one.status.word(),
                            number(one.status.by())
                        )
                    })
                }
                "p" => Some(number(found.pending_approval)),
                _ => continue,
            };
            if is.as_deref() != Some(rest) {
                wrong.push(format!("{}: {rest} is {is:?}", lines[0].1));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Anything that took the square of the length would not end here.
#[test]
fn long_messages_are_read_in_one_pass() {
    for part in [
        "don't ",
        "\"never ",
        "must, ",
        "(",
        "- no x\n",
        "only if only ",
        "别",
        "ないで",
        "«",
        "don't … until ",
        "a:\n",
    ] {
        let text = part.repeat(100_000 / part.len());
        let turn = Turn {
            number: 1,
            origin: Origin::Typed,
            text: &text,
        };
        let found = find(&[turn, turn]);
        assert!(
            found
                .constraints
                .iter()
                .all(|one| text.get(one.span.clone()) == Some(&one.text))
        );
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("don't"),
        Just("touch"),
        Just("only"),
        Just("\n- "),
        Just(":\n"),
        Just("“"),
        Just("\""),
        Just("```\n"),
        Just("must"),
        Just("不要"),
        Just("だけ"),
        Just("？"),
        Just("。"),
        Just("no"),
        Just("ok"),
        Just("after all"),
        Just("e\u{301}"),
        Just("ﬁle"),
        Just("İ"),
        Just("\u{200b}"),
        Just("src/a.rs"),
        Just("`x`"),
        Just("before I"),
        Just("ask me"),
        Just(", "),
        Just("\r\n"),
    ];
    prop::collection::vec(
        prop_oneof![3 => word.prop_map(str::to_owned), 1 => any::<String>()],
        0..24,
    )
    .prop_map(|words| words.join(" "))
}

proptest! {
    /// Whatever is typed, what is found stands there, in order, and later messages only mark it.
    #[test]
    fn what_is_found_stands_in_its_message(texts in prop::collection::vec(words(), 1..5)) {
        let turns: Vec<Turn<'_>> = texts
            .iter()
            .zip(1..)
            .map(|(text, number)| Turn { number, origin: if number % 3 == 2 { Origin::Model } else { Origin::Typed }, text })
            .collect();
        let found = find(&turns);
        for one in &found.constraints {
            let text = &texts[one.message as usize - 1];
            prop_assert_eq!(text.get(one.span.clone()), Some(one.text.as_str()));
            prop_assert!(one.message % 3 != 2);
            prop_assert!(one.status.by().is_none_or(|by| by > one.message));
        }
        let first = find(&turns[..1]).constraints;
        for (one, again) in first.iter().zip(&found.constraints) {
            prop_assert_eq!(&one.span, &again.span);
            prop_assert_eq!(&one.text, &again.text);
        }
    }
}
