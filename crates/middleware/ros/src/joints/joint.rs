//! A joint of a robot: its links, its axis and its current state.

use glam::{DQuat, DVec3};
use morse_world::{JointId, JointKind, NodeId, Pose, World, angle_about, normalise_angle};

/// A joint, and the link that it moves.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// Name of the joint, unique within its robot.
    pub name: String,
    /// Name of the child link: that of the joint, unless TF already has a frame of this name.
    pub link: String,
    /// Name of the parent link.
    pub parent: String,
    /// Frame of the joint at position zero, in the frame of the parent link.
    pub parent_from_joint: Pose,
    /// Type of the joint.
    pub kind: JointKind,
    /// Axis of rotation or translation, in the frame of the joint. Unit vector.
    pub axis: DVec3,
    /// Lowest and highest position. [rad or m]
    pub limits: [f64; 2],
    /// Source of the position.
    pub(super) source: Source,
}

/// The part of the world from which the position of a joint is read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    /// A bone of an armature.
    Bone { armature: NodeId, bone: usize },
    /// A joint of physics, as robots from files have.
    Physics(JointId),
    /// A turning part.
    Part(NodeId),
    /// The rotation of a wheel about its axle.
    Roll { chassis: NodeId, number: usize, node: NodeId, chassis_from_node: DQuat, up: DVec3, axle: DVec3 },
    /// The steering angle of a wheel.
    Steering { chassis: NodeId, number: usize },
    /// The compression of the suspension of a wheel.
    Suspension { chassis: NodeId, number: usize, rest_length: f64 },
}

/// The state of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading {
    /// Position. [rad or m]
    pub position: f64,
    /// Whether the position is wrapped to ±π, so that full turns are not counted.
    pub wraps: bool,
    /// Velocity, if known. [rad/s or m/s]
    pub velocity: Option<f64>,
    /// Effort, if known. [N m or N]
    pub effort: Option<f64>,
}

impl Reading {
    fn at(position: f64) -> Self {
        Self { position, wraps: false, velocity: None, effort: None }
    }

    /// The position, unwrapped so that it continues from an earlier position without a jump.
    pub fn after(self, before: Option<f64>) -> f64 {
        match before {
            Some(before) if self.wraps => before + normalise_angle(self.position - before),
            _ => self.position,
        }
    }
}

impl Joint {
    /// Whether the joint is not fixed.
    pub fn moves(&self) -> bool {
        self.kind != JointKind::Fixed
    }

    /// Whether the joint comes from the file of its robot.
    pub fn is_of_file(&self) -> bool {
        matches!(self.source, Source::Physics(_))
    }

    /// Reads the current state.
    pub fn read(&self, world: &World) -> Reading {
        let wheel = |chassis, number| world.wheels(chassis).nth(number);
        match self.source {
            Source::Bone { armature, bone } => {
                Reading::at(world.armature(armature).map_or(0.0, |armature| armature.value(bone)))
            }
            Source::Physics(joint) => Reading {
                velocity: Some(world.joint_velocity(joint)),
                // The motion of a mimic joint comes from its leader.
                effort: world.joint_effort(joint).filter(|_| world.joint_mimic(joint).is_none()),
                ..Reading::at(world.joint_position(joint))
            },
            Source::Part(node) => {
                let angle = world.turning_part(node).map(|part| part.angle(world.parent_from(node)));
                let wraps = self.kind == JointKind::Continuous;
                Reading { wraps, ..Reading::at(angle.unwrap_or_default()) }
            }
            Source::Roll { chassis, number, node, chassis_from_node, up, axle } => {
                let Some(state) = wheel(chassis, number) else { return Reading::at(0.0) };
                // Physics does not turn the wheels of a suspended robot, but its drive may.
                if world.is_suspended(chassis) {
                    let turned = (world.world_from(chassis).inverse() * world.world_from(node)).rotation
                        * chassis_from_node.inverse();
                    let rolled = DQuat::from_axis_angle(up, -state.steering) * turned;
                    return Reading { wraps: true, ..Reading::at(angle_about(axle, rolled)) };
                }
                let rate = if world.is_asleep(chassis) { 0.0 } else { state.rate };
                Reading { velocity: Some(rate), ..Reading::at(state.angle) }
            }
            Source::Steering { chassis, number } => {
                Reading::at(wheel(chassis, number).map_or(0.0, |wheel| wheel.steering))
            }
            Source::Suspension { chassis, number, rest_length } => {
                Reading::at(wheel(chassis, number).map_or(0.0, |wheel| rest_length - wheel.extension))
            }
        }
    }
}
