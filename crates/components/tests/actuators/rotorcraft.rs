//! Tests of rotorcraft controllers: RotorcraftAttitude, RotorcraftVelocity, RotorcraftWaypoint.

use crate::common::{HZ, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::Event;
use serde_json::json;

const QUADROTOR: &str = "morse.robots.quadrotor_dynamic.Quadrotor";

/// Thrust command at which the default controller balances two kilograms.
const HOVERING: f64 = 2.0 * 9.81 / 40.0;

fn quadrotor(location: [f64; 3], yaw: f64, class: &str) -> Scene {
    Scene::new()
        .robot(QUADROTOR)
        .at(location, yaw)
        .sensor("pose", "pose.Pose")
        .sensor("velocity", "velocity.Velocity")
        .actuator("control", class)
}

fn attitude(run: &mut Run, roll: f64, pitch: f64, yaw: f64, thrust: f64) -> &mut Run {
    let command = [("roll", roll), ("pitch", pitch), ("yaw", yaw), ("thrust", thrust)];
    assert!(run.command("control", &command));
    run
}

#[test]
fn attitude_follows_its_command_as_in_the_linear_model() {
    let mut run = quadrotor([0.0, 0.0, 100.0], 0.0, "rotorcraft_attitude.RotorcraftAttitude").run();
    attitude(&mut run, 0.0, 0.0, 0.0, HOVERING).step(2);
    attitude(&mut run, 0.2, 0.0, 0.0, HOVERING);
    // r'' = T (P (c - r) + D (c - r)') with P = 100, D = 20 and thrust T: with T D = a and T P = b, the response to a
    // step c is c (1 - e^(-a t/2) (cos w t - a/(2 w) sin w t)), w² = b - a²/4.
    let (a, b) = (20.0 * HOVERING, 100.0 * HOVERING);
    let w = (b - a * a / 4.0).sqrt();
    for tick in 1..=60 {
        run.step(1);
        // The sensor reads before the actuator acts.
        let t = f64::from(tick - 1) / 60.0;
        let expected = 0.2 * (1.0 - (-a * t / 2.0).exp() * ((w * t).cos() - a / (2.0 * w) * (w * t).sin()));
        let roll = run.read("pose", "roll");
        assert!((roll - expected).abs() < 0.03, "{roll} at {t} s, expected {expected}");
    }
    assert_close(run.reads("pose", ["roll", "pitch"]), [0.2, 0.0], 5e-3);
    // A roll to the right moves the robot to the right.
    run.seconds(1.0);
    assert!(run.read("pose", "y") < -0.5);
}

#[test]
fn commanded_pitch_is_nose_up_and_yaw_is_to_the_right() {
    let mut run = quadrotor([0.0, 0.0, 100.0], 0.5, "rotorcraft_attitude.RotorcraftAttitude").run();
    attitude(&mut run, 0.0, 0.1, 0.0, HOVERING).seconds(2.0);
    assert_close(run.reads("pose", ["pitch", "yaw"]), [-0.1, 0.5], 0.01);
    attitude(&mut run, 0.0, 0.0, 0.3, HOVERING).seconds(4.0);
    let yaw = run.read("pose", "yaw");
    run.seconds(1.0);
    assert_close([run.read("pose", "yaw") - yaw], [-0.3], 0.03);
}

#[test]
fn heading_can_be_commanded_from_north() {
    // North is the Y axis of the world unless the environment rotates it.
    let properties = json!({"YawRateControl": false, "UseAngleAgainstNorth": true});
    let scene = quadrotor([0.0, 0.0, 100.0], 0.2, "rotorcraft_attitude.RotorcraftAttitude");
    let mut run = scene
        .with("properties", properties)
        .sensor("attitude", "attitude.Attitude")
        .with("properties", json!({"UseAngleAgainstNorth": true}))
        .run();
    attitude(&mut run, 0.0, 0.0, 1.0, HOVERING).seconds(5.0);
    assert_close([run.read("attitude", "rotation.yaw")], [-1.0], 0.02);
}

#[test]
fn rotorcraft_without_thrust_falls() {
    let mut run = quadrotor([0.0, 0.0, 100.0], 0.0, "rotorcraft_attitude.RotorcraftAttitude").run();
    attitude(&mut run, 0.5, 0.0, 1.0, 0.0).seconds(1.0).step(1);
    assert_close(run.reads("pose", ["z", "roll", "yaw"]), [100.0 - 9.81 / 2.0, 0.0, 0.0], 0.2);
}

#[test]
fn rotorcraft_flies_at_the_commanded_velocity_and_yaw_rate() {
    let mut run = quadrotor([0.0, 0.0, 50.0], 0.0, "rotorcraft_velocity.RotorcraftVelocity").run();
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 50.0], 0.02);
    run.call("control", "setvel", &[1.0, -0.5, 0.5, 0.0].map(Value::Float));
    run.seconds(20.0);
    assert_close(run.vector("velocity", "world_linear_velocity"), [1.0, -0.5, 0.5], 0.05);
    run.call("control", "setvel", &[0.0, 0.0, 0.0, 0.2].map(Value::Float));
    run.seconds(2.0);
    let yaw = run.read("pose", "yaw");
    run.seconds(1.0);
    assert_close([run.read("pose", "yaw") - yaw], [-0.2], 0.03);
}

#[test]
fn quadrotor_flies_to_a_point_and_a_heading() {
    let mut run = quadrotor([-1.24, 1.70, 1.81], 0.0, "rotorcraft_waypoint.RotorcraftWaypoint").run();
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [-1.24, 1.70, 1.81], 0.02);
    let (_, arrival) = run.start("control", "goto", &[10.0, 5.0, 10.0, 1.0]);
    run.seconds(10.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [10.0, 5.0, 10.0], 0.5);
    assert_close([run.read("pose", "yaw")], [1.0], 0.05);
    run.seconds(5.0);
    assert_eq!(arrival.try_recv(), Ok(Answer::Success(Value::from("Arrived"))));
    assert_eq!(run.call("control", "get_status", &[]), Value::from("Arrived"));
    let here = [10.0, 5.0, 10.0, 1.0].map(Value::Float);
    assert_eq!(run.call("control", "setdest", &here), Value::Bool(false));
    let away = [0.0, 5.0, 10.0, 1.0].map(Value::Float);
    assert_eq!(run.call("control", "setdest", &away), Value::Bool(true));
    assert_eq!(run.call("control", "get_status", &[]), Value::from("Transit"));
}

#[test]
fn quadrotor_with_a_cancelled_goal_hovers_without_arrival() {
    let mut run = quadrotor([0.0, 0.0, 50.0], 0.0, "rotorcraft_waypoint.RotorcraftWaypoint").run();
    run.seconds(1.0);
    let (id, answer) = run.start("control", "goto", &[40.0, 0.0, 50.0, 0.0]);
    run.seconds(3.0);
    let world = run.simulation.world();
    let at = world.world_from(world.find("robot").unwrap()).translation.x;
    run.simulation.handle(Event::Cancel(id));
    run.seconds(10.0);
    assert!(matches!(answer.try_recv(), Ok(Answer::Preempted(_))));
    assert_close(run.reads("pose", ["x", "y", "z"]), [at, 0.0, 50.0], 0.1);
    assert_eq!(run.call("control", "get_status", &[]), Value::from("Stop"));
    // A reset also ends a goal.
    run.start("control", "goto", &[40.0, 0.0, 50.0, 0.0]);
    run.seconds(3.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(5.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 50.0], 0.1);
    assert_eq!(run.call("control", "get_status", &[]), Value::from("Stop"));
}

#[test]
fn goals_and_velocities_that_are_not_finite_are_refused() {
    let mut run = quadrotor([0.0, 0.0, 50.0], 0.0, "rotorcraft_waypoint.RotorcraftWaypoint").run();
    let goal = |x| [("x", x), ("y", 0.0), ("z", 50.0), ("yaw", 0.0), ("tolerance", 0.2)];
    assert!(!run.command("control", &goal(f64::NAN)));
    assert!(!run.command("control", &goal(f64::INFINITY)));
    assert!(run.command("control", &goal(1.0)));
}

#[test]
fn rotorcraft_that_flies_into_slopes_does_not_gain_energy() {
    let scene = quadrotor([0.0, 0.0, 6.0], 0.0, "rotorcraft_waypoint.RotorcraftWaypoint");
    let mut run = scene.in_environment("outdoors").run();
    let goals = [[25.0, 10.0, -3.0], [-30.0, 5.0, -1.0], [20.0, -25.0, 0.0], [-25.0, -30.0, -3.0]];
    for [x, y, z] in goals.into_iter().cycle().take(8) {
        assert!(run.command("control", &[("x", x), ("y", y), ("z", z), ("yaw", 0.0), ("tolerance", 0.2)]));
        for _ in 0..8 * HZ {
            run.step(1);
            let world = run.simulation.world();
            let [linear, angular] = world.velocities(world.find("robot").unwrap());
            assert!(linear.length() < 60.0 && angular.length() < 300.0, "{linear} {angular}");
        }
    }
}
