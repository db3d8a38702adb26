//! Output that is not text: one line says what it is; lines of text that tell of trouble stay.

use crate::Kind;
use crate::hint::size;
use crate::layout::{self, Style};
use crate::plan::{Job, Piece};
use crate::record::Flags;
use crate::{OutputKind, PrunePlan};

/// What the first bytes of a file say it is.
const KINDS: &[(&[u8], &str)] = &[
    (b"\x7fELF", "ELF file"),
    (b"\x89PNG", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
    (b"%PDF", "PDF document"),
    (b"PK\x03\x04", "zip archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"SQLite format 3", "SQLite database"),
    (b"\0asm", "WebAssembly module"),
    (b"\xca\xfe\xba\xbe", "class file or Mach-O file"),
    (b"MZ", "Windows executable"),
    (b"RIFF", "RIFF media"),
    (b"OggS", "Ogg media"),
    (b"ID3", "MP3 audio"),
    (b"!<arch>", "ar archive"),
];

pub(crate) fn plan(job: &Job<'_>) -> PrunePlan {
    let scanned = job.scanned;
    let head = job
        .source
        .read(crate::ByteSpan::new(0, scanned.bytes.min(16)));
    let kind = KINDS
        .iter()
        .find(|(magic, _)| head.starts_with(magic))
        .map_or("data", |kind| kind.1);
    let status = job.ending().after();
    let digest = scanned
        .digest
        .as_ref()
        .map(|digest| format!(", {digest}"))
        .unwrap_or_default();
    let marker = format!(
        "[binary output: {kind}, {}{digest}{status}]",
        size(scanned.bytes)
    );
    let budget = job.policy.max_tool_output.min(2048);
    let style = Style {
        line_limit: 400,
        quote: true,
        unfold: false,
        trim: true,
    };
    let mut kept = std::collections::BTreeSet::new();
    let mut room = budget;
    // From the end, since what a tool says of its failure stands last.
    for (at, record) in scanned.records.iter().enumerate().rev() {
        let telling = matches!(
            record.kind,
            Some(
                Kind::Error
                    | Kind::Fail
                    | Kind::Located
                    | Kind::Summary
                    | Kind::Strong
                    | Kind::Warning
            )
        );
        let bytes = layout::line_bytes(record, &style) + 24;
        if telling && record.bytes < 400 && !record.flags.has(Flags::BINARY) && bytes <= room {
            room -= bytes;
            kept.insert(at);
        }
    }
    let laid = layout::lay_out(
        &scanned.records,
        scanned.lines,
        &style,
        &|at| kept.contains(&at),
        &|_| None,
    );
    let mut pieces = vec![Piece::Marker(marker)];
    if !kept.is_empty() {
        pieces.extend(laid.pieces);
    }
    pieces.extend(job.hint.footer(scanned.lines, None).map(Piece::Marker));
    PrunePlan {
        kind: OutputKind::Binary,
        spans: laid.spans,
        counts: laid.counts,
        lossy: true,
        marked: true,
        starved: false,
        evidence: Vec::new(),
        bytes: scanned.bytes,
        encoding: scanned.encoding,
        pieces,
    }
}
