//! Compares the depth of objects that start inside of the ground with closed forms.

use crate::common::{HZ, at, cuboid, rigid};
use glam::DVec3;
use morse_world::{
    BodySpec, JointKind, JointSpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World,
};

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

#[test]
fn robot_deep_in_a_wall_leaves_it_slowly() {
    let mut world = World::new(PhysicsSettings::default());
    let wall = Shape::Box { half_extents: DVec3::new(1.0, 4.0, 4.0) };
    let shapes = vec![(Pose::IDENTITY, wall)];
    world.add_node(NodeSpec::new("wall").with_body(BodySpec { shapes, ..BodySpec::default() })).unwrap();
    // Nine tenths of the chassis and one of its wheels are in the wall.
    let chassis = rigid(10.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.3, 0.2, 0.1))]);
    let chassis = world.add_node(NodeSpec::new("chassis").at(at(0.76, 0.0, 0.0)).with_body(chassis)).unwrap();
    let mut axles = Vec::new();
    for (name, x) in [("behind", -0.25), ("ahead", 0.25)] {
        let wheel = rigid(1.0, 0.9, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
        let wheel = world.add_node(NodeSpec::new(name).with_body(wheel)).unwrap();
        let axle = JointSpec::new(name, Some(chassis), wheel, JointKind::Continuous);
        axles.push(world.add_joint(axle.about(DVec3::Y).at(at(x, 0.3, 0.0))).unwrap());
    }
    for _ in 0..HZ {
        world.advance();
        assert!(world.events().is_empty(), "{:?}", world.events());
        // It is pushed at 1 m/s at most, and falls.
        let [linear, angular] = world.velocities(chassis);
        assert!(linear.x.abs() < 3.0 && linear.y.abs() < 3.0, "{linear}");
        assert!(angular.length() < 30.0, "{angular}");
        assert!(axles.iter().all(|&axle| world.joint_velocity(axle).abs() < 200.0));
    }
}

#[test]
fn link_in_the_ground_is_found_beside_links_of_its_own_robot() {
    let mut world = World::new(PhysicsSettings::default());
    let robot = world.add_node(NodeSpec::new("robot")).unwrap();
    let link = |name: &str, z: f64| {
        let body = rigid(1.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
        NodeSpec::new(name).on(robot).at(at(0.0, 0.0, z)).with_body(body)
    };
    let upper = world.add_node(link("upper", 0.14)).unwrap();
    let lower = world.add_node(link("lower", 0.04)).unwrap();
    // Links are found in the order of the nodes.
    let floor = world.add_node(floor()).unwrap();
    assert_eq!(world.penetration(lower).map(|found| found.other), Some(floor));
    assert_eq!(world.penetration(upper), None);
}
