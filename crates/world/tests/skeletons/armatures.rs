//! Armatures: poses of bones and attached nodes, limits, saving, resetting and invalid values.

use std::f64::consts::{FRAC_PI_2, PI};
use std::hash::Hasher;

use crate::common::{assert_close, at, cuboid, rigid, world};
use glam::{DQuat, DVec3};
use morse_world::{
    BodySpec, BoneConfiguration, BoneSpec, JointConfiguration, JointKind, NodeId, NodeSpec, Pose, Quantity,
    World, WorldError, WorldEvent,
};

/// A vertical bone: its y axis points up, its z axis along -y.
fn upright(name: &str, parent: Option<usize>, height: f64, length: f64) -> BoneSpec {
    let rotation = DQuat::from_rotation_x(FRAC_PI_2);
    let armature_from_rest = Pose { translation: DVec3::Z * height, rotation };
    BoneSpec { parent, armature_from_rest, length, ..BoneSpec::new(name) }
}

/// A mast that slides up by 0.3 m, an arm of 1 m on it that rotates about its z axis, and a hand of 0.5 m that rolls.
fn crane() -> Vec<BoneSpec> {
    let leans = BoneSpec {
        free: [false, false, true],
        limits: [None, None, Some([-2.0, 2.0])],
        ..upright("arm", Some(0), 1.0, 1.0)
    };
    vec![
        BoneSpec { stretch: 0.3, free: [false, true, false], ..upright("mast", None, 0.0, 1.0) },
        leans,
        BoneSpec { free: [false, true, false], ..upright("hand", Some(1), 2.0, 0.5) },
    ]
}

/// A world with a crane at (1, 2, 0) that faces left, and a marker at the end of its hand.
fn site() -> (World, NodeId, NodeId) {
    let mut world = world();
    let pose = Pose { translation: DVec3::new(1.0, 2.0, 0.0), rotation: DQuat::from_rotation_z(FRAC_PI_2) };
    let node = world.add_node(NodeSpec::new("crane").at(pose)).unwrap();
    world.add_armature(node, crane()).unwrap();
    let marker = world.add_node(NodeSpec::new("marker").on(node).at(at(0.0, 0.0, 2.5))).unwrap();
    world.attach_to_bone(marker, "hand").unwrap();
    (world, node, marker)
}

fn digest(world: &World) -> u64 {
    let mut hasher = xxhash_rust::xxh3::Xxh3::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

#[test]
fn bone_poses_follow_joint_values() {
    let (mut world, node, marker) = site();
    world.set_bone_joint(node, 0, 0.25);
    world.set_bone_joint(node, 1, -FRAC_PI_2);
    // Its z axis at rest is -y of the crane, so a negative rotation tilts it towards the x axis of the crane.
    let armature = world.armature(node).unwrap();
    assert!((armature.armature_from_bone(1).translation - DVec3::new(0.0, 0.0, 1.25)).length() < 1e-15);
    let tail = armature.armature_from_tail(2).translation;
    assert!((tail - DVec3::new(1.5, 0.0, 1.25)).length() < 1e-14, "{tail}");
    assert_eq!(armature.value(0), 0.25);
    assert_eq!(armature.value(1), -FRAC_PI_2);
    let seen = world.world_from(marker).translation;
    assert!((seen - DVec3::new(1.0, 3.5, 1.25)).length() < 1e-14, "{seen}");
}

#[test]
fn joint_kinds_and_limits_follow_from_bones() {
    let (mut world, node, _) = site();
    let kinds = world.armature(node).unwrap().bones().iter().map(BoneSpec::joint_kind);
    assert_eq!(kinds.collect::<Vec<_>>(), [JointKind::Prismatic, JointKind::Revolute, JointKind::Revolute]);
    assert_eq!(BoneSpec::new("stiff").joint_kind(), JointKind::Fixed);
    let limits: Vec<_> = world.armature(node).unwrap().bones().iter().map(BoneSpec::joint_limits).collect();
    assert_eq!(limits, [[0.0, 0.3], [-2.0, 2.0], [-PI, PI]]);
    for (bone, asked, expected) in [(0, 1.0, 0.3), (0, -1.0, 0.0), (1, -7.0, -2.0), (2, 4.0, PI)] {
        world.set_bone_joint(node, bone, asked);
        assert_eq!(world.armature(node).unwrap().value(bone), expected);
    }
}

#[test]
fn bone_with_several_free_axes_rotates_about_all_of_them() {
    let mut world = world();
    let node = world.add_node(NodeSpec::new("man")).unwrap();
    let shoulder = BoneSpec { free: [true; 3], length: 1.0, ..BoneSpec::new("shoulder") };
    let start = BoneConfiguration { turn: DVec3::new(0.0, 0.0, FRAC_PI_2), slide: 0.0 };
    world.add_armature(node, vec![BoneSpec { start, ..shoulder }]).unwrap();
    let tail = |world: &World| world.armature(node).unwrap().armature_from_tail(0).translation;
    assert!((tail(&world) + DVec3::X).length() < 1e-15);
    let turn = DVec3::new(1.0, 1.0, 1.0).normalize() * (2.0 * PI / 3.0);
    world.set_configuration(node, JointConfiguration(vec![BoneConfiguration { turn, slide: 0.0 }]));
    assert!((tail(&world) - DVec3::Z).length() < 1e-15);
    // The configuration computed from the pose is the same rotation.
    let armature = world.armature(node).unwrap();
    let read = armature.bones()[0].configuration_at(armature.armature_from_bone(0));
    assert!((read.turn - turn).length() < 1e-14);
}

#[test]
fn rays_and_bodies_hit_nodes_attached_to_a_bone() {
    let (mut world, node, _) = site();
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.2))], ..BodySpec::default() };
    let hand = NodeSpec::new("hand").on(node).at(at(0.0, 0.0, 2.5)).with_body(body);
    let hand = world.add_node(hand).unwrap();
    world.attach_to_bone(hand, "hand").unwrap();
    world.set_bone_joint(node, 1, -FRAC_PI_2);
    world.advance();
    // The hand is now at (1, 3.5, 1).
    let down = |world: &World, y: f64| {
        world.cast_ray(DVec3::new(1.0, y, 5.0), -DVec3::Z, 4.5, None).map(|hit| hit.node)
    };
    assert_eq!(down(&world, 3.5), Some(hand));
    assert_eq!(down(&world, 2.0), None);
    let ball = rigid(1.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    let ball = world.add_node(NodeSpec::new("ball").at(at(1.0, 3.5, 1.5)).with_body(ball)).unwrap();
    (0..120).for_each(|_| world.advance());
    assert_close(world.world_from(ball).translation.z, 1.3, 0.01);
}

#[test]
fn moved_attachment_keeps_its_pose_and_detached_node_stays() {
    let (mut world, node, marker) = site();
    world.set_bone_joint(node, 1, -FRAC_PI_2);
    world.set_local_pose(marker, at(1.0, 0.0, 1.0));
    world.set_bone_joint(node, 1, 0.0);
    let there = world.parent_from(marker).translation;
    assert!((there - DVec3::new(0.0, 0.0, 2.0)).length() < 1e-14, "{there}");
    world.attach(marker, node).unwrap();
    world.set_bone_joint(node, 1, -FRAC_PI_2);
    assert!((world.parent_from(marker).translation - there).length() < 1e-14);
}

#[test]
fn reset_restores_the_initial_configuration() {
    let (mut world, node, marker) = site();
    let before = world.world_from(marker);
    world.set_bone_joint(node, 0, 0.2);
    world.set_bone_joint(node, 1, 1.0);
    world.reset();
    assert_eq!(world.armature(node).unwrap().value(1), 0.0);
    assert!((world.world_from(marker).translation - before.translation).length() < 1e-15);
}

#[test]
fn restored_world_keeps_its_configuration() {
    let (mut world, node, marker) = site();
    let at_rest = digest(&world);
    world.set_bone_joint(node, 1, 0.7);
    let leaning = digest(&world);
    assert_ne!(at_rest, leaning);
    let saved = world.save().unwrap();
    world.set_bone_joint(node, 1, 0.1);
    world.restore(&saved).unwrap();
    assert_eq!(digest(&world), leaning);
    assert_eq!(world.armature(node).unwrap().value(1), 0.7);
    let (mut other, other_node, other_marker) = site();
    other.set_bone_joint(other_node, 1, 0.7);
    world.set_bone_joint(node, 0, 0.3);
    other.set_bone_joint(other_node, 0, 0.3);
    assert_eq!(world.world_from(marker), other.world_from(other_marker));
}

#[test]
fn invalid_configurations_are_reported_and_ignored() {
    let (mut world, node, marker) = site();
    world.set_bone_joint(node, 1, f64::NAN);
    world.set_configuration(node, JointConfiguration(vec![BoneConfiguration::REST; 2]));
    world.set_bone_joint(marker, 0, 1.0);
    world.advance();
    let refused = WorldEvent::NotFinite { node, what: Quantity::JointPosition };
    assert_eq!(world.events(), [refused, refused]);
    assert_eq!(world.armature(node).unwrap().value(1), 0.0);
}

#[test]
fn invalid_armatures_are_refused() {
    let (mut world, node, marker) = site();
    let refused = |world: &mut World, node, bones| {
        matches!(world.add_armature(node, bones), Err(WorldError::BadValue { .. }))
    };
    assert!(refused(&mut world, node, crane()), "a second armature");
    let bone = |name: &str| upright(name, None, 0.0, 1.0);
    assert!(refused(&mut world, marker, vec![bone("a"), bone("a")]), "two of a name");
    let own_child = BoneSpec { parent: Some(0), ..bone("a") };
    assert!(refused(&mut world, marker, vec![own_child]), "its own parent");
    let endless = BoneSpec { length: f64::INFINITY, ..bone("a") };
    assert!(refused(&mut world, marker, vec![endless]), "endless");
    let crossed = BoneSpec { limits: [Some([1.0, -1.0]), None, None], ..bone("a") };
    assert!(refused(&mut world, marker, vec![crossed]), "limits in the wrong order");
    assert!(world.attach_to_bone(marker, "finger").is_err());
    assert!(world.attach_to_bone(node, "hand").is_err());
    assert!(world.armature(marker).is_none());
    assert_eq!(world.armature_above(marker), Some(node));
}
