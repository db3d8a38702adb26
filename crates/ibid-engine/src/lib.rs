//! Where effects live: files, processes and configuration.
