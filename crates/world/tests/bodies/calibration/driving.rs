//! Motion of robots with velocity commands under friction, and against crates and walls.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, rigid, world};
use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, Pose, World, normalise_angle};

/// The final x, y [m] and yaw [rad] of an ATRV after velocity commands for some time.
fn driven(friction: f64, forward: f64, turn: f64, seconds: usize) -> [f64; 3] {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", friction)).unwrap();
    for _ in 0..seconds * HZ {
        drive(&mut world, robot, forward, turn);
        world.advance();
    }
    let pose = world.world_from(robot);
    assert_close(pose.translation.z, 0.0, 1e-3);
    [pose.translation.x, pose.translation.y, pose.euler().yaw]
}

#[test]
fn robot_without_friction_covers_the_commanded_distance() {
    assert_close(driven(0.0, 1.0, 0.0, 2)[0], 2.0, 1e-4);
}

#[test]
fn friction_slows_a_driven_robot_within_each_tick() {
    // v loses µ g dt in each of two sub-steps and is set again in each tick: x = 2 - 1.5 µ g dt · 2.
    for friction in [0.25, 2.5] {
        let expected = 2.0 - 3.0 * friction * 9.81 / 120.0;
        assert_close(driven(friction, 1.0, 0.0, 2)[0], expected, 0.005);
    }
}

#[test]
fn robot_turns_in_place_at_the_commanded_rate() {
    let [x, y, yaw] = driven(0.25, 0.0, FRAC_PI_4, 2);
    assert_close(yaw, FRAC_PI_2, 1e-3);
    assert_close(x.hypot(y), 0.0, 0.01);
}

/// A box with the size of a robot and its center of mass at its center.
fn box_robot([x, y, z]: [f64; 3]) -> NodeSpec {
    let body = rigid(20.0, 0.25, vec![(Pose::IDENTITY, cuboid(x, y, z))]);
    NodeSpec::new("robot").at(at(0.0, 0.0, z)).with_body(body)
}

/// Half extents of ATRV, Pioneer 3-DX and Segway RMP 400. [m]
const ROBOTS: [[f64; 3]; 3] = [[0.57, 0.335, 0.365], [0.22, 0.19, 0.12], [0.52, 0.31, 0.26]];

/// Commanded speeds [m/s] and turn rates [rad/s].
const TURNS: [(f64, f64); 5] = [(0.0, 0.5), (0.5, 0.5), (1.0, 0.2), (1.0, -0.785), (-2.0, 1.57)];

#[test]
fn friction_reduces_turn_rate_by_a_few_percent_at_most() {
    for half in ROBOTS {
        for (forward, turn) in TURNS {
            let mut world = world();
            let robot = world.add_node(box_robot(half)).unwrap();
            drive_for(&mut world, robot, forward, turn, 1.0);
            let (before, seconds) = (world.world_from(robot).euler().yaw, 2.0);
            drive_for(&mut world, robot, forward, turn, seconds);
            let turned = normalise_angle(world.world_from(robot).euler().yaw - before);
            let taken = normalise_angle(turn * seconds - turned) / seconds / turn;
            assert!((-1e-3..0.05).contains(&taken), "{taken} of {turn} rad/s at {forward} m/s");
        }
    }
}

/// Drives with a speed [m/s] and a turn rate [rad/s] for some time. [s]
fn drive_for(world: &mut World, robot: NodeId, forward: f64, turn: f64, seconds: f64) {
    for _ in 0..(seconds * HZ as f64).round() as usize {
        drive(world, robot, forward, turn);
        world.advance();
    }
}

#[test]
fn closed_loops_of_arcs_return_to_the_start() {
    // Forth and back, along a quarter and three quarters of a circle, and a figure eight of two circles.
    let loops = [
        vec![(1.0, -FRAC_PI_4, 2.0), (-1.0, FRAC_PI_4, 2.0)],
        vec![(0.5, FRAC_PI_4, 6.0), (-0.5, -FRAC_PI_4, 6.0)],
        vec![(0.5, FRAC_PI_4, 8.0), (0.5, -FRAC_PI_4, 8.0)],
    ];
    for half in ROBOTS {
        for arcs in &loops {
            let mut world = world();
            let robot = world.add_node(box_robot(half)).unwrap();
            drive_for(&mut world, robot, 0.0, 0.0, 0.5);
            for &(forward, turn, seconds) in arcs {
                drive_for(&mut world, robot, forward, turn, seconds);
            }
            let pose = world.world_from(robot);
            let off = pose.translation.truncate().length();
            assert!(off < 0.03, "{half:?} ends {off} m off after {arcs:?}");
            assert_close(pose.euler().yaw, 0.0, 0.03);
        }
    }
}

#[test]
fn robot_that_pushes_a_crate_turns_at_the_commanded_rate() {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    let body = rigid(2.0, 0.25, vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.2))]);
    world.add_node(NodeSpec::new("crate").at(at(0.8, 0.0, 0.2)).with_body(body)).unwrap();
    drive_for(&mut world, robot, 0.5, 0.3, 2.0);
    let yaw = world.world_from(robot).euler().yaw;
    assert!((0.4..0.61).contains(&yaw), "{yaw}");
}

#[test]
fn robot_that_is_hit_at_its_side_rotates() {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    let body = rigid(20.0, 0.0, vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.2))]);
    let crate_spec = NodeSpec::new("crate").at(at(0.45, -0.8, 0.2));
    let it = world.add_node(crate_spec.with_body(body)).unwrap();
    world.set_linear_velocity(it, DVec3::Y * 4.0);
    drive_for(&mut world, robot, 0.0, 0.0, 1.0);
    let yaw = world.world_from(robot).euler().yaw;
    assert!(yaw > 0.005, "{yaw}");
}

#[test]
fn wall_prevents_a_robot_from_turning_into_it() {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    let wall = BodySpec { shapes: vec![(at(0.0, 0.0, 1.0), cuboid(5.0, 0.1, 1.0))], ..BodySpec::default() };
    world.add_node(NodeSpec::new("wall").at(at(0.0, 0.335 + 0.12, 0.0)).with_body(wall)).unwrap();
    for _ in 0..HZ {
        drive(&mut world, robot, 0.0, 0.5);
        world.advance();
    }
    // Its corners reach the wall at a few degrees; to turn further, it must push itself away.
    let yaw = world.world_from(robot).euler().yaw;
    assert!(yaw > 0.0 && yaw < 0.45, "{yaw}");
}

#[test]
fn robot_follows_the_commanded_arc() {
    let [x, y, yaw] = driven(0.25, 1.0, -FRAC_PI_4, 2);
    assert_close(x, 4.0 / PI, 0.1);
    assert_close(y, -4.0 / PI, 0.1);
    assert_close(yaw, -FRAC_PI_2, 0.1);
}
