//! Which clauses of a message bind: cues weighed against what speaks for a description.

use std::collections::HashMap;
use std::ops::Range;

use super::Kind;
use super::fold::{Folded, OBJECT};
use super::matcher::{Hit, Matcher, Tag};
use super::split::{Sentence, is_wide, sentences};

/// A message with its sentences and what was found in each.
pub(super) struct Read {
    pub(super) folded: Folded,
    pub(super) sentences: Vec<Judged>,
}

/// A sentence, the cues in it that count, and what binds.
pub(super) struct Judged {
    pub(super) sentence: Sentence,
    pub(super) hits: Vec<Hit>,
    pub(super) found: Vec<Finding>,
}

/// Text that binds.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// Where in the folded text.
    pub(super) range: Range<usize>,
    /// The clauses in it that bind, without reasons beside them.
    pub(super) core: Range<usize>,
    pub(super) kind: Kind,
    /// Whether what has to wait has to each time.
    pub(super) standing: bool,
}

/// Bytes of an adverbial before an imperative.
const LEAD: usize = 100;
/// Bytes of a clause that says who says or thinks what follows.
const TOLD: usize = 60;

/// What a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Binds(Kind),
    /// It says the opposite, or tells of something: no finding reaches into it.
    Apart,
    Open,
}

/// Reads a message.
pub(super) fn read(message: &str) -> Read {
    let folded = Folded::of(message);
    let sentences = sentences(&folded.text);
    let mut hits = Matcher::get().hits(&folded.text);
    hits.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end)));
    let mut judged: Vec<Judged> = Vec::new();
    let mut hits = hits.into_iter().peekable();
    let mut header: Option<Kind> = None;
    for sentence in sentences {
        let mut own = Vec::new();
        while let Some(hit) = hits.peek() {
            if hit.range.start >= sentence.range.end {
                break;
            }
            let hit = hits.next();
            own.extend(hit.filter(|hit| {
                hit.range.start >= sentence.range.start && hit.range.end <= sentence.range.end
            }));
        }
        let judge = Judge::new(&folded.text, &sentence, own);
        let mut found = judge.findings();
        if sentence.item {
            if let Some(kind) = header
                && found.is_empty()
                && !sentence.question
                && !judge.has(Tag::Relax)
            {
                let standing = judge.has(Tag::Standing);
                let range = sentence.range.clone();
                found.push(Finding {
                    core: range.clone(),
                    range,
                    kind,
                    standing,
                });
            }
        } else {
            header = sentence.header.then(|| judge.header()).flatten();
            if header.is_some() {
                found.clear();
            }
        }
        let hits = judge.hits;
        judged.push(Judged {
            sentence,
            hits,
            found,
        });
    }
    Read {
        folded,
        sentences: judged,
    }
}

struct Judge<'a> {
    text: &'a str,
    sentence: &'a Sentence,
    hits: Vec<Hit>,
    /// For each clause, where its first word stands that may begin an imperative.
    heads: Vec<Range<usize>>,
    question: bool,
    /// Whether it is Spanish or Portuguese, where "no" is another word.
    romance: bool,
}

/// Whether a cue of this tag says that its clause binds.
fn binds(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Ban | Tag::Must | Tag::Only | Tag::Scope | Tag::Wait
    )
}

/// Whether a longer cue of this tag hides those within it.
fn hides(tag: Tag) -> bool {
    binds(tag)
        || matches!(
            tag,
            Tag::Relax | Tag::Permit | Tag::Describe | Tag::None | Tag::Ask
        )
}

impl<'a> Judge<'a> {
    fn new(text: &'a str, sentence: &'a Sentence, hits: Vec<Hit>) -> Self {
        let mut judge = Self {
            text,
            sentence,
            hits,
            heads: Vec::new(),
            question: is_question(text, sentence),
            romance: is_romance(&text[sentence.range.clone()]),
        };
        judge.find_heads();
        judge.keep_placed();
        judge.drop_hidden();
        judge
    }

    /// Skips what may stand before an imperative in each clause.
    fn find_heads(&mut self) {
        let mut skips: HashMap<usize, usize> = HashMap::new();
        let mut leads: HashMap<usize, usize> = HashMap::new();
        for hit in &self.hits {
            let map = match hit.tag {
                Tag::Filler | Tag::Polite if !hit.gap => &mut skips,
                Tag::Lead => &mut leads,
                _ => continue,
            };
            let end = map.entry(hit.range.start).or_insert(0);
            *end = (*end).max(hit.range.end);
        }
        for clause in &self.sentence.clauses {
            let mut at = skip_marks(self.text, clause.start, clause.end);
            while let Some(&end) = skips.get(&at) {
                if end >= clause.end {
                    break;
                }
                at = skip_marks(self.text, end, clause.end);
            }
            // A clause that begins with an adverbial may have its imperative anywhere.
            let end = if leads.contains_key(&at) {
                clause.end
            } else {
                at
            };
            self.heads.push(at..end);
        }
    }

    fn clause_of(&self, at: usize) -> usize {
        let clauses = &self.sentence.clauses;
        clauses
            .partition_point(|clause| clause.end <= at)
            .min(clauses.len() - 1)
    }

    /// Drops cues that do not stand where they count.
    fn keep_placed(&mut self) {
        let mut hits = std::mem::take(&mut self.hits);
        hits.retain(|hit| {
            let clause = self.clause_of(hit.range.start);
            let bounds = &self.sentence.clauses[clause];
            let head = &self.heads[clause];
            if hit.head {
                let at_head = hit.range.start <= head.start;
                let after_lead = hit.range.start <= head.end
                    && hit.range.start - bounds.start <= LEAD
                    && hit.tag != Tag::Ask
                    && !names_subject(&self.text[bounds.start..hit.range.start]);
                if !(at_head || after_lead) {
                    return false;
                }
                if &self.text[hit.range.clone()] == "no" && self.romance {
                    return false;
                }
                // "No." says nothing by itself.
                if hit.tag == Tag::Ban
                    && !hit.gap
                    && !self.text[hit.range.end..bounds.end]
                        .contains(|c: char| c.is_alphanumeric() || c == OBJECT)
                {
                    return false;
                }
            }
            // "Ok, …" agrees or goes on; "b is ok" permits.
            let before = &self.text[bounds.start..hit.range.start];
            if hit.end && hit.tag == Tag::Permit && !before.contains(char::is_alphanumeric) {
                return false;
            }
            if hit.end {
                let end = &self.sentence.clauses[self.clause_of(hit.range.end.saturating_sub(1))];
                let rest = &self.text[hit.range.end..end.end.max(hit.range.end)];
                let rest = rest.trim_end_matches(" please").trim_end_matches(" pls");
                return !rest.contains(|c: char| c.is_alphanumeric() || c == OBJECT);
            }
            true
        });
        self.hits = hits;
    }

    /// Drops cues within longer ones.
    fn drop_hidden(&mut self) {
        let mut reach: Option<Range<usize>> = None;
        let mut none = 0;
        self.hits.retain(|hit| {
            if !hides(hit.tag) {
                return true;
            }
            if hit.range.start < none && binds(hit.tag) {
                return false;
            }
            if hit.tag == Tag::None {
                none = none.max(hit.range.end);
            }
            let hidden = reach.as_ref().is_some_and(|reach| {
                hit.range.end <= reach.end && *reach != hit.range && hit.range.len() < reach.len()
            });
            if hidden && !hit.gap {
                return false;
            }
            if !hit.gap && reach.as_ref().is_none_or(|reach| hit.range.end > reach.end) {
                reach = Some(hit.range.clone());
            }
            true
        });
    }

    fn has(&self, tag: Tag) -> bool {
        self.hits.iter().any(|hit| hit.tag == tag)
    }

    fn header(&self) -> Option<Kind> {
        if self.sentence.question || self.has(Tag::Relax) {
            return None;
        }
        let kinds = [
            (Tag::BanHead, Kind::Prohibition),
            (Tag::OnlyHead, Kind::Scope),
            (Tag::MustHead, Kind::Obligation),
            (Tag::Header, Kind::Obligation),
        ];
        kinds
            .into_iter()
            .find(|(tag, _)| self.has(*tag))
            .map(|(_, kind)| kind)
    }

    /// The cues that begin in a clause.
    fn hits_of(&self, number: usize) -> &[Hit] {
        let clause = &self.sentence.clauses[number];
        let from = self
            .hits
            .partition_point(|hit| hit.range.start < clause.start);
        let to = self
            .hits
            .partition_point(|hit| hit.range.start < clause.end);
        &self.hits[from..to]
    }

    /// Whether the clause before says that somebody thinks or says what follows ("I think, …").
    fn told_before(&self, number: usize) -> bool {
        let Some(before) = number.checked_sub(1) else {
            return false;
        };
        let text = self.text[self.sentence.clauses[before].clone()].trim_end();
        text.len() <= TOLD
            && text.ends_with([',', '，', '、'])
            && size(text) <= 4
            && text.chars().filter(|c| is_wide(*c)).count() <= 6
            && self
                .hits_of(before)
                .iter()
                .any(|hit| hit.tag == Tag::Describe)
    }

    fn verdict(&self, number: usize) -> (Verdict, usize) {
        let clause = &self.sentence.clauses[number];
        let hits = self.hits_of(number);
        let has = |tag: Tag| hits.iter().any(|hit| hit.tag == tag);
        let (polite, asks, permits, void) = (
            has(Tag::Polite),
            has(Tag::Ask),
            has(Tag::Permit),
            has(Tag::Void),
        );
        let veto = has(Tag::Relax) || has(Tag::Tale) || asks && !polite;
        let told = match self.told_before(number) {
            true => 0,
            false => hits
                .iter()
                .find(|hit| hit.tag == Tag::Describe)
                .map_or(usize::MAX, |hit| hit.range.start),
        };
        let mut best: Option<(u8, usize, Tag, usize)> = None;
        for hit in hits.iter().filter(|hit| !veto && binds(hit.tag)) {
            let imperative = hit.head && hit.range.start <= self.heads[number].start;
            let free = matches!(hit.tag, Tag::Only | Tag::Scope | Tag::Wait);
            if self.question && !(polite && (imperative || hit.tag == Tag::Wait))
                || permits && !imperative && !free
                || !imperative && told < hit.range.end
                || !imperative && hit.tag == Tag::Must && void
            {
                continue;
            }
            let rank = match hit.tag {
                Tag::Wait => 0,
                Tag::Scope => 1,
                Tag::Only => 2,
                Tag::Ban => 3,
                _ => 4,
            };
            if best.is_none_or(|best| (rank, hit.range.start) < (best.0, best.1)) {
                best = Some((rank, hit.range.start, hit.tag, hit.range.end));
            }
        }
        let Some((_, _, tag, end)) = best else {
            let apart = has(Tag::Relax) || permits || told != usize::MAX || asks;
            return (
                if apart { Verdict::Apart } else { Verdict::Open },
                clause.end,
            );
        };
        let kind = match tag {
            Tag::Wait => Kind::AwaitApproval,
            Tag::Scope => Kind::Scope,
            Tag::Only if has(Tag::Place) || names_path(&self.text[clause.clone()]) => Kind::Scope,
            Tag::Only => Kind::Exclusivity,
            Tag::Ban => Kind::Prohibition,
            _ => Kind::Obligation,
        };
        (Verdict::Binds(kind), end)
    }

    fn findings(&self) -> Vec<Finding> {
        if self.has(Tag::Story) {
            return Vec::new();
        }
        let clauses = &self.sentence.clauses;
        let mut found: Vec<Finding> = Vec::new();
        // Where the next finding may begin.
        let mut free = self.sentence.range.start;
        let mut reach = 0;
        let mut closed = true;
        for (number, clause) in clauses.iter().enumerate() {
            if clause.start < reach {
                // A cue of an earlier clause ends here.
                if let Some(last) = found.last_mut() {
                    last.range.end = clause.end;
                    last.core.end = clause.end;
                }
                free = clause.end;
                continue;
            }
            let (verdict, end) = self.verdict(number);
            let tail = self.hits_of(number).iter().any(|hit| hit.tag == Tag::Tail);
            let words = size(&self.text[clause.clone()]);
            match verdict {
                Verdict::Binds(kind) => {
                    // "One rule holds: …" announces what follows.
                    let introduced =
                        number > 0 && self.text[clauses[number - 1].clone()].ends_with([':', '：']);
                    let merges = !closed
                        && found.last().is_some_and(|last| {
                            tail && words <= 6
                                || last.kind == Kind::AwaitApproval && kind == Kind::AwaitApproval
                                || last.kind == Kind::Exclusivity
                                    && kind == Kind::Prohibition
                                    && words <= 5
                                || introduced
                        });
                    if let (true, Some(last)) = (merges, found.last_mut()) {
                        last.range.end = clause.end;
                        last.core.end = clause.end;
                        if introduced {
                            last.kind = kind;
                        }
                    } else {
                        found.push(Finding {
                            range: free..clause.end,
                            core: clause.clone(),
                            kind,
                            standing: false,
                        });
                        closed = false;
                    }
                    free = clause.end;
                    reach = end;
                }
                Verdict::Apart => {
                    closed = true;
                    free = clause.end;
                }
                Verdict::Open => {
                    let conditional =
                        matches!(&self.text[self.heads[number].clone()], head if !head.is_empty());
                    if let (false, false, Some(last)) = (closed, conditional, found.last_mut()) {
                        last.range.end = clause.end;
                        free = clause.end;
                    }
                }
            }
        }
        for hit in self.hits.iter().filter(|hit| hit.tag == Tag::Standing) {
            let at = found.partition_point(|one| one.range.end <= hit.range.start);
            if let Some(one) = found.get_mut(at) {
                one.standing |= one.range.contains(&hit.range.start);
            }
        }
        found
    }
}

fn skip_marks(text: &str, from: usize, to: usize) -> usize {
    let part = &text[from..to];
    to - part
        .trim_start_matches(|c: char| !c.is_alphanumeric() && c != OBJECT && c != '¿' && c != '👍')
        .len()
}

/// Words of a text; two characters are one in scripts without spaces.
fn size(text: &str) -> usize {
    text.split_whitespace()
        .count()
        .max(text.chars().filter(|c| is_wide(*c)).count() / 2)
}

/// Whether an adverbial holds who does something, so that what follows is told of them.
fn names_subject(before: &str) -> bool {
    const SUBJECTS: [&str; 24] = [
        "i", "we", "they", "he", "she", "it", "people", "users", "tests", "that", "which", "who",
        "ich", "wir", "er", "sie", "es", "on", "il", "elle", "ils", "je", "to", "and",
    ];
    let last = before.split_whitespace().next_back().unwrap_or("");
    SUBJECTS.contains(&last) || before.contains(" i ")
}

/// Whether a clause names a path.
pub(super) fn names_path(clause: &str) -> bool {
    clause.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
        word.contains('/') && word.len() > 2
            || word.rsplit_once('.').is_some_and(|(name, end)| {
                !name.is_empty()
                    && (1..=5).contains(&end.len())
                    && end.bytes().all(|b| b.is_ascii_lowercase())
            })
    })
}

/// Whether a sentence asks. "…, ok?" asks for nothing.
fn is_question(text: &str, sentence: &Sentence) -> bool {
    const TAGS: [&str; 20] = [
        "ok",
        "okay",
        "right",
        "yes",
        "oder",
        "ne",
        "vale",
        "sí",
        "d'accord",
        "hein",
        "certo",
        "né",
        "tá",
        "gell",
        "deal",
        "understood",
        "verstanden",
        "got it",
        "entendido",
        "compris",
    ];
    let last = sentence
        .clauses
        .last()
        .map_or("", |clause| &text[clause.clone()]);
    let word = last.trim_matches(|c: char| !c.is_alphanumeric());
    sentence.question && !(sentence.clauses.len() > 1 && TAGS.contains(&word))
}

/// Whether a sentence is Spanish or Portuguese, by the small words in it.
fn is_romance(text: &str) -> bool {
    const ROMANCE: [&str; 26] = [
        "que", "de", "la", "el", "los", "las", "del", "da", "os", "em", "está", "por", "para",
        "uma", "una", "não", "com", "con", "se", "é", "y", "lo", "un", "um", "en", "na",
    ];
    const ENGLISH: [&str; 14] = [
        "the", "a", "to", "in", "of", "is", "and", "for", "it", "you", "on", "with", "any", "or",
    ];
    let (mut romance, mut english) = (0, 0);
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        romance += usize::from(ROMANCE.contains(&word));
        english += usize::from(ENGLISH.contains(&word));
    }
    romance > english
}
