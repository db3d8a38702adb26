//! Estimates tokens of text whose encoding is not public, by kinds of character.
//!
//! Byte-pair encodings cut text into words before they merge anything, so the estimate walks the
//! same pieces: a short word is one token, a long one is a token for every six letters, numbers go
//! by threes, an indentation is one token whatever its width, and marks are a little under one
//! each. The weights were found against the usage that a provider reported for a recorded session
//! of 432 calls; against it, what a step added is off by 2 % in the median and by 13 % at the 95th
//! percentile (four bytes a token: 10 % and 30 %).

/// Letters of a word that make one token.
const WORD: u32 = 6;
/// Letters of a word in an alphabet that is rarer in what encodings are made from.
const RARE_WORD: u32 = 3;
/// Digits that make one token.
const DIGITS: u32 = 3;
/// A run of letters and digits at least this long, of mixed case or mixed with digits, is no word:
/// base64, a hash, a key.
const CODED: usize = 24;

/// Weights, in tenths of a token.
const MARK: u32 = 6;
const MARK_RUN: u32 = 3;
const IDEOGRAPH: u32 = 12;
const SYMBOL: u32 = 10;
const PICTOGRAPH: u32 = 30;
const CODED_CHAR: u32 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Rare,
    Digit,
    Space,
    Mark,
    Ideograph,
    Symbol,
    Pictograph,
}

fn kind(c: char) -> Kind {
    match c {
        'a'..='z' | 'A'..='Z' => Kind::Letter,
        '0'..='9' => Kind::Digit,
        ' ' | '\t' | '\n' | '\r' => Kind::Space,
        '\0'..='\u{7f}' => Kind::Mark,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => {
            Kind::Ideograph
        }
        '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{3000}'..='\u{303f}' => {
            Kind::Ideograph
        }
        '\u{20000}'..='\u{3ffff}' => Kind::Pictograph,
        c if (c as u32) > 0xffff => Kind::Pictograph,
        c if c.is_alphabetic() => Kind::Rare,
        _ => Kind::Symbol,
    }
}

/// An estimate of the tokens of `text`. Linear in its length, and the same for the same text.
pub fn text_tokens(text: &str) -> u64 {
    let mut tenths = 0u64;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let coded = coded_run(rest);
        if coded > 0 {
            tenths += coded as u64 * u64::from(CODED_CHAR);
            rest = &rest[coded..];
            continue;
        }
        let of = kind(first);
        let len = run(rest, of);
        tenths += u64::from(weight(of, &rest[..len]));
        rest = &rest[len..];
    }
    tenths.div_ceil(10)
}

/// Bytes of the run of `of` that `text` starts with.
fn run(text: &str, of: Kind) -> usize {
    text.char_indices()
        .find(|(_, c)| kind(*c) != of)
        .map_or(text.len(), |(at, _)| at)
}

/// What a run of one kind counts, in tenths of a token.
fn weight(of: Kind, run: &str) -> u32 {
    let chars = || u32::try_from(run.chars().count()).unwrap_or(u32::MAX / 64);
    match of {
        Kind::Letter => chars().div_ceil(WORD) * 10,
        Kind::Rare => chars().div_ceil(RARE_WORD) * 10,
        Kind::Digit => chars().div_ceil(DIGITS) * 10,
        // The space before a word belongs to the word; a line end and what indents the next line
        // are one token.
        Kind::Space if run == " " => 0,
        Kind::Space => 10,
        Kind::Mark => chars() * MARK + MARK_RUN,
        Kind::Ideograph => chars() * IDEOGRAPH,
        Kind::Symbol => chars() * SYMBOL,
        Kind::Pictograph => chars() * PICTOGRAPH,
    }
}

/// Bytes of the base64, hash or key that `text` starts with; 0 where it starts with a word.
fn coded_run(text: &str) -> usize {
    let bytes = text.as_bytes();
    let fits = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_');
    if !bytes.first().is_some_and(u8::is_ascii_alphanumeric) {
        return 0;
    }
    // Most words end at once: look at a few bytes before walking on.
    if bytes.len() < CODED || !bytes[..CODED].iter().all(fits) {
        return 0;
    }
    let len = bytes.iter().position(|b| !fits(b)).unwrap_or(bytes.len());
    let run = &bytes[..len];
    let turns = run
        .windows(2)
        .filter(|pair| class(pair[0]) != class(pair[1]))
        .count();
    // Words joined by marks or humps change class every seven letters or so, coded text much more
    // often.
    if turns * 5 >= len * 2 { len } else { 0 }
}

fn class(b: u8) -> u8 {
    match b {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    }
}
