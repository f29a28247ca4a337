//! User operations on nodes: mounting, teleporting, suspending, resetting, grasping and invalid values.

use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, rigid, world};
use glam::{DQuat, DVec3};
use morse_world::{BodySpec, NodeSpec, PhysicsType, Pose, Quantity, Shape, World, WorldError, WorldEvent};

fn run(world: &mut World, ticks: usize) {
    (0..ticks).for_each(|_| world.advance());
}

fn crate_at(x: f64, z: f64) -> NodeSpec {
    let body = rigid(5.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.25, 0.25, 0.25))]);
    NodeSpec::new("crate").at(at(x, 0.0, z)).with_body(body)
}

#[test]
fn mounted_sensor_stays_exactly_on_its_robot() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.25)).unwrap();
    let mast = world.add_node(NodeSpec::new("mast").on(robot).at(at(0.1, 0.0, 0.9))).unwrap();
    let sensor = world.add_node(NodeSpec::new("sensor").on(mast).at(at(0.0, 0.05, 0.2))).unwrap();
    for _ in 0..HZ {
        drive(&mut world, robot, 1.0, 0.5);
        world.advance();
    }
    let expected = world.world_from(robot) * (at(0.1, 0.0, 0.9) * at(0.0, 0.05, 0.2));
    assert_eq!(world.world_from(sensor), expected);
    assert_eq!(world.parent_from(sensor), at(0.0, 0.05, 0.2));
}

#[test]
fn move_local_uses_the_axes_of_the_node() {
    let mut world = world();
    let robot = world.add_node(NodeSpec::new("robot")).unwrap();
    for _ in 0..4 {
        let quarter = DVec3::new(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        world.move_local(robot, DVec3::X, quarter);
    }
    let pose = world.world_from(robot);
    assert!(pose.translation.length() < 1e-12 && pose.euler().yaw.abs() < 1e-12);
}

#[test]
fn set_pose_is_returned_exactly_until_physics_moves_the_body() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.25)).unwrap();
    let place = Pose {
        translation: DVec3::new(0.1, 1.0 / 3.0, 5.0),
        rotation: DQuat::from_rotation_z(0.123_456_789),
    };
    world.set_world_pose(robot, place);
    assert_eq!(world.world_from(robot), place);
    world.suspend_dynamics(robot);
    run(&mut world, 10);
    assert_eq!(world.world_from(robot), place);
}

#[test]
fn suspended_body_stands_still_and_resumes_with_its_velocities() {
    let mut world = world();
    let stone = world.add_node(crate_at(0.0, 50.0)).unwrap();
    run(&mut world, HZ);
    let (height, speed) = (world.world_from(stone).translation.z, world.linear_velocity(stone).z);
    world.suspend_all();
    run(&mut world, HZ);
    assert_eq!(world.world_from(stone).translation.z, height);
    assert_eq!(world.linear_velocity(stone).z, speed);
    world.restore_all();
    world.advance();
    assert_close(world.linear_velocity(stone).z, speed - 9.81 / 60.0, 1e-4);
}

#[test]
fn reset_restores_initial_poses_at_rest() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.25)).unwrap();
    let pan = world.add_node(NodeSpec::new("pan").on(robot)).unwrap();
    let stone = world.add_node(crate_at(3.0, 5.0)).unwrap();
    world.set_local_pose(pan, at(0.0, 0.0, 0.3));
    for _ in 0..HZ {
        drive(&mut world, robot, 1.0, 0.3);
        world.advance();
    }
    world.reset();
    assert_eq!(world.world_from(robot), Pose::IDENTITY);
    assert_eq!(world.world_from(stone), at(3.0, 0.0, 5.0));
    assert_eq!(world.linear_velocity(robot), DVec3::ZERO);
    assert_eq!(world.linear_velocity(stone), DVec3::ZERO);
    assert_eq!(world.parent_from(pan), at(0.0, 0.0, 0.3));
}

#[test]
fn removed_floor_wakes_bodies_on_it() {
    let mut world = World::new(morse_world::PhysicsSettings::default());
    let slab = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(2.0, 2.0, 0.1))], ..BodySpec::default() };
    let slab = world.add_node(NodeSpec::new("slab").with_body(slab)).unwrap();
    let mut sleeper = crate_at(0.0, 0.35);
    sleeper.body.as_mut().unwrap().allow_sleep = true;
    let sleeper = world.add_node(sleeper).unwrap();
    run(&mut world, 10 * HZ);
    assert_close(world.world_from(sleeper).translation.z, 0.35, 1e-3);
    world.set_world_pose(slab, at(50.0, 0.0, 0.0));
    run(&mut world, HZ);
    assert!(world.world_from(sleeper).translation.z < -3.0);
}

#[test]
fn bumper_mounted_on_a_robot_pushes_bodies() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.25)).unwrap();
    let bumper = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.1, 0.4, 0.2))], ..BodySpec::default() };
    let bumper = NodeSpec::new("bumper").on(robot).at(at(0.8, 0.0, 0.3)).with_body(bumper);
    world.add_node(bumper).unwrap();
    let pushed = world.add_node(crate_at(2.0, 0.25)).unwrap();
    for _ in 0..2 * HZ {
        drive(&mut world, robot, 1.0, 0.0);
        world.advance();
    }
    let gap = world.world_from(pushed).translation.x - world.world_from(robot).translation.x;
    assert!(gap > 1.1, "the crate is {gap} m ahead of the robot");
    assert!(world.world_from(pushed).translation.x > 2.2);
}

#[test]
fn wheels_do_not_collide_with_the_chassis_they_overlap() {
    let mut world = world();
    let chassis = world.add_node(atrv("chassis", 0.25).at(at(0.0, 0.0, 0.1))).unwrap();
    let wheel = |name: &str, y: f64| {
        let shape = Shape::Sphere { radius: 0.25 };
        NodeSpec::new(name).on(chassis).at(at(0.3, y, 0.15)).with_body(rigid(
            1.0,
            0.25,
            vec![(Pose::IDENTITY, shape)],
        ))
    };
    let left = world.add_node(wheel("left", 0.3)).unwrap();
    world.add_node(wheel("right", -0.3)).unwrap();
    run(&mut world, HZ);
    assert!(world.linear_velocity(chassis).length() < 0.05);
    assert_close(world.world_from(left).translation.y, 0.3, 0.01);
}

#[test]
fn grasped_object_moves_along_and_falls_when_released() {
    let mut world = world();
    let hand = world.add_node(NodeSpec::new("hand").at(at(0.0, 0.0, 2.0))).unwrap();
    let held = world.add_node(crate_at(0.5, 2.0)).unwrap();
    world.attach(held, hand).unwrap();
    for _ in 0..HZ {
        world.move_local(hand, DVec3::new(0.05, 0.0, 0.0), DVec3::ZERO);
        world.advance();
    }
    let there = world.world_from(held).translation;
    assert!((there - DVec3::new(3.5, 0.0, 2.0)).length() < 1e-9, "{there}");
    assert_eq!(world.children(hand), [held]);
    let seen = world.cast_ray(at(3.5, 0.0, 5.0).translation, -DVec3::Z, 10.0, None).unwrap();
    assert_eq!(seen.node, held);

    world.detach(held);
    run(&mut world, 2 * HZ);
    assert_close(world.world_from(held).translation.z, 0.25, 2e-3);
}

#[test]
fn object_grasped_by_a_moving_robot_moves_with_it() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.25)).unwrap();
    let held = world.add_node(crate_at(0.0, 1.2)).unwrap();
    world.attach(held, robot).unwrap();
    for _ in 0..HZ {
        drive(&mut world, robot, 1.0, 0.0);
        world.advance();
    }
    assert_eq!(world.parent_from(held), at(0.0, 0.0, 1.2));
    assert!(world.world_from(held).translation.x > 0.9);
    world.detach(held);
    run(&mut world, 2 * HZ);
    let z = world.world_from(held).translation.z;
    assert!((0.2..1.0).contains(&z), "it fell to {z}");
}

#[test]
fn node_cannot_be_attached_to_itself() {
    let mut world = world();
    let a = world.add_node(NodeSpec::new("a")).unwrap();
    let b = world.add_node(NodeSpec::new("b").on(a)).unwrap();
    assert!(matches!(world.attach(a, b), Err(WorldError::Cycle { .. })));
    assert!(matches!(world.attach(a, a), Err(WorldError::Cycle { .. })));
}

#[test]
fn values_that_are_not_finite_are_reported_and_ignored() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.25)).unwrap();
    let other = world.add_node(crate_at(3.0, 5.0)).unwrap();
    world.set_linear_velocity(robot, DVec3::new(f64::NAN, 0.0, 0.0));
    world.apply_force(robot, DVec3::new(f64::INFINITY, 0.0, 0.0));
    world.set_world_pose(robot, at(f64::NAN, 0.0, 0.0));
    world.advance();
    let reported = |what| WorldEvent::NotFinite { node: robot, what };
    assert_eq!(world.events(), [Quantity::Velocity, Quantity::Force, Quantity::Pose].map(reported));
    world.advance();
    assert!(world.events().is_empty());
    assert!(world.world_from(other).translation.z < 5.0);
}

#[test]
fn diverging_body_is_stopped_and_reported() {
    let mut world = world();
    let mut feather = atrv("feather", 0.25).at(at(0.0, 0.0, 3.0));
    let body = feather.body.as_mut().unwrap();
    (body.mass, body.inertia) = (1e-6, None);
    let feather = world.add_node(feather).unwrap();
    let other = world.add_node(crate_at(3.0, 5.0)).unwrap();
    world.advance();
    // Finite, but the resulting motion of the feather overflows in single precision.
    world.apply_torque(feather, DVec3::splat(1e18));
    world.advance();
    assert_eq!(world.events(), [WorldEvent::Diverged { node: feather }]);
    assert_eq!(world.linear_velocity(feather), DVec3::ZERO);
    assert!(world.world_from(feather).is_finite());
    run(&mut world, HZ);
    assert!(world.world_from(other).translation.is_finite());
    world.set_world_pose(feather, Pose::IDENTITY);
    run(&mut world, HZ);
    assert_close(world.world_from(feather).translation.z, 0.0, 1e-3);
}

#[test]
fn invalid_body_is_refused_without_changes() {
    let mut world = world();
    let count = world.nodes().len();
    let mut spec = crate_at(0.0, 1.0);
    spec.body.as_mut().unwrap().mass = -1.0;
    let error = world.add_node(spec).unwrap_err().to_string();
    assert!(error.contains("crate") && error.contains("mass"), "{error}");
    let flat = NodeSpec { scale: DVec3::new(1.0, 0.0, 1.0), ..NodeSpec::new("flat") };
    assert!(world.add_node(flat).is_err());
    assert_eq!(world.nodes().len(), count);
    assert_eq!(world.find("crate"), None);
}

#[test]
fn only_nodes_with_bodies_have_bodies() {
    let mut world = world();
    let mut add = |name: &str, physics| {
        let body = BodySpec {
            physics,
            shapes: vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))],
            ..BodySpec::default()
        };
        let id = world.add_node(NodeSpec::new(name).with_body(body)).unwrap();
        world.has_body(id)
    };
    assert!(add("a", PhysicsType::Static));
    assert!(add("b", PhysicsType::Sensor));
    assert!(add("c", PhysicsType::RigidBody));
    assert!(!add("d", PhysicsType::NoCollision));
}

#[test]
fn hiding_a_node_can_hide_its_children() {
    let mut world = world();
    let a = world.add_node(NodeSpec::new("a")).unwrap();
    let b = world.add_node(NodeSpec::new("b").on(a)).unwrap();
    world.set_visible(a, false, false);
    assert!(!world.is_visible(a) && world.is_visible(b));
    world.set_visible(a, false, true);
    assert!(!world.is_visible(b));
}
