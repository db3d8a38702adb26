//! Replacing secrets before anything is stored or logged.
//!
//! A [`Redactor`] takes a stream in chunks and gives it on with every secret of a known form
//! replaced by a placeholder that names its kind, `[redacted:aws-access-key:1]`. The same secret
//! gets the same number. Time is linear and memory bounded for any input.
//!
//! What [`rules`] do not know is not found: this keeps accidents out, and is no proof.

mod purge;
pub mod rules;
mod view;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use ibid_prune::clean::Encoding;
use regex::bytes::Regex;
use sha2::{Digest, Sha256};

pub use purge::{Purger, compile};

use rules::{Check, RULES, Tail};
use view::View;

/// Bytes that are looked at together.
const WINDOW: usize = 256 * 1024;
/// Bytes after a trigger that must be there before it is decided.
const AHEAD: usize = 64 * 1024;
/// Longest key in PEM form that is replaced up to its end marker.
const PEM_MAX: usize = 48 * 1024;
/// Longest line of such a key that is looked at.
const KEY_LINE_MAX: usize = 1024;
/// Most secrets whose numbers are remembered; a later one gets a number each time.
const REMEMBERED: usize = 10_000;

/// Values that stand for a secret and are none.
const STAND_INS: &[&str] = &[
    "none",
    "null",
    "nil",
    "true",
    "false",
    "undefined",
    "required",
    "optional",
    "string",
    "missing",
    "invalid",
    "example",
    "password",
    "secret",
    "redacted",
    "hidden",
    "empty",
    "unset",
    "default",
];

struct Triggers {
    matcher: AhoCorasick,
    /// The rule of each trigger.
    rule: Vec<usize>,
}

static TRIGGERS: LazyLock<Triggers> = LazyLock::new(|| {
    let all = RULES.iter().enumerate();
    let pairs = all.flat_map(|(n, rule)| rule.triggers.iter().map(move |text| (n, *text)));
    let (rule, texts): (Vec<usize>, Vec<&str>) = pairs.unzip();
    let matcher = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(&texts)
        .expect("the triggers are short and few");
    Triggers { matcher, rule }
});

static PATTERNS: [OnceLock<Regex>; RULES.len()] = [const { OnceLock::new() }; RULES.len()];

fn pattern(rule: usize) -> &'static Regex {
    let text = || format!("(?-u){}", RULES[rule].pattern);
    PATTERNS[rule].get_or_init(|| Regex::new(&text()).expect("a test compiles every pattern"))
}

/// Gives numbers to placeholders that nothing else in the session has.
pub trait Numbers: Send + Sync {
    /// The next number.
    fn next(&mut self) -> u64;
}

/// Numbers from 1 on, for what is not part of a session.
#[derive(Debug, Default)]
pub struct FromOne(u64);

impl Numbers for FromOne {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// Takes what is given on: the place and number of raw bytes, and the bytes that stand for them.
pub type Sink<'a> = &'a mut dyn FnMut(u64, u64, &[u8]);

/// Replaces secrets in a stream.
pub struct Redactor {
    placeholders: Placeholders,
    counts: BTreeMap<&'static str, u64>,
    /// Raw bytes that are not given on yet.
    held: Vec<u8>,
    /// How many must be held before they are looked at.
    enough: usize,
    /// Place of the first of them in the stream.
    at: u64,
    encoding: Option<Encoding>,
    /// The last byte of text given on.
    before: u8,
    /// A secret that went on beyond what was there: what still belongs to it.
    tail: Tail,
}

impl fmt::Debug for Redactor {
    /// Without what it holds: that may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

impl Default for Redactor {
    fn default() -> Self {
        Self::new(Box::new(FromOne::default()))
    }
}

impl Redactor {
    /// A redactor that takes its numbers from `numbers`.
    pub fn new(numbers: Box<dyn Numbers>) -> Self {
        Self {
            placeholders: Placeholders::new(numbers),
            counts: BTreeMap::new(),
            held: Vec::new(),
            enough: WINDOW,
            at: 0,
            encoding: None,
            before: b'\n',
            tail: Tail::None,
        }
    }

    /// Secrets replaced so far, by kind.
    pub fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }

    /// Takes the next bytes and gives on those that can be decided.
    pub fn feed(&mut self, chunk: &[u8], sink: Sink<'_>) {
        for piece in chunk.chunks(WINDOW) {
            self.held.extend_from_slice(piece);
            if self.held.len() >= self.enough {
                self.pass(false, sink);
                // Each look is paid for by as many new bytes, however few could be given on.
                self.enough = WINDOW.max(2 * self.held.len());
            }
        }
    }

    /// Ends the stream and gives on the rest. The redactor can then take another stream.
    pub fn finish(&mut self, sink: Sink<'_>) {
        self.pass(true, sink);
        self.enough = WINDOW;
        self.encoding = None;
        self.before = b'\n';
        self.tail = Tail::None;
        self.at = 0;
    }

    /// A text as a whole, between streams.
    pub fn text(&mut self, text: &str) -> String {
        let mut out = Vec::with_capacity(text.len());
        let mut sink = |_: u64, _: u64, bytes: &[u8]| out.extend_from_slice(bytes);
        self.feed(text.as_bytes(), &mut sink);
        self.finish(&mut sink);
        String::from_utf8_lossy(&out).into_owned()
    }

    fn pass(&mut self, last: bool, sink: Sink<'_>) {
        let held = std::mem::take(&mut self.held);
        let encoding = match (self.encoding, held.as_slice()) {
            (Some(encoding), _) => encoding,
            (None, [0xff, 0xfe, ..]) => Encoding::Utf16Le,
            (None, [0xfe, 0xff, ..]) => Encoding::Utf16Be,
            (None, _) => Encoding::Utf8,
        };
        self.encoding = Some(encoding);
        let view = View::new(&held, encoding, last);
        let text = view.text.as_ref();
        // Where escapes outweigh text a fixed distance could be more than there ever is.
        let ahead = AHEAD.min(text.len() / 2);
        let decided = if last { text.len() } else { text.len() - ahead };
        let mut raw = 0;
        let mut seen = self.rest_of_tail(text);
        if seen > 0 {
            raw = view.end(seen);
            sink(self.at, raw as u64, &[]);
        }
        if !(seen == text.len() && self.tail != Tail::None) {
            self.tail = Tail::None;
            let mut passed = [0; RULES.len()];
            for (start, rule) in triggers(text, decided) {
                if start < seen || start < passed[rule] {
                    continue;
                }
                let Some((from, to)) = self.found(rule, text, start, last) else {
                    continue;
                };
                if !looks_like_one(&text[from..to], RULES[rule].check) {
                    // What begins inside it is an end of it, and looks no better.
                    passed[rule] = to;
                    continue;
                }
                let place = view.start(from);
                self.give(raw, &held[raw..place], sink);
                raw = view.end(to);
                let placeholder = self.placeholder(RULES[rule].kind, &text[from..to], encoding);
                sink(self.at + place as u64, (raw - place) as u64, &placeholder);
                seen = to;
                if to == text.len() && !last {
                    self.tail = RULES[rule].tail;
                }
            }
        }
        let end = match last {
            true => held.len(),
            false => view.start(decided.max(seen)).max(raw),
        };
        self.give(raw, &held[raw..end], sink);
        if let Some(byte) = text.get(..decided.max(seen)).and_then(<[u8]>::last) {
            self.before = *byte;
        }
        self.held = held[end..].to_vec();
        self.at += end as u64;
    }

    fn give(&self, from: usize, bytes: &[u8], sink: Sink<'_>) {
        if !bytes.is_empty() {
            sink(self.at + from as u64, bytes.len() as u64, bytes);
        }
    }

    /// How many of the first bytes of `text` belong to a secret that began before.
    fn rest_of_tail(&self, text: &[u8]) -> usize {
        text.iter()
            .take_while(|byte| self.tail.takes(**byte))
            .count()
    }

    /// What rule `n` takes for a secret at its trigger at `start`; nothing follows on `text` when it
    /// is the `last`.
    fn found(&self, n: usize, text: &[u8], start: usize, last: bool) -> Option<(usize, usize)> {
        let rule = &RULES[n];
        let before = start.checked_sub(1).map_or(self.before, |at| text[at]);
        if rule.word && (before.is_ascii_alphanumeric() || before == b'_' || before == b'-') {
            return None;
        }
        let seen = &text[start..text.len().min(start + rule.sees)];
        // Nearly all triggers lead to nothing, which this tells much sooner.
        if !pattern(n).is_match(seen) {
            return None;
        }
        let found = pattern(n).captures(seen)?;
        let group = found
            .name("s")
            .or_else(|| found.name("t"))
            .or_else(|| found.get(0))?;
        let (from, to) = (start + group.start(), start + group.end());
        let more = match rule.tail {
            Tail::Pem => pem_end(text, to) - to,
            tail => text[to..]
                .iter()
                .take_while(|byte| tail.takes(**byte))
                .count(),
        };
        // A full stop after a secret ends the sentence.
        let stopped = last || to + more < text.len();
        let ends = more > 0 && stopped && text[to + more - 1] == b'.';
        let more = more - usize::from(ends);
        Some((from, to + more))
    }

    fn placeholder(&mut self, kind: &'static str, secret: &[u8], encoding: Encoding) -> Vec<u8> {
        *self.counts.entry(kind).or_default() += 1;
        self.placeholders.of(kind, secret, encoding)
    }
}

/// What stands for secrets: a number for each, the same one every time.
struct Placeholders {
    numbers: Box<dyn Numbers>,
    known: HashMap<[u8; 32], u64>,
}

impl Placeholders {
    fn new(numbers: Box<dyn Numbers>) -> Self {
        Self {
            numbers,
            known: HashMap::new(),
        }
    }

    /// The placeholder of `secret`, of that `kind`, as it stands in a text in `encoding`.
    fn of(&mut self, kind: &str, secret: &[u8], encoding: Encoding) -> Vec<u8> {
        let key: [u8; 32] = Sha256::digest(secret).into();
        let number = match self.known.get(&key) {
            Some(number) => *number,
            None => {
                let number = self.numbers.next();
                if self.known.len() < REMEMBERED {
                    self.known.insert(key, number);
                }
                number
            }
        };
        let text = format!("[redacted:{kind}:{number}]");
        match encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

/// The triggers in `text` that start before `end`, with their rules, in order.
fn triggers(text: &[u8], end: usize) -> Vec<(usize, usize)> {
    let Triggers { matcher, rule } = &*TRIGGERS;
    let found = matcher.find_overlapping_iter(text);
    let mut found: Vec<(usize, usize)> = found
        .map(|hit| (hit.start(), rule[hit.pattern().as_usize()]))
        .filter(|(start, _)| *start < end)
        .collect();
    found.sort_unstable();
    found
}

fn looks_like_one(secret: &[u8], check: Check) -> bool {
    let literal = || {
        let text = String::from_utf8_lossy(secret).to_ascii_lowercase();
        let stand_in = STAND_INS.contains(&text.trim_end_matches('.'));
        let variable = matches!(
            secret.first(),
            Some(b'$' | b'{' | b'<' | b'%' | b'[' | b'(')
        );
        let masked = secret.iter().all(|byte| b"*x.X-_#".contains(byte));
        !(stand_in || variable || masked)
    };
    match check {
        Check::Any => true,
        Check::Literal => literal(),
        Check::Random => {
            let digits = secret.iter().any(u8::is_ascii_digit);
            let letters = secret.iter().any(u8::is_ascii_alphabetic);
            let path = dotted_name(secret)
                || secret.iter().any(|byte| b"/\\(".contains(byte)) && secret.contains(&b'.');
            literal() && !path && ((digits && letters) || longest_run(secret) >= 20)
        }
        Check::Dense => longest_run(secret) >= 20,
    }
}

/// Whether `secret` is an expression such as `config.api_key1`, or a host's name.
fn dotted_name(secret: &[u8]) -> bool {
    let part = |part: &[u8]| part.first().is_some_and(u8::is_ascii_alphabetic) && part.len() < 20;
    secret.contains(&b'.') && secret.split(|byte| *byte == b'.').all(part)
}

/// Length of the longest run of letters and digits.
fn longest_run(secret: &[u8]) -> usize {
    let runs = secret.split(|byte| !byte.is_ascii_alphanumeric());
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

/// Where the key whose first line ends at `from` ends: after its end marker, else after the lines
/// that look like a key's.
fn pem_end(text: &[u8], from: usize) -> usize {
    let window = &text[from..text.len().min(from + PEM_MAX)];
    let begins = memchr::memmem::find(window, b"BEGIN ").unwrap_or(window.len());
    let end = memchr::memmem::find(&window[..begins], b"END ");
    if let Some(end) = end {
        let line = &window[end..window.len().min(end + 80)];
        let close = memchr::memmem::find(line, b"KEY").and_then(|key| {
            let dashes = line[key..].iter().position(|byte| *byte == b'-')?;
            let rest = &line[key + dashes..];
            Some(key + dashes + rest.iter().take_while(|byte| **byte == b'-').count())
        });
        return from + end + close.unwrap_or(line.len().min(4));
    }
    let mut to = 0;
    while to < window.len() {
        let line = &window[to..window.len().min(to + KEY_LINE_MAX)];
        let len = memchr::memchr(b'\n', line).map_or(line.len(), |lf| lf + 1);
        if !is_key_line(line[..len].trim_ascii()) {
            break;
        }
        to += len;
    }
    // The line end after the last one stays.
    from + to
        - window[..to]
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_whitespace())
            .count()
}

/// Whether `line` may stand in a key: empty, base64, or a header.
fn is_key_line(line: &[u8]) -> bool {
    let base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=\\".contains(byte);
    let header = [&b"Proc-Type:"[..], b"DEK-Info:", b"Version:", b"Comment:"];
    line.iter().all(base64) || header.iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests;
