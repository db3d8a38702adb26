//! Package managers of compiled and managed languages.

use super::super::shape::{TROUBLE, download, error, progress, row, summary, warned};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "cargo",
        &[
            summary(
                &["Finished "],
                r"^\s*Finished (?:`?[\w-]+`? )+(?:profile )?(?:\[.*\]|.*target\(s\)).*$",
            ),
            warned(
                &[" generated "],
                r"^warning: `.*` (?:\(.*\) )?generated \d+ warnings?",
            ),
            download(
                &[
                    "Updating ",
                    "Downloaded ",
                    "Downloading ",
                    "Locking ",
                    "Adding ",
                    "Fetch ",
                    "Blocking waiting",
                    "Installed package",
                    "Replaced package",
                    "Installing ",
                    "Packaging ",
                    "Uploading ",
                    "Fresh ",
                    "Removing ",
                    "Upgrading ",
                    "Downgrading ",
                    "Unchanged ",
                ],
                concat!(
                    r"^\s+(?:Updating (?:\S+ )?(?:index|git |crates\.io)|",
                    r"Downloaded \S+ v\d|Downloaded \d+ crates|",
                    r"Downloading (?:\d+ )?crates|Locking \d+ packages?|(?:Adding|",
                    r"Removing|Upgrading|Downgrading|Unchanged) \S+ v\d|Fetch \[|",
                    r"Blocking waiting|(?:Installed|Replaced) package|",
                    r"Installing \S+ v\d|(?:Packaging|Uploading|Fresh) \S+ v\d)"
                ),
            ),
            progress(
                &[
                    "Compiling ",
                    "Checking ",
                    "Documenting ",
                    "Verifying ",
                    "Building [",
                    "Generated ",
                    "Running `",
                    "Scraping ",
                ],
                concat!(
                    r"^\s+(?:(?:Compiling|Checking|Documenting|Verifying|",
                    r"Scraping) \S+ v\d|Building \[|Generated /|Running `)"
                ),
            ),
        ],
    ),
    row(
        "rustup",
        &[download(
            &["info: "],
            concat!(
                r"^info: (?:downloading|installing|syncing|latest update|removing|",
                r"default toolchain|using existing|cleaning up|component|",
                r"self-update|checking for)"
            ),
        )],
    ),
    row(
        "go-mod",
        &[
            download(
                &["go: "],
                concat!(
                    r"^go: (?:downloading|extracting|finding|found|added|upgraded|",
                    r"downgraded|removed|creating new go\.mod|to add module)\b"
                ),
            ),
            error(&["go: "], r"^go: \S.*")
                .unless(r"go: (?:warning|upgrading|switching|no module dependencies)"),
            error(
                &[
                    "no required module provides package",
                    "cannot find module providing package",
                    "missing go.sum entry",
                ],
                concat!(
                    r"no required module provides package|",
                    r"cannot find module providing package|missing go\.sum entry"
                ),
            ),
        ],
    ),
    row(
        "maven-download",
        &[download(
            &[
                "Downloading from ",
                "Downloaded from ",
                "Downloading: ",
                "Downloaded: ",
                "Progress (",
            ],
            r"^(?:Download(?:ing|ed)(?: from \S+)?: https?://|Progress \(\d+\): )",
        )],
    ),
    row(
        "nuget",
        &[download(
            &[
                "Determining projects to restore",
                "Restored ",
                "All projects are up-to-date",
                "  GET http",
                "  OK http",
                "  CACHE http",
                "Installed ",
                "Restoring packages for",
                "Writing assets file",
                "Generating MSBuild file",
                "Committing restore",
                "Acquiring lock",
                "Restore complete",
            ],
            concat!(
                r"^\s*(?:Determining projects to restore|Restored .*\.\w+proj|",
                r"All projects are up-to-date|(?:GET|OK|CACHE) https?://|",
                r"Installed \S+ \d\S* from |Restoring packages for|",
                r"Writing assets file|Generating MSBuild file|Committing restore|",
                r"Acquiring lock|Restore complete)"
            ),
        )],
    ),
    row(
        "mix",
        &[
            download(
                &[
                    "* Getting ",
                    "* Updating ",
                    "Resolving Hex dependencies",
                    "Resolution completed in",
                    "Generated ",
                    "* creating ",
                ],
                concat!(
                    r"^(?:\* (?:Getting|Updating) \S+ \(|Resolving Hex dependencies|",
                    r"Resolution completed in|\* creating \S)"
                ),
            ),
            progress(
                &["Compiling ", "Generated ", "==> "],
                r"^(?:Compiling \d+ files? \(|Generated \w+ app$|==> [a-z]\w*$)",
            ),
            error(
                &["could not compile dependency"],
                r"could not compile dependency",
            ),
        ],
    ),
    row(
        "cabal",
        &[
            download(
                &[
                    "Downloading  ",
                    "Downloaded   ",
                    "Resolving dependencies...",
                    "In order, the following will be built",
                    "Build profile: ",
                    "Completed    ",
                    "Starting     ",
                    "Installing   ",
                    "Configuring  ",
                ],
                concat!(
                    r"^(?:(?:Downloading|Downloaded|Completed|Starting|Installing|",
                    r"Configuring|Building|Haddock) {2,}\S|",
                    r"Resolving dependencies\.\.\.$|",
                    r"In order, the following will be built|Build profile: )"
                ),
            ),
            progress(
                &[
                    "> configure",
                    "> build",
                    "> copy/register",
                    "> Preprocessing",
                    "> [",
                    "> Configuring",
                    "> Linking",
                    "> Installing",
                    "Progress ",
                ],
                concat!(
                    r"^(?:[\w.-]+ *> (?:configure|build|copy/register|Preprocessing|",
                    r"\[ *\d+ of \d+\]|Configuring|Linking|Installing|Registering)|",
                    r"Progress \d+/\d+)"
                ),
            ),
            progress(
                &["] Compiling ", "] Linking "],
                r"^\[ *\d+ of +\d+\] (?:Compiling|Linking) ",
            ),
            error(
                &[
                    "Could not resolve dependencies",
                    "] rejecting: ",
                    "] fail (",
                    "While building package ",
                    "Failed to build ",
                    "Error: [S-",
                ],
                concat!(
                    r"Could not resolve dependencies|^\[__\d+\] (?:rejecting: |fail \(|",
                    r"unknown package)|^-- +While building package |^Error: \[S-\d+\]"
                ),
            ),
        ],
    ),
    row(
        "cocoapods",
        &[
            summary(
                &["Pod installation complete!"],
                r"^Pod installation complete!",
            ),
            download(
                &[
                    "Analyzing dependencies",
                    "Downloading dependencies",
                    "Generating Pods project",
                    "Integrating client project",
                    "Installing ",
                    "Computing version for",
                    "Creating working copy",
                    "Working copy of",
                    "Fetching http",
                    "Fetched http",
                    "Computed http",
                    "Running pod install",
                ],
                concat!(
                    r"^(?:Analyzing dependencies|Downloading dependencies|",
                    r"Generating Pods project|Integrating client project|",
                    r"Installing \S+ \(\d|Comput(?:ing|ed) |Creating working copy|",
                    r"Working copy of|Fetch(?:ing|ed) https?://|Running pod install)"
                ),
            )
            .unless(TROUBLE),
            error(&["[!] "], r"^\[!\] \S"),
        ],
    ),
];
