//! The plan: which lines are shown, folded or left out, and why. Text comes second.

use crate::header::Ending;
use crate::record::Missing;
use crate::scan::{Scanned, Scanner};
use crate::{ByteSpan, Class, Counts, PrunePolicy, RecallHint, Source, Tool, ToolOutput};
use crate::{binary, command, content, sorted};

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
    /// Folded: it says the same as the lines shown around it.
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
    /// The class of the run; of most of its lines, for a mixed one.
    pub class: Class,
    /// Why, in a few words.
    pub reason: &'static str,
}

/// One piece of the text, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A line that Ibid writes, without its line end.
    Marker(String),
    /// A line of the output: its raw bytes, or its text where it was redrawn.
    Line {
        raw: ByteSpan,
        text: Option<Box<str>>,
        quote: bool,
        /// Bytes at its end that are left out: they only fill the line's width.
        filler: u32,
    },
    /// Many lines of the output, cleaned one by one from their raw bytes.
    Lines {
        raw: ByteSpan,
        /// Whether lines that look like Ibid's own are quoted.
        quote: bool,
    },
    /// The two ends of a line that is too long, with what is between them said.
    Ends {
        raw: ByteSpan,
        head: usize,
        tail: usize,
        quote: bool,
    },
    /// A piece of a long line, around what was searched for.
    Excerpt { text: Box<str> },
}

/// What to show of an output, and why.
#[derive(Clone, Debug)]
pub struct PrunePlan {
    /// What the output is.
    pub kind: OutputKind,
    /// The spans, in order; together they are all lines of the output.
    pub spans: Vec<SpanPlan>,
    /// Their lines, counted.
    pub counts: Counts,
    /// Whether anything but escapes differs from the original, so that the original must be
    /// stored before the text is shown.
    pub lossy: bool,
    /// Whether the text holds a header or footer that names the original.
    pub marked: bool,
    /// The budget is below header and footer, so that only they are shown.
    pub starved: bool,
    /// Why the output was taken for something to sort, or not: weight and evidence.
    pub evidence: Vec<(i32, &'static str)>,
    /// Bytes of the raw output that were read.
    pub bytes: u64,
    pub(crate) encoding: crate::clean::Encoding,
    pub(crate) pieces: Vec<Piece>,
}

impl PrunePlan {
    /// The plan of an empty output whose exit status is 0 or unknown: there is nothing to show.
    /// It takes no registry, which makes quick commands quick.
    pub fn nothing() -> Self {
        Self {
            kind: OutputKind::Content,
            spans: Vec::new(),
            counts: Counts::default(),
            lossy: false,
            marked: false,
            starved: false,
            evidence: Vec::new(),
            bytes: 0,
            encoding: crate::clean::Encoding::default(),
            pieces: Vec::new(),
        }
    }
}

/// Plans what to show of `output` within `policy`, with room for `hint`.
pub fn plan(output: &ToolOutput<'_>, policy: &PrunePolicy, hint: &RecallHint) -> PrunePlan {
    let mut scanner = Scanner::new(&output.context, policy);
    scanner.feed(output.bytes);
    scanner
        .finish()
        .plan(output.bytes, output.context.exit, policy, hint)
}

/// Everything a planner needs besides the records.
pub(crate) struct Job<'a> {
    pub(crate) scanned: &'a Scanned,
    pub(crate) source: &'a dyn Source,
    pub(crate) exit: Option<i32>,
    pub(crate) policy: &'a PrunePolicy,
    pub(crate) hint: &'a RecallHint,
}

impl Job<'_> {
    /// How the command ended.
    pub(crate) fn ending(&self) -> Ending {
        Ending {
            exit: self.exit,
            left_running: self.scanned.left_running,
        }
    }
}

impl Scanned {
    /// Plans what to show within `policy`, with room for `hint`. `source` gives the bytes that
    /// were fed; `exit` is the exit status, when known by now.
    pub fn plan<S: Source + ?Sized>(
        &self,
        source: &S,
        exit: Option<i32>,
        policy: &PrunePolicy,
        hint: &RecallHint,
    ) -> PrunePlan {
        let exit = exit.or(self.context.exit);
        let job = Job {
            scanned: self,
            source: &Behind(source),
            exit,
            policy,
            hint,
        };
        let line = self.context.command.as_deref();
        let command = command::read(line, self.context.program.as_deref(), exit);
        let verdict = self.evidence.weigh(command, exit);
        let never =
            line.is_some_and(|line| policy.never.iter().any(|pattern| pattern.is_match(line)));
        let may_sort = policy.prune
            && self.context.tool == Tool::Command
            && !never
            && !matches!(hint, RecallHint::NotStored { .. });
        let mut plan = match () {
            () if self.binary => binary::plan(&job),
            () if may_sort && verdict.sort => sorted::plan(&job),
            () => content::plan(&job, command),
        };
        plan.evidence = verdict.reasons;
        plan
    }

    /// Lines of the cleaned output, those included that were not kept.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Says what the digest of the raw bytes is (`sha256:…`); a binary output's line names it.
    pub fn set_digest(&mut self, digest: String) {
        self.digest = Some(digest);
    }

    /// Says that a process which the command left behind still held the output when reading
    /// stopped: the text then says that more may have come.
    pub fn set_left_running(&mut self) {
        self.left_running = true;
    }

    /// Whether the bytes are not text.
    pub fn is_binary(&self) -> bool {
        self.binary
    }

    /// The range that was not kept, where there is one.
    pub fn missing(&self) -> Option<Missing> {
        self.missing
    }
}

/// A source behind a reference, so that planners need no type parameter.
struct Behind<'a, S: ?Sized>(&'a S);

impl<S: Source + ?Sized> Source for Behind<'_, S> {
    fn read(&self, span: ByteSpan) -> std::borrow::Cow<'_, [u8]> {
        self.0.read(span)
    }
}
