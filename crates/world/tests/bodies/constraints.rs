//! Compares constraints between bodies with closed forms.

use std::f64::consts::FRAC_PI_2;

use crate::common::{assert_close, at, cuboid, rigid};
use glam::{DQuat, DVec3};
use morse_world::{
    AxisLimit, BodySpec, ConstraintSpec, NodeId, NodeSpec, PhysicsSettings, Pose, World, WorldError,
};

const BALL: [AxisLimit; 6] = {
    let [locked, free] = [AxisLimit::Locked, AxisLimit::Free];
    [locked, locked, locked, free, free, free]
};

fn cube(world: &mut World, name: &str, x: f64, z: f64) -> NodeId {
    let body = rigid(1.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    world.add_node(NodeSpec::new(name).at(at(x, 0.0, z)).with_body(body)).unwrap()
}

fn spec(one: NodeId, other: Option<NodeId>, pivot: DVec3, limits: [AxisLimit; 6]) -> ConstraintSpec {
    let one_from_constraint = Pose::from_translation(pivot);
    ConstraintSpec { name: "it".to_owned(), one, other, one_from_constraint, limits, collides: true }
}

#[test]
fn body_on_ball_joint_swings_about_its_pivot() {
    let mut world = World::new(PhysicsSettings::default());
    let bob = cube(&mut world, "bob", 1.0, 5.0);
    world.add_constraint(&spec(bob, None, DVec3::new(-1.0, 0.0, 0.0), BALL)).unwrap();
    let mut lowest = f64::INFINITY;
    for _ in 0..120 {
        world.advance();
        let place = world.world_from(bob).translation;
        assert_close(place.distance(DVec3::Z * 5.0), 1.0, 0.01);
        lowest = lowest.min(place.z);
    }
    assert_close(lowest, 4.0, 0.02);
    assert!(world.remove_constraint("it"));
    assert!(!world.remove_constraint("it"), "it is removed");
    for _ in 0..120 {
        world.advance();
    }
    assert!(world.world_from(bob).translation.z < 0.0, "nothing holds it");
}

#[test]
fn limits_hold_until_changed() {
    let mut world = World::new(PhysicsSettings::default());
    let box_ = cube(&mut world, "box", 0.0, 5.0);
    let locked = AxisLimit::Locked;
    // Relative to the falling box, the world rises.
    let slides = [locked, locked, AxisLimit::Between(0.0, 0.5), locked, locked, locked];
    world.add_constraint(&spec(box_, None, DVec3::ZERO, slides)).unwrap();
    let after = |world: &mut World, ticks: usize| {
        (0..ticks).for_each(|_| world.advance());
        world.world_from(box_).translation.z
    };
    let stopped = after(&mut world, 120);
    assert!((stopped - 5.0).abs() > 0.4 && (stopped - 5.0).abs() < 0.55, "{stopped}");
    world.limit_constraint("it", 2, AxisLimit::Free).unwrap();
    assert!(after(&mut world, 60) < 2.0);
}

#[test]
fn two_bodies_fall_together() {
    let mut world = World::new(PhysicsSettings::default());
    let [one, other] = [0.0, 1.0].map(|x| cube(&mut world, if x > 0.0 { "b" } else { "a" }, x, 5.0));
    world.add_constraint(&spec(one, Some(other), DVec3::X * 0.5, [AxisLimit::Locked; 6])).unwrap();
    world.apply_force(one, DVec3::X * 60.0);
    for _ in 0..30 {
        world.advance();
    }
    let [one_pose, other_pose] = [one, other].map(|node| world.world_from(node));
    let between = one_pose.inverse() * other_pose;
    assert!(between.translation.abs_diff_eq(DVec3::X, 5e-3), "{between:?}");
    assert!(between.rotation.abs_diff_eq(DQuat::IDENTITY, 5e-3), "{between:?}");
    assert!(other_pose.translation.x > 1.1, "the force moved both");
}

#[test]
fn invalid_constraints_are_refused_without_changes() {
    let mut world = World::new(PhysicsSettings::default());
    let one = cube(&mut world, "one", 0.0, 5.0);
    let fixed = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))], ..BodySpec::default() };
    let fixed = world.add_node(NodeSpec::new("fixed").with_body(fixed)).unwrap();
    let refused = |world: &mut World, spec: &ConstraintSpec| match world.add_constraint(spec) {
        Err(WorldError::BadValue { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&mut world, &spec(fixed, Some(one), DVec3::ZERO, BALL)), "the first object");
    assert_eq!(refused(&mut world, &spec(one, Some(one), DVec3::ZERO, BALL)), "the second object");
    assert_eq!(refused(&mut world, &spec(one, None, DVec3::NAN, BALL)), "pivot");
    let mut wrong = BALL;
    wrong[3] = AxisLimit::Between(1.0, -1.0);
    assert_eq!(refused(&mut world, &spec(one, None, DVec3::ZERO, wrong)), "a limit");
    world.add_constraint(&spec(one, Some(fixed), DVec3::ZERO, BALL)).unwrap();
    assert_eq!(refused(&mut world, &spec(one, Some(fixed), DVec3::ZERO, BALL)), "name");
    assert!(world.limit_constraint("it", 6, AxisLimit::Free).is_err());
    assert!(world.limit_constraint("other", 0, AxisLimit::Free).is_err());
}

#[test]
fn constraint_is_removed_with_its_bodies_and_restored_from_saved_states() {
    let mut world = World::new(PhysicsSettings::default());
    let bob = cube(&mut world, "bob", 1.0, 5.0);
    let frame = Pose { rotation: DQuat::from_rotation_z(FRAC_PI_2), ..Pose::IDENTITY };
    let hinge = [[AxisLimit::Free; 1].as_slice(), &[AxisLimit::Locked; 2]].concat();
    let limits = [[AxisLimit::Locked; 3].as_slice(), &hinge].concat().try_into().unwrap();
    let pivot = Pose::from_translation(DVec3::new(-1.0, 0.0, 0.0)) * frame;
    let hinge = ConstraintSpec { one_from_constraint: pivot, ..spec(bob, None, DVec3::ZERO, limits) };
    world.add_constraint(&hinge).unwrap();
    let saved = world.save().unwrap();
    let earlier = world.clone();
    let run = |world: &mut World| {
        (0..40).for_each(|_| world.advance());
        world.world_from(bob).translation
    };
    let first = run(&mut world);
    assert_close(first.distance(DVec3::Z * 5.0), 1.0, 0.01);
    let mut other = World::new(PhysicsSettings::default());
    other.restore(&saved).unwrap();
    assert_eq!(run(&mut other), first);
    world.rewind(&earlier);
    assert_eq!(run(&mut world), first);
    world.remove_node(bob);
    assert!(!world.remove_constraint("it"));
    world.advance();
}
