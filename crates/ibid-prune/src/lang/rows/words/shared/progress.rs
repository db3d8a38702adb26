//! Progress: percentages, bars, spinners, counters and the verbs of steps.

use super::super::shape::{TROUBLE, progress, row};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[row(
    "progress",
    &[
        progress(
            &["%"],
            concat!(
                r"^\W{0,3}\d{1,3}(?:\.\d+)? ?%(?:\s|$|\W)|",
                r"^.{0,120}?[\[(] *\d{1,3}(?:\.\d+)? ?%[^\])]{0,12}[\])]|",
                r"^.{0,120}?\b\d{1,3}(?:\.\d+)? ?%(?:\s*(?:\||\[|│|█|#|complete|",
                r"done|of \d|ETA|eta)|$)"
            ),
        )
        .unless(concat!(
            r"(?i)\b(?:fail(?:ed|ure|ures|ing)?|errors?|passed|warnings?|",
            r"coverage|threshold|cpu|mem|usage|disk|used)\b|",
            r"\d+%\s*[A-Za-z]{3,}.*(?:slower|faster)|^[\s\w.-]+\|.*\|.*\|"
        )),
        progress(
            &[
                "####",
                "====",
                "━━━━",
                "████",
                "▓▓▓",
                "░░░",
                "■■■",
                "⣿⣿",
                ".....",
            ],
            concat!(
                r"^.{0,60}\[?(?:#{4,}|={4,}>?|━{6,}|█{3,}|▓{3,}|░{3,}|■{3,}|",
                r"⣿{2,})[-=># .░▒▓█━╸╺]*\]?\s*(?:\|?\s*\d+(?:\.\d+)?\s*(?:%|/|",
                r"[kMG]i?B).*|\d+:\d\d.*)$"
            ),
        ),
        progress(
            &[
                "⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏", "⠿", "⣾", "⣽", "⣻", "⢿", "⡿",
                "⣟", "⣯", "⣷", "◐", "◓", "◑", "◒",
            ],
            r"^\s*(?:⠋|⠙|⠹|⠸|⠼|⠴|⠦|⠧|⠇|⠏|⠿|⣾|⣽|⣻|⢿|⡿|⣟|⣯|⣷|◐|◓|◑|◒)",
        )
        .unless(TROUBLE),
        progress(
            &[
                "Compiling ",
                "Building ",
                "Linking ",
                "Generating ",
                "Processing ",
                "Checking ",
                "Copying ",
                "Bundling ",
                "Transpiling ",
                "Assembling ",
                "Packaging ",
                "Preprocessing ",
                "Scanning ",
                "Analyzing ",
                "Loading ",
                "Running ",
                "Starting ",
                "Waiting ",
                "Preparing ",
                "Configuring ",
                "Creating ",
                "Uploading ",
                "Verifying ",
                "Cleaning ",
                "Restoring ",
                "Initializing ",
                "Optimizing ",
                "Rendering ",
                "Collecting ",
                "Updating ",
                "Formatting ",
                "Formatting ",
            ],
            concat!(
                r"^(?:(?:==?>|->|[-*•›»▸▶]|\d+/\d+|",
                r"\(\d+/\d+\)) +)?(?:Compiling|Building|Linking|Generating|",
                r"Processing|Checking|Copying|Bundling|Transpiling|Assembling|",
                r"Packaging|Preprocessing|Scanning|Analyzing|Loading|Running|",
                r"Starting|Waiting|Preparing|Configuring|Creating|Uploading|",
                r"Verifying|Cleaning|Restoring|Initializing|Optimizing|Rendering|",
                r"Collecting|Updating|Formatting) [^:]*?(?:\.\.\.|…|v?\d+\.\d+|\S+\.\w{1,5}$|",
                r"\(\d+/\d+\)|\d+ (?:source |\w+ )?files?)"
            ),
        )
        .unless(TROUBLE),
        progress(COUNTED, r"^\s*[\[(] *\d+ ?(?:/|of) ?\d+ *[\])] *\S").unless(TROUBLE),
    ],
)];

/// `[12/` and `12) `, as in the counters of steps.
const COUNTED: &[&str] = &[
    "[ ", "[0", "[1", "[2", "[3", "[4", "[5", "[6", "[7", "[8", "[9", "0) ", "1) ", "2) ", "3) ",
    "4) ", "5) ", "6) ", "7) ", "8) ", "9) ",
];
