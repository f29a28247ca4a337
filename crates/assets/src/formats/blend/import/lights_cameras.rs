//! Lights and cameras.

use std::f64::consts::PI;

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
    if lamp.is_modern() { physical_light(lamp) } else { game_light(lamp) }
}

/// A light of Blender 2.80 or later, whose power is in watts (of a sun in W/m²). A white surface that scatters all light
/// shows 1 where it gets π W/m². A point light of power P gives P / (4π r²) W/m² at the distance r, an area light
/// P / (π r²) before it. The law d / (d + r²) with d = 1 is the same from a few meters on, and bounded at the light.
fn physical_light(lamp: &View<'_>) -> Light {
    // Since Blender 4.2 the field has another name, and since 4.5 there is an exposure beside it.
    let power = if lamp.has("energy_new") { lamp.float("energy_new") } else { lamp.float("energy") };
    let power = power * libm::exp2(lamp.float("exposure"));
    let kind = match lamp.int("type") {
        1 => LightKind::Sun,
        2 => LightKind::Spot,
        4 => LightKind::Area,
        _ => LightKind::Point,
    };
    let energy = match kind {
        LightKind::Sun => power / PI,
        LightKind::Area => power / (PI * PI),
        _ => power / (4.0 * PI * PI),
    };
    Light {
        name: lamp.id_name(),
        kind,
        energy: if energy.is_finite() { energy as f32 } else { 0.0 },
        distance: 1.0,
        rgb: ["r", "g", "b"].map(|channel| lamp.float(channel) as f32),
        spot_angle: radians(lamp.float("spotsize")) as f32,
        spot_blend: lamp.float("spotblend") as f32,
        falloff: Falloff::InverseSquare,
        sphere: false,
        diffuse: true,
        specular: true,
    }
}

fn game_light(lamp: &View<'_>) -> Light {
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
