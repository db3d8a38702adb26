//! Pieces that patterns are put together from with `concat!`.

/// `line` as a group.
macro_rules! line {
    () => {
        "(?<line>[0-9]{1,9})"
    };
}

/// `col` as a group.
macro_rules! col {
    () => {
        "(?<col>[0-9]{1,9})"
    };
}

/// A character of a path without spaces.
macro_rules! pc {
    () => {
        r#"[^\s:"'`<>|*?]"#
    };
}

/// Names of files that have no extension.
macro_rules! bare {
    () => {
        concat!(
            "(?:GNU)?[Mm]akefile|(?:Docker|Container|Gem|Rake|Jenkins|Vagrant|Pod|Fast|Proc|Brew|",
            "Snake|Tilt|Caddy|Earth|Makepp|Guard|Cap|Berks|Danger|App|Cart|Pip|Thor|Puppet)file|",
            "[Jj]ustfile|SConstruct|SConscript|BUILD|WORKSPACE|Kconfig|Kbuild|Cargo|configure|wscript|rebar"
        )
    };
}

/// A path without spaces that looks like a file: it ends in an extension or is a known name.
macro_rules! path {
    () => {
        concat!(
            r"(?:[A-Za-z]:[\\/])?(?:",
            pc!(),
            r"*\.[A-Za-z][A-Za-z0-9_+~-]*|(?:",
            pc!(),
            r"*/)?(?:",
            bare!(),
            r")|\{standard input\}|<stdin>|<string>|\(stdin\))"
        )
    };
}

/// The same as the group `file`, at a line's start: `file:` URLs lose their scheme.
macro_rules! file {
    () => {
        concat!(r"(?:file:(?://)?)?(?<file>", path!(), ")")
    };
}

/// A path without a colon, as the group `path`: the plain case, for which a pattern stays cheap.
macro_rules! plain {
    () => {
        concat!("(?<path>", pc!(), "+)")
    };
}

/// A path on a drive or in a `file:` URL, as the group `path`.
macro_rules! rooted {
    () => {
        r#"(?:file:(?://)?)?(?<path>(?:/?[A-Za-z]:)?[/\\][^:"<>|*?\t]*)"#
    };
}

/// A path that may hold spaces, in quotes or brackets that end it.
macro_rules! quoted {
    () => {
        r#"(?:file://)?(?<file>[^"'`’”<>|*?]*[^"'`’”<>|*?\s:])"#
    };
}

/// Extensions of source, markup and configuration files.
macro_rules! ext {
    () => {
        concat!(
            "c|cc|cpp|cxx|c[+][+]|h|hh|hpp|hxx|ipp|inl|tcc|m|mm|cu|cuh|ino|pde|s|S|asm|inc|y|l|yy|ll|",
            "rs|go|py|pyi|pyx|pxd|ipynb|js|jsx|mjs|cjs|ts|tsx|mts|cts|vue|svelte|astro|coffee|",
            "java|kt|kts|scala|sc|sbt|groovy|gradle|clj|cljs|cljc|edn|cs|fs|fsx|fsi|vb|vbs|csx|",
            "cshtml|razor|xaml|[a-z]+proj|props|targets|sln|rb|rake|gemspec|erb|haml|slim|ru|php|",
            "phtml|twig|blade|pl|pm|t|pod|lua|swift|dart|exs?|eex|heex|leex|erl|hrl|xrl|yrl|l?hs|",
            "hsc|cabal|ml[iyl]?|rei?|resi?|elm|purs|r|R|Rmd|qmd|Rd|jl|zig|zon|nim|nims|nimble|di?|",
            "ad[bs]|ada|gpr|f|F|for|f77|F77|f90|F90|f95|f03|f08|pas|pp|lpr|dpr|sh|bash|zsh|ksh|fish|",
            "bats|psm?1|psd1|bat|cmd|awk|sed|tcl|exp|sql|psql|tf|tfvars|hcl|nomad|ya?ml|json[5c]?|",
            "toml|ini|cfg|conf|cnf|xml|xsd|xsl|html?|xhtml|s?css|sass|less|styl|md|mdx|rst|adoc|txt|",
            "tex|sty|cls|bib|typ|proto|thrift|graphql|gql|fbs|wgsl|glsl|vert|frag|hlsl|metal|v|svh?|",
            "vhd|vhdl|cr|vala|hx|odin|gleam|sol|cairo|move|nix|bzl|bazel|star|cmake|mk|mak|make|am|",
            "ac|m4|in|ninja|build|gn|gni|gyp|feature|robot|resource|j2|jinja2?|tpl|tmpl|hbs|liquid|",
            "ejs|pug|jsp|ftl|vm|el|lisp|cl|scm|ss|rkt|fnl|idr|agda|lean|thy|dfy|fst|plist|podspec|",
            "env|service|patch|diff|po|dsl|g4|peg|rego|cue|jsonnet|dhall|pkl|kdl|trigger|cob|cbl|",
            "gd|tscn|shader|uc|qml|pro|pri|ui|idl|ld|dtsi?|tscn|ps|mod|pc|wat|http|properties|lock"
        )
    };
}

/// A path whose extension is known, without the brackets and commas that may stand around it.
macro_rules! known {
    () => {
        concat!(
            r"(?:[A-Za-z]:[\\/])?(?:[^\s:",
            r#""'`<>|*?()\[\]{},;=]*\.(?:"#,
            ext!(),
            r#")|(?:[^\s:"'`<>|*?()\[\]{},;=]*/)?(?:"#,
            bare!(),
            r"))"
        )
    };
}

/// Words that say how bad a message is, between a place and its text.
macro_rules! level {
    () => {
        concat!(
            "(?i:fatal error|fatal|(?:internal |compile |syntax |parse |runtime )?error|warning|",
            "warn|note|info|informational|information|hint|remark|style|performance|portability|",
            "convention|refactor|debug|catastrophic|severe|message|typecheck|deprecat)"
        )
    };
}

/// The rest of a range behind a column: `-9`, `-4:2`.
macro_rules! span {
    () => {
        "(?:-(?:(?<end_line>[0-9]{1,9}):)?(?<end_col>[0-9]{1,9}))?"
    };
}

/// `line 3`, `Line: 3`, `lines 3-5`, and a column in any of its wordings.
macro_rules! line_words {
    () => {
        concat!(
            r"(?i:lines?)\s*[:=#]?\s*",
            line!(),
            r"(?:(?:-| to )(?<end_line>[0-9]{1,9}))?",
            r"(?:(?:\s*[,.:(]?\s*(?i:col(?:umn)?|char(?:acter)?s?|pos(?:ition)?|byte)\.?\s*[:=]?\s*|[(.:])",
            col!(),
            r"(?:-(?<end_col>[0-9]{1,9}))?)?"
        )
    };
}
