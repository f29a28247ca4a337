//! Single rays: hits, and ignored bodies.

use crate::common::{assert_close, at, atrv, cuboid, world};
use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsType, Pose, Shape, World};

fn wall(name: &str, x: f64, physics: PhysicsType) -> NodeSpec {
    NodeSpec::new(name).at(at(x, 0.0, 1.0)).with_body(BodySpec {
        physics,
        shapes: vec![(Pose::IDENTITY, cuboid(0.1, 5.0, 1.0))],
        ..BodySpec::default()
    })
}

fn along_x(world: &World, skip: Option<NodeId>) -> Option<(NodeId, f64)> {
    let hit = world.cast_ray(DVec3::new(0.0, 0.0, 0.5), DVec3::X, 30.0, skip)?;
    Some((hit.node, hit.distance))
}

#[test]
fn ray_hits_the_first_body_even_before_the_first_tick() {
    let mut world = world();
    world.add_node(wall("far", 8.0, PhysicsType::Static)).unwrap();
    let near = world.add_node(wall("near", 4.0, PhysicsType::Static)).unwrap();
    let hit = world.cast_ray(DVec3::new(0.0, 0.0, 0.5), DVec3::X * 7.0, 30.0, None).unwrap();
    assert_eq!(hit.node, near);
    assert_close(hit.distance, 3.9, 1e-5);
    assert!((hit.normal + DVec3::X).length() < 1e-5);
    assert!((hit.point - DVec3::new(3.9, 0.0, 0.5)).length() < 1e-5);
    let short = world.cast_ray(DVec3::new(0.0, 0.0, 0.5), DVec3::X, 3.0, None);
    assert_eq!(short, None);
}

#[test]
fn rays_pass_through_bodies_that_are_not_obstacles() {
    let mut world = world();
    world.add_node(wall("ghost", 2.0, PhysicsType::NoCollision)).unwrap();
    world.add_node(wall("sensor", 3.0, PhysicsType::Sensor)).unwrap();
    let real = world.add_node(wall("wall", 5.0, PhysicsType::Static)).unwrap();
    assert_eq!(along_x(&world, None).unwrap().0, real);
}

#[test]
fn sensor_does_not_see_its_own_robot() {
    let mut world = world();
    let wall = world.add_node(wall("wall", 5.0, PhysicsType::Static)).unwrap();
    let robot = world.add_node(atrv("robot", 0.25).at(at(1.5, 0.0, 0.0))).unwrap();
    let sensor = world.add_node(NodeSpec::new("sensor").on(robot)).unwrap();
    let deep = world.add_node(NodeSpec::new("deep").on(sensor)).unwrap();
    assert_eq!(along_x(&world, None).unwrap().0, robot);
    assert_eq!(along_x(&world, Some(robot)).unwrap().0, wall);
    assert_eq!(along_x(&world, Some(sensor)).unwrap().0, wall);
    // Only the direct parent is skipped.
    assert_eq!(along_x(&world, Some(deep)).unwrap().0, robot);
}

#[test]
fn rays_follow_bodies_moved_by_the_user_and_by_physics() {
    let mut world = world();
    let platform = world.add_node(NodeSpec::new("platform")).unwrap();
    let screen = wall("screen", 3.0, PhysicsType::Static).on(platform);
    let screen = world.add_node(screen).unwrap();
    world.set_world_pose(platform, at(2.0, 0.0, 0.0));
    assert_close(along_x(&world, None).unwrap().1, 4.9, 1e-5);
    world.advance();
    assert_close(along_x(&world, None).unwrap().1, 4.9, 1e-5);
    world.set_local_pose(screen, at(1.0, 0.0, 1.0));
    assert_close(along_x(&world, None).unwrap().1, 2.9, 1e-5);

    let robot = world.add_node(atrv("robot", 0.25).at(at(1.5, 0.0, 0.0))).unwrap();
    let mast = wall("mast", 0.0, PhysicsType::Static).on(robot);
    let mast = world.add_node(mast).unwrap();
    assert_eq!(along_x(&world, Some(robot)), Some((mast, along_x(&world, Some(robot)).unwrap().1)));
    for _ in 0..60 {
        world.set_linear_velocity(robot, DVec3::new(-0.5, 0.0, 0.0));
        world.advance();
    }
    let expected = world.world_from(mast).translation.x - 0.1;
    assert_close(along_x(&world, Some(robot)).unwrap().1, expected, 1e-4);
}

#[test]
fn ray_does_not_hit_the_solid_that_it_starts_in() {
    let mut world = world();
    world.add_node(wall("around", 0.0, PhysicsType::Static)).unwrap();
    let wall = world.add_node(wall("wall", 5.0, PhysicsType::Static)).unwrap();
    assert_eq!(along_x(&world, None).unwrap().0, wall);
}

#[test]
fn triangles_are_hit_from_both_sides() {
    let mut world = World::new(morse_world::PhysicsSettings::default());
    let triangle = Shape::mesh([DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0], vec![[0, 1, 2]]);
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, triangle)], ..BodySpec::default() };
    world.add_node(NodeSpec::new("sail").with_body(body)).unwrap();
    for side in [1.0, -1.0] {
        let hit = world.cast_ray(DVec3::new(1.0, 1.0, 2.0 * side), DVec3::Z * -side, 10.0, None).unwrap();
        assert_close(hit.distance, 2.0, 1e-6);
        assert_close(hit.normal.z, side, 1e-6);
    }
}

#[test]
fn invalid_ray_hits_nothing() {
    let world = world();
    let down = |origin, direction, reach| world.cast_ray(origin, direction, reach, None);
    assert!(down(DVec3::Z, -DVec3::Z, f64::INFINITY).is_some());
    assert!(down(DVec3::Z, DVec3::ZERO, 10.0).is_none());
    assert!(down(DVec3::NAN, -DVec3::Z, 10.0).is_none());
    assert!(down(DVec3::Z, DVec3::NAN, 10.0).is_none());
    assert!(down(DVec3::Z, -DVec3::Z, f64::NAN).is_none());
    assert!(down(DVec3::Z, -DVec3::Z, -1.0).is_none());
}
