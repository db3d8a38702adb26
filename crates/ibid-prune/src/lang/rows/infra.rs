//! Build tools, configuration, infrastructure, documents, databases.

use crate::Kind::{FileHeading, Frame, Located, Place};
use crate::Severity::{Error, Info, Warning};
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "make-rule",
        dependencies: &[],
        formats: &[
            // make[2]: *** [Makefile:20: all] Error 2
            Format::new(
                Located,
                &["*** ["],
                concat!(r"^(?:\S*/)?[a-zA-Z]*[mM]ake[-0-9.]*(?:\[[0-9]+\])?: \*\*\* \[(?<file>[^\[\]:]+):", line!(), r": [^\]]+\]"),
            )
            .severity(Error),
            // Makefile:12: *** missing separator.  Stop.
            Format::new(
                Located,
                &[": *** "],
                concat!("^(?<file>[^\\s:]+):", line!(), r": \*\*\* "),
            )
            .severity(Error),
            // make: Makefile:3: recipe for target 'x' failed
            Format::new(
                Located,
                &["make: ", "make["],
                concat!(r"^\S*make(?:\[[0-9]+\])?: (?<file>[^\s:]+):", line!(), ": "),
            ),
            // makepp: message `/src/Makeppfile:12' message
            Format::new(
                Located,
                &["makepp: "],
                concat!(r"^makepp: .*?`(?<file>[^`':]+)(?::", line!(), ")?'"),
            ),
        ],
    },
    Row {
        name: "cmake",
        dependencies: &["/share/cmake"],
        formats: &[
            // CMake Error at CMakeLists.txt:23 (find_package):
            Format::new(
                Located,
                &["CMake "],
                concat!(r"^CMake (?<severity>Error|Warning|Deprecation Warning|Deprecation Error|Debug Log|Debug Message)(?: \(dev\))?(?: at|:) (?<file>[^:]+):", line!(), r"(?: \(|:)"),
            ),
            // CMake Error in CMakeLists.txt:
            Format::new(
                Located,
                &["CMake "],
                r"^CMake (?<severity>Error|Warning|Deprecation Warning)(?: \(dev\))? in (?<file>[^:]+):$",
            ),
            //   src/deps.cmake:19 (include)
            Format::new(
                Frame,
                &[".cmake:", ".txt:"],
                concat!(r"^\s*(?<file>[^\s:()][^:()]*):", line!(), r" \((?<symbol>[A-Za-z_]\w*)\)$"),
            ),
            // /src/wheel.cmake(9):  string(STRIP x )
            Format::new(
                Located,
                &[".cmake(", ".txt("],
                concat!(r"^(?<file>[^\s:()]+)\(", line!(), r"\):  \w+\("),
            )
            .severity(Info),
        ],
    },
    Row {
        name: "docker",
        dependencies: &[],
        formats: &[
            // Dockerfile:3
            Format::new(
                Place,
                &["ockerfile", "ontainerfile"],
                concat!(r"^(?<file>\S*(?:[Dd]ockerfile|Containerfile)[^\s:]*):", line!(), "$"),
            ),
            // Dockerfile:3 DL3008 warning: message
            Format::new(
                Located,
                &["ockerfile", "ontainerfile"],
                concat!(r"^(?<file>\S*(?:[Dd]ockerfile|Containerfile)[^\s:]*):", line!(), r"(?::", col!(), r")?:? (?:[A-Z]+[0-9]+ )?(?<severity>error|warning|info|style)?"),
            ),
        ],
    },
    Row {
        name: "terraform",
        dependencies: &[".terraform/"],
        formats: &[
            //   on main.tf line 3, in resource "x" "y":
            Format::new(
                Place,
                &[" line "],
                concat!(r"^[\s│╷]*on (?<file>\S.*?) line ", line!(), r"(?:, column ", col!(), ")?(?:[,:]|$)"),
            ),
            // error parsing deploy.yaml: error converting YAML to JSON: yaml: line 3: message
            Format::new(
                Located,
                &[".yaml: ", ".yml: ", ".json: ", ".toml: ", ".tpl: "],
                concat!(r"(?:parsing|parse error on|reading|loading|file) (?<file>[^\s:]+\.(?:ya?ml|json|toml|tpl)): .*line ", line!(), "(?:,? (?:column )?", col!(), ")?:"),
            )
            .severity(Error),
            // yaml: line 3: message
            Format::new(
                Located,
                &["yaml: line "],
                concat!(r"(?:^|: )yaml: line ", line!(), "(?:, column ", col!(), ")?: "),
            )
            .severity(Error),
            // template: wheel/templates/a.yaml:12:5: executing "a" at <.Values.x>
            Format::new(
                Located,
                &["template: "],
                concat!(r"template: (?<file>[^\s:]+):", line!(), "(?::", col!(), ")?: "),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "ansible",
        dependencies: &[],
        formats: &[
            // The error appears to be in '/src/site.yml': line 3, column 5, but may
            Format::new(
                Place,
                &["appears to be in '", "appears to have been in '"],
                concat!(r"appears to (?:be|have been) in '(?<file>[^']+)': line ", line!(), ", column ", col!()),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "server-config",
        dependencies: &[],
        formats: &[
            // AH00526: Syntax error on line 3 of /etc/apache2/a.conf:
            Format::new(
                Located,
                &[" line "],
                concat!(r"(?:on|at|near|in) line ", line!(), r" of (?<file>[^\s:]+):?$"),
            )
            .severity(Error),
            // >>> /etc/sudoers: syntax error near line 3 <<<
            Format::new(
                Located,
                &["near line ", "on line ", "at line "],
                concat!(r"(?:^|\s)(?<file>/[^\s:]+): (?:syntax error|parse error|bad|invalid|unknown|unexpected)[^:]* (?:near|on|at) line ", line!()),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "sql",
        dependencies: &[],
        formats: &[
            // psql:src/a.sql:3: ERROR:  message
            Format::new(
                Located,
                &["psql:"],
                concat!(r"^psql:(?<file>[^:]+):", line!(), ": (?<severity>[A-Z]+)"),
            ),
            // ERROR 1064 (42000) at line 3 in file: 'a.sql': message
            Format::new(
                Located,
                &["ERROR "],
                concat!(r"^ERROR [0-9]+ (?:\([^)]*\) )?at line ", line!(), r"(?: in file: '(?<file>[^']+)')?: "),
            )
            .severity(Error),
            // ORA-06512: at "SHOP.WHEEL", line 12
            Format::new(
                Frame,
                &["ORA-06512"],
                concat!(r"^ORA-06512: at (?:\x22(?<symbol>[^\x22]+)\x22, )?line ", line!(), "$"),
            ),
            // Msg 102, Level 15, State 1, Server db, Line 3
            Format::new(
                Located,
                &["Msg "],
                concat!(r"^Msg [0-9]+, Level [0-9]+, .*Line ", line!(), r"\b"),
            )
            .severity(Error),
            // PCC-02204: line 14 column 9 file /src/a.pc:
            Format::new(
                Located,
                &["PCC-"],
                concat!(r"^PCC-[0-9]+: .*line ", line!(), r"[, ]+(?:column ", col!(), r" )?(?:in )?file (?<file>[^\s:]+)"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "latex",
        dependencies: &["/texmf", "/texlive/"],
        formats: &[
            // l.12 \wheel
            Format::new(
                Located,
                &["l.0", "l.1", "l.2", "l.3", "l.4", "l.5", "l.6", "l.7", "l.8", "l.9"],
                concat!(r"^l\.", line!(), r"(?:\s|$)"),
            )
            .severity(Error),
            // LaTeX Warning: message on input line 12.
            Format::new(
                Located,
                &[" on input line "],
                concat!(r"(?<severity>Warning|Info|Error): .* on input line ", line!(), r"\.?$"),
            ),
            // Overfull \hbox (3pt too wide) in paragraph at lines 12--14
            Format::new(
                Located,
                &["full \\hbox", "full \\vbox"],
                concat!(r"^(?:Over|Under)full \\[hv]box .* at lines ", line!(), "--(?<end_line>[0-9]{1,9})"),
            )
            .severity(Warning),
            // I was expecting a comma---line 12 of file a.bib
            Format::new(
                Located,
                &["---line "],
                concat!(r"---line ", line!(), r" of file (?<file>\S+)$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "nix",
        dependencies: &["/nix/store/", "«"],
        formats: &[
            //        at /src/a.nix:3:5:
            Format::new(
                Place,
                &["at /", "at «"],
                concat!(r"^\s*(?:… .*)?at (?<file>[^\s:]+):", line!(), ":", col!(), ":?$"),
            ),
        ],
    },
    Row {
        name: "rst",
        dependencies: &[],
        formats: &[
            // a.rst:3: (WARNING/2) message
            Format::new(
                Located,
                &["(INFO/", "(WARNING/", "(ERROR/", "(SEVERE/"],
                concat!("^", file!(), ":", line!(), r": \((?<severity>INFO|WARNING|ERROR|SEVERE)/[0-9]\)"),
            ),
            // docstring of shop.wheel.turn:3: WARNING: message
            Format::new(
                Located,
                &["docstring of "],
                concat!(r"^(?<file>[^\s:]+):docstring of [^\s:]+:", line!(), ": (?<severity>[A-Z]+)"),
            ),
        ],
    },
    Row {
        name: "graphviz",
        dependencies: &[],
        formats: &[
            // in unnamed entity at line 14 char 9 of file:///src/a.xml
            Format::new(
                Place,
                &[" of file:", " of http"],
                concat!(r"at line ", line!(), " char ", col!(), r" of (?:file://)?(?<file>\S+)$"),
            ),
        ],
    },
    Row {
        name: "editorconfig",
        dependencies: &[],
        formats: &[
            // 	12: Wrong indentation type
            Format::new(
                Located,
                &["rong ", "railing whitespace", "inal newline", "ine too long"],
                concat!(r"^\s+", line!(), r": (?:Wrong|Trailing|Final|Line)"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "cspell",
        dependencies: &[],
        formats: &[
            // 3/7 ./src/a.ts 12.50ms; 1/3 a.md … kept for headings of spell checkers
            Format::new(
                FileHeading,
                &["checking file ", "Checking file ", "Processing file ", "In file "],
                r"^(?:[Cc]hecking|Processing|In) file (?<file>[^\s:]+):?$",
            ),
        ],
    },
    Row {
        name: "annotations",
        dependencies: &[],
        formats: &[
            // ##vso[task.logissue type=error;sourcepath=src/a.js;linenumber=3;columnnumber=5;]message
            Format::new(
                Located,
                &["task.logissue"],
                concat!(
                    r"^##vso\[task\.logissue type=(?<severity>\w+);sourcepath=(?<file>[^;\]]+)(?:;linenumber=",
                    line!(),
                    ")?(?:;columnnumber=",
                    col!(),
                    ")?"
                ),
            ),
            // ##teamcity[inspection typeId='x' message='x' file='src/a.js' line='3' SEVERITY='ERROR']
            Format::new(
                Located,
                &["##teamcity["],
                concat!(r"^##teamcity\[inspection .*file='(?<file>[^']+)' line='", line!(), r"'(?:.*SEVERITY='(?<severity>\w+)')?"),
            ),
        ],
    },
    Row {
        name: "brakeman",
        dependencies: &[],
        formats: &[
            // /src/a.rb	12	SQL Injection	SQL	…
            Format::new(
                Located,
                &[".rb\t", ".erb\t", ".haml\t", ".slim\t"],
                concat!(r"^(?<file>[^\t]+\.(?:rb|erb|haml|slim))\t", line!(), r"\t"),
            )
            .severity(Warning),
        ],
    },
];
