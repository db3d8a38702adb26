//! The registry on any text: it never fails, its ranges are slices of the line, and the classes of
//! an output do not depend on chunks.

#![no_main]

use ibid_prune::lang::{Registry, Tracker};
use ibid_prune::{Classifier, Context};
use libfuzzer_sys::fuzz_target;

fn classes<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<ibid_prune::Classified> {
    let mut classifier = Classifier::new(&Context::default());
    let mut classes = Vec::new();
    for chunk in chunks {
        classifier.feed(chunk, &mut |line| classes.push(line));
    }
    classifier.finish(&mut |line| classes.push(line));
    classes
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, raw) = input;
    let text = String::from_utf8_lossy(raw);
    let mut tracker = Tracker::new(Registry::builtin(), Some("/home/dev/app"), None);
    for line in text.lines() {
        let Some(finding) = tracker.line(line) else {
            continue;
        };
        for range in [finding.file, finding.place].into_iter().flatten() {
            assert!(line.get(range.clone()).is_some(), "{range:?} of {line:?}");
        }
        assert!(!Registry::builtin().row_name(finding.row).is_empty());
    }
    let whole = classes(std::iter::once(raw));
    for (index, line) in whole.iter().enumerate() {
        assert_eq!(line.line_index, index as u64);
    }
    assert_eq!(classes(raw.chunks(usize::from(size).max(1))), whole);
});
