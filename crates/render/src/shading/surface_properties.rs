//! The properties of a material.

use glam::Vec3A;
use morse_world::SpecularLobe;

/// The properties of a material.
#[derive(Clone, Copy)]
pub(crate) struct SurfaceProperties {
    /// Color in white light.
    pub(crate) rgb: Vec3A,
    /// Opacity. [0, 1]
    pub(crate) opacity: f32,
    /// Share of the picture that is reflected as in a mirror. [0, 1]
    pub(crate) mirror: f32,
    /// Fraction of the light that is reflected diffusely.
    pub(crate) diffuse: f32,
    /// Emission, as a factor of the color.
    pub(crate) emission: f32,
    /// Emitted light, regardless of the color.
    pub(crate) glow: Vec3A,
    /// Fraction of the ambient light of the world that is reflected.
    pub(crate) ambient: f32,
    /// Color of the highlight of a white light; multiplied by `gloss`.
    pub(crate) specular: Vec3A,
    /// Factor of the highlight.
    pub(crate) gloss: f32,
    /// Exponent of the specular highlight.
    pub(crate) hardness: u16,
    pub(crate) lobe: SpecularLobe,
    /// Whether the surface shows its plain color regardless of light.
    pub(crate) shadeless: bool,
}
