//! Cameras and lights.

use gltf_json::Camera as Source;
use gltf_json::extensions::scene::khr_lights_punctual::{Light as LightSource, Type};
use gltf_json::validation::Checked;

use crate::model::{Camera, Light, LightKind, Projection};

/// Width of Blender's usual sensor \[mm\]; glTF gives angles only.
const SENSOR_WIDTH_MM: f32 = 32.0;
/// What exporters assume when they do not know the shape of the image.
const ASPECT_RATIO: f32 = 4.0 / 3.0;

pub(super) fn camera(source: &Source, name: String) -> Option<Camera> {
    if let Some(lens) = &source.perspective {
        let half_width = (lens.yfov / 2.0).tan() * lens.aspect_ratio.unwrap_or(ASPECT_RATIO);
        let projection = Projection::Perspective {
            focal_length: SENSOR_WIDTH_MM / 2.0 / half_width,
            sensor_width: SENSOR_WIDTH_MM,
        };
        return Some(Camera { name, projection, near: lens.znear, far: lens.zfar.unwrap_or(f32::INFINITY) });
    }
    let lens = source.orthographic.as_ref()?;
    let projection = Projection::Orthographic { width: 2.0 * lens.xmag };
    Some(Camera { name, projection, near: lens.znear, far: lens.zfar })
}

pub(super) fn light(source: &LightSource, name: String) -> Option<Light> {
    let Checked::Valid(kind) = source.type_ else { return None };
    Some(Light {
        name,
        kind: match kind {
            Type::Directional => LightKind::Sun,
            Type::Point => LightKind::Point,
            Type::Spot => LightKind::Spot,
        },
        energy: source.intensity,
        distance: source.range.unwrap_or(f32::INFINITY),
        rgb: source.color,
        spot_angle: source.spot.as_ref().map_or(0.0, |spot| 2.0 * spot.outer_cone_angle),
    })
}
