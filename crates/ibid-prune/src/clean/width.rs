//! The terminal's width, told from the output. Some programs end no line: they pad every row with
//! blanks to the terminal's width and let it wrap. Where their rows end can only be seen from the
//! lengths of what they draw at once.

use super::cells;
use super::decode::Scale;
use super::escape::{Act, Parser, Perform};

/// The shortest run of cells between movements that tells of wrapping.
const RUN_MIN: usize = 300;

/// The widths that are tried.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=300;

/// What one line draws.
#[derive(Debug, Default)]
struct Runs {
    /// Cells since the last movement.
    run: usize,
    /// Lengths of the long runs, with the number of rows that the cursor goes up behind each.
    long: Vec<(usize, usize)>,
    /// Whether the cursor goes up at all.
    up: bool,
}

impl Runs {
    fn end_run(&mut self, up: usize) {
        if self.run >= RUN_MIN {
            self.long.push((self.run, up));
        }
        self.run = 0;
    }
}

impl Perform for Runs {
    fn perform(&mut self, act: Act<'_>, _at: u64) {
        match act {
            Act::Text(text) if text.is_ascii() => self.run += text.len(),
            Act::Text(text) => self.run += text.chars().map(cells::width).sum::<usize>(),
            Act::Tab => self.run = (self.run / 8 + 1) * 8,
            Act::Return | Act::Back => self.end_run(0),
            Act::Csi(csi) => match csi.function() {
                b'A' | b'F' => {
                    self.up = true;
                    self.end_run(csi.number(0));
                }
                b'B'..=b'H' | b'd' | b'f' => self.end_run(0),
                _ => {}
            },
            Act::Escape(_) => {}
        }
    }
}

/// The width of the terminal that `line` was drawn for, if the line moves up and draws runs that
/// only make sense when they wrap: the width that divides most of these runs. Among equals, the
/// one by which the cursor goes up as many rows as were drawn, then the widest.
pub(super) fn infer(line: &str) -> Option<usize> {
    let mut runs = Runs::default();
    let mut parser = Parser::new(0, Scale::Utf8);
    parser.feed(line, &mut runs);
    parser.end_line(&mut runs);
    runs.end_run(0);
    if !runs.up || runs.long.is_empty() {
        return None;
    }
    let score = |width: usize| {
        let whole = runs.long.iter().filter(|(run, _)| run % width == 0);
        let back = |&&(run, up): &&(usize, usize)| up > 0 && run / width > up;
        (whole.clone().count(), whole.filter(back).count())
    };
    let best = WIDTHS.max_by_key(|&width| (score(width), width))?;
    (2 * score(best).0 > runs.long.len()).then_some(best)
}
