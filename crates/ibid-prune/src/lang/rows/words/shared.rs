//! Words and shapes that tools share, tried after the tools' own rows.

use super::shape::{
    NUMBERED, TROUBLE, assertion, caret, code, error, fail, failing, pass, progress, row, strong,
    summary, warned, warning,
};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "marks",
        &[
            pass(
                &["✓ ", "✔ ", "√ ", "✅ ", "✓\u{a0}", "✔\u{a0}", "☢ ", "↩ ", "∅ "],
                r"^\s*(?:✓|✔|√|✅|☢|↩|∅)[ \u{a0}]+\S",
            )
            .unless(r"(?i)(?:built|compiled|finished|done|completed|transformed|generated|deployed|connected|published|pushed|created|downloaded|installed|fetched|Test run with|passed!|problems?\b|\d+ (?:tests?|errors?|warnings?|files?|modules?|issues?|packages?)\b|\ball\b)"),
            // A tool's verdict or diagnostic behind the mark is a sentence; a test's name is none.
            fail(&["✗ ", "✘ ", "✕ ", "× ", "✖ ", "⨯ ", "❌ ", "☒ "], r"^\s*(?:✗|✘|✕|×|✖|⨯|❌|☒) +\S")
                .unless(r"\S\.\w{1,5}[:(]\d+|^\s*\S+ +\d+:\d+ |[a-z)](?:\.|:|\?|!)$|did not run|^\s*\S+ +\d+ (?:problems?|errors?|warnings?|of|issues?|failed)\b|^\s*\S+ +(?:\[ERROR\]|(?:found|failing tests|unmet|missing|[Bb]uild failed|[Ff]ailed to)\b)|\[[a-z]+(?:-[a-z]+)+\]$"),
            // What is left of good marks is a tool's own verdict.
            summary(
                &["✓ ", "✔ ", "✅ ", "✨ "],
                r"^\s*(?:✓|✔|✅|✨) +\S",
            )
            .unless(r"(?i)modules transformed|downloaded|installed|fetched|(?:created|started)$"),
            // Lists of failures: Mocha, Jasmine, RSpec, minitest, ExUnit, and at the line's start
            // PHPUnit, JUnit, NUnit.
            fail(NUMBERED, r"^(?: {2,}\d+\) \S.*[^.;,]|\d+\) (?:[\w\\]+::\w+.*|\w+(?:\[.*\])?\([\w.$]+\)|(?:Failed|Error|Invalid) : \S.*))$").unless(r"^\s+\d+\) (?:Skipped|Pending)\b|\S\.\w{1,5}[:(]\d+"),
            failing(&["✗ ", "✘ ", "✖ ", "❌ ", "× ", "✕ "], r"^\s*(?:✗|✘|✖|❌|×|✕) +(?:[1-9]\d* .*(?:failed|problems?|errors?|issues?)\b|(?:[Bb]uild|[Ll]int|[Tt]ests?|[Cc]heck)\w* failed)"),
            error(&["✗ ", "✘ ", "✖ ", "❌ ", "× ", "✕ ", "⨯ "], r"^\s*(?:✗|✘|✖|❌|×|✕|⨯) +\S"),
        ],
    ),
    row(
        "verdicts",
        &[
            pass(&["PASS: ", "PASSED: ", "[PASS]", "[PASSED]", "SKIP: ", "[ OK ]", "[  OK  ]", "[ PASS ]", "XFAIL: ", "UNSUPPORTED: ", "UNRESOLVED: "], r"^\s*(?:(?:PASS|PASSED|SKIP|XFAIL|UNSUPPORTED): \S|\[ *(?:PASS|PASSED|OK) *\] ?\S?)").unless(r"^PASS: \d+/\d+$"),
            fail(&["FAIL: ", "[FAIL]", "[FAILED]", "[ FAIL ]", "[ FAILED ]", "XPASS: ", "UNRESOLVED: ", "FAILED: "], r"^(?:(?:FAIL|XPASS|UNRESOLVED): \S|\[ ?FAIL(?:ED)? ?\] ?\S)").unless(r"^FAIL: \d+/\d+$|\.go:\d"),
            // Two counted verdicts at the least, one of them a failure that is not none.
            failing(
                &["failed", "failure", "error", "failing", "Failed", "Failure", "Error", "broken"],
                r"^(?:[*#=|>(-]+ *)?(?:[A-Z][\w ]{0,24}[:=]? +|FAILED\W+|failed\W+)?\d+ (?:[\w-]+ )?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|s|ing)?|errors?|errored|skipped|pending|ignored|warnings?|success(?:es|ful)?|succeeded|ok|todo|broken|tests?|assertions?|examples?|specs?|checks?|scenarios?|steps|suites?|cases|problems?|issues?|disabled|timed out|total|files?)\b.*?(?:[,;:|/(]|and) *.*?\b[1-9]\d* (?:[\w-]+ )?(?:fail(?:ed|ures?|s|ing)?|errors?|errored|broken)\b",
            )
            .unless(r"^\s*\d+/\d+ .*%|^\s*\[\d+/\d+\]|\d+ % "),
            failing(
                &["failed", "failure", "error"],
                r"^(?:[*#=|>(-]+ *)?[1-9]\d* (?:[\w-]+ )?(?:fail(?:ed|ures?|ing)?|errors?|errored)\b(?:[,;|/ ]+(?:and )?\d+ (?:[\w-]+ )?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|ing)?|errors?|skipped|pending|ignored|warnings?|succeeded|ok|total|notes?|hints?|infos?|suggestions?|informations?))+\b",
            ),
            failing(
                &["failed", "failures", "errors", "error", "FAILED", "ound ", "etected ", "ncountered ", "inished with ", "nded with ", "ompleted with ", "xited with "],
                r"^(?:[1-9]\d*(?: out)?(?: of \d+)? (?:[\w-]+ ){0,2}(?:tests?|specs?|checks?|steps?|jobs?|tasks?|targets?|modules?|suites?|files?|builds?|assertions?|examples?|scenarios?) (?:have |has |were |was )?(?:failed|FAILED|failing|errored)|(?:[Ff]ound|[Dd]etected|[Ff]ailed with|FAILED with|[Ee]ncountered|[Ff]inished with|[Ee]nded with|[Cc]ompleted with|[Ee]xited with) (?:a total of )?[1-9]\d* (?:[\w-]+ )?(?:errors?|failures?|problems?|violations?|issues?|offenses?)\b)",
            ),
            failing(
                &["Failures: ", "Errors: ", "Failed: ", "failures: ", "errors: ", "failed: ", "Failures=", "failures=", "errors=", "FAIL: ", "failed=", "FAILED: "],
                r"^(?:[A-Za-z][\w ]{0,24}[:=] *\d+(?:[,;.|/]| +) *)*(?:[Tt]ests? |[Tt]otal )?(?:Failures|Errors|Failed|failures|errors|failed|FAIL|FAILED) ?[:=] *[1-9]\d*\b[.,;|)]?(?:\s|$)",
            )
            .unless(r"^\s*[\w.]+=\S+$"),
            failing(
                &["BUILD FAILED", "BUILD FAILURE", "TESTS FAILED", "TEST FAILED", "FAILED (", "Build failed", "build failed", "Tests failed", "tests failed", "Compilation failed", "FAILED!", "Job failed", "Build FAILED", "Pipeline failed", "Deployment failed", "Check failed", "checks failed", "Linting failed", "Lint failed"],
                r"^(?:\W{0,4}|x )(?:(?:Error: )?(?:BUILD|TESTS?|SUITE|LINT|CHECKS?) (?:FAILED|FAILURE)|FAILED \(.*=.*\)|(?:The )?(?:[Bb]uild|[Tt]ests?|[Cc]ompilation|[Jj]ob|[Pp]ipeline|[Dd]eployment|[Cc]hecks?|[Ll]int(?:ing)?) (?:has |have )?failed\b|FAILED!)",
            ),
            failing(&["FAILED", "FAILURE", "FAIL"], r"^\W*(?:FAILED|FAILURE|FAILURES|FAIL|ERRORS?)\W*$").unless(r"^(?:-|=)*>|^\s*[/\[]"),
            warned(
                &[" warning", " warnings"],
                r"^(?:(?:0|no) errors?,? (?:and )?)?[1-9]\d* warnings?\b(?:,? (?:and )?0 errors?| (?:found|emitted|generated|reported)|$|\.$)",
            ),
            summary(
                &["passed", "failed", "failures", "errors", "Failures: ", "Errors: ", "Failed: ", "Passed: ", "failures: ", "errors: ", "skipped", "tests"],
                r"^(?:[*#=|>(-]+ *)?(?:[A-Z][\w ]{0,24}[:=]? +|PASSED\W+|OK\W+)?(?:\d+ (?:[\w-]+ )?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|ing)?|errors?|skipped|pending|ignored|warnings?|succeeded|ok|tests?|assertions?|examples?|specs?|checks?|suites?|files?|cases?|scenarios?|steps?|total)\b(?:[,;|/ ]+(?:and )?)){1,6}\d+ (?:[\w-]+ )?(?:pass(?:ed|es|ing)?|fail(?:ed|ures?|ing)?|errors?|skipped|pending|ignored|warnings?|succeeded|ok|todo|total)\b",
            )
            .unless(r"^\s*\d+/\d+ "),
            summary(
                &["Failures: ", "Errors: ", "Failed: ", "Passed: ", "failures: ", "errors: ", "failed: ", "passed: ", "Failures=", "failures="],
                r"^(?:(?:[A-Za-z][\w ]{0,24} ?[:=] *\d+(?:[,;.|/]| +) *)+(?:Failures|Errors|Failed|Passed|failures|errors|failed|passed) ?[:=] *\d+|(?:Failures|Errors|Failed|errors|failures|failed) ?[:=] *0)\b",
            ),
            summary(
                &["passed", "succeeded", "no errors", "No errors", "0 errors", "No issues", "no issues", "0 failed", "0 failures", "SUCCESS", "successful", "No problems", "no problems", "0 problems", "PASSED"],
                r"^(?:\W{0,4})(?:(?:[Aa]ll )?(?:\d+ )?(?:tests?|checks?|specs?|assertions?|files?)? ?(?:have )?(?:all )?passed[.!]?$|[Aa]ll (?:\d+ )?(?:tests|checks|specs)(?: have)? (?:passed|succeeded)|[Nn]o (?:errors|issues|problems|warnings)(?: (?:were )?(?:found|detected|reported))?[.!]?$|(?:Build|Tests?|Deployment|Compilation|Job|Pipeline|Lint) (?:succeeded|passed|successful|completed successfully)|0 (?:errors|failures|failed|problems)(?: (?:found|detected))?[.!]?$|(?:BUILD|TESTS?) (?:SUCCESS\w*|SUCCEEDED|PASSED)|SUCCESS[.!]?$)",
            ),
            summary(&["Finished in "], r"^Finished in [\d.]+ ?(?:s|sec|secs|seconds|ms|m)\b"),
            error(&["FAILED: "], r"^FAILED: \S"),
            error(&[": FAILED", "... FAILED", "...FAILED", ": FAIL", "FAILED "], r"^\S.*(?::|\.\.\.) ?FAIL(?:ED|URE)?\b[.!]?\s*(?:\(.*\))?$"),
        ],
    ),
    row(
        "exceptions",
        &[
            assertion(
                &["AssertionError", "AssertionFailedError", "ComparisonFailure", "AssertFailedException", "ExpectationFailedException", "AssertionFailure", "AssertionException"],
                r"^(?:(?:Caused by|Suppressed): |Exception in thread .* |Uncaught |Unhandled exception\. |(?:\[cause\]|\[\w+\]): )?(?:[\w$.\\:]*)(?:AssertionError|AssertionFailedError|ComparisonFailure|AssertFailedException|ExpectationFailedException|AssertionFailure|AssertionException)\b(?: \[\w+\])?(?::|$)",
            ),
            error(
                &["Error", "Exception", "Failure: ", "Fault: ", "NotFound: ", "DoesNotExist: ", "Timeout: ", "TimedOut: ", "Interrupt", "SystemExit", "Unsatisfiable", "Violation: ", "Panic: ", "GeneratorExit", "StopIteration", "timeout: "],
                r"^(?:(?:Caused by|Suppressed|Causes?): |Exception in thread .*? |Uncaught (?:\(in promise\) )?|Unhandled [Ee]xception(?:\.|:) +|\[cause\]: |\[!\] |⨯ |❌ +|fatal: |(?:\d+\) )|\(node:\d+\) |[-*] )?(?:[A-Za-z_$][\w$]*(?:\.|\\|::|/))*[A-Z_$][\w$]*(?:Error|Exception|Failure|Fault|NotFound|DoesNotExist|Timeout|TimedOut|Interrupt|Unsatisfiable|Violation|Panic|Refused|Warning)(?:\d+)?(?: \[\w+\])?(?::(?:\s|$)|$| \{$)",
            )
            .unless(r"Assertion(?:Failed)?Error|ComparisonFailure|ExpectationFailed|(?:^|\W)[A-Z]\w*Warning:|^\s*[\w.]+\s*$|^\s*(?:class|import|from|export|use|except|catch|throw|raise|return) "),
            error(
                &["KeyboardInterrupt", "SystemExit: ", "StopIteration", "GeneratorExit", "java.lang.", "java.io.", "java.util.", "socket.timeout: ", "System."],
                r"^(?:Caused by: )?(?:KeyboardInterrupt$|SystemExit: \S|StopIteration$|GeneratorExit$|(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error)$|socket\.timeout: |System\.(?:\w+\.)*\w+Exception(?: \(0x|:|$))",
            ),
            error(
                &["Error", "Exception"],
                r"^(?:E\s+)?(?:[a-z_]\w*\.)+[A-Z]\w*(?:Error|Exception)$|^(?:E\s+)?[A-Z]\w*(?:Error|Exception)$",
            )
            .unless(r"AssertionError"),
            error(
                &["Traceback (most recent call last)", "During handling of the above exception", "The above exception was the direct cause", "Exception Group Traceback", "Caused by:", "Caused by ", "Unhandled exception", "Uncaught exception", "uncaught exception", "Fatal Python error"],
                r"^(?:\+ )?(?:(?:Exception Group )?Traceback \(most recent call last\)|During handling of the above exception|The above exception was the direct cause|Caused by: ?|(?:\*\*\* )?(?:Unhandled|[Uu]ncaught) exception|Fatal Python error)",
            ),
            code(&["[Previous line repeated "], r"\[Previous line repeated \d+ more times?\]"),
            error(
                &["terminate called ", "  what():  ", "pure virtual method called", "throw err;", "throw er;", "UnhandledPromiseRejection", "Emitted 'error' event", "triggerUncaughtException"],
                r"^(?:libc\+\+abi: )?(?:terminate called |terminating due to|what\(\): {2}|pure virtual method called|throw err?;|\[?UnhandledPromiseRejection[: ]|Emitted 'error' event|triggerUncaughtException)",
            ),
            error(
                &["panicked at ", "panic: ", "fatal error: ", "goroutine ", "[signal SIG", "stack overflow", "Fatal error: "],
                r"^(?:(?:\S+: )?thread '.*' (?:\(\d+\) )?panicked at |panic: \S|thread \d+ panic: |fatal error: \S|\[signal SIG|thread .* has overflowed its stack|Fatal error: \S|PHP Fatal error: )",
            ),
            error(
                &["index out of bounds: ", "called `Option::unwrap()`", "called `Result::unwrap()`", "attempt to ", "already borrowed", "no entry found for key", "internal error: entered unreachable", "range end index", "range start index", "not yet implemented", "not implemented: "],
                r"^(?:index out of bounds: |called `(?:Option|Result)::|attempt to (?:subtract|add|multiply|divide|negate|shift|calculate)|already (?:mutably )?borrowed|no entry found for key|internal error: entered unreachable|range (?:end|start) index|not (?:yet )?implemented(?:: |$))",
            ),
        ],
    ),
    row(
        "crashes",
        &[
            failing(&["SUMMARY: AddressSanitizer", "SUMMARY: UndefinedBehavior", "SUMMARY: ThreadSanitizer", "SUMMARY: LeakSanitizer", "SUMMARY: MemorySanitizer"], r"SUMMARY: \w+Sanitizer"),
            failing(&["ERROR SUMMARY: "], r"ERROR SUMMARY: [1-9]"),
            summary(&["ERROR SUMMARY: "], r"ERROR SUMMARY: 0 "),
            error(
                &["ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: ThreadSanitizer", "WARNING: MemorySanitizer", "ERROR: libFuzzer", "Invalid read of size", "Invalid write of size", "definitely lost: ", "Conditional jump or move depends", "Sanitizer:DEADLYSIGNAL"],
                r"(?:ERROR|WARNING): (?:Address|Leak|Thread|Memory|HWAddress)Sanitizer|ERROR: libFuzzer|^==\d+==\s+(?:Invalid (?:read|write|free)|Conditional jump|definitely lost: [1-9]|Process terminating)|Sanitizer:DEADLYSIGNAL",
            ),
            error(
                &["(core dumped)", "egmentation fault", "Aborted", "Killed", "Bus error", "Illegal instruction", "Floating point exception", "Trace/breakpoint trap", "Program received signal", "Program terminated with signal", "SIGSEGV", "SIGABRT", "SIGKILL", "Out of memory", "out of memory", "JavaScript heap out of memory", "Abort trap", "oom-kill", "stack smashing detected", "double free", "munmap_chunk()", "corrupted size", "malloc(): ", "free(): ", "realloc(): ", "app crashed", "dumped core", "Terminated", "panic serving "],
                r"^(?:(?:\S+: )*(?:line \d+: +\d+ +)?(?:[Ss]egmentation fault|Aborted|Killed|Bus error|Illegal instruction|Floating point exception|Trace/breakpoint trap|Abort trap)\b.{0,160}|Program (?:received|terminated with) signal |.*\(core dumped\)|.*\bSIG(?:SEGV|ABRT|KILL)\b|.*\b[Oo]ut of memory\b|.*oom-kill|\*\*\* stack smashing detected|double free or corruption|munmap_chunk\(\)|corrupted size|(?:malloc|free|realloc)\(\): |.*app crashed|.*dumped core|Terminated$|.*panic serving )",
            )
            .unless(r"^\s*(?:Aborted|Killed|aborted)\w*[:=] *0\b|^\s*\w+\(.*SIG"),
            error(
                &["Assertion `", "Assertion failed", "assertion failed", "ASSERT failed", "Assertion violated"],
                r"^(?:.*: )?(?:Assertion `.*' failed|Assertion failed\b|assertion failed: |ASSERT failed|Assertion violated)",
            )
            .unless(r"\.(?:c|cc|cpp|h):\d+:"),
        ],
    ),
    row(
        "levels",
        &[
            // A level word in capitals, at the start of a line or after a time, a thread, a name.
            error(
                &["ERROR", "FATAL", "CRITICAL", "SEVERE", "PANIC", "EMERG", "ALERT"],
                r"^(?:[\w.]+\.)?(?:\*+ ?|\| ?|-+ ?)?\[? ?(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|EMERG|ALERT)\b ?\]?(?: *[:|>-]|\s+|\()\s*\S",
            )
            .unless(r"^\W*(?:ERROR|FATAL|CRITICAL)[\w ]*[:=] *(?:0|none|null|false)\b|^\s*ERROR_|^\W*ERROR (?:and|or|count|rate|log)s?\b|\bERROR +\|? *0\b"),
            error(
                &[" ERROR ", " FATAL ", " CRITICAL ", " SEVERE ", "[ERROR]", "[FATAL]", "[CRITICAL]", " ERROR:", ".ERROR: ", " FATAL:", "[error]", "|ERROR|", " CRIT "],
                r"^(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|\w{3} +\d+ \d\d:\d\d:\d\d|\[)\S*.{0,80}?[ \[|.](?:ERROR|FATAL|CRITICAL|SEVERE|CRIT|error)[\]: |]",
            )
            .unless(r"\berror(?:s|_\w+)?[:=] ?0\b"),
            error(
                &["E, ["],
                r"^[EF], \[",
            ),
            error(
                &[r#""level":"error""#, r#""level":"fatal""#, r#""severity":"ERROR""#, r#""level": "error""#, r#""level":"ERROR""#, r#""severity":"CRITICAL""#, r#""level":50"#, r#""level":60"#],
                r#"^.{0,40}\{.*"(?:level|severity)": ?(?:"(?:error|fatal|ERROR|FATAL|CRITICAL)"|[56]0\b)"#,
            ),
            warning(
                &["WARN", "[warn]", "W, ["],
                r"^(?:[\w.]+\.)?(?:\*+ ?)?\[? ?(?:WARNING|WARN)\b ?\]?(?: *[:|>-]|\s+|\()\s*\S|^W, \[",
            )
            .unless(r"^\W*WARN(?:ING)?S?[\w ]*[:=] *0\b"),
            warning(
                &[" WARN ", " WARNING ", "[WARN]", "[WARNING]", " WARN:", " WARNING:", ".WARNING: ", "|WARN|"],
                r"^(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|\w{3} +\d+ \d\d:\d\d:\d\d|\[)\S*.{0,80}?[ \[|.]WARN(?:ING)?[\]: |]",
            ),
        ],
    ),
    row(
        "error-word",
        &[
            error(
                &["rror: ", "rror:", "rror[", "rror(", "rror (", "rror TS", "rror CS", "rror E", "fatal: ", "Fatal: ", "FATAL: ", "rror - "],
                r"^(?:(?:[\w./\\@+-]+|\[[\w -]+\]|\w+\(\d+\)|\S+ \(.*?\)): +)?(?:(?:[Ff]atal|[Ii]nternal(?: compiler)?|[Ss]yntax|[Rr]untime|[Pp]arse|[Tt]ype|[Cc]ompile|[Cc]ompilation|[Bb]uild|[Cc]onfiguration|[Cc]onfig|[Vv]alidation|[Uu]nexpected|[Uu]nhandled|[Uu]nknown|[Ss]ystem|[Nn]etwork|[Cc]onnection|[Aa]uthentication|[Ss]erver|[Ll]inker|[Pp]reprocess(?:or|ing)|[Dd]river|[A-Z][\w.-]*(?: [a-z][\w-]*){0,2}|[\w.-]+|SQL|IO|I/O|OS|SSL|TLS) )?(?:[Ee]rror(?:\[[\w:-]+\]|\(\w+\)| (?:TS|CS|E)\d+| \(.{1,60}?\))?(?::(?:\s|$)| - )|(?:fatal|Fatal|FATAL):\s)",
            )
            .unless(r#"(?i)error: *(?:0|none|null|nil|false|no|undefined)[.,]?\s*$|^\s*["']|^no errors?\b"#),
            error(&["(error) ", "Error is not recoverable"], r"^(?:\(error\) |.*: Error is not recoverable)"),
            error(
                &["error: ", "Error: ", "error occurred", "errors occurred", "Error occurred", "An error"],
                r"^(?:An? (?:\w+ )?error (?:has )?occurred\b|\d+ errors? occurred\b|Errors? occurred\b|Error: |Something went wrong)",
            ),
            error(
                &["error ", "Error "],
                r"^\s*(?:error|Error)(?: +\w{1,8}\d+:| (?:while|when|during|running|loading|reading|opening|parsing|creating|executing|in|at|from|building|compiling|importing|processing|starting|connecting|fetching|validating|writing|calling)\b).*\S",
            ),
            error(
                &["错误", "錯誤", "エラー", "오류", "ошибка", "Ошибка", "Fehler", "erreur", "Erreur", "Błąd", "błąd", "Errore", "errore", "Erro:", "erro:", "fout:", "Fout:", "chyba", "fel:", "Hata:", "hata:"],
                r"^(?:[\w./\\+-]+(?:\[\d+\])?: +)*(?:\*\*\* .*|(?:(?:致命的?|内部|嚴重|严重|语法|語法|фатальная|фатальна|критическая|schwerer|schwerwiegender|fataler?|interner|fatale|interne) ?)?(?:错误|錯誤|エラー|오류|ошибка|Ошибка|Fehler|erreur|Erreur|Błąd|błąd|Errore|errore|Erro|erro|fout|Fout|chyba|fel|Hata|hata)(?: (?:fatale?|grave|schwer))? ?(?:：|:|\d+$|!)).*",
            ),
            error(
                &["fatal：", "fatal :", "致命错误", "致命的エラー", "fataler Fehler", "schwerwiegend", "erreur fatale", "error fatal", "erro fatal", "фатальная ошибка", "fatal:"],
                r"(?:fatal ?[：:]|致命错误|致命的(?:な)?エラー|fataler Fehler|[Ss]chwerwiegend|erreur fatale|error fatal|erro fatal|фатальная ошибка)",
            )
            .unless(r"^\s*[^\s:]+:\d+:"),
            warning(
                &["警告", "avertissement", "Avertissement", "Warnung", "advertencia", "Advertencia", "aviso:", "Aviso:", "предупреждение", "Предупреждение", "ostrzeżenie", "경고", "attenzione", "uyarı:"],
                r"^(?:[\w./\\+-]+(?:\[\d+\])?: +)*(?:警告|avertissement|Avertissement|Warnung|[Aa]dvertencia|[Aa]viso|[Пп]редупреждение|ostrzeżenie|경고|attenzione|uyarı) ?(?:：|:)",
            ),
        ],
    ),
    row(
        "expectations",
        &[
            assertion(
                &["left: ", "right: ", "left:", "right:"],
                r"^\s*(?:E\s+)?(?:left|right): ",
            ),
            assertion(
                &["assertion `", "assertion failed"],
                r"^(?:.*panicked at .*)?assertion (?:`.*` failed|failed)",
            ),
            assertion(
                &["xpected", "eceived", "ctual", "got:", "Got:", "want:", "Want:", "But was", "but was", "have:", "wanted:"],
                r"^[-+ ]{0,4}(?:[Ee]xpected(?: [\w ]{1,30})?|[Rr]eceived(?: [\w ]{1,30})?|[Aa]ctual(?: \w+)?|[Gg]ot|[Ww]ant(?:ed)?|[Bb]ut was)(?: value)? *(?::|=)(?:\s|$)",
            )
            .unless(r"(?i)^\W*expected (?:fail|pass|result)\w*: +\d+\s*$"),
            assertion(
                &["expected ", "Expected "],
                r"^[Ee]xpected .{1,300}?(?:\bgot\b|\bbut (?:was|got|found|received|received|instead)\b|\breceived\b|\bactual\b|, found |, but |to (?:be|equal|eq|have|include|contain|match|throw|raise|start|end|deep|receive|respond|not|change)\b|\binstead\b)",
            ),
            assertion(
                &["--- Expected", "+++ Actual", "--- expected", "+++ actual", "+++ got", "--- want", "- Snapshot", "- Expected", "+ Received", "- Expected:", "+ Actual", "Diff:", "Full diff:", "Differing items:", "@@ ", "--- Actual", "+++ Expected", "Diff < left / right >"],
                r"^(?:-{1,3}(?: |·)(?:[Ee]xpected|[Aa]ctual|want|Snapshot)\b|\+{1,3}(?: |·)(?:[Aa]ctual|[Rr]eceived|[Ee]xpected|got)\b|(?:Full )?[Dd]iff:$|Differing items:|Diff < left)",
            ),
            assertion(
                &[" did not match", " does not match", "not equal", "differs from", "values are not equal", "Values are not", "are not identical"],
                r"^(?:[Vv]alues|[Aa]rguments|[Rr]esults?|[Oo]bjects|[Rr]egex pattern|[Ss]tring|[Aa]rrays|Both values|[Ll]ists|[Tt]uples|[Dd]icts|output)\b.*(?:did not match|does not match|not (?:strictly )?(?:deep(?:ly)? )?equal|differs? from|are not identical)",
            ),
            assertion(
                &["Class: <", "Message: <", "exception expected"],
                r"^\s*(?:Class|Message): <|exception expected(?:, not|\b)",
            ),
            assertion(&[" != ", " !== "], r"^(?:Key \S+: )?[\w.'\[\]-]{1,60} !==? [\w.'\[\]-]{1,60}$"),
            assertion(&["Condition not satisfied", "xpected exception", "Expected no exception"], r"^\s*(?:Condition not satisfied:|Expected (?:no )?exception)"),
            assertion(&["> found", " found   :", " found:", " required:", "required: ", "found:    "], r"^\s+(?:found {0,4}:|required ?:) +\S"),
            assertion(&["have (", "want (", "have ", "want "], r"^\t+(?:have|want) (?:\(|\w+\()"),
        ],
    ),
    row(
        "underlines",
        &[
            caret(&["^", "~~", "  ~", "┬", "╰", "═══ "], r"^[\s|│╵>:·\d]*(?:[~^-]*\^[~^. -]*|~{1,}[~ ]*)(?:\s.{0,200})?$")
                .unless(r"^[\s-]*$|^\^\w|\^[\d.]"),
            caret(&["| ", "│ "], r"^[\s|│>:·\d]*(?:\||│)[\s]*(?:-{2,}|_{3,}\^?|\+{2,}|~+)(?:[\s+~^-].{0,200})?$"),
            caret(&["─┬─", "╰─", "┬"], r"^[\s│·]*(?:╰─+(?:[^>─▶]|$)|─*┬─*|·.*┬)"),
        ],
    ),
    row(
        "shells",
        &[
            strong(
                &["command not found", ": not found", "is not recognized as an internal", "No such file or directory", "ermission denied", "not found: "],
                r"command not found|^(?:\S+: )+(?:\d+: |line \d+: )?\S+: not found$|is not recognized as (?:an internal|the name of)|\bNo such file or directory|\b[Pp]ermission denied\b|^\w*sh: .*not found",
            ),
            strong(
                &["Kommando nicht gefunden", "Befehl nicht gefunden", "Datei oder Verzeichnis nicht gefunden", "commande introuvable", "Aucun fichier ou dossier", "orden no encontrada", "No existe el archivo", "comando não encontrado", "comando no encontrado", "Arquivo ou diretório inexistente", "Ficheiro ou directoria inexistente", "未找到命令", "没有那个文件或目录", "コマンドが見つかりません", "そのようなファイルやディレクトリ", "команда не найдена", "Нет такого файла", "Keine Berechtigung", "Permission non accordée", "Permiso denegado", "Permissão negada", "权限不够", "許可がありません", "Отказано в доступе", "nie znaleziono polecenia", "comando non trovato", "File o directory non esistente", "명령어를 찾을 수 없음"],
                r"(?:Kommando|Befehl|Verzeichnis) nicht gefunden|commande introuvable|Aucun fichier ou dossier|orden no encontrada|No existe el archivo|comando n(?:ão|o) encontrado|inexistente|未找到命令|没有那个文件或目录|コマンドが見つかりません|そのようなファイルやディレクトリ|команда не найдена|Нет такого файла|Keine Berechtigung|Permission non accordée|Permiso denegado|Permissão negada|权限不够|許可がありません|Отказано в доступе|nie znaleziono polecenia|comando non trovato|non esistente|명령어를 찾을 수 없음",
            ),
            error(
                &["exit code", "exit status", "exited with", "exited (", "non-zero", "Exit status ", "Exit code", "return code", "exit_code", "errno", "with code", "with signal", "error code ", "killed by signal", "status code"],
                r"(?i)\b(?:exit(?:ed)?(?: with)?(?: an?)? ?(?:code|status|value|error)|return(?:ed)? code|with (?:exit |error )?code)[ :=']*(?:of )?(?:-?[1-9]\d*|0x[\da-f]*[1-9a-f])\b|\bexited \([1-9]\d*\)|\bexited with (?:-?[1-9]|a non-zero|non-zero)|non-zero (?:exit|code|return|status)|killed by signal|\bwith signal (?:\d|SIG)|Exit status [1-9]",
            )
            .unless(r"^\s*(?:\d+/\d+ Test|\[\d+/\d+\])|(?i)\bexpected exit code|non-zero exit codes? (?:is|are)"),
        ],
    ),
    row(
        "trouble",
        &[
            strong(
                &["annot find ", "ould not find ", "ouldn't find ", "ouldn't resolve ", "ouldn't open ", "ouldn't read ", "ouldn't connect ", "an't find ", "nable to find ", "annot open ", "ould not open ", "an't open ", "nable to open ", "annot resolve ", "ould not resolve ", "an't resolve ", "nable to resolve ", "annot import ", "ould not import ", "annot load ", "ould not load ", "nable to load ", "an't load ", "an't locate ", "nable to locate ", "ould not locate ", "annot create ", "ould not create ", "nable to create ", "annot connect ", "ould not connect ", "nable to connect ", "annot read ", "ould not read ", "nable to read ", "annot write ", "ould not write ", "nable to write ", "annot allocate ", "annot execute ", "annot access ", "nable to access ", "annot determine ", "ould not determine ", "ould not be ", "annot be ", "nable to parse ", "annot parse ", "ould not parse ", "ould not compile", "annot start ", "ould not start ", "nable to start ", "nable to get ", "annot get ", "ould not get "],
                r"\b(?:[Cc](?:annot|ould not|an't|ouldn't)|[Uu]nable to|[Cc]ould not|[Cc]annot) (?:find|open|resolve|import|load|locate|create|connect|read|write|allocate|execute|access|determine|parse|compile|start|get|be (?:resolved|found|loaded|opened|read|written|used|created|downloaded|converted|applied|null|determined|started|imported|parsed|compiled|reached|cast|called|inferred|reassigned|assigned|installed|verified|decoded))\b",
            )
            .unless(r"^\s*(?://|#|\*|--\s)|\bcould not find (?:any|an) (?:updates|issues)"),
            strong(
                &["ailed to ", "ailed with ", "failed: ", "Failed: ", "has failed", "failed for ", "ailed because", "failed after ", "errored after ", "marked build as failure", "exceeded the maximum", "No output has been received", "failed due to", " failed.", " failed!", "failed at "],
                r"\b[Ff]ailed to \w+|\b[Ff]ailed (?:with|for|after|due to|because|at) \S|\bfailed: \S|\bhas failed\b|\berrored after |marked build as failure|exceeded the maximum|No output has been received|\w failed(?:[.!]$|\. )",
            )
            .unless(r"(?i)\b(?:failed|failures?)[:=] *0\b|\b0 (?:failed|failures)\b|\bretry(?:ing)?\b.*\bfailed to\b.*\bok\b|failed: *(?:null|false|none|\[\])"),
            strong(
                &["does not exist", "doesn't exist", "is not defined", "undefined variable", "undefined method", "undefined function", "uninitialized constant", "not in scope", "ouldn't match ", "Undefined ", "unresolved import", "nresolved reference", "unresolved external", "onnection refused", "onnection reset", "timed out", "Timed out", "TIMEOUT", "No space left on device", "Too many open files", "stack overflow", "Stack overflow", "access denied", "Access denied", "Access is denied", "not permitted", "is not a function", "not a directory", "Is a directory", "ot a git repository", "NXDOMAIN", "getaddrinfo", "ECONNREFUSED", "ENOENT", "EACCES", "EADDRINUSE", "ETIMEDOUT", "ENOTFOUND", "address already in use", "Address already in use", "heap space", "MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND", "deadlock", "data race", "DATA RACE", "use after free", "uninitialized value", "syntax error", "Syntax error", "No module named", "No matching version", "no such ", "No such ", "key not found", "Undefined array key", "invalid option", "unrecognized option", "unknown option", "nrecognized arguments", "nexpected token", "permission denied", "certificate verify failed", "already in use", "disk full", "quota exceeded", "Unauthorized", "403 Forbidden", "401 Unauthorized", "404 Not Found", "500 Internal Server Error", "502 Bad Gateway", "503 Service", "rate limit exceeded", "which is incompatible", "was not found", "were not found"],
                r"does not exist|doesn't exist|\bis not defined\b|\bundefined (?:variable|method|function)\b|uninitialized constant|\bnot in scope\b|[Cc]ouldn't match |^\W*Undefined (?:array key|variable|property|index|offset|method|constant|function|symbol)|[Uu]nresolved (?:import|reference|external)|[Cc]onnection (?:refused|reset)|\b[Tt]imed out\b|\bTIMEOUT\b|No space left on device|Too many open files|\b[Ss]tack overflow\b|\b[Aa]ccess (?:is )?denied\b|not permitted|is not a function|\b[Nn]ot a directory\b|\bIs a directory\b|[Nn]ot a git repository|\bNXDOMAIN\b|getaddrinfo|\bE(?:CONNREFUSED|NOENT|ACCES|ADDRINUSE|TIMEDOUT|NOTFOUND)\b|[Aa]ddress already in use|heap space|MODULE_NOT_FOUND|\b[Dd]eadlock\b|(?i:data race)|use after free|uninitialized value|[Ss]yntax error|No module named|No matching version|\b[Nn]o such (?:file|module|command|table|column|host|device|option|container|image|key|method|package|library|process|user|remote|service|target|host|variable|column)|key not found|(?:invalid|unrecognized|unknown) option|[Uu]nrecognized arguments|[Uu]nexpected token|permission denied|certificate verify failed|already in use|disk full|quota exceeded|40[13] (?:Forbidden|Unauthorized)|404 Not Found|50[023] (?:Internal Server Error|Bad Gateway|Service)|rate limit exceeded|which is incompatible|\bw(?:as|ere) not found\b",
            )
            .unless(r"\b0 (?:timed out|TIMEOUT)|(?i)\btime(?:d )?out[:=] *0\b|if not exists|^\s*(?://|#|\*) "),
            warning(
                &["arning: ", "arning:", "arning[", "arning(", "warning - ", "warn: "],
                r"^(?:(?:[\w./\\@+-]+|\[[\w -]+\]|\S+ \(.*?\)): +)*(?:\(\w+:\d+\) )?(?:OpenJDK .* VM |\w+ )?(?:\[?[Ww]arning\]?(?:\[[\w:-]+\]|\(\w+\)| \w{1,8}\d+| \(.{1,60}?\))?(?::(?:\s|$)| - )|warn: \S)",
            )
            .unless(r#"(?i)warnings?: *(?:0|none|null|false)[.,]?\s*$|^\s*["']"#),
            warning(
                &["Warning: ", "Warning:"],
                r"^(?:\S+: )?(?:\(node:\d+\) )?(?:\[\w+\] )?[A-Z]\w*Warning:(?:\s|$)",
            ),
            warning(
                &["deprecated", "DEPRECATED", "Deprecated", "DeprecationWarning", "DEPRECATION", "Warning message"],
                r"^(?:npm warn |.{0,60})?(?:\bdeprecated\b|\bDEPRECAT(?:ED|ION)\b|^Deprecated\b|^Warning messages?:|: Deprecated)",
            ),
        ],
    ),
    row(
        "progress",
        &[
            progress(
                &["%"],
                r"^.{0,120}?\b\d{1,3}(?:\.\d+)? ?%(?:[\s|\])│.,:]|$)",
            )
            .unless(r"(?i)\b(?:fail(?:ed|ure|ures|ing)?|errors?|passed|warnings?|coverage|threshold|cpu|mem|usage|disk|used)\b|\d+%\s*[A-Za-z]{3,}.*(?:slower|faster)|^[\s\w.-]+\|.*\|.*\|"),
            progress(
                &["####", "====", "━━━━", "████", "▓▓▓", "░░░", "■■■", "⣿⣿", "....."],
                r"^.{0,60}\[?(?:#{4,}|={4,}>?|━{6,}|█{3,}|▓{3,}|░{3,}|■{3,}|⣿{2,})[-=># .░▒▓█━╸╺]*\]?\s*(?:\|?\s*\d+(?:\.\d+)?\s*(?:%|/|[kMG]i?B).*|\d+:\d\d.*)$",
            ),
            progress(
                &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏", "⠿", "⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷", "◐", "◓", "◑", "◒"],
                r"^\s*(?:⠋|⠙|⠹|⠸|⠼|⠴|⠦|⠧|⠇|⠏|⠿|⣾|⣽|⣻|⢿|⡿|⣟|⣯|⣷|◐|◓|◑|◒)",
            )
            .unless(TROUBLE),
            progress(
                &["Compiling ", "Building ", "Linking ", "Generating ", "Processing ", "Checking ", "Copying ", "Bundling ", "Transpiling ", "Assembling ", "Packaging ", "Preprocessing ", "Scanning ", "Analyzing ", "Loading ", "Running ", "Starting ", "Waiting ", "Preparing ", "Configuring ", "Creating ", "Uploading ", "Verifying ", "Cleaning ", "Restoring ", "Initializing ", "Optimizing ", "Rendering ", "Collecting ", "Updating "],
                r"^(?:(?:==?>|->|[-*•›»▸▶]|\S{1,12}:|\d+/\d+|\(\d+/\d+\)) +)?(?:Compiling|Building|Linking|Generating|Processing|Checking|Copying|Bundling|Transpiling|Assembling|Packaging|Preprocessing|Scanning|Analyzing|Loading|Running|Starting|Waiting|Preparing|Configuring|Creating|Uploading|Verifying|Cleaning|Restoring|Initializing|Optimizing|Rendering|Collecting|Updating) [^:]*?(?:\.\.\.|…|v?\d+\.\d+|\S+\.\w{1,5}$|\(\d+/\d+\)|\d+ (?:source |\w+ )?files?)",
            )
            .unless(TROUBLE),
            progress(
                COUNTED,
                r"^\s*[\[(] *\d+ ?(?:/|of) ?\d+ *[\])] *\S",
            )
            .unless(TROUBLE),
        ],
    ),
    row(
        "source-lines",
        &[
            code(
                &[" | ", " │ ", "| ", " |", "│ ", "┃ "],
                r"^\s*(?:>|❱|→|»|❯)?\s*\d{1,6} ?(?:\d{1,6} )? ?(?:\||│|┃|▎)(?:\s|$)|^\s*(?:>>?>?|❱|❯) +\d{1,6} *(?:\||│|┃|:|▕)\s?",
            ),
            code(&["|", "│"], r"^\s{1,10}(?:\||│)(?:\s*$|\s{1,}\S)").unless(r"^[\s|│]*$|[|│]\s*$"),
            code(&["-> "], r"^(?:-->|->) +\d+ +\S"),
        ],
    ),
];

/// `[12/` and `12) `, as in the counters of steps.
const COUNTED: &[&str] = &[
    "[ ", "[0", "[1", "[2", "[3", "[4", "[5", "[6", "[7", "[8", "[9", "0) ", "1) ", "2) ", "3) ",
    "4) ", "5) ", "6) ", "7) ", "8) ", "9) ",
];
