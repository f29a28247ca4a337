//! How surfaces look and rub.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use super::TextureId;

/// A surface.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Material {
    /// Name in the file.
    pub name: String,
    /// Diffuse colour as on a screen, 0 to 1.
    pub rgb: [f32; 3],
    /// Intensity of the highlight; laser scanners report it as remission.
    pub specular: f32,
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// Coulomb friction.
    pub friction: f32,
    /// Restitution, 0 to 1.
    pub elasticity: f32,
    /// Image that gives the colour.
    pub texture: Option<TextureId>,
}

impl Default for Material {
    /// A new material in Blender: light grey.
    fn default() -> Self {
        Material {
            name: String::new(),
            rgb: [0.8; 3],
            specular: 0.5,
            alpha: 1.0,
            friction: 0.5,
            elasticity: 0.0,
            texture: None,
        }
    }
}

/// An image.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Name in the file.
    pub name: String,
    /// Where its bytes are.
    pub data: TextureData,
}

/// Where the bytes of an image are. The readers do not decode them; who loads a model for its looks may.
#[derive(Clone, Debug, PartialEq)]
pub enum TextureData {
    /// In a file beside the asset. Whether it exists has not been tried.
    File(PathBuf),
    /// In the asset: a whole image file (png, jpeg, tga …).
    Packed(Arc<[u8]>),
    /// Here, ready for use.
    Decoded(Pixels),
    /// Nowhere: made by the program that wrote the file, or out of reach.
    Missing,
}

/// A decoded image.
#[derive(Clone, PartialEq)]
pub struct Pixels {
    /// Of the image.
    pub width: u32,
    /// Of the image.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, row by row from the upper left.
    pub rgba: Arc<[u8]>,
}

impl fmt::Debug for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pixels({} x {})", self.width, self.height)
    }
}
