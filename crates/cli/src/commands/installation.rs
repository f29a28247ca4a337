//! Commands for this installation: checks, shell completions, manual pages, the path of `pymorse`.

pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod pythonpath;
