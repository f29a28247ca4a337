//! Robots with wheels: rolling, turning, slipping and braking.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::DVec3;
use morse_world::{BodySpec, Euler, NodeSpec, PhysicsSettings, Pose, World};

use super::{
    PIONEER_RADIUS_M, PIONEER_TRACK_M, SEGWAY_HEIGHT_M, SEGWAY_RADIUS_M, advance, drive, pioneer, segway,
};
use crate::common::{HZ, assert_close, at, cuboid, ground, rigid, world};

#[test]
fn braked_robot_holds_on_a_slope_and_free_robot_rolls_down() {
    let slope = Pose::from_euler(DVec3::ZERO, Euler { pitch: 5_f64.to_radians(), ..Euler::default() });
    for heading in [0.0, 0.6, FRAC_PI_2] {
        let mut world = World::new(PhysicsSettings::default());
        world.add_node(ground(1.0).at(slope)).unwrap();
        let place = slope * Pose::from_euler(DVec3::ZERO, Euler { yaw: heading, ..Euler::default() });
        let robot = segway(&mut world, "segway", place);
        drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 0.0, 0.0);
        advance(&mut world, 0.5);
        let start = world.world_from(robot).translation;
        advance(&mut world, 10.0);
        let moved = world.world_from(robot).translation - start;
        assert!(moved.length() < 1e-3, "heading {heading}: moved by {moved}");
    }

    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0).at(slope)).unwrap();
    let robot = segway(&mut world, "segway", slope);
    advance(&mut world, 2.0);
    // The wheels are disks: rolling adds half of their mass to the inertia.
    let acceleration = 9.81 * 5_f64.to_radians().sin() * 112.0 / (112.0 + 11.0);
    let speed = world.linear_velocity(robot).length();
    assert_close(speed, 2.0 * acceleration, 0.01 * speed);
    let wheel = world.wheels(robot).next().unwrap();
    assert_close(wheel.rate * SEGWAY_RADIUS_M, speed, 0.01 * speed);
}

#[test]
fn robot_drives_as_far_as_its_wheels_roll() {
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 1.0, 0.0);
    advance(&mut world, 10.0);
    let pose = world.world_from(robot);
    let rolled = world.wheels(robot).next().unwrap().angle * SEGWAY_RADIUS_M;
    assert_close(rolled, 10.0, 0.05);
    assert_close(pose.translation.x, rolled, 0.02 * rolled);
    assert_close(pose.translation.y, 0.0, 1e-3);
    assert_close(pose.translation.z, SEGWAY_HEIGHT_M, 1e-3);
    assert_close(world.linear_velocity(robot).x, 1.0, 2e-3);
}

#[test]
fn two_wheels_turn_a_robot_at_the_commanded_rate() {
    let mut world = world();
    let robot = pioneer(&mut world, "pioneer", Pose::IDENTITY);
    // One turn in place.
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.0, PI / 5.0);
    advance(&mut world, 9.0);
    let pose = world.world_from(robot);
    assert_close(pose.euler().yaw, 9.0 * PI / 5.0 - 2.0 * PI, 0.02 * 9.0 * PI / 5.0);
    // The center of the axle, not the origin, stays in place.
    let axle = pose.transform_point(DVec3::new(0.045, 0.0, 0.0));
    assert_close(axle.x, 0.045, 0.005);
    assert_close(axle.y, 0.0, 0.005);

    // A quarter of a circle with a radius of 1 m, after the acceleration.
    let robot = pioneer(&mut world, "other", at(5.0, 0.0, 0.0));
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.25, 0.25);
    let before = world.world_from(robot).transform_point(DVec3::new(0.045, 0.0, 0.0));
    advance(&mut world, 2.0 * PI);
    let pose = world.world_from(robot);
    assert_close(pose.euler().yaw, FRAC_PI_2, 0.02 * FRAC_PI_2);
    let moved = pose.transform_point(DVec3::new(0.045, 0.0, 0.0)) - before;
    assert_close(moved.x, 1.0, 0.02);
    assert_close(moved.y, 1.0, 0.02);
}

/// For turning in place, by Coulomb's law: slipping wheels at (±a, ±b) with equal load exert no net torque at the turn rate of
/// a robot with the track 2 (b + a² / b).
#[test]
fn four_fixed_wheels_slip_by_coulomb_friction_in_turns() {
    let track = 2.0 * (0.312 + 0.27 * 0.27 / 0.312);
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    drive(&mut world, robot, 4, track, SEGWAY_RADIUS_M, 0.0, 0.5);
    advance(&mut world, 1.0);
    let yaw = world.world_from(robot).euler().yaw;
    advance(&mut world, 4.0);
    let turned = world.world_from(robot).euler().yaw - yaw;
    assert_close(turned, 2.0, 0.02 * 2.0);
    assert!(world.world_from(robot).translation.truncate().length() < 0.02);
}

#[test]
fn friction_limits_the_grip_of_tires() {
    // The ground has friction 1, the wheels 0.8.
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    advance(&mut world, 1.0);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 5.0, 0.0);
    advance(&mut world, 0.5);
    assert_close(world.linear_velocity(robot).x, 0.8 * 9.81 * 0.5, 0.02 * 3.9);
    // The brakes lock the wheels immediately, and the robot slides to a halt.
    advance(&mut world, 1.0);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 0.0, 0.0);
    let start = world.world_from(robot).translation.x;
    advance(&mut world, 2.0);
    let slid = world.world_from(robot).translation.x - start;
    assert_close(slid, 5.0 * 5.0 / (2.0 * 0.8 * 9.81), 0.05 * 1.6);
    assert_close(world.linear_velocity(robot).length(), 0.0, 1e-3);
}

#[test]
fn motor_torque_is_limited() {
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    advance(&mut world, 1.0);
    for wheel in 0..4 {
        world.drive_wheel(robot, wheel, 100.0, 7.0).unwrap();
    }
    advance(&mut world, 2.0);
    let expected = 2.0 * 4.0 * 7.0 / SEGWAY_RADIUS_M / (112.0 + 11.0);
    assert_close(world.linear_velocity(robot).x, expected, 0.01 * expected);
}

#[test]
fn wheels_in_the_air_spin_freely() {
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let robot = segway(&mut world, "segway", at(0.0, 0.0, 5.0));
    world.drive_wheel(robot, 0, 4.0, 300.0).unwrap();
    // An engine force of 3 N on the tread of a disk of 5.5 kg.
    world.push_wheel(robot, 1, 3.0, 0.0).unwrap();
    advance(&mut world, 1.0);
    let wheels: Vec<_> = world.wheels(robot).collect();
    assert!(wheels.iter().all(|wheel| wheel.contact.is_none()));
    assert_close(wheels[0].rate, 4.0, 1e-12);
    assert_close(wheels[1].rate, 3.0 / (5.5 / 2.0 * SEGWAY_RADIUS_M), 1e-6);
    assert_close(wheels[2].rate, 0.0, 0.0);
    assert_eq!(world.linear_velocity(robot), DVec3::ZERO);
    // Without engine and brake, a wheel keeps turning.
    world.push_wheel(robot, 0, 0.0, 0.0).unwrap();
    advance(&mut world, 1.0);
    assert_close(world.wheels(robot).next().unwrap().rate, 4.0, 1e-12);
}

#[test]
fn ground_of_wheels_gets_the_opposite_impulse() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(0.0)).unwrap();
    let slab = rigid(50.0, 1.0, vec![(at(0.0, 0.0, -0.1), cuboid(2.0, 2.0, 0.1))]);
    let slab = world.add_node(NodeSpec::new("slab").at(at(0.0, 0.0, 0.2)).with_body(slab)).unwrap();
    let robot = segway(&mut world, "segway", at(0.0, 0.0, 0.2));
    advance(&mut world, 1.0);
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 20.0, 0.0).unwrap();
    }
    advance(&mut world, 1.0);
    let momentum = [(robot, 112.0), (slab, 50.0)].map(|(body, mass)| world.linear_velocity(body).x * mass);
    assert!(momentum[0] > 50.0);
    assert_close(momentum[0], -momentum[1], 0.01 * momentum[0]);
    assert_close(world.world_from(robot).translation.z, 0.2 + SEGWAY_HEIGHT_M, 0.01);
}

#[test]
fn robot_drives_over_a_low_curb_and_up_a_ramp() {
    let mut world = world();
    let slab = |pose| {
        let shapes = vec![(Pose::IDENTITY, cuboid(2.0, 2.0, 0.5))];
        let body = BodySpec { shapes, friction: 1.0, ..BodySpec::default() };
        NodeSpec::new(format!("slab at {pose:?}")).at(pose).with_body(body)
    };
    // A curb of 3 cm at x = 1, followed by a ramp of 10° from x = 5.
    world.add_node(slab(at(3.0, 0.0, 0.03 - 0.5))).unwrap();
    let pitch = -10_f64.to_radians();
    let tilted = Pose::from_euler(DVec3::new(5.0, 0.0, 0.03), Euler { pitch, ..Euler::default() });
    world.add_node(slab(tilted * at(2.0, 0.0, -0.5))).unwrap();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 0.5, 0.0);
    let mut highest: f64 = 0.0;
    advance(&mut world, 2.0);
    for _ in 0..4 * HZ {
        world.advance();
        highest = highest.max(world.world_from(robot).translation.z);
    }
    let on_kerb = world.world_from(robot);
    assert_close(on_kerb.translation.x, 3.0, 0.1);
    assert_close(on_kerb.translation.z, 0.03 + SEGWAY_HEIGHT_M, 1e-3);
    assert!(highest < 0.05 + SEGWAY_HEIGHT_M, "jumped to {highest}");
    advance(&mut world, 6.0);
    let on_ramp = world.world_from(robot);
    assert_close(on_ramp.euler().pitch, pitch, 1e-3);
    assert_close(world.linear_velocity(robot).length(), 0.5, 0.01);
    let above = tilted.inverse().transform_point(on_ramp.translation);
    assert_close(above.z, SEGWAY_HEIGHT_M, 2e-3);
}
