//! The description of a tendon: a sum of joint positions, or a cord through points, around spheres and cylinders.

use glam::DVec3;
use morse_geometry::Pose;
use serde::{Deserialize, Serialize};

use crate::effort_polynomial::EffortPolynomial;
use crate::solver_parameters::SolverParameters;

/// The shape of an obstacle that a cord wraps around, with its axis along z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrapShape {
    /// A sphere.
    Sphere,
    /// A cylinder of any length.
    Cylinder,
}

/// A part of the path of a cord.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waypoint {
    /// A point of a link that the cord passes through.
    Site {
        /// The link; `None` for the world.
        link: Option<String>,
        /// The point in the frame of the link. [m]
        point: DVec3,
    },
    /// An obstacle between two points, which the cord wraps around.
    Wrap {
        /// The link; `None` for the world.
        link: Option<String>,
        /// Pose of the obstacle on the link.
        link_from_shape: Pose,
        /// Its shape.
        shape: WrapShape,
        /// Its radius. [m]
        radius: f64,
        /// A point on the side of the obstacle that the cord passes, with its link. With a point inside of the obstacle, the cord
        /// touches its surface from within.
        side: Option<(Option<String>, DVec3)>,
    },
    /// The cord ends. A new branch begins, whose length counts divided by a number.
    Pulley {
        /// The number, above 0.
        divisor: f64,
    },
}

/// The length of a tendon as a function of the positions of joints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TendonPath {
    /// The sum of positions of hinges [rad] and slides [m], each times a coefficient.
    Fixed(Vec<(String, f64)>),
    /// The length of a cord. [m]
    Spatial(Vec<Waypoint>),
}

/// A tendon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TendonSpec {
    /// A name that no other tendon has.
    pub name: String,
    /// Its length.
    pub path: TendonPath,
    /// Least and largest length. [m, or the unit of the sum]
    pub limits: Option<[f64; 2]>,
    /// Tension per length beyond the lengths at rest. [N/m]
    pub stiffness: f64,
    /// Least and largest length at rest; `None` for the length with all springs of joints at rest.
    pub rest: Option<[f64; 2]>,
    /// Viscous damping. [N s/m]
    pub damping: f64,
    /// Parts of damping and spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// Tension of dry friction. [N]
    pub friction: f64,
    /// Inertia of the change of length. [kg]
    pub armature: f64,
    /// Least and largest sum of the tensions of all motors. [N]
    pub effort_limits: Option<[f64; 2]>,
    /// Softness of the limits.
    pub limit_parameters: SolverParameters,
    /// Softness of the dry friction.
    pub friction_parameters: SolverParameters,
}

impl Default for TendonSpec {
    fn default() -> TendonSpec {
        TendonSpec {
            name: String::new(),
            path: TendonPath::Fixed(Vec::new()),
            limits: None,
            stiffness: 0.0,
            rest: None,
            damping: 0.0,
            polynomial: EffortPolynomial::default(),
            friction: 0.0,
            armature: 0.0,
            effort_limits: None,
            limit_parameters: SolverParameters::default(),
            friction_parameters: SolverParameters::default(),
        }
    }
}
