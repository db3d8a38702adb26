//! Bytes in pieces become lines, lines become records of JSON, and those go to a format's reader.

use super::log::Log;
use super::{Format, ImportError, Imported, Why};
use super::{claude_code, codex, detect, gemini, pi, qwen, requests, trajectory};
use crate::json::{Json, Object, has_half_pair};

/// Bytes that are looked at to tell the format.
const DETECT_BYTES: usize = 64 * 1024;

/// Bytes of lines without one record of the format after which the rest is not read.
const HOPELESS: u64 = 64 << 20;
/// The longest line that is read, in bytes.
const LINE_MAX: usize = 256 << 20;

/// What reads one format.
pub(super) trait Reader {
    /// Takes one record; `false` when it is not of this format.
    fn record(&mut self, record: &Object<'_>, log: &mut Log) -> bool;

    /// Puts everything that was held back into the log.
    fn finish(self: Box<Self>, log: &mut Log);
}

/// The reader of a format; `None` for one that is no file.
fn reader(format: Format) -> Option<Box<dyn Reader>> {
    Some(match format {
        Format::Pi => Box::new(pi::Pi::default()),
        Format::ClaudeCode => Box::new(claude_code::ClaudeCode::default()),
        Format::Codex => Box::new(codex::Codex::default()),
        Format::Gemini => Box::new(gemini::Gemini::default()),
        Format::Qwen => Box::new(qwen::Qwen::default()),
        Format::SweAgent => Box::new(trajectory::Trajectory::new(false)),
        Format::MiniSweAgent => Box::new(trajectory::Trajectory::new(true)),
        Format::Anthropic | Format::OpenaiChat | Format::OpenaiResponses => {
            Box::new(requests::Requests::new(format))
        }
        Format::Opencode | Format::Ibid => return None,
    })
}

/// Reads a session file in pieces.
///
/// ```
/// use ibid_wire::import::Importer;
/// let mut importer = Importer::new("a.jsonl", None);
/// importer.feed(br#"{"type":"session","id":"s1","timestamp":"2026-01-02T03:04:05Z","cwd":"/w"}"#)?;
/// importer.feed(b"\n")?;
/// assert_eq!(importer.finish()?.entries.len(), 1);
/// # Ok::<(), ibid_wire::import::ImportError>(())
/// ```
pub struct Importer {
    name: String,
    format: Option<Format>,
    reader: Option<Box<dyn Reader>>,
    log: Log,
    /// Bytes that make no whole line yet, and how many of them are known to hold no line end.
    pending: Vec<u8>,
    searched: usize,
    /// All bytes so far.
    fed: u64,
    /// Whether the line that these bytes continue is longer than any that is read.
    too_long: bool,
    /// Whether the file is one JSON value over several lines; `None` until the first line is whole.
    one_value: Option<bool>,
    first_error: Option<ImportError>,
}

impl Importer {
    /// An importer of a file of this name. The format is detected when none is given.
    pub fn new(file_name: &str, format: Option<Format>) -> Self {
        Self {
            name: file_name.to_owned(),
            format,
            reader: None,
            log: Log::default(),
            pending: Vec::new(),
            searched: 0,
            fed: 0,
            too_long: false,
            one_value: None,
            first_error: None,
        }
    }

    /// Takes the next bytes. An error is final: the rest need not be read.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        self.pending.extend_from_slice(bytes);
        self.fed += bytes.len() as u64;
        if self.reader.is_none() {
            if self.format.is_none() && self.pending.len() < DETECT_BYTES {
                return Ok(());
            }
            self.begin()?;
        }
        self.lines(false);
        match self.is_hopeless() {
            true => Err(self.nothing()),
            false => Ok(()),
        }
    }

    /// Whether nothing good can come of the rest: what is one value does not begin as one, or there
    /// were many lines and no record. A large file of something else must not be read to its end.
    fn is_hopeless(&self) -> bool {
        if self.one_value == Some(false) {
            return self.fed > HOPELESS && !self.log.has_any();
        }
        let start = &self.pending[..self.pending.len().min(DETECT_BYTES)];
        strip(start)
            .first()
            .is_some_and(|byte| !b"{[".contains(byte))
    }

    fn nothing(&self) -> ImportError {
        let start = &self.pending[..self.pending.len().min(DETECT_BYTES)];
        let text = String::from_utf8_lossy(strip(start));
        let why = match (self.one_value, Json::parse(&text)) {
            (Some(false), _) | (_, Ok(_)) => Why::NothingOf(self.format.unwrap_or(Format::Pi)),
            (_, Err(error)) => Why::NotJson(error.to_string()),
        };
        let told = self.first_error.clone();
        told.unwrap_or(ImportError { line: 1, why })
    }

    /// The session, once all bytes were fed.
    pub fn finish(mut self) -> Result<Imported, ImportError> {
        if self.reader.is_none() {
            self.begin()?;
        }
        self.lines(true);
        let rest = std::mem::take(&mut self.pending);
        if self.one_value == Some(true) {
            self.whole(rest);
        } else if !rest.is_empty() && !self.too_long {
            self.line(&rest, false);
        }
        let format = self.format.unwrap_or(Format::Pi);
        if let Some(reader) = self.reader.take() {
            reader.finish(&mut self.log);
        }
        self.log
            .finish(format)
            .map_err(|error| self.first_error.unwrap_or(error))
    }

    /// Decides on the format.
    fn begin(&mut self) -> Result<(), ImportError> {
        let error = |why| ImportError { line: 1, why };
        if self.pending.starts_with(b"SQLite format 3\0") {
            return Err(error(Why::Database));
        }
        if self.pending.iter().all(u8::is_ascii_whitespace) {
            return Err(error(Why::Empty));
        }
        if self.format.is_none() {
            self.format = detect::detect(&self.name, &self.pending);
        }
        let Some(format) = self.format else {
            return Err(self.not_known());
        };
        let reader = reader(format).ok_or(error(match format {
            Format::Ibid => Why::Log,
            _ => Why::Database,
        }))?;
        self.reader = Some(reader);
        Ok(())
    }

    /// Why no format was found: no line that is JSON, or none that is known.
    fn not_known(&self) -> ImportError {
        let text = String::from_utf8_lossy(&self.pending);
        let at = |line: u64, why| ImportError { line, why };
        let lines = || (1..).zip(text.lines());
        if let Some((line, _)) = lines().find(|(_, line)| Json::parse(line).is_ok()) {
            return at(line, Why::UnknownFormat);
        }
        // One value over several lines, whose own error tells more than its first line's.
        let start = text.len() - text.trim_start().len();
        let before = text[..start].matches('\n').count() as u64;
        match Json::parse(&text[start..]) {
            Ok(_) => at(before + 1, Why::UnknownFormat),
            Err(error) => at(
                before + error.line() as u64,
                Why::NotJson(error.to_string()),
            ),
        }
    }

    fn lines(&mut self, at_end: bool) {
        if !self.is_lines(at_end) {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let mut start = 0;
        let mut from = self.searched;
        while let Some(len) = line_end(&pending[from..]) {
            match std::mem::take(&mut self.too_long) {
                true => self.log.line += 1,
                false => self.line(&pending[start..from + len], true),
            }
            start = from + len + 1;
            from = start;
        }
        self.pending = pending;
        self.pending.drain(..start);
        if self.pending.len() > LINE_MAX || self.too_long {
            self.drop_line();
        }
        self.searched = self.pending.len();
    }

    /// Leaves out the line that is pending, which is longer than any that is read.
    fn drop_line(&mut self) {
        if !self.too_long {
            let (line, mib) = (self.log.line + 1, LINE_MAX >> 20);
            self.log
                .warn_at(line, format!("longer than {mib} MiB, left out"));
            self.log.skip("lines that are too long");
        }
        self.too_long = true;
        self.pending = Vec::new();
    }

    /// Whether the file is one record a line: its first line is a value of its own, or the format
    /// never is anything else. Not known yet is no.
    fn is_lines(&mut self, at_end: bool) -> bool {
        if self.one_value.is_none() {
            let end = line_end(&self.pending[self.searched..]).map(|at| self.searched + at);
            if end.is_none() {
                self.searched = self.pending.len();
            }
            self.one_value = match (self.format, end) {
                (Some(Format::Pi | Format::ClaudeCode | Format::Codex | Format::Qwen), _) => {
                    Some(false)
                }
                (_, Some(end)) => Some(!is_record(&self.pending[..end])),
                (_, None) if at_end => Some(true),
                (_, None) => None,
            };
        }
        self.one_value == Some(false)
    }

    /// Reads a file that is one JSON value, or an array of them.
    fn whole(&mut self, bytes: Vec<u8>) {
        // It may be large: it is held once, and changed where it stands.
        let text = String::from_utf8(bytes).unwrap_or_else(|error| {
            self.log
                .warn_at(1, "bytes that are not UTF-8 were replaced by U+FFFD");
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        });
        self.log.line = 1;
        let valid = Json::parse(strip_text(&text)).map(|_| ());
        // Its spacing is the recorder's, never the model's.
        let tight = match valid {
            Ok(()) => without_spacing(text),
            Err(_) => text,
        };
        match Json::parse(strip_text(&tight)) {
            Ok(value) => match value.array() {
                Some(values) => values.into_iter().for_each(|value| self.record(value)),
                None => self.record(value),
            },
            Err(error) => {
                let line = error.line() as u64;
                let what = error.to_string();
                self.log.warn_at(line, format!("not JSON: {what}"));
                let why = Why::NotJson(what);
                self.first_error = Some(ImportError { line, why });
            }
        }
    }

    /// Reads one line; `whole` says that it had a line end.
    fn line(&mut self, bytes: &[u8], whole: bool) {
        self.log.line += 1;
        let stripped = strip(bytes);
        if stripped.len() < bytes.len() && bytes.contains(&0) {
            self.log.warn("NUL bytes around the record were left out");
        }
        if stripped.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(stripped);
        if matches!(text, std::borrow::Cow::Owned(_)) {
            self.log
                .warn("bytes that are not UTF-8 were replaced by U+FFFD");
        }
        match Json::parse(&text) {
            Ok(value) => self.record(value),
            Err(error) => self.repair(&text, &error, whole),
        }
    }

    /// A line that is no JSON may be one whose control characters were not escaped.
    fn repair(&mut self, text: &str, error: &serde_json::Error, whole: bool) {
        let escaped = escape_controls(text);
        if let Ok(value) = Json::parse(&escaped) {
            self.log.warn("control characters were not escaped");
            self.record(value);
            return;
        }
        let what = if whole {
            format!("not JSON, left out: {error}")
        } else {
            format!("the last line is cut off, left out: {error}")
        };
        self.log.warn(what);
        self.log.skip("lines that are not JSON");
        let line = self.log.line;
        let why = Why::NotJson(error.to_string());
        self.first_error.get_or_insert(ImportError { line, why });
    }

    fn record(&mut self, value: Json<'_>) {
        let Some(record) = value.object() else {
            self.log.warn("not a JSON object, left out");
            self.log.skip("lines that are no record");
            return;
        };
        if has_half_pair(value.raw()) {
            self.log
                .warn("half a character (a lone surrogate) reads as U+FFFD");
        }
        let Some(reader) = &mut self.reader else {
            return;
        };
        // Its types have names that others use too, so it is told first.
        if value.raw().starts_with("{\"seq\":")
            && detect::of_record(value.raw()) == Some(Format::Ibid)
        {
            self.leave_out(Format::Ibid);
            return;
        }
        if reader.record(&record, &mut self.log) {
            self.log.recognise();
            return;
        }
        match detect::of_record(value.raw()) {
            Some(other) if Some(other) != self.format => self.leave_out(other),
            _ => {
                let kind = record.text("type").unwrap_or_default();
                self.log.skip(format!("unknown record {kind:?}"));
            }
        }
    }

    /// Counts a record of another format.
    fn leave_out(&mut self, other: Format) {
        self.log.warn(format!("a record of {other}, left out"));
        self.log.skip(format!("records of {other}"));
    }
}

/// The place of the first line end.
fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n')
}

/// Whether a line is a JSON object of its own.
fn is_record(line: &[u8]) -> bool {
    str::from_utf8(strip(line)).is_ok_and(|line| Object::parse(line).is_some())
}

/// `line` without spacing, NUL bytes and byte-order marks around it.
fn strip(mut line: &[u8]) -> &[u8] {
    let blank = |byte: u8| byte.is_ascii_whitespace() || byte == 0;
    loop {
        match line {
            [first, rest @ ..] if blank(*first) => line = rest,
            [rest @ .., last] if blank(*last) => line = rest,
            [0xef, 0xbb, 0xbf, rest @ ..] => line = rest,
            _ => return line,
        }
    }
}

/// The same of a text.
fn strip_text(text: &str) -> &str {
    // Only whole characters are taken off.
    str::from_utf8(strip(text.as_bytes())).unwrap_or(text)
}

/// Valid JSON without spacing outside its strings.
fn without_spacing(json: String) -> String {
    let (mut in_text, mut escaped) = (false, false);
    let mut bytes = json.into_bytes();
    bytes.retain(|byte| {
        if !in_text {
            in_text = *byte == b'"';
            return !b" \n\r\t".contains(byte);
        }
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_text = false,
            _ => {}
        }
        true
    });
    // Only ASCII was taken out.
    String::from_utf8(bytes).unwrap_or_default()
}

/// `text` with control characters inside its strings escaped.
fn escape_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_text, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '\0'..='\x1f' if in_text => {
                out.push_str(&format!("\\u{:04x}", c as u32));
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_goes_and_strings_stay() {
        let cases = [
            (
                "{ \"a b\" : [ 1 ,\n\t\"c \\\" d\" ] }",
                "{\"a b\":[1,\"c \\\" d\"]}",
            ),
            ("\"\\\\\" ", "\"\\\\\""),
            ("1", "1"),
            ("\"no end ", "\"no end "),
        ];
        for (json, expected) in cases {
            assert_eq!(without_spacing(json.to_owned()), expected);
        }
    }

    #[test]
    fn only_controls_inside_strings_are_escaped() {
        assert_eq!(
            escape_controls("{\t\"a\tb\\\"\u{1}\"\n}"),
            "{\t\"a\\u0009b\\\"\\u0001\"\n}"
        );
    }
}
