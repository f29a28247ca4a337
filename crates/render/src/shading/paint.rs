//! The material properties at a hit.

use glam::{Vec3, Vec3A};
use morse_world::SpecularLobe;

/// The material properties at a hit.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    /// Colour in white light.
    pub(crate) rgb: Vec3A,
    /// 0 to 1.
    pub(crate) opacity: f32,
    /// The shading normal, towards the side the ray came from; unit vector.
    pub(crate) normal: Vec3,
    /// Share of the light that is reflected diffusely.
    pub(crate) diffuse: f32,
    /// Emission, as a factor on the colour.
    pub(crate) emission: f32,
    /// Share of the ambient light of the world that is reflected.
    pub(crate) ambient: f32,
    /// Brightness of the highlight of a white light: this colour, …
    pub(crate) specular: Vec3A,
    /// … times this factor.
    pub(crate) gloss: f32,
    /// Exponent of the highlight.
    pub(crate) hardness: u16,
    pub(crate) lobe: SpecularLobe,
    /// Whether it shows its plain colour under any light.
    pub(crate) shadeless: bool,
}
