//! What an importer gathers: records in order, and notes of what it could not take.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use ibid_model::{
    Body, CallId, Compaction, Entry, FORMAT, Head, Message, MessageEntry, Millis, ModelCall, Part,
    RawJson, Seq, SessionId, Setting, State, Tokens,
};

use super::{Fixed, Format, ImportError, Imported, Warning, Why};

/// Warnings that are kept; the others are only counted.
const WARNINGS_MAX: usize = 200;

/// Times that go back by no more than this are the agent's own disorder, and not worth a warning.
const JITTER: Millis = Millis(1000);

/// Records and notes of one file.
#[derive(Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    warnings: Vec<Warning>,
    more_warnings: u64,
    skipped: BTreeMap<String, u64>,
    recognised: u64,
    /// Records at the start that have no time yet.
    untimed: usize,
    /// The line that is being read, from 1 on.
    pub(crate) line: u64,
    /// What every request of the session carried.
    pub(crate) fixed: Fixed,
}

impl Log {
    /// The place of the record that is put in next.
    pub(crate) fn next(&self) -> Seq {
        Seq(self.entries.len() as u64 + 1)
    }

    /// Puts a record at the end. Without a time of its own it gets that of the one before, or, at the
    /// start, that of the first one that has a time.
    pub(crate) fn push(&mut self, t: Option<Millis>, body: Body) -> Seq {
        let seq = self.next();
        if let Some(t) = t
            && self.untimed == self.entries.len()
        {
            self.entries.iter_mut().for_each(|entry| entry.t = t);
        }
        let last = self.entries.last().map(|entry| entry.t);
        if t.is_none() && self.untimed == self.entries.len() {
            self.untimed += 1;
        }
        self.entries.push(Entry {
            seq,
            t: t.or(last).unwrap_or_default(),
            body,
        });
        seq
    }

    /// Puts a message at the end.
    pub(crate) fn message(
        &mut self,
        t: Option<Millis>,
        message: impl Into<Arc<Message>>,
        call: Option<ModelCall>,
    ) -> Seq {
        let message = message.into();
        self.push(t, Body::Message(MessageEntry { message, call }))
    }

    /// Puts the head of the session in, from what the agent says of it.
    pub(crate) fn head(&mut self, t: Option<Millis>, head: SessionHead<'_>) {
        self.push(
            t,
            Body::Session(Head {
                format: FORMAT,
                version: head.version,
                session: session_id(head.id),
                cwd: head.cwd,
                checkout: head.checkout,
            }),
        );
    }

    /// Puts in a setting that changed.
    pub(crate) fn setting(&mut self, t: Option<Millis>, key: &str, value: String) {
        let key = key.to_owned();
        self.push(t, Body::Setting(Setting { key, value }));
    }

    /// Puts in a compaction, with the summary that replaces the history if it is not one of the
    /// messages that follow. Nothing is kept when the agent does not say what: the history goes on
    /// after this record.
    pub(crate) fn compaction(
        &mut self,
        t: Option<Millis>,
        summary: Option<String>,
        first_kept: Option<Seq>,
        tokens_before: Option<Tokens>,
    ) {
        let state = summary.map(|text| {
            let state = RawJson::new("null");
            self.push(t, Body::State(State { text, state }))
        });
        let first_kept = first_kept.unwrap_or(Seq(self.next().0 + 1));
        self.push(
            t,
            Body::Compaction(Compaction {
                state,
                first_kept,
                tokens_before,
            }),
        );
    }

    /// The call of a message that was put in, to be completed by what came later.
    pub(crate) fn call_mut(&mut self, seq: Seq) -> Option<&mut ModelCall> {
        let at = usize::try_from(seq.0.checked_sub(1)?).ok()?;
        match &mut self.entries.get_mut(at)?.body {
            Body::Message(entry) => entry.call.as_mut(),
            _ => None,
        }
    }

    /// The prompt of the last call whose usage is known.
    pub(crate) fn last_prompt(&self) -> Option<Tokens> {
        let usage = |entry: &Entry| entry.call()?.usage.filter(|usage| usage.is_priced());
        self.entries
            .iter()
            .rev()
            .find_map(usage)
            .map(|usage| usage.prompt())
    }

    /// Takes the last exchanges out again, since the user went back from them.
    pub(crate) fn take_back(&mut self, exchanges: u64) {
        let begins = |entry: &Entry| entry.message().is_some_and(|m| m.origin.begins_exchange());
        let starts = (0..self.entries.len()).filter(|at| begins(&self.entries[*at]));
        let Some(nth) = usize::try_from(exchanges)
            .ok()
            .and_then(|n| n.checked_sub(1))
        else {
            return;
        };
        if let Some(start) = starts.rev().nth(nth) {
            for _ in self.entries.drain(start..) {
                *self
                    .skipped
                    .entry("records that the user went back from".to_owned())
                    .or_insert(0) += 1;
            }
        }
    }

    /// Says that a record of the format was understood, whether or not anything came of it.
    pub(crate) fn recognise(&mut self) {
        self.recognised += 1;
    }

    /// Whether any record of the format was understood.
    pub(crate) fn has_any(&self) -> bool {
        self.recognised > 0
    }

    /// Counts something that is left out.
    pub(crate) fn skip(&mut self, what: impl Into<String>) {
        *self.skipped.entry(what.into()).or_insert(0) += 1;
    }

    /// Notes a warning at the line that is being read.
    pub(crate) fn warn(&mut self, what: impl Into<String>) {
        self.warn_at(self.line, what);
    }

    /// Notes a warning at a line.
    pub(crate) fn warn_at(&mut self, line: u64, what: impl Into<String>) {
        if self.warnings.len() < WARNINGS_MAX {
            let what = what.into();
            self.warnings.push(Warning { line, what });
        } else {
            self.more_warnings += 1;
        }
    }

    /// How many records were put in.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Usage that counts no prompt in any call says nothing: some servers report zeros. It is taken
    /// as not told.
    fn forget_empty_usage(&mut self) {
        let priced = |entry: &Entry| {
            let usage = entry.call().and_then(|call| call.usage);
            usage.is_some_and(|usage| usage.is_priced())
        };
        if self.entries.iter().any(priced) {
            return;
        }
        let mut told = false;
        for entry in &mut self.entries {
            if let Body::Message(MessageEntry {
                call: Some(call), ..
            }) = &mut entry.body
            {
                told |= call.usage.take().is_some();
            }
        }
        if told {
            self.warn_at(
                1,
                "the usage counts no prompt tokens: it is taken as not told",
            );
        }
    }

    /// Everything gathered, or why there is nothing.
    pub(crate) fn finish(mut self, format: Format) -> Result<Imported, ImportError> {
        if self.recognised == 0 {
            let line = self.warnings.first().map_or(1, |warning| warning.line);
            let why = match self.line {
                0 => Why::Empty,
                _ => Why::NothingOf(format),
            };
            return Err(ImportError { line, why });
        }
        self.order_times();
        self.tell_calls_apart();
        self.forget_empty_usage();
        self.warnings.sort_by_key(|warning| warning.line);
        if self.more_warnings > 0 {
            let what = format!("{} more warnings are not listed", self.more_warnings);
            let line = self.line;
            self.warnings.push(Warning { line, what });
        }
        Ok(Imported {
            format,
            entries: self.entries,
            fixed: self.fixed,
            warnings: self.warnings,
            skipped: self.skipped,
        })
    }

    /// Gives calls that have the id of an earlier one an id of their own, and their results too:
    /// some recorders make ids by their command. What a compaction repeats keeps its ids.
    fn tell_calls_apart(&mut self) {
        let mut seen: HashMap<CallId, u32> = HashMap::new();
        let mut renamed = 0u64;
        for entry in &mut self.entries {
            let message = match &mut entry.body {
                Body::Compaction(_) => {
                    seen.clear();
                    continue;
                }
                Body::Message(entry) => &mut entry.message,
                _ => continue,
            };
            let mut again = false;
            for call in message.calls() {
                let times = seen.entry(call.id.clone()).or_insert(0);
                *times += 1;
                again |= *times > 1;
            }
            let of_again = message
                .result()
                .and_then(|result| seen.get(&result.call))
                .is_some_and(|times| *times > 1);
            if !again && !of_again {
                continue;
            }
            let own = |id: &CallId| match seen.get(id) {
                Some(times) if *times > 1 => CallId::new(format!("{id}~{times}")),
                _ => id.clone(),
            };
            for part in &mut Arc::make_mut(message).parts {
                match part {
                    Part::ToolCall(call) => {
                        let id = own(&call.id);
                        renamed += u64::from(id != call.id);
                        call.id = id;
                    }
                    Part::ToolResult(result) => result.call = own(&result.call),
                    _ => {}
                }
            }
        }
        if renamed > 0 {
            self.warn_at(
                1,
                format!("{renamed} calls had the id of an earlier one, and were given their own"),
            );
        }
    }

    /// Makes times never go back. Those of messages count; what stands between them is moved to
    /// between their times, since agents write a header later than the first message.
    fn order_times(&mut self) {
        let mut next = None;
        for entry in self.entries.iter_mut().rev() {
            match (&entry.body, next) {
                (Body::Message(_), _) => next = Some(entry.t),
                (_, Some(limit)) if entry.t > limit => entry.t = limit,
                _ => {}
            }
        }
        let mut last = None::<Millis>;
        let mut back = 0u64;
        for entry in &mut self.entries {
            if let Some(last) = last.filter(|last| *last > entry.t) {
                back += u64::from(last.since(entry.t) > JITTER);
                entry.t = last;
            }
            last = Some(entry.t);
        }
        if back > 0 {
            self.warn_at(
                1,
                format!("{back} records had a time well before that of the record before them"),
            );
        }
    }
}

/// What an agent says of a session.
#[derive(Default)]
pub(crate) struct SessionHead<'a> {
    /// Its id.
    pub(crate) id: &'a str,
    /// The agent and its version.
    pub(crate) version: String,
    /// The directory it was held in.
    pub(crate) cwd: String,
    /// The checkout then.
    pub(crate) checkout: Option<ibid_model::Checkout>,
}

/// `text` as a session id: in lower case, and with `_` for what may not stand in one.
fn session_id(text: &str) -> SessionId {
    let plain: String = text
        .chars()
        .take(64)
        .map(|c| match c.to_ascii_lowercase() {
            c @ ('a'..='z' | '0'..='9' | '_' | '-') => c,
            _ => '_',
        })
        .collect();
    let plain = plain.trim_start_matches('-');
    SessionId::parse(plain).unwrap_or_else(|_| imported())
}

/// The id of a session that has none, or none that can be used.
fn imported() -> SessionId {
    SessionId::parse("imported").unwrap_or_else(|_| unreachable!("a plain name"))
}
