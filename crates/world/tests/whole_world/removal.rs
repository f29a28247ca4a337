//! Removal of nodes: the world continues as if they had never existed.

use std::hash::Hasher;

use glam::DVec3;
use morse_world::{
    BodySpec, JointKind, JointSpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, PropertyValue,
    Shape, World,
};
use xxhash_rust::xxh3::Xxh3;

fn digest(world: &World) -> u64 {
    let mut hasher = Xxh3::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

fn at(x: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, 0.0, z))
}

fn cube(world: &mut World, name: &str, pose: Pose, physics: PhysicsType) -> NodeId {
    let half_extents = DVec3::splat(0.5);
    let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents })];
    let body = BodySpec { shapes, physics, ..BodySpec::default() };
    world.add_node(NodeSpec::new(name).at(pose).with_body(body)).unwrap()
}

/// Ground with a cube on it.
fn ground() -> (World, NodeId) {
    let mut world = World::new(PhysicsSettings::default());
    let half_extents = DVec3::new(50.0, 50.0, 0.5);
    let shapes = vec![(at(0.0, -0.5), Shape::Box { half_extents })];
    let body = BodySpec { shapes, ..BodySpec::default() };
    world.add_node(NodeSpec::new("ground").with_body(body)).unwrap();
    let first = cube(&mut world, "first", at(0.0, 0.5), PhysicsType::RigidBody);
    (world, first)
}

/// Adds a cart with a property, a lever on a joint, and a mounted rider.
fn add_cart(world: &mut World) -> NodeId {
    let cart = cube(world, "cart", at(5.0, 0.5), PhysicsType::RigidBody);
    let lever = cube(world, "lever", at(5.0, 1.8), PhysicsType::RigidBody);
    world.add_joint(JointSpec::new("hinge", Some(cart), lever, JointKind::Revolute)).unwrap();
    let rider = world.add_node(NodeSpec::new("rider").on(cart)).unwrap();
    world.set_property(rider, "Tag", PropertyValue::Bool(true));
    cart
}

fn advance(world: &mut World, ticks: usize) {
    (0..ticks).for_each(|_| world.advance());
}

#[test]
fn adding_and_removing_repeatedly_leaves_no_state() {
    let (mut world, first) = ground();
    advance(&mut world, 10);
    let (before, count) = (digest(&world), world.nodes().len());
    for round in 0..1000 {
        let cart = add_cart(&mut world);
        assert!(world.contains(cart) && cart.index() == count, "indices are used again");
        world.remove_node(cart);
        assert!(!world.contains(cart), "in round {round}");
        assert_eq!((world.find("cart"), world.find("lever"), world.find_joint("hinge")), (None, None, None));
    }
    assert_eq!((digest(&world), world.nodes().len()), (before, count));
    assert_eq!(world.joints().len(), 0);
    assert!(world.contains(first) && world.find("first") == Some(first));
    let size = world.save().unwrap().len();
    for _ in 0..10 {
        let cart = add_cart(&mut world);
        world.advance();
        world.remove_node(cart);
        world.advance();
    }
    let bound = size + 4096;
    assert!(world.save().unwrap().len() < bound, "{} bytes grew to {}", size, world.save().unwrap().len());
}

#[test]
fn identifier_of_removed_node_is_not_reused() {
    let (mut world, first) = ground();
    let second = cube(&mut world, "second", at(3.0, 0.5), PhysicsType::Static);
    world.remove_node(first);
    world.remove_node(first);
    let third = cube(&mut world, "third", at(0.0, 0.5), PhysicsType::Static);
    assert_eq!(third.index(), first.index());
    assert!(third != first && !world.contains(first) && world.contains(third));
    assert_eq!(
        world.nodes().map(|node| world.name(node).to_owned()).collect::<Vec<_>>(),
        ["ground", "second", "third"]
    );
    assert_eq!(world.name(second), "second");
}

#[test]
fn removed_node_has_no_contacts_or_hits() {
    let (mut world, first) = ground();
    let above = DVec3::new(0.0, 0.0, 5.0);
    let distance = |world: &World| world.cast_ray(above, DVec3::NEG_Z, 10.0, None).unwrap().distance;
    assert!((distance(&world) - 4.0).abs() < 1e-6);
    let top = cube(&mut world, "top", at(0.0, 1.5), PhysicsType::RigidBody);
    advance(&mut world, 200);
    assert!((world.world_from(top).translation.z - 1.5).abs() < 0.02, "it rests on the first");
    world.remove_node(first);
    advance(&mut world, 60);
    assert!((world.world_from(top).translation.z - 0.5).abs() < 0.02, "it fell, though it slept");
    world.remove_node(top);
    assert!((distance(&world) - 5.0).abs() < 1e-6);
}

#[test]
fn restored_world_continues_bit_identically_after_removals() {
    let (mut world, first) = ground();
    advance(&mut world, 10);
    let cart = add_cart(&mut world);
    advance(&mut world, 10);
    world.remove_node(first);
    add_again(&mut world);
    world.remove_node(cart);
    let saved = world.save().unwrap();
    let mut other = World::new(PhysicsSettings::default());
    other.restore(&saved).unwrap();
    for _ in 0..60 {
        world.advance();
        other.advance();
        assert_eq!(digest(&world), digest(&other));
    }
    let [one, same] = [&mut world, &mut other].map(add_cart);
    assert_eq!(one, same);
    advance(&mut world, 30);
    advance(&mut other, 30);
    assert_eq!(digest(&world), digest(&other));
}

fn add_again(world: &mut World) {
    cube(world, "first", at(0.0, 3.0), PhysicsType::RigidBody);
}

#[test]
fn other_mechanisms_keep_their_joints() {
    let (mut world, _) = ground();
    let post = cube(&mut world, "post", at(9.0, 0.5), PhysicsType::Static);
    let cart = add_cart(&mut world);
    let arm = cube(&mut world, "arm", at(9.0, 2.0), PhysicsType::RigidBody);
    let elbow = world.add_joint(JointSpec::new("elbow", Some(post), arm, JointKind::Revolute)).unwrap();
    advance(&mut world, 20);
    world.remove_node(cart);
    advance(&mut world, 20);
    assert_eq!(world.joint_name(elbow), "elbow");
    assert_eq!(world.joints().collect::<Vec<_>>(), [elbow]);
    assert_eq!((world.joint_of(arm), world.joint_child(elbow)), (Some(elbow), arm));
    add_cart(&mut world);
    advance(&mut world, 20);
    assert_eq!(world.joints().len(), 2);
    world.remove_node(post);
    advance(&mut world, 20);
    assert!(world.find_joint("elbow").is_none() && world.find_joint("hinge").is_some());
}
