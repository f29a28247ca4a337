//! Robots on wheels of their models, and the actuators that drive wheels.

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
    let catalogue = morse_components::catalogue();
    let builder = &catalogue.by_class(class).unwrap().builders[0];
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
fn wheeled_robots_stand_where_the_original_has_them() {
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
        // Like a client that takes half a second to reach its speed.
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
fn wheeled_robots_turn_as_they_are_told() {
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
fn a_pioneer_drives_the_circle_it_is_told() {
    let mut run = standing(PIONEER);
    set_speed(&mut run, 0.2, 0.2);
    run.seconds(0.5);
    let [x, y, yaw] = place(&mut run);
    run.seconds(FRAC_PI_2 / 0.2);
    let [x_after, y_after, yaw_after] = place(&mut run);
    let turned = (yaw_after - yaw).rem_euclid(2.0 * PI);
    assert_close([turned], [FRAC_PI_2], 0.02 * FRAC_PI_2);
    // The middle of the axle, 4.5 cm ahead of the origin, follows a circle of 1 m, and the origin nearly so.
    let chord = (x_after - x).hypot(y_after - y);
    assert_close([chord], [2.0_f64.sqrt()], 0.02 * 1.42);
}

#[test]
fn a_fixed_track_changes_how_fast_a_robot_turns() {
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
    let as_told = turned(0.52);
    assert_close([turned(0.0)], [as_told], 1e-6);
    assert_close([turned(1.04)], [2.0 * as_told], 0.03 * 2.0 * as_told);
}

#[test]
fn wheels_turn_before_the_eyes() {
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
fn wheels_are_known_by_the_names_of_the_model_and_by_how_they_move() {
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
fn visual_wheels_turn_forwards_with_positive_angles() {
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
        // It turns in steps of 0.2 rad, and the robot settles at first.
        assert_close([part.angle(world.parent_from(node))], [driven / 0.2016], 0.25);
    }
}

#[test]
fn a_segway_rolls_and_slips_as_in_bullet() {
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

/// The track of two wheels that turn at the same rate as the four of a Segway: 2 (b + a² / b), with b half of 0.624 m
/// and a of 0.54 m.
const SLIPPING_TRACK_M: f64 = 2.0 * (0.312 + 0.27 * 0.27 / 0.312);

#[test]
fn a_segway_follows_its_odometry_at_rest_straight_on_arcs_and_on_the_spot() {
    // Like a client: speeds increase for half a second.
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
fn a_segway_that_drives_a_closed_loop_ends_near_its_beginning() {
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
fn wheels_are_refused_where_there_are_none() {
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
fn bad_commands_leave_the_last_good_one_in_force() {
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
fn a_restored_scene_rolls_on_as_the_saved_one() {
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
fn a_b21_slides_where_it_is_told() {
    let mut run = built(B21).sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW").run();
    run.seconds(1.0);
    let [x, y, _] = place(&mut run);
    set_speed(&mut run, 1.0, 0.0);
    run.seconds(2.0);
    let [x_after, y_after, yaw] = place(&mut run);
    assert_close([x_after - x, y_after - y, yaw], [2.0, 0.0, 0.0], 0.2);
}
