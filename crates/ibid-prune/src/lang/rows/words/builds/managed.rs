//! Gradle, Maven, sbt, MSBuild, Mix and other builds of managed languages.

use super::super::shape::{error, failing, progress, row, summary, warned, warning};
use crate::lang::Row;

/// Files that prettier, which has sbt's prefixes, names.
const PRETTIER: &str = concat!(
    r"^\[(?:error|warn)\] (?:\S+\.(?:[cm]?[jt]sx?|s?css|less|json|md|",
    r"ya?ml|html|vue|svelte)\b|Code style)"
);

pub(crate) const ROWS: &[Row] = &[
    row(
        "gradle-report",
        &[
            failing(
                &["BUILD FAILED", "FAILURE: Build"],
                concat!(
                    r"^(?:BUILD FAILED\b|FAILURE: Build (?:failed|",
                    r"completed with \d+ failures))"
                ),
            ),
            summary(
                &["BUILD SUCCESSFUL", " actionable task"],
                r"^(?:BUILD SUCCESSFUL\b|\d+ actionable tasks?: )",
            ),
            error(&[" FAILED"], r"^(?:> Task )?:[\w:.-]+ FAILED\s*$"),
            error(
                &[
                    "* What went wrong:",
                    "* Exception is:",
                    "Execution failed for task",
                    "A failure occurred while",
                    "There were failing tests",
                    "Compilation failed; see",
                    "A problem occurred ",
                    "Could not determine the dependencies",
                    " issues were found",
                ],
                concat!(
                    r"^\s*(?:> )*(?:\* (?:What went wrong|Exception is):|",
                    r"Execution failed for task |A failure occurred while|",
                    r"There were failing tests|Compilation failed; see|",
                    r"A problem occurred |Could not determine the dependencies|",
                    r"\d+ issues? (?:was|were) found)"
                ),
            ),
            error(
                &[
                    "> Could not ",
                    "> No ",
                    "> Failed ",
                    "> Unable ",
                    "> Cannot ",
                    "> Process '",
                    "> Multiple ",
                    "> Unresolved ",
                    "> Compilation ",
                    "> Plugin ",
                ],
                concat!(
                    r"^\s*> (?:Could not |No (?:matching|such|version)|Failed to|",
                    r"Unable to|Cannot |Process '.*' finished with non-zero|Unresolved |",
                    r"Compilation (?:error|failed)|Plugin .* not found)"
                ),
            ),
            progress(
                &[
                    "> Task :",
                    "> Configure project",
                    "> Transform ",
                    "EXECUTING [",
                    "> IDLE",
                    "Starting a Gradle Daemon",
                    "INITIALIZING [",
                    "CONFIGURING [",
                    "Picked up JAVA_TOOL_OPTIONS",
                    "Daemon will be stopped",
                    "Calculating task graph",
                    "Reusing configuration cache",
                    "Configuration cache entry",
                    "To honour the JVM settings",
                ],
                concat!(
                    r"^\W{0,3}> Task :|^(?:> (?:Configure project|Transform |IDLE)|",
                    r"<[=-]+>|Starting a Gradle Daemon|Picked up JAVA_TOOL_OPTIONS|",
                    r"Daemon will be stopped|Calculating task graph|",
                    r"Reusing configuration cache|Configuration cache entry|",
                    r"To honour the JVM settings)"
                ),
            ),
            progress(
                &[
                    ":compile",
                    ":process",
                    ":classes",
                    ":jar",
                    ":assemble",
                    ":test",
                    ":check",
                    ":build",
                    " UP-TO-DATE",
                    " NO-SOURCE",
                    " FROM-CACHE",
                    " took ",
                    " completed. Took ",
                    "Up-to-date check for task",
                    "Creating new cache for",
                    "(Thread[",
                ],
                concat!(
                    r"^:[\w:.-]+(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED)|",
                    r" \(Thread\[.*)?\s*$|^(?:Putting task artifact state|",
                    r"Up-to-date check for task|Creating new cache for)"
                ),
            ),
            warning(
                &["Deprecated Gradle features"],
                r"^Deprecated Gradle features were used",
            ),
        ],
    ),
    row(
        "maven",
        &[
            failing(
                &["BUILD FAILURE", "BUILD ERROR"],
                r"^BUILD (?:FAILURE|ERROR)\s*$",
            ),
            failing(&[" FAILURE ["], r"^\S.* \.+ FAILURE \["),
            summary(
                &[
                    "BUILD SUCCESS",
                    "Total time:",
                    "Finished at:",
                    " SUCCESS [",
                    " SKIPPED",
                    "Reactor Summary",
                ],
                concat!(
                    r"^(?:BUILD SUCCESS\s*$|Total time: |Finished at: |",
                    r"\S.* \.+ (?:SUCCESS \[|SKIPPED)|Reactor Summary)"
                ),
            ),
            error(
                &[
                    "Failed to execute goal",
                    "COMPILATION ERROR",
                    "COMPILATION FAILURE",
                    "[FATAL]",
                    "Non-resolvable ",
                    "Could not resolve dependencies",
                    "Could not find artifact",
                ],
                concat!(
                    r"Failed to execute goal|COMPILATION (?:ERROR|FAILURE)|^\[FATAL\]|",
                    r"Non-resolvable |Could not resolve dependencies|",
                    r"Could not find artifact"
                ),
            ),
            error(&["[ERROR] ", "[error] "], r"^\[(?:ERROR|error)\]\s+\S").unless(PRETTIER),
            progress(
                &["[INFO] ", "[info] ", "[DEBUG] "],
                concat!(
                    r"^\[INFO\] (?:-+(?:[<\[].*)?-*$|---+ |--- |Building |",
                    r"Scanning for projects|Compiling \d+|Nothing to compile|",
                    r"Changes detected|skip non existing|Copying \d+|Using '|",
                    r"Using auto detected|Not copying|Deleting |Installing |Packaging |",
                    r"No tests|Surefire report|Test report|Replacing |Recompiling|\s*$)|",
                    r"^\[info\] (?:welcome to sbt|loading |compiling |done compiling|",
                    r"set current|resolving|updating|Updated|Fetched|Compiling)|",
                    r"^\[DEBUG\] "
                ),
            ),
            warning(&["[WARNING] ", "[warn] "], r"^\[(?:WARNING|warn)\]\s+\S").unless(PRETTIER),
        ],
    ),
    row(
        "msbuild-report",
        &[
            failing(
                &[
                    "Build FAILED",
                    "Build failed with ",
                    "failed with ",
                    "Fehler beim Buildvorgang",
                    "La génération a échoué",
                    "CHEC de la build",
                    "ERROR al compilar",
                    "生成失败",
                    "ビルドに失敗",
                    "Ошибка сборки",
                    "FALHA DA COMPILA",
                    "构建失败",
                    "建置失敗",
                    "Kompilacja nie powiodła",
                    "빌드하지 못했습니다",
                    "Sestavení se nezdařilo",
                    "Build NON RIUSCITA",
                    "Compilazione NON RIUSCITA",
                ],
                concat!(
                    r"^\s*(?:Build FAILED\.|Build failed with |",
                    r"\S+(?: \S+)? failed with \d+ (?:error|warning)|",
                    r"Fehler beim Buildvorgang|La génération a échoué|",
                    r".{0,4}CHEC de la build|ERROR al compilar|生成失败|ビルドに失敗|",
                    r"Ошибка сборки|FALHA DA COMPILA|构建失败|建置失敗|Kompilacja nie powiodła|",
                    r"빌드하지 못했습니다|Sestavení se nezdařilo|(?:Build|",
                    r"Compilazione) NON RIUSCITA)"
                ),
            ),
            failing(
                &[
                    " Error(s)",
                    " Erreur(s)",
                    " Fehler",
                    " Errores",
                    " Erro(s)",
                    " 个错误",
                    " エラー",
                    "Ошибок: ",
                    " 個錯誤",
                    " Errori",
                    "błędów: ",
                ],
                concat!(
                    r"^\s+(?:[1-9]\d* (?:Error\(s\)|Erreur\(s\)|Fehler|Errores|",
                    r"Erro\(s\)|个错误|(?:個の)?エラー|個錯誤|Errori)|Ошибок: [1-9]\d*|",
                    r"Liczba błędów: [1-9]\d*)\s*$"
                ),
            ),
            warned(
                &[
                    " Warning(s)",
                    " Avertissement(s)",
                    " Warnung(en)",
                    " Advertencia(s)",
                    " Aviso(s)",
                    " 个警告",
                    " 個の警告",
                    "Предупреждений: ",
                    " 個警告",
                    " Avvisi",
                ],
                concat!(
                    r"^\s+(?:[1-9]\d* (?:Warning\(s\)|Avertissement\(s\)|Warnung\(en\)|",
                    r"Advertencia\(s\)|Aviso\(s\)|个警告|個の警告|個警告|Avvisi)|",
                    r"Предупреждений: [1-9]\d*)\s*$"
                ),
            ),
            summary(
                &[
                    "Build succeeded",
                    "Build succeeded in ",
                    " Warning(s)",
                    " Error(s)",
                    "Time Elapsed ",
                    " Avertissement(s)",
                    " Erreur(s)",
                    " Warnung(en)",
                    " Fehler",
                    " Advertencia(s)",
                    " Errores",
                    " Aviso(s)",
                    " Erro(s)",
                    " 个警告",
                    " 个错误",
                    " 個の警告",
                    " エラー",
                    "Предупреждений: ",
                    "Ошибок: ",
                    "已成功生成",
                    "Der Buildvorgang wurde erfolgreich",
                    "La génération a réussi",
                    "Compilación correcta",
                    "ビルドに成功",
                    "Сборка успешно",
                    "Temps écoulé ",
                    "Verstrichene Zeit ",
                    "Tiempo transcurrido ",
                    "已用时间 ",
                    "経過時間 ",
                    "Прошло времени ",
                ],
                concat!(
                    r"^\s*(?:Build succeeded|已成功生成|Der Buildvorgang wurde erfolgreich|",
                    r"La génération a réussi|Compilación correcta|ビルドに成功|Сборка успешно|",
                    r"(?:Time Elapsed|Temps écoulé|Verstrichene Zeit|",
                    r"Tiempo transcurrido|已用时间|経過時間|Прошло времени) +\d|0 (?:Warning|",
                    r"Error|Avertissement|Erreur|Warnung|Fehler|Advertencia|Errores|",
                    r"Aviso|Erro|个警告|个错误|個の警告|(?:個の)?エラー)|(?:Предупреждений|Ошибок): 0)"
                ),
            ),
            error(
                &[
                    "error NU",
                    "error MSB",
                    "error CS",
                    "error FS",
                    "error NETSDK",
                    "error BC",
                    "error C",
                    "error TS",
                    "error XA",
                    "error AD",
                    "error VST",
                    "error IL",
                    "error RZ",
                    "error BLAZOR",
                    "error WMC",
                ],
                concat!(
                    r"(?:^|[\s:\])>])(?:fatal )?error (?:NU|MSB|CS|FS|NETSDK|BC|C|TS|XA|",
                    r"AD|VST|IL|RZ|BLAZOR|WMC)\d+\b"
                ),
            ),
            progress(
                &[
                    " -> ",
                    "Build started ",
                    "Project \"",
                    "Done Building Project",
                    "Done building target",
                    "Target \"",
                    "Using \"",
                    "Task \"",
                    "MSBuild version ",
                    " succeeded (",
                    "Microsoft (R) Build Engine",
                    "Building target",
                ],
                concat!(
                    r"^\s*(?:\S+ -> .*\.(?:dll|exe|nupkg|wasm|so)$|Build started |",
                    r"(?:Project|Target|Task|Using) .* (?:on node|from project|in file|",
                    r"from assembly|in project|skipped)|Done (?:Building Project|",
                    r"building target)|MSBuild version |Microsoft \(R\) Build Engine|",
                    r"\S+ (?:\S+ )?succeeded \([\d.]+s\)|Building target)"
                ),
            )
            .unless(r"-- FAILED\."),
            warning(
                &[
                    "warning NU",
                    "warning MSB",
                    "warning CS",
                    "warning NETSDK",
                    "warning FS",
                    "warning CA",
                    "warning IDE",
                ],
                r"(?:^|[\s:\])>])warning (?:NU|MSB|CS|NETSDK|FS|CA|IDE)\d+\b",
            ),
        ],
    ),
    row(
        "rake",
        &[
            error(
                &["rake aborted!", "rails aborted!", "bin/rails aborted!"],
                r"^(?:bin/)?(?:rake|rails) aborted!",
            ),
            error(&["Tasks: TOP => "], r"^Tasks: TOP => "),
        ],
    ),
];
