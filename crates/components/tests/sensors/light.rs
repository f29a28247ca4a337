//! Tests of light sensors against closed forms.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use crate::common::cameras::with_box;
use crate::common::{FAKE, Run, Scene};
use serde_json::{Value as Json, json};

/// Height of the sensor, out of reach of the lamps of the scene. [m]
const HIGH: f64 = 500.0;
/// Ambient light on surfaces that face up, in a world with lamps.
const AMBIENT: [f64; 3] = [0.28, 0.28, 0.29];

/// A sensor that is tilted about its X axis, 4 m below a white spot light of energy 2 that shines down.
fn sensor(tilt: f64, properties: Json) -> Scene {
    let scene = Scene::new().robot(FAKE).at([0.0, 0.0, HIGH], 0.0);
    let scene = scene.sensor("light", "light_sensor.LightSensor").with("properties", properties);
    let scene = scene.with("rotation", json!([tilt, 0.0, 0.0]));
    let torch = json!({"name": "torch", "kind": "robot", "class": FAKE, "location": [0.0, 0.0, HIGH + 4.0]});
    let lamp = json!({"name": "torch.lamp", "kind": "actuator", "rate_hz": 60.0, "parent": "torch",
        "class": "morse.actuators.light.Light", "rotation": [0.0, FRAC_PI_2, 0.0],
        "properties": {"emit": true, "energy": 2.0, "distance": 10.0}});
    scene.object(torch).object(lamp)
}

/// Red, green and blue light on the sensor, and the illuminance.
fn read(scene: Scene) -> [f64; 4] {
    let mut run: Run = scene.listen("light").run();
    run.step(2);
    run.reads("light", ["red", "green", "blue", "illuminance"])
}

#[test]
fn light_of_a_lamp_has_its_falloff_and_the_cosine() {
    let [red, green, blue, illuminance] = read(sensor(0.0, json!({"illuminance_of_white": 800.0})));
    let expected = 800.0 * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    assert!((illuminance - expected).abs() < 1e-6, "{illuminance} {expected}");
    // Half of the energy at 10 m: 1 / (1 + (r / d)²).
    let lamp = 2.0 / (1.0 + 0.4 * 0.4);
    for (part, ambient) in [red, green, blue].into_iter().zip(AMBIENT) {
        assert!((part - ambient - lamp).abs() < 1e-4, "{part} {}", ambient + lamp);
    }
    // Between facing up and down, the ambient light changes from 0.28 to 0.2.
    let [red, ..] = read(sensor(FRAC_PI_3, json!({})));
    let ambient = 0.2 + 0.08 * (0.5 + 0.5 * FRAC_PI_3.cos());
    assert!((red - ambient - 0.5 * lamp).abs() < 1e-4, "{red} {}", ambient + 0.5 * lamp);
}

#[test]
fn objects_block_the_light_of_lamps() {
    let covered = |shadows: bool| {
        let scene = sensor(0.0, json!({"shadows": shadows}));
        read(with_box(scene, "roof", [0.0, 0.0, HIGH + 1.0], [2.0, 2.0, 0.1], 0.0))
    };
    let open = read(sensor(0.0, json!({})));
    assert_eq!(covered(false), open);
    let [red, green, blue, _] = covered(true);
    assert!([red, green, blue].into_iter().zip(AMBIENT).all(|(part, ambient)| (part - ambient).abs() < 1e-6));
}
