//! Materials and images of geoms.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::geom::Cover;
use crate::formats::mjcf::texture::Image;
use crate::model::{Channel, Material, MaterialId, Scaled, Shading, TextureId};

/// Color of a geom that gives none.
const GEOM_RGBA: [f64; 4] = [0.5, 0.5, 0.5, 1.0];

/// A material of the file.
#[derive(Clone)]
pub(super) struct MaterialAsset {
    rgba: [f64; 4],
    image: Option<Image>,
    cover: Cover,
    specular: f64,
    emission: f64,
    shininess: f64,
    reflectance: f64,
    /// Metallic share and roughness, if the file gives one of them.
    microfacets: Option<[f64; 2]>,
    /// Images of other properties, with their roles.
    layers: Vec<(String, TextureId)>,
}

/// Roles of layers that are drawn, beside the color.
const DRAWN_ROLES: [&str; 6] = ["occlusion", "roughness", "metallic", "normal", "emissive", "orm"];

impl MaterialAsset {
    /// Gives a material metallic share, roughness and the images of other properties.
    fn add_layers(&self, material: &mut Material) {
        if let Some([metallic, roughness]) = self.microfacets {
            material.set_microfacets(metallic as f32, roughness as f32);
        }
        for (role, image) in &self.layers {
            let mut scale = |number, channel| material.scale_by(number, *image, channel, 1.0);
            match role.as_str() {
                "occlusion" => scale(Scaled::Occlusion, None),
                "roughness" => scale(Scaled::Roughness, None),
                "metallic" => scale(Scaled::Metallic, None),
                "orm" => {
                    scale(Scaled::Occlusion, Some(Channel::Red));
                    scale(Scaled::Roughness, Some(Channel::Green));
                    scale(Scaled::Metallic, Some(Channel::Blue));
                }
                "normal" => material.set_normals(*image, 1.0),
                _ => {
                    material.emit([1.0; 3]);
                    material.scale_glow(*image);
                }
            }
        }
    }
}

impl Import<'_> {
    /// Reads a `<material>`, whose image is one of `images`.
    pub(super) fn material_asset(
        &mut self,
        tag: &Tag,
        images: &BTreeMap<String, Option<Image>>,
    ) -> Result<(), ReadError> {
        let attributes = self.attributes(tag, None)?;
        let Some(name) = attributes.text("name") else { return Err(tag.error("<material> has no name")) };
        let rgba = attributes.up_to::<4>("rgba", [1.0; 4])?;
        let layers = || tag.children("layer");
        let layer = layers().find(|layer| matches!(layer.attribute("role"), Some("rgb" | "rgba")));
        let mut others = Vec::new();
        for layer in layers() {
            let Some(role) = layer.attribute("role").filter(|role| !matches!(*role, "rgb" | "rgba")) else {
                continue;
            };
            let image = layer.attribute("texture").and_then(|texture| images.get(texture)).copied().flatten();
            match image.filter(|image| DRAWN_ROLES.contains(&role) && !image.is_cube) {
                Some(image) => others.push((role.to_owned(), image.texture)),
                None => self.note(&format!("layers of the role {role} of materials are left out"), name),
            }
        }
        let texture_name = attributes.text("texture").or(layer.and_then(|layer| layer.attribute("texture")));
        let image = texture_name.and_then(|texture| images.get(texture)).copied().flatten();
        let repeat = attributes.array::<2>("texrepeat")?.unwrap_or([1.0; 2]);
        let per_meter = attributes.switch("texuniform")?.unwrap_or(false);
        let cover = match image {
            Some(Image { is_cube: true, .. }) => Cover::Cube,
            _ => Cover::Plane { repeat, per_meter },
        };
        let [specular, shininess] = ["specular", "shininess"].map(|name| attributes.number(name));
        // A negative number means none.
        let [metallic, roughness] = ["metallic", "roughness"].map(|name| attributes.number(name));
        let [metallic, roughness] = [metallic?, roughness?].map(|share| share.filter(|share| *share >= 0.0));
        let has_maps =
            others.iter().any(|(role, _)| matches!(role.as_str(), "metallic" | "roughness" | "orm"));
        let microfacets = metallic.or(roughness).is_some() || has_maps;
        // An image is the number, so that it scales 1.
        let otherwise = |role: &str, plain: f64| {
            let is_map = others.iter().any(|(other, _)| other == role || other == "orm");
            if is_map { 1.0 } else { plain }
        };
        let asset = MaterialAsset {
            microfacets: microfacets.then(|| {
                [
                    metallic.unwrap_or_else(|| otherwise("metallic", 0.0)),
                    roughness.unwrap_or_else(|| otherwise("roughness", 1.0)),
                ]
            }),
            layers: others,
            rgba,
            image,
            cover,
            specular: specular?.unwrap_or(0.5),
            shininess: shininess?.unwrap_or(0.5),
            emission: attributes.number("emission")?.unwrap_or(0.0),
            reflectance: attributes.number("reflectance")?.unwrap_or(0.0),
        };
        self.materials.insert(name.to_owned(), asset);
        Ok(())
    }

    /// The way the image of a geom covers it; `None` without an image.
    pub(super) fn cover_of(&self, material: Option<&str>) -> Option<Cover> {
        let asset = self.materials.get(material?)?;
        asset.image.map(|_| asset.cover)
    }

    /// The material of a geom: that of its name, with the color of the geom if it gives one.
    pub(super) fn geom_material(
        &mut self,
        attributes: &Attributes<'_>,
        of_mesh: Option<&str>,
    ) -> Result<(MaterialId, f64), ReadError> {
        let own = attributes.up_to::<4>("rgba", GEOM_RGBA)?;
        let named = attributes.text("material").or(of_mesh);
        let asset = match named {
            Some(name) => Some(
                self.materials
                    .get(name)
                    .cloned()
                    .ok_or_else(|| attributes.tag.error(format!("there is no material \"{name}\"")))?,
            ),
            None => None,
        };
        let has_color = own != GEOM_RGBA;
        let rgba = asset.as_ref().filter(|_| !has_color).map_or(own, |asset| asset.rgba);
        // Other geoms reflect nothing in MuJoCo, but for the upper sides of boxes.
        let is_mirror = attributes.text("type") == Some("plane");
        let reflectance =
            asset.as_ref().filter(|_| is_mirror).map_or(0.0, |asset| asset.reflectance.clamp(0.0, 1.0));
        let key = (named.unwrap_or_default().to_owned(), rgba.map(f64::to_bits), reflectance.to_bits());
        if let Some(known) = self.geom_materials.get(&key) {
            return Ok((*known, rgba[3]));
        }
        let texture = asset.as_ref().and_then(|asset| asset.image);
        let shading = asset.as_ref().filter(|asset| asset.emission > 0.0).map(|asset| Shading {
            hardness: (asset.shininess.clamp(0.0, 1.0) * 128.0) as u16,
            emission: asset.emission as f32,
            ..Shading::default()
        });
        let [r, g, b, alpha] = rgba.map(|value| value.clamp(0.0, 1.0) as f32);
        let mut material = Material {
            name: named.unwrap_or("geom").to_owned(),
            rgb: [r, g, b],
            alpha,
            mirror: reflectance as f32,
            specular: asset.as_ref().map_or(0.5, |asset| asset.specular as f32),
            texture: texture.map(|image| image.texture),
            texture_rgb: [r, g, b],
            shading,
            ..Material::default()
        };
        if let Some(asset) = &asset {
            asset.add_layers(&mut material);
        }
        self.model.materials.push(material);
        let id = MaterialId::new(self.model.materials.len() - 1);
        self.geom_materials.insert(key, id);
        Ok((id, rgba[3]))
    }
}
