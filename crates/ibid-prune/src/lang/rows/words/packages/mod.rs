//! Package managers and other downloads.

pub(super) mod compiled;
pub(super) mod script;
pub(super) mod system;
pub(super) mod transfer;
