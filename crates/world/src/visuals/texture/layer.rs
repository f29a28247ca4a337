//! Texture layers of a material, applied one over the other, as in Blender 2.7.

use serde::{Deserialize, Serialize};

use crate::WorldError;
use crate::visuals::TextureId;

/// A texture layer of a material. The influence is 0 for properties that it does not change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextureLayer {
    /// The image, repeated in both directions.
    pub texture: TextureId,
    /// The source of the image coordinates.
    pub coordinates: Coordinates,
    /// Factor applied to the coordinates.
    pub scale: [f32; 2],
    /// Offset added to the scaled coordinates.
    pub offset: [f32; 2],
    /// If set, the brightness of the image is the intensity of this color.
    pub intensity_rgb: Option<[f32; 3]>,
    /// The channel of the image that is its intensity; `None` for the brightness.
    pub channel: Option<Channel>,
    /// Whether the values of the image are inverted.
    pub inverted: bool,
    /// Whether later layers are multiplied by the opacity of this layer or, for an intensity, by its brightness.
    pub stencil: bool,
    /// Whether the opacity of the image is used.
    pub uses_alpha: bool,
    /// The blend mode with the layers below.
    pub blend: BlendMode,
    /// The value blended into properties other than colors.
    pub value: f32,
    /// Influence on the diffuse color.
    pub color: f32,
    /// Influence on the specular color.
    pub specular_color: f32,
    /// Influence on the diffuse intensity.
    pub diffuse: f32,
    /// Influence on the specular intensity.
    pub specular: f32,
    /// Influence on the emission.
    pub emission: f32,
    /// Influence on the opacity.
    pub alpha: f32,
    /// Influence on the emitted light.
    pub glow: f32,
    /// Influence on the metallic share of microfacets.
    pub metallic: f32,
    /// Influence on the roughness of microfacets.
    pub roughness: f32,
    /// Influence on the share of the ambient light that arrives at microfacets.
    pub occlusion: f32,
    /// Effect on the normal.
    pub relief: Option<Relief>,
}

/// The source of the image coordinates of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coordinates {
    /// The image coordinates of its [`MaterialSlots`](crate::MaterialSlots).
    Uv,
    /// The generated coordinates of its material slots.
    Generated,
    /// The x and y coordinates in the world. [m]
    World,
}

/// A channel of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Channel {
    Red,
    Green,
    Blue,
}

/// The blend mode of an image with the layers below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum BlendMode {
    Mix,
    Multiply,
    Add,
    Subtract,
    Divide,
    Darken,
    Difference,
    Lighten,
    Screen,
    Overlay,
}

/// The effect of an image on the normals of a smooth surface.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Relief {
    /// A normal map: red is along the first image coordinate, green along the second, blue outwards.
    NormalMap {
        /// Strength from -1 to 1. Negative values exchange hollows and bumps.
        strength: f32,
    },
    /// A bump map: brightness is height.
    Bump {
        /// Height of white above black. [m]
        height_m: f32,
    },
}

impl TextureLayer {
    /// Creates a layer that replaces the color below it, using the image coordinates of the surface.
    #[must_use]
    pub fn of_color(texture: TextureId) -> TextureLayer {
        TextureLayer {
            texture,
            coordinates: Coordinates::Uv,
            scale: [1.0; 2],
            offset: [0.0; 2],
            intensity_rgb: None,
            channel: None,
            inverted: false,
            stencil: false,
            uses_alpha: false,
            blend: BlendMode::Mix,
            value: 1.0,
            color: 1.0,
            specular_color: 0.0,
            diffuse: 0.0,
            specular: 0.0,
            emission: 0.0,
            alpha: 0.0,
            glow: 0.0,
            metallic: 0.0,
            roughness: 0.0,
            occlusion: 0.0,
            relief: None,
        }
    }

    /// Checks the numbers; `owner` is the name of the material.
    pub(in crate::visuals) fn validate(&self, owner: &str) -> Result<(), WorldError> {
        let height = match self.relief {
            Some(Relief::NormalMap { strength }) => strength,
            Some(Relief::Bump { height_m }) => height_m,
            None => 0.0,
        };
        let numbers = [
            self.value,
            self.color,
            self.specular_color,
            self.diffuse,
            self.specular,
            self.emission,
            self.alpha,
            self.glow,
            self.metallic,
            self.roughness,
            self.occlusion,
            height,
        ];
        let numbers = numbers.iter().chain(&self.scale).chain(&self.offset);
        match numbers.chain(self.intensity_rgb.iter().flatten()).find(|number| !number.is_finite()) {
            Some(bad) => Err(WorldError::bad(owner, "image on a material", bad, "finite numbers")),
            None => Ok(()),
        }
    }
}
