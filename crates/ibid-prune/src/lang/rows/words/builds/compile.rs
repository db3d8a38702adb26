//! Make, CMake, Ninja and their like; command lines of compilers; linkers.

use super::super::shape::{
    BRACKETED, TROUBLE, error, fail, failing, pass, progress, row, strong, summary, warned, warning,
};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "make",
        &[
            summary(
                &["Nothing to be done for", " is up to date."],
                r"^\S*make(?:\[\d+\])?: (?:Nothing to be done for|['`].*' is up to date)",
            ),
            error(
                &["make: ***", "]: ***"],
                r"^(?:\S*make|ninja|[\w-]+)(?:\[\d+\])?: \*\*\* ",
            ),
            error(
                &[
                    "not remade because of errors",
                    "*** Error code ",
                    "*** Stopped in",
                    "NMAKE : fatal",
                ],
                concat!(
                    r"^(?:.*not remade because of errors|\*\*\* (?:Error code |",
                    r"Stopped in)|NMAKE : fatal)"
                ),
            ),
            progress(
                &[
                    "make: Entering",
                    "make: Leaving",
                    "]: Entering",
                    "]: Leaving",
                    "make[",
                    "make -",
                    "make  -",
                    "]: on entre",
                    "]: Betrete",
                    "]: Verlasse",
                    "]: 进入目录",
                    "]: 离开目录",
                    "]: ディレクトリ",
                ],
                concat!(
                    r"^(?:\S*make(?:\[\d+\])?: (?:Entering|Leaving|on entre|on quitte|",
                    r"Betrete|Verlasse|进入目录|离开目录|ディレクトリ)|g?make +(?:-\S+ +)*-[fC] ?\S+)"
                ),
            ),
        ],
    ),
    row(
        "compile-command",
        &[
            progress(
                &[
                    " -c ",
                    " -o ",
                    " -I",
                    " -L",
                    " -l",
                    " -W",
                    " -D",
                    " -f",
                    " /c ",
                    " rcs ",
                    " qc ",
                    " cr ",
                    " crs ",
                    " -cp ",
                    " -d ",
                    " -classpath ",
                ],
                concat!(
                    r"^(?:\[\d+/\d+\] |\[ *\d+%\] |\s*)(?:: && )?(?:(?:ccache|sccache|",
                    r"distcc|libtool:[\w ]*:?|/bin/(?:ba|da)?sh|\./libtool|\.\./libtool|",
                    r"[A-Z_]+=\S+) +)*(?:--\S+ +)*(?:\S*/)?(?:[\w.-]+-)?(?:gcc|g\+\+|cc|",
                    r"c\+\+|clang|clang\+\+|clang-cl|gfortran|ld|lld|ld\.lld|ar|ranlib|",
                    r"nvcc|icc|icpc|cl\.exe|cl|link\.exe|javac|kotlinc|scalac|rustc|",
                    r"swiftc|ghc|ocamlfind|ocamlopt(?:\.opt)?|ocamlc(?:\.opt)?|dmd|ldc2|",
                    r"fpc|gnatmake|nasm|yasm|as|windres|moc|protoc|emcc|em\+\+|",
                    r"zig)(?:-[\d.]+)?(?:\.exe)? +(?:\S.*)?(?:-[A-Za-z]|/[a-zA-Z]|rcs |",
                    r"qc |cr |crs )"
                ),
            ),
            progress(
                &[
                    "  CC ",
                    "  CXX ",
                    "  LD ",
                    "  AR ",
                    "  AS ",
                    "  HOSTCC ",
                    "  GEN ",
                    "  LINK ",
                    "  CXX(target)",
                    "  CC(target)",
                    "  COPY ",
                    "  CCLD ",
                    "  CXXLD ",
                    "  MOC ",
                    "  SOLINK",
                    "  TOUCH ",
                    "[CC]",
                    "[CXX]",
                    "[LD]",
                    "[AR]",
                    "[LINK]",
                    "  INSTALL ",
                    "  CC\t",
                    "  OBJCOPY ",
                ],
                concat!(
                    r"^(?:(?:CC|CXX|LD|AR|AS|HOSTCC|HOSTLD|GEN|LINK|COPY|CCLD|CXXLD|MOC|",
                    r"SOLINK|SOLINK_MODULE|TOUCH|INSTALL|OBJCOPY)(?: \[M\]|",
                    r"\([\w.]+\))?\s+\S|\[(?:CC|CXX|LD|AR|LINK)\]\s+\S)"
                ),
            ),
            progress(
                &[
                    "mkdir -p ",
                    "rm -f ",
                    "rm -rf ",
                    "cp -",
                    "install -",
                    "touch ",
                    "cd /",
                    "strip ",
                    "ranlib ",
                ],
                concat!(
                    r"^\s*(?:\[\d+/\d+\] )?(?:mkdir -p |rm -r?f |cp -\w+ |",
                    r"(?:/usr/bin/)?install -\w |touch \S+$|cd /\S+ && |strip \S+$|",
                    r"ranlib \S+$)"
                ),
            ),
        ],
    ),
    row(
        "cmake-report",
        &[
            summary(&["[100%] Built target "], r"^\[100%\] Built target "),
            error(
                &["CMake Error", "errors occurred!", "CMake Internal Error"],
                concat!(
                    r"^(?:CMake (?:Internal )?Error(?: \(dev\))?: ?\S|",
                    r"-- Configuring incomplete, errors occurred!|CMake Error at|",
                    r"CMake Error in)"
                ),
            ),
            progress(&["-- "], r"^-- \S").unless(concat!(
                r"(?i)-- .*(?:\berrors? occurred|could not|\bnot found\b|\bfailed\b|",
                r"warning)|^-- Docs: "
            )),
            progress(
                &[
                    "Building ",
                    "Linking ",
                    "Built target ",
                    "Generating ",
                    "Scanning dependencies",
                    "Consolidate compiler generated",
                    "Automatic MOC",
                    "Install the project",
                    "Built target",
                ],
                concat!(
                    r"^(?:\[ *\d+%\] +\S|(?:Scanning|",
                    r"Consolidate) (?:compiler generated )?dependencies of target|",
                    r"Install the project\.\.\.|Building (?:C|CXX|CUDA|Fortran|ASM|",
                    r"RC) object |Linking (?:C|CXX|CUDA|Fortran) )"
                ),
            ),
            strong(&["Could NOT find "], r"^\s*Could NOT find "),
            warning(
                &["CMake ", "Could NOT find "],
                r"^(?:CMake (?:\w+ )?Warning\b|-- Could NOT find )",
            ),
        ],
    ),
    row(
        "ninja",
        &[
            failing(&["ninja: build stopped"], r"^ninja: build stopped"),
            summary(&["ninja: no work to do"], r"^ninja: no work to do"),
            error(
                &["FAILED: "],
                r"^FAILED: (?:\[code=\d+\] )?[\w./:+@\\-]+ *$",
            ),
            error(
                &["ninja: error: ", "ninja: fatal: "],
                r"^ninja: (?:error|fatal): ",
            ),
            progress(&["ninja: Entering"], r"^ninja: Entering directory"),
            progress(BRACKETED, r"^\s*\[ *\d+ ?/ ?\d+(?: [\w:.%/]+)*\] +\S").unless(TROUBLE),
        ],
    ),
    row(
        "configure",
        &[
            error(&["configure: error: "], r"^configure: error: "),
            progress(
                &["checking ", "config.status: ", "configure: "],
                concat!(
                    r"^(?:checking \S.*\.\.\. ?|config\.status: (?:creating|executing|",
                    r"linking)|configure: (?:creating|loading|running))"
                ),
            ),
            warning(&["configure: WARNING: "], r"^configure: WARNING: "),
        ],
    ),
    row(
        "meson",
        &[progress(
            &[
                " found: ",
                "Has header ",
                "Compiler for ",
                "Checking for ",
                "Found pkg-config",
                "Build type: ",
                "Source dir: ",
                "Build dir: ",
                "The Meson build system",
                "Host machine",
                "Project name: ",
                "Configuring ",
                "Fetching value of",
                "Message: ",
                "Build targets in project",
                "INFO: ",
                "compiler for the host machine",
                "linker for the host machine",
                "Version: ",
                "Project version: ",
                "Found ninja",
            ],
            concat!(
                r"^\s*(?:(?:Program|Library|Run-time dependency|",
                r"Build-time dependency|Dependency|Header|Found|",
                r"Did not find) .* found: (?:YES|NO)|Has header |",
                r"Compiler for .* supports|Checking (?:for|if) .*: |",
                r"Found (?:pkg-config|ninja)|Build (?:type|dir): |Source dir: |",
                r"The Meson build system|Host machine|Project (?:name|version): |",
                r"Configuring \S+ (?:using|with)|Fetching value of|",
                r"Build targets in project|INFO: (?:autodetecting|calculating)|",
                r".* (?:compiler|linker) for the (?:host|build) machine: |",
                r"Version: \d+\.\d+)"
            ),
        )],
    ),
    row(
        "linker",
        &[
            error(
                &["ld returned ", "linker command failed"],
                concat!(
                    r"^(?:collect2: )?(?:\S+: )?(?:fatal )?error: ",
                    r"(?:ld returned \d+ exit status|linker command failed)"
                ),
            ),
            error(
                &[
                    "undefined reference to",
                    "undefined symbol",
                    "ndefined symbols for architecture",
                    "duplicate symbol",
                    "multiple definition of",
                    "symbol(s) not found",
                    "unresolved external",
                    "undefined hidden symbol",
                    "undefined protected symbol",
                    "undefined version",
                ],
                concat!(
                    r"undefined reference to |undefined (?:hidden |",
                    r"protected )?symbols?\b|Undefined symbols for architecture|",
                    r"duplicate symbols? |multiple definition of |symbol\(s\) not found|",
                    r"unresolved external"
                ),
            ),
            error(
                &[
                    "cannot find -l",
                    "library not found for",
                    "' not found",
                    "\", referenced from:",
                    "ld: framework",
                ],
                concat!(
                    r#"cannot find -l|library not found for|^ld: (?:library|"#,
                    r#"framework) .* not found|^\s+".*", referenced from:"#
                ),
            ),
            error(&["error LNK", "LINK : "], r"\berror LNK\d+|^LINK : fatal"),
            error(
                &[
                    "ld: ",
                    "ld.lld: ",
                    "lld-link: ",
                    "mold: ",
                    "wasm-ld: ",
                    "ld64.lld: ",
                    "ld.gold: ",
                ],
                concat!(
                    r"^(?:\S*/)?(?:ld|ld\.lld|lld-link|mold|wasm-ld|ld64\.lld|ld\.gold|",
                    r"ld\.bfd): (?:fatal: |error: |fatal error: |.*: in function `|",
                    r".*: file not recognized|.*: No such file|cannot find|",
                    r".*final link failed|.*: could not read|.*DSO missing)"
                ),
            ),
            warning(&["ld: "], r"\bld: (?:.*: )?warning: "),
            strong(
                &[">>> "],
                r"^>>> (?:referenced by|defined (?:in|at)|did you mean)",
            ),
        ],
    ),
    row(
        "compile-totals",
        &[
            failing(
                &[" error generated.", " errors generated.", " generated."],
                r"^(?:\d+ warnings? and )?\d+ errors? generated\.",
            ),
            failing(
                &[
                    "compilation terminated",
                    "compilation error",
                    "Compilation failed",
                    "compilation failed",
                    "compilation aborted",
                ],
                concat!(
                    r"^(?:compilation (?:terminated|aborted)|",
                    r"gnatmake: .* compilation error|Compilation failed\b|",
                    r"(?:\S+: )?compilation failed)"
                ),
            ),
            failing(
                &[" errors", " error", "one error found"],
                r"^\s*(?:\d+ errors?(?: found)?|one error found)\s*$",
            )
            .unless(r"^\s*0 errors"),
            error(
                &["could not compile `", "aborting due to "],
                r"^error(?:\[\w+\])?: (?:could not compile `|aborting due to )",
            ),
            failing(
                &[
                    "Fatal: There were ",
                    "error(s) issued",
                    " errors compiling module",
                ],
                r"^(?:Fatal: There were \d+ errors|[1-9]\d* error\(s\) issued)",
            ),
            warned(
                &[
                    " warning generated.",
                    " warnings generated.",
                    " warnings",
                    " warning",
                    "warning(s) issued",
                ],
                concat!(
                    r"^\s*(?:\d+ warnings? generated\.|\d+ warnings?(?: (?:found|",
                    r"emitted))?|one warning found|\d+ warning\(s\) issued)\s*$"
                ),
            ),
            summary(&[" lines compiled, "], r"^\d+ lines compiled, "),
            warning(
                &["Some input files use ", "Recompile with -Xlint"],
                r"^(?:Note: |.*: )?(?:Some input files use |Recompile with -Xlint)",
            ),
        ],
    ),
    row(
        "bazel",
        &[
            pass(
                &[" PASSED in ", "(cached) PASSED"],
                r"^(?:@\S*)?//\S+ +(?:\(cached\) )?(?:PASSED|NO STATUS)",
            ),
            fail(
                &[
                    " FAILED in ",
                    " FAILED TO BUILD",
                    " TIMEOUT in ",
                    " FLAKY, ",
                ],
                r"^(?:@\S*)?//\S+ +(?:\(cached\) )?(?:FAILED|TIMEOUT|FLAKY)",
            ),
            fail(&["FAIL: //", "TIMEOUT: //"], r"^(?:FAIL|TIMEOUT): //"),
            failing(
                &[
                    "Build did NOT complete successfully",
                    "fails locally",
                    "fail locally",
                ],
                concat!(
                    r"^(?:FAILED: |ERROR: )?Build did NOT complete|",
                    r"^Executed \d+ out of \d+ tests?: .*\bfails? (?:locally|remotely)"
                ),
            ),
            summary(
                &[
                    "Build completed successfully",
                    "Executed ",
                    "Elapsed time: ",
                    "INFO: Build completed",
                ],
                concat!(
                    r"^INFO: (?:Build completed successfully|Elapsed time: )|",
                    r"^Executed \d+ out of \d+ tests?: "
                ),
            ),
            progress(
                &[
                    "INFO: Analyzed",
                    "INFO: Found ",
                    "INFO: Running",
                    "Loading: ",
                    "Analyzing: ",
                    "INFO: Invocation",
                    "INFO: Build option",
                    "Computing main repo",
                    "INFO: Reading",
                    "Target //",
                    "INFO: From ",
                ],
                concat!(
                    r"^(?:INFO: (?:Analyzed|Found|Running|Invocation|Build option|",
                    r"Reading|From )|Loading: |Analyzing: |Computing main repo|",
                    r"Target //\S+ up-to-date)"
                ),
            ),
        ],
    ),
    row(
        "swift-build",
        &[
            failing(
                &[
                    "** BUILD FAILED **",
                    "** ARCHIVE FAILED **",
                    "The following build commands failed",
                    "** CLEAN FAILED **",
                ],
                r"^\s*(?:\*\* \w+ FAILED \*\*|The following build commands failed)",
            ),
            error(
                &["failed with a nonzero exit code"],
                r"^\s*Command \w+ failed with a nonzero exit code",
            ),
            summary(
                &[
                    "** BUILD SUCCEEDED **",
                    "** ARCHIVE SUCCEEDED **",
                    "Build complete!",
                    "** CLEAN SUCCEEDED **",
                ],
                r"^\s*(?:\*\* \w+ SUCCEEDED \*\*|Build complete!)",
            ),
            progress(
                &[
                    "CompileSwift",
                    "CompileC ",
                    "SwiftCompile ",
                    "CodeSign ",
                    "ProcessInfoPlistFile ",
                    "PhaseScriptExecution ",
                    "Ld /",
                    "CpResource ",
                    "Copy /",
                    "SwiftDriver",
                    "SwiftMergeModule",
                    "CompileAssetCatalog",
                    "CompileStoryboard",
                    "builtin-",
                    "WriteAuxiliaryFile",
                    "CreateBuildDirectory",
                    "MkDir ",
                    "Touch /",
                    "Libtool /",
                    "GenerateDSYM",
                    "RegisterExecutionPolicy",
                    "▸ ",
                    "Building for ",
                    "EmitSwiftModule",
                    "LinkStoryboards",
                    "ProcessProductPackaging",
                    "ScanDependencies ",
                    "Validate /",
                ],
                concat!(
                    r"^\s*(?:(?:CompileSwift\w*|CompileC|SwiftCompile|CodeSign|",
                    r"ProcessInfoPlistFile|PhaseScriptExecution|Ld|CpResource|Copy|",
                    r"SwiftDriver[\w\\ ]*|SwiftMergeModule|CompileAssetCatalog\w*|",
                    r"CompileStoryboard|WriteAuxiliaryFile|CreateBuildDirectory|MkDir|",
                    r"Touch|Libtool|GenerateDSYM\w*|RegisterExecutionPolicyException|",
                    r"EmitSwiftModule|LinkStoryboards|ProcessProductPackaging\w*|",
                    r"ScanDependencies|Validate) \S|builtin-\w+|▸ (?:Compiling|Linking|",
                    r"Building|Processing|Copying|Running|Touching|Signing|Generating|",
                    r"Analyzing)|Building for (?:debugging|production|testing))"
                ),
            ),
        ],
    ),
];
