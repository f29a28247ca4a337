//! The description of a joint.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::physics::convert::fits;
use crate::physics::softness::Softness;
use crate::{EffortPolynomial, JointKind, NodeId, Pose, WorldError};

/// The identifier of a joint in its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JointId(pub(crate) u32);

impl JointId {
    /// Index in the order of adding, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The limits of a joint. Infinity means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct JointLimits {
    /// Lowest position. [rad or m]
    pub lower: f64,
    /// Highest position. [rad or m]
    pub upper: f64,
    /// Maximum speed for drives; without a drive the joint may be faster. [rad/s or m/s]
    pub velocity: f64,
    /// Maximum effort of a drive. [N m or N]
    pub effort: f64,
}

impl Default for JointLimits {
    fn default() -> JointLimits {
        JointLimits {
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            velocity: f64::INFINITY,
            effort: f64::INFINITY,
        }
    }
}

/// The leader of a mimic joint: `position = multiplier * position of the leader + offset`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mimic {
    /// The joint to follow, in the same mechanism or in a mechanism on the same ground.
    pub leader: JointId,
    /// Motion per unit of motion of the leader.
    pub multiplier: f64,
    /// Position when the leader is at zero. [rad or m]
    pub offset: f64,
}

/// A spring between the two sides of a joint: `effort = stiffness * (rest - position)`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct JointSpring {
    /// Stiffness. [N m/rad or N/m]
    pub stiffness: f64,
    /// Position without effort. [rad or m]
    pub rest: f64,
}

/// Gains of a position servo, for the components that drive the joint.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ServoGains {
    /// Stiffness. [N m/rad or N/m]
    pub stiffness: f64,
    /// The damping.
    pub damping: ServoDamping,
}

/// Damping of a position servo.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum ServoDamping {
    /// Effort per velocity. [N m s/rad or N s/m]
    Absolute(f64),
    /// Share of the critical damping with the inertia that the joint moves at the start.
    Ratio(f64),
}

/// The drive of a joint, active until a new drive is set. Efforts never exceed the limit of the joint.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum JointDrive {
    /// No drive: the joint moves freely, subject to its friction and damping.
    Free,
    /// A constant effort. [N m or N]
    Effort(f64),
    /// A motor that holds a velocity.
    Velocity {
        /// Target velocity. [rad/s or m/s]
        target: f64,
        /// Maximum effort. [N m or N]
        max_effort: f64,
    },
    /// A servo whose set point moves to a target, at most at the velocity limit of the joint, and which holds it like a
    /// spring: `effort = stiffness * (set point - position) + damping * (velocity of the set point - velocity)`. With a speed
    /// limit, the set point waits for a joint that is held back, where the spring exerts the maximum effort.
    Position {
        /// Target position; continuous joints count whole turns. [rad or m]
        target: f64,
        /// Maximum speed of the set point, beside the velocity limit of the joint. [rad/s or m/s]
        speed: f64,
        /// Stiffness. [N m/rad or N/m]
        stiffness: f64,
        /// Damping. [N m s/rad or N s/m]
        damping: f64,
        /// Maximum effort. [N m or N]
        max_effort: f64,
    },
    /// A motion to a position that nothing holds back, at most at the velocity limit of the joint. Its effort has no limit.
    Exact {
        /// Target position. [rad or m]
        target: f64,
        /// Maximum speed, beside the velocity limit of the joint. [rad/s or m/s]
        speed: f64,
    },
}

impl JointDrive {
    /// Whether the numbers are valid for rapier.
    pub(crate) fn is_usable(&self) -> bool {
        let at_least_zero = |value: f64| value >= 0.0;
        match *self {
            JointDrive::Free => true,
            JointDrive::Effort(effort) => in_range(effort),
            JointDrive::Velocity { target, max_effort } => in_range(target) && at_least_zero(max_effort),
            JointDrive::Position { target, speed, stiffness, damping, max_effort } => {
                in_range(target)
                    && in_range(stiffness)
                    && in_range(damping)
                    && [speed, stiffness, damping, max_effort].into_iter().all(at_least_zero)
            }
            JointDrive::Exact { target, speed } => in_range(target) && at_least_zero(speed),
        }
    }
}

/// Part of a ball joint: three continuous joints in a row, about x, y and z of one frame, each of which is the only one on the
/// link above it. They turn together about any axis. Their positions are the angles of turns about x, then y, then z. Their
/// velocities, efforts and targets of velocity are along the axes of the link below them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BallAxis {
    /// 0 for x, 1 for y, 2 for z.
    pub number: u8,
    /// Largest angle of the whole rotation; infinite without a limit. [rad]
    pub angle_max: f64,
}

/// The description of a joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSpec {
    /// Name, unique among the joints of the world.
    pub name: String,
    /// The parent node; `None` for the world itself.
    pub parent: Option<NodeId>,
    /// The node that moves: a rigid body, or any node for a fixed joint.
    pub child: NodeId,
    /// Pose of the joint in its parent, or in the world without a parent.
    pub parent_from_joint: Pose,
    /// Pose of the joint in its child. In URDF files, the origin of the child.
    pub child_from_joint: Pose,
    /// The kind of motion of the child.
    pub kind: JointKind,
    /// The axis in the frame of the joint, of any length.
    pub axis: DVec3,
    /// The limits of position, velocity and effort.
    pub limits: JointLimits,
    /// Viscous friction: effort per unit of velocity against the motion. [N m s/rad or N s/m]
    pub damping: f64,
    /// Dry friction: constant effort against the motion. [N m or N]
    pub friction: f64,
    /// Initial position; clamped to the limits. [rad or m]
    pub position: f64,
    /// Position at which lengths of tendons at rest and the softness of constraints are measured. [rad or m]
    pub reference: f64,
    /// The joint to follow, for a mimic joint.
    pub mimic: Option<Mimic>,
    /// Inertia of its motor behind the gear, added to that of the bodies. [kg m² or kg]
    pub armature: f64,
    /// The spring between its sides.
    pub spring: Option<JointSpring>,
    /// Parts of its damping and of its spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// Gains of the servo that moves it, if its maker gives them.
    pub servo: Option<ServoGains>,
    /// Softness of its limits; rigid without it.
    pub limit_softness: Option<Softness>,
    /// Softness of its dry friction; hardly any without it.
    pub friction_softness: Option<Softness>,
    /// The ball joint that it is part of.
    pub ball: Option<BallAxis>,
    /// Longest step of its mechanism; a tick has more steps than that of the world if these are longer. [s]
    pub step_max_s: f64,
}

impl JointSpec {
    /// Describes a joint about or along the x axis of both sides, at their origins, without limits.
    pub fn new(name: impl Into<String>, parent: Option<NodeId>, child: NodeId, kind: JointKind) -> JointSpec {
        JointSpec {
            name: name.into(),
            parent,
            child,
            parent_from_joint: Pose::IDENTITY,
            child_from_joint: Pose::IDENTITY,
            kind,
            axis: DVec3::X,
            limits: JointLimits::default(),
            damping: 0.0,
            friction: 0.0,
            position: 0.0,
            reference: 0.0,
            mimic: None,
            armature: 0.0,
            spring: None,
            polynomial: EffortPolynomial::default(),
            servo: None,
            limit_softness: None,
            friction_softness: None,
            ball: None,
            step_max_s: f64::INFINITY,
        }
    }

    /// Sets the pose in the parent.
    #[must_use]
    pub fn at(mut self, parent_from_joint: Pose) -> JointSpec {
        self.parent_from_joint = parent_from_joint;
        self
    }

    /// Sets the axis of motion.
    #[must_use]
    pub fn about(mut self, axis: DVec3) -> JointSpec {
        self.axis = axis;
        self
    }

    /// Sets the position limits. [rad or m]
    #[must_use]
    pub fn between(mut self, lower: f64, upper: f64) -> JointSpec {
        self.limits.lower = lower;
        self.limits.upper = upper;
        self
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name of the joint.
    pub fn validate(&self) -> Result<(), WorldError> {
        let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
            Err(WorldError::bad(&self.name, what, value, allowed))
        };
        for (what, softness) in [
            ("softness of its limits", self.limit_softness),
            ("softness of its friction", self.friction_softness),
        ] {
            if let Some(softness) = softness.filter(|softness| !softness.is_usable()) {
                return bad(what, &softness, "solver parameters in their ranges");
            }
        }
        for (what, pose) in
            [("pose in its parent", &self.parent_from_joint), ("pose in its child", &self.child_from_joint)]
        {
            if pose.normalized().is_none() || !fits(pose.translation) {
                return bad(what, pose, "finite numbers and a rotation that is not zero");
            }
        }
        if !fits(self.axis) || self.axis.length() < 1e-9 {
            return bad("axis", &self.axis, "a finite direction that is not zero");
        }
        let limits = &self.limits;
        let ordered = limits.lower <= limits.upper && limits.lower < f64::INFINITY;
        if !ordered || limits.upper == f64::NEG_INFINITY {
            return bad("range", &(limits.lower, limits.upper), "a lower limit that is not above the upper");
        }
        if self.kind == JointKind::Continuous && (limits.lower.is_finite() || limits.upper.is_finite()) {
            return bad("range", &(limits.lower, limits.upper), "no limits for a continuous joint");
        }
        for (what, value) in [("velocity limit", limits.velocity), ("effort limit", limits.effort)] {
            if value.is_nan() || value < 0.0 {
                return bad(what, &value, "0 or more");
            }
        }
        if let Some(ball) = self.ball {
            let axis = DVec3::AXES.get(usize::from(ball.number));
            let fits = self.kind == JointKind::Continuous && axis == Some(&self.axis) && self.mimic.is_none();
            if !fits || ball.angle_max.is_nan() || ball.angle_max < 0.0 {
                return bad("ball joint", &ball, "a continuous joint about x, y or z that follows no joint");
            }
        }
        if self.step_max_s.is_nan() || self.step_max_s < STEP_MIN_S {
            return bad("longest step", &self.step_max_s, "at least 0.1 ms");
        }
        let stiffness = self.spring.map_or(0.0, |spring| spring.stiffness);
        for (what, value) in [
            ("damping", self.damping),
            ("friction", self.friction),
            ("armature", self.armature),
            ("stiffness", stiffness),
        ] {
            if !(0.0..=1e12).contains(&value) {
                return bad(what, &value, "0 to 1e12");
            }
        }
        let EffortPolynomial { stiffness: of_spring, damping: of_damper } = self.polynomial;
        if !of_spring.into_iter().chain(of_damper).all(in_range) {
            return bad("polynomial of its damping and spring", &self.polynomial, "finite numbers");
        }
        let rest = self.spring.map_or(0.0, |spring| spring.rest);
        for (what, value) in [
            ("position", self.position),
            ("reference position", self.reference),
            ("rest position of the spring", rest),
        ] {
            if !in_range(value) {
                return bad(what, &value, "a finite number");
            }
        }
        if let Some(ServoGains {
            stiffness,
            damping: ServoDamping::Absolute(damping) | ServoDamping::Ratio(damping),
        }) = self.servo
            && !(0.0..=1e12).contains(&stiffness.max(damping))
        {
            return bad("servo", &self.servo, "gains of 0 to 1e12");
        }
        match self.mimic {
            Some(mimic) if !in_range(mimic.multiplier) || !in_range(mimic.offset) => {
                bad("mimic", &mimic, "a finite multiplier and offset")
            }
            _ => Ok(()),
        }
    }
}

/// Shortest step that a joint can ask for. [s]
const STEP_MIN_S: f64 = 1e-4;

/// Whether a value and its square fit in single precision.
pub(crate) fn in_range(value: f64) -> bool {
    value.abs() <= 1e18
}
