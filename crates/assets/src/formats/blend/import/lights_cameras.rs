//! Lights and cameras.

use crate::formats::blend::import::logic::radians;
use crate::formats::blend::view::View;
use crate::model::{Camera, Falloff, Light, LightKind, Projection};

/// Width of the sensor of a new camera [mm]; files before 2.61 do not contain it.
const SENSOR_WIDTH_MM: f32 = 32.0;

/// Bits of `mode`.
const NEGATIVE: i64 = 1 << 4;
const ONLY_SHADOW: i64 = 1 << 5;
const SPHERE: i64 = 1 << 6;
const NO_DIFFUSE: i64 = 1 << 11;
const NO_SPECULAR: i64 = 1 << 12;

pub(super) fn light(lamp: &View<'_>) -> Light {
    // A negative lamp, and one that only casts shadows, give no light.
    let gives_light = !lamp.bit("mode", ONLY_SHADOW | NEGATIVE);
    let falloff = match lamp.int("falloff_type") {
        0 => Falloff::Constant,
        1 => Falloff::InverseLinear,
        4 => Falloff::Weighted { linear: lamp.float("att1") as f32, quadratic: lamp.float("att2") as f32 },
        _ => Falloff::InverseSquare,
    };
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
        spot_blend: lamp.float("spotblend") as f32,
        falloff,
        sphere: lamp.bit("mode", SPHERE),
        diffuse: gives_light && !lamp.bit("mode", NO_DIFFUSE),
        specular: gives_light && !lamp.bit("mode", NO_SPECULAR),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Warnings;
    use crate::formats::blend::read_alone;
    use crate::formats::blend::sample::Sample;
    use crate::formats::blend::sample::Value::*;

    fn lamp(mode: i64, falloff: i64) -> Light {
        let mut sample = Sample::new(8);
        let object = [("id.name", Text("OBlamp")), ("type", Int(10)), ("data", Pointer(0x200))];
        sample.block("OB", "Object", 0x100, &object);
        let lamp = [
            ("id.name", Text("LAlamp")),
            ("mode", Int(mode)),
            ("falloff_type", Int(falloff)),
            ("energy", Floats(&[2.0])),
            ("dist", Floats(&[7.0])),
            ("att1", Floats(&[0.5])),
            ("att2", Floats(&[0.25])),
        ];
        sample.block("LA", "Lamp", 0x200, &lamp);
        let mut model = read_alone(&sample.bytes(), &mut Warnings::default()).unwrap();
        model.lights.remove(0)
    }

    #[test]
    fn a_lamp_has_a_falloff_and_lit_layers() {
        let laws = [0, 1, 2, 4].map(|falloff| lamp(0, falloff).falloff);
        let weighted = Falloff::Weighted { linear: 0.5, quadratic: 0.25 };
        assert_eq!(laws, [Falloff::Constant, Falloff::InverseLinear, Falloff::InverseSquare, weighted]);
        let lights = |mode: i64| {
            let lamp = lamp(mode, 1);
            (lamp.diffuse, lamp.specular, lamp.sphere)
        };
        assert_eq!(lights(0), (true, true, false));
        assert_eq!(lights(SPHERE | NO_SPECULAR), (true, false, true));
        assert_eq!(lights(NO_DIFFUSE), (false, true, false));
        // It would only cast shadows.
        assert_eq!(lights(ONLY_SHADOW), (false, false, false));
    }
}
