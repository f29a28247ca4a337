//! Texture slots of a material.

use serde::Serialize;

use crate::model::TextureId;

/// A texture layer of a material. Factors are 0 for properties that it does not change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TextureLayer {
    /// The image, repeated in both directions.
    pub texture: TextureId,
    /// The source of the image coordinates.
    pub coordinates: TextureCoordinates,
    /// Factor on the coordinates.
    pub scale: [f32; 2],
    /// Offset added to the scaled coordinates.
    pub offset: [f32; 2],
    /// If set, the brightness of the image is used as the intensity of this color.
    pub intensity_rgb: Option<[f32; 3]>,
    /// The channel of the image that is its intensity; `None` for the brightness.
    pub channel: Option<Channel>,
    /// Whether the values of the image are inverted.
    pub inverted: bool,
    /// Whether later layers are multiplied by the opacity or, for an intensity, the brightness of this one.
    pub stencil: bool,
    /// Whether the opacity of the image is used.
    pub uses_alpha: bool,
    /// How it is mixed with the layers below it.
    pub blend: BlendMode,
    /// The value with which properties other than colors are mixed.
    pub value: f32,
    /// Factor on the diffuse color.
    pub color: f32,
    /// Factor on the specular color.
    pub specular_color: f32,
    /// Factor on the diffuse intensity.
    pub diffuse: f32,
    /// Factor on the specular intensity.
    pub specular: f32,
    /// Factor on the emission.
    pub emission: f32,
    /// Factor on the opacity.
    pub alpha: f32,
    /// Factor on the emitted light.
    pub glow: f32,
    /// Factor on the metallic share of microfacets.
    pub metallic: f32,
    /// Factor on the roughness of microfacets.
    pub roughness: f32,
    /// Factor on the share of the ambient light that arrives at microfacets.
    pub occlusion: f32,
    /// Effect on the normal.
    pub relief: Option<Relief>,
}

/// The source of the image coordinates of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TextureCoordinates {
    /// The image coordinates of the mesh.
    Uv,
    /// The x and y coordinates in the frame of the mesh: −1 to 1 is the whole image.
    Generated,
    /// The x and y coordinates in the world: −1 to 1 is the whole image.
    Global,
}

/// A channel of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Channel {
    Red,
    Green,
    Blue,
}

/// How an image is mixed with the layers below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

/// How an image changes the normals of a smooth surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Relief {
    /// A normal map: colors are normals in the tangent frame.
    NormalMap {
        /// Strength, 0 to 1; negative values exchange hollows and bumps.
        strength: f32,
    },
    /// A bump map: brightness is height.
    Bump {
        /// Height of white over black, in units of the mesh.
        height: f32,
    },
}
