//! A terminal of unknown height: rows in a window at the end of the output, and a cursor that
//! moves among them.
//!
//! What a terminal does with rows that have scrolled away, nobody sees; here they are final. The
//! first absolute movement, the erasure of the display and the alternate screen begin a page below
//! everything that was written before, so that nothing is lost; within a page, absolute movements
//! and erasures redraw, so that the last state of a full-screen program stays.

mod draw;

pub(super) use draw::{Draw, MOVING, MOVING_ESCAPES, leaves_row};

use super::decode::Scale;
use super::row::{Bounds, Row};
use super::rows::{Piece, Rows, Sink};

/// The fewest rows a terminal has.
const HEIGHT_MIN: usize = 24;

/// The highest row that an absolute movement reaches. Higher ones mean "the last row".
const HEIGHT_MAX: usize = 120;

/// A movement down by this many rows means "the last row".
const FAR: usize = 100;

/// The most rows that an inserted or deleted line moves.
const SHIFT_MAX: usize = 64;

/// Rows, and where the next character goes.
#[derive(Debug)]
pub(super) struct Screen {
    rows: Rows,
    /// The cursor's row in the window; one past the last is a row that does not exist yet.
    row: usize,
    /// The cursor's column, where its row has cells; the width when the next character wraps.
    col: usize,
    scale: Scale,
    width: Option<usize>,
    height: usize,
    /// Number of the page's first row, counted from the first row of the output.
    page: Option<u64>,
    saved: Option<(u64, usize)>,
    /// Last row of the scrolling region, from 1, when the rows below it are a status area.
    region: Option<usize>,
    /// Whether the cursor is in the status area, of which nothing is kept.
    in_status: bool,
    /// Number of the row that was appended for the cursor and on which nothing was drawn yet.
    fresh: Option<u64>,
}

impl Screen {
    /// An empty screen.
    pub(super) fn new(scale: Scale) -> Self {
        Self {
            rows: Rows::default(),
            row: 0,
            col: 0,
            scale,
            width: None,
            height: HEIGHT_MIN,
            page: None,
            saved: None,
            region: None,
            in_status: false,
            fresh: None,
        }
    }

    /// Whether the cursor is at the start of a row below all others: lines that only append need
    /// not be drawn.
    pub(super) fn at_rest(&self) -> bool {
        self.row == self.rows.len() && !self.in_status
    }

    /// The terminal's width, once it is known.
    pub(super) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Sets the terminal's width; at least 2.
    pub(super) fn set_width(&mut self, width: Option<usize>) {
        self.width = width.map(|width| width.max(2));
    }

    /// Appends lines at rest; see [`Rows::append`].
    pub(super) fn append(
        &mut self,
        pos: u64,
        block: &[u8],
        pieces: &[Piece],
        sink: &mut Sink<'_>,
    ) -> u64 {
        let pos = self.rows.append(pos, block, pieces, self.scale, sink);
        self.row = self.rows.len();
        self.col = 0;
        pos
    }

    /// Appends empty lines at rest; see [`Rows::append_blank`].
    pub(super) fn append_blank(&mut self, pos: u64, lines: usize, sink: &mut Sink<'_>) -> u64 {
        let pos = self.rows.append_blank(pos, lines, self.scale, sink);
        self.row = self.rows.len();
        self.col = 0;
        pos
    }

    /// Whether there is a row.
    pub(super) fn has_rows(&self) -> bool {
        self.rows.len() > 0
    }

    /// Goes to the start of the next row, as a line end does, whose bytes end at `pos`.
    pub(super) fn line_end(&mut self, pos: u64) {
        self.col = 0;
        if self.in_status {
            self.in_status = false;
            self.row = self.rows.len();
        } else {
            self.arrive(self.row + 1);
        }
        self.settle(pos);
    }

    /// Gives the raw bytes up to `pos` to the rows there are. A last row on which nothing was
    /// drawn need not exist yet.
    pub(super) fn settle(&mut self, pos: u64) {
        let last = self.row + 1 == self.rows.len() && self.fresh == Some(self.number(self.row));
        if last && self.col == 0 && !self.in_status {
            self.rows.truncate(self.row);
            self.rows.extend_last(pos);
        } else {
            self.rows.set_mark(pos);
        }
    }

    /// Ends the output at `pos`: drawn rows at its end that show nothing are no lines, but an
    /// output that shows nothing at all is one empty line.
    pub(super) fn finish(&mut self, pos: u64, sink: &mut Sink<'_>) {
        self.trim();
        if self.rows.len() == 0 && self.rows.mark() < pos {
            self.append_row(0, sink);
        }
        self.rows.extend_last(pos);
        self.rows.set_mark(pos);
        self.rows.hand_over(sink);
    }

    /// Drops drawn rows at the end that show nothing, but for the first row.
    fn trim(&mut self) {
        let mut keep = self.rows.len();
        while keep > 1 && self.rows.is_blank(keep - 1) {
            keep -= 1;
        }
        self.rows.truncate(keep);
    }

    /// The row's number, counted from the first row of the output.
    fn number(&self, index: usize) -> u64 {
        self.rows.gone() + index as u64
    }

    /// The index of row `number`; that of the first row when it has left the window.
    fn index(&self, number: u64) -> usize {
        number.saturating_sub(self.rows.gone()) as usize
    }

    /// Index of the page's first row.
    fn page_top(&self) -> usize {
        self.page.map_or(0, |number| self.index(number))
    }

    /// Index of the row at the top of the screen, as far as it can be known.
    fn screen_top(&self) -> usize {
        let scrolled = self.rows.len().saturating_sub(self.height);
        self.page_top().max(scrolled)
    }

    fn last(&self) -> usize {
        self.rows.len() - 1
    }

    fn append_row(&mut self, pos: u64, sink: &mut Sink<'_>) {
        let start = if self.rows.len() == 0 {
            self.rows.mark()
        } else {
            pos
        };
        self.rows.append_drawn(start, self.width.is_some(), sink);
        self.row = self.last();
        self.col = 0;
        self.fresh = Some(self.number(self.row));
    }

    /// The cursor's row, to be drawn on.
    fn pen(&mut self) -> (&mut Row, &mut usize, Bounds) {
        if self.fresh == Some(self.number(self.row)) {
            self.fresh = None;
        }
        let (row, bounds) = self.rows.draw(self.row, self.width);
        (row, &mut self.col, bounds)
    }

    /// Leaves a row: what it holds as text becomes cells, so that the cursor's column counts.
    fn leave(&mut self) {
        if let Some(row) = self.rows.drawn_mut(self.row) {
            row.column(&mut self.col);
        }
        if let Some(width) = self.width {
            self.col = self.col.min(width - 1);
        }
    }

    /// Arrives at row `index`, in the column where the cursor is.
    fn arrive(&mut self, index: usize) {
        self.row = index;
        if let Some(row) = self.rows.drawn_mut(index) {
            row.cells(&mut 0);
        }
    }

    fn up(&mut self, count: usize) {
        self.leave();
        let ceiling = self.page_top().min(self.row);
        self.arrive(self.row.saturating_sub(count).max(ceiling));
    }

    /// Down. Below the last row there is one more at most, as a program that has reserved rows
    /// knows them; on a page, there are as many as the screen has.
    fn down(&mut self, count: usize, pos: u64, sink: &mut Sink<'_>) {
        self.leave();
        let col = self.col;
        let mut target = self.number(self.row + count);
        if count >= FAR {
            target = target.min(self.number(self.last()));
        } else if self.page.is_none() {
            target = target.min(self.number(self.rows.len()));
        } else {
            let bottom = self.number(self.screen_top() + self.height - 1);
            target = target.min(bottom.max(self.number(self.last())));
        }
        self.append_rows(target, pos, sink);
        self.arrive(self.index(target));
        self.col = col;
    }

    /// Appends rows up to row `number`.
    fn append_rows(&mut self, number: u64, pos: u64, sink: &mut Sink<'_>) {
        while self.number(self.last()) < number {
            self.append_row(pos, sink);
        }
    }

    /// Begins a page, if there is none, below what was written so far.
    fn begin_page(&mut self, pos: u64, sink: &mut Sink<'_>) {
        if self.page.is_some() {
            return;
        }
        if self.rows.is_blank(self.last()) {
            self.arrive(self.last());
        } else {
            self.append_row(pos, sink);
        }
        self.col = 0;
        self.page = Some(self.number(self.row));
    }

    /// Ends the page: what it shows stays, and what follows goes below it.
    fn end_page(&mut self, pos: u64, sink: &mut Sink<'_>) {
        self.page = None;
        self.region = None;
        self.in_status = false;
        self.trim();
        self.append_row(pos, sink);
    }

    fn go_to(&mut self, row: usize, col: Option<usize>, pos: u64, sink: &mut Sink<'_>) {
        if self.region.is_some_and(|last| row > last) {
            self.in_status = true;
            return;
        }
        self.in_status = false;
        self.leave();
        let col = col.unwrap_or(self.col);
        self.begin_page(pos, sink);
        if row <= HEIGHT_MAX {
            self.height = self.height.max(row);
            let target = self.number(self.screen_top() + row - 1);
            self.append_rows(target, pos, sink);
            self.arrive(self.index(target));
        } else {
            self.arrive(self.last());
        }
        let (row, at, bounds) = self.pen();
        row.move_to(at, col, bounds);
    }

    fn erase_display(&mut self, how: usize, pos: u64, sink: &mut Sink<'_>) {
        let (row, col, _) = self.pen();
        match how {
            0 => {
                row.erase_end(col);
                self.rows.truncate(self.row + 1);
            }
            1 => {
                row.cells(col).erase_start(*col);
                let from = self.page.map_or(self.row, |_| self.screen_top());
                for index in from..self.row {
                    self.rows.draw(index, self.width).0.clear(&mut 0);
                }
            }
            2 => self.erase_page(pos, sink),
            _ => {}
        }
    }

    /// Erases what the screen shows, and goes to its first row.
    fn erase_page(&mut self, pos: u64, sink: &mut Sink<'_>) {
        if self.page.is_none() {
            self.begin_page(pos, sink);
        } else {
            self.rows.truncate(self.screen_top());
            self.append_row(pos, sink);
        }
    }

    /// Inserts blank rows above the cursor's, or deletes rows from the cursor's on.
    fn shift(&mut self, insert: bool, count: usize, pos: u64, sink: &mut Sink<'_>) {
        self.leave();
        let (row, col) = (self.number(self.row), self.col);
        let count = count.min(SHIFT_MAX);
        if self.rows.len() - self.row > SHIFT_MAX {
            return;
        }
        if insert {
            for _ in 0..count {
                self.append_row(pos, sink);
            }
        }
        let (from, end) = (self.index(row), self.rows.len());
        let blank = if insert {
            for index in (from + count..end).rev() {
                self.rows.swap(index, index - count);
            }
            from..(from + count).min(end)
        } else {
            for index in from..end.saturating_sub(count) {
                self.rows.swap(index, index + count);
            }
            end.saturating_sub(count).max(from)..end
        };
        for index in blank {
            self.rows.draw(index, self.width).0.clear(&mut 0);
        }
        self.fresh = None;
        self.arrive(from);
        self.col = col;
    }

    fn save(&mut self) {
        self.leave();
        self.saved = Some((self.number(self.row), self.col));
    }

    fn restore(&mut self) {
        self.in_status = false;
        if let Some((number, col)) = self.saved {
            self.leave();
            self.arrive(self.index(number).min(self.last()));
            self.col = col;
        }
    }
}
