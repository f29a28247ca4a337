//! Tests of sensors with invalid settings, which are refused with a clear error, and of sensors in degenerate scenes,
//! which keep working.

use crate::common::cameras::{camera, camera_at, is_red, pixel, points, with_box};
use crate::common::sensors::{Sensor, every_sensor};
use crate::common::{FAKE, Run, Scene};
use morse_scene::value::Value;
use morse_scene::wiring::wiring_table::WiringTable;
use morse_scene::{Capabilities, validate};
use serde_json::{Value as Json, json};

/// The problems of a scene in the document or during assembly.
fn problems(scene: &Scene) -> Result<Run, String> {
    let document = scene.document();
    let wiring = WiringTable::built_in().unwrap();
    let found = validate(&document, &morse_components::catalog(), &wiring, &Capabilities::default());
    let errors: Vec<String> = found
        .iter()
        .filter(|finding| finding.is_error())
        .map(|finding| format!("{}: {finding:?}", finding.code))
        .collect();
    if errors.is_empty() { scene.try_run() } else { Err(errors.join("\n")) }
}

/// Small images are sufficient here.
fn with_properties(sensor: &Sensor, scene: Scene, property: Option<(&str, &Json)>) -> Scene {
    let mut properties = json!({});
    if sensor.has("cam_width") {
        properties = json!({"cam_width": 8, "cam_height": 8});
    }
    if let Some((name, value)) = property {
        properties[name] = value.clone();
    }
    let place = json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0});
    sensor.on(scene.environment(place).robot(FAKE)).properties(properties)
}

/// Whether a value contains NaN.
fn has_nan(value: &Value) -> bool {
    match value {
        Value::Float(number) => number.is_nan(),
        Value::List(values) => values.iter().any(has_nan),
        Value::Map(map) => map.iter().any(|(_, value)| has_nan(value)),
        _ => false,
    }
}

/// Reads a sensor several times and checks that its readings are numbers.
fn assert_reads(name: &str, run: &mut Run) {
    for _ in 0..3 {
        run.step(1);
        assert!(!has_nan(&run.call("it", "get_local_data", &[])), "{name} measures NaN");
    }
}

#[test]
fn extreme_numbers_of_all_properties_are_refused_by_name_or_harmless() {
    let bad = [
        json!(0),
        json!(-1),
        json!(1e300),
        json!(i64::MAX),
        json!({"$float": "inf"}),
        json!({"$float": "nan"}),
    ];
    for sensor in every_sensor() {
        let numbers = sensor
            .description
            .properties
            .iter()
            .filter(|property| ["float", "int"].contains(&&*property.type_name));
        for (property, value) in numbers.flat_map(|property| bad.iter().map(move |value| (property, value))) {
            let name = format!("{} with {} = {value}", sensor.name(), property.name);
            match problems(&with_properties(&sensor, Scene::new(), Some((&property.name, value)))) {
                Ok(mut run) => {
                    assert!(value["$float"] != "nan", "{name} is accepted");
                    assert_reads(&name, &mut run);
                }
                Err(message) => {
                    assert!(
                        message.contains("robot.it") && message.contains(&property.name),
                        "{name}: {message}"
                    );
                }
            }
        }
    }
}

#[test]
fn invalid_sizes_and_ranges_are_refused() {
    let none: [(&str, &[Json]); 14] = [
        ("cam_width", &[json!(0), json!(-1)]),
        ("cam_height", &[json!(0), json!(-1)]),
        ("cam_focal", &[json!(0), json!(-1)]),
        ("cam_fov", &[json!(0), json!(-1), json!(180)]),
        ("cam_near", &[json!(0), json!(-1)]),
        ("cam_far", &[json!(0), json!(-1)]),
        ("laser_range", &[json!(0), json!(-1)]),
        ("resolution", &[json!(0), json!(-1)]),
        ("scan_window", &[json!(-1), json!(361)]),
        ("layers", &[json!(0), json!(-1)]),
        ("MaxRange", &[json!(0), json!(-1)]),
        ("Range", &[json!(-1)]),
        ("Angle", &[json!(0), json!(-1), json!(181)]),
        ("Distance", &[json!(0), json!(-1)]),
    ];
    let sensors = every_sensor();
    for (name, values) in none {
        let having: Vec<&Sensor> = sensors.iter().filter(|sensor| sensor.has(name)).collect();
        assert!(!having.is_empty(), "no sensor has {name}");
        for (sensor, value) in
            having.iter().flat_map(|sensor| values.iter().map(move |value| (sensor, value)))
        {
            let scene = with_properties(sensor, Scene::new(), Some((name, value)));
            assert!(problems(&scene).is_err(), "{} with {name} = {value} is accepted", sensor.name());
        }
    }
}

#[test]
fn images_of_a_hundred_megapixels_are_refused_with_the_limit() {
    let cameras: Vec<Sensor> = every_sensor().into_iter().filter(|sensor| sensor.has("cam_width")).collect();
    assert!(cameras.len() >= 6);
    for camera in cameras {
        // Limits of the side and of the area.
        for (width, height, limit) in [(10_000, 10_000, "8192"), (8192, 8192, "4096 x 4096")] {
            let scene = camera.on(Scene::new().robot(FAKE));
            let scene = scene.with("properties", json!({"cam_width": width, "cam_height": height}));
            let Err(message) = problems(&scene) else { panic!("{} takes {width} x {height}", camera.name()) };
            assert!(message.contains(limit), "{}: {message}", camera.name());
        }
    }
}

#[test]
fn invalid_frequencies_and_poses_are_refused() {
    let not_a_number = json!({"$float": "nan"});
    for sensor in every_sensor() {
        for (key, value, message) in [
            ("rate_hz", json!(0.0), "bad-frequency"),
            ("rate_hz", json!(-5.0), "bad-frequency"),
            ("rate_hz", not_a_number.clone(), "bad-frequency"),
            ("location", json!([not_a_number, 0.0, 0.0]), "bad-pose"),
            ("rotation", json!([0.0, {"$float": "inf"}, 0.0]), "bad-pose"),
        ] {
            let scene = with_properties(&sensor, Scene::new(), None).with(key, value);
            let Err(found) = problems(&scene) else { panic!("{} is accepted: {message}", sensor.name()) };
            assert!(found.contains(message) && found.contains("robot.it"), "{}: {found}", sensor.name());
        }
    }
}

#[test]
fn sensors_faster_than_the_simulation_measure_at_every_tick() {
    for sensor in every_sensor() {
        let scene = with_properties(&sensor, Scene::new(), None).with("rate_hz", json!(1e4));
        let mut run = problems(&scene).unwrap();
        assert_reads(&sensor.name(), &mut run);
        let data = run.call("it", "get_local_data", &[]);
        let timestamp_s = data.as_map().unwrap().get("timestamp").and_then(Value::as_f64).unwrap();
        let now = run.simulation.client_time_s();
        // A contact sensor without contact publishes nothing.
        let is_silent = sensor.name() == "Collision";
        assert!(
            is_silent || (timestamp_s - now).abs() < 1e-9,
            "{}: {timestamp_s} s at {now} s",
            sensor.name()
        );
    }
}

#[test]
fn sensors_inside_a_body_measure_numbers() {
    for sensor in every_sensor() {
        let scene = with_properties(&sensor, Scene::new(), None);
        let mut run = with_box(scene, "rock", [0.0; 3], [0.5; 3], 0.3).run();
        assert_reads(&sensor.name(), &mut run);
    }
}

#[test]
fn rays_do_not_pass_through_the_seam_of_two_boxes() {
    // The boxes meet at y = 0, straight ahead of the camera and straight below the altimeter.
    let seam = |scene: Scene, middle: [f64; 3]| {
        let [x, _, z] = middle;
        let scene = with_box(scene, "right", [x, -5.0, z], [1.0, 5.0, 5.0], 0.0);
        with_box(scene, "left", [x, 5.0, z], [1.0, 5.0, 5.0], 0.0)
    };
    let properties = json!({"cam_width": 31, "cam_height": 31, "cam_focal": 35.0});
    let mut run = seam(camera_at(50.0, "depth_camera.DepthCamera", properties), [5.0, 0.0, 50.0])
        .listen("camera")
        .run();
    run.step(1);
    let seen = points(&run, "camera");
    assert_eq!(seen.len(), 31 * 31);
    assert!(seen.iter().all(|point| (point[2] - 4.0).abs() < 1e-4));
    // The same along an edge of both boxes.
    for x in [0.0, 0.5, 1.0] {
        let robot = Scene::new()
            .robot(FAKE)
            .at([x, 0.0, 20.0], 0.0)
            .sensor("height", "radar_altimeter.RadarAltimeter");
        let mut run = seam(robot, [0.0; 3]).run();
        let height = run.step(1).read("height", "z");
        assert!((height - 15.0).abs() < 1e-3 || x == 1.0 && (height - 20.0).abs() < 1e-3, "{height} at {x}");
    }
}

#[test]
fn camera_in_a_scene_without_lamps_uses_the_light_of_the_sky() {
    let scene =
        camera("video_camera.VideoCamera", json!({"cam_width": 16, "cam_height": 16})).without_models();
    let mut run = with_box(scene, "box", [5.0, 0.0, 1.0], [1.0; 3], 0.0).listen("camera").run();
    run.step(1);
    let image = crate::common::cameras::image(&run, "camera");
    assert!(is_red(pixel(image, 8, 8)), "{:?}", pixel(image, 8, 8));
}

#[test]
fn modifier_that_does_not_fit_is_refused_with_the_fitting_components() {
    for (class, modifier) in [
        ("clock.Clock", "pose_noise.PoseNoiseModifier"),
        ("laserscanner.LaserScanner", "imu_noise.IMUNoiseModifier"),
        ("video_camera.VideoCamera", "pose_noise.PositionNoiseModifier"),
        ("battery.Battery", "pose_noise.OrientationNoiseModifier"),
    ] {
        let Err(message) = problems(&Scene::new().robot(FAKE).sensor("it", class).alter(modifier, json!({})))
        else {
            panic!("{modifier} is accepted on {class}")
        };
        assert!(message.contains("does-not-fit") && message.contains("it fits morse.sensors."), "{message}");
    }
}
