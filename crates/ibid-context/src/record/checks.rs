//! Which commands test, build or check, and what their output reports.

use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

/// Programs that check whatever their arguments are.
const PROGRAMS: [&str; 52] = [
    "pytest",
    "tox",
    "nox",
    "ctest",
    "ninja",
    "jest",
    "vitest",
    "mocha",
    "ava",
    "eslint",
    "tsc",
    "mypy",
    "pyright",
    "flake8",
    "pylint",
    "phpunit",
    "pest",
    "rspec",
    "phpstan",
    "psalm",
    "rubocop",
    "shellcheck",
    "golangci-lint",
    "staticcheck",
    "bazel",
    "gradle",
    "gradlew",
    "mvn",
    "mvnw",
    "sbt",
    "make",
    "gmake",
    "just",
    "rake",
    "cypress",
    "playwright",
    "karma",
    "stylelint",
    "biome",
    "hadolint",
    "yamllint",
    "ansible-lint",
    "xcodebuild",
    "msbuild",
    "meson",
    "scons",
    "clang-tidy",
    "cppcheck",
    "vue-tsc",
    "luacheck",
    "busted",
    "nextest",
];
/// Programs that check with one of these as their first argument that is no flag.
const WITH: [(&str, &[&str]); 22] = [
    (
        "cargo",
        &[
            "test", "build", "check", "clippy", "nextest", "bench", "miri", "t", "b", "c", "doc",
        ],
    ),
    ("go", &["test", "build", "vet"]),
    ("npm", &["test", "t", "run", "run-script"]),
    (
        "pnpm",
        &["test", "run", "lint", "build", "typecheck", "check"],
    ),
    (
        "yarn",
        &["test", "run", "lint", "build", "typecheck", "check"],
    ),
    ("bun", &["test", "run", "build"]),
    ("deno", &["test", "check", "lint"]),
    ("dotnet", &["test", "build"]),
    ("swift", &["test", "build"]),
    ("zig", &["test", "build"]),
    ("mix", &["test", "compile", "credo", "dialyzer"]),
    ("stack", &["test", "build"]),
    ("cabal", &["test", "build"]),
    ("dune", &["test", "build"]),
    ("ruff", &["check", "format"]),
    ("black", &["--check"]),
    ("cmake", &["--build"]),
    ("docker", &["build", "compose"]),
    ("terraform", &["validate", "plan"]),
    ("helm", &["lint"]),
    ("buf", &["lint", "build"]),
    ("flutter", &["test", "build", "analyze"]),
];
/// Scripts of package managers that do not check.
const NO_SCRIPTS: [&str; 6] = ["dev", "start", "serve", "watch", "preview", "storybook"];
/// Words that run another command.
const WRAPPERS: [&str; 20] = [
    "sudo", "timeout", "time", "env", "npx", "bunx", "xvfb-run", "nice", "command", "exec",
    "stdbuf", "unbuffer", "ibid", "run", "poetry", "uv", "pipenv", "bundle", "rtk", "--",
];
/// Lines kept of what a command reports.
const PROBLEMS: usize = 3;
/// Bytes of such a line, at most.
const PROBLEM_BYTES: usize = 200;
/// Bytes of a line that are looked at.
const LINE: usize = 2_000;

/// Whether a command line tests, builds or checks something.
pub fn is_check(command: &str) -> bool {
    command.split(['\n', ';', '|', '&']).any(stage_checks)
}

fn stage_checks(stage: &str) -> bool {
    let mut words = stage.split_whitespace().skip_while(|word| {
        WRAPPERS.contains(word)
            || word.contains('=')
            || word.starts_with(['(', '!', '-'])
            || word.starts_with(|c: char| c.is_ascii_digit())
    });
    let Some(mut first) = words.next() else {
        return false;
    };
    if matches!(first, "python" | "python3") {
        let Some("-m") = words.next() else {
            return false;
        };
        let Some(module) = words.next() else {
            return false;
        };
        if module == "unittest" {
            return true;
        }
        first = module;
    }
    program_checks(first, words)
}

fn program_checks<'a>(first: &str, mut words: impl Iterator<Item = &'a str>) -> bool {
    let program = first.rsplit('/').next().unwrap_or(first);
    if PROGRAMS.contains(&program) {
        return true;
    }
    let Some((_, wanted)) = WITH.iter().find(|(name, _)| *name == program) else {
        return false;
    };
    let argument = words.find(|word| !word.starts_with(['-', '+']) || wanted.contains(word));
    match argument {
        Some("run" | "run-script") if wanted.contains(&"run") => words
            .next()
            .is_some_and(|script| !NO_SCRIPTS.contains(&script)),
        Some(argument) => wanted.contains(&argument),
        None => false,
    }
}

/// The first lines of an output that report a problem.
pub(super) fn problems<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    static WORDS: OnceLock<AhoCorasick> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build([
                "error",
                "fail",
                "panicked",
                "exception",
                "traceback",
                "undefined reference",
                "cannot find",
                "✗",
                "✘",
                "not ok",
            ])
            .unwrap_or_else(|error| unreachable!("the words are fixed: {error}"))
    });
    let mut found: Vec<String> = Vec::new();
    for line in texts.flat_map(str::lines) {
        let line = ibid_model::clip::head(line.trim(), LINE);
        if !words.is_match(line) || says_none(line) {
            continue;
        }
        let line = ibid_model::clip::head(line, PROBLEM_BYTES);
        if !found.iter().any(|seen| seen == line) {
            found.push(line.to_owned());
        }
        if found.len() == PROBLEMS {
            break;
        }
    }
    found
}

/// Whether a line counts problems and there are none.
fn says_none(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let bad = ["error", "fail", "exception"];
    let counts: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut named = 0;
    let mut none = 0;
    for (at, word) in counts.iter().enumerate() {
        if bad.iter().any(|bad| word.starts_with(bad)) {
            named += 1;
            let before = at.checked_sub(1).and_then(|at| counts.get(at));
            let zero = before.is_some_and(|word| matches!(*word, "0" | "no"))
                || counts.get(at + 1) == Some(&"0");
            none += usize::from(zero);
        }
    }
    named > 0 && named == none
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_check_are_known() {
        let cases = [
            ("cargo test -p tally", true),
            ("cd web && npm run build 2>&1 | tail -20", true),
            ("RUST_LOG=debug cargo +nightly clippy --all", true),
            ("timeout 60 python -m pytest -q", true),
            ("./gradlew assemble", true),
            ("poetry run mypy src", true),
            ("ibid run -- go vet ./...", true),
            ("npm run dev", false),
            ("cargo add serde", false),
            ("cat Makefile", false),
            ("grep -rn pytest .", false),
            ("git commit -m 'cargo test'", false),
            ("", false),
        ];
        for (command, checks) in cases {
            assert_eq!(is_check(command), checks, "{command}");
        }
    }

    #[test]
    fn the_first_problems_are_kept() {
        let output = "compiling\nerror: one\nerror: one\n  error: two\n0 errors, 0 failed\nno failures\nFAILED three\nerror: four\n";
        assert_eq!(
            problems([output].into_iter()),
            ["error: one", "error: two", "FAILED three"]
        );
        assert_eq!(
            problems(["test result: ok. 9 passed; 0 failed"].into_iter()),
            Vec::<String>::new()
        );
    }
}
