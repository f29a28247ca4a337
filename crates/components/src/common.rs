//! Code shared by several components.

pub(crate) mod camera;
pub(crate) mod data;
pub(crate) mod driving;
pub(crate) mod earth;
pub(crate) mod fields;
pub(crate) mod motion;
pub(crate) mod noise;
pub(crate) mod number;
pub(crate) mod parts;
