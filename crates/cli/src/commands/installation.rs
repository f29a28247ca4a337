//! Commands for this computer: its set-up, completions of the shell, the path of `pymorse`.

pub(super) mod completions;
pub(super) mod doctor;
pub(super) mod pythonpath;
