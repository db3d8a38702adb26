//! What every line of an output is, for those who want classes and places instead of a text.

use crate::lang::Registry;
use crate::scan::{Scanner, Seen};
use crate::{Class, Context, PrunePolicy, Severity};

/// What one line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classified {
    /// Number of the cleaned line, from 0.
    pub line_index: u64,
    /// Its class.
    pub class: Class,
    /// How bad it says it is.
    pub severity: Option<Severity>,
    /// The file it names, as printed; for a row below a file heading, the heading's.
    pub file: Option<String>,
    /// The line it names, as printed.
    pub line: Option<u32>,
    /// The column it names, as printed.
    pub col: Option<u32>,
    /// The last line of the range it names.
    pub end_line: Option<u32>,
    /// The last column of the range it names.
    pub end_col: Option<u32>,
    /// For a frame, whether it is the project's own.
    pub in_project: Option<bool>,
    /// The block it belongs to, numbered from 1.
    pub block: Option<u32>,
    /// The registry row that decided.
    pub row: Option<String>,
}

/// Classifies an output in chunks; the same bytes in any chunks give the same classes.
///
/// ```
/// use ibid_prune::{Class, Classifier, Context};
///
/// let mut classes = Vec::new();
/// let mut classifier = Classifier::new(&Context::default());
/// classifier.feed(b"error: it broke\n", &mut |line| classes.push(line.class));
/// classifier.finish(&mut |line| classes.push(line.class));
/// assert_eq!(classes, [Class::Error]);
/// ```
#[derive(Debug)]
pub struct Classifier<'r> {
    scanner: Scanner<'r>,
}

impl<'r> Classifier<'r> {
    /// A classifier with the rows that ship with the crate.
    pub fn new(context: &Context) -> Classifier<'static> {
        Classifier::with_registry(Registry::builtin(), context)
    }

    /// A classifier with rows of the user's.
    pub fn with_registry(registry: &'r Registry, context: &Context) -> Self {
        Self {
            scanner: Scanner::with_registry(registry, context, &PrunePolicy::default()),
        }
    }

    /// Takes the next bytes and hands over the lines that are complete. The first lines of an
    /// output are held back until its prefixes are known.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut dyn FnMut(Classified)) {
        self.scanner
            .feed_seen(chunk, &mut |seen| sink(classified(&seen)));
    }

    /// Ends the output.
    pub fn finish(self, sink: &mut dyn FnMut(Classified)) {
        self.scanner
            .finish_seen(&mut |seen| sink(classified(&seen)));
    }
}

fn classified(seen: &Seen<'_>) -> Classified {
    let Seen {
        record,
        body,
        finding,
        heading,
        registry,
    } = seen;
    let file = finding.and_then(|finding| match &finding.file {
        Some(range) => body.get(range.clone()).map(str::to_owned),
        None if finding.under_heading => heading.map(str::to_owned),
        None => None,
    });
    Classified {
        line_index: record.line,
        class: record.class(),
        severity: finding.and_then(|finding| finding.severity),
        file,
        line: finding.and_then(|finding| finding.line),
        col: finding.and_then(|finding| finding.col),
        end_line: finding.and_then(|finding| finding.end_line),
        end_col: finding.and_then(|finding| finding.end_col),
        in_project: finding.and_then(|finding| finding.in_project),
        block: (record.block != 0).then_some(record.block),
        row: finding.map(|finding| registry.row_name(finding.row).to_owned()),
    }
}
