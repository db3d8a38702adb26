use std::borrow::Cow;

use crate::ByteSpan;

/// Which tool produced an output. Only command output is sorted; others are only capped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// A shell command.
    #[default]
    Command,
    /// Any other tool: a file read, a search, a fetch.
    Other,
}

/// What is known of an output besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The command line as it was given.
    pub command: Option<String>,
    /// The program whose output this is: the last stage of a pipeline, found by the caller.
    /// When absent it is guessed from `command`.
    pub program: Option<String>,
    /// The exit status, when known.
    pub exit: Option<i32>,
    /// The directory the command ran in.
    pub cwd: Option<String>,
    /// The project's root: frames below it, outside dependency directories, are the project's.
    pub project_root: Option<String>,
    /// The tool.
    pub tool: Tool,
}

/// An output held in memory.
#[derive(Clone, Debug)]
pub struct ToolOutput<'a> {
    /// The raw bytes, as the command wrote them.
    pub bytes: &'a [u8],
    /// What else is known.
    pub context: Context,
}

impl<'a> ToolOutput<'a> {
    /// An output of which only the bytes are known.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            context: Context::default(),
        }
    }
}

/// Where the raw bytes can be read again, when a plan is rendered: memory here, a spool file in
/// the engine.
///
/// Reading cannot fail in memory; a source that can fail returns fewer bytes, remembers its error,
/// and is asked for it afterwards by whoever owns it.
pub trait Source {
    /// The raw bytes of `span`.
    fn read(&self, span: ByteSpan) -> Cow<'_, [u8]>;
}

impl Source for [u8] {
    fn read(&self, span: ByteSpan) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self[span.range()])
    }
}
