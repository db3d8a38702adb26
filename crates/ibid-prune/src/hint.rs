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
