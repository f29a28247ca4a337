//! All memory that a step needs.

use glam::DVec3;

use crate::constraints::{Block, Rows, Source};
use crate::contact::Contact;
use crate::data::Data;
use crate::energy_bound::EnergyBound;
use crate::forces::MotorEffort;
use crate::geometric_stiffness::GeometricStiffness;
use crate::model::Model;
use crate::moments::Moment;
use crate::newton::{Solver, SolverReport};
use crate::state::State;
use crate::tendon::TendonLength;

/// Results of the last step and all memory that a step needs. Nothing in it affects a further step.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// Poses, velocities and matrices at the state before the step.
    pub data: Data,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) rows: Rows,
    pub(crate) solver: Solver,
    pub(crate) stiffness: GeometricStiffness,
    pub(crate) energy: EnergyBound,
    pub(crate) tendons: Vec<TendonLength>,
    pub(crate) moments: Vec<Moment>,
    pub(crate) motors: Vec<MotorEffort>,
    /// Mass matrix with the implicit parts of the smooth forces, and its factors.
    pub(crate) effective: Vec<f64>,
    pub(crate) factor: Vec<f64>,
    pub(crate) smooth_effort: Vec<f64>,
    pub(crate) smooth_acceleration: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
    pub(crate) constraint_effort: Vec<f64>,
    pub(crate) total: Vec<f64>,
    /// Biases before they are centered.
    pub(crate) bias_before: Vec<f64>,
    /// The bias that the accelerations were computed with.
    pub(crate) bias_of_pass: Vec<f64>,
    /// States of the stages of the Runge-Kutta method.
    pub(crate) stage: State,
    pub(crate) stages: [Vec<f64>; 2],
    pub(crate) report: SolverReport,
}

impl Workspace {
    /// Adds a share of the efforts of equalities, dry friction, limits and contacts in the last step to those of each degree of
    /// freedom. [N m or N]
    pub fn add_constraint_efforts(&self, share: f64, efforts: &mut [f64]) {
        let rows = &self.rows;
        let is_constraint = |source| !matches!(source, Source::Tendon | Source::Motor(_) | Source::Servo(_));
        for block in rows.blocks.iter().filter(|block| is_constraint(block.source)) {
            let support = &rows.support[block.support.clone()];
            for (number, row) in block.rows.clone().enumerate() {
                let force = share * rows.force[row];
                for (element, dof) in rows.elements[block.row(number)].iter().zip(support) {
                    if let Some(effort) = efforts.get_mut(*dof as usize) {
                        *effort += element * force;
                    }
                }
            }
        }
    }

    /// Memory for a model.
    pub fn new(model: &Model) -> Workspace {
        let dofs = || vec![0.0; model.dofs()];
        let elements = || vec![0.0; model.elements()];
        Workspace {
            data: Data::new(model),
            contacts: Vec::new(),
            rows: Rows::default(),
            solver: Solver::default(),
            stiffness: GeometricStiffness::default(),
            energy: EnergyBound::default(),
            tendons: vec![TendonLength::default(); model.tendons.len()],
            moments: vec![Moment::default(); model.motors.len()],
            motors: vec![MotorEffort::default(); model.motors.len()],
            effective: elements(),
            factor: elements(),
            smooth_effort: dofs(),
            smooth_acceleration: dofs(),
            acceleration: dofs(),
            constraint_effort: dofs(),
            total: dofs(),
            bias_before: dofs(),
            bias_of_pass: dofs(),
            stage: State::new(model),
            stages: [dofs(), dofs()],
            report: SolverReport::default(),
        }
    }

    /// Work of the solver in the last step.
    pub fn report(&self) -> SolverReport {
        self.report
    }

    /// Acceleration of each degree of freedom at the state before the step.
    pub fn acceleration(&self) -> &[f64] {
        &self.acceleration
    }

    /// Effort of the constraints on each degree of freedom: contacts, limits, dry friction, equalities, and servos with
    /// [`Integrator::Implicit`](crate::Integrator::Implicit). [N m or N]
    pub fn constraint_effort(&self) -> &[f64] {
        &self.constraint_effort
    }

    /// Contacts of the last step.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Forces of the contacts of the last step on their second links, in the world. [N]
    pub fn contact_forces(&self) -> impl Iterator<Item = DVec3> {
        let mut forces = vec![DVec3::ZERO; self.contacts.len()];
        let of_block = |block| self.rows.contact_force(block, &self.contacts);
        for (contact, force) in self.rows.blocks.iter().filter_map(of_block) {
            if let Some(sum) = forces.get_mut(contact) {
                *sum += force;
            }
        }
        forces.into_iter()
    }

    /// The first block of each of `count` sources of a kind. `number` returns the number of a source of this kind.
    ///
    /// One pass over all blocks: mechanisms may have a hundred thousand contacts.
    fn first_blocks(&self, count: usize, number: impl Fn(Source) -> Option<usize>) -> Vec<Option<&Block>> {
        let mut blocks = vec![None; count];
        for block in &self.rows.blocks {
            if let Some(first) = number(block.source).and_then(|number| blocks.get_mut(number)) {
                first.get_or_insert(block);
            }
        }
        blocks
    }

    /// Efforts of `count` servos of the last step. [N m or N]
    pub fn servo_efforts(&self, count: usize) -> impl Iterator<Item = f64> {
        let blocks = self.first_blocks(count, |source| match source {
            Source::Servo(servo) => Some(servo),
            _ => None,
        });
        blocks.into_iter().map(|block| block.map_or(0.0, |block| self.rows.force[block.rows.start]))
    }

    /// Efforts of the motors in the last step. [N m or N]
    pub fn motor_efforts(&self) -> impl Iterator<Item = f64> {
        let blocks = self.first_blocks(self.motors.len(), |source| match source {
            Source::Motor(motor) => Some(motor),
            _ => None,
        });
        let motors = blocks.into_iter().zip(&self.motors);
        motors.map(|(block, motor)| block.map_or(motor.effort(), |block| self.rows.force[block.rows.start]))
    }

    /// Effort of a servo of the last step. [N m or N]
    pub fn servo_effort(&self, servo: usize) -> f64 {
        let block = self.rows.blocks.iter().find(|block| block.source == Source::Servo(servo));
        block.map_or(0.0, |block| self.rows.force[block.rows.start])
    }

    /// Length of a tendon at the state before the step. [m, or the unit of the sum]
    pub fn tendon_length(&self, tendon: usize) -> f64 {
        self.tendons[tendon].length
    }

    /// Length and velocity of a motor's transmission at the state before the step.
    pub fn motor_length(&self, motor: usize) -> [f64; 2] {
        let moment = &self.moments[motor];
        [moment.length, moment.velocity]
    }

    /// Effort of a motor in the last step. [N m or N]
    pub fn motor_effort(&self, motor: usize) -> f64 {
        let block = self.rows.blocks.iter().find(|block| block.source == Source::Motor(motor));
        block.map_or(self.motors[motor].effort(), |block| self.rows.force[block.rows.start])
    }
}
