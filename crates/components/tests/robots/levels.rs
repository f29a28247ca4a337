//! Tests of the levels of drives: exact motion without physics, and motion with physics for the same commands.

use std::f64::consts::TAU;

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use serde_json::json;

const START: [f64; 3] = [1.0, 2.0, 0.0];
const YAW: f64 = 0.7;
/// Ticks of a turn, which takes 5 s.
const TURN: u32 = 300;

fn driven(class: &str, drive: &str, level: &str) -> Scene {
    Scene::new()
        .robot(class)
        .at(START, YAW)
        .sensor("pose", "pose.Pose")
        .sensor("velocity", "velocity.Velocity")
        .with("properties", json!({"ComputationMode": if class == FAKE { "Position" } else { "Velocity" }}))
        .actuator("drive", drive)
        .with("level", json!(level))
}

/// Position of the robot relative to its start, in its initial frame.
fn from_start(run: &Run, start: [f64; 3]) -> [f64; 3] {
    let [x, y, yaw] = run.reads("pose", ["x", "y", "yaw"]);
    let (dx, dy) = (x - start[0], y - start[1]);
    let (sin, cos) = start[2].sin_cos();
    [dx * cos + dy * sin, dy * cos - dx * sin, yaw - start[2]]
}

fn start(run: &mut Run) -> [f64; 3] {
    run.step(1);
    run.reads("pose", ["x", "y", "yaw"])
}

#[test]
fn kinematic_circle_is_exact_and_closed() {
    for class in [FAKE, ATRV] {
        for drive in ["v_omega.MotionVW", "xy_omega.MotionXYW"] {
            let mut run = driven(class, drive, "kinematic").run();
            let before = start(&mut run);
            let [v, w] = [2.0, TAU / 5.0];
            run.command("drive", &[("v", v), ("x", v), ("y", 0.0), ("w", w)]);
            let radius = v / w;
            run.step(1 + TURN / 4);
            assert_close(from_start(&run, before), [radius, radius, TAU / 4.0], 1e-6);
            // The velocity of a robot without body is measured along the chord of a tick.
            let tolerance = if class == ATRV { 1e-9 } else { 1e-3 };
            assert_close([run.read("velocity", "linear_velocity.0")], [v], tolerance);
            run.step(TURN / 4);
            assert_close(from_start(&run, before)[..2].try_into().unwrap(), [0.0, 2.0 * radius], 1e-6);
            run.step(TURN / 2);
            assert_close(from_start(&run, before), [0.0, 0.0, 0.0], 1e-6);
        }
    }
}

#[test]
fn kinematic_motion_is_straight_sideways_and_backwards() {
    let mut run = driven(ATRV, "xy_omega.MotionXYW", "kinematic").run();
    let before = start(&mut run);
    run.command("drive", &[("x", -1.5), ("y", 0.5), ("w", 0.0)]);
    run.seconds(10.0).step(1);
    assert_close(from_start(&run, before), [-15.0, 5.0, 0.0], 1e-6);
    run.command("drive", &[("x", 0.0), ("y", 0.0), ("w", 0.0)]);
    run.seconds(1.0);
    assert_close([run.read("velocity", "linear_velocity.0")], [0.0], 1e-9);
}

#[test]
fn kinematic_robot_pushes_bodies_and_is_not_pushed() {
    let crate_ahead = json!({"name": "crate", "kind": "object", "location": [4.0, 2.0, 0.4], "scale": [0.3, 0.3, 0.3],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "body": {"physics": "RIGID_BODY", "mass": 50.0}});
    let scene = Scene::new().robot(ATRV).at(START, 0.0).sensor("pose", "pose.Pose");
    let scene = scene.actuator("drive", "v_omega.MotionVW").with("level", json!("kinematic"));
    let mut run = scene.object(crate_ahead).run();
    let before = start(&mut run);
    // The crate falls asleep in the meantime.
    run.seconds(10.0);
    let height = run.read("pose", "z");
    run.command("drive", &[("v", 1.0), ("w", 0.0)]);
    run.seconds(3.0).step(1);
    assert_close(from_start(&run, before), [3.0, 0.0, 0.0], 1e-6);
    assert_close([run.read("pose", "z")], [height], 1e-9);
    let world = run.simulation.world();
    assert!(
        world.world_from(world.find("crate").unwrap()).translation.x > 4.5,
        "the robot has pushed the crate"
    );
}

#[test]
fn kinematic_wheels_move_the_robot_along_the_same_arc() {
    let catalog = morse_components::catalog();
    for builder in ["SegwayRMP400", "Pioneer3DX", "PatrolBot"] {
        let (class, builder) = catalog.by_builder(builder).unwrap();
        let mut run = Scene::new()
            .built(builder, &class.class)
            .sensor("pose", "pose.Pose")
            .actuator("drive", "v_omega_diff_drive.MotionVWDiff")
            .with("level", json!("kinematic"))
            .run();
        let before = start(&mut run);
        let [v, w] = [0.5, TAU / 5.0];
        run.command("drive", &[("v", v), ("w", w)]);
        run.step(1 + TURN / 4);
        assert_close(from_start(&run, before), [v / w, v / w, TAU / 4.0], 1e-6);
        run.step(3 * TURN / 4);
        assert_close(from_start(&run, before), [0.0, 0.0, 0.0], 1e-6);
    }
}

#[test]
fn kinematic_wheels_rotate_with_the_distance() {
    let catalog = morse_components::catalog();
    for (name, wheel, radius) in
        [("SegwayRMP400", "wheel1", 0.25), ("Pioneer3DX", "Wheel_L", 0.098), ("PatrolBot", "Wheel_L", 0.091)]
    {
        let (class, builder) = catalog.by_builder(name).unwrap();
        let mut run = Scene::new()
            .models(&crate::common::own_models())
            .built(builder, &class.class)
            .actuator("drive", "v_omega_diff_drive.MotionVWDiff")
            .with("level", json!("kinematic"))
            .run();
        let start = wheel_turn(&run, wheel);
        run.command("drive", &[("v", radius), ("w", 0.0)]);
        run.seconds(2.0);
        let turned = morse_world::normalise_angle(wheel_turn(&run, wheel) - start);
        // The visual rotation is up to 0.2 rad behind, and there is no motion in the first tick.
        assert!((turned - 2.0).abs() < 0.25, "{name} {turned}");
    }
}

#[test]
fn drive_is_dynamic_by_default() {
    for level in [json!(null), json!("dynamic"), json!("default")] {
        let mut run = driven(ATRV, "v_omega.MotionVW", "dynamic").with("level", level).run();
        run.seconds(1.0);
        let before = run.reads("pose", ["x", "y", "yaw"]);
        run.command("drive", &[("v", 1.0), ("w", 0.0)]);
        run.seconds(2.0);
        let [ahead, ..] = from_start(&run, before);
        // Friction reduces the speed.
        assert!((1.2..1.99).contains(&ahead), "{ahead}");
    }
}

#[test]
fn restored_kinematic_robot_continues_along_its_arc() {
    let mut run = driven(ATRV, "v_omega.MotionVW", "kinematic").run();
    run.command("drive", &[("v", 1.0), ("w", 0.5)]);
    run.seconds(1.0);
    let saved = run.simulation.save().unwrap();
    run.seconds(1.0);
    let digest = run.digest();
    run.simulation.restore(&saved).unwrap();
    run.seconds(1.0);
    assert_eq!(run.digest(), digest);
}

#[test]
fn wheels_of_an_atrv_rotate_with_its_distance_and_oppositely_on_the_spot() {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("ATRV").unwrap();
    for folder in [crate::common::own_models(), crate::common::INSTALLED.into()] {
        for level in ["kinematic", "dynamic"] {
            let mut run = Scene::new()
                .models(&folder)
                .built(builder, &class.class)
                .sensor("pose", "pose.Pose")
                .actuator("drive", "v_omega.MotionVW")
                .with("level", json!(level))
                .run();
            run.seconds(1.0);
            let start = wheel_turns(&run);
            let before = run.read("pose", "x");
            run.command("drive", &[("v", 0.2), ("w", 0.0)]);
            run.seconds(1.0);
            // The wheels turn by less than half a circle in this time; the visual rotation is up to 0.2 rad behind.
            let expected = (run.read("pose", "x") - before) / 0.2016;
            for turned in turned_since(&run, start) {
                assert!((turned - expected).abs() < 0.25, "{level}: {turned} {expected}");
            }
            let start = wheel_turns(&run);
            run.command("drive", &[("v", 0.0), ("w", 0.5)]);
            run.seconds(1.0);
            let turned = turned_since(&run, start);
            assert!(turned[0] < -0.2 && turned[1] > 0.2, "{level}: {turned:?}");
        }
    }
}

/// Rotation angles of the four wheels of an ATRV.
fn wheel_turns(run: &Run) -> [f64; 4] {
    ["Wheel.1", "Wheel.2", "Wheel.3", "Wheel.4"].map(|name| wheel_turn(run, name))
}

/// Rotation angle of a wheel about the axis to the left of the robot, from a fixed reference. [rad]
fn wheel_turn(run: &Run, name: &str) -> f64 {
    let world = run.simulation.world();
    let robot = world.find("robot").unwrap();
    let wheel = world.part(robot, name).unwrap();
    let robot_from_wheel = world.world_from(robot).inverse() * world.world_from(wheel);
    // A point on the rim.
    let rim = robot_from_wheel.rotation * glam::DVec3::X;
    (-rim.z).atan2(rim.x)
}

/// Rotation of the wheels since `start`, less than half a circle. [rad]
fn turned_since(run: &Run, start: [f64; 4]) -> [f64; 4] {
    let now = wheel_turns(run);
    std::array::from_fn(|wheel| morse_world::normalise_angle(now[wheel] - start[wheel]))
}
