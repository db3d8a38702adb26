//! Bytes as a secret is looked for in them: without the escape sequences that colour it, in UTF-8,
//! and with the way back to the raw bytes.

use std::borrow::Cow;

use ibid_prune::clean::Encoding;

/// Longest escape sequence that is waited for; a longer one is text.
const ESCAPE_MAX: usize = 4096;

/// A run of raw bytes, seen as text.
#[derive(Debug)]
pub(super) struct View<'a> {
    /// The text, as far as secrets go.
    pub(super) text: Cow<'a, [u8]>,
    /// Place of each byte of `text` in the raw bytes; the same place, when absent.
    map: Option<Vec<u32>>,
    /// Raw bytes of one byte of `text`.
    width: usize,
    /// Raw bytes that the view covers: all but an unfinished escape or character at the end.
    pub(super) covered: usize,
}

impl<'a> View<'a> {
    /// The view of `raw`, at the start of a character. When nothing follows (`last`), all of it is
    /// covered.
    pub(super) fn new(raw: &'a [u8], encoding: Encoding, last: bool) -> Self {
        match encoding {
            Encoding::Utf8 => Self::narrow(raw, last),
            wide => Self::wide(raw, wide, last),
        }
    }

    fn narrow(raw: &'a [u8], last: bool) -> Self {
        let Some(first) = memchr::memchr(0x1b, raw) else {
            return Self {
                text: Cow::Borrowed(raw),
                map: None,
                width: 1,
                covered: raw.len(),
            };
        };
        let mut text = raw[..first].to_vec();
        let mut map: Vec<u32> = (0..first as u32).collect();
        let mut at = first;
        let mut covered = raw.len();
        while at < raw.len() {
            match escape_len(&raw[at..]) {
                Escape::None => {
                    text.push(raw[at]);
                    map.push(at as u32);
                    at += 1;
                }
                Escape::Whole(len) => at += len,
                Escape::Open if last => at = raw.len(),
                Escape::Open => {
                    covered = at;
                    break;
                }
            }
        }
        Self {
            text: Cow::Owned(text),
            map: Some(map),
            width: 1,
            covered,
        }
    }

    /// The view of `raw` with its escapes.
    pub(super) fn raw(raw: &'a [u8], encoding: Encoding, last: bool) -> Self {
        if encoding != Encoding::Utf8 {
            return Self::decoded(raw, encoding, last);
        }
        Self {
            text: Cow::Borrowed(raw),
            map: None,
            width: 1,
            covered: raw.len(),
        }
    }

    fn wide(raw: &'a [u8], encoding: Encoding, last: bool) -> Self {
        let all = Self::decoded(raw, encoding, last);
        let inner = View::narrow(&all.text, last);
        let covered = if inner.covered == all.text.len() {
            all.covered
        } else {
            all.place(inner.covered)
        };
        let places = 0..inner.text.len();
        let map = places.map(|at| all.place(inner.place(at)) as u32).collect();
        Self {
            text: Cow::Owned(inner.text.into_owned()),
            map: Some(map),
            width: 2,
            covered,
        }
    }

    /// UTF-16 as UTF-8: each byte's place is that of the unit it comes from.
    fn decoded(raw: &[u8], encoding: Encoding, last: bool) -> Self {
        let unit = |pair: &[u8]| match encoding {
            Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
            _ => u16::from_le_bytes([pair[0], pair[1]]),
        };
        let mut units = raw.chunks_exact(2).map(unit).zip(0u32..).peekable();
        let (mut text, mut map) = (Vec::with_capacity(raw.len()), Vec::new());
        let mut covered = if last { raw.len() } else { raw.len() & !1 };
        while let Some((first, n)) = units.next() {
            let second = units.peek().map(|(unit, _)| *unit);
            let pair = [first, second.unwrap_or_default()];
            let high = (0xd800..0xdc00).contains(&first);
            if high && second.is_none() && !last {
                covered = 2 * n as usize;
                break;
            }
            let whole = char::decode_utf16(
                pair[..1 + usize::from(high && second.is_some())]
                    .iter()
                    .copied(),
            )
            .next();
            let c = whole.and_then(Result::ok);
            let places: [u32; 4] = match c {
                Some(c) if c.len_utf16() == 2 => {
                    units.next();
                    [2 * n, 2 * n, 2 * n + 2, 2 * n + 2]
                }
                _ => [2 * n; 4],
            };
            let mut bytes = [0; 4];
            let bytes = c
                .unwrap_or(char::REPLACEMENT_CHARACTER)
                .encode_utf8(&mut bytes);
            text.extend_from_slice(bytes.as_bytes());
            map.extend_from_slice(&places[..bytes.len()]);
        }
        Self {
            text: Cow::Owned(text),
            map: Some(map),
            width: 2,
            covered,
        }
    }

    /// The first byte of the text that does not stand before `raw`.
    pub(super) fn at(&self, raw: usize) -> usize {
        match &self.map {
            Some(map) => map.partition_point(|place| (*place as usize) < raw),
            None => raw,
        }
    }

    fn place(&self, at: usize) -> usize {
        self.map.as_ref().map_or(at, |map| map[at] as usize)
    }

    /// Where the character at `at` of the text starts in the raw bytes; the end of what is covered
    /// for the end of the text.
    pub(super) fn start(&self, at: usize) -> usize {
        if at < self.text.len() {
            self.place(at)
        } else {
            self.covered
        }
    }

    /// Where the character before `at` of the text ends in the raw bytes.
    pub(super) fn end(&self, at: usize) -> usize {
        if at == 0 {
            0
        } else {
            self.place(at - 1) + self.width
        }
    }
}

enum Escape {
    None,
    Whole(usize),
    /// It is not finished.
    Open,
}

/// The escape sequence that `bytes` begin with: those that colour, and links. Others split text
/// visibly, and are left.
fn escape_len(bytes: &[u8]) -> Escape {
    let (first, rest) = match bytes {
        [0x1b] => return Escape::Open,
        [0x1b, first, ..] => (*first, &bytes[2..]),
        _ => return Escape::None,
    };
    let window = &rest[..rest.len().min(ESCAPE_MAX)];
    let end = match first {
        b'[' => window
            .iter()
            .position(|b| !(0x20..=0x3f).contains(b))
            .map(|at| at + 1),
        b']' => window
            .iter()
            .position(|b| matches!(b, 0x07 | 0x1b | b'\n'))
            .map(|at| {
                // ST is ESC and a backslash; a line end stops a sequence that was never ended.
                at + match window[at] {
                    0x07 => 1,
                    0x1b if window.get(at + 1).is_none_or(|b| *b == b'\\') => 2,
                    _ => 0,
                }
            }),
        b'(' | b')' => (!window.is_empty()).then_some(1),
        _ => Some(0),
    };
    match end {
        Some(len) if len <= rest.len() => Escape::Whole(2 + len),
        _ if rest.len() < ESCAPE_MAX => Escape::Open,
        _ => Escape::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_links_are_seen_through() {
        let cases: &[(&[u8], &[u8], usize)] = &[
            (b"plain", b"plain", 5),
            (b"a\x1b[01;31mKEY\x1b[m\x1b[K=1", b"aKEY=1", 20),
            (b"\x1b]8;;http://x\x07link\x1b]8;;\x1b\\!", b"link!", 26),
            (b"a\x1b(Bb", b"ab", 5),
            (b"cut\x1b[3", b"cut", 3),
            (b"cut\x1b", b"cut", 3),
        ];
        for (raw, text, covered) in cases {
            let view = View::new(raw, Encoding::Utf8, false);
            assert_eq!(
                (view.text.as_ref(), view.covered),
                (*text, *covered),
                "{raw:?}"
            );
            assert_eq!(View::new(raw, Encoding::Utf8, true).covered, raw.len());
            for at in 0..text.len() {
                assert_eq!(raw[view.start(at)], text[at]);
                assert_eq!(view.end(at + 1), view.start(at) + 1);
            }
        }
    }

    #[test]
    fn wide_text_is_seen_as_narrow() {
        let pairs: Vec<u8> = [0x61, 0xd83e, 0xddea, 0xdc00, 0x62, 0xd83e]
            .into_iter()
            .flat_map(u16::to_be_bytes)
            .collect();
        let view = View::raw(&pairs, Encoding::Utf16Be, false);
        assert_eq!(view.text.as_ref(), "a\u{1f9ea}\u{fffd}b".as_bytes());
        assert_eq!((view.start(1), view.end(5), view.covered), (2, 6, 10));
        assert_eq!((view.at(2), view.at(6), view.at(10)), (1, 5, 9));
        let raw: Vec<u8> = "k=\u{e9}\x1b[1mZ"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let view = View::new(&raw, Encoding::Utf16Le, false);
        assert_eq!(view.text.as_ref(), "k=\u{e9}Z".as_bytes());
        assert_eq!((view.start(4), view.end(5), view.covered), (14, 16, 16));
        assert_eq!(View::new(&raw[..15], Encoding::Utf16Le, false).covered, 14);
        assert_eq!(View::new(&raw[..15], Encoding::Utf16Le, true).covered, 15);
    }
}
