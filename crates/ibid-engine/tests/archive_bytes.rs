//! What was put comes back, byte for byte.

mod archive_kit;

use archive_kit::{Kit, put, put_chunks};
use ibid_engine::archive::{Archive, Health, Meta, Scope};
use ibid_model::{ByteRange, Bytes, Lines};
use ibid_prune::{ByteSpan, Source};
use proptest::prelude::*;

fn stored(archive: &Archive, id: &ibid_model::RecallId) -> Vec<u8> {
    let (_, path) = archive.show(id, Scope::Project).expect("kept");
    std::fs::read(path).expect("readable")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_bytes_in_any_chunks_come_back_after_reopening(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..600), 0..12),
    ) {
        let kit = Kit::new();
        let slices: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
        let kept = put_chunks(&kit.archive(), &slices, Meta::default());
        let again = kit.archive();
        prop_assert_eq!(stored(&again, kept.id()), chunks.concat());
        prop_assert_eq!(again.verify(kept.id(), Scope::Project), Health::Whole);
        prop_assert_eq!(kept.record.bytes, Bytes(chunks.concat().len() as u64));
        prop_assert_eq!(&again.list().expect("listed")[0].record, &kept.record);
    }

    #[test]
    fn above_the_limit_start_and_end_are_kept_and_the_gap_is_exact(
        chunks in prop::collection::vec(prop::collection::vec(prop::sample::select(b"ab\n\xe2\x86\x92".to_vec()), 0..300), 0..12),
        limit in 16u64..400,
    ) {
        let kit = Kit::new();
        let archive = kit.small(limit);
        let mut spool = archive.spool();
        for chunk in &chunks {
            spool.append(chunk);
        }
        spool.finish();
        let whole = chunks.concat();
        let gap = spool.missing().unwrap_or(ByteRange { start: 0, end: 0 });
        let mut expected = whole.clone();
        expected.drain(gap.start as usize..gap.end as usize);
        prop_assert!(spool.kept().0 <= limit);
        prop_assert_eq!(spool.kept().0, expected.len() as u64);
        prop_assert_eq!(gap.is_empty(), whole.len() as u64 <= limit);
        let mut pieces = Vec::new();
        for start in (0..expected.len() as u64).step_by(7) {
            let end = (start + 7).min(expected.len() as u64);
            pieces.extend_from_slice(&spool.read(ByteSpan::new(start, end)));
        }
        prop_assert_eq!(&pieces, &expected);
        let id = archive.new_id().expect("an id");
        let kept = spool.commit(&id, Meta::default()).expect("stored");
        prop_assert_eq!(&stored(&archive, &id), &expected);
        prop_assert_eq!(spool.read(ByteSpan::new(0, expected.len() as u64)).into_owned(), expected);
        let dropped = &whole[gap.start as usize..gap.end as usize];
        let newlines = dropped.iter().filter(|b| **b == b'\n').count() as u64;
        let missing = kept.record.missing.and_then(|m| m.newlines).unwrap_or_default();
        prop_assert_eq!(missing, Lines(newlines));
        prop_assert_eq!(archive.verify(&id, Scope::Project), Health::Whole);
    }
}

/// What is stored when the caller has counted the lines: the bytes are not cleaned again.
fn counted() -> Meta {
    Meta {
        lines: Some(Lines(1)),
        ..Meta::default()
    }
}

/// Outputs that live in files: over 1 MiB, below, at and above the limit.
#[test]
fn large_outputs_come_back_from_files() {
    const MIB: usize = 1 << 20;
    let text: Vec<u8> = (0..)
        .flat_map(|n: u32| format!("{n:010}\n").into_bytes())
        .take(9 * MIB)
        .collect();
    for (len, limit) in [
        (MIB, 4),
        (MIB + 1, 4),
        (3 * MIB + 17, 4),
        (4 * MIB, 4),
        (4 * MIB + 1, 4),
        (5 * MIB + 3, 4),
        (9 * MIB, 4),
        (9 * MIB, 2),
        (9 * MIB, 1),
    ] {
        let limit = limit * MIB as u64;
        for step in [8 * 1024 - 1, 3 * MIB] {
            let kit = Kit::new();
            let archive = kit.small(limit);
            let mut spool = archive.spool();
            text[..len]
                .chunks(step)
                .for_each(|chunk| spool.append(chunk));
            let id = archive.new_id().expect("an id");
            let kept = spool.commit(&id, counted()).expect("stored");
            let bytes = stored(&archive, &id);
            let mut expected = text[..len].to_vec();
            if let Some(missing) = kept.record.missing {
                expected.drain(missing.range.start as usize..missing.range.end as usize);
            }
            assert!(bytes == expected, "{len} bytes in {step} with {limit}");
            assert_eq!(
                kept.record.missing.is_some(),
                len as u64 > limit,
                "{len} with {limit}"
            );
            assert!(
                bytes.len() as u64 + 64 > limit.min(len as u64),
                "{len} with {limit}"
            );
            drop(spool);
            assert_eq!(
                kit.files().len(),
                3,
                "no file but the bytes, the record and the index"
            );
        }
    }
}

#[test]
fn nothing_is_written_until_something_is_stored() {
    let kit = Kit::new();
    let archive = kit.archive();
    let mut spool = archive.spool();
    spool.append(b"shown whole\n");
    spool.finish();
    assert_eq!(spool.read(ByteSpan::new(6, 11)).as_ref(), b"whole");
    drop(spool);
    assert!(archive.list().expect("listed").is_empty());
    assert!(!kit.data().exists());
    let kept = put(&archive, b"x");
    assert_eq!(archive.list().expect("listed")[0].record.id, *kept.id());
}
