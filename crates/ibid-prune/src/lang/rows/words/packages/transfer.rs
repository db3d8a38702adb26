//! Git, curl, wget, and the verbs that all downloads share.

use super::super::shape::{TROUBLE, download, error, row};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "git",
        &[
            download(
                &[
                    "Cloning into ",
                    "remote: ",
                    "Receiving objects: ",
                    "Resolving deltas: ",
                    "Unpacking objects: ",
                    "Updating files: ",
                    "Compressing objects: ",
                    "Writing objects: ",
                    "Counting objects: ",
                    "Enumerating objects: ",
                    "Delta compression using",
                    "Fetching submodule",
                    "Filtering content: ",
                    "Submodule ",
                ],
                concat!(
                    r"^(?:Cloning into |remote: (?:Enumerating|Counting|Compressing|",
                    r"Total)|(?:Receiving|Unpacking|Compressing|Writing|Counting|",
                    r"Enumerating) objects: |Resolving deltas: |Updating files: |",
                    r"Delta compression using|Fetching submodule|Filtering content: |",
                    r"Submodule (?:path )?'.*' (?:\(|: checked out|registered)|",
                    r"Submodule path)"
                ),
            ),
            download(
                &[
                    "* [new branch]",
                    "* [new tag]",
                    "* [new ref]",
                    " -> origin/",
                    "From http",
                    "From git@",
                    "From ssh://",
                ],
                concat!(
                    r"^\s*(?:\* \[new (?:branch|tag|ref)\]|",
                    r"[\da-f]{7,}\.\.\.?[\da-f]{7,} .* -> |From (?:https?://|git@|",
                    r"ssh://))"
                ),
            ),
            error(
                &[
                    "! [rejected]",
                    "! [remote rejected]",
                    "CONFLICT (",
                    "Automatic merge failed",
                    "remote: Permission",
                    "remote: fatal",
                    "remote: Repository not found",
                    "remote: error",
                    "Merge conflict in",
                    "error: failed to push",
                ],
                concat!(
                    r"^(?:! \[(?:remote )?rejected\]|CONFLICT \(|Automatic merge failed|",
                    r"remote: (?:error|fatal|Permission|Repository not found)|",
                    r".*Merge conflict in )"
                ),
            ),
        ],
    ),
    row(
        "patch",
        &[error(
            &["hunk FAILED", "hunks FAILED", "Hunk #", "patch: ****"],
            r"hunks? FAILED|^Hunk #\d+ FAILED|^patch: \*{4} ",
        )],
    ),
    row(
        "archives",
        &[download(
            &["inflating: ", "creating: ", "extracting: ", "adding: "],
            r"^\s*(?:(?:inflating|creating|extracting): \S|adding: \S+ \((?:deflated|stored))",
        )],
    ),
    row(
        "curl",
        &[
            download(
                &["% Total ", "Dload  Upload", "--:--:--"],
                concat!(
                    r"^(?:% Total +% Received|Dload +Upload|",
                    r"\d+ +[\d.]+[kMG]? +\d+ +[\d.]+[kMG]? .*[-\d]+:[-\d]+:)"
                ),
            ),
            error(&["curl: ("], r"^curl: \(\d+\)"),
        ],
    ),
    row(
        "wget",
        &[
            download(
                &[
                    "Resolving ",
                    "Connecting to ",
                    "HTTP request sent",
                    "Length: ",
                    "Saving to: ",
                    " saved [",
                    "Location: ",
                    "K ..........",
                    "--  http",
                    "100%[",
                ],
                concat!(
                    r"^(?:Resolving \S+ ?(?:\(.*\))?\.\.\. |",
                    r"Connecting to \S+.*(?:connected|\.\.\.)|",
                    r"HTTP request sent, awaiting response\.\.\. [23]|Length: (?:\d|",
                    r"unspecified)|Saving to: |.* saved \[|Location: https?://|",
                    r"\d+[KM] [. ]{10,}|--\d{4}-.*-- +https?://|\S.*\d+%\[=*>? *\])"
                ),
            )
            .unless(TROUBLE),
            error(
                &["awaiting response... ", "ERROR 4", "ERROR 5", "wget: "],
                concat!(
                    r"^(?:HTTP request sent, awaiting response\.\.\. [45]|",
                    r"\S+ \S+ ERROR [45]\d\d: |wget: \S)"
                ),
            ),
        ],
    ),
    // The verbs that most tools share, in front of something that has a version, a size, an
    // address or three dots.
    row(
        "downloads",
        &[
            download(
                &[
                    "Downloading ",
                    "Downloaded ",
                    "downloading ",
                    "Fetching ",
                    "Fetched ",
                    "Installing ",
                    "Installed ",
                    "Extracting ",
                    "Unpacking ",
                    "Resolving ",
                    "Pulling ",
                    "Retrieving ",
                    "Download http",
                ],
                concat!(
                    r"^(?:(?:==?>|->|[-*•✓✔⬇↓+]) +)?(?:[Dd]ownload(?:ing|ed)?|",
                    r"Fetch(?:ing|ed)|Install(?:ing|ed)|Extracting|Unpacking|Resolving|",
                    r"Pulling|Retrieving)\b.*(?:\d+\.\d+|\.\.\.|…|://|\b[kKMG]i?B\b|",
                    r"\d+%|@\d)"
                ),
            )
            .unless(concat!(
                r"(?i)(?:\berror: |\bfatal: |\b(?:failed|failure|could not|cannot|",
                r"unable to|denied|refused|timed out|not found)\b|\berrors?(?:[ :!]|",
                r"$))"
            )),
            download(
                &["fetch GET ", "GET http", "cache "],
                concat!(
                    r"^(?:npm )?(?:http )?(?:fetch GET \d+ https?://|GET https?://|",
                    r"cache \S+@https?://)"
                ),
            )
            .unless(r" [45]\d\d\b"),
        ],
    ),
];
