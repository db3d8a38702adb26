//! Running real commands: statuses, order, and what is left behind.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use ibid_engine::exec::{self, CommandLine, ExecError, Exit, Grace, Outcome, Sink, Stream};

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    streams: Vec<Stream>,
    live: usize,
}

impl Sink for Kept {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        self.streams.push(stream);
        self.bytes.extend_from_slice(bytes);
    }

    fn live(&mut self, _: Stream, bytes: &[u8]) {
        self.live += bytes.len();
    }
}

fn run(argv: &[&str]) -> Result<(Outcome, String), ExecError> {
    let command = CommandLine::from_argv(argv.iter().map(OsString::from)).unwrap();
    let mut kept = Kept::default();
    let outcome = exec::run(&command, Grace::default(), &mut kept)?;
    assert_eq!(kept.live, kept.bytes.len());
    Ok((outcome, String::from_utf8_lossy(&kept.bytes).into_owned()))
}

fn sh(script: &str) -> (Outcome, String) {
    run(&["/bin/sh", "-c", script]).unwrap()
}

#[test]
fn exit_status_is_kept() {
    let cases = [
        ("exit 0", Exit::Code(0)),
        ("exit 7", Exit::Code(7)),
        ("exit 255", Exit::Code(255)),
        ("kill -TERM $$", Exit::Signal(15)),
        ("kill -KILL $$", Exit::Signal(9)),
        // A signal without a name of its own.
        ("kill -40 $$", Exit::Signal(40)),
    ];
    for (script, expected) in cases {
        assert_eq!(sh(script).0.exit, expected, "{script}");
    }
}

#[test]
fn both_streams_in_the_order_of_arrival() {
    let script = "echo 'step A'; sleep 0.05; echo 'warn A' >&2; sleep 0.05; \
                  echo 'step B'; sleep 0.05; echo 'FAIL B' >&2";
    let command = CommandLine::from_argv(["/bin/sh", "-c", script].map(OsString::from)).unwrap();
    let mut kept = Kept::default();
    exec::run(&command, Grace::default(), &mut kept).unwrap();
    assert_eq!(kept.bytes, b"step A\nwarn A\nstep B\nFAIL B\n");
    let expected = [
        Stream::Stdout,
        Stream::Stderr,
        Stream::Stdout,
        Stream::Stderr,
    ];
    assert_eq!(kept.streams, expected);
}

#[test]
fn a_process_left_behind_does_not_hold_us() {
    let started = Instant::now();
    let (outcome, text) = sh("sleep 30 & echo started");
    assert_eq!(text, "started\n");
    assert!(outcome.left_running);
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_process_left_behind_that_never_falls_silent_does_not_hold_us() {
    let started = Instant::now();
    let (outcome, text) = sh("(while :; do echo tick; sleep 0.05; done) & echo started");
    assert!(text.starts_with("started\n") || text.starts_with("tick\n"));
    assert!(outcome.left_running);
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn what_comes_after_the_end_but_soon_is_kept() {
    let (outcome, text) = sh("(sleep 0.05; echo late) & echo early");
    assert_eq!(text, "early\nlate\n");
    assert!(!outcome.left_running);
}

#[test]
fn closed_pipes_do_not_end_the_command() {
    let started = Instant::now();
    let (outcome, text) = sh("echo x; exec >&- 2>&-; sleep 0.3; exit 4");
    assert_eq!((outcome.exit, text.as_str()), (Exit::Code(4), "x\n"));
    assert!(started.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_command_that_does_not_start_says_what_a_shell_says() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str, mode: u32| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let cases = [
        ("no-such-program-here".to_owned(), 127, "command not found"),
        ("/no/such/file".to_owned(), 127, "No such file or directory"),
        (String::new(), 127, "command not found"),
        (file("plain", "echo hi\n", 0o644), 126, "Permission denied"),
        (
            dir.path().to_str().unwrap().to_owned(),
            126,
            "Is a directory",
        ),
        (
            file("script", "#!/no/such/interpreter -x\n", 0o755),
            126,
            "/no/such/interpreter: bad interpreter",
        ),
        (
            file("binary", "\u{1}\0\0\0", 0o755),
            126,
            "Exec format error",
        ),
    ];
    for (program, status, reason) in cases {
        match run(&[&program]) {
            Err(ExecError::Start(error)) => {
                assert_eq!(error.status(), status, "{program}");
                let text = error.to_string();
                assert!(text.contains(reason), "{program}: {text}");
                assert!(text.starts_with(&program), "{text}");
            }
            other => panic!("{program}: {other:?}"),
        }
    }
}

#[test]
fn a_script_without_a_first_line_runs_as_in_a_shell() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("script");
    fs::write(&path, "echo \"got $1\"\nexit 3\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let (outcome, text) = run(&[path.to_str().unwrap(), "it"]).unwrap();
    assert_eq!((outcome.exit, text.as_str()), (Exit::Code(3), "got it\n"));
}

#[test]
fn a_missing_working_directory_is_named() {
    let mut command = CommandLine::from_argv(["true".into()]).unwrap();
    command.cwd = Some("/no/such/directory".into());
    let error = exec::run(&command, Grace::default(), &mut Kept::default()).unwrap_err();
    assert!(error.to_string().contains("working directory"), "{error}");
}
