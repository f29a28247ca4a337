//! Tests of units of several cameras: merged clouds and common captures; and of semantic cameras.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};
use std::sync::Arc;

use crate::common::cameras::{camera, image, mounted, points, with_box};
use crate::common::{FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

const HIGH: f64 = 50.0;

/// A unit on a robot far above the ground, with cameras that look to the right, ahead and to the left.
fn unit(class: &str, properties: Json) -> Scene {
    unit_with_rate(class, properties, 60.0)
}

/// The same with a rate of the cameras. [Hz]
fn unit_with_rate(class: &str, properties: Json, rate_hz: f64) -> Scene {
    let names: Vec<String> = (0..3).map(|nth| format!("robot.unit.cam{nth}")).collect();
    let mut scene = Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, HIGH], 0.0)
        .sensor("unit", class)
        .with("properties", properties)
        .with("options", json!({"cameras": names}));
    for (name, pan) in names.iter().zip([-FRAC_PI_3, 0.0, FRAC_PI_3]) {
        scene =
            scene.object(json!({"name": name, "kind": "sensor", "parent": "robot.unit", "rate_hz": rate_hz,
            "class": "morse.sensors.depth_camera.DepthCamera", "rotation": [FRAC_PI_2, PI, FRAC_PI_2 + pan],
            "location": [0.1, 0.2 * pan, 0.0],
            "properties": {"cam_width": 16, "cam_height": 8, "cam_focal": 27.7, "cam_near": 0.1}}));
    }
    with_box(scene, "wall", [5.0, 0.0, HIGH], [1.0, 60.0, 5.0], 0.0)
}

const AGGREGATOR: &str = "depth_camera_aggregator.DepthCameraAggregator";

#[test]
fn merged_clouds_are_in_the_frame_of_the_master() {
    let scene = unit(AGGREGATOR, json!({"master_camera": "robot.unit.cam1"}));
    let mut run = scene.clone().listen("unit").run();
    run.step(1);
    let joined = points(&run, "unit");
    let counts: Vec<usize> = (0..3).map(|nth| points(&run, &format!("unit.cam{nth}")).len()).collect();
    assert_eq!(joined.len(), counts.iter().sum::<usize>());
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
    // All points are on the wall, 3.9 m in front of the master; points to its right come first.
    assert!(joined.iter().all(|point| (point[2] - 3.9).abs() < 1e-4));
    assert!(joined[..counts[0]].iter().all(|point| point[0] > 0.0));
    assert!(joined[counts[0] + counts[1]..].iter().all(|point| point[0] < 0.0));
    // The unit has no readers, so its cameras are idle.
    let mut run = scene.run();
    run.step(1);
    assert!(points(&run, "unit.cam1").is_empty());
    run.call("unit", "get_local_data", &[]);
    assert_eq!(points(&run, "unit").len(), joined.len());
}

#[test]
fn cameras_of_a_unit_capture_as_soon_as_it_has_a_reader() {
    let scene = unit_with_rate(AGGREGATOR, json!({"master_camera": "robot.unit.cam1"}), 6.0);
    let mut run = scene.run();
    run.step(3);
    assert!(points(&run, "unit").is_empty());
    run.simulation.keep_all_reading(true);
    run.step(1);
    assert!(points(&run, "unit").len() > 30);
}

#[test]
fn master_that_is_not_one_of_the_cameras_is_refused() {
    let refusal = unit(AGGREGATOR, json!({"master_camera": "robot.unit.cam7"})).refusal();
    assert!(refusal.contains("cam7") && refusal.contains("robot.unit.cam0"), "{refusal}");
}

fn capture(
    run: &mut Run,
    n: i64,
) -> (morse_sim::transport::request::RequestId, std::sync::mpsc::Receiver<Answer>) {
    let (sender, receiver) = std::sync::mpsc::channel();
    let id = run.simulation.gateway().next_id();
    let respond = Box::new(move |answer| drop(sender.send(answer)));
    run.simulation.call_with(id, "robot.unit", "capture", &[Value::Int(n)], respond);
    (id, receiver)
}

#[test]
fn all_cameras_of_a_unit_capture_and_stop_together() {
    let units =
        [("stereo_unit.StereoUnit", json!({})), (AGGREGATOR, json!({"master_camera": "robot.unit.cam0"}))];
    for (class, properties) in units {
        let mut run = unit(class, properties).run();
        let (_, answer) = capture(&mut run, 2);
        run.step(2);
        assert!(answer.try_recv().is_err());
        run.step(1);
        assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::Null));
        assert!((0..3).all(|nth| !points(&run, &format!("unit.cam{nth}")).is_empty()));
        let (id, answer) = capture(&mut run, -1);
        let (_, second) = capture(&mut run, 1);
        assert!(matches!(second.try_recv().unwrap(), Answer::Failed(_)));
        run.step(5);
        run.simulation.handle(morse_sim::transport::request::Event::Cancel(id));
        run.step(2);
        assert_eq!(answer.try_recv().unwrap(), Answer::Preempted(Value::Null));
        let (_, answer) = capture(&mut run, 0);
        assert!(matches!(answer.try_recv().unwrap(), Answer::Failed(_)));
    }
}

#[test]
fn kinect_has_an_image_and_its_depth() {
    let scene = Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, HIGH], 0.0)
        .sensor("Kinect", "compound.CompoundSensor")
        .with("properties", json!({"sensors": "robot.Kinect.rgb,robot.Kinect.depth"}));
    let part = |name: &str, class: &str| {
        json!({"name": format!("robot.Kinect.{name}"), "kind": "sensor", "parent": "robot.Kinect", "rate_hz": 20.0,
            "class": format!("morse.sensors.{class}"), "rotation": mounted(),
            "properties": {"cam_width": 128, "cam_height": 128, "cam_focal": 35.0}})
    };
    let scene = scene
        .object(part("rgb", "video_camera.VideoCamera"))
        .object(part("depth", "depth_camera.DepthVideoCamera"))
        .listen("Kinect");
    let mut run = with_box(scene, "wall", [5.0, 0.0, HIGH], [1.0, 9.0, 9.0], 0.0).run();
    run.step(1);
    let received = run.received();
    for name in ["robot.Kinect.rgb", "robot.Kinect.depth"] {
        let entry = received[0].get(name).unwrap().as_map().unwrap();
        assert!(
            matches!(entry.get("image"), Some(Value::Bytes(bytes)) if bytes.len() == 128 * 128 * 4),
            "{name}"
        );
    }
    assert!((crate::common::cameras::number(image(&run, "Kinect.depth"), 64, 64) - 4.0).abs() < 1e-5);
}

/// Objects that a semantic camera reports, by name.
fn reported_objects(scene: Scene) -> Vec<(String, Vec<f64>, Vec<f64>)> {
    let mut run = scene.listen("camera").run();
    run.step(1);
    let data = run.simulation.data("robot.camera").unwrap().to_map();
    let objects = data.get("visible_objects").unwrap().as_list().unwrap();
    let numbers =
        |value: &Value| value.as_list().unwrap().iter().map(|part| part.as_f64().unwrap()).collect();
    let reported_objects = objects.iter().map(|object| {
        let object = object.as_map().unwrap();
        let turned = object.get("orientation").unwrap().as_map().unwrap();
        let turned = ["x", "y", "z", "w"].map(|part| turned.get(part).unwrap().as_f64().unwrap());
        let name = object.get("name").unwrap().as_str().unwrap().to_owned();
        (name, numbers(object.get("position").unwrap()), turned.to_vec())
    });
    reported_objects.collect()
}

fn semantic(properties: Json) -> Scene {
    camera("semantic_camera.SemanticCamera", properties)
}

fn with_tagged(scene: Scene, name: &str, location: [f64; 3], properties: Json) -> Scene {
    with_box(scene, name, location, [0.5, 0.5, 0.5], 0.0).with("properties", properties)
}

#[test]
fn only_objects_with_the_tag_in_view_are_reported() {
    let scene = |properties: Json| {
        let scene = semantic(properties);
        let scene = with_tagged(scene, "cat", [5.0, 0.0, 1.0], json!({"Object": true, "Label": "CAT"}));
        let scene = with_tagged(scene, "hidden", [8.0, 0.0, 1.0], json!({"Object": true}));
        let scene = with_tagged(scene, "behind", [-5.0, 0.0, 1.0], json!({"Object": true}));
        let scene = with_tagged(scene, "no", [5.0, 1.5, 1.0], json!({"Object": false}));
        with_tagged(scene, "typed", [6.0, -1.5, 1.0], json!({"Type": "Dog"}))
    };
    let names = |properties: Json| {
        reported_objects(scene(properties)).into_iter().map(|(name, ..)| name).collect::<Vec<_>>()
    };
    assert_eq!(names(json!({})), ["CAT"]);
    assert_eq!(names(json!({"noocclusion": true})), ["CAT", "hidden"]);
    assert_eq!(names(json!({"tag": "Dog"})), ["typed"]);
    assert_eq!(names(json!({"cam_far": 3.0})), [""; 0]);
    // Smaller than a pixel, but still reported.
    let far =
        with_tagged(semantic(json!({"cam_far": 900.0})), "far", [800.0, 0.0, 1.2], json!({"Object": true}));
    assert_eq!(reported_objects(far).len(), 1);
}

#[test]
fn poses_are_in_the_world_or_in_the_frame_of_the_camera() {
    let scene = |relative: bool| {
        let scene = semantic(json!({"relative": relative}));
        with_tagged(scene, "cat", [2.2, 0.0, 1.2], json!({"Object": true}))
    };
    let exactly = |reported_objects: &(String, Vec<f64>, Vec<f64>), at: [f64; 3], turned: [f64; 4]| {
        assert_close(<[f64; 3]>::try_from(&*reported_objects.1).unwrap(), at, 1e-9);
        let sign = if reported_objects.2[3] * turned[3] < 0.0 { -1.0 } else { 1.0 };
        assert_close(
            <[f64; 4]>::try_from(&*reported_objects.2).unwrap().map(|part| sign * part),
            turned,
            1e-9,
        );
    };
    exactly(&reported_objects(scene(false))[0], [2.2, 0.0, 1.2], [0.0, 0.0, 0.0, 1.0]);
    exactly(&reported_objects(scene(true))[0], [0.0, -0.2, 2.2], [0.5, -0.5, 0.5, 0.5]);
}

#[test]
fn semantic_camera_refuses_invalid_intrinsics() {
    let refusal = semantic(json!({"cam_near": 9.0, "cam_far": 2.0})).refusal();
    assert!(refusal.contains("cam_near is 9 and cam_far 2"), "{refusal}");
}

#[test]
fn merged_clouds_of_a_foreign_renderer_are_not_part_of_digests() {
    let digest_of = |renderer: bool, half_depth: f64| {
        let wall = json!({"name": "post", "kind": "object", "location": [3.0, 0.0, HIGH], "scale": [half_depth, 1.0, 5.0],
            "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "visual": {"color": [1.0, 0.0, 0.0]}});
        let scene = unit(AGGREGATOR, json!({"master_camera": "robot.unit.cam1"})).object(wall);
        let mut run = scene.listen("unit").run();
        run.simulation.set_renderer(renderer.then(|| Arc::new(()) as _));
        run.step(1);
        let at = run.simulation.digest_names().position(|name| name == "robot.unit").unwrap();
        (points(&run, "unit"), run.simulation.digests().unwrap().components[at])
    };
    let [near, far] = [1.0, 0.5].map(|half| digest_of(false, half));
    assert!(near.0 != far.0 && near.1 != far.1, "{near:?} {far:?}");
    let [near, far] = [1.0, 0.5].map(|half| digest_of(true, half));
    assert!(near.0 != far.0 && near.1 == far.1, "{near:?} {far:?}");
}
