//! Reads terminal output: printable text, the few control characters that move the cursor, and
//! escape sequences. It reads what comes and draws nothing.
//!
//! What is not text ends early rather than late, so that a broken sequence cannot swallow an
//! output: a control sequence takes 64 bytes at most, a string (OSC, DCS, APC, PM, SOS) ends at
//! its terminator on the same line, and one that is not terminated there is text without its
//! introducer. A sequence that the end of the output cuts off vanishes.

use super::decode::Scale;

/// The longest control sequence, in bytes; real ones have a few dozen.
const CSI_MAX: u16 = 64;

/// The longest string sequence, in bytes. Inline images are the long ones.
const STRING_MAX: usize = 1 << 20;

/// A control sequence, `CSI params last`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Csi {
    params: [u16; 4],
    count: usize,
    /// The marker before the parameters (`?` in `CSI ? 25 l`), 0 without one.
    pub(super) private: u8,
    /// The final byte, which names the function.
    pub(super) last: u8,
    /// Whether there were intermediate bytes: another function of the same final byte.
    pub(super) intermediate: bool,
    len: u16,
}

impl Csi {
    /// The parameter at `index` as a count: absent and 0 mean 1.
    pub(super) fn number(&self, index: usize) -> usize {
        self.selector(index).max(1)
    }

    /// The parameter at `index` as a choice: absent means 0.
    pub(super) fn selector(&self, index: usize) -> usize {
        usize::from(self.params[index])
    }

    /// The final byte of a standard function, or 0 for a private one.
    pub(super) fn function(&self) -> u8 {
        if self.private == 0 && !self.intermediate {
            self.last
        } else {
            0
        }
    }

    fn digit(&mut self, digit: u8) {
        if let Some(param) = self.params.get_mut(self.count) {
            *param = param.saturating_mul(10).saturating_add(u16::from(digit));
        }
    }
}

/// What the output does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act<'a> {
    /// Shows text that holds no control character.
    Text(&'a str),
    /// Horizontal tab.
    Tab,
    /// Carriage return.
    Return,
    /// Backspace.
    Back,
    /// A control sequence.
    Csi(Csi),
    /// A two-byte escape: the byte after ESC.
    Escape(u8),
}

/// Who draws, or only looks.
pub(super) trait Perform {
    /// Does `act`. `at` is a raw position: of the first byte of a text, behind anything else.
    fn perform(&mut self, act: Act<'_>, at: u64);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    Escape,
    Intermediate,
    Csi,
    Text,
    TextEscape,
}

/// A parser that can stop and go on between any two characters.
#[derive(Debug, Default)]
pub(super) struct Parser {
    state: State,
    csi: Csi,
    /// What was read after the introducer, to be given back as text if the sequence is none.
    read: String,
    read_at: u64,
    /// Whether BEL ends the string as well.
    bell_ends: bool,
    pos: u64,
    scale: Scale,
}

impl Parser {
    /// A parser at the raw position `pos`.
    pub(super) fn new(pos: u64, scale: Scale) -> Self {
        Self {
            pos,
            scale,
            ..Self::default()
        }
    }

    /// The raw position behind what was read.
    pub(super) fn pos(&self) -> u64 {
        self.pos
    }

    /// Reads `text`, which holds no line end.
    pub(super) fn feed(&mut self, text: &str, out: &mut impl Perform) {
        let mut rest = text;
        while !rest.is_empty() {
            let used = match self.state {
                // What begins a sequence is mostly followed by all of it, and by the next one.
                State::Ground => match rest.as_bytes() {
                    [0x1b, b'[', ..] => {
                        self.start_csi();
                        self.whole_csi(rest, out)
                    }
                    [0x1b, b']' | b'k', ..] => self.whole_string(rest, true, out),
                    [0x1b, b'P' | b'X' | b'^' | b'_', ..] => self.whole_string(rest, false, out),
                    _ => self.ground(rest, out),
                },
                State::Escape => self.escape(rest, out),
                State::Intermediate => self.intermediate(rest, out),
                State::Csi => self.csi(rest, out),
                State::Text => self.string(rest, out),
                State::TextEscape => self.string_escape(rest, out),
            };
            self.pos += self.scale.raw_len(&rest[..used]);
            rest = &rest[used..];
        }
    }

    /// Reads `bytes` of the raw output that are no text; they show as U+FFFD.
    pub(super) fn feed_invalid(&mut self, bytes: u64, out: &mut impl Perform) {
        let at = self.pos;
        self.feed("\u{fffd}", out);
        self.pos = at + bytes;
    }

    /// The line ends here: an unfinished string was text.
    pub(super) fn end_line(&mut self, out: &mut impl Perform) {
        if matches!(
            self.state,
            State::Text | State::TextEscape | State::Intermediate
        ) {
            self.give_back(out);
        }
        self.state = State::Ground;
    }

    /// Bytes of `rest` used: a run of text, or one control character.
    fn ground(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        let run = printable(rest.as_bytes());
        if run > 0 {
            out.perform(Act::Text(&rest[..run]), self.pos);
            return run;
        }
        let control = first_char(rest);
        match control {
            '\t' => out.perform(Act::Tab, self.pos),
            '\r' => out.perform(Act::Return, self.pos),
            '\u{8}' => out.perform(Act::Back, self.pos),
            '\u{1b}' => self.state = State::Escape,
            '\u{9b}' => self.start_csi(),
            _ => {}
        }
        control.len_utf8()
    }

    fn start_csi(&mut self) {
        self.csi = Csi::default();
        self.state = State::Csi;
    }

    fn start_string(&mut self, bell_ends: bool) {
        self.read.clear();
        self.read_at = self.pos + self.scale.raw_len("]");
        self.bell_ends = bell_ends;
        self.state = State::Text;
    }

    fn escape(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        let byte = rest.as_bytes()[0];
        match byte {
            b'[' => self.start_csi(),
            // `k` names a window in screen and tmux; it is a string like the others.
            b']' | b'k' => self.start_string(true),
            b'P' | b'X' | b'^' | b'_' => self.start_string(false),
            b' '..=b'/' => {
                self.read.clear();
                self.read_at = self.pos;
                self.state = State::Intermediate;
                return 0;
            }
            b'0'..=b'~' => {
                self.state = State::Ground;
                out.perform(Act::Escape(byte), self.pos + self.scale.raw_len("c"));
            }
            0x1b => {}
            _ => {
                self.state = State::Ground;
                return 0;
            }
        }
        1
    }

    /// `ESC ( B` and its like. Dots behind an ESC that a program printed are none.
    fn intermediate(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        let byte = rest.as_bytes()[0];
        match byte {
            b' '..=b'/' if self.read.len() < 2 => self.read.push(char::from(byte)),
            b'0'..=b'~' => self.state = State::Ground,
            _ => {
                self.give_back(out);
                return 0;
            }
        }
        1
    }

    /// A control sequence whose introducer is part of `rest`.
    fn whole_csi(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        let introducer = "\u{1b}[";
        self.pos += self.scale.raw_len(introducer);
        let used = self.csi(&rest[introducer.len()..], out);
        self.pos -= self.scale.raw_len(introducer);
        introducer.len() + used
    }

    fn csi(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        let mut csi = self.csi;
        for (used, &byte) in rest.as_bytes().iter().enumerate() {
            csi.len += 1;
            match byte {
                b' '..=b'?' if csi.len > CSI_MAX => {
                    self.state = State::Ground;
                    return used;
                }
                b'0'..=b'9' => csi.digit(byte - b'0'),
                b':' | b';' => csi.count += 1,
                b'<'..=b'?' => csi.private = byte,
                b' '..=b'/' => csi.intermediate = true,
                b'@'..=b'~' => {
                    csi.last = byte;
                    self.state = State::Ground;
                    let at = self.pos + self.scale.raw_len(&rest[..=used]);
                    out.perform(Act::Csi(csi), at);
                    return used + 1;
                }
                _ => {
                    self.state = State::Ground;
                    return used;
                }
            }
        }
        self.csi = csi;
        rest.len()
    }

    /// A string sequence whose introducer is part of `rest`. Read where it stands when its end is
    /// there too; otherwise only the introducer is used.
    fn whole_string(&mut self, rest: &str, bell_ends: bool, out: &mut impl Perform) -> usize {
        let introducer = "\u{1b}]".len();
        let body = &rest[introducer..];
        let ends = |end: usize| (body.as_bytes()[end], body.as_bytes().get(end + 1));
        match next_string_end(body.as_bytes()).filter(|&end| end <= STRING_MAX) {
            Some(end) if bell_ends && ends(end).0 == 0x07 => introducer + end + 1,
            Some(end) if ends(end) == (0x1b, Some(&b'\\')) => introducer + end + 2,
            Some(end) if matches!(ends(end), (0x1b, Some(_))) => {
                let at = self.pos + self.scale.raw_len("\u{1b}]");
                show(&body[..end], at, self.scale, out);
                introducer + end
            }
            _ => {
                self.pos += self.scale.raw_len("\u{1b}");
                self.start_string(bell_ends);
                self.pos -= self.scale.raw_len("\u{1b}");
                introducer
            }
        }
    }

    fn string(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        let end = memchr::memchr2(0x07, 0x1b, rest.as_bytes());
        let body = &rest[..end.unwrap_or(rest.len())];
        if self.read.len() + body.len() > STRING_MAX {
            self.give_back(out);
            return 0;
        }
        self.read.push_str(body);
        let Some(end) = end else {
            return rest.len();
        };
        match rest.as_bytes()[end] {
            0x1b => self.state = State::TextEscape,
            _ if self.bell_ends => self.state = State::Ground,
            _ => self.read.push('\u{7}'),
        }
        end + 1
    }

    fn string_escape(&mut self, rest: &str, out: &mut impl Perform) -> usize {
        if rest.as_bytes()[0] == b'\\' {
            self.state = State::Ground;
            return 1;
        }
        self.give_back(out);
        self.state = State::Escape;
        0
    }

    /// The sequence was none: what was read of it is text.
    fn give_back(&mut self, out: &mut impl Perform) {
        self.state = State::Ground;
        show(&self.read, self.read_at, self.scale, out);
        self.read.clear();
    }
}

/// Shows the text at the raw position `at` that was read as a sequence and is none, without its
/// control characters.
fn show(text: &str, at: u64, scale: Scale, out: &mut impl Perform) {
    let run = printable(text.as_bytes());
    if run > 0 {
        out.perform(Act::Text(&text[..run]), at);
    }
    let mut at = at + scale.raw_len(&text[..run]);
    let mut rest = &text[run..];
    while let Some(control) = rest.chars().next() {
        let behind = &rest[control.len_utf8()..];
        let run = printable(behind.as_bytes());
        let piece = scale.raw_len(&rest[..control.len_utf8()]);
        if control == '\t' {
            out.perform(Act::Tab, at);
        }
        at += piece;
        if run > 0 {
            out.perform(Act::Text(&behind[..run]), at);
        }
        at += scale.raw_len(&behind[..run]);
        rest = &behind[run..];
    }
}

/// Where the byte stands that ends a string sequence, or may. Most are short.
fn next_string_end(body: &[u8]) -> Option<usize> {
    let near = body
        .iter()
        .take(NEAR)
        .position(|&b| matches!(b, 0x07 | 0x1b));
    let from = body.len().min(NEAR);
    near.or_else(|| Some(from + memchr::memchr2(0x07, 0x1b, &body[from..])?))
}

/// So many bytes are looked at one by one before a search that pays off later.
const NEAR: usize = 16;

fn first_char(text: &str) -> char {
    text.chars().next().unwrap_or('\0')
}

/// Length of the text that `bytes`, valid UTF-8, begin with, up to the first control character or
/// byte order mark, which begins files and ends up inside outputs.
fn printable(bytes: &[u8]) -> usize {
    // Where sequences are dense, what stands between them is short.
    let near = bytes.iter().take(NEAR);
    let mut from = near.take_while(|&&b| !SPECIAL[usize::from(b)]).count();
    while let Some(at) = special(&bytes[from..]) {
        if starts_control(&bytes[from + at..]) {
            return from + at;
        }
        from += at + 1;
    }
    bytes.len()
}

/// Where the first byte stands that is a control character or may begin one.
fn special(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    for block in bytes.chunks_exact(32) {
        if block
            .iter()
            .fold(false, |any, &byte| any | is_special(byte))
        {
            break;
        }
        from += block.len();
    }
    let rest = bytes[from..]
        .iter()
        .position(|&byte| SPECIAL[usize::from(byte)]);
    rest.map(|at| from + at)
}

const fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == 0x7f) | (byte == 0xc2) | (byte == 0xef)
}

/// [`is_special`] of every byte.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_special(byte as u8);
        byte += 1;
    }
    table
};

fn starts_control(bytes: &[u8]) -> bool {
    match bytes {
        [0xc2, 0x80..=0x9f, ..] | [0xef, 0xbb, 0xbf, ..] => true,
        [byte, ..] => *byte < 0x20 || *byte == 0x7f,
        [] => false,
    }
}
