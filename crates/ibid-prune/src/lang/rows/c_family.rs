//! C, C++, Objective-C and what is built like them: compilers, linkers, checkers, debuggers.

use super::general::COLON;
use crate::Kind::{FileHeading, Frame, Located, Via};
use crate::Severity::{Error, Info, Warning};
use crate::lang::{Format, Row};

/// Where the C and C++ runtimes and their checkers come from.
const RUNTIME: &[&str] = &[
    "/csu/",
    "/sysdeps/",
    "/nptl/",
    "/libsanitizer/",
    "/compiler-rt/",
    "/glibc",
    "/libstdc++",
    "/lib/gcc/",
    "/googletest/",
    "__libc_",
    "__interceptor_",
    "__asan_",
    "__tsan_",
    "__ubsan_",
    "_start",
    "std::",
    "testing::",
];

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "gcc",
        dependencies: RUNTIME,
        formats: &[
            // In file included from a.h:3:5,
            Format::new(
                Via,
                &["included from ", "imported from "],
                concat!(r"^In (?:file|module) [^:]{0,80}?(?:included|imported) from ", file!(), "[:,]", line!(), "(?:[:,]", col!(), ")?[:,]"),
            )
            .severity(Info),
            //                  from a.h:3:5,
            Format::new(
                Via,
                COLON,
                concat!(r"^\s+from ", file!(), ":", line!(), "(?::", col!(), ")?[:,]$"),
            )
            .severity(Info),
            // a.h:3:5:   required from 'x'
            Format::new(
                Via,
                &["required from ", "required by ", "instantiated from "],
                concat!(
                    "^", file!(), ":", line!(), "(?::", col!(),
                    r")?[:,]\s+(?:recursively )?(?:required (?:from|by)|instantiated from)"
                ),
            )
            .severity(Info),
            // a.c: In function 'f':
            Format::new(
                Via,
                &[": In ", ": At "],
                concat!("^", file!(), r": (?:In (?:[a-z]+ )*(?:function|constructor|destructor|instantiation|substitution|program|lambda)|At (?:global|top))"),
            )
            .severity(Info),
            // a.c:(.text+0x1d): undefined reference to `f'
            Format::new(
                Located,
                &[":(.", "): undefined "],
                concat!("^(?:[^:\\s][^:]{0,80}: )?", file!(), r":\([.\w$+]+\): "),
            )
            .severity(Error),
            // ld: a.o: in function `main':
            Format::new(
                Via,
                &[": in function "],
                concat!(r"^(?:\S*ld(?:\.\w+)?: )?", file!(), ": in function "),
            ),
            // app: src/a.c:6: int main(): Assertion `x' failed.
            Format::new(
                Located,
                &["ssertion `", "ssertion '", "ssertion \""],
                concat!("^[^:]{1,80}: ", file!(), ":", line!(), r": .*Assertion [`'\x22].* failed"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "sanitizer",
        dependencies: RUNTIME,
        formats: &[
            //     #1 0x55d2 in walk(int) src/a.cpp:6:3 (app+0x12)
            Format::new(
                Frame,
                &["    #"],
                concat!(r"^\s*#[0-9]+ (?:0x[0-9a-f]+ in )?(?<symbol>\S.*?) (?<file>", path!(), r"):", line!(), "(?::", col!(), r")?(?: \(.*\))?$"),
            ),
            // 0x55d2 in walk(int) src/a.cpp:6:3, its number taken for a prefix
            Format::new(
                Frame,
                &["0x"],
                concat!(r"^\s*0x[0-9a-f]+ in (?<symbol>\S.*?) (?<file>", path!(), r"):", line!(), "(?::", col!(), r")?(?: \(.*\))?$"),
            )
            .unless(r" at \S+$"),
            //     #1 0x55d2 in walk(int) (/lib/libc.so.6+0x12) (BuildId: 1f)
            Format::new(
                Frame,
                &["    #"],
                r"^\s*#[0-9]+ 0x[0-9a-f]+(?: in (?<symbol>\S.*?))? +\((?<file>[^()\s]+)\+0x[0-9a-f]+\)(?: \(BuildId: [0-9a-f]+\))?$",
            ),
            // SUMMARY: AddressSanitizer: heap-use-after-free src/a.cpp:6:3 in walk
            Format::new(
                Located,
                &["SUMMARY: "],
                concat!(r"^SUMMARY: \w+Sanitizer: .* (?<file>", path!(), r"):", line!(), "(?::", col!(), r")?(?: in.*)?$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "valgrind",
        dependencies: RUNTIME,
        formats: &[
            // ==12==    by 0x10916E: turn (a.c:14)
            Format::new(
                Frame,
                &["   at 0x", "   by 0x"],
                concat!(r"^(?:==[0-9]+==)?\s*(?:at|by) 0x[0-9A-F]+: (?<symbol>.+?) \((?<file>", path!(), r"):", line!(), r"\)$"),
            ),
            // ==12==    at 0x483F: malloc (in /usr/lib/vgpreload.so)
            Format::new(
                Frame,
                &["   at 0x", "   by 0x"],
                r"^(?:==[0-9]+==)?\s*(?:at|by) 0x[0-9A-F]+: (?<symbol>.+?)(?: \(in (?<file>[^()]+)\))?$",
            ),
        ],
    },
    Row {
        name: "debugger",
        dependencies: RUNTIME,
        formats: &[
            // #1  0x0040 in walk (n=3) at src/a.c:17; #0  main () at a.c:3
            Format::new(
                Frame,
                &["#0", "#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8", "#9"],
                concat!(r"^#[0-9]+\s+(?:0x[0-9a-f]+ in )?(?<symbol>\S.*?)(?: \(.*\))? at (?<file>", path!(), r"):", line!(), "(?::", col!(), ")?$"),
            ),
            // 0x0040 in walk (n=3) at src/a.c:17, its number taken for a prefix
            Format::new(
                Frame,
                &[") at "],
                concat!(r"^\s*(?:0x[0-9a-f]+ in )?(?<symbol>[\w:~<>]+) \([^()]*\) at (?<file>", path!(), r"):", line!(), "(?::", col!(), ")?$"),
            ),
            // #2  0x0040 in malloc () from /lib/libc.so.6
            Format::new(
                Frame,
                &[") from "],
                r"^#[0-9]+\s+(?:0x[0-9a-f]+ in )?(?<symbol>\S.*?) \(.*\) from (?<file>\S+)$",
            ),
            //   * frame #0: 0x0040 app`walk(n=3) at a.c:17:5
            Format::new(
                Frame,
                &["frame #"],
                concat!(r"^\s*\*? ?frame #[0-9]+: 0x[0-9a-f]+ (?<symbol>[^`]+`?.*?) at (?<file>", path!(), r"):", line!(), "(?::", col!(), ")?(?: \\[opt\\])?$"),
            ),
            //     frame #1: 0x0040 libc.so`start + 120
            Format::new(Frame, &["frame #"], r"^\s*\*? ?frame #[0-9]+: 0x[0-9a-f]+ [^`\s]+`"),
            //      0x401136 turn+22 at a.c:14
            Format::new(
                Frame,
                &["0x"],
                concat!(r"^\s*0x[0-9a-f]+ (?:in )?(?<symbol>\S+?)(?:\+[0-9a-fx]+)? at (?<file>", path!(), r"):", line!(), "$"),
            ),
            // ./wheel(turn+0x1d)[0x401136]
            Format::new(
                Frame,
                &["+0x"],
                r"^(?<file>[^\s()]+)\((?<symbol>[^()\s]*)\+0x[0-9a-f]+\) ?\[0x[0-9a-f]+\]$",
            ),
        ],
    },
    Row {
        name: "cppcheck",
        dependencies: RUNTIME,
        formats: &[
            // [a.cpp:3]: (error) message; [a.cpp:3] -> [b.cpp:4]: (error) message
            Format::new(
                Located,
                &["]: (", "] -> ["],
                concat!(r"^\[(?<file>", path!(), r"):", line!(), "(?::", col!(), r")?\](?: -> \[[^\]]+\])*: \((?<severity>[a-z]+)"),
            ),
        ],
    },
    Row {
        name: "bracketed",
        dependencies: &[],
        formats: &[
            // [a.proto:3:5] message; [/src/main.go:12] - G104 (CWE-703): message
            Format::new(
                Located,
                COLON,
                concat!(r"^\[(?:file://)?(?<file>", path!(), r"):", line!(), "(?:-(?<end_line>[0-9]{1,9}))?(?::", col!(), r")?\](?:\s+-)?:?\s+\S"),
            ),
        ],
    },
    Row {
        name: "edg",
        dependencies: &[],
        formats: &[
            // "a.c",3  Warning[32]: message
            Format::new(
                Located,
                &["\",0", "\",1", "\",2", "\",3", "\",4", "\",5", "\",6", "\",7", "\",8", "\",9"],
                concat!("^\"", quoted!(), "\",", line!(), r"\s+(?<severity>[A-Z][a-z ]+)"),
            ),
            // "a.html":3:5: message; "a.cron":3: message
            Format::new(
                Located,
                &["\":0", "\":1", "\":2", "\":3", "\":4", "\":5", "\":6", "\":7", "\":8", "\":9"],
                concat!("\"", quoted!(), "\":", line!(), "(?::", col!(), ")?:"),
            ),
            // "file:/src/a.html":3.5-4.9: error: message
            Format::new(
                Located,
                &["\":0", "\":1", "\":2", "\":3", "\":4", "\":5", "\":6", "\":7", "\":8", "\":9"],
                concat!("^\"(?:file:(?://)?)?(?<file>[^\"]+)\":", line!(), r"\.", col!(), r"(?:-(?<end_line>[0-9]{1,9})\.(?<end_col>[0-9]{1,9}))?: "),
            ),
            // Error a.c 15: message; Warning W1022 a.c 68: message
            Format::new(
                Located,
                &["Error ", "Warning ", "Fatal "],
                concat!(r"^(?<severity>Error|Warning|Fatal)(?: error)?(?: [A-Z]?[0-9]+:?)? (?<file>", path!(), r") ", line!(), ": "),
            ),
            // E, a.cc(35,52) message
            Format::new(
                Located,
                &["E, ", "W, "],
                concat!("^(?<severity>[EW]), ", file!(), r"\(", line!(), ",", col!(), r"\)\s"),
            ),
            // cfe: Error: a.c: 1: message
            Format::new(
                Located,
                &["cfe: ", "ccom: ", "as1: ", "cc: ", "uopt: ", "cpp: "],
                concat!(r"^[^:\s]{1,80}: (?<severity>(?i:error|warning|info))(?: [0-9]+)?: ", file!(), ": ", line!(), ": "),
            ),
            // SPINMASK (14) in a.c may be indistinguishable from SPINMASKS (71) in b.c
            Format::new(
                Located,
                &["indistinguishable", ") in "],
                concat!(r"\((?<line>[0-9]{1,9})\) in (?<file>", path!(), r") may be "),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "include-chain",
        dependencies: &[],
        formats: &[
            // Found 2 semantic errors compiling "../awt/A.java":
            Format::new(
                FileHeading,
                &["compiling \""],
                concat!(r"^(?:Found|Issued) .* compiling \x22", quoted!(), "\":$"),
            ),
            // Mon Mar  3 08:11:52 2025  a.p:
            Format::new(
                FileHeading,
                &[".p:", ".pas:", ".pp:", ".dpr:"],
                concat!(r"^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]?[0-9] [0-9:]{8} [0-9]{4}\s+(?<file>", path!(), "):$"),
            ),
            // E 18411 line 27 -  message
            Format::new(
                Located,
                &[" line "],
                concat!(r"^(?<severity>[EWew]) +[0-9]+ line ", line!(), " - "),
            ),
        ],
    },
    Row {
        name: "fortran",
        dependencies: &["libgfortran/"],
        formats: &[
            // Error 31 at (9:a.f90) : message
            Format::new(
                Located,
                &[" at (0", " at (1", " at (2", " at (3", " at (4", " at (5", " at (6", " at (7", " at (8", " at (9"],
                concat!(r"^(?<severity>Error|Warning|Info)[^(]* at \(", line!(), ":(?<file>", path!(), r")\)"),
            ),
            // $0000000000401234  WALK,  line 12 of a.pas
            Format::new(
                Frame,
                &[" line "],
                concat!(r"^\s*\$[0-9A-F]+\s.*line ", line!(), r" of (?<file>", path!(), r")$"),
            ),
            // [dcc32 Error] a.pas(3): E2003 message
            Format::new(
                Located,
                &["[dcc"],
                concat!(r"^\[dcc[0-9a-z]* (?<severity>[A-Za-z ]+)\] ", file!(), r"\(", line!(), r"\): "),
            ),
        ],
    },
    Row {
        name: "ada",
        dependencies: &["/adainclude/", "/rts-"],
        formats: &[
            // raised CONSTRAINT_ERROR : a.adb:5 index check failed
            Format::new(
                Located,
                &["raised "],
                concat!(r"^raised [A-Z][A-Z0-9_.]* : ", file!(), ":", line!(), "(?::", col!(), ")? "),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "hardware",
        dependencies: &[],
        formats: &[
            // ** Error: a.v(3): (vlog-13069) message
            Format::new(
                Located,
                &["** "],
                concat!(r"^(?:# )?\*\* (?<severity>Error|Warning|Note|Fatal)[^:]*: (?:\([^)]*\) )?", file!(), r"\(", line!(), r"(?:[.,]", col!(), r")?\): "),
            ),
            // %Warning-WIDTH: a.v:3:5: message
            Format::new(
                Located,
                &["%Error", "%Warning"],
                concat!(r"^%(?<severity>Error|Warning)[-A-Z0-9]*: ", file!(), ":", line!(), "(?::", col!(), ")?: "),
            ),
            // Error (10170): Verilog HDL syntax error at a.v(3) near text
            Format::new(
                Located,
                &["Error (", "Warning (", "Info ("],
                concat!(r"^(?<severity>Error|Warning|Critical Warning|Info) \([0-9]+\): .* at (?<file>", path!(), r")\(", line!(), r"\)"),
            ),
        ],
    },
    Row {
        name: "gtest",
        dependencies: RUNTIME,
        formats: &[
            // a_test.cc:12: Failure
            Format::new(
                Located,
                &[": Failure", ": FAILED:", "): Failure", "): FAILED"],
                concat!("^", file!(), r"(?::|\()", line!(), r"\)?: (?:Failure|FAILED)"),
            )
            .severity(Error),
        ],
    },
];
