//! The joints of a robot, from the armatures on it.

use std::collections::BTreeSet;

use morse_world::{JointKind, NodeId, Pose, World};

/// The link of the robot itself.
pub(super) const BASE_LINK: &str = "base_link";

/// A joint, and the link of the same name that it moves.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// Name of the bone, which is unique on its robot.
    pub name: String,
    /// The link that carries it. `None` if the armature hangs on another one: links of such armatures are in no fixed place.
    pub parent: Option<String>,
    /// Its frame in the frame of that link, in position zero.
    pub parent_from_joint: Pose,
    /// How it moves.
    pub kind: JointKind,
    /// Index of the axis of its frame about or along which it moves.
    pub axis: usize,
    /// Lowest and highest position. [rad or m]
    pub limits: [f64; 2],
    armature: NodeId,
    bone: usize,
}

impl Joint {
    /// Whether it has a position.
    pub fn moves(&self) -> bool {
        self.kind != JointKind::Fixed
    }

    /// The present position. [rad or m]
    pub fn position(&self, world: &World) -> f64 {
        world.armature(self.armature).map_or(0.0, |armature| armature.value(self.bone))
    }
}

/// The joints of all armatures on a robot; parents come before their children. A bone that turns about several axes is
/// one joint about the first.
pub(super) fn joints_of(world: &World, robot: NodeId) -> Vec<Joint> {
    let mut parts = world.below(robot);
    if !parts.contains(&robot) {
        parts.insert(0, robot);
    }
    let mut taken = BTreeSet::from([BASE_LINK.to_owned()]);
    let mut joints = Vec::new();
    for node in parts {
        let Some(armature) = world.armature(node) else { continue };
        let hangs = node != robot && world.parent(node).is_some_and(|at| world.armature_above(at).is_some());
        let robot_from_armature = world.world_from(robot).inverse() * world.world_from(node);
        let first = joints.len();
        for (bone, spec) in armature.bones().iter().enumerate() {
            let (parent, parent_from_joint) = match spec.parent {
                Some(parent) => {
                    let parent_from_armature = armature.bones()[parent].armature_from_rest.inverse();
                    let joint: &Joint = &joints[first + parent];
                    (joint.name.clone(), parent_from_armature * spec.armature_from_rest)
                }
                None => (BASE_LINK.to_owned(), robot_from_armature * spec.armature_from_rest),
            };
            let kind = spec.joint_kind();
            joints.push(Joint {
                name: unique(&mut taken, &spec.name, world.name(node)),
                parent: (!hangs).then_some(parent),
                parent_from_joint,
                kind,
                axis: if kind == JointKind::Prismatic { 1 } else { spec.axis().unwrap_or(0) },
                limits: spec.joint_limits(),
                armature: node,
                bone,
            });
        }
    }
    joints
}

/// The name of a bone, after that of its armature if another bone of the robot has it.
fn unique(taken: &mut BTreeSet<String>, bone: &str, armature: &str) -> String {
    let long = || format!("{armature}.{bone}");
    let mut name = if taken.contains(bone) { long() } else { bone.to_owned() };
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

#[cfg(test)]
pub(super) mod tests {
    use morse_world::{BoneSpec, Euler, NodeSpec, PhysicsSettings};

    use super::*;

    fn at(position: [f64; 3], yaw: f64) -> Pose {
        let euler = Euler { roll: 0.3, pitch: -0.2, yaw };
        Pose::from_euler(position.into(), euler)
    }

    /// A robot with an arm of a turning, a sliding and a fixed bone.
    pub fn robot() -> (World, NodeId, NodeId) {
        let mut world = World::new(PhysicsSettings::default());
        let robot = world.add_node(NodeSpec::new("robot").at(at([5.0, 1.0, 0.0], 1.0))).unwrap();
        let arm = world.add_node(NodeSpec::new("robot.arm").on(robot).at(at([0.1, 0.2, 0.3], 0.5))).unwrap();
        let bone =
            |name: &str, parent, pose| BoneSpec { parent, armature_from_rest: pose, ..BoneSpec::new(name) };
        let bones = vec![
            BoneSpec {
                free: [false, false, true],
                limits: [None, None, Some([-1.0, 2.0])],
                ..bone("turn", None, at([0.0, 0.0, 0.1], 0.2))
            },
            BoneSpec { stretch: 0.5, ..bone("slide", Some(0), at([0.0, 0.4, 0.1], 0.7)) },
            bone("base_link", Some(1), at([0.0, 0.6, 0.2], -0.4)),
        ];
        world.add_armature(arm, bones).unwrap();
        (world, robot, arm)
    }

    #[test]
    fn links_are_where_the_bones_are_in_any_position() {
        let (mut world, robot, arm) = robot();
        let joints = joints_of(&world, robot);
        world.set_bone_joint(arm, 0, 0.8);
        world.set_bone_joint(arm, 1, 0.25);
        let mut robot_from_link = Pose::IDENTITY;
        for (bone, joint) in joints.iter().enumerate() {
            let position = joint.position(&world);
            let moved = match joint.kind {
                JointKind::Prismatic => Pose::from_translation([0.0, position, 0.0].into()),
                _ => Pose::from_euler([0.0; 3].into(), Euler { roll: 0.0, pitch: 0.0, yaw: position }),
            };
            robot_from_link = robot_from_link * joint.parent_from_joint * moved;
            let robot_from_arm = world.world_from(robot).inverse() * world.world_from(arm);
            let expected = robot_from_arm * world.armature(arm).unwrap().armature_from_bone(bone);
            assert!(robot_from_link.translation.distance(expected.translation) < 1e-12, "{}", joint.name);
            assert!(robot_from_link.rotation.angle_between(expected.rotation) < 1e-6, "{}", joint.name);
        }
        assert_eq!((joints[0].position(&world), joints[1].position(&world)), (0.8, 0.25));
    }

    #[test]
    fn names_are_unique_and_limits_are_those_of_the_bones() {
        let (world, robot, _) = robot();
        let joints = joints_of(&world, robot);
        let names: Vec<_> = joints.iter().map(|joint| joint.name.as_str()).collect();
        assert_eq!(names, ["turn", "slide", "robot.arm.base_link"]);
        assert_eq!(joints.iter().filter(|joint| joint.moves()).count(), 2);
        assert_eq!((joints[0].limits, joints[0].axis), ([-1.0, 2.0], 2));
        assert_eq!((joints[1].limits, joints[1].axis), ([0.0, 0.5], 1));
    }
}
