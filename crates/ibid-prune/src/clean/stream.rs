//! Finds lines in what comes in, and sends each where it belongs: most to the window as they are,
//! those that move to the screen, and those that are too long to be held to the screen piece by
//! piece.

use super::blank;
use super::decode::{self, Scale};
use super::escape::Parser;
use super::line::{self, Facts, Look};
use super::rows::{Piece, Sink};
use super::screen::{Draw, Screen};
use super::{CleanReport, LONG_LINE, width};

/// The most bytes that are looked at together.
pub(super) const BLOCK: usize = 256 * 1024;

/// The most bytes of a long line that are drawn together.
const LONG_PIECE: usize = 64 * 1024;

/// The most bytes of a line from which the terminal's width is told.
const WIDTH_MAX: usize = 1 << 20;

/// A line that is drawn while it comes in, because it is too long to be held back.
#[derive(Debug)]
struct Long {
    parser: Parser,
    /// The start of a character that is not complete yet.
    partial: Vec<u8>,
}

/// Lines of UTF-8, or of raw bytes meant as such.
#[derive(Debug)]
pub(super) struct Lines {
    screen: Screen,
    scale: Scale,
    /// Raw position behind the last line that was dealt with.
    pos: u64,
    /// The start of a line whose end has not come.
    pending: Vec<u8>,
    long: Option<Long>,
    /// Lines of a block; kept for its memory only.
    pieces: Vec<Piece>,
    pub(super) report: CleanReport,
}

impl Default for Lines {
    fn default() -> Self {
        Self::new(Scale::Utf8, 0)
    }
}

impl Lines {
    /// Lines that start at the raw position `pos`.
    pub(super) fn new(scale: Scale, pos: usize) -> Self {
        Self {
            screen: Screen::new(scale),
            scale,
            pos: pos as u64,
            pending: Vec::new(),
            long: None,
            pieces: Vec::new(),
            report: CleanReport::default(),
        }
    }

    /// Takes the next bytes.
    pub(super) fn feed(&mut self, bytes: &[u8], sink: &mut Sink<'_>) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let used = if self.long.is_some() {
                self.go_on_with_long(rest, sink)
            } else if self.pending.is_empty() {
                self.block(rest, sink)
            } else {
                self.complete_line(rest, sink)
            };
            rest = &rest[used..];
        }
    }

    /// Ends the output.
    pub(super) fn finish(mut self, sink: &mut Sink<'_>) -> CleanReport {
        if self.long.is_some() {
            self.end_long(false, sink);
        }
        let rest = std::mem::take(&mut self.pending);
        if !rest.is_empty() {
            let look = line::look(line::without_end(&rest), Facts::of(&rest));
            let stays = self.stays(&rest, look);
            self.count(look);
            if !stays || !self.screen.has_rows() || !line::text(&rest).is_empty() {
                self.line(&rest, look, stays, sink);
            }
        }
        self.screen.finish(self.report.bytes, sink);
        self.report
    }

    /// Deals with the whole lines at the start of `bytes`, which start with a line. Returns the
    /// number of bytes used.
    fn block(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> usize {
        let window = &bytes[..bytes.len().min(BLOCK)];
        let blank = blank::leading(window);
        if blank > 0 && self.screen.at_rest() {
            self.pos = self.screen.append_blank(self.pos, blank, sink);
            return blank;
        }
        // What is looked at below is dealt with: no byte is looked at again behind a run.
        let window = match blank {
            0 => blank::before_run(window),
            _ => window,
        };
        let Some(last) = memchr::memrchr(b'\n', window) else {
            return self.complete_line(bytes, sink);
        };
        let block = &window[..=last];
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        let facts = Facts::of(block);
        if line::is_plain_block(block, facts)
            && self.screen.at_rest()
            && self.screen.width().is_none()
        {
            let ends = memchr::memchr_iter(b'\n', block).map(|at| at + 1);
            pieces.extend(ends.map(|end| Piece { end, plain: true }));
            self.append(block, &pieces, sink);
        } else {
            self.mixed_block(block, facts, &mut pieces, sink);
        }
        self.pieces = pieces;
        block.len()
    }

    /// Deals with a block of whole lines, each of which must be looked at.
    fn mixed_block(
        &mut self,
        block: &[u8],
        facts: Facts,
        pieces: &mut Vec<Piece>,
        sink: &mut Sink<'_>,
    ) {
        let (mut run, mut from) = (0, 0);
        for at in memchr::memchr_iter(b'\n', block) {
            let end = at + 1;
            let bytes = &block[from..end];
            let look = line::look(line::without_end(bytes), facts);
            self.count(look);
            if self.stays(bytes, look) {
                pieces.push(Piece {
                    end: end - run,
                    plain: look.plain,
                });
            } else {
                self.append(&block[run..from], pieces, sink);
                pieces.clear();
                self.line(bytes, look, false, sink);
                run = end;
            }
            from = end;
        }
        self.append(&block[run..], pieces, sink);
    }

    /// Completes the line that has begun, or begins one. Returns the number of bytes used.
    fn complete_line(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> usize {
        let room = LONG_LINE + 1 - self.pending.len();
        let window = &bytes[..bytes.len().min(room)];
        let end = memchr::memchr(b'\n', window).map(|at| at + 1);
        let used = end.unwrap_or(window.len());
        if end.is_some() && self.pending.is_empty() {
            self.whole_line(&window[..used], sink);
            return used;
        }
        self.pending.extend_from_slice(&window[..used]);
        if end.is_some() {
            let mut pending = std::mem::take(&mut self.pending);
            self.whole_line(&pending, sink);
            pending.clear();
            self.pending = pending;
        } else if self.pending.len() > LONG_LINE {
            self.begin_long(sink);
        }
        used
    }

    fn whole_line(&mut self, bytes: &[u8], sink: &mut Sink<'_>) {
        let look = line::look(line::without_end(bytes), Facts::of(bytes));
        self.count(look);
        self.line(bytes, look, self.stays(bytes, look), sink);
    }

    /// Deals with one line, which stays in its own row or not.
    fn line(&mut self, bytes: &[u8], look: Look, stays: bool, sink: &mut Sink<'_>) {
        if stays {
            let piece = Piece {
                end: bytes.len(),
                plain: look.plain,
            };
            self.append(bytes, &[piece], sink);
            return;
        }
        let body = line::without_end(bytes);
        self.look_for_width(body);
        self.report.redraws += 1;
        let mut parser = Parser::new(self.pos, self.scale);
        let mut draw = Draw::new(&mut self.screen, sink);
        line::feed(&mut parser, body, &mut draw);
        self.pos += self.scale.raw_len_of(bytes);
        if bytes.ends_with(b"\n") {
            parser.end_line(&mut draw);
            self.screen.line_end(self.pos);
        } else {
            self.screen.settle(self.pos);
        }
    }

    /// Whether the line only appends a row of its own.
    fn stays(&self, bytes: &[u8], look: Look) -> bool {
        let body = line::without_end(bytes);
        self.screen.at_rest() && (look.plain || !line::moves(body, look)) && self.fits(body, look)
    }

    /// Whether the line fits into one row.
    fn fits(&self, body: &[u8], look: Look) -> bool {
        match self.screen.width() {
            Some(width) => body.len() <= width,
            None => look.plain || !line::may_wrap(body) || width_of(body).is_none(),
        }
    }

    fn append(&mut self, block: &[u8], pieces: &[Piece], sink: &mut Sink<'_>) {
        if !pieces.is_empty() {
            self.pos = self.screen.append(self.pos, block, pieces, sink);
        }
    }

    fn look_for_width(&mut self, body: &[u8]) {
        if self.screen.width().is_none() {
            self.screen.set_width(width_of(body));
        }
    }

    fn count(&mut self, look: Look) {
        self.report.nul += look.nul;
        self.report.odd += look.odd;
    }

    /// The line that has begun is too long to be held.
    fn begin_long(&mut self, sink: &mut Sink<'_>) {
        let pending = std::mem::take(&mut self.pending);
        self.look_for_width(&pending);
        self.long = Some(Long {
            parser: Parser::new(self.pos, self.scale),
            partial: Vec::new(),
        });
        for piece in pending.chunks(LONG_PIECE) {
            self.draw_long(piece, sink);
        }
    }

    /// Goes on with a long line. Returns the number of bytes used.
    fn go_on_with_long(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> usize {
        let window = &bytes[..bytes.len().min(LONG_PIECE)];
        match memchr::memchr(b'\n', window) {
            None => {
                self.draw_long(window, sink);
                window.len()
            }
            Some(end) => {
                self.draw_long(&window[..end], sink);
                self.end_long(true, sink);
                end + 1
            }
        }
    }

    fn draw_long(&mut self, piece: &[u8], sink: &mut Sink<'_>) {
        let Some(long) = &mut self.long else { return };
        let joined;
        let bytes = if long.partial.is_empty() {
            piece
        } else {
            joined = [&long.partial, piece].concat();
            &joined
        };
        let (whole, partial) = bytes.split_at(decode::complete(bytes));
        let mut draw = Draw::new(&mut self.screen, sink);
        line::feed(&mut long.parser, whole, &mut draw);
        let look = line::count(whole, Facts::of(whole));
        long.partial = partial.to_vec();
        self.count(look);
    }

    /// Ends a long line, at a line end or at the end of the output.
    fn end_long(&mut self, line_end: bool, sink: &mut Sink<'_>) {
        let Some(mut long) = self.long.take() else {
            return;
        };
        let mut draw = Draw::new(&mut self.screen, sink);
        line::feed(&mut long.parser, &long.partial, &mut draw);
        self.pos = long.parser.pos();
        if line_end {
            long.parser.end_line(&mut draw);
            self.pos += self.scale.raw_len("\n");
            self.screen.line_end(self.pos);
        } else {
            self.screen.settle(self.pos);
        }
        self.count(line::count(&long.partial, Facts::of(&long.partial)));
    }
}

/// The terminal's width, if the start of the line tells it.
fn width_of(body: &[u8]) -> Option<usize> {
    if body.len() < width::LINE_MIN {
        return None;
    }
    let start = &body[..body.len().min(WIDTH_MAX)];
    width::infer(&String::from_utf8_lossy(start))
}
