//! Tests of actuators that apply forces: ForceTorque, ExternalForce, Drag.

use std::f64::consts::FRAC_PI_2;

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use serde_json::json;

/// A ball without gravity. Its moments of inertia are 0.4 m r² times the form factor of 0.4: 0.8 kg m².
const MASS: f64 = 20.0;
const RADIUS: f64 = 0.5;
const INERTIA: f64 = 0.4 * 0.4 * MASS * RADIUS * RADIUS;

/// Default damping rates of linear and angular velocity. [1/s]
fn damping() -> (f64, f64) {
    (-(1.0_f64 - 0.04).ln(), -(1.0_f64 - 0.1).ln())
}

fn ball() -> Scene {
    Scene::new()
        .gravity(0.0)
        .ball(MASS, RADIUS)
        .sensor("pose", "pose.Pose")
        .sensor("velocity", "velocity.Velocity")
}

fn pushed(run: &mut Run, force: [f64; 3], torque: [f64; 3]) -> &mut Run {
    assert!(run.command_vectors("force", &[("force", &force), ("torque", &torque)]));
    run
}

/// Speed after a constant acceleration with damping at rate `k`.
fn speed(acceleration: f64, k: f64, seconds: f64) -> f64 {
    acceleration / k * (1.0 - (-k * seconds).exp())
}

#[test]
fn force_accelerates_a_mass_and_torque_its_rotation() {
    let mut run = ball().actuator("force", "force_torque.ForceTorque").run();
    pushed(&mut run, [100.0, 0.0, -40.0], [0.0, 0.0, 0.2]).seconds(2.0).step(1);
    let (k, k_turning) = damping();
    let (x, z) = (speed(5.0, k, 2.0), speed(-2.0, k, 2.0));
    let (spin, yaw) = (speed(0.2 / INERTIA, k_turning, 2.0), run.read("pose", "yaw"));
    assert_close(run.vector("velocity", "angular_velocity"), [0.0, 0.0, spin], 2e-3);
    // The force ahead rotates with the robot.
    let along = run.vector("velocity", "world_linear_velocity");
    assert!((along[2] - z).abs() < 0.02, "{along:?}");
    assert!(along[0].hypot(along[1]) < x && along[1] > 0.0, "{along:?}, yaw {yaw}");
    assert_close([yaw], [0.5 * 0.2 / INERTIA * 4.0], 0.05);
}

#[test]
fn force_off_the_center_turns_the_robot() {
    let mut run = ball()
        .actuator("force", "force_torque.ForceTorque")
        .with("location", json!([0.0, -0.5, 0.0]))
        .with("rotation", json!([0.0, 0.0, FRAC_PI_2]))
        .run();
    // Backwards along the robot's y, through the center: no turn.
    pushed(&mut run, [4.0, 0.0, 0.0], [0.0; 3]).seconds(0.5).step(1);
    assert_close(run.vector("velocity", "angular_velocity"), [0.0; 3], 1e-6);
    assert_close(run.vector("velocity", "linear_velocity"), [0.0, 0.1, 0.0], 2e-3);
    // Across it: 2 N at half a meter, for half a second.
    pushed(&mut run, [0.0, -2.0, 0.0], [0.0; 3]).seconds(0.5).step(1);
    let spin = speed(1.0 / INERTIA, damping().1, 0.5);
    assert_close(run.vector("velocity", "angular_velocity"), [0.0, 0.0, spin], 5e-3);
}

#[test]
fn position_of_the_actuator_has_no_effect_in_the_robots_frame() {
    let mut run = ball()
        .actuator("force", "force_torque.ForceTorque")
        .with("location", json!([0.0, -0.5, 0.0]))
        .with("rotation", json!([0.0, 0.0, FRAC_PI_2]))
        .with("properties", json!({"RobotFrame": true}))
        .run();
    pushed(&mut run, [4.0, 0.0, 0.0], [0.0; 3]).seconds(0.5).step(1);
    assert_close(run.vector("velocity", "linear_velocity"), [0.1, 0.0, 0.0], 2e-3);
    assert_close(run.vector("velocity", "angular_velocity"), [0.0; 3], 1e-6);
}

#[test]
fn external_force_is_along_the_axes_of_the_world() {
    let mut run = Scene::new()
        .gravity(0.0)
        .ball(MASS, RADIUS)
        .at([0.0, 0.0, 500.0], 2.0)
        .sensor("velocity", "velocity.Velocity")
        .actuator("force", "external_force.ExternalForce")
        .with("location", json!([0.3, 0.2, 0.1]))
        .run();
    pushed(&mut run, [20.0, 0.0, 0.0], [0.1, 0.0, 0.0]).seconds(1.0).step(1);
    let (k, k_turning) = damping();
    assert_close(run.vector("velocity", "world_linear_velocity"), [speed(1.0, k, 1.0), 0.0, 0.0], 1e-2);
    let spin = speed(0.1 / INERTIA, k_turning, 1.0);
    let (sin, cos) = 2.0_f64.sin_cos();
    assert_close(run.vector("velocity", "angular_velocity"), [spin * cos, -spin * sin, 0.0], 2e-3);
}

#[test]
fn force_does_not_depend_on_the_frequency() {
    let speed_at = |rate_hz: f64| {
        let mut run =
            ball().actuator("force", "force_torque.ForceTorque").with("rate_hz", json!(rate_hz)).run();
        pushed(&mut run, [100.0, 0.0, 0.0], [0.0; 3]).seconds(2.0).step(1);
        run.read("velocity", "linear_velocity.0")
    };
    assert_close([speed_at(7.0)], [speed_at(60.0)], 1e-4);
}

#[test]
fn deactivated_actuator_applies_no_force() {
    let mut run = ball().actuator("force", "force_torque.ForceTorque").with("rate_hz", json!(1.0)).run();
    pushed(&mut run, [100.0, 0.0, 0.0], [0.0; 3]).seconds(0.5);
    let name = [morse_scene::value::Value::from("robot.force")];
    run.simulation.call("simulation", "deactivate", &name);
    run.step(1);
    let speed = run.read("velocity", "linear_velocity.0");
    run.seconds(1.0);
    assert!(run.read("velocity", "linear_velocity.0") < speed);
}

#[test]
fn snapshot_contains_the_command_of_an_actuator() {
    let scene = ball().actuator("force", "force_torque.ForceTorque").with("rate_hz", json!(2.0));
    let mut run = scene.run();
    pushed(&mut run, [100.0, 0.0, 0.0], [0.0; 3]).step(10);
    let mut other = scene.run();
    other.simulation.restore(&run.simulation.save().unwrap()).unwrap();
    run.step(10);
    other.step(10);
    assert_eq!(run.digest(), other.digest());
}

#[test]
fn force_that_is_not_finite_is_refused() {
    let mut run = ball().actuator("force", "force_torque.ForceTorque").run();
    let zero: &[f64] = &[0.0; 3];
    for bad in [&[f64::NAN, 0.0, 0.0], &[0.0, f64::INFINITY, 0.0], &[1.0, 2.0][..]] {
        assert!(!run.command_vectors("force", &[("force", bad), ("torque", zero)]), "{bad:?}");
    }
    assert!(!run.command_vectors("force", &[("force", zero)]));
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 500.0], 1e-9);
}

#[test]
fn forces_do_not_move_a_robot_without_a_body() {
    let mut run = Scene::new()
        .robot(FAKE)
        .sensor("pose", "pose.Pose")
        .actuator("drag", "drag.Drag")
        .actuator("force", "external_force.ExternalForce")
        .run();
    pushed(&mut run, [100.0, 0.0, 0.0], [1.0; 3]).seconds(1.0);
    assert_eq!(run.reads("pose", ["x", "y", "z", "yaw"]), [0.0; 4]);
}

/// An ATRV without friction, pushed ahead by 100 N: speed and acceleration after one and two seconds.
fn pushed_atrv(coefficient: f64) -> [[f64; 2]; 2] {
    let mut run = Scene::new()
        .robot(ATRV)
        .with("body", json!({"friction": 0.0, "mass": 20.0}))
        .sensor("velocity", "velocity.Velocity")
        .sensor("acceleration", "accelerometer.Accelerometer")
        .actuator("force", "force_torque.ForceTorque")
        .with("properties", json!({"RobotFrame": true}))
        .actuator("drag", "drag.Drag")
        .with("properties", json!({"DragCoeffX": coefficient}))
        .run();
    pushed(&mut run, [100.0, 0.0, 0.0], [0.0; 3]);
    run.step(1);
    [1, 2].map(|_| {
        run.seconds(1.0);
        [run.read("velocity", "linear_velocity.0"), run.read("acceleration", "acceleration.0")]
    })
}

#[test]
fn drag_slows_a_pushed_robot() {
    let [first, second] = pushed_atrv(0.0);
    let k = -(1.0_f64 - 0.025).ln();
    let expected = [1.0, 2.0].map(|seconds| [speed(5.0, k, seconds), 5.0 * (-k * seconds).exp()]);
    assert_close(first, expected[0], 0.05);
    assert_close(second, expected[1], 0.05);
    // m v' = F - c v² has the solution v = √(F/c) tanh(√(F c) t/m).
    let [first, second] = pushed_atrv(1.0);
    assert_close(first, [10.0 * 0.5_f64.tanh(), 5.0 * (1.0 - 0.5_f64.tanh().powi(2))], 0.2);
    assert_close(second, [10.0 * 1.0_f64.tanh(), 5.0 * (1.0 - 1.0_f64.tanh().powi(2))], 0.2);
}

#[test]
fn falling_robot_reaches_its_terminal_speed() {
    let mut run = Scene::new()
        .ball(1.0, 0.2)
        .sensor("velocity", "velocity.Velocity")
        .actuator("drag", "drag.Drag")
        .run();
    run.seconds(6.0);
    // g = k v + c v² / m, with the default coefficient of 0.5 along Z.
    let (k, c, g) = (damping().0, 0.5, 9.81);
    let terminal = ((k * k + 4.0 * c * g).sqrt() - k) / (2.0 * c);
    assert_close(run.vector("velocity", "linear_velocity"), [0.0, 0.0, -terminal], 0.01);
}

#[test]
fn extreme_drag_stops_a_robot_without_reversing_it() {
    for rate_hz in [60.0, 10.0] {
        let mut run = ball()
            .actuator("force", "force_torque.ForceTorque")
            .actuator("drag", "drag.Drag")
            .with("properties", json!({"DragCoeffX": 1e9}))
            .with("rate_hz", json!(rate_hz))
            .run();
        pushed(&mut run, [1000.0, 0.0, 0.0], [0.0; 3]).seconds(1.0);
        pushed(&mut run, [0.0; 3], [0.0; 3]).seconds(1.0);
        let x = run.read("pose", "x");
        run.seconds(1.0);
        assert_close([run.read("velocity", "linear_velocity.0")], [0.0], 1e-3);
        assert_close([run.read("pose", "x")], [x], 1e-3);
    }
}
