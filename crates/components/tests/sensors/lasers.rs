//! Tests of laser scanners: closed forms of ranges and points, layers, rotation, and invalid settings.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::common::{ATRV, FAKE, Run, Scene};
use morse_scene::value::Value;
use morse_sim::contract::data::Field;
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

const SCANNER: &str = "laserscanner.LaserScanner";

/// A scanner on a robot without a body at the origin.
fn scanner(class: &str, properties: Json) -> Scene {
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 1.0], 0.0)
        .sensor("laser", class)
        .with("properties", properties)
        .with("rate_hz", json!(60.0))
}

/// Adds a fixed box: position of its middle, and half extents.
fn with_box(scene: Scene, name: &str, location: [f64; 3], half: [f64; 3]) -> Scene {
    scene.object(json!({"name": name, "kind": "object", "location": location, "scale": half,
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "body": {"physics": "STATIC"}}))
}

fn field<'a>(run: &'a Run, name: &str) -> Field<'a> {
    let data = run.simulation.data("robot.laser").unwrap();
    data.get(data.index_of(name).unwrap()).unwrap()
}

fn ranges(run: &Run) -> Vec<f64> {
    let Field::Floats(ranges) = field(run, "range_list") else { panic!("ranges are not packed") };
    ranges.to_vec()
}

fn points(run: &Run) -> Vec<[f64; 3]> {
    let Field::Points(points) = field(run, "point_list") else { panic!("points are not packed") };
    points.iter().map(|point| point.map(f64::from)).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-5 * b.abs().max(1.0)
}

#[test]
fn ranges_of_a_wall_are_the_secant() {
    let scene = with_box(scanner(SCANNER, json!({})), "wall", [5.0, 0.0, 0.0], [1.0, 50.0, 3.0]);
    let mut run = scene.run();
    run.step(1);
    let (ranges, points) = (ranges(&run), points(&run));
    assert_eq!((ranges.len(), points.len()), (181, 181));
    for (index, (range, point)) in ranges.into_iter().zip(points).enumerate() {
        let angle = (index as f64 - 90.0).to_radians();
        let distance = 4.0 / angle.cos();
        if distance < 30.0 && angle.cos() > 1e-9 {
            assert!(close(range, distance), "ray {index}: {range}, not {distance}");
            assert!(close(point[0], 4.0) && close(point[1], 4.0 * angle.tan()) && close(point[2], 0.0));
        } else {
            assert_eq!((range, point), (30.0, [0.0; 3]), "ray {index}");
        }
    }
}

#[test]
fn rays_hit_a_box_and_nothing_beside_it() {
    // Seen from x = -4.5 looking back: the face at 2.5 m from 10.5° on the right to 9.5° on the left.
    let half_turn_away = |y: f64| -y;
    let (right, left) = (-2.5 * 10.5_f64.to_radians().tan(), 2.5 * 9.5_f64.to_radians().tan());
    let middle = half_turn_away((right + left) / 2.0);
    let scene = Scene::new().robot(ATRV).at([-4.5, 0.0, 0.0], PI).sensor("laser", SCANNER);
    let scene = scene.with("location", json!([0.0, 0.0, 0.9]));
    let scene = with_box(scene, "box", [-7.5, middle, 1.0], [0.5, (left - right) / 2.0, 1.0]);
    let mut run = scene.run();
    run.step(1);
    let (ranges, points) = (ranges(&run), points(&run));
    for (index, range) in ranges.iter().enumerate().take(100).skip(80) {
        let angle = (index as f64 - 90.0).to_radians();
        assert!((range * angle.cos() - 2.5).abs() < 1e-3, "ray {index}: {range}");
    }
    assert!((points[85][1] + 2.5 * 5.0_f64.to_radians().tan()).abs() < 1e-3);
    assert!(ranges[105..=179].iter().all(|&range| range == 30.0));
    assert!(points[105..=179].iter().all(|&point| point == [0.0; 3]));
}

#[test]
fn points_are_in_the_frame_of_the_sensor_at_any_attitude() {
    let scene = scanner(SCANNER, json!({"scan_window": 90.0, "resolution": 15.0}))
        .with("location", json!([0.3, -0.2, 0.5]))
        .with("rotation", json!([0.3, 0.4, 1.2]));
    let mut run = with_box(scene, "roof", [0.0, 0.0, 12.0], [30.0, 30.0, 1.0]).run();
    run.step(1);
    let ranges = ranges(&run);
    assert!(ranges.iter().filter(|&&range| range < 30.0).count() > 3, "{ranges:?}");
    for (index, (range, point)) in ranges.into_iter().zip(points(&run)).enumerate() {
        let angle = (-45.0 + 15.0 * index as f64).to_radians();
        if range < 30.0 {
            assert!(close(point[0], range * angle.cos()) && close(point[1], range * angle.sin()));
            assert!(point[2].abs() < 1e-6);
        }
    }
}

#[test]
fn four_layers_hit_a_wall_at_four_heights() {
    let properties = json!({"scan_window": 100.0, "resolution": 0.25, "layers": 4, "layer_separation": 0.8,
        "layer_offset": 0.125});
    let mut run = with_box(scanner(SCANNER, properties), "wall", [11.0, 0.0, 0.0], [1.0, 50.0, 3.0]).run();
    run.step(1);
    let points = points(&run);
    assert_eq!(points.len(), 1604);
    for (layer, elevation_deg) in [1.2_f64, 0.4, -0.4, -1.2].into_iter().enumerate() {
        for nth in 0..401 {
            let shift = if layer % 2 == 0 { 0.125 } else { 0.0 };
            let angle = (-50.0 + shift + 0.25 * nth as f64).to_radians();
            let [x, y, z] = points[401 * layer + nth];
            assert!(close(x, 10.0) && close(y, 10.0 * angle.tan()), "layer {layer} ray {nth}: {x} {y}");
            assert!(
                close(z, 10.0 * elevation_deg.to_radians().sin() / angle.cos()),
                "layer {layer} ray {nth}: {z}"
            );
        }
    }
}

#[test]
fn velodyne_scans_vertically_and_rotates_after_each_scan() {
    let velodyne = |ticks: u32| {
        let scene = scanner(
            "laserscanner.LaserScannerRotationZ",
            json!({"laser_range": 50.0, "scan_window": 31.5, "resolution": 0.5}),
        )
        .with("options", json!({"arc_rotation": [FRAC_PI_2, 12.0_f64.to_radians(), 0.0]}));
        let mut run = with_box(scene, "wall", [11.0, 0.0, 0.0], [1.0, 50.0, 30.0]).run();
        run.step(ticks);
        run
    };
    for scans in [1, 11] {
        let run = velodyne(scans);
        let turned = 0.01745 * f64::from(scans - 1);
        assert_eq!(points(&run).len(), 64);
        for (nth, [x, y, z]) in points(&run).into_iter().enumerate() {
            let up = (-15.75 + 0.5 * nth as f64 - 12.0).to_radians();
            // The ground, a meter below, is nearer than the wall for the steepest rays.
            let ahead = 10.0 / turned.cos();
            let distance = if up.tan() * ahead < -1.0 { -1.0 / up.tan() } else { ahead };
            assert!(close(x, distance) || (distance - x).abs() < 2e-3, "ray {nth}: {x}, not {distance}");
            assert!(y.abs() < 1e-5 && (z - x * up.tan()).abs() < 1e-4, "ray {nth}: {y} {z}");
        }
        let laser = run.simulation.world().find("robot.laser").unwrap();
        let yaw = run.simulation.world().world_from(laser).euler().yaw;
        assert!((yaw - 0.01745 * f64::from(scans)).abs() < 1e-9, "{yaw}");
    }
}

#[test]
fn rays_ignore_the_robot_below_the_scanner() {
    let mut run = Scene::new().robot(ATRV).sensor("laser", SCANNER).run();
    run.step(1);
    assert!(ranges(&run).iter().all(|&range| range == 30.0));
}

#[test]
fn rays_of_a_scanner_inside_a_body_leave_it() {
    let scene = with_box(scanner(SCANNER, json!({})), "shell", [0.0, 0.0, 1.0], [0.5, 0.5, 0.5]);
    let mut run = with_box(scene, "wall", [5.0, 0.0, 1.0], [1.0, 50.0, 3.0]).run();
    run.step(1);
    assert!(close(ranges(&run)[90], 4.0), "{}", ranges(&run)[90]);
}

#[test]
fn rays_do_not_pass_through_the_seam_or_the_edge_of_two_boxes() {
    let scene = scanner(SCANNER, json!({"scan_window": 90.0, "resolution": 45.0}));
    let scene = with_box(scene, "right", [5.0, -2.0, 1.0], [1.0, 2.0, 1.0]);
    let mut run = with_box(scene, "left", [5.0, 2.0, 1.0], [1.0, 2.0, 1.0]).run();
    run.step(1);
    // The middle ray points at the seam, the rays at 45° at the outer edges of the front.
    let ranges = ranges(&run);
    assert!(close(ranges[1], 4.0), "{ranges:?}");
    for edge in [ranges[0], ranges[2]] {
        assert!(close(edge, 4.0 * 2.0_f64.sqrt()) || edge == 30.0, "{ranges:?}");
    }
}

#[test]
fn changed_property_changes_the_scan() {
    let mut run = with_box(scanner(SCANNER, json!({})), "wall", [5.0, 0.0, 1.0], [1.0, 50.0, 3.0]).run();
    run.step(1);
    for (name, value, count, ahead) in
        [("resolution", 0.5, 361, 4.0), ("scan_window", 90.0, 181, 4.0), ("laser_range", 3.0, 181, 3.0)]
    {
        let set = run.call("laser", "set_property", &[name.into(), value.into()]);
        assert_eq!(set, Value::Null);
        run.step(1);
        assert_eq!(ranges(&run).len(), count, "{name}");
        assert!(close(ranges(&run)[count / 2], ahead), "{name}");
    }
}

#[test]
fn invalid_property_is_refused_and_the_scan_continues() {
    let mut run = scanner(SCANNER, json!({})).run();
    run.step(1);
    let bad: [(&str, Value, &str); 8] = [
        ("resolution", 0.0.into(), "resolution must be from 0.0001 to 360"),
        ("resolution", (-1.0).into(), "resolution must be from 0.0001 to 360"),
        ("scan_window", (-90.0).into(), "scan_window must be from 0 to 360"),
        ("laser_range", 0.0.into(), "laser_range must be from 0.001"),
        ("layers", 0.into(), "layers must be from 1"),
        ("layers", 1_000_000.into(), "at most 1000000 rays"),
        ("layer_offset", f64::INFINITY.into(), "layer_offset is inf"),
        ("resolution", "fine".into(), "resolution must be a number"),
    ];
    for (name, value, message) in bad {
        let answer = run.simulation.call("robot.laser", "set_property", &[name.into(), value.clone()]);
        let Some(Answer::Failed(error)) = answer else { panic!("{name} {value:?} was accepted: {answer:?}") };
        assert!(error.to_string().contains(message), "{error}");
        run.step(1);
        assert_eq!(ranges(&run).len(), 181);
    }
}

#[test]
fn scene_with_an_invalid_scanner_is_refused_by_name() {
    for (properties, message) in [
        (json!({"resolution": 0.0}), "resolution must be from 0.0001 to 360, got 0"),
        (json!({"resolution": -0.5}), "resolution must be from 0.0001 to 360, got -0.5"),
        (json!({"scan_window": -1.0}), "scan_window must be from 0 to 360, got -1"),
        (json!({"scan_window": 1e9}), "scan_window must be from 0 to 360, got 1000000000"),
        (json!({"laser_range": 0}), "laser_range must be from 0.001 to …, got 0"),
        (json!({"laser_range": -3.0}), "laser_range must be from 0.001 to …, got -3"),
        (json!({"layers": 0}), "layers must be from 1 to …, got 0"),
        (json!({"layers": -2}), "layers must be from 1 to …, got -2"),
        (json!({"resolution": 0.001, "layers": 100}), "at most 1000000 rays"),
        (json!({"layers": 1.5}), "layers must be a whole number"),
    ] {
        let refusal = scanner(SCANNER, properties).refusal();
        assert!(refusal.contains("robot.laser") && refusal.contains(message), "{refusal}");
    }
    let refusal = scanner(SCANNER, json!({})).with("options", json!({"arc_rotation": [1.0]})).refusal();
    assert!(refusal.contains("arc_rotation"), "{refusal}");
}

#[test]
fn scanner_faster_than_the_simulation_scans_at_every_tick() {
    let scene = || {
        scanner("laserscanner.LaserScannerRotationZ", json!({"resolution": 10.0})).with("rate_hz", json!(1e6))
    };
    let mut run = scene().time(json!({"strategy": "fixed_step"})).run();
    run.step(5);
    let laser = run.simulation.world().find("robot.laser").unwrap();
    let yaw = run.simulation.world().world_from(laser).euler().yaw;
    assert!((yaw - 5.0 * 0.01745).abs() < 1e-9, "{yaw}");
}

#[test]
fn restored_scanner_has_the_same_digests() {
    let scene = || {
        let scene = scanner("laserscanner.LaserScannerRotationZ", json!({"resolution": 5.0}));
        with_box(scene, "wall", [5.0, 1.0, 1.0], [1.0, 2.0, 3.0])
    };
    let mut first = scene().run();
    first.step(7);
    let snapshot = first.simulation.save().unwrap();
    let mut second = scene().threads(2).run();
    second.simulation.restore(&snapshot).unwrap();
    for _ in 0..5 {
        assert_eq!(first.step(1).digest(), second.step(1).digest());
    }
    assert_eq!(points(&first), points(&second));
}

#[test]
fn many_scanners_have_the_same_ranges_on_any_number_of_threads() {
    // Enough scanners to use several threads, among falling boxes, which have a different pose in each tick.
    let scene = || {
        let properties = json!({"resolution": 20.0, "scan_window": 360.0});
        (0..100).fold(Scene::new(), |scene, nth| {
            let (x, y) = (f64::from(nth % 10) * 2.0, f64::from(nth / 10) * 2.0);
            let name = format!("scanning{nth}");
            let height = 0.2 * f64::from(nth % 7);
            scene
                .object(json!({"name": name, "kind": "robot", "class": FAKE, "location": [x, y, 1.0]}))
                .object(json!({"name": format!("{name}.laser"), "kind": "sensor", "parent": name,
                    "class": "morse.sensors.laserscanner.LaserScanner", "rate_hz": 30.0, "properties": properties}))
                .object(json!({"name": format!("box{nth}"), "kind": "object",
                    "location": [x + 1.0, y, 1.0 + height], "shape": {"kind": "cube", "half_extents": [0.3, 0.3, 0.3]},
                    "body": {"physics": "RIGID_BODY", "mass": 1.0}}))
        })
    };
    let run = |threads| {
        let mut run = scene().threads(threads).run();
        let digests: Vec<_> = (0..8).map(|_| run.step(1).digest()).collect();
        let data = run.simulation.data("scanning42.laser").unwrap();
        let Field::Floats(ranges) = data.get(data.index_of("range_list").unwrap()).unwrap() else { panic!() };
        (digests, ranges.to_vec())
    };
    let (digests, ranges) = run(1);
    assert!(ranges.iter().any(|range| *range < 1.0), "a scanner hits a box: {ranges:?}");
    for threads in [2, 5] {
        assert_eq!(run(threads), (digests.clone(), ranges.clone()), "{threads} threads");
    }
}

#[test]
fn level_rssi_adds_a_remission_for_each_ray() {
    let rssi = scanner(SCANNER, json!({})).with("level", json!("rssi"));
    let mut run = with_box(rssi, "wall", [5.0, 0.0, 0.0], [1.0, 50.0, 3.0]).run();
    run.step(1);
    let Field::Floats(remissions) = field(&run, "remission_list") else {
        panic!("remissions are not packed")
    };
    let ranges = ranges(&run);
    assert_eq!((remissions.len(), ranges.len(), points(&run).len()), (181, 181, 181));
    for (remission, range) in remissions.iter().zip(ranges) {
        // The material of the wall is unknown, and beside it there is no hit.
        assert_eq!(*remission, if range < 30.0 { -1.0 } else { 0.0 });
    }
}
