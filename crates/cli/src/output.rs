//! What the command writes to the terminal: columns, values, diagnostics, the log, progress and the report of a run.

pub(crate) mod columns;
pub(crate) mod diagnostics;
pub(crate) mod log;
pub(crate) mod png;
pub(crate) mod progress;
pub(crate) mod readable;
pub(crate) mod report;
