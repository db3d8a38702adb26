use regex::Regex;

/// Budgets and the user's own rules.
#[derive(Clone, Debug)]
pub struct PrunePolicy {
    /// Prune output that has something to sort. When false, output is only cut at the cap.
    pub prune: bool,
    /// Budget in bytes for output that has something to sort. Default 24 KiB, the value for a
    /// cloud model (`direct.observation_bytes`; 8 KiB for a local one).
    pub observation_bytes: usize,
    /// Cap in bytes on any output. Default 48 KiB, the value for a cloud model
    /// (`direct.max_tool_output`; 16 KiB for a local one).
    pub max_tool_output: usize,
    /// Lines that match one of these are kept before all others.
    pub always: Vec<Regex>,
    /// Commands that match one of these are never pruned, only cut at the cap.
    pub never: Vec<Regex>,
}

impl Default for PrunePolicy {
    fn default() -> Self {
        Self {
            prune: true,
            observation_bytes: 24 * 1024,
            max_tool_output: 48 * 1024,
            always: Vec::new(),
            never: Vec::new(),
        }
    }
}
