//! How nodes look: parts with materials, images, colours of their own, and the lights that shine on them.
//!
//! Materials and images belong to the world, and meshes and what is painted on them are shared, so that a thousand
//! robots of one model hold each of them once, in memory and in a saved world.
//!
//! Colours are red, green and blue as on a screen, 0 to 1.

mod coat;
mod light;
mod material;
mod part;
mod saved;
mod skin;
mod smooth;
mod store;
mod texture;
mod world;

pub use coat::Coat;
pub use light::{Light, LightKind};
pub use material::{Material, MaterialId};
pub use part::Look;
pub use skin::Skin;
pub(crate) use store::Looks;
pub use texture::{Texture, TextureId};

use crate::WorldError;

/// Checks the parts of a colour.
fn validate_colour(owner: &str, what: &str, rgb: [f32; 3]) -> Result<(), WorldError> {
    if rgb.iter().all(|part| (0.0..=1.0).contains(part)) {
        Ok(())
    } else {
        Err(WorldError::bad(owner, what, rgb, "red, green and blue from 0 to 1"))
    }
}
