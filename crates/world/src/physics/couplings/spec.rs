//! Descriptions of equalities, tendons and motors.

use glam::DVec3;
use morse_dynamics::{Activation, EffortPolynomial, MuscleSpec, SolverParameters, WrapShape};
use serde::{Deserialize, Serialize};

use super::moved;
use crate::physics::joints::{Joint, JointId};
use crate::{NodeId, Pose};

/// A frame on a node, or in the world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// The node; `None` for the world.
    pub node: Option<NodeId>,
    /// Pose of the frame in that of the node.
    pub node_from_frame: Pose,
}

/// The things that an equality holds together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum EqualityKind {
    /// The origins of two frames coincide.
    Connect {
        /// The first frame.
        a: Attachment,
        /// The second frame.
        b: Attachment,
    },
    /// Two frames coincide.
    Weld {
        /// The first frame.
        a: Attachment,
        /// The second frame.
        b: Attachment,
        /// Weight of the rotation in relation to the translation. [m/rad]
        torque_scale: f64,
    },
    /// The position of a joint is a polynomial of that of a second joint, or constant.
    Joint {
        /// The joint.
        joint: JointId,
        /// The second joint.
        other: Option<JointId>,
        /// Coefficients of the powers 0 to 4.
        polynomial: [f64; 5],
    },
    /// The change of a tendon's length since the reference positions is a polynomial of that of a second tendon, or constant.
    Tendon {
        /// The tendon.
        tendon: TendonId,
        /// The second tendon.
        other: Option<TendonId>,
        /// Coefficients of the powers 0 to 4.
        polynomial: [f64; 5],
    },
}

/// A condition that holds at all times, with a softness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Equality {
    /// Its name, for messages.
    pub name: String,
    /// The root of the robot that it belongs to.
    pub owner: NodeId,
    /// The things that it holds together.
    pub kind: EqualityKind,
    /// Its softness.
    pub parameters: SolverParameters,
}

/// The identifier of a tendon in its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TendonId(pub(crate) u32);

/// A part of the path of a cord.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Waypoint {
    /// The origin of a frame, which the cord passes through.
    Site(Attachment),
    /// An obstacle about the origin of a frame, along its z axis.
    Obstacle {
        /// Its frame.
        frame: Attachment,
        /// Its shape.
        shape: WrapShape,
        /// Its radius. [m]
        radius: f64,
        /// A frame whose origin is on the side that the cord passes, or inside of the obstacle.
        side: Option<Attachment>,
    },
    /// The cord ends. The length of the next branch is divided by a number.
    Pulley {
        /// The number.
        divisor: f64,
    },
}

/// The length of a tendon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TendonPath {
    /// The sum of positions of joints, each times a coefficient.
    Fixed(Vec<(JointId, f64)>),
    /// The length of a cord. [m]
    Spatial(Vec<Waypoint>),
}

/// A tendon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tendon {
    /// Name, unique among the tendons of the world.
    pub name: String,
    /// The root of the robot that it belongs to.
    pub owner: NodeId,
    /// Its length.
    pub path: TendonPath,
    /// Least and largest length.
    pub limits: Option<[f64; 2]>,
    /// Tension per length beyond the lengths at rest. [N/m]
    pub stiffness: f64,
    /// Least and largest length at rest; `None` for the length at the reference positions of the joints.
    pub rest: Option<[f64; 2]>,
    /// Viscous damping. [N s/m]
    pub damping: f64,
    /// Parts of damping and spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// Tension of dry friction. [N]
    pub friction: f64,
    /// Inertia of the change of length. [kg]
    pub armature: f64,
    /// Least and largest sum of the tensions of its motors. [N]
    pub effort_limits: Option<[f64; 2]>,
    /// Softness of its limits.
    pub limit_parameters: SolverParameters,
    /// Softness of its dry friction.
    pub friction_parameters: SolverParameters,
}

/// The identifier of a motor in its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MotorId(pub(crate) u32);

/// The thing that a motor drives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MotorTarget {
    /// A joint.
    Joint {
        /// The joint.
        joint: JointId,
        /// Its gear.
        gear: f64,
    },
    /// A tendon.
    Tendon {
        /// The tendon.
        tendon: TendonId,
        /// Its gear.
        gear: f64,
    },
    /// A frame of a node.
    Site {
        /// The frame.
        site: Attachment,
        /// The frame in relation to which it moves. Without it, the gears are along the axes of the site.
        reference: Option<Attachment>,
        /// Whether the gears are along the axes of the site although there is a reference, as those of a ball joint.
        is_along_site: bool,
        /// Force per unit of effort along x, y, z.
        force: DVec3,
        /// Torque per unit of effort about x, y, z. [m]
        torque: DVec3,
    },
    /// The contacts of a body, which it presses together, with an equal share each.
    Adhesion(NodeId),
    /// A slider-crank, whose length is the place of the rod's end along the axis.
    Crank {
        /// The pin between crank and rod.
        crank: Attachment,
        /// The frame along whose z axis the other end of the rod slides.
        slider: Attachment,
        /// Length of the rod. [m]
        rod: f64,
        /// Its gear.
        gear: f64,
    },
}

/// A motor: effort = (gain + gain_by_length × length + gain_by_velocity × velocity) × command + bias − stiffness × length −
/// damping × velocity, within its limits. Length and velocity are those of its target times the gear.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MotorSpec {
    /// Name, unique among the motors of the world.
    pub name: String,
    /// The root of the robot that it belongs to.
    pub owner: NodeId,
    /// The thing that it drives.
    pub target: MotorTarget,
    /// Effort per unit of the command.
    pub gain: f64,
    /// Change of the gain per unit of the length.
    pub gain_by_length: f64,
    /// Change of the gain per unit of the velocity.
    pub gain_by_velocity: f64,
    /// Effort without a command.
    pub bias: f64,
    /// Effort per unit of the length.
    pub stiffness: f64,
    /// Effort per unit of the velocity.
    pub damping: f64,
    /// Damping as a share of the critical one, instead of `damping`.
    pub damping_ratio: Option<f64>,
    /// Least and largest effort. [N m or N]
    pub effort_limits: Option<[f64; 2]>,
    /// Least and largest command.
    pub command_limits: Option<[f64; 2]>,
    /// The way from the command to the value that it obeys.
    pub activation: Activation,
    /// Time constant of its filter. [s]
    pub time_constant: f64,
    /// Time constant of a falling excitation of a muscle. [s]
    pub fall_time: f64,
    /// Width of the transition between both time constants of a muscle.
    pub smoothing: f64,
    /// The force of a muscle instead of gain, bias, stiffness and damping.
    pub muscle: Option<MuscleSpec>,
    /// Least and largest value of its filter or integrator.
    pub activation_limits: Option<[f64; 2]>,
    /// Command at the start.
    pub command: f64,
}

impl Equality {
    /// Adds the nodes that it connects, but for those of tendons.
    pub(super) fn nodes(&self, joints: &[Joint], nodes: &mut Vec<NodeId>) {
        match &self.kind {
            EqualityKind::Connect { a, b } | EqualityKind::Weld { a, b, .. } => {
                nodes.extend([a.node, b.node].into_iter().flatten());
            }
            EqualityKind::Joint { joint, other, .. } => {
                let members = [Some(*joint), *other].into_iter().flatten();
                nodes.extend(members.filter_map(|id| moved(joints, id)));
            }
            EqualityKind::Tendon { .. } => {}
        }
    }
}

impl Tendon {
    /// Adds the nodes that it connects.
    pub(super) fn nodes(&self, joints: &[Joint], nodes: &mut Vec<NodeId>) {
        match &self.path {
            TendonPath::Fixed(members) => {
                nodes.extend(members.iter().filter_map(|(id, _)| moved(joints, *id)))
            }
            TendonPath::Spatial(waypoints) => {
                for waypoint in waypoints {
                    match waypoint {
                        Waypoint::Site(site) => nodes.extend(site.node),
                        Waypoint::Obstacle { frame, side, .. } => {
                            nodes.extend(frame.node);
                            nodes.extend(side.and_then(|side| side.node));
                        }
                        Waypoint::Pulley { .. } => {}
                    }
                }
            }
        }
    }
}

impl MotorTarget {
    /// Adds the nodes that it connects, but for those of tendons.
    pub(super) fn nodes(&self, joints: &[Joint], nodes: &mut Vec<NodeId>) {
        match self {
            MotorTarget::Joint { joint, .. } => nodes.extend(moved(joints, *joint)),
            MotorTarget::Tendon { .. } => {}
            MotorTarget::Adhesion(node) => nodes.push(*node),
            MotorTarget::Site { site, reference, .. } => {
                nodes.extend(site.node);
                nodes.extend(reference.and_then(|reference| reference.node));
            }
            MotorTarget::Crank { crank, slider, .. } => {
                nodes.extend([crank.node, slider.node].into_iter().flatten());
            }
        }
    }
}
