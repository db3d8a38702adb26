//! Package managers of systems and of several languages, and container images.

use super::super::shape::{TROUBLE, download, error, progress, row, summary, warning};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "apt",
        &[
            summary(
                &[" upgraded, "],
                r"^\d+ (?:packages )?upgraded, \d+ newly installed",
            ),
            download(
                &[
                    "Get:",
                    "Hit:",
                    "Ign:",
                    "Fetched ",
                    "Need to get ",
                    "After this operation",
                ],
                concat!(
                    r"^(?:(?:Get|Hit|Ign):\d+ (?:https?|file|copy|cdrom|mirror)|",
                    r"Fetched [\d.,]+ \w?B in |Need to get [\d.,]+|",
                    r"After this operation, )"
                ),
            ),
            download(
                &[
                    "Selecting previously",
                    "Preparing to unpack ",
                    "Unpacking ",
                    "Setting up ",
                    "Processing triggers for ",
                    "Removing ",
                    "Purging configuration",
                    "(Reading database",
                    "Reading package lists",
                    "Building dependency tree",
                    "Reading state information",
                    "Scanning processes",
                    "Created symlink ",
                    "update-alternatives: using",
                    "debconf: delaying",
                    "is already the newest version",
                    "Adding debian:",
                    "Extracting templates",
                    "Preconfiguring packages",
                ],
                concat!(
                    r"^(?:Selecting previously unselected|Preparing to unpack |",
                    r"Unpacking \S+ |Setting up \S+ \(|Processing triggers for |",
                    r"Removing \S+ \(|Purging configuration|\(Reading database|",
                    r"Reading package lists|Building dependency tree|",
                    r"Reading state information|Scanning processes|Created symlink |",
                    r"update-alternatives: using|debconf: delaying|",
                    r"\S+ is already the newest version|Adding debian:|",
                    r"Extracting templates|Preconfiguring packages)"
                ),
            )
            .unless(TROUBLE),
            error(
                &[
                    "E: ",
                    "Err:",
                    "dpkg: error",
                    "dpkg: dependency problems",
                    "Errors were encountered while processing",
                    "dpkg-deb: error",
                ],
                concat!(
                    r"^(?:E: \S|Err:\d+ |dpkg(?:-deb)?: (?:error|dependency problems)|",
                    r"Errors were encountered while processing)"
                ),
            ),
            warning(&["W: "], r"^W: \S"),
        ],
    ),
    row(
        "apk",
        &[
            summary(&["OK: "], r"^OK: \d+ [MK]i?B in \d+ packages"),
            download(
                &[
                    ") Installing ",
                    ") Upgrading ",
                    ") Purging ",
                    "fetch http",
                    "Executing ",
                ],
                concat!(
                    r"^(?:\( *\d+/\d+\) (?:Installing|Upgrading|Purging|Downgrading|",
                    r"Replacing|Reinstalling) |fetch https?://|",
                    r"Executing \S+\.(?:trigger|post-|pre-))"
                ),
            ),
            error(
                &[
                    "unable to select packages",
                    "(no such package)",
                    "required by: world[",
                ],
                concat!(
                    r"unable to select packages|\(no such package\):|",
                    r"^\s+required by: world\["
                ),
            ),
        ],
    ),
    row(
        "dnf",
        &[
            summary(
                &["Complete!", "Nothing to do."],
                r"^(?:Complete!|Nothing to do\.)$",
            ),
            download(
                &[
                    "  Installing ",
                    "  Verifying ",
                    "  Upgrading ",
                    "  Cleanup ",
                    "  Running scriptlet",
                    "  Preparing ",
                    "  Erasing ",
                ],
                concat!(
                    r"^\s+(?:Installing|Verifying|Upgrading|Cleanup|Running scriptlet|",
                    r"Preparing|Erasing) *: +.*\d+/\d+\s*$|^\s+Preparing +:"
                ),
            ),
            download(
                &[
                    "Downloading Packages",
                    "Last metadata expiration",
                    "Dependencies resolved",
                    "Running transaction",
                    "Transaction test succeeded",
                    "Transaction check succeeded",
                    ".rpm ",
                    "Loaded plugins",
                    "Retrieving: ",
                    "Installing: ",
                    "MB/s |",
                    "kB/s |",
                ],
                concat!(
                    r"^(?:Downloading Packages|Last metadata expiration|",
                    r"Dependencies resolved|Running transaction|Transaction (?:test|",
                    r"check) succeeded|\(\d+/\d+\): \S+\.rpm |Loaded plugins|",
                    r"Retrieving: \S+|Installing: \S+.*\[|",
                    r".*\b[kMG]?B/s \| +[\d.]+ ?[kMG]?B)"
                ),
            ),
            error(
                &["Unable to find a match", "No match for argument"],
                r"Unable to find a match|No match for argument",
            ),
        ],
    ),
    row(
        "pacman",
        &[download(
            &[
                ":: Synchronizing",
                ":: Retrieving",
                ":: Processing",
                "checking keys in keyring",
                "checking package integrity",
                "loading package files",
                "checking for file conflicts",
                "installing ",
                "upgrading ",
                "resolving dependencies",
                "looking for conflicting packages",
            ],
            concat!(
                r"^(?::: (?:Synchronizing|Retrieving|Processing)|",
                r"\( *\d+/\d+\) (?:checking|loading|installing|upgrading|",
                r"reinstalling|removing)|resolving dependencies\.\.\.|",
                r"looking for conflicting packages\.\.\.)"
            ),
        )],
    ),
    row(
        "brew",
        &[
            download(
                &["==> "],
                concat!(
                    r"^==> (?:Downloading|Fetching|Pouring|Installing|Downloaded|",
                    r"Auto-updat|Caveats|Summary|Running `brew|Tapping|Upgrading|",
                    r"Cleaning|Verifying|Moving|Linking|Purging)"
                ),
            ),
            download(&["🍺"], r"^🍺 +/"),
        ],
    ),
    row(
        "nix-report",
        &[download(
            &[
                "copying path '",
                "these ",
                "this derivation will be built",
                "this path will be fetched",
                "  /nix/store/",
                "building '/nix/store",
                "downloading 'http",
            ],
            concat!(
                r"^\s*(?:copying path '|these \d+ (?:derivations|paths) will be|",
                r"this (?:derivation|path) will be|/nix/store/\S+$|",
                r"building '/nix/store|downloading 'https?://)"
            ),
        )],
    ),
    row(
        "conda",
        &[
            download(
                &[
                    "Collecting package metadata",
                    "Solving environment",
                    "Preparing transaction",
                    "Verifying transaction",
                    "Executing transaction",
                    "Downloading and Extracting Packages",
                    "Retrieving notices",
                    "## Package Plan",
                ],
                concat!(
                    r"^(?:Collecting package metadata|Solving environment|",
                    r"Preparing transaction|Verifying transaction|Executing transaction|",
                    r"Downloading and Extracting Packages|Retrieving notices|",
                    r"## Package Plan)"
                ),
            )
            .unless(r"(?i)\bfailed\b"),
            download(
                &[" KB", " MB", " GB"],
                r"^\S+ +\| +[\d.]+ [kKMG]B +\| +#*.*\d+%",
            ),
            error(
                &[
                    "Solving environment: failed",
                    "PackagesNotFoundError",
                    "ResolvePackageNotFound",
                    "UnsatisfiableError",
                ],
                concat!(
                    r"Solving environment: failed|PackagesNotFoundError|",
                    r"ResolvePackageNotFound|UnsatisfiableError"
                ),
            ),
        ],
    ),
    row(
        "opam",
        &[
            download(
                &[
                    "∗ installed ",
                    "* installed ",
                    "retrieved ",
                    "<><> ",
                    "∗ install ",
                    "Done.",
                ],
                concat!(
                    r"^(?:(?:∗|\*|->) (?:installed|retrieved|removed|install) +\S|",
                    r"⬇ retrieved |<><> |Done\.$)"
                ),
            )
            .unless(r"<><> Error"),
            error(
                &[
                    "#=== ERROR ",
                    "<><> Error report",
                    "The following actions failed",
                    "No package named ",
                ],
                concat!(
                    r"^(?:#=== ERROR |<><> Error report|(?:\+- |",
                    r"┌─ )?The following actions failed)|No package named "
                ),
            ),
        ],
    ),
    row(
        "docker-pull",
        &[
            download(
                &[
                    ": Pull complete",
                    ": Pulling fs layer",
                    ": Download complete",
                    ": Verifying Checksum",
                    ": Already exists",
                    ": Layer already exists",
                    ": Pushed",
                    ": Mounted from",
                    ": Preparing",
                    ": Waiting",
                    ": Extracting",
                    ": Downloading",
                    ": Pulling from",
                    ": Pushing",
                ],
                concat!(
                    r"^(?:[\da-f]{8,64}: (?:Pull complete|Pulling fs layer|Download complete|",
                    r"Verifying Checksum|Already exists|Layer already exists|Pushed|",
                    r"Mounted from|Preparing|Waiting|Extracting|Downloading|",
                    r"Pushing)\b|[\w./-]+: Pulling from )"
                ),
            ),
            download(
                &[
                    "Digest: sha256",
                    "Status: Downloaded newer",
                    "Status: Image is up to date",
                ],
                r"^(?:Digest: sha256|Status: (?:Downloaded newer|Image is up to date))",
            ),
            download(
                &["sha256:", "resolve ", "transferring "],
                concat!(
                    r"^(?:#\d+ )?(?:sha256:[\da-f]{12,}|extracting sha256:|",
                    r"resolve \S+@sha256|transferring (?:context|dockerfile))"
                ),
            ),
            progress(
                &[
                    " Container ",
                    " Network ",
                    " Volume ",
                    "[+] Running ",
                    "[+] Building ",
                    " Pulling",
                    " Pulled",
                ],
                concat!(
                    r"^\s*(?:(?:✔|⠿|⠋) )?(?:(?:Container|Network|Volume) \S+ +(?:Creat|",
                    r"Start|Stop|Remov|Recreat|Running|Waiting|Healthy)|",
                    r"\[\+\] (?:Running|Building|Pulling) |\S+ Pull(?:ing|ed)\b)"
                ),
            ),
        ],
    ),
];
