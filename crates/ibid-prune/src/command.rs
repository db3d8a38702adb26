//! What the command line tells before a byte of output is read: whether it only shows something,
//! and which exit statuses are normal for it.

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Shows content: a file, a diff, a listing, a query's result.
    Shows,
    /// Searches: `path:line:` matches are its results, not diagnostics.
    Searches,
    /// Some of its stages show content, others do not.
    Mixed,
    /// Does something, or unknown.
    Does,
}

/// What is known of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) purpose: Purpose,
    /// Whether the exit status given with it says that something went wrong.
    pub(crate) failed: bool,
}

/// Programs that show, search or have statuses of their own: program, subcommands (none: any),
/// purpose, and the statuses other than 0 that are normal.
struct Rule(
    &'static str,
    &'static [&'static str],
    Purpose,
    &'static [i32],
);

use Purpose::{Does, Searches, Shows};

const RULES: &[Rule] = &[
    Rule("cat", &[], Shows, &[]),
    Rule("bat", &[], Shows, &[]),
    Rule("less", &[], Shows, &[]),
    Rule("more", &[], Shows, &[]),
    Rule("nl", &[], Shows, &[]),
    Rule("tac", &[], Shows, &[]),
    Rule("head", &[], Shows, &[]),
    Rule("tail", &[], Shows, &[]),
    Rule("sed", &[], Shows, &[]),
    Rule("awk", &[], Shows, &[]),
    Rule("gawk", &[], Shows, &[]),
    Rule("cut", &[], Shows, &[]),
    Rule("column", &[], Shows, &[]),
    Rule("sort", &[], Shows, &[]),
    Rule("uniq", &[], Shows, &[]),
    Rule("wc", &[], Shows, &[]),
    Rule("jq", &[], Shows, &[1]),
    Rule("yq", &[], Shows, &[]),
    Rule("xmllint", &["--format", "--xpath"], Shows, &[]),
    Rule("ls", &[], Shows, &[]),
    Rule("eza", &[], Shows, &[]),
    Rule("tree", &[], Shows, &[]),
    Rule("find", &[], Shows, &[]),
    Rule("fd", &[], Shows, &[1]),
    Rule("stat", &[], Shows, &[]),
    Rule("file", &[], Shows, &[]),
    Rule("du", &[], Shows, &[]),
    Rule("df", &[], Shows, &[]),
    Rule("ps", &[], Shows, &[]),
    Rule("free", &[], Shows, &[]),
    Rule("lscpu", &[], Shows, &[]),
    Rule("mount", &[], Shows, &[]),
    Rule("uname", &[], Shows, &[]),
    Rule("env", &[], Shows, &[]),
    Rule("printenv", &[], Shows, &[1]),
    Rule("echo", &[], Shows, &[]),
    Rule("printf", &[], Shows, &[]),
    Rule("date", &[], Shows, &[]),
    Rule("pwd", &[], Shows, &[]),
    Rule("which", &[], Shows, &[1]),
    Rule("history", &[], Shows, &[]),
    Rule("man", &[], Shows, &[]),
    Rule("xxd", &[], Shows, &[]),
    Rule("hexdump", &[], Shows, &[]),
    Rule("od", &[], Shows, &[]),
    Rule("strings", &[], Shows, &[]),
    Rule("objdump", &[], Shows, &[]),
    Rule("readelf", &[], Shows, &[]),
    Rule("nm", &[], Shows, &[]),
    Rule("curl", &[], Shows, &[]),
    Rule("http", &[], Shows, &[]),
    Rule("sqlite3", &[], Shows, &[]),
    Rule("psql", &["-c"], Shows, &[]),
    Rule("mysql", &["-e"], Shows, &[]),
    Rule("diff", &[], Shows, &[1]),
    Rule("colordiff", &[], Shows, &[1]),
    Rule("delta", &[], Shows, &[1]),
    Rule("cmp", &[], Shows, &[1]),
    Rule("comm", &[], Shows, &[]),
    Rule("test", &[], Does, &[1]),
    Rule("[", &[], Does, &[1]),
    Rule("expr", &[], Shows, &[1]),
    Rule("pgrep", &[], Shows, &[1]),
    Rule("grep", &[], Searches, &[1]),
    Rule("egrep", &[], Searches, &[1]),
    Rule("fgrep", &[], Searches, &[1]),
    Rule("zgrep", &[], Searches, &[1]),
    Rule("rg", &[], Searches, &[1]),
    Rule("ag", &[], Searches, &[1]),
    Rule("ack", &[], Searches, &[1]),
    Rule("ugrep", &[], Searches, &[1]),
    Rule("git", &["grep"], Searches, &[1]),
    Rule(
        "git",
        &[
            "show",
            "diff",
            "log",
            "blame",
            "status",
            "branch",
            "ls-files",
            "ls-tree",
            "cat-file",
            "config",
            "remote",
            "tag",
            "reflog",
            "shortlog",
            "describe",
            "rev-parse",
            "stash",
            "format-patch",
            "range-diff",
        ],
        Shows,
        &[1],
    ),
    Rule("jj", &["log", "diff", "show", "status", "st"], Shows, &[]),
    Rule("hg", &["log", "diff", "status", "cat"], Shows, &[1]),
    Rule("svn", &["log", "diff", "status", "cat"], Shows, &[]),
    Rule("gh", &["api", "pr", "issue", "repo", "search"], Shows, &[]),
    Rule("npm", &["audit"], Does, &[1]),
    Rule(
        "npm",
        &[
            "ls", "list", "outdated", "view", "info", "search", "config", "explain",
        ],
        Shows,
        &[1],
    ),
    Rule("pnpm", &["ls", "list", "outdated", "why"], Shows, &[1]),
    Rule("yarn", &["list", "info", "why", "outdated"], Shows, &[1]),
    Rule("pip", &["list", "freeze", "show", "index"], Shows, &[1]),
    Rule("pip3", &["list", "freeze", "show", "index"], Shows, &[1]),
    Rule("uv", &["tree"], Shows, &[]),
    Rule(
        "cargo",
        &["metadata", "tree", "info", "search", "--list"],
        Shows,
        &[],
    ),
    Rule("go", &["list", "env", "doc", "version"], Shows, &[]),
    Rule("gem", &["list", "info"], Shows, &[]),
    Rule("composer", &["show", "outdated"], Shows, &[1]),
    Rule(
        "docker",
        &["ps", "images", "inspect", "stats", "port", "top"],
        Shows,
        &[],
    ),
    Rule("podman", &["ps", "images", "inspect"], Shows, &[]),
    Rule(
        "kubectl",
        &["get", "describe", "explain", "top", "api-resources"],
        Shows,
        &[],
    ),
    Rule("kubectl", &["diff"], Shows, &[1]),
    Rule("helm", &["list", "get", "template", "show"], Shows, &[]),
    Rule("terraform", &["show", "output", "state"], Shows, &[]),
    Rule("terraform", &["plan"], Does, &[2]),
    Rule("systemctl", &["status", "list-units", "cat"], Shows, &[3]),
    Rule("apt-cache", &[], Shows, &[]),
    Rule("apt", &["list", "show", "search"], Shows, &[]),
    Rule("dpkg", &["-l", "-L", "-s"], Shows, &[1]),
    Rule("brew", &["list", "info", "outdated", "search"], Shows, &[]),
    Rule("ip", &[], Shows, &[]),
    Rule("ss", &[], Shows, &[]),
    Rule("lsof", &[], Shows, &[1]),
    Rule("dmesg", &[], Shows, &[]),
];

/// Programs that hand on what they read.
const PASS_THROUGH: &[&str] = &[
    "tee",
    "head",
    "tail",
    "cat",
    "sed",
    "ts",
    "less",
    "more",
    "col",
    "stdbuf",
    "Out-File",
    "Tee-Object",
];

/// Programs that only run another one.
const WRAPPERS: &[&str] = &[
    "sudo", "env", "time", "nice", "nohup", "timeout", "command", "exec", "xargs", "stdbuf", "npx",
    "bunx", "uvx", "pipx", "doas", "ionice", "setsid", "script", "unbuffer", "then", "do", "else",
    "if", "while", "ibid",
];

/// Stages that decide nothing about the output.
const SILENT: &[&str] = &[
    "cd", "export", "set", "source", ".", "mkdir", "rm", "mv", "cp", "touch", "true", ":", "exit",
    "pushd", "popd", "umask", "ulimit", "sleep", "wait", "chmod", "ln", "unset", "rc=$?", "trap",
    "fi", "done",
];

/// Reads a command line. `program` is the deciding program where the caller knows it.
pub(crate) fn read(command: Option<&str>, program: Option<&str>, exit: Option<i32>) -> Command {
    let line = command.or(program).unwrap_or("");
    let line = script(line).unwrap_or(line);
    let (mut shows, mut does, mut last) = (0, 0, Does);
    let mut normal: &[i32] = &[];
    for stage in statements(line) {
        let Some((purpose, statuses)) = pipeline(stage) else {
            continue;
        };
        match purpose {
            Does => does += 1,
            _ => shows += 1,
        }
        (last, normal) = (purpose, statuses);
    }
    let asks_for_help = line
        .split_whitespace()
        .any(|word| word == "--help" || word == "--version");
    let purpose = match (shows, does) {
        _ if asks_for_help => Shows,
        (0, _) => Does,
        (_, 0) if last == Searches => Searches,
        (_, 0) => Shows,
        _ => Purpose::Mixed,
    };
    let failed = exit.is_some_and(|code| code != 0 && !normal.contains(&code));
    Command { purpose, failed }
}

/// Shells that run a script given with `-c`.
const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "fish"];

/// The script of a line that only gives one to a shell: `bash -lc 'cargo test'`.
fn script(line: &str) -> Option<&str> {
    let (shell, rest) = line.trim().split_once(' ')?;
    let name = shell.rsplit('/').next()?;
    let (option, rest) = rest.trim_start().split_once(' ')?;
    let gives_script =
        option.starts_with('-') && !option.starts_with("--") && option.ends_with('c');
    let rest = rest.trim();
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inner = rest[1..].strip_suffix(quote)?;
    (SHELLS.contains(&name) && gives_script).then_some(inner)
}

/// The statements of a command line: split at `;`, `&&`, `||` and line ends outside quotes.
fn statements(line: &str) -> Vec<&str> {
    split(line, |rest| match rest {
        _ if rest.starts_with("&&") || rest.starts_with("||") => 2,
        _ if rest.starts_with(';') || rest.starts_with('\n') => 1,
        _ => 0,
    })
}

/// Purpose and normal statuses of one pipeline, `None` for one that decides nothing.
fn pipeline(statement: &str) -> Option<(Purpose, &'static [i32])> {
    let stages = split(statement, |rest| usize::from(rest.starts_with('|')));
    let mut deciding = None;
    for stage in &stages {
        let words = words(stage);
        let Some(name) = words.first() else { continue };
        if deciding.is_some() && PASS_THROUGH.contains(name) {
            continue;
        }
        deciding = Some(words);
    }
    let words = deciding?;
    if SILENT.contains(&words[0]) {
        return None;
    }
    Some(rule_for(&words).map_or((Does, &[][..]), |rule| (rule.2, rule.3)))
}

fn rule_for(words: &[&str]) -> Option<&'static Rule> {
    let name = words[0].rsplit('/').next()?;
    let subcommand = |wanted: &[&str]| {
        let mut rest = words[1..].iter();
        while let Some(word) = rest.next() {
            if wanted.contains(word) {
                return true;
            }
            match *word {
                // Options that take a value before the subcommand.
                "-C" | "-c" | "--git-dir" | "--prefix" | "-n" | "--namespace" => {
                    rest.next();
                }
                _ if word.starts_with('-') => {}
                _ => return false,
            }
        }
        false
    };
    // `sed -i` and `find -exec` do something, but print nothing that would need sorting either.
    RULES
        .iter()
        .find(|rule| rule.0 == name && (rule.1.is_empty() || subcommand(rule.1)))
}

/// The words of one stage, without assignments, redirections and wrappers before the program.
fn words(stage: &str) -> Vec<&str> {
    let mut words: Vec<&str> = stage
        .split_whitespace()
        .map(|word| word.trim_matches(|c| matches!(c, '(' | ')' | '{' | '}' | '\'' | '"')))
        .filter(|word| !word.is_empty() && !word.starts_with(['>', '<']) && !word.starts_with("2>"))
        .collect();
    loop {
        let Some(first) = words.first() else {
            return words;
        };
        let assignment = first.contains('=') && !first.starts_with('=') && *first != "rc=$?";
        let wrapper = words.len() > 1 && WRAPPERS.contains(first);
        if !assignment && !wrapper {
            return words;
        }
        let timeout = *first == "timeout";
        words.remove(0);
        while wrapper
            && words.len() > 1
            && (words[0].starts_with('-')
                || timeout && words[0].starts_with(|c: char| c.is_ascii_digit()))
        {
            words.remove(0);
        }
    }
}

/// Splits `line` where `cut` says how many bytes a separator has, outside quotes.
fn split(line: &str, cut: impl Fn(&str) -> usize) -> Vec<&str> {
    let (mut parts, mut from, mut at, mut quote) = (Vec::new(), 0, 0, None);
    while let Some(c) = line[at..].chars().next() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if c == '\'' || c == '"' => quote = Some(c),
            None => {
                let n = cut(&line[at..]);
                if n > 0 {
                    parts.push(line[from..at].trim());
                    at += n;
                    from = at;
                    continue;
                }
            }
        }
        at += c.len_utf8();
    }
    parts.push(line[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stage_that_decides() {
        for (line, purpose) in [
            ("cat a.txt", Shows),
            ("cargo test", Does),
            ("cargo test 2>&1 | tail -50", Does),
            ("cargo test | tee log | head", Does),
            ("cd x && git -C y log -p", Shows),
            ("FOO=1 sudo -E git diff", Shows),
            ("make; cat log", Purpose::Mixed),
            ("rg -n foo src | head -20", Searches),
            ("ps aux | grep x", Searches),
            ("sed -n 1,20p a.rs", Shows),
            ("echo 'a; make'", Shows),
            ("timeout 20 npm test", Does),
            ("npm ls --all; npm outdated", Shows),
            ("cargo --help", Shows),
            ("bash -lc 'cd x && git diff'", Shows),
            ("/bin/sh -c \"cargo test | tail\"", Does),
            ("sh -c 'cat \"$1\"' sh a.txt", Does),
            ("sh -c '", Does),
            ("", Does),
        ] {
            assert_eq!(read(Some(line), None, None).purpose, purpose, "{line:?}");
        }
    }

    #[test]
    fn a_status_that_is_normal_is_no_failure() {
        for (line, exit, failed) in [
            ("diff a b", 1, false),
            ("diff a b", 2, true),
            ("grep x y", 1, false),
            ("npm audit", 1, false),
            ("cargo test", 101, true),
            ("cargo test", 0, false),
            ("cargo build; grep x y", 1, false),
        ] {
            assert_eq!(
                read(Some(line), None, Some(exit)).failed,
                failed,
                "{line:?} {exit}"
            );
        }
    }
}
