//! What in a typed message is not the user's own words: code, quotations, pasted logs, addresses.

use std::ops::Range;

/// A part of a message that no cue may be found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Masked {
    /// Bytes of the message.
    pub(super) range: Range<usize>,
    /// Whether it is whole lines, which end a sentence; otherwise it stands in one, as a noun does.
    pub(super) block: bool,
}

/// Longest quotation in single quotes, in bytes: an apostrophe is more often none.
const SINGLE_QUOTED: usize = 160;
/// Spaces that make a line code.
const INDENT: usize = 4;
/// Opening marks and what closes them.
const PAIRS: [(char, &[char]); 12] = [
    ('`', &['`']),
    ('"', &['"']),
    ('“', &['”', '“']),
    ('„', &['“', '”', '"']),
    ('”', &['”']),
    ('«', &['»']),
    ('»', &['«']),
    ('‹', &['›']),
    ('「', &['」']),
    ('『', &['』']),
    ('《', &['》']),
    ('＂', &['＂']),
];
/// What lines of logs and shells begin with, in lower case.
const LOG_STARTS: [&str; 24] = [
    "$ ",
    "error:",
    "error[",
    "warning:",
    "fatal:",
    "panic:",
    "traceback (",
    "file \"",
    "e   ",
    "[error]",
    "[info]",
    "[warn",
    "[fatal]",
    "[debug]",
    "--- fail",
    "+++ ",
    "@@ ",
    "{\"",
    "npm err!",
    "> task",
    "assertionerror",
    "caused by:",
    "exception in",
    "# warning",
];
/// Words before a colon that announce what somebody or something else wrote.
const PASTE_WORDS: [&str; 34] = [
    "log",
    "logs",
    "output",
    "error",
    "trace",
    "traceback",
    "stacktrace",
    "wrote",
    "said",
    "says",
    "message",
    "ausgabe",
    "fehler",
    "meldung",
    "schrieb",
    "schreibt",
    "sagt",
    "sortie",
    "erreur",
    "message d'erreur",
    "a écrit",
    "salida",
    "mensaje",
    "escribió",
    "dice",
    "saída",
    "erro",
    "mensagem",
    "escreveu",
    "日志",
    "报错",
    "输出",
    "ログ",
    "エラー",
];

/// Everything in `text` that is masked, in order and without overlaps.
pub(super) fn masked(text: &str) -> Vec<Masked> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    let mut pasted = Pasted::No;
    let mut after_text = false;
    let mut paragraph = 0..0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let trimmed = line.trim();
        let is_fence = ["```", "~~~"].into_iter().find(|f| trimmed.starts_with(f));
        let block = match (fence, is_fence) {
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                true
            }
            (Some(_), _) => true,
            (None, Some(mark)) => {
                // ```one line``` is whole.
                if trimmed.len() < 6 || !trimmed.ends_with(mark) {
                    fence = Some(mark);
                }
                true
            }
            (None, None) => {
                pasted.line(trimmed)
                    || pasted.numbered(trimmed)
                    || trimmed.starts_with('>')
                    || is_log(trimmed)
                    || !after_text && is_indented(line)
            }
        };
        if trimmed.is_empty() || block {
            inline(text, std::mem::replace(&mut paragraph, at..at), &mut found);
        } else {
            paragraph.end = at;
            pasted.announce(trimmed);
        }
        if block {
            found.push(Masked { range, block });
        }
        after_text = !trimmed.is_empty() && !block;
    }
    inline(text, paragraph, &mut found);
    found
}

/// Whether what follows was announced as somebody else's text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pasted {
    No,
    Announced,
    Running,
}

impl Pasted {
    /// Takes the next line; says whether it is pasted. A paragraph is, when it follows at once.
    fn line(&mut self, trimmed: &str) -> bool {
        *self = match (*self, trimmed.is_empty()) {
            (Pasted::Announced, false) => Pasted::Running,
            (Pasted::Running, false) => Pasted::Running,
            _ => Pasted::No,
        };
        *self == Pasted::Running
    }

    /// Whether the line, and so its paragraph, is from a numbered listing or difference: `+ 8 - text`.
    fn numbered(&mut self, trimmed: &str) -> bool {
        let rest = trimmed.trim_start_matches(['+', '-']).trim_start();
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = rest.len() - after.len();
        let numbered = (1..=6).contains(&digits)
            && [" - ", " + ", "\t", " | "]
                .iter()
                .any(|mark| after.starts_with(mark));
        if numbered {
            *self = Pasted::Running;
        }
        numbered
    }

    fn announce(&mut self, trimmed: &str) {
        let Some(head) = trimmed.strip_suffix([':', '：']) else {
            return;
        };
        let head = head.to_lowercase();
        let last: String = head
            .chars()
            .rev()
            .take(40)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let named = PASTE_WORDS.iter().any(|word| match word.is_ascii() {
            true => last
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| w == *word),
            false => last.contains(word),
        });
        if named {
            *self = Pasted::Announced;
        }
    }
}

fn is_indented(line: &str) -> bool {
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    (indent >= INDENT || line.starts_with('\t'))
        && super::split::marker(line.trim_start()).is_none()
}

fn is_log(trimmed: &str) -> bool {
    let mut start = String::new();
    start.extend(trimmed.chars().take(16).flat_map(char::to_lowercase));
    if LOG_STARTS.iter().any(|begin| start.starts_with(begin)) {
        return true;
    }
    let bytes = trimmed.trim_start_matches('[').as_bytes();
    let shape = |shape: &[u8]| {
        bytes.len() >= shape.len()
            && shape.iter().zip(bytes).all(|(want, have)| match want {
                b'0' => have.is_ascii_digit(),
                want => want == have,
            })
    };
    shape(b"00:00:00")
        || shape(b"0000-00-00T00:")
        || shape(b"0000-00-00 00:")
        || trimmed.starts_with("at ") && trimmed.ends_with(')') && trimmed.contains(':')
}

/// Quotations, code and addresses within a paragraph.
fn inline(text: &str, paragraph: Range<usize>, found: &mut Vec<Masked>) {
    let part = &text[paragraph.clone()];
    // Marks of which no closing one follows: looked for once, so that the scan stays linear.
    let mut open = [false; PAIRS.len()];
    let mut skip = 0;
    let mut before = ' ';
    for (at, c) in part.char_indices() {
        if at < skip {
            before = c;
            continue;
        }
        let rest = &part[at + c.len_utf8()..];
        let end = if let Some(pair) = PAIRS.iter().position(|(mark, _)| *mark == c) {
            let end = (!open[pair])
                .then(|| closing(rest, PAIRS[pair].1))
                .flatten();
            open[pair] |= end.is_none();
            end
        } else if c == '\'' || c == '‘' {
            (!before.is_alphanumeric())
                .then(|| single_quoted(rest))
                .flatten()
        } else if c == 'h' || c == 'w' {
            (!before.is_alphanumeric())
                .then(|| address(&part[at..]))
                .flatten()
        } else {
            None
        };
        if let Some(length) = end {
            let length = if matches!(c, 'h' | 'w') {
                length
            } else {
                length + c.len_utf8()
            };
            skip = at + length;
            found.push(Masked {
                range: paragraph.start + at..paragraph.start + skip,
                block: false,
            });
        }
        before = c;
    }
}

/// Bytes up to and with the mark that closes a quotation.
fn closing(rest: &str, marks: &[char]) -> Option<usize> {
    let at = rest.find(marks)?;
    let mark = rest[at..].chars().next()?;
    (at > 0).then_some(at + mark.len_utf8())
}

fn single_quoted(rest: &str) -> Option<usize> {
    let mut before = ' ';
    for (at, c) in rest.char_indices() {
        if at > SINGLE_QUOTED || c == '\n' || at == 0 && c.is_whitespace() {
            return None;
        }
        if matches!(c, '\'' | '’') && !before.is_whitespace() {
            let next = rest[at + c.len_utf8()..].chars().next();
            if next.is_none_or(|next| !next.is_alphanumeric()) {
                return (at > 0).then_some(at + c.len_utf8());
            }
        }
        before = c;
    }
    None
}

fn address(rest: &str) -> Option<usize> {
    ["http://", "https://", "www."]
        .iter()
        .find(|start| rest.starts_with(**start))?;
    let end = rest.find(|c: char| c.is_whitespace() || !c.is_ascii());
    let url = &rest[..end.unwrap_or(rest.len())];
    Some(
        url.trim_end_matches(['.', ',', ')', '!', '?', ';', ':'])
            .len(),
    )
}
