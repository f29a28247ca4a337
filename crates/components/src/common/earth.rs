//! The Earth: coordinates, magnetic field and calendar.

pub(crate) mod calendar;
pub(crate) mod geodesy;
pub(crate) mod magnetism;
