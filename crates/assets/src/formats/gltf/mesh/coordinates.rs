//! The image coordinates that a material uses: their set, and what `KHR_texture_transform` makes of them.

use glam::{Affine2, Vec2};
use gltf_json::Root;
use gltf_json::mesh::Primitive;
use serde_json::Value;

use crate::formats::gltf::material::SPECULAR_GLOSSINESS;

/// The name of the extension.
pub(in crate::formats::gltf) const TRANSFORM: &str = "KHR_texture_transform";

/// A set of image coordinates, and their place on the image.
#[derive(Clone, Copy, Default)]
pub(super) struct Coordinates {
    pub(super) set: u32,
    on_image: Option<Affine2>,
}

impl Coordinates {
    /// Those of the texture with the color of the material of a primitive.
    pub(super) fn of(root: &Root, primitive: &Primitive) -> Coordinates {
        let material = primitive.material.and_then(|material| root.materials.get(material.value()));
        let Some(material) = material else { return Coordinates::default() };
        let extensions = material.extensions.as_ref().map(|extensions| &extensions.others);
        if let Some(glossy) = extensions.and_then(|extensions| extensions.get(SPECULAR_GLOSSINESS)) {
            let texture = &glossy["diffuseTexture"];
            return Coordinates::new(set_of(texture).unwrap_or(0), &texture["extensions"][TRANSFORM]);
        }
        let Some(texture) = &material.pbr_metallic_roughness.base_color_texture else {
            return Coordinates::default();
        };
        let transform = texture.extensions.as_ref().and_then(|extensions| extensions.others.get(TRANSFORM));
        Coordinates::new(texture.tex_coord, transform.unwrap_or(&Value::Null))
    }

    fn new(set: u32, transform: &Value) -> Coordinates {
        let number = |value: &Value, usual: f64| value.as_f64().unwrap_or(usual) as f32;
        let pair = |name: &str, usual: f64| {
            Vec2::new(number(&transform[name][0], usual), number(&transform[name][1], usual))
        };
        // The second coordinate grows downwards, where a turn by a positive angle is counter-clockwise.
        let angle = -number(&transform["rotation"], 0.0);
        let on_image = transform
            .is_object()
            .then(|| Affine2::from_scale_angle_translation(pair("scale", 1.0), angle, pair("offset", 0.0)));
        Coordinates { set: set_of(transform).unwrap_or(set), on_image }
    }

    /// The place on the image.
    pub(super) fn on_image(&self, uv: [f32; 2]) -> [f32; 2] {
        self.on_image.map_or(uv, |on_image| on_image.transform_point2(uv.into()).into())
    }
}

fn set_of(texture: &Value) -> Option<u32> {
    texture["texCoord"].as_u64().and_then(|set| u32::try_from(set).ok())
}
