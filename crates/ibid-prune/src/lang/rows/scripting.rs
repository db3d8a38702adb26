//! Ruby, PHP, Perl, Lua, shells, awk, Tcl, R, Julia.

use crate::Kind::{Fail, FileHeading, Frame, Located, Place};
use crate::Severity::{Error, Info, Warning};
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "ruby",
        dependencies: &["/lib/ruby/", "/rubygems/", "/ruby/2", "/ruby/3", "/ruby/gems/"],
        formats: &[
            // 	from a.rb:3:in `turn'; # ./spec/a.rb:3:in 'turn'; [a.rb:3:in `turn']:
            Format::new(
                Frame,
                &[":in `", ":in '"],
                concat!(r"^\s*(?:from |# |\[|=> )?(?:[0-9]+: from )?(?<file>[^\s:\[][^:]*|<internal:[^>]+>):", line!(), r":in [`'](?<symbol>.*)'(?:\]:)?$"),
            ),
            // 	from a.rb:3
            Format::new(
                Frame,
                &[".rb:", ".rake:", ".ru:"],
                concat!(r"^\s+(?:[0-9]+: )?from (?<file>[^:]+\.(?:rb|rake|ru)):", line!(), "$"),
            ),
            // # ./spec/a_spec.rb:3
            Format::new(
                Frame,
                &["# "],
                concat!(r"^\s*#\s+(?:from )?(?<file>[^\s:]+\.(?:rb|rake|feature)|/\S*Gemfile):", line!(), "$"),
            ),
            // a.rb:3:in `turn': message (RuntimeError)
            Format::new(
                Located,
                &[":in `", ":in '"],
                concat!(r"^(?<file>[^\s:][^:]*):", line!(), r":in [`'](?<symbol>[^']*)': "),
            )
            .severity(Error),
            // WheelTest#test_turn [test/wheel_test.rb:5]:
            Format::new(
                Located,
                &[".rb:"],
                concat!(r"^\s*(?:[0-9]+\) )?(?:Failure|Error|Skipped)?:?\s*\S+(?:#\S+|\.\S+|\(\S+\)) \[(?<file>[^\[\]:]+):", line!(), r"\]:?$"),
            )
            .severity(Error),
            // rails test test/wheel_test.rb:5
            Format::new(
                Fail,
                &["rails test ", "rspec ", "cucumber "],
                concat!(r"^(?:(?:bin/|bundle exec )?(?:rails test|rspec|cucumber)(?: -\S+(?: \S+)?)*) '?(?<file>[^\s:\[\]]+):", line!(), r"'?(?:\s+#.*)?$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "reek",
        dependencies: &[],
        formats: &[
            // lib/a.rb -- 2 warnings:
            Format::new(
                FileHeading,
                &[" -- "],
                concat!("^", file!(), r" -- [0-9]+ (?:warning|problem|offense|error)s?:?$"),
            ),
            //   [3, 12]:IrresponsibleModule: message
            Format::new(
                Located,
                &["]:"],
                concat!(r"^\s*\[", line!(), r"(?:, [0-9]+)*\]:\s?[A-Z]\w+"),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "puppet",
        dependencies: &[],
        formats: &[
            // Error: message (file: /src/a.pp, line: 3, column: 5)
            Format::new(
                Located,
                &["(file: "],
                concat!(r"\(file: (?<file>[^,()]+), line: ", line!(), "(?:, column: ", col!(), ")?"),
            ),
            // /src/a.pp - WARNING: message on line 3
            Format::new(
                Located,
                &[" on line "],
                concat!(r"^(?<file>\S+\.pp) - (?<severity>WARNING|ERROR): .* on line ", line!()),
            ),
        ],
    },
    Row {
        name: "php",
        dependencies: &["phar:", "/pear/", "/phpunit/phpunit/", "[internal function]"],
        formats: &[
            // #0 /src/a.php(3): Wheel->turn()
            Format::new(
                Frame,
                &[".php(", ".phtml(", ".inc(", ".phar", ".module("],
                concat!(r"^\s*#[0-9]+ (?<file>\S.*?)\(", line!(), r"\)(?:: (?<symbol>.*))?$"),
            ),
            // /src/a.php(3): Wheel->turn(), its number taken for a prefix
            Format::new(
                Frame,
                &[".php(", ".phtml(", ".inc("],
                concat!(r"^(?<file>[^()\s]+\.(?:php|phtml|inc))\(", line!(), r"\): (?<symbol>[^\s()]+\(.*\))$"),
            ),
            // #1 [internal function]: turn()
            Format::new(
                Frame,
                &["[internal function]"],
                r"^\s*#[0-9]+ (?<file>\[internal function\])(?:: .*)?$",
            ),
            // Wheel->turn() at /src/a.php:3
            Format::new(
                Frame,
                &[".php:"],
                concat!(r"^\s*(?:at )?(?:(?<symbol>\S+\)) )?(?:at|in) (?<file>[^\s:]+\.php):", line!(), "$"),
            ),
            //   1   tests/a.php:8
            Format::new(
                Frame,
                &[".php:"],
                concat!(r"^\s*[0-9]+\s+(?<file>[^\s:]+\.php):", line!(), "$"),
            ),
            // PHP   1. turn() /src/a.php:3
            Format::new(
                Frame,
                &[".php:"],
                concat!(r"^(?:PHP)?\s*(?:[0-9.]+\s+)?(?:[0-9]+\s+)?[0-9]+\. (?<symbol>\S.*\)) (?<file>[^\s:]+\.php):", line!(), "$"),
            ),
            // /src/a.php:3
            Format::new(
                Frame,
                &[".php:"],
                concat!(r"^(?<file>/[^:]+\.(?:php|phpt)):", line!(), "$"),
            )
            .severity(Error),
            // PHP Fatal error:  Uncaught RuntimeException: message in /src/a.php:3
            Format::new(
                Located,
                &[" in /", ".php:"],
                concat!(r"(?<severity>error|Error|Warning|Notice|Deprecated|Exception)\b.* in (?<file>[^\s:]+\.(?:php|phtml|inc)):", line!(), "$"),
            ),
            // PHP Parse error:  message in /src dir/a.php on line 3
            Format::new(
                Located,
                &[" on line "],
                concat!(r"^(?:PHP )?(?<severity>[A-Z][a-z]+(?: [a-z]+)?): .* in (?<file>[^:]+?(?:\(\d+\) : [^:]+)?) on line ", line!(), "$"),
            ),
            //   thrown in /src/a.php on line 3
            Format::new(
                Place,
                &["thrown in "],
                concat!(r"^\s*thrown in (?<file>.+) on line ", line!(), "$"),
            )
            .severity(Error),
            // /src/a.php:12  Rule  message
            Format::new(
                Located,
                &[".php:"],
                concat!(r"^(?<file>[^\s:]+\.php):", line!(), r"\s+[A-Z]\w+\s+\S"),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "phpcs",
        dependencies: &[],
        formats: &[
            //  1 | ERROR | [x] message
            Format::new(
                Located,
                &["| ERROR ", "| WARNING "],
                concat!(r"^\s*", line!(), r" \| (?<severity>ERROR|WARNING)\s+\|"),
            ),
        ],
    },
    Row {
        name: "phpstan",
        dependencies: &[],
        formats: &[
            //   Line   src/Wheel.php
            Format::new(
                FileHeading,
                &["Line  "],
                r"^\s*Line\s{2,}(?<file>\S+\.\w+)(?: \(in context of .*\))?\s*$",
            ),
            //   :12    message
            Format::new(
                Located,
                &["  :"],
                concat!(r"^\s+:", line!(), r"\s+\S"),
            )
            .severity(Error),
            //   12     message
            Format::new(
                Located,
                &["   "],
                concat!(r"^\s{2,6}", line!(), r"\s{3,6}[A-Z]\S* \S"),
            )
            .severity(Error)
            .below_heading(),
            // ERROR: InvalidReturnType - src/a.php:3:5 - message
            Format::new(
                Located,
                &["ERROR: ", "INFO: "],
                concat!(r"^(?<severity>ERROR|INFO): \w+ - (?<file>[^:]+):", line!(), ":", col!(), " - "),
            ),
        ],
    },
    Row {
        name: "perl",
        dependencies: &["/perl5/", "/usr/share/perl", "/perl/", "/.plenv/", "/.perlbrew/", "(eval"],
        formats: &[
            // 	Wheel::turn(HASH(0x55)) called at a.pl line 3
            Format::new(
                Frame,
                &[" called at "],
                concat!(r"^\s*(?<symbol>\S.*) called at (?<file>\S.*?) line ", line!(), r"\.?$"),
            ),
            // Trace begun at a.pl line 3; Wheel::turn('x') at a.pl line 5
            Format::new(
                Frame,
                &[" line "],
                concat!(r"^(?:Trace begun|(?<symbol>\w+(?:::\w+)+(?:\(.*\))?)) at (?<file>\S+) line ", line!(), "$"),
            ),
            // message at a.pl line 3.; message at a.pl line 3, <STDIN> line 5.
            Format::new(
                Located,
                &[" line "],
                concat!(r"(?:^|\s)at (?<file>[^\s:][^:]{0,200}?) line ", line!(), r"(?:\.$|, (?:near|at|<)|\.?\s*$|, column ", col!(), ")"),
            ),
            // #   at t/a.t line 3.
            Format::new(
                Place,
                &["at "],
                concat!(r"^#?\s*at (?<file>\S+) line ", line!(), r"\.$"),
            )
            .severity(Error),
            // (t/a.t at line 46)
            Format::new(
                Located,
                &[" at line "],
                concat!(r"\((?<file>\S+) at line ", line!(), r"(?: fail #[0-9]+)?\)"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "lua",
        dependencies: &["/luarocks/", "/usr/share/lua/", "/usr/local/share/lua/", "[C]"],
        formats: &[
            // 	a.lua:3: in function 'turn'
            Format::new(
                Frame,
                &[": in "],
                concat!(r"^\s*(?<file>[^\s:][^:]*|[A-Za-z]:[^:]+):", line!(), r": in (?<symbol>(?:function|upvalue|local|method|field|main chunk|global|metamethod|hook|for iterator).*|\?)$"),
            )
            .severity(Info),
            // 	a.lua: in function 'turn'
            Format::new(
                Frame,
                &[": in "],
                r"^\s*(?<file>[^\s:]+\.lua|\[C\]): in (?:function|upvalue|local|method|field|main chunk|global|\?).*$",
            )
            .severity(Info),
            // lua: a b.lua:3: message
            Format::new(
                Located,
                &["ua: ", "lua5", "ua.exe: ", "lua 5", "luajit"],
                concat!(r"^(?:\S*/)?[Ll]ua\S*(?: [0-9.]+)?: (?<file>(?:[A-Za-z]:[\\/])?[^:]+):", line!(), ": "),
            )
            .severity(Error),
            // [string "a"]:3: message
            Format::new(
                Located,
                &["[string \""],
                concat!(r#"\[string "(?<file>[^"]+)"\]:"#, line!(), ": "),
            )
            .severity(Error),
            // Failure → spec/a_spec.lua @ 12
            Format::new(
                Located,
                &[" @ "],
                concat!(r"^(?:Failure|Error) (?:→|->) (?<file>\S+) @ ", line!()),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "shell",
        dependencies: &["/usr/bin/", "/usr/share/"],
        formats: &[
            // 6 main src/a.sh
            Format::new(
                Frame,
                &[".sh", ".bash"],
                concat!("^", line!(), r" (?<symbol>\w+) (?<file>\S+\.(?:sh|bash))$"),
            ),
            // ./a: line 3: nosuch: command not found
            Format::new(
                Located,
                &[": line "],
                concat!(
                    r"^(?<file>[^\s:]*/[^\s:/.]+|[^\s:]*\.(?:[a-z]*sh|bats)|-?[a-z]*sh|environment|\w*configure): line ",
                    line!(),
                    r": \S"
                ),
            )
            .severity(Error),
            // a.sh: 3: nosuch: not found
            Format::new(
                Located,
                &["not found", "yntax error", "nexpected", "ermission denied", "not set", "bad "],
                concat!(r"^(?<file>[^\s:]*(?:/[^\s:/.]+|sh)): ", line!(), ": "),
            )
            .severity(Error),
            // a.ksh[3]: nosuch: not found
            Format::new(
                Located,
                &["]: "],
                concat!(r"^(?<file>[^\s:\[\]]+\.k?sh)\[", line!(), r"\]: \S"),
            )
            .severity(Error),
            // (in test file test/a.bats, line 12)
            Format::new(
                Place,
                &["in test file ", "from function "],
                concat!(r"^#?\s*\((?:in test file|from function `[^']*' in (?:test )?file) (?<file>[^,]+), line ", line!(), r"[),]"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "awk",
        dependencies: &[],
        formats: &[
            // awk: cmd. line:1: message
            Format::new(
                Located,
                &["awk: cmd. line:"],
                concat!(r"^\S*awk: (?<file>cmd\. line):", line!(), ": "),
            )
            .severity(Error),
            // sed: file a.sed line 3: message
            Format::new(
                Located,
                &["sed: file "],
                concat!(r"^sed: file (?<file>\S+) line ", line!(), ": "),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "tcl",
        dependencies: &["/tcl8", "/tcllib"],
        formats: &[
            //     (file "a.tcl" line 6)
            Format::new(
                Frame,
                &["(file \""],
                concat!("^\\s*\\(file \"", quoted!(), "\" line ", line!(), r"\)$"),
            ),
            //     (procedure "turn" line 1)
            Format::new(
                Frame,
                &["(procedure \""],
                concat!("^\\s*\\(procedure \"(?<symbol>[^\"]+)\" line ", line!(), r"\)$"),
            ),
            // a.tcl: Line   3: W message
            Format::new(
                Located,
                &[": Line "],
                concat!(r"^(?<file>[^:]+): Line\s+", line!(), r": (?<severity>[EWN]) "),
            ),
        ],
    },
    Row {
        name: "r",
        dependencies: &["/R/library/", "/site-library/"],
        formats: &[
            // ── Failure (test-a.R:12:3): turns ──; Error (test-a.R:12:3): turns
            Format::new(
                Fail,
                &["Failure (", "Error (", "Failure ('", "Error ('"],
                concat!(r"^(?:[─-]+ )?(?:[0-9]+\. )?(?:Failure|Error) \('?(?<file>[^():']+):", line!(), "(?::", col!(), r")?'?\)"),
            )
            .severity(Error),
            //  1. └─shop::turn(x) at test-a.R:12:3
            Format::new(
                Frame,
                &[".R:", ".r:", ".Rmd:", ".R#"],
                concat!(r"^\s*[0-9]+\. (?:[│├└─ ]*)(?<symbol>\S.*) at (?<file>[^\s:]+):", line!(), "(?::", col!(), ")?$"),
            ),
            // 2: turn(3) at wheel.R#12
            Format::new(
                Frame,
                &[".R#", ".r#"],
                concat!(r"^\s*[0-9]+: (?<symbol>\S.*) at (?<file>[^\s()#]+\.[Rr])#", line!(), "$"),
            ),
            // Error in parse("a.R") : a.R:3:5: unexpected symbol
            Format::new(
                Located,
                &[" : "],
                concat!(r"^Error in .* : *(?<file>[^\s:]+\.[Rr]):", line!(), ":", col!(), ": "),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "julia",
        dependencies: &["/.julia/", "/stdlib/", "/share/julia/", "Base", "Core", "Test", "Pkg", "none:", "REPL"],
        formats: &[
            //  [1] turn(x::Int64) @ Main ./a.jl:3; @ Main /src/a.jl:3 [inlined]
            Format::new(
                Frame,
                &[" @ "],
                concat!(r"^\s*(?:\[[0-9]+\] .*)?@ (?<symbol>[\w.]+) (?<file>\S+):", line!(), r"(?: \[inlined\])?$"),
            ),
            //  [1] turn(::Int64) at ./a.jl:3
            Format::new(
                Frame,
                &[".jl:", "REPL["],
                concat!(r"^\s*\[[0-9]+\] (?<symbol>\S.*) at (?<file>\S+):", line!(), r"(?: \[inlined\])?$"),
            ),
            //    @ ~/src/a.jl:3
            Format::new(
                Frame,
                &[".jl:"],
                concat!(r"^\s*@ (?<file>[^\s:]+\.jl):", line!(), "$"),
            ),
            // └ @ Main /src/a.jl:3
            Format::new(
                Place,
                &["└ @ "],
                concat!(r"^└ @ (?<symbol>\S+) (?<file>\S+):", line!(), "$"),
            ),
            // in expression starting at /src/a.jl:3
            Format::new(
                Place,
                &["starting at ", "Test Failed at ", "During Test at ", "Test Broken at "],
                concat!(r"(?:expression starting at|Test Failed at|Error During Test at|Test Broken at) (?<file>\S+):", line!(), "$"),
            )
            .severity(Error),
        ],
    },
];
