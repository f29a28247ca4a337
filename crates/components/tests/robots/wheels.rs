//! Tests of robots with simulated wheels, and of the actuators that drive wheels.

mod hummer;

use std::f64::consts::{FRAC_PI_2, PI};

use crate::common::{ATRV, Run, Scene, assert_close};
use morse_scene::value::Value;
use serde_json::json;

const SEGWAY: &str = "morse.robots.segwayrmp400.SegwayRMP400";
const PIONEER: &str = "morse.robots.pioneer3dx.Pioneer3DX";
const PATROLBOT: &str = "morse.robots.patrolbot.PatrolBot";
const HUMMER: &str = "morse.robots.hummer.Hummer";
const B21: &str = "morse.robots.b21.B21";

const DIFFERENTIAL: &str = "v_omega_diff_drive.MotionVWDiff";

/// A robot as its builder class creates it.
fn built(class: &str) -> Scene {
    let catalog = morse_components::catalog();
    let builder = &catalog.by_class(class).unwrap().builders[0];
    let properties = serde_json::to_value(&builder.properties).unwrap();
    Scene::new().robot(class).with("properties", properties)
}

/// Collision margin of the ground in models. [m]
const GROUND_MARGIN_M: f64 = 0.06;

/// A robot after a second at rest.
fn standing(class: &str) -> Run {
    let mut run = built(class).sensor("pose", "pose.Pose").actuator("motion", DIFFERENTIAL).run();
    run.seconds(1.0);
    run
}

fn hummer() -> Run {
    let scene = built(HUMMER).at([0.0, 0.0, 1.2], 0.0).sensor("pose", "pose.Pose");
    scene.actuator("motion", "steer_force.SteerForce").run()
}

fn set_speed(run: &mut Run, v: f64, w: f64) {
    run.call("motion", "set_speed", &[Value::Float(v), Value::Float(w)]);
}

fn place(run: &mut Run) -> [f64; 3] {
    run.step(1).reads("pose", ["x", "y", "yaw"])
}

#[test]
fn wheeled_robots_rest_at_the_height_of_the_original() {
    for (class, height) in [(SEGWAY, 0.15), (PIONEER, 0.1), (PATROLBOT, 0.17)] {
        let mut run = standing(class);
        let [x, y, z, roll, pitch] = run.step(1).reads("pose", ["x", "y", "z", "roll", "pitch"]);
        assert_close([x, y, z, roll, pitch], [0.0, 0.0, height + GROUND_MARGIN_M, 0.0, 0.0], 0.02);
        run.seconds(10.0);
        let later = run.step(1).reads("pose", ["x", "y", "z", "roll", "pitch"]);
        assert_close(later, [x, y, z, roll, pitch], 1e-3);
    }
}

#[test]
fn wheeled_robots_drive_straight() {
    for class in [SEGWAY, PIONEER, PATROLBOT] {
        let mut run = standing(class);
        let [x, y, _] = place(&mut run);
        // As a client that increases the speed for half a second.
        for step in 1..=5 {
            set_speed(&mut run, 0.2 * f64::from(step), 0.0);
            run.seconds(0.1);
        }
        run.seconds(1.75);
        let [x_after, y_after, yaw] = place(&mut run);
        assert_close([x_after - x, y_after - y, yaw], [2.0, 0.0, 0.0], 0.15);
        run.call("motion", "stop", &[]);
        run.seconds(2.0);
        let stopped = place(&mut run);
        run.seconds(5.0);
        assert_close(place(&mut run), stopped, 1e-3);
    }
}

#[test]
fn wheeled_robots_turn_at_the_commanded_rate() {
    for class in [SEGWAY, PIONEER, PATROLBOT] {
        let mut run = standing(class);
        set_speed(&mut run, 0.0, 0.4);
        run.seconds(1.0);
        let [_, _, yaw] = place(&mut run);
        run.seconds(4.0);
        let [.., later] = place(&mut run);
        assert_close([(later - yaw).rem_euclid(2.0 * PI)], [1.6], 0.02 * 1.6);
    }
}

#[test]
fn pioneer_drives_the_commanded_circle() {
    let mut run = standing(PIONEER);
    set_speed(&mut run, 0.2, 0.2);
    run.seconds(0.5);
    let [x, y, yaw] = place(&mut run);
    run.seconds(FRAC_PI_2 / 0.2);
    let [x_after, y_after, yaw_after] = place(&mut run);
    let turned = (yaw_after - yaw).rem_euclid(2.0 * PI);
    assert_close([turned], [FRAC_PI_2], 0.02 * FRAC_PI_2);
    // The middle of the axle, 4.5 cm ahead of the origin, follows a circle of 1 m, and the origin nearly the same circle.
    let chord = (x_after - x).hypot(y_after - y);
    assert_close([chord], [2.0_f64.sqrt()], 0.02 * 1.42);
}

#[test]
fn fix_turning_speed_scales_the_turn_rate() {
    let turned = |track: f64| {
        let properties = json!({"WheelFLName": "Wheel_L", "WheelFRName": "Wheel_R",
            "CasterWheelName": "CasterWheel", "HasSuspension": false, "FixTurningSpeed": track});
        let scene = Scene::new().robot(PIONEER).with("properties", properties).sensor("pose", "pose.Pose");
        let mut run = scene.actuator("motion", DIFFERENTIAL).run();
        run.seconds(1.0);
        set_speed(&mut run, 0.0, 0.2);
        run.seconds(4.0);
        place(&mut run)[2]
    };
    let at_reference = turned(0.52);
    assert_close([turned(0.0)], [at_reference], 1e-6);
    assert_close([turned(1.04)], [2.0 * at_reference], 0.03 * 2.0 * at_reference);
}

#[test]
fn visual_wheels_rotate_with_the_simulated_wheels() {
    let mut run = standing(SEGWAY);
    let angle = |run: &Run| {
        let world = run.simulation.world();
        let robot = world.find("robot").unwrap();
        let wheel = world.part(robot, "wheel1").unwrap();
        (world.wheels(robot).next().unwrap().angle, world.parent_from(wheel).rotation)
    };
    let (before, stood) = angle(&run);
    set_speed(&mut run, 0.5, 0.0);
    run.seconds(0.5);
    let (after, stands) = angle(&run);
    assert_close([after - before], [0.5 * 0.5 / 0.25], 0.1);
    assert_close([stood.angle_between(stands)], [after - before], 1e-6);
}

#[test]
fn wheel_joints_have_the_names_of_the_model() {
    let wheels = |run: &Run| -> Vec<(String, bool, bool, bool)> {
        let world = run.simulation.world();
        let wheels = world.shown_wheels(world.find("robot").unwrap());
        let told = |spec: &morse_world::WheelSpec| {
            (spec.name.clone(), spec.steered, spec.swivels, spec.suspension.is_some())
        };
        wheels.map(|wheel| told(wheel.spec)).collect()
    };
    let of = |name: &str, steered, swivels, sprung| (name.to_owned(), steered, swivels, sprung);
    let pioneer = [of("Wheel_L", false, false, false), of("Wheel_R", false, false, false)];
    let found = wheels(&standing(PIONEER));
    assert_eq!(found[..2], pioneer);
    assert_eq!(found[2], of("CasterWheel", false, true, false));
    let expected: Vec<_> =
        (1..=4).map(|wheel| of(&format!("wheel{wheel}"), wheel < 3, false, true)).collect();
    assert_eq!(wheels(&hummer()), expected);
}

#[test]
fn visual_wheels_rotate_forwards_with_positive_angles() {
    let mut run = Scene::new().robot(ATRV).actuator("motion", "v_omega.MotionVW").run();
    set_speed(&mut run, 0.5, 0.0);
    run.seconds(1.0);
    let world = run.simulation.world();
    let robot = world.find("robot").unwrap();
    let driven = world.world_from(robot).translation.x;
    assert!(driven > 0.3, "{driven}");
    for wheel in ["Wheel.1", "Wheel.2", "Wheel.3", "Wheel.4"] {
        let node = world.part(robot, wheel).unwrap();
        let part = world.turning_part(node).unwrap();
        assert_eq!((part.name.as_str(), part.owner), (wheel, robot));
        // The visual rotation has steps of 0.2 rad, and the robot settles at first.
        assert_close([part.angle(world.parent_from(node))], [driven / 0.2016], 0.25);
    }
}

#[test]
fn segway_rolls_and_slips_as_in_bullet() {
    // Bullet 2.82, with bodies for wheels and motors of 300 N m on a ground of triangles: the position after a number
    // of seconds straight ahead, and the rolled distance of its wheels. On arcs, this simulation is closer to the
    // command.
    for (v, seconds, expected, rolled) in [(0.5, 12.0, 5.973, 6.008), (1.0, 4.0, 3.912, 3.991)] {
        let mut run = standing(SEGWAY);
        let [x, ..] = place(&mut run);
        set_speed(&mut run, v, 0.0);
        run.seconds(seconds);
        let [x_after, ..] = place(&mut run);
        assert_close([x_after - x], [expected], 0.01 * expected);
        let world = run.simulation.world();
        let wheel = world.wheels(world.find("robot").unwrap()).next().unwrap();
        assert_close([wheel.angle * 0.25], [rolled], 0.01 * rolled);
    }
}

/// Equivalent track of a Segway, at which two wheels turn at the same rate as its four wheels: 2 (b + a² / b), with b
/// half of 0.624 m and a half of 0.54 m.
const SLIPPING_TRACK_M: f64 = 2.0 * (0.312 + 0.27 * 0.27 / 0.312);

#[test]
fn segway_follows_its_commands_at_rest_straight_on_arcs_and_on_the_spot() {
    // As a client that increases the speed for half a second.
    for (v, w) in
        [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 0.47), (0.3, 0.2), (1.0, 0.2), (1.0, 0.52), (0.0, 0.5)]
    {
        let mut run = standing(SEGWAY);
        for part in 1..=5 {
            set_speed(&mut run, v * 0.2 * f64::from(part), w * 0.2 * f64::from(part));
            run.seconds(0.1);
        }
        let state = |run: &Run| {
            let world = run.simulation.world();
            let robot = world.find("robot").unwrap();
            let rolled: Vec<f64> = world.wheels(robot).map(|wheel| wheel.angle * 0.25).collect();
            (
                [(rolled[0] + rolled[1]) / 2.0, (rolled[1] - rolled[0]) / SLIPPING_TRACK_M],
                world.world_from(robot),
            )
        };
        let (odometry, mut last) = state(&run);
        let (mut way, mut turned) = (0.0, 0.0);
        for _ in 0..12 * 60 {
            run.step(1);
            let (_, now) = state(&run);
            way += (last.inverse() * now).translation.x;
            turned += morse_world::normalise_angle(now.euler().yaw - last.euler().yaw);
            last = now;
        }
        let (after, _) = state(&run);
        let [rolled, rolled_about] = [after[0] - odometry[0], after[1] - odometry[1]];
        assert_close([way], [rolled], 0.02 * rolled.abs() + 1e-3);
        assert_close([turned], [rolled_about], 0.025 * rolled_about.abs() + 1e-3);
    }
}

#[test]
fn segway_ends_a_closed_loop_near_its_start() {
    // Out and back, a quarter of a circle, and the rest of the same circle at half the speed. Bullet 3.26, with bodies
    // for wheels, ends 0.22 m off.
    let legs = [(1.0, 0.0, 2.0), (-1.0, 0.0, 2.0), (1.0, -PI / 4.0, 2.0), (0.5, -PI / 8.0, 12.0)];
    let mut run = standing(SEGWAY);
    let [x, y, yaw] = place(&mut run);
    for (v, w, seconds) in legs {
        set_speed(&mut run, v, w);
        run.seconds(seconds);
        set_speed(&mut run, 0.0, 0.0);
        run.seconds(0.5);
    }
    let [x_after, y_after, yaw_after] = place(&mut run);
    let off_m = (x_after - x).hypot(y_after - y);
    assert!(off_m < 0.2, "{off_m}");
    assert_close([morse_world::normalise_angle(yaw_after - yaw)], [0.0], 0.05);
}

#[test]
fn missing_wheels_are_refused() {
    let refusal = Scene::new().robot(ATRV).actuator("motion", DIFFERENTIAL).refusal();
    assert!(refusal.contains("robot.motion") && refusal.contains("MotionVW"), "{refusal}");
    let refusal = built(SEGWAY).actuator("motion", "steer_force.SteerForce").refusal();
    assert!(refusal.contains("robot.motion") && refusal.contains("Hummer"), "{refusal}");
    let misnamed = json!({"WheelFLName": "wheel1", "WheelFRName": "wheel9"});
    let refusal = Scene::new().robot(SEGWAY).with("properties", misnamed).refusal();
    for word in ["robot", "wheel9", "WheelFRName"] {
        assert!(refusal.contains(word), "{refusal}");
    }
    let refusal = Scene::new().robot(SEGWAY).refusal();
    assert!(refusal.contains("WheelFLName"), "{refusal}");
}

#[test]
fn invalid_commands_keep_the_last_valid_command() {
    let mut run = standing(SEGWAY);
    assert!(run.command("motion", &[("v", 0.5), ("w", 0.0)]));
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(!run.command("motion", &[("v", bad), ("w", 0.0)]));
    }
    run.seconds(2.0);
    let [x, ..] = place(&mut run);
    // Faster than any wheel can turn: nothing changes.
    assert!(run.command("motion", &[("v", 1e300), ("w", 0.0)]));
    run.seconds(1.0);
    assert_close([place(&mut run)[0] - x], [0.5], 0.05);
}

#[test]
fn restored_scene_continues_as_the_saved_one() {
    let mut run = standing(PIONEER);
    set_speed(&mut run, 0.4, 0.3);
    run.seconds(0.5);
    let saved = run.simulation.save().unwrap();
    let mut other = standing(PIONEER);
    other.simulation.restore(&saved).unwrap();
    for _ in 0..60 {
        assert_eq!(run.digest(), other.digest());
        run.step(1);
        other.step(1);
    }
}

#[test]
fn b21_slides_along_the_commanded_arc() {
    let mut run = built(B21).sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW").run();
    run.seconds(1.0);
    let [x, y, _] = place(&mut run);
    set_speed(&mut run, 1.0, 0.0);
    run.seconds(2.0);
    let [x_after, y_after, yaw] = place(&mut run);
    assert_close([x_after - x, y_after - y, yaw], [2.0, 0.0, 0.0], 0.2);
}
