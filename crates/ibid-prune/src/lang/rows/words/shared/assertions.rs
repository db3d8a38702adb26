//! Expected and actual values, underlines and quoted source lines.

use super::super::shape::{assertion, caret, code, row};
use crate::lang::Row;

pub(crate) const ROWS: &[Row] = &[
    row(
        "expectations",
        &[
            assertion(
                &["left: ", "right: ", "left:", "right:"],
                r"^\s*(?:E\s+)?(?:left|right): ",
            ),
            assertion(
                &["assertion `", "assertion failed"],
                r"^(?:.*panicked at .*)?assertion (?:`.*` failed|failed)",
            ),
            assertion(
                &[
                    "xpected", "eceived", "ctual", "got:", "Got:", "want:", "Want:", "But was",
                    "but was", "have:", "wanted:",
                ],
                concat!(
                    r"^[-+ ]{0,4}(?:[Ee]xpected(?: [\w ]{1,30})?|",
                    r"[Rr]eceived(?: [\w ]{1,30})?|[Aa]ctual(?: \w+)?|[Gg]ot|",
                    r"[Ww]ant(?:ed)?|[Bb]ut was)(?: value)? *(?::|=)(?:\s|$)"
                ),
            )
            .unless(r"(?i)^\W*expected (?:fail|pass|result)\w*: +\d+\s*$"),
            assertion(
                &["expected ", "Expected "],
                concat!(
                    r"^[Ee]xpected .{1,300}?(?:\bgot\b|\bbut (?:was|got|found|received|",
                    r"received|instead)\b|\breceived\b|\bactual\b|, found |, but |",
                    r"to (?:be|equal|eq|have|include|contain|match|throw|raise|start|",
                    r"end|deep|receive|respond|not|change)\b|\binstead\b)"
                ),
            ),
            assertion(
                &[
                    "--- Expected",
                    "+++ Actual",
                    "--- expected",
                    "+++ actual",
                    "+++ got",
                    "--- want",
                    "- Snapshot",
                    "- Expected",
                    "+ Received",
                    "- Expected:",
                    "+ Actual",
                    "Diff:",
                    "Full diff:",
                    "Differing items:",
                    "@@ ",
                    "--- Actual",
                    "+++ Expected",
                    "Diff < left / right >",
                ],
                concat!(
                    r"^(?:-{1,3}(?: |·)(?:[Ee]xpected|[Aa]ctual|want|Snapshot)\b|",
                    r"\+{1,3}(?: |·)(?:[Aa]ctual|[Rr]eceived|[Ee]xpected|got)\b|",
                    r"(?:Full )?[Dd]iff:$|Differing items:|Diff < left)"
                ),
            ),
            assertion(
                &[
                    " did not match",
                    " does not match",
                    "not equal",
                    "differs from",
                    "values are not equal",
                    "Values are not",
                    "are not identical",
                ],
                concat!(
                    r"^(?:[Vv]alues|[Aa]rguments|[Rr]esults?|[Oo]bjects|",
                    r"[Rr]egex pattern|[Ss]tring|[Aa]rrays|Both values|[Ll]ists|",
                    r"[Tt]uples|[Dd]icts|output)\b.*(?:did not match|does not match|",
                    r"not (?:strictly )?(?:deep(?:ly)? )?equal|differs? from|",
                    r"are not identical)"
                ),
            ),
            assertion(
                &["Class: <", "Message: <", "exception expected"],
                r"^\s*(?:Class|Message): <|exception expected(?:, not|\b)",
            ),
            assertion(
                &[" != ", " !== "],
                r"^(?:Key \S+: )?[\w.'\[\]-]{1,60} !==? [\w.'\[\]-]{1,60}$",
            ),
            assertion(
                &[
                    "Condition not satisfied",
                    "xpected exception",
                    "Expected no exception",
                ],
                r"^\s*(?:Condition not satisfied:|Expected (?:no )?exception)",
            ),
            assertion(
                &[
                    "> found",
                    " found   :",
                    " found:",
                    " required:",
                    "required: ",
                    "found:    ",
                ],
                r"^\s+(?:found {0,4}:|required ?:) +\S",
            ),
            assertion(
                &["have (", "want (", "have ", "want "],
                r"^\t+(?:have|want) (?:\(|\w+\()",
            ),
        ],
    ),
    row(
        "underlines",
        &[
            caret(
                &["^", "~~", "  ~", "┬", "╰", "═══ "],
                r"^[\s|│╵>:·\d]*(?:[~^-]*\^[~^. -]*|~{1,}[~ ]*)(?:\s.{0,200})?$",
            )
            .unless(r"^[\s-]*$|^\^\w|\^[\d.]"),
            caret(
                &["| ", "│ "],
                concat!(
                    r"^[\s|│>:·\d]*(?:\||│)[\s]*(?:-{2,}|_{3,}\^?|\+{2,}|",
                    r"~+)(?:[\s+~^-].{0,200})?$"
                ),
            ),
            caret(
                &["─┬─", "╰─", "┬"],
                r"^[\s│·]*(?:╰─+(?:[^>─▶]|$)|─*┬─*|·.*┬)",
            ),
        ],
    ),
    row(
        "source-lines",
        &[
            code(
                &[" | ", " │ ", "| ", " |", "│ ", "┃ "],
                concat!(
                    r"^\s*(?:>|❱|→|»|❯)?\s*\d{1,6} ?(?:\d{1,6} )? ?(?:\||│|┃|▎)(?:\s|$)|",
                    r"^\s*(?:>>?>?|❱|❯) +\d{1,6} *(?:\||│|┃|:|▕)\s?"
                ),
            )
            // Rows of a table.
            .unless(r"^\s*\d+ \|[^|]* \|[^|]* \| "),
            code(&["|", "│"], r"^\s{1,10}(?:\||│)(?:\s*$|\s{1,}\S)")
                .unless(r"^[\s|│]*$|[|│]\s*$|├|└"),
            code(&["-> "], r"^(?:-->|->) +\d+ +\S"),
        ],
    ),
];
