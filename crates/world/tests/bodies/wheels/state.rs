//! The state of wheels: their nodes, refused commands, save and reset.

use std::f64::consts::FRAC_PI_2;
use std::hash::{DefaultHasher, Hasher};

use glam::DVec3;
use morse_world::{BodySpec, Euler, NodeSpec, PhysicsSettings, Pose, Shape, WheelSpec, World, WorldError};

use super::{PIONEER_RADIUS_M, PIONEER_TRACK_M, SEGWAY_RADIUS_M, advance, drive, pioneer, segway};
use crate::common::{assert_close, at, cuboid, rigid, world};

#[test]
fn node_of_a_wheel_rotates_with_it() {
    let mut world = world();
    let body = rigid(9.0, 0.5, vec![(at(0.0, 0.0, 0.3), cuboid(0.3, 0.2, 0.1))]);
    let robot = world.add_node(NodeSpec::new("robot").at(at(0.0, 0.0, 0.1)).with_body(body)).unwrap();
    let lying = Pose::from_euler(DVec3::ZERO, Euler { roll: FRAC_PI_2, ..Euler::default() });
    let mut wheels = Vec::new();
    for (x, y) in [(0.2, 0.2), (0.2, -0.2), (-0.2, 0.2), (-0.2, -0.2)] {
        let tire =
            rigid(1.0, 0.5, vec![(Pose::IDENTITY, Shape::Cylinder { radius: 0.1, half_height: 0.02 })]);
        let spec = NodeSpec::new(format!("wheel{}", wheels.len())).on(robot).at(at(x, y, 0.0) * lying);
        let node = world.add_node(spec.with_body(tire)).unwrap();
        wheels.push(WheelSpec { node: Some(node), ..WheelSpec::new(DVec3::new(x, y, 0.0), 0.1) });
    }
    let nodes: Vec<_> = wheels.iter().map(|wheel| wheel.node.unwrap()).collect();
    world.add_wheels(robot, wheels).unwrap();
    let start = world.parent_from(nodes[0]);
    drive(&mut world, robot, 4, 1.0, 0.1, 0.3, 0.0);
    world.steer_wheel(robot, 1, 0.1).unwrap();
    advance(&mut world, 0.5);
    let wheel = world.wheels(robot).next().unwrap();
    assert_close(wheel.angle, 1.5, 1e-6);
    let turned = world.parent_from(nodes[0]);
    assert_close(turned.rotation.angle_between(start.rotation), 1.5, 1e-6);
    // The z axis of the node is the axle, which does not move. A point ahead of the axle has moved below it.
    assert!(turned.transform_vector(DVec3::Z).distance(start.transform_vector(DVec3::Z)) < 1e-9);
    let mark = turned.rotation * (start.rotation.inverse() * DVec3::X);
    assert_close(mark.z, -(1.5_f64).sin(), 1e-6);
    let steered = world.parent_from(nodes[1]).transform_vector(DVec3::NEG_Z);
    assert_close(steered.y.atan2(steered.x), FRAC_PI_2 + 0.1, 1e-9);
    // Rays still hit it.
    let from = world.world_from(nodes[0]).translation + DVec3::new(0.0, 1.0, 0.0);
    assert_eq!(world.cast_ray(from, DVec3::NEG_Y, 2.0, None).unwrap().node, nodes[0]);
}

#[test]
fn invalid_wheels_and_commands_are_refused() {
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    let crate_ = NodeSpec::new("crate")
        .with_body(BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(1.0, 1.0, 1.0))], ..BodySpec::default() });
    let crate_ = world.add_node(crate_.at(at(9.0, 9.0, 0.0))).unwrap();
    let good = WheelSpec::new(DVec3::ZERO, 0.1);
    let bad = [
        WheelSpec { radius: 0.0, ..good.clone() },
        WheelSpec { radius: f64::NAN, ..good.clone() },
        WheelSpec { mount: DVec3::NAN, ..good.clone() },
        WheelSpec { axle: DVec3::Z, ..good.clone() },
        WheelSpec { up: DVec3::ZERO, ..good.clone() },
        WheelSpec { friction: -1.0, ..good.clone() },
        WheelSpec { mass: f64::INFINITY, ..good.clone() },
        WheelSpec { node: Some(crate_), ..good.clone() },
    ];
    let mass = world.mass(robot);
    for spec in bad {
        let error = world.add_wheels(robot, vec![good.clone(), spec]).unwrap_err();
        assert!(error.to_string().contains("'segway'"), "{error}");
    }
    assert_eq!((world.wheels(robot).len(), world.mass(robot)), (4, mass));
    assert!(world.add_wheels(crate_, vec![good]).is_err());

    world.drive_wheel(robot, 0, 1.0, 300.0).unwrap();
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(world.drive_wheel(robot, 0, bad, 300.0).is_err());
        assert!(world.drive_wheel(robot, 0, 1.0, bad).is_err());
        assert!(world.push_wheel(robot, 0, bad, 0.0).is_err());
        assert!(world.steer_wheel(robot, 0, bad).is_err());
    }
    let missing = world.drive_wheel(robot, 4, 1.0, 300.0).unwrap_err();
    assert!(matches!(missing, WorldError::NoWheel { number: 4, count: 4, .. }));
    advance(&mut world, 1.0);
    assert_close(world.wheels(robot).next().unwrap().rate, 1.0 / 1.0, 1e-12);
}

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

#[test]
fn restored_world_continues_bit_identically() {
    let mut world = world();
    let robots: Vec<_> = (0..6)
        .map(|i| {
            let place = Pose::from_euler(
                DVec3::new(0.8 * f64::from(i), 0.3 * f64::from(i % 2), 0.0),
                Euler { yaw: f64::from(i), ..Euler::default() },
            );
            segway(&mut world, &format!("robot{i}"), place)
        })
        .collect();
    for (i, &robot) in robots.iter().enumerate() {
        drive(&mut world, robot, 4, 1.1, SEGWAY_RADIUS_M, 1.0, 0.3 * i as f64);
    }
    advance(&mut world, 0.7);
    world.steer_wheel(robots[2], 1, 0.4).unwrap();
    let mut restored = World::new(PhysicsSettings::default());
    restored.restore(&world.save().unwrap()).unwrap();
    for step in 0..60 {
        assert_eq!(digest(&world), digest(&restored), "step {step}");
        world.advance();
        restored.advance();
    }
    let before = digest(&world);
    world.drive_wheel(robots[0], 0, 0.25, 300.0).unwrap();
    assert_ne!(before, digest(&world));
}

#[test]
fn reset_stops_wheels() {
    let mut world = world();
    let robot = pioneer(&mut world, "pioneer", Pose::IDENTITY);
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.5, 0.1);
    advance(&mut world, 2.0);
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.0, 0.0);
    world.reset();
    advance(&mut world, 1.0);
    assert!(world.world_from(robot).translation.distance(DVec3::new(0.0, 0.0, 0.1)) < 1e-3);
    assert!(world.wheels(robot).all(|wheel| wheel.rate.abs() < 1e-3));
}
