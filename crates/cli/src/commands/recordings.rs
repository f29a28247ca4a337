//! Commands for recordings: `morse bag`, `morse diff`, `morse plot` and `morse replay`.

pub(crate) mod bag;
pub(crate) mod diff;
pub(crate) mod plot;
pub(crate) mod replay;
