//! The light of the surroundings.

use glam::Vec3A;

use crate::shading::lights::{Kind, PreparedLight};

/// Share of the light of suns that comes back from the surroundings: gray surfaces, of which the lit ones are seen as often as
/// those in the shadow.
const REFLECTED: f32 = 0.3;

/// The light that does not come from a source, and how colors follow from light.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AmbientLight {
    /// Ambient light on surfaces that face up and on surfaces that face down.
    pub(crate) ambient: [Vec3A; 2],
    /// Ambient light that surfaces reflect regardless of their color.
    pub(crate) ambient_added: Vec3A,
    /// Light of suns that the surroundings reflect, as seen in the highlights of microfacets.
    pub(crate) surroundings: Vec3A,
    /// Whether bright light saturates smoothly.
    pub(crate) soft: bool,
}

/// The light of suns that the surroundings reflect.
pub(crate) fn surroundings(lights: &[PreparedLight]) -> Vec3A {
    let is_far =
        |kind: &Kind| matches!(kind, Kind::Sun { .. } | Kind::Headlight { .. } | Kind::Hemisphere { .. });
    let far = lights.iter().filter(|light| light.diffuse && is_far(&light.kind));
    far.map(|light| light.rgb).sum::<Vec3A>() * REFLECTED
}
