//! Rust and Go.

use crate::Kind::{Frame, Located, Place};
use crate::Severity::{Error, Warning};
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "rust",
        dependencies: &["/library/std/", "/library/core/", "/library/alloc/", "/library/test/", "std", "core", "alloc", "test", "__rustc", "__rust_", "<std", "<core", "<alloc", "rust_begin_unwind", "tokio", "<tokio", "futures", "rayon", "rayon_core", "_start", "__libc_start", "backtrace", "anyhow"],
        formats: &[
            // thread 'main' (12) panicked at src/a.rs:3:5:
            Format::new(
                Located,
                &["panicked at "],
                concat!(r"panicked at ", file!(), ":", line!(), "(?::", col!(), ")?:?$"),
            )
            .severity(Error),
            // thread 'main' panicked at 'message', src/a.rs:3:5
            Format::new(
                Located,
                &["panicked at "],
                concat!(r"panicked at .*, (?<file>", path!(), "):", line!(), "(?::", col!(), ")?$"),
            )
            .severity(Error),
            //              at ./src/a.rs:3:5
            Format::new(
                Frame,
                &[".rs:"],
                concat!(r"^\s{3,}at (?<file>[^:()]+\.rs):", line!(), "(?::", col!(), ")?$"),
            ),
            //    5: shop::cart::total at src/cart.rs:3:5
            Format::new(
                Frame,
                &[".rs:"],
                concat!(r"^\s+[0-9]+: (?<symbol>\S.*) at (?<file>[^:()]+\.rs):", line!(), "(?::", col!(), ")?$"),
            ),
            //    5: shop::cart::total;   5:     0x5590 - shop::cart::total::h1234
            Format::new(
                Frame,
                &["::", ": main", "_start", "rust_begin_unwind", ": __", " as "],
                r"^\s+[0-9]+:\s+(?:0x[0-9a-f]+ - )?(?<symbol>[<_A-Za-z][^\s:]*(?:::| as ).*|main|_start|rust_begin_unwind|__[a-z_]+)$",
            )
            .unless(r"\.\s*$"),
            // Diff in /src/a.rs at line 3:; Diff in /src/a.rs:3:
            Format::new(
                Located,
                &["Diff in "],
                concat!(r"^Diff in ", file!(), "(?: at line |:)", line!(), ":"),
            )
            .severity(Error),
            //   --> src/a.rs:12:12:101 (line, line, column)
            Format::new(
                Place,
                &["--> "],
                concat!(r"-->\s+(?<file>", path!(), r"):", line!(), r":(?<end_line>[0-9]{1,9}):", col!(), "$"),
            ),
            //   --> src/a.rs:3:5, behind a prefix of any kind
            Format::new(
                Place,
                &["--> ", "::: "],
                concat!(r"(?:^|\s)(?:-->|:::) (?<file>[^:]*[^:\s]):", line!(), ":", col!(), r"(?:\s|$)"),
            ),
        ],
    },
    Row {
        name: "go",
        dependencies: &["/usr/local/go/", "/usr/lib/go", "/goroot/", "/libexec/src/", "/hostedtoolcache/go/", "_testmain.go", "runtime", "testing", "net", "sync", "os", "io", "reflect", "syscall", "sort", "panic", "main.init", "encoding", "context", "database", "html", "text", "time", "strings", "bytes", "bufio", "errors", "fmt", "internal"],
        formats: &[
            // 	/src/main.go:13 +0x1b
            Format::new(
                Frame,
                &[" +0x"],
                concat!(r"^\s+(?<file>[^:]*[^:\s]):", line!(), r" \+0x[0-9a-f]+(?: fp=.*)?$"),
            ),
            // 	/src/main.go:13
            Format::new(
                Frame,
                &[".go:"],
                concat!(r"^\s+(?<file>/[^:\s]*\.go):", line!(), "$"),
            ),
            // main.less(0x1, 0x0?)
            Format::new(
                Frame,
                &["(0x", "({0x", "(...)"],
                r"^(?<symbol>(?:[a-zA-Z0-9_.~-]+/)*[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_\[\]]+|\.\(\*?[a-zA-Z0-9_\[\].]+\))+)\((?:0x|\{|\.\.\.)[0-9a-fx?,{}. ]*\)$",
            ),
            // main.main(); shop.(*Wheel).Turn()
            Format::new(
                Frame,
                &["main.main()", ".func", ".(*"],
                r"^(?<symbol>main\.main|(?:[a-zA-Z0-9_.~-]+/)*[a-zA-Z0-9_-]+\.(?:\S+\.func[0-9.]+|\(\*[a-zA-Z0-9_\[\].]+\)\.[a-zA-Z0-9_.]+))\(\)$",
            ),
            // created by main.main in goroutine 1
            Format::new(
                Frame,
                &["created by "],
                r"^created by (?<symbol>(?:[a-zA-Z0-9_.~-]+/)*[a-zA-Z0-9_-]+\.\S+)(?: in goroutine [0-9]+)?$",
            ),
            // 	Error Trace:	/src/a_test.go:12
            Format::new(
                Place,
                &["Error Trace:"],
                concat!(r"Error Trace:\s+(?<file>[^:]*[^:\s]):", line!(), "$"),
            ),
            //     a_test.go:12: message
            Format::new(
                Located,
                &["_test.go:"],
                concat!(r"^\s+(?<file>[^\s:]+_test\.go):", line!(), r": \S"),
            )
            .severity(Error),
            // vet: ./a.go:3:5: message
            Format::new(
                Located,
                &[".go:"],
                concat!(r"^(?:vet: )?(?<file>[^\s:]+\.go):", line!(), ":", col!(), r"(?:-(?<end_col>[0-9]{1,9}))?: (?:[a-z ]*undefined|imported and not used|declared and not used|cannot use|syntax error|not enough|too many|missing return|invalid operation|undefined:|unknown|\S+ (?:declared|redeclared|undefined|is not|already)|could not import|no new variables|assignment mismatch|expected|label|duplicate|unreachable|non-)"),
            )
            .severity(Error),
            // > [Breakpoint 1] main.walk() ./a.go:12 (hits goroutine(1):1 total:1)
            Format::new(
                Place,
                &["> "],
                concat!(r"^> (?:\[[^\]]+\] )?(?<symbol>[\w./*()-]+\(\)) (?<file>[^:\s]+\.go):", line!(), r"(?:\s|$)"),
            ),
            // [FAILED] message … in [It] - /src/a_test.go:12 @ 01/02/26
            Format::new(
                Located,
                &[".go:"],
                concat!(r" - (?<file>[^:\s]+\.go):", line!(), r" @ [0-9]"),
            )
            .severity(Error),
            // main.go:12:5: message (Rule:G307, Severity:MEDIUM)
            Format::new(
                Located,
                &["Severity:"],
                concat!("^", file!(), ":", line!(), ":", col!(), r": .*Severity:(?<severity>[A-Z]+)"),
            )
            .severity(Warning),
        ],
    },
];
