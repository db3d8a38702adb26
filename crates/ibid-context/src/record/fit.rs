//! Taking from a record what there is no room for, least needed first.

use ibid_model::{Tokens, clip};

use super::text::{check, file, request};
use super::{Record, Request, render};

/// Bytes that a request in the middle is shortened to, in steps.
const SHORTENED: [usize; 3] = [1_200, 400, 120];

/// A record that was made to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// What is left of it.
    pub record: Record,
    /// The tokens it takes as text.
    pub tokens: Tokens,
    /// Whether it is larger than the limit all the same: its first request and constraints are.
    pub over: bool,
    /// Lines that were left out.
    pub left_out: usize,
}

/// Takes from `record` until its text is at most `limit`, as `count` counts it: symbols, older
/// commands, files that were only read, the middle of long requests between the first and the
/// newest. The first request and the constraints stay whole.
pub fn fit(mut record: Record, limit: Tokens, count: &dyn Fn(&str) -> Tokens) -> Fitted {
    let mut left_out = 0;
    let mut tokens = count(&render(&record));
    if tokens > limit && !record.symbols.is_empty() {
        left_out += record.symbols.len();
        record.symbols.clear();
        tokens = count(&render(&record));
    }
    // The newest run stays; what is taken is counted line by line, so that this is one pass.
    let oldest = record.commands.len().saturating_sub(1);
    left_out += drop_while_over(&mut record.commands, oldest, &mut tokens, limit, |run| {
        count(&check(run))
    });
    let read: Vec<bool> = record
        .files
        .iter()
        .map(|file| file.changed.is_none())
        .collect();
    let mut at = 0;
    record.files.retain(|line| {
        at += 1;
        if tokens <= limit || !read[at - 1] {
            return true;
        }
        tokens = tokens.less(count(&file(line)));
        left_out += 1;
        false
    });
    let middle = 1..record.requests.len().saturating_sub(1);
    let middle = record.requests.get_mut(middle).unwrap_or_default();
    let whole: Vec<String> = middle.iter().map(|request| request.text.clone()).collect();
    for bytes in SHORTENED {
        for (request, whole) in middle.iter_mut().zip(&whole) {
            if tokens <= limit {
                break;
            }
            let before = count(&self::request(request));
            shorten(request, whole, bytes);
            tokens = tokens.less(before.less(count(&self::request(request))));
        }
    }
    let tokens = count(&render(&record));
    Fitted {
        over: tokens > limit,
        tokens,
        record,
        left_out,
    }
}

fn drop_while_over<T>(
    lines: &mut Vec<T>,
    most: usize,
    tokens: &mut Tokens,
    limit: Tokens,
    count: impl Fn(&T) -> Tokens,
) -> usize {
    let mut dropped = 0;
    while dropped < most && *tokens > limit {
        *tokens = tokens.less(count(&lines[dropped]));
        dropped += 1;
    }
    lines.drain(..dropped);
    dropped
}

/// Leaves of a request of the text `whole` its start and end, when it is longer than `bytes`.
fn shorten(request: &mut Request, whole: &str, bytes: usize) {
    let (start, Some(end)) = clip::ends(whole, bytes) else {
        return;
    };
    let kept = start.chars().count() + end.chars().count();
    request.omitted = whole.chars().count() - kept;
    request.text = format!("{start} […{} characters left out…] {end}", request.omitted);
}

#[cfg(test)]
mod tests {
    use ibid_model::Seq;

    use super::*;
    use crate::record::{FileLine, RequestStatus, SymbolLine};

    fn record() -> Record {
        let request = |message, text: &str| Request {
            message,
            text: text.to_owned(),
            status: RequestStatus::Answered,
            with: Vec::new(),
            omitted: 0,
        };
        let file = |path: &str, changed: Option<u64>| FileLine {
            path: path.to_owned(),
            read: Some(Seq(4)),
            changed: changed.map(Seq),
            blob: None,
            changed_since: None,
        };
        Record {
            requests: vec![
                request(1, &"first ".repeat(300)),
                request(2, &"é middle ".repeat(300)),
                request(3, &"newest ".repeat(300)),
            ],
            files: vec![file("read.rs", None), file("changed.rs", Some(5))],
            symbols: vec![SymbolLine {
                name: "parse".to_owned(),
                seq: Seq(6),
            }],
            ..Record::default()
        }
    }

    /// A token is a byte.
    fn bytes(text: &str) -> Tokens {
        Tokens(text.len() as u64)
    }

    #[test]
    fn what_is_needed_least_goes_first() {
        let whole = bytes(&render(&record()));
        let at = |less: u64| fit(record(), whole.less(Tokens(less)), &bytes);
        assert_eq!((at(0).record, at(0).left_out), (record(), 0));
        let one = at(1).record;
        assert!(one.symbols.is_empty() && one.files.len() == 2);
        let two = at(40).record;
        assert_eq!(two.files.len(), 1);
        assert_eq!(two.requests, record().requests);
        let three = at(400);
        assert!(!three.over && three.tokens <= whole.less(Tokens(400)));
        let [first, middle, newest] = three.record.requests.as_slice() else {
            panic!("three requests");
        };
        assert_eq!((first.omitted, newest.omitted), (0, 0));
        assert!(middle.omitted > 0 && middle.text.starts_with("é middle"));
        let none = fit(record(), Tokens(0), &bytes);
        assert!(none.over);
        assert_eq!(none.record.requests[0], record().requests[0]);
    }
}
