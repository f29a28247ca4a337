//! Commands for this installation: checks, shell completions, manual pages, the path of `pymorse`.

pub(super) mod completions;
pub(super) mod doctor;
pub(super) mod pythonpath;
