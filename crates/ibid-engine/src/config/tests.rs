use std::fs;

use super::*;

/// What a configuration of these parts comes to, one line a setting that is not the default, then
/// errors and warnings.
fn outcome(user: &str, project: &str, env: &[(&str, &str)]) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("project");
    fs::create_dir_all(root.join(".ibid")).unwrap();
    let user_file = dir.path().join("user.toml");
    fs::write(&user_file, user).unwrap();
    fs::write(root.join(PROJECT_FILE), project).unwrap();
    let loaded = Loaded::read(&Sources {
        user: UserFile::Named(user_file),
        project_root: Some(root),
        env: env
            .iter()
            .map(|(n, v)| ((*n).into(), (*v).into()))
            .collect(),
        flags: Vec::new(),
    });
    let mut lines = Vec::new();
    for key in KEYS {
        let (value, origin) = loaded.config.get(key.setting);
        if *origin != Origin::Default {
            lines.push(format!("{} = {value} from {origin}", key.name));
        }
    }
    for error in &loaded.errors {
        lines.push(format!("error: {error}; {}", error.hint()));
    }
    lines.extend(loaded.warnings.iter().map(|w| format!("warning: {w}")));
    let shown = format!("{}/", dir.path().display());
    lines.iter().map(|line| line.replace(&shown, "")).collect()
}

fn check(user: &str, project: &str, env: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(
        outcome(user, project, env),
        expected,
        "{user} | {project} | {env:?}"
    );
}

#[test]
fn later_layers_win_and_each_value_knows_its_place() {
    check("", "", &[], &[]);
    check(
        "[direct]\nprune = false\n\nobservation_bytes = '8 KiB'\n",
        "[direct]\nobservation_bytes = 1000\n",
        &[],
        &[
            "direct.prune = false from user.toml:2",
            "direct.observation_bytes = 1000 from project/.ibid/config.toml:2",
        ],
    );
    check(
        "direct.prune = false",
        "[direct]\nprune = false",
        &[
            ("IBID_DIRECT_PRUNE", "true"),
            ("IBID_DATA_DIR", "/x"),
            ("IBID_X", "1"),
        ],
        &["direct.prune = true from environment IBID_DIRECT_PRUNE"],
    );
}

#[test]
fn sections_stand_in_sections() {
    let placed = [
        "policy.floor = 0.25 from user.toml:2",
        "policy.protected_tools = [\"todo\", \"mcp_*\"] from user.toml:3",
        "policy.window.terminal = 8 from user.toml:5",
    ];
    check(
        "[policy]\nfloor = 0.25\nprotected_tools = ['todo', 'mcp_*']\n[policy.window]\nterminal = 8",
        "",
        &[],
        &placed,
    );
    let on_one_line = placed.map(|line| line.split(" from").next().unwrap_or(line));
    for text in [
        "policy = { floor = 0.25, window = { terminal = 8 }, protected_tools = ['todo', 'mcp_*'] }",
        "policy.window.terminal = 8\npolicy.floor = 0.25\npolicy.protected_tools = ['todo', 'mcp_*']",
        "[policy]\nwindow.terminal = 8\nfloor = 2.5e-1\nprotected_tools = ['todo', 'mcp_*']",
    ] {
        let found = outcome(text, "", &[]);
        let found: Vec<_> = found
            .iter()
            .map(|line| line.split(" from").next())
            .collect();
        assert_eq!(found, on_one_line.map(Some), "{text}");
    }
    check(
        "",
        "[policy.ttl]\nclear_share = 1",
        &[
            ("IBID_POLICY_WINDOW_TERMINAL", "9"),
            ("IBID_POLICY_PROTECTED_TOOLS", "read, mcp_*"),
            ("IBID_POLICY_DEFAULT", "window"),
        ],
        &[
            "policy.default = \"window\" from environment IBID_POLICY_DEFAULT",
            "policy.protected_tools = [\"read\", \"mcp_*\"] from environment \
             IBID_POLICY_PROTECTED_TOOLS",
            "policy.window.terminal = 9 from environment IBID_POLICY_WINDOW_TERMINAL",
            "policy.ttl.clear_share = 1 from project/.ibid/config.toml:2",
        ],
    );
}

#[test]
fn what_is_wrong_in_a_section_of_a_section_is_named() {
    let cases = [
        (
            "[policy.window]\nterminl = 3",
            "error: user.toml:2: unknown key \"policy.window.terminl\"; did you mean \
             \"policy.window.terminal\"?",
        ),
        (
            "[policy.windw]\nterminal = 3",
            "error: user.toml:1: unknown key \"policy.windw\"; did you mean \"policy.window\"?",
        ),
        (
            "[policy]\nterminal = 3",
            "error: user.toml:2: unknown key \"policy.terminal\"; did you mean \
             \"policy.window.terminal\"?",
        ),
        (
            "terminal = 3",
            "error: user.toml:1: unknown key \"terminal\"; did you mean \
             \"policy.window.terminal\"?",
        ),
        (
            "[policy]\nwindow = 3",
            "error: user.toml:2: \"policy.window\" is a section, and not a value; write \
             [policy.window], and its keys below",
        ),
        (
            "[policy.floor]\nx = 3",
            "error: user.toml:1: policy.floor is [policy.floor], expected a share from 0 to 1; \
             policy.floor: Share of the window below which \"planned\" sets nothing aside.",
        ),
        (
            "'policy.floor' = 0.5",
            "error: user.toml:1: unknown key \"policy.floor\"; did you mean \"policy.floor\"?",
        ),
        (
            "policy.floor = 1.5",
            "error: user.toml:1: policy.floor is 1.5, expected a share from 0 to 1; \
             policy.floor: Share of the window below which \"planned\" sets nothing aside.",
        ),
        (
            "policy.default = 'plannd'",
            "error: user.toml:1: policy.default is 'plannd', expected one of none, working-set, \
             window, ttl, protect, clear, planned; policy.default: The policy that decides which \
             old results a request carries as stubs.",
        ),
        (
            "policy.protected_tools = ['a*b']",
            "error: user.toml:1: policy.protected_tools is ['a*b'], expected a list of names, \
             where * may stand at the end; policy.protected_tools: Tools whose results are never \
             set aside; * at the end stands for any ending.",
        ),
    ];
    for (text, expected) in cases {
        check(text, "", &[], &[expected]);
    }
    check(
        "",
        "",
        &[("IBID_POLICY_WINDOW_TERMINL", "3")],
        &[
            "error: unknown environment variable \"IBID_POLICY_WINDOW_TERMINL\"; did you mean \
           \"IBID_POLICY_WINDOW_TERMINAL\"?",
        ],
    );
}

#[test]
fn a_project_cannot_widen() {
    check(
        "",
        "[archive]\nmax_output = 1\nquota = 7\nredact = true\n[model]\nlocal = true\n[log]\nredact = false\n",
        &[],
        &[
            "archive.redact = true from project/.ibid/config.toml:4",
            "warning: project/.ibid/config.toml:2: archive.max_output is ignored: only the user's \
             own file, the environment or a flag sets it",
            "warning: project/.ibid/config.toml:3: archive.quota is ignored: only the user's own \
             file, the environment or a flag sets it",
            "warning: project/.ibid/config.toml:6: model.local is ignored: only the user's own \
             file, the environment or a flag sets it",
            "warning: project/.ibid/config.toml:8: log.redact is ignored: a project's file may \
             only turn it on",
        ],
    );
}

#[test]
fn a_user_who_redacts_is_not_undone_by_a_project() {
    check(
        "archive.redact = true",
        "archive.redact = false",
        &[],
        &[
            "archive.redact = true from user.toml:1",
            "warning: project/.ibid/config.toml:1: archive.redact is ignored: a project's file \
             may only turn it on",
        ],
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases: &[(&str, &str)] = &[
        (
            "[direct]\n\nprun = true",
            "error: user.toml:3: unknown key \"direct.prun\"; did you mean \"direct.prune\"?",
        ),
        (
            "[dirct]\nprune = true",
            "error: user.toml:1: unknown key \"dirct\"; did you mean \"direct\"?",
        ),
        (
            "observation_bytes = 3",
            "error: user.toml:1: unknown key \"observation_bytes\"; did you mean \
             \"direct.observation_bytes\"?",
        ),
        (
            "[lang]\nrows = []",
            "error: user.toml:2: unknown key \"lang.rows\"; did you mean \"lang.row\"?",
        ),
        (
            "[zzz]",
            "error: user.toml:1: unknown key \"zzz\"; \"ibid config show\" lists every known key",
        ),
        (
            "[direct]\nprune = 3",
            "error: user.toml:2: direct.prune is 3, expected true or false; direct.prune: Prune \
             output that has something to sort; when false, output is only cut at the cap.",
        ),
        (
            "[archive]\nquota = -1",
            "error: user.toml:2: archive.quota is -1, expected a size such as 8192, \"8KiB\" or \
             \"24 KB\"; archive.quota: Bytes all originals may take; when they are reached no \
             more is stored; 0 means none.",
        ),
        (
            "[direct]\ncompaction = 'short'",
            "error: user.toml:2: direct.compaction is 'short', expected one of structured, \
             legacy, off; direct.compaction: How history that no longer fits is replaced.",
        ),
        (
            "[prune]\nalways = 'x'",
            "error: user.toml:2: prune.always is 'x', expected a list of regular expressions; \
             prune.always: Patterns (regular expressions) whose lines are kept before all others.",
        ),
        (
            "[direct\nprune = true",
            "error: user.toml:1: unclosed table, expected `]`; correct the file; it is TOML",
        ),
    ];
    for (user, expected) in cases {
        check(user, "", &[], &[expected]);
    }
    check(
        "",
        "",
        &[("IBID_DIRECT_PRUNES", "1")],
        &[
            "error: unknown environment variable \"IBID_DIRECT_PRUNES\"; did you mean \
           \"IBID_DIRECT_PRUNE\"?",
        ],
    );
    check(
        "",
        "",
        &[("IBID_DIRECT_PRUNE", "maybe")],
        &[
            "error: environment IBID_DIRECT_PRUNE: direct.prune is \"maybe\", expected true or \
           false; direct.prune: Prune output that has something to sort; when false, output is \
           only cut at the cap.",
        ],
    );
}

#[test]
fn a_named_file_must_be_there_and_a_usual_one_need_not() {
    let sources = |user| Sources {
        user,
        project_root: Some("/no/such/project".into()),
        env: Vec::new(),
        flags: Vec::new(),
    };
    let path = || PathBuf::from("/no/such/file.toml");
    assert!(
        Loaded::read(&sources(UserFile::Usual(path())))
            .errors
            .is_empty()
    );
    let errors = Loaded::read(&sources(UserFile::Named(path()))).errors;
    assert!(
        errors[0]
            .to_string()
            .starts_with("cannot read /no/such/file.toml: ")
    );
}

#[test]
fn the_shipped_file_says_every_key_with_its_default() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("default.toml");
    fs::write(&path, DEFAULT_FILE).unwrap();
    let contents = file::read(&path, Layer::User, true);
    assert!(contents.errors.is_empty(), "{:?}", contents.errors);
    for key in KEYS {
        let said = contents
            .values
            .iter()
            .find(|(said, ..)| said.setting == key.setting);
        let (_, value, _) = said.unwrap_or_else(|| panic!("{} is not in the file", key.name));
        assert_eq!(*value, key.default, "{}", key.name);
    }
}

const ROW: &str = r#"
[[lang.row]]
name = "mytool"
dependencies = ["third_party/"]
examples = ["mytool: src/a.my(3,5): E12 wrong colour"]

[[lang.row.format]]
kind = "located"
triggers = ["mytool: "]
pattern = '^mytool: (?<file>[^(]+)\((?<line>\d+),(?<col>\d+)\): '
severity = "error"
"#;

fn registry_of(text: &str) -> Result<bool, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("user.toml");
    fs::write(&path, text).unwrap();
    let loaded = Loaded::read(&Sources {
        user: UserFile::Named(path),
        project_root: None,
        env: Vec::new(),
        flags: Vec::new(),
    });
    let (config, _) = loaded.into_result().map_err(|error| error.to_string())?;
    let registry = config.registry().map_err(|error| error.to_string())?;
    Ok(registry.is_some())
}

#[test]
fn rows_of_the_user_reach_the_registry_or_are_named() {
    assert_eq!(registry_of(""), Ok(false));
    assert_eq!(registry_of(ROW), Ok(true));
    let cases = [
        (
            ROW.replace("located\"", "locatd\""),
            "kind \"locatd\" is not one of",
        ),
        (
            ROW.replace("severity = \"error\"", "severity = \"bad\""),
            "severity \"bad\"",
        ),
        (
            ROW.replace("triggers", "trigger"),
            "did you mean \"triggers\"?",
        ),
        (
            ROW.replace("(?<file>", "(?<file"),
            "user.toml:2: lang row \"mytool\"",
        ),
        (ROW.replace("name = \"mytool\"", ""), "it has no name"),
        (
            ROW.replace("examples = [", "examples = [3, "),
            "\"examples\" is not a list of texts",
        ),
    ];
    for (text, expected) in cases {
        let error = registry_of(&text).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn budgets_follow_the_model() {
    let config_of = |user: &str| {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("user.toml");
        fs::write(&path, user).unwrap();
        let loaded = Loaded::read(&Sources {
            user: UserFile::Named(path),
            project_root: None,
            env: Vec::new(),
            flags: Vec::new(),
        });
        let policy = loaded.config.policy().unwrap();
        (policy.observation_bytes, policy.max_tool_output)
    };
    let (k, cases) = (
        1024,
        [
            ("", (24, 48)),
            ("model.local = true", (8, 16)),
            ("model.base_url = 'http://127.0.0.1:8080'", (8, 16)),
            ("model.base_url = 'https://api.example.com'", (24, 48)),
            (
                "model.local = true\ndirect.observation_bytes = '3KiB'",
                (3, 16),
            ),
        ],
    );
    for (user, (budget, cap)) in cases {
        assert_eq!(config_of(user), (budget * k, cap * k), "{user}");
    }
}

#[test]
fn a_bad_pattern_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("user.toml");
    fs::write(&path, "[prune]\nnever = ['ok', '(']").unwrap();
    let loaded = Loaded::read(&Sources {
        user: UserFile::Named(path),
        project_root: None,
        env: Vec::new(),
        flags: Vec::new(),
    });
    let error = loaded.config.policy().unwrap_err().to_string();
    assert!(
        error.ends_with("user.toml:2: prune.never \"(\": unclosed group"),
        "{error}"
    );
}
