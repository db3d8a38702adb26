//! Test runners of scripting languages: Python, Perl, shell, Ruby, PHP, Lua.

use super::super::shape::{
    assertion, code, download, error, fail, failing, pass, progress, row, summary, warned, warning,
};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "pytest-report",
        &[
            pass(
                &[
                    "PASSED", "SKIPPED", "XFAIL", "XPASS", "SUBPASS", "SUBSKIP", "RERUN",
                ],
                concat!(
                    r"^(?:\S+::\S.* )?(?:PASSED|SKIPPED|XFAIL|XPASS|SUBPASS(?:ED)?|",
                    r"SUBSKIP(?:PED)?|RERUN)\b(?: \(.*\))?\s*(?:\[ *\d+%\])?$"
                ),
            ),
            pass(
                &["PASSED", "SKIPPED", "XFAIL", "XPASS", "SUBPASS", "SUBSKIP"],
                concat!(
                    r"^(?:\[gw\d+\] \[ *\d+%\] )?(?:PASSED|SKIPPED|XFAIL|XPASS|",
                    r"SUBPASS(?:ED)?|SUBSKIP(?:PED)?)(?:\([^)]*\))? (?:\[\d+\] ",
                    r")?\S+\.py\b"
                ),
            ),
            // One letter a test, file by file, and the lines that go on.
            pass(&["%]"], r"^(?:\S.*\.py )?[.sxXR]+\s*\[ *\d+%\]$"),
            pass(&[".py ."], r"^\S.*\.py [.sxXR]+$"),
            fail(
                &["FAILED", "ERROR", "SUBFAIL", "XPASS(strict)"],
                concat!(
                    r"^(?:\[gw\d+\] \[ *\d+%\] )?(?:FAILED|ERROR|SUBFAIL(?:ED)?|",
                    r"XPASS\(strict\))(?:\([^)]*\)|\[.*?\])? \S+\.py\b"
                ),
            ),
            fail(
                &["FAILED", "ERROR", "SUBFAIL"],
                concat!(
                    r"^\S+::\S.* (?:FAILED|ERROR|",
                    r"SUBFAIL(?:ED)?)\b(?: \(.*\))?\s*(?:\[ *\d+%\])?$"
                ),
            ),
            fail(
                &["%]", ".py "],
                concat!(
                    r"^\S.*\.py [.sxXR]*[FE][.sxXRFE]*\s*(?:\[ *\d+%\])?$|",
                    r"^[.sxXR]*[FE][.sxXRFE]*\s*\[ *\d+%\]$"
                ),
            ),
            fail(&["___ ", "__ "], r"^_{3,} \S.* _{3,}$"),
            failing(
                &[
                    " passed",
                    " failed",
                    " error",
                    " skipped",
                    " deselected",
                    " xfailed",
                    " warning",
                ],
                concat!(
                    r"^=*\s*(?:\d+ [a-z ]+, )*[1-9]\d* (?:failed|",
                    r"errors?)\b(?:, \d+ [a-z ]+)* in [\d.]+s?\b"
                ),
            ),
            summary(
                &[
                    " passed",
                    " skipped",
                    " deselected",
                    " xfailed",
                    " xpassed",
                    "no tests ran",
                    " warning",
                ],
                concat!(
                    r"^=*\s*(?:\d+ (?:passed|skipped|deselected|xfailed|xpassed|rerun|",
                    r"warnings?|subtests passed)\b(?:, )?)+ in [\d.]+s?\b|",
                    r"^=*\s*no tests ran in "
                ),
            ),
            failing(
                &["Required test coverage", "coverage threshold for"],
                concat!(
                    r"Required test coverage of .* not reached|",
                    r"coverage threshold for .* not met"
                ),
            ),
            summary(
                &["TOTAL ", "All files "],
                r"^(?:TOTAL +\d+ +\d+.*\d%|All files +\| +\d)",
            ),
            error(
                &["!!!!"],
                concat!(
                    r"^!{4,} (?:Interrupted|stopping after|_pytest\.|KeyboardInterrupt|",
                    r"xdist)"
                ),
            ),
            error(
                &[
                    "ImportError while importing test module",
                    "ImportError while loading conftest",
                    "INTERNALERROR>",
                    "_pytest.config.exceptions",
                ],
                concat!(
                    r"^(?:ImportError while (?:importing test module|loading conftest)|",
                    r"INTERNALERROR>|E\s+_pytest\.)"
                ),
            ),
            // pytest's own explanation; exceptions among them are errors by the shared rows.
            assertion(&["E  "], r"^(?:[\w.-]+: )?E {2,}\S"),
            progress(
                &[
                    "collected ",
                    "collecting ",
                    "rootdir: ",
                    "cachedir: ",
                    "plugins: ",
                    "platform ",
                    "workers [",
                    "scheduling tests via",
                    "created: ",
                    "hypothesis profile",
                    "configfile: ",
                    "testpaths: ",
                    "asyncio: mode=",
                    "bringing up nodes",
                    "test session starts",
                ],
                concat!(
                    r"^(?:collect(?:ed \d+ items?|ing )|(?:rootdir|cachedir|configfile|",
                    r"testpaths): \S|plugins: \S|platform \S+ -- Python|\d+ workers \[|",
                    r"scheduling tests via|created: \d+/\d+ workers|hypothesis profile|",
                    r"asyncio: mode=|bringing up nodes|={3,} test session starts ={3,})"
                ),
            ),
            progress(&[".py::"], r"^\S+\.py::\S+\s*$"),
            progress(
                &["s setup ", "s call ", "s teardown "],
                r"^\d+\.\d+s (?:setup|call|teardown) +\S",
            ),
            code(&[">   "], r"^> {3,}\S"),
        ],
    ),
    row(
        "unittest",
        &[
            pass(
                &[" ... ok", " ... skipped", " ... expected failure"],
                r"^(?:\w+ \(\S+\)|.+)\s\.\.\. (?:ok|skipped\b.*|expected failure)$",
            )
            .unless(r"^\s*test .+ \.\.\. ok$"),
            pass(&["....", "...s", "s..."], r"^[.sxu*]{4,}$"),
            fail(
                &[" ... FAIL", " ... ERROR", "unexpected success"],
                r"^\S.* \.\.\. (?:FAIL|ERROR|unexpected success)$",
            ),
            fail(
                &["FAIL: ", "ERROR: "],
                concat!(
                    r"^(?:FAIL|ERROR): (?:\w+ \([\w.]+\)|\w+ \(.*\)|setUpClass|",
                    r"tearDownClass|unittest\.)"
                ),
            ),
            fail(
                &["..F", "F..", "..E", "E.."],
                r"^[.sxu*]*[FE][.sxuFE*]{3,}$",
            ),
            failing(
                &["FAILED ("],
                concat!(
                    r"^FAILED \((?:failures|errors|unexpected successes|skipped|",
                    r"expected failures)="
                ),
            ),
            summary(
                &["OK"],
                r"^OK(?: \((?:skipped|expected failures|\d+ tests).*\))?$",
            ),
            summary(
                &["Ran ", "System check identified", "Found "],
                r"^(?:Ran \d+ tests? in |System check identified |Found \d+ test\(s\)\.)",
            ),
        ],
    ),
    row(
        "behave-report",
        &[
            failing(
                &[
                    "Failing scenarios:",
                    "Errored scenarios:",
                    "Failed scenarios:",
                    "Failed Scenarios:",
                ],
                r"^(?:Failing|Errored|Failed|Undefined) [Ss]cenarios:",
            ),
            fail(
                &[".feature:"],
                r"^\s+(?<file>\S+\.feature):(?<line>\d+)\s+\S",
            ),
            failing(
                &[" passed, ", " failed, "],
                concat!(
                    r"^\d+ (?:features?|rules?|scenarios?|",
                    r"steps?) passed, .*\b[1-9]\d* (?:failed|error|errored|undefined)"
                ),
            ),
            summary(
                &[" passed, "],
                r"^\d+ (?:features?|rules?|scenarios?|steps?) passed, ",
            ),
            failing(
                &[" scenarios (", " scenario (", " steps (", " step ("],
                concat!(
                    r"^\d+ (?:scenarios?|steps?|hooks?) \(.*\b\d+ (?:failed|undefined|",
                    r"ambiguous)"
                ),
            ),
            summary(
                &[
                    " scenarios (",
                    " scenario (",
                    " steps (",
                    " step (",
                    "Took ",
                ],
                r"^(?:\d+ (?:scenarios?|steps?|hooks?) \(|Took \d+min )",
            ),
            error(
                &["ASSERT FAILED", "Assertion Failed"],
                r"^\s*(?:ASSERT FAILED|Assertion Failed)\b",
            ),
            warning(
                &[
                    "You can implement step definitions",
                    "Undefined. Implement with",
                    "? Undefined",
                ],
                concat!(
                    r"^\s*(?:You can implement step definitions|\? Undefined|",
                    r"Undefined\. Implement)"
                ),
            ),
        ],
    ),
    row(
        "robot-report",
        &[
            pass(&["| PASS |", "| SKIP |"], r"\| (?:PASS|SKIP) \|\s*$"),
            fail(&["| FAIL |"], r"\| FAIL \|\s*$"),
            failing(
                &[" tests, ", " test, ", " tasks, "],
                r"^\d+ (?:tests?|tasks?), \d+ passed, [1-9]\d* failed",
            ),
            summary(
                &[" tests, ", " test, ", " tasks, "],
                r"^\d+ (?:tests?|tasks?), \d+ passed, \d+ failed",
            ),
            error(&["[ ERROR ] "], r"^\[ ERROR \] "),
            warning(&["[ WARN ] "], r"^\[ WARN \] "),
        ],
    ),
    row(
        "tox",
        &[
            failing(
                &[": FAIL ", "evaluation failed", ": exit ", ": ERROR "],
                concat!(
                    r"^\s*(?:[\w.-]+: (?:FAIL|ERROR)\b.*(?:code \d|in [\d.]+ ?s|✖)|",
                    r"evaluation failed :\(|[\w.-]+: exit [1-9]\d* \()"
                ),
            ),
            summary(
                &[": OK ", "congratulations :)", ": SKIP "],
                r"^\s*(?:[\w.-]+: (?:OK|SKIP)\b.*(?:\(|✔|in )|congratulations :\))",
            ),
            download(
                &["install_deps> ", "install_package> ", "_install> "],
                r"^[\w.-]+: install_\w+> ",
            ),
            progress(
                &["commands[", "commands_pre[", ": recreate env"],
                r"^[\w.-]+: (?:commands\w*\[\d+\]> |recreate env)",
            ),
        ],
    ),
    row(
        "nox",
        &[
            failing(
                &["nox > "],
                concat!(
                    r"^nox > (?:Session .* (?:failed|raised)|",
                    r"Command .* failed with exit code |\* \S+: failed|.* failed\.)"
                ),
            ),
            summary(
                &["nox > "],
                concat!(
                    r"^nox > (?:Session .* (?:was successful|skipped)|",
                    r"\* \S+: (?:success|skipped)|Ran (?:multiple|\d+) sessions)"
                ),
            ),
            progress(&["nox > "], r"^nox > "),
        ],
    ),
    row(
        "tap",
        &[
            pass(&["ok "], r"^\s*(?:not )?ok \d+.*# (?i:todo|skip)\b"),
            pass(&["ok "], r"^\s*ok \d+\b"),
            pass(
                &["..... ok", ".... ok", "... ok", ".. ok"],
                r"^\S+ \.{2,} ok\s*(?:\d+ ms)?$",
            ),
            fail(&["not ok "], r"^\s*(?:#\s*)?not ok \d+\b"),
            fail(&["Failed test", "Failed subtest"], r"^\s*#\s+Failed test\b"),
            fail(&["(Wstat: "], r"^\S+\s+\(Wstat: \d+.* Failed: [1-9]"),
            fail(&["(Wstat: "], r"^\S+\s+\(Wstat: [1-9]"),
            fail(&["Failed test"], r"^\s+Failed tests?: +\d"),
            failing(
                &[
                    "Result: FAIL",
                    "Looks like you ",
                    "Looks like your test exited",
                    "Failed ",
                    "Test Summary Report",
                ],
                concat!(
                    r"^(?:Result: FAIL|\s*# Looks like you(?:r test exited| failed|",
                    r" planned)|Failed \d+/\d+ (?:subtests|test programs)|",
                    r"Test Summary Report)"
                ),
            ),
            summary(
                &[
                    "Result: ",
                    "All tests successful",
                    "Files=",
                    "# tests ",
                    "# pass ",
                    "# fail ",
                ],
                concat!(
                    r"^(?:Result: (?:PASS|NOTESTS)|All tests successful\.|",
                    r"Files=\d+, Tests=\d+|# (?:tests|suites|pass|fail|ok|skip|skipped|",
                    r"todo|cancelled|duration_ms) +[\d.]+\s*$)"
                ),
            ),
            error(
                &[
                    "Bail out!",
                    "Dubious, test returned",
                    "Parse errors: ",
                    "Non-zero exit status: ",
                    "Non-zero wait status: ",
                ],
                concat!(
                    r"^\s*(?:Bail out!|Dubious, test returned |Parse errors: |",
                    r"Non-zero (?:exit|wait) status: )"
                ),
            ),
            assertion(
                &[
                    "got: ",
                    "expected: ",
                    "doesn't match '",
                    "Structures begin differing",
                    "$got",
                    "$expected",
                ],
                concat!(
                    r"^\s*#\s+(?:got: |expected: |doesn't match '|",
                    r"Structures begin differing|\$got|\$expected)"
                ),
            ),
            progress(&["# Subtest: ", "1.."], r"^\s*(?:# Subtest: |1\.\.\d+$)"),
        ],
    ),
    row("bats", &[assertion(&["' failed"], r"^\s*#?\s*`.*' failed")]),
    row(
        "shunit2",
        &[
            fail(&["ASSERT:"], r"^ASSERT:"),
            summary(&["Ran "], r"^Ran \d+ tests?\.$"),
        ],
    ),
    row(
        "busted",
        &[
            failing(
                &[" successes / ", " success / "],
                concat!(
                    r"^\d+ success(?:es)? / (?:[1-9]\d* failures? / \d+|",
                    r"\d+ failures? / [1-9]\d*) errors?\b"
                ),
            ),
            summary(&[" successes / ", " success / "], r"^\d+ success(?:es)? / "),
            assertion(&["Passed in:"], r"^Passed in:$"),
        ],
    ),
    row(
        "rspec",
        &[
            pass(&["(PENDING: "], r"\(PENDING: .*\)$"),
            fail(&["(FAILED - ", "(ERROR - "], r"\((?:FAILED|ERROR) - \d+\)$"),
            fail(
                &["rspec "],
                r"^rspec '?(?<file>[^\s:\[']+)(?::(?<line>\d+)|\[[\d:,]+\])'?(?: # |$)",
            ),
            failing(
                &[" examples, ", " example, "],
                r"^\d+ examples?, (?:[1-9]\d* failures?|.*\b[1-9]\d* errors? occurred)",
            ),
            failing(
                &["Failures:", "Failed examples:"],
                r"^(?:Failures:|Failed examples:)$",
            ),
            summary(
                &[" examples, ", " example, "],
                r"^\d+ examples?, 0 failures",
            ),
            summary(&["(files took "], r"^Finished in .*\(files took "),
            error(
                &["An error occurred ", "Failure/Error: "],
                r"^\s*(?:An error occurred (?:while loading|in|outside)|Failure/Error: )",
            ),
        ],
    ),
    row(
        "minitest",
        &[
            pass(&["#test_", " s = "], r"^\S+#\w.* = \d+\.\d+ s = [.S]$"),
            fail(&[" s = F", " s = E"], r"^\S+#\w.* = \d+\.\d+ s = [FE]$"),
            fail(&["#test_"], r"^\s*[A-Z][\w:]*#test_\w[^\[]*:$"),
            fail(
                &["Failure: ", "Error: "],
                r"^(?:Failure|Error): test\w*\([\w:]+\)",
            ),
            failing(
                &[" runs, ", " run, ", " assertions, "],
                concat!(
                    r"^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|",
                    r"\d+ failures, [1-9]\d* errors)"
                ),
            ),
            summary(&[" assertions, "], r"^\d+ (?:runs|tests), \d+ assertions, "),
            summary(
                &[" runs/s", " tests/s"],
                r"^Finished (?:tests )?in .* (?:runs|tests)/s",
            ),
            progress(
                &["Run options: ", "# Running:"],
                r"^(?:Run options: |# Running:)",
            ),
        ],
    ),
    row(
        "phpunit",
        &[
            pass(&["%)"], r"^[.SIRDN]+\s+\d+ / \d+ \( *\d+%\)$"),
            fail(&["%)"], r"^[.SIRDNWEF]+\s+\d+ / \d+ \( *\d+%\)$"),
            failing(
                &[
                    "FAILURES!",
                    "ERRORS!",
                    "Tests: ",
                    "There was ",
                    "There were ",
                ],
                concat!(
                    r"^(?:FAILURES!|ERRORS!|Tests: \d+, Assertions: \d+.*(?:Errors|",
                    r"Failures): [1-9].*|There (?:was|were) \d+ (?:failures?|errors?):)$"
                ),
            ),
            warned(
                &[
                    "WARNINGS!",
                    "There was ",
                    "There were ",
                    "OK, but ",
                    "Summary of ",
                ],
                concat!(
                    r"^(?:WARNINGS!|There (?:was|were) \d+ .*:|OK, but .*|",
                    r"Summary of (?:non-successful tests|tests with errors).*)$"
                ),
            ),
            summary(
                &["OK (", "Tests: ", ", Memory: "],
                concat!(
                    r"^(?:OK \(\d+ tests?, \d+ assertions?\)|",
                    r"Tests: \d+, Assertions: \d+|Time: \S+, Memory: )"
                ),
            ),
            assertion(
                &["Failed asserting that ", "├ ", "┊ "],
                r"^(?:\s*(?:├|┊)\s.*\S|.*Failed asserting that )",
            ),
            progress(
                &["by Sebastian Bergmann", "Runtime: ", "Configuration: "],
                r"^(?:PHPUnit .* by Sebastian|Runtime: +PHP|Configuration: +/)",
            ),
        ],
    ),
    row(
        "pest",
        &[
            pass(
                &["PASS  ", "WARN  "],
                r"^\s+(?:PASS|WARN) {2,}[A-Z][\w\\]+$",
            ),
            fail(
                &["FAIL  ", "FAILED  "],
                r"^\s+(?:FAIL|FAILED) {2,}[A-Z][\w\\]+",
            ),
            failing(&["Tests: "], r"^\s+Tests: {2,}\d+ failed\b"),
            summary(
                &["Tests: ", "Duration: "],
                r"^\s+(?:Tests: {2,}\d+ \w+|Duration: {1,}[\d.]+s$)",
            ),
        ],
    ),
    row(
        "pre-commit",
        &[
            pass(
                &["....Passed", "...Skipped", ".)Skipped", ")Skipped"],
                r"^\S.*\.{3,}(?:\(.*\))?(?:Passed|Skipped)$",
            ),
            fail(&["...Failed", ")Failed"], r"^\S.*\.{3,}(?:\(.*\))?Failed$"),
            error(
                &["- exit code: ", "- files were modified by this hook"],
                r"^- (?:exit code: [1-9]|files were modified by this hook)",
            ),
        ],
    ),
];
