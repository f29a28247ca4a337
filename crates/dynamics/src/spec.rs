//! The description of a mechanism, from which a model is built: links with joints, equalities.

use glam::{DMat3, DVec3};
use morse_geometry::Pose;
use serde::{Deserialize, Serialize};

use crate::effort_polynomial::EffortPolynomial;
use crate::motor_spec::MotorSpec;
use crate::solver_parameters::SolverParameters;
use crate::tendon_spec::TendonSpec;

/// The kind of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JointKind {
    /// The link is part of its parent.
    #[default]
    Fixed,
    /// Rotation about the axis.
    Hinge,
    /// Translation along the axis.
    Slide,
    /// Rotation about the origin of the link.
    Ball,
    /// Any motion in the world; the link has no parent.
    Free,
}

impl JointKind {
    /// Number of its positions. Rotations are unit quaternions in the order x, y, z, w.
    pub const fn positions(self) -> usize {
        match self {
            JointKind::Fixed => 0,
            JointKind::Hinge | JointKind::Slide => 1,
            JointKind::Ball => 4,
            JointKind::Free => 7,
        }
    }

    /// Number of its degrees of freedom.
    pub const fn dofs(self) -> usize {
        match self {
            JointKind::Fixed => 0,
            JointKind::Hinge | JointKind::Slide => 1,
            JointKind::Ball => 3,
            JointKind::Free => 6,
        }
    }
}

/// Mass properties of a link, in the frame of the link.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct InertiaSpec {
    /// Mass. [kg]
    pub mass: f64,
    /// Center of mass. [m]
    pub center: DVec3,
    /// Inertia about the center of mass, along the axes of the link: xx, yy, zz, xy, xz, yz. [kg m²]
    pub tensor: [f64; 6],
}

impl InertiaSpec {
    /// The inertia of a sphere of equal density about the origin, with a mass [kg] and a radius [m].
    pub fn sphere(mass: f64, radius: f64) -> InertiaSpec {
        let about = 0.4 * mass * radius * radius;
        InertiaSpec { mass, center: DVec3::ZERO, tensor: [about, about, about, 0.0, 0.0, 0.0] }
    }

    /// The inertia of a box of equal density about the origin, with a mass [kg] and half sizes [m].
    pub fn cuboid(mass: f64, half: DVec3) -> InertiaSpec {
        let square = half * half * (mass / 3.0);
        let tensor = [square.y + square.z, square.x + square.z, square.x + square.y, 0.0, 0.0, 0.0];
        InertiaSpec { mass, center: DVec3::ZERO, tensor }
    }

    /// The tensor as a matrix.
    pub(crate) fn matrix(&self) -> DMat3 {
        let [xx, yy, zz, xy, xz, yz] = self.tensor;
        DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
    }
}

/// A joint between a link and its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JointSpec {
    /// A name that no other joint has.
    pub name: String,
    /// The motion that it allows.
    pub kind: JointKind,
    /// The axis of a hinge or slide, in the frame of the link. A unit vector.
    pub axis: DVec3,
    /// Range of the position of a hinge [rad] or slide [m], which may be infinite; for a ball, 0 and the largest angle [rad].
    pub limits: Option<[f64; 2]>,
    /// Inertia that is added to each degree of freedom: that of rotors behind gears. [kg m² or kg]
    pub armature: f64,
    /// Viscous damping. [N m s/rad or N s/m]
    pub damping: f64,
    /// Stiffness of the spring. [N m/rad or N/m]
    pub stiffness: f64,
    /// Position of a hinge or slide at which the spring is at rest, also for tendons whose length at rest is not given. A ball's spring
    /// rests at no rotation.
    pub spring_reference: f64,
    /// Parts of damping and spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// Effort of dry friction. [N m or N]
    pub friction: f64,
    /// Position of a hinge or slide at which inverse inertias are measured, and the lengths from which equalities of tendons count. [rad or m]
    pub reference: f64,
    /// Softness of the limits.
    pub limit_parameters: SolverParameters,
    /// Whether its limits yield by these parameters even where [`Options::rigid_limits`](crate::Options::rigid_limits) is set.
    pub soft_limits: bool,
    /// Softness of the dry friction.
    pub friction_parameters: SolverParameters,
}

impl Default for JointSpec {
    fn default() -> JointSpec {
        JointSpec {
            name: String::new(),
            kind: JointKind::Fixed,
            axis: DVec3::Z,
            limits: None,
            armature: 0.0,
            damping: 0.0,
            stiffness: 0.0,
            spring_reference: 0.0,
            polynomial: EffortPolynomial::default(),
            friction: 0.0,
            reference: 0.0,
            limit_parameters: SolverParameters::default(),
            soft_limits: false,
            friction_parameters: SolverParameters::default(),
        }
    }
}

/// A rigid body with the joint to its parent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LinkSpec {
    /// A name that no other link has.
    pub name: String,
    /// The parent; `None` for the world.
    pub parent: Option<String>,
    /// Pose of the link's frame in that of its parent, at joint position zero. The joint rotates about the origin.
    pub parent_from_link: Pose,
    /// Mass properties.
    pub inertia: InertiaSpec,
    /// The joint to the parent.
    pub joint: JointSpec,
}

/// The things that an equality holds together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EqualityKind {
    /// A point of a link coincides with a point of a second link, or of the world.
    Connect {
        /// The first link.
        a: String,
        /// The second link; `None` for the world.
        b: Option<String>,
        /// The point in the frame of the first. [m]
        on_a: DVec3,
        /// The point in the frame of the second. [m]
        on_b: DVec3,
    },
    /// A link keeps its pose in the frame of a second link, or of the world.
    Weld {
        /// The first link.
        a: String,
        /// The second link; `None` for the world.
        b: Option<String>,
        /// Pose of the second in the frame of the first.
        a_from_b: Pose,
        /// The point that coincides, in the frame of the second. [m]
        on_b: DVec3,
        /// Weight of the rotation in relation to the translation. [m/rad]
        torque_scale: f64,
    },
    /// The position of a joint is a polynomial of the position of a second joint, or constant.
    Joint {
        /// The joint.
        joint: String,
        /// The second joint.
        other: Option<String>,
        /// Coefficients of the powers 0 to 4.
        polynomial: [f64; 5],
    },
    /// The change of a tendon's length since the reference positions of the joints is a polynomial of that of a second tendon,
    /// or constant.
    Tendon {
        /// The tendon.
        tendon: String,
        /// The second tendon.
        other: Option<String>,
        /// Coefficients of the powers 0 to 4.
        polynomial: [f64; 5],
    },
}

/// A condition that holds at all times, with a softness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EqualitySpec {
    /// Its name, for errors.
    #[serde(default)]
    pub name: String,
    /// The things that it holds together.
    pub kind: EqualityKind,
    /// Its softness.
    #[serde(default)]
    pub parameters: SolverParameters,
}

/// Mechanisms that share a gravity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelSpec {
    /// Gravity in the world. [m/s²]
    pub gravity: DVec3,
    /// The links, in any order.
    pub links: Vec<LinkSpec>,
    /// The tendons, in any order.
    pub tendons: Vec<TendonSpec>,
    /// The motors. Commands have this order.
    pub motors: Vec<MotorSpec>,
    /// The equalities.
    pub equalities: Vec<EqualitySpec>,
}

impl Default for ModelSpec {
    fn default() -> ModelSpec {
        let gravity = DVec3::new(0.0, 0.0, -9.81);
        ModelSpec {
            gravity,
            links: Vec::new(),
            tendons: Vec::new(),
            motors: Vec::new(),
            equalities: Vec::new(),
        }
    }
}
