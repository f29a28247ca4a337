//! A car: suspension, steering, engine and brake.

use glam::DVec3;
use morse_world::{NodeId, NodeSpec, Pose, Suspension, WheelSpec, World};

use super::advance;
use crate::common::{HZ, assert_close, at, cuboid, rigid, world};

/// A car of 10 kg on springs that drives along y, like the Hummer of the original MORSE.
fn hummer(world: &mut World, place: Pose) -> NodeId {
    let mut body = rigid(9.996, 0.5, vec![(at(0.0, -0.48, 0.42), cuboid(1.33, 2.75, 0.95))]);
    body.linear_damping = 0.4;
    let robot = world.add_node(NodeSpec::new("hummer").at(place).with_body(body)).unwrap();
    let wheels = [(-1.3, 1.6), (1.3, 1.6), (-1.3, -2.3), (1.3, -2.3)].map(|(x, y)| WheelSpec {
        axle: DVec3::NEG_X,
        friction: 200.0,
        mass: 0.001,
        tipping: 0.05,
        suspension: Some(Suspension {
            rest_length: 0.3,
            stiffness: 150.0,
            compression_damping: 20.0,
            extension_damping: 100.0,
            ray_cast: false,
        }),
        ..WheelSpec::new(DVec3::new(x, y, -0.5), 0.5)
    });
    world.add_wheels(robot, wheels.to_vec()).unwrap();
    robot
}

#[test]
fn suspension_settles_under_the_weight() {
    let mut world = world();
    let robot = hummer(&mut world, at(0.0, 0.0, 1.4));
    advance(&mut world, 10.0);
    // The front axle carries 2.3 / 3.9 of the weight, the rear axle the remainder.
    for (wheel, share) in world.wheels(robot).zip([2.3, 2.3, 1.6, 1.6]) {
        let load = 10.0 * 9.81 * share / 3.9 / 2.0;
        assert_close(wheel.contact.unwrap().load, load, 0.02 * load);
        assert_close(wheel.extension, 0.3 - load / 150.0, 0.005);
    }
    assert!(world.linear_velocity(robot).length() < 1e-4);
    let start = world.world_from(robot).translation;
    advance(&mut world, 10.0);
    assert!((world.world_from(robot).translation - start).length() < 1e-3);
}

#[test]
fn steered_car_drives_its_ackermann_circle() {
    let mut world = world();
    let robot = hummer(&mut world, at(0.0, 0.0, 1.1));
    advance(&mut world, 2.0);
    // Ackermann steering: all wheels roll about one point, 12 m to the left of the rear axle.
    let (radius, axles, half_track): (f64, f64, f64) = (12.0, 3.9, 1.3);
    for (wheel, side) in [(0, -1.0), (1, 1.0)] {
        let angle = (axles / (radius + side * half_track)).atan();
        world.steer_wheel(robot, wheel, angle).unwrap();
    }
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 3.0, 0.0).unwrap();
    }
    advance(&mut world, 4.0);
    let rear = |world: &World| world.world_from(robot).transform_point(DVec3::new(0.0, -2.3, 0.0));
    let (start, yaw) = (rear(&world), world.world_from(robot).euler().yaw);
    let mut path = 0.0;
    let mut last = start;
    for _ in 0..3 * HZ {
        world.advance();
        path += (rear(&world) - last).truncate().length();
        last = rear(&world);
    }
    let turned = world.world_from(robot).euler().yaw - yaw;
    assert!(path > 3.0, "only {path} m");
    assert_close(path / turned, radius, 0.02 * radius);
}

#[test]
fn engine_and_brake_apply_the_commanded_forces() {
    // 32 N accelerate 10 kg against a damping of 0.4 for 3 s; then the brakes act.
    let mut world = world();
    let robot = hummer(&mut world, at(0.0, 0.0, 1.14));
    advance(&mut world, 2.0);
    let start = world.world_from(robot).translation.y;
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 8.0, 0.0).unwrap();
    }
    advance(&mut world, 3.0);
    let rate = -(0.6_f64).ln();
    let expected = 3.2 / rate * (3.0 - (1.0 - (-3.0 * rate).exp()) / rate);
    let driven = world.world_from(robot).translation.y - start;
    assert_close(driven, expected, 0.02 * expected);
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 0.0, 8.0).unwrap();
    }
    let speed = world.linear_velocity(robot).y;
    advance(&mut world, 2.0);
    let halt = world.world_from(robot).translation.y - start - driven;
    // Brakes of 4 × 8 N and the damping decelerate the car.
    let time = (1.0 + rate * speed / 3.2).ln() / rate;
    let expected = (speed - 3.2 * time) / rate;
    assert_close(halt, expected, 0.02 * expected);
    advance(&mut world, 5.0);
    assert_close(world.linear_velocity(robot).length(), 0.0, 1e-3);
}
