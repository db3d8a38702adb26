//! Test runners of managed and functional languages: JVM, .NET, BEAM, ML, Haskell, Lisp, Julia, R,
//! Dart.

use super::super::shape::{assertion, error, fail, failing, pass, progress, row, summary, warned};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "surefire",
        &[
            fail(
                &["<<< FAILURE!", "<<< ERROR!"],
                r"^\S.*<<< (?:FAILURE|ERROR)!\s*$",
            )
            .unless(r"Tests run: \d"),
            failing(
                &["Tests run: "],
                r"^Tests run: \d+, +(?:Failures: [1-9]|Failures: \d+, +Errors: [1-9])",
            ),
            failing(
                &["Failures:", "Errors:", "Tests in error:", "Failed tests:"],
                r"^(?:Failures|Errors|Tests in error|Failed tests): *$",
            ),
            summary(&["Tests run: "], r"^Tests run: \d+"),
            progress(
                &["Running ", "T E S T S", "Results:", "Results :"],
                concat!(
                    r"^(?:\[INFO\] +)?(?:Running (?:[a-z_]\w*\.)+[A-Z]\w*$| *T E S T S$|",
                    r"Results ?:$)"
                ),
            ),
        ],
    ),
    row(
        "junit",
        &[
            pass(
                &["✔", "[OK]", "(disabled)"],
                r"(?:├─|└─|'--|\+--|│).* (?:✔|\[OK\])$",
            ),
            fail(&["✘", "[X]"], r"(?:├─|└─|'--|\+--|│).* (?:✘|\[X\]) \S"),
            fail(
                &["JUnit "],
                r"^\s+(?:JUnit (?:Jupiter|Vintage|Platform Suite)):\S",
            ),
            failing(
                &[" tests failed ", " containers failed ", "FAILURES!!!"],
                r"^\[ +[1-9]\d* (?:tests|containers) failed +\]|^FAILURES!!!$",
            ),
            summary(
                &[" tests ", " containers ", "OK (", "Test run finished after"],
                concat!(
                    r"^(?:\[ +\d+ (?:tests|containers) \w+ +\]|OK \(\d+ tests?\)|",
                    r"Test run finished after )"
                ),
            ),
            assertion(
                &["expected:<", "expected: <", "but was: ", "but was:<"],
                r"expected: ?<.*> but was: ?<|^\s*(?:but was|expected): ?\S",
            ),
            assertion(
                &[
                    "Expecting actual",
                    "Expecting:",
                    "Expecting ",
                    "to be equal to",
                    "but: was ",
                ],
                r"^\s*(?:Expecting(?: actual\w*| \w+)?:|but: was )",
            ),
        ],
    ),
    row(
        "gradle-test",
        &[
            pass(
                &[" PASSED", " SKIPPED"],
                r"^\s*\S.* > \S.* (?:PASSED|SKIPPED)(?: \(.*\))?$",
            )
            .unless(r"> Task "),
            fail(&[" FAILED"], r"^\s*\S.* > \S.* FAILED(?: \(.*\))?$").unless(r"> Task "),
            failing(
                &[" tests completed, ", " test completed, "],
                r"^\s*\d+ tests? completed, (?:.*\b)?[1-9]\d* failed",
            ),
            failing(&["FAILURE: Executed "], r"^FAILURE: Executed \d+ tests"),
            summary(
                &[" tests completed", " test completed", "SUCCESS: Executed "],
                r"^\s*\d+ tests? completed|^SUCCESS: Executed \d+ tests",
            ),
        ],
    ),
    row(
        "testng",
        &[
            pass(&["PASSED: ", "SKIPPED: "], r"^(?:PASSED|SKIPPED): \w+"),
            fail(
                &["FAILED: "],
                r"^FAILED(?: CONFIGURATION)?: (?:@?\w+[\w.]*)(?:\(.*\))?$",
            ),
            failing(
                &["Failures: "],
                r"^\s*(?:Total )?[Tt]ests run: \d+,.* Failures: [1-9]",
            ),
            summary(&["Total tests run: "], r"^\s*Total tests run: \d+"),
        ],
    ),
    row(
        "scalatest",
        &[
            pass(
                &["[info] - ", "[info]   + ", "  + "],
                r"^(?:\[info\] +(?:-|\+) \S.*|  \+ \S.* \d+\.\d+s)$",
            )
            .unless(r"\*\*\* FAILED \*\*\*"),
            fail(&["*** FAILED ***"], r"\*\*\* FAILED \*\*\*"),
            fail(&["==> X ", "[info]   x "], r"^(?:==> X |\[info\]   x )\S"),
            fail(&["[error] \t"], r"^\[error\] \t\S+$"),
            failing(
                &[
                    "TEST FAILED ***",
                    "TESTS FAILED ***",
                    "TEST ABORTED ***",
                    "SUITE ABORTED ***",
                    "[error] Failed tests:",
                    "TestsFailedException",
                ],
                concat!(
                    r"\*\*\* \d+ (?:TESTS? FAILED|SUITES? ABORTED|",
                    r"TESTS? ABORTED) \*\*\*|^\[error\] Failed tests:|",
                    r"TestsFailedException"
                ),
            ),
            failing(
                &["Tests: succeeded ", "Failed: Total ", "Error: Total "],
                r"^(?:Tests: succeeded \d+, failed [1-9]|(?:Failed|Error): Total \d+)",
            ),
            summary(
                &[
                    "Tests: succeeded ",
                    "Passed: Total ",
                    "All tests passed",
                    "Run completed in ",
                    "[success] ",
                ],
                concat!(
                    r"^(?:Tests: succeeded \d+|Passed: Total \d+|All tests passed\.|",
                    r"Run completed in |\[success\] )"
                ),
            ),
            assertion(
                &[
                    " did not equal ",
                    " was not equal to ",
                    " did not contain ",
                    " was not ",
                    "Obtained",
                    "values are not the same",
                ],
                concat!(
                    r"^\S.* (?:did not equal|was not equal to|did not contain|",
                    r"was not (?:empty|true|greater|less|instance|",
                    r"defined)) ?.*\(\w+\.scala:\d+\)|=> Obtained$|",
                    r"values are not the same"
                ),
            ),
        ],
    ),
    row(
        "dotnet-test",
        &[
            pass(
                &["Passed ", "Skipped ", "passed "],
                concat!(
                    r"^\s*(?:Passed|Skipped|passed|skipped|Réussi|Bestanden|",
                    r"Correctas?) [\w.+]+.*(?:\[<? ?\d.*\]|\(\d.*\))$"
                ),
            ),
            fail(
                &["Failed ", "failed ", "[FAIL]", "Échoué ", "Fehler ", "X "],
                concat!(
                    r"^\s*(?:(?:Failed|failed|Échoué|Fehler|X) [\w.+]+.*(?:\[<? ?\d.*\]|",
                    r"\(\d.*\))|(?:\[xUnit\.net .*\] +)?\S.* \[FAIL\])$"
                ),
            ),
            failing(
                &[
                    "Failed!",
                    "Test Run Failed",
                    "Test Run Aborted",
                    "Échec",
                    "Fehler!",
                    "Overall result: Failed",
                    "Test run summary: Failed",
                ],
                concat!(
                    r"^\s*(?:Failed! +- |Test Run (?:Failed|Aborted)|Échec ?! |Fehler! |",
                    r"Overall result: Failed|Test run summary: Failed)"
                ),
            ),
            failing(
                &["Failed: ", "failed: ", "échec", "Fehler"],
                concat!(
                    r"^\s*(?:Failed: +[1-9]\d*$|Test summary: .*failed: [1-9]|",
                    r"failed: [1-9]\d*$|Test Count: .*Failed: [1-9]|",
                    r"Non réussi\(s\): +[1-9])"
                ),
            ),
            summary(
                &[
                    "Passed!",
                    "Test Run Successful",
                    "Total tests: ",
                    "Passed: ",
                    "Failed: ",
                    "Skipped: ",
                    "Test summary: ",
                    "Test Count: ",
                    "Overall result: ",
                    "Total time: ",
                ],
                concat!(
                    r"^\s*(?:Passed! +- |Test Run Successful|Total tests: \d+|(?:Passed|",
                    r"Failed|Skipped): +\d+$|Test summary: |Test Count: |",
                    r"Overall result: |Total time: )"
                ),
            ),
            error(
                &["Error Message:", "Catastrophic failure:"],
                r"^\s*(?:Error Message:$|.*Catastrophic failure:)",
            ),
            assertion(
                &["Assert.", "(pos "],
                concat!(
                    r"^\s*(?:Assert\.[\w.]+(?:<.*>)?(?:\(\))? (?:Failure|failed)|",
                    r"[↓↑] \(pos \d+\))"
                ),
            ),
            progress(
                &["A total of ", "Starting test execution", "[xUnit.net "],
                concat!(
                    r"^\s*(?:A total of \d+ test files? matched|Starting test execution|",
                    r"\[xUnit\.net \S+\] +(?:Discovering|Discovered|Starting|",
                    r"Finished): )"
                ),
            ),
        ],
    ),
    row(
        "exunit",
        &[
            failing(
                &[" tests, ", " test, ", " properties, "],
                concat!(
                    r"^(?:\d+ (?:doctests?|propert(?:y|ies)|",
                    r"features?), )*\d+ tests?, [1-9]\d* failures?"
                ),
            ),
            summary(
                &[" tests, ", " test, "],
                concat!(
                    r"^(?:\d+ (?:doctests?|propert(?:y|ies)|",
                    r"features?), )*\d+ tests?, 0 failures"
                ),
            ),
            error(&["** ("], r"^\*\* \((?:[A-Z]\w*\.?)+\) "),
            error(
                &["** (EXIT", "** (exit", "** (throw", "** (stop"],
                r"^\*\* \((?:EXIT|exit|throw|stop)",
            ),
            error(
                &["== Compilation error in file"],
                r"^== Compilation error in file",
            ),
            assertion(
                &[
                    "Assertion with ",
                    "code: ",
                    "Expected truthy",
                    "match (=) failed",
                ],
                concat!(
                    r"^ {4,}(?:Assertion with .* failed|code: {2}|Expected truthy, got|",
                    r"match \(=\) failed)"
                ),
            ),
            progress(
                &[" [L#", "Running ExUnit with seed"],
                r"^\s*(?:\* .* \[L#\d+\]|Running ExUnit with seed)",
            ),
        ],
    ),
    row(
        "eunit",
        &[
            pass(
                &["...ok", " s] ok"],
                r"^\s+\S.*\.\.\.(?:\[\d+\.\d+ s\] )?ok$",
            ),
            pass(&[": OK"], r"^%%% \w+ ==> \S+: (?:OK|SKIPPED)"),
            fail(
                &["*failed*", "*skipped*", "*timed out*"],
                r"^.*\*(?:failed|skipped|timed out)\*",
            ),
            fail(
                &[": FAILED", "*** FAILED"],
                r"^(?:%%% \w+ ==> \S+: FAILED|Testing .*\*\*\* FAILED)",
            ),
            failing(
                &["Failed: ", "Failed "],
                r"^\s*(?:Failed: [1-9]\d*\.|Failed [1-9]\d* tests?\.)",
            ),
            failing(
                &[" failed of "],
                r"\d+ ok, [1-9]\d* failed of \d+ test cases",
            ),
            summary(
                &["Failed: ", " tests passed.", " ok, "],
                concat!(
                    r"^\s*(?:Failed: 0\.|All \d+ tests passed\.|Test passed\.)|",
                    r"\d+ ok, 0 failed of \d+ test cases"
                ),
            ),
            error(
                &["**error:", "**exit:", "**throw:"],
                r"^\*\*(?:error|exit|throw):",
            ),
            error(
                &["===> "],
                concat!(
                    r"^===> .*\b(?:Error|failed|Failed|Unable|Could not|not found|",
                    r"Compiling \S+ failed)\b"
                ),
            ),
            assertion(
                &[
                    "{expected,",
                    "{value,",
                    "{expression,",
                    "{unexpected_exception,",
                    "{pattern,",
                    "{not_boolean,",
                ],
                concat!(
                    r"^\s*\[?\{(?:expected|value|expression|unexpected_exception|",
                    r"pattern|not_boolean),"
                ),
            ),
            progress(
                &["===> ", "[done in "],
                concat!(
                    r"^(?:===> (?:Verifying|Analyzing|Compiling|Fetching|Performing|",
                    r"Fetched|Running|Booted|Linting|Downloading|Building|Updating|",
                    r"Dialyzer|Resolving|Assembling|Building) ?|\s*\[done in )"
                ),
            ),
        ],
    ),
    row(
        "clojure-test",
        &[
            failing(
                &[" failures, ", "Tests failed."],
                concat!(
                    r"^(?:\d+ tests?, \d+ assertions?, )?(?:[1-9]\d* ",
                    r"failures?, \d+ errors?|\d+ failures?, [1-9]\d* errors?)\.|",
                    r"^Tests failed\.$"
                ),
            ),
            summary(
                &[" failures, ", " assertions."],
                r"^(?:0 failures, 0 errors\.|Ran \d+ tests containing \d+ assertions\.)",
            ),
            assertion(
                &["expected: (", "actual: ("],
                r"^\s*(?:expected|actual): \(",
            ),
            progress(
                &["Testing ", "lein test "],
                r"^(?:lein test |Testing )[a-z][\w.-]+(?:\.[\w-]+)+$",
            ),
        ],
    ),
    row(
        "hspec",
        &[
            pass(
                &[" [✔]", ": OK", "+++ OK"],
                concat!(
                    r"^\s*\S.* \[✔\]$|^\s+\S.*: +OK(?: \(\d+\.\d+s\))?$|",
                    r"^\s*\+\+\+ OK, passed"
                ),
            ),
            fail(
                &[" [✘]", "FAILED [", ": FAIL"],
                r"^\s*\S.* (?:\[✘\]|FAILED \[\d+\])$|^\s+\S.*: +FAIL(?: \(\d+\.\d+s\))?$",
            ),
            fail(
                &["### Failure in: ", "### Error in: ", "*** Failed! "],
                r"^\s*(?:### (?:Failure|Error) in: |\*\*\* Failed! )",
            ),
            failing(
                &[
                    " tests failed (",
                    " out of ",
                    "Failures: ",
                    "Errors: ",
                    ": FAIL",
                    " failed.",
                ],
                concat!(
                    r"^(?:[1-9]\d* out of \d+ tests failed|",
                    r"Cases: \d+ +Tried: \d+ +(?:Errors: [1-9]|",
                    r"Errors: \d+ +Failures: [1-9])|Test suite \S+: FAIL|",
                    r"\d+ of \d+ test suites \(.*\) failed\.)"
                ),
            ),
            summary(
                &[
                    " tests passed (",
                    "Cases: ",
                    "Test suite ",
                    " test suites (",
                ],
                concat!(
                    r"^(?:All \d+ tests passed \(|Cases: \d+ +Tried: \d+|",
                    r"Test suite \S+: (?:PASS|RUNNING)|\d+ of \d+ test suites \()"
                ),
            ),
            assertion(&["but got: "], r"^\s*but got: "),
        ],
    ),
    row(
        "alcotest",
        &[
            pass(
                &["[OK] ", "[SKIP] "],
                r"^\s*(?:\.\.\.)?\[(?:OK|SKIP)\] +\S.* \d+ ",
            ),
            fail(&["[FAIL] "], r"^(?:>|│)?\s*\[FAIL\] +\S"),
            fail(
                &["Error: ", "Failure: "],
                r"^(?:Error|Failure): [\w-]+:\d+(?::\w+)?\.?$",
            ),
            failing(
                &["! in ", "FAILED: Cases: "],
                r"^(?:\d+ (?:failures?|errors?)! in |FAILED: Cases: )",
            ),
            summary(
                &["Test Successful in ", "Ran: "],
                r"^(?:Test Successful in |Ran: \d+ tests in: )",
            ),
            assertion(&["ASSERT "], r"^\s*(?:│ )?ASSERT \S"),
        ],
    ),
    row(
        "testthat",
        &[
            pass(&["✔ | ", "... OK"], r"^(?:✔ \| |\* checking .* \.\.\. OK$)"),
            fail(
                &["✖ | ", "... ERROR", "... FAILED"],
                r"^(?:✖ \| |\* checking .* \.\.\. (?:ERROR|FAILED)$)",
            ),
            failing(
                &["[ FAIL ", "Status: "],
                r"^\[ FAIL [1-9]\d* \||^Status: \d+ ERROR",
            ),
            warned(&["Status: "], r"^Status: \d+ WARNING"),
            summary(
                &["[ FAIL ", "Status: ", "══ Results"],
                r"^(?:\[ FAIL 0 \||Status: OK|══ Results )",
            ),
            assertion(
                &["` not equal to ", "` (actual)", "`expected`", "` is not "],
                r"^`.*` (?:not equal to|\(`?actual`?\)|is not|not identical) ?",
            ),
        ],
    ),
    row(
        "julia-test",
        &[
            failing(
                &["Test Summary:"],
                r"^Test Summary: +\|.*\b(?:Fail|Error)\b",
            ),
            failing(
                &["Some tests did not pass", "errored during testing"],
                r"Some tests did not pass: |errored during testing",
            ),
            summary(
                &["Test Summary:", " tests passed"],
                r"^(?:Test Summary: +\||\s+Testing \S+ tests passed)",
            ),
            assertion(
                &["Expression: ", "Evaluated: "],
                r"^\s+(?:Expression|Evaluated): ",
            ),
        ],
    ),
    row(
        "dart-test",
        &[
            fail(
                &[" [E]"],
                r"^\d\d:\d\d \+\d+(?: ~\d+)?(?: -\d+)?: .* \[E\]$",
            ),
            failing(&["Some tests failed."], r"Some tests failed\."),
            summary(
                &["All tests passed!", "All tests skipped"],
                r"^\d\d:\d\d \+\d+.*: All tests (?:passed|skipped)",
            ),
            error(&["EXCEPTION CAUGHT BY "], r"EXCEPTION CAUGHT BY "),
            assertion(&["     Which: "], r"^\s+Which: \S"),
            progress(
                &[
                    " +0", " +1", " +2", " +3", " +4", " +5", " +6", " +7", " +8", " +9",
                ],
                r"^\d\d:\d\d \+\d+(?: ~\d+)?(?: -\d+)?: \S",
            ),
        ],
    ),
    row(
        "opa-test",
        &[
            pass(&[": PASS ("], r"^\S+: PASS \("),
            fail(&[": FAIL (", ": ERROR ("], r"^\S+: (?:FAIL|ERROR) \("),
            failing(&["FAIL: "], r"^FAIL: [1-9]\d*/\d+$"),
            summary(&["PASS: "], r"^PASS: \d+/\d+$"),
        ],
    ),
];
