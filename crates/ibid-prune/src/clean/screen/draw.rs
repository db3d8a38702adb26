//! What acts do on a screen.

use super::Screen;
use crate::clean::cells;
use crate::clean::escape::{Act, Csi, Perform};
use crate::clean::rows::Sink;

/// Draws on a screen; rows that become final go to the sink.
pub(in crate::clean) struct Draw<'a, 's> {
    screen: &'a mut Screen,
    sink: &'a mut Sink<'s>,
}

impl<'a, 's> Draw<'a, 's> {
    /// Draws from the cursor on; its row exists from now on.
    pub(in crate::clean) fn new(screen: &'a mut Screen, sink: &'a mut Sink<'s>) -> Self {
        if screen.at_rest() {
            let start = screen.rows.mark();
            screen.append_row(start, sink);
        }
        Self { screen, sink }
    }

    fn write(&mut self, text: &str, at: u64) {
        let Some(width) = self.screen.width else {
            let (row, col, bounds) = self.screen.pen();
            row.write(col, text, bounds);
            return;
        };
        let (mut rest, mut at) = (text, at);
        while !rest.is_empty() {
            let (row, col, bounds) = self.screen.pen();
            let room = width.saturating_sub(row.column(col));
            let (fits, _) = cells::fitting(rest, room);
            row.write(col, &rest[..fits], bounds);
            at += self.screen.scale.raw_len(&rest[..fits]);
            rest = &rest[fits..];
            if !rest.is_empty() {
                self.wrap(width, at);
            }
        }
    }

    /// Goes to the start of the next row in the middle of a text.
    fn wrap(&mut self, width: usize, at: u64) {
        let screen = &mut *self.screen;
        let row = screen.row;
        let (drawn, col, _) = screen.pen();
        let goes_on = drawn.cells(col).goes_on(width);
        if row == screen.last() {
            screen.append_row(at, self.sink);
        } else {
            screen.arrive(row + 1);
        }
        if goes_on && screen.row > 0 {
            screen.rows.set_wrapped(screen.row - 1);
        }
        screen.col = 0;
    }

    fn csi(&mut self, csi: &Csi, at: u64) {
        let Draw { screen, sink } = self;
        let count = csi.number(0);
        match csi.function() {
            b'A' => screen.up(count),
            b'B' | b'e' => screen.down(count, at, sink),
            b'E' => {
                screen.down(count, at, sink);
                screen.col = 0;
            }
            b'F' => {
                screen.up(count);
                screen.col = 0;
            }
            b'H' | b'f' => screen.go_to(count, Some(csi.number(1) - 1), at, sink),
            b'd' => screen.go_to(count, None, at, sink),
            b'J' => screen.erase_display(csi.selector(0), at, sink),
            b'L' => screen.shift(true, count, at, sink),
            b'M' => screen.shift(false, count, at, sink),
            b'r' => screen.region = Some(csi.selector(1)).filter(|&last| last > 1),
            b's' => screen.save(),
            b'u' => screen.restore(),
            _ if is_alternate_screen(csi) => {
                screen.end_page(at, sink);
                if csi.last == b'h' {
                    screen.begin_page(at, sink);
                }
            }
            _ => {
                let (row, col, bounds) = screen.pen();
                row.control(col, csi, bounds);
            }
        }
    }

    fn escape(&mut self, byte: u8, at: u64) {
        let Draw { screen, sink } = self;
        match byte {
            b'7' => screen.save(),
            b'8' => screen.restore(),
            b'D' => screen.down(1, at, sink),
            b'E' => {
                screen.down(1, at, sink);
                screen.col = 0;
            }
            b'M' => screen.up(1),
            b'c' => screen.erase_page(at, sink),
            _ => {}
        }
    }
}

impl Perform for Draw<'_, '_> {
    fn perform(&mut self, act: Act<'_>, at: u64) {
        if self.screen.in_status {
            match act {
                Act::Csi(csi) if leaves_status(&csi) => self.csi(&csi, at),
                Act::Escape(byte @ (b'8' | b'c')) => {
                    self.screen.in_status = false;
                    self.escape(byte, at);
                }
                _ => {}
            }
            return;
        }
        match act {
            Act::Text(text) => self.write(text, at),
            Act::Csi(csi) => self.csi(&csi, at),
            Act::Escape(byte) => self.escape(byte, at),
            Act::Tab => {
                let (row, col, bounds) = self.screen.pen();
                row.tab(col, bounds);
            }
            Act::Return => {
                self.screen.col = 0;
                if let Some(row) = self.screen.rows.drawn_mut(self.screen.row) {
                    row.carriage_return(&mut self.screen.col);
                }
            }
            Act::Back => {
                self.screen.leave();
                self.screen.col = self.screen.col.saturating_sub(1);
            }
        }
    }
}

/// Final bytes of the control sequences that may reach beyond a row; `h` and `l` do for the
/// alternate screen.
pub(in crate::clean) const MOVING: &[u8] = b"ABEFHJLMdefrsuhl";

/// The escapes that reach beyond a row.
pub(in crate::clean) const MOVING_ESCAPES: &[u8] = b"78DEMc";

/// Whether `act` reaches beyond the row that the cursor is in.
pub(in crate::clean) fn leaves_row(act: &Act<'_>) -> bool {
    match act {
        Act::Csi(csi) => {
            let function = csi.function();
            MOVING.contains(&function) && !matches!(function, b'h' | b'l')
                || is_alternate_screen(csi)
        }
        Act::Escape(byte) => MOVING_ESCAPES.contains(byte),
        _ => false,
    }
}

fn is_alternate_screen(csi: &Csi) -> bool {
    csi.private == b'?'
        && matches!(csi.last, b'h' | b'l')
        && matches!(csi.selector(0), 47 | 1047 | 1049)
}

fn leaves_status(csi: &Csi) -> bool {
    matches!(csi.function(), b'H' | b'f' | b'd' | b'r' | b'u') || is_alternate_screen(csi)
}
