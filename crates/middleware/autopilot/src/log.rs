//! The log target.

/// Target of log lines.
pub(crate) const STREAMS: &str = "morse.middleware.autopilot";
