//! Materials and images.

use std::sync::Arc;

use serde_json::Value;

use crate::display_color::on_screen;
use crate::formats::gltf::Import;
use crate::formats::gltf::buffers::fetch;
use crate::formats::gltf::extras::object;
use crate::model::{Channel, Material, Scaled, Texture, TextureData, TextureId};
use crate::paths::{beside, percent_decoded};

/// A factor on the emission.
const EMISSIVE_STRENGTH: &str = "KHR_materials_emissive_strength";
/// Strength and color of the reflections of surfaces without metal.
const SPECULAR: &str = "KHR_materials_specular";
/// The index of refraction, which gives the reflectance from straight above.
const REFRACTION: &str = "KHR_materials_ior";
/// Surfaces that show their plain color.
const UNLIT: &str = "KHR_materials_unlit";
/// An extension with a color and a texture of its own, in files of older programs.
pub(super) const SPECULAR_GLOSSINESS: &str = "KHR_materials_pbrSpecularGlossiness";
/// Reflectance, seen from straight above, of a surface without [`REFRACTION`] that is not of metal.
const DIELECTRIC: f32 = 0.04;

impl Import<'_> {
    /// Reads all materials and images. The extras `remission`, `friction` and `elasticity` of a material store values
    /// that glTF does not have.
    pub(super) fn materials(&mut self) {
        self.model.textures =
            self.root.images.iter().enumerate().map(|(index, _)| self.image(index)).collect();
        let materials = self.root.materials.iter().enumerate();
        self.model.materials = materials.map(|(index, source)| self.material(index, source)).collect();
    }

    fn material(&self, index: usize, source: &gltf_json::Material) -> Material {
        let glossy = extension(source, SPECULAR_GLOSSINESS);
        let metallic = &source.pbr_metallic_roughness;
        let ([r, g, b, alpha], texture) = match glossy {
            Some(glossy) => diffuse(glossy),
            None => {
                let texture = metallic.base_color_texture.as_ref().map(|info| info.index.value());
                (metallic.base_color_factor.0, texture)
            }
        };
        let extras = object(source.extras.as_deref());
        let extra = |name: &str, otherwise: f32| {
            extras.get(name).and_then(Value::as_f64).map_or(otherwise, |value| value as f32)
        };
        let usual = Material::default();
        let rgb = [r, g, b].map(on_screen);
        let mut material = Material {
            name: source.name.clone().unwrap_or_else(|| format!("material {index}")),
            rgb,
            specular: extra("remission", usual.specular),
            alpha,
            friction: extra("friction", usual.friction),
            elasticity: extra("elasticity", usual.elasticity),
            texture: texture.and_then(|texture| self.texture_id(texture)),
            texture_rgb: rgb,
            ..usual
        };
        match glossy {
            Some(glossy) => {
                material.set_microfacets(0.0, 1.0 - number(&glossy["glossinessFactor"], 1.0));
                material.set_specular(std::array::from_fn(|part| {
                    number(&glossy["specularFactor"][part], 1.0) / DIELECTRIC
                }));
            }
            None => self.microfacets(source, &mut material),
        }
        if let Some(normals) = &source.normal_texture
            && let Some(image) = self.texture_id(normals.index.value())
        {
            material.set_normals(image, normals.scale);
        }
        if let Some(occlusion) = &source.occlusion_texture
            && let Some(image) = self.texture_id(occlusion.index.value())
        {
            material.scale_by(Scaled::Occlusion, image, Some(Channel::Red), occlusion.strength.0);
        }
        material.emit(emitted(source));
        let emissive = source.emissive_texture.as_ref();
        if let Some(image) = emissive.and_then(|texture| self.texture_id(texture.index.value())) {
            material.scale_glow(image);
        }
        if extension(source, UNLIT).is_some() {
            material.shading.get_or_insert_default().shadeless = true;
        }
        material
    }

    /// Metallic share and roughness. A surface without metal that is wholly rough has no highlight of its own: its
    /// remission, which is half if the file gives none, shapes it.
    fn microfacets(&self, source: &gltf_json::Material, material: &mut Material) {
        let surface = &source.pbr_metallic_roughness;
        let (metallic, roughness) = (surface.metallic_factor.0, surface.roughness_factor.0);
        let image = surface.metallic_roughness_texture.as_ref();
        let image = image.and_then(|texture| self.texture_id(texture.index.value()));
        if image.is_none() && metallic == 0.0 && roughness == 1.0 {
            return;
        }
        material.set_microfacets(metallic, roughness);
        if let Some(image) = image {
            material.scale_by(Scaled::Metallic, image, Some(Channel::Blue), 1.0);
            material.scale_by(Scaled::Roughness, image, Some(Channel::Green), 1.0);
        }
        let refraction =
            extension(source, REFRACTION).map_or(1.5, |extension| number(&extension["ior"], 1.5));
        let ahead = ((refraction - 1.0) / (refraction + 1.0)).powi(2) / DIELECTRIC;
        let specular = extension(source, SPECULAR);
        let strength = specular.map_or(1.0, |extension| number(&extension["specularFactor"], 1.0));
        material.set_specular(std::array::from_fn(|part| {
            let tint = specular.map_or(1.0, |extension| number(&extension["specularColorFactor"][part], 1.0));
            strength * ahead * tint
        }));
    }

    /// The image of a texture.
    fn texture_id(&self, texture: usize) -> Option<TextureId> {
        let image = self.root.textures.get(texture)?.source.value();
        (image < self.model.textures.len()).then(|| TextureId::new(image))
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

/// An extension of a material.
fn extension<'a>(material: &'a gltf_json::Material, name: &str) -> Option<&'a Value> {
    material.extensions.as_ref()?.others.get(name)
}

/// A number that is at least 0, or its default.
fn number(value: &Value, otherwise: f32) -> f32 {
    value.as_f64().map_or(otherwise, |value| (value as f32).max(0.0))
}

/// The light that a material emits, as displayed; each part can be above 1.
fn emitted(material: &gltf_json::Material) -> [f32; 3] {
    let strength =
        extension(material, EMISSIVE_STRENGTH).map_or(1.0, |value| number(&value["emissiveStrength"], 1.0));
    let light = material.emissive_factor.0.map(|part| part * strength);
    let peak = light.into_iter().fold(1.0, f32::max);
    light.map(|part| on_screen(part / peak) * peak)
}

/// Diffuse color and texture of a material with `KHR_materials_pbrSpecularGlossiness`.
fn diffuse(glossy: &Value) -> ([f32; 4], Option<usize>) {
    let factor = |index: usize| number(&glossy["diffuseFactor"][index], 1.0);
    let texture = glossy["diffuseTexture"]["index"].as_u64().and_then(|index| usize::try_from(index).ok());
    (std::array::from_fn(factor), texture)
}
