//! The texture slots of materials, as the shaders of the game engine of Blender 2.6 and 2.7 apply them.

use crate::formats::blend::import::Import;
use crate::formats::blend::view::View;
use crate::model::{BlendMode, Relief, TextureCoordinates, TextureLayer};

/// A texture that is an image. Procedural textures are not supported, as in the game engine.
const TEXTURE_IMAGE: i64 = 8;

/// Bits of `mapto`.
const MAPS_COLOR: i64 = 1;
const MAPS_NORMAL: i64 = 1 << 1;
const MAPS_SPECULAR_COLOR: i64 = 1 << 2;
const MAPS_DIFFUSE: i64 = 1 << 4;
const MAPS_SPECULAR: i64 = 1 << 5;
const MAPS_EMISSION: i64 = 1 << 6;
const MAPS_ALPHA: i64 = 1 << 7;

/// Bits of `texflag`.
const TO_INTENSITY: i64 = 1;
const STENCIL: i64 = 2;
const NEGATIVE: i64 = 4;
const BUMP: i64 = 1 << 8 | 1 << 9 | 1 << 14;
/// Bits of `imaflag` of a texture.
const USES_ALPHA: i64 = 1 << 1;
const NORMAL_MAP: i64 = 1 << 11;
/// Bit of `flag` of an image.
const IGNORES_ALPHA: i64 = 1 << 12;

/// Values of `texco`.
const GENERATED: i64 = 1;
const REFLECTION: i64 = 2;
const NORMAL: i64 = 4;
const GLOBAL: i64 = 8;
const UV: i64 = 16;
const OBJECT: i64 = 32;

/// Height of a bump of strength 1, in units of the mesh.
const BUMP_HEIGHT: f32 = 0.1;

impl Import<'_, '_> {
    /// The slots of a material that are switched on and have an image.
    pub(crate) fn texture_layers(&mut self, material: &View<'_>, transparent: bool) -> Vec<TextureLayer> {
        let switched_off = material.int("septex");
        let slots = material.addresses("mtex").into_iter().enumerate();
        let slots = slots.filter(|(place, _)| switched_off & (1 << place.min(&62)) == 0);
        let slots: Vec<_> = slots.filter_map(|(_, address)| material.at(address)).collect();
        slots.iter().filter_map(|slot| self.texture_layer(material, slot, transparent)).collect()
    }

    fn texture_layer(
        &mut self,
        material: &View<'_>,
        slot: &View<'_>,
        transparent: bool,
    ) -> Option<TextureLayer> {
        let texture = slot.follow_as("tex", "Tex")?;
        let image = texture.follow_as("ima", "Image").filter(|_| texture.int("type") == TEXTURE_IMAGE);
        let Some(image) = image else {
            if texture.int("type") != 0 {
                self.omissions.note("textures that are not images are left out", &material.id_name());
            }
            return None;
        };
        let coordinates = match slot.int("texco") {
            UV => TextureCoordinates::Uv,
            GENERATED | OBJECT => TextureCoordinates::Generated,
            GLOBAL => TextureCoordinates::Global,
            REFLECTION | NORMAL => {
                let what = "textures that follow reflections or normals are left out";
                self.omissions.note(what, &material.id_name());
                return None;
            }
            _ => return None,
        };
        let number = |field: &str, otherwise: f32| {
            let value = slot.float(field) as f32;
            if slot.has(field) && value.is_finite() { value } else { otherwise }
        };
        let maps = |bit: i64, field: &str| if slot.bit("mapto", bit) { number(field, 1.0) } else { 0.0 };
        // An image that gives opacity to an opaque material still gives it its full color.
        let is_lost = slot.bit("mapto", MAPS_ALPHA) && !transparent;
        let is_intensity = slot.bit("texflag", TO_INTENSITY);
        let [scale, offset] = scale_and_offset(slot);
        let layer = TextureLayer {
            texture: self.texture(&image),
            coordinates,
            scale,
            offset,
            intensity_rgb: is_intensity
                .then(|| ["r", "g", "b"].map(|part| number(part, 0.0).clamp(0.0, 1.0))),
            channel: None,
            inverted: slot.bit("texflag", NEGATIVE),
            stencil: slot.bit("texflag", STENCIL),
            uses_alpha: !is_lost && texture.bit("imaflag", USES_ALPHA) && !image.bit("flag", IGNORES_ALPHA),
            blend: blend_mode(slot.int("blendtype")),
            value: number("def_var", 1.0),
            color: maps(MAPS_COLOR, "colfac"),
            specular_color: maps(MAPS_SPECULAR_COLOR, "colspecfac"),
            diffuse: maps(MAPS_DIFFUSE, "difffac"),
            specular: maps(MAPS_SPECULAR, "specfac"),
            emission: maps(MAPS_EMISSION, "emitfac"),
            alpha: if transparent { maps(MAPS_ALPHA, "alphafac") } else { 0.0 },
            glow: 0.0,
            metallic: 0.0,
            roughness: 0.0,
            occlusion: 0.0,
            relief: relief(slot, &texture).filter(|_| slot.bit("mapto", MAPS_NORMAL)),
        };
        Some(layer)
    }
}

/// The slot stores a size about the center of the image, and an offset. Coordinates other than UV are halved first:
/// −1 to 1 is the whole image.
fn scale_and_offset(slot: &View<'_>) -> [[f32; 2]; 2] {
    let pair = |field: &str, otherwise: f64| {
        let [x, y, _] = slot.floats::<3>(field);
        let usable = |number: f64| slot.has(field) && number.is_finite();
        [x, y].map(|number| if usable(number) { number as f32 } else { otherwise as f32 })
    };
    let (size, offset) = (pair("size", 1.0), pair("ofs", 0.0));
    let offset = std::array::from_fn(|axis| offset[axis] + 0.5 - 0.5 * size[axis]);
    if slot.int("texco") == UV {
        return [size, offset];
    }
    let scale = size.map(|size| 0.5 * size);
    [scale, std::array::from_fn(|axis| offset[axis] + scale[axis])]
}

fn relief(slot: &View<'_>, texture: &View<'_>) -> Option<Relief> {
    let strength = Some(slot.float("norfac") as f32).filter(|strength| strength.is_finite())?;
    if texture.bit("imaflag", NORMAL_MAP) {
        return Some(Relief::NormalMap { strength: strength.clamp(-1.0, 1.0) });
    }
    slot.bit("texflag", BUMP).then_some(Relief::Bump { height: BUMP_HEIGHT * strength })
}

fn blend_mode(kind: i64) -> BlendMode {
    match kind {
        1 => BlendMode::Multiply,
        2 => BlendMode::Add,
        3 => BlendMode::Subtract,
        4 => BlendMode::Divide,
        5 => BlendMode::Darken,
        6 => BlendMode::Difference,
        7 => BlendMode::Lighten,
        8 => BlendMode::Screen,
        9 => BlendMode::Overlay,
        _ => BlendMode::Mix,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Warnings;
    use crate::formats::blend::read_alone;
    use crate::formats::blend::sample::Value::*;
    use crate::formats::blend::sample::{Sample, Value};
    use crate::model::{Material, Model, SpecularShader};

    const MESH: i64 = 1;
    const IMAGE: i64 = 8;

    /// An object with one material that has one texture slot.
    fn painted(
        material: &[(&str, Value<'_>)],
        slot: &[(&str, Value<'_>)],
        texture: &[(&str, Value<'_>)],
    ) -> (Model, String) {
        let mut sample = Sample::new(8);
        let object = [("id.name", Text("OBwall")), ("type", Int(MESH)), ("data", Pointer(0x200))];
        sample.block("OB", "Object", 0x100, &object);
        let mesh = [
            ("id.name", Text("MEwall")),
            ("mat", Pointer(0x210)),
            ("totcol", Int(1)),
            ("ldata.layers", Pointer(0x220)),
        ];
        sample.block("ME", "Mesh", 0x200, &mesh);
        let map = |name: &'static str| [("type", Int(16)), ("active", Int(1)), ("name", Text(name))];
        sample.blocks_of("DATA", "CustomDataLayer", 0x220, &[&map("shadows"), &map("bricks")]);
        sample.data(0x210, &0x300_u64.to_le_bytes());
        let with = |first: &[(&'static str, Value<'static>)], more: &[(&str, Value<'_>)]| {
            let first = first.iter().cloned();
            first
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<Vec<_>>()
                .into_iter()
                .chain(more.iter().map(|(name, value)| {
                    let value = match value {
                        Int(value) => Int(*value),
                        Floats(values) => Floats(Vec::leak(values.to_vec())),
                        Text(text) => Text(String::leak((*text).to_owned())),
                        Pointer(address) => Pointer(*address),
                    };
                    ((*name).to_owned(), value)
                }))
                .collect::<Vec<_>>()
        };
        let mut add = |code: &str, structure: &str, address: u64, fields: &[(String, Value<'_>)]| {
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            sample.block(code, structure, address, &fields);
        };
        let plain = [("id.name", Text("MApaint")), ("mtex", Pointer(0x400)), ("alpha", Floats(&[0.25]))];
        add("MA", "Material", 0x300, &with(&plain, material));
        let plain = [
            ("tex", Pointer(0x500)),
            ("texco", Int(UV)),
            ("mapto", Int(MAPS_COLOR)),
            ("size", Floats(&[1.0; 3])),
            ("colfac", Floats(&[1.0])),
            ("alphafac", Floats(&[1.0])),
            ("norfac", Floats(&[0.5])),
            ("def_var", Floats(&[1.0])),
        ];
        add("DATA", "MTex", 0x400, &with(&plain, slot));
        let plain = [("id.name", Text("TEbrick")), ("type", Int(IMAGE)), ("ima", Pointer(0x600))];
        add("TE", "Tex", 0x500, &with(&plain, texture));
        let image = [("id.name", Text("IMbrick")), ("name", Text("//brick.png"))];
        sample.block("IM", "Image", 0x600, &image);
        let mut warnings = Warnings::default();
        let model = read_alone(&sample.bytes(), &mut warnings).unwrap();
        (model, warnings.into_messages().join("\n"))
    }

    fn layer(slot: &[(&str, Value<'_>)], texture: &[(&str, Value<'_>)]) -> TextureLayer {
        let (mut model, _) = painted(&[], slot, texture);
        model.materials[0].layers.remove(0)
    }

    #[test]
    fn a_slot_says_where_and_how_large_its_image_is() {
        let plain = layer(&[], &[]);
        assert_eq!(
            (plain.coordinates, plain.scale, plain.offset),
            (TextureCoordinates::Uv, [1.0; 2], [0.0; 2])
        );
        assert_eq!((plain.color, plain.alpha, plain.relief), (1.0, 0.0, None));
        // The size is about the center of the image: the image repeats three times, with one copy in the center.
        let small = layer(&[("size", Floats(&[3.0, 2.0, 1.0])), ("ofs", Floats(&[0.0, 0.5, 0.0]))], &[]);
        assert_eq!((small.scale, small.offset), ([3.0, 2.0], [-1.0, 0.0]));
        // With other coordinates, -1 to 1 is the whole image.
        for (texco, coordinates) in
            [(GENERATED, TextureCoordinates::Generated), (GLOBAL, TextureCoordinates::Global)]
        {
            let flat = layer(&[("texco", Int(texco)), ("size", Floats(&[20.0, 20.0, 1.0]))], &[]);
            assert_eq!((flat.coordinates, flat.scale, flat.offset), (coordinates, [10.0; 2], [0.5; 2]));
        }
    }

    #[test]
    fn a_slot_selects_the_effect_of_its_image() {
        let darker =
            layer(&[("blendtype", Int(5)), ("colfac", Floats(&[0.4])), ("texflag", Int(NEGATIVE))], &[]);
        assert_eq!((darker.blend, darker.color, darker.inverted), (BlendMode::Darken, 0.4, true));
        let mask = [("mapto", Int(0)), ("texflag", Int(STENCIL | TO_INTENSITY)), ("g", Floats(&[0.5]))];
        let mask = layer(&mask, &[]);
        assert_eq!((mask.stencil, mask.intensity_rgb, mask.color), (true, Some([0.0, 0.5, 0.0]), 0.0));
        let uneven = [("mapto", Int(MAPS_NORMAL)), ("norfac", Floats(&[5.0]))];
        assert_eq!(
            layer(&uneven, &[("imaflag", Int(NORMAL_MAP))]).relief,
            Some(Relief::NormalMap { strength: 1.0 })
        );
        let flag = ("texflag", Int(1 << 8));
        let bump = [uneven[0], uneven[1], flag];
        assert_eq!(layer(&bump, &[]).relief, Some(Relief::Bump { height: 0.5 }));
        // Without either, the setting has no effect.
        assert_eq!(layer(&uneven, &[]).relief, None);
    }

    #[test]
    fn opacity_counts_where_the_material_is_transparent() {
        let slot = [("mapto", Int(MAPS_ALPHA | MAPS_COLOR))];
        let texture = [("imaflag", Int(USES_ALPHA))];
        let material = |mode: i64| {
            let (mut model, _) = painted(&[("mode", Int(mode))], &slot, &texture);
            let material: Material = model.materials.remove(0);
            (material.alpha, material.layers[0].alpha, material.layers[0].uses_alpha)
        };
        assert_eq!(material(0), (1.0, 0.0, false));
        assert_eq!(material(1 << 16), (0.25, 1.0, true));
    }

    #[test]
    fn a_material_says_how_it_takes_light() {
        let numbers = [
            ("ref", Floats(&[0.6])),
            ("specg", Floats(&[0.5])),
            ("har", Int(20)),
            ("spec_shader", Int(1)),
            ("emit", Floats(&[0.2])),
            ("mode", Int(1 << 2)),
        ];
        let (model, _) = painted(&numbers, &[], &[]);
        let shading = model.materials[0].shading.clone().unwrap();
        assert_eq!((shading.diffuse, shading.specular_rgb, shading.hardness), (0.6, [0.0, 0.5, 0.0], 20));
        assert_eq!((shading.specular_shader, shading.emission), (SpecularShader::Phong, 0.2));
        assert!(shading.shadeless);
    }

    #[test]
    fn an_image_on_an_inactive_uv_map_is_reported() {
        let is_reported = |map| painted(&[], &[("uvname", Text(map))], &[]).1.contains("further UV maps");
        assert!(is_reported("shadows") && !is_reported("bricks") && !is_reported(""));
    }

    #[test]
    fn omissions_are_reported_with_the_name_of_the_material() {
        let cases = [
            painted(&[("septex", Int(1))], &[], &[]),
            painted(&[], &[], &[("type", Int(1))]),
            painted(&[], &[("texco", Int(REFLECTION))], &[]),
            painted(&[("mode", Int(1 << 7)), ("septex", Int(1))], &[], &[]),
        ];
        for (number, (model, warnings)) in cases.iter().enumerate() {
            assert_eq!(model.materials[0].layers, []);
            // Layers that are switched off in the file cause no warning.
            assert_eq!(warnings.contains("paint"), number > 0, "{number}: {warnings}");
        }
    }
}
