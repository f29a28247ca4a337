//! Materials and images.

use serde_json::{Value, json};

use crate::display_color::in_light;
use crate::formats::gltf::write::Export;
use crate::formats::image_bytes::{ImageFiles, image_bytes};
use crate::model::{BlendMode, Channel, Material, Relief, Shading, SpecularShader, TextureLayer};

/// The refractive index whose surfaces reflect 0.04 of light from straight above.
const REFRACTION: f32 = 1.5;

impl Export<'_> {
    /// All materials and images of the model, in its order.
    pub(super) fn materials(&mut self, read_image: ImageFiles<'_>) -> (Vec<Value>, Vec<Value>) {
        let model = self.model;
        let mut images = Vec::new();
        // The image of the file for each image of the model.
        let mut numbers = Vec::with_capacity(model.textures.len());
        for texture in &model.textures {
            let Some((bytes, ending)) = image_bytes(texture, read_image) else {
                self.omit("images that are missing, or neither png nor jpeg, are left out", &texture.name);
                numbers.push(None);
                continue;
            };
            let view = self.view(&bytes, None);
            numbers.push(Some(images.len()));
            let kind = if ending == "png" { "image/png" } else { "image/jpeg" };
            images.push(json!({"name": texture.name, "bufferView": view, "mimeType": kind}));
        }
        let materials = model.materials.iter().map(|material| self.material(material, &numbers)).collect();
        (materials, images)
    }

    fn material(&mut self, material: &Material, images: &[Option<usize>]) -> Value {
        let maps = Maps::of(&material.layers, images);
        if maps.is_incomplete {
            self.omit("texture slots beyond those of glTF are left out", &material.name);
        }
        let shading = material.shading.as_ref();
        if shading.is_some_and(|shading| shading.emission > 0.0) {
            self.omit("emission as a factor on the color is left out", &material.name);
        }
        if material.mirror > 0.0 {
            self.omit("mirrors are left out: these surfaces are not reflecting", &material.name);
        }
        // Without microfacets the surface is wholly rough, and its remission shapes its highlight when it is read.
        let (metallic, roughness) = match shading.map(|shading| shading.specular_shader) {
            Some(SpecularShader::Microfacet { metallic, roughness }) => (metallic, roughness),
            Some(_) => {
                self.omit("highlights have only the remission", &material.name);
                (0.0, 1.0)
            }
            None => (0.0, 1.0),
        };
        let image = material.texture.and_then(|texture| images.get(texture.index()).copied().flatten());
        let rgb = if image.is_some() { material.texture_rgb } else { material.rgb };
        let [r, g, b] = rgb.map(in_light);
        let mut surface = json!({
            "baseColorFactor": [r, g, b, material.alpha],
            "metallicFactor": metallic,
            "roughnessFactor": roughness,
        });
        if let Some(image) = image {
            surface["baseColorTexture"] = json!({"index": image});
        }
        if let Some(image) = maps.metallic_roughness {
            surface["metallicRoughnessTexture"] = json!({"index": image});
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
        if let Some((image, scale)) = maps.normals {
            value["normalTexture"] = json!({"index": image, "scale": scale});
        }
        if let Some((image, strength)) = maps.occlusion {
            value["occlusionTexture"] = json!({"index": image, "strength": strength});
        }
        if let Some(image) = maps.glow {
            value["emissiveTexture"] = json!({"index": image});
        }
        if let Some(shading) = shading {
            self.shading(shading, &mut value);
        }
        if material.alpha < 1.0 {
            value["alphaMode"] = json!("BLEND");
        }
        value
    }

    /// Adds an extension to a material.
    fn add_extension(&mut self, material: &mut Value, name: &'static str, value: Value) {
        self.extensions.entry(name).or_insert(Value::Null);
        material["extensions"][name] = value;
    }

    /// Emitted light, reflectance and shadelessness.
    fn shading(&mut self, shading: &Shading, value: &mut Value) {
        let glow = shading.glow;
        let peak = glow.into_iter().fold(1.0, f32::max);
        if glow != [0.0; 3] {
            value["emissiveFactor"] = json!(glow.map(|part| in_light(part / peak)));
        }
        if peak > 1.0 {
            self.add_extension(value, "KHR_materials_emissive_strength", json!({"emissiveStrength": peak}));
        }
        if let SpecularShader::Microfacet { .. } = shading.specular_shader
            && shading.specular_rgb != [1.0; 3]
        {
            let most = shading.specular_rgb.into_iter().fold(0.0, f32::max);
            let tint = shading.specular_rgb.map(|part| if most > 0.0 { part / most } else { 1.0 });
            let specular = json!({"specularFactor": most.min(1.0), "specularColorFactor": tint});
            self.add_extension(value, "KHR_materials_specular", specular);
            if most > 1.0 {
                let root = (0.04 * most).sqrt().min(0.99);
                let index = (1.0 + root) / (1.0 - root);
                self.add_extension(value, "KHR_materials_ior", json!({"ior": index.max(REFRACTION)}));
            }
        }
        if shading.shadeless {
            self.add_extension(value, "KHR_materials_unlit", json!({}));
        }
    }
}

/// The images of a material that glTF has, beside that of its color.
#[derive(Default)]
struct Maps {
    metallic_roughness: Option<usize>,
    normals: Option<(usize, f32)>,
    occlusion: Option<(usize, f32)>,
    glow: Option<usize>,
    /// Whether layers are left out.
    is_incomplete: bool,
}

impl Maps {
    /// The images of layers. `images` are those of the file for the images of the model.
    fn of(layers: &[TextureLayer], images: &[Option<usize>]) -> Maps {
        let mut maps = Maps::default();
        let [mut metallic, mut roughness] = [None; 2];
        for layer in layers {
            let image = images.get(layer.texture.index()).copied().flatten();
            let plain = TextureLayer { relief: layer.relief, ..TextureLayer::new(layer.texture) };
            let scaling = TextureLayer {
                channel: layer.channel,
                blend: BlendMode::Multiply,
                inverted: true,
                value: 0.0,
                ..TextureLayer::new(layer.texture)
            };
            let is = |other: TextureLayer| image.is_some() && *layer == other;
            match (layer.channel, layer.relief) {
                (None, Some(Relief::NormalMap { strength })) if is(plain) => {
                    maps.normals = image.map(|image| (image, strength));
                }
                (Some(Channel::Blue), None) if is(TextureLayer { metallic: 1.0, ..scaling.clone() }) => {
                    metallic = image
                }
                (Some(Channel::Green), None) if is(TextureLayer { roughness: 1.0, ..scaling.clone() }) => {
                    roughness = image
                }
                (Some(Channel::Red), None)
                    if is(TextureLayer { occlusion: layer.occlusion, ..scaling.clone() }) =>
                {
                    maps.occlusion = image.map(|image| (image, layer.occlusion));
                }
                (None, None)
                    if is(TextureLayer { inverted: false, value: 1.0, glow: 1.0, ..scaling.clone() }) =>
                {
                    maps.glow = image;
                }
                _ => maps.is_incomplete = true,
            }
        }
        if metallic == roughness {
            maps.metallic_roughness = metallic;
        } else {
            maps.is_incomplete = true;
        }
        maps
    }
}
