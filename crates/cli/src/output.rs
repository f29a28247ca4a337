//! Output of the command: tables, values, diagnostics, the log, progress, run reports and pictures.

pub(crate) mod columns;
pub(crate) mod diagnostics;
pub(crate) mod drawing_sheet;
pub(crate) mod findings;
pub(crate) mod log;
pub(crate) mod png;
pub(crate) mod progress;
pub(crate) mod readable;
pub(crate) mod report;
pub(crate) mod slow_run;
pub(crate) mod standard_output;
pub(crate) mod terminal_picture;
