//! JavaScript and TypeScript: runtimes, compilers, bundlers, test runners, linters.

use crate::Kind::{FileHeading, Frame, Located, Place, Via};
use crate::Severity::{Error, Warning};
use crate::lang::{Format, Row};

/// A number and a number behind a script's name.
const SCRIPT: &[&str] = &[
    ".js:",
    ".mjs:",
    ".cjs:",
    ".jsx:",
    ".ts:",
    ".mts:",
    ".cts:",
    ".tsx:",
    ".vue:",
    ".svelte:",
    ".bundle:",
    ".html:",
    "/:",
    "node:",
    "<anonymous>",
    "native:",
    "evalmachine",
    "bun:",
    ".js?",
    ".jsx?",
    ".mjs?",
    ".ts?",
    ".tsx?",
    ".vue?",
    ".svelte?",
];

/// Frames that are not the project's.
const LIBRARIES: &[&str] = &[
    "node:",
    "ext:",
    "bun:",
    "native:",
    "deno:",
    "jsr:",
    "npm:",
    "./internal/modules/",
    "./internal/process/",
    "./internal/main/",
    "./internal/timers",
    "./internal/bootstrap",
    "./internal/streams",
    "./internal/per_context",
    "./webpack/bootstrap",
    "./webpack/runtime",
    "/@vite/",
    "/.vite/",
    "/.deno/",
    "[native code]",
    "/cypress_runner",
    "/__cypress/",
];

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "javascript",
        dependencies: LIBRARIES,
        formats: &[
            //     at Wheel.turn (/src/a.js:3:5)
            Format::new(
                Frame,
                SCRIPT,
                concat!(
                    r"^\s*at (?<symbol>[^()]+)\((?<file>[^():]+):",
                    line!(),
                    ":",
                    col!(),
                    r"\)$"
                ),
            ),
            //     at async Wheel.turn (file:///src/a.mjs:3:5)
            Format::new(
                Frame,
                SCRIPT,
                concat!(
                    r"^\s*at (?:async )?(?:new )?(?<symbol>\S.*?) \((?:eval at .*\()?(?:file://)?(?<file>[^\s()][^()]*?):",
                    line!(), ":", col!(), r"\)+(?:, <anonymous>:[0-9:]+\))?$"
                ),
            ),
            //     at file:///src/a.mjs:3:5
            Format::new(
                Frame,
                SCRIPT,
                concat!(r"^\s*at (?:async )?(?:file://)?(?<file>[^\s()][^()]*?):", line!(), ":", col!(), "$"),
            ),
            //     at Array.map (<anonymous>); at new Promise (native)
            Format::new(
                Frame,
                &["(<anonymous>)", "(native)", "(native code)", "(index "],
                r"^\s*at (?:async )?\S.* \((?:<anonymous>|native(?: code)?|index [0-9]+)\)$",
            ),
            // turn@http://localhost:3000/src/a.js:3:5
            Format::new(
                Frame,
                &[".js:", ".mjs:", ".ts:", ".tsx:", ".jsx:", ".bundle:", ".html:", ".vue:"],
                concat!(r"^\s*(?<symbol>[^\s@()]*|(?:global|module|eval) code)@(?<file>[^\s@]*[/.][^\s@]*?):", line!(), ":", col!(), "$"),
            ),
            //     in App (at src/a.js:3)
            Format::new(
                Frame,
                &[" (at "],
                concat!(r"^\s*in (?<symbol>\S+) \(at (?<file>[^()\s]+):", line!(), r"(?::", col!(), r")?\)$"),
            ),
            // src/a.js:3:5 in turn
            Format::new(
                Frame,
                SCRIPT,
                concat!(r"^(?<file>[^\s:()]+\.[cm]?[jt]sx?):", line!(), ":", col!(), r" in (?<symbol>\S+)$"),
            ),
            //  ❯ Module.turn src/a.js:3:5
            Format::new(
                Frame,
                &["❯ "],
                concat!(r"^\s*❯ (?:(?<symbol>\S+) )?(?:file://)?(?<file>[^\s:()]+):", line!(), ":", col!(), "$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "stylish",
        dependencies: &[],
        formats: &[
            //   3:5  error  message  rule
            Format::new(
                Located,
                &[" error ", " warning ", " Error ", " Warning ", " info ", " hint ", " suggestion ", "Error: ", "Warning: "],
                concat!(r"^\s*", line!(), ":", col!(), span!(), r"\s{2,}(?<severity>error|warning|info|hint|suggestion|Error|Warning)(?:\s|:\s)\s*\S"),
            ),
            //   3:5  ✖  message  rule
            Format::new(
                Located,
                &["✖", "⚠", "×", "✘", "‼", "ℹ"],
                concat!(r"^\s*", line!(), ":", col!(), span!(), r"\s+(?<severity>[✖⚠×✘‼ℹ])\s+\S"),
            ),
            //   ✖  3:5  message  rule
            Format::new(
                Located,
                &["✖ ", "⚠ ", "× ", "✘ ", "‼ "],
                concat!(r"^\s*(?<severity>[✖⚠×✘‼])\s+", line!(), ":", col!(), r"\s+\S"),
            ),
        ],
    },
    Row {
        name: "tsc",
        dependencies: &[],
        formats: &[
            //      2  src/a.ts:3
            Format::new(
                Place,
                &[".ts:", ".tsx:", ".mts:", ".cts:", ".js:", ".vue:"],
                concat!(r"^\s+[0-9]+\s+(?<file>[^\s:]+\.(?:[cm]?[jt]sx?|vue)):", line!(), "$"),
            ),
            // Found 3 errors in the same file, starting at: src/a.ts:3
            Format::new(
                Place,
                &["starting at: ", " error in "],
                concat!(r"^Found [0-9]+ errors? in (?:the same file, starting at: )?(?<file>[^\s:]+):", line!(), "$"),
            ),
        ],
    },
    Row {
        name: "webpack",
        dependencies: LIBRARIES,
        formats: &[
            // ERROR in ./src/a.js 3:5-9
            Format::new(
                Located,
                &["ERROR in ", "WARNING in ", "error in ", "warning in "],
                concat!(
                    r"^(?:\[[a-z-]+\] )?(?<severity>ERROR|WARNING|error|warning) in (?<file>[^\s:()]+?)(?: |:|\()", line!(), "[:,]", col!(), span!(), r"\)?:?(?:\s|$)"
                ),
            ),
            // ERROR in ./src/a.js
            Format::new(
                Located,
                &["ERROR in ", "WARNING in ", "Error: ./", "ModuleError in "],
                concat!(r"^(?<severity>ERROR|WARNING) in (?<file>\.{0,2}/?[^\s:]*", known!(), r")$"),
            ),
            //  @ ./src/a.js 3:0-21
            Format::new(
                Via,
                &[" @ "],
                concat!(r"^\s*@ (?:multi )?(?<file>\S+) ", line!(), ":", col!(), span!(), "$"),
            ),
            // src/a.js (3:5): message; [!] RollupError: src/a.js (3:5): message
            Format::new(
                Located,
                &[".js (", ".mjs (", ".ts (", ".tsx (", ".jsx (", ".vue (", ".svelte (", ".css (", ".html (", ".json (", ".htm ("],
                concat!(r"(?:^|\s)(?:file://)?(?<file>[^\s:()]+\.[A-Za-z]+) \(", line!(), ":", col!(), r"\):?(?:\s|$)"),
            ),
            // src/a.js 3:5 message
            Format::new(
                Located,
                &[".js ", ".jsx ", ".ts ", ".tsx ", ".mjs ", ".vue ", ".svelte ", ".scss ", ".sass ", ".css ", ".less "],
                concat!(r"^\s*(?<file>[^\s:()]+\.(?:[cm]?[jt]sx?|vue|svelte|s?css|sass|less)) ", line!(), ":", col!(), span!(), r"(?:\s|$)"),
            ),
        ],
    },
    Row {
        name: "babel",
        dependencies: LIBRARIES,
        formats: &[
            // SyntaxError: /src/a.js: message (3:5); [error] src/a.js: SyntaxError: message (3:5)
            Format::new(
                Located,
                &["Error: "],
                concat!(r"^(?:\[?[\w:./@-]+\]?:? )*(?:\[?[eE]rror\]?:? )?(?:\w*Error: )?(?<file>[^\s:]*", known!(), r"): (?:\w*Error: )?.* \(", line!(), ":", col!(), r"\)$"),
            )
            .severity(Error),
            // [warn] src/a.js
            Format::new(
                Located,
                &["[warn] "],
                concat!(r"^\[warn\] (?<file>[^\s:]*", known!(), ")$"),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "biome",
        dependencies: &[],
        formats: &[
            // src/a.ts:3:9 lint/style/useConst  FIXABLE ━━━
            Format::new(
                Located,
                &["━━━"],
                concat!("^", file!(), ":", line!(), ":", col!(), r" \S.*━━━"),
            ),
            // src/a.ts format ━━━
            Format::new(
                Located,
                &["━━━"],
                r"^(?<file>[^\s:]+) (?:format|organizeImports|check|assist\S*|files?/\S*|internalError\S*|parse|syntax|lint\S*) .*━━━",
            ),
        ],
    },
    Row {
        name: "deno",
        dependencies: LIBRARIES,
        formats: &[
            // adds spokes => ./a_test.ts:4:6
            Format::new(
                Located,
                &[" => "],
                concat!(r"^\S.* => (?:\./|file://)?(?<file>[^\s:]+):", line!(), ":", col!(), "$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "playwright",
        dependencies: LIBRARIES,
        formats: &[
            //   1) [chromium] › tests/a.spec.ts:12:5 › turns the wheel
            Format::new(
                Located,
                &[" › "],
                concat!(r"^\s*(?:[0-9]+\)|[✘✖×]\s+[0-9]*)?\s*(?:\[[^\]]+\] › )?(?<file>[^\s:]+\.[cm]?[jt]sx?):", line!(), ":", col!(), " › "),
            )
            .severity(Error),
            // test at a.test.js:12:3
            Format::new(
                Place,
                &["test at "],
                concat!(r"^\s*test at (?:file://)?(?<file>[^:]+):", line!(), ":", col!(), "$"),
            ),
        ],
    },
    Row {
        name: "flow",
        dependencies: &[],
        formats: &[
            // Error ┈┈┈┈ src/a.js:3:5
            Format::new(
                Located,
                &["┈┈", "----"],
                concat!(r"^(?<severity>Error|Warning) [-┈]{3,} (?<file>[^:]+):", line!(), ":", col!(), "$"),
            ),
        ],
    },
    Row {
        name: "tslint",
        dependencies: &[],
        formats: &[
            // ERROR: src/a.ts:3:5 - message; ERROR: src/a.ts[3, 5]: message
            Format::new(
                Located,
                &["ERROR: ", "WARNING: "],
                concat!(r"^(?<severity>ERROR|WARNING): (?:\([\w-]+\) )?(?<file>[^\s:\[]+)[:\[]", line!(), "[:,] ?", col!(), r"\]?:? "),
            ),
        ],
    },
    Row {
        name: "svelte-check",
        dependencies: &[],
        formats: &[
            // 1771000000123 ERROR "a.svelte" 3:5 "message"
            Format::new(
                Located,
                &[" ERROR \"", " WARNING \""],
                concat!(r"^[0-9]+ (?<severity>ERROR|WARNING) \x22(?<file>[^\x22]+)\x22 ", line!(), ":", col!()),
            ),
        ],
    },
    Row {
        name: "elm",
        dependencies: &[],
        formats: &[
            // -- TYPE MISMATCH ------------ src/Wheel.elm
            Format::new(
                FileHeading,
                &["---- "],
                r"^-- [A-Z][A-Z ]+ -{2,} (?<file>[^\s:]+)$",
            ),
        ],
    },
    Row {
        name: "purescript",
        dependencies: &[".spago/"],
        formats: &[
            // at src/Wheel.purs:3:5 - 3:9 (line 3, column 5 - line 3, column 9)
            Format::new(
                Place,
                &[" (line "],
                concat!(r"^\s*at (?<file>[^:]+):", line!(), ":", col!(), r" - (?<end_line>[0-9]{1,9}):(?<end_col>[0-9]{1,9}) \(line"),
            ),
        ],
    },
    Row {
        name: "sass",
        dependencies: &[],
        formats: &[
            //   src/a.scss 3:5  root stylesheet
            Format::new(
                Frame,
                &[".scss ", ".sass ", ".css "],
                concat!(r"^\s+(?<file>\S+\.(?:scss|sass|css)) ", line!(), ":", col!(), r"\s+(?<symbol>\S.*)$"),
            ),
        ],
    },
    Row {
        name: "eslint-unix",
        dependencies: &[],
        formats: &[
            // a.js:3:5: message [Error/no-var]
            Format::new(
                Located,
                &[" [Error", " [Warning"],
                concat!("^", file!(), ":", line!(), ":", col!(), r": .* \[(?<severity>Error|Warning)(?:/\S*)?\]$"),
            ),
        ],
    },
    Row {
        name: "brackets-level",
        dependencies: &[],
        formats: &[
            // a.haml:33 [W] message; a.rb:3:5: [error] message
            Format::new(
                Located,
                &[" [W]", " [E]", " [C]", " [F]", " [R]", " [I]", " [error]", " [warning]", " [info]", " [hint]", " [Error]", " [Warning]", " [Info]", " [style]", " [note]", " [notice]", " [warn]", " [WARN]", " [ERROR]", " [suggestion]"],
                concat!("^", file!(), ":", line!(), "(?::", col!(), r")?:? \[(?<severity>[EFWCRI]|[A-Za-z]+)\] "),
            ),
        ],
    },
];
