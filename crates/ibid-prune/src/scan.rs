//! Reading an output: bytes in any chunks to records, in one pass and bounded memory.

use std::collections::{HashMap, HashSet};

use crate::block::Blocks;
use crate::clean::{BlankRun, CleanLine, Cleaned, Cleaner, Cut, Encoding};
use crate::evidence::Evidence;
use crate::features;
use crate::fold::Folder;
use crate::known::{Key, Known, Memo};
use crate::lang::{Finding, Registry, Tracker};
use crate::prefix::{LEARN_LINES, Prefixes};
use crate::record::{Before, Flags, Missing, Record};
use crate::render;
use crate::shape;
use crate::skeleton::{Skeleton, hashes};
use crate::thin::Thinner;
use crate::{ByteSpan, Context, Kind, PrunePolicy};

/// Most distinct lines that are remembered to tell repetitions; more are taken for new.
const MOST_DISTINCT: usize = 1 << 17;

/// After so many empty lines one more changes nothing but counts: no heading reaches further.
const BLANK_STEADY: u64 = 16;

/// Most bytes at the start of the output that are looked at for NUL.
const BINARY_HEAD: usize = 8 * 1024;

/// Reads an output in chunks. The same bytes in any chunks give the same result.
///
/// ```
/// use ibid_prune::{Context, PrunePolicy, RecallHint, Scanner};
///
/// let bytes = b"one\ntwo\n";
/// let policy = PrunePolicy::default();
/// let mut scanner = Scanner::new(&Context::default(), &policy);
/// scanner.feed(&bytes[..5]);
/// scanner.feed(&bytes[5..]);
/// let plan = scanner.finish().plan(&bytes[..], Some(0), &policy, &RecallHint::None);
/// assert_eq!(plan.text(&bytes[..]), "one\ntwo\n");
/// ```
#[derive(Debug)]
pub struct Scanner<'r> {
    cleaner: Cleaner,
    reader: Reader<'r>,
}

/// What was read of an output.
#[derive(Debug)]
pub struct Scanned {
    pub(crate) context: Context,
    pub(crate) records: Vec<Record>,
    pub(crate) evidence: Evidence,
    pub(crate) shapes: Shapes,
    pub(crate) encoding: Encoding,
    /// Lines of the cleaned output, those included that were not kept.
    pub(crate) lines: u64,
    /// Bytes fed.
    pub(crate) bytes: u64,
    /// Bytes of cleaned text, line ends included.
    pub(crate) clean_bytes: u64,
    pub(crate) missing: Option<Missing>,
    pub(crate) binary: bool,
    pub(crate) redrawn: bool,
    pub(crate) digest: Option<String>,
    /// Whether a process that was left behind still held the output.
    pub(crate) left_running: bool,
}

/// A line as it was read: for those who want more of it than a record.
pub(crate) struct Seen<'a> {
    pub(crate) record: &'a Record,
    /// The cleaned line behind its prefixes.
    pub(crate) body: &'a str,
    pub(crate) finding: Option<&'a Finding>,
    /// The file heading that the line may stand under.
    pub(crate) heading: Option<&'a str>,
    pub(crate) registry: &'a Registry,
}

/// How often each shape occurs.
pub(crate) type Shapes = HashMap<u64, u32, Plain>;

/// Everything behind the cleaner.
#[derive(Debug)]
struct Reader<'r> {
    context: Context,
    always: Vec<regex::Regex>,
    registry: &'r Registry,
    tracker: Tracker<'r>,
    /// The first lines, until the prefixes are learnt.
    first: Option<Vec<(Box<str>, ByteSpan, bool)>>,
    prefixes: Prefixes,
    memo: Memo,
    /// Lines that are looked at together; kept for its memory only.
    ahead: Vec<Ahead>,
    folder: Folder,
    blocks: Blocks,
    thinner: Thinner,
    evidence: Evidence,
    records: Vec<Record>,
    seen: HashSet<u64, Plain>,
    shapes: Shapes,
    lines: u64,
    clean_bytes: u64,
    /// Lines not kept, and how many bytes were fed before them. The cleaner hands lines on late.
    gap: Option<(u64, Missing)>,
    missing: Option<Missing>,
    redrawn: bool,
    /// The next line's middle was left out.
    cut: bool,
    head: Head,
}

/// What is told of a line before those above it are read.
#[derive(Debug)]
struct Ahead {
    /// Length of its prefixes.
    peeled: usize,
    /// Hash of the rest.
    exact: u64,
    skeleton: Option<Skeleton>,
    /// What is known of it where no file heading stands above, if it was looked up.
    known: Option<Known>,
}

/// The first bytes of an output, which say whether it is text.
#[derive(Debug, Default)]
struct Head {
    /// Bytes of the whole output.
    bytes: u64,
    first: Vec<u8>,
}

impl Head {
    fn observe(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        let room = BINARY_HEAD - self.first.len();
        self.first
            .extend_from_slice(&chunk[..chunk.len().min(room)]);
    }

    /// A NUL, or three control bytes in ten. UTF-16 is full of NULs and text all the same.
    fn is_binary(&self) -> bool {
        if matches!(self.first[..], [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            return false;
        }
        let is_control = |b: &&u8| matches!(**b, 0..=8 | 14..=26 | 28..=31);
        let controls = self.first.iter().filter(is_control).count();
        memchr::memchr(0, &self.first).is_some() || controls * 10 > self.first.len() * 3
    }
}

/// Hashes are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Plain(u64);

impl std::hash::Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= shape::hash(bytes);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

impl std::hash::BuildHasher for Plain {
    type Hasher = Plain;

    fn build_hasher(&self) -> Plain {
        Plain(0)
    }
}

impl<'r> Scanner<'r> {
    /// A scanner for the output of `context`, with the rows that ship with the crate.
    pub fn new(context: &Context, policy: &PrunePolicy) -> Scanner<'static> {
        Scanner::with_registry(Registry::builtin(), context, policy)
    }

    /// A scanner with rows of the user's.
    pub fn with_registry(registry: &'r Registry, context: &Context, policy: &PrunePolicy) -> Self {
        let root = context.project_root.as_deref();
        Self {
            cleaner: Cleaner::new(),
            reader: Reader {
                tracker: Tracker::new(registry, root, context.cwd.as_deref()),
                registry,
                context: context.clone(),
                always: policy.always.clone(),
                first: Some(Vec::new()),
                prefixes: Prefixes::default(),
                memo: Memo::default(),
                ahead: Vec::new(),
                folder: Folder::default(),
                blocks: Blocks::default(),
                thinner: Thinner::default(),
                evidence: Evidence::default(),
                records: Vec::new(),
                seen: HashSet::default(),
                shapes: Shapes::default(),
                lines: 0,
                clean_bytes: 0,
                gap: None,
                missing: None,
                redrawn: false,
                cut: false,
                head: Head::default(),
            },
        }
    }

    /// Takes the next bytes.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.reader.head.observe(chunk);
        let reader = &mut self.reader;
        self.cleaner.feed_runs(chunk, &mut |cleaned| match cleaned {
            Cleaned::Line(line) => reader.take(line, &mut |_| {}),
            Cleaned::Lines(lines) => reader.take_lines(lines),
            Cleaned::Blank(run) => reader.take_blank(run),
        });
    }

    /// Takes the next bytes and hands on what each line was found to be.
    pub(crate) fn feed_seen(&mut self, chunk: &[u8], seen: &mut dyn FnMut(Seen<'_>)) {
        self.reader.head.observe(chunk);
        let reader = &mut self.reader;
        self.cleaner
            .feed(chunk, &mut |line| reader.take(line, seen));
    }

    /// Says that bytes are missing here: what was fed before and what comes next are not
    /// neighbours. Call it at a line's end.
    pub fn missing(&mut self, missing: Missing) {
        self.reader.gap = Some((self.reader.head.bytes, missing));
        self.reader.missing = Some(missing);
    }

    /// Ends the output.
    pub fn finish(self) -> Scanned {
        self.finish_seen(&mut |_| {})
    }

    pub(crate) fn finish_seen(self, seen: &mut dyn FnMut(Seen<'_>)) -> Scanned {
        let Self {
            cleaner,
            mut reader,
        } = self;
        let encoding = cleaner.encoding();
        cleaner.finish(&mut |line| reader.take(line, seen));
        reader.learn(seen);
        Scanned {
            binary: reader.head.is_binary(),
            bytes: reader.head.bytes,
            context: reader.context,
            records: reader.records,
            evidence: reader.evidence,
            shapes: reader.shapes,
            encoding,
            digest: None,
            left_running: false,
            lines: reader.lines,
            clean_bytes: reader.clean_bytes,
            missing: reader.missing,
            redrawn: reader.redrawn,
        }
    }
}

impl Reader<'_> {
    fn take(&mut self, line: CleanLine<'_>, seen: &mut dyn FnMut(Seen<'_>)) {
        if let Some(cut) = line.cut {
            return self.take_cut(line, cut, seen);
        }
        let Some(first) = &mut self.first else {
            let ahead = self.ahead(line.text);
            return self.line(&line, &ahead, seen);
        };
        first.push((line.text.into(), line.raw, line.local));
        if first.len() == LEARN_LINES {
            self.learn(seen);
        }
    }

    /// Takes lines that nothing redrew. What is known of each is looked up for all at once: with
    /// many skeletons most of a line's time would be spent waiting for memory.
    fn take_lines(&mut self, lines: &[CleanLine<'_>]) {
        if self.first.is_some() {
            let lines = lines.iter().cloned();
            return lines.for_each(|line| self.take(line, &mut |_| {}));
        }
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        ahead.extend(lines.iter().map(|line| self.ahead(line.text)));
        for ahead in &mut ahead {
            let key = ahead.skeleton.map(|skeleton| Key::new(skeleton, false));
            ahead.known = key.and_then(|key| self.memo.peek(key));
        }
        for (line, ahead) in lines.iter().zip(&ahead) {
            self.line(line, ahead, &mut |_| {});
        }
        self.ahead = ahead;
    }

    /// Takes a run of empty lines: the first one by one, until they fold, and then the others at
    /// once.
    fn take_blank(&mut self, run: BlankRun) {
        for index in 0..run.lines {
            let left = run.lines - index;
            let steady = index >= BLANK_STEADY && self.first.is_none() && self.gap.is_none();
            let last = run.line(run.lines - 1).raw;
            if steady && self.folder.repeat(&mut self.records, left, last) {
                self.lines += left;
                self.clean_bytes += left;
                return;
            }
            self.take(run.line(index), &mut |_| {});
        }
    }

    /// Takes a line whose middle the cleaner left out; the text says so where it was.
    fn take_cut(&mut self, line: CleanLine<'_>, cut: Cut, seen: &mut dyn FnMut(Seen<'_>)) {
        self.learn(seen);
        let (head, tail) = line.text.split_at(cut.at);
        let text = format!("{head}{}{tail}", render::left_out(cut.bytes as usize));
        self.clean_bytes += cut.bytes;
        self.cut = true;
        let line = CleanLine {
            text: &text,
            raw: line.raw,
            local: false,
            cut: None,
        };
        let ahead = self.ahead(&text);
        self.line(&line, &ahead, seen);
    }

    /// Learns the prefixes from the lines held back, and reads them.
    fn learn(&mut self, seen: &mut dyn FnMut(Seen<'_>)) {
        let Some(first) = self.first.take() else {
            return;
        };
        self.prefixes = Prefixes::learn(first.iter().map(|line| &*line.0));
        for (text, raw, local) in first {
            let line = CleanLine {
                text: &text,
                raw,
                local,
                cut: None,
            };
            let ahead = self.ahead(&text);
            self.line(&line, &ahead, seen);
        }
    }

    /// What can be told of a line before those above it are read.
    fn ahead(&self, text: &str) -> Ahead {
        let peeled = self.prefixes.len(text);
        let (exact, skeleton) = hashes(&text[peeled..]);
        Ahead {
            peeled,
            exact,
            skeleton,
            known: None,
        }
    }

    fn line(&mut self, line: &CleanLine<'_>, ahead: &Ahead, seen: &mut dyn FnMut(Seen<'_>)) {
        let &CleanLine {
            text, raw, local, ..
        } = line;
        let gap = self.gap.take_if(|(fed, _)| raw.end > *fed);
        let gap = gap.map(|(_, missing)| missing);
        if let Some(missing) = gap {
            self.lines += missing.lines;
            self.folder.reset();
        }
        let &Ahead { peeled, exact, .. } = ahead;
        let (prefix, body) = text.split_at(peeled);
        let known = self.known(body, ahead);
        let looks = known.looks;
        let finding = known.fit.map(|fit| self.tracker.found(body, &fit));
        let mut record = Record {
            line: self.lines,
            raw,
            text: (!local).then(|| text.into()),
            bytes: u32::try_from(text.len()).unwrap_or(u32::MAX),
            filler: looks.filler,
            kind: finding.as_ref().map(|finding| finding.kind),
            severity: finding.as_ref().and_then(|finding| finding.severity),
            shape: known.shape,
            fold: known.fold(body, exact),
            exact,
            message: known.message(body),
            rule: known.rule,
            place: finding
                .as_ref()
                .map_or((0, 0), |found| place(found, peeled)),
            indent: looks.indent,
            flags: looks.flags,
            block: 0,
            before: gap.map(|gap| {
                Box::new(Before {
                    missing: Some(gap),
                    ..Before::default()
                })
            }),
        };
        self.lines += 1;
        self.clean_bytes += text.len() as u64 + 1;
        self.redrawn |= !local;
        record.flags.set(Flags::CUT, std::mem::take(&mut self.cut));
        self.flag(&mut record, prefix, text, finding.as_ref());
        record.block = self.blocks.assign(&record);
        let stamped = peeled > 0 && prefix.contains(':') || looks.stamped;
        self.evidence.observe(&record, body, &looks, stamped);
        self.remember(&mut record);
        seen(Seen {
            record: &record,
            body,
            finding: finding.as_ref(),
            heading: self.tracker.heading(),
            registry: self.registry,
        });
        self.folder.push(&mut self.records, record);
        self.thinner.bound(&mut self.records, &mut self.folder);
    }

    /// What is known of the next line from one like it, or found now.
    fn known(&mut self, body: &str, ahead: &Ahead) -> Known {
        let below = self.tracker.advance();
        if let Some(known) = ahead.known.filter(|_| !below) {
            return known;
        }
        let key = ahead.skeleton.map(|skeleton| Key::new(skeleton, below));
        if let Some(known) = key.and_then(|key| self.memo.get(key)) {
            return known;
        }
        let known = Known::of(body, self.tracker.fit(body));
        if let Some(key) = key {
            self.memo.put(key, known);
        }
        known
    }

    fn flag(&self, record: &mut Record, prefix: &str, text: &str, finding: Option<&Finding>) {
        let flags = &mut record.flags;
        if let Some(finding) = finding {
            flags.set(Flags::IN_PROJECT, finding.in_project == Some(true));
            flags.set(Flags::UNDER_HEADING, finding.under_heading);
        }
        if !prefix.is_empty() {
            let has = |word: &str| prefix.contains(word);
            flags.set(
                Flags::HINT_ERROR,
                has("ERR") || has("error") || has("FATAL"),
            );
            flags.set(Flags::HINT_WARNING, has("WARN") || has("warn"));
        }
        // A marker is recognised at the start of the whole line, not behind a prefix.
        if !prefix.is_empty() {
            flags.set(Flags::MARKER, features::looks_like_marker(text));
        }
        flags.set(
            Flags::ALWAYS,
            self.always.iter().any(|pattern| pattern.is_match(text)),
        );
    }

    /// Counts the shape, and marks a line that was shown before. Nothing asks either of a line
    /// that is dropped first, and most lines of a large output are such.
    fn remember(&mut self, record: &mut Record) {
        let asked = !matches!(
            record.kind,
            Some(Kind::Frame | Kind::Progress | Kind::Download | Kind::Pass)
        );
        if record.flags.has(Flags::BLANK) || !asked {
            return;
        }
        let room = self.shapes.len() < MOST_DISTINCT;
        if let Some(count) = self.shapes.get_mut(&record.shape) {
            *count += 1;
        } else if room {
            self.shapes.insert(record.shape, 1);
        }
        let telling = record.bytes >= 12
            && !record.flags.has(Flags::RULER)
            && !matches!(record.kind, Some(Kind::Caret | Kind::Code));
        if !telling {
            return;
        }
        let new = match self.seen.len() < MOST_DISTINCT {
            true => self.seen.insert(record.exact),
            false => !self.seen.contains(&record.exact),
        };
        let row = record.flags.has(Flags::UNDER_HEADING);
        record.flags.set(Flags::REPEATED, !new && !row);
        record.flags.set(Flags::ELSEWHERE, !new && row);
    }
}

fn place(finding: &Finding, peeled: usize) -> (u16, u16) {
    let Some(place) = &finding.place else {
        return (0, 0);
    };
    match (
        u16::try_from(place.start + peeled),
        u16::try_from(place.len()),
    ) {
        (Ok(start), Ok(len)) => (start, len),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_at_once_are_read_as_one_by_one() {
        let blank = |lines: usize| "\n".repeat(lines);
        for text in [
            blank(5_000),
            format!(
                "error: it broke\n{}error: it broke\n{}end",
                blank(3_000),
                blank(900)
            ),
            format!("src/a.js\n{}  3:5  error  it broke\n", blank(2_000)),
            format!("a\n{}b\n", blank(2_000)).repeat(40),
        ] {
            let policy = PrunePolicy::default();
            let scanner = || Scanner::new(&Context::default(), &policy);
            let (mut at_once, mut each) = (scanner(), scanner());
            at_once.feed(text.as_bytes());
            each.feed_seen(text.as_bytes(), &mut |_| {});
            let (at_once, each) = (at_once.finish(), each.finish());
            assert_eq!(at_once.lines, each.lines);
            assert_eq!(at_once.clean_bytes, each.clean_bytes);
            let records = |scanned: &Scanned| format!("{:?}", scanned.records);
            assert_eq!(records(&at_once), records(&each));
            assert!(at_once.records.len() < 1_500);
        }
    }
}
