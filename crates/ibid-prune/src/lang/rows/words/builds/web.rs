//! Bundlers and task runners of the JavaScript world.

use super::super::shape::{error, fail, failing, pass, progress, row, summary, warned, warning};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "tsc-report",
        &[
            failing(
                &["Found "],
                concat!(
                    r"^Found [1-9]\d* errors?(?: in (?:(?:the same ",
                    r"file, starting at: )?(?:\d+ files|(?<file>\S+?):(?<line>\d+)).*)?|",
                    r"\. Watching.*)"
                ),
            )
            .unless(r"\(checked "),
            summary(
                &["Found 0 errors", "Errors  Files"],
                r"^(?:Found 0 errors\.|Errors  Files$)",
            ),
            progress(
                &[
                    "Starting compilation in watch",
                    "File change detected",
                    "Projects in this build",
                    "is out of date because",
                    "is up to date because",
                    "Building project '",
                ],
                concat!(
                    r"(?:Starting compilation in watch|File change detected|",
                    r"Projects in this build|Project '.*' is (?:out of|",
                    r"up to) date because|Building project ')"
                ),
            ),
        ],
    ),
    row(
        "webpack-report",
        &[
            failing(
                &[
                    "compiled with ",
                    "Failed to compile",
                    "Build failed",
                    "build failed",
                    "Compilation failed",
                ],
                concat!(
                    r"^(?:webpack \S+ compiled with [1-9]\d* errors?|",
                    r"Failed to compile\.?|(?:Turbopack |",
                    r"Error: Turbopack )?[Bb]uild failed(?: with [1-9]\d* errors?|",
                    r" because of|\.)|.{0,3}compiled with \d+ errors?)"
                ),
            ),
            warned(
                &["compiled with "],
                concat!(
                    r"^(?:webpack \S+ compiled with [1-9]\d* warnings?|",
                    r"Compiled with warnings|Compiled with \d+ warnings?)"
                ),
            ),
            summary(
                &[
                    "compiled successfully",
                    "Compiled successfully",
                    "Compiled Successfully",
                ],
                concat!(
                    r"^(?:webpack \S+ compiled successfully|(?:✓ |",
                    r"✔ )?[Cc]ompiled [Ss]uccessfully)"
                ),
            ),
            error(
                &[
                    "ERROR in ",
                    "Module not found",
                    "Module build failed",
                    "You may need an appropriate loader",
                    "Can't resolve '",
                ],
                concat!(
                    r"^(?:ERROR in |(?:ModuleNotFoundError: |Error: )?Module not found|",
                    r"Module build failed|You may need an appropriate loader|",
                    r".*Can't resolve ')"
                ),
            ),
            progress(
                &[
                    "[emitted]",
                    "[built]",
                    "[webpack.Progress]",
                    "modules by path",
                    "assets by ",
                    "[code generated]",
                    "cacheable modules",
                    "runtime modules ",
                    "orphan modules ",
                    "asset ",
                ],
                concat!(
                    r"\[emitted\]|\[built\]|\[webpack\.Progress\]|\[code generated\]|",
                    r"^\s*(?:modules by (?:path|layer)|assets by |cacheable modules|",
                    r"(?:runtime|orphan) modules )"
                ),
            ),
        ],
    ),
    row(
        "vite",
        &[
            error(&["error during build"], r"^error during build:"),
            summary(
                &["built in ", "created ", "Done in ", "Finished in "],
                concat!(
                    r"^(?:(?:✓|✔|✨|⚡) +)?(?:[Bb]uilt in [\d.]+ ?m?s|",
                    r"created \S.* in [\d.]+ ?m?s|Done in [\d.]+ ?m?s|Built in \S+)"
                ),
            ),
            error(
                &[
                    "Rollup failed to resolve",
                    "RollupError",
                    "[!] ",
                    "[vite]: ",
                    "[plugin:",
                ],
                r"Rollup failed to resolve|RollupError|\[vite\]: .*(?:[Ee]rror|failed)",
            ),
            progress(
                &[
                    "building for ",
                    "transforming",
                    "rendering chunks",
                    "computing gzip size",
                    "modules transformed",
                    " kB",
                    " KiB",
                    " kiB",
                    " MB",
                    " MiB",
                    " KB",
                ],
                concat!(
                    r"^(?:(?:vite|rolldown-vite) v\S+ building|",
                    r"transforming(?: \(\d+\))?|rendering chunks|computing gzip size|",
                    r"✓ \d+ modules transformed|\S+ +[\d.,]+ [kKM]?i?B(?: +│.*)?$)"
                ),
            ),
            warning(&["(!) "], r"^\(!\) \S"),
        ],
    ),
    row(
        "esbuild",
        &[
            progress(
                &[".js ", ".css ", ".map ", ".mjs ", ".cjs "],
                r"^\s+\S+\.(?:js|css|map|mjs|cjs) +[\d.]+[kmb]b?\s*(?:⚠️)?$",
            ),
            warning(&["[WARNING] "], r"^\s*(?:▲|⚠) \[WARNING\] "),
        ],
    ),
    row(
        "next",
        &[
            error(
                &[
                    "Build error occurred",
                    "Type error: ",
                    "Error occurred prerendering",
                    "Export encountered errors",
                    "Encountered error while",
                    "Failed to build ",
                    "⨯ ",
                ],
                concat!(
                    r"^(?:(?:> )?Build error occurred|Type error: |",
                    r"Error occurred prerendering|Export encountered errors|",
                    r"Encountered error while|Failed to build \S|⨯ \S.*(?:[Ee]rror|",
                    r"[Ff]ailed|Cannot|not))"
                ),
            ),
            progress(
                &[
                    "Creating an optimized production build",
                    "Linting and checking validity",
                    "Collecting page data",
                    "Generating static pages",
                    "Finalizing page optimization",
                    "Collecting build traces",
                    "▲ Next.js",
                    "Compiling /",
                    "○ Compiling",
                ],
                concat!(
                    r"^(?:(?:✓|○|⚡|-) )?(?:Creating an optimized|Linting and checking|",
                    r"Collecting (?:page data|build traces)|Generating static pages|",
                    r"Finalizing page|▲ Next\.js|Compiling /)"
                ),
            ),
            warning(&["⚠ "], r"^\s*⚠ \S"),
        ],
    ),
    row(
        "turbo",
        &[
            failing(&["Failed: "], r"^\s*Failed: {2,}\S+#\S+"),
            summary(
                &["Tasks: ", "Cached: ", "Time: "],
                concat!(
                    r"^\s*(?:Tasks: +\d+ successful, \d+ total|",
                    r"Cached: +\d+ cached, \d+ total|Time: +[\d.]+m?s)"
                ),
            ),
            error(&["run failed: "], r"\brun failed: "),
            progress(
                &[
                    "cache miss, executing",
                    "cache hit, replaying",
                    "cache hit, suppressing",
                    "cache bypass",
                    "• ",
                ],
                concat!(
                    r"^\S+: cache (?:miss|hit|bypass)|^\s*• (?:turbo \d|",
                    r"Packages in scope|Running \w+ in|Remote caching)"
                ),
            ),
        ],
    ),
    row(
        "nx",
        &[
            pass(&["✔  "], r"^\s*✔ {2}(?:nx run )?[\w@/-]+:[\w:-]+"),
            fail(
                &["✖  ", "✖ nx run", "- "],
                r"^\s*✖ {1,2}(?:nx run )?[\w@/-]*[A-Za-z][\w@/-]*:[\w:-]+",
            ),
            failing(
                &["NX  ", "Failed tasks:", "lerna ERR!"],
                concat!(
                    r"^\s*(?:NX +.*(?:failed|Failed|Cannot|Could not|error)|",
                    r"Failed tasks:|lerna ERR! )"
                ),
            ),
            summary(&["NX  "], r"^\s*NX +(?:Successfully ran|Ran) "),
            progress(
                &[
                    "> nx run ",
                    "lerna info ",
                    "lerna notice ",
                    "lerna success ",
                ],
                r"^(?:> nx run |lerna (?:info|notice|success) )",
            ),
        ],
    ),
    row(
        "script-echo",
        &[progress(
            &["> ", "$ "],
            concat!(
                r"^(?:> (?:@?[\w./-]+@\d\S* )\S+(?: .*)?|\$ (?:node|tsc|npm|npx|",
                r"yarn|pnpm|vite|webpack|jest|eslint|next|tsup|rollup|vitest|mocha|",
                r"turbo|nx)\b.*)$"
            ),
        )],
    ),
];
