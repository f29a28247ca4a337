//! Materials and images of the world as those of glTF.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, RgbaImage, imageops};
use morse_world::{Material, Reflectance, SpecularLobe, Texture};
use serde_json::{Value, json};

/// Larger images are made smaller. [pixels]
const SIDE_MAX: u32 = 2048;
/// Share of a metal that is shown as one. A page has lights, but no surroundings that a metal could mirror: as a whole, it would
/// be black beside its highlights.
const METAL_SHOWN: f32 = 0.5;
/// Quality of images without opacity.
const JPEG_QUALITY: u8 = 88;

/// An image in a format of glTF.
pub struct EncodedImage {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its type.
    pub mime: &'static str,
    /// Whether some of it is transparent.
    pub is_transparent: bool,
}

/// Encodes an image: JPEG, or PNG if some of it is transparent. `None` for an image that cannot be encoded.
pub fn encode(texture: &Texture) -> Option<EncodedImage> {
    let image = RgbaImage::from_raw(texture.width, texture.height, texture.rgba.to_vec())?;
    let mut image = DynamicImage::ImageRgba8(image);
    if texture.width.max(texture.height) > SIDE_MAX {
        image = image.resize(SIDE_MAX, SIDE_MAX, imageops::FilterType::Triangle);
    }
    let mut bytes = Cursor::new(Vec::new());
    if is_transparent(texture) {
        let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Sub);
        image.write_with_encoder(encoder).ok()?;
        return Some(EncodedImage { bytes: bytes.into_inner(), mime: "image/png", is_transparent: true });
    }
    image.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)).ok()?;
    Some(EncodedImage { bytes: bytes.into_inner(), mime: "image/jpeg", is_transparent: false })
}

fn is_transparent(texture: &Texture) -> bool {
    texture.rgba.chunks_exact(4).any(|pixel| pixel[3] < 255)
}

/// The images of a material in a file.
#[derive(Clone, Copy, Default)]
pub struct ImageNumbers {
    /// Number of that of the color, with scale and offset of its coordinates, and whether it is transparent in places.
    pub color: Option<(usize, [f32; 2], [f32; 2], bool)>,
    /// Number of that of the normals, and their strength.
    pub normals: Option<(usize, f32)>,
    /// Number of that of occlusion, roughness and metallic share.
    pub numbers: Option<usize>,
    /// Strength of the occlusion, if it has an image.
    pub occlusion: Option<f32>,
    /// Number of that of the emitted light.
    pub glow: Option<usize>,
}

/// A material as the renderer of a page takes it. `tint` replaces its diffuse color, `alpha` is a factor on its
/// opacity. Colors of the world are linear if `linear`, else display values.
pub fn to_gltf(
    material: &Material,
    tint: Option<[f32; 3]>,
    alpha: f32,
    images: &ImageNumbers,
    linear: bool,
) -> Value {
    let reflectance = material.reflectance();
    let to_linear = |part: f32| if linear { part } else { linear_of_srgb(part) };
    let plain = if images.color.is_some() { material.texture_rgb } else { material.rgb };
    let own = tint.unwrap_or(plain);
    let diffuse = if reflectance.shadeless { 1.0 } else { reflectance.diffuse };
    let base = own.map(|part| to_linear(part) * diffuse);
    let opacity = material.alpha * alpha;
    let (metallic, roughness) = metallic_roughness(&reflectance);
    let mut pbr = json!({
        "baseColorFactor": [base[0], base[1], base[2], opacity],
        "metallicFactor": metallic,
        "roughnessFactor": roughness,
    });
    if let Some((index, scale, offset, _)) = images.color {
        // glTF counts from the upper edge of an image.
        let offset = [offset[0], 1.0 - scale[1] - offset[1]];
        pbr["baseColorTexture"] = json!({
            "index": index,
            "extensions": {"KHR_texture_transform": {"scale": scale, "offset": offset}},
        });
    }
    if let Some(index) = images.numbers {
        pbr["metallicRoughnessTexture"] = json!({"index": index});
    }
    let mut made = json!({"name": material.name, "doubleSided": true, "pbrMetallicRoughness": pbr});
    if opacity < 0.999 {
        made["alphaMode"] = json!("BLEND");
    } else if images.color.is_some_and(|(_, _, _, is_cut_out)| is_cut_out) {
        made["alphaMode"] = json!("MASK");
    }
    if let (Some(index), Some(strength)) = (images.numbers, images.occlusion) {
        made["occlusionTexture"] = json!({"index": index, "strength": strength});
    }
    if let Some((index, scale)) = images.normals {
        made["normalTexture"] = json!({"index": index, "scale": scale});
    }
    let glow =
        std::array::from_fn(|part| base[part] * reflectance.emission + to_linear(reflectance.glow[part]));
    emit(glow, images.glow, &mut made);
    if reflectance.shadeless {
        made["extensions"]["KHR_materials_unlit"] = json!({});
    }
    made
}

/// Metallic share and roughness of a reflectance.
fn metallic_roughness(reflectance: &Reflectance) -> (f32, f32) {
    if let SpecularLobe::Microfacet { metallic, roughness } = reflectance.lobe {
        return (metallic * METAL_SHOWN, roughness);
    }
    let gloss = reflectance.specular.iter().fold(0.0_f32, |most, &part| most.max(part));
    // The width of a highlight of Phong's with this exponent.
    let sharp = (2.0 / (f32::from(reflectance.hardness) + 2.0)).sqrt().sqrt();
    let roughness = if gloss < 0.02 { 1.0 } else { sharp + (1.0 - sharp) * (1.0 - gloss.min(1.0)) * 0.6 };
    (0.0, roughness.clamp(0.2, 1.0))
}

/// Adds the light that a material emits, linear, each part of which can be above 1.
fn emit(rgb: [f32; 3], image: Option<usize>, made: &mut Value) {
    if rgb == [0.0; 3] {
        return;
    }
    let peak = rgb.into_iter().fold(1.0, f32::max);
    made["emissiveFactor"] = json!(rgb.map(|part| part / peak));
    if peak > 1.0 {
        made["extensions"]["KHR_materials_emissive_strength"] = json!({"emissiveStrength": peak});
    }
    if let Some(index) = image {
        made["emissiveTexture"] = json!({"index": index});
    }
}

/// The inverse of the transfer function of sRGB.
fn linear_of_srgb(part: f32) -> f32 {
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_become_linear_and_images_replace_them() {
        let red = Material { rgb: [1.0, 0.5, 0.0], ..Material::default() };
        let made = to_gltf(&red, None, 1.0, &ImageNumbers::default(), false);
        let base = &made["pbrMetallicRoughness"]["baseColorFactor"];
        assert!((base[1].as_f64().unwrap() - 0.214).abs() < 0.001, "{base}");
        assert_eq!(made.get("alphaMode"), None);
        let tinted = to_gltf(&red, Some([0.0, 1.0, 0.0]), 0.5, &ImageNumbers::default(), true);
        assert_eq!(tinted["pbrMetallicRoughness"]["baseColorFactor"], json!([0.0, 1.0, 0.0, 0.5]));
        assert_eq!(tinted["alphaMode"], "BLEND");
    }

    #[test]
    fn microfacets_emitted_light_and_images_are_those_of_the_material() {
        let lobe = SpecularLobe::Microfacet { metallic: 1.0, roughness: 0.25 };
        let glow = [2.0, 1.0, 0.0];
        let reflectance = Reflectance { lobe, glow, ..Reflectance::of_remission(0.5) };
        let texture_rgb = [1.0, 0.5, 0.25];
        let material = Material { reflectance: Some(reflectance), texture_rgb, ..Material::default() };
        let images = ImageNumbers {
            color: Some((3, [1.0; 2], [0.0; 2], false)),
            normals: Some((1, 0.5)),
            numbers: Some(2),
            occlusion: Some(0.75),
            glow: Some(4),
        };
        let made = to_gltf(&material, None, 1.0, &images, true);
        let surface = &made["pbrMetallicRoughness"];
        assert_eq!(surface["roughnessFactor"], 0.25);
        assert_eq!(surface["metallicFactor"], 0.5);
        assert_eq!(surface["baseColorFactor"], json!([1.0, 0.5, 0.25, 1.0]));
        assert_eq!(surface["metallicRoughnessTexture"], json!({"index": 2}));
        assert_eq!(made["occlusionTexture"], json!({"index": 2, "strength": 0.75}));
        assert_eq!(made["normalTexture"], json!({"index": 1, "scale": 0.5}));
        assert_eq!(
            (&made["emissiveTexture"], &made["emissiveFactor"]),
            (&json!({"index": 4}), &json!([1.0, 0.5, 0.0]))
        );
        assert_eq!(made["extensions"]["KHR_materials_emissive_strength"], json!({"emissiveStrength": 2.0}));
    }

    #[test]
    fn images_are_small_where_nothing_is_transparent() {
        let pixels = |alpha| [10, 20, 30, alpha].repeat(16);
        let texture =
            |alpha| Texture { name: String::new(), width: 4, height: 4, rgba: pixels(alpha).into() };
        assert_eq!(encode(&texture(255)).unwrap().mime, "image/jpeg");
        assert_eq!(encode(&texture(9)).unwrap().mime, "image/png");
        assert!(encode(&Texture { width: 5, ..texture(9) }).is_none());
    }
}
