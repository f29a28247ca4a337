//! Lights and cameras.

use super::super::view::View;
use super::logic::radians;
use crate::model::{Camera, Light, LightKind, Projection};

/// Width of the sensor of a new camera [mm]; files before 2.61 do not say.
const SENSOR_WIDTH_MM: f32 = 32.0;

pub(super) fn light(lamp: &View<'_>) -> Light {
    Light {
        name: lamp.id_name(),
        kind: match lamp.int("type") {
            1 => LightKind::Sun,
            2 => LightKind::Spot,
            3 => LightKind::Hemi,
            4 => LightKind::Area,
            _ => LightKind::Point,
        },
        energy: lamp.float("energy") as f32,
        distance: lamp.float("dist") as f32,
        rgb: ["r", "g", "b"].map(|channel| lamp.float(channel) as f32),
        spot_angle: radians(lamp.float("spotsize")) as f32,
    }
}

pub(super) fn camera(camera: &View<'_>) -> Camera {
    const ORTHOGRAPHIC: i64 = 1;
    let projection = if camera.int("type") == ORTHOGRAPHIC {
        Projection::Orthographic { width: camera.float("ortho_scale") as f32 }
    } else {
        let width = camera.float("sensor_x") as f32;
        Projection::Perspective {
            focal_length: camera.float("lens") as f32,
            sensor_width: if width > 0.0 { width } else { SENSOR_WIDTH_MM },
        }
    };
    Camera {
        name: camera.id_name(),
        projection,
        near: camera.float("clipsta") as f32,
        far: camera.float("clipend") as f32,
    }
}
