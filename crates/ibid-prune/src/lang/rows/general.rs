//! Shapes that many tools share, tried after the tools' own.

use crate::Kind::{FileHeading, Frame, Located, Place};
use crate::lang::{Format, Row};

/// A number behind the name of a file: `a.c:3`.
pub(super) const COLON: &[&str] = &[":0", ":1", ":2", ":3", ":4", ":5", ":6", ":7", ":8", ":9"];

/// A number in parentheses behind the name of a file: `a.c(3)`.
pub(super) const PAREN: &[&str] = &["(0", "(1", "(2", "(3", "(4", "(5", "(6", "(7", "(8", "(9"];

/// The words for a line's number.
pub(super) const LINE: &[&str] = &[
    "line ", "Line ", "LINE ", "lines ", "Lines ", "line: ", "line:", "Line: ", "Line:", "line=",
    "Line = ", "line#",
];

/// What has the shape of a place and is none: addresses with a port, versions of images, and
/// the lines that only lead to a message.
pub(super) const NO_PLACE: &str = concat!(
    r"^[^/\\:\s]*\.(?:com|org|net|io|dev|example|local|localhost|internal|lan|gov|edu|cloud|app)",
    r":[0-9]|^(?:https?|wss?|s?ftp|git|ssh|tcp|udp|s3|jdbc|docker|oci|[a-z]*sql|mongodb|redis|amqp)[a-z+]*://|^In (?:file|module) .*from |^\s*from \S+:[0-9:]+,$|",
    r":[0-9]+(?::[0-9]+)?[:,]\s+(?:recursively )?",
    r"(?:required (?:from|by)|instantiated from|in instantiation of)"
);

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "gnu",
        dependencies: &[],
        formats: &[
            // a.py:3:5:3:9: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    r":(?<end_line>[0-9]{1,9}):(?<end_col>[0-9]{1,9})[:\s]"
                ),
            ),
            // a.c:3:5: message, a.go:3:5-9: message, a.c:3:5-4:2: message, a.ts:3:5 - message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    span!(),
                    r"(?:[:,;]?\s+\S|[:,]\s*[^\s0-9]|: )"
                ),
            )
            .unless(NO_PLACE),
            // a.vala:3.5-4.2: message, A.agda:3,5-9: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    "[.,]",
                    col!(),
                    r"(?:-(?:(?<end_line>[0-9]{1,9})[.,])?(?<end_col>[0-9]{1,9}))?:?\s+\S"
                ),
            )
            .unless(NO_PLACE),
            // A.hs:(3,5)-(4,9): message
            Format::new(
                Located,
                &[":("],
                concat!(
                    "^",
                    file!(),
                    r":\(",
                    line!(),
                    ",",
                    col!(),
                    r"\)-\((?<end_line>[0-9]{1,9}),(?<end_col>[0-9]{1,9})\)"
                ),
            ),
            // a.c:3: message, a.c:3-5: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    r"(?:-(?<end_line>[0-9]{1,9}))?:\s*\S"
                ),
            )
            .unless(NO_PLACE),
            // a.yml:3 message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^(?:file:(?://)?)?(?<file>",
                    known!(),
                    "):",
                    line!(),
                    r"(?:-(?<end_line>[0-9]{1,9}))?\s+\S"
                ),
            )
            .unless(NO_PLACE),
            // a.c: 3: message
            Format::new(
                Located,
                &[
                    ": 0", ": 1", ": 2", ": 3", ": 4", ": 5", ": 6", ": 7", ": 8", ": 9",
                ],
                concat!("^", file!(), ": ", line!(), r":(?: ?", col!(), r":)?\s+\S"),
            )
            .unless(NO_PLACE),
            // A.kt: (3, 5): message
            Format::new(
                Located,
                &[": ("],
                concat!("^", file!(), r": \(", line!(), r",\s?", col!(), r"\):?\s"),
            ),
            // A.java:[3,5] message
            Format::new(
                Located,
                &[":["],
                concat!("^", file!(), r":\[", line!(), r",\s?", col!(), r"\]"),
            ),
            // a.ts[3, 5]: message
            Format::new(
                Located,
                &[".ts[", ".tsx[", ".js[", ".jsx[", ".vue[", ".mjs[", ".coffee["],
                concat!("^", file!(), r"\[", line!(), r",\s?", col!(), r"\]:?\s"),
            ),
            // bin/turn:3:5: message
            Format::new(
                Located,
                COLON,
                concat!(r"^(?<file>[^\s:",
                    r#""'`<>|*?()\[\]{},;=]*/[^\s:"'`<>|*?()\[\]{},;=]*[A-Za-z][^\s:"'`<>|*?()\[\]{},;=]*):"#,
                    line!(), ":", col!(), r":\s+\S"),
            )
            .unless(NO_PLACE),
            // src/Wheel Hub/a.c:3:5: message
            Format::new(
                Located,
                COLON,
                concat!(
                    r"^(?:file://)?(?<file>(?:[A-Za-z]:)?[^\s:",
                    r#""'`<>|*?(\[]*[/\\][^:"'`<>|*?\t]*\.[A-Za-z][A-Za-z0-9_+-]{0,14}):"#,
                    line!(),
                    "(?::",
                    col!(),
                    r")?(?:: |: *\S| - )"
                ),
            )
            .unless(NO_PLACE),
        ],
    },
    Row {
        name: "parentheses",
        dependencies: &[],
        formats: &[
            // a.cs(3,5): error, a.c(3) : warning, a.fs(3,5,3,9): error, a.nim(3, 5) Error:
            Format::new(
                Located,
                PAREN,
                concat!(
                    "^",
                    file!(),
                    r"\(",
                    line!(),
                    r"(?:[,:.] ?",
                    col!(),
                    r")?(?:[-,](?<end_line>[0-9]{1,9}),(?<end_col>[0-9]{1,9}))?\)",
                    r"(?: ?: ?\S|:?\s+(?-u:\b)",
                    level!(),
                    ")"
                ),
            ),
            // Wheel Hub.c(3) : warning
            Format::new(
                Located,
                PAREN,
                concat!(
                    r#"^(?<file>[^:"'`<>|*?()\[\]]{1,120}\.[A-Za-z][A-Za-z0-9_+-]{0,14})\("#,
                    line!(),
                    r"(?:[,:.] ?",
                    col!(),
                    r")?\) ?: (?-u:\b)",
                    level!()
                ),
            ),
            // message … src/a.c(3)
            Format::new(
                Located,
                PAREN,
                concat!(
                    r"(?:^|[\s(\[])(?<file>[^\s()\[\]]*[/\\]",
                    known!(),
                    r")\(",
                    line!(),
                    r"(?:[,:] ?",
                    col!(),
                    r")?\)(?:[\s:,.;)]|$)"
                ),
            ),
        ],
    },
    Row {
        name: "words",
        dependencies: &[],
        formats: &[
            // "a.c", line 3: message; 'a b.yml': line 3, column 5
            Format::new(
                Located,
                LINE,
                concat!(
                    r#"["'`‘“](?:file://)?(?<file>[^"'`’”<>|*?]*(?:[/\\][^"'`’”<>|*?\s]+|\.[A-Za-z][A-Za-z0-9_+-]{0,14}))["'`’”][,:]?\s*"#,
                    r"(?:\(|at |on |near |in )?",
                    line_words!()
                ),
            ),
            // a.sh: line 3: message; at a.pl line 3.; in a.php on line 3; File = a.h, Line = 3
            Format::new(
                Located,
                LINE,
                concat!(
                    r"(?:^|[\s(=:\[])(?:file://)?(?<file>",
                    path!(),
                    r")[,:;]*\s+(?:\(|at |on |near |in |- )?",
                    line_words!()
                ),
            ),
            // line 3 of a.f: message; at line 3, column 5 in file a.c
            Format::new(
                Located,
                LINE,
                concat!(
                    line_words!(),
                    r"[,:]?\s+(?:of |in |from |at |for )?(?:the )?(?:(?:input |source )?file:?\s+)?[",
                    r#""'`‘“(]?(?:file://)?(?<file>"#,
                    path!(),
                    ")"
                ),
            ),
        ],
    },
    Row {
        name: "labelled",
        dependencies: &[],
        formats: &[
            //    Location: ./a.py:3:5; 	File: /a.tf:1-9; at: a.ml:12; location: '/src/a.js:3:5'
            Format::new(
                Place,
                &["ocation: ", "ile: ", "at: ", "ource: ", "here: "],
                concat!(
                    r"^\s*(?:[Ll]ocation|[Ff]ile|at|In file|[Ss]ource|[Ww]here): ['\x22]?(?:file://)?(?<file>(?:[A-Za-z]:)?[^:'\x22]+?):",
                    line!(),
                    r"(?:-(?<end_line>[0-9]{1,9}))?(?::",
                    col!(),
                    r")?['\x22]?,?(?:\s|$)"
                ),
            ),
            // In a.sh line 3:
            Format::new(
                Place,
                &["In "],
                concat!(r"^In (?<file>\S.*) line ", line!(), ":$"),
            ),
        ],
    },
    Row {
        name: "arrow",
        dependencies: &[],
        formats: &[
            // --> a.rs:3:5, ╭─[a.js:3:5], └─ a.ex:3:5: f/1, ❯ a.test.js:3:5
            Format::new(
                Place,
                &[
                    "-->",
                    ":::",
                    "─[",
                    "┌─",
                    "╭─",
                    "└─",
                    "╰─",
                    ",-[",
                    "❯ ",
                    "─▶", "—▶",
                    "=>",
                    "→ ",
                    "⤷ ",
                    "↳ ",
                    "» ",
                ],
                concat!(
                    r"^\s*(?:\d+\s*)?[│|]?\s*(?:-->|:::|[┌╭└╰]─+[▶>]?|,-|❯|[─—]+▶|=>|→|⤷|↳|»)\s*\[?\s*(?:file://)?(?<file>",
                    path!(),
                    "):",
                    line!(),
                    "(?::",
                    col!(),
                    span!(),
                    r")?\]?(?:[:\s─]|$)"
                ),
            ),
        ],
    },
    Row {
        name: "bare",
        dependencies: &[],
        formats: &[
            // A place on a line of its own: a.f90:3:5:, /src/a.mjs:3, (a.js:3:5)
            Format::new(
                Place,
                COLON,
                concat!(
                    r"^[(\[]?(?:file://)?(?<file>",
                    path!(),
                    r"):",
                    line!(),
                    r"(?:[:.,]",
                    col!(),
                    span!(),
                    r")?[)\]]?:?\s*$"
                ),
            )
            .unless(NO_PLACE),
        ],
    },
    Row {
        name: "heading",
        dependencies: &[],
        formats: &[
            // A file on a line of its own, to which rows below may belong.
            Format::new(
                FileHeading,
                &[
                    ".js", ".jsx", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".vue", ".svelte",
                    ".astro", ".css", ".scss", ".sass", ".less", ".y", ".json", ".md", ".html",
                    ".htm", ".hbs", ".py", ".sql", ".php", ".rb", ".sh", ".tf", ".proto", ".g",
                    ".rst", ".txt", ".rs", ".java", ".k", ".swift", ".ex", ".erl", ".lua", ".xml",
                    ".toml", ".tex", ".feature", ".pug", ".haml", ".slim", ".erb", ".c", ".h",
                    ".dart", ".scala", ".elm", ".pp", ".robot", ".tpl", ".twig", ".bicep",
                ],
                concat!(
                    r"^(?<file>(?:[A-Za-z]:)?[^\s:",
                    r#""'`<>|*?()\[\]{},;=]*\.(?:"#,
                    ext!(),
                    r"|bicep|xhtml)):?$"
                ),
            ),
        ],
    },
    Row {
        name: "frames",
        dependencies: &[],
        formats: &[
            // at f (a.x:3:5), from a.x:3
            Format::new(
                Frame,
                COLON,
                concat!(
                    r"^(?:at|from|called from|called at) (?:(?<symbol>\S.{0,200}?) )?[(\[]?(?:file://)?(?<file>",
                    known!(),
                    r"):",
                    line!(),
                    "(?::",
                    col!(),
                    r")?[)\]]?$"
                ),
            ),
        ],
    },
    Row {
        name: "chained-at",
        dependencies: &[],
        formats: &[
            // message at a.rs:3:5
            Format::new(
                Located,
                COLON,
                concat!(r"^\S.* at (?:file://)?(?<file>", known!(), r"):", line!(), "(?::", col!(), span!(), r")?[.,;)]?$"),
            ),
        ],
    },
    Row {
        name: "prefixed",
        dependencies: &[],
        formats: &[
            // tool: a.c:3:5: message; ** (CompileError) lib/a.ex:3: message
            Format::new(
                Located,
                COLON,
                concat!(
                    r"^(?:[^:\s][^:]{0,60}: ?){1,3}?(?<file>",
                    path!(),
                    r"):",
                    line!(),
                    "(?:[:.,]",
                    col!(),
                    span!(),
                    r")?(?:[:,;]?\s|: ?\S|\)|$)"
                ),
            )
            .unless(concat!(r"://[^\s:]+:[0-9]|^In (?:file|module) .*from |", r":[0-9]+[:,]\s+(?:recursively )?(?:required (?:from|by)|instantiated from|in instantiation of)")),
        ],
    },
    Row {
        name: "mention",
        dependencies: &[],
        formats: &[
            // message … (src/a.c:3:5)
            Format::new(
                Located,
                COLON,
                concat!(
                    r#"(?:^|[\s("'`\[<=@│|›»#{,])(?:file://)?(?<file>"#,
                    known!(),
                    r"):",
                    line!(),
                    "(?::",
                    col!(),
                    span!(),
                    r#")?(?:[)\]"'`>},;:\s│|]|\.\s|\.$|$)"#
                ),
            )
            .unless(
                r"(?:^|\s)[^/\s]*\.(?:com|org|net|io|dev|local|app):[0-9]+(?:\s|$)|^In (?:file|module) .*from |^\s*from \S+:[0-9:]+[,:]$|:[0-9]+[:,]\s+(?:recursively )?(?:required (?:from|by)|instantiated from|in instantiation of)",
            ),
        ],
    },
];
