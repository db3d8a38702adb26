//! Package managers of scripting languages.

use super::super::shape::{
    TROUBLE, download, error, failing, progress, row, summary, warned, warning,
};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "npm",
        &[
            warned(
                &[" vulnerabilit"],
                concat!(
                    r"^(?:# )?\d+ (?:\w+ )*severity vulnerabilit|",
                    r"^[1-9]\d* vulnerabilit(?:y|ies) \("
                ),
            ),
            summary(&["found 0 vulnerabilities"], r"^found 0 vulnerabilities"),
            download(
                &["added ", "removed ", "changed ", "audited ", "up to date"],
                r"^(?:up to date|(?:added|removed|changed|audited) \d+ packages?)\b",
            ),
            download(
                &[
                    "npm http",
                    "npm timing",
                    "npm sill",
                    "npm verb",
                    "npm notice",
                    "npm info",
                    "packages are looking for funding",
                    "package is looking for funding",
                    "run `npm fund`",
                    "npm fund",
                ],
                concat!(
                    r"^(?:.{0,12})?npm (?:http|timing|sill|silly|verb|verbose|notice|",
                    r"info)\b|^\s*(?:\d+ packages? (?:is|are) looking for funding|",
                    r"run `npm fund`)"
                ),
            ),
            // node-gyp's chatter behind npm's own prefix.
            download(
                &["gyp info ", "gyp verb ", "gyp http "],
                r"^(?:npm (?:error|ERR!) )?gyp (?:info|verb|http) ",
            ),
            download(
                &["npm error", "npm ERR!"],
                concat!(
                    r"^npm (?:error|ERR!)(?:\s*|\s+A complete log of this run.*|",
                    r"\s+\S*_logs/\S+|\s+For a full report see:|",
                    r"\s+g?make(?:\[\d+\])?: (?:Entering|Leaving) directory.*)$"
                ),
            ),
            error(&["npm error ", "npm ERR! "], r"npm (?:error|ERR!) +\S"),
            error(&["gyp ERR! "], r"^gyp ERR! \S"),
            error(
                &[
                    "ERESOLVE",
                    "ELIFECYCLE",
                    "ENOTEMPTY",
                    "E404",
                    "EACCES",
                    "ETARGET",
                    "ENOENT",
                    "EINTEGRITY",
                ],
                concat!(
                    r"^\s*(?:code )?(?:ERESOLVE|ELIFECYCLE|ENOTEMPTY|E404|EACCES|",
                    r"ETARGET|ENOENT|EINTEGRITY)\b"
                ),
            ),
            // What npm says of a conflict, behind its own prefix.
            error(
                &[
                    "While resolving: ",
                    "Found: ",
                    "resolve dependency:",
                    "peer ",
                ],
                concat!(
                    r"^(?:While resolving: \S+@|Found: \S+@|",
                    r"Could not resolve dependency:|peer(?:Optional)? \S+@.* from )"
                ),
            ),
            error(&["Missing script: "], r"Missing script: "),
            warning(&["npm warn", "npm WARN"], r"^.{0,12}npm (?:warn|WARN)\b"),
        ],
    ),
    row(
        "yarn",
        &[
            failing(
                &["Failed with errors"],
                r"^➤ YN0000: (?:· |└ )?Failed with errors",
            ),
            summary(
                &["success ", "Done in ", "Done with warnings", "➤ YN0000: "],
                r"^(?:success [A-Z]|Done in [\d.]+m?s\b|➤ YN0000: (?:· )?Done\b)",
            ),
            error(
                &["➤ YN"],
                concat!(
                    r"^➤ YN(?:0001|0009|0016|0018|0027|0028|0035|0041|0068|0071|0078|",
                    r"0081|0082|0090):"
                ),
            ),
            warning(
                &["➤ YN"],
                r"^➤ YN(?:0002|0003|0004|0032|0050|0060|0061|0086):",
            ),
            download(&["➤ YN"], r"^➤ YN\d{4}:").unless(concat!(
                r"➤ YN(?:0001|0002|0003|0004|0009|0016|0018|0027|0028|0032|0035|",
                r"0041|0050|0060|0061|0068|0071|0078|0081|0082|0086|0090):"
            )),
            download(
                &[
                    "verbose ",
                    "yarn install v",
                    "Resolving packages",
                    "Fetching packages",
                    "Linking dependencies",
                    "Building fresh packages",
                    "Resolution step",
                    "Fetch step",
                    "Link step",
                ],
                concat!(
                    r"^(?:verbose \d+\.\d+ |yarn (?:install|run|add|workspace|",
                    r"workspaces) v\d|\[\d/\d\] (?:.{1,6} +)?(?:Resolving|Fetching|",
                    r"Linking|Building|Validating|Cleaning))"
                ),
            )
            .unless(TROUBLE),
            error(
                &["error "],
                concat!(
                    r"^error (?:Command failed|An unexpected error|Couldn't|Could not|",
                    r"Package|Error|\S+@|\S*: |Your lockfile|Missing|No )"
                ),
            ),
            warning(
                &["warning "],
                concat!(
                    r#"^warning (?:["'@\w].* (?:has (?:unmet|incorrect|missing)|> )|"#,
                    r#"\S+ > |package\.json: |\S+\.json: |Integrity|Ignored|No license|"#,
                    r#"Resolution)"#
                ),
            ),
            progress(
                &["info "],
                concat!(
                    r"^info (?:No lockfile|Visit https|Direct dependencies|",
                    r"All dependencies|Lockfile|Has |There appears)"
                ),
            ),
        ],
    ),
    row(
        "pnpm",
        &[
            download(
                &[
                    "Progress: resolved ",
                    "Packages: +",
                    "Packages: -",
                    "Lockfile is up to date",
                    "Already up to date",
                    "Running install script",
                    "Running postinstall script",
                    "Running preinstall script",
                    "Scope: ",
                    "Packages are ",
                ],
                concat!(
                    r"^(?:Progress: resolved |Packages: [+-]\d|Lockfile is up to date|",
                    r"Already up to date|Scope: (?:all )?\d+|",
                    r"\S.*: Running \w*install script|Packages are )"
                ),
            )
            .unless(TROUBLE),
            download(&["Downloading "], r"^Downloading \S+@\S+: [\d.]+ \w?B/"),
            download(&["++++++"], r"^\+{6,}-*$"),
            download(
                &["+ ", "- "],
                r"^[+-] @?[a-z\d][\w./@-]* (?:\^|~|>=)?\d+\.\d[\w.+-]*(?: \(.*\))?$",
            ),
            error(
                &["ERR_PNPM_", "ELIFECYCLE", "└─ Failed in "],
                r"ERR_PNPM_|\bELIFECYCLE\b|└─ Failed in ",
            ),
            warning(
                &["unmet peer ", "missing peer "],
                r"✕ (?:unmet|missing) peer ",
            ),
        ],
    ),
    row(
        "bun-install",
        &[download(
            &[
                "bun install v",
                "bun add v",
                " packages installed [",
                " package installed [",
                "Resolved, downloaded and extracted",
                "Saved lockfile",
                "Resolving dependencies",
            ],
            concat!(
                r"^(?:bun (?:install|add|update) v\d|\d+ packages? installed \[|",
                r"Resolved, downloaded and extracted|Saved lockfile|",
                r"Resolving dependencies$)"
            ),
        )],
    ),
    row(
        "pip",
        &[
            summary(
                &[
                    "Successfully installed ",
                    "Successfully built ",
                    "Successfully uninstalled ",
                ],
                r"^(?:#\d+ [\d.]+ )?Successfully (?:installed|built|uninstalled) \S",
            ),
            download(
                &[
                    "Collecting ",
                    "Requirement already satisfied",
                    "Using cached ",
                    "Looking in ",
                    "Obtaining ",
                    "Installing collected packages",
                    "Attempting uninstall",
                    "Found existing installation",
                    "Uninstalling ",
                    "Successfully ",
                    "Created wheel for",
                    "Stored in directory",
                    "Building wheels for",
                    "Using pip ",
                    "Running command ",
                ],
                concat!(
                    r"^(?:Collecting \S|Requirement already satisfied|Using cached \S|",
                    r"Looking in (?:links|indexes)|Obtaining \S|",
                    r"Installing collected packages|Attempting uninstall|",
                    r"Found existing installation|Uninstalling \S|",
                    r"Successfully (?:installed|built|uninstalled)|Created wheel for|",
                    r"Stored in directory|Building wheels for collected|Using pip |",
                    r"Running command )"
                ),
            )
            .unless(TROUBLE),
            download(
                &[
                    "Processing /",
                    "Processing .",
                    "Installing build dependencies",
                    "Getting requirements to build",
                    "Preparing metadata",
                    "Building wheel for ",
                    "Building editable for ",
                    "Preparing wheel metadata",
                    "Running setup.py",
                ],
                concat!(
                    r"^(?:Processing [/.]|(?:Installing (?:build|backend) dependencies|",
                    r"Getting requirements to build|",
                    r"Preparing (?:editable )?(?:wheel )?metadata|Building (?:wheel|",
                    r"editable) for|Running setup\.py))"
                ),
            )
            .unless(r"(?i)\b(?:error|failed|did not run)\b"),
            error(
                &[
                    "finished with status 'error'",
                    " error",
                    "Failed to build ",
                    "subprocess-exited-with-error",
                    "did not run successfully",
                    "exit code: ",
                    "Failed building wheel for",
                ],
                concat!(
                    r"^(?:.*finished with status 'error'|(?:Installing|Getting|",
                    r"Preparing|Building) .*\.\.\. .*\berror$|Failed to build \S|",
                    r"error: subprocess-exited|× .* did not run successfully|",
                    r"exit code: [1-9]|.*Failed building wheel for)"
                ),
            ),
            progress(
                &["[notice] ", "eta 0:", "eta -:", "/s eta", "━━━━"],
                concat!(
                    r"^\s*(?:\[notice\] |.*━{3,}.*[\d.]+(?:/[\d.]+)? ?[kMG]?B|",
                    r".*\beta [-\d]+:)"
                ),
            ),
            // setuptools, as a build of a wheel prints it.
            progress(
                &[
                    "running ",
                    "creating ",
                    "copying ",
                    "writing ",
                    "reading manifest",
                    "adding '",
                    "byte-compiling ",
                    "adding license",
                    "installing to build",
                    "removing build",
                    "building '",
                ],
                concat!(
                    r"^\s*(?:running (?:[a-z]+_[a-z_]+|build|install|sdist|develop)$|",
                    r"creating \S*[/.]\S*$|copying \S+ -> |writing (?:\S+\.egg-info|",
                    r"\S+ to |top-level|dependency_links|entry points|requirements|",
                    r"manifest)|reading manifest|adding '|byte-compiling |",
                    r"adding license|installing to build|removing build|",
                    r"building '.*' extension)"
                ),
            ),
        ],
    ),
    row(
        "uv",
        &[
            summary(
                &["Resolved ", "Installed ", "Audited ", "Uninstalled "],
                r"^(?:Installed|Uninstalled|Audited) \d+ packages? in ",
            ),
            download(
                &[
                    "Resolved ",
                    "Prepared ",
                    "Downloaded ",
                    "Downloading ",
                    "Built ",
                    "Using CPython",
                    "Using Python",
                    "Creating virtual environment",
                    "Building ",
                    "   Updated ",
                    "Updating https",
                ],
                concat!(
                    r"^\s*(?:(?:Resolved|Prepared) \d+ packages? in |(?:Downloaded|",
                    r"Downloading|Updated|Updating) \S+(?: \(.*\)| @ \S+)?$|",
                    r"(?:Built|Building) \S+(?:==| @ )\S+$|",
                    r"Using (?:CPython|Python) |Creating virtual environment)"
                ),
            )
            .unless(TROUBLE),
            download(&["=="], r"^ [+~-] [a-z\d][\w.-]*==\S+$"),
            error(
                &[
                    "No solution found when resolving",
                    "Failed to build",
                    "╰─▶",
                    "├─▶",
                    "Failed to download",
                ],
                r"^\s*(?:×|x|error:) ?(?:No solution found|Failed to)|^\s*(?:╰|├)─▶ \S",
            ),
        ],
    ),
    row(
        "poetry",
        &[
            download(
                &[
                    "- Installing ",
                    "• Installing ",
                    "- Updating ",
                    "• Updating ",
                    "- Removing ",
                    "• Removing ",
                    "Package operations: ",
                    "Writing lock file",
                    "Installing dependencies from lock file",
                    "Updating dependencies",
                    "Resolving dependencies",
                    "- Downgrading ",
                    "- Downloading ",
                ],
                concat!(
                    r"^\s*(?:[-•] (?:Installing|Updating|Removing|Downgrading|",
                    r"Downloading) \S+ \(|Package operations: |Writing lock file|",
                    r"Installing dependencies from lock|Updating dependencies$|",
                    r"Resolving dependencies\.\.\.)"
                ),
            )
            .unless(TROUBLE),
            error(
                &[
                    "version solving failed",
                    "Because ",
                    "And because ",
                    "so, because ",
                ],
                concat!(
                    r"version solving failed|^\s*(?:Because|And because|and because|",
                    r"So, because|so, because) \S.* (?:depends on|requires|is forbidden|",
                    r"conflicts?|doesn't match|are incompatible|we can conclude|",
                    r"no versions? of)"
                ),
            ),
        ],
    ),
    row(
        "composer",
        &[
            summary(
                &[
                    "Nothing to install, update or remove",
                    "Nothing to modify in lock file",
                ],
                r"^Nothing to (?:install, update or remove|modify in lock file)",
            ),
            download(
                &[
                    "- Locking ",
                    "- Downloading ",
                    "- Installing ",
                    "- Upgrading ",
                    "- Removing ",
                    "Loading composer repositories",
                    "Updating dependencies",
                    "Lock file operations",
                    "Package operations",
                    "Generating autoload files",
                    "Generating optimized autoload",
                    "Writing lock file",
                    "Installing dependencies from lock",
                    "Verifying lock file",
                    "Reading ./",
                    "Loading config file",
                    "Executing command (",
                    "Checked CA file",
                    "Using version ",
                    "Downloading http",
                    "Executing async command",
                ],
                concat!(
                    r"^\s*(?:- (?:Locking|Downloading|Installing|Upgrading|Removing|",
                    r"Downgrading|Syncing) [\w./-]+ |Loading composer repositories|",
                    r"Updating dependencies|(?:Lock file|Package) operations: |",
                    r"Generating (?:optimized )?autoload|Writing lock file|",
                    r"Installing dependencies from lock|Verifying lock file|Reading \./|",
                    r"Loading config file|Executing (?:async )?command \(|",
                    r"Checked CA file|Using version |Downloading https?://)"
                ),
            )
            .unless(TROUBLE),
            error(
                &[
                    "Your requirements could not be resolved",
                    "Problem ",
                    "- Root composer.json requires",
                    "- Only one of these can be installed",
                    "Your lock file does not contain",
                ],
                concat!(
                    r"^\s*(?:Your requirements could not be resolved|Problem \d+$|",
                    r"- Root composer\.json requires|",
                    r"- Only one of these can be installed|",
                    r"Your lock file does not contain)"
                ),
            ),
            error(&["requires "], r"^\s+- \S+/\S+ .* requires \S+ .* -> "),
            error(&["Exception]"], r"^\s*\[(?:[A-Z]\w*\\)*\w*Exception\]\s*$"),
        ],
    ),
    row(
        "bundler",
        &[
            summary(
                &["Bundle complete!", "Bundle updated!"],
                r"^Bundle (?:complete|updated)!",
            ),
            download(
                &[
                    "Fetching ",
                    "Installing ",
                    "Using ",
                    "Building native extensions",
                    "Fetching gem metadata",
                    "Resolving dependencies",
                    "Done installing documentation",
                    "Parsing documentation",
                    "Installing ri documentation",
                ],
                concat!(
                    r"^(?:Fetching gem metadata|(?:Fetching|Installing|",
                    r"Using) [\w-]+ \d[\w.]*(?: \(.*\)| with native extensions)?$|",
                    r"Fetching: \S+\.gem|Building native extensions|",
                    r"Resolving dependencies\.\.\.|Done installing documentation|",
                    r"Parsing documentation|Installing ri documentation)"
                ),
            ),
            error(
                &[
                    "Could not find gem",
                    "Bundler could not find",
                    "and Bundler cannot continue",
                    "Failed to build gem native extension",
                    "ERROR:  ",
                    "Could not find compatible versions",
                    "Bundler::",
                ],
                concat!(
                    r"Could not find gem|Bundler could not find|",
                    r"and Bundler cannot continue|Failed to build gem native extension|",
                    r"^ERROR: {2}|^Could not find compatible versions|^Bundler::\w+"
                ),
            ),
        ],
    ),
    row(
        "r-install",
        &[
            download(
                &[
                    "trying URL ",
                    "downloaded ",
                    "* installing *source*",
                    "** ",
                    "* DONE (",
                    "Content type ",
                ],
                concat!(
                    r"^(?:trying URL |downloaded [\d.]+ [KM]?B|",
                    r"\* installing \*(?:source|binary)\* package|\*\*\*? (?:R|arch|",
                    r"libs|inst|byte-compile|help|installing|building|testing|package|",
                    r"checking|preparing|copying|data|demo|exec|using)\b|\* DONE \(|",
                    r"Content type ')"
                ),
            ),
            error(
                &[
                    "Execution halted",
                    "installation of package ",
                    "ERROR: compilation failed",
                    "Error in ",
                ],
                concat!(
                    r"^(?:Execution halted|.*installation of package .* had non-zero|",
                    r"Error in \S.* ?:)"
                ),
            ),
        ],
    ),
];
