//! Materials and images.

use std::sync::Arc;

use serde_json::Value;

use crate::display_color::on_screen;
use crate::formats::gltf::Import;
use crate::formats::gltf::buffers::fetch;
use crate::formats::gltf::extras::object;
use crate::model::{Material, Texture, TextureData, TextureId};
use crate::paths::{beside, percent_decoded};

/// A factor on the emission.
const EMISSIVE_STRENGTH: &str = "KHR_materials_emissive_strength";
/// An extension with a color and a texture of its own, in files of older programs.
pub(super) const SPECULAR_GLOSSINESS: &str = "KHR_materials_pbrSpecularGlossiness";

impl Import<'_> {
    /// Reads all materials and images. The extras `remission`, `friction` and `elasticity` of a material store values
    /// that glTF does not have.
    pub(super) fn materials(&mut self) {
        self.model.textures =
            self.root.images.iter().enumerate().map(|(index, _)| self.image(index)).collect();
        for (index, source) in self.root.materials.iter().enumerate() {
            let glossy =
                source.extensions.as_ref().and_then(|extensions| extensions.others.get(SPECULAR_GLOSSINESS));
            let (color, texture) = match glossy {
                Some(glossy) => diffuse(glossy),
                None => {
                    let metallic = &source.pbr_metallic_roughness;
                    let texture = metallic.base_color_texture.as_ref().map(|info| info.index.value());
                    (metallic.base_color_factor.0, texture)
                }
            };
            let [r, g, b, alpha] = color;
            let texture = texture.and_then(|texture| {
                let image = self.root.textures.get(texture)?.source.value();
                (image < self.model.textures.len()).then(|| TextureId::new(image))
            });
            let extras = object(source.extras.as_deref());
            let extra = |name: &str, otherwise: f32| {
                extras.get(name).and_then(Value::as_f64).map_or(otherwise, |value| value as f32)
            };
            let usual = Material::default();
            let mut material = Material {
                name: source.name.clone().unwrap_or_else(|| format!("material {index}")),
                rgb: [r, g, b].map(on_screen),
                specular: extra("remission", usual.specular),
                alpha,
                friction: extra("friction", usual.friction),
                elasticity: extra("elasticity", usual.elasticity),
                texture,
                ..usual
            };
            material.emit(emitted(source));
            self.model.materials.push(material);
        }
    }

    fn image(&self, index: usize) -> Texture {
        let image = &self.root.images[index];
        let data = match (&image.uri, image.buffer_view) {
            (Some(uri), _) if uri.starts_with("data:") => {
                fetch(uri, self.path, self.roots).map(|bytes| TextureData::Packed(bytes.into())).ok()
            }
            (Some(uri), _) => {
                beside(self.path, &percent_decoded(uri), self.roots).map(TextureData::File).ok()
            }
            (None, Some(view)) => {
                self.buffers.view(view).map(|(bytes, _)| TextureData::Packed(Arc::from(bytes)))
            }
            (None, None) => None,
        };
        Texture {
            name: image.name.clone().unwrap_or_else(|| format!("image {index}")),
            data: data.unwrap_or(TextureData::Missing),
        }
    }
}

/// The light that a material emits, as displayed; each part can be above 1. An image of it is left out.
fn emitted(material: &gltf_json::Material) -> [f32; 3] {
    let strength = material
        .extensions
        .as_ref()
        .and_then(|extensions| extensions.others.get(EMISSIVE_STRENGTH))
        .and_then(|extension| extension["emissiveStrength"].as_f64())
        .map_or(1.0, |strength| strength as f32);
    let light = material.emissive_factor.0.map(|part| part * strength);
    let peak = light.into_iter().fold(1.0, f32::max);
    light.map(|part| on_screen(part / peak) * peak)
}

/// Diffuse color and texture of a material with `KHR_materials_pbrSpecularGlossiness`.
fn diffuse(glossy: &Value) -> ([f32; 4], Option<usize>) {
    let factor = |index: usize| glossy["diffuseFactor"][index].as_f64().map_or(1.0, |part| part as f32);
    let texture = glossy["diffuseTexture"]["index"].as_u64().and_then(|index| usize::try_from(index).ok());
    (std::array::from_fn(factor), texture)
}
