//! Errors and warnings that say so: exceptions, crashes, levels of logs, the word error in several
//! tongues.

use super::super::shape::{assertion, code, error, failing, row, summary, warning};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "exceptions",
        &[
            assertion(
                &[
                    "AssertionError",
                    "AssertionFailedError",
                    "ComparisonFailure",
                    "AssertFailedException",
                    "ExpectationFailedException",
                    "AssertionFailure",
                    "AssertionException",
                ],
                concat!(
                    r"^(?:(?:Caused by|Suppressed): |Exception in thread .* |Uncaught |",
                    r"Unhandled exception\. |(?:\[cause\]|",
                    r"\[\w+\]): )?(?:[\w$.\\:]*)(?:AssertionError|AssertionFailedError|",
                    r"ComparisonFailure|AssertFailedException|",
                    r"ExpectationFailedException|AssertionFailure|",
                    r"AssertionException)\b(?: \[\w+\])?(?::|$)"
                ),
            ),
            error(
                &[
                    "Error",
                    "Exception",
                    "Failure: ",
                    "Fault: ",
                    "NotFound: ",
                    "DoesNotExist: ",
                    "Timeout: ",
                    "TimedOut: ",
                    "Interrupt",
                    "SystemExit",
                    "Unsatisfiable",
                    "Violation: ",
                    "Panic: ",
                    "GeneratorExit",
                    "StopIteration",
                    "timeout: ",
                ],
                concat!(
                    r"^(?:(?:Caused by|Suppressed|Causes?): |Exception in thread .*? |",
                    r"Uncaught (?:\(in promise\) )?|Unhandled [Ee]xception(?:\.|:) +|",
                    r"\[cause\]: |\[!\] |⨯ |❌ +|fatal: |(?:\d+\) )|\(node:\d+\) |",
                    r"[-*] )?(?:[A-Za-z_$][\w$]*(?:\.|\\|::|/))*[A-Z_$][\w$]*(?:Error|",
                    r"Exception|Failure|Fault|NotFound|DoesNotExist|Timeout|TimedOut|",
                    r"Interrupt|Unsatisfiable|Violation|Panic|Refused|",
                    r"Warning)(?:\d+)?(?: \[\w+\])?(?::(?:\s|$)|$| \{$)"
                ),
            )
            .unless(concat!(
                r"Assertion(?:Failed)?Error|ComparisonFailure|ExpectationFailed|",
                r"(?:^|\W)[A-Z]\w*Warning:|^\s*[\w.]+\s*$|^\s*(?:class|import|from|",
                r"export|use|except|catch|throw|raise|return) "
            )),
            error(
                &[
                    "KeyboardInterrupt",
                    "SystemExit: ",
                    "StopIteration",
                    "GeneratorExit",
                    "java.lang.",
                    "java.io.",
                    "java.util.",
                    "socket.timeout: ",
                    "System.",
                ],
                concat!(
                    r"^(?:Caused by: )?(?:KeyboardInterrupt$|SystemExit: \S|",
                    r"StopIteration$|GeneratorExit$|(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|",
                    r"Error)$|socket\.timeout: |System\.(?:\w+\.)*\w+Exception(?: \(0x|",
                    r":|$))"
                ),
            ),
            error(
                &["Error", "Exception"],
                concat!(
                    r"^(?:E\s+)?(?:[a-z_]\w*\.)+[A-Z]\w*(?:Error|Exception)$|",
                    r"^(?:E\s+)?[A-Z]\w*(?:Error|Exception)$"
                ),
            )
            .unless(r"AssertionError"),
            error(
                &[
                    "Traceback (most recent call last)",
                    "During handling of the above exception",
                    "The above exception was the direct cause",
                    "Exception Group Traceback",
                    "Caused by:",
                    "Caused by ",
                    "Unhandled exception",
                    "Uncaught exception",
                    "uncaught exception",
                    "Fatal Python error",
                ],
                concat!(
                    r"^(?:\+ )?(?:(?:Exception Group )?Traceback ",
                    r"\(most recent call last\)|During handling of the above exception|",
                    r"The above exception was the direct cause|Caused by: ?|",
                    r"(?:\*\*\* )?(?:Unhandled|[Uu]ncaught) exception|",
                    r"Fatal Python error)"
                ),
            ),
            code(
                &["[Previous line repeated "],
                r"\[Previous line repeated \d+ more times?\]",
            ),
            error(
                &[
                    "terminate called ",
                    "  what():  ",
                    "pure virtual method called",
                    "throw err;",
                    "throw er;",
                    "UnhandledPromiseRejection",
                    "Emitted 'error' event",
                    "triggerUncaughtException",
                ],
                concat!(
                    r"^(?:libc\+\+abi: )?(?:terminate called |terminating due to|",
                    r"what\(\): {2}|pure virtual method called|throw err?;|",
                    r"\[?UnhandledPromiseRejection[: ]|Emitted 'error' event|",
                    r"triggerUncaughtException)"
                ),
            ),
            error(
                &[
                    "panicked at ",
                    "panic: ",
                    "fatal error: ",
                    "goroutine ",
                    "[signal SIG",
                    "stack overflow",
                    "Fatal error: ",
                ],
                concat!(
                    r"^(?:(?:\S+: )?thread '.*' (?:\(\d+\) )?panicked at |panic: \S|",
                    r"thread \d+ panic: |fatal error: \S|\[signal SIG|",
                    r"thread .* has overflowed its stack|Fatal error: \S|",
                    r"PHP Fatal error: )"
                ),
            ),
            error(
                &[
                    "index out of bounds: ",
                    "called `Option::unwrap()`",
                    "called `Result::unwrap()`",
                    "attempt to ",
                    "already borrowed",
                    "no entry found for key",
                    "internal error: entered unreachable",
                    "range end index",
                    "range start index",
                    "not yet implemented",
                    "not implemented: ",
                ],
                concat!(
                    r"^(?:index out of bounds: |called `(?:Option|Result)::|",
                    r"attempt to (?:subtract|add|multiply|divide|negate|shift|",
                    r"calculate)|already (?:mutably )?borrowed|no entry found for key|",
                    r"internal error: entered unreachable|range (?:end|start) index|",
                    r"not (?:yet )?implemented(?:: |$))"
                ),
            ),
        ],
    ),
    row(
        "crashes",
        &[
            failing(
                &[
                    "SUMMARY: AddressSanitizer",
                    "SUMMARY: UndefinedBehavior",
                    "SUMMARY: ThreadSanitizer",
                    "SUMMARY: LeakSanitizer",
                    "SUMMARY: MemorySanitizer",
                ],
                r"SUMMARY: \w+Sanitizer",
            ),
            failing(&["ERROR SUMMARY: "], r"ERROR SUMMARY: [1-9]"),
            summary(&["ERROR SUMMARY: "], r"ERROR SUMMARY: 0 "),
            error(
                &[
                    "ERROR: AddressSanitizer",
                    "ERROR: LeakSanitizer",
                    "WARNING: ThreadSanitizer",
                    "WARNING: MemorySanitizer",
                    "ERROR: libFuzzer",
                    "Invalid read of size",
                    "Invalid write of size",
                    "definitely lost: ",
                    "Conditional jump or move depends",
                    "Sanitizer:DEADLYSIGNAL",
                ],
                concat!(
                    r"(?:ERROR|WARNING): (?:Address|Leak|Thread|Memory|",
                    r"HWAddress)Sanitizer|ERROR: libFuzzer|",
                    r"^==\d+==\s+(?:Invalid (?:read|write|free)|Conditional jump|",
                    r"definitely lost: [1-9]|Process terminating)|Sanitizer:DEADLYSIGNAL"
                ),
            ),
            error(
                &[
                    "(core dumped)",
                    "egmentation fault",
                    "Aborted",
                    "Killed",
                    "Bus error",
                    "Illegal instruction",
                    "Floating point exception",
                    "Trace/breakpoint trap",
                    "Program received signal",
                    "Program terminated with signal",
                    "SIGSEGV",
                    "SIGABRT",
                    "SIGKILL",
                    "Out of memory",
                    "out of memory",
                    "JavaScript heap out of memory",
                    "Abort trap",
                    "oom-kill",
                    "stack smashing detected",
                    "double free",
                    "munmap_chunk()",
                    "corrupted size",
                    "malloc(): ",
                    "free(): ",
                    "realloc(): ",
                    "app crashed",
                    "dumped core",
                    "Terminated",
                    "panic serving ",
                ],
                concat!(
                    r"^(?:(?:\S+: )*(?:line \d+: +\d+ +)?(?:[Ss]egmentation fault|",
                    r"Aborted|Killed|Bus error|Illegal instruction|",
                    r"Floating point exception|Trace/breakpoint trap|",
                    r"Abort trap)\b.{0,160}|Program (?:received|",
                    r"terminated with) signal |.*\(core dumped\)|.*\bSIG(?:SEGV|ABRT|",
                    r"KILL)\b|.*\b[Oo]ut of memory\b|.*oom-kill|",
                    r"\*\*\* stack smashing detected|double free or corruption|",
                    r"munmap_chunk\(\)|corrupted size|(?:malloc|free|realloc)\(\): |",
                    r".*app crashed|.*dumped core|Terminated$|.*panic serving )"
                ),
            )
            .unless(r"^\s*(?:Aborted|Killed|aborted)\w*[:=] *0\b|^\s*\w+\(.*SIG"),
            error(
                &[
                    "Assertion `",
                    "Assertion failed",
                    "assertion failed",
                    "ASSERT failed",
                    "Assertion violated",
                ],
                concat!(
                    r"^(?:.*: )?(?:Assertion `.*' failed|Assertion failed\b|",
                    r"assertion failed: |ASSERT failed|Assertion violated)"
                ),
            )
            .unless(r"\.(?:c|cc|cpp|h):\d+:"),
        ],
    ),
    row(
        "levels",
        &[
            // A level word in capitals, at the start of a line or after a time, a thread, a name.
            error(
                &[
                    "ERROR", "FATAL", "CRITICAL", "SEVERE", "PANIC", "EMERG", "ALERT",
                ],
                concat!(
                    r"^(?:[\w.]+\.)?(?:\*+ ?|\| ?|-+ ?)?\[? ?(?:ERROR|FATAL|CRITICAL|",
                    r"SEVERE|PANIC|EMERG|ALERT)\b ?\]?(?: *[:|>-]|\s+|\()\s*\S"
                ),
            )
            .unless(concat!(
                r"^\W*(?:ERROR|FATAL|CRITICAL)[\w ]*[:=] *(?:0|none|null|false)\b|",
                r"^\s*ERROR_|^\W*ERROR (?:and|or|count|rate|log)s?\b|",
                r"\bERROR +\|? *0\b"
            )),
            error(
                &[
                    " ERROR ",
                    " FATAL ",
                    " CRITICAL ",
                    " SEVERE ",
                    "[ERROR]",
                    "[FATAL]",
                    "[CRITICAL]",
                    " ERROR:",
                    ".ERROR: ",
                    " FATAL:",
                    "[error]",
                    "|ERROR|",
                    " CRIT ",
                ],
                concat!(
                    r"^(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|",
                    r"\w{3} +\d+ \d\d:\d\d:\d\d|\[)\S*.{0,80}?[ \[|.](?:ERROR|FATAL|",
                    r"CRITICAL|SEVERE|CRIT|error)[\]: |]"
                ),
            )
            .unless(r"\berror(?:s|_\w+)?[:=] ?0\b"),
            error(&["E, ["], r"^[EF], \["),
            error(
                &[
                    r#""level":"error""#,
                    r#""level":"fatal""#,
                    r#""severity":"ERROR""#,
                    r#""level": "error""#,
                    r#""level":"ERROR""#,
                    r#""severity":"CRITICAL""#,
                    r#""level":50"#,
                    r#""level":60"#,
                ],
                concat!(
                    r#"^.{0,40}\{.*"(?:level|severity)": ?(?:"(?:error|fatal|ERROR|FATAL|"#,
                    r#"CRITICAL)"|[56]0\b)"#
                ),
            ),
            warning(
                &["WARN", "[warn]", "W, ["],
                concat!(
                    r"^(?:[\w.]+\.)?(?:\*+ ?)?\[? ?(?:WARNING|WARN)\b ?\]?(?: *[:|>-]|",
                    r"\s+|\()\s*\S|^W, \["
                ),
            )
            .unless(r"^\W*WARN(?:ING)?S?[\w ]*[:=] *0\b"),
            warning(
                &[
                    " WARN ",
                    " WARNING ",
                    "[WARN]",
                    "[WARNING]",
                    " WARN:",
                    " WARNING:",
                    ".WARNING: ",
                    "|WARN|",
                ],
                concat!(
                    r"^(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|",
                    r"\w{3} +\d+ \d\d:\d\d:\d\d|\[)\S*.{0,80}?[ \[|.]WARN(?:ING)?[\]: |]"
                ),
            ),
        ],
    ),
    row(
        "error-word",
        &[
            error(
                &[
                    "rror: ", "rror:", "rror[", "rror(", "rror (", "rror TS", "rror CS", "rror E",
                    "fatal: ", "Fatal: ", "FATAL: ", "rror - ",
                ],
                concat!(
                    r"^(?:(?:[\w./\\@+-]+|\[[\w -]+\]|\w+\(\d+\)|",
                    r"\S+ \(.*?\)): +)?(?:(?:[Ff]atal|[Ii]nternal(?: compiler)?|",
                    r"[Ss]yntax|[Rr]untime|[Pp]arse|[Tt]ype|[Cc]ompile|[Cc]ompilation|",
                    r"[Bb]uild|[Cc]onfiguration|[Cc]onfig|[Vv]alidation|[Uu]nexpected|",
                    r"[Uu]nhandled|[Uu]nknown|[Ss]ystem|[Nn]etwork|[Cc]onnection|",
                    r"[Aa]uthentication|[Ss]erver|[Ll]inker|[Pp]reprocess(?:or|ing)|",
                    r"[Dd]river|[A-Z][\w.-]*(?: [a-z][\w-]*){0,2}|[\w.-]+|SQL|IO|I/O|OS|",
                    r"SSL|TLS) )?(?:[Ee]rror(?:\[[\w:-]+\]|\(\w+\)| (?:TS|CS|E)\d+|",
                    r" \(.{1,60}?\))?(?::(?:\s|$)| - )|(?:fatal|Fatal|FATAL):\s)"
                ),
            )
            .unless(concat!(
                r#"(?i)error: *(?:0|none|null|nil|false|no|undefined)[.,]?\s*$|"#,
                r#"^\s*["']|^no errors?\b"#
            )),
            error(
                &["(error) ", "Error is not recoverable"],
                r"^(?:\(error\) |.*: Error is not recoverable)",
            ),
            error(
                &[
                    "error: ",
                    "Error: ",
                    "error occurred",
                    "errors occurred",
                    "Error occurred",
                    "An error",
                ],
                concat!(
                    r"^(?:An? (?:\w+ )?error (?:has )?occurred\b|\d+ errors? occurred\b|",
                    r"Errors? occurred\b|Error: |Something went wrong)"
                ),
            ),
            error(
                &["error ", "Error "],
                concat!(
                    r"^\s*(?:error|Error)(?: +\w{1,8}\d+:| (?:de|al|en|while|when|during|running|",
                    r"loading|reading|opening|parsing|creating|executing|in|at|from|",
                    r"building|compiling|importing|processing|starting|connecting|",
                    r"fetching|validating|writing|calling)\b).*\S"
                ),
            ),
            error(
                &[
                    "错误",
                    "錯誤",
                    "エラー",
                    "오류",
                    "ошибка",
                    "Ошибка",
                    "Fehler",
                    "FEHLER",
                    "ERREUR",
                    "ERRO: ",
                    "erreur",
                    "Erreur",
                    "Błąd",
                    "błąd",
                    "Errore",
                    "errore",
                    "Erro:",
                    "erro:",
                    "fout:",
                    "Fout:",
                    "chyba",
                    "fel:",
                    "Hata:",
                    "hata:",
                ],
                concat!(
                    r"^(?:[\w./\\+-]+(?:\[\d+\])?: +)*(?:\*\*\* .*|(?:(?:致命的?|内部|嚴重|严重|",
                    r"语法|語法|фатальная|фатальна|критическая|schwerer|schwerwiegender|",
                    r"fataler?|interner|fatale|interne) ?)?(?:错误|錯誤|エラー|오류|ошибка|",
                    r"Ошибка|FEHLER|ERREUR|ERRO|Fehler|erreur|Erreur|Błąd|błąd|Errore|errore|Erro|erro|",
                    r"fout|Fout|chyba|fel|Hata|hata)(?: (?:fatale?|grave|",
                    r"schwer))? ?(?:：|:|\d+$|!)).*"
                ),
            ),
            error(
                &[
                    "fatal：",
                    "fatal :",
                    "致命错误",
                    "致命的エラー",
                    "fataler Fehler",
                    "schwerwiegend",
                    "erreur fatale",
                    "error fatal",
                    "erro fatal",
                    "фатальная ошибка",
                    "fatal:",
                ],
                concat!(
                    r"(?:fatal ?[：:]|致命错误|致命的(?:な)?エラー|",
                    r"fataler Fehler|[Ss]chwerwiegend|",
                    r"erreur fatale|error fatal|erro fatal|фатальная ошибка)"
                ),
            )
            .unless(r"^\s*[^\s:]+:\d+:"),
            warning(
                &[
                    "警告",
                    "avertissement",
                    "Avertissement",
                    "Warnung",
                    "advertencia",
                    "Advertencia",
                    "aviso:",
                    "Aviso:",
                    "предупреждение",
                    "Предупреждение",
                    "ostrzeżenie",
                    "경고",
                    "attenzione",
                    "uyarı:",
                ],
                concat!(
                    r"^(?:[\w./\\+-]+(?:\[\d+\])?: +)*(?:警告|avertissement|Avertissement|",
                    r"Warnung|[Aa]dvertencia|[Aa]viso|[Пп]редупреждение|ostrzeżenie|경고|",
                    r"attenzione|uyarı) ?(?:：|:)"
                ),
            ),
        ],
    ),
];
