//! Compares wheels with closed forms: load, rolling, steering, friction.

mod car;
mod driving;
mod standing;
mod state;

use glam::DVec3;
use morse_world::{NodeId, NodeSpec, Pose, WheelSpec, World};

use crate::common::{HZ, at, cuboid, rigid};

/// Height of the chassis of a [`segway`] over the ground. [m]
const SEGWAY_HEIGHT_M: f64 = 0.15;

const SEGWAY_RADIUS_M: f64 = 0.25;

/// A robot of 90 kg on four fixed wheels: front left, front right, rear left, rear right.
fn segway(world: &mut World, name: &str, world_from_robot: Pose) -> NodeId {
    let body = rigid(90.0, 0.5, vec![(at(0.0, 0.0, 0.1), cuboid(0.45, 0.2, 0.17))]);
    let spec = NodeSpec::new(name).with_body(body).at(world_from_robot * at(0.0, 0.0, SEGWAY_HEIGHT_M));
    let robot = world.add_node(spec).unwrap();
    let wheels = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, y)| WheelSpec {
        mass: 5.5,
        friction: 0.8,
        ..WheelSpec::new(DVec3::new(0.27 * x, 0.312 * y, 0.1), SEGWAY_RADIUS_M)
    });
    world.add_wheels(robot, wheels.to_vec()).unwrap();
    robot
}

/// A Pioneer of 9 kg on two wheels and a caster: left, right, caster.
const PIONEER_TRACK_M: f64 = 0.3412;

const PIONEER_RADIUS_M: f64 = 0.1;

fn pioneer(world: &mut World, name: &str, world_from_robot: Pose) -> NodeId {
    let body = rigid(9.0, 0.5, vec![(at(0.0, 0.0, 0.05), cuboid(0.22, 0.18, 0.09))]);
    let spec = NodeSpec::new(name).with_body(body).at(world_from_robot * at(0.0, 0.0, 0.1));
    let robot = world.add_node(spec).unwrap();
    let drive = |y: f64| WheelSpec {
        friction: 0.8,
        ..WheelSpec::new(DVec3::new(0.045, y * PIONEER_TRACK_M / 2.0, 0.0), PIONEER_RADIUS_M)
    };
    let caster = WheelSpec { swivels: true, ..WheelSpec::new(DVec3::new(-0.17, 0.0, -0.06), 0.04) };
    world.add_wheels(robot, vec![drive(1.0), drive(-1.0), caster]).unwrap();
    robot
}

/// Drives wheels, alternately left and right, at the rates for a speed [m/s] and a turn rate [rad/s].
fn drive(world: &mut World, robot: NodeId, count: usize, track: f64, radius: f64, v: f64, w: f64) {
    for wheel in 0..count {
        let side = if wheel % 2 == 0 { -1.0 } else { 1.0 };
        world.drive_wheel(robot, wheel, (v + side * track * w / 2.0) / radius, 300.0).unwrap();
    }
}

fn advance(world: &mut World, seconds: f64) {
    for _ in 0..(seconds * HZ as f64).round() as usize {
        world.advance();
    }
}
