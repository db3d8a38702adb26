//! What is known of models, dialects and providers, as data.
//!
//! Numbers change; each table says when and where they were looked up. A user's own rows go before
//! these.

mod dialects;
mod errors;
mod models;

pub use dialects::{dialect, dialects};
pub use errors::{TooLong, too_long};
pub use models::{local, model, models};
