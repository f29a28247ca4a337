//! Materials and images.

use std::path::Path;

use serde_json::{Value, json};

use crate::display_color::in_light;
use crate::formats::gltf::write::{Export, png};
use crate::model::{Material, TextureData};

/// Reads the file of an image.
pub type ImageFiles<'a> = &'a dyn Fn(&Path) -> std::io::Result<Vec<u8>>;

impl Export<'_> {
    /// All materials and images of the model, in its order.
    pub(super) fn materials(&mut self, read_image: ImageFiles<'_>) -> (Vec<Value>, Vec<Value>) {
        let model = self.model;
        let mut images = Vec::new();
        // The image of the file for each image of the model.
        let mut numbers = Vec::with_capacity(model.textures.len());
        for texture in &model.textures {
            let bytes = match &texture.data {
                TextureData::File(path) => read_image(path).ok(),
                TextureData::Packed(bytes) => Some(bytes.to_vec()),
                TextureData::Decoded(pixels) => Some(png::encode(pixels)),
                TextureData::Missing => None,
            };
            let kind = bytes.as_deref().and_then(media_type);
            let (Some(bytes), Some(kind)) = (bytes, kind) else {
                self.omit("images that are missing, or neither png nor jpeg, are left out", &texture.name);
                numbers.push(None);
                continue;
            };
            let view = self.view(&bytes, None);
            numbers.push(Some(images.len()));
            images.push(json!({"name": texture.name, "bufferView": view, "mimeType": kind}));
        }
        let materials = model.materials.iter().map(|material| self.material(material, &numbers)).collect();
        (materials, images)
    }

    fn material(&mut self, material: &Material, images: &[Option<usize>]) -> Value {
        if !material.layers.is_empty() {
            self.omit("texture slots beyond the color are left out", &material.name);
        }
        if material.shading.is_some() {
            self.omit("highlights, emission and shadeless surfaces are left out", &material.name);
        }
        if material.mirror > 0.0 {
            self.omit("mirrors are left out: these surfaces are not reflecting", &material.name);
        }
        let [r, g, b] = material.rgb.map(in_light);
        let mut surface = json!({"baseColorFactor": [r, g, b, material.alpha], "metallicFactor": 0.0});
        let image = material.texture.and_then(|texture| images.get(texture.index()).copied().flatten());
        if let Some(image) = image {
            surface["baseColorTexture"] = json!({"index": image});
        }
        let mut value = json!({
            "name": material.name,
            "pbrMetallicRoughness": surface,
            "doubleSided": true,
            "extras": {
                "remission": material.specular,
                "friction": material.friction,
                "elasticity": material.elasticity,
            },
        });
        if material.alpha < 1.0 {
            value["alphaMode"] = json!("BLEND");
        }
        value
    }
}

/// The kind of an image by its first bytes; `None` for kinds that glTF does not permit.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        Some("image/jpeg")
    } else {
        None
    }
}
