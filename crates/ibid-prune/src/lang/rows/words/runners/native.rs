//! Test runners of languages that compile to machine code.

use super::super::shape::{assertion, error, fail, failing, pass, progress, row, summary, warning};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "cargo-test",
        &[
            pass(
                &["... ok", "... ignored"],
                r"^\s*test .+ \.\.\. (?:ok|ignored)\b",
            ),
            fail(&["... FAILED"], r"^\s*test .+ \.\.\. FAILED"),
            fail(
                &[" stdout ----", " stderr ----"],
                r"^\s*---- \S.* (?:stdout|stderr) ----$",
            ),
            // The list below `failures:` names each test by its path and nothing else.
            fail(&["::"], r"^    (?:\s{4})?(?:[a-z_]\w*::)+\w+$"),
            fail(
                &[".rs - "],
                r"^\s{4,}(?<file>\S+\.rs) - .*\(line (?<line>\d+)\)$",
            ),
            fail(&["`-p "], r"^\s{4}`-p [^`]+`$"),
            failing(&["test result: FAILED"], r"^\s*test result: FAILED\b"),
            summary(&["test result: ok"], r"^\s*test result: ok\b"),
            error(
                &[
                    "note: test did not panic",
                    "Test executable failed",
                    "Couldn't compile the test",
                ],
                concat!(
                    r"^\s*(?:note: test did not panic as expected|",
                    r"Test executable failed|Couldn't compile the test)"
                ),
            ),
            progress(
                &[
                    "running ",
                    "Running unittests",
                    "Doc-tests ",
                    "     Running ",
                ],
                concat!(
                    r"^\s*(?:running \d+ (?:tests?|benchmarks?)$|Running (?:unittests |",
                    r"benches/|tests/|examples/|`)|Doc-tests \S)"
                ),
            ),
        ],
    ),
    row(
        "nextest",
        &[
            pass(
                &["PASS [", "LEAK [", "SKIP ["],
                r"^\s*(?:TRY \d+ )?(?:PASS|LEAK|SKIP) +\[",
            ),
            fail(
                &[
                    "FAIL [",
                    "TIMEOUT [",
                    "ABORT [",
                    "FAIL + LEAK",
                    "EXECFAIL",
                    "SIGABRT [",
                    "SIGSEGV [",
                    "SIGKILL [",
                    "SIGBUS [",
                    "SIGILL [",
                    "SIGTERM [",
                    "SIGFPE [",
                    "SIGINT [",
                    "XFAIL",
                ],
                concat!(
                    r"^\s*(?:TRY \d+ |TERMINATING )?(?:FAIL(?: \+ LEAK)?|LEAK-FAIL|",
                    r"TIMEOUT|ABORT|EXECFAIL|SIG[A-Z]+) +\["
                ),
            ),
            failing(
                &[" tests run: ", " test run: "],
                concat!(
                    r"^\s*(?:Summary \[.*\] )?\d+(?:/\d+)? tests? ",
                    r"run: .*\b[1-9]\d* (?:failed|timed out|exec failed)"
                ),
            ),
            summary(
                &[" tests run: ", " test run: "],
                r"^\s*(?:Summary \[.*\] )?\d+(?:/\d+)? tests? run: ",
            ),
            warning(&["FLAKY "], r"^\s*FLAKY \d+/\d+ +\["),
            progress(
                &[
                    "Nextest run ID",
                    " binaries",
                    " binary",
                    "SLOW [",
                    "START   ",
                ],
                r"^\s*(?:Nextest run ID |Starting \d+ tests? across |SLOW +\[|START +\S)",
            ),
        ],
    ),
    row(
        "go-test",
        &[
            pass(
                &["--- PASS: ", "--- SKIP: ", "--- BENCH: "],
                r"^\s*--- (?:PASS|SKIP|BENCH): ",
            ),
            pass(&["ok  \t", "[no test files]"], r"^(?:ok  \t|\?   \t)\S"),
            pass(
                &[r#""Action":"pass""#, r#""Action":"skip""#],
                r#"^\{.*"Action":"(?:pass|skip)""#,
            ),
            fail(&["--- FAIL: "], r"^\s*--- FAIL: "),
            fail(&["FAIL\t"], r"^FAIL\t\S"),
            fail(
                &[r#""Action":"fail""#, "--- FAIL: "],
                r#"^\{.*(?:"Action":"fail"|"Output":"\s*--- FAIL: )"#,
            ),
            failing(
                &["FAIL", "exit status "],
                r"^(?:FAIL|exit status [1-9]\d*)$",
            ),
            failing(&[r#""Output":"FAIL"#], r#"^\{.*"Output":"FAIL"#),
            summary(&["PASS"], r"^PASS$"),
            error(
                &[
                    "panic: test timed out",
                    "[build failed]",
                    "[setup failed]",
                    "testing: warning: ",
                ],
                concat!(
                    r"^(?:\s*panic: test timed out|.*\[(?:build|setup) failed\]|",
                    r"testing: warning: )"
                ),
            ),
            assertion(
                &["(-want +got)", "(-got +want)", "Not equal: "],
                r"^\s*(?:.*\((?:-want \+got|-got \+want)\)|Not equal: )",
            ),
            progress(
                &["=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME "],
                r"^\s*=== (?:RUN|PAUSE|CONT|NAME)\b",
            ),
            progress(
                &[
                    r#""Action":"run""#,
                    r#""Action":"start""#,
                    r#""Action":"pause""#,
                    r#""Action":"cont""#,
                    r#""Output":"=== "#,
                    r#""Output":"PASS"#,
                    r#""Output":"ok "#,
                ],
                concat!(
                    r#"^\{.*(?:"Action":"(?:run|start|pause|cont)"|"Output":"(?:=== |"#,
                    r#"PASS\\n|ok ))"#
                ),
            ),
        ],
    ),
    row(
        "gotestsum",
        &[
            fail(&["=== FAIL: "], r"^=== FAIL: \S"),
            failing(
                &["DONE "],
                r"^DONE \d+ tests?\b.*\b[1-9]\d* (?:failures?|errors?)",
            ),
            failing(&["=== Failed", "=== Errors"], r"^=== (?:Failed|Errors)$"),
            summary(&["DONE "], r"^DONE \d+ tests?\b"),
        ],
    ),
    row(
        "ginkgo",
        &[
            fail(
                &[
                    "[FAIL]",
                    "[FAILED]",
                    "[PANICKED]",
                    "[TIMEDOUT]",
                    "[INTERRUPTED]",
                ],
                concat!(
                    r"^(?:• \[(?:FAIL|FAILED|PANICKED!?|TIMEDOUT|INTERRUPTED)\]|",
                    r"\[(?:FAIL|PANICKED!?|TIMEDOUT|INTERRUPTED)\] .*\[[A-Z]\w+\])"
                ),
            ),
            failing(
                &["FAIL! -- ", "Test Suite Failed", "Summarizing "],
                r"^(?:FAIL! -- |Test Suite Failed|Summarizing \d+ Failures?:)",
            ),
            summary(
                &["SUCCESS! -- ", "Test Suite Passed", " Specs in "],
                r"^(?:SUCCESS! -- |Test Suite Passed|Ran \d+ of \d+ Specs in )",
            ),
        ],
    ),
    row(
        "ctest",
        &[
            pass(
                &["   Passed ", "***Skipped", "***Disabled"],
                r"^\s*\d+/\d+ Test +#\d+: .*(?:   Passed |\*\*\*(?:Skipped|Disabled))",
            ),
            fail(
                &[
                    "***Failed",
                    "***Exception",
                    "***Timeout",
                    "***Not Run",
                    "***Unable",
                ],
                concat!(
                    r"^\s*\d+/\d+ Test +#\d+: .*\*\*\*(?:Failed|Exception|Timeout|",
                    r"Not Run|Unable)"
                ),
            ),
            fail(
                &[
                    "(Failed)",
                    "(SEGFAULT)",
                    "(Timeout)",
                    "(Not Run)",
                    "(Subprocess aborted)",
                    "(ILLEGAL)",
                    "(NUMERICAL)",
                    "(INTERRUPT)",
                    "(OTHER_FAULT)",
                    "(BAD_COMMAND)",
                ],
                concat!(
                    r"^\s+\d+ - \S.* \((?:Failed|SEGFAULT|Timeout|Not Run|",
                    r"Subprocess aborted|ILLEGAL|NUMERICAL|INTERRUPT|OTHER_FAULT|",
                    r"BAD_COMMAND)\)"
                ),
            ),
            failing(
                &[" tests passed, ", " tests failed out of "],
                r"^\d+% tests passed, [1-9]\d* tests? failed out of ",
            ),
            failing(
                &["The following tests FAILED", "Errors while running CTest"],
                r"^(?:The following tests FAILED:|Errors while running CTest)",
            ),
            summary(
                &["% tests passed", "Total Test time (real)"],
                r"^(?:\d+% tests passed|Total Test time \(real\))",
            ),
            progress(
                &["  Start ", "Test project "],
                r"^\s*(?:Start +\d+: |Test project /)",
            ),
        ],
    ),
    row(
        "gtest-report",
        &[
            pass(
                &["[       OK ] ", "[  SKIPPED ] "],
                r"^\s*(?:\d+: )?\[(?:       OK |  SKIPPED )\] \S+\.\S",
            ),
            fail(&["[  FAILED  ] "], r"^\s*(?:\d+: )?\[  FAILED  \] \S+\.\S"),
            failing(
                &["[  FAILED  ] ", "FAILED TEST"],
                r"^\s*(?:\d+: )?(?:\[  FAILED  \] \d+ tests?, listed|\d+ FAILED TESTS?$)",
            ),
            summary(
                &["[  PASSED  ] ", "[==========] ", "DISABLED TEST"],
                concat!(
                    r"^\s*(?:\d+: )?(?:\[  PASSED  \] \d+|",
                    r"\[==========\] \d+ tests? .* ran\.|YOU HAVE \d+ DISABLED TEST|",
                    r"\d+ DISABLED TESTS?)"
                ),
            ),
            assertion(
                &[
                    "Which is: ",
                    "Value of: ",
                    "Expected equality of these values",
                    "The difference between ",
                ],
                concat!(
                    r"^\s*(?:Which is: |Value of: |Expected equality of these values:|",
                    r"The difference between )"
                ),
            ),
            progress(
                &["[ RUN      ] ", "[----------] ", "[==========] "],
                r"^\s*(?:\d+: )?\[(?: RUN      |----------|==========)\]",
            ),
        ],
    ),
    row(
        "catch2",
        &[
            failing(
                &["test cases:", "assertions:"],
                r"^(?:test cases|assertions): +\d+ \|.* [1-9]\d* failed",
            ),
            summary(
                &["test cases:", "assertions:", "All tests passed ("],
                r"^(?:(?:test cases|assertions): +\d+ |All tests passed \()",
            ),
            error(
                &[
                    "due to unexpected exception",
                    "due to a fatal error condition",
                    "No test cases matched",
                ],
                concat!(
                    r"^\s*(?:due to (?:unexpected exception|a fatal error condition)|",
                    r"No test cases matched)"
                ),
            ),
            assertion(
                &[
                    "with expansion:",
                    "REQUIRE",
                    "CHECK",
                    "with message:",
                    "with messages:",
                ],
                concat!(
                    r"^\s*(?:with expansion:|with messages?:|(?:REQUIRE|",
                    r"CHECK)(?:_[A-Z_]+)?\( ?.*\)$)"
                ),
            ),
        ],
    ),
    row(
        "doctest-cpp",
        &[
            failing(
                &["[doctest] "],
                concat!(
                    r"^\[doctest\] (?:test cases|assertions): .*\b[1-9]\d* failed|",
                    r"^\[doctest\] Status: FAILURE"
                ),
            ),
            summary(
                &["[doctest] "],
                r"^\[doctest\] (?:test cases|assertions|Status): ",
            ),
            error(
                &["TEST CASE:  ", "TEST SUITE: ", "test case CRASHED"],
                r"^(?:TEST (?:CASE:  |SUITE: )\S|\s*test case CRASHED)",
            ),
            assertion(&["values: "], r"^\s+values: (?:CHECK|REQUIRE|WARN|\w+)"),
        ],
    ),
    row(
        "boost-test",
        &[
            failing(
                &[
                    " is detected in the test module",
                    " are detected in the test module",
                ],
                r"^\*\*\* [1-9]\d* failures? (?:is|are) detected",
            ),
            summary(&["*** No errors detected"], r"^\*\*\* No errors detected"),
            progress(
                &["Running ", "Entering test ", "Leaving test "],
                concat!(
                    r"^(?:Running \d+ test cases?\.\.\.|.*\b(?:Entering|",
                    r"Leaving) test (?:module|suite|case) )"
                ),
            ),
        ],
    ),
    row(
        "meson-test",
        &[
            pass(
                &[" OK ", " SKIP ", " EXPECTEDFAIL "],
                r"^\s*\d+/\d+ \S.* (?:OK|SKIP|EXPECTEDFAIL) +\d+\.\d+ ?s",
            ),
            fail(
                &[
                    " FAIL ",
                    " TIMEOUT ",
                    " ERROR ",
                    " UNEXPECTEDPASS ",
                    " INTERRUPT ",
                ],
                concat!(
                    r"^\s*\d+/\d+ \S.* (?:FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS|",
                    r"INTERRUPT) +\d+\.\d+ ?s"
                ),
            ),
            fail(&[" time out (After "], r"^\S.* time out \(After \d+"),
            failing(
                &[
                    "Fail: ",
                    "Timeout: ",
                    "Unexpected Pass: ",
                    "Summary of Failures:",
                ],
                concat!(
                    r"^(?:(?:Fail|Timeout|Unexpected Pass): +[1-9]\d*\s*$|",
                    r"Summary of Failures:)"
                ),
            ),
            summary(
                &["Ok: ", "Fail: ", "Pass: ", "Skipped: ", "Timeout: "],
                r"^(?:Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): +\d+\s*$",
            ),
            progress(
                &[" RUNNING", ">>> "],
                r"^\s*(?:\d+/\d+ \S.* RUNNING\s*$|>>> (?:[A-Z_]+=\S+ )*/)",
            ),
        ],
    ),
    row(
        "xctest",
        &[
            pass(
                &["' passed ", "' skipped "],
                r"^\s*Test [Cc]ase '.*' (?:passed|skipped) (?:on '.*' )?\(",
            ),
            pass(
                &["passed after ", "skipped"],
                r"^\s*(?:✔|􀟈|􁁛|➜) (?:Test|Suite) .+ (?:passed after |skipped)",
            ),
            fail(
                &["' failed "],
                r"^\s*Test [Cc]ase '.*' failed (?:on '.*' )?\(",
            ),
            fail(
                &["failed after ", " recorded an issue"],
                concat!(
                    r"^\s*(?:✘|􀢄) (?:Test|Suite) (?:[^r]|r[^u]).*(?:failed after |",
                    r" recorded an issue)"
                ),
            )
            .unless(r"Test run with"),
            fail(&["()"], r"^\t(?:-\[)?[\w.]+[. ]\w+(?:\(\))?\]?\(\)$"),
            failing(
                &[
                    "Executed ",
                    "** TEST FAILED **",
                    "Failing tests:",
                    "Test run with ",
                    "' failed at ",
                ],
                concat!(
                    r"^\s*(?:Executed \d+ tests?, with (?:\d+ tests? ",
                    r"skipped and )?[1-9]\d* failures?|",
                    r"\*\* TEST (?:EXECUTE )?FAILED \*\*|Failing tests:$|",
                    r".*Test run with .* failed after |Test [Ss]uite '.*' failed at )"
                ),
            ),
            summary(
                &["Executed ", "** TEST SUCCEEDED **", "Test run with "],
                concat!(
                    r"^\s*(?:Executed \d+ tests?, with |",
                    r"\*\* TEST (?:EXECUTE )?SUCCEEDED \*\*|",
                    r".*Test run with .* passed after )"
                ),
            ),
            progress(
                &["' started", "() started", " started.", "' passed at "],
                concat!(
                    r"^\s*(?:Test [Cc]ase '.*' started|Test [Ss]uite '.*' (?:started|",
                    r"passed) at |(?:◇|􀟈) (?:Test|Suite) .* started)"
                ),
            ),
        ],
    ),
    row(
        "zig-test",
        &[
            pass(
                &["...OK", "...SKIP"],
                r"^\s*\d+/\d+ \S+.*\.\.\.(?:OK|SKIP)$",
            ),
            fail(&["...FAIL", "... FAIL"], r"^\s*\d+/\d+ \S+.*\.\.\. ?FAIL\b"),
            failing(
                &[" failed.", "Build Summary: "],
                concat!(
                    r"^(?:\d+ passed; \d+ skipped; [1-9]\d* failed\.|",
                    r"Build Summary: .*\b[1-9]\d* failed)"
                ),
            ),
            failing(
                &["transitive failure", "+- run test", "└─ "],
                concat!(
                    r"^\s*(?:.*\btransitive failure$|(?:\+-|└─) .*\b\d+ (?:failed|",
                    r"errors?)\b)"
                ),
            ),
            summary(
                &["Build Summary: ", " tests passed.", " skipped; "],
                r"^(?:Build Summary: |All \d+ tests passed\.|\d+ passed; \d+ skipped; )",
            ),
            assertion(&[", found "], r"^(?:\s*\S+\) )?expected .+, found \S"),
        ],
    ),
    row(
        "fpcunit",
        &[
            failing(
                &["Number of errors:", "Number of failures:"],
                r"^\s*Number of (?:errors|failures): +[1-9]",
            ),
            summary(
                &[
                    "Number of run tests:",
                    "Number of errors:",
                    "Number of failures:",
                    "N:",
                ],
                concat!(
                    r"^\s*(?:Number of (?:run tests|errors|failures): +\d|",
                    r"Time:\S+ N:\d+ E:\d+ F:\d+)"
                ),
            ),
            assertion(
                &["Exception class:", "Exception message:", "  Message:"],
                r"^\s+(?:Exception (?:class|message)|Message): +\S",
            ),
        ],
    ),
    row(
        "nim-unittest",
        &[
            pass(&["[OK] ", "[SKIPPED] "], r"^ {2,}\[(?:OK|SKIPPED)\] \S"),
            fail(&["[FAILED] "], r"^\s+\[FAILED\] \S").unless(r"\.go:\d"),
            progress(&["[Suite] "], r"^\s*\[Suite\] "),
        ],
    ),
    row(
        "d-unittest",
        &[
            failing(&[" FAILED unittests"], r"^\d+/\d+ modules FAILED unittests"),
            summary(&[" passed unittests"], r"^\d+ modules passed unittests"),
            error(
                &["Program exited with code "],
                r"^\s*(?:Error )?Program exited with code -?[1-9]",
            ),
        ],
    ),
    row(
        "aunit",
        &[
            pass(&["OK "], r"^OK \S+.* : \S|^OK \S+_Test"),
            fail(&["FAIL "], r"^FAIL (?:\S+ : |[A-Z]\w*_Test\b|Test_)"),
            failing(
                &["Failed Assertions:", "Unexpected Errors:"],
                r"^(?:Failed Assertions|Unexpected Errors): +[1-9]",
            ),
            summary(
                &[
                    "Total Tests Run:",
                    "Successful Tests:",
                    "Failed Assertions:",
                    "Unexpected Errors:",
                ],
                concat!(
                    r"^(?:Total Tests Run|Successful Tests|Failed Assertions|",
                    r"Unexpected Errors): +\d"
                ),
            ),
        ],
    ),
];
