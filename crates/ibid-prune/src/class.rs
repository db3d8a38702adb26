/// What a line is to a reader of command output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// An error without a place, or the headline of one.
    Error,
    /// A failing test.
    FailingTest,
    /// Expected and actual values, or an assertion's difference.
    Assertion,
    /// A message with a file and a line.
    Located,
    /// A stack frame.
    Frame,
    /// A warning without a place.
    Warning,
    /// A passing test.
    PassingTest,
    /// Progress: percentages, bars, steps.
    Progress,
    /// Downloads, resolution, installation.
    Download,
    /// A line the output already showed.
    Repeated,
    /// A runner's totals and exit lines.
    Summary,
    /// Part of a block, without a class of its own.
    Context,
    /// Anything else.
    Other,
}

impl Class {
    /// All classes, in the order of their numbers.
    pub const ALL: [Class; 13] = [
        Class::Error,
        Class::FailingTest,
        Class::Assertion,
        Class::Located,
        Class::Frame,
        Class::Warning,
        Class::PassingTest,
        Class::Progress,
        Class::Download,
        Class::Repeated,
        Class::Summary,
        Class::Context,
        Class::Other,
    ];

    /// The name used in `--json` and by `ibid classify`.
    pub fn name(self) -> &'static str {
        match self {
            Class::Error => "error",
            Class::FailingTest => "failing_test",
            Class::Assertion => "assertion",
            Class::Located => "located",
            Class::Frame => "frame",
            Class::Warning => "warning",
            Class::PassingTest => "passing_test",
            Class::Progress => "progress",
            Class::Download => "download",
            Class::Repeated => "repeated",
            Class::Summary => "summary",
            Class::Context => "context",
            Class::Other => "other",
        }
    }
}

/// How bad a message says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// A note, a hint, information.
    Info,
}

impl Severity {
    /// The name used in `--json` and by `ibid classify`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// What the registry recognised in a line: finer than [`Class`], in the order in which formats are
/// tried. The first kind that fits wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A passing test.
    Pass,
    /// A stack frame.
    Frame,
    /// A failing test.
    Fail,
    /// A place on a line of its own; its message stands on a line nearby (rustc's `-->`).
    Place,
    /// A message with its place.
    Located,
    /// "required from here", "in file included from": the way to a message.
    Via,
    /// The name of a file to which the rows below belong (eslint, yamllint, phpcs).
    FileHeading,
    /// A runner's totals and exit lines.
    Summary,
    /// A download, resolution or install line.
    Download,
    /// An error without a place.
    Error,
    /// Expected and actual values.
    Assertion,
    /// A caret or underline below a source line.
    Caret,
    /// Progress.
    Progress,
    /// Words that nearly always mean trouble, in no known format.
    Strong,
    /// A warning without a place.
    Warning,
    /// A quoted source line, such as `12 | let x = 1;`.
    Code,
}

impl Kind {
    /// The class a line of this kind is counted under.
    pub fn class(self) -> Class {
        match self {
            Kind::Pass => Class::PassingTest,
            Kind::Frame => Class::Frame,
            Kind::Fail => Class::FailingTest,
            Kind::Place | Kind::Located => Class::Located,
            Kind::Via | Kind::FileHeading | Kind::Caret | Kind::Code => Class::Context,
            Kind::Summary => Class::Summary,
            Kind::Download => Class::Download,
            Kind::Error | Kind::Strong => Class::Error,
            Kind::Assertion => Class::Assertion,
            Kind::Progress => Class::Progress,
            Kind::Warning => Class::Warning,
        }
    }
}
