//! Visuals of nodes: parts with materials, images and node colors, and lights.
//!
//! Materials and images belong to the world. Meshes and material slots are shared, so that a thousand robots of one model
//! need them once, in memory and in a saved world.
//!
//! Colors are red, green and blue in display (sRGB) values, 0 to 1.

mod headlight;
mod illumination;
mod light;
mod material;
mod part;
pub(crate) mod polygon;
mod skin;
mod sky;
mod smooth;
mod store;
mod texture;
pub(crate) mod visual_access;

pub use crate::visuals::headlight::Headlight;
pub use crate::visuals::illumination::Illumination;
pub use crate::visuals::light::{Falloff, Light, LightKind};
pub use crate::visuals::material::material_slots::MaterialSlots;
pub use crate::visuals::material::{Material, MaterialId, Reflectance, SpecularLobe};
pub use crate::visuals::part::Visual;
pub use crate::visuals::polygon::Polygon;
pub use crate::visuals::skin::Skin;
pub use crate::visuals::sky::SkyImage;
pub(crate) use crate::visuals::store::Visuals;
pub use crate::visuals::texture::layer::{BlendMode, Channel, Coordinates, Relief, TextureLayer};
pub use crate::visuals::texture::mip_map::MipMap;
pub use crate::visuals::texture::{Texture, TextureId};

use crate::WorldError;

/// Checks the components of a color.
pub(crate) fn validate_color(owner: &str, what: &str, rgb: [f32; 3]) -> Result<(), WorldError> {
    if rgb.iter().all(|part| (0.0..=1.0).contains(part)) {
        Ok(())
    } else {
        Err(WorldError::bad(owner, what, rgb, "red, green and blue from 0 to 1"))
    }
}
