//! Encodings: UTF-16 becomes UTF-8 before lines are looked for; UTF-8 is taken as it is, and
//! checked line by line.

use super::Encoding;

/// How many raw bytes decoded text stood for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Scale {
    /// As many as the text has.
    #[default]
    Utf8,
    /// Two for every UTF-16 unit.
    Utf16,
}

impl Scale {
    /// Raw bytes of `text`.
    #[inline]
    pub(super) fn raw_len(self, text: &str) -> u64 {
        match self {
            Scale::Utf8 => text.len() as u64,
            Scale::Utf16 if text.is_ascii() => 2 * text.len() as u64,
            Scale::Utf16 => 2 * text.encode_utf16().count() as u64,
        }
    }

    /// Raw bytes of `bytes`, which are not valid UTF-8 only where they are raw themselves.
    pub(super) fn raw_len_of(self, bytes: &[u8]) -> u64 {
        if self == Scale::Utf8 {
            return bytes.len() as u64;
        }
        std::str::from_utf8(bytes).map_or(bytes.len() as u64, |text| self.raw_len(text))
    }
}

impl From<Encoding> for Scale {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Scale::Utf8,
            Encoding::Utf16Le | Encoding::Utf16Be => Scale::Utf16,
        }
    }
}

/// What the first bytes of an output say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The encoding, and the length of the mark that told it.
    Known(Encoding, usize),
    /// More bytes are needed.
    Unknown,
}

/// Reads the byte order mark, if there is one.
pub(super) fn start(bytes: &[u8]) -> Start {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Start::Known(Encoding::Utf8, 3),
        [0xff, 0xfe, ..] => Start::Known(Encoding::Utf16Le, 2),
        [0xfe, 0xff, ..] => Start::Known(Encoding::Utf16Be, 2),
        [] | [0xef] | [0xef, 0xbb] | [0xff] | [0xfe] => Start::Unknown,
        _ => Start::Known(Encoding::Utf8, 0),
    }
}

/// Decodes UTF-16 that comes in pieces. Unpaired surrogates become U+FFFD.
#[derive(Debug, Default)]
pub(super) struct Utf16 {
    big_endian: bool,
    /// First byte of a unit whose second has not come.
    odd: Option<u8>,
    /// First half of a surrogate pair whose second has not come.
    high: Option<u16>,
}

impl Utf16 {
    /// A decoder of either byte order.
    pub(super) fn new(encoding: Encoding) -> Self {
        Self {
            big_endian: encoding == Encoding::Utf16Be,
            ..Self::default()
        }
    }

    /// Appends the text of `bytes` to `out`.
    pub(super) fn feed(&mut self, bytes: &[u8], out: &mut String) {
        let mut bytes = bytes;
        if let (Some(first), [second, rest @ ..]) = (self.odd, bytes) {
            self.odd = None;
            bytes = rest;
            self.unit(first, *second, out);
        }
        let mut pairs = bytes.chunks_exact(2);
        for pair in &mut pairs {
            self.unit(pair[0], pair[1], out);
        }
        if let [first] = pairs.remainder() {
            self.odd = Some(*first);
        }
    }

    /// Ends the text: halves that wait become U+FFFD.
    pub(super) fn finish(&mut self, out: &mut String) {
        if self.high.take().is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        }
        if self.odd.take().is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }

    fn unit(&mut self, first: u8, second: u8, out: &mut String) {
        let unit = if self.big_endian {
            u16::from_be_bytes([first, second])
        } else {
            u16::from_le_bytes([first, second])
        };
        if let Some(high) = self.high.take() {
            if (0xdc00..0xe000).contains(&unit) {
                out.extend(char::decode_utf16([high, unit]).map_while(Result::ok));
                return;
            }
            out.push(char::REPLACEMENT_CHARACTER);
        }
        match unit {
            0xd800..0xdc00 => self.high = Some(unit),
            _ => out.push(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }
}

/// Length of the start of `bytes` that more bytes cannot change: all of it but a character that
/// is not complete yet.
pub(super) fn complete(bytes: &[u8]) -> usize {
    let tail = bytes.len().saturating_sub(3);
    for from in tail..bytes.len() {
        if let Err(error) = std::str::from_utf8(&bytes[from..])
            && error.valid_up_to() == 0
            && error.error_len().is_none()
        {
            return from;
        }
    }
    bytes.len()
}
