//! Tests of BoatControl: a boat floats, drives and turns.

use crate::common::{Run, Scene, own_models};
use serde_json::json;

/// Height of the water, well above the ground. [m]
const WATER_M: f64 = 5.0;

/// A boat that starts above or below the water line, and rolled.
fn boat(above_m: f64) -> Run {
    let catalog = morse_components::catalog();
    let class = "morse.robots.boat.Boat";
    let builder = &catalog.by_class(class).unwrap().builders[0];
    Scene::new()
        .models(&own_models())
        .built(builder, class)
        .at([0.0, 0.0, WATER_M + above_m], 0.0)
        .sensor("pose", "pose.Pose")
        .sensor("velocity", "velocity.Velocity")
        .actuator("motors", "boat_control.BoatControl")
        .with("properties", json!({"WaterLevel": WATER_M}))
        .run()
}

fn drive(run: &mut Run, left: f64, right: f64, steer: f64) {
    assert!(run.command("motors", &[("left", left), ("right", right), ("steer", steer)]));
}

#[test]
fn boat_floats_at_its_water_line_after_a_fall() {
    for above_m in [0.4, -1.0] {
        let mut run = boat(above_m);
        run.seconds(10.0);
        let [z, roll, pitch] = run.reads("pose", ["z", "roll", "pitch"]);
        assert!((z - WATER_M).abs() < 1e-3, "from {above_m} m: {z}");
        assert!(roll.abs() < 1e-3 && pitch.abs() < 1e-3, "from {above_m} m: {roll} {pitch}");
    }
}

#[test]
fn speed_is_that_at_which_drag_equals_thrust() {
    let mut run = boat(0.0);
    drive(&mut run, 100.0, 100.0, 0.0);
    run.seconds(30.0);
    // 20 u + 30 u² = 200.
    let speed = (-20.0 + (400.0 + 4.0 * 30.0 * 200.0_f64).sqrt()) / 60.0;
    let [ahead, sideways, _] = run.vector("velocity", "linear_velocity");
    assert!((ahead - speed).abs() < 0.02 * speed, "{ahead} m/s, not {speed}");
    assert!(sideways.abs() < 1e-3);
    assert!((run.read("pose", "z") - WATER_M).abs() < 0.05);
    drive(&mut run, 0.0, 0.0, 0.0);
    run.seconds(60.0);
    assert!(run.vector("velocity", "linear_velocity")[0].abs() < 1e-2, "the water stops the boat");
}

#[test]
fn boat_turns_to_the_side_of_its_steering_angle() {
    for (left, right, steer, to) in [
        (100.0, 100.0, 0.4, 1.0),
        (100.0, 100.0, -0.4, -1.0),
        (-50.0, 50.0, 0.0, 1.0),
        (80.0, 0.0, 0.0, -1.0),
    ] {
        let mut run = boat(0.0);
        drive(&mut run, left, right, steer);
        run.seconds(2.0);
        let yaw = run.read("pose", "yaw");
        assert!(yaw * to > 0.1, "{left} {right} {steer} turned by {yaw} rad");
        run.seconds(20.0);
        // 50 r + 100 r² is the torque of the motors.
        let torque = match steer == 0.0 {
            true => 0.22 * (right - left),
            false => (left + right) * f64::sin(steer),
        };
        let rate = to * (-50.0 + (2500.0 + 400.0 * torque.abs()).sqrt()) / 200.0;
        let turning = run.vector("velocity", "angular_velocity")[2];
        assert!((turning - rate).abs() < 0.05 * rate.abs(), "{turning} rad/s, not {rate}");
    }
}
