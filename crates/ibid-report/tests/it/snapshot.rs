//! Texts that are compared with a file. `IBID_BLESS=1` writes the files anew; read the difference
//! before you commit it.

use std::path::PathBuf;

/// Fails unless `text` is what stands in `snapshots/NAME`.
pub(crate) fn check(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name);
    if std::env::var_os("IBID_BLESS").is_some() {
        std::fs::write(&path, text).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{} differs", path.display());
}
