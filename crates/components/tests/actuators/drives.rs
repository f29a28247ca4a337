//! Tests of the drives MotionVW and MotionXYW.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use serde_json::json;

fn driven(v: f64, w: f64, seconds: f64) -> [f64; 3] {
    let mut run =
        Scene::new().robot(ATRV).sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW").run();
    run.call("motion", "set_speed", &[Value::Float(v), Value::Float(w)]);
    pose_after(&mut run, seconds)
}

/// The pose that a sensor measures after some seconds of motion.
fn pose_after(run: &mut Run, seconds: f64) -> [f64; 3] {
    run.seconds(seconds).step(1);
    run.reads("pose", ["x", "y", "yaw"])
}

#[test]
fn atrv_drives_straight_and_along_curves() {
    assert_close(driven(1.0, 0.0, 2.0), [2.0, 0.0, 0.0], 0.1);
    assert_close(driven(1.0, -FRAC_PI_4, 2.0), [4.0 / PI, -4.0 / PI, -FRAC_PI_2], 0.1);
    // Backwards along three quarters of a circle to the right.
    let radius = -2.0 / FRAC_PI_2;
    let yaw = 3.0 * FRAC_PI_2;
    let expected = [radius * yaw.sin(), radius * (1.0 - yaw.cos()), yaw - 2.0 * PI];
    assert_close(driven(-2.0, FRAC_PI_2, 3.0), expected, 0.2);
}

/// Robots that slide over the ground or drive on wheels.
const SEGWAY: &str = "morse.robots.segwayrmp400.SegwayRMP400";
const PIONEER: &str = "morse.robots.pioneer3dx.Pioneer3DX";
const B21: &str = "morse.robots.b21.B21";

/// A robot as its builder class creates it, with a drive, after a second at rest.
fn standing(class: &str, drive: &str) -> Run {
    let catalog = morse_components::catalog();
    let builder = &catalog.by_class(class).unwrap().builders[0];
    let mut run =
        Scene::new().built(builder, class).sensor("pose", "pose.Pose").actuator("motion", drive).run();
    run.seconds(1.0);
    run
}

#[test]
fn friction_reduces_the_turn_rate_by_at_most_five_percent() {
    let (sliding, rolling) = ("v_omega.MotionVW", "v_omega_diff_drive.MotionVWDiff");
    for (class, drive) in [
        (ATRV, sliding),
        (B21, sliding),
        (PIONEER, sliding),
        (PIONEER, rolling),
        (SEGWAY, sliding),
        (SEGWAY, rolling),
    ] {
        for (v, w) in [(0.0, 0.5), (0.5, 0.5), (1.0, 0.2)] {
            let mut run = standing(class, drive);
            run.command("motion", &[("v", v), ("w", w)]);
            let [.., before] = pose_after(&mut run, 1.0);
            let seconds = 3.0;
            let [.., after] = pose_after(&mut run, seconds - 1.0 / f64::from(crate::common::HZ));
            let taken = 1.0 - (after - before).rem_euclid(2.0 * PI) / (seconds * w);
            assert!((-0.01..0.05).contains(&taken), "{taken} of {class} on {drive} at {v} m/s, {w} rad/s");
        }
    }
}

#[test]
fn closed_loops_of_arcs_end_where_they_began() {
    for class in [ATRV, B21, PIONEER, SEGWAY] {
        // Out and back along three quarters of a circle, and a figure of eight of two circles.
        for (v_back, w_back, seconds) in [(-0.5, -FRAC_PI_4, 6.0), (0.5, -FRAC_PI_4, 8.0)] {
            let mut run = standing(class, "v_omega.MotionVW");
            let start = pose_after(&mut run, 0.0);
            for (v, w) in [(0.5, FRAC_PI_4), (v_back, w_back)] {
                run.command("motion", &[("v", v), ("w", w)]);
                run.seconds(seconds);
            }
            run.command("motion", &[("v", 0.0), ("w", 0.0)]);
            let end = pose_after(&mut run, 0.5);
            let off = (end[0] - start[0]).hypot(end[1] - start[1]);
            assert!(off < 0.03, "{class} ends {off} m off");
            assert_close([morse_world::normalise_angle(end[2] - start[2])], [0.0], 0.03);
        }
    }
}

#[test]
fn arcs_out_and_back_end_where_they_began() {
    let mut run =
        Scene::new().robot(ATRV).sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW").run();
    run.seconds(1.0);
    let start = pose_after(&mut run, 0.0);
    for (v, w, seconds) in
        [(1.0, -FRAC_PI_4, 2.0), (-1.0, FRAC_PI_4, 2.0), (-2.0, FRAC_PI_2, 3.0), (2.0, -FRAC_PI_2, 3.0)]
    {
        run.command("motion", &[("v", v), ("w", w)]);
        run.seconds(seconds);
    }
    assert_close(pose_after(&mut run, 0.0), start, 0.04);
}

#[test]
fn forced_pose_is_measured_exactly() {
    let mut run =
        Scene::new().robot(ATRV).sensor("pose", "pose.Pose").actuator("teleport", "teleport.Teleport").run();
    for (x, z, roll) in [(1.0, 0.0, 0.0), (2.0, -0.2, 0.3), (3.0, 5.0, 1.0)] {
        let pose = [("x", x), ("y", -1.0), ("z", z), ("yaw", 0.5), ("pitch", 0.0), ("roll", roll)];
        run.command("teleport", &pose);
        run.step(1);
        for _ in 0..30 {
            run.step(1);
            assert_close(
                run.reads("pose", ["x", "y", "z", "yaw", "pitch", "roll"]),
                pose.map(|(_, value)| value),
                1e-6,
            );
            let world = run.simulation.world();
            let robot = world.find("robot").unwrap();
            let velocities = [world.linear_velocity(robot), world.angular_velocity(robot)];
            assert!(velocities.iter().all(|velocity| velocity.length() == 0.0), "{velocities:?}");
        }
    }
}

#[test]
fn attitude_set_at_once_is_measured_exactly() {
    let mut run = Scene::new()
        .robot(ATRV)
        .sensor("pose", "pose.Pose")
        .actuator("attitude", "orientation.Orientation")
        .run();
    run.seconds(1.0);
    let [x, y, z] = run.reads("pose", ["x", "y", "z"]);
    run.command("attitude", &[("yaw", 1.0), ("pitch", 0.2), ("roll", -0.1)]);
    run.step(1);
    for _ in 0..30 {
        run.step(1);
        let read = run.reads("pose", ["x", "y", "z", "yaw", "pitch", "roll"]);
        assert_close(read, [x, y, z, 1.0, 0.2, -0.1], 1e-6);
    }
}

#[test]
fn friction_slows_a_driven_robot_as_in_morse_1_4() {
    for (friction, distance) in [(0.0, 2.0), (5.0, 1.4)] {
        let mut run = Scene::new()
            .with_laws_of_morse("1.4")
            .robot(ATRV)
            .with("body", json!({"friction": friction}))
            .sensor("pose", "pose.Pose")
            .actuator("motion", "v_omega.MotionVW")
            .run();
        run.command("motion", &[("v", 1.0), ("w", 0.0)]);
        assert_close(pose_after(&mut run, 2.0), [distance, 0.0, 0.0], 0.1);
    }
}

#[test]
fn stopped_robot_stands_still() {
    let mut run =
        Scene::new().robot(ATRV).sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW").run();
    run.command("motion", &[("v", 1.0), ("w", 0.5)]);
    run.seconds(1.0);
    run.call("motion", "stop", &[]);
    let stopped = pose_after(&mut run, 0.5);
    assert_close(pose_after(&mut run, 2.0), stopped, 2e-3);
}

#[test]
fn displaced_robot_follows_the_closed_form() {
    let position = json!({"ControlType": "Position"});
    let mut run = Scene::new()
        .robot(FAKE)
        .sensor("pose", "pose.Pose")
        .actuator("motion", "v_omega.MotionVW")
        .with("properties", position)
        .run();
    let (v, w, rate_hz, ticks) = (0.7, 0.4, 60.0, 150);
    run.command("motion", &[("v", v), ("w", w)]);
    run.step(ticks + 1);
    // A polygon: each activation moves along the heading, then turns.
    let (mut x, mut y) = (0.0, 0.0);
    for tick in 0..ticks {
        let yaw = f64::from(tick) * w / rate_hz;
        x += v / rate_hz * yaw.cos();
        y += v / rate_hz * yaw.sin();
    }
    let yaw = f64::from(ticks) * w / rate_hz;
    assert_close(run.reads("pose", ["x", "y", "yaw"]), [x, y, yaw], 1e-9);
}

#[test]
fn omnidirectional_robot_moves_sideways() {
    let mut run = Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 1.0], FRAC_PI_2)
        .sensor("pose", "pose.Pose")
        .actuator("motion", "xy_omega.MotionXYW")
        .with("properties", json!({"ControlType": "Position"}))
        .run();
    run.command("motion", &[("x", 0.5), ("y", 1.0), ("w", 0.0)]);
    run.seconds(1.0).step(1);
    assert_close(run.reads("pose", ["x", "y", "z"]), [-1.0, 0.5, 1.0], 1e-9);

    let mut run =
        Scene::new().robot(ATRV).sensor("pose", "pose.Pose").actuator("motion", "xy_omega.MotionXYW").run();
    run.command("motion", &[("x", 0.0), ("y", 1.0), ("w", 0.0)]);
    assert_close(pose_after(&mut run, 1.0), [0.0, 1.0, 0.0], 0.1);
}

#[test]
fn velocity_does_not_move_a_robot_without_a_body() {
    let mut run =
        Scene::new().robot(FAKE).sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW").run();
    run.command("motion", &[("v", 1.0), ("w", 1.0)]);
    assert_eq!(pose_after(&mut run, 1.0), [0.0; 3]);
}

#[test]
fn invalid_commands_keep_the_last_valid_command() {
    let mut run = Scene::new().robot(ATRV).actuator("motion", "v_omega.MotionVW").run();
    assert!(run.command("motion", &[("v", 1.0), ("w", 0.5)]));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(!run.command("motion", &[("v", 0.3), ("w", bad)]));
    }
    assert!(!run.command("motion", &[("v", 0.3)]));
    assert_eq!(run.reads("motion", ["v", "w"]), [1.0, 0.5]);
    let text = [("v", Value::from("fast")), ("w", Value::Float(0.0))].into_iter().collect();
    assert!(run.simulation.command("robot.motion", &text).is_err());
    assert_eq!(run.read("motion", "v"), 1.0);
}

#[test]
fn unknown_control_types_are_refused_by_name() {
    for class in ["v_omega.MotionVW", "xy_omega.MotionXYW"] {
        let scene = Scene::new()
            .robot(ATRV)
            .actuator("motion", class)
            .with("properties", json!({"ControlType": "Force"}));
        let refusal = scene.refusal();
        for word in ["robot.motion", "ControlType", "Velocity", "Position", "Force"] {
            assert!(refusal.contains(word), "{refusal}");
        }
    }
}
