//! Linters, formatters and checkers: totals, verdicts and the headlines that bear no place.

use super::shape::{error, failing, pass, progress, row, summary, warned, warning};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "eslint",
        &[
            failing(
                &["✖ ", "potentially fixable", "Oops! Something went wrong"],
                concat!(
                    r"^(?:✖ \d+ problems? \([1-9]\d* errors?|Oops! Something went wrong|",
                    r"\d+ errors? and \d+ warnings? potentially fixable)"
                ),
            )
            .unless(r"^\s*0 errors and 0 warnings"),
            warned(&["✖ "], r"^✖ \d+ problems?\b"),
        ],
    ),
    row(
        "ruff",
        &[
            failing(&["Found "], r"^Found [1-9]\d* errors?(?: \(.*\))?\.?$"),
            summary(
                &[
                    "All checks passed!",
                    "fixable with the",
                    "No fixes available",
                    "Found ",
                ],
                concat!(
                    r"^(?:All checks passed!|\[\*\] \d+ .*fixable with|",
                    r"No fixes available|Found 0 errors)"
                ),
            ),
        ],
    ),
    row(
        "mypy",
        &[
            failing(&["Found "], r"^Found [1-9]\d* errors? in \d+ files?"),
            summary(&["Success: no issues found"], r"^Success: no issues found"),
        ],
    ),
    row(
        "pyright",
        &[
            failing(
                &[" errors, ", " error, "],
                r"^[1-9]\d* errors?, \d+ warnings?, \d+ (?:informations?|notes?)",
            ),
            warned(
                &[" errors, "],
                r"^0 errors, [1-9]\d* warnings?, \d+ (?:informations?|notes?)",
            ),
            summary(
                &[" errors, "],
                r"^0 errors, 0 warnings, \d+ (?:informations?|notes?)",
            ),
        ],
    ),
    row(
        "pylint-report",
        &[
            summary(
                &["Your code has been rated at "],
                r"^Your code has been rated at ",
            ),
            progress(&["************* Module "], r"^\*{5,} Module "),
        ],
    ),
    row(
        "black-report",
        &[
            failing(
                &[
                    " would be reformatted",
                    "Oh no!",
                    " failed to reformat",
                    " would reformat",
                ],
                concat!(
                    r"^(?:\d+ files? would be reformatted|Oh no!|",
                    r".*\d+ files? failed to reformat)"
                ),
            ),
            summary(
                &[
                    "All done!",
                    " left unchanged",
                    " reformatted",
                    " already formatted",
                ],
                concat!(
                    r"^(?:All done!|\d+ files? (?:would be )?(?:left unchanged|",
                    r"reformatted|already formatted))"
                ),
            ),
            error(
                &["would reformat ", "Would reformat", "cannot format "],
                concat!(
                    r"^(?:would reformat |Would reformat:? |",
                    r"error: cannot format )(?<file>[^:]+)"
                ),
            ),
            progress(
                &["reformatted ", "Fixing "],
                r"^(?:reformatted|Fixing) \S+\.pyi?$",
            ),
        ],
    ),
    row(
        "prettier",
        &[
            failing(
                &[
                    "Code style issues found",
                    "Error occurred when checking code style",
                    "Code style issues ",
                ],
                concat!(
                    r"^(?:\[warn\] )?(?:Code style issues (?:were )?found|",
                    r"Error occurred when checking code style)"
                ),
            ),
            summary(
                &["All matched files use Prettier"],
                r"^All matched files use Prettier",
            ),
            error(&["[error] "], r"^\[error\] (?<file>\S+\.\w+)?"),
            progress(&["Checking formatting..."], r"^Checking formatting\.\.\."),
        ],
    ),
    row(
        "biome-report",
        &[
            failing(
                &["Found ", "Some errors were emitted"],
                r"^(?:Found [1-9]\d* errors?\.|\s*(?:×|✖) Some errors were emitted)",
            ),
            warned(&["Found "], r"^Found [1-9]\d* warnings?\."),
            summary(
                &[
                    "Checked ",
                    "Found ",
                    "Diagnostics not shown",
                    "The number of diagnostics exceeds",
                ],
                concat!(
                    r"^(?:Checked \d+ files? in |Found \d+ infos?\.|",
                    r"Diagnostics not shown: |The number of diagnostics exceeds)"
                ),
            ),
            // biome and miette: a sentence, where test runners print a test's name.
            error(&["× ", "✖ "], r"^(?:│ )?\s*(?:×|✖) [A-Z`'].*(?:\.|:|\?)$"),
            warning(&["! ", "⚠ "], r"^\s+(?:!|⚠) [A-Z].*\S$"),
        ],
    ),
    row(
        "rubocop",
        &[
            failing(
                &[" files inspected", " file inspected"],
                r"^\d+ files? inspected, [1-9]\d* offenses? detected",
            ),
            summary(
                &[" files inspected", " file inspected"],
                r"^\d+ files? inspected, no offenses",
            ),
            progress(&["Inspecting "], r"^Inspecting \d+ files?$"),
        ],
    ),
    row(
        "golangci-lint",
        &[
            failing(&[" issues:", " issue:"], r"^[1-9]\d* issues?:$"),
            summary(&["0 issues."], r"^0 issues\.$"),
            error(
                &[
                    "level=error",
                    "level=fatal",
                    "level=panic",
                    "level=critical",
                ],
                r"^(?:time=\S+ (?:\S+ )?)?level=(?:error|fatal|panic|critical)\b",
            ),
            error(
                &["level=error", "level=fatal"],
                r"\blevel=(?:error|fatal)\b",
            ),
            warning(&["level=warn"], r"\blevel=warn(?:ing)?\b"),
        ],
    ),
    row(
        "phpcs-report",
        &[
            failing(&["FOUND "], r"^FOUND [1-9]\d* ERRORS?\b"),
            failing(
                &[
                    " ERRORS AND ",
                    " ERROR AND ",
                    " ERRORS WERE FOUND",
                    "A TOTAL OF ",
                ],
                r"^A TOTAL OF [1-9]\d* ERRORS?",
            ),
            warned(
                &["FOUND ", "A TOTAL OF "],
                r"^(?:FOUND|A TOTAL OF) .*\d+ WARNINGS?\b",
            ),
            summary(&["PHPCBF CAN FIX"], r"^PHPCBF CAN FIX"),
        ],
    ),
    row(
        "phpstan-report",
        &[
            summary(
                &[
                    "[OK] No errors",
                    "No errors found!",
                    "was able to infer types for",
                ],
                concat!(
                    r"^\s*(?:\[OK\] No errors|No errors found!|",
                    r".* was able to infer types for )"
                ),
            ),
            progress(&["%"], r"^\s*\d+/\d+ +\[.*\] +\d+%$"),
        ],
    ),
    row(
        "php-lint",
        &[
            pass(
                &["No syntax errors detected in "],
                r"^No syntax errors detected in ",
            ),
            error(&["Errors parsing "], r"^Errors parsing (?<file>\S.*)"),
        ],
    ),
    row(
        "checkstyle",
        &[
            failing(
                &["Checkstyle ends with "],
                r"^Checkstyle ends with [1-9]\d* errors?",
            ),
            progress(
                &["Starting audit...", "Audit done."],
                r"^(?:Starting audit\.\.\.|Audit done\.)",
            ),
        ],
    ),
    row(
        "detekt",
        &[
            failing(
                &["Analysis failed with "],
                r"Analysis failed with \d+ (?:weighted )?issues?",
            ),
            summary(
                &["Overall debt: ", "detekt finished in "],
                r"^(?:Overall debt: |detekt finished in )",
            ),
        ],
    ),
    row("sqlfluff", &[summary(&["All Finished"], r"^All Finished")]),
    row(
        "cppcheck-report",
        &[progress(
            &[
                "Checking ",
                "files checked ",
                "Defines:",
                "Undefines:",
                "Includes:",
                "Platform:",
            ],
            concat!(
                r"^(?:Checking \S.* ?\.\.\.|\d+/\d+ files checked \d+% done|",
                r"(?:Defines|Undefines|Includes):|Platform:\w+$)"
            ),
        )],
    ),
    row(
        "clang-tidy",
        &[
            failing(
                &[" warnings treated as errors", " warning treated as error"],
                r"^\d+ warnings? treated as errors?",
            ),
            summary(&["Suppressed "], r"^Suppressed \d+ warnings? \("),
            progress(&["clang-tidy"], r"^\S*clang-tidy(?:-\d+)? -"),
        ],
    ),
    row(
        "bandit",
        &[
            error(&[">> Issue: "], r"^>> Issue: \["),
            summary(
                &[
                    "Total issues (by ",
                    "No issues identified.",
                    "Total lines of code: ",
                ],
                concat!(
                    r"^\s*(?:Total issues \(by |No issues identified\.|",
                    r"Total lines of code: )"
                ),
            ),
        ],
    ),
    row(
        "semgrep",
        &[
            failing(
                &[" findings", " finding"],
                concat!(
                    r"^(?:Ran \d+ rules? on \d+ files?: [1-9]\d* findings?|",
                    r"│ [1-9]\d* (?:Code )?Findings? │)"
                ),
            ),
            summary(&[" findings"], r"^Ran \d+ rules? on \d+ files?: 0 findings"),
        ],
    ),
    row(
        "trivy",
        &[
            failing(
                &["Total: "],
                r"^Total: [1-9]\d* \(.*\b(?:HIGH|CRITICAL): [1-9]",
            ),
            summary(
                &["Total: "],
                r"^Total: \d+ \((?:UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL): ",
            ),
        ],
    ),
    row(
        "audits",
        &[
            failing(
                &[" vulnerabilit", "leaks found", " allowed warning"],
                concat!(
                    r"^(?:error: )?(?:Found )?[1-9]\d* (?:known )?vulnerabilit(?:y|",
                    r"ies) (?:found|in \d+ packages?)|leaks found: [1-9]"
                ),
            ),
            summary(
                &[
                    "No known vulnerabilities",
                    "no leaks found",
                    "No vulnerabilities found",
                ],
                r"No known vulnerabilities|no leaks found|No vulnerabilities found",
            ),
            warning(
                &["Severity: "],
                concat!(
                    r"^\s*Severity: +(?:high|critical|moderate|High|Critical|Moderate|",
                    r"HIGH|CRITICAL|MEDIUM|medium|Medium)\b"
                ),
            ),
        ],
    ),
    row(
        "checkov",
        &[
            pass(&["PASSED for resource: "], r"^\s*PASSED for resource: "),
            error(&["FAILED for resource: "], r"^\s*FAILED for resource: "),
            failing(
                &["Failed checks: "],
                r"^Passed checks: \d+, Failed checks: [1-9]",
            ),
            summary(
                &["Failed checks: "],
                r"^Passed checks: \d+, Failed checks: 0",
            ),
        ],
    ),
    row(
        "ansible-lint",
        &[
            failing(&["Failed: "], r"^Failed: \d+ failure\(s\)"),
            summary(&["Passed: "], r"^Passed: \d+ failure\(s\)"),
        ],
    ),
    row(
        "swiftlint",
        &[
            failing(
                &["Done linting!", "Done inspecting!"],
                r"^Done (?:linting|inspecting)! Found [1-9]\d* violations?",
            ),
            summary(
                &["Done linting!", "Done inspecting!"],
                r"^Done (?:linting|inspecting)! Found 0 violations",
            ),
            progress(&["Linting '"], r"^Linting '.*' \(\d+/\d+\)"),
        ],
    ),
    row(
        "dart-analyze",
        &[
            failing(
                &[" issues found", " issue found"],
                r"^[1-9]\d* issues? found\b",
            ),
            summary(&["No issues found"], r"^No issues found!?"),
            progress(&["Analyzing "], r"^Analyzing \S+\.\.\."),
        ],
    ),
    row(
        "luacheck",
        &[
            pass(&["Checking "], r"^Checking \S.* +OK$"),
            failing(
                &["Total: "],
                concat!(
                    r"^Total: (?:\d+ warnings? / [1-9]\d* errors?|",
                    r"[1-9]\d* warnings? / 0 errors)"
                ),
            ),
            summary(&["Total: "], r"^Total: 0 warnings / 0 errors"),
            warning(
                &["Checking "],
                r"^Checking \S.* +\d+ (?:warnings?|errors?)\b",
            ),
        ],
    ),
    row(
        "credo",
        &[
            failing(&[" mods/funs, found "], r"\d+ mods/funs, found [1-9]"),
            summary(
                &[" mods/funs, found no issues", "Total errors: 0"],
                r"\d+ mods/funs, found no issues|^Total errors: 0",
            ),
            failing(
                &["Total errors: ", "done (warnings were emitted)"],
                r"^Total errors: [1-9]|^done \(warnings were emitted\)",
            ),
        ],
    ),
    row(
        "spelling-and-prose",
        &[
            failing(
                &["CSpell: Files checked", "suggestions in ", "Issues found: "],
                concat!(
                    r"^CSpell: Files checked: \d+, Issues found: [1-9]|",
                    r"^✖ \d+ errors?, \d+ warnings? and \d+ suggestions? in "
                ),
            ),
            summary(
                &["CSpell: Files checked", "suggestions in "],
                concat!(
                    r"^CSpell: Files checked: \d+, Issues found: 0|",
                    r"^✔ \d+ errors?, \d+ warnings? and "
                ),
            ),
            summary(
                &["Tidy found "],
                r"^Tidy found \d+ warnings? and \d+ errors?",
            ),
        ],
    ),
    row(
        "commitlint",
        &[
            failing(&["found "], r"^\s*✖ +found [1-9]\d* problems?"),
            error(&["✖ "], r"^\s*✖ +\S.*\[[a-z-]+\]$"),
        ],
    ),
    row(
        "svelte-check-report",
        &[
            failing(
                &["svelte-check found "],
                r"^svelte-check found [1-9]\d* errors?",
            ),
            summary(
                &["svelte-check found "],
                r"^svelte-check found (?:0 errors|no errors)",
            ),
        ],
    ),
    row(
        "rustfmt",
        &[warned(
            &["rustfmt has failed to format"],
            r"^warning: rustfmt has failed to format",
        )],
    ),
    row(
        "sphinx",
        &[
            warned(&["build succeeded, "], r"^build succeeded, \d+ warnings?\."),
            summary(&["build succeeded."], r"^build succeeded\.$"),
            failing(
                &["build finished with problems"],
                r"^build finished with problems",
            ),
            progress(
                &[
                    "reading sources...",
                    "writing output...",
                    "copying images...",
                    "looking for now-outdated",
                    "pickling environment",
                    "checking consistency",
                    "preparing documents",
                    "building [",
                    "updating environment",
                    "copying static files",
                    "dumping ",
                ],
                concat!(
                    r"^(?:reading sources\.\.\.|writing output\.\.\.|copying (?:images|",
                    r"static files)\.\.\.|looking for now-outdated|pickling environment|",
                    r"checking consistency|preparing documents|building \[|",
                    r"updating environment|dumping (?:object inventory|search index))"
                ),
            )
            .unless(r"(?i)\bfailed\b"),
        ],
    ),
    row(
        "latex-report",
        &[
            error(
                &["! "],
                concat!(
                    r"^! (?:LaTeX Error|Undefined control sequence|Missing|",
                    r"Emergency stop|Package \S+ Error|Extra|Runaway|Paragraph ended|",
                    r"Misplaced|Illegal|Too many|Double|Argument|File ended|==> Fatal|",
                    r"Use of|You can't|Incomplete|Dimension|TeX capacity|I can't)"
                ),
            ),
            warning(
                &[
                    "LaTeX Warning: ",
                    "Overfull \\",
                    "Underfull \\",
                    " Warning: ",
                ],
                concat!(
                    r"^(?:LaTeX (?:Font )?Warning: |(?:Over|Under)full \\[hv]box|",
                    r"(?:Package|Class) \S+ Warning: )"
                ),
            ),
        ],
    ),
];
