//! The terminal's width, told from the output. Some programs end no line: they pad every row with
//! blanks to the terminal's width and let it wrap. Where their rows end can only be seen from the
//! lengths of what they draw at once.

use super::cells;
use super::decode::Scale;
use super::escape::{Act, Parser, Perform};

/// The widths that are tried.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=300;

/// A run of cells between movements that is longer than any terminal is wide.
const WIDE: usize = 300;

/// The shortest line, in bytes, that can tell of wrapping: two runs of two rows.
pub(super) const LINE_MIN: usize = 4 * *WIDTHS.start();

/// What a line draws between two movements.
#[derive(Clone, Copy, Debug)]
struct Run {
    cells: usize,
    /// Rows that the cursor goes up directly behind it.
    up: usize,
}

impl Run {
    /// Whether it fills whole rows of `width`, and no fewer than the cursor goes up.
    fn fills(self, width: usize) -> bool {
        self.cells.is_multiple_of(width) && self.cells / width > self.up
    }
}

/// What one line draws.
#[derive(Debug, Default)]
struct Runs {
    /// Cells since the last movement.
    cells: usize,
    /// All runs that may be rows.
    all: Vec<Run>,
    /// Whether the cursor goes up at all.
    up: bool,
}

impl Runs {
    fn end(&mut self, up: usize) {
        if self.cells >= *WIDTHS.start() {
            let cells = self.cells;
            self.all.push(Run { cells, up });
        }
        self.cells = 0;
    }
}

impl Perform for Runs {
    fn perform(&mut self, act: Act<'_>, _at: u64) {
        match act {
            Act::Text(text) if text.is_ascii() => self.cells += text.len(),
            Act::Text(text) => self.cells += text.chars().map(cells::width).sum::<usize>(),
            Act::Tab => self.cells = (self.cells / 8 + 1) * 8,
            Act::Return | Act::Back => self.end(0),
            Act::Csi(csi) => match csi.function() {
                b'A' | b'F' => {
                    self.up = true;
                    self.end(csi.number(0));
                }
                b'B'..=b'H' | b'd' | b'f' => self.end(0),
                _ => {}
            },
            Act::Escape(_) => {}
        }
    }
}

/// The width of the terminal that `line` was drawn for, if the line makes sense only when it
/// wraps.
///
/// Where the cursor goes up, two runs or more tell: those wider than any terminal, and those of
/// two rows that it goes up behind. The width is the one that most of them fill. Where it never
/// goes up, nearly all runs must be whole rows, four at least and not all of one length, since a
/// line that is drawn again and again has one length without any wrapping.
pub(super) fn infer(line: &str) -> Option<usize> {
    let mut runs = Runs::default();
    let mut parser = Parser::new(0, Scale::Utf8);
    parser.feed(line, &mut runs);
    parser.end_line(&mut runs);
    runs.end(0);
    let first = runs.all.first()?.cells;
    if runs.up {
        let two_rows = 2 * *WIDTHS.start();
        runs.all
            .retain(|run| run.cells >= WIDE || run.cells >= two_rows && run.up > 0);
        widest(&runs.all, 2, 0.5)
    } else if runs.all.iter().any(|run| run.cells != first) {
        widest(&runs.all, 4, 0.9)
    } else {
        None
    }
}

/// The width that most runs fill, the widest among equals; if there are `least` runs or more and
/// more than `share` of them fill it.
fn widest(runs: &[Run], least: usize, share: f64) -> Option<usize> {
    if runs.len() < least {
        return None;
    }
    let filled = |width: usize| runs.iter().filter(|run| run.fills(width)).count();
    let best = WIDTHS.max_by_key(|&width| (filled(width), width))?;
    (filled(best) as f64 > share * runs.len() as f64).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::infer;

    fn rows(width: usize, count: usize) -> String {
        format!("{:width$}", "row").repeat(count)
    }

    #[test]
    fn the_width_is_told_from_whole_rows() {
        let frames = |width: usize, rows_: usize| {
            format!("{}\x1b[{}A\r", rows(width, rows_), rows_ - 1).repeat(4)
        };
        let cases = [
            (frames(80, 2), Some(80)),
            (frames(80, 3), Some(80)),
            (frames(211, 5), Some(211)),
            // One frame alone.
            (format!("{}\x1b[1A\r", rows(100, 2)), None),
            // Lines of any length below each other.
            (
                "a".repeat(310) + "\x1b[1A\r" + &"b".repeat(407) + "\r" + &"c".repeat(555),
                None,
            ),
            // No movement up: rows printed above a bar.
            (
                ["\r\x1b[2K", &rows(90, 3), "\r\x1b[2K", &rows(90, 1)]
                    .concat()
                    .repeat(3),
                Some(90),
            ),
            // A bar that is always as wide.
            (format!("\r{}", rows(90, 1)).repeat(9), None),
            ("\r10%\r20%".repeat(40), None),
        ];
        for (line, expected) in cases {
            assert_eq!(infer(&line), expected, "{line:?}");
        }
    }
}
