//! Tendons of a model: path, limits, stiffness and friction.

use glam::DVec3;
use morse_geometry::Pose;

use crate::effort_polynomial::EffortPolynomial;
use crate::solver_parameters::SolverParameters;

/// A tendon ready for computation.
#[derive(Debug, Clone)]
pub(crate) struct Tendon {
    pub path: Path,
    /// Degrees of freedom that may change its length, in ascending order.
    pub dofs: Vec<u32>,
    pub limits: Option<[f64; 2]>,
    pub stiffness: f64,
    pub rest: [f64; 2],
    pub damping: f64,
    pub polynomial: EffortPolynomial,
    pub friction: f64,
    pub armature: f64,
    pub effort_limits: Option<[f64; 2]>,
    pub limit_parameters: SolverParameters,
    pub friction_parameters: SolverParameters,
    /// Length and inverse inertia at the reference positions.
    pub reference_length: f64,
    pub inverse_inertia: f64,
}

/// The way of a tendon.
#[derive(Debug, Clone)]
pub(crate) enum Path {
    /// Index of the position, index of the degree of freedom, coefficient.
    Fixed(Vec<(usize, usize, f64)>),
    Spatial(Vec<Segment>),
}

/// A point of a body; a body of `None` is the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    pub body: Option<usize>,
    pub point: DVec3,
}

/// A part of a cord between two points, with the obstacle between them.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub start: Anchor,
    pub end: Anchor,
    pub obstacle: Option<Obstacle>,
    pub divisor: f64,
}

/// An obstacle that a cord wraps around.
#[derive(Debug, Clone)]
pub(crate) struct Obstacle {
    pub body: Option<usize>,
    pub body_from_shape: Pose,
    pub is_cylinder: bool,
    pub radius: f64,
    pub side: Option<Anchor>,
}
