//! Tests of actuators for lights, sounds and markers: Light, Sound, Arucomarker.

use std::f64::consts::FRAC_PI_2;
use std::path::Path;

use crate::common::cameras::{camera, image, pixel, with_box};
use crate::common::{FAKE, Run, Scene, assert_close, own_models};
use morse_scene::value::Value;
use serde_json::{Value as Json, json};

/// A camera at the origin that looks at a white wall, with a light beside it.
fn lit(properties: Json) -> Scene {
    let scene = camera("video_camera.VideoCamera", json!({"cam_width": 16, "cam_height": 16}));
    let scene = with_box(scene, "wall", [3.0, 0.0, 1.0], [0.1, 5.0, 5.0], 0.0);
    let scene = scene.with("visual", json!({"color": [1.0, 1.0, 1.0]})).listen("camera");
    // The light is at the node of the robot on which it is mounted.
    scene.appended("robot", "lamp", "Light").properties(properties)
}

/// The color in the middle of the image, one tick later.
fn image_center(run: &mut Run) -> [u8; 4] {
    run.step(4);
    pixel(image(run, "camera"), 8, 8)
}

#[test]
fn light_shines_ahead_until_it_is_switched_off() {
    let mut run = lit(json!({})).run();
    let bright = image_center(&mut run);
    assert!(bright[0] > 150, "{bright:?}");
    assert_eq!(run.call("lamp", "toggle", &[]), Value::Bool(true));
    let dark = image_center(&mut run);
    assert!(dark[0] < bright[0] / 2, "{dark:?}");
    for (argument, is_lit) in [
        (Value::Bool(true), true),
        (Value::Bool(true), true),
        (Value::Bool(false), false),
        (Value::Bool(false), true),
        (Value::Null, false),
    ] {
        run.call("lamp", "toggle", &[argument]);
        assert_eq!(image_center(&mut run), if is_lit { bright } else { dark });
    }
}

#[test]
fn stream_switches_a_light_that_starts_dark() {
    let mut run = lit(json!({"emit": false})).run();
    let dark = image_center(&mut run);
    let on = [("emit".to_owned(), Value::Bool(true))].into_iter().collect();
    assert!(run.simulation.command("robot.lamp", &on).is_ok());
    assert!(image_center(&mut run)[0] > 2 * dark[0].max(1));
    let bad = [("emit".to_owned(), Value::from("on"))].into_iter().collect();
    assert!(run.simulation.command("robot.lamp", &bad).is_err());
}

#[test]
fn light_has_its_color_size_and_distance() {
    let [red, green, ..] = image_center(&mut lit(json!({"color": "(255,0,0)"})).run());
    assert!(red > 100 && green < red / 2);
    let [white, ..] = image_center(&mut lit(json!({})).run());
    let [near_sighted, ..] = image_center(&mut lit(json!({"distance": 1.0})).run());
    assert!(near_sighted < white);
    let [weak, ..] = image_center(&mut lit(json!({"energy": 0.3})).run());
    assert!(weak < white);
    let mut run = lit(json!({"size": 0.5})).run();
    let middle = image_center(&mut run);
    let edge = pixel(image(&run, "camera"), 0, 0);
    assert!(edge[0] < middle[0] / 2, "{edge:?} {middle:?}");
    let refusal = lit(json!({"color": "red"})).refusal();
    assert!(refusal.contains("(255,128,0)"), "{refusal}");
}

#[test]
fn sound_accepts_known_modes_only() {
    let mut run = Scene::new().robot(FAKE).appended("robot", "horn", "Sound").run();
    let mode = |run: &Run| run.text("horn", "mode");
    let tell = |run: &mut Run, word: &str| {
        let command = [("mode".to_owned(), Value::from(word))].into_iter().collect();
        assert!(run.simulation.command("robot.horn", &command).is_ok());
        run.step(1);
    };
    run.step(1);
    assert_eq!(mode(&run), "play", "the default of the builder class");
    for (word, kept) in
        [("louder", "play"), ("pause", "pause"), ("", "pause"), ("stop", "stop"), ("play", "play")]
    {
        tell(&mut run, word);
        assert_eq!(mode(&run), kept, "{word}");
    }
}

#[test]
fn sound_starts_in_the_mode_of_its_property_if_it_is_known() {
    for (word, begins) in [(json!("pause"), "pause"), (json!("louder"), "stop"), (json!(3), "stop")] {
        let scene = Scene::new().robot(FAKE).appended("robot", "horn", "Sound");
        let mut run = scene.properties(json!({"mode": word})).run();
        run.step(1);
        assert_eq!(run.text("horn", "mode"), begins, "{word}");
    }
}

#[test]
fn marker_is_at_its_offset_from_the_robot() {
    for folder in [own_models(), Path::new("/usr/share/morse/data").to_owned()] {
        let mut run = Scene::new()
            .models(&folder)
            .robot(FAKE)
            .at([1.0, 2.0, 3.0], 1.0)
            .appended("robot", "marker", "Arucomarker")
            .properties(json!({"xoffset": 0.1, "zoffset": 0.5}))
            .run();
        let told = [("x", 1.0), ("y", 2.0), ("z", 4.0), ("roll", 0.0), ("pitch", 0.0), ("yaw", FRAC_PI_2)];
        assert!(run.command("marker", &told));
        run.step(1);
        let numbers = |value: &Value| -> Vec<f64> {
            value.as_list().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
        };
        let place = numbers(&run.call("marker", "get_world_position", &[]));
        assert_close(place.try_into().unwrap(), [1.0 + 4.0 + 0.1, 2.0 + 1.0, 3.0 - 2.0 + 0.5], 1e-9);
        let local = numbers(&run.call("marker", "get_local_position", &[]));
        let (sin, cos) = 1_f64.sin_cos();
        assert_close(local.try_into().unwrap(), [4.1 * cos + sin, cos - 4.1 * sin, -1.5], 1e-9);
        // Rotated by a quarter turn about the vertical: its X axis points along Y.
        let rows = run.call("marker", "get_world_orientation", &[]);
        let rows: Vec<Vec<f64>> = rows.as_list().unwrap().iter().map(numbers).collect();
        assert_close([rows[0][0], rows[1][0], rows[2][0]], [0.0, 1.0, 0.0], 1e-9);
        let rows = run.call("marker", "get_local_orientation", &[]);
        let first = numbers(&rows.as_list().unwrap()[0]);
        assert_close([first[0]], [sin], 1e-9);
        let plate = run.simulation.world().find("white_plane").unwrap();
        let plate = run.simulation.world().world_from(plate).translation;
        assert_close([plate.x, plate.y, plate.z], [5.1, 3.0, 1.5], 1e-3);
    }
}

#[test]
fn marker_rotates_about_y_then_z_then_x() {
    let mut run = Scene::new().robot(FAKE).appended("robot", "marker", "Arucomarker").run();
    let [roll, pitch, yaw] = [0.3, -0.4, 1.2];
    run.command(
        "marker",
        &[("x", 0.0), ("y", 0.0), ("z", 0.0), ("roll", roll), ("pitch", pitch), ("yaw", yaw)],
    );
    run.step(1);
    let rows = run.call("marker", "get_world_orientation", &[]);
    let x_axis: Vec<f64> =
        rows.as_list().unwrap().iter().map(|row| row.as_list().unwrap()[0].as_f64().unwrap()).collect();
    // The X axis: pitched in the plane of x and z, then rotated by yaw, then by roll.
    let pitched = [pitch.cos(), 0.0, -pitch.sin()];
    let turned = [pitched[0] * yaw.cos(), pitched[0] * yaw.sin(), pitched[2]];
    let rolled = [
        turned[0],
        turned[1] * roll.cos() - turned[2] * roll.sin(),
        turned[1] * roll.sin() + turned[2] * roll.cos(),
    ];
    assert_close(x_axis.try_into().unwrap(), rolled, 1e-9);
    assert!(!run.command("marker", &[("x", f64::NAN)]));
}
