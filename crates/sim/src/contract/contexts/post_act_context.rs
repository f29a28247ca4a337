//! Context in which a robot moves the parts that follow its motion, once per tick after all actuators.

use morse_world::{JointConfiguration, NodeId, Pose, World};

/// Context in which a robot moves its own parts once per tick.
///
/// Robots of a large scene use it on several threads, while the world is constant. The recorded motions are applied
/// after all robots.
pub struct PostActContext<'a> {
    /// The world.
    pub world: &'a World,
    /// The robot's node.
    pub node: NodeId,
    /// Duration of a tick. [s]
    pub tick_s: f64,
    pub(crate) motions: &'a mut PartMotions,
}

/// Motions of parts of robots, recorded until they are applied to the world.
#[derive(Debug, Default)]
pub(crate) struct PartMotions {
    /// Rotations of parts about their own Z axes. [rad]
    turns: Vec<(NodeId, f64)>,
    configurations: Vec<(NodeId, JointConfiguration)>,
    /// Poses of parts in the frames of their parents.
    poses: Vec<(NodeId, Pose)>,
}

impl PostActContext<'_> {
    /// Turns a part of the robot about its own Z axis [rad], as [`World::rotate_about_z`] does.
    pub fn turn(&mut self, part: NodeId, by_rad: f64) {
        self.motions.turns.push((part, by_rad));
    }

    /// Moves a part of the robot to a pose in the frame of its parent, as [`World::set_local_pose`] does.
    pub fn place(&mut self, part: NodeId, parent_from_part: Pose) {
        self.motions.poses.push((part, parent_from_part));
    }

    /// Sets the configuration of an armature of the robot, as [`World::set_configuration`] does.
    pub fn configure(&mut self, armature: NodeId, configuration: JointConfiguration) {
        self.motions.configurations.push((armature, configuration));
    }
}

impl PartMotions {
    /// Removes and returns the rotations about Z.
    pub(crate) fn take_turns(&mut self) -> Vec<(NodeId, f64)> {
        std::mem::take(&mut self.turns)
    }

    /// Applies all motions to the world.
    pub(crate) fn apply(&mut self, world: &mut World) {
        for (part, by_rad) in self.turns.drain(..) {
            world.rotate_about_z(part, by_rad);
        }
        for (armature, configuration) in self.configurations.drain(..) {
            world.set_configuration(armature, configuration);
        }
        for (part, parent_from_part) in self.poses.drain(..) {
            world.set_local_pose(part, parent_from_part);
        }
    }
}
