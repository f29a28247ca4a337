//! Locked axes: bodies do not move along them, and move normally along free axes.

use crate::common::{HZ, assert_close, at, cuboid, rigid, world};
use glam::DVec3;
use morse_world::{BodySpec, LockedAxes, NodeId, NodeSpec, Pose, WheelSpec, World};

/// A crate of 2 kg and 1 m edge length.
fn crate_with(world: &mut World, locked: LockedAxes, world_from_crate: Pose) -> NodeId {
    let body = rigid(2.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))]);
    world
        .add_node(
            NodeSpec::new(format!("{locked:?}")).with_body(BodySpec { locked, ..body }).at(world_from_crate),
        )
        .unwrap()
}

fn along(translation: [bool; 3]) -> LockedAxes {
    LockedAxes { translation, ..LockedAxes::default() }
}

fn about(rotation: [bool; 3]) -> LockedAxes {
    LockedAxes { rotation, ..LockedAxes::default() }
}

fn advance(world: &mut World, seconds: f64) {
    for _ in 0..(seconds * HZ as f64).round() as usize {
        world.advance();
    }
}

#[test]
fn gravity_and_forces_do_not_move_a_body_along_a_locked_axis() {
    let mut world = world();
    let body = crate_with(&mut world, along([false, false, true]), at(0.0, 0.0, 5.0));
    for _ in 0..HZ {
        world.apply_force(body, DVec3::new(2.0, 0.0, 50.0));
        world.advance();
    }
    let place = world.world_from(body).translation;
    assert_eq!(place.z, 5.0);
    // A force of 2 N on 2 kg for one second.
    assert_close(place.x, 0.5, 0.02);
}

#[test]
fn contacts_do_not_move_a_body_along_a_locked_axis() {
    let mut world = world();
    let wall = crate_with(&mut world, along([true, true, false]), at(2.0, 0.0, 0.5));
    let ram = rigid(50.0, 0.0, vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))]);
    let ram = world.add_node(NodeSpec::new("ram").with_body(ram).at(at(0.0, 0.0, 0.55))).unwrap();
    world.set_linear_velocity(ram, DVec3::new(3.0, 0.0, 0.0));
    advance(&mut world, 2.0);
    assert_close(world.world_from(wall).translation.x, 2.0, 1e-9);
    assert!(world.world_from(ram).translation.x < 1.02);
}

#[test]
fn torques_and_contacts_do_not_rotate_a_body_about_a_locked_axis() {
    let mut world = world();
    let free = LockedAxes::default();
    let [loose, locked] = [(free, 0.0), (about([true, true, false]), 5.0)].map(|(locked, y)| {
        let body = crate_with(&mut world, locked, at(0.0, y, 3.0));
        world.set_angular_velocity(body, DVec3::ZERO);
        body
    });
    for _ in 0..HZ / 4 {
        for body in [loose, locked] {
            world.apply_torque(body, DVec3::new(5.0, 5.0, 1.0));
        }
        world.advance();
    }
    let up = |world: &World, body| world.world_from(body).transform_vector(DVec3::Z);
    assert!(up(&world, loose).z < 0.99);
    assert_close(up(&world, locked).z, 1.0, 1e-9);
    assert!(world.angular_velocity(locked).z > 0.5);
}

#[test]
fn commanded_velocity_moves_a_body_along_a_locked_axis() {
    let mut world = world();
    let body = crate_with(&mut world, along([true, false, true]), at(0.0, 0.0, 5.0));
    for _ in 0..HZ {
        world.set_linear_velocity(body, DVec3::new(1.0, 0.0, 0.0));
        world.advance();
    }
    assert_close(world.world_from(body).translation.x, 1.0, 1e-3);
    assert_close(world.world_from(body).translation.z, 5.0, 1e-6);
}

#[test]
fn wheels_do_not_push_along_a_locked_axis() {
    let mut world = world();
    let body = rigid(20.0, 0.5, vec![(at(0.0, 0.0, 0.2), cuboid(0.4, 0.3, 0.1))]);
    let body = BodySpec { locked: along([true, false, false]), ..body };
    let robot = world.add_node(NodeSpec::new("robot").with_body(body).at(at(0.0, 0.0, 0.2))).unwrap();
    let wheel = |x: f64, y: f64| WheelSpec { friction: 1.0, ..WheelSpec::new(DVec3::new(x, y, 0.0), 0.2) };
    let wheels = vec![wheel(0.3, 0.3), wheel(0.3, -0.3), wheel(-0.3, 0.3), wheel(-0.3, -0.3)];
    world.add_wheels(robot, wheels).unwrap();
    for _ in 0..2 * HZ {
        for wheel in 0..4 {
            world.drive_wheel(robot, wheel, 5.0, 100.0).unwrap();
        }
        world.advance();
    }
    let place = world.world_from(robot).translation;
    assert_close(place.x, 0.0, 1e-6);
    assert_close(place.z, 0.2, 0.01);
}

#[test]
fn locked_axes_are_saved() {
    let mut world = world();
    let body = crate_with(&mut world, along([false, false, true]), at(0.0, 0.0, 5.0));
    let saved = world.save().unwrap();
    world.restore(&saved).unwrap();
    advance(&mut world, 1.0);
    assert_eq!(world.world_from(body).translation.z, 5.0);
}
