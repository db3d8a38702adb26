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

/// Lines that only lead to a message.
const WAY: &str = concat!(
    r"^\S+:[0-9]+(?::[0-9]+)?[:,]\s+(?:recursively )?(?:required (?:from|by)|instantiated from)|",
    r"^In (?:file|module) .*from |^\s*from \S+:[0-9:]+[,:]$"
);

/// What has the shape of a place and is none: an address with a port, and what leads to a message.
const NO_PLACE: &str = concat!(
    r"(?:^|\s)[^/\s:]*\.(?:com|org|net|io|dev|example|local|localhost|internal|lan|app):[0-9]|",
    r"[a-z]://[^\s:]+:[0-9]|",
    r"^\S+:[0-9]+(?::[0-9]+)?[:,]\s+(?:recursively )?(?:required (?:from|by)|instantiated from)|^In (?:file|module) .*from |^\s*from \S+:[0-9:]+[,:]$"
);

/// Where a logger says which line of the program wrote the entry; that is no message about it.
const NO_MENTION: &str = concat!(
    r"(?:caller|source|src|logger|file)\x22?[=:]\s?\x22?[^\s=]+:[0-9]|^[IWD][0-9]{4} [0-9:.]+ |",
    r"(?:^|\s)[^/\s:]*\.(?:com|org|net|io|dev|example|local|localhost|internal|lan|app):[0-9]|",
    r"[a-z]://[^\s:]+:[0-9]|",
    r"^\S+:[0-9]+(?::[0-9]+)?[:,]\s+(?:recursively )?(?:required (?:from|by)|instantiated from)|^In (?:file|module) .*from |^\s*from \S+:[0-9:]+[,:]$"
);

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "gnu",
        dependencies: &[],
        formats: &[
            // a.c:3:5: message, a.go:3:5-9: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    r"(?:-(?<end_col>[0-9]{1,9}))?(?:[:,;](?:\s+\S|[^\s0-9]|$)|\s+\S)"
                ),
            )
            .unless(WAY),
            // a.c:3: message, a.c:3-5: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    r"(?:-(?<end_line>[0-9]{1,9}))?:(?:\s+\S|[^\s0-9])"
                ),
            )
            .unless(WAY),
            // a.yml:3 message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^(?<file>",
                    known!(),
                    "):",
                    line!(),
                    r"(?:-(?<end_line>[0-9]{1,9}))?\s+\S"
                ),
            ),
            // a.py:3:5:3:9: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    r":(?<end_line>[0-9]{1,9}):(?<end_col>[0-9]{1,9})[:\s]"
                ),
            ),
            // a.c:3:5-4:2: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    r"-(?<end_line>[0-9]{1,9}):(?<end_col>[0-9]{1,9})[:\s]"
                ),
            ),
            // a.vala:3.5-4.2: message, A.agda:3,5-4,9: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    "[.,]",
                    col!(),
                    r"-(?<end_line>[0-9]{1,9})[.,](?<end_col>[0-9]{1,9}):?(?:\s+\S|$)"
                ),
            ),
            // a.y:3.5: message, A.agda:3,5-9: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    "[.,]",
                    col!(),
                    r"(?:-(?<end_col>[0-9]{1,9}))?(?::\s*\S|\s+\S)"
                ),
            ),
            // C:\src dir\a.c:3:5: message, file:///src/a.js:3:5: message
            Format::new(
                Located,
                &[":\\", ":/"],
                concat!(
                    "^",
                    rooted!(),
                    ":",
                    line!(),
                    "(?::",
                    col!(),
                    span!(),
                    r")?(?:[:,;]\s*\S|\s+\S)"
                ),
            )
            .unless(r"^[/\\]"),
            // {standard input}:3: message
            Format::new(
                Located,
                &[
                    "{standard input}:",
                    "<stdin>:",
                    "(stdin):",
                    "<string>:",
                    "<unknown>:",
                    "stdin:",
                    "<command-line>:",
                    "<frozen ",
                    "<built-in>:",
                    "<input>:",
                ],
                concat!(
                    r"^(?<file>\{standard input\}|<stdin>|\(stdin\)|<string>|<unknown>|<command-line>|<built-in>|<input>|<frozen [^<>]+>|stdin):",
                    line!(),
                    "(?::",
                    col!(),
                    r")?:\s*\S"
                ),
            ),
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
            // a.md: 3: message
            Format::new(
                Located,
                &[
                    ".md: ",
                    ".gradle: ",
                    ".groovy: ",
                    ".c: ",
                    ".h: ",
                    ".cc: ",
                    ".cpp: ",
                    ".f: ",
                    ".rb: ",
                    ".py: ",
                    ".yml: ",
                    ".yaml: ",
                    ".conf: ",
                    ".cfg: ",
                    ".xml: ",
                    ".html: ",
                    ".js: ",
                    ".ts: ",
                    ".sh: ",
                    ".pl: ",
                    ".t: ",
                    ".txt: ",
                ],
                concat!("^", file!(), ": ", line!(), ":(?: ?", col!(), r":)?\s+\S"),
            ),
            // a.c:8-45.3: message
            Format::new(
                Located,
                COLON,
                concat!(
                    "^",
                    plain!(),
                    ":",
                    line!(),
                    r"-(?<end_line>[0-9]{1,9})\.(?<end_col>[0-9]{1,9}):\s*\S"
                ),
            ),
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
                &[
                    ".ts[", ".tsx[", ".js[", ".jsx[", ".vue[", ".mjs[", ".coffee[",
                ],
                concat!("^", file!(), r"\[", line!(), r",\s?", col!(), r"\]:?\s"),
            ),
            // bin/turn:3:5: message
            Format::new(
                Located,
                COLON,
                concat!(
                    r#"^(?<file>[^\s:"'`<>|*?()\[\]{},;=/]*/[^\s:"'`<>|*?()\[\]{},;=]*[A-Za-z_]):"#,
                    line!(),
                    ":",
                    col!(),
                    r":\s+\S"
                ),
            )
            .unless(WAY),
            // src/Wheel Hub/a.c:3:5: message
            Format::new(
                Located,
                COLON,
                concat!(
                    r#"^(?<path>[^\s:"'`<>|*?(\[]*/[^:"'`<>|*?\t]*):"#,
                    line!(),
                    "(?::",
                    col!(),
                    r")?(?:: *\S| - )"
                ),
            )
            .unless(WAY),
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
                    r"(?: ?:)?\s*\b",
                    level!()
                ),
            ),
            // a.c(3): message
            Format::new(
                Located,
                PAREN,
                concat!(
                    "^(?:file://)?(?<file>",
                    known!(),
                    r")\(",
                    line!(),
                    r"(?:[,:.] ?",
                    col!(),
                    r")?\) ?: ?\S"
                ),
            ),
            // Wheel Hub.c(3) : warning
            Format::new(
                Located,
                PAREN,
                concat!(
                    r#"^(?<file>(?:[A-Za-z]:)?[^:"'`<>|*?()\[\]]{1,120}\.[A-Za-z][A-Za-z0-9_+-]*)\("#,
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
                    r")?\)(?:[\s:,.;)\]]|$)"
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
                    r#"["'`‘“](?:file://)?(?<file>[^"'`’”<>|*?]*(?:[/\\][^"'`’”<>|*?\s]+|\.[A-Za-z][A-Za-z0-9_+-]*))["'`’”][,:]?\s*"#,
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
                    "-->", ":::", "─[", "┌─", "╭─", "└─", "╰─", ",-[", "❯ ", "─▶", "—▶", "=>",
                    "→ ", "⤷ ", "↳ ", "» ",
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
            // A place on a line of its own: a.f90:3:5:, /src/a.php:3
            Format::new(
                Place,
                COLON,
                concat!(
                    r"^[(\[]?",
                    plain!(),
                    ":",
                    line!(),
                    r"(?:[:.,]",
                    col!(),
                    span!(),
                    r")?[)\]]?:?\s*$"
                ),
            ),
            // file:///src/a.mjs:3, C:\src dir\a.js:3:5
            Format::new(
                Place,
                &[":\\", ":/"],
                concat!(
                    "^",
                    rooted!(),
                    ":",
                    line!(),
                    "(?::",
                    col!(),
                    span!(),
                    r")?:?\s*$"
                ),
            )
            .unless(r"^[/\\]"),
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
                concat!(
                    r"^\S.* at (?:file://)?(?<file>",
                    known!(),
                    r"):",
                    line!(),
                    "(?::",
                    col!(),
                    span!(),
                    r")?[.,;)]?$"
                ),
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
            .unless(NO_PLACE),
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
            .unless(NO_MENTION),
        ],
    },
];
