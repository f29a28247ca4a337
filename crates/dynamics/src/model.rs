//! A mechanism ready for computation: moving bodies in topological order, degrees of freedom, motors, equalities.

use std::ops::Range;

use glam::{DMat3, DVec3};
use morse_geometry::Pose;

use crate::effort_polynomial::EffortPolynomial;
use crate::motor_spec::Activation;
use crate::muscle::Muscle;
use crate::solver_parameters::SolverParameters;
use crate::spec::{JointKind, ModelSpec};
use crate::tendon_model::Tendon;

/// A link of the description: a frame on a moving body, or on the world.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// The body that carries it; `None` for the world.
    pub body: Option<usize>,
    /// Its pose on the body, or in the world.
    pub body_from_link: Pose,
}

/// A link with a joint that moves, with all links that are fixed to it.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    /// Index of its link in the description.
    pub link: usize,
    /// The body that carries it; it has a lower index.
    pub parent: Option<usize>,
    /// The mechanism that it belongs to.
    pub tree: usize,
    pub kind: JointKind,
    /// Index of its first position and its first degree of freedom.
    pub q_at: usize,
    pub v_at: usize,
    /// Its pose on its parent, or in the world, at position zero.
    pub parent_from_body: Pose,
    pub axis: DVec3,
    pub mass: f64,
    pub center: DVec3,
    /// About the center of mass, along the axes of the body.
    pub tensor: DMat3,
    /// Mean inverse inertia of translation and rotation at position zero. [1/kg, 1/(kg m²)]
    pub inverse_inertia: [f64; 2],
    /// Upper bound of the trace of `J M⁻¹ Jᵀ` of its rotation, at any positions. [1/(kg m²)]
    pub angular_mobility: f64,
}

/// A degree of freedom.
#[derive(Debug, Clone)]
pub(crate) struct Dof {
    pub body: usize,
    pub armature: f64,
    pub damping: f64,
    pub polynomial: EffortPolynomial,
    pub friction: f64,
    /// Inverse inertia at position zero, the mean over the degrees of a rotation or a translation.
    pub inverse_inertia: f64,
    /// Start of its row in matrices over the tree, and length of the row: itself and its ancestors.
    pub row: usize,
    pub length: usize,
}

impl Dof {
    /// The elements of its row.
    #[inline]
    pub fn elements(&self) -> Range<usize> {
        self.row..self.row + self.length
    }
}

/// A spring of a joint.
#[derive(Debug, Clone)]
pub(crate) struct Spring {
    pub body: usize,
    pub stiffness: f64,
    pub polynomial: EffortPolynomial,
    pub reference: f64,
}

/// A limited joint.
#[derive(Debug, Clone)]
pub(crate) struct Limit {
    pub body: usize,
    pub range: [f64; 2],
    pub parameters: SolverParameters,
    /// Whether it yields even where limits are rigid.
    pub is_soft: bool,
}

/// Dry friction of a degree of freedom.
#[derive(Debug, Clone)]
pub(crate) struct DryFriction {
    pub dof: usize,
    pub parameters: SolverParameters,
}

/// The transmission of a motor.
#[derive(Debug, Clone)]
pub(crate) enum Drive {
    /// Index of the position, index of the degree of freedom, gear.
    Joints(Vec<(usize, usize, f64)>),
    Tendon {
        tendon: usize,
        gear: f64,
    },
    Site {
        site: Attachment,
        reference: Option<Attachment>,
        is_along_site: bool,
        force: DVec3,
        torque: DVec3,
    },
    /// The name of a surface.
    Adhesion(u64),
    Crank {
        crank: Attachment,
        slider: Attachment,
        rod: f64,
        gear: f64,
    },
}

/// A motor with its transmission.
#[derive(Debug, Clone)]
pub(crate) struct Motor {
    pub drive: Drive,
    pub gain: f64,
    pub gain_by_length: f64,
    pub gain_by_velocity: f64,
    pub bias: f64,
    pub stiffness: f64,
    pub damping: f64,
    pub effort_limits: [f64; 2],
    pub command_limits: [f64; 2],
    pub activation: Activation,
    pub time_constant: f64,
    pub activation_limits: [f64; 2],
    pub no_load_speed: f64,
    pub muscle: Option<Muscle>,
    pub fall_time: f64,
    pub smoothing: f64,
}

/// A body of an equality, with the pose of the constrained frame on it.
#[derive(Debug, Clone)]
pub(crate) struct Attachment {
    pub body: Option<usize>,
    pub body_from_frame: Pose,
}

#[derive(Debug, Clone)]
pub(crate) enum EqualityRows {
    Connect,
    Weld {
        torque_scale: f64,
    },
    /// The joint and the joint that it follows, each by position and degree of freedom.
    Joint {
        joint: (usize, usize),
        other: Option<(usize, usize)>,
        polynomial: [f64; 5],
    },
    /// The tendon and the tendon that it follows.
    Tendon {
        tendon: usize,
        other: Option<usize>,
        polynomial: [f64; 5],
    },
}

/// An equality. Both attachments coincide.
#[derive(Debug, Clone)]
pub(crate) struct Equality {
    pub rows: EqualityRows,
    pub a: Attachment,
    pub b: Attachment,
    pub parameters: SolverParameters,
}

/// A mechanism: all bodies that hang on one body.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub bodies: Range<usize>,
    pub dofs: Range<usize>,
}

/// Mechanisms that do not change: links, joints, motors, equalities.
///
/// Positions of all joints are in one list, in the order of the bodies: one of a hinge [rad] or slide [m], a unit quaternion
/// (x, y, z, w) of a ball, position in the world [m] and unit quaternion of a free link. Velocities are in a second list: one
/// of a hinge or slide, the angular velocity of a ball along the axes of the link, the linear velocity of a free link's origin
/// along the axes of the world and its angular velocity along its own axes.
#[derive(Debug, Clone)]
pub struct Model {
    pub(crate) spec: ModelSpec,
    pub(crate) links: Vec<Link>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) dofs: Vec<Dof>,
    pub(crate) trees: Vec<Tree>,
    /// Ancestors of each degree of freedom in ascending order, itself last, row after row.
    pub(crate) columns: Vec<u32>,
    pub(crate) springs: Vec<Spring>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) frictions: Vec<DryFriction>,
    pub(crate) tendons: Vec<Tendon>,
    pub(crate) motors: Vec<Motor>,
    pub(crate) equalities: Vec<Equality>,
    pub(crate) positions: usize,
    /// Degrees of freedom whose angle changes the mass matrix, and rotations with the same mass matrix at any angle.
    pub(crate) turning: Vec<usize>,
    pub(crate) rotors: Vec<usize>,
    /// Mean of the diagonal of the mass matrix at position zero.
    pub(crate) mean_inertia: f64,
}

impl Model {
    /// The description that it was made from.
    pub fn spec(&self) -> &ModelSpec {
        &self.spec
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Number of degrees of freedom.
    pub fn dofs(&self) -> usize {
        self.dofs.len()
    }

    /// Number of links, moving and fixed.
    pub fn links(&self) -> usize {
        self.links.len()
    }

    /// Number of mechanisms: trees of links that hang on the world by a joint.
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// Index of a link by its name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.spec.links.iter().position(|link| link.name == name)
    }

    /// Index of a motor by its name, which is that of its command.
    pub fn motor(&self, name: &str) -> Option<usize> {
        self.spec.motors.iter().position(|motor| motor.name == name)
    }

    /// Index of a tendon by its name.
    pub fn tendon(&self, name: &str) -> Option<usize> {
        self.spec.tendons.iter().position(|tendon| tendon.name == name)
    }

    /// Length of a tendon at the reference positions of the joints. [m, or the unit of the sum]
    pub fn reference_length(&self, tendon: usize) -> f64 {
        self.tendons[tendon].reference_length
    }

    /// Damping of a motor, which its description may give as a share of the critical damping. [N m s/rad or N s/m]
    pub fn motor_damping(&self, motor: usize) -> f64 {
        self.motors[motor].damping
    }

    /// Indices of the first position and the first degree of freedom of a joint by its name; `None` for fixed joints.
    pub fn joint(&self, name: &str) -> Option<(usize, usize)> {
        let body = self.bodies.iter().find(|body| self.spec.links[body.link].joint.name == name)?;
        Some((body.q_at, body.v_at))
    }

    /// The name of the joint that a degree of freedom belongs to.
    pub fn joint_name(&self, dof: usize) -> &str {
        &self.spec.links[self.bodies[self.dofs[dof].body].link].joint.name
    }

    /// Inverse inertia of a degree of freedom at position zero. [1/(kg m²) or 1/kg]
    pub fn inverse_inertia(&self, dof: usize) -> f64 {
        self.dofs[dof].inverse_inertia
    }

    /// Length of the list of values of a matrix over the tree.
    pub(crate) fn elements(&self) -> usize {
        self.columns.len()
    }

    /// The degrees of freedom that move a body, in ascending order.
    #[inline]
    pub(crate) fn chain(&self, body: usize) -> &[u32] {
        let body = &self.bodies[body];
        &self.columns[self.dofs[body.v_at + body.kind.dofs() - 1].elements()]
    }
}

impl Motor {
    /// Whether it obeys a filtered or integrated command.
    pub fn has_activation(&self) -> bool {
        matches!(self.activation, Activation::Integrator | Activation::Muscle) || self.time_constant > 0.0
    }
}
