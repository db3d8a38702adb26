//! `ibid config`: values, where they come from, and what is wrong with them.

use std::fs;

use crate::common::Home;

fn home_with(user: &str, project: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.config().parent().unwrap()).unwrap();
    fs::write(home.config(), user).unwrap();
    home.file(".ibid/config.toml", project);
    home
}

#[test]
fn every_value_says_where_it_comes_from() {
    let home = home_with(
        "[direct]\nprune = false\n",
        "direct.max_tool_output = '20KiB'\n",
    );
    let env = [("IBID_MODEL_LOCAL", "true")];
    let shown = home.ibid_with(&["config"], &env).stdout;
    let line = |key: &str| {
        let row = shown.lines().find(|line| line.starts_with(key)).unwrap();
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let user = home.config().display().to_string();
    let project = home
        .project()
        .canonicalize()
        .unwrap()
        .join(".ibid/config.toml");
    assert_eq!(
        line("direct.prune"),
        format!("direct.prune = false # {user}:2")
    );
    assert_eq!(
        line("direct.max_tool_output"),
        format!(
            "direct.max_tool_output = \"20KiB\" # {}:1",
            project.display()
        )
    );
    assert_eq!(
        line("model.local"),
        "model.local = true # environment IBID_MODEL_LOCAL"
    );
    assert_eq!(
        line("direct.observation_bytes"),
        "direct.observation_bytes = 0 → 8192 # default"
    );
    let json = home.ibid(&["config", "show", "--json"]).json();
    assert_eq!(json[0]["key"], "direct.prune");
    assert_eq!(json[0]["layer"], "user");
    assert_eq!(json[0]["value"], false);
}

#[test]
fn settings_act() {
    let input: String = (0..20_000).map(|n| format!("{n}\n")).collect();
    let home = home_with("direct.max_tool_output = '4KiB'", "");
    assert!(home.pipe(&["prune"], input.as_bytes()).stdout.len() <= 4096);
    // A flag wins over the file.
    let wide = home
        .pipe(&["prune", "--cap", "9KiB"], input.as_bytes())
        .stdout
        .len();
    assert!(wide > 8192 && wide <= 9 * 1024);
}

#[test]
fn what_is_wrong_stops_before_the_command_runs() {
    let home = home_with("[direct]\nprun = true\n", "");
    let marker = home.project().join("ran");
    let ran = home.ibid(&["run", "--", "touch", marker.to_str().unwrap()]);
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.stderr,
        format!(
            "ibid: the configuration is wrong; nothing was run\n  why: {}:2: unknown key \"direct.prun\"\n  \
             try: did you mean \"direct.prune\"?\n",
            home.config().display()
        )
    );
    assert!(!marker.exists());
    let check = home.ibid(&["config", "check"]);
    assert_eq!(check.status, 1);
    assert!(check.stdout.contains("unknown key"), "{check:?}");
}

/// Every way in which a configuration can be wrong, with what `config check` says of it.
#[test]
fn a_check_says_where_and_what_was_meant() {
    let row = |name: &str, rest: &str| {
        format!(
            "[[lang.row]]\nname = \"{name}\"\nexamples = [\"{name}: a\"]\n[[lang.row.format]]\n\
             kind = \"error\"\ntriggers = [\"{name}: \"]\n{rest}\n"
        )
    };
    let good = row("one", "pattern = '^one: '");
    let cases: [(String, &str); 9] = [
        (
            "\n[direct]\nprun = 1\n".into(),
            ":3: unknown key \"direct.prun\"; did you mean \"direct.prune\"?",
        ),
        (
            "\n\ndirect = 3\n".into(),
            ":3: \"direct\" is a section, and not a value; write [direct], and its keys below",
        ),
        (
            "lang = 3\n".into(),
            ":1: \"lang\" is a section, and not a value; rows are written [[lang.row]]",
        ),
        (
            "[prune]\nnever = ['(']\n".into(),
            ":2: prune.never \"(\": unclosed group; correct the regular expression",
        ),
        (
            format!("{good}\n{}", row("two", "pattern = '^two: ('")),
            ":9: lang row \"two\": bad pattern \"^two: (\": unclosed group",
        ),
        (
            format!("{good}\n{good}"),
            ":9: lang row \"one\": another row has this name",
        ),
        (
            format!("{good}\n{}", row("two", "pattern = 3")),
            ":15: lang row \"two\": \"pattern\" is not a text",
        ),
        (
            format!("{good}\n{}", row("two", "patern = '^two: '")),
            ":15: lang row \"two\": unknown key \"patern\"; did you mean \"pattern\"?",
        ),
        (
            format!("{good}\n{}", row("two", "")),
            ":12: lang row \"two\": a format has no pattern",
        ),
    ];
    for (text, expected) in cases {
        let home = home_with(&text, "");
        let check = home.ibid(&["config", "check"]);
        assert_eq!(check.status, 1, "{text}: {check:?}");
        let expected = format!("{}{expected}\n", home.config().display());
        assert_eq!(check.stdout, expected, "{text}");
    }
    let home = home_with(&good, "");
    assert_eq!(
        home.ibid(&["config", "check"]).status,
        0,
        "the row is right"
    );
}

#[test]
fn a_projects_file_cannot_widen() {
    let home = home_with("", "[archive]\nmax_output = 10\n[log]\nredact = false\n");
    let ran = home.ibid(&["run", "--", "echo", "hi"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "hi\n"));
    assert_eq!(ran.stderr.matches(" is ignored: ").count(), 2, "{ran:?}");
    let shown = home.ibid(&["config"]).stdout;
    assert!(shown.contains("archive.max_output = \"256MiB\""), "{shown}");
    assert_eq!(home.ibid(&["config", "check"]).status, 1);
}

#[test]
fn a_named_file_stands_instead_of_the_users_own() {
    let home = home_with("nonsense = 1", "");
    let named = home.file("named.toml", "direct.prune = false");
    let ran = home.ibid(&["--config", named.to_str().unwrap(), "config"]);
    assert!(ran.stdout.starts_with("direct.prune = false"), "{ran:?}");
    let missing = home.ibid(&["--config", "/no/such/file", "run", "--", "true"]);
    assert_eq!(missing.status, 2);
    assert!(
        missing.stderr.contains("cannot read /no/such/file"),
        "{missing:?}"
    );
}

#[test]
fn paths_and_defaults_are_told() {
    let home = home_with("", "");
    let paths = home.ibid(&["config", "path"]).stdout;
    assert!(
        paths.contains(&home.config().display().to_string()),
        "{paths}"
    );
    let defaults = home.ibid(&["config", "show", "--default"]).stdout;
    let named = home.file("defaults.toml", &defaults);
    let check = home.ibid(&["--config", named.to_str().unwrap(), "config", "check"]);
    assert_eq!(
        (check.status, check.stdout.as_str()),
        (0, "the configuration is right\n")
    );
}
