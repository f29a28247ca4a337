//! Fixed joints: combined bodies, their mass and their collisions.

use crate::common::arms::{arm, link, void};
use crate::common::{HZ, assert_close, at, cuboid, rigid};
use glam::{DMat3, DVec3};
use morse_world::{
    BodySpec, Inertia, JointKind, JointSpec, NodeSpec, PhysicsSettings, Pose, World, WorldError,
};

fn run(world: &mut World, seconds: usize) {
    for _ in 0..seconds * HZ {
        world.advance();
    }
}

#[test]
fn spinning_body_rotates_about_its_center_of_mass() {
    let settings = PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() };
    let mut world = World::new(settings);
    let body = link(2.0, DVec3::new(0.5, 0.0, 0.0), DVec3::splat(0.1));
    let club = world.add_node(NodeSpec::new("club").with_body(body)).unwrap();
    world.set_angular_velocity(club, DVec3::new(0.0, 0.0, 2.0));
    // The origin is at rest initially, so the center of mass moves.
    assert!(world.linear_velocity(club).length() < 1e-6);
    run(&mut world, 1);
    let center = world.world_from(club).transform_point(DVec3::new(0.5, 0.0, 0.0));
    assert!((center - DVec3::new(0.5, 1.0, 0.0)).length() < 1e-3, "{center}");
}

#[test]
fn fixed_joints_form_one_body() {
    let mut world = void();
    let root = link(3.0, DVec3::ZERO, DVec3::splat(0.1));
    let root = world.add_node(NodeSpec::new("root").at(at(0.0, 0.0, 1.0)).with_body(root)).unwrap();
    let mast = link(1.0, DVec3::new(0.0, 0.0, 0.2), DVec3::splat(0.01));
    let mast = world.add_node(NodeSpec::new("mast").with_body(mast)).unwrap();
    let spec = JointSpec::new("weld", Some(root), mast, JointKind::Fixed);
    world.add_joint(spec.at(at(0.0, 0.4, 0.2))).unwrap();
    assert!(!world.is_free(mast));
    assert_close(world.mass(root), 4.0, 1e-12);
    // The combined center of mass is a quarter of the way to that of the mast. The whole body is in free fall.
    assert!((world.center_of_mass(root) - DVec3::new(0.0, 0.1, 0.1)).length() < 1e-12);
    run(&mut world, 1);
    let fallen = world.world_from(root).translation;
    assert_close(fallen.z, 1.0 - 9.81 / 2.0, 0.05);
    assert!(fallen.x.abs() < 1e-5 && fallen.y.abs() < 1e-5, "{fallen}");
    // A force through the combined center of mass does not rotate the body.
    world.apply_force(root, DVec3::new(100.0, 0.0, 0.0));
    world.advance();
    assert!(world.angular_velocity(root).length() < 1e-5);
    assert_close(world.linear_velocity(root).x, 100.0 / 4.0 / 60.0, 1e-4);
}

#[test]
fn frame_without_body_is_fixed_to_a_link() {
    let mut world = void();
    let joints = arm(&mut world, "arm", Pose::IDENTITY, 0.3);
    let hand = world.joint_child(joints[5]);
    let tip = world.add_node(NodeSpec::new("tip")).unwrap();
    let weld = JointSpec::new("weld", Some(hand), tip, JointKind::Fixed).at(at(0.0, 0.0, 0.1));
    let weld = world.add_joint(weld).unwrap();
    world.set_joint_position(weld, 1.0);
    run(&mut world, 1);
    assert_eq!(world.world_from(tip), world.world_from(hand) * at(0.0, 0.0, 0.1));
    assert_eq!(world.joint_position(weld), 0.0);
    world.suspend_dynamics(tip);
    world.reset();
    world.advance();
}

#[test]
fn links_do_not_collide_with_the_parent_of_their_joint() {
    let mut world = void();
    // A bar through the middle of a heavy static block.
    let block = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))], ..BodySpec::default() };
    let block = world.add_node(NodeSpec::new("block").with_body(block)).unwrap();
    let bar = rigid(1.0, 0.5, vec![(Pose::IDENTITY, cuboid(1.0, 0.1, 0.1))]);
    let bar = world.add_node(NodeSpec::new("bar").with_body(bar)).unwrap();
    let spec = JointSpec::new("hinge", Some(block), bar, JointKind::Continuous).about(DVec3::Z);
    let hinge = world.add_joint(spec).unwrap();
    world.set_joint_velocity(hinge, 2.0);
    run(&mut world, 2);
    assert_close(world.joint_velocity(hinge), 2.0, 1e-3);
    // The pose of the block is set, and the bar moves with it.
    world.set_world_pose(block, at(0.0, 0.0, 4.0));
    world.advance();
    assert_close(world.world_from(bar).translation.z, 4.0, 1e-5);
    // After detaching, the bar is a separate body that starts inside the block.
    world.detach(bar);
    assert_eq!(world.joint_of(bar), None);
    world.advance();
    assert!(world.is_free(bar));
}

#[test]
fn impossible_inertia_is_refused() {
    let mut world = void();
    for (center_of_mass, tensor) in [
        (DVec3::splat(f64::NAN), DMat3::IDENTITY),
        (DVec3::ZERO, DMat3::ZERO),
        (DVec3::ZERO, DMat3::from_diagonal(DVec3::new(1.0, -1.0, 1.0))),
        (DVec3::ZERO, DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z)),
    ] {
        let inertia = Some(Inertia { center_of_mass, tensor });
        let body = BodySpec { inertia, ..rigid(1.0, 0.5, Vec::new()) };
        let refused = world.add_node(NodeSpec::new("x").with_body(body));
        assert!(matches!(refused, Err(WorldError::BadValue { .. })));
    }
}
