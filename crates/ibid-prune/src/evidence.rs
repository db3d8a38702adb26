//! Something to sort, or content: the structural evidence, counted while an output is read.
//!
//! "error" alone proves nothing: a file that merely mentions errors is content. What counts is
//! structure (a verdict near the end, banners, runs of machine lines, located messages with
//! severities) against what the command and the shape of the text say.

use crate::Kind;
use crate::command::{Command, Purpose};
use crate::features::{Look, Looks};
use crate::record::{Flags, Record};

/// A verdict counts when it stands in the last lines; how many, not counting blank ones.
const VERDICT_REACH: u64 = 25;

/// Five machine lines of one shape in a row are a run.
const RUN: u32 = 5;

/// Why an output is sorted or not: each piece of evidence with its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Weights added up.
    pub(crate) score: i32,
    /// The pieces, as `(weight, what)`.
    pub(crate) reasons: Vec<(i32, &'static str)>,
    /// Whether the output has something to sort.
    pub(crate) sort: bool,
}

impl Verdict {
    fn add(&mut self, weight: i32, on: bool, what: &'static str) {
        if on && weight != 0 {
            self.score += weight;
            self.reasons.push((weight, what));
        }
    }
}

/// What was seen of an output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// Lines that are not blank.
    lines: u64,
    last_verdict: Option<u64>,
    banners: u64,
    run: (Option<Kind>, u64, u32),
    runs: u64,
    located: u64,
    with_severity: u64,
    frames: u64,
    errors: u64,
    errors_at_start: u64,
    fails: u64,
    carets: u64,
    error_hints: u64,
    timestamps: u64,
    diff_heads: u64,
    diff_body: u64,
    json: u64,
    source: u64,
    markdown: u64,
    table: u64,
    first_is_json: bool,
    searches: u64,
}

impl Evidence {
    /// Takes in the next line.
    pub(crate) fn observe(&mut self, record: &Record, text: &str, looks: &Looks, stamped: bool) {
        if record.flags.has(Flags::BLANK) {
            return;
        }
        self.lines += 1;
        if self.lines == 1 {
            self.first_is_json = matches!(text.trim_start().as_bytes().first(), Some(b'{' | b'['))
                && looks.look == Look::Json;
        }
        self.timestamps += u64::from(stamped);
        self.table += u64::from(record.kind.is_none() && looks.row);
        match looks.look {
            Look::DiffHead => self.diff_heads += 1,
            Look::DiffBody => self.diff_body += 1,
            Look::Json => self.json += 1,
            Look::Source => self.source += 1,
            Look::Markdown => self.markdown += 1,
            Look::Plain => {}
        }
        self.banners += u64::from(record.flags.has(Flags::BANNER));
        self.error_hints += u64::from(record.flags.has(Flags::HINT_ERROR));
        self.count_kind(record);
        self.count_run(record);
    }

    fn count_kind(&mut self, record: &Record) {
        match record.kind {
            Some(Kind::Summary) => self.last_verdict = Some(self.lines),
            Some(Kind::Located | Kind::Place) => {
                self.located += 1;
                self.with_severity += u64::from(record.severity.is_some());
                self.searches +=
                    u64::from(record.severity.is_none() && record.kind == Some(Kind::Located));
            }
            Some(Kind::Frame) => self.frames += 1,
            Some(Kind::Fail) => self.fails += 1,
            Some(Kind::Caret) => self.carets += 1,
            Some(Kind::Error | Kind::Strong) => {
                self.errors += 1;
                self.errors_at_start += u64::from(record.indent == 0);
            }
            _ => {}
        }
    }

    fn count_run(&mut self, record: &Record) {
        let droppable = matches!(
            record.kind,
            Some(Kind::Pass | Kind::Progress | Kind::Download)
        );
        let same = droppable && self.run.0 == record.kind;
        self.run = match (droppable, same) {
            (true, true) => (record.kind, record.shape, self.run.2 + 1),
            (true, false) => (record.kind, record.shape, 1),
            (false, _) => (None, 0, 0),
        };
        self.runs += u64::from(self.run.2 == RUN);
    }

    /// Weighs it all.
    pub(crate) fn weigh(&self, command: Command, exit: Option<i32>) -> Verdict {
        let mut verdict = Verdict::default();
        let lines = self.lines.max(1);
        let share = |n: u64, percent: u64| n * 100 >= lines * percent;
        let searching = command.purpose == Purpose::Searches;
        let near_end = self
            .last_verdict
            .is_some_and(|at| self.lines - at < VERDICT_REACH);
        verdict.add(3, near_end, "a verdict near the end");
        verdict.add(2, self.banners > 0, "section banners");
        verdict.add(2, self.runs > 0, "a run of machine lines");
        let located = self.with_severity > 0 || self.located > 0 && self.carets > 0;
        verdict.add(2, located && !searching, "located messages");
        let many_located = self.located > 1 && share(self.located, 15);
        verdict.add(2, many_located && !searching, "many located messages");
        let traced = self.frames > 1 && (self.errors > 0 || share(self.frames, 10));
        let block = self.located + self.errors + self.fails > 0 && self.carets > 0;
        verdict.add(2, block || traced, "diagnostic blocks or stack traces");
        verdict.add(2, self.fails > 0, "failing tests");
        let failing = if exit.is_some_and(|code| code > 1) {
            2
        } else {
            1
        };
        verdict.add(failing, command.failed, "a failing status");
        verdict.add(1, self.errors_at_start > 0, "errors at the start of a line");
        verdict.add(1, self.error_hints > 0, "lines with the level error");
        match command.purpose {
            Purpose::Shows | Purpose::Searches => verdict.add(-6, true, "the command only shows"),
            Purpose::Mixed => verdict.add(-2, true, "the command shows as well"),
            Purpose::Does => {}
        }
        verdict.add(-4, self.first_is_json && share(self.json, 70), "JSON");
        let diff = self.diff_heads >= 2 && share(self.diff_heads + self.diff_body, 15);
        verdict.add(-3, diff, "a diff");
        verdict.add(
            -3,
            share(self.source, 30) && !share(self.json, 50),
            "source code",
        );
        verdict.add(-3, share(self.timestamps, 60), "log timestamps");
        verdict.add(-3, self.lines >= 5 && share(self.table, 60), "a table");
        verdict.add(
            -3,
            self.markdown >= 5 && share(self.markdown, 20),
            "Markdown",
        );
        let shows = matches!(command.purpose, Purpose::Shows | Purpose::Searches);
        verdict.sort = verdict.score >= 2 || verdict.score >= 1 && command.failed && !shows;
        verdict
    }

    /// Whether the lines may be search matches: the command searches, or nearly every line is
    /// `path:line:` without a severity.
    pub(crate) fn may_be_search(&self, command: Command) -> bool {
        let lines = self.lines.max(1);
        let looks =
            self.located > 5 && self.searches * 10 >= lines * 6 && self.with_severity * 20 < lines;
        command.purpose == Purpose::Searches || looks
    }

    /// Whether the output is a unified diff.
    pub(crate) fn is_diff(&self) -> bool {
        self.diff_heads >= 2 && (self.diff_heads + self.diff_body) * 100 >= self.lines.max(1) * 15
    }
}
