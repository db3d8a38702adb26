//! The lines that Ibid writes: the header, gap lines, and the status line.

use crate::hint::{counted, size};
use crate::record::{ClassCounts, Missing};
use crate::{Class, Counts};

/// The exit status as the header and the status line say it: `exit 101`, `exit 139 (SIGSEGV)`.
pub(crate) fn exit_text(exit: i32) -> String {
    const SIGNALS: &[(i32, &str)] = &[
        (129, "SIGHUP"),
        (130, "SIGINT"),
        (131, "SIGQUIT"),
        (138, "SIGUSR1"),
        (140, "SIGUSR2"),
        (132, "SIGILL"),
        (134, "SIGABRT"),
        (135, "SIGBUS"),
        (136, "SIGFPE"),
        (137, "SIGKILL"),
        (139, "SIGSEGV"),
        (141, "SIGPIPE"),
        (143, "SIGTERM"),
    ];
    match SIGNALS.iter().find(|(code, _)| *code == exit) {
        Some((_, name)) => format!("exit {exit} ({name})"),
        None => format!("exit {exit}"),
    }
}

/// The line that states an exit status other than 0 where there is no header.
pub(crate) fn status(exit: Option<i32>, empty: bool) -> Option<String> {
    let exit = exit.filter(|code| *code != 0)?;
    let silent = if empty { ", no output" } else { "" };
    Some(format!("[{}{silent}]", exit_text(exit)))
}

/// What a header says.
pub(crate) struct Header<'a> {
    pub(crate) counts: Counts,
    /// Bytes of the cleaned output.
    pub(crate) bytes: u64,
    pub(crate) exit: Option<i32>,
    /// Shown lines by class.
    pub(crate) shown: &'a ClassCounts,
    /// Lines left out, by class.
    pub(crate) dropped: &'a ClassCounts,
    /// Whether the last lines are shown.
    pub(crate) tail: bool,
    pub(crate) quoted: u64,
    /// Lines of which only the two ends are shown.
    pub(crate) cut: u64,
    pub(crate) missing: Option<Missing>,
}

const KEPT: &[(Class, &str)] = &[
    (Class::Error, "error line"),
    (Class::FailingTest, "failing test"),
    (Class::Assertion, "assertion line"),
    (Class::Located, "located message"),
    (Class::Frame, "stack frame"),
    (Class::Warning, "warning"),
    (Class::Summary, "summary line"),
];

impl Header<'_> {
    /// The whole header.
    pub(crate) fn text(&self) -> String {
        let mut text = self.start();
        let mut kept: Vec<String> = KEPT
            .iter()
            .filter(|(class, _)| self.shown.of(*class) > 0)
            .map(|(class, name)| counted(self.shown.of(*class), name))
            .collect();
        if self.tail {
            kept.push("the last lines".into());
        }
        if !kept.is_empty() {
            text += &format!("; kept {}", kept.join(", "));
        }
        if self.counts.folded > 0 {
            text += &format!("; folded {}", counted(self.counts.folded, "line"));
        }
        if self.counts.dropped > 0 {
            let dropped = self.dropped.ranked().into_iter();
            let classes: Vec<String> = dropped
                .map(|(class, lines)| format!("{} {lines}", label(class)))
                .collect();
            text += &format!(
                "; dropped {} ({})",
                counted(self.counts.dropped, "line"),
                classes.join(", ")
            );
        }
        text += &format!("; {}", self.completeness());
        if self.quoted > 0 {
            text += &format!("; {} quoted with │", counted(self.quoted, "line"));
        }
        text + "]"
    }

    /// The shortest header that is still true, for very small budgets.
    pub(crate) fn short(&self) -> String {
        format!("{}; {}]", self.start(), self.completeness())
    }

    fn start(&self) -> String {
        let Counts { total, shown, .. } = self.counts;
        let exit = self
            .exit
            .filter(|code| *code != 0)
            .map(|code| format!("; {}", exit_text(code)));
        let missing = self.missing.map(|missing| {
            let end = missing.at + missing.bytes;
            format!(
                "; bytes {}-{end} were not kept ({})",
                missing.at,
                counted(missing.lines, "line")
            )
        });
        format!(
            "[output shortened: {} ({}) → {}{}{}",
            counted(total, "line"),
            size(self.bytes + self.missing.map_or(0, |missing| missing.bytes)),
            counted(shown, "line"),
            exit.unwrap_or_default(),
            missing.unwrap_or_default(),
        )
    }

    /// Whether every line that tells of trouble is there; how many are not, otherwise.
    fn completeness(&self) -> String {
        let problems: &[(Class, &str)] = &[
            (Class::Error, "error line"),
            (Class::FailingTest, "failing test"),
            (Class::Located, "located message"),
        ];
        let lost: Vec<String> = problems
            .iter()
            .filter(|(class, _)| self.dropped.of(*class) > 0)
            .map(|(class, name)| counted(self.dropped.of(*class), name))
            .collect();
        match (lost.is_empty(), self.cut) {
            (true, 0) => "every error and located line was kept".into(),
            (true, cut) => format!("{} cut in the middle", counted(cut, "long line")),
            (false, _) => format!("{} did not fit", lost.join(", ")),
        }
    }
}

/// What lines of a class are called in gap lines: short, since a text may have a hundred of them.
pub(crate) fn label(class: Class) -> &'static str {
    match class {
        Class::Error => "errors",
        Class::FailingTest => "failed",
        Class::Assertion => "values",
        Class::Located => "places",
        Class::Frame => "frames",
        Class::Warning => "warnings",
        Class::PassingTest => "passed",
        Class::Progress => "progress",
        Class::Download => "fetched",
        Class::Repeated => "repeats",
        Class::Summary => "totals",
        Class::Context => "detail",
        Class::Other => "other",
    }
}

/// Room for the longest gap line of an output of `lines` lines, with its line end.
pub(crate) fn gap_bytes(lines: u64) -> usize {
    let digits = lines.max(1).ilog10() as usize + 1;
    2 * digits + "[- progress]\n".len()
}

/// One gap: lines `from..to` (from 0), counted from 1 as `recall` does.
pub(crate) fn gap(from: u64, to: u64, counts: &ClassCounts, folded: u64) -> String {
    let what = match counts.ranked().first() {
        None => return format!("{}{folded} alike]", gap_start(from, to)),
        Some((class, _)) => label(*class),
    };
    format!("{}{what}]", gap_start(from, to))
}

/// `[12-19 `, the start of every gap line; the lines are `from..to` from 0, named from 1.
pub(crate) fn gap_start(from: u64, to: u64) -> String {
    format!("[{} ", range(from, to))
}

fn range(from: u64, to: u64) -> String {
    if to - from == 1 {
        format!("{to}")
    } else {
        format!("{}-{to}", from + 1)
    }
}
