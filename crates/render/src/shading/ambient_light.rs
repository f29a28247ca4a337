//! The light of the surroundings.

use glam::Vec3A;

/// The light that does not come from a source, and how colors follow from light.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AmbientLight {
    /// Ambient light on surfaces that face up and on surfaces that face down.
    pub(crate) ambient: [Vec3A; 2],
    /// Ambient light that surfaces reflect regardless of their color.
    pub(crate) ambient_added: Vec3A,
    /// Whether bright light saturates smoothly.
    pub(crate) soft: bool,
}
