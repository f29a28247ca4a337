//! Shared scenes of the tests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod arms;
pub mod chains;
pub mod top;

use glam::{DMat3, DVec3};
use morse_world::{
    BodySpec, Inertia, LockedAxes, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World,
};

/// Ticks in a simulated second.
pub const HZ: usize = 60;

pub fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z))
}

/// A flat floor at z = 0.
pub fn ground(friction: f64) -> NodeSpec {
    NodeSpec::new("ground").with_body(BodySpec {
        shapes: vec![(Pose::IDENTITY, Shape::HalfSpace)],
        friction,
        ..BodySpec::default()
    })
}

/// A world with a floor of friction 1, so that contacts have the friction of the body.
pub fn world() -> World {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    world
}

/// A rigid body without damping.
pub fn rigid(mass: f64, friction: f64, shapes: Vec<(Pose, Shape)>) -> BodySpec {
    BodySpec {
        physics: PhysicsType::RigidBody,
        shapes,
        mass,
        inertia: None,
        center_of_mass: DVec3::ZERO,
        materials: Vec::new(),
        pairs: Vec::new(),
        gravity_compensation: 0.0,
        fluid: None,
        form_factor: 0.4,
        friction,
        restitution: 0.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        ignores_margins: false,
        margin: 0.0,
        allow_sleep: false,
        locked: LockedAxes::default(),
    }
}

pub fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    Shape::Box { half_extents: DVec3::new(x, y, z) }
}

/// A box with the size and mass of an ATRV that stands on the floor, with its origin at the bottom.
pub fn atrv(name: &str, friction: f64) -> NodeSpec {
    let body = rigid(20.0, friction, vec![(at(0.0, 0.0, 0.365), cuboid(0.57, 0.335, 0.365))]);
    // From Bullet, for the hull of an ATRV with a margin of 5 cm.
    let tensor = DMat3::from_diagonal(20.0 * DVec3::new(0.0668, 0.1045, 0.1005));
    let inertia = Inertia { center_of_mass: DVec3::ZERO, tensor };
    NodeSpec::new(name).with_body(BodySpec { inertia: Some(inertia), ..body })
}

/// Sets the velocities of a ground robot, as its motion actuator does in each tick.
pub fn drive(world: &mut World, robot: NodeId, forward: f64, turn: f64) {
    let rotation = world.world_from(robot).rotation;
    let mut linear = rotation * DVec3::new(forward, 0.0, 0.0);
    linear.z = world.linear_velocity(robot).z;
    let mut angular = world.angular_velocity(robot);
    angular.z = turn;
    world.set_linear_velocity(robot, linear);
    world.set_angular_velocity(robot, angular);
}

pub fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not within {tolerance} of {expected}");
}
