//! Tests of `morse sense`.

use std::fs;

use image::RgbImage;

use crate::support::{Ended, Place};

/// A robot that faces a wall 4 m in front of its origin, with a labeled ball to its left.
const SCENE: &str = r#"{
  "morse_scene": 1,
  "environment": {"file": "empty"},
  "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot",
     "location": [0, 0, 1]},
    {"name": "robot.camera", "kind": "sensor", "parent": "robot", "class": "morse.sensors.video_camera.VideoCamera",
     "builder": "VideoCamera", "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966], "rate_hz": 20,
     "properties": {"cam_width": 64, "cam_height": 48, "cam_far": 50.0}},
    {"name": "robot.depth", "kind": "sensor", "parent": "robot",
     "class": "morse.sensors.depth_camera.DepthVideoCamera", "builder": "DepthCamera", "rate_hz": 20,
     "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966],
     "properties": {"cam_width": 64, "cam_height": 48}},
    {"name": "robot.points", "kind": "sensor", "parent": "robot", "class": "morse.sensors.depth_camera.DepthCamera",
     "builder": "DepthCamera", "rate_hz": 20,
     "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966],
     "properties": {"cam_width": 64, "cam_height": 48}},
    {"name": "robot.sick", "kind": "sensor", "parent": "robot", "class": "morse.sensors.laserscanner.LaserScanner",
     "builder": "Sick", "rate_hz": 10},
    {"name": "robot.slow", "kind": "sensor", "parent": "robot", "class": "morse.sensors.pose.Pose", "builder": "Pose",
     "rate_hz": 0.25},
    {"name": "robot.gps", "kind": "sensor", "parent": "robot", "class": "morse.sensors.gps.GPS", "builder": "GPS"},
    {"name": "robot.near", "kind": "sensor", "parent": "robot", "class": "morse.sensors.proximity.Proximity",
     "builder": "Proximity", "properties": {"Track": "Catch_Me"}},
    {"name": "robot.touch", "kind": "sensor", "parent": "robot", "class": "morse.sensors.collision.Collision",
     "builder": "Collision", "scale": [0.02, 0.02, 0.02]},
    {"name": "robot.stereo", "kind": "sensor", "parent": "robot", "class": "morse.sensors.stereo_unit.StereoUnit",
     "builder": "StereoUnit"},
    {"name": "robot.both", "kind": "sensor", "parent": "robot", "class": "morse.sensors.compound.CompoundSensor",
     "builder": "CompoundSensor", "properties": {"sensors": "robot.both.eye"}},
    {"name": "robot.both.eye", "kind": "sensor", "parent": "robot.both", "builder": "VideoCamera",
     "class": "morse.sensors.video_camera.VideoCamera", "properties": {"cam_width": 8, "cam_height": 8}},
    {"name": "robot.both.other", "kind": "sensor", "parent": "robot.both", "builder": "VideoCamera",
     "class": "morse.sensors.video_camera.VideoCamera", "properties": {"cam_width": 16, "cam_height": 8}},
    {"name": "robot.semantic", "kind": "sensor", "parent": "robot", "builder": "SemanticCamera", "rate_hz": 20,
     "class": "morse.sensors.semantic_camera.SemanticCamera",
     "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966],
     "properties": {"cam_width": 64, "cam_height": 48}},
    {"name": "robot.boxes", "kind": "sensor", "parent": "robot", "builder": "BoundingBoxCamera", "rate_hz": 20,
     "class": "morse.sensors.bounding_box_camera.BoundingBoxCamera",
     "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966],
     "properties": {"cam_width": 64, "cam_height": 48}},
    {"name": "robot.motion", "kind": "actuator", "parent": "robot", "class": "morse.actuators.v_omega.MotionVW",
     "builder": "MotionVW"},
    {"name": "wall", "kind": "object", "location": [4.5, 0, 1], "scale": [0.5, 2, 2], "shape": {"kind": "cube"},
     "properties": {"Object": true, "Label": "WALL"}, "body": {"physics": "STATIC"}},
    {"name": "ball, red", "kind": "object", "location": [0, 2, 1], "shape": {"kind": "cube"}, "scale": [0.1, 0.1, 0.1],
     "properties": {"Catch_Me": true}, "body": {"physics": "STATIC"}}
  ]
}"#;

/// Runs `morse sense` on the scene.
fn sense(place: &Place, arguments: &[&str]) -> Ended {
    let scene = place.file("scene.json", SCENE);
    let mut words = vec!["sense", &scene];
    words.extend(arguments);
    place.done(&words)
}

fn sense_ok(place: &Place, arguments: &[&str]) -> Ended {
    let ended = sense(place, arguments);
    assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.log);
    assert!(!ended.log.contains("listening"), "a port was opened: {}", ended.log);
    ended
}

fn picture(place: &Place, name: &str) -> RgbImage {
    image::open(place.path(name)).unwrap().to_rgb8()
}

/// The points of a PLY file that contains only points.
fn points(place: &Place, name: &str) -> Vec<[f32; 3]> {
    let bytes = fs::read(place.path(name)).unwrap();
    let end = b"end_header\n";
    let split = bytes.windows(end.len()).position(|part| part == end).unwrap() + end.len();
    let header = std::str::from_utf8(&bytes[..split]).unwrap();
    let points: Vec<[f32; 3]> = bytes[split..]
        .chunks_exact(12)
        .map(|point| {
            std::array::from_fn(|part| f32::from_le_bytes(point[4 * part..][..4].try_into().unwrap()))
        })
        .collect();
    assert!(header.contains(&format!("element vertex {}\n", points.len())), "{header}");
    assert_eq!((bytes.len() - split) % 12, 0);
    points
}

#[test]
fn camera_without_stream_gives_its_picture() {
    let place = Place::new();
    sense_ok(&place, &["robot.camera", "-o", "a.png", "--duration", "0.1"]);
    let colors = picture(&place, "a.png");
    assert_eq!(colors.dimensions(), (64, 48));
    // The wall, and the background beside it.
    assert_ne!(colors.get_pixel(32, 24), colors.get_pixel(1, 2));
    sense_ok(&place, &["robot.camera", "-o", "b.png", "--duration", "0.1"]);
    assert_eq!(colors, picture(&place, "b.png"));
    // The picture is upright for both row orders.
    let flipped = SCENE.replacen("\"cam_width\"", "\"Vertical_Flip\": false, \"cam_width\"", 1);
    let scene = place.file("flipped.json", &flipped);
    let ended = place.done(&["sense", &scene, "robot.camera", "-o", "c.png", "--duration", "0.1"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert_eq!(colors, picture(&place, "c.png"));
}

#[test]
fn cameras_of_compound_sensor_are_side_by_side() {
    let place = Place::new();
    let ended = sense_ok(&place, &["robot.both", "-o", "a.png", "--duration", "0.1"]);
    ended.log_has(&["robot.both.eye, robot.both.other"]);
    assert_eq!(picture(&place, "a.png").dimensions(), (8 + 6 + 16, 8));
}

#[test]
fn objects_reported_by_semantic_camera_keep_their_colors() {
    let place = Place::new();
    sense_ok(&place, &["robot.camera", "-o", "a.png", "--duration", "0.1"]);
    sense_ok(&place, &["robot.semantic", "-o", "b.png", "--duration", "0.1"]);
    let (plain, labeled) = (picture(&place, "a.png"), picture(&place, "b.png"));
    // The wall to the left of its label, and the background beside it.
    assert_eq!(plain.get_pixel(10, 24), labeled.get_pixel(10, 24));
    assert_ne!(plain.get_pixel(1, 2), labeled.get_pixel(1, 2));
    assert!(labeled.pixels().any(|pixel| pixel.0 == [20, 26, 36]), "the label is missing");
    sense_ok(&place, &["robot.semantic", "-o", "b.csv", "--duration", "0.1"]);
    assert!(fs::read_to_string(place.path("b.csv")).unwrap().contains("WALL"));
}

#[test]
fn depth_camera_gives_picture_and_cloud() {
    let place = Place::new();
    for sensor in ["robot.depth", "robot.points"] {
        sense_ok(&place, &[sensor, "-o", "a.png", "--duration", "0.1"]);
        let depth = picture(&place, "a.png");
        // Enlarged, with a scale below.
        assert!(depth.width() == 192 && depth.height() > 144, "{:?}", depth.dimensions());
        assert_eq!(depth.get_pixel(2, 2).0, [0, 0, 0], "{sensor}");
        assert_ne!(depth.get_pixel(96, 72).0, [0, 0, 0], "{sensor}");
        sense_ok(&place, &[sensor, "-o", "a.ply", "--duration", "0.1"]);
        let cloud = points(&place, "a.ply");
        let on_wall = || cloud.iter().filter(|[_, y, z]| (z - 4.0).abs() < 1e-3 && y.abs() < 0.5);
        assert!(on_wall().count() > 200, "{} of {}", on_wall().count(), cloud.len());
        // The wall extends two meters to each side; the picture shows a little less.
        let widest = on_wall().map(|[x, _, _]| x.abs()).fold(0.0, f32::max);
        assert!((1.8..=2.0).contains(&widest), "{widest}");
    }
}

#[test]
fn joined_points_are_in_world_frame() {
    let place = Place::new();
    sense_ok(&place, &["robot.sick", "--join", "-o", "a.ply", "--duration", "0.5"]);
    let cloud = points(&place, "a.ply");
    assert_eq!(cloud.len() % 5, 0, "five scans");
    assert!(cloud.iter().any(|[x, _, z]| (x - 4.0).abs() < 1e-3 && (z - 1.0).abs() < 1e-3), "{cloud:?}");
    sense_ok(&place, &["robot.points", "--join", "-o", "a.png", "--duration", "0.1"]);
}

#[test]
fn scan_is_plotted_from_above_and_written_in_sensor_frame() {
    let place = Place::new();
    sense_ok(&place, &["robot.sick", "-o", "scan.png"]);
    let scan = picture(&place, "scan.png");
    // The wall is straight ahead, which is up, and nothing is behind.
    let (width, height) = scan.dimensions();
    let is_red = |column: u32, row: u32| {
        let [red, green, blue] = scan.get_pixel(column, row).0;
        red > 150 && green < 110 && blue < 110
    };
    let red = |rows: std::ops::Range<u32>| {
        rows.flat_map(|row| (0..width).map(move |column| (column, row)))
            .filter(|&(x, y)| is_red(x, y))
            .count()
    };
    let middle = 380;
    assert!(red(60..middle) > 100 && red(middle + 20..height) == 0);
    sense_ok(&place, &["robot.sick", "-o", "scan.ply"]);
    assert!(points(&place, "scan.ply").iter().any(|[x, y, _]| (x - 4.0).abs() < 1e-4 && y.abs() < 1e-4));
    sense_ok(&place, &["robot.sick", "-o", "scan.csv", "--duration", "0.5"]);
    let csv = fs::read_to_string(place.path("scan.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("timestamp,range_list[0],") && lines[0].ends_with("range_list[180]"));
    assert_eq!(lines.len(), 6, "{csv}");
    assert_eq!(lines[1].split(',').nth(91), Some("4"), "{}", lines[1]);
}

#[test]
fn numbers_are_printed_as_table_and_written_as_csv_and_json() {
    let place = Place::new();
    let ended = sense_ok(&place, &["robot.gps", "--duration", "0.1"]);
    let lines: Vec<&str> = ended.output.lines().collect();
    let words: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(words, ["timestamp", "[s]", "x", "[m]", "y", "[m]", "z", "[m]"]);
    assert_eq!(lines.len(), 7, "60 Hz for a tenth of a second: {}", ended.output);
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>()[1..], ["0", "0", "1"]);
    sense_ok(&place, &["robot.gps", "--duration", "0.1", "-o", "a.CSV"]);
    let csv = fs::read_to_string(place.path("a.CSV")).unwrap();
    assert!(csv.starts_with("timestamp,x,y,z\n0.016666667,0,0,1\n"), "{csv}");
    assert_eq!(csv.lines().count(), 7);
    let ended = sense_ok(&place, &["robot.gps", "--duration", "0.1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 6);
    assert_eq!(json[5]["z"], 1.0);
    let json = sense_ok(&place, &["robot.camera", "--duration", "0.1", "--json"]).output;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["image"], serde_json::json!({"width": 64, "height": 48, "pixels": "color"}));
}

#[test]
fn slow_sensor_is_read_and_silent_sensor_is_reported() {
    let place = Place::new();
    let ended = sense_ok(&place, &["robot.slow"]);
    assert_eq!(ended.output.lines().count(), 2, "{}", ended.output);
    sense_ok(&place, &["robot.touch"]).log_has(&["robot.touch has no reading after 1.000 s"]);
    assert_eq!(sense_ok(&place, &["robot.touch", "--json"]).output, "[]\n");
    sense_ok(&place, &["robot.touch", "-o", "a.csv"]);
    assert_eq!(fs::read_to_string(place.path("a.csv")).unwrap(), "timestamp\n");
}

#[test]
fn each_object_has_a_line() {
    let place = Place::new();
    sense_ok(&place, &["robot.near", "-o", "a.csv", "--duration", "0.01"]);
    let csv = fs::read_to_string(place.path("a.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "timestamp,field,name,value");
    assert!(lines[1].contains(",near_objects,\"ball, red\",2"), "{csv}");
}

#[test]
fn boxes_are_drawn_on_the_view_of_their_camera() {
    let place = Place::new();
    sense_ok(&place, &["robot.boxes", "-o", "boxes.png", "--duration", "0.05"]);
    let picture: RgbImage = image::open(place.path("boxes.png")).unwrap().to_rgb8();
    let outline = picture.pixels().filter(|pixel| pixel.0 == [213, 94, 0]).count();
    // The wall fills the image of 64 x 48 pixels; its name covers some pixels of the line.
    assert!((150..=220).contains(&outline), "{outline}");
}

#[test]
fn sensors_are_listed_without_argument() {
    let place = Place::new();
    let ended = sense_ok(&place, &[]);
    for name in ["robot.camera", "robot.sick", "robot.gps"] {
        assert!(ended.output.contains(name), "{}", ended.output);
    }
    assert!(!ended.output.contains("robot.motion"), "{}", ended.output);
}

#[test]
fn unsuitable_requests_are_refused_with_alternatives() {
    let place = Place::new();
    for (arguments, words) in [
        (vec!["robot.sik"], vec!["no sensor \"robot.sik\"", "did you mean robot.sick?", "robot.camera"]),
        (vec!["robot"], vec!["robot is a robot, not a sensor", "robot.gps"]),
        (vec!["robot.motion"], vec!["an actuator", "reads nothing"]),
        (vec!["wall"], vec!["an object of the scene"]),
        (vec!["robot.stereo"], vec!["no data of its own"]),
        (vec!["robot.gps", "-o", "a.png"], vec!["gives no picture", ".csv"]),
        (vec!["robot.both", "-o", "a.ply"], vec!["gives no points", "robot.both.eye"]),
        (vec!["robot.camera", "-o", "a.ply"], vec!["gives no points", ".png"]),
        (vec!["robot.camera", "-o", "a.csv"], vec!["gives no rows of numbers", ".png"]),
        (vec!["robot.camera", "-o", "a.png", "--join"], vec!["no points that could be joined"]),
        (vec!["robot.sick", "-o", "a.csv", "--join"], vec!["--join joins points"]),
        (vec!["robot.sick", "-o", "a.bmp"], vec!["suffix", ".png", ".ply", ".csv"]),
        (vec!["robot.sick", "-o", "nowhere/a.png"], vec!["cannot write nowhere/a.png"]),
    ] {
        let ended = sense(&place, &arguments);
        assert_eq!(ended.code, Some(1), "{arguments:?}: {}", ended.log);
        ended.log_has(&words);
    }
    for wrong in [["--duration", "0"], ["--duration", "nan"], ["--seed", "-1"]] {
        assert_eq!(sense(&place, &["robot.gps", wrong[0], wrong[1]]).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn arguments_after_sensor_reach_script() {
    let place = Place::new();
    let script = "import sys\nfrom morse.builder import *\nrobot = FakeRobot()\nprint('words', sys.argv[1:])\n\
                  pose = Pose()\npose.translate(x=float(sys.argv[-1]))\nrobot.append(pose)\n\
                  env = Environment('empty')\n";
    let scene = place.file("scene.py", script);
    let ended = place.done(&["sense", "--json", &scene, "robot.pose", "--", "2.5"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let json: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(json[0]["x"], 2.5);
}
