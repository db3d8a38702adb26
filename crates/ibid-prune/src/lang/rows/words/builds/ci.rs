//! What CI systems print around a job's own output.

use super::super::shape::{error, fail, failing, progress, row, summary, warning};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "github-actions",
        &[
            error(&["##[error]"], r"##\[error\]"),
            error(
                &["::error "],
                concat!(
                    r"^::error (?:.*\bfile=(?<file>[^,:]+))?(?:.*\bline=(?<line>\d+)",
                    r")?(?:.*\bcol(?:umn)?=(?<col>\d+))?"
                ),
            ),
            error(&["::error::"], r"^::error::"),
            error(
                &[
                    "Process completed with exit code ",
                    "The operation was canceled",
                ],
                r"Process completed with exit code [1-9]|The operation was canceled",
            ),
            progress(
                &[
                    "##[group]",
                    "##[endgroup]",
                    "##[command]",
                    "##[debug]",
                    "##[section]",
                    "::group::",
                    "::endgroup::",
                    "::debug::",
                    "::add-mask::",
                    "::set-output",
                    "[command]",
                ],
                concat!(
                    r"##\[(?:group|endgroup|command|debug|section)\]|^::(?:group|",
                    r"endgroup|debug|add-mask|set-output)|^(?:\S+ )?\[command\]"
                ),
            ),
            warning(
                &["##[warning]", "::warning"],
                r"##\[warning\]|^::warning(?:::| )",
            ),
        ],
    ),
    row(
        "azure-pipelines",
        &[
            error(
                &["##vso[task.logissue", "##vso[task.complete"],
                concat!(
                    r"##vso\[task\.logissue [^\]]*type=error|",
                    r"##vso\[task\.complete [^\]]*result=Failed"
                ),
            ),
            progress(&["##vso["], r"##vso\[").unless(r"type=warning"),
            warning(
                &["##vso[task.logissue"],
                r"##vso\[task\.logissue [^\]]*type=warning",
            ),
        ],
    ),
    row(
        "gitlab-ci",
        &[
            failing(&["ERROR: Job failed"], r"ERROR: Job failed"),
            summary(&["Job succeeded"], r"^Job succeeded"),
            progress(
                &[
                    "section_start:",
                    "section_end:",
                    "Cleaning up project directory",
                    "Uploading artifacts",
                    "Checking out ",
                    "Getting source from Git",
                    "Preparing environment",
                    "Executing \"",
                    "Skipping Git submodules",
                    "Reinitialized existing Git",
                ],
                concat!(
                    r#"section_(?:start|end):\d+:|^(?:Cleaning up project directory|"#,
                    r#"Uploading artifacts|Checking out [\da-f]{7,}|"#,
                    r#"Getting source from Git|Preparing environment|"#,
                    r#"Executing "\w+" stage|Skipping Git submodules|"#,
                    r#"Reinitialized existing Git)"#
                ),
            ),
        ],
    ),
    row(
        "jenkins",
        &[
            failing(
                &["Finished: ", "script returned exit code "],
                concat!(
                    r"^Finished: (?:FAILURE|ABORTED|UNSTABLE)|",
                    r"script returned exit code [1-9]"
                ),
            ),
            summary(&["Finished: SUCCESS"], r"^Finished: SUCCESS"),
            progress(&["[Pipeline] "], r"^(?:\[[^\]]+\] )?\[Pipeline\] "),
        ],
    ),
    row(
        "teamcity",
        &[
            fail(&["##teamcity[testFailed"], r"##teamcity\[testFailed "),
            error(
                &["##teamcity[buildProblem", "##teamcity[message"],
                r"##teamcity\[(?:buildProblem |message [^\]]*status='(?:ERROR|FAILURE)')",
            ),
            progress(&["##teamcity["], r"##teamcity\["),
        ],
    ),
    row(
        "travis",
        &[
            failing(
                &["Your build exited with ", "Build completed unsuccessfully"],
                r"Your build exited with [1-9]|Build completed unsuccessfully",
            ),
            summary(&["Your build exited with 0"], r"Your build exited with 0"),
            error(
                &["\" exited with ", "The command "],
                r"^The command .* (?:exited with|failed and exited with) [1-9]",
            ),
            progress(&["travis_fold:", "travis_time:"], r"travis_(?:fold|time):"),
        ],
    ),
    row(
        "circleci",
        &[error(
            &["Exited with code ", "Received \"killed\" signal"],
            r#"^(?:Exited with code (?:exit status )?[1-9]|Received "killed" signal)"#,
        )],
    ),
];
