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

mod binary;
mod block;
mod class;
mod classify;
pub mod clean;
mod command;
mod content;
mod counts;
mod diff;
mod evidence;
mod features;
mod fold;
mod header;
mod hint;
mod invisible;
mod known;
pub mod lang;
mod layout;
mod output;
mod places;
mod plan;
mod policy;
mod prefix;
mod record;
mod render;
mod scan;
mod search;
mod select;
mod shape;
mod skeleton;
mod sorted;
mod span;
mod thin;
mod value;

pub use class::{Class, Kind, Severity};
pub use classify::{Classified, Classifier};
pub use counts::Counts;
pub use hint::RecallHint;
pub use output::{Context, Source, Tool, ToolOutput};
pub use plan::{Action, OutputKind, PrunePlan, SpanPlan, plan};
pub use policy::PrunePolicy;
pub use record::Missing;
pub use render::render;
pub use scan::{Scanned, Scanner};
pub use span::ByteSpan;
