/// How the reader of a pruned text can see the rest. The caller knows which form fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecallHint {
    /// The caller has the tool `recall` (direct mode, MCP).
    Tool {
        /// The recall id.
        id: String,
    },
    /// The caller has a shell.
    Shell {
        /// The recall id.
        id: String,
    },
    /// The caller can only read files.
    File {
        /// Path of the original.
        path: String,
    },
    /// The original is not kept, because the caller asked for that.
    None,
    /// The original could not be stored: nothing may be left out below the cap, and the text says
    /// so. The reason is one line.
    NotStored {
        /// Why.
        reason: String,
    },
}

impl RecallHint {
    /// The last line of a pruned text: how to see the rest of an output of `lines` lines. `part`
    /// says what the archive could not keep, where it could not keep all.
    pub(crate) fn footer(&self, lines: u64, part: Option<&str>) -> Option<String> {
        let kept = match part {
            None => format!("the whole output ({} is kept", counted(lines, "line") + ")"),
            Some(part) => format!("the output ({}, {part}) is kept", counted(lines, "line")),
        };
        Some(match self {
            RecallHint::Tool { id } => {
                format!(
                    "[{kept}: recall id \"{id}\" with offset and limit, or a pattern, shows any part of it]"
                )
            }
            RecallHint::Shell { id } => {
                format!(
                    "[{kept}: ibid recall {id} --lines A:B, or --pattern RE, shows any part of it]"
                )
            }
            RecallHint::File { path } => format!("[{kept} in the file {path}]"),
            RecallHint::None => return None,
            RecallHint::NotStored { reason } => format!("[original not stored: {reason}]"),
        })
    }
}

/// `1 line`, `1227 lines`.
pub(crate) fn counted(n: u64, one: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {one}s")
    }
}

/// A number of bytes for a reader: `512 bytes`, `115 KB`, `2.3 MB` (powers of 1024).
pub(crate) fn size(bytes: u64) -> String {
    const KB: f64 = 1024.0;
    let b = bytes as f64;
    match b {
        _ if b < KB => counted(bytes, "byte"),
        _ if b < 10.0 * KB => format!("{:.1} KB", b / KB),
        _ if b < KB * KB => format!("{:.0} KB", b / KB),
        _ if b < 10.0 * KB * KB => format!("{:.1} MB", b / KB / KB),
        _ if b < KB * KB * KB => format!("{:.0} MB", b / KB / KB),
        _ => format!("{:.1} GB", b / KB / KB / KB),
    }
}
