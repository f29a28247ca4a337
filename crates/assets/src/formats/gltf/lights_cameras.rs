//! Cameras and lights.

use gltf_json::Camera as Source;
use gltf_json::extensions::scene::khr_lights_punctual::{Light as LightSource, Type};
use gltf_json::validation::Checked;

use crate::display_color::on_screen;
use crate::model::{Camera, Falloff, Light, LightKind, Projection};

/// Width of Blender's default sensor \[mm\]; glTF stores angles only.
const SENSOR_WIDTH_MM: f32 = 32.0;
/// Aspect ratio that exporters assume if the image size is unknown.
pub(super) const ASPECT_RATIO: f32 = 4.0 / 3.0;

pub(super) fn camera(source: &Source, name: String) -> Option<Camera> {
    if let Some(lens) = &source.perspective {
        let half_width = libm::tanf(lens.yfov / 2.0) * lens.aspect_ratio.unwrap_or(ASPECT_RATIO);
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

/// Candela of a lamp of energy 1 in Blender, and lux of such a sun, as in the models of this project.
pub(super) const CANDELA: f32 = 40.0;
pub(super) const LUX: f32 = 2.0;
/// Half-brightness distance of a lamp without range: that of a new lamp in Blender. [m]
const HALF_BRIGHT_M: f32 = 25.0;

/// Spot blend of a new spot in Blender.
const SPOT_BLEND: f32 = 0.15;

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
        spot_blend: SPOT_BLEND,
        falloff: Falloff::Weighted { linear: 0.0, quadratic: 1.0 },
        sphere: false,
        diffuse: true,
        specular: true,
    })
}
