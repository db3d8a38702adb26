//! What the binary says of itself.

use crate::common::Home;

const COMMANDS: [&str; 9] = [
    "run",
    "prune",
    "classify",
    "recall",
    "outputs",
    "sessions",
    "config",
    "completions",
    "man",
];

#[test]
fn help_of_every_command() {
    let home = Home::new();
    insta::assert_snapshot!("help", home.ibid(&["--help"]).stdout);
    insta::assert_snapshot!("help-short", home.ibid(&["-h"]).stdout);
    for command in COMMANDS {
        let ran = home.ibid(&[command, "--help"]);
        assert_eq!(ran.status, 0);
        assert!(ran.stdout.contains("Examples:"), "{command}");
        insta::assert_snapshot!(format!("help-{command}"), ran.stdout);
    }
}

#[test]
fn errors_say_what_why_and_what_to_do() {
    let home = Home::new();
    let cases: &[(&str, &[&str])] = &[
        ("no-such-command", &["run", "--", "no-such-program"]),
        ("bad-id", &["recall", "No/Id"]),
        ("unknown-id", &["recall", "zzz"]),
        ("bad-pattern", &["recall", "zzz", "--pattern", "a("]),
        ("gc-of-nothing", &["outputs", "gc"]),
        ("unknown-session", &["sessions", "show", "nothere"]),
        ("sessions-gc-of-nothing", &["sessions", "gc"]),
        ("bad-size", &["prune", "--budget", "many"]),
        ("no-subcommand", &["man", "nothing"]),
    ];
    for (name, args) in cases {
        let ran = home.ibid(args);
        insta::assert_snapshot!(
            format!("error-{name}"),
            format!("exit {}\n{}", ran.status, ran.stderr)
        );
    }
}

#[test]
fn completions_and_manual_are_made() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = home.ibid(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(ran.stdout.contains("classify"), "{shell}");
    }
    let man = home.ibid(&["man"]).stdout;
    assert!(man.contains(".TH ibid 1"), "{man}");
    for command in COMMANDS {
        assert!(man.contains(&format!("ibid\\-{command}")), "{command}");
        let page = home.ibid(&["man", command]);
        assert!(
            page.stdout.contains(&format!(".TH ibid-{command} 1")),
            "{page:?}"
        );
    }
}

#[test]
fn colour_only_where_asked() {
    let home = Home::new();
    let text = home.sh("seq 100000").stdout;
    assert!(!text.contains('\u{1b}'));
    assert!(!home.ibid(&["outputs"]).stdout.contains('\u{1b}'));
    assert!(!home.ibid(&["--help"]).stdout.contains('\u{1b}'));
}
