//! Tests of the speed of robots on flat ground: the commanded speed, or that of MORSE 1.4.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_8, PI};

use serde_json::json;

use crate::common::{ATRV, HZ, Run, Scene, assert_close};

const SLIDING: &str = "v_omega.MotionVW";
const ROLLING: &str = "v_omega_diff_drive.MotionVWDiff";

/// Robots with wheels, simulated or represented by a box, and their drives.
const DRIVEN: [(&str, &str); 9] = [
    ("ATRV", SLIDING),
    ("B21", SLIDING),
    ("Jido", SLIDING),
    ("Pioneer3DX", SLIDING),
    ("Pioneer3DX", ROLLING),
    ("SegwayRMP400", SLIDING),
    ("SegwayRMP400", ROLLING),
    ("PatrolBot", SLIDING),
    ("PatrolBot", ROLLING),
];

/// A robot as its builder class creates it, after it has come to rest.
fn standing(builder: &str, drive: &str, as_morse: Option<&str>) -> Run {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder(builder).unwrap();
    let scene = Scene::new().built(builder, &class.class);
    let scene = if let Some(version) = as_morse { scene.with_laws_of_morse(version) } else { scene };
    let mut run = scene.sensor("pose", "pose.Pose").actuator("motion", drive).run();
    run.seconds(1.0);
    run
}

/// Mean speed [m/s] and turn rate [rad/s] in five seconds, after the time in which wheels get up to speed and a rocking body
/// settles.
fn driven(run: &mut Run, [v, w]: [f64; 2]) -> [f64; 2] {
    assert!(run.command("motion", &[("v", v), ("w", w)]));
    run.seconds(5.0);
    let [x, y, mut before] = run.reads("pose", ["x", "y", "yaw"]);
    let mut turned = 0.0;
    for _ in 0..5 * HZ {
        run.step(1);
        let now = run.read("pose", "yaw");
        turned += morse_world::normalise_angle(now - before);
        before = now;
    }
    let [x_after, y_after] = run.reads("pose", ["x", "y"]);
    [(x_after - x).hypot(y_after - y) / 5.0, turned / 5.0]
}

#[test]
fn commanded_speed_is_the_speed_of_every_robot_with_wheels() {
    let mut off = Vec::new();
    for (builder, drive) in DRIVEN {
        for v in [0.05, 0.1, 0.5, 1.0] {
            let [speed, turn_rate] = driven(&mut standing(builder, drive, None), [v, 0.0]);
            if (speed - v).abs() > 0.01 * v || turn_rate.abs() > 0.002 {
                off.push(format!("{builder} on {drive}: {speed} m/s, {turn_rate} rad/s at {v} m/s"));
            }
        }
        for w in [0.5, -0.5] {
            let [_, turn_rate] = driven(&mut standing(builder, drive, None), [0.0, w]);
            if (turn_rate - w).abs() > 0.01 * w.abs() {
                off.push(format!("{builder} on {drive}: {turn_rate} rad/s at {w} rad/s"));
            }
        }
    }
    assert!(off.is_empty(), "{off:#?}");
}

#[test]
fn friction_does_not_change_the_commanded_speed() {
    for friction in [0.0, 0.5, 5.0] {
        let mut run = Scene::new()
            .robot(ATRV)
            .with("body", json!({"friction": friction}))
            .sensor("pose", "pose.Pose")
            .actuator("motion", SLIDING)
            .run();
        run.seconds(1.0);
        assert_close(driven(&mut run, [1.0, 0.0]), [1.0, 0.0], 0.005);
    }
}

#[test]
fn drive_with_a_low_rate_keeps_the_commanded_speed() {
    for rate_hz in [1.0, 7.0, 25.0] {
        let scene = Scene::new().robot(ATRV).sensor("pose", "pose.Pose").actuator("motion", SLIDING);
        let mut run = scene.with("rate_hz", json!(rate_hz)).run();
        run.seconds(1.0);
        assert!(run.command("motion", &[("v", 0.5), ("w", 0.0)]));
        run.seconds(2.0);
        assert_close(driven(&mut run, [0.5, 0.0]), [0.5, 0.0], 0.005);
    }
}

#[test]
fn robot_stops_with_its_command() {
    let mut run = standing("ATRV", SLIDING, None);
    driven(&mut run, [1.0, 0.0]);
    let before = run.read("pose", "x");
    driven(&mut run, [0.0, 0.0]);
    assert_close([run.read("pose", "x")], [before], 0.05);
}

#[test]
fn robot_climbs_a_slope_at_the_commanded_speed_and_stands_on_it() {
    let slope = 0.15_f64;
    let mut run = Scene::new()
        .object(json!({"name": "slope", "kind": "object", "location": [0.0, 0.0, 2.0], "rotation": [0.0, -slope, 0.0],
            "shape": {"kind": "cube", "half_extents": [9.0, 5.0, 0.1]}, "body": {"physics": "STATIC"}}))
        .robot(ATRV)
        .with("location", json!([0.0, 0.0, 2.2]))
        .with("rotation", json!([0.0, -slope, 0.0]))
        .sensor("pose", "pose.Pose")
        .actuator("motion", SLIDING)
        .run();
    run.seconds(1.0);
    let [speed, _] = driven(&mut run, [0.1, 0.0]);
    assert_close([speed], [0.1], 0.003);
    let [speed, _] = driven(&mut run, [-0.5, 0.0]);
    assert_close([speed], [0.5], 0.01);
    driven(&mut run, [0.0, 0.0]);
    let [speed, _] = driven(&mut run, [0.0, 0.0]);
    assert_close([speed], [0.0], 2e-3);
}

#[test]
fn robot_loses_speed_to_friction_as_morse_1_4() {
    let mut run = Scene::new()
        .with_laws_of_morse("1.4")
        .robot(ATRV)
        .sensor("pose", "pose.Pose")
        .actuator("motion", SLIDING)
        .run();
    assert!(run.command("motion", &[("v", 1.0), ("w", 0.0)]));
    run.seconds(2.1).step(1);
    assert_close(run.reads("pose", ["x", "y", "yaw"]), [2.03, 0.0, 0.0], 0.02);
    let [speed, turn_rate] = driven(&mut standing("ATRV", SLIDING, Some("1.4")), [0.0, 0.5]);
    assert_close([speed, turn_rate], [0.0, 0.5], 5e-3);
}

#[test]
fn three_quarters_of_a_circle_end_at_the_origin_as_morse_1_4() {
    let mut run = Scene::new()
        .with_laws_of_morse("1.4")
        .robot(ATRV)
        .at([4.0 / PI, -4.0 / PI, 0.0], -FRAC_PI_2)
        .sensor("pose", "pose.Pose")
        .actuator("motion", SLIDING)
        .run();
    assert!(run.command("motion", &[("v", 0.5), ("w", -FRAC_PI_8)]));
    run.seconds(12.1).step(1);
    let [x, y, yaw] = run.reads("pose", ["x", "y", "yaw"]);
    assert!(x.hypot(y) < 0.1 && yaw.abs() < 0.1, "{x} {y} {yaw}");
}
