//! One line while it is drawn: text as long as it is only appended to, cells from the first
//! movement on.

use super::Cut;
use super::cells::{CELLS_MAX, Cells};
use super::escape::Csi;
use super::long::LongText;

/// How far right a movement may go beyond the text when the terminal's width is not known. Wider
/// terminals are rare; a movement to "the right edge" asks for far more.
const EDGE: usize = 300;

/// A line being drawn.
#[derive(Debug)]
pub(super) enum Row {
    /// Only appended to so far.
    Text {
        /// The text.
        text: LongText,
        /// Whether the cursor has returned to the start, and nothing was written since.
        home: bool,
    },
    /// Drawn over.
    Cells(Cells),
}

impl Default for Row {
    fn default() -> Self {
        Row::Text {
            text: LongText::default(),
            home: false,
        }
    }
}

/// How wide a row may get.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The terminal's width, when known: movements stop there.
    pub(super) width: Option<usize>,
    /// The most cells a row may have.
    pub(super) limit: usize,
}

impl Bounds {
    /// The bounds of a line of its own.
    pub(super) const LINE: Bounds = Bounds {
        width: None,
        limit: CELLS_MAX,
    };

    /// The last column that a movement reaches in a row of `len` cells.
    fn edge(&self, len: usize) -> usize {
        self.width.map_or(EDGE.max(len), |width| width - 1)
    }
}

impl Row {
    /// A row of no text, in the memory of `memory`.
    pub(super) fn with_memory(memory: String) -> Self {
        Row::Text {
            text: LongText::with_memory(memory),
            home: false,
        }
    }

    /// A row of no cells.
    pub(super) fn of_cells() -> Self {
        Row::Cells(Cells::default())
    }

    /// The row as cells. `col` becomes the cursor's, if the row did not have cells before.
    pub(super) fn cells(&mut self, col: &mut usize) -> &mut Cells {
        if let Row::Text { text, home } = self {
            let cells = Cells::from(&*text);
            *col = if *home { 0 } else { cells.len() };
            *self = Row::Cells(cells);
        }
        match self {
            Row::Cells(cells) => cells,
            Row::Text { .. } => unreachable!("made cells above"),
        }
    }

    /// Bytes or cells that it takes.
    pub(super) fn size(&self) -> usize {
        match self {
            Row::Text { text, .. } => text.head().len(),
            Row::Cells(cells) => cells.len(),
        }
    }

    /// Whether nothing can be seen of it.
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Row::Text { text, .. } => text.is_empty(),
            Row::Cells(cells) => cells.is_blank(),
        }
    }

    /// Writes `text`, which holds no control character, at the cursor.
    pub(super) fn write(&mut self, col: &mut usize, text: &str, bounds: Bounds) {
        match self {
            Row::Text { text: line, home } if !*home => line.push(text),
            _ => self.cells(col).write(col, text, bounds.limit),
        }
    }

    /// A tab at the cursor.
    pub(super) fn tab(&mut self, col: &mut usize, bounds: Bounds) {
        match self {
            Row::Text { text, home } if !*home => text.push("\t"),
            _ => self.cells(col).tab(col, bounds.limit),
        }
    }

    /// Carriage return.
    pub(super) fn carriage_return(&mut self, col: &mut usize) {
        *col = 0;
        if let Row::Text { text, home } = self {
            *home = !text.is_empty();
        }
    }

    /// Erases all; the cursor stays.
    pub(super) fn clear(&mut self, col: &mut usize) {
        match self {
            Row::Text { text, home } if *home || text.is_empty() => {
                text.clear();
                *home = false;
            }
            _ => self.cells(col).clear(),
        }
    }

    /// Erases from the cursor to the end.
    pub(super) fn erase_end(&mut self, col: &mut usize) {
        match self {
            Row::Text { home: false, .. } => {}
            Row::Text { .. } => self.clear(col),
            Row::Cells(cells) => cells.erase_end(*col),
        }
    }

    /// Does what `csi` does within a row. False when it is no such function.
    pub(super) fn control(&mut self, col: &mut usize, csi: &Csi, bounds: Bounds) -> bool {
        let count = csi.number(0);
        match csi.function() {
            b'K' => match csi.selector(0) {
                0 => self.erase_end(col),
                1 => self.cells(col).erase_start(*col),
                _ => self.clear(col),
            },
            b'G' | b'`' if count == 1 => self.carriage_return(col),
            b'G' | b'`' => self.move_to(col, count - 1, bounds),
            b'C' | b'a' => {
                let from = self.column(col);
                self.move_to(col, from.saturating_add(count), bounds);
            }
            b'D' => {
                let from = self.column(col);
                let from = bounds.width.map_or(from, |width| from.min(width - 1));
                *col = from.saturating_sub(count);
            }
            b'X' => self.cells(col).erase(*col, count),
            b'P' => self.cells(col).delete(*col, count),
            b'@' => {
                let cells = self.cells(col);
                cells.insert(*col, count, bounds.limit);
            }
            _ => return false,
        }
        true
    }

    /// Backspace.
    pub(super) fn back(&mut self, col: &mut usize, bounds: Bounds) {
        let from = self.column(col);
        let from = bounds.width.map_or(from, |width| from.min(width - 1));
        *col = from.saturating_sub(1);
    }

    /// The cursor's column, in cells.
    pub(super) fn column(&mut self, col: &mut usize) -> usize {
        self.cells(col);
        *col
    }

    /// Moves the cursor to column `target`, as far as there is one.
    pub(super) fn move_to(&mut self, col: &mut usize, target: usize, bounds: Bounds) {
        let len = self.cells(col).len();
        *col = target.min(bounds.edge(len));
    }

    /// The text, and where bytes of it are missing.
    pub(super) fn into_text(self) -> (String, Option<Cut>) {
        match self {
            Row::Text { text, .. } => text.into_text(),
            Row::Cells(cells) => cells.into_text(),
        }
    }
}
