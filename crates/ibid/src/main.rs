//! The command: arguments, one call into the engine, an exit code.

fn main() {}
