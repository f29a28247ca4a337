//! Energy of mechanisms that turn too far in a step for its Coriolis and centrifugal forces.
//!
//! These forces move energy between joints as the mass matrix changes, and their sum is zero. Where a joint turns by a large angle in
//! a step, both are no longer equal, and the excess would grow from step to step. The velocity after such a step is projected onto
//! that of the energy before, with the work of the forces in the step.
//!
//! Hairer, Lubich, Wanner: Geometric Numerical Integration, 2006, section IV.4.

use glam::DVec3;

use crate::constraints::Rows;
use crate::contact::Contact;
use crate::data::Data;
use crate::model::Model;
use crate::positions::update_positions;
use crate::relative_motion::motion_at;
use crate::tree_matrix;
use crate::velocities::update_velocities;

/// Rotation of a joint in a step beyond which the energy is computed. [rad]
const TURN: f64 = 0.5;
/// Excess that is accepted, in relation to the kinetic energy after the step.
const EXCESS: f64 = 0.02;

/// Energies before a step, and memory for them.
#[derive(Debug, Clone, Default)]
pub(crate) struct EnergyBound {
    /// Poses and velocities after the step.
    ahead: Data,
    product: Vec<f64>,
    /// Product of the length of the step and the velocity in its middle, by degree of freedom.
    moved: Vec<f64>,
    /// Energy of each mechanism after the step without an error. [J]
    expected: Vec<f64>,
}

/// The step that is checked.
pub(crate) struct Step<'a> {
    /// Length. [s]
    pub span: f64,
    /// Velocities before and after.
    pub before: &'a [f64],
    pub after: &'a [f64],
    /// The bias that the step was computed with.
    pub bias: &'a [f64],
    /// Whether equalities between points act.
    pub is_tied: bool,
}

impl EnergyBound {
    /// Computes the energies that the mechanisms ought to have after a step, from the data before it. Returns whether any joint turns
    /// so far that they matter.
    pub fn expect(&mut self, model: &Model, data: &Data, step: &Step) -> bool {
        let is_fast = |dofs: &[usize]| dofs.iter().any(|dof| step.after[*dof].abs() * step.span > TURN);
        // A rotor turns without a change of the mass matrix: its energy is right, unless an equality turns with it.
        let turns = is_fast(&model.turning) || (step.is_tied && is_fast(&model.rotors));
        if !turns {
            return false;
        }
        self.product.resize(model.dofs(), 0.0);
        self.expected.clear();
        self.moved.clear();
        let pairs = step.before.iter().zip(step.after);
        self.moved.extend(pairs.map(|(before, after)| 0.5 * step.span * (before + after)));
        for (index, tree) in model.trees.iter().enumerate() {
            tree_matrix::multiply(model, tree.dofs.clone(), &data.mass, step.after, &mut self.product);
            let mut energy = height_energy(model, data, index);
            for dof in tree.dofs.clone() {
                // The work of all forces is the change of the kinetic energy and the work against the bias, gravity included.
                energy += 0.5 * step.after[dof] * self.product[dof] + self.moved[dof] * step.bias[dof];
            }
            self.expected.push(energy);
        }
        true
    }

    /// Reduces the velocities of mechanisms whose energy is larger than expected, at the positions after the step. `data`, `rows` and
    /// `contacts` are those before it.
    pub fn project(
        &mut self,
        model: &Model,
        data: &Data,
        (rows, contacts): (&Rows, &[Contact]),
        positions: &[f64],
        velocities: &mut [f64],
    ) {
        if self.ahead.bias.len() != model.dofs() {
            self.ahead = Data::new(model);
        }
        update_positions(model, positions, &mut self.ahead);
        update_velocities(model, velocities, &mut self.ahead);
        for pull in &rows.pulls {
            let force = pull.axis * rows.force[pull.row];
            self.add_curvature(model, data, pull.plus, force);
            self.add_curvature(model, data, pull.minus, -force);
        }
        for block in &rows.blocks {
            let Some((number, force)) = rows.contact_force(block, contacts) else { continue };
            let contact = &contacts[number];
            let [a, b] = [contact.a, contact.b].map(|link| link.and_then(|link| model.links[link].body));
            self.add_curvature(model, data, (a, contact.point), -force);
            self.add_curvature(model, data, (b, contact.point), force);
        }
        for (index, tree) in model.trees.iter().enumerate() {
            let mut kinetic = 0.0;
            for body in tree.bodies.clone() {
                let velocity = self.ahead.velocities[body];
                kinetic += 0.5 * velocity.dot(self.ahead.inertias[body].momentum(velocity));
            }
            for dof in tree.dofs.clone() {
                kinetic += 0.5 * model.dofs[dof].armature * velocities[dof] * velocities[dof];
            }
            let wanted = self.expected[index] - height_energy(model, &self.ahead, index);
            if kinetic - wanted > EXCESS * kinetic {
                let share = (wanted.max(0.0) / kinetic).sqrt();
                velocities[tree.dofs.clone()].iter_mut().for_each(|velocity| *velocity *= share);
            }
        }
    }

    /// Adds the work of a force at a point of a body on the difference between the path of the point and a straight one: the work on
    /// the straight path is in that of the efforts.
    fn add_curvature(
        &mut self,
        model: &Model,
        data: &Data,
        (body, point): (Option<usize>, DVec3),
        force: DVec3,
    ) {
        let Some(body) = body else { return };
        let ahead_from_before = self.ahead.world_from_body[body] * data.world_from_body[body].inverse();
        let mut beyond = ahead_from_before.transform_point(point) - point;
        for dof in model.chain(body).iter().map(|dof| *dof as usize) {
            beyond -= motion_at(model, data, dof, point).linear * self.moved[dof];
        }
        self.expected[model.bodies[body].tree] += force.dot(beyond);
    }
}

/// Potential energy of gravity, zero at the origin of the world. [J]
fn height_energy(model: &Model, data: &Data, tree: usize) -> f64 {
    let gravity = model.spec.gravity;
    let bodies = &data.inertias[model.trees[tree].bodies.clone()];
    let of = |mass: f64, moment: DVec3| gravity.dot(moment + data.origins[tree] * mass);
    -bodies.iter().map(|inertia| of(inertia.mass, inertia.moment)).sum::<f64>()
}
