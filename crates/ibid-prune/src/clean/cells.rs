//! A row of terminal cells, for lines that are drawn over.

use unicode_width::UnicodeWidthChar;

use super::Cut;
use super::long::LongText;

/// The most cells of a row.
pub(super) const CELLS_MAX: usize = 1 << 20;

/// The most cells that an insertion, a deletion or an erasure within a row may move or blank. No
/// terminal is wider; a longer one is not done, which keeps any number of them linear.
const EDIT_MAX: usize = 1024;

/// The most characters with combining marks in one row; further marks are left out.
const CLUSTERS_MAX: usize = 4096;

/// The most bytes of one character with its combining marks.
const CLUSTER_BYTES: usize = 64;

/// One cell: a character, the rest of a wide character or tab, or an index into the clusters.
type Cell = u32;

const BLANK: Cell = ' ' as Cell;
const TAB: Cell = '\t' as Cell;
/// Covered by the wide character or tab to the left.
const COVERED: Cell = Cell::MAX;
/// Added to an index into the clusters.
const CLUSTER: Cell = 0x8000_0000;

/// Cells that are written, overwritten, erased and moved.
#[derive(Debug, Default)]
pub(super) struct Cells {
    cells: Vec<Cell>,
    /// Characters with combining marks.
    clusters: Vec<String>,
    /// Bytes of text beyond the last cell there may be.
    dropped: u64,
}

impl Cells {
    /// Number of cells.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether all cells are blank.
    pub(super) fn is_blank(&self) -> bool {
        self.cells.iter().all(|&cell| cell == BLANK)
    }

    /// Whether the row is full to `width`, so that its text goes on in the next row. Two blanks at
    /// the end are padding, which ends a line.
    pub(super) fn goes_on(&self, width: usize) -> bool {
        self.cells.len() >= width && !matches!(self.cells[..], [.., BLANK, BLANK])
    }

    /// Writes `text`, which holds no control character, from cell `col` on, and moves `col` behind
    /// it. There are never more than `limit` cells.
    pub(super) fn write(&mut self, col: &mut usize, text: &str, limit: usize) {
        if text.is_ascii() {
            let room = limit.saturating_sub(*col).min(text.len());
            self.open(*col, room);
            for (cell, &byte) in self.cells[*col..*col + room]
                .iter_mut()
                .zip(text.as_bytes())
            {
                *cell = Cell::from(byte);
            }
            *col += room;
            self.dropped += (text.len() - room) as u64;
            return;
        }
        for c in text.chars() {
            match width(c) {
                0 => self.combine(*col, c),
                wide if *col + wide > limit => self.dropped += c.len_utf8() as u64,
                wide => {
                    self.open(*col, wide);
                    self.cells[*col] = Cell::from(c);
                    self.cells[*col + 1..*col + wide].fill(COVERED);
                    *col += wide;
                }
            }
        }
    }

    /// A tab: over cells it only moves; behind the last it is text.
    pub(super) fn tab(&mut self, col: &mut usize, limit: usize) {
        let next = (*col / 8 + 1) * 8;
        if *col >= self.cells.len() && next <= limit {
            self.open(*col, next - *col);
            self.cells[*col] = TAB;
            self.cells[*col + 1..next].fill(COVERED);
        }
        *col = next.min(limit);
    }

    /// Erases from `col` to the end.
    pub(super) fn erase_end(&mut self, col: usize) {
        if col < self.cells.len() {
            self.split(col);
            self.cells.truncate(col);
        }
        if col == 0 {
            self.clear();
        }
    }

    /// Erases from the start to `col`, that one included.
    pub(super) fn erase_start(&mut self, col: usize) {
        if col + 1 >= self.cells.len() {
            self.clear();
        } else {
            self.erase(0, col + 1);
        }
    }

    /// Erases `count` cells from `col` on.
    pub(super) fn erase(&mut self, col: usize, count: usize) {
        let end = col.saturating_add(count);
        if end >= self.cells.len() {
            self.erase_end(col);
        } else if count <= EDIT_MAX {
            self.split(col);
            self.split(end);
            self.cells[col..end].fill(BLANK);
        }
    }

    /// Deletes `count` cells from `col` on; what stands to the right moves left.
    pub(super) fn delete(&mut self, col: usize, count: usize) {
        let end = col.saturating_add(count);
        if end >= self.cells.len() {
            self.erase_end(col);
        } else if self.cells.len() - col <= EDIT_MAX {
            self.split(col);
            self.split(end);
            self.cells.drain(col..end);
        }
    }

    /// Inserts `count` blanks at `col`; what stands there moves right.
    pub(super) fn insert(&mut self, col: usize, count: usize, limit: usize) {
        let right = self.cells.len().saturating_sub(col);
        if right == 0 || right + count > EDIT_MAX {
            return;
        }
        self.split(col);
        self.cells
            .splice(col..col, std::iter::repeat_n(BLANK, count));
        if self.cells.len() > limit {
            self.split(limit);
            self.cells.truncate(limit);
        }
    }

    /// Erases all.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.clusters.clear();
        self.dropped = 0;
    }

    /// The text, without blanks at its end, and where bytes are missing.
    pub(super) fn into_text(self) -> (String, Option<Cut>) {
        let mut out = String::with_capacity(self.cells.len());
        for &cell in &self.cells {
            if cell == COVERED {
                continue;
            }
            match char::from_u32(cell) {
                Some(c) => out.push(c),
                None => out.push_str(&self.clusters[(cell - CLUSTER) as usize]),
            }
        }
        let cut = (self.dropped > 0).then_some(Cut {
            at: out.len(),
            bytes: self.dropped,
        });
        if cut.is_none() {
            out.truncate(out.trim_end_matches(' ').len());
        }
        (out, cut)
    }

    /// Makes `count` cells from `col` on free to be written.
    fn open(&mut self, col: usize, count: usize) {
        self.split(col);
        self.split(col + count);
        if self.cells.len() < col + count {
            self.cells.resize(col + count, BLANK);
        }
    }

    /// Makes sure that no wide character or tab stands on both sides of the edge left of `col`.
    fn split(&mut self, col: usize) {
        if self.cells.get(col) != Some(&COVERED) {
            return;
        }
        let start = self.cells[..col]
            .iter()
            .rposition(|&cell| cell != COVERED)
            .unwrap_or(0);
        let more = self.cells[col..]
            .iter()
            .take_while(|&&cell| cell == COVERED)
            .count();
        self.cells[start..col + more].fill(BLANK);
    }

    /// Adds a combining mark to the character left of `col`.
    fn combine(&mut self, col: usize, mark: char) {
        let Some(at) = self.cells[..col.min(self.cells.len())]
            .iter()
            .rposition(|&cell| cell != COVERED)
        else {
            return;
        };
        let cell = self.cells[at];
        if let Some(base) = char::from_u32(cell) {
            if self.clusters.len() < CLUSTERS_MAX && cell != TAB {
                self.cells[at] = CLUSTER + self.clusters.len() as Cell;
                self.clusters.push([base, mark].iter().collect());
            }
        } else {
            let cluster = &mut self.clusters[(cell - CLUSTER) as usize];
            if cluster.len() < CLUSTER_BYTES {
                cluster.push(mark);
            }
        }
    }
}

impl From<&LongText> for Cells {
    /// The cells of a line that was only appended to.
    fn from(text: &LongText) -> Self {
        let mut cells = Cells {
            dropped: text.beyond(),
            ..Cells::default()
        };
        let mut col = 0;
        for piece in text.head().split_inclusive('\t') {
            let run = piece.strip_suffix('\t');
            cells.write(&mut col, run.unwrap_or(piece), CELLS_MAX);
            if run.is_some() {
                cells.tab(&mut col, CELLS_MAX);
            }
        }
        cells
    }
}

/// Cells that `c` takes: 0 for a combining mark, 2 for a wide character.
pub(super) fn width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// The start of `text` that fits into `room` cells: its length in bytes and in cells.
pub(super) fn fitting(text: &str, room: usize) -> (usize, usize) {
    if text.is_ascii() {
        let fits = text.len().min(room);
        return (fits, fits);
    }
    let mut cells = 0;
    for (at, c) in text.char_indices() {
        let wide = width(c);
        if cells + wide > room {
            return (at, cells);
        }
        cells += wide;
    }
    (text.len(), cells)
}
