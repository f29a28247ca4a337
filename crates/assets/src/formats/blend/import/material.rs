//! Materials and their images.

pub(crate) mod texture_layer;

use std::path::PathBuf;
use std::sync::Arc;

use crate::formats::blend::import::Import;
use crate::formats::blend::import::shader_nodes::{self, ChannelOfImage};
use crate::formats::blend::view::View;
use crate::model::{
    Material, MaterialId, Scaled, Shading, SpecularShader, Texture, TextureData, TextureId, TextureLayer,
};

/// Roughness that counts for the remission of a material that has an image of it.
const ROUGHNESS_OF_IMAGE: f32 = 0.5;

/// Bits of `mode`.
const SHADELESS: i64 = 1 << 2;
const VERTEX_COLORS: i64 = 1 << 7;
const TRANSPARENT: i64 = 1 << 16;
const COLOR_RAMP: i64 = 1 << 20;

/// Values of `spec_shader`. Cook-Torrance is 0, and Blinn, which is similar, is 2.
const PHONG: i64 = 1;
const TOON: i64 = 3;
const WARD: i64 = 4;

impl Import<'_, '_> {
    /// Material of each slot of an object. A slot refers to the material of the mesh or of the object.
    pub(super) fn slots(&mut self, object: &View<'_>, mesh: &View<'_>) -> Vec<Option<MaterialId>> {
        let count = mesh.int("totcol").clamp(0, i64::from(i16::MAX)) as usize;
        let of_mesh = mesh.pointed_addresses("mat", count);
        let of_object = object.pointed_addresses("mat", count);
        let is_own = object.raw("matbits").unwrap_or_default();
        let slots = (0..of_mesh.len()).map(|slot| {
            let own = is_own.get(slot).is_some_and(|&bits| bits != 0);
            let own = of_object.get(slot).and_then(|&address| object.at(address)).filter(|_| own);
            let material = own.or_else(|| mesh.at(of_mesh[slot]))?;
            self.note_other_uv_maps(mesh, &material);
            (material.layout.name == "Material").then(|| self.material(&material))
        });
        slots.collect()
    }

    fn material(&mut self, view: &View<'_>) -> MaterialId {
        if let Some(&known) = self.materials.get(&view.block) {
            return known;
        }
        let material = if view.is_modern() { self.shader_material(view) } else { self.game_material(view) };
        let id = MaterialId::new(self.model.materials.len());
        self.model.materials.push(material);
        self.materials.insert(view.block, id);
        id
    }

    /// A material of Blender 2.80 or later.
    fn shader_material(&mut self, view: &View<'_>) -> Material {
        let surface = shader_nodes::surface(view);
        let name = view.id_name();
        if let Some(omission) = surface.omission {
            self.omissions.note(format!("materials: {omission}"), &name);
        }
        let roughness =
            if surface.roughness_image.is_some() { ROUGHNESS_OF_IMAGE } else { surface.roughness };
        let remission = (1.0 - roughness) * if surface.metallic > 0.5 { 1.0 } else { 0.5 };
        let mut material = Material {
            rgb: surface.linear_rgb,
            alpha: surface.alpha,
            texture: surface.image.map(|image| self.texture(&image)),
            specular: remission,
            name,
            ..Material::default()
        };
        material.set_microfacets(surface.metallic, surface.roughness);
        material.set_specular([surface.specular; 3]);
        material.emit(surface.emitted_rgb);
        let numbers =
            [(Scaled::Metallic, surface.metallic_image), (Scaled::Roughness, surface.roughness_image)];
        for (number, source) in numbers {
            if let Some(ChannelOfImage { image, channel }) = source {
                material.scale_by(number, self.texture(&image), channel, 1.0);
            }
        }
        if let Some(image) = surface.emission_image {
            material.scale_glow(self.texture(&image));
        }
        if let Some((image, relief)) = surface.relief {
            let relief = Some(relief);
            material.layers.push(TextureLayer { relief, ..TextureLayer::new(self.texture(&image)) });
        }
        material
    }

    /// A material of Blender 2.60 to 2.79, as the game engine draws it.
    fn game_material(&mut self, view: &View<'_>) -> Material {
        let number = |field: &str| {
            let value = view.float(field) as f32;
            if value.is_finite() { value } else { 0.0 }
        };
        // Without this switch the game engine draws it opaque, for any opacity.
        let transparent = view.bit("mode", TRANSPARENT);
        let material = Material {
            name: view.id_name(),
            rgb: [number("r"), number("g"), number("b")],
            specular: number("spec"),
            alpha: if transparent { number("alpha") } else { 1.0 },
            mirror: 0.0,
            friction: number("friction"),
            elasticity: number("reflect"),
            texture: None,
            texture_rgb: [1.0; 3],
            layers: self.texture_layers(view, transparent),
            shading: view.has("ref").then(|| Shading {
                diffuse: number("ref"),
                specular_rgb: ["specr", "specg", "specb"].map(number),
                hardness: view.int("har").clamp(1, 511) as u16,
                specular_shader: match view.int("spec_shader") {
                    PHONG | TOON | WARD => SpecularShader::Phong,
                    _ => SpecularShader::CookTorrance,
                },
                emission: number("emit"),
                glow: [0.0; 3],
                ambient: number("amb"),
                shadeless: view.bit("mode", SHADELESS),
            }),
        };
        self.note_unshown(view, &material.name);
        material
    }

    /// If a mesh has several UV maps, only the active one is read.
    fn note_other_uv_maps(&mut self, mesh: &View<'_>, material: &View<'_>) {
        let Some(active) = active_uv_map(mesh) else { return };
        let slots = material.addresses("mtex").into_iter().filter_map(|address| material.at(address));
        let mut names = slots.map(|slot| slot.text("uvname"));
        if names.any(|name| !name.is_empty() && name != active) {
            let what = "images on further UV maps are laid on by the active one, of meshes";
            self.omissions.note(what, &mesh.id_name());
        }
    }

    fn note_unshown(&mut self, view: &View<'_>, name: &str) {
        for (bit, what) in [(VERTEX_COLORS, "colors of vertices"), (COLOR_RAMP, "color ramps")] {
            if view.bit("mode", bit) {
                self.omissions.note(format!("{what} are not shown on materials"), name);
            }
        }
        if view.int("use_nodes") != 0 {
            self.omissions.note("nodes of materials are not followed, their plain settings are", name);
        }
    }

    /// An image: packed in the file, or a file beside it.
    pub(super) fn texture(&mut self, image: &View<'_>) -> TextureId {
        if let Some(&known) = self.textures.get(&image.block) {
            return known;
        }
        let path = image.text("name");
        // Since Blender 2.75, an image may have several files.
        let of_list = || {
            image.list("packedfiles").first().and_then(|first| first.follow_as("packedfile", "PackedFile"))
        };
        let packed = image.follow_as("packedfile", "PackedFile").or_else(of_list).and_then(|packed| {
            let mut bytes = packed.file.copy_of(packed.block("data")?);
            bytes.truncate(usize::try_from(packed.int("size")).unwrap_or(0));
            Some(Arc::from(bytes))
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

/// The name of the active UV map of a mesh, if it has several.
fn active_uv_map(mesh: &View<'_>) -> Option<String> {
    /// Kinds of layers: of loops, and in files before Blender 2.63 of faces.
    const UV_MAPS: [(&str, i64); 2] = [("ldata", 16), ("fdata", 5)];
    UV_MAPS.iter().find_map(|&(data, kind)| {
        let data = mesh.nested(data)?;
        let layers = data.array("layers", "CustomDataLayer")?;
        let layers = layers.take(layers.count).map(|bytes| View { layout: layers.layout, bytes, ..*mesh });
        let maps: Vec<_> = layers.filter(|layer| layer.int("type") == kind).collect();
        let active = usize::try_from(maps.first()?.int("active")).ok()?;
        maps.get(active).filter(|_| maps.len() > 1).map(|map| map.text("name"))
    })
}
