//! A history as plain text, shortened until it fits: what notes are asked for from when the
//! conversation itself does not fit or fails.
//!
//! It is shortened one exchange at a time, oldest first, and every exchange reaches a level before
//! any reaches the next. So a history that is slightly too long loses detail from its oldest
//! exchanges alone, and a huge one keeps every request of the user it can before anything is left
//! out. Each exchange is rendered once a level; fitting is arithmetic.
//!
//! Every line of content is indented, so that nothing in it can look like a heading.

use std::ops::Range;
use std::sync::Arc;

use ibid_model::{Image, Message, Part, Role, TokenCounter};

/// Characters that a cut text has at most.
pub const CUT: usize = 2_000;

/// Shares of the free room that are aimed at after one "too long" after another.
pub const TARGETS: [f64; 4] = [0.85, 0.70, 0.50, 0.35];

/// How much of an exchange is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// All of it.
    Whole,
    /// Tool outputs cut to their start and end.
    OutputsCut,
    /// Tool outputs left out, tool inputs cut.
    InputsCut,
    /// Only what the user said, cut.
    UserOnly,
    /// Nothing.
    Omitted,
}

/// The levels that shorten, in order.
const SHORTER: [Level; 4] = [
    Level::OutputsCut,
    Level::InputsCut,
    Level::UserOnly,
    Level::Omitted,
];

/// A history as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The text.
    pub text: String,
    /// Its tokens, by the counter it was fitted with.
    pub tokens: u64,
    /// Exchanges that are not in it, though there was something to show of them.
    pub omitted: usize,
    /// The level of every exchange.
    pub levels: Vec<Level>,
    /// Whether it fits. Without: nothing could be made shorter.
    pub fits: bool,
}

/// The exchanges of a history: from a message of the user up to the next one. What stands before
/// the first is an exchange of its own.
pub fn exchanges(messages: &[Arc<Message>]) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = (0..messages.len())
        .filter(|&at| messages[at].origin.begins_exchange())
        .collect();
    if starts.first().is_none_or(|first| *first > 0) && !messages.is_empty() {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([messages.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

/// The transcript of `messages` in at most `limit` tokens, behind `front`, which stays whole.
pub fn fit(
    messages: &[Arc<Message>],
    front: &str,
    limit: u64,
    counter: &dyn TokenCounter,
) -> Transcript {
    let mut fitting = Fitting {
        exchanges: exchanges(messages)
            .into_iter()
            .map(|range| Exchange::new(&messages[range]))
            .collect(),
        counter,
        tokens: counter.text(front).0,
        omitted: 0,
    };
    fitting.run(limit);
    fitting.finish(front, limit)
}

/// One exchange, at one level.
struct Exchange<'a> {
    messages: &'a [Arc<Message>],
    level: Level,
    text: String,
    tokens: u64,
    /// Whether there is anything to show of it at all.
    shows: bool,
}

impl<'a> Exchange<'a> {
    fn new(messages: &'a [Arc<Message>]) -> Self {
        Self {
            messages,
            level: Level::Whole,
            text: String::new(),
            tokens: 0,
            shows: false,
        }
    }

    fn is_omitted(&self) -> bool {
        self.shows && self.text.is_empty()
    }
}

struct Fitting<'a> {
    exchanges: Vec<Exchange<'a>>,
    counter: &'a dyn TokenCounter,
    tokens: u64,
    omitted: usize,
}

impl Fitting<'_> {
    fn run(&mut self, limit: u64) {
        for at in 0..self.exchanges.len() {
            self.render(at, Level::Whole);
            self.exchanges[at].shows = !self.exchanges[at].text.is_empty();
        }
        let newest = self.exchanges.len().saturating_sub(1);
        for level in SHORTER {
            for at in 0..self.exchanges.len() {
                if self.tokens + self.note_tokens() <= limit {
                    return;
                }
                if !(at == newest && level == Level::Omitted) {
                    self.render(at, level);
                }
            }
        }
    }

    /// Renders an exchange at a level, and corrects the sums.
    fn render(&mut self, at: usize, level: Level) {
        let exchange = &mut self.exchanges[at];
        let was_omitted = exchange.is_omitted();
        let text = match level {
            Level::Omitted => String::new(),
            level => render(exchange.messages, level),
        };
        // The newest exchange is never left out: it keeps what it last showed.
        let newest = at + 1 == self.exchanges.len();
        let exchange = &mut self.exchanges[at];
        if newest && text.is_empty() && exchange.shows {
            return;
        }
        self.tokens -= exchange.tokens;
        exchange.level = level;
        exchange.tokens = self.counter.text(&text).0;
        exchange.text = text;
        self.tokens += exchange.tokens;
        self.omitted += usize::from(exchange.is_omitted());
        self.omitted -= usize::from(was_omitted);
    }

    fn note(&self) -> String {
        match self.omitted {
            0 => String::new(),
            1 => "[1 older exchange omitted]\n".to_owned(),
            count => format!("[{count} older exchanges omitted]\n"),
        }
    }

    fn note_tokens(&self) -> u64 {
        match self.omitted {
            0 => 0,
            _ => self.counter.text(&self.note()).0,
        }
    }

    fn finish(self, front: &str, limit: u64) -> Transcript {
        let mut text = front.to_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += &self.note();
        for exchange in &self.exchanges {
            text += &exchange.text;
        }
        let tokens = self.tokens + self.note_tokens();
        Transcript {
            text,
            tokens,
            omitted: self.omitted,
            levels: self
                .exchanges
                .iter()
                .map(|exchange| exchange.level)
                .collect(),
            fits: tokens <= limit,
        }
    }
}

/// An exchange as text. Only placeholders of pictures are nothing to show.
fn render(messages: &[Arc<Message>], level: Level) -> String {
    let mut text = String::new();
    let mut words = false;
    for message in messages {
        for part in &message.parts {
            words |= render_part(message.role, part, level, &mut text);
        }
    }
    if words { text } else { String::new() }
}

/// Appends a part; whether it is more than a placeholder.
fn render_part(role: Role, part: &Part, level: Level, out: &mut String) -> bool {
    let user = matches!(role, Role::User);
    if level == Level::UserOnly && !user {
        return false;
    }
    match part {
        Part::Text(text) => {
            let name = match role {
                Role::User => "User",
                Role::Assistant => "Assistant",
                Role::System => "System",
                Role::Tool => "Tool",
            };
            let shown = match level {
                Level::UserOnly => cut(&text.text, CUT),
                _ => text.text.clone(),
            };
            block(out, name, &shown)
        }
        Part::ToolCall(call) => {
            let shown = match level {
                Level::InputsCut => cut(call.args.as_str(), CUT),
                _ => call.args.as_str().to_owned(),
            };
            block(out, &format!("Call of {}", one_line(&call.name)), &shown)
        }
        Part::ToolResult(result) => {
            if level >= Level::InputsCut {
                return false;
            }
            let texts: Vec<&str> = result.texts().collect();
            let joined = texts.join("\n");
            let shown = match level {
                Level::OutputsCut => cut(&joined, CUT),
                _ => joined,
            };
            let pictures = result.content.iter().filter_map(|part| match part {
                Part::Image(image) => Some(image),
                _ => None,
            });
            pictures.for_each(|image| placeholder(image, out));
            block(
                out,
                if result.error {
                    "Failed result"
                } else {
                    "Result"
                },
                &shown,
            )
        }
        Part::Image(image) => {
            placeholder(image, out);
            false
        }
        Part::Reasoning(_) | Part::Opaque(_) => false,
    }
}

/// Appends a heading and the indented lines of `text`; whether there was any.
fn block(out: &mut String, name: &str, text: &str) -> bool {
    if text.trim().is_empty() {
        return false;
    }
    out.push_str(name);
    out.push_str(":\n");
    for line in text.lines() {
        out.push_str("  ");
        out.push_str(line);
        out.push('\n');
    }
    true
}

fn placeholder(image: &Image, out: &mut String) {
    let size = match (image.width, image.height) {
        (Some(width), Some(height)) => format!(" {width}\u{d7}{height}"),
        _ => String::new(),
    };
    out.push_str(&format!("[image{size}]\n"));
}

fn one_line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(80).collect()
}

/// The start and the end of `text`, in at most `max` characters, what is missing named between
/// them.
pub fn cut(text: &str, max: usize) -> String {
    let chars = text.chars().count();
    if chars <= max {
        return text.to_owned();
    }
    const MARK: usize = 48;
    let keep = max.saturating_sub(MARK);
    let (head, tail) = (keep - keep / 2, keep / 2);
    let head_end = text
        .char_indices()
        .nth(head)
        .map_or(text.len(), |(at, _)| at);
    let tail_start = match tail {
        0 => text.len(),
        n => text.char_indices().nth_back(n - 1).map_or(0, |(at, _)| at),
    };
    format!(
        "{}\n[{} characters left out]\n{}",
        &text[..head_end],
        chars - head - tail,
        &text[tail_start..]
    )
}
