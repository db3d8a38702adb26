//! Reading an output: bytes in any chunks to records, in one pass and bounded memory.

use std::collections::{HashMap, HashSet};

use crate::block::Blocks;
use crate::clean::{CleanLine, Cleaner, Cut, Encoding};
use crate::evidence::Evidence;
use crate::features::{self, Looks};
use crate::fold::Folder;
use crate::lang::{Finding, Registry, Tracker};
use crate::prefix::{LEARN_LINES, Prefixes};
use crate::record::{Before, Flags, Missing, Record};
use crate::render;
use crate::shape::{self, Shape};
use crate::skeleton::{Memo, Skeleton, skeleton};
use crate::thin::Thinner;
use crate::{ByteSpan, Context, Kind, PrunePolicy};

/// Most distinct lines that are remembered to tell repetitions; more are taken for new.
const MOST_DISTINCT: usize = 1 << 17;

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
    memo: Memo<Looks>,
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
        self.0 = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
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
        self.feed_seen(chunk, &mut |_| {});
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
            return self.line(line.text, line.raw, line.local, seen);
        };
        first.push((line.text.into(), line.raw, line.local));
        if first.len() == LEARN_LINES {
            self.learn(seen);
        }
    }

    /// Takes a line whose middle the cleaner left out; the text says so where it was.
    fn take_cut(&mut self, line: CleanLine<'_>, cut: Cut, seen: &mut dyn FnMut(Seen<'_>)) {
        self.learn(seen);
        let (head, tail) = line.text.split_at(cut.at);
        let text = format!("{head}{}{tail}", render::left_out(cut.bytes as usize));
        self.clean_bytes += cut.bytes;
        self.cut = true;
        self.line(&text, line.raw, false, seen);
    }

    /// Learns the prefixes from the lines held back, and reads them.
    fn learn(&mut self, seen: &mut dyn FnMut(Seen<'_>)) {
        let Some(first) = self.first.take() else {
            return;
        };
        self.prefixes = Prefixes::learn(first.iter().map(|line| &*line.0));
        for (text, raw, local) in first {
            self.line(&text, raw, local, seen);
        }
    }

    fn line(&mut self, text: &str, raw: ByteSpan, local: bool, seen: &mut dyn FnMut(Seen<'_>)) {
        let gap = self.gap.take_if(|(fed, _)| raw.end > *fed);
        let gap = gap.map(|(_, missing)| missing);
        if let Some(missing) = gap {
            self.lines += missing.lines;
            self.folder.reset();
        }
        let peeled = self.prefixes.len(text);
        let (prefix, body) = text.split_at(peeled);
        let key = skeleton(body);
        let finding = self.tracker.keyed_line(body, key);
        let kind = finding.as_ref().map(|finding| finding.kind);
        let (looks, shape) = self.looks(body, key, kind);
        let mut record = Record {
            line: self.lines,
            raw,
            text: (!local).then(|| text.into()),
            bytes: u32::try_from(text.len()).unwrap_or(u32::MAX),
            filler: looks.filler,
            kind,
            severity: finding.as_ref().and_then(|finding| finding.severity),
            shape: shape.shape,
            fold: shape.fold,
            exact: shape.exact,
            message: finding
                .as_ref()
                .map_or(shape.shape, |found| message(body, found, shape.shape)),
            rule: finding
                .as_ref()
                .map_or(shape.shape, |found| rule(body, found, shape.shape)),
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

    /// What the line looks like, and its hashes: known from a line like it, or looked at now.
    fn looks(&mut self, body: &str, key: Option<Skeleton>, kind: Option<Kind>) -> (Looks, Shape) {
        let sizes = matches!(kind, Some(Kind::Progress | Kind::Download));
        if let Some(looks) = key
            .and_then(|key| self.memo.get(key))
            .filter(|looks| !looks.volatile)
        {
            let exact = shape::hash(body.as_bytes());
            let shape = Shape {
                shape: looks.shape,
                fold: exact,
                exact,
                volatile: false,
            };
            return (*looks, shape);
        }
        let shape = shape::shape(body, sizes);
        let known = key.and_then(|key| self.memo.get(key)).copied();
        let looks = known.unwrap_or_else(|| Looks::of(body, shape));
        if let Some(key) = key.filter(|_| known.is_none()) {
            self.memo.put(key, looks);
        }
        (looks, shape)
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
        flags.set(Flags::MARKER, features::looks_like_marker(text));
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

/// What "the same message" means: the text behind the place for a located message, the shape of
/// the line otherwise.
fn message(body: &str, finding: &Finding, shape: u64) -> u64 {
    match (finding.kind, &finding.place) {
        (Kind::Located, Some(place)) => {
            let behind = body.get(place.end..).unwrap_or("");
            let before = body.get(..place.start).unwrap_or("");
            shape::shape(behind, false).fold ^ shape::hash(before.trim().as_bytes())
        }
        _ => shape,
    }
}

/// What "the same rule" means: the message without what it quotes.
fn rule(body: &str, finding: &Finding, shape: u64) -> u64 {
    // Nothing asks for the rule of a line that is dropped first.
    if matches!(
        finding.kind,
        Kind::Pass | Kind::Progress | Kind::Download | Kind::Frame
    ) {
        return shape;
    }
    let from = match (finding.kind, &finding.place) {
        (Kind::Located, Some(place)) => place.end,
        _ => 0,
    };
    shape::rule(body.get(from..).unwrap_or(body))
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
