//! All rows, compiled: which format a line is of.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

use super::dependencies::Dependencies;
use super::error::{RowError, RowProblem};
use super::pattern::{Lazy, Matcher, Parts};
use super::prefix::Prefixes;
use super::row::{Format, OwnedFormat, OwnedRow};
use super::rows;
use super::tracker::Tracker;
use super::triggers::{Candidates, Triggers};
use crate::{Kind, Severity};

/// Bytes of a line that patterns see. A diagnostic stands at the front of its line; what is longer
/// is data, and a line of 100 MB must cost no more than this.
const SEEN: usize = 2000;
/// All rows, compiled.
#[derive(Debug)]
pub struct Registry {
    rows: Vec<Origin>,
    /// In the order in which they are tried.
    formats: Vec<Compiled>,
    triggers: Triggers,
    dependencies: OnceLock<Dependencies>,
}

/// Where formats come from.
#[derive(Debug)]
struct Origin {
    name: Cow<'static, str>,
    shipped: &'static [&'static str],
    user: Vec<String>,
}

#[derive(Debug)]
struct Compiled {
    row: u16,
    kind: Kind,
    severity: Option<Severity>,
    below_heading: bool,
    source: Source,
    lazy: Lazy,
}

/// The format as it was written.
#[derive(Debug)]
enum Source {
    Shipped(&'static Format),
    User(Box<OwnedFormat>),
}

/// A format that fits a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) format: u16,
    pub(super) row: u16,
    pub(super) kind: Kind,
    pub(super) severity: Option<Severity>,
}

/// One format as [`Registry::formats`] shows it.
#[derive(Clone, Copy, Debug)]
pub struct FormatView<'r> {
    registry: &'r Registry,
    index: u16,
}

impl Registry {
    /// The rows that ship with the crate. Compiled once, on first use; patterns compile when first
    /// triggered.
    pub fn builtin() -> &'static Registry {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
            Registry::assemble(Vec::new()).expect("the built-in rows can be numbered")
        });
        &REGISTRY
    }

    /// The built-in rows, and before those of the same kind the rows of a user.
    ///
    /// # Errors
    /// The first row that is wrong, and how.
    pub fn with_rows(user: Vec<OwnedRow>) -> Result<Registry, RowError> {
        let mut names: HashSet<&str> = rows::all().map(|row| row.name).collect();
        for row in &user {
            check_row(row, &mut names).map_err(|problem| RowError {
                row: row.name.clone(),
                problem,
            })?;
        }
        let examples: Vec<(String, Vec<String>)> = user
            .iter()
            .map(|row| (row.name.clone(), row.examples.clone()))
            .collect();
        let last = user.last().map_or(String::new(), |row| row.name.clone());
        let registry = Registry::assemble(user).ok_or(RowError {
            row: last,
            problem: RowProblem::TooMany,
        })?;
        for (row, lines) in examples {
            registry.check_examples(&row, lines)?;
        }
        Ok(registry)
    }

    /// The name of row `row`; empty for a number that no row has.
    pub fn row_name(&self, row: u16) -> &str {
        self.rows.get(usize::from(row)).map_or("", |row| &row.name)
    }

    /// The names of all rows, users' first.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| &*row.name)
    }

    /// All formats, in the order in which they are tried.
    pub fn formats(&self) -> impl Iterator<Item = FormatView<'_>> {
        (0..self.formats.len()).map(|index| FormatView {
            registry: self,
            index: index as u16,
        })
    }

    /// The marks of dependencies of all rows; compiled when first asked for.
    pub(super) fn dependencies(&self) -> &Dependencies {
        self.dependencies.get_or_init(|| {
            let rows = self.rows.iter().map(|row| {
                let user = row.user.iter().map(String::as_str);
                row.shipped.iter().copied().chain(user)
            });
            Dependencies::new(rows).expect("rows are fewer than formats, which could be numbered")
        })
    }

    /// An empty set for [`Registry::find`].
    pub(super) fn candidates(&self) -> Candidates {
        Candidates::new(self.formats.len())
    }

    /// The format that fits `text` best: the first by kind, row and format of those that fit from
    /// the line's start on or behind a wrapper's prefix. `headed` is whether a file heading stands
    /// above.
    pub(super) fn find(
        &self,
        text: &str,
        headed: bool,
        candidates: &mut Candidates,
    ) -> Option<(Hit, Parts)> {
        let text = seen(text);
        candidates.clear();
        if !self.triggers.scan(text, candidates) {
            return None;
        }
        let stands = |format: &Compiled| headed || !format.below_heading;
        let mut best = self.first_fit(text, candidates, self.formats.len(), stands);
        for start in Prefixes::new(text) {
            let below = best
                .as_ref()
                .map_or(self.formats.len(), |(hit, _)| hit.format.into());
            // `WARNING: Compiling 3 files with …` is no progress.
            let quiet = !says_trouble(&text[..start]);
            let fits =
                |format: &Compiled| stands(format) && (quiet || !is_dropped_first(format.kind));
            if let Some((hit, parts)) = self.first_fit(&text[start..], candidates, below, fits) {
                best = Some((hit, parts.shifted(start)));
            }
        }
        best
    }

    /// The first candidate that fits, of those before format `below` that are asked for.
    fn first_fit(
        &self,
        text: &str,
        candidates: &Candidates,
        below: usize,
        asked: impl Fn(&Compiled) -> bool,
    ) -> Option<(Hit, Parts)> {
        for index in candidates.iter().take_while(|&index| index < below) {
            let format = &self.formats[index];
            if !asked(format) {
                continue;
            }
            if let Some(parts) = format.fit(text) {
                let hit = Hit {
                    format: index as u16,
                    row: format.row,
                    kind: format.kind,
                    severity: format.severity,
                };
                return Some((hit, parts));
            }
        }
        None
    }

    /// User rows first, then the built-in ones. `None` when there are too many to number.
    fn assemble(user: Vec<OwnedRow>) -> Option<Registry> {
        let mut origins = Vec::new();
        let mut sources: Vec<(u16, Source)> = Vec::new();
        for row in user {
            let number = u16::try_from(origins.len()).ok()?;
            origins.push(Origin {
                name: row.name.into(),
                shipped: &[],
                user: row.dependencies,
            });
            let user = row.formats.into_iter().map(Box::new).map(Source::User);
            sources.extend(user.map(|source| (number, source)));
        }
        for row in rows::all() {
            let number = u16::try_from(origins.len()).ok()?;
            origins.push(Origin {
                name: row.name.into(),
                shipped: row.dependencies,
                user: Vec::new(),
            });
            let shipped = row.formats.iter().map(Source::Shipped);
            sources.extend(shipped.map(|source| (number, source)));
        }
        // Stable: rows and formats keep their order within a kind.
        sources.sort_by_key(|(_, source)| source.kind());
        let triggers = Triggers::new(sources.iter().map(|(_, source)| source.triggers()))?;
        let formats = sources.into_iter().map(Compiled::from).collect();
        Some(Registry {
            rows: origins,
            formats,
            triggers,
            dependencies: OnceLock::new(),
        })
    }

    fn check_examples(&self, row: &str, lines: Vec<String>) -> Result<(), RowError> {
        let mut tracker = Tracker::new(self, None, None);
        for line in lines {
            let by = tracker.line(&line).map(|found| self.row_name(found.row));
            if by != Some(row) {
                let by = by.map(str::to_owned);
                return Err(RowError {
                    row: row.to_owned(),
                    problem: RowProblem::ExampleMissed { line, by },
                });
            }
        }
        Ok(())
    }
}

impl FormatView<'_> {
    fn format(&self) -> &Compiled {
        &self.registry.formats[usize::from(self.index)]
    }

    /// Its number, as [`super::Finding::format`] gives it.
    pub fn index(&self) -> u16 {
        self.index
    }

    /// The number of its row.
    pub fn row(&self) -> u16 {
        self.format().row
    }

    /// What a line of this format is.
    pub fn kind(&self) -> Kind {
        self.format().kind
    }

    /// Its triggers.
    pub fn triggers(&self) -> impl Iterator<Item = &str> {
        self.format().source.triggers()
    }

    /// Its pattern.
    pub fn pattern(&self) -> &str {
        self.format().source.pattern()
    }

    /// Whether a trigger of it occurs in `text`.
    pub fn is_triggered_by(&self, text: &str) -> bool {
        let mut found = self.registry.candidates();
        self.registry.triggers.scan(seen(text), &mut found);
        found.iter().any(|index| index == usize::from(self.index))
    }

    /// Whether `text` is of this format, triggers left aside.
    pub fn is_match(&self, text: &str) -> bool {
        self.format().fit(seen(text)).is_some()
    }

    /// Compiles its patterns now.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(&self) -> Result<(), RowProblem> {
        let source = &self.format().source;
        Matcher::new(source.pattern(), source.unless()).map(|_| ())
    }
}

impl Source {
    fn triggers(&self) -> impl Iterator<Item = &str> {
        let (shipped, user) = match self {
            Source::Shipped(format) => (format.triggers, &[][..]),
            Source::User(format) => (&[][..], &format.triggers[..]),
        };
        shipped
            .iter()
            .copied()
            .chain(user.iter().map(String::as_str))
    }

    fn kind(&self) -> Kind {
        match self {
            Source::Shipped(format) => format.kind,
            Source::User(format) => format.kind,
        }
    }

    fn severity(&self) -> Option<Severity> {
        match self {
            Source::Shipped(format) => format.severity,
            Source::User(format) => format.severity,
        }
    }

    fn below_heading(&self) -> bool {
        match self {
            Source::Shipped(format) => format.below_heading,
            Source::User(_) => false,
        }
    }

    fn pattern(&self) -> &str {
        match self {
            Source::Shipped(format) => format.pattern,
            Source::User(format) => &format.pattern,
        }
    }

    fn unless(&self) -> Option<&str> {
        match self {
            Source::Shipped(format) => format.unless,
            Source::User(format) => format.unless.as_deref(),
        }
    }
}

impl From<(u16, Source)> for Compiled {
    fn from((row, source): (u16, Source)) -> Self {
        Self {
            row,
            kind: source.kind(),
            severity: source.severity(),
            below_heading: source.below_heading(),
            source,
            lazy: Lazy::default(),
        }
    }
}

impl Compiled {
    /// What the groups matched, when `text` is of this format.
    fn fit(&self, text: &str) -> Option<Parts> {
        self.lazy
            .fit(self.source.pattern(), self.source.unless(), text)
    }
}

/// Whether a prefix holds a level that says error or warning.
fn says_trouble(prefix: &str) -> bool {
    const LEVELS: &[&str] = &["rror", "ERR", "FATAL", "arn", "WARN"];
    LEVELS.iter().any(|level| prefix.contains(level))
}

/// Whether lines of `kind` are the first to be left out.
fn is_dropped_first(kind: Kind) -> bool {
    matches!(kind, Kind::Pass | Kind::Download | Kind::Progress)
}

fn check_row<'a>(row: &'a OwnedRow, names: &mut HashSet<&'a str>) -> Result<(), RowProblem> {
    if row.name.trim().is_empty() {
        return Err(RowProblem::NoName);
    }
    if !names.insert(&row.name) {
        return Err(RowProblem::DuplicateName);
    }
    if row.formats.is_empty() {
        return Err(RowProblem::NoFormats);
    }
    for (at, format) in row.formats.iter().enumerate() {
        if format.triggers.is_empty() {
            return Err(RowProblem::NoTrigger(at + 1));
        }
        if format.triggers.iter().any(String::is_empty) {
            return Err(RowProblem::EmptyTrigger(at + 1));
        }
        Matcher::new(&format.pattern, format.unless.as_deref())?;
    }
    if row.examples.is_empty() {
        return Err(RowProblem::NoExamples);
    }
    Ok(())
}

/// The front of a line that patterns see, cut at a character boundary.
fn seen(text: &str) -> &str {
    &text[..text.floor_char_boundary(SEEN)]
}

/// Rows without the built-in ones, for tests of the machinery itself.
#[cfg(test)]
mod tests {
    use super::*;

    fn format(trigger: &str, pattern: &str) -> OwnedFormat {
        OwnedFormat {
            kind: Kind::Located,
            triggers: vec![trigger.into()],
            pattern: pattern.into(),
            unless: None,
            severity: None,
        }
    }

    fn row(name: &str, formats: Vec<OwnedFormat>, example: &str) -> OwnedRow {
        OwnedRow {
            name: name.into(),
            formats,
            dependencies: Vec::new(),
            examples: vec![example.into()],
        }
    }

    fn check(rows: Vec<OwnedRow>, expected: &str) {
        let error = Registry::with_rows(rows).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error:?} is not {expected:?}");
    }

    #[test]
    fn wrong_rows_are_named_with_what_is_wrong() {
        let good = r"^(?<file>\S+) @(?<line>[0-9]+)";
        let line = "a.foo @3";
        let one = |f: OwnedFormat| vec![row("foo", vec![f], line)];
        check(one(format("@", "(")), "row `foo`: bad pattern");
        check(
            one(format("", good)),
            "row `foo`: format 1 has an empty trigger",
        );
        check(
            one(format("@", "(?<name>x)")),
            "row `foo`: unknown group `name`",
        );
        check(
            one(format("@", r"(\w{300}){300}")),
            "row `foo`: pattern too large",
        );
        check(
            one(format("#", good)),
            "row `foo`: no format fits the example",
        );
        check(
            vec![row("foo", vec![], line)],
            "row `foo`: it has no format",
        );
        check(
            vec![row("", vec![format("@", good)], line)],
            "row ``: it has no name",
        );
        let twice = row("foo", vec![format("@", good)], line);
        check(
            vec![twice.clone(), twice.clone()],
            "row `foo`: another row has this name",
        );
        let untriggered = OwnedFormat {
            triggers: Vec::new(),
            ..format("@", good)
        };
        check(one(untriggered), "row `foo`: format 1 has no trigger");
        let bare = OwnedRow {
            examples: Vec::new(),
            ..twice.clone()
        };
        check(vec![bare], "row `foo`: it has no example");
        let shadowed = row("bar", vec![format("@", good)], line);
        check(
            vec![twice, shadowed],
            "row `bar`: row `foo` decides the example",
        );
    }

    #[test]
    fn what_stands_behind_a_level_is_not_dropped_first() {
        let kind = |line: &str| {
            let mut tracker = Tracker::new(Registry::builtin(), None, None);
            tracker.line(line).map(|found| found.kind)
        };
        assert_eq!(kind("Compiling 3 files"), Some(Kind::Progress));
        assert_eq!(kind("  Compiling 3 files"), Some(Kind::Progress));
        assert_eq!(kind("Warning: Compiling 3 files"), Some(Kind::Warning));
        assert_eq!(kind("ERROR: Installing bell 1.2"), Some(Kind::Error));
    }

    #[test]
    fn a_built_in_name_is_taken() {
        let name = rows::all().next().expect("there is a row").name;
        check(
            vec![row(name, vec![format("@", "@")], "@")],
            &format!("row `{name}`: another row"),
        );
    }

    #[test]
    fn a_users_row_comes_before_the_built_in_ones() {
        let mine = row(
            "mine",
            vec![format(
                ": error: ",
                r"^(?<file>[^:]+):(?<line>[0-9]+): error: ",
            )],
            "a.c:3: error: too odd",
        );
        let registry = Registry::with_rows(vec![mine]).expect("the row is right");
        let mut tracker = Tracker::new(&registry, None, None);
        let found = tracker.line("b.c:4: error: too even").expect("it fits");
        assert_eq!(registry.row_name(found.row), "mine");
        assert_eq!((found.line, found.file), (Some(4), Some(0..3)));
    }

    #[test]
    fn only_the_front_of_a_long_line_is_read() {
        let long = format!("{}é a.c:3: error: far away", "x".repeat(SEEN - 1));
        let mut tracker = Tracker::new(Registry::builtin(), None, None);
        assert_eq!(tracker.line(&long), None);
    }
}
