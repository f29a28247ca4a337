//! Tests of video cameras: positions of objects in images, capture control, and invalid settings.

use crate::common::cameras::{GRAY, camera, image, is_red, mounted, pixel, with_box};
use crate::common::{ATRV, Run, Scene};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::engine::devices::{DeviceEvent, Key};
use morse_sim::transport::request::Event;
use serde_json::{Value as Json, json};

const VIDEO: &str = "video_camera.VideoCamera";

/// A camera with a focal length of 280 pixels and a stream.
fn video(properties: Json) -> Scene {
    let mut all = json!({"cam_focal": 35.0});
    all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
    camera(VIDEO, all).listen("camera")
}

/// A camera in front of a box. The front of the box is 4 m ahead, and 2 m wide and high around the optical axis: 140
/// pixels.
fn before_a_box(scene: Scene) -> Run {
    with_box(scene, "box", [5.0, 0.0, 1.0], [1.0, 1.0, 1.0], 0.0).run()
}

fn capture(
    run: &mut Run,
    n: i64,
) -> (morse_sim::transport::request::RequestId, std::sync::mpsc::Receiver<Answer>) {
    let (sender, receiver) = std::sync::mpsc::channel();
    let id = run.simulation.gateway().next_id();
    let respond = Box::new(move |answer| drop(sender.send(answer)));
    run.simulation.call_with(id, "robot.camera", "capture", &[Value::Int(n)], respond);
    (id, receiver)
}

#[test]
fn box_is_at_the_pixels_of_the_pinhole_model() {
    let mut run = before_a_box(video(json!({"cam_height": 200})));
    run.step(1);
    let image = image(&run, "camera");
    assert_eq!((image.width, image.height, image.bytes.len()), (256, 200, 256 * 200 * 4));
    for (column, row, red) in [
        (128, 100, true),
        (128 - 69, 100, true),
        (128 - 72, 100, false),
        (128 + 69, 100, true),
        (128 + 72, 100, false),
        (128, 100 - 69, true),
        (128, 100 - 72, false),
    ] {
        assert_eq!(is_red(pixel(image, column, row)), red, "{column} {row}");
    }
    assert_eq!(pixel(image, 0, 0), GRAY);
    let data = run.simulation.data("robot.camera").unwrap().to_map();
    let row = |numbers: [f64; 3]| Value::List(numbers.map(Value::Float).to_vec());
    let matrix = [row([280.0, 0.0, 128.0]), row([0.0, 280.0, 100.0]), row([0.0, 0.0, 1.0])];
    assert_eq!(data.get("intrinsic_matrix"), Some(&Value::List(matrix.to_vec())));
}

#[test]
fn image_is_not_mirrored_and_vertical_flip_selects_the_first_row() {
    for flip in [true, false] {
        let scene = with_box(video(json!({"Vertical_Flip": flip})), "box", [5.0, 1.5, 2.5], [0.2; 3], 0.0);
        let mut run = scene.run();
        run.step(1);
        // 1.5 m to the left and up at 4.8 m: 87 pixels.
        let row = |row: u32| if flip { row } else { 255 - row };
        let seen = |column, from_top| is_red(pixel(image(&run, "camera"), column, row(from_top)));
        assert!(seen(128 - 87, 128 - 87) && !seen(128 + 87, 128 - 87) && !seen(128 - 87, 128 + 87));
    }
}

#[test]
fn objects_outside_near_and_far_are_not_rendered() {
    for (near, far, red) in [(0.1, 100.0, true), (0.1, 3.9, false), (6.5, 100.0, false), (3.9, 100.0, true)] {
        let mut run = before_a_box(video(json!({"cam_near": near, "cam_far": far})));
        run.step(1);
        assert_eq!(is_red(pixel(image(&run, "camera"), 128, 128)), red, "{near} to {far}");
    }
}

/// A box on a floor, 4 m ahead: red of the floor before it, of the floor to the right, and of the front of the box.
fn floor_and_box(properties: Json) -> [u8; 3] {
    let scene = with_box(video(properties), "floor", [5.0, 0.0, -1.05], [4.5, 4.0, 1.0], 0.0);
    let mut run = before_a_box(scene);
    run.step(1);
    let image = image(&run, "camera");
    [(112, 212), (248, 212), (128, 128)].map(|(column, row)| pixel(image, column, row)[0])
}

#[test]
fn shadows_fall_where_the_sun_is_hidden() {
    let [_, plain, front] = floor_and_box(json!({}));
    let [_, lit, dark] = floor_and_box(json!({"shadows": true}));
    assert_eq!((plain, front), (lit, dark));
    // The sun stands to the right, so that the shadow lies to the left of the box.
    let beside = |shadows: bool| {
        let scene =
            with_box(video(json!({"shadows": shadows})), "floor", [5.0, 0.0, -1.05], [4.5, 4.0, 1.0], 0.0);
        let mut run = before_a_box(scene);
        run.step(1);
        pixel(image(&run, "camera"), 24, 192)[0]
    };
    assert!(f32::from(beside(true)) < 0.5 * f32::from(beside(false)), "{} {}", beside(true), beside(false));
}

#[test]
fn ambient_occlusion_darkens_the_floor_before_a_box() {
    let [open, open_beside, front] = floor_and_box(json!({}));
    let [near, beside, front_near] = floor_and_box(json!({"ambient_occlusion": 1.0}));
    assert!(near < open && open_beside.abs_diff(beside) <= 2, "{near} {open} {beside} {open_beside}");
    assert!(front_near <= front, "{front_near} {front}");
}

#[test]
fn exposure_and_tone_mapping_change_bright_and_dark_parts() {
    let [_, bright, dark] = floor_and_box(json!({}));
    let [_, brighter, lighter] = floor_and_box(json!({"exposure": 0.5}));
    assert!(brighter > bright && lighter > dark, "{bright} {brighter} {dark} {lighter}");
    let [_, filmed, _] = floor_and_box(json!({"exposure": 3.0, "tone_mapping": "Filmic"}));
    let [_, clipped, _] = floor_and_box(json!({"exposure": 3.0}));
    assert_eq!(clipped, 255);
    assert!(filmed < 255 && filmed > bright, "{filmed}");
}

#[test]
fn hull_around_the_camera_is_not_rendered() {
    let scene = Scene::new()
        .robot(ATRV)
        .sensor("camera", VIDEO)
        .with("rotation", mounted())
        .with("location", json!([0.0, 0.0, 0.3]))
        .listen("camera");
    let mut run = with_box(scene, "box", [5.0, 0.0, 1.0], [1.0, 1.0, 1.0], 0.0).run();
    run.step(1);
    let image = image(&run, "camera");
    assert!(is_red(pixel(image, 128, 120)), "{:?}", pixel(image, 128, 120));
}

#[test]
fn images_have_the_rate_of_the_camera_but_at_most_that_of_the_simulation() {
    let mut run = before_a_box(video(json!({"cam_width": 8, "cam_height": 8})).with("rate_hz", json!(20.0)));
    run.step(60);
    assert_eq!(run.received().len(), 20);
    let fast = video(json!({"cam_width": 8, "cam_height": 8}))
        .with("rate_hz", json!(200.0))
        .time(json!({"frequency_hz": 60.0, "auto_tune": false}));
    let mut run = before_a_box(fast);
    run.step(60);
    assert_eq!(run.received().len(), 60);
}

#[test]
fn camera_without_readers_captures_only_on_request() {
    let mut run = before_a_box(camera(VIDEO, json!({"cam_width": 16, "cam_height": 16})));
    run.step(7);
    assert!(image(&run, "camera").bytes.is_empty());
    let data = run.call("camera", "get_local_data", &[]);
    let data = data.as_map().unwrap();
    let Some(Value::Bytes(bytes)) = data.get("image") else { panic!("no image") };
    assert_eq!(bytes.len(), 16 * 16 * 4);
    assert!((data.get("timestamp").unwrap().as_f64().unwrap() - 7.0 / 60.0).abs() < 1e-6);
}

#[test]
fn waiting_sensors_and_services_get_images() {
    let scene = camera(VIDEO, json!({"cam_width": 16, "cam_height": 16}));
    let scene =
        scene.sensor("all", "compound.CompoundSensor").with("properties", json!({"sensors": "robot.camera"}));
    let mut run = before_a_box(scene.clone());
    run.step(2);
    assert!(image(&run, "camera").bytes.is_empty());
    let (_, answer) = capture(&mut run, 1);
    run.step(2);
    assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::Null));
    assert_eq!(image(&run, "camera").bytes.len(), 16 * 16 * 4);
    let mut run = before_a_box(scene.listen("all"));
    run.step(1);
    assert_eq!(image(&run, "camera").bytes.len(), 16 * 16 * 4);
}

#[test]
fn data_after_a_capture_have_the_captured_image_and_the_matrix() {
    let mut run = before_a_box(camera(VIDEO, json!({"cam_width": 8, "cam_height": 4})));
    let (_, answer) = capture(&mut run, 1);
    run.step(12);
    assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::Null));
    let data = run.call("camera", "get_local_data", &[]);
    let data = data.as_map().unwrap();
    let Some(Value::Bytes(bytes)) = data.get("image") else { panic!("no image in {data:?}") };
    assert_eq!(bytes.len(), 8 * 4 * 4);
    let rows = data.get("intrinsic_matrix").and_then(Value::as_list).unwrap();
    assert_eq!(rows[2].as_list().unwrap(), [0.0, 0.0, 1.0].map(Value::Float));
}

#[test]
fn client_captures_a_number_of_images() {
    let mut run = before_a_box(video(json!({"cam_width": 8, "cam_height": 8})));
    run.step(5);
    assert_eq!(run.received().len(), 5);
    let (_, answer) = capture(&mut run, 3);
    run.step(10);
    assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::Null));
    assert_eq!(run.received().len(), 3);
    let (id, answer) = capture(&mut run, -1);
    run.step(4);
    assert!(answer.try_recv().is_err());
    assert_eq!(run.received().len(), 4);
    run.simulation.handle(morse_sim::transport::request::Event::Cancel(id));
    run.step(4);
    assert_eq!(answer.try_recv().unwrap(), Answer::Preempted(Value::Null));
    assert!(run.received().is_empty());
    let (_, answer) = capture(&mut run, 0);
    assert!(matches!(answer.try_recv().unwrap(), Answer::Failed(_)));
}

#[test]
fn camera_that_is_switched_off_or_in_fastmode_captures_no_images() {
    let mut run = before_a_box(video(json!({"capturing": false})));
    run.step(3);
    assert!(run.received().is_empty());
    let mut run = before_a_box(video(json!({})).fast());
    run.step(3);
    assert!(run.received().is_empty() && image(&run, "camera").bytes.is_empty());
    let (_, answer) = capture(&mut run, 1);
    let Answer::Failed(error) = answer.try_recv().unwrap() else { panic!("the capture was not refused") };
    assert!(error.to_string().contains("fastmode"), "{error}");
}

#[test]
fn space_bar_switches_cameras_off_and_on() {
    let mut run = before_a_box(video(json!({"capturing": true})));
    let space = |run: &mut Run, held| {
        run.simulation.handle(Event::Device(DeviceEvent::Key { key: Key::Space, held }));
    };
    let image_count = |run: &mut Run| {
        let before = run.received().len();
        run.step(6).received().len() - before
    };
    let usual = image_count(&mut run);
    assert!(usual > 0);
    space(&mut run, true);
    space(&mut run, true);
    assert_eq!(image_count(&mut run), 0, "a held key counts once");
    space(&mut run, false);
    assert_eq!(image_count(&mut run), 0);
    space(&mut run, true);
    assert_eq!(image_count(&mut run), usual);
}

#[test]
fn invalid_intrinsics_are_refused_at_the_start_and_later() {
    for (properties, message) in [
        (json!({"cam_width": 0}), "cam_width must be from 1 to 8192, got 0"),
        (json!({"cam_height": -3}), "cam_height must be from 1 to 8192, got -3"),
        (json!({"cam_width": 1_000_000}), "8192"),
        (json!({"cam_width": 8192, "cam_height": 8192}), "4096 x 4096"),
        (json!({"cam_near": 5.0, "cam_far": 5.0}), "cam_near is 5 and cam_far 5"),
        (json!({"cam_focal": 0.0}), "cam_focal is 0"),
        (json!({"cam_fov": 200.0}), "cam_fov is 200"),
    ] {
        let refusal = video(properties).refusal();
        assert!(refusal.contains(message), "{refusal}");
    }
    let mut run = before_a_box(video(json!({})));
    let far = [Value::from("cam_far"), Value::Float(0.05)];
    let answer = run.simulation.call("robot.camera", "set_property", &far).unwrap();
    assert!(matches!(answer, Answer::Failed(_)));
    let focal = [Value::from("cam_focal"), Value::Float(70.0)];
    run.call("camera", "set_property", &focal);
    run.step(1);
    assert!(is_red(pixel(image(&run, "camera"), 0, 0)));
}

#[test]
fn images_are_the_same_on_any_number_of_threads() {
    let digest = |threads: usize| {
        let mut run = before_a_box(video(json!({"cam_width": 100, "cam_height": 77})).threads(threads));
        run.step(3);
        (run.digest(), image(&run, "camera").clone())
    };
    let (one, three) = (digest(1), digest(3));
    assert!(one == three && !one.1.bytes.is_empty());
}
