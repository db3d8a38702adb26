//! The cleaner on any bytes: chunks do not matter, spans cover the input, text holds no control
//! character, and cleaned text is clean.

#![no_main]

use ibid_prune::ByteSpan;
use ibid_prune::clean::{CleanLine, Cleaner, Encoding, clean_line};
use libfuzzer_sys::fuzz_target;

fn feed<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> (Vec<(String, ByteSpan, bool)>, Encoding) {
    let mut cleaner = Cleaner::new();
    let mut lines = Vec::new();
    let mut keep = |line: CleanLine<'_>| lines.push((line.text.to_owned(), line.raw, line.local));
    for chunk in chunks {
        cleaner.feed(chunk, &mut keep);
    }
    let encoding = cleaner.encoding();
    cleaner.finish(&mut keep);
    (lines, encoding)
}

fn joined(lines: &[(String, ByteSpan, bool)]) -> String {
    lines.iter().map(|(text, ..)| format!("{text}\n")).collect()
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, raw) = input;
    let (lines, encoding) = feed(std::iter::once(raw));
    let chunks = raw.chunks(usize::from(size).max(1));
    assert_eq!(feed(chunks).0, lines, "chunks of {size}");
    let mut end = 0;
    for (text, span, local) in &lines {
        assert_eq!(span.start, end);
        assert!(span.end >= end);
        end = span.end;
        assert!(!text.contains(|c: char| c.is_control() && c != '\t' || c == '\u{feff}'));
        if *local {
            assert_eq!(*text, clean_line(&raw[span.range()], encoding));
        }
    }
    assert_eq!(end, raw.len() as u64);
    let text = joined(&lines);
    assert!(
        text.len() <= 128 * raw.len() + 1024,
        "text grows out of proportion"
    );
    assert_eq!(joined(&feed(std::iter::once(text.as_bytes())).0), text);
});
