//! The log target, with the name of the original.

/// Target of all log lines.
pub(crate) const STREAMS: &str = "morse.middleware.moos_datastream";
