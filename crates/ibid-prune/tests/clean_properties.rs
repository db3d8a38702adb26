//! What holds for the cleaner whatever the bytes are.

use ibid_prune::ByteSpan;
use ibid_prune::clean::{CleanLine, Cleaner, Encoding, LONG_END, LONG_LINE, clean_line};
use proptest::prelude::*;

/// A cleaned line that can be kept.
#[derive(Debug, PartialEq)]
struct Kept {
    text: String,
    raw: ByteSpan,
    local: bool,
    cut: Option<(usize, u64)>,
}

fn feed<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> (Vec<Kept>, Encoding) {
    let mut cleaner = Cleaner::new();
    let mut kept = Vec::new();
    let mut keep = |line: CleanLine<'_>| {
        kept.push(Kept {
            text: line.text.to_owned(),
            raw: line.raw,
            local: line.local,
            cut: line.cut.map(|cut| (cut.at, cut.bytes)),
        });
    };
    for chunk in chunks {
        cleaner.feed(chunk, &mut keep);
    }
    let encoding = cleaner.encoding();
    cleaner.finish(&mut keep);
    (kept, encoding)
}

fn whole(raw: &[u8]) -> (Vec<Kept>, Encoding) {
    feed(std::iter::once(raw))
}

/// Pieces of which outputs are made: text, line ends, and all that moves or erases.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let fixed = prop::sample::select(vec![
        "\n",
        "\r\n",
        "\r",
        "\r\r\n",
        "\t",
        "\u{8}",
        "\u{7}",
        "\0",
        "\u{1b}",
        "\u{9b}",
        "\u{9d}",
        "\u{feff}",
        "漢",
        "e\u{301}",
        "🧩",
        "\u{200d}",
        "é",
        "\u{85}",
        "\u{1b}7",
        "\u{1b}8",
        "\u{1b}M",
        "\u{1b}D",
        "\u{1b}E",
        "\u{1b}c",
        "\u{1b}(B",
        "\u{1b}]0;title\u{7}",
        "\u{1b}]8;;u\u{1b}\\",
        "\u{1b}P1$r",
        "\u{1b}\\",
        "\u{1b}[?1049h",
        "\u{1b}[?1049l",
        "\u{1b}[0;3r",
        "\u{1b}[r",
        "\u{1b}[m",
        "\u{1b}[",
        "\u{1b}]",
    ])
    .prop_map(|text| text.as_bytes().to_vec());
    let csi = (
        prop::sample::select(b"ABCDEFGHJKLMPXdfsu@`".to_vec()),
        prop::option::of(0_u32..30),
        prop::option::of(0_u32..400),
    )
        .prop_map(|(last, first, second)| {
            let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
            let second = second.map_or(String::new(), |n| format!(";{n}"));
            format!("\u{1b}[{}{second}{}", number(first), char::from(last)).into_bytes()
        });
    prop_oneof![
        4 => "[a-z ]{1,12}".prop_map(String::into_bytes),
        4 => fixed,
        4 => csi,
        1 => prop::collection::vec(any::<u8>(), 1..6),
        1 => (300_usize..700).prop_map(|n| vec![b'='; n]),
    ]
}

fn output() -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(vec![&b""[..], b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"]);
    let pieces = prop::collection::vec(piece(), 0..60);
    (prop_oneof![9 => Just(&b""[..]), 1 => start], pieces)
        .prop_map(|(start, pieces)| [start, &pieces.concat()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn chunks_do_not_matter(raw in output(), sizes in prop::collection::vec(1_usize..40, 1..8)) {
        let mut rest = raw.as_slice();
        let mut chunks = Vec::new();
        for &size in sizes.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (chunk, more) = rest.split_at(size.min(rest.len()));
            chunks.push(chunk);
            rest = more;
        }
        prop_assert_eq!(feed(chunks.into_iter()), whole(&raw));
    }

    #[test]
    fn spans_cover_the_input_and_local_lines_are_their_bytes(raw in output()) {
        let (lines, encoding) = whole(&raw);
        let mut end = 0;
        for line in &lines {
            prop_assert_eq!(line.raw.start, end);
            prop_assert!(line.raw.end >= end);
            end = line.raw.end;
            if line.local {
                prop_assert_eq!(&line.text, &clean_line(&raw[line.raw.range()], encoding));
            }
        }
        prop_assert_eq!(end, raw.len() as u64);
    }

    #[test]
    fn text_holds_no_control_character(raw in output()) {
        for line in whole(&raw).0 {
            let control = |c: char| c.is_control() && c != '\t' || c == '\u{feff}';
            prop_assert!(!line.text.contains(control), "{:?}", line.text);
        }
    }

    #[test]
    fn cleaned_text_is_clean(raw in output()) {
        let text: String = whole(&raw).0.iter().map(|line| format!("{}\n", line.text)).collect();
        let again: String =
            whole(text.as_bytes()).0.iter().map(|line| format!("{}\n", line.text)).collect();
        prop_assert_eq!(text, again);
    }

    #[test]
    fn lines_that_only_append_are_kept(lines in prop::collection::vec("[ -~é漢\t]{0,30}", 1..900)) {
        let raw = lines.join("\n") + "\n";
        let (cleaned, _) = whole(raw.as_bytes());
        prop_assert!(cleaned.iter().all(|line| line.local));
        let texts: Vec<String> = cleaned.into_iter().map(|line| line.text).collect();
        prop_assert_eq!(texts, lines);
    }
}

/// Pieces that fill the window of rows that can still be redrawn, and move about in it.
fn large_piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        (1_usize..400).prop_map(|n| b"row\n".repeat(n)),
        (1_usize..400).prop_map(|n| b"\x1b[32mrow\x1b[0m\r\n".repeat(n)),
        (90_000_usize..150_000).prop_map(|n| [&b"w".repeat(n)[..], b"\n"].concat()),
        (1_usize..300).prop_map(|n| format!("\x1b[{n}Aover\x1b[K").into_bytes()),
        (1_usize..300).prop_map(|n| format!("\x1b[{n}Bunder\n").into_bytes()),
        (1_usize..90).prop_map(|n| format!("\x1b[{n};5Hplaced").into_bytes()),
        Just(b"\x1b[2J".to_vec()),
        Just(b"\r".to_vec()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_window_does_not_depend_on_chunks(
        pieces in prop::collection::vec(large_piece(), 1..16),
        size in 1000_usize..300_000,
    ) {
        let raw = pieces.concat();
        let (lines, encoding) = whole(&raw);
        prop_assert_eq!(&feed(raw.chunks(size)).0, &lines);
        prop_assert_eq!(&feed(raw.chunks(997)).0, &lines);
        for line in lines.iter().filter(|line| line.local) {
            prop_assert_eq!(&line.text, &clean_line(&raw[line.raw.range()], encoding));
        }
    }
}

/// A long line is shown by its ends, whatever the chunks, with the gap counted.
#[test]
fn a_long_line_is_shown_by_its_ends() {
    let long = "0123456789é".repeat(LONG_LINE / 10);
    for raw in [
        format!("a\n{long}\nb\n"),
        format!("a\n\x1b[1m{long}\x1b[0m\r\nb\n"),
    ] {
        let (lines, _) = whole(raw.as_bytes());
        assert_eq!(lines.len(), 3);
        let Kept { text, cut, .. } = &lines[1];
        let (at, missing) = cut.expect("a gap");
        assert_eq!(text.len() as u64 + missing, long.len() as u64);
        assert_eq!(text[..at], long[..at]);
        assert!(long.ends_with(&text[at..]));
        assert!(at > LONG_END - 4 && text.len() - at > LONG_END - 4);
        assert!(text.len() <= 2 * LONG_END);
        assert_eq!(
            *text,
            clean_line(&raw.as_bytes()[lines[1].raw.range()], Encoding::Utf8)
        );
        for size in [1000, 65_536, 1_000_003] {
            assert_eq!(feed(raw.as_bytes().chunks(size)).0, lines);
        }
    }
}

/// The ends of a long line are cut between characters, wherever those fall.
#[test]
fn long_lines_are_cut_between_characters() {
    for unit in ["→", "🧩", "e\u{301}", "─"] {
        for before in 0..4 {
            let line = "a".repeat(before) + &unit.repeat(LONG_LINE / unit.len() + 1) + "bb";
            let (lines, _) = whole(line.as_bytes());
            let Kept { text, cut, .. } = &lines[0];
            let (at, missing) = cut.expect("a gap");
            assert!(line.starts_with(&text[..at]) && line.ends_with(&text[at..]));
            assert!(text.len() > 2 * LONG_END - 8 && text.len() <= 2 * LONG_END);
            assert_eq!(text.len() as u64 + missing, line.len() as u64);
        }
    }
}

/// What a few bytes make grows no text out of proportion, and every output ends.
#[test]
fn hostile_outputs_stay_small() {
    let hostile = [
        "\x1b[999999999C",
        "\x1b[300Cx\n",
        "\x1b[120;1Hx\x1b[2J",
        "\x1b[L",
        "\x1b[M",
        "\x1b[99B",
        "\x1b[9A\x1b[9B",
        "\x1b[",
        "\x1b]",
        "\x1b]0;",
        "\x1bP",
        "\x1b",
        "\x1b[1;",
        "x\x1b[1@",
        "x\x1b[D\x1b[P",
        "e\u{301}\u{301}\r",
        "\x1b[16000Gx\x1b[1K",
        "\t\r",
        "\t",
        "\x1b[?1049hx\n\x1b[?1049l",
        "\x1b7\x1b8",
        "\u{8}",
        "\r",
        "\x1b[J\n",
        "\x1b[1J\n",
        "\x1b[60;1Hx\x1b[1J",
        "a\n\x1b[A",
        "漢\u{8}",
        "\x1bM",
    ];
    for unit in hostile {
        let raw = unit.repeat(60_000 / unit.len());
        let (lines, _) = feed(raw.as_bytes().chunks(4096));
        let text: usize = lines.iter().map(|line| line.text.len() + 1).sum();
        assert!(
            text <= 80 * raw.len(),
            "{unit:?}: {text} bytes of {}",
            raw.len()
        );
        assert_eq!(
            lines.last().map(|line| line.raw.end),
            Some(raw.len() as u64)
        );
    }
}
