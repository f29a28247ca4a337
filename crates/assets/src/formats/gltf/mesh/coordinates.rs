//! The image coordinates of a material: their set, and their place on the image (`KHR_texture_transform`).

use glam::{Affine2, Vec2};
use gltf_json::mesh::Primitive;
use gltf_json::texture::Info;
use gltf_json::{Material, Root};
use serde_json::{Map, Value};

use crate::formats::gltf::material::SPECULAR_GLOSSINESS;

/// The name of the extension.
pub(in crate::formats::gltf) const TRANSFORM: &str = "KHR_texture_transform";

/// A set of image coordinates, and their place on the image.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Coordinates {
    pub(super) set: u32,
    on_image: Option<Affine2>,
}

impl Coordinates {
    /// Those of the first image of the material of a primitive, and whether all its images have them. The image with the
    /// color is the first one.
    pub(super) fn of(root: &Root, primitive: &Primitive) -> (Coordinates, bool) {
        let material = primitive.material.and_then(|material| root.materials.get(material.value()));
        let all = material.map(of_images).unwrap_or_default();
        let first = all.first().copied().unwrap_or_default();
        (first, all.iter().all(|coordinates| *coordinates == first))
    }

    fn new(set: u32, transform: Option<&Value>) -> Coordinates {
        let Some(transform) = transform.filter(|transform| transform.is_object()) else {
            return Coordinates { set, on_image: None };
        };
        let number = |value: &Value, usual: f64| value.as_f64().unwrap_or(usual) as f32;
        let pair = |name: &str, usual: f64| {
            Vec2::new(number(&transform[name][0], usual), number(&transform[name][1], usual))
        };
        // The second coordinate grows downwards, where a turn by a positive angle is counter-clockwise.
        let angle = -number(&transform["rotation"], 0.0);
        let on_image = Affine2::from_scale_angle_translation(pair("scale", 1.0), angle, pair("offset", 0.0));
        Coordinates {
            set: set_of(transform).unwrap_or(set),
            on_image: Some(on_image).filter(|on_image| *on_image != Affine2::IDENTITY),
        }
    }

    /// The place on the image.
    pub(super) fn on_image(self, uv: [f32; 2]) -> [f32; 2] {
        self.on_image.map_or(uv, |on_image| on_image.transform_point2(uv.into()).into())
    }
}

/// The coordinates of all images of a material.
fn of_images(material: &Material) -> Vec<Coordinates> {
    let glossy =
        material.extensions.as_ref().and_then(|extensions| extensions.others.get(SPECULAR_GLOSSINESS));
    let mut all = Vec::new();
    if let Some(texture) = glossy.and_then(|glossy| glossy.get("diffuseTexture")) {
        all.push(Coordinates::new(set_of(texture).unwrap_or(0), texture["extensions"].get(TRANSFORM)));
    }
    let surface = &material.pbr_metallic_roughness;
    let of_surface = [&surface.base_color_texture, &surface.metallic_roughness_texture];
    let new = |set: u32, extensions: Option<&Map<String, Value>>| {
        Coordinates::new(set, extensions.and_then(|extensions| extensions.get(TRANSFORM)))
    };
    let of_info = |texture: &Info| {
        new(texture.tex_coord, texture.extensions.as_ref().map(|extensions| &extensions.others))
    };
    if glossy.is_none() {
        all.extend(of_surface.into_iter().flatten().map(of_info));
    }
    all.extend(material.normal_texture.as_ref().map(|texture| {
        new(texture.tex_coord, texture.extensions.as_ref().map(|extensions| &extensions.others))
    }));
    all.extend(material.occlusion_texture.as_ref().map(|texture| {
        new(texture.tex_coord, texture.extensions.as_ref().map(|extensions| &extensions.others))
    }));
    all.extend(material.emissive_texture.as_ref().map(of_info));
    all
}

fn set_of(texture: &Value) -> Option<u32> {
    texture["texCoord"].as_u64().and_then(|set| u32::try_from(set).ok())
}
