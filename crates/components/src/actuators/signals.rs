//! Actuators for lights, sounds and markers.

pub(crate) mod arucomarker;
pub(crate) mod light;
pub(crate) mod sound;
