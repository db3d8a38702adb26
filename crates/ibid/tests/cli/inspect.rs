//! `ibid inspect`: requests one by one, as decided or as recorded.

use serde_json::Value;

use crate::common::Home;
use crate::made::{STUB, kept, pi};

fn home() -> Home {
    let home = Home::new();
    home.file("loom.jsonl", &pi(20));
    home
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_request_has_a_line() {
    let home = home();
    let ran = home.ibid(&["inspect", "loom.jsonl"]);
    assert_eq!((ran.status, ran.stdout.lines().count()), (0, 41), "{ran:?}");
    let steps = lines(
        &home
            .ibid(&["inspect", "loom.jsonl", "--json", "--policy", "window"])
            .stdout,
    );
    assert_eq!(steps.len(), 40);
    assert_eq!(
        (&steps[0]["step"], &steps[0]["messages"]),
        (&1.into(), &1.into())
    );
    let set_aside: u64 = steps
        .iter()
        .filter_map(|step| step["set_aside"].as_u64())
        .sum();
    assert!(set_aside > 10, "{set_aside}");
}

#[test]
fn one_request_is_shown_beside_the_log() {
    let home = home();
    let args = [
        "inspect",
        "loom.jsonl",
        "--policy",
        "window",
        "--step",
        "40",
    ];
    let all = home.ibid(&args);
    assert_eq!(all.status, 0, "{all:?}");
    assert!(
        all.stdout.contains("[set aside: read src/frame_0.rs"),
        "{all:?}"
    );
    let only = |view: &str| home.ibid(&[&args[..], &["--view", view]].concat()).stdout;
    assert!(!only("log").contains("[set aside"));
    assert!(only("request").contains("[set aside"));
    assert!(only("checkpoint").contains("window"));
    let json = home.ibid(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&json["step"], &json["checkpoint"]["policy"]),
        (&40.into(), &"window".into())
    );
    assert_eq!(json["messages"].as_array().unwrap().len(), 79);
}

#[test]
fn what_a_log_of_ibid_recorded_is_shown_and_not_decided_again() {
    let home = home();
    kept(&home, "threads");
    // Whatever policy is named: it was "by-hand" that decided.
    for policy in ["none", "planned"] {
        let steps = lines(
            &home
                .ibid(&["inspect", "threads", "--json", "--policy", policy])
                .stdout,
        );
        let told: Vec<_> = steps
            .iter()
            .map(|step| {
                (
                    step["set_aside"].as_u64().unwrap(),
                    step["tokens"].as_u64().unwrap(),
                )
            })
            .collect();
        assert_eq!(told, [(0, 4321), (0, 4321), (1, 4321)]);
        let args = [
            "inspect", "threads", "--step", "3", "--json", "--policy", policy,
        ];
        let json = home.ibid(&args).json();
        assert_eq!(json["checkpoint"]["policy"], "by-hand");
        let stub = &json["messages"][2];
        assert_eq!(
            (&stub["entry"], &stub["request"], &stub["reason"]),
            (&5.into(), &STUB.into(), &"untouched".into())
        );
    }
    // A replay decides anew: "none" sets nothing aside.
    let ran = home.ibid(&["replay", "threads", "--policy", "none", "--dump", "d"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let dump = std::fs::read_to_string(home.project().join("d")).unwrap();
    assert!(
        lines(&dump)
            .iter()
            .all(|line| line["set_aside"] == Value::Array(Vec::new()))
    );
}

#[test]
fn the_configuration_tells_the_policy_and_its_settings() {
    let home = home();
    let args = ["inspect", "loom.jsonl", "--json"];
    let gone = |env: &[(&str, &str)]| {
        let ran = home.ibid_with(&args, env);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        let steps = lines(&ran.stdout);
        let counts = steps.iter().filter_map(|step| step["set_aside"].as_u64());
        counts.sum::<u64>()
    };
    let window = ("IBID_POLICY_DEFAULT", "window");
    assert_eq!(gone(&[("IBID_POLICY_DEFAULT", "none")]), 0);
    let usual = gone(&[window]);
    assert!(usual > 0);
    assert_eq!(gone(&[window, ("IBID_POLICY_PROTECTED_TOOLS", "rea*")]), 0);
    assert_eq!(gone(&[window, ("IBID_POLICY_WINDOW_READS", "30")]), 0);
    home.file(
        ".ibid/config.toml",
        "[policy]\ndefault = 'window'\n[policy.window]\nfloor_chars = 0\n",
    );
    assert!(gone(&[]) > usual, "{usual}");
    // A flag goes before it.
    let ran = home.ibid(&[
        "inspect",
        "loom.jsonl",
        "--step",
        "40",
        "--json",
        "--policy",
        "clear",
    ]);
    assert_eq!(ran.json()["checkpoint"]["policy"], "clear");
    home.file(".ibid/config.toml", "[policy.windw]\nreads = 3\n");
    let ran = home.ibid(&args);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(
        ran.stderr.contains("did you mean \"policy.window\"?"),
        "{ran:?}"
    );
}
