//! Compares the depth of objects that start inside of the ground with closed forms.

use crate::common::at;
use glam::DVec3;
use morse_world::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

/// A square of 20 m on two triangles at height 0.
fn floor() -> NodeSpec {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|[x, y]| DVec3::new(10.0 * x, 10.0 * y, 0.0));
    let shapes = vec![(Pose::IDENTITY, Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]]))];
    NodeSpec::new("floor").with_body(BodySpec { shapes, ..BodySpec::default() })
}

#[test]
fn small_feet_below_a_gap_are_raised_onto_the_floor() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(floor()).unwrap();
    let sphere = |x: f64| (at(x, 0.0, -0.76), Shape::Sphere { radius: 0.005 });
    let leg = (at(0.0, 0.0, -0.36), Shape::Box { half_extents: DVec3::new(0.05, 0.05, 0.37) });
    let body = BodySpec {
        physics: PhysicsType::RigidBody,
        mass: 10.0,
        shapes: vec![leg, sphere(-0.05), sphere(0.12)],
        ..BodySpec::default()
    };
    let robot = world.add_node(NodeSpec::new("robot").with_body(body)).unwrap();
    let found = world.penetration(robot).unwrap();
    // From the lower side of the spheres to the floor: the floor also fits between them and the leg.
    assert!((found.raise.unwrap() - 0.765).abs() < 3e-4, "{found:?}");
}
