//! Warnings for uses of components that are probably mistakes.

pub(crate) mod drivers;
pub(crate) mod placement;
pub(crate) mod rates;
pub(crate) mod unread;
