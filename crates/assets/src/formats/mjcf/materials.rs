//! Materials and images of geoms.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{Material, MaterialId, Texture, TextureData, TextureId};

/// Color of a geom that gives none.
const GEOM_RGBA: [f64; 4] = [0.5, 0.5, 0.5, 1.0];

/// A material of the file.
#[derive(Clone)]
pub(super) struct MaterialAsset {
    rgba: [f64; 4],
    texture: Option<TextureId>,
    specular: f64,
}

/// Color and image of a texture of the file.
pub(super) enum Image {
    File(TextureId),
    Color([f64; 3]),
}

impl Import<'_> {
    /// Reads a `<texture>`.
    pub(super) fn image(&mut self, attributes: &Attributes<'_>) -> Result<Image, ReadError> {
        let color = |name: &str, otherwise: f64| {
            Ok::<[f64; 3], ReadError>(attributes.array(name)?.unwrap_or([otherwise; 3]))
        };
        let kind = attributes.text("type").unwrap_or("cube");
        if let (Some(file), "2d") = (attributes.text("file"), kind) {
            let folder = self.compiler.texture_folder.clone();
            let data = match self.asset_path(&folder, file) {
                Ok(path) if path.is_file() => TextureData::File(path),
                Ok(path) => {
                    self.warnings.add(format!(
                        "{}: image {} is missing",
                        attributes.tag.place(),
                        path.display()
                    ));
                    TextureData::Missing
                }
                Err(problem) => {
                    self.warnings.add(format!("{}: image {file}: {problem}", attributes.tag.place()));
                    TextureData::Missing
                }
            };
            self.model.textures.push(Texture { name: file.to_owned(), data });
            return Ok(Image::File(TextureId::new(self.model.textures.len() - 1)));
        }
        if kind != "skybox" {
            let name = attributes.text("name").unwrap_or("texture");
            self.note("generated and cubic textures become one color", name);
        }
        let (first, second) = (color("rgb1", 0.8)?, color("rgb2", 0.5)?);
        let is_flat = attributes.text("builtin") == Some("flat");
        let second = if is_flat { first } else { second };
        Ok(Image::Color([0, 1, 2].map(|channel| f64::midpoint(first[channel], second[channel]))))
    }

    /// Reads a `<material>`, whose image is one of `images`.
    pub(super) fn material_asset(
        &mut self,
        tag: &Tag,
        images: &BTreeMap<String, Image>,
    ) -> Result<(), ReadError> {
        let attributes = self.attributes(tag, None)?;
        let Some(name) = attributes.text("name") else { return Err(tag.error("<material> has no name")) };
        let mut rgba = attributes.up_to::<4>("rgba", [1.0; 4])?;
        let layer = tag.children("layer").find(|layer| layer.attribute("role") == Some("rgb"));
        let texture_name = attributes.text("texture").or(layer.and_then(|layer| layer.attribute("texture")));
        let texture = match texture_name.and_then(|texture| images.get(texture)) {
            Some(Image::File(texture)) => Some(*texture),
            Some(Image::Color(color)) => {
                (0..3).for_each(|channel| rgba[channel] *= color[channel]);
                None
            }
            None => None,
        };
        let specular = attributes.number("specular")?.unwrap_or(0.5);
        self.materials.insert(name.to_owned(), MaterialAsset { rgba, texture, specular });
        Ok(())
    }

    /// The material of a geom: that of its name, with the color of the geom if it gives one.
    pub(super) fn geom_material(
        &mut self,
        attributes: &Attributes<'_>,
    ) -> Result<(MaterialId, f64), ReadError> {
        let own = attributes.up_to::<4>("rgba", GEOM_RGBA)?;
        let named = attributes.text("material");
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
        let key = (named.unwrap_or_default().to_owned(), rgba.map(f64::to_bits));
        if let Some(known) = self.geom_materials.get(&key) {
            return Ok((*known, rgba[3]));
        }
        let [r, g, b, alpha] = rgba.map(|value| value.clamp(0.0, 1.0) as f32);
        self.model.materials.push(Material {
            name: named.unwrap_or("geom").to_owned(),
            rgb: [r, g, b],
            alpha,
            specular: asset.as_ref().map_or(0.5, |asset| asset.specular as f32),
            texture: asset.and_then(|asset| asset.texture),
            ..Material::default()
        });
        let id = MaterialId::new(self.model.materials.len() - 1);
        self.geom_materials.insert(key, id);
        Ok((id, rgba[3]))
    }
}
