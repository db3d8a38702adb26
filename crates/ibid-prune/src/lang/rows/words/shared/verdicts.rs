//! Verdicts and totals that tools share: marks of good and bad, counted outcomes.

use super::super::shape::{NUMBERED, error, fail, failing, pass, row, summary, warned};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "marks",
        &[
            pass(
                &[
                    "✓ ",
                    "✔ ",
                    "√ ",
                    "✅ ",
                    "✓\u{a0}",
                    "✔\u{a0}",
                    "☢ ",
                    "↩ ",
                    "∅ ",
                ],
                r"^\s*(?:✓|✔|√|✅|☢|↩|∅)[ \u{a0}]+\S",
            )
            .unless(concat!(
                r"(?i)(?:built|compiled|finished|done|completed|transformed|",
                r"generated|deployed|connected|published|pushed|created|downloaded|",
                r"installed|fetched|Test run with|passed!|problems?\b|\d+ (?:tests?|",
                r"errors?|warnings?|files?|modules?|issues?|packages?)\b|\ball\b)"
            )),
            // A tool's verdict or diagnostic behind the mark is a sentence; a test's name is none.
            fail(
                &["✗ ", "✘ ", "✕ ", "× ", "✖ ", "⨯ ", "❌ ", "☒ "],
                r"^\s*(?:✗|✘|✕|×|✖|⨯|❌|☒) +\S",
            )
            .unless(concat!(
                r"\S\.\w{1,5}[:(]\d+|^\s*\S+ +\d+:\d+ |[a-z)](?:\.|:|\?|!)$|",
                r"did not run|^\s*\S+ +\d+ (?:problems?|errors?|warnings?|of|",
                r"issues?|failed)\b|^\s*\S+ +(?:\[ERROR\]|(?:found|failing tests|",
                r"unmet|missing|[Bb]uild failed|[Ff]ailed to)\b)|",
                r"\[[a-z]+(?:-[a-z]+)+\]$"
            )),
            // What is left of good marks is a tool's own verdict.
            summary(&["✓ ", "✔ ", "✅ ", "✨ "], r"^\s*(?:✓|✔|✅|✨) +\S").unless(concat!(
                r"(?i)modules transformed|downloaded|installed|fetched|(?:created|",
                r"started)$"
            )),
            // Lists of failures: Mocha, Jasmine, RSpec, minitest, ExUnit, and at the line's start
            // PHPUnit, JUnit, NUnit.
            fail(
                NUMBERED,
                concat!(
                    r"^(?: {2,}\d+\) \S.*[^.;,]|\d+\) (?:[\w\\]+::\w+.*|",
                    r"\w+(?:\[.*\])?\([\w.$]+\)|(?:Failed|Error|Invalid) : \S.*))$"
                ),
            )
            .unless(r"^\s+\d+\) (?:Skipped|Pending)\b|\S\.\w{1,5}[:(]\d+"),
            failing(
                &["✗ ", "✘ ", "✖ ", "❌ ", "× ", "✕ "],
                concat!(
                    r"^\s*(?:✗|✘|✖|❌|×|✕) +(?:[1-9]\d* .*(?:failed|problems?|errors?|",
                    r"issues?)\b|(?:[Bb]uild|[Ll]int|[Tt]ests?|[Cc]heck)\w* failed)"
                ),
            ),
            error(
                &["✗ ", "✘ ", "✖ ", "❌ ", "× ", "✕ ", "⨯ "],
                r"^\s*(?:✗|✘|✖|❌|×|✕|⨯) +\S",
            ),
        ],
    ),
    row(
        "verdicts",
        &[
            pass(
                &[
                    "PASS: ",
                    "PASSED: ",
                    "[PASS]",
                    "[PASSED]",
                    "SKIP: ",
                    "[ OK ]",
                    "[  OK  ]",
                    "[ PASS ]",
                    "XFAIL: ",
                    "UNSUPPORTED: ",
                    "UNRESOLVED: ",
                ],
                concat!(
                    r"^\s*(?:(?:PASS|PASSED|SKIP|XFAIL|UNSUPPORTED): \S|\[ *(?:PASS|",
                    r"PASSED|OK) *\] ?\S?)"
                ),
            )
            .unless(r"^PASS: \d+/\d+$"),
            fail(
                &[
                    "FAIL: ",
                    "[FAIL]",
                    "[FAILED]",
                    "[ FAIL ]",
                    "[ FAILED ]",
                    "XPASS: ",
                    "UNRESOLVED: ",
                    "FAILED: ",
                ],
                r"^(?:(?:FAIL|XPASS|UNRESOLVED): \S|\[ ?FAIL(?:ED)? ?\] ?\S)",
            )
            .unless(r"^FAIL: \d+/\d+$|\.go:\d"),
            // Two counted verdicts at the least, one of them a failure that is not none.
            failing(
                &[
                    "failed", "failure", "error", "failing", "Failed", "Failure", "Error", "broken",
                ],
                concat!(
                    r"^(?:[*#=|>(-]+ *)?(?:[A-Z][\w ]{0,24}[:=]? +|FAILED\W+|",
                    r"failed\W+)?\d+ (?:[\w-]+ )?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|",
                    r"s|ing)?|errors?|errored|skipped|pending|ignored|warnings?|",
                    r"success(?:es|ful)?|succeeded|ok|todo|broken|tests?|assertions?|",
                    r"examples?|specs?|checks?|scenarios?|steps|suites?|cases|problems?|",
                    r"issues?|disabled|timed out|total|files?)\b.*?(?:[,;:|/(]|",
                    r"and) *.*?\b[1-9]\d* (?:[\w-]+ )?(?:fail(?:ed|ures?|s|ing)?|",
                    r"errors?|errored|broken)\b"
                ),
            )
            .unless(r"^\s*\d+/\d+ .*%|^\s*\[\d+/\d+\]|\d+ % "),
            failing(
                &["failed", "failure", "error"],
                concat!(
                    r"^(?:[*#=|>(-]+ *)?[1-9]\d* (?:[\w-]+ )?(?:fail(?:ed|ures?|ing)?|",
                    r"errors?|errored)\b(?:[,;|/ ]+(?:and )?\d+ (?:[\w-]+ ",
                    r")?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|ing)?|errors?|skipped|",
                    r"pending|ignored|warnings?|succeeded|ok|total|notes?|hints?|infos?|",
                    r"suggestions?|informations?))+\b"
                ),
            ),
            failing(
                &[
                    "failed",
                    "failures",
                    "errors",
                    "error",
                    "FAILED",
                    "ound ",
                    "etected ",
                    "ncountered ",
                    "inished with ",
                    "nded with ",
                    "ompleted with ",
                    "xited with ",
                ],
                concat!(
                    r"^(?:[1-9]\d*(?: out)?(?: of \d+)? (?:[\w-]+ ){0,2}(?:tests?|",
                    r"specs?|checks?|steps?|jobs?|tasks?|targets?|modules?|suites?|",
                    r"files?|builds?|assertions?|examples?|scenarios?) (?:have |has |",
                    r"were |was )?(?:failed|FAILED|failing|errored)|(?:[Ff]ound|",
                    r"[Dd]etected|[Ff]ailed with|FAILED with|[Ee]ncountered|",
                    r"[Ff]inished with|[Ee]nded with|[Cc]ompleted with|",
                    r"[Ee]xited with) (?:a total of )?[1-9]\d* (?:[\w-]+ )?(?:errors?|",
                    r"failures?|problems?|violations?|issues?|offenses?)\b)"
                ),
            ),
            failing(
                &[
                    "Failures: ",
                    "Errors: ",
                    "Failed: ",
                    "failures: ",
                    "errors: ",
                    "failed: ",
                    "Failures=",
                    "failures=",
                    "errors=",
                    "FAIL: ",
                    "failed=",
                    "FAILED: ",
                ],
                concat!(
                    r"^(?:[A-Za-z][\w ]{0,24}[:=] *\d+(?:[,;.|/]| +) *)*(?:[Tt]ests? |",
                    r"[Tt]otal )?(?:Failures|Errors|Failed|failures|errors|failed|FAIL|",
                    r"FAILED) ?[:=] *[1-9]\d*\b[.,;|)]?(?:\s|$)"
                ),
            )
            .unless(r"^\s*[\w.]+=\S+$"),
            failing(
                &[
                    "BUILD FAILED",
                    "BUILD FAILURE",
                    "TESTS FAILED",
                    "TEST FAILED",
                    "FAILED (",
                    "Build failed",
                    "build failed",
                    "Tests failed",
                    "tests failed",
                    "Compilation failed",
                    "FAILED!",
                    "Job failed",
                    "Build FAILED",
                    "Pipeline failed",
                    "Deployment failed",
                    "Check failed",
                    "checks failed",
                    "Linting failed",
                    "Lint failed",
                ],
                concat!(
                    r"^(?:\W{0,4}|x )(?:(?:Error: )?(?:BUILD|TESTS?|SUITE|LINT|",
                    r"CHECKS?) (?:FAILED|FAILURE)|FAILED \(.*=.*\)|(?:The )?(?:[Bb]uild|",
                    r"[Tt]ests?|[Cc]ompilation|[Jj]ob|[Pp]ipeline|[Dd]eployment|",
                    r"[Cc]hecks?|[Ll]int(?:ing)?) (?:has |have )?failed\b|FAILED!)"
                ),
            ),
            failing(
                &["FAILED", "FAILURE", "FAIL"],
                r"^\W{0,6}(?:FAILED|FAILURE|FAILURES|FAIL|ERRORS?)\W{0,6}$",
            )
            .unless(r"^(?:-|=)*>|^\s*[/\[]"),
            warned(
                &[" warning", " warnings"],
                concat!(
                    r"^(?:(?:0|no) errors?,? (?:and )?)?[1-9]\d* warnings?\b(?:,? ",
                    r"(?:and )?0 errors?| (?:found|emitted|generated|reported)|$|\.$)"
                ),
            ),
            summary(
                &[
                    "passed",
                    "failed",
                    "failures",
                    "errors",
                    "Failures: ",
                    "Errors: ",
                    "Failed: ",
                    "Passed: ",
                    "failures: ",
                    "errors: ",
                    "skipped",
                    "tests",
                ],
                concat!(
                    r"^(?:[*#=|>(-]+ *)?(?:[A-Z][\w ]{0,24}[:=]? +|PASSED\W+|",
                    r"OK\W+)?(?:\d+ (?:[\w-]+ )?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|",
                    r"ing)?|errors?|skipped|pending|ignored|warnings?|succeeded|ok|",
                    r"tests?|assertions?|examples?|specs?|checks?|suites?|files?|cases?|",
                    r"scenarios?|steps?|",
                    r"total)\b(?:[,;|/ ]+(?:and )?)){1,6}\d+ (?:[\w-]+ )?(?:pass(?:ed|",
                    r"es|ing)?|fail(?:ed|ures?|ing)?|errors?|skipped|pending|ignored|",
                    r"warnings?|succeeded|ok|todo|total)\b"
                ),
            )
            .unless(r"^\s*\d+/\d+ "),
            summary(
                &[
                    "Failures: ",
                    "Errors: ",
                    "Failed: ",
                    "Passed: ",
                    "failures: ",
                    "errors: ",
                    "failed: ",
                    "passed: ",
                    "Failures=",
                    "failures=",
                ],
                concat!(
                    r"^(?:(?:[A-Za-z][\w ]{0,24} ?[:=] *\d+(?:[,;.|/]|",
                    r" +) *)+(?:Failures|Errors|Failed|Passed|failures|errors|failed|",
                    r"passed) ?[:=] *\d+|(?:Failures|Errors|Failed|errors|failures|",
                    r"failed) ?[:=] *0)\b"
                ),
            ),
            summary(
                &[
                    "passed",
                    "succeeded",
                    "no errors",
                    "No errors",
                    "0 errors",
                    "No issues",
                    "no issues",
                    "0 failed",
                    "0 failures",
                    "SUCCESS",
                    "successful",
                    "No problems",
                    "no problems",
                    "0 problems",
                    "PASSED",
                ],
                concat!(
                    r"^(?:\W{0,4})(?:(?:[Aa]ll )?(?:\d+ )?(?:tests?|checks?|specs?|",
                    r"assertions?|files?)? ?(?:have )?(?:all )?passed[.!]?$|",
                    r"[Aa]ll (?:\d+ )?(?:tests|checks|specs)(?: have)? (?:passed|",
                    r"succeeded)|[Nn]o (?:errors|issues|problems|",
                    r"warnings)(?: (?:were )?(?:found|detected|reported))?[.!]?$|",
                    r"(?:Build|Tests?|Deployment|Compilation|Job|Pipeline|",
                    r"Lint) (?:succeeded|passed|successful|completed successfully)|",
                    r"0 (?:errors|failures|failed|problems)(?: (?:found|",
                    r"detected))?[.!]?$|(?:BUILD|TESTS?) (?:SUCCESS\w*|SUCCEEDED|",
                    r"PASSED)|SUCCESS[.!]?$)"
                ),
            ),
            summary(
                &["Finished in "],
                r"^Finished in [\d.]+ ?(?:s|sec|secs|seconds|ms|m)\b",
            ),
            error(&["FAILED: "], r"^FAILED: \S"),
            error(
                &[": FAILED", "... FAILED", "...FAILED", ": FAIL", "FAILED "],
                r"^\S.*(?::|\.\.\.) ?FAIL(?:ED|URE)?\b[.!]?\s*(?:\(.*\))?$",
            ),
        ],
    ),
];
