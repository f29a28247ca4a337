//! Materials and their images.

use std::path::PathBuf;
use std::sync::Arc;

use super::super::view::View;
use super::Import;
use crate::model::{Material, MaterialId, Texture, TextureData, TextureId};

/// Bit of `mapto`: the texture gives the colour.
const MAPS_COLOR: i64 = 1;
/// A texture that is an image.
const TEXTURE_IMAGE: i64 = 8;

impl Import<'_, '_> {
    /// Material of each slot of an object. A slot may be the mesh's or the object's own.
    pub(super) fn slots(&mut self, object: &View<'_>, mesh: &View<'_>) -> Vec<Option<MaterialId>> {
        let count = mesh.int("totcol").clamp(0, i64::from(i16::MAX)) as usize;
        let of_mesh = mesh.pointed_addresses("mat", count);
        let of_object = object.pointed_addresses("mat", count);
        let is_own = object.raw("matbits").unwrap_or_default();
        let slots = (0..of_mesh.len()).map(|slot| {
            let own = is_own.get(slot).is_some_and(|&bits| bits != 0);
            let own = of_object.get(slot).and_then(|&address| object.at(address)).filter(|_| own);
            let material = own.or_else(|| mesh.at(of_mesh[slot]))?;
            (material.layout.name == "Material").then(|| self.material(&material))
        });
        slots.collect()
    }

    fn material(&mut self, view: &View<'_>) -> MaterialId {
        if let Some(&known) = self.materials.get(&view.block) {
            return known;
        }
        let number = |field: &str| {
            let value = view.float(field) as f32;
            if value.is_finite() { value } else { 0.0 }
        };
        let material = Material {
            name: view.id_name(),
            rgb: [number("r"), number("g"), number("b")],
            specular: number("spec"),
            alpha: number("alpha"),
            friction: number("friction"),
            elasticity: number("reflect"),
            texture: self.color_texture(view),
        };
        let id = MaterialId::new(self.model.materials.len());
        self.model.materials.push(material);
        self.materials.insert(view.block, id);
        id
    }

    /// The first image that gives the colour and is switched on.
    fn color_texture(&mut self, material: &View<'_>) -> Option<TextureId> {
        let switched_off = material.int("septex");
        let layers = material.addresses("mtex");
        let image = layers.iter().enumerate().find_map(|(place, &address)| {
            let layer = material.at(address)?;
            let on = switched_off & (1 << place.min(62)) == 0 && layer.bit("mapto", MAPS_COLOR);
            let texture =
                layer.follow_as("tex", "Tex").filter(|texture| texture.int("type") == TEXTURE_IMAGE)?;
            texture.follow_as("ima", "Image").filter(|_| on)
        })?;
        Some(self.texture(&image))
    }

    /// An image: packed in the file, or a file beside it.
    pub(super) fn texture(&mut self, image: &View<'_>) -> TextureId {
        if let Some(&known) = self.textures.get(&image.block) {
            return known;
        }
        let path = image.text("name");
        let packed = image.follow_as("packedfile", "PackedFile").and_then(|packed| {
            let bytes = packed.raw("data")?;
            let size = usize::try_from(packed.int("size")).unwrap_or(0).min(bytes.len());
            Some(Arc::from(&bytes[..size]))
        });
        let data = match packed {
            Some(bytes) => TextureData::Packed(bytes),
            None if path.is_empty() => TextureData::Missing,
            None => TextureData::File(self.image_path(&path)),
        };
        let id = TextureId::new(self.model.textures.len());
        self.model.textures.push(Texture { name: image.id_name(), data });
        self.textures.insert(image.block, id);
        id
    }

    fn image_path(&self, path: &str) -> PathBuf {
        let path = path.replace('\\', "/");
        match path.strip_prefix("//") {
            Some(relative) => self.folder.join(relative),
            None => PathBuf::from(path),
        }
    }
}
