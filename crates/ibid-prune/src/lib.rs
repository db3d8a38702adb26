//! Prunes command output: what a developer needs stays, within a budget in bytes, and what was
//! left out is said exactly.
//!
//! The crate knows nothing of models, sessions or files. Bytes, the command, its exit status and a
//! policy go in; a [`PrunePlan`] of spans with reasons comes out; [`render`] turns the plan into
//! text. Every shown line is a verbatim slice of its cleaned original or a marked line.
//!
//! ```
//! use ibid_prune::{PrunePolicy, RecallHint, ToolOutput, plan, render};
//!
//! let output = ToolOutput::new(b"hello\n");
//! let hint = RecallHint::None;
//! let plan = plan(&output, &PrunePolicy::default(), &hint);
//! assert_eq!(render(&output, &plan, &hint), "hello\n");
//! ```

#![forbid(unsafe_code)]

mod class;
pub mod clean;
mod hint;
pub mod lang;
mod output;
mod plan;
mod policy;
mod render;
mod span;

pub use class::{Class, Kind, Severity};
pub use hint::RecallHint;
pub use output::{Context, Source, Tool, ToolOutput};
pub use plan::{Action, Counts, OutputKind, PrunePlan, SpanPlan, plan};
pub use policy::PrunePolicy;
pub use render::render;
pub use span::ByteSpan;
