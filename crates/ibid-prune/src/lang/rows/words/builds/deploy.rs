//! Containers, infrastructure and databases.

use super::super::shape::{
    code, error, fail, failing, pass, progress, row, strong, summary, warning,
};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "docker-build",
        &[
            error(
                &[
                    "failed to solve",
                    "returned a non-zero code",
                    "did not complete successfully",
                ],
                concat!(
                    r"^(?:ERROR: |error: )*(?:failed to solve|",
                    r"target \S+: failed to solve|",
                    r"The command '.*' returned a non-zero code|(?:process|",
                    r"executor failed) .*did not complete successfully)"
                ),
            ),
            summary(
                &[
                    "Successfully built ",
                    "Successfully tagged ",
                    "naming to ",
                    "writing image sha256",
                ],
                concat!(
                    r"^(?:#\d+ )?(?:Successfully (?:built [\da-f]{8,}|tagged \S)|",
                    r"naming to \S+.* done|writing image sha256:\S+.* done)"
                ),
            ),
            error(
                &[" ERROR: ", " ERROR ", "ERROR: process "],
                r"^#\d+ ERROR:? |^ERROR: process ",
            ),
            error(
                &["Error response from daemon"],
                r"^(?:docker: )?Error response from daemon",
            ),
            error(&["> ["], r"^ ?> \[[^\]]*\d+/\d+\]"),
            progress(
                &[
                    "Step ",
                    " ---> ",
                    "Removing intermediate container",
                    "Removed intermediate container",
                    "Sending build context",
                ],
                concat!(
                    r"^\s*(?:Step \d+/\d+ : |---> \S|Remov(?:ing|",
                    r"ed) intermediate container|Sending build context)"
                ),
            ),
            // BuildKit's steps, with and without their number.
            progress(
                &[
                    "] RUN ",
                    "] COPY ",
                    "] FROM ",
                    "] WORKDIR ",
                    "] ADD ",
                    "[internal] ",
                    "[auth] ",
                ],
                concat!(
                    r"^(?:#\d+ )?\[(?:internal\] |auth\] |[^\]]*\d+/\d+\] (?:RUN|COPY|",
                    r"FROM|WORKDIR|ADD) )"
                ),
            ),
            progress(
                &[
                    "DONE ",
                    "CACHED",
                    "CANCELED",
                    "exporting ",
                    "building with ",
                    "unpacking to ",
                    "naming to ",
                    "writing image",
                    "importing cache",
                    "preparing ",
                    "pushing ",
                    "...",
                ],
                concat!(
                    r"^(?:#\d+ )?(?:DONE \d+\.\ds|CACHED(?:$| \[)|CANCELED$|\.\.\.$|",
                    r"exporting (?:to|layers|manifest|config|attestation)|",
                    r"building with \S+ instance|unpacking to |naming to |",
                    r"writing image |importing cache|preparing (?:build cache|layers)|",
                    r"pushing (?:layers|manifest))"
                ),
            ),
        ],
    ),
    row(
        "terraform-report",
        &[
            failing(&["Failure! "], r"^Failure! \d+ passed, [1-9]\d* failed"),
            summary(
                &[
                    "Plan: ",
                    "Apply complete!",
                    "Destroy complete!",
                    "No changes.",
                    "Success! ",
                    "Terraform has been successfully",
                    "OpenTofu has been successfully",
                    " will be ",
                    " must be replaced",
                    " has changed",
                ],
                concat!(
                    r"^(?:Plan: \d+ to |(?:Apply|Destroy) complete!|No changes\.|",
                    r"Success! |(?:Terraform|OpenTofu) has been successfully|",
                    r"# \S+.* (?:will be (?:created|destroyed|updated|read|replaced)|",
                    r"must be replaced|is tainted|has (?:been )?(?:changed|deleted)))"
                ),
            ),
            progress(
                &[
                    "Refreshing state...",
                    "Creating...",
                    "Still creating...",
                    "Creation complete after",
                    "Destroying...",
                    "Still destroying...",
                    "Destruction complete after",
                    "Modifying...",
                    "Modifications complete after",
                    "Reading...",
                    "Read complete after",
                    "Still modifying...",
                    "Still reading...",
                ],
                concat!(
                    r"^\S+: (?:Refreshing state\.\.\.|(?:Still )?(?:[Cc]reating|",
                    r"[Dd]estroying|[Mm]odifying|[Rr]eading)\.\.\.|(?:Creation|",
                    r"Destruction|Modifications|Read) complete after)"
                ),
            ),
            progress(
                &[
                    "Initializing the backend",
                    "Initializing provider plugins",
                    "Initializing modules",
                    "- Finding ",
                    "- Installing ",
                    "- Installed ",
                    "- Reusing previous version",
                    "- Using previously",
                ],
                concat!(
                    r"^(?:Initializing (?:the backend|provider plugins|modules)|",
                    r"- (?:Finding|Installing|Installed|Reusing previous|",
                    r"Using previously) )"
                ),
            ),
        ],
    ),
    row(
        "pulumi",
        &[
            error(
                &["error: update failed", "error: preview failed"],
                r"error: (?:update|preview) failed",
            ),
            progress(
                &[
                    " creating",
                    " created",
                    " updating",
                    " updated",
                    " deleting",
                    " deleted",
                ],
                r"^\s*[+~-]{1,2} +[\w-]+:[\w:/-]+ \S+ (?:creat|updat|delet|replac)\w+",
            ),
        ],
    ),
    row(
        "ansible-report",
        &[
            pass(
                &["ok: [", "changed: [", "skipping: [", "included: "],
                r"^(?:ok|changed|skipping): \[[^\]]+\]|^included: \S+ for ",
            ),
            failing(
                &["failed=", "unreachable="],
                r"^\S+ +: ok=\d+ .*\b(?:failed|unreachable)=[1-9]",
            ),
            summary(&["ok=", "PLAY RECAP"], r"^\S+ +: ok=\d+ |^PLAY RECAP "),
            error(
                &[
                    "fatal: [",
                    "failed: [",
                    "UNREACHABLE!",
                    "ERROR! ",
                    "[ERROR]: ",
                    "<<< caused by >>>",
                ],
                concat!(
                    r"^(?:fatal|failed): \[[^\]]+\]|UNREACHABLE!|^ERROR! |^\[ERROR\]: |",
                    r"^<<< caused by >>>"
                ),
            ),
            progress(
                &["PLAY [", "GATHERING FACTS", "RUNNING HANDLER ["],
                r"^(?:PLAY|RUNNING HANDLER) \[.*\] \*{3,}$",
            ),
            warning(
                &["[WARNING]: ", "[DEPRECATION WARNING]: "],
                r"^\[(?:DEPRECATION )?WARNING\]: ",
            ),
        ],
    ),
    row(
        "kubernetes",
        &[
            pass(
                &[
                    " created",
                    " configured",
                    " unchanged",
                    " deleted",
                    " condition met",
                ],
                concat!(
                    r#"^(?:\w[\w.-]*/[\w.-]+|\w[\w.-]* "[\w.-]+") (?:created|configured|"#,
                    r#"unchanged|deleted|condition met|serverside-applied|patched|scaled|"#,
                    r#"restarted)\b"#
                ),
            ),
            failing(&["STATUS: failed"], r"^STATUS: failed"),
            error(
                &["INSTALLATION FAILED", "UPGRADE FAILED"],
                r"\b(?:INSTALLATION|UPGRADE) FAILED",
            ),
            summary(
                &["STATUS: deployed", "has been upgraded. Happy Helming"],
                r"^STATUS: deployed|has been upgraded\. Happy",
            ),
            error(
                &[
                    "Error from server",
                    "Unable to connect to the server",
                    "The connection to the server",
                    "error validating ",
                ],
                concat!(
                    r"^(?:Error from server|Unable to connect to the server|",
                    r"The connection to the server|error: error validating)"
                ),
            ),
            strong(
                &[
                    "CrashLoopBackOff",
                    "ImagePullBackOff",
                    "ErrImagePull",
                    "OOMKilled",
                    "CreateContainerConfigError",
                    "FailedScheduling",
                    "FailedMount",
                    "Evicted",
                    "BackOff ",
                ],
                concat!(
                    r"\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|",
                    r"CreateContainerConfigError|FailedScheduling|FailedMount|Evicted)\b"
                ),
            ),
            warning(&["Warning "], r"^\s*(?:\S+ +)?Warning +[A-Z]\w+ +"),
        ],
    ),
    row(
        "sql-report",
        &[
            error(
                &["ERROR:  ", "FATAL:  ", "PANIC:  ", "psql: "],
                r"^(?:psql:\S+ )?(?:ERROR|FATAL|PANIC): {2}\S|^psql: (?:error|fatal)",
            ),
            error(
                &[
                    "ERROR 1",
                    "ERROR 2",
                    "ERROR 3",
                    "ERROR 4",
                    "SQLSTATE[",
                    "ORA-",
                    "Msg ",
                ],
                r"^ERROR \d{4} \(\w+\)|SQLSTATE\[|\bORA-\d{5}\b|^Msg \d+, Level 1[1-9]",
            ),
            error(
                &[
                    "Parse error near line",
                    "Runtime error near line",
                    "Error: near line",
                ],
                r"^(?:Parse|Runtime) error near line|^Error: near line",
            ),
            strong(&["DETAIL:  "], r"^DETAIL: {2}\S"),
            code(&["LINE "], r"^LINE \d+: "),
        ],
    ),
    row(
        "dbt",
        &[
            pass(
                &[" OK ", " PASS ", " START "],
                r"^(?:\d\d:\d\d:\d\d +)?\d+ of \d+ (?:OK|PASS|START|SKIP) ",
            ),
            fail(
                &[" ERROR ", " FAIL "],
                r"^(?:\d\d:\d\d:\d\d +)?\d+ of \d+ (?:ERROR|FAIL) ",
            ),
            failing(
                &["Done. PASS=", "Completed with "],
                concat!(
                    r"(?:Done\. PASS=\d+ WARN=\d+ ERROR=[1-9]|",
                    r"Completed with [1-9]\d* errors?)"
                ),
            ),
            summary(
                &["Done. PASS=", "Completed successfully"],
                r"Done\. PASS=|^(?:\d\d:\d\d:\d\d +)?Completed successfully",
            ),
        ],
    ),
];
