//! Constraints as rows: Jacobian, reference acceleration, regularization, and the law of their force.
//!
//! The formulation is MuJoCo's: documentation, chapter Computation, sections Constraint model and Solver.

mod contact_rows;
mod equality_rows;
mod frame_rows;
mod joint_rows;
mod tendon_rows;

pub(crate) use contact_rows::add_contacts;
pub(crate) use equality_rows::add_equalities;
pub(crate) use frame_rows::add_frame_constraints;
pub(crate) use joint_rows::{add_dry_friction, add_limits, add_rigid_limits, add_servos, add_step_servos};
pub(crate) use tendon_rows::{
    add_tendon_armatures, add_tendon_friction, add_tendon_limits, add_tendon_springs,
};

use std::ops::Range;

use glam::DVec3;

use crate::contact::Contact;
use crate::solver_parameters::SolverParameters;

/// The law of the force of a block of rows. `x` is the acceleration beyond the reference, `w` the weight of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Law {
    /// Force -w x.
    Equality,
    /// Force -w x within a range: dry friction and servos.
    Clamped { low: f64, high: f64 },
    /// Force -w x where x is negative: limits and contacts without friction.
    Unilateral,
    /// Force in an elliptic friction cone. `mu` is the coefficient of the regularized cone.
    Cone { mu: f64, friction: [f64; 5] },
    /// Normal force -w x where x is negative, and friction up to the coefficients times a normal force that is known.
    /// `before` are the normal force that was known in the solution before, and that of its result.
    Lagged { normal: f64, before: [f64; 2], friction: [f64; 5] },
}

/// The origin of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Source {
    Equality,
    DryFriction,
    Limit,
    /// Spring, damper or armature of a tendon.
    Tendon,
    /// Index of the motor.
    Motor(usize),
    /// Index in the list of servos of the step.
    Servo(usize),
    /// Index in the list of contacts.
    Contact(usize),
    /// Index in the list of contacts, and number of the edge of its pyramid of friction.
    Edge {
        contact: usize,
        edge: usize,
    },
}

/// Rows that share degrees of freedom and a law.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub law: Law,
    pub source: Source,
    pub rows: Range<usize>,
    /// Range in the list of degrees of freedom; they ascend.
    pub support: Range<usize>,
    /// Start of the elements: row after row, an element for each degree of freedom.
    pub elements: usize,
}

impl Block {
    /// The elements of a row, given by its number within the block.
    #[inline]
    pub fn row(&self, number: usize) -> Range<usize> {
        let start = self.elements + number * self.support.len();
        start..start + self.support.len()
    }
}

/// The force of a row between points of two bodies.
#[derive(Debug, Clone)]
pub(crate) struct Pull {
    /// Body and point in the world that the force acts on.
    pub plus: (Option<usize>, DVec3),
    /// Body and point that the opposite force acts on.
    pub minus: (Option<usize>, DVec3),
    /// Direction of the force.
    pub axis: DVec3,
    /// Row of its size.
    pub row: usize,
}

/// All rows of a state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    pub blocks: Vec<Block>,
    pub support: Vec<u32>,
    pub elements: Vec<f64>,
    /// Reference acceleration of each row.
    pub reference: Vec<f64>,
    /// Weight of each row: the inverse of its regularization.
    pub weight: Vec<f64>,
    /// Force of each row.
    pub force: Vec<f64>,
    /// Forces of equalities between points.
    pub pulls: Vec<Pull>,
}

/// Least regularization.
const LEAST: f64 = 1e-15;

/// Slope of the recovery beyond its largest speed.
const SLOPE: f64 = 0.1;

impl Rows {
    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.support.clear();
        self.elements.clear();
        self.reference.clear();
        self.weight.clear();
        self.force.clear();
        self.pulls.clear();
    }

    /// Adds a block whose degrees of freedom were appended to the support from an index on, and its elements to the list of
    /// elements.
    fn push(&mut self, law: Law, source: Source, rows: usize, support: usize) {
        let first = self.reference.len();
        let width = self.support.len() - support;
        for values in [&mut self.reference, &mut self.weight, &mut self.force] {
            values.resize(first + rows, 0.0);
        }
        self.blocks.push(Block {
            law,
            source,
            rows: first..first + rows,
            support: support..self.support.len(),
            elements: self.elements.len() - rows * width,
        });
    }

    /// Adds a block of one row with the support from an index on, and its elements.
    fn push_part(&mut self, law: Law, source: Source, support: usize, elements: usize) {
        let first = self.reference.len();
        for values in [&mut self.reference, &mut self.weight, &mut self.force] {
            values.push(0.0);
        }
        let support = support..self.support.len();
        self.blocks.push(Block { law, source, rows: first..first + 1, support, elements });
    }

    /// The force of a block on the second link of its contact, in the world [N], and the index of the contact; `None` for blocks of
    /// other constraints.
    pub fn contact_force(&self, block: &Block, contacts: &[Contact]) -> Option<(usize, DVec3)> {
        let forces = &self.force[block.rows.clone()];
        match block.source {
            Source::Contact(number) => {
                let axes = contacts[number].axes();
                Some((number, forces.iter().take(3).zip(axes).map(|(force, axis)| axis * *force).sum()))
            }
            Source::Edge { contact, edge } => Some((contact, contacts[contact].edge(edge) * forces[0])),
            _ => None,
        }
    }

    /// Velocity of a row of the last block.
    fn velocity(&self, number: usize, v: &[f64]) -> f64 {
        let Some(block) = self.blocks.last() else { return 0.0 };
        let elements = &self.elements[block.row(number)];
        elements.iter().zip(&self.support[block.support.clone()]).map(|(a, dof)| a * v[*dof as usize]).sum()
    }

    /// Sets reference and weight of a row of the last block. `position` is the violation of the row, `violation` that of the
    /// whole constraint, `inverse_inertia` the inverse inertia that the row moves.
    fn set(&mut self, number: usize, v: &[f64], response: Response) {
        let Response { parameters, position, violation, inverse_inertia, step, is_friction, recovery_speed } =
            response;
        let velocity = self.velocity(number, v);
        let Some(block) = self.blocks.last() else { return };
        let row = block.rows.start + number;
        let impedance = parameters.impedance_at(violation);
        let [stiffness, damping] = parameters.stiffness_and_damping(step);
        let stiffness = if is_friction { 0.0 } else { stiffness };
        let mut recovery = -stiffness * impedance * position;
        if parameters.has_time_constant() {
            recovery = limited(recovery, damping * recovery_speed);
        }
        self.reference[row] = -damping * velocity + recovery;
        self.weight[row] = 1.0 / ((1.0 - impedance) / impedance * inverse_inertia).max(LEAST);
    }
}

/// A recovery that grows slowly beyond a limit. Its slope is never zero, so that two constraints that contradict each other come to
/// rest; far beyond the limit it is that of a logarithm, so that a point far out of reach does not whirl the links that it pulls.
fn limited(recovery: f64, limit: f64) -> f64 {
    let share = recovery.abs() / limit;
    if share.is_nan() || share <= 1.0 {
        return recovery;
    }
    let beyond = SLOPE * (share - 1.0);
    // By glam's library, which computes the same bits on all processors.
    recovery.signum() * limit * (1.0 + beyond.min(libm::log(share)))
}

/// The softness of a row.
struct Response<'a> {
    parameters: &'a SolverParameters,
    /// Violation of the row. [m or rad]
    position: f64,
    /// Violation of the constraint that the row is part of.
    violation: f64,
    /// Inverse inertia of the motion that the row constrains.
    inverse_inertia: f64,
    /// Length of the step. [s]
    step: f64,
    /// A row of friction has no position to return to.
    is_friction: bool,
    /// Largest speed towards no violation. [m/s or rad/s]
    recovery_speed: f64,
}

/// A polynomial and its slope.
fn evaluate(polynomial: &[f64; 5], x: f64) -> (f64, f64) {
    let fold = |(value, slope): (f64, f64), coefficient: &f64| (value * x + coefficient, slope * x + value);
    polynomial.iter().rev().fold((0.0, 0.0), fold)
}
