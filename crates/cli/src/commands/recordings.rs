//! Commands for recordings: `morse bag`, `morse diff`, `morse plot` and `morse replay`.

pub(super) mod bag;
pub(super) mod diff;
pub(super) mod plot;
pub(super) mod replay;
