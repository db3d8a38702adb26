//! A session's log for a reader.

use std::fmt::Write;

use ibid_model::{
    Body, Checkout, Checkpoint, Entry, ImageSource, Message, MessageEntry, ModelCall, Origin,
    Output, Part, Role, Tokens,
};
use serde::Serialize;

use super::when;

/// Longest text that is shown whole, in lines and characters, unless all is asked for.
const LINES_MAX: usize = 30;
const CHARS_MAX: usize = 4_000;
/// What a record says stands below its heading, so far in.
const INDENT: &str = "         ";

/// How much is shown of a long text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Its first lines.
    Start,
    /// All of it.
    Full,
}

/// `entry` with a heading and, below it, what it says.
pub(super) fn entry(entry: &Entry, extent: Extent) -> String {
    let mut page = Page {
        text: String::new(),
        extent,
    };
    page.head(entry, &heading(&entry.body));
    match &entry.body {
        Body::Message(said) => page.message(&said.message),
        Body::Checkpoint(checkpoint) => page.checkpoint(checkpoint),
        Body::State(state) => page.block("", &state.text),
        Body::Note(note) => page.block("", &note.text),
        Body::Session(_)
        | Body::Output(_)
        | Body::Compaction(_)
        | Body::Checkout(_)
        | Body::Setting(_) => {}
    }
    page.text
}

fn heading(body: &Body) -> String {
    match body {
        Body::Session(head) => {
            let checkout = head.checkout.as_ref().map(place).unwrap_or_default();
            format!(
                "session {}, in {}{checkout} (format {}, ibid {})",
                head.session, head.cwd, head.format, head.version
            )
        }
        Body::Message(said) => speaker(said),
        Body::Output(output) => kept(output),
        Body::Checkpoint(checkpoint) => {
            let broke = checkpoint.broke.as_ref().map(name);
            let broke = broke.map_or_else(String::new, |why| format!(", cache broken: {why}"));
            format!(
                "checkpoint of {}: about {} tokens{broke}",
                checkpoint.policy, checkpoint.estimate
            )
        }
        Body::State(_) => "session state".to_owned(),
        Body::Compaction(compaction) => {
            let state = compaction
                .state
                .map(|seq| format!(" by the state in {seq}"));
            format!(
                "compaction: what stands before {} is replaced{}",
                compaction.first_kept,
                state.unwrap_or_default()
            )
        }
        Body::Checkout(checkout) => format!("checkout moved{}", place(checkout)),
        Body::Setting(setting) => format!("setting {} = {}", setting.key, setting.value),
        Body::Note(_) => "note".to_owned(),
    }
}

/// The name that the log uses for `value`.
fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or("?").replace('_', " ")
}

fn place(checkout: &Checkout) -> String {
    let branch = checkout.branch.as_deref().unwrap_or("no branch");
    match checkout
        .commit
        .as_deref()
        .and_then(|commit| commit.get(..12))
    {
        Some(commit) => format!(", on {branch} at {commit}"),
        None => format!(", on {branch}"),
    }
}

/// Who speaks, and from where that came where it goes without saying for no reader.
fn speaker(said: &MessageEntry) -> String {
    let message = &said.message;
    let usual = matches!(
        (message.role, message.origin),
        (Role::Assistant, Origin::Model) | (Role::Tool, Origin::Tool)
    );
    let mut text = name(&message.role);
    if !usual {
        let _ = write!(text, " ({})", name(&message.origin));
    }
    if let Some(call) = &said.call {
        let _ = write!(text, ", {}", answered(call));
    }
    text
}

fn answered(call: &ModelCall) -> String {
    let mut text = call.model.clone();
    if let Some(usage) = &call.usage {
        let (prompt, output) = (usage.prompt(), usage.output);
        let _ = write!(text, ", {prompt} tokens in");
        if usage.cache_read > Tokens(0) {
            let _ = write!(text, " ({} from the cache)", usage.cache_read);
        }
        let _ = write!(text, ", {output} out");
    }
    let _ = write!(text, ", {}", name(&call.stop));
    text
}

fn kept(output: &Output) -> String {
    let mut text = format!("output {}: {}, {}", output.id, output.bytes, output.lines);
    if let Some(exit) = output.exit {
        let _ = write!(text, ", exit {exit}");
    }
    if let Some(command) = &output.command {
        let _ = write!(text, ": {command}");
    }
    text
}

/// The text as it grows.
struct Page {
    text: String,
    extent: Extent,
}

impl Page {
    fn head(&mut self, entry: &Entry, heading: &str) {
        let heading: String = heading.chars().map(plain).collect();
        let _ = writeln!(
            self.text,
            "{:>7}  {}  {heading}",
            entry.seq.0,
            when(entry.t)
        );
    }

    fn message(&mut self, message: &Message) {
        for part in &message.parts {
            self.part(part);
        }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Text(text) => self.block("", &text.text),
            Part::ToolCall(call) => {
                let text = format!("{} {}", call.name, call.args.as_str());
                self.block("call: ", &text);
            }
            Part::ToolResult(result) => {
                if result.error {
                    self.block("", "(the tool says that it failed)");
                }
                result.content.iter().for_each(|part| self.part(part));
            }
            Part::Reasoning(reasoning) if reasoning.text.is_empty() => {
                self.block("", "(reasoning that cannot be read)");
            }
            Part::Reasoning(reasoning) => self.block("thought: ", &reasoning.text),
            Part::Image(image) => {
                let place = match &image.source {
                    ImageSource::Base64(text) => format!("{} characters of base64", text.len()),
                    ImageSource::Url(url) => url.clone(),
                    ImageSource::Kept(hash) => format!("kept under {hash}"),
                };
                self.block("", &format!("({}: {place})", image.media_type));
            }
            Part::Opaque(opaque) => {
                let text = format!("({}) {}", opaque.dialect, opaque.raw.as_str());
                self.block("", &text);
            }
        }
    }

    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        for aside in &checkpoint.set_aside {
            let (seq, tokens, reason) = (aside.seq, aside.tokens, name(&aside.reason));
            self.block("", &format!("{seq} set aside, {tokens} tokens: {reason}"));
        }
        for repair in &checkpoint.repairs {
            self.block(
                "",
                &format!("{} repaired: {}", repair.seq, name(&repair.kind)),
            );
        }
    }

    /// `text` below the heading, its start only when it is long.
    fn block(&mut self, label: &str, text: &str) {
        let all = text.lines().count();
        let (mut shown, mut left) = (0, CHARS_MAX);
        for line in text.lines() {
            let full = self.extent == Extent::Full;
            if !full && (shown == LINES_MAX || left == 0) {
                break;
            }
            let most = if full { usize::MAX } else { left };
            let label = if shown == 0 { label } else { "" };
            let start: String = line.chars().take(most).map(plain).collect();
            left -= left.min(start.chars().count() + 1);
            let cut = if start.len() < line.len() && !full {
                "…"
            } else {
                ""
            };
            let _ = writeln!(self.text, "{INDENT}{label}{start}{cut}");
            shown += 1;
        }
        match all - shown {
            0 => {}
            1 => self.text.push_str(&format!("{INDENT}… 1 more line\n")),
            more => self
                .text
                .push_str(&format!("{INDENT}… {more} more lines\n")),
        }
    }
}

/// A character that cannot act on a terminal.
fn plain(c: char) -> char {
    if c.is_control() && c != '\t' { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid_model::{Millis, Note, Seq};

    fn shown(text: &str, extent: Extent) -> String {
        let body = Body::Note(Note {
            text: text.to_owned(),
        });
        let (seq, t) = (Seq(7), Millis(1_767_323_045_000));
        entry(&Entry { seq, t, body }, extent)
    }

    #[test]
    fn long_texts_are_cut_unless_all_is_asked_for() {
        let long = "line\n".repeat(100);
        let wide = "x".repeat(5_000);
        let cases = [
            ("one", 2, "one\n"),
            (long.as_str(), LINES_MAX + 2, "… 70 more lines\n"),
            (wide.as_str(), 2, "x…\n"),
            ("", 1, "note\n"),
            ("a\u{1b}[2Jb\rc", 2, "a [2Jb c\n"),
        ];
        for (text, lines, end) in cases {
            let short = shown(text, Extent::Start);
            assert_eq!(short.lines().count(), lines, "{short}");
            assert!(short.ends_with(end), "{short}");
            assert!(
                short.starts_with("      7  2026-01-02 03:04:05  note\n"),
                "{short}"
            );
            let full = shown(text, Extent::Full);
            assert_eq!(full.lines().count(), text.lines().count() + 1);
            assert!(!full.contains('…'), "{full}");
        }
    }
}
