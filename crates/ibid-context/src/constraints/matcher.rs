//! The cues of all languages, read from their tables into one automaton.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::fold::fold_cue;
use super::split::is_wide;

/// What a cue says of the clause it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Tag {
    /// It bars something.
    Ban,
    /// It demands something.
    Must,
    /// It allows one thing and no other.
    Only,
    /// It says how far work reaches.
    Scope,
    /// It has something wait for the user.
    Wait,
    /// What has to wait has to each time.
    Standing,
    /// It adds weight to what was said before.
    Tail,
    /// It frees from something.
    Relax,
    /// It permits something.
    Permit,
    /// It takes something back or replaces it.
    Lift,
    /// What is permitted is a part.
    Narrow,
    /// It adds a place or means to what is allowed.
    More,
    /// It puts something else in place.
    Swap,
    /// It does away with something.
    Undo,
    /// It names what is left of a rule.
    Rest,
    /// It agrees to something said just before.
    Yes,
    /// It gives the word to go on.
    Affirm,
    /// It declines or puts off.
    Deny,
    /// Things stay as they were.
    Still,
    /// It tells: of others, of the past, of what a program does. Counts for what follows it.
    Describe,
    /// The same, for the whole clause.
    Void,
    /// The same, whatever the cue: for languages that say it last.
    Tale,
    /// The same, for the whole sentence.
    Story,
    /// It begins a question.
    Ask,
    /// It makes a question a request.
    Polite,
    /// It may stand before an imperative.
    Filler,
    /// It begins an adverbial, which may stand before an imperative.
    Lead,
    /// A place that work may be limited to.
    Place,
    /// A header of rules.
    Header,
    /// A header of what is barred.
    BanHead,
    /// A header of what alone is allowed.
    OnlyHead,
    /// A header of what is demanded.
    MustHead,
    /// No cue, though it contains one.
    None,
}

const TAGS: [(&str, Tag); 33] = [
    ("ban", Tag::Ban),
    ("must", Tag::Must),
    ("only", Tag::Only),
    ("scope", Tag::Scope),
    ("wait", Tag::Wait),
    ("standing", Tag::Standing),
    ("tail", Tag::Tail),
    ("relax", Tag::Relax),
    ("permit", Tag::Permit),
    ("lift", Tag::Lift),
    ("narrow", Tag::Narrow),
    ("more", Tag::More),
    ("swap", Tag::Swap),
    ("undo", Tag::Undo),
    ("rest", Tag::Rest),
    ("yes", Tag::Yes),
    ("affirm", Tag::Affirm),
    ("deny", Tag::Deny),
    ("still", Tag::Still),
    ("desc", Tag::Describe),
    ("void", Tag::Void),
    ("tale", Tag::Tale),
    ("story", Tag::Story),
    ("ask", Tag::Ask),
    ("polite", Tag::Polite),
    ("filler", Tag::Filler),
    ("lead", Tag::Lead),
    ("place", Tag::Place),
    ("header", Tag::Header),
    ("banhead", Tag::BanHead),
    ("onlyhead", Tag::OnlyHead),
    ("musthead", Tag::MustHead),
    ("none", Tag::None),
];

/// The tables, one a language.
pub(super) const TABLES: [(&str, &str); 7] = [
    ("en", include_str!("cues/en.txt")),
    ("de", include_str!("cues/de.txt")),
    ("fr", include_str!("cues/fr.txt")),
    ("es", include_str!("cues/es.txt")),
    ("pt", include_str!("cues/pt.txt")),
    ("zh", include_str!("cues/zh.txt")),
    ("ja", include_str!("cues/ja.txt")),
];

/// Bytes between two parts of a cue that has a gap.
const GAP: usize = 120;

/// A cue that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// Where, in the folded text.
    pub(super) range: Range<usize>,
    /// What it says.
    pub(super) tag: Tag,
    /// Whether it counts at the head of a clause only.
    pub(super) head: bool,
    /// Whether it counts at the end of a clause only.
    pub(super) end: bool,
    /// Whether its parts stand apart.
    pub(super) gap: bool,
}

/// A cue as its table has it.
#[derive(Debug)]
pub(super) struct Cue {
    tag: Tag,
    head: bool,
    end: bool,
    parts: Vec<Vec<String>>,
}

/// All cues.
pub(super) struct Matcher {
    cues: Vec<Cue>,
    automaton: AhoCorasick,
    /// For each pattern, the cues it is a part of, and which part.
    uses: Vec<Vec<(u32, u32)>>,
}

impl Matcher {
    /// The one matcher of all tables.
    pub(super) fn get() -> &'static Self {
        static MATCHER: OnceLock<Matcher> = OnceLock::new();
        MATCHER.get_or_init(|| {
            let cues = TABLES.iter().flat_map(|(_, table)| read(table).0).collect();
            Self::new(cues)
        })
    }

    fn new(cues: Vec<Cue>) -> Self {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut patterns: Vec<&str> = Vec::new();
        let mut uses: Vec<Vec<(u32, u32)>> = Vec::new();
        for (number, cue) in cues.iter().enumerate() {
            for (part, words) in cue.parts.iter().enumerate() {
                for word in words {
                    let at = *places.entry(word).or_insert_with(|| {
                        patterns.push(word);
                        uses.push(Vec::new());
                        patterns.len() - 1
                    });
                    uses[at].push((number as u32, part as u32));
                }
            }
        }
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(&patterns)
            .unwrap_or_else(|error| unreachable!("the tables are fixed: {error}"));
        Self {
            automaton,
            uses,
            cues,
        }
    }

    /// The cues in `text`, in order of their ends.
    pub(super) fn hits(&self, text: &str) -> Vec<Hit> {
        let mut found = Vec::new();
        // Of cues with gaps: where the parts so far began and ended, and how many there are.
        let mut open: HashMap<u32, (usize, usize, u32)> = HashMap::new();
        for hit in self.automaton.find_overlapping_iter(text) {
            let range = hit.start()..hit.end();
            if !is_whole(text, &range) {
                continue;
            }
            for &(number, part) in &self.uses[hit.pattern().as_usize()] {
                let cue = &self.cues[number as usize];
                let last = cue.parts.len() as u32 - 1;
                let mut start = range.start;
                if part > 0 {
                    match open.get(&number) {
                        Some(&(begin, end, seen))
                            if seen == part
                                && end <= range.start
                                && range.start - end <= GAP
                                && !text[end..range.start].contains('\n') =>
                        {
                            start = begin
                        }
                        _ => continue,
                    }
                }
                if part < last {
                    open.insert(number, (start, range.end, part + 1));
                } else {
                    found.push(Hit {
                        range: start..range.end,
                        tag: cue.tag,
                        head: cue.head,
                        end: cue.end,
                        gap: last > 0,
                    });
                }
            }
        }
        found
    }
}

/// Whether what was found is not a part of a longer word. Scripts without spaces have no such.
fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let word = |c: char| c.is_alphanumeric() && !is_wide(c);
    let part = &text[range.clone()];
    let (first, last) = (part.chars().next(), part.chars().next_back());
    let mut before = text[..range.start].chars().rev();
    let mut after = text[range.end..].chars();
    if first.is_some_and(word) {
        let c = before.next();
        if c.is_some_and(|c| word(c) || matches!(c, '_' | '/' | '-' | '@' | '#' | '\\')) {
            return false;
        }
        if c == Some('.') && before.next().is_some_and(word) {
            return false;
        }
    }
    if last.is_some_and(word) {
        let c = after.next();
        if c.is_some_and(|c| word(c) || matches!(c, '_' | '/' | '-')) {
            return false;
        }
        if matches!(c, Some('.' | '\'')) && after.next().is_some_and(word) {
            return false;
        }
    }
    true
}

/// The cues of a table, and the lines that are none.
pub(super) fn read(table: &str) -> (Vec<Cue>, Vec<&str>) {
    let mut cues = Vec::new();
    let mut bad = Vec::new();
    for line in table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let whole = |part: &str| part.matches('(').count() == part.matches(')').count();
        if !line
            .split(" | ")
            .flat_map(|cue| cue.split(" … "))
            .all(whole)
        {
            bad.push(line);
            continue;
        }
        let row = line.split_once(char::is_whitespace);
        let tag = row.and_then(|(name, _)| TAGS.iter().find(|(tag, _)| *tag == name));
        let (Some((_, rest)), Some((_, tag))) = (row, tag) else {
            bad.push(line);
            continue;
        };
        cues.extend(rest.split(" | ").flat_map(|cue| read_cue(*tag, cue.trim())));
    }
    (cues, bad)
}

/// A cue, or two where only some of its alternatives count at the end of a clause.
fn read_cue(tag: Tag, cue: &str) -> Vec<Cue> {
    let (head, cue) = cue
        .strip_prefix('^')
        .map_or((false, cue), |rest| (true, rest));
    let (all_end, cue) = cue
        .strip_suffix('$')
        .map_or((false, cue), |rest| (true, rest));
    let fold = |word: &String| fold_cue(word.trim());
    let mut parts: Vec<Vec<String>> = cue
        .split(" … ")
        .map(|part| {
            expand(part)
                .iter()
                .map(fold)
                .filter(|word| !word.is_empty())
                .collect()
        })
        .collect();
    let last = parts.pop().unwrap_or_default();
    let (ending, anywhere): (Vec<String>, Vec<String>) = last
        .into_iter()
        .partition(|word| all_end || word.ends_with('$'));
    let ending: Vec<String> = ending
        .iter()
        .map(|word| word.trim_end_matches('$').to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    [(ending, true), (anywhere, false)]
        .into_iter()
        .filter(|(words, _)| !words.is_empty())
        .map(|(words, end)| Cue {
            tag,
            head,
            end,
            parts: parts.iter().cloned().chain([words]).collect(),
        })
        .collect()
}

/// All that a part stands for: `a(b/c)?d` is `abd`, `acd` and `ad`.
fn expand(part: &str) -> Vec<String> {
    let Some(open) = part.find('(') else {
        return vec![part.to_owned()];
    };
    let mut depth = 0;
    let mut cuts = vec![open];
    let mut close = part.len();
    for (at, c) in part.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    close = at;
                    break;
                }
            }
            '/' | '|' if depth == 1 => cuts.push(at),
            _ => {}
        }
    }
    cuts.push(close);
    let mut middle: Vec<String> = cuts
        .windows(2)
        .flat_map(|pair| expand(&part[pair[0] + 1..pair[1]]))
        .collect();
    let rest = part.get(close + 1..).unwrap_or("");
    let rest = match rest.strip_prefix('?') {
        Some(rest) => {
            middle.push(String::new());
            rest
        }
        None => rest,
    };
    let tails = expand(rest);
    let mut all = Vec::with_capacity(middle.len() * tails.len());
    for word in &middle {
        for tail in &tails {
            all.push(format!("{}{word}{tail}", &part[..open]));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_table_is_a_row() {
        for (language, table) in TABLES {
            let (cues, bad) = read(table);
            assert_eq!(bad, Vec::<&str>::new(), "{language}");
            for cue in cues {
                for word in cue.parts.iter().flatten() {
                    assert!(!word.is_empty(), "{language}: {cue:?}");
                    assert!(
                        !word.contains(['(', ')', '|', '$', '^', '?']),
                        "{language}: {word}"
                    );
                }
                assert!(
                    cue.parts.iter().all(|part| !part.is_empty()),
                    "{language}: {cue:?}"
                );
            }
        }
    }

    #[test]
    fn groups_are_expanded() {
        let cases: [(&str, &[&str]); 4] = [
            ("a", &["a"]),
            ("a(b/c)?d", &["abd", "acd", "ad"]),
            ("(a/b) (c/d)", &["a c", "a d", "b c", "b d"]),
            ("x(a/b(c|d))", &["xa", "xbc", "xbd"]),
        ];
        for (part, words) in cases {
            assert_eq!(expand(part), words, "{part}");
        }
    }

    #[test]
    fn a_cue_is_a_whole_word() {
        let tags = |text: &str| {
            let hits = Matcher::get().hits(text);
            hits.iter().any(|hit| hit.tag == Tag::Only)
        };
        for (text, found) in [
            ("docs only", true),
            ("write-only", false),
            ("commonly", false),
            ("以下のみ", true),
        ] {
            assert_eq!(tags(text), found, "{text}");
        }
    }
}
