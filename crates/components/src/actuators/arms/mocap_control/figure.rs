//! The figure of a person: control points, and the bones that follow them.

#[cfg(test)]
mod tests;

use std::f64::consts::FRAC_PI_2;

use morse_sim::prelude::*;
use morse_world::{Armature, IkGoal, NodeId, NodeSpec, World};

use crate::actuators::arms::mocap_control::joints::{JOINTS, SHOULDER_LEFT, SHOULDER_RIGHT, TORSO};

/// Maximum number of inverse kinematics steps in one activation.
const IK_STEPS: usize = 8;

/// Position of each joint in the world [m]; `None` for one that is not tracked.
type Tracked = [Option<DVec3>; JOINTS.len()];

/// The figure of a person: armature and control points.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Figure {
    armature: NodeId,
    /// Orientation of the armature in a robot that faces along X.
    robot_from_armature: DQuat,
    /// At most one for each joint, parents before children.
    points: Vec<ControlPoint>,
    /// The bone whose end is at the torso; `None` if no bone follows the torso, or if the armature is a child of the
    /// torso's point.
    torso: Option<usize>,
}

/// A node at the position of a joint.
#[derive(Clone, Serialize, Deserialize)]
struct ControlPoint {
    /// Index of the joint.
    joint: usize,
    node: NodeId,
    follower: Option<Follower>,
}

/// A bone whose end follows a point.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Follower {
    bone: usize,
    /// Number of bones in the chain that moves, counted from this bone; 0 for all.
    chain_length: usize,
}

impl Figure {
    /// Finds the figure of a robot, and creates the control points that its model lacks. `name` is the name of the
    /// actuator, for errors.
    ///
    /// # Errors
    /// If the robot has no armature, or a joint has neither a control point nor a bone.
    pub(super) fn of(name: &str, robot: NodeId, world: &mut World) -> Result<Figure, SetupError> {
        let below = world.subtree(robot);
        let known = |node: NodeId| {
            let armature = world.armature(node)?;
            let followers: [_; JOINTS.len()] = std::array::from_fn(|joint| follower(armature, joint));
            Some((node, followers))
        };
        // The first of the armatures with the largest number of known bones.
        let armatures = below.iter().rev().filter_map(|&node| known(node));
        let found = armatures.max_by_key(|(_, followers)| followers.iter().flatten().count());
        let Some((armature, followers)) = found else {
            let robot = world.name(robot);
            return Err(SetupError::Missing(format!(
                "{name} finds no armature on {robot}: append it to a Human"
            )));
        };
        let named =
            |joint: usize| below.iter().copied().find(|&node| world.name(node).contains(JOINTS[joint].point));
        let own: [Option<NodeId>; JOINTS.len()] = std::array::from_fn(named);
        refuse_missing(name, world, armature, &own, &followers)?;
        let mut nodes = Vec::new();
        for (joint, follower) in followers.iter().enumerate() {
            match (own[joint], follower) {
                (Some(node), _) => nodes.push((joint, node)),
                (None, Some(follower)) => {
                    nodes.push((joint, add_point(world, robot, armature, joint, *follower)?))
                }
                (None, None) => {}
            }
        }
        let points = world.subtree(robot).into_iter().flat_map(|node| {
            let here = nodes.iter().filter(move |&&(_, point)| point == node);
            here.map(|&(joint, node)| ControlPoint { joint, node, follower: followers[joint] })
        });
        let points: Vec<ControlPoint> = points.collect();
        let carries =
            |point: &ControlPoint| point.joint == TORSO && world.subtree(point.node).contains(&armature);
        let torso = followers[TORSO].filter(|_| !points.iter().any(carries)).map(|follower| follower.bone);
        let robot_from_armature = (world.world_from(robot).inverse() * world.world_from(armature)).rotation;
        Ok(Figure { armature, robot_from_armature, points, torso })
    }

    /// Moves the control points to the tracked joints, and the bones as near to them as possible.
    pub(super) fn imitate(&self, world: &mut World, tracked: Tracked) {
        let torso_rotation = DQuat::from_rotation_z(self.body_rotation(world));
        if let (Some(bone), Some(torso)) = (self.torso, tracked[TORSO]) {
            self.place_armature(world, bone, Pose { translation: torso, rotation: torso_rotation });
        }
        for point in &self.points {
            let mut world_from_point = world.world_from(point.node);
            if point.joint == TORSO {
                world_from_point.rotation = torso_rotation;
            }
            if let Some(position) = tracked[point.joint] {
                world_from_point.translation = position;
            }
            world.set_world_pose(point.node, world_from_point);
        }
        self.move_bones(world, tracked);
    }

    /// Rotation of the body about the vertical, from the current positions of its shoulder points. [rad]
    fn body_rotation(&self, world: &World) -> f64 {
        let place = |joint| {
            let point = self.points.iter().find(|point| point.joint == joint);
            point.map_or(DVec3::ZERO, |point| world.world_from(point.node).translation)
        };
        let from_right_to_left = place(SHOULDER_LEFT) - place(SHOULDER_RIGHT);
        from_right_to_left.try_normalize().map_or(0.0, |line| libm::acos(line.x.clamp(-1.0, 1.0)) - FRAC_PI_2)
    }

    /// Moves the armature so that the end of the torso bone is at a point.
    fn place_armature(&self, world: &mut World, bone: usize, world_from_torso: Pose) {
        let Some(armature) = world.armature(self.armature) else { return };
        let rotation = world_from_torso.rotation * self.robot_from_armature;
        let to_torso = rotation * armature.armature_from_tail(bone).translation;
        world.set_world_pose(
            self.armature,
            Pose { translation: world_from_torso.translation - to_torso, rotation },
        );
    }

    /// Moves the ends of bones towards the tracked joints.
    fn move_bones(&self, world: &mut World, tracked: Tracked) {
        let armature_from_world = world.world_from(self.armature).inverse();
        let Some(armature) = world.armature(self.armature) else { return };
        let goal = |point: &ControlPoint| {
            let Follower { bone, chain_length } = point.follower.filter(|_| point.joint != TORSO)?;
            let wanted = armature_from_world.transform_point(tracked[point.joint]?);
            let armature_from_tail = Pose::from_translation(wanted);
            Some(IkGoal { bone, armature_from_tail, with_orientation: false, chain_length })
        };
        let goals: Vec<IkGoal> = self.points.iter().filter_map(goal).collect();
        let found = armature.approach(armature.configuration(), &goals, IK_STEPS);
        world.set_configuration(self.armature, found.configuration);
    }
}

/// Finds the bone that follows the control point of a joint: by its constraint, else by its name.
fn follower(armature: &Armature, joint: usize) -> Option<Follower> {
    let bones = armature.bones();
    let point = JOINTS[joint].point;
    let follows = |target: &String| target.contains(point);
    if let Some(bone) = bones.iter().position(|bone| bone.ik_target.as_ref().is_some_and(follows)) {
        return Some(Follower { bone, chain_length: bones[bone].ik_chain });
    }
    let bone = armature.find(JOINTS[joint].bone)?;
    // The chain of a limb ends at the trunk: ancestors of the torso do not move.
    let upwards = |bone: usize| std::iter::successors(Some(bone), |&at| bones[at].parent);
    let trunk: Vec<usize> = armature.find(JOINTS[TORSO].bone).into_iter().flat_map(upwards).collect();
    let chain_length = upwards(bone).take_while(|at| !trunk.contains(at)).count().max(1);
    Some(Follower { bone, chain_length })
}

/// Returns an error if a joint has neither a control point nor a bone.
fn refuse_missing(
    name: &str,
    world: &World,
    armature: NodeId,
    own: &[Option<NodeId>],
    followers: &[Option<Follower>],
) -> Result<(), SetupError> {
    let has_either = own.iter().zip(followers).map(|(point, follower)| point.is_some() || follower.is_some());
    let missing: Vec<String> = JOINTS
        .iter()
        .zip(has_either)
        .filter(|(_, has_either)| !has_either)
        .map(|(joint, _)| format!("{} (or the bone {})", joint.point, joint.bone))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let armature = world.name(armature);
    Err(SetupError::Missing(format!(
        "{name} finds no control points on the robot of the armature {armature} for {}",
        missing.join(", ")
    )))
}

/// Adds a control point at the end of a bone, as a child of the robot.
fn add_point(
    world: &mut World,
    robot: NodeId,
    armature: NodeId,
    joint: usize,
    follower: Follower,
) -> Result<NodeId, SetupError> {
    let robot_from_armature = world.world_from(robot).inverse() * world.world_from(armature);
    let tail =
        world.armature(armature).map(|armature| armature.armature_from_tail(follower.bone).translation);
    let place = robot_from_armature.transform_point(tail.unwrap_or_default());
    let spec = NodeSpec::new(format!("{}.{}", world.name(robot), JOINTS[joint].point)).on(robot);
    world.add_node(spec.at(Pose::from_translation(place))).map_err(SetupError::from)
}
