//! The lines that Ibid writes: the header, gap lines, and the status line.

use crate::hint::{counted, size};
use crate::record::{ClassCounts, Missing};
use crate::{Class, Counts};

/// The exit status as the header and the status line say it: `exit 101`, `exit 139 (SIGSEGV)`.
fn exit_text(exit: i32) -> String {
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

/// How a command ended, as far as the text says it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) exit: Option<i32>,
    /// Whether a process that it left behind still held the output.
    pub(crate) left_running: bool,
}

/// What is said of a process that the command left behind.
const LEFT_RUNNING: &str = "a process it left running may print more, which is not here";

impl Ending {
    /// The exit status other than 0, and what was left running; `None` when there is neither.
    fn text(self, silent: &str) -> Option<String> {
        let exit = self.exit.filter(|code| *code != 0);
        let exit = exit.map(|code| exit_text(code) + silent);
        let left = self.left_running.then(|| LEFT_RUNNING.to_owned());
        let parts: Vec<String> = exit.into_iter().chain(left).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Bytes by which a header is longer for what was left running.
    pub(crate) fn left_bytes(self) -> usize {
        usize::from(self.left_running) * (LEFT_RUNNING.len() + 2)
    }

    /// The same behind other words, where there is anything to say.
    pub(crate) fn after(self) -> String {
        self.text("")
            .map_or_else(String::new, |text| format!("; {text}"))
    }
}

/// The line that states an exit status other than 0, and that something was left running, where
/// there is no header.
pub(crate) fn status(ending: Ending, empty: bool) -> Option<String> {
    let text = ending.text(if empty { ", no output" } else { "" })?;
    Some(format!("[{text}]"))
}

/// What a header says.
pub(crate) struct Header<'a> {
    pub(crate) counts: Counts,
    /// Bytes of the cleaned output.
    pub(crate) bytes: u64,
    pub(crate) ending: Ending,
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
            self.ending.after(),
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
