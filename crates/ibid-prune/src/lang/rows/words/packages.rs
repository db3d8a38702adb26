//! Package managers and other downloads.

use super::shape::{TROUBLE, download, error, failing, progress, row, summary, warned, warning};
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
                &["Get:", "Hit:", "Ign:", "Fetched ", "Need to get ", "After this operation"],
                r"^(?:(?:Get|Hit|Ign):\d+ (?:https?|file|copy|cdrom|mirror)|Fetched [\d.,]+ \w?B in |Need to get [\d.,]+|After this operation, )",
            ),
            download(
                &["Selecting previously", "Preparing to unpack ", "Unpacking ", "Setting up ", "Processing triggers for ", "Removing ", "Purging configuration", "(Reading database", "Reading package lists", "Building dependency tree", "Reading state information", "Scanning processes", "Created symlink ", "update-alternatives: using", "debconf: delaying", "is already the newest version", "Adding debian:", "Extracting templates", "Preconfiguring packages"],
                r"^(?:Selecting previously unselected|Preparing to unpack |Unpacking \S+ |Setting up \S+ \(|Processing triggers for |Removing \S+ \(|Purging configuration|\(Reading database|Reading package lists|Building dependency tree|Reading state information|Scanning processes|Created symlink |update-alternatives: using|debconf: delaying|\S+ is already the newest version|Adding debian:|Extracting templates|Preconfiguring packages)",
            )
            .unless(TROUBLE),
            error(
                &["E: ", "Err:", "dpkg: error", "dpkg: dependency problems", "Errors were encountered while processing", "dpkg-deb: error"],
                r"^(?:E: \S|Err:\d+ |dpkg(?:-deb)?: (?:error|dependency problems)|Errors were encountered while processing)",
            ),
            warning(&["W: "], r"^W: \S"),
        ],
    ),
    row(
        "apk",
        &[
            summary(&["OK: "], r"^OK: \d+ [MK]i?B in \d+ packages"),
            download(
                &[") Installing ", ") Upgrading ", ") Purging ", "fetch http", "Executing "],
                r"^(?:\( *\d+/\d+\) (?:Installing|Upgrading|Purging|Downgrading|Replacing|Reinstalling) |fetch https?://|Executing \S+\.(?:trigger|post-|pre-))",
            ),
            error(&["unable to select packages", "(no such package)", "required by: world["], r"unable to select packages|\(no such package\):|^\s+required by: world\["),
        ],
    ),
    row(
        "dnf",
        &[
            summary(&["Complete!", "Nothing to do."], r"^(?:Complete!|Nothing to do\.)$"),
            download(
                &["  Installing ", "  Verifying ", "  Upgrading ", "  Cleanup ", "  Running scriptlet", "  Preparing ", "  Erasing "],
                r"^\s+(?:Installing|Verifying|Upgrading|Cleanup|Running scriptlet|Preparing|Erasing) *: +.*\d+/\d+\s*$|^\s+Preparing +:",
            ),
            download(
                &["Downloading Packages", "Last metadata expiration", "Dependencies resolved", "Running transaction", "Transaction test succeeded", "Transaction check succeeded", ".rpm ", "Loaded plugins", "Retrieving: ", "Installing: ", "MB/s |", "kB/s |"],
                r"^(?:Downloading Packages|Last metadata expiration|Dependencies resolved|Running transaction|Transaction (?:test|check) succeeded|\(\d+/\d+\): \S+\.rpm |Loaded plugins|Retrieving: \S+|Installing: \S+.*\[|.*\b[kMG]?B/s \| +[\d.]+ ?[kMG]?B)",
            ),
            error(&["Unable to find a match", "No match for argument"], r"Unable to find a match|No match for argument"),
        ],
    ),
    row(
        "pacman",
        &[download(
            &[":: Synchronizing", ":: Retrieving", ":: Processing", "checking keys in keyring", "checking package integrity", "loading package files", "checking for file conflicts", "installing ", "upgrading ", "resolving dependencies", "looking for conflicting packages"],
            r"^(?::: (?:Synchronizing|Retrieving|Processing)|\( *\d+/\d+\) (?:checking|loading|installing|upgrading|reinstalling|removing)|resolving dependencies\.\.\.|looking for conflicting packages\.\.\.)",
        )],
    ),
    row(
        "brew",
        &[
            download(
                &["==> "],
                r"^==> (?:Downloading|Fetching|Pouring|Installing|Downloaded|Auto-updat|Caveats|Summary|Running `brew|Tapping|Upgrading|Cleaning|Verifying|Moving|Linking|Purging)",
            ),
            download(&["🍺"], r"^🍺 +/"),
        ],
    ),
    row(
        "npm",
        &[
            warned(
                &[" vulnerabilit"],
                r"^(?:# )?\d+ (?:\w+ )*severity vulnerabilit|^[1-9]\d* vulnerabilit(?:y|ies) \(",
            ),
            summary(&["found 0 vulnerabilities"], r"^found 0 vulnerabilities"),
            download(
                &["added ", "removed ", "changed ", "audited ", "up to date"],
                r"^(?:up to date|(?:added|removed|changed|audited) \d+ packages?)\b",
            ),
            download(
                &["npm http", "npm timing", "npm sill", "npm verb", "npm notice", "npm info", "packages are looking for funding", "package is looking for funding", "run `npm fund`", "npm fund"],
                r"^(?:.{0,12})?npm (?:http|timing|sill|silly|verb|verbose|notice|info)\b|^\s*(?:\d+ packages? (?:is|are) looking for funding|run `npm fund`)",
            ),
            // node-gyp's chatter behind npm's own prefix.
            download(
                &["gyp info ", "gyp verb ", "gyp http "],
                r"^(?:npm (?:error|ERR!) )?gyp (?:info|verb|http) ",
            ),
            download(
                &["npm error", "npm ERR!"],
                r"^npm (?:error|ERR!)(?:\s*|\s+A complete log of this run.*|\s+\S*_logs/\S+|\s+For a full report see:|\s+g?make(?:\[\d+\])?: (?:Entering|Leaving) directory.*)$",
            ),
            error(&["npm error ", "npm ERR! "], r"npm (?:error|ERR!) +\S"),
            error(&["gyp ERR! "], r"^gyp ERR! \S"),
            error(&["ERESOLVE", "ELIFECYCLE", "ENOTEMPTY", "E404", "EACCES", "ETARGET", "ENOENT", "EINTEGRITY"], r"^\s*(?:code )?(?:ERESOLVE|ELIFECYCLE|ENOTEMPTY|E404|EACCES|ETARGET|ENOENT|EINTEGRITY)\b"),
            // What npm says of a conflict, behind its own prefix.
            error(
                &["While resolving: ", "Found: ", "resolve dependency:", "peer "],
                r"^(?:While resolving: \S+@|Found: \S+@|Could not resolve dependency:|peer(?:Optional)? \S+@.* from )",
            ),
            error(&["Missing script: "], r"Missing script: "),
            warning(&["npm warn", "npm WARN"], r"^.{0,12}npm (?:warn|WARN)\b"),
        ],
    ),
    row(
        "yarn",
        &[
            failing(&["Failed with errors"], r"^➤ YN0000: (?:· |└ )?Failed with errors"),
            summary(&["success ", "Done in ", "Done with warnings", "➤ YN0000: "], r"^(?:success \S|Done in [\d.]+m?s\b|➤ YN0000: (?:· )?Done\b)"),
            error(
                &["➤ YN"],
                r"^➤ YN(?:0001|0009|0016|0018|0027|0028|0035|0041|0068|0071|0078|0081|0082|0090):",
            ),
            warning(
                &["➤ YN"],
                r"^➤ YN(?:0002|0003|0004|0032|0050|0060|0061|0086):",
            ),
            download(&["➤ YN"], r"^➤ YN\d{4}:").unless(r"➤ YN(?:0001|0002|0003|0004|0009|0016|0018|0027|0028|0032|0035|0041|0050|0060|0061|0068|0071|0078|0081|0082|0086|0090):"),
            download(
                &["verbose ", "yarn install v", "Resolving packages", "Fetching packages", "Linking dependencies", "Building fresh packages", "Resolution step", "Fetch step", "Link step"],
                r"^(?:verbose \d+\.\d+ |yarn (?:install|run|add|workspace|workspaces) v\d|\[\d/\d\] (?:.{1,6} +)?(?:Resolving|Fetching|Linking|Building|Validating|Cleaning))",
            )
            .unless(TROUBLE),
            error(&["error "], r"^error (?:Command failed|An unexpected error|Couldn't|Could not|Package|Error|\S+@|\S*: |Your lockfile|Missing|No )"),
            warning(&["warning "], r#"^warning (?:["'@\w].* (?:has (?:unmet|incorrect|missing)|> )|\S+ > |package\.json: |\S+\.json: |Integrity|Ignored|No license|Resolution)"#),
            progress(&["info "], r"^info (?:No lockfile|Visit https|Direct dependencies|All dependencies|Lockfile|Has |There appears)"),
        ],
    ),
    row(
        "pnpm",
        &[
            download(
                &["Progress: resolved ", "Packages: +", "Packages: -", "Lockfile is up to date", "Already up to date", "Running install script", "Running postinstall script", "Running preinstall script", "Scope: ", "Packages are "],
                r"^(?:Progress: resolved |Packages: [+-]\d|Lockfile is up to date|Already up to date|Scope: (?:all )?\d+|\S.*: Running \w*install script|Packages are )",
            )
            .unless(TROUBLE),
            download(&["Downloading "], r"^Downloading \S+@\S+: [\d.]+ \w?B/"),
            download(&["++++++", "------+", "++++-"], r"^[+-]{6,}$").unless(r"^-+$"),
            download(&["+ ", "- "], r"^[+-] @?[a-z\d][\w./@-]* (?:\^|~|>=)?\d+\.\d[\w.+-]*(?: \(.*\))?$"),
            error(&["ERR_PNPM_", "ELIFECYCLE", "└─ Failed in "], r"ERR_PNPM_|\bELIFECYCLE\b|└─ Failed in "),
            warning(&["unmet peer ", "missing peer "], r"✕ (?:unmet|missing) peer "),
        ],
    ),
    row(
        "bun-install",
        &[download(
            &["bun install v", "bun add v", " packages installed [", " package installed [", "Resolved, downloaded and extracted", "Saved lockfile", "Resolving dependencies"],
            r"^(?:bun (?:install|add|update) v\d|\d+ packages? installed \[|Resolved, downloaded and extracted|Saved lockfile|Resolving dependencies$)",
        )],
    ),
    row(
        "pip",
        &[
            summary(&["Successfully installed ", "Successfully built ", "Successfully uninstalled "], r"^(?:#\d+ [\d.]+ )?Successfully (?:installed|built|uninstalled) \S"),
            download(
                &["Collecting ", "Requirement already satisfied", "Using cached ", "Looking in ", "Obtaining ", "Installing collected packages", "Attempting uninstall", "Found existing installation", "Uninstalling ", "Successfully ", "Created wheel for", "Stored in directory", "Building wheels for", "Using pip ", "Running command "],
                r"^(?:Collecting \S|Requirement already satisfied|Using cached \S|Looking in (?:links|indexes)|Obtaining \S|Installing collected packages|Attempting uninstall|Found existing installation|Uninstalling \S|Successfully (?:installed|built|uninstalled)|Created wheel for|Stored in directory|Building wheels for collected|Using pip |Running command )",
            )
            .unless(TROUBLE),
            download(
                &["Processing /", "Processing .", "Installing build dependencies", "Getting requirements to build", "Preparing metadata", "Building wheel for ", "Building editable for ", "Preparing wheel metadata", "Running setup.py"],
                r"^(?:Processing [/.]|(?:Installing (?:build|backend) dependencies|Getting requirements to build|Preparing (?:editable )?(?:wheel )?metadata|Building (?:wheel|editable) for|Running setup\.py))",
            )
            .unless(r"(?i)\b(?:error|failed|did not run)\b"),
            error(
                &["finished with status 'error'", " error", "Failed to build ", "subprocess-exited-with-error", "did not run successfully", "exit code: ", "Failed building wheel for"],
                r"^(?:.*finished with status 'error'|(?:Installing|Getting|Preparing|Building) .*\.\.\. .*\berror$|Failed to build \S|error: subprocess-exited|× .* did not run successfully|exit code: [1-9]|.*Failed building wheel for)",
            ),
            progress(
                &["[notice] ", "eta 0:", "eta -:", "/s eta", "━━━━"],
                r"^\s*(?:\[notice\] |.*━{3,}.*[\d.]+(?:/[\d.]+)? ?[kMG]?B|.*\beta [-\d]+:)",
            ),
            // setuptools, as a build of a wheel prints it.
            progress(
                &["running ", "creating ", "copying ", "writing ", "reading manifest", "adding '", "byte-compiling ", "adding license", "installing to build", "removing build", "building '"],
                r"^\s*(?:running (?:[a-z]+_[a-z_]+|build|install|sdist|develop)$|creating \S*[/.]\S*$|copying \S+ -> |writing (?:\S+\.egg-info|\S+ to |top-level|dependency_links|entry points|requirements|manifest)|reading manifest|adding '|byte-compiling |adding license|installing to build|removing build|building '.*' extension)",
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
                &["Resolved ", "Prepared ", "Downloaded ", "Downloading ", "Built ", "Using CPython", "Using Python", "Creating virtual environment", "Building ", "   Updated ", "Updating https"],
                r"^\s*(?:(?:Resolved|Prepared) \d+ packages? in |(?:Downloaded|Built|Downloading|Building|Updated|Updating) \S+(?: \(.*\)| @ \S+)?$|Using (?:CPython|Python) |Creating virtual environment)",
            )
            .unless(TROUBLE),
            download(&["=="], r"^ [+~-] [a-z\d][\w.-]*==\S+$"),
            error(
                &["No solution found when resolving", "Failed to build", "╰─▶", "├─▶", "Failed to download"],
                r"^\s*(?:×|x|error:) ?(?:No solution found|Failed to)|^\s*(?:╰|├)─▶ \S",
            ),
        ],
    ),
    row(
        "poetry",
        &[
            download(
                &["- Installing ", "• Installing ", "- Updating ", "• Updating ", "- Removing ", "• Removing ", "Package operations: ", "Writing lock file", "Installing dependencies from lock file", "Updating dependencies", "Resolving dependencies", "- Downgrading ", "- Downloading "],
                r"^\s*(?:[-•] (?:Installing|Updating|Removing|Downgrading|Downloading) \S+ \(|Package operations: |Writing lock file|Installing dependencies from lock|Updating dependencies$|Resolving dependencies\.\.\.)",
            )
            .unless(TROUBLE),
            error(
                &["version solving failed", "Because ", "And because ", "so, because "],
                r"version solving failed|^\s*(?:Because|And because|and because|So, because|so, because) \S.* (?:depends on|requires|is forbidden|conflicts?|doesn't match|are incompatible|we can conclude|no versions? of)",
            ),
        ],
    ),
    row(
        "conda",
        &[
            download(
                &["Collecting package metadata", "Solving environment", "Preparing transaction", "Verifying transaction", "Executing transaction", "Downloading and Extracting Packages", "Retrieving notices", "## Package Plan"],
                r"^(?:Collecting package metadata|Solving environment|Preparing transaction|Verifying transaction|Executing transaction|Downloading and Extracting Packages|Retrieving notices|## Package Plan)",
            )
            .unless(r"(?i)\bfailed\b"),
            download(&[" KB", " MB", " GB"], r"^\S+ +\| +[\d.]+ [kKMG]B +\| +#*.*\d+%"),
            error(
                &["Solving environment: failed", "PackagesNotFoundError", "ResolvePackageNotFound", "UnsatisfiableError"],
                r"Solving environment: failed|PackagesNotFoundError|ResolvePackageNotFound|UnsatisfiableError",
            ),
        ],
    ),
    row(
        "cargo",
        &[
            summary(&["Finished "], r"^\s*Finished (?:`?[\w-]+`? )+(?:profile )?(?:\[.*\]|.*target\(s\)).*$"),
            warned(&[" generated "], r"^warning: `.*` (?:\(.*\) )?generated \d+ warnings?"),
            download(
                &["Updating ", "Downloaded ", "Downloading ", "Locking ", "Adding ", "Fetch ", "Blocking waiting", "Installed package", "Replaced package", "Installing ", "Packaging ", "Uploading ", "Fresh ", "Removing ", "Upgrading ", "Downgrading ", "Unchanged "],
                r"^\s+(?:Updating (?:\S+ )?(?:index|git |crates\.io)|Downloaded \S+ v\d|Downloaded \d+ crates|Downloading (?:\d+ )?crates|Locking \d+ packages?|(?:Adding|Removing|Upgrading|Downgrading|Unchanged) \S+ v\d|Fetch \[|Blocking waiting|(?:Installed|Replaced) package|Installing \S+ v\d|(?:Packaging|Uploading|Fresh) \S+ v\d)",
            ),
            progress(
                &["Compiling ", "Checking ", "Documenting ", "Verifying ", "Building [", "Generated ", "Running `", "Scraping "],
                r"^\s+(?:(?:Compiling|Checking|Documenting|Verifying|Scraping) \S+ v\d|Building \[|Generated /|Running `)",
            ),
        ],
    ),
    row(
        "rustup",
        &[download(
            &["info: "],
            r"^info: (?:downloading|installing|syncing|latest update|removing|default toolchain|using existing|cleaning up|component|self-update|checking for)",
        )],
    ),
    row(
        "go-mod",
        &[
            download(
                &["go: "],
                r"^go: (?:downloading|extracting|finding|found|added|upgraded|downgraded|removed|creating new go\.mod|to add module)\b",
            ),
            error(&["go: "], r"^go: \S.*").unless(r"go: (?:warning|upgrading|switching|no module dependencies)"),
            error(
                &["no required module provides package", "cannot find module providing package", "missing go.sum entry"],
                r"no required module provides package|cannot find module providing package|missing go\.sum entry",
            ),
        ],
    ),
    row(
        "maven-download",
        &[download(
            &["Downloading from ", "Downloaded from ", "Downloading: ", "Downloaded: ", "Progress ("],
            r"^(?:Download(?:ing|ed)(?: from \S+)?: https?://|Progress \(\d+\): )",
        )],
    ),
    row(
        "composer",
        &[
            summary(&["Nothing to install, update or remove", "Nothing to modify in lock file"], r"^Nothing to (?:install, update or remove|modify in lock file)"),
            download(
                &["- Locking ", "- Downloading ", "- Installing ", "- Upgrading ", "- Removing ", "Loading composer repositories", "Updating dependencies", "Lock file operations", "Package operations", "Generating autoload files", "Generating optimized autoload", "Writing lock file", "Installing dependencies from lock", "Verifying lock file", "Reading ./", "Loading config file", "Executing command (", "Checked CA file", "Using version ", "Downloading http", "Executing async command"],
                r"^\s*(?:- (?:Locking|Downloading|Installing|Upgrading|Removing|Downgrading|Syncing) [\w./-]+ |Loading composer repositories|Updating dependencies|(?:Lock file|Package) operations: |Generating (?:optimized )?autoload|Writing lock file|Installing dependencies from lock|Verifying lock file|Reading \./|Loading config file|Executing (?:async )?command \(|Checked CA file|Using version |Downloading https?://)",
            )
            .unless(TROUBLE),
            error(
                &["Your requirements could not be resolved", "Problem ", "- Root composer.json requires", "- Only one of these can be installed", "Your lock file does not contain"],
                r"^\s*(?:Your requirements could not be resolved|Problem \d+$|- Root composer\.json requires|- Only one of these can be installed|Your lock file does not contain)",
            ),
            error(&["requires "], r"^\s+- \S+/\S+ .* requires \S+ .* -> "),
            error(&["Exception]"], r"^\s*\[(?:[A-Z]\w*\\)*\w*Exception\]\s*$"),
        ],
    ),
    row(
        "bundler",
        &[
            summary(&["Bundle complete!", "Bundle updated!"], r"^Bundle (?:complete|updated)!"),
            download(
                &["Fetching ", "Installing ", "Using ", "Building native extensions", "Fetching gem metadata", "Resolving dependencies", "Done installing documentation", "Parsing documentation", "Installing ri documentation"],
                r"^(?:Fetching gem metadata|(?:Fetching|Installing|Using) [\w-]+ \d[\w.]*(?: \(.*\)| with native extensions)?$|Fetching: \S+\.gem|Building native extensions|Resolving dependencies\.\.\.|Done installing documentation|Parsing documentation|Installing ri documentation)",
            ),
            error(
                &["Could not find gem", "Bundler could not find", "and Bundler cannot continue", "Failed to build gem native extension", "ERROR:  ", "Could not find compatible versions", "Bundler::"],
                r"Could not find gem|Bundler could not find|and Bundler cannot continue|Failed to build gem native extension|^ERROR: {2}|^Could not find compatible versions|^Bundler::\w+",
            ),
        ],
    ),
    row(
        "nuget",
        &[download(
            &["Determining projects to restore", "Restored ", "All projects are up-to-date", "  GET http", "  OK http", "  CACHE http", "Installed ", "Restoring packages for", "Writing assets file", "Generating MSBuild file", "Committing restore", "Acquiring lock", "Restore complete"],
            r"^\s*(?:Determining projects to restore|Restored .*\.\w+proj|All projects are up-to-date|(?:GET|OK|CACHE) https?://|Installed \S+ \d\S* from |Restoring packages for|Writing assets file|Generating MSBuild file|Committing restore|Acquiring lock|Restore complete)",
        )],
    ),
    row(
        "mix",
        &[
            download(
                &["* Getting ", "* Updating ", "Resolving Hex dependencies", "Resolution completed in", "Generated ", "* creating "],
                r"^(?:\* (?:Getting|Updating) \S+ \(|Resolving Hex dependencies|Resolution completed in|\* creating \S)",
            ),
            progress(&["Compiling ", "Generated ", "==> "], r"^(?:Compiling \d+ files? \(|Generated \w+ app$|==> [a-z]\w*$)"),
            error(&["could not compile dependency"], r"could not compile dependency"),
        ],
    ),
    row(
        "opam",
        &[
            download(
                &["∗ installed ", "* installed ", "retrieved ", "<><> ", "∗ install ", "Done."],
                r"^(?:(?:∗|\*|->) (?:installed|retrieved|removed|install) +\S|⬇ retrieved |<><> |Done\.$)",
            )
            .unless(r"<><> Error"),
            error(
                &["#=== ERROR ", "<><> Error report", "The following actions failed", "No package named "],
                r"^(?:#=== ERROR |<><> Error report|(?:\+- |┌─ )?The following actions failed)|No package named ",
            ),
        ],
    ),
    row(
        "cabal",
        &[
            download(
                &["Downloading  ", "Downloaded   ", "Resolving dependencies...", "In order, the following will be built", "Build profile: ", "Completed    ", "Starting     ", "Installing   ", "Configuring  "],
                r"^(?:(?:Downloading|Downloaded|Completed|Starting|Installing|Configuring|Building|Haddock) {2,}\S|Resolving dependencies\.\.\.$|In order, the following will be built|Build profile: )",
            ),
            progress(
                &["> configure", "> build", "> copy/register", "> Preprocessing", "> [", "> Configuring", "> Linking", "> Installing", "Progress "],
                r"^(?:[\w.-]+ *> (?:configure|build|copy/register|Preprocessing|\[ *\d+ of \d+\]|Configuring|Linking|Installing|Registering)|Progress \d+/\d+)",
            ),
            progress(&["] Compiling ", "] Linking "],
                r"^\[ *\d+ of +\d+\] (?:Compiling|Linking) "),
            error(
                &["Could not resolve dependencies", "] rejecting: ", "] fail (", "While building package ", "Failed to build ", "Error: [S-"],
                r"Could not resolve dependencies|^\[__\d+\] (?:rejecting: |fail \(|unknown package)|^-- +While building package |^Error: \[S-\d+\]",
            ),
        ],
    ),
    row(
        "cocoapods",
        &[
            summary(&["Pod installation complete!"], r"^Pod installation complete!"),
            download(
                &["Analyzing dependencies", "Downloading dependencies", "Generating Pods project", "Integrating client project", "Installing ", "Computing version for", "Creating working copy", "Working copy of", "Fetching http", "Fetched http", "Computed http", "Running pod install"],
                r"^(?:Analyzing dependencies|Downloading dependencies|Generating Pods project|Integrating client project|Installing \S+ \(\d|Comput(?:ing|ed) |Creating working copy|Working copy of|Fetch(?:ing|ed) https?://|Running pod install)",
            )
            .unless(TROUBLE),
            error(&["[!] "], r"^\[!\] \S"),
        ],
    ),
    row(
        "docker-pull",
        &[
            download(
                &[": Pull complete", ": Pulling fs layer", ": Download complete", ": Verifying Checksum", ": Already exists", ": Layer already exists", ": Pushed", ": Mounted from", ": Preparing", ": Waiting", ": Extracting", ": Downloading", ": Pulling from", ": Pushing"],
                r"^[\w./-]+: (?:Pull complete|Pulling fs layer|Download complete|Verifying Checksum|Already exists|Layer already exists|Pushed|Mounted from|Preparing|Waiting|Extracting|Downloading|Pulling from|Pushing)\b",
            ),
            download(
                &["Digest: sha256", "Status: Downloaded newer", "Status: Image is up to date"],
                r"^(?:Digest: sha256|Status: (?:Downloaded newer|Image is up to date))",
            ),
            download(
                &["sha256:", "resolve ", "transferring "],
                r"^(?:#\d+ )?(?:sha256:[\da-f]{12,}|extracting sha256:|resolve \S+@sha256|transferring (?:context|dockerfile))",
            ),
            progress(
                &[" Container ", " Network ", " Volume ", "[+] Running ", "[+] Building ", " Pulling", " Pulled"],
                r"^\s*(?:(?:✔|⠿|⠋) )?(?:(?:Container|Network|Volume) \S+ +(?:Creat|Start|Stop|Remov|Recreat|Running|Waiting|Healthy)|\[\+\] (?:Running|Building|Pulling) |\S+ Pull(?:ing|ed)\b)",
            ),
        ],
    ),
    row(
        "git",
        &[
            download(
                &["Cloning into ", "remote: ", "Receiving objects: ", "Resolving deltas: ", "Unpacking objects: ", "Updating files: ", "Compressing objects: ", "Writing objects: ", "Counting objects: ", "Enumerating objects: ", "Delta compression using", "Fetching submodule", "Filtering content: ", "Submodule "],
                r"^(?:Cloning into |remote: (?:Enumerating|Counting|Compressing|Total)|(?:Receiving|Unpacking|Compressing|Writing|Counting|Enumerating) objects: |Resolving deltas: |Updating files: |Delta compression using|Fetching submodule|Filtering content: |Submodule (?:path )?'.*' (?:\(|: checked out|registered)|Submodule path)",
            ),
            download(
                &["* [new branch]", "* [new tag]", "* [new ref]", " -> origin/", "From http", "From git@", "From ssh://"],
                r"^\s*(?:\* \[new (?:branch|tag|ref)\]|[\da-f]{7,}\.\.\.?[\da-f]{7,} .* -> |From (?:https?://|git@|ssh://))",
            ),
            error(
                &["! [rejected]", "! [remote rejected]", "CONFLICT (", "Automatic merge failed", "remote: Permission", "remote: fatal", "remote: Repository not found", "remote: error", "Merge conflict in", "error: failed to push"],
                r"^(?:! \[(?:remote )?rejected\]|CONFLICT \(|Automatic merge failed|remote: (?:error|fatal|Permission|Repository not found)|.*Merge conflict in )",
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
        "curl",
        &[
            download(
                &["% Total ", "Dload  Upload", "--:--:--"],
                r"^(?:% Total +% Received|Dload +Upload|\d+ +[\d.]+[kMG]? +\d+ +[\d.]+[kMG]? .*[-\d]+:[-\d]+:)",
            ),
            error(&["curl: ("], r"^curl: \(\d+\)"),
        ],
    ),
    row(
        "wget",
        &[
            download(
                &["Resolving ", "Connecting to ", "HTTP request sent", "Length: ", "Saving to: ", " saved [", "Location: ", "K ..........", "--  http", "100%["],
                r"^(?:Resolving \S+ ?(?:\(.*\))?\.\.\. |Connecting to \S+.*(?:connected|\.\.\.)|HTTP request sent, awaiting response\.\.\. [23]|Length: (?:\d|unspecified)|Saving to: |.* saved \[|Location: https?://|\d+[KM] [. ]{10,}|--\d{4}-.*-- +https?://|\S.*\d+%\[=*>? *\])",
            )
            .unless(TROUBLE),
            error(&["awaiting response... ", "ERROR 4", "ERROR 5", "wget: "], r"^(?:HTTP request sent, awaiting response\.\.\. [45]|\S+ \S+ ERROR [45]\d\d: |wget: \S)"),
        ],
    ),
    row(
        "r-install",
        &[
            download(
                &["trying URL ", "downloaded ", "* installing *source*", "** ", "* DONE (", "Content type "],
                r"^(?:trying URL |downloaded [\d.]+ [KM]?B|\* installing \*(?:source|binary)\* package|\*\*\*? (?:R|arch|libs|inst|byte-compile|help|installing|building|testing|package|checking|preparing|copying|data|demo|exec|using)\b|\* DONE \(|Content type ')",
            ),
            error(
                &["Execution halted", "installation of package ", "ERROR: compilation failed", "Error in "],
                r"^(?:Execution halted|.*installation of package .* had non-zero|Error in \S.* ?:)",
            ),
        ],
    ),
    row(
        "nix-report",
        &[
            download(
                &["copying path '", "these ", "this derivation will be built", "this path will be fetched", "  /nix/store/", "building '/nix/store", "downloading 'http"],
                r"^\s*(?:copying path '|these \d+ (?:derivations|paths) will be|this (?:derivation|path) will be|/nix/store/\S+$|building '/nix/store|downloading 'https?://)",
            ),
        ],
    ),
    // The verbs that most tools share, in front of something that has a version, a size, an
    // address or three dots.
    row(
        "downloads",
        &[
            download(
                &["Downloading ", "Downloaded ", "downloading ", "Fetching ", "Fetched ", "Installing ", "Installed ", "Extracting ", "Unpacking ", "Resolving ", "Pulling ", "Retrieving ", "Download http"],
                r"^(?:(?:==?>|->|[-*•✓✔⬇↓+]|\S{1,12}:) +)?(?:[Dd]ownload(?:ing|ed)?|Fetch(?:ing|ed)|Install(?:ing|ed)|Extracting|Unpacking|Resolving|Pulling|Retrieving)\b.*(?:\d+\.\d+|\.\.\.|…|://|\b[kKMG]i?B\b|\d+%|@\d)",
            )
            .unless(r"(?i)(?:\berror: |\bfatal: |\b(?:failed|failure|could not|cannot|unable to|denied|refused|timed out|not found)\b|\berrors?(?:[ :!]|$))"),
            download(
                &["fetch GET ", "GET http", "cache "],
                r"^(?:npm )?(?:http )?(?:fetch GET \d+ https?://|GET https?://|cache \S+@https?://)",
            )
            .unless(r" [45]\d\d\b"),
        ],
    ),
];
