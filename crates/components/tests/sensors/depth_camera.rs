//! Tests of depth cameras: closed forms of points and depth, rows, and rotation.

use crate::common::Scene;
use crate::common::cameras::{camera_at, image, mounted, number, points, with_box};
use serde_json::{Value as Json, json};

/// Height at which the ground is beyond the far clipping distance. [m]
const HIGH: f64 = 50.0;

fn depth_camera(class: &str, properties: Json) -> Scene {
    depth_camera_at(HIGH, class, properties)
}

fn depth_camera_at(height: f64, class: &str, properties: Json) -> Scene {
    let mut all = json!({"cam_focal": 35.0, "cam_width": 64, "cam_height": 48, "Vertical_Flip": false});
    all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
    camera_at(height, &format!("depth_camera.{class}"), all).listen("camera")
}

/// 64 pixels on 32 mm at 35 mm.
const FOCAL: f64 = 70.0;

/// A wall 10 m high and wide, whose front is 4 m ahead.
fn before_a_wall(scene: Scene) -> Scene {
    with_box(scene, "wall", [5.0, 0.0, HIGH], [1.0, 5.0, 5.0], 0.0)
}

#[test]
fn points_of_a_wall_match_the_formula() {
    let mut run = before_a_wall(depth_camera("DepthCamera", json!({}))).run();
    run.step(1);
    let points = points(&run, "camera");
    assert_eq!((points.len(), run.read("camera", "nb_points")), (64 * 48, 3072.0));
    for (nth, [x, y, z]) in points.into_iter().enumerate() {
        let (u, v) = ((nth % 64) as f64, 48.0 - (nth / 64) as f64);
        let expected = [4.0 * (u - 32.0) / FOCAL, 4.0 * (v - 24.0) / FOCAL, 4.0];
        crate::common::assert_close([x, y, z], expected, 1e-4);
    }
}

#[test]
fn points_are_on_slanted_surfaces_for_all_image_sizes() {
    for (width, height) in [(64, 48), (63, 47), (17, 40)] {
        let properties = json!({"cam_width": width, "cam_height": height});
        // The front of the box passes through (4, 0), rotated by half a radian.
        let (sin, cos) = 0.5_f64.sin_cos();
        let scene = depth_camera("DepthCamera", properties);
        let scene = with_box(scene, "wall", [4.0 + cos, sin, HIGH], [1.0, 20.0, 20.0], 0.5);
        let mut run = scene.run();
        run.step(1);
        let points = points(&run, "camera");
        assert_eq!(points.len(), width * height);
        for [x, _, z] in points {
            // Ahead is z, left is -x.
            let off = (z - 4.0) * cos - x * sin;
            assert!(off.abs() < 1e-3, "{off} at {x} {z}");
        }
    }
}

#[test]
fn only_surfaces_between_near_and_far_have_points() {
    let scene = depth_camera("DepthCamera", json!({"cam_near": 3.0, "cam_far": 6.0}));
    let scene = with_box(scene, "pole", [2.0, 0.0, HIGH], [0.1, 0.1, 5.0], 0.0);
    let mut run = with_box(scene, "block", [5.0, 0.5, HIGH], [0.5, 0.5, 0.5], 0.4).run();
    run.step(1);
    let points = points(&run, "camera");
    assert!(!points.is_empty() && points.iter().all(|point| (3.0..=6.0).contains(&point[2])));
}

#[test]
fn surface_nearer_than_the_near_limit_hides_the_wall_behind_it() {
    let with_pole = |class: &str| {
        let scene =
            before_a_wall(depth_camera(class, json!({"keep_resolution": true, "Vertical_Flip": true})));
        let mut run = with_box(scene, "pole", [0.5, 0.0, HIGH], [0.01, 0.01, 5.0], 0.0).run();
        run.step(1);
        run
    };
    let run = with_pole("DepthCamera");
    let points = points(&run, "camera");
    assert_eq!(points[24 * 64 + 32], [0.0; 3], "the pole");
    assert!((points[24 * 64 + 2][2] - 4.0).abs() < 1e-4, "the wall beside it");
    let run = with_pole("DepthVideoCamera");
    let depths = image(&run, "camera");
    assert_eq!((number(depths, 31, 20), number(depths, 32, 20)), (0.0, 0.0));
    assert!((number(depths, 2, 20) - 4.0).abs() < 1e-5);
    let run = with_pole("RawImage");
    assert_eq!(number(image(&run, "camera"), 32, 20), 0.0);
}

#[test]
fn rows_are_kept_in_the_order_of_the_list() {
    let properties = json!({"keep_list": "[40, 3]", "keep_resolution": true, "cam_far": 3.0});
    let mut run = before_a_wall(depth_camera("DepthCamera", properties)).run();
    run.step(1);
    assert_eq!(points(&run, "camera"), vec![[0.0; 3]; 2 * 64]);
    let mut run = before_a_wall(depth_camera("DepthCamera", json!({"keep_list": "[40, 3]"}))).run();
    run.step(1);
    let points = points(&run, "camera");
    assert_eq!(points.len(), 128);
    for (nth, v) in [(0, 8.0), (64, 45.0)] {
        assert!((points[nth][1] - 4.0 * (v - 24.0) / FOCAL).abs() < 1e-4, "{:?}", points[nth]);
    }
    let refusal = depth_camera("DepthCamera", json!({"keep_list": "[48]"})).refusal();
    assert!(refusal.contains("row 48; allowed are 0 to 47"), "{refusal}");
    let refusal = depth_camera("DepthCamera", json!({"keep_list": "all"})).refusal();
    assert!(refusal.contains("[0, 8, 16]"), "{refusal}");
}

#[test]
fn depth_images_are_in_meters_up_to_the_far_distance() {
    let scene = depth_camera_at(1.0, "DepthVideoCamera", json!({"Vertical_Flip": true, "cam_far": 12.0}));
    let mut run = with_box(scene, "box", [5.0, 0.0, 2.0], [1.0, 1.0, 1.0], 0.0).run();
    run.step(1);
    let image = image(&run, "camera");
    assert_eq!((image.width, image.height, image.bytes.len()), (64, 48, 64 * 48 * 4));
    assert!((number(image, 32, 20) - 4.0).abs() < 1e-5);
    assert_eq!(number(image, 0, 0), 12.0);
    // The ground is one meter below: half a pixel less than 24 rows down.
    assert!((f64::from(number(image, 0, 47)) - FOCAL / 23.5).abs() < 1e-3, "{}", number(image, 0, 47));
}

#[test]
fn raw_image_is_the_z_buffer() {
    let mut run = before_a_wall(depth_camera("RawImage", json!({}))).run();
    run.step(1);
    let b = f64::from(number(image(&run, "camera"), 30, 20));
    let (n, f) = (1.0, 20.0);
    assert!((2.0 * n * f / (f + n - (2.0 * b - 1.0) * (f - n)) - 4.0).abs() < 1e-4, "{b}");
}

#[test]
fn velodyne_rotates_to_the_right_after_each_cloud() {
    let mut run = before_a_wall(depth_camera("DepthCameraRotationZ", json!({"rotation": 0.3}))).run();
    run.step(1);
    assert!(points(&run, "camera").iter().all(|point| (point[2] - 4.0).abs() < 1e-4));
    run.step(1);
    // The wall in the frame of a camera rotated to the right by 0.3: the depth is larger, and increases to the right.
    let (sin, cos) = 0.3_f64.sin_cos();
    for [x, _, z] in points(&run, "camera") {
        assert!((z * cos - x * sin - 4.0).abs() < 1e-3, "{x} {z}");
    }
    let node = run.simulation.world().find("robot.camera").unwrap();
    let ahead = run.simulation.world().world_from(node).rotation * glam::DVec3::Z;
    assert!((ahead - glam::DVec3::new(0.6_f64.cos(), -0.6_f64.sin(), 0.0)).length() < 1e-9, "{ahead}");
}

#[test]
fn depth_cameras_refuse_invalid_intrinsics() {
    for class in ["DepthCamera", "DepthCameraRotationZ", "DepthVideoCamera", "RawImage"] {
        let refusal = depth_camera(class, json!({"cam_near": 9.0, "cam_far": 2.0})).refusal();
        assert!(refusal.contains("cam_near is 9 and cam_far 2"), "{refusal}");
        let mut run = before_a_wall(depth_camera(class, json!({})).fast()).run();
        run.step(2);
        assert!(run.received().is_empty());
    }
}

#[test]
fn a_color_camera_in_the_same_place_changes_no_depth() {
    let depth = json!({"cam_focal": 35.0, "cam_width": 64, "cam_height": 48, "cam_far": 4.5});
    let color =
        json!({"cam_focal": 35.0, "cam_width": 64, "cam_height": 48, "cam_far": 100.0, "cam_near": 0.3});
    // Nothing near; a pole between the lens and the near end of the colors; a camera inside of a box.
    for obstacle in
        [None, Some(([0.2, 0.0, HIGH], [0.01, 0.02, 1.0])), Some(([0.0, 0.0, HIGH], [0.5, 0.5, 0.5]))]
    {
        let images = [false, true].map(|has_colors| {
            let mut scene = camera_at(HIGH, "depth_camera.DepthVideoCamera", depth.clone()).listen("camera");
            if has_colors {
                scene = camera_at(HIGH, "video_camera.VideoCamera", color.clone())
                    .listen("camera")
                    .sensor("depth", "depth_camera.DepthVideoCamera")
                    .with("properties", depth.clone())
                    .with("rotation", mounted())
                    .listen("depth");
            }
            let scene = with_box(before_a_wall(scene), "far", [30.0, 8.0, HIGH], [1.0, 5.0, 5.0], 0.4);
            let scene = match obstacle {
                Some((place, half)) => with_box(scene, "near", place, half, 0.2),
                None => scene,
            };
            let mut run = scene.run();
            run.step(1);
            image(&run, if has_colors { "depth" } else { "camera" }).bytes.to_vec()
        });
        assert_eq!(images[0].len(), 64 * 48 * 4);
        assert_eq!(images[0], images[1], "{obstacle:?}");
    }
}
