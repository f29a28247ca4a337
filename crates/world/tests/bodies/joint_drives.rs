//! Drives of joints compared with closed forms: efforts of servos, set points that wait, exact motions.

use crate::common::arms::{link, pendulum, void};
use crate::common::{HZ, assert_close};
use glam::DVec3;
use morse_world::{JointDrive, JointId, JointKind, JointLimits, JointSpec, NodeSpec, World};

fn run(world: &mut World, seconds: usize) {
    for _ in 0..seconds * HZ {
        world.advance();
    }
}

/// A slider of 2 kg along x with these limits, without weight along its axis.
fn slider(world: &mut World, limits: JointLimits) -> JointId {
    let sled = world.add_node(NodeSpec::new("sled").with_body(link(2.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    let spec = JointSpec::new("rail", None, sled, JointKind::Prismatic);
    world.add_joint(JointSpec { limits, ..spec }).unwrap()
}

fn servo(target: f64, speed: f64, stiffness: f64, max_effort: f64) -> JointDrive {
    JointDrive::Position { target, speed, stiffness, damping: 2.0 * (stiffness * 2.0).sqrt(), max_effort }
}

#[test]
fn effort_of_a_servo_at_rest_is_the_weight_that_it_holds() {
    let mut world = void();
    let hinge = pendulum(&mut world, 2.0, 0.8, 0.05, 0.0);
    assert_eq!(world.joint_effort(hinge), Some(0.0));
    let drive =
        JointDrive::Position { target: 0.9, speed: 1.0, stiffness: 3000.0, damping: 150.0, max_effort: 50.0 };
    world.drive_joint(hinge, drive);
    run(&mut world, 6);
    let weight = 2.0 * 9.81 * 0.8 * world.joint_position(hinge).sin();
    assert_close(world.joint_effort(hinge).unwrap(), weight, 0.01);
    world.drive_joint(hinge, JointDrive::Effort(3.5));
    assert_eq!(world.joint_effort(hinge), Some(3.5));
    world.drive_joint(hinge, JointDrive::Velocity { target: 0.1, max_effort: 10.0 });
    assert_eq!(world.joint_effort(hinge), None);
}

#[test]
fn effort_of_an_accelerating_servo_is_mass_times_acceleration() {
    let mut world = void();
    let rail = slider(&mut world, JointLimits::default());
    world.drive_joint(rail, servo(1.0, f64::INFINITY, 8.0, 100.0));
    let mut before = 0.0;
    for tick in 0..HZ {
        world.advance();
        let acceleration = (world.joint_velocity(rail) - before) * HZ as f64;
        before = world.joint_velocity(rail);
        let effort = world.joint_effort(rail).unwrap();
        assert!(
            (effort - 2.0 * acceleration).abs() < 0.02,
            "tick {tick}: {effort}, not {}",
            2.0 * acceleration
        );
    }
}

#[test]
fn set_point_has_the_speed_of_the_drive_and_waits_for_a_joint_that_is_held_back() {
    let mut world = void();
    let limits = JointLimits { lower: -5.0, upper: 1.0, velocity: 2.0, effort: 10.0 };
    let rail = slider(&mut world, limits);
    let towards = |target: f64, speed: f64| servo(target, speed, 5000.0, f64::INFINITY);
    world.drive_joint(rail, towards(0.9, 0.5));
    run(&mut world, 1);
    // 10 N accelerate it for 0.1 s.
    assert_close(world.joint_position(rail), 0.5 - 0.025, 0.005);
    assert_close(world.joint_velocity(rail), 0.5, 0.005);
    // The end of the range holds the joint back: the servo exerts its maximum and does not overshoot on its way back.
    world.drive_joint(rail, towards(9.0, 0.5));
    run(&mut world, 3);
    assert_close(world.joint_position(rail), 1.0, 1e-3);
    world.drive_joint(rail, towards(-4.0, 0.5));
    let mut fastest = 0.0_f64;
    for _ in 0..2 * HZ {
        world.advance();
        fastest = fastest.max(world.joint_velocity(rail).abs());
    }
    assert!(fastest < 0.55, "{fastest}");
    assert_close(world.joint_position(rail), 0.0, 0.05);
}

#[test]
fn held_joint_gets_the_maximum_effort_of_the_servo() {
    let mut world = void();
    let wall = void_wall(&mut world);
    let limits = JointLimits { velocity: 1.0, effort: 7.0, ..JointLimits::default() };
    let rail = slider(&mut world, limits);
    world.drive_joint(rail, servo(3.0, 1.0, 2000.0, f64::INFINITY));
    // A second joint pulls it back with 9 N: the servo loses.
    world.drive_joint(wall, JointDrive::Free);
    for _ in 0..HZ {
        let sled = world.joint_child(rail);
        world.apply_force(sled, DVec3::NEG_X * 9.0);
        world.advance();
    }
    assert_close(world.joint_effort(rail).unwrap(), 7.0, 1e-9);
    // 9 N against 7 N, at 2 kg.
    assert_close(world.joint_velocity(rail), -1.0, 0.05);
}

fn void_wall(world: &mut World) -> JointId {
    let post = world.add_node(NodeSpec::new("post").with_body(link(1.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    world.add_joint(JointSpec::new("post", None, post, JointKind::Continuous)).unwrap()
}

#[test]
fn exact_motion_needs_no_effort_limit_and_keeps_the_velocity_limit() {
    let mut world = void();
    let limits = JointLimits { velocity: 2.0, effort: 0.001, ..JointLimits::default() };
    let rail = slider(&mut world, limits);
    world.drive_joint(rail, JointDrive::Exact { target: 0.7, speed: 1.0 });
    run(&mut world, 1);
    assert_close(world.joint_position(rail), 0.7, 1e-5);
    assert_close(world.joint_velocity(rail), 0.0, 1e-5);
    world.drive_joint(rail, JointDrive::Exact { target: 4.7, speed: f64::INFINITY });
    run(&mut world, 1);
    assert_close(world.joint_position(rail), 2.7, 1e-3);
    for _ in 0..HZ {
        world.apply_force(world.joint_child(rail), DVec3::NEG_X * 500.0);
        world.advance();
    }
    assert_close(world.joint_position(rail), 4.7, 1e-3);
}

#[test]
fn invalid_speeds_are_refused() {
    let mut world = void();
    let rail = slider(&mut world, JointLimits::default());
    for drive in [
        JointDrive::Exact { target: f64::NAN, speed: 1.0 },
        JointDrive::Exact { target: 0.0, speed: -1.0 },
        servo(0.0, f64::NAN, 10.0, 1.0),
    ] {
        world.drive_joint(rail, drive);
        assert_eq!(world.joint_drive(rail), JointDrive::Free, "{drive:?}");
    }
}
