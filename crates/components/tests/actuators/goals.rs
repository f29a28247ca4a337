//! Tests of actuators with goals: Destination, Teleport, Orientation.

use std::f64::consts::FRAC_PI_2;

use crate::common::{ATRV, FAKE, MORSY, Scene, assert_close};
use morse_scene::value::Value;
use serde_json::json;

fn flying(speed: f64, tolerance: f64) -> Scene {
    Scene::new()
        .robot(FAKE)
        .at([1.0, 2.0, 3.0], 2.0)
        .sensor("pose", "pose.Pose")
        .actuator("motion", "destination.Destination")
        .with("properties", json!({"Speed": speed, "Tolerance": tolerance, "ControlType": "Position"}))
}

#[test]
fn rotated_robot_flies_straight_to_a_point_of_the_world() {
    let mut run = flying(2.0, 0.3).run();
    run.command("motion", &[("x", 1.0), ("y", 12.0), ("z", 3.0)]);
    run.seconds(3.0).step(1);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 8.0, 3.0], 1e-9);
    run.seconds(5.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 11.7, 3.0], 0.05);
    assert_close([run.read("pose", "yaw")], [2.0], 1e-9);
}

#[test]
fn robot_without_a_command_stays() {
    let mut run = flying(2.0, 0.3).run();
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 2.0, 3.0], 1e-12);
}

#[test]
fn reset_ends_the_flight_to_a_point() {
    let mut run = flying(2.0, 0.3).run();
    run.command("motion", &[("x", 1.0), ("y", 12.0), ("z", 3.0)]);
    run.seconds(1.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 2.0, 3.0], 1e-9);
}

#[test]
fn teleported_actuator_has_the_commanded_pose() {
    let mut run = Scene::new()
        .robot(MORSY)
        .sensor("pose", "pose.Pose")
        .actuator("teleport", "teleport.Teleport")
        .with("location", json!([1.0, 0.0, 0.5]))
        .run();
    run.command(
        "teleport",
        &[("x", 4.0), ("y", 5.0), ("z", 8.0), ("yaw", FRAC_PI_2), ("pitch", 0.0), ("roll", 0.0)],
    );
    run.step(2);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [4.0, 4.0, 7.5, FRAC_PI_2], 1e-4);
    // The actuator holds the robot there.
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [4.0, 4.0, 7.5, FRAC_PI_2], 1e-2);
    run.call("teleport", "translate", &[Value::Float(1.0)]);
    run.call("teleport", "rotate", &[Value::Float(0.0), Value::Float(0.0), Value::Float(-FRAC_PI_2)]);
    run.step(2);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [4.0, 5.0, 7.5, 0.0], 1e-2);
}

#[test]
fn teleported_robot_has_the_commanded_pitch() {
    let mut run =
        Scene::new().robot(FAKE).sensor("pose", "pose.Pose").actuator("teleport", "teleport.Teleport").run();
    for pitch in [-3.0, -2.0, -1.0, 0.5, 1.5, 2.5, 3.1] {
        run.command(
            "teleport",
            &[("x", 0.0), ("y", 0.0), ("z", 1.0), ("yaw", 0.0), ("pitch", pitch), ("roll", 0.0)],
        );
        run.step(2);
        assert_close(run.reads("pose", ["yaw", "pitch", "roll"]), [0.0, pitch, 0.0], 1e-6);
    }
}

fn turning(properties: serde_json::Value) -> Scene {
    turning_from(0.0, properties)
}

/// A robot that turns, with an initial yaw. [rad]
fn turning_from(yaw: f64, properties: serde_json::Value) -> Scene {
    turning_on(Scene::new().robot(ATRV).at([0.0; 3], yaw), properties)
}

fn turning_on(scene: Scene, properties: serde_json::Value) -> Scene {
    scene
        .sensor("pose", "pose.Pose")
        .sensor("velocity", "velocity.Velocity")
        .actuator("orientation", "orientation.Orientation")
        .with("properties", properties)
}

fn turn_to(yaw: f64) -> [(&'static str, f64); 3] {
    [("yaw", yaw), ("pitch", 0.0), ("roll", 0.0)]
}

#[test]
fn robot_without_an_attitude_command_keeps_its_attitude() {
    for speed in [f64::INFINITY, 0.5] {
        let properties = if speed.is_finite() { json!({"speed": speed}) } else { json!({}) };
        let mut run = turning_from(2.5, properties).run();
        run.seconds(1.0);
        // The actuator does not correct errors below its tolerance.
        assert_close([run.read("pose", "yaw")], [2.5], 0.02);
        // The same after a reset, independent of the previous command.
        run.command("orientation", &turn_to(-2.0));
        run.seconds(0.5);
        run.simulation.call("simulation", "reset_objects", &[]);
        run.seconds(1.0);
        // The actuator does not correct errors below its tolerance.
        assert_close([run.read("pose", "yaw")], [2.5], 0.02);
    }
}

#[test]
fn orientation_is_reached_at_once_without_a_limit() {
    let mut run = turning(json!({})).run();
    run.command("orientation", &turn_to(-2.5));
    run.step(2);
    assert_close([run.read("pose", "yaw")], [-2.5], 1e-3);
}

#[test]
fn orientation_is_reached_at_a_limited_rate_in_the_shorter_direction() {
    let class = "morse.robots.rmax.RMax";
    let catalog = morse_components::catalog();
    let scene = Scene::new().built(&catalog.by_class(class).unwrap().builders[0], class);
    let mut run = turning_on(scene.at([0.0, 0.0, 20.0], 0.0), json!({"speed": 0.5})).run();
    run.command("orientation", &turn_to(1.0));
    run.seconds(1.0).step(1);
    assert_close([run.read("pose", "yaw")], [0.5], 0.01);
    assert_close([run.read("velocity", "angular_velocity.2")], [0.5], 3e-3);
    run.seconds(2.0);
    assert_close([run.read("pose", "yaw")], [1.0], 0.02);

    run.command("orientation", &turn_to(3.0));
    run.seconds(5.0);
    assert_close([run.read("pose", "yaw")], [3.0], 0.05);
    run.command("orientation", &turn_to(-3.0));
    run.seconds(1.0);
    assert_close([run.read("pose", "yaw")], [-3.0], 0.05);
}

#[test]
fn orientation_on_the_ground_is_reached_at_the_limited_rate() {
    let mut run = turning(json!({"speed": 0.5})).run();
    run.seconds(1.0);
    run.command("orientation", &turn_to(1.0));
    run.seconds(1.0).step(1);
    assert_close([run.read("pose", "yaw")], [0.5], 0.02);
    run.seconds(2.0);
    assert_close([run.read("pose", "yaw")], [1.0], 0.03);
}

#[test]
fn fake_robot_turns_back_at_the_commanded_rate() {
    let mut run = Scene::new()
        .robot(FAKE)
        .at([0.0; 3], 1.0)
        .sensor("pose", "pose.Pose")
        .actuator("orientation", "orientation.Orientation")
        .with("properties", json!({"speed": 0.5, "ControlType": "Position"}))
        .run();
    run.command("orientation", &turn_to(0.0));
    run.seconds(1.0).step(1);
    assert_close([run.read("pose", "yaw")], [0.5], 1e-9);
}

#[test]
fn negative_speed_is_refused() {
    let mut run = turning(json!({"speed": 0.5})).run();
    let answer =
        run.simulation.call("robot.orientation", "set_property", &[Value::from("speed"), Value::Float(-1.0)]);
    assert!(matches!(answer, Some(morse_sim::contract::service::Answer::Failed(_))), "{answer:?}");
}
