//! Cameras and lights.

use gltf_json::Camera as Source;
use gltf_json::extensions::scene::khr_lights_punctual::{Light as LightSource, Type};
use gltf_json::validation::Checked;

use super::material::on_screen;
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

/// Candela of a lamp of brightness 1 in Blender's measure, and lux of such a sun, as our own models are written.
const CANDELA: f32 = 40.0;
const LUX: f32 = 2.0;
/// Where a lamp without range is half as bright: as that of a new lamp in Blender. [m]
const HALF_BRIGHT_M: f32 = 25.0;

pub(super) fn light(source: &LightSource, name: String) -> Option<Light> {
    let Checked::Valid(kind) = source.type_ else { return None };
    let (kind, unit) = match kind {
        Type::Directional => (LightKind::Sun, LUX),
        Type::Point => (LightKind::Point, CANDELA),
        Type::Spot => (LightKind::Spot, CANDELA),
    };
    Some(Light {
        name,
        kind,
        energy: source.intensity / unit,
        distance: source.range.map_or(HALF_BRIGHT_M, |range| range / 2.0),
        rgb: source.color.map(on_screen),
        spot_angle: source.spot.as_ref().map_or(0.0, |spot| 2.0 * spot.outer_cone_angle),
    })
}
