//! Warns of doubtful uses of components.

pub(crate) mod drivers;
pub(crate) mod placement;
pub(crate) mod rates;
pub(crate) mod unread;
