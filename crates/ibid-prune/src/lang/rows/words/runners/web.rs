//! Test runners of JavaScript and TypeScript.

use super::super::shape::{assertion, error, fail, failing, pass, progress, row, summary, warned};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "jest",
        &[
            pass(&["PASS "], r"^\s*PASS +(?:\S+ +)?\S+\.[cm]?[jt]sx?\b"),
            pass(&["○ ", "✎ "], r"^\s*(?:○|✎) (?:skipped |todo )?\S"),
            fail(&["FAIL "], r"^\s*FAIL +(?:\S+ +)?\S+\.[cm]?[jt]sx?\b"),
            fail(&["● "], r"^\s*● \S").unless(r"● (?:Console|Test suite failed to run)$"),
            failing(
                &["Tests: ", "Test Suites: ", "Snapshots: "],
                concat!(
                    r"^\s*(?:Tests|Test Suites|",
                    r"Snapshots): +(?:\d+ \w+, )*[1-9]\d* (?:failed|obsolete)\b"
                ),
            ),
            failing(
                &[
                    " snapshot failed",
                    " snapshots failed",
                    "Summary of all failing tests",
                    "Test Suites: ",
                ],
                r"^\s*(?:›? ?\d+ snapshots? failed|Summary of all failing tests)",
            ),
            summary(
                &[
                    "Tests: ",
                    "Test Suites: ",
                    "Snapshots: ",
                    "Ran all test suites",
                    "Time: ",
                ],
                concat!(
                    r"^\s*(?:(?:Tests|Test Suites|",
                    r"Snapshots): +(?:\d+ \w+, )*\d+ (?:total|passed)|",
                    r"Ran all test suites|Time: +[\d.]+ m?s\b)"
                ),
            )
            .unless(r"\d+ of \d+ total"),
            error(
                &[
                    "Test suite failed to run",
                    "Your test suite must contain",
                    "Exceeded timeout of ",
                    "Jest did not exit",
                    "Call retries were exceeded",
                ],
                concat!(
                    r"^(?:thrown: .)?(?:Test suite failed to run|",
                    r"Your test suite must contain|Exceeded timeout of |",
                    r"Jest did not exit|Call retries were exceeded)"
                ),
            ),
            assertion(
                &["expect(", "Difference:", "Number of calls"],
                r"^(?:(?:Error: )?expect\(\S*\)\.|Difference:$|Number of calls: )",
            ),
            progress(&["RUNS "], r"^\s*RUNS +\S"),
            progress(&["Test Suites: "], r"^\s*Test Suites: .*\d+ of \d+ total"),
        ],
    ),
    row(
        "vitest",
        &[
            pass(&["↓ "], r"^\s*↓ \S"),
            fail(
                &["❯ "],
                r"^\s*❯ \S.* \(\d+(?: tests?)?(?: \| .*)?\)(?: *\d+ ?m?s)?$",
            ),
            fail(&[" FAIL "], r"^\s*FAIL +(?:\|[^|]+\| |\S+ )?\S.* (?:>|\[) "),
            failing(
                &[
                    "Failed Tests ",
                    "Failed Suites ",
                    "Unhandled Errors",
                    "Unhandled Rejection",
                ],
                concat!(
                    r"^⎯+ (?:Failed (?:Tests|Suites) \d+|Unhandled (?:Errors|Rejection|",
                    r"Error)) ⎯+$"
                ),
            ),
            failing(
                &["Test Files ", " Tests ", "Errors "],
                concat!(
                    r"^\s*(?:Test Files|Tests|Snapshots|Errors|",
                    r"Type Errors) +(?:\d+ \w+ \| )*[1-9]\d* (?:failed|errors?)\b"
                ),
            ),
            summary(
                &[
                    "Test Files ",
                    " Tests ",
                    "Snapshots ",
                    "Start at ",
                    "Duration ",
                ],
                concat!(
                    r"^\s*(?:(?:Test Files|Tests|Snapshots) +\d+ \w+|Start at +\d\d:|",
                    r"Duration +[\d.]+m?s\b)"
                ),
            ),
            assertion(&["→ "], r"^ {3,}→ \S"),
            progress(&["RUN ", "· ", "DEV "], r"^\s*(?:(?:RUN|DEV) +v\d|· \S)"),
        ],
    ),
    row(
        "mocha",
        &[
            failing(&[" failing"], r"^\s*[1-9]\d* failing$"),
            summary(
                &[" passing", " pending", " failing"],
                r"^\s*\d+ (?:passing|pending|failing)\b(?: \(.*\))?$",
            ),
            error(
                &[
                    "For async tests and hooks, ensure",
                    "hook for \"",
                    "hook in \"",
                ],
                concat!(
                    r#"^\s*(?:Error: Timeout of .* exceeded\.|.*"(?:before|"#,
                    r#"after)(?: each| all)?" hook (?:for|in) ")"#
                ),
            ),
        ],
    ),
    row(
        "cypress",
        &[
            failing(
                &["Failing: ", " failed ("],
                r"^\s*(?:│ Failing: +[1-9]\d* +│|✖ +\d+ of \d+ failed)",
            ),
            summary(
                &[
                    "Tests: ",
                    "Passing: ",
                    "Failing: ",
                    "Pending: ",
                    "Skipped: ",
                    "All specs passed!",
                ],
                concat!(
                    r"^\s*(?:│ (?:Tests|Passing|Failing|Pending|Skipped): +\d+ +│|",
                    r".*All specs passed!)"
                ),
            ),
            progress(&["Running: "], r"^\s*Running: +\S+ +\(\d+ of \d+\)"),
        ],
    ),
    row(
        "ava",
        &[
            pass(&["- [todo] ", "- [skip] "], r"^\s*- \[(?:todo|skip)\] "),
            fail(&["[fail]: "], r"^\s*(?:✘|✖|×) \[fail\]: "),
            failing(
                &[
                    " tests failed",
                    " test failed",
                    " uncaught exception",
                    " unhandled rejection",
                    " known failure",
                ],
                r"^\s*\d+ (?:tests? failed|uncaught exceptions?|unhandled rejections?)$",
            ),
            summary(
                &[
                    " tests passed",
                    " test passed",
                    " tests todo",
                    " test todo",
                    " tests skipped",
                    " test skipped",
                    " known failure",
                ],
                concat!(
                    r"^\s*\d+ (?:tests? (?:passed|todo|skipped)|",
                    r"known failures?)(?: \[.*\])?$"
                ),
            ),
            assertion(
                &[
                    "Difference (",
                    "Value is not ",
                    "Returned promise ",
                    "Function returned:",
                ],
                concat!(
                    r"^\s*(?:Difference(?: \(.*\))?:|Value is not |",
                    r"Returned promise (?:resolved|rejected) with|Function returned:)"
                ),
            ),
        ],
    ),
    row(
        "node-test",
        &[
            pass(&["﹣ "], r"^\s*﹣ \S"),
            failing(
                &["✖ failing tests:", "ℹ "],
                r"^\s*(?:✖ failing tests:|ℹ (?:fail|cancelled) [1-9]\d*$)",
            ),
            summary(
                &["ℹ "],
                concat!(
                    r"^\s*ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|",
                    r"duration_ms) [\d.]+$"
                ),
            ),
            progress(&["▶ "], r"^\s*▶ \S"),
        ],
    ),
    row(
        "bun-test",
        &[
            pass(
                &["(pass) ", "(skip) ", "(todo) "],
                r"^\s*\((?:pass|skip|todo)\) \S",
            ),
            fail(&["(fail) "], r"^\s*\(fail\) \S"),
            failing(
                &[" fail", " error", " tests failed:", " test failed:"],
                r"^\s*[1-9]\d* (?:fail|errors?|tests? failed:)$",
            ),
            summary(
                &[
                    " pass",
                    " fail",
                    " skip",
                    " todo",
                    " expect() calls",
                    "Ran ",
                ],
                concat!(
                    r"^\s*(?:\d+ (?:pass|fail|skip|todo|expect\(\) calls|",
                    r"tests? skipped:)|Ran \d+ tests? across \d+ files?\..*)$"
                ),
            ),
            error(
                &["this test timed out after"],
                r"^\s*\^ this test timed out after",
            ),
            progress(&["bun test v"], r"^bun test v\d"),
        ],
    ),
    row(
        "deno-test",
        &[
            pass(
                &["... ok (", "... ignored ("],
                r"^\s*\S.* \.\.\. (?:ok|ignored) \(",
            ),
            fail(&["... FAILED ("], r"^\s*\S.* \.\.\. FAILED \("),
            failing(&["FAILED | "], r"^FAILED \| \d+ passed"),
            failing(&[" FAILURES ", " ERRORS "], r"^ (?:FAILURES|ERRORS) $"),
            summary(&["ok | "], r"^ok \| \d+ passed"),
            assertion(&["[Diff] "], r"^\s*\[Diff\] Actual / Expected"),
            progress(&["running "], r"^running \d+ tests? from "),
        ],
    ),
    row(
        "playwright-report",
        &[
            pass(&["] › "], r"^\s*(?:✓|✔|ok|-) +\d+ (?:\[.+\]|\S+) › "),
            fail(&["] › "], r"^\s*(?:✘|x|✗|×) +\d+ (?:\[.+\]|\S+) › "),
            failing(
                &[" failed", " interrupted", " did not run", " flaky"],
                r"^\s+[1-9]\d* (?:failed|interrupted|did not run)$",
            ),
            warned(&[" flaky"], r"^\s+\d+ flaky$"),
            summary(
                &[" passed (", " skipped"],
                r"^\s+\d+ (?:passed \(.*\)|skipped)$",
            ),
            error(&["Test timeout of "], r"^Test timeout of \d+ms exceeded"),
            assertion(
                &["Locator: ", "Call log:", "waiting for ", "- expect."],
                r"^(?:Locator: |Call log:|- +(?:expect\.|waiting for ))",
            ),
            progress(&["Running "], r"^Running \d+ tests? using \d+ workers?"),
        ],
    ),
    row(
        "karma",
        &[
            pass(&["SUCCESS ("], r"^\S.*: Executed \d+ of \d+ .*SUCCESS \("),
            fail(&[" FAILED"], r"^\S.* \d[\w.]* \(.*\).* FAILED$"),
            failing(
                &["Executed ", "TOTAL: ", " specs, ", " spec, "],
                concat!(
                    r"^(?:\S.*: )?Executed \d+ of \d+ .*\([1-9]\d* FAILED\)|",
                    r"^TOTAL: [1-9]\d* FAILED|^\d+ specs?, [1-9]\d* failures?"
                ),
            ),
            summary(
                &["TOTAL: ", " specs, ", " spec, "],
                r"^(?:TOTAL: \d+ |\d+ specs?, 0 failures)",
            ),
            assertion(
                &["Expected "],
                r"^\s+Expected .+ to (?:be|equal|contain|have|match|throw)\b",
            ),
        ],
    ),
];
