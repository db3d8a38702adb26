//! `ibid run`: statuses, signals, streams, and what happens when something fails.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::common::{Home, is_running, kill, peak_memory, ran, wait_for};

#[test]
fn exits_with_the_commands_status() {
    let home = Home::new();
    let cases = [
        ("exit 0", 0),
        ("exit 7", 7),
        ("exit 255", 255),
        ("kill -TERM $$", 143),
        ("kill -KILL $$", 137),
        ("kill -PIPE $$", 141),
    ];
    for (script, status) in cases {
        let ran = home.sh(script);
        assert_eq!(ran.status, status, "{script}: {ran:?}");
        if status != 0 {
            let said = format!("exit {status}");
            assert!(ran.stdout.contains(&said), "{script}: {ran:?}");
        }
        assert_eq!(
            ran.stderr.contains("was ended by SIG"),
            status > 128 && status < 255
        );
    }
}

#[test]
fn short_output_is_shown_as_it_is_and_nothing_is_stored() {
    let home = Home::new();
    let ran = home.ibid(&["run", "--", "echo", "hello"]);
    assert_eq!(
        (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, "hello\n", "")
    );
    assert!(!home.data().exists());
}

#[test]
fn the_command_line_needs_no_dashes_and_takes_flags_of_the_command() {
    let home = Home::new();
    let ran = home.ibid(&["run", "echo", "--json", "-q"]);
    assert_eq!(ran.stdout, "--json -q\n");
}

#[test]
fn a_command_that_cannot_run_is_told_as_a_shell_tells_it() {
    let home = Home::new();
    let plain = home.file("plain", "echo hi\n");
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o644)).unwrap();
    let cases = [
        (
            "no-such-program",
            127,
            "ibid: no-such-program: command not found\n",
        ),
        (
            "./nothing",
            127,
            "ibid: ./nothing: No such file or directory\n",
        ),
        ("./plain", 126, "ibid: ./plain: Permission denied\n"),
        (".", 127, "ibid: .: command not found\n"),
        ("./", 126, "ibid: ./: Is a directory\n"),
    ];
    for (program, status, first) in cases {
        let ran = home.ibid(&["run", "--", program]);
        assert_eq!(ran.status, status, "{program}: {ran:?}");
        assert!(ran.stderr.starts_with(first), "{program}: {ran:?}");
        assert_eq!(
            ran.stderr.lines().count(),
            3,
            "what, why, what to do: {ran:?}"
        );
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn standard_input_is_passed_through() {
    let home = Home::new();
    let ran = home.pipe(&["run", "--", "tr", "a-z", "A-Z"], b"some text\n");
    assert_eq!(ran.stdout, "SOME TEXT\n");
}

/// T1-07: the two streams stand in the order in which they came, and each part says its stream.
#[test]
fn both_streams_keep_their_order_of_arrival() {
    let home = Home::new();
    let script = "echo 'step A'; sleep 0.1; echo 'warn A' >&2; sleep 0.1; \
                  echo 'step B'; sleep 0.1; echo 'FAIL B' >&2; exit 1";
    let ran = home.ibid(&[
        "run", "--json", "--keep", "always", "--", "sh", "-c", script,
    ]);
    let json = ran.json();
    let text = json["text"].as_str().unwrap();
    assert!(text.contains("step A\nwarn A\nstep B\nFAIL B\n"), "{text}");
    let runs: Vec<(u64, &str)> = json["streams"]["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| {
            (
                run["from"].as_u64().unwrap(),
                run["stream"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        runs,
        [(0, "stdout"), (7, "stderr"), (14, "stdout"), (21, "stderr")]
    );
}

/// T1-08: what a failing command wrote to standard error alone is shown.
#[test]
fn a_failure_that_speaks_only_on_standard_error_is_shown() {
    let home = Home::new();
    let line = "ls: cannot access '/no/such': No such file or directory";
    let ran = home.sh(&format!("echo \"{line}\" >&2; exit 2"));
    assert_eq!(ran.status, 2);
    assert!(
        ran.stdout.contains(line) && ran.stdout.contains("exit 2"),
        "{ran:?}"
    );
}

#[test]
fn an_empty_output_with_a_status_says_so() {
    let home = Home::new();
    let ran = home.sh("exit 1");
    assert!(ran.stdout.contains("exit 1"), "{ran:?}");
    assert_eq!(home.sh("exit 0").stdout, "");
}

#[test]
fn signals_reach_the_whole_group() {
    let signals = [
        ("TERM", Signal::TERM),
        ("HUP", Signal::HUP),
        ("INT", Signal::INT),
        ("QUIT", Signal::QUIT),
        ("USR1", Signal::USR1),
    ];
    let home = Home::new();
    for (name, signal) in signals {
        let pid_file = home.project().join(name);
        // The shell catches the signal once the program it waits for has died of it.
        let script = format!(
            "trap 'echo caught' {name}; \
             sh -c 'echo $$ > {0}.new; mv {0}.new {0}; exec sleep 30'; exit 9",
            pid_file.display()
        );
        let args = ["run", "--", "sh", "-c", &script];
        let child = home.command(&args).spawn().unwrap();
        wait_for("the command starts", || pid_file.exists());
        let inner: u32 = fs::read_to_string(&pid_file)
            .unwrap()
            .trim()
            .parse()
            .unwrap();
        assert!(is_running(inner));
        kill(signal, child.id());
        let ran = ran(child.wait_with_output().unwrap());
        assert_eq!(ran.status, 9, "{name}: {ran:?}");
        assert!(ran.stdout.contains("caught"), "{name}: {ran:?}");
        assert!(!is_running(inner), "{name}");
    }
}

#[test]
fn a_signal_ignored_from_the_start_stays_ignored() {
    let home = Home::new();
    let ready = home.project().join("ready");
    let ibid = env!("CARGO_BIN_EXE_ibid");
    let inner = format!("touch {}; sleep 0.5; echo survived", ready.display());
    let script = format!("trap '' HUP; exec {ibid} run -- sh -c '{inner}'");
    let mut command = home.command(&[]);
    let mut outer = std::process::Command::new("sh");
    outer
        .args(["-c", &script])
        .envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))));
    outer
        .current_dir(home.project())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.stdin(Stdio::null());
    let child = outer.spawn().unwrap();
    wait_for("the command starts", || ready.exists());
    kill(Signal::HUP, child.id());
    let ran = ran(child.wait_with_output().unwrap());
    assert_eq!(
        (ran.status, ran.stdout.as_str()),
        (0, "survived\n"),
        "{ran:?}"
    );
}

#[test]
fn a_process_left_behind_does_not_hold_us_and_is_told() {
    let home = Home::new();
    let started = Instant::now();
    let ran = home.sh("sleep 30 & echo done");
    let told = "[a process it left running may print more, which is not here]\n";
    assert_eq!(ran.status, 0);
    assert_eq!(ran.stdout, format!("done\n{told}"));
    assert!(ran.stderr.contains("left a process running"), "{ran:?}");
    assert_eq!(home.sh("sleep 30 &").stdout, told);
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(started.elapsed() < Duration::from_secs(10));
    let script = ["sh", "-c", "sleep 30 & echo done"];
    let quiet = ["-q", "--json", "run", "--keep", "always", "--"];
    let ran = home.ibid(&[&quiet[..], &script].concat());
    assert_eq!(ran.stderr, "");
    assert_eq!(ran.json()["left_running"], true);
    let id = ran.json()["id"].as_str().unwrap().to_owned();
    assert!(
        home.ibid(&["outputs", "show", &id])
            .stdout
            .contains("a process that still held")
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let home = Home::new();
    let script = "seq 100000; exit 3";
    let mut child = home
        .command(&["run", "--cap", "600KiB", "--", "sh", "-c", script])
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut reader = BufReader::with_capacity(64, child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    drop(reader);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(stderr, "");
}

#[test]
fn a_full_standard_output_is_told_and_the_original_kept() {
    let home = Home::new();
    for (script, status) in [("seq 100000", 1), ("seq 100000; exit 4", 4)] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = home.command(&["run", "--", "sh", "-c", script]);
        let output = command.stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{stderr}");
        assert!(
            stderr.starts_with("ibid: cannot write the answer\n"),
            "{stderr}"
        );
        let id = stderr.trim().rsplit(' ').next().unwrap();
        assert!(home.raw(id).starts_with(b"1\n2\n3\n"));
    }
}

#[test]
fn two_at_once_keep_each_its_own() {
    let home = Home::new();
    thread::scope(|scope| {
        for n in 1..=4 {
            let home = &home;
            scope.spawn(move || {
                let ran = home.sh(&format!("seq {n}00000 {n}20000"));
                assert_eq!(ran.status, 0, "{ran:?}");
                let raw = String::from_utf8(home.raw(&ran.id())).unwrap();
                let expected: Vec<String> = (n * 100_000..=n * 100_000 + 20_000)
                    .map(|i| i.to_string())
                    .collect();
                assert!(raw.lines().eq(expected.iter().map(String::as_str)), "{n}");
            });
        }
    });
    assert_eq!(home.ibid(&["outputs"]).stdout.lines().count(), 4);
}

#[test]
fn without_a_store_the_output_is_shown_up_to_the_cap_and_says_so() {
    let home = Home::new();
    let in_the_way = home.file("in-the-way", "");
    let env = [("IBID_DATA_DIR", in_the_way.to_str().unwrap())];
    let script = "seq -f 'Compiling unit%g v1.0' 500; echo 'src/a.c:3:4: error: it broke'; exit 1";
    let args = [
        "run", "--budget", "2KiB", "--cap", "20KiB", "--", "sh", "-c", script,
    ];
    let ran = home.ibid_with(&args, &env);
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.contains("original not stored"), "{ran:?}");
    assert!(!ran.stdout.contains("ibid recall"), "{ran:?}");
    for n in 1..=500 {
        let line = format!("Compiling unit{n} v1.0\n");
        assert!(ran.stdout.contains(&line), "{n} is missing");
    }
    // With a store the same output is shortened.
    assert!(home.ibid(&args).stdout.len() <= 2048);
    assert!(
        ran.stderr.starts_with("ibid: original not stored: "),
        "{ran:?}"
    );
    // Where nothing would be left out, nothing needs to be said.
    let small = home.ibid_with(&["run", "--", "echo", "hi"], &env);
    assert_eq!((small.stdout.as_str(), small.stderr.as_str()), ("hi\n", ""));
}

#[test]
fn json_says_what_the_text_says() {
    let home = Home::new();
    let ran = home.ibid(&[
        "run",
        "--json",
        "--",
        "sh",
        "-c",
        "seq 100000; kill -TERM $$",
    ]);
    let json = ran.json();
    assert_eq!(ran.status, 143);
    assert_eq!(json["exit"], 143);
    assert_eq!(json["signal"], "SIGTERM");
    assert_eq!(json["bytes"]["in"], 588_895);
    assert_eq!(json["bytes"]["out"], json["text"].as_str().unwrap().len());
    let lines = &json["lines"];
    let count = |name: &str| lines[name].as_u64().unwrap();
    assert_eq!(count("total"), 100_000);
    assert_eq!(
        count("total"),
        count("shown") + count("folded") + count("dropped")
    );
    let spans = json["spans"].as_array().unwrap();
    let mut next = 0;
    for span in spans {
        assert_eq!(span["from"].as_u64().unwrap(), next);
        next = span["to"].as_u64().unwrap();
    }
    assert_eq!(next, 100_000);
    assert_eq!(home.raw(json["id"].as_str().unwrap()).len(), 588_895);
}

#[test]
fn tee_shows_the_raw_output_on_standard_error() {
    let home = Home::new();
    let ran = home.ibid(&[
        "run",
        "--tee",
        "--",
        "sh",
        "-c",
        "printf 'a\\033[31mb\\n'; echo c >&2",
    ]);
    assert_eq!(ran.stdout, "ab\nc\n");
    assert_eq!(ran.stderr, "a\u{1b}[31mb\nc\n");
}

#[test]
fn explain_prints_the_plan_on_standard_error() {
    let home = Home::new();
    let ran = home.ibid(&["run", "--explain", "--", "seq", "3"]);
    assert_eq!(ran.stdout, "1\n2\n3\n");
    assert!(
        ran.stderr
            .starts_with("plan: content; 3 lines: 3 shown, 0 folded, 0 dropped\n")
    );
    assert!(ran.stderr.contains("1-3  show  other"), "{ran:?}");
}

#[test]
fn keep_says_when_the_original_is_stored() {
    let home = Home::new();
    let long = ["--", "seq", "100000"];
    let never = home.ibid(&[&["run", "--json", "--keep", "never"], &long[..]].concat());
    assert_eq!(never.json()["id"], serde_json::Value::Null);
    assert!(!home.data().exists());
    let always = home.ibid(&["run", "--json", "--keep", "always", "--", "echo", "hi"]);
    assert_eq!(home.raw(always.json()["id"].as_str().unwrap()), b"hi\n");
}

/// T9-06: endless output fits in memory, and a signal ends it at once.
#[test]
fn endless_output_is_bounded_and_ends_when_told() {
    let home = Home::new();
    let args = ["run", "--", "yes", "spam line"];
    let mut command = home.command(&args);
    let child = command
        .env("IBID_ARCHIVE_MAX_OUTPUT", "64KiB")
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1500));
    let peak = peak_memory(child.id()).unwrap();
    let told = Instant::now();
    kill(Signal::TERM, child.id());
    let ran = ran(child.wait_with_output().unwrap());
    assert!(
        told.elapsed() < Duration::from_secs(4),
        "{:?}",
        told.elapsed()
    );
    assert!(peak < 256 << 20, "{peak} bytes");
    assert_eq!(ran.status, 143);
    assert!(ran.stdout.contains("exit 143"), "{ran:?}");
    assert!(ran.stdout.contains("not kept"), "{ran:?}");
    let kept = home.raw(&ran.id()).len();
    assert!(kept <= 64 << 10 && kept > 63 << 10, "{kept} bytes");
}

/// T9-07: the store is never inside the workspace, so no search finds its own output.
#[test]
fn a_store_inside_the_workspace_is_refused() {
    let home = Home::new();
    home.file("src/a.txt", "retryAfter = 3\n");
    let inside = home.project().join(".engine/out");
    let script = "grep -R retryAfter -n . ; seq 100000";
    let env = [("IBID_DATA_DIR", inside.to_str().unwrap())];
    for _ in 0..2 {
        let ran = home.ibid_with(&["run", "--", "sh", "-c", script], &env);
        assert!(ran.stderr.contains("lies inside the project"), "{ran:?}");
        assert_eq!(ran.stdout.matches("retryAfter").count(), 1, "{ran:?}");
        assert!(!inside.exists());
    }
    for _ in 0..2 {
        let ran = home.ibid(&["run", "--", "sh", "-c", script]);
        assert_eq!(ran.stdout.matches("retryAfter").count(), 1, "{ran:?}");
        assert_eq!(ran.stderr, "");
    }
}

/// `log.redact`: what is told of a command does not repeat a secret in it.
#[test]
fn a_secret_in_a_command_is_not_repeated_in_notes() {
    let home = Home::new();
    let secret = ["ghp_", &"a1".repeat(18)].concat();
    let program = format!("./{secret}");
    let args = ["run", "--", program.as_str()];
    let hidden = home.ibid(&args);
    assert_eq!(hidden.status, 127);
    assert!(!hidden.stderr.contains(&secret), "{hidden:?}");
    assert!(
        hidden.stderr.contains("[redacted:github-token:1]"),
        "{hidden:?}"
    );
    let env = [("IBID_LOG_REDACT", "false")];
    assert!(home.ibid_with(&args, &env).stderr.contains(&secret));
}
