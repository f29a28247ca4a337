//! Actuators with goals: Destination, Teleport, Orientation.

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
fn a_turned_robot_flies_straight_to_a_point_of_the_world() {
    let mut run = flying(2.0, 0.3).run();
    run.command("motion", &[("x", 1.0), ("y", 12.0), ("z", 3.0)]);
    run.seconds(3.0).step(1);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 8.0, 3.0], 1e-9);
    run.seconds(5.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 11.7, 3.0], 0.05);
    assert_close([run.read("pose", "yaw")], [2.0], 1e-9);
}

#[test]
fn a_robot_that_was_sent_nowhere_stays() {
    let mut run = flying(2.0, 0.3).run();
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 2.0, 3.0], 1e-12);
}

#[test]
fn a_reset_ends_the_flight_to_a_point() {
    let mut run = flying(2.0, 0.3).run();
    run.command("motion", &[("x", 1.0), ("y", 12.0), ("z", 3.0)]);
    run.seconds(1.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [1.0, 2.0, 3.0], 1e-9);
}

#[test]
fn a_teleported_robot_is_where_its_actuator_was_told_to_be() {
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
    // It is held there.
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [4.0, 4.0, 7.5, FRAC_PI_2], 1e-2);
    run.call("teleport", "translate", &[Value::Float(1.0)]);
    run.call("teleport", "rotate", &[Value::Float(0.0), Value::Float(0.0), Value::Float(-FRAC_PI_2)]);
    run.step(2);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [4.0, 5.0, 7.5, 0.0], 1e-2);
}

#[test]
fn every_pitch_reads_back_after_a_teleport() {
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

/// A robot that turns, from a yaw on. [rad]
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
fn a_robot_that_was_told_no_attitude_keeps_its_own() {
    for speed in [f64::INFINITY, 0.5] {
        let properties = if speed.is_finite() { json!({"speed": speed}) } else { json!({}) };
        let mut run = turning_from(2.5, properties).run();
        run.seconds(1.0);
        // The actuator leaves less than its tolerance alone.
        assert_close([run.read("pose", "yaw")], [2.5], 0.02);
        // And again after a reset, whatever the previous command.
        run.command("orientation", &turn_to(-2.0));
        run.seconds(0.5);
        run.simulation.call("simulation", "reset_objects", &[]);
        run.seconds(1.0);
        // The actuator leaves less than its tolerance alone.
        assert_close([run.read("pose", "yaw")], [2.5], 0.02);
    }
}

#[test]
fn an_orientation_is_reached_at_once_without_a_limit() {
    let mut run = turning(json!({})).run();
    run.command("orientation", &turn_to(-2.5));
    run.step(2);
    assert_close([run.read("pose", "yaw")], [-2.5], 1e-3);
}

#[test]
fn an_orientation_is_reached_at_a_limited_rate_the_short_way_round() {
    let class = "morse.robots.rmax.RMax";
    let catalogue = morse_components::catalogue();
    let scene = Scene::new().built(&catalogue.by_class(class).unwrap().builders[0], class);
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
fn an_orientation_on_the_ground_is_reached_at_the_limited_rate() {
    let mut run = turning(json!({"speed": 0.5})).run();
    run.seconds(1.0);
    run.command("orientation", &turn_to(1.0));
    run.seconds(1.0).step(1);
    assert_close([run.read("pose", "yaw")], [0.5], 0.02);
    run.seconds(2.0);
    assert_close([run.read("pose", "yaw")], [1.0], 0.03);
}

#[test]
fn a_frame_turns_back_at_the_rate_it_is_told() {
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
fn a_speed_below_zero_is_no_property() {
    let mut run = turning(json!({"speed": 0.5})).run();
    let answer =
        run.simulation.call("robot.orientation", "set_property", &[Value::from("speed"), Value::Float(-1.0)]);
    assert!(matches!(answer, Some(morse_sim::contract::service::Answer::Failed(_))), "{answer:?}");
}
