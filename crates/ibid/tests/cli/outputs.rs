//! `ibid outputs`: what is done is what is said.

use std::fs;
use std::time::{Duration, SystemTime};

use crate::common::Home;

/// What killed commands leave behind is cleared by `gc`, which says so.
#[test]
fn gc_says_what_it_removed() {
    let home = Home::new();
    home.sh("seq 100000");
    let path = home.ibid(&["outputs", "--json"]).json()[0]["path"].clone();
    let dir = std::path::Path::new(path.as_str().unwrap())
        .parent()
        .unwrap()
        .to_owned();
    let gc = |args: &[&str]| {
        let args = [&["outputs", "gc", "--older-than", "1h", "--yes"], args].concat();
        home.ibid(&args)
    };
    let cases = [
        (0, ""),
        (
            1,
            ", and 1 file that an interrupted command had left behind",
        ),
        (2, ", and 2 files that interrupted commands had left behind"),
    ];
    for (count, expected) in cases {
        let leave = || {
            for n in 0..count {
                let name = dir.join(format!(".spool-00{n}.tmp"));
                let file = fs::File::create(&name).unwrap();
                let old = SystemTime::now() - Duration::from_secs(2 * 3600);
                file.set_modified(old).unwrap();
            }
        };
        leave();
        let ran = gc(&[]);
        assert_eq!(
            ran.stderr,
            format!("ibid: deleted 0 outputs (0 bytes){expected}\n")
        );
        leave();
        let json = gc(&["--json"]).json();
        assert_eq!(json["left_over"], count, "{json}");
        assert_eq!(json["deleted"].as_array().unwrap().len(), 0);
        assert_eq!(
            fs::read_dir(&dir).unwrap().count(),
            2,
            "only the output is left"
        );
    }
}
