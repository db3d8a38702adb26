//! The rows that can still be redrawn: a bounded window at the end of the output. A row is raw
//! bytes until something is drawn over it; rows that leave the window are final.

use std::collections::VecDeque;

use super::blank::{BlankRun, Cleaned};
use super::cells::CELLS_MAX;
use super::decode::Scale;
use super::line;
use super::row::{Bounds, Row};
use super::{CleanLine, Cut, TOGETHER};
use crate::ByteSpan;

/// The most rows that can still be redrawn. No program goes up further than its terminal is high.
pub(super) const WINDOW_ROWS: usize = 256;

/// The most that the rows in the window may take, in bytes of untouched ones and cells of others;
/// a single row may take more.
pub(super) const WINDOW_BYTES: usize = 256 * 1024;

/// The most cells of a row that is not the last one.
const UPPER_CELLS_MAX: usize = 16 * 1024;

/// The most text of wrapped rows that becomes one line, in bytes.
const WRAPPED_MAX: usize = 1 << 20;

/// What a row consists of.
#[derive(Debug)]
enum Body {
    /// Bytes of [`Rows::held`], from an absolute offset: a whole line that nothing touched.
    Held {
        /// Offset.
        at: u64,
        /// Length, the line end included.
        len: usize,
        /// Whether they are text that needs no cleaning.
        plain: bool,
    },
    /// Drawn.
    Drawn(Row),
}

#[derive(Debug)]
struct Slot {
    /// Raw position of its first byte. It ends where the next row starts.
    start: u64,
    body: Body,
    /// Whether cleaning its raw bytes gives its text.
    local: bool,
    /// Bytes or cells that it takes, as far as they count for the window.
    weight: usize,
    /// Whether the terminal wrapped it, and the next row is the rest of the line.
    wrapped: bool,
}

/// One line of a piece of output that is handed over at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// End in the piece, behind the line end.
    pub(super) end: usize,
    /// Whether the line is text that needs no cleaning.
    pub(super) plain: bool,
}

/// Where final lines go.
pub(super) type Sink<'s> = dyn FnMut(Cleaned<'_>) + 's;

/// The window of rows.
#[derive(Debug, Default)]
pub(super) struct Rows {
    slots: VecDeque<Slot>,
    /// Number of rows that have left the window.
    gone: u64,
    /// Raw bytes of the rows that nothing touched, with some that have left.
    held: Vec<u8>,
    /// Absolute offset of the first byte of `held`.
    held_from: u64,
    /// Sum of the rows' weights.
    weight: usize,
    /// Text of wrapped rows whose rest has not come.
    carried: String,
    carried_from: Option<u64>,
    /// Memory for the text of a line.
    spare: String,
    /// Where a row that does not exist yet would start.
    mark: u64,
}

impl Rows {
    /// Number of rows in the window.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Number of rows before the window.
    pub(super) fn gone(&self) -> u64 {
        self.gone
    }

    /// Where a row that does not exist yet would start.
    pub(super) fn mark(&self) -> u64 {
        self.mark
    }

    /// Appends lines that nothing has touched: the pieces of `block`, whose first byte stands at
    /// the raw position `pos`. Returns the position behind the block.
    pub(super) fn append(
        &mut self,
        pos: u64,
        block: &[u8],
        pieces: &[Piece],
        scale: Scale,
        sink: &mut Sink<'_>,
    ) -> u64 {
        self.weigh_last();
        let first_kept = first_kept(block.len(), pieces);
        let mut pos = pos;
        let mut from = 0;
        if first_kept > 0 {
            self.hand_over(sink);
            let pieces = &pieces[..first_kept];
            pos = self.pass_on(pos, block, pieces, scale, sink);
            from = pieces[first_kept - 1].end;
        }
        let mut at = self.held_from + self.held.len() as u64;
        self.held.extend_from_slice(&block[from..]);
        for piece in &pieces[first_kept..] {
            let len = piece.end - from;
            self.slots.push_back(Slot {
                start: self.mark,
                body: Body::Held {
                    at,
                    len,
                    plain: piece.plain,
                },
                local: true,
                weight: len,
                wrapped: false,
            });
            pos += scale.raw_len_of(&block[from..piece.end]);
            self.mark = pos;
            self.weight += len;
            at += len as u64;
            from = piece.end;
        }
        self.evict(sink);
        pos
    }

    /// Hands over the pieces of `block`, which never were in the window.
    fn pass_on(
        &mut self,
        pos: u64,
        block: &[u8],
        pieces: &[Piece],
        scale: Scale,
        sink: &mut Sink<'_>,
    ) -> u64 {
        let (mut pos, mut from) = (pos, 0);
        let whole = std::str::from_utf8(block).ok();
        let mut together: Vec<CleanLine<'_>> = Vec::with_capacity(TOGETHER);
        for piece in pieces {
            let line = &block[from..piece.end];
            pos += scale.raw_len_of(line);
            let raw = ByteSpan::new(self.mark, pos);
            let end = from + line::without_end(line).len();
            let text = whole.filter(|_| piece.plain);
            if let Some(text) = text.and_then(|text| text.get(from..end)) {
                together.push(CleanLine {
                    text,
                    raw,
                    local: true,
                    cut: None,
                });
            }
            let is_together = together.last().is_some_and(|last| last.raw == raw);
            if together.len() == TOGETHER || !is_together && !together.is_empty() {
                sink(Cleaned::Lines(&together));
                together.clear();
            }
            if !is_together {
                hand_line(line, piece.plain, raw, true, &mut self.spare, sink);
            }
            self.mark = pos;
            from = piece.end;
        }
        if !together.is_empty() {
            sink(Cleaned::Lines(&together));
        }
        self.gone += pieces.len() as u64;
        pos
    }

    /// Appends `lines` empty lines, of which those that leave the window are handed over as one.
    pub(super) fn append_blank(
        &mut self,
        pos: u64,
        lines: usize,
        scale: Scale,
        sink: &mut Sink<'_>,
    ) -> u64 {
        let mut pos = pos;
        let final_lines = lines.saturating_sub(WINDOW_ROWS);
        if final_lines > 0 {
            self.weigh_last();
            self.hand_over(sink);
            let lines = final_lines as u64;
            pos += lines * scale.raw_len("\n");
            let raw = ByteSpan::new(self.mark, pos);
            sink(Cleaned::Blank(BlankRun { raw, lines }));
            self.mark = pos;
            self.gone += lines;
        }
        let kept = lines - final_lines;
        let pieces: [Piece; WINDOW_ROWS] = std::array::from_fn(|at| Piece {
            end: at + 1,
            plain: true,
        });
        let block = &[b'\n'; WINDOW_ROWS][..kept];
        self.append(pos, block, &pieces[..kept], scale, sink)
    }

    /// Appends a row to be drawn, which starts at the raw position `start`.
    pub(super) fn append_drawn(&mut self, start: u64, cells: bool, sink: &mut Sink<'_>) {
        self.weigh_last();
        let row = if cells {
            Row::of_cells()
        } else {
            Row::default()
        };
        self.slots.push_back(Slot {
            start,
            body: Body::Drawn(row),
            local: false,
            weight: 0,
            wrapped: false,
        });
        self.mark = start;
        self.evict(sink);
    }

    /// Says that all raw bytes up to `pos` belong to the rows there are.
    pub(super) fn set_mark(&mut self, pos: u64) {
        self.mark = pos;
    }

    /// The row at `index`, to be drawn, with the bounds that it has.
    pub(super) fn draw(&mut self, index: usize, width: Option<usize>) -> (&mut Row, Bounds) {
        let last = index + 1 == self.slots.len();
        let bounds = Bounds {
            width,
            limit: if last { CELLS_MAX } else { UPPER_CELLS_MAX },
        };
        if let Body::Held { at, len, .. } = self.slots[index].body {
            let from = (at - self.held_from) as usize;
            let mut row = line::draw(&self.held[from..from + len], String::new());
            row.cells(&mut 0);
            self.slots[index].body = Body::Drawn(row);
        }
        let slot = &mut self.slots[index];
        slot.local = false;
        slot.wrapped = false;
        match &mut slot.body {
            Body::Drawn(row) => (row, bounds),
            Body::Held { .. } => unreachable!("drawn above"),
        }
    }

    /// The row at `index`, if it was drawn before.
    pub(super) fn drawn_mut(&mut self, index: usize) -> Option<&mut Row> {
        match &mut self.slots.get_mut(index)?.body {
            Body::Drawn(row) => Some(row),
            Body::Held { .. } => None,
        }
    }

    /// Says that the line goes on in the row below `index`.
    pub(super) fn set_wrapped(&mut self, index: usize) {
        self.slots[index].wrapped = true;
    }

    /// Whether the row at `index` shows nothing and was drawn.
    pub(super) fn is_blank(&self, index: usize) -> bool {
        matches!(&self.slots[index].body, Body::Drawn(row) if row.is_blank())
    }

    /// Drops the rows from `index` on; their raw bytes become the row's before them.
    pub(super) fn truncate(&mut self, index: usize) {
        while self.slots.len() > index {
            let Some(slot) = self.slots.pop_back() else {
                return;
            };
            self.mark = slot.start;
            self.weight -= slot.weight;
            if let Some(last) = self.slots.back_mut() {
                last.wrapped = false;
                last.local = false;
            }
        }
    }

    /// The raw bytes up to `pos` belong to the last row.
    pub(super) fn extend_last(&mut self, pos: u64) {
        if self.mark == pos {
            return;
        }
        if let Some(last) = self.slots.back_mut() {
            last.local = false;
            self.mark = pos;
        }
    }

    /// Swaps what two rows show.
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.draw(one, None);
        self.draw(other, None);
        let empty = || Body::Drawn(Row::default());
        let body = std::mem::replace(&mut self.slots[one].body, empty());
        let body = std::mem::replace(&mut self.slots[other].body, body);
        self.slots[one].body = body;
    }

    /// Hands over all rows.
    pub(super) fn hand_over(&mut self, sink: &mut Sink<'_>) {
        while !self.slots.is_empty() {
            self.hand_first(sink);
        }
        self.compact();
    }

    fn evict(&mut self, sink: &mut Sink<'_>) {
        while self.slots.len() > WINDOW_ROWS || (self.weight > WINDOW_BYTES && self.slots.len() > 1)
        {
            self.hand_first(sink);
        }
        self.compact();
    }

    fn hand_first(&mut self, sink: &mut Sink<'_>) {
        let Some(slot) = self.slots.pop_front() else {
            return;
        };
        self.gone += 1;
        let end = self.slots.front().map_or(self.mark, |next| next.start);
        let raw = ByteSpan::new(slot.start, end);
        if matches!(slot.body, Body::Held { .. }) {
            self.hand_carried(slot.start, None, sink);
        }
        let goes_on = slot.wrapped && !self.slots.is_empty() && self.carried.len() < WRAPPED_MAX;
        self.weight -= slot.weight;
        match slot.body {
            Body::Held { at, len, plain } => {
                let from = (at - self.held_from) as usize;
                let line = &self.held[from..from + len];
                hand_line(line, plain, raw, slot.local, &mut self.spare, sink);
            }
            Body::Drawn(row) => {
                self.carried_from.get_or_insert(slot.start);
                let (text, cut) = row.into_text();
                let cut = cut.map(|cut| Cut {
                    at: cut.at + self.carried.len(),
                    ..cut
                });
                self.carried.push_str(&text);
                if !goes_on {
                    self.hand_carried(end, cut, sink);
                }
            }
        }
    }

    /// Hands over the drawn line that ends at the raw position `end`.
    fn hand_carried(&mut self, end: u64, cut: Option<Cut>, sink: &mut Sink<'_>) {
        if let Some(from) = self.carried_from.take() {
            hand_text(&self.carried, ByteSpan::new(from, end), false, cut, sink);
            self.carried.clear();
        }
    }

    /// Counts what the last row takes, before another one follows it.
    fn weigh_last(&mut self) {
        if let Some(last) = self.slots.back_mut()
            && let Body::Drawn(row) = &last.body
        {
            let weight = last.weight.max(row.size());
            self.weight += weight - last.weight;
            last.weight = weight;
        }
    }

    /// Lets go of bytes that no row uses, when they are the larger part.
    fn compact(&mut self) {
        if self.weight == 0 {
            self.held_from += self.held.len() as u64;
            self.held.clear();
        } else if self.held.len() > 2 * self.weight + WINDOW_BYTES {
            let first = self.slots.iter().find_map(|slot| match slot.body {
                Body::Held { at, .. } => Some(at),
                Body::Drawn(_) => None,
            });
            if let Some(first) = first {
                self.held.drain(..(first - self.held_from) as usize);
                self.held_from = first;
            }
        }
    }
}

/// Of the lines to append, the first that stays in the window when no earlier row does.
fn first_kept(len: usize, pieces: &[Piece]) -> usize {
    let by_rows = pieces.len().saturating_sub(WINDOW_ROWS);
    let by_bytes = match len.checked_sub(WINDOW_BYTES) {
        None | Some(0) => 0,
        Some(over) => pieces.partition_point(|piece| piece.end < over) + 1,
    };
    let last = pieces.len().saturating_sub(1);
    by_rows.max(by_bytes).min(last)
}

fn hand_line(
    bytes: &[u8],
    plain: bool,
    raw: ByteSpan,
    local: bool,
    memory: &mut String,
    sink: &mut Sink<'_>,
) {
    if plain && let Ok(text) = std::str::from_utf8(line::without_end(bytes)) {
        hand_text(text, raw, local, None, sink);
    } else {
        let row = line::draw(bytes, std::mem::take(memory));
        let (text, cut) = row.into_text();
        hand_text(&text, raw, local, cut, sink);
        *memory = text;
    }
}

fn hand_text(text: &str, raw: ByteSpan, local: bool, cut: Option<Cut>, sink: &mut Sink<'_>) {
    sink(Cleaned::Line(CleanLine {
        text,
        raw,
        local,
        cut,
    }));
}
