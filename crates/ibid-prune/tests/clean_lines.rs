//! What the cleaner makes of small outputs: escapes, redraws, encodings.

use ibid_prune::clean::{Cleaner, clean_line};

/// The cleaned lines of `raw`. On the way: every chunk size gives the same lines, spans cover the
/// input, and a local line is what its raw bytes give.
fn clean(raw: &[u8]) -> Vec<String> {
    let lines = feed(raw, raw.len().max(1));
    for size in [1, 2, 3, 7] {
        assert_eq!(lines, feed(raw, size), "chunks of {size} of {raw:?}");
    }
    lines
}

fn feed(raw: &[u8], size: usize) -> Vec<String> {
    let mut cleaner = Cleaner::new();
    let mut lines = Vec::new();
    let mut end = 0;
    for chunk in raw.chunks(size) {
        cleaner.feed(chunk, &mut |line| {
            lines.push((line.text.to_owned(), line.raw, line.local));
        });
    }
    let encoding = cleaner.encoding();
    cleaner.finish(&mut |line| lines.push((line.text.to_owned(), line.raw, line.local)));
    for (text, span, local) in &lines {
        assert_eq!(span.start, end, "spans of {raw:?}");
        end = span.end;
        if *local {
            assert_eq!(*text, clean_line(&raw[span.range()], encoding));
        }
    }
    assert_eq!(end, raw.len() as u64, "spans cover {raw:?}");
    lines.into_iter().map(|(text, ..)| text).collect()
}

#[track_caller]
fn check(raw: &str, expected: &[&str]) {
    check_bytes(raw.as_bytes(), expected);
}

#[track_caller]
fn check_bytes(raw: &[u8], expected: &[&str]) {
    assert_eq!(clean(raw), expected, "{:?}", String::from_utf8_lossy(raw));
}

#[test]
fn lines_end_at_line_feeds() {
    check("", &[]);
    check("\n", &[""]);
    check("one", &["one"]);
    check("one\ntwo\n", &["one", "two"]);
    check("one\r\ntwo\r\n", &["one", "two"]);
    check("one\r\r\ntwo\r", &["one", "two"]);
    check("\n\n\n", &["", "", ""]);
    check("tab\tstays \n", &["tab\tstays "]);
}

#[test]
fn escapes_go() {
    check("\x1b[1;31merror\x1b[0m: x\n", &["error: x"]);
    check("\x1b[38:2:1:2:3mx\x1b[m\n", &["x"]);
    check(
        "\x1b]8;;http://a/b\x1b\\link\x1b]8;;\x1b\\ end\n",
        &["link end"],
    );
    check("\x1b]8;;http://a/b\x07link\x1b]8;;\x07\n", &["link"]);
    check("\x1b]0;title\x07text\n", &["text"]);
    check("\x1bkwindow\x1b\\text\n", &["text"]);
    check(
        "a\x1bP1$r0m\x1b\\b\x1b_app\x1b\\c\x1b^pm\x1b\\d\x1bXsos\x1b\\e\n",
        &["abcde"],
    );
    check("\x1b(Bplain\x1b)0\x1b#8\x1b=\x1b>\n", &["plain"]);
    check("a\u{9b}31mb\u{85}c\u{9c}\n", &["abc"]);
    check(
        "bell\x07 vt\x0b ff\x0c del\x7f nul\0\n",
        &["bell vt ff del nul"],
    );
    check("\u{feff}a\u{feff}b\n", &["ab"]);
}

#[test]
fn broken_escapes_swallow_little() {
    // Cut off by the end of the output.
    check("text\x1b", &["text"]);
    check("text\x1b[31", &["text"]);
    check("text\x1b]0;ti", &["text"]);
    // Cut off by a line end.
    check("text\x1b[31\nnext\n", &["text", "next"]);
    check("a \x1b]0;title\nnext\n", &["a 0;title", "next"]);
    check("a \x1bPdata\nnext\x1b\\\n", &["a data", "next"]);
    // Cut off by another sequence.
    check("\x1b]0;title\x1b[31merror\x1b[0m\n", &["0;titleerror"]);
    check("\x1b[3\x1b[31mred\n", &["red"]);
    check("repr '\x1b...\x1b[0m' end\n", &["repr '...' end"]);
    check("\x1b[3é\n", &["é"]);
    check("\x1b\x1b\x1b[1mx\n", &["x"]);
    check(
        &format!("\x1b[{}m\n", "1".repeat(80)),
        &["1111111111111111m"],
    );
}

#[test]
fn carriage_return_overwrites_cell_by_cell() {
    check("wait1\rwait2\nend\n", &["wait2", "end"]);
    check("aaaa\rbb\n", &["bbaa"]);
    check("aaaa\rbb\r\n", &["bbaa"]);
    check("10%\r\x1b[K100%\n", &["100%"]);
    check("long line\rshort\x1b[K\n", &["short"]);
    check("a\rb\rc\n", &["c"]);
    check("12345\r\x1b[2Kab\n", &["ab"]);
    check("12345\x1b[2Kab\n", &["     ab"]);
    check("12345\x1b[1K\n", &[""]);
    check("12345\x1b[3D\x1b[1Kx\n", &["  x45"]);
}

#[test]
fn edits_within_a_line() {
    check("abc\x08\x08X\n", &["aXc"]);
    check("_\x08x_\x08y\n", &["xy"]);
    check("abcdef\x1b[3GX\n", &["abXdef"]);
    check("abcdef\x1b[3DX\n", &["abcXef"]);
    check("ab\x1b[3Cx\n", &["ab   x"]);
    check("abcdef\r\x1b[2Px\n", &["xdef"]);
    check("abcdef\r\x1b[2@xy\n", &["xyabcdef"]);
    check("abcdef\r\x1b[2X\n", &["  cdef"]);
    check("a\x1b[999999999Cx\n", &[&format!("a{}x", " ".repeat(299))]);
    check("abc\x1b[99999999999D\x1b[4294967297Px\n", &["x"]);
}

#[test]
fn wide_characters_and_marks() {
    check("漢字\rab\n", &["ab字"]);
    check("漢字\ra\n", &["a 字"]);
    check("漢字\x1b[2Gx\n", &[" x字"]);
    check("ne\u{301}e\r--\n", &["--e"]);
    check("ne\u{301}e\r-\n", &["-e\u{301}e"]);
    check("🧩ok\r>\n", &["> ok"]);
}

#[test]
fn tabs() {
    check("a\tb\rX\n", &["X\tb"]);
    check("a\tb\r\x1b[3CX\n", &["a  X    b"]);
    check("0123456789\r\tX\n", &["01234567X9"]);
}

#[test]
fn frames_replace_the_lines_they_redraw() {
    check("a 0%\nb 0%\n\x1b[2Aa 9%\nb 8%\n", &["a 9%", "b 8%"]);
    check(
        "one\ntwo\n\x1b[1A\x1b[2K\rTWO\nthree\n",
        &["one", "TWO", "three"],
    );
    check("a\nb\nc\n\x1b[3A\x1b[Jd\n", &["d"]);
    check("a\nb\nc\x1b[2FX\x1b[2E!\n", &["X", "b", "!"]);
    check("x\x1b7abc\x1b8--\n", &["x--c"]);
    check("one\ntwo\x1b[s\x1b[1A\rONE\x1b[u!\n", &["ONE", "two!"]);
    check("one\ntwo\x1bM\rA\n", &["Ane", "two"]);
    check("\x1b[5Aa\n\x1b[9Ab\n", &["b"]);
    check("a\x1b[3Bb\nc\n", &["a", " b", "c"]);
    check("done\n\x1b[?25h", &["done"]);
    check("\x1b[?25h", &[""]);
    check("\x1b[1A", &[""]);
    check("a\n\x1b[1Ab\n\n\nc\n", &["b", "", "", "c"]);
}

#[test]
fn pages_keep_what_stood_above() {
    check("log\n\x1b[2J\x1b[Hone\n\x1b[2J\x1b[Htwo\n", &["log", "two"]);
    check(
        "log\n\x1b[H\x1b[Jone\nxx\n\x1b[H\x1b[Jtwo\n",
        &["log", "two"],
    );
    check(
        "a\n\x1b[?1049h\x1b[2;3Hx\x1b[?1049lb\n",
        &["a", "", "  x", "b"],
    );
    check("a\n\x1bcb\n\x1bcc\n", &["a", "c"]);
    // A progress bar below the scrolling region, as package managers draw it.
    check(
        "one\n\x1b7\x1b[0;23r\x1b8\x1b[1A\x1b[1B\x1b7\x1b[24;0f[##..]\x1b8two\n\
         \x1b7\x1b[24;0f[####]\x1b8three\n\x1b7\x1b[0;24r\x1b8",
        &["one", "two", "three"],
    );
}

#[test]
fn rows_insert_and_delete() {
    check("a\nb\nc\n\x1b[3A\x1b[Lx\n", &["x", "a", "b", "c"]);
    check("a\nb\nc\n\x1b[3A\x1b[M", &["b", "c"]);
}

#[test]
fn encodings() {
    check_bytes(b"\xef\xbb\xbfone\ntwo\n", &["one", "two"]);
    check_bytes(b"\xff\xfeo\0n\0\r\0\n\0\x3d\xd8\x00\xde\n\0", &["on", "😀"]);
    check_bytes(b"\xfe\xff\0o\0n\0\n\xd8\x3d\xde\x00\0\n", &["on", "😀"]);
    check_bytes(b"\xff\xfea\0\x3d\xd8b\0\n\0c", &["a\u{fffd}b", "\u{fffd}"]);
    check_bytes(b"\xff\xfe", &[""]);
    check_bytes(b"\xef\xbb", &["\u{fffd}"]);
    check_bytes(
        b"a\xffb\xe2\x82\nc\xe2\x82\xac\n",
        &["a\u{fffd}b\u{fffd}", "c€"],
    );
    // A Latin-1 byte in the C1 range introduces nothing.
    check_bytes(b"a\x9b31mb\n", &["a\u{fffd}31mb"]);
    // Twice-encoded quotes hold C1 string introducers.
    check(
        "\u{e2}\u{80}\u{9d}quoted\u{e2}\u{80}\u{9c} end\n",
        &["\u{e2}quoted\u{e2} end"],
    );
}

/// Progress frames leave their last state, and the spans still cover every byte.
#[test]
fn progress_frames_leave_their_last_state() {
    let receiving: String = (0..101)
        .map(|i| format!("Receiving objects: {i:3}%\r"))
        .collect();
    check(
        &format!("{receiving}\ndone\n"),
        &["Receiving objects: 100%", "done"],
    );
    let pulls: String = (0..100)
        .map(|i| format!("\x1b[2K\x1b[1A\x1b[0GPull: {i}%\n"))
        .collect();
    check(
        &format!("{pulls}error: disk full\n"),
        &["Pull: 99%", "error: disk full"],
    );
    // Rows that every frame draws anew, with one that grows and one that fails.
    let frames: String = (0..50)
        .map(|i| {
            format!(
                "\x1b[2A\x1b[2Kstep 1: {i}\x1b[K\n\x1b[2Kstep 2: {}\n",
                i * 2
            )
        })
        .collect();
    check(
        &format!("start\n\n\n{frames}step 2 failed\n"),
        &["start", "step 1: 49", "step 2: 98", "step 2 failed"],
    );
    // A spinner that goes back with backspaces.
    let spinner: String = ["|", "/", "-", "\\"].map(|c| format!("\x08{c}")).concat();
    check(
        &format!("linking  {}\x08ok\n", spinner.repeat(30)),
        &["linking ok"],
    );
}

/// Bytes of every value: what text there is stays, and the report says that it is none.
#[test]
fn binary_output_keeps_its_text() {
    let mut raw = b"ok\x00\x01\x02\xff\xfe".to_vec();
    for _ in 0..20 {
        raw.extend(0..=255_u8);
    }
    raw.extend(b"\nerror: bad magic\n");
    let lines = clean(&raw);
    assert_eq!(lines.last().map(String::as_str), Some("error: bad magic"));
    assert!(lines.iter().all(|line| !line.contains('\0')));
    let mut cleaner = Cleaner::new();
    cleaner.feed(&raw, &mut |_| {});
    let report = cleaner.finish(&mut |_| {});
    assert_eq!((report.bytes, report.nul), (raw.len() as u64, 21));
    assert!(report.is_binary());
    let mut cleaner = Cleaner::new();
    cleaner.feed(b"\x1b[1mtext\x1b[0m\r\n\x07caf\xe9\n", &mut |_| {});
    let report = cleaner.finish(&mut |_| {});
    assert_eq!((report.nul, report.odd), (0, 1));
    assert!(!report.is_binary());
}

/// Rows that wrap instead of ending, as one test runner draws them on a terminal.
#[test]
fn rows_that_wrap_are_lines() {
    let row = |text: &str| format!("{text:<80}");
    let frame = |done: u32| row(&format!("running {done}/9")) + &row("  alpha") + &row("  beta");
    let clear = "\x1b[2A\r\x1b[2K\x1b[1B\r\x1b[2K\x1b[1B\r\x1b[2K\x1b[2A";
    let mut raw = String::from("building\n");
    let long = "panicked at ".to_owned() + &"x".repeat(150);
    for done in 0..5 {
        raw += &frame(done);
        raw += clear;
        raw += &row(&format!("PASS {done}"));
    }
    raw += &format!("{long:<240}{}{clear}5 passed\n", frame(5));
    check(
        &raw,
        &[
            "building", "PASS 0", "PASS 1", "PASS 2", "PASS 3", "PASS 4", &long, "5 passed",
        ],
    );
}
