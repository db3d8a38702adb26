//! OCaml, Haskell, Erlang, Elixir, Lisps and provers.

use crate::Kind::{FileHeading, Frame, Located, Place};
use crate::Severity::{Error, Warning};
use crate::lang::{Format, Row};

/// Applications that come with Erlang and Elixir, and well-known libraries.
const APPLICATIONS: &[&str] = &[
    "elixir",
    "ex_unit",
    "eex",
    "iex",
    "mix",
    "logger",
    "hex",
    "stdlib",
    "kernel",
    "compiler",
    "erts",
    "crypto",
    "ssl",
    "inets",
    "sasl",
    "mnesia",
    "public_key",
    "asn1",
    "xmerl",
    "os_mon",
    "tools",
    "common_test",
    "eunit",
    "phoenix",
    "phoenix_html",
    "phoenix_live_view",
    "plug",
    "plug_cowboy",
    "plug_crypto",
    "bandit",
    "thousand_island",
    "ecto",
    "ecto_sql",
    "postgrex",
    "myxql",
    "db_connection",
    "cowboy",
    "cowlib",
    "ranch",
    "jason",
    "poison",
    "telemetry",
    "gen_stage",
    "broadway",
    "absinthe",
    "oban",
    "swoosh",
    "bamboo",
    "tesla",
    "hackney",
    "finch",
    "mint",
    "req",
    "httpoison",
    "gettext",
    "mox",
    "ex_machina",
    "credo",
    "dialyxir",
    "ash",
    "spark",
    "nimble_options",
    "timex",
    "decimal",
    "guardian",
    "commanded",
    "nx",
    "libcluster",
    "horde",
    "gen_server",
    "gen_statem",
    "gen_event",
    "gen",
    "proc_lib",
    "supervisor",
    "lists",
    "maps",
    "erlang",
    "erl_eval",
    "shell",
    "io",
    "io_lib",
    "file",
    "timer",
    "ets",
    "dict",
    "sets",
    "gb_trees",
    "string",
    "binary",
    "unicode",
    "code",
    "error_handler",
    "init",
    "application",
    "rpc",
    "test_server",
    "ct_",
    "proper",
    "meck",
    "rebar",
    "eunit_",
    "rabbit",
    "gun",
    "lager",
    "jsx",
    "qlc",
    "re",
    "queue",
    "orddict",
    "array",
    "rand",
    "calendar",
    "filelib",
    "filename",
    "gen_tcp",
    "gen_udp",
    "inet",
    "prim_",
    "erl_",
    "escript",
    "cth_",
    "httpc",
    "epp",
    "compile",
    "elixir_",
    "erl_eval",
    "lib_",
    "elixir_compiler",
    "supervisor_bridge",
    "user_drv",
    "ct_run",
];

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "ocaml",
        dependencies: &[
            "Stdlib",
            "Stdlib__",
            "CamlinternalFormat",
            "Caml",
            "Base",
            "Base__",
            "Core",
            "Core__",
            "Lwt",
            "Async",
            "Alcotest",
            "OUnit",
            "OUnit2",
            "Pervasives",
        ],
        formats: &[
            // Called from Wheel.turn in file "wheel.ml", line 4, characters 50-57
            Format::new(
                Frame,
                &[" in file \""],
                concat!(
                    r#"^\s*(?:Raised|Called|Re-raised|Raised by primitive operation)(?: at| from)?(?: (?<symbol>\S.*?))? in file ""#,
                    quoted!(),
                    "\"(?: \\(inlined\\))?, lines? ",
                    line!(),
                    "(?:-(?<end_line>[0-9]{1,9}))?, characters ",
                    col!(),
                    "-(?<end_col>[0-9]{1,9})$"
                ),
            ),
            // File "wheel.ml", lines 2-4, characters 16-18:
            Format::new(
                Located,
                &["File \""],
                concat!(
                    r#"^(?:# )?File ""#,
                    quoted!(),
                    "\", lines? ",
                    line!(),
                    "(?:-(?<end_line>[0-9]{1,9}))?(?:, characters? ",
                    col!(),
                    "(?:-(?<end_col>[0-9]{1,9}))?)?:"
                ),
            ),
        ],
    },
    Row {
        name: "haskell",
        dependencies: &["./libraries/", "base-", "base:"],
        formats: &[
            //   error, called at src/Wheel.hs:12:5 in main:Wheel
            Format::new(
                Frame,
                &["called at "],
                concat!(
                    r"^\s*(?<symbol>\S+), called at (?<file>[^:]+):",
                    line!(),
                    ":",
                    col!(),
                    r" in \S+$"
                ),
            ),
            //   Wheel.turn (src/Wheel.hs:12:5-20)
            Format::new(
                Frame,
                &[".hs:"],
                concat!(
                    r"^\s+(?<symbol>[A-Z]\S*) \((?<file>[^():]+\.l?hs):",
                    line!(),
                    ":",
                    col!(),
                    r"(?:-(?<end_col>[0-9]{1,9}))?\)$"
                ),
            ),
            // src/Wheel.hs:12:5-9: error:
            Format::new(
                Located,
                &[".hs:", ".lhs:", ".hsc:"],
                concat!(
                    r"(?:^|\s)(?<file>[^\s:]+\.l?hsc?):",
                    line!(),
                    ":",
                    col!(),
                    r"(?:-(?<end_col>[0-9]{1,9}))?: (?<severity>error|warning|Suggestion|Warning|Error|Ignore)"
                ),
            ),
            // Wheel.hs:12: failure in expression
            Format::new(
                Located,
                &[".hs:", ".lhs:"],
                concat!(
                    r"^#*\s*(?:Failure in )?(?<file>[^\s:]+\.l?hs):",
                    line!(),
                    ": (?:failure|error) in "
                ),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "erlang",
        dependencies: APPLICATIONS,
        formats: &[
            // in function  wheel:turn/1 (src/wheel.erl, line 4)
            Format::new(
                Frame,
                &[".erl, line ", ".ex, line ", ".hrl, line "],
                concat!(
                    r"^\s*(?:in |called )?(?:function|call from|as)?\s*(?<symbol>\S+)?\s*\((?<file>[^(),]+), line ",
                    line!(),
                    r"\)"
                ),
            ),
            // {wheel,turn,1,[{file,"src/wheel.erl"},{line,4}]}
            Format::new(
                Frame,
                &["{file,\""],
                concat!(
                    r#"\{(?<symbol>[\w']+),[^{}]*,(?:[0-9]+|\[[^\]]*\]),\s*\[\{file,""#,
                    quoted!(),
                    r#""\},\s*\{line,"#,
                    line!(),
                    r"\}\]"
                ),
            ),
            //  [{file,"src/wheel.erl"},{line,4}]
            Format::new(
                Frame,
                &["{file,\""],
                concat!(
                    r#"\{file,""#,
                    quoted!(),
                    r#""\},\s*\{line,"#,
                    line!(),
                    r"\}"
                ),
            ),
            // Line 3 Column 5: message
            Format::new(
                Located,
                &["Line "],
                concat!(r"^Line ", line!(), " Column ", col!(), ": "),
            )
            .severity(Warning),
            // ┌─ src/wheel.erl:
            Format::new(FileHeading, &["┌─ "], r"^\s*┌─ (?<file>[^\s:]+):$"),
        ],
    },
    Row {
        name: "elixir",
        dependencies: APPLICATIONS,
        formats: &[
            //     (shop 0.1.0) lib/shop/wheel.ex:3: Shop.Wheel.turn/1
            Format::new(
                Frame,
                &[
                    ".ex:", ".exs:", ".erl:", ".eex:", ".heex:", "nofile:", "iex:",
                ],
                concat!(
                    r"^\s*\((?<symbol>[a-z]\w*)(?: [0-9][^()]*)?\) (?<file>[^\s:]+):",
                    line!(),
                    r": \S"
                ),
            ),
            //     lib/shop/wheel.ex:3: Shop.Wheel.turn/1; lib/a.ex:2: anonymous fn/2 in Shop.turn/1
            Format::new(
                Frame,
                &[".ex:", ".exs:", ".eex:"],
                concat!(
                    r"^\s*(?<file>[^\s:]+\.(?:exs?|h?eex)):",
                    line!(),
                    r": (?:anonymous fn/|:?[\w.]+\.[^\s(]*/[0-9]+$|\(\w+\)|[A-Z][\w.]*\.[^ ]+\(.*\)$)"
                ),
            ),
            //     (shop 0.1.0) Shop.Wheel.turn(1)
            Format::new(
                Frame,
                &["    ("],
                r"^\s*\((?<symbol>\w+) [0-9]+\.[0-9][^()]*\) :?[A-Za-z][\w.]*\.",
            ),
            // ** (CompileError) lib/a.ex:3: message; ** (SyntaxError) … found on lib/a.ex:3:5:
            Format::new(
                Located,
                &["** ("],
                concat!(
                    r"^\*\* \(\w+(?:\.\w+)*\) (?:.* on )?(?<file>[^\s:]+\.(?:exs?|h?eex|erl)):",
                    line!(),
                    "(?::",
                    col!(),
                    ")?:"
                ),
            )
            .severity(Error),
            // [R] ↗ lib/a.ex:3:5 message
            Format::new(
                Located,
                &["] ↗", "] ↑", "] →", "] ↘", "] ↓"],
                concat!(
                    r"^\s*┃?\s*\[(?<severity>[CDFRW])\] [↗↑→↘↓] (?<file>[^\s:]+):",
                    line!(),
                    "(?::",
                    col!(),
                    ")?"
                ),
            ),
            // ┃       lib/a.ex:3:5 #(Shop.turn)
            Format::new(
                Place,
                &[" #("],
                concat!(
                    r"^\s*┃?\s+(?<file>[^\s:]+):",
                    line!(),
                    "(?::",
                    col!(),
                    r")? #\("
                ),
            ),
            //   lib/a.ex:3:no_return
            Format::new(
                Located,
                &[".ex:", ".exs:", ".erl:"],
                concat!(
                    r"^(?<file>[^\s:]+\.(?:exs?|erl)):",
                    line!(),
                    "(?::",
                    col!(),
                    r")?:[a-z_]+$"
                ),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "scheme",
        dependencies: &[
            "./ice-9/",
            "./srfi/",
            "./system/",
            "./oop/goops",
            "/collects/",
            "/racket/collects/",
            "/share/guile/",
        ],
        formats: &[
            // In src/wheel.scm:
            Format::new(
                FileHeading,
                &[".scm:", ".ss:", ".sld:", ".rkt:", "In ice-9"],
                r"^In (?<file>\S+):$",
            ),
            //     44:12  3 (turn #f)
            Format::new(
                Frame,
                &[
                    "  0 (", "  1 (", "  2 (", "  3 (", "  4 (", "  5 (", "  6 (", "  7 (",
                    "  8 (", "  9 (", "0 (_", "1 (_", "0 (#", "1 (#",
                ],
                concat!(r"^\s*", line!(), ":", col!(), r"\s+[0-9]+ \("),
            ),
            //   71:6 [turn spokes ...]
            Format::new(
                Frame,
                &[" ...]", "#<procedure", " #f]", " #t]", "[call-", "[apply"],
                concat!(r"^\s*", line!(), ":", col!(), r"\s+(?:[0-9]+ )?\[[^\]]+\]$"),
            ),
            //    /src/wheel.rkt:3:5: turn
            Format::new(
                Frame,
                &[".rkt:"],
                concat!(
                    r"^\s{3,}(?<file>\S+\.rkt):",
                    line!(),
                    ":",
                    col!(),
                    r"(?:: (?<symbol>\S+))?$"
                ),
            ),
            // src/wheel.scm:3:5: In procedure turn: message
            Format::new(
                Located,
                &["In procedure "],
                concat!(
                    r"^(?<file>[^\s:]+):",
                    line!(),
                    ":",
                    col!(),
                    ": In procedure "
                ),
            )
            .severity(Error),
            // Exception in turn: message at line 3, char 5 of a.ss
            Format::new(
                Located,
                &["Exception"],
                concat!(
                    r"^Exception.* at line ",
                    line!(),
                    ", char ",
                    col!(),
                    r" of (?<file>\S+)$"
                ),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "prover",
        dependencies: &[],
        formats: &[
            // *** At command "by" (line 12 of "/src/Wheel.thy")
            Format::new(
                Located,
                &["(line "],
                concat!(r"\(line ", line!(), " of \"", quoted!(), "\""),
            )
            .severity(Error),
            // * Error 19 at Wheel.fst(3,5-3,9):
            Format::new(
                Located,
                &["* Error ", "* Warning "],
                concat!(
                    r"^\* (?<severity>Error|Warning) [0-9]+ at (?<file>[^()]+)\(",
                    line!(),
                    ",",
                    col!(),
                    r"-(?<end_line>[0-9]{1,9}),(?<end_col>[0-9]{1,9})\)"
                ),
            ),
            // Wheel.idr:3:5--3:9:
            Format::new(
                Located,
                &[
                    "--0", "--1", "--2", "--3", "--4", "--5", "--6", "--7", "--8", "--9",
                ],
                concat!(
                    "^",
                    file!(),
                    ":",
                    line!(),
                    ":",
                    col!(),
                    r"--(?<end_line>[0-9]{1,9}):(?<end_col>[0-9]{1,9})"
                ),
            ),
        ],
    },
];
