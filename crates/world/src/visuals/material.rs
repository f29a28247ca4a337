//! Materials of surfaces.

pub(super) mod material_slots;

use serde::{Deserialize, Serialize};

use crate::WorldError;
use crate::visuals::{TextureId, TextureLayer, validate_color};

/// The index of a material in its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MaterialId(pub(crate) u32);

/// The appearance of a surface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// A name for display; need not be unique.
    pub name: String,
    /// Diffuse color: red, green and blue. [0, 1]
    pub rgb: [f32; 3],
    /// Intensity of the highlight, which laser scanners report as remission. [0, 1e6]
    pub remission: f32,
    /// Opacity. [0, 1]
    pub alpha: f32,
    /// Share of its picture that is the reflection of its surroundings, as in a mirror. [0, 1]
    pub mirror: f32,
    /// An image that replaces the color `rgb` where the surface has image coordinates.
    pub texture: Option<TextureId>,
    /// Factor of the colors of that image. [0, 1]
    pub texture_rgb: [f32; 3],
    /// Texture layers, in the order in which they are applied, that change other properties or only part of the color.
    pub layers: Vec<TextureLayer>,
    /// Reflectance; `None` if only the remission is known.
    pub reflectance: Option<Reflectance>,
}

/// The reflectance of a surface, by the material model of Blender 2.7 or, with [`SpecularLobe::Microfacet`], that of glTF 2.0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Reflectance {
    /// Fraction of the light that is reflected diffusely. [0, 1]
    pub diffuse: f32,
    /// Emission, as a factor of the color; at least 0.
    pub emission: f32,
    /// Emitted light, regardless of the color; at least 0.
    pub glow: [f32; 3],
    /// Fraction of [`Illumination::ambient`](super::Illumination::ambient) that is reflected. [0, 1]
    pub ambient: f32,
    /// Whether the surface shows its plain color regardless of light.
    pub shadeless: bool,
    /// Specular intensity under a white light, by channel; at least 0. For microfacets, a factor of the reflectance of 0.04
    /// that surfaces have which are not of metal.
    pub specular: [f32; 3],
    /// Exponent of the highlight, but for microfacets.
    pub hardness: u16,
    /// Shape of the highlight.
    pub lobe: SpecularLobe,
}

/// The shape of a highlight, as a function of the cosine between the normal and the half vector.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum SpecularLobe {
    /// A power of the cosine.
    Phong,
    /// A power of the cosine over 0.1 plus the cosine between the normal and the direction to the camera.
    CookTorrance,
    /// Microfacets by the law of Trowbridge and Reitz (GGX), as in appendix B of glTF 2.0.
    Microfacet {
        /// Share of a metal, which reflects nothing diffusely and colors its reflections. [0, 1]
        metallic: f32,
        /// Roughness as perceived: the square root of the width of the highlight. [0, 1]
        roughness: f32,
    },
}

/// Specular intensity of a surface with full remission, if only the remission is known.
const GLOSS: f32 = 0.35;

impl Reflectance {
    /// Estimates the reflectance of a surface from its remission.
    #[must_use]
    pub fn of_remission(remission: f32) -> Reflectance {
        Reflectance {
            diffuse: 1.0,
            emission: 0.0,
            glow: [0.0; 3],
            ambient: 1.0,
            shadeless: false,
            specular: [GLOSS * remission.min(1.0); 3],
            hardness: 32,
            lobe: SpecularLobe::Phong,
        }
    }
}

impl Default for Material {
    /// Light gray: the material of surfaces without a material.
    fn default() -> Material {
        Material {
            name: String::new(),
            rgb: [0.8; 3],
            remission: 0.5,
            alpha: 1.0,
            mirror: 0.0,
            texture: None,
            texture_rgb: [1.0; 3],
            layers: Vec::new(),
            reflectance: None,
        }
    }
}

impl Material {
    /// The reflectance, given or estimated from the remission.
    #[must_use]
    pub fn reflectance(&self) -> Reflectance {
        self.reflectance.unwrap_or_else(|| Reflectance::of_remission(self.remission))
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name of the material.
    pub fn validate(&self) -> Result<(), WorldError> {
        validate_color(&self.name, "color of a material", self.rgb)?;
        validate_color(&self.name, "factor of the image of a material", self.texture_rgb)?;
        if !(0.0..=1e6).contains(&self.remission) {
            return Err(WorldError::bad(&self.name, "remission of a material", self.remission, "0 to 1e6"));
        }
        if !(0.0..=1.0).contains(&self.alpha) {
            return Err(WorldError::bad(&self.name, "alpha of a material", self.alpha, "0 to 1"));
        }
        if !(0.0..=1.0).contains(&self.mirror) {
            return Err(WorldError::bad(&self.name, "mirror share of a material", self.mirror, "0 to 1"));
        }
        let Reflectance { diffuse, emission, glow, ambient, specular, lobe, .. } = self.reflectance();
        if let SpecularLobe::Microfacet { metallic, roughness } = lobe {
            for (what, share) in
                [("metallic share of a material", metallic), ("roughness of a material", roughness)]
            {
                if !(0.0..=1.0).contains(&share) {
                    return Err(WorldError::bad(&self.name, what, share, "0 to 1"));
                }
            }
        }
        for (what, factor) in [
            ("diffuse share of a material", diffuse),
            ("emission of a material", emission),
            ("ambient share of a material", ambient),
        ]
        .into_iter()
        .chain(specular.map(|part| ("highlight of a material", part)))
        .chain(glow.map(|part| ("emitted light of a material", part)))
        {
            if !(0.0..=1e6).contains(&factor) {
                return Err(WorldError::bad(&self.name, what, factor, "0 to 1e6"));
            }
        }
        self.layers.iter().try_for_each(|layer| layer.validate(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rough(metallic: f32, roughness: f32) -> Reflectance {
        let lobe = SpecularLobe::Microfacet { metallic, roughness };
        Reflectance { lobe, ..Reflectance::of_remission(0.5) }
    }

    #[test]
    fn error_for_number_out_of_range_names_the_material() {
        let good = Material { name: "paint".to_owned(), ..Material::default() };
        assert!(good.validate().is_ok());
        for bad in [
            Material { rgb: [0.0, 1.1, 0.0], ..good.clone() },
            Material { rgb: [f32::NAN, 0.0, 0.0], ..good.clone() },
            Material { remission: -1.0, ..good.clone() },
            Material { alpha: 2.0, ..good.clone() },
            Material { mirror: f32::NAN, ..good.clone() },
            Material { reflectance: Some(rough(1.5, 0.5)), ..good.clone() },
            Material { reflectance: Some(rough(0.0, f32::NAN)), ..good.clone() },
            Material {
                reflectance: Some(Reflectance { glow: [0.0, -1.0, 0.0], ..rough(0.0, 1.0) }),
                ..good.clone()
            },
        ] {
            let error = bad.validate().unwrap_err().to_string();
            assert!(error.contains("'paint'"), "{error}");
        }
    }
}
