//! Python: the interpreter, its test runners, type checkers and linters.

use crate::Kind::{FileHeading, Frame, Located, Place};
use crate::Severity::{Error, Warning};
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "python",
        dependencies: &[
            "/lib/python2",
            "/lib/python3",
            "/lib64/python",
            "/lib/python",
            "/Python3",
            "/Python2",
        ],
        formats: &[
            //   File "a.py", line 3, in f; with a column from Starlark
            Format::new(
                Frame,
                &["File \""],
                concat!(
                    r"^[\s|+>E│#]*File \x22(?<file>[^\x22]+)\x22, line ",
                    line!(),
                    r"(?:, (?:in (?<symbol>.*)|column ",
                    col!(),
                    r"(?:, in .*)?))?,?$"
                ),
            )
            .unless(r"\.ml[ily]?\x22"),
            //   File \lib\a.py, line 3, in f
            Format::new(
                Frame,
                &["File "],
                concat!(
                    r"^\s*File (?<file>[^\x22\s][^\x22]*\.pyw?), line ",
                    line!(),
                    "(?:, in (?<symbol>.*))?$"
                ),
            ),
            // a.py:3: in f
            Format::new(
                Frame,
                &[".py:"],
                concat!(r"^(?<file>[^:]+\.py):", line!(), r": in (?<symbol>\S.*)$"),
            ),
            // │ /src/a.py:3 in f │
            Format::new(
                Frame,
                &[".py:"],
                concat!(
                    r"^[│|]? ?(?:[❱>] )?(?<file>\S[^:│]*\.py):",
                    line!(),
                    r" in (?<symbol>[\w<>]+)\s*[│|]?$"
                ),
            ),
            // File ~/src/a.py:3, in f(x)
            Format::new(
                Frame,
                &["File "],
                concat!(r"^File (?<file>[^:]+):", line!(), r", in (?<symbol>.+)$"),
            ),
            // > /src/a.py(3)turn()
            Format::new(
                Frame,
                &[".py("],
                concat!(
                    r"^> (?<file>[^()]+\.py)\(",
                    line!(),
                    r"\)(?<symbol>[\w<>]+)\(\)"
                ),
            ),
            // /src/a.py in turn(spokes)
            Format::new(
                Frame,
                &[".py in "],
                r"^(?<file>[^\s:]+\.py) in (?<symbol>[\w<>]+)\(.*\)$",
            ),
            // Cell In[3], line 2
            Format::new(
                Frame,
                &["Cell In", "Input In", "<ipython-input-"],
                concat!(
                    r"^(?:(?:Cell|Input) )?(?<file>In ?\[[0-9]+\]|<ipython-input-[^>]+>),? (?:line ",
                    line!(),
                    "|in )"
                ),
            ),
        ],
    },
    Row {
        name: "pytest",
        dependencies: &["/_pytest/", "/pluggy/"],
        formats: &[
            // a.py:16: AssertionError
            Format::new(
                Located,
                &[".py:"],
                concat!(
                    r"^(?<file>[^:]+\.py):",
                    line!(),
                    r": (?:[\w.]+\.)?[A-Z]\w*$"
                ),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "pydocstyle",
        dependencies: &[],
        formats: &[
            // a.py:18 in public function `f`:
            Format::new(
                Place,
                &["at module level", " in public ", " in private "],
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    r"(?: at module level| in (?:public|private) .*):$"
                ),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "black",
        dependencies: &[],
        formats: &[
            // would reformat a.py
            Format::new(
                Located,
                &["would reformat ", "would reformat: ", "Would reformat: "],
                r"^(?:error: )?[wW]ould reformat:? (?<file>\S.*)$",
            )
            .severity(Warning),
            // error: cannot format a.py: Cannot parse: 1:3: x
            Format::new(
                Located,
                &["cannot format "],
                concat!(
                    "^error: cannot format (?<file>[^:]+): [^:]+: ",
                    line!(),
                    ":",
                    col!(),
                    ":"
                ),
            )
            .severity(Error),
            // ERROR: /src/a.py Imports are incorrectly sorted and/or formatted.
            Format::new(
                Located,
                &["Imports are incorrectly sorted"],
                r"^ERROR: (?<file>\S.*) Imports are incorrectly sorted",
            )
            .severity(Error),
        ],
    },
    Row {
        name: "robot",
        dependencies: &[],
        formats: &[
            // [ ERROR ] Error in file '/src/a.robot' on line 3: message
            Format::new(
                Located,
                &["[ ERROR ]", "[ WARN ]"],
                concat!(
                    r"^\[ (?<severity>ERROR|WARN) \] .*in file '(?<file>[^']+)' on line ",
                    line!()
                ),
            ),
        ],
    },
    Row {
        name: "behave",
        dependencies: &["/behave/"],
        formats: &[
            //   Scenario: add a wheel  # features/a.feature:3
            Format::new(
                Place,
                &[" # ", "# "],
                concat!(
                    r"^\s*(?:[A-Z][A-Za-z ]*:|Given|When|Then|And|But|\*|[✖✔✗-]|[0-9]+\)).*\s#\s?(?<file>",
                    known!(),
                    r"):",
                    line!(),
                    "$"
                ),
            ),
        ],
    },
    Row {
        name: "grouped",
        dependencies: &[],
        formats: &[
            // ==== FILE: a.php / == [a.sql] FAIL / In file: a.erb
            Format::new(
                FileHeading,
                &["FILE: ", "== [", "File: ", "file: ", "************* "],
                concat!(
                    r"^(?:(?:; )?(?:FILE|File|file): ?|== \[|\*{3,} )(?:file://)?(?<file>(?:[A-Za-z]:)?[^\s:]*",
                    known!(),
                    r")\]?(?: FAIL)?$"
                ),
            ),
            // L:   1 | P:   8 | RF02 | message
            Format::new(
                Located,
                &["L: "],
                concat!(r"^L:\s*", line!(), r" \| P:\s*", col!(), r" \|"),
            ),
        ],
    },
    Row {
        name: "pylint",
        dependencies: &[],
        formats: &[
            // a.py:3: [C0114(missing-docstring), f] message
            Format::new(
                Located,
                &[" [C", " [W", " [E", " [R", " [F", " [I"],
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    "(?::",
                    col!(),
                    r")?:? \[(?<severity>[EFWCRI])[0-9]{4}"
                ),
            ),
            // a.py:3:5: C0114: message
            Format::new(
                Located,
                &[
                    ": C0", ": C1", ": C2", ": C3", ": W0", ": W1", ": W2", ": W5", ": W6", ": W7",
                    ": E0", ": E1", ": E3", ": E4", ": E5", ": R0", ": R1", ": R5", ": F0", ": I0",
                ],
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    r": (?<severity>[EFWCRI])[0-9]{4}: "
                ),
            ),
        ],
    },
];
