//! The cleaner on real outputs, where they are there: whatever a developer needs of one is found
//! in its cleaned text.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test may read files and say what it found"
)]

use std::fs;
use std::path::{Path, PathBuf};

use ibid_prune::clean::{Cleaner, clean_line};
use serde_json::Value;

/// The outputs beside the repository; `None` when they are not there, which is an error where CI
/// runs.
fn corpus() -> Option<PathBuf> {
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/logs");
    if logs.is_dir() {
        return Some(logs);
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "no outputs at {}",
        logs.display()
    );
    println!("no outputs at {}: nothing was done", logs.display());
    None
}

fn clean(raw: &[u8], size: usize) -> String {
    let mut cleaner = Cleaner::new();
    let mut text = String::new();
    let mut end = 0;
    let mut wrong = Vec::new();
    let mut cleaned = Vec::new();
    for chunk in raw.chunks(size) {
        cleaner.feed(chunk, &mut |line| {
            cleaned.push((line.text.to_owned(), line.raw, line.local));
        });
    }
    let encoding = cleaner.encoding();
    cleaner.finish(&mut |line| cleaned.push((line.text.to_owned(), line.raw, line.local)));
    for (line, span, local) in &cleaned {
        assert_eq!(span.start, end);
        end = span.end;
        if *local && *line != clean_line(&raw[span.range()], encoding) {
            wrong.push(line.clone());
        }
        text.push_str(line);
        text.push('\n');
    }
    assert_eq!(end, raw.len() as u64);
    assert_eq!(wrong, Vec::<String>::new());
    text
}

fn strings(case: &Value, key: &str) -> Option<Vec<String>> {
    let list = case.get(key)?.as_array()?;
    Some(
        list.iter()
            .filter_map(Value::as_str)
            .map(String::from)
            .collect(),
    )
}

/// What a case needs, as it stands in cleaned text.
fn needed(case: &Value) -> Vec<String> {
    let plain = strings(case, "needed_plain");
    plain
        .or_else(|| strings(case, "needed"))
        .unwrap_or_default()
}

#[test]
fn needed_text_is_found_in_cleaned_outputs() {
    let Some(logs) = corpus() else { return };
    let (mut total, mut found) = (0, 0);
    let mut missing = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(&logs)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    paths.sort();
    for path in &paths {
        let case = fs::read_to_string(path).expect("a case");
        let case: Value = serde_json::from_str(&case).expect("JSON");
        let raw = fs::read(path.with_extension("txt")).expect("an output");
        let text = clean(&raw, raw.len());
        assert_eq!(text, clean(&raw, 4096), "{}", path.display());
        assert_eq!(text, clean(&raw, 1), "{}", path.display());
        let again = clean(text.as_bytes(), text.len());
        assert_eq!(text, again, "{}", path.display());
        for part in needed(&case) {
            total += 1;
            let part = part.replace("\r\n", "\n");
            if text.contains(part.as_str()) {
                found += 1;
            } else {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                missing.push(format!("{name}: {part:?}"));
            }
        }
    }
    println!(
        "{found} of {total} needed strings in {} outputs",
        paths.len()
    );
    assert!(paths.len() > 50, "few outputs in {}", logs.display());
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
