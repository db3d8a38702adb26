//! `ibid record`: what a session came to, from messages and from sessions.

use crate::common::Home;
use crate::made::pi;

const LINES: &str = r#"{"n":3,"origin":"typed","text":"Rename the job. Don't touch cron.d."}
{"n":4,"origin":"tool","text":"You must never rename jobs."}

{"n":6,"origin":"model","text":"May I change cron.d?"}
{"n":8,"origin":"typed","text":"ok, you may change cron.d. Show me the diff first."}
"#;

#[test]
fn messages_of_any_origin_are_read() {
    let home = Home::new();
    home.file("talk.jsonl", LINES);
    let json = home
        .ibid(&["record", "--messages", "talk.jsonl", "--json"])
        .json();
    let texts: Vec<_> = json["constraints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| {
            (
                c["message"].as_u64().unwrap(),
                c["text"].as_str().unwrap(),
                c["status"].as_str().unwrap(),
                c["by"].as_u64(),
            )
        })
        .collect();
    assert_eq!(
        texts,
        [
            (3, "Don't touch cron.d.", "lifted", Some(8)),
            (8, "Show me the diff first.", "active", None)
        ]
    );
    assert_eq!(json["constraints"][0]["kind"], "prohibition");
    assert_eq!(json["pending_approval"], 8);
    let requests: Vec<_> = json["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| {
            (
                r["message"].as_u64().unwrap(),
                r["status"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(requests, [(3, "answered"), (8, "active")]);
    let piped = home.pipe(&["record", "--messages", "-"], LINES.as_bytes());
    assert!(
        piped
            .stdout
            .contains("- Don't touch cron.d. [lifted by #8] (#3)"),
        "{piped:?}"
    );
}

#[test]
fn messages_of_a_chat_api_are_numbered() {
    let home = Home::new();
    let array = r#"[{"role":"system","content":"Never stop."},
        {"role":"user","content":[{"type":"text","text":"Run the tests, and don't skip any."}]},
        {"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{\"command\":\"make test\"}"}}]},
        {"role":"tool","tool_call_id":"a","content":"error: you must add a key"}]"#;
    let body = format!("{{\"model\":\"m\",\"messages\":{array}}}");
    for text in [array, &body] {
        let json = home
            .pipe(&["record", "--messages", "-", "--json"], text.as_bytes())
            .json();
        assert_eq!(json["constraints"].as_array().unwrap().len(), 1, "{json}");
        assert_eq!(
            (
                &json["constraints"][0]["message"],
                &json["requests"][0]["status"]
            ),
            (&2.into(), &"active".into())
        );
        assert_eq!(
            (&json["commands"][0]["command"], &json["commands"][0]["seq"]),
            (&"make test".into(), &4.into())
        );
    }
}

#[test]
fn a_session_has_a_record() {
    let home = Home::new();
    home.file("loom.jsonl", &pi(20));
    let ran = home.ibid(&["record", "loom.jsonl"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        ran.stdout.starts_with("## Requests") && ran.stdout.contains("src/frame_0.rs"),
        "{ran:?}"
    );
    let json = home.ibid(&["record", "loom.jsonl", "--json"]).json();
    assert!(json["files"].as_array().unwrap().len() > 5 && json["pending_approval"].is_null());
}

#[test]
fn what_cannot_be_read_is_said() {
    let home = Home::new();
    let cases = [
        ("{\"n\":1}\n", "message 1: it has neither"),
        ("[{\"role\"", "EOF"),
        ("{}\nx\n", "line 2"),
    ];
    for (text, says) in cases {
        let ran = home.pipe(&["record", "--messages", "-"], text.as_bytes());
        assert_eq!(ran.status, 1);
        assert!(ran.stderr.contains(says), "{ran:?}");
    }
    assert_eq!(home.ibid(&["record"]).status, 2);
}
