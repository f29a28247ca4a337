//! Tests of robots with several actuators that drive them, and of commands that expire.

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use serde_json::json;

const MOTION: (&str, &str) = ("motion", "v_omega.MotionVW");
const WAYPOINT: (&str, &str) = ("waypoint", "waypoint.Waypoint");

/// A robot with actuators in this order; the first one has a stream with these options.
fn robot(class: &str, actuators: &[(&str, &str)], options: serde_json::Value) -> Scene {
    let mut scene = Scene::new().robot(class).sensor("pose", "pose.Pose");
    for (number, (name, class)) in actuators.iter().enumerate() {
        scene = scene.actuator(name, class);
        if number == 0 {
            scene = scene.stream_with(options.clone());
        }
    }
    scene
}

fn both_orders(class: &str) -> impl Iterator<Item = Run> {
    let orders = [[MOTION, WAYPOINT], [WAYPOINT, MOTION]].into_iter();
    orders.map(move |order| robot(class, &order, json!({})).run())
}

fn drive(run: &mut Run, v: f64) {
    assert!(run.command("motion", &[("v", v), ("w", 0.0)]));
}

fn arrived() -> Answer {
    Answer::Success(Value::from("Arrived"))
}

#[test]
fn goal_is_reached_beside_a_mover_in_both_orders_and_after_any_command() {
    for before in [None, Some(0.0), Some(-0.5)] {
        for mut run in both_orders(ATRV) {
            if let Some(v) = before {
                drive(&mut run, v);
                run.seconds(1.0);
            }
            let (_, answer) = run.start("waypoint", "goto", &[3.0, 0.0, 0.0, 0.5, 1.0]);
            run.seconds(5.0);
            assert_eq!(answer.try_recv().unwrap(), arrived(), "{before:?}");
            // The command before the goal has ended.
            let there = run.reads("pose", ["x", "y"]);
            run.seconds(2.0);
            assert_close(run.reads("pose", ["x", "y"]), there, 0.2);
            assert_close(there, [2.6, 0.0], 0.3);
        }
    }
}

#[test]
fn command_that_waits_in_a_stream_is_older_than_the_goal() {
    let mut run = robot(ATRV, &[MOTION, WAYPOINT], json!({})).run();
    run.step(2);
    run.publish(&[("v", 0.0), ("w", 0.0)]);
    let (_, answer) = run.start("waypoint", "goto", &[3.0, 0.0, 0.0, 0.5, 1.0]);
    run.seconds(5.0);
    assert_eq!(answer.try_recv().unwrap(), arrived());
}

#[test]
fn mover_drives_straight_without_a_goal_in_both_orders() {
    for mut run in both_orders(ATRV) {
        drive(&mut run, 1.0);
        run.seconds(3.0);
        assert_close(run.reads("pose", ["x", "y", "yaw"]), [3.0, 0.0, 0.0], 0.15);
    }
}

#[test]
fn newer_command_interrupts_the_goal_only_of_an_actuator_that_is_declared_later() {
    for (order, x) in [([MOTION, WAYPOINT], 1.0), ([WAYPOINT, MOTION], 3.0)] {
        let mut run = robot(ATRV, &order, json!({})).run();
        let (_, answer) = run.start("waypoint", "goto", &[3.0, 0.0, 0.0, 0.1, 1.0]);
        run.seconds(1.0);
        drive(&mut run, 0.0);
        run.seconds(5.0);
        assert_close([run.read("pose", "x")], [x], 0.3);
        assert_eq!(answer.try_recv().is_ok(), x > 2.0);
    }
}

#[test]
fn goal_goes_on_when_the_newer_command_expires() {
    let mut run = robot(ATRV, &[MOTION, WAYPOINT], json!({"timeout": 0.5})).run();
    let (_, answer) = run.start("waypoint", "goto", &[4.0, 0.0, 0.0, 0.5, 1.0]);
    run.seconds(1.0);
    run.publish(&[("v", 0.0), ("w", 0.0)]);
    run.step(2);
    let x = run.read("pose", "x");
    run.seconds(0.4);
    assert_close([run.read("pose", "x")], [x], 0.1);
    run.seconds(5.0);
    assert_eq!(answer.try_recv().unwrap(), arrived());
}

#[test]
fn actuator_without_a_command_does_not_hold_the_robot() {
    let pose = [("x", 4.0), ("y", 5.0), ("z", 0.0), ("yaw", 0.0), ("pitch", 0.0), ("roll", 0.0)];
    for holder in ["teleport.Teleport", "orientation.Orientation", "xy_omega.MotionXYW", "v_omega.MotionVW"] {
        let mut run = robot(ATRV, &[("holder", holder), MOTION], json!({})).run();
        run.seconds(0.5);
        drive(&mut run, 1.0);
        run.seconds(2.0);
        assert_close([run.read("pose", "x")], [2.0], 0.2);
    }
    let mut run = robot(FAKE, &[MOTION, ("teleport", "teleport.Teleport")], json!({})).run();
    run.command("teleport", &pose);
    run.seconds(0.5);
    assert_close(run.reads("pose", ["x", "y"]), [4.0, 5.0], 1e-6);
}

#[test]
fn force_moves_a_robot_whose_mover_has_no_command() {
    let mut run = robot(ATRV, &[MOTION, ("force", "force_torque.ForceTorque")], json!({})).run();
    run.command_vectors("force", &[("force", &[2000.0, 0.0, 0.0]), ("torque", &[0.0; 3])]);
    run.seconds(2.0);
    assert!(run.read("pose", "x") > 0.5, "{}", run.read("pose", "x"));
}

#[test]
fn rotorcraft_holds_one_height_with_two_controllers_and_flies_to_its_goal() {
    let controllers = [
        ("velocity", "rotorcraft_velocity.RotorcraftVelocity"),
        ("waypoint", "rotorcraft_waypoint.RotorcraftWaypoint"),
    ];
    for order in [controllers, [controllers[1], controllers[0]]] {
        let mut scene =
            Scene::new().robot("morse.robots.quadrotor_dynamic.Quadrotor").at([0.0, 0.0, 5.0], 0.0);
        for (name, class) in order {
            scene = scene.actuator(name, class);
        }
        let mut run = scene.sensor("pose", "pose.Pose").run();
        run.seconds(2.0);
        assert_close([run.read("pose", "z")], [5.0], 0.5);
        let (_, answer) = run.start("waypoint", "goto", &[2.0, 0.0, 6.0, 0.0, 0.3]);
        run.seconds(30.0);
        assert_eq!(answer.try_recv().unwrap(), arrived());
        assert_close(run.reads("pose", ["x", "y", "z"]), [2.0, 0.0, 6.0], 0.5);
    }
}

#[test]
fn wheels_roll_freely_while_a_goal_has_the_robot() {
    let wheels = ("wheels", "v_omega_diff_drive.MotionVWDiff");
    for order in [[wheels, WAYPOINT], [WAYPOINT, wheels]] {
        let catalog = morse_components::catalog();
        let (class, builder) = catalog.by_builder("SegwayRMP400").unwrap();
        let mut scene = Scene::new().built(builder, &class.class).sensor("pose", "pose.Pose");
        for (name, class) in order {
            scene = scene.actuator(name, class);
        }
        let mut run = scene.run();
        run.command("wheels", &[("v", -0.5), ("w", 0.0)]);
        run.seconds(1.0);
        let (_, answer) = run.start("waypoint", "goto", &[3.0, 0.0, 0.0, 0.5, 1.0]);
        run.seconds(15.0);
        assert_eq!(answer.try_recv().unwrap(), arrived());
    }
}

#[test]
fn velocity_stops_when_it_expires_and_only_then() {
    for (timeout, x) in [(json!({"timeout": 0.5}), 0.5), (json!({}), 2.0)] {
        for actuators in [&[MOTION][..], &[MOTION, WAYPOINT]] {
            let mut run = robot(ATRV, actuators, timeout.clone()).run();
            run.publish(&[("v", 1.0), ("w", 0.0)]);
            run.seconds(2.0);
            assert_close([run.read("pose", "x")], [x], 0.15);
        }
    }
    let mut run = robot(ATRV, &[MOTION], json!({"timeout": 0.5})).run();
    for _ in 0..10 {
        run.publish(&[("v", 1.0), ("w", 0.0)]);
        run.seconds(0.2);
    }
    assert_close([run.read("pose", "x")], [2.0], 0.15);
    // A service has no time limit.
    run.call("motion", "set_speed", &[Value::Float(1.0), Value::Float(0.0)]);
    run.seconds(2.0);
    assert_close([run.read("pose", "x")], [4.0], 0.2);
}

#[test]
fn timeout_must_be_positive() {
    for timeout in [json!(0), json!(-1.0), json!("soon")] {
        let refusal = robot(ATRV, &[MOTION], json!({"timeout": timeout})).refusal();
        assert!(refusal.contains("`timeout` must be a number of seconds greater than zero"), "{refusal}");
    }
}

#[test]
fn saved_simulation_goes_on_with_the_same_order_of_commands() {
    let scene = robot(ATRV, &[MOTION, WAYPOINT], json!({"timeout": 5.0}));
    let mut run = scene.run();
    run.publish(&[("v", 0.5), ("w", 0.1)]);
    run.seconds(1.0);
    let goal = [("x", 3.0), ("y", 1.0), ("z", 0.0), ("tolerance", 0.1), ("speed", 1.0)];
    run.command("waypoint", &goal);
    run.seconds(0.5);
    drive(&mut run, 0.2);
    let snapshot = run.simulation.save().unwrap();
    let mut other = scene.run();
    other.simulation.restore(&snapshot).unwrap();
    for _ in 0..10 {
        assert_eq!(run.digest(), other.digest());
        run.seconds(1.0);
        other.seconds(1.0);
    }
    assert_close(run.reads("pose", ["x", "y"]), [3.0, 1.0], 0.3);
}
