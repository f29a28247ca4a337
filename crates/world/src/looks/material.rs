//! What surfaces are made of.

use serde::{Deserialize, Serialize};

use super::{TextureId, validate_colour};
use crate::WorldError;

/// The number of a material in its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MaterialId(pub(crate) u32);

/// How a surface looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// For people; need not be unique.
    pub name: String,
    /// Diffuse colour: red, green and blue. [0, 1]
    pub rgb: [f32; 3],
    /// Intensity of the highlight, which laser scanners report as remission. [0, 1e6]
    pub remission: f32,
    /// Opacity. [0, 1]
    pub alpha: f32,
    /// An image that gives the colour in place of `rgb` where the surface has image coordinates.
    pub texture: Option<TextureId>,
}

impl Default for Material {
    /// Light grey, as things are that nobody gave a material.
    fn default() -> Material {
        Material { name: String::new(), rgb: [0.8; 3], remission: 0.5, alpha: 1.0, texture: None }
    }
}

impl Material {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] naming the material.
    pub fn validate(&self) -> Result<(), WorldError> {
        validate_colour(&self.name, "colour of a material", self.rgb)?;
        if !(0.0..=1e6).contains(&self.remission) {
            return Err(WorldError::bad(&self.name, "remission of a material", self.remission, "0 to 1e6"));
        }
        if !(0.0..=1.0).contains(&self.alpha) {
            return Err(WorldError::bad(&self.name, "alpha of a material", self.alpha, "0 to 1"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused_with_the_name_of_the_material() {
        let good = Material { name: "paint".to_owned(), ..Material::default() };
        assert!(good.validate().is_ok());
        for bad in [
            Material { rgb: [0.0, 1.1, 0.0], ..good.clone() },
            Material { rgb: [f32::NAN, 0.0, 0.0], ..good.clone() },
            Material { remission: -1.0, ..good.clone() },
            Material { alpha: 2.0, ..good.clone() },
        ] {
            let error = bad.validate().unwrap_err().to_string();
            assert!(error.contains("'paint'"), "{error}");
        }
    }
}
