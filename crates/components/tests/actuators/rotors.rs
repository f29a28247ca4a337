//! Tests of quadrotor actuators: QuadrotorDynamicControl, StabilizedQuadrotor.

use crate::common::{FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use serde_json::json;

const QUADROTOR: &str = "morse.robots.quadrotor_dynamic.Quadrotor";

/// Speed at which each of four rotors balances a quarter of two kilograms. [rad/s]
fn hovering() -> f64 {
    (2.0 * 9.81 / (4.0 * 9.169e-6_f64)).sqrt()
}

fn engines(run: &mut Run, speeds: [f64; 4]) -> &mut Run {
    assert!(run.command_vectors("rotors", &[("engines", &speeds)]));
    run
}

#[test]
fn four_rotors_balance_the_weight_of_a_quadrotor() {
    let mut run = Scene::new()
        .robot(QUADROTOR)
        .at([0.0, 0.0, 10.0], 0.3)
        .sensor("pose", "pose.Pose")
        .actuator("rotors", "quadrotor_dynamic_control.QuadrotorDynamicControl")
        .run();
    engines(&mut run, [hovering(); 4]).seconds(3.0);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [0.0, 0.0, 10.0, 0.3], 1e-2);
    assert_close(run.reads("pose", ["roll", "pitch"]), [0.0; 2], 1e-3);
}

#[test]
fn different_rotor_speeds_rotate_a_quadrotor() {
    let scene = Scene::new()
        .ball(2.0, 0.35)
        .sensor("velocity", "velocity.Velocity")
        .actuator("rotors", "quadrotor_dynamic_control.QuadrotorDynamicControl");
    let inertia = 0.4 * 0.4 * 2.0 * 0.35 * 0.35;
    let square = hovering() * hovering();
    let (more, less) = ((1.01 * square).sqrt(), (0.99 * square).sqrt());
    // Half a second, in which damping has little effect.
    let spin = |torque: f64| 0.5 * torque / inertia * 0.975;

    let mut run = scene.run();
    engines(&mut run, [less, more, less, more]).seconds(0.5).step(1);
    let expected = spin(2.4e-7 * 4.0 * 0.01 * square);
    assert_close(run.vector("velocity", "angular_velocity"), [0.0, 0.0, expected], 0.01 * expected);
    assert_close([run.read("velocity", "world_linear_velocity.2")], [0.0], 1e-2);

    let mut run = scene.run();
    engines(&mut run, [more, hovering(), less, hovering()]).seconds(0.5).step(1);
    let expected = spin(9.169e-6 * 0.18 * 2.0 * 0.01 * square);
    assert_close(run.vector("velocity", "angular_velocity"), [0.0, expected, 0.0], 0.01 * expected);
}

#[test]
fn command_needs_four_finite_speeds() {
    let mut run = Scene::new()
        .ball(2.0, 0.35)
        .actuator("rotors", "quadrotor_dynamic_control.QuadrotorDynamicControl")
        .run();
    for bad in [&[f64::NAN, 0.0, 0.0, 0.0][..], &[1.0, 2.0, 3.0], &[0.0; 5]] {
        assert!(!run.command_vectors("rotors", &[("engines", bad)]), "{bad:?}");
    }
    engines(&mut run, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn unknown_rotor_configuration_is_refused_by_name() {
    let refusal = Scene::new()
        .ball(2.0, 0.35)
        .actuator("rotors", "quadrotor_dynamic_control.QuadrotorDynamicControl")
        .with("properties", json!({"Configuration": "y"}))
        .refusal();
    for word in ["robot.rotors", "Configuration", "+", "x", "y"] {
        assert!(refusal.contains(word), "{refusal}");
    }
}

fn stabilized() -> Run {
    let scene = Scene::new().robot(FAKE).at([0.0, 0.0, 10.0], 0.0).sensor("pose", "pose.Pose");
    scene.actuator("flight", "stabilized_quadrotor.StabilizedQuadrotor").run()
}

fn command(run: &mut Run, theta_c: f64, phi_c: f64, psi_c: f64) -> &mut Run {
    assert!(
        run.command("flight", &[("theta_c", theta_c), ("phi_c", phi_c), ("psi_c", psi_c), ("h_c", 10.0)])
    );
    run
}

#[test]
fn stabilized_quadrotor_hovers_until_the_first_command() {
    let mut run = stabilized();
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [0.0, 0.0, 10.0, 0.0], 1e-9);
}

#[test]
fn stabilized_quadrotor_accelerates_in_the_direction_of_its_tilt_and_keeps_its_speed() {
    let mut run = stabilized();
    command(&mut run, 0.1, 0.0, 0.0).seconds(1.0).step(1);
    assert_close(run.reads("pose", ["x", "y"]), [0.4, 0.0], 0.2);
    let before = run.read("pose", "x");
    run.seconds(1.0);
    assert_close([run.read("pose", "x") - before], [1.4], 0.2);
    command(&mut run, 0.0, 0.0, 0.0).seconds(1.0);
    let before = run.read("pose", "x");
    run.seconds(1.0);
    let glide = run.read("pose", "x") - before;
    assert_close([glide], [2.1], 0.2);
    let before = run.read("pose", "x");
    run.seconds(1.0);
    assert_close([run.read("pose", "x") - before], [glide], 1e-3);
    assert_close([run.read("pose", "z")], [10.0], 0.05);

    let mut run = stabilized();
    command(&mut run, 0.0, 0.1, 0.0).seconds(1.0).step(1);
    assert_close(run.reads("pose", ["x", "y"]), [0.0, -0.4], 0.2);
}

#[test]
fn heading_error_turns_a_stabilized_quadrotor_while_it_is_commanded() {
    let mut run = stabilized();
    command(&mut run, 0.0, 0.0, 0.1).seconds(1.0).step(1);
    let yaw = run.read("pose", "yaw");
    assert_close([yaw], [-0.69], 0.1);
    run.seconds(1.0);
    assert_close([run.read("pose", "yaw") - yaw], [-0.1 * 10.0 / 1.4], 1e-3);
}

#[test]
fn stabilized_quadrotor_climbs_adds_up_headings_and_stops() {
    let mut run = stabilized();
    let cons = [0.0, 0.1, 0.05, 12.0].map(Value::Float);
    run.call("flight", "set_cons", &cons);
    run.call("flight", "set_cons", &cons);
    assert_close(run.reads("flight", ["phi_c", "theta_c", "psi_c", "h_c"]), [0.0, 0.1, 0.1, 12.0], 1e-12);
    run.seconds(4.0);
    assert_close([run.read("pose", "z")], [12.0], 0.05);
    run.call("flight", "stop", &[]);
    run.step(2);
    let stopped = run.reads("pose", ["x", "y", "z", "yaw"]);
    run.seconds(0.5);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), stopped, 1e-6);
}
