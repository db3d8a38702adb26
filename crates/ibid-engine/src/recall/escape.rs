//! Showing raw bytes on a terminal without letting them act on it.

use std::io::{self, Write};

/// Writes control bytes as `\x1b` and the like; line ends, tabs and text pass as they are.
#[derive(Debug)]
pub struct Escape<W> {
    out: W,
    /// A first byte of U+0080 to U+009F, whose second has not come.
    lead: bool,
}

impl<W: Write> Escape<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, lead: false }
    }

    fn put(&mut self, byte: u8, text: &mut Vec<u8>) {
        if std::mem::take(&mut self.lead) {
            // U+0080 to U+009F are controls in two bytes; C2 with anything else is text.
            match byte {
                0x80..=0x9f => {
                    text.extend_from_slice(format!("\\u{{{byte:x}}}").as_bytes());
                    return;
                }
                _ => text.push(0xc2),
            }
        }
        match byte {
            0xc2 => self.lead = true,
            b'\n' | b'\t' => text.push(byte),
            0..0x20 | 0x7f => text.extend_from_slice(format!("\\x{byte:02x}").as_bytes()),
            _ => text.push(byte),
        }
    }
}

impl<W: Write> Write for Escape<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = Vec::with_capacity(bytes.len() + 16);
        for byte in bytes {
            self.put(*byte, &mut text);
        }
        self.out.write_all(&text)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.lead) {
            self.out.write_all(&[0xc2])?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_on_a_terminal_passes() {
        let cases: &[(&[u8], &[u8])] = &[
            (b"plain\ttext\n", b"plain\ttext\n"),
            (b"\x1b[2Jgone\x07\r\n", b"\\x1b[2Jgone\\x07\\x0d\n"),
            (
                "caf\u{e9} \u{7f16} \u{a0}".as_bytes(),
                "caf\u{e9} \u{7f16} \u{a0}".as_bytes(),
            ),
            ("a\u{9b}31m".as_bytes(), b"a\\u{9b}31m"),
            (b"\x7f\0", b"\\x7f\\x00"),
            (b"end \xc2", b"end \xc2"),
        ];
        for (bytes, expected) in cases {
            for step in [1, 64] {
                let mut out = Vec::new();
                let mut escape = Escape::new(&mut out);
                bytes
                    .chunks(step)
                    .for_each(|chunk| escape.write_all(chunk).expect("written"));
                escape.flush().expect("flushed");
                assert_eq!(out, *expected, "{bytes:?} in {step}");
            }
        }
    }
}
