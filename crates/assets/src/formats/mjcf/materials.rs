//! Materials and images of geoms.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::images::pixels_of;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::geom::Cover;
use crate::formats::mjcf::texture::{Image, tinted};
use crate::model::{Material, MaterialId, Shading, SpecularShader, Texture, TextureData, TextureId};

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
        let others = layers().filter_map(|layer| layer.attribute("role"));
        for role in others.filter(|role| !matches!(*role, "rgb" | "rgba")) {
            self.note(&format!("layers of the role {role} of materials are left out"), name);
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
        let asset = MaterialAsset {
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

    /// An image times the color of its material, which the renderer takes instead of the color.
    fn tinted_image(&mut self, image: TextureId, rgba: [f64; 4]) -> TextureId {
        let rgb = [rgba[0], rgba[1], rgba[2]];
        if rgb == [1.0; 3] {
            return image;
        }
        let Texture { name, data } = &self.model.textures[image.index()];
        let pixels = match data {
            TextureData::Decoded(pixels) => Some(pixels.clone()),
            TextureData::File(path) => pixels_of(path).ok(),
            TextureData::Packed(_) | TextureData::Missing => None,
        };
        let Some(pixels) = pixels else { return image };
        let texture = Texture { name: name.clone(), data: TextureData::Decoded(tinted(&pixels, rgb)) };
        self.model.textures.push(texture);
        TextureId::new(self.model.textures.len() - 1)
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
        let texture = texture.map(|image| self.tinted_image(image.texture, rgba));
        let shading = asset.as_ref().filter(|asset| asset.emission > 0.0).map(|asset| Shading {
            diffuse: 1.0,
            specular_rgb: [1.0; 3],
            hardness: (asset.shininess.clamp(0.0, 1.0) * 128.0) as u16,
            specular_shader: SpecularShader::Phong,
            emission: asset.emission as f32,
            ambient: 1.0,
            shadeless: false,
        });
        let [r, g, b, alpha] = rgba.map(|value| value.clamp(0.0, 1.0) as f32);
        self.model.materials.push(Material {
            name: named.unwrap_or("geom").to_owned(),
            rgb: [r, g, b],
            alpha,
            mirror: reflectance as f32,
            specular: asset.as_ref().map_or(0.5, |asset| asset.specular as f32),
            texture,
            shading,
            ..Material::default()
        });
        let id = MaterialId::new(self.model.materials.len() - 1);
        self.geom_materials.insert(key, id);
        Ok((id, rgba[3]))
    }
}
