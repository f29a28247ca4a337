//! Forward dynamics: accelerations and forces at a state.

use crate::constraints::{
    add_contacts, add_dry_friction, add_equalities, add_frame_constraints, add_limits, add_rigid_limits,
    add_servos, add_step_servos, add_tendon_armatures, add_tendon_friction, add_tendon_limits,
    add_tendon_springs,
};
use crate::contact::Contact;
use crate::data::Data;
use crate::error::StepError;
use crate::forces::{Acting, update_motors, update_smooth_efforts};
use crate::mass_matrix::update_mass_matrix;
use crate::model::Model;
use crate::moments::update_moments;
use crate::newton::Smooth;
use crate::options::{Integrator, Options};
use crate::positions::update_positions;
use crate::state::{Input, State, check_finite};
use crate::tendon::update_tendons;
use crate::tree_matrix;
use crate::velocities::{update_bias, update_velocities};
use crate::workspace::Workspace;

/// Finds the contacts of links at the poses in the data.
pub type FindContacts<'a> = dyn FnMut(&Data, &mut Vec<Contact>) + 'a;

/// Computes accelerations and forces at a state.
///
/// # Errors
///
/// Values that are not finite, lists of a wrong length, contacts without meaning. The error names joint, motor or contact.
pub fn forward(
    model: &Model,
    options: &Options,
    state: &State,
    input: &Input,
    find_contacts: &mut FindContacts,
    workspace: &mut Workspace,
) -> Result<(), StepError> {
    let (q, v) = (&state.positions, &state.velocities);
    let space = workspace;
    let data = &mut space.data;
    update_positions(model, q, data);
    space.contacts.clear();
    find_contacts(data, &mut space.contacts);
    for (number, contact) in space.contacts.iter().enumerate() {
        contact.check(model, number)?;
    }
    update_velocities(model, v, data);
    update_bias(model, v, data);
    update_mass_matrix(model, data);
    update_tendons(model, data, q, v, &mut space.tendons);
    update_moments(model, data, q, v, &space.tendons, &space.contacts, &mut space.moments);
    update_motors(model, options, state, input, &space.moments, &mut space.motors);
    space.effective.copy_from_slice(&data.mass);
    let (motors, moments, tendons) = (&space.motors, &space.moments, &space.tendons);
    let acting = Acting { state, input, motors, moments, tendons };
    update_smooth_efforts(model, options, data, acting, &mut space.smooth_effort, &mut space.effective);
    space.factor.copy_from_slice(&space.effective);
    tree_matrix::factor(model, &mut space.factor);
    space.smooth_acceleration.copy_from_slice(&space.smooth_effort);
    tree_matrix::solve(model, &space.factor, &mut space.smooth_acceleration);
    check_finite(model, "acceleration", &space.smooth_acceleration)?;
    let rows = &mut space.rows;
    rows.clear();
    add_equalities(model, options, data, q, v, tendons, rows);
    add_frame_constraints(model, options, data, v, &input.constraints, rows);
    add_dry_friction(model, options, v, rows);
    add_tendon_friction(model, options, v, tendons, rows);
    add_tendon_armatures(model, data, tendons, rows);
    if options.integrator == Integrator::Implicit {
        add_servos(options, motors, moments, rows);
        add_tendon_springs(model, options, tendons, rows);
    }
    add_step_servos(model, options, q, v, &input.servos, rows);
    add_limits(model, options, q, v, rows);
    add_tendon_limits(model, options, v, tendons, rows);
    if options.rigid_limits {
        add_rigid_limits(model, options, q, v, &space.smooth_acceleration, rows);
    }
    add_contacts(model, options, data, v, &space.contacts, rows);
    let smooth = Smooth {
        mass: &space.effective,
        effort: &space.smooth_effort,
        acceleration: &space.smooth_acceleration,
        warm_start: &state.warm_start,
        is_again: false,
    };
    space.report = space.solver.solve(model, options, smooth, rows, &mut space.acceleration);
    if options.integrator == Integrator::Implicit {
        stiffen(model, options, space);
    }
    space.bias_of_pass.copy_from_slice(&space.data.bias);
    if options.centered_bias {
        center_bias(model, options, v, space);
    }
    let rows = &mut space.rows;
    let smooth = Smooth {
        mass: &space.effective,
        effort: &space.smooth_effort,
        acceleration: &space.smooth_acceleration,
        warm_start: &state.warm_start,
        is_again: true,
    };
    for pass in 1..=options.sliding_passes {
        if !space.solver.lag_friction(rows) {
            break;
        }
        space.total.copy_from_slice(&space.acceleration);
        let smooth = Smooth { warm_start: &space.total, ..smooth };
        // Solutions before the last one give normal forces alone.
        let tolerance = if pass < options.sliding_passes { ROUGH } else { options.tolerance };
        let options = &Options { tolerance: tolerance.max(options.tolerance), ..*options };
        space.report = space.solver.solve(model, options, smooth, rows, &mut space.acceleration);
    }
    space.constraint_effort.fill(0.0);
    for block in &rows.blocks {
        for (number, row) in block.rows.clone().enumerate() {
            let force = rows.force[row];
            let support = &rows.support[block.support.clone()];
            for (element, dof) in rows.elements[block.row(number)].iter().zip(support) {
                space.constraint_effort[*dof as usize] += element * force;
            }
        }
    }
    check_finite(model, "acceleration", &space.acceleration)
}

/// Solves again with implicit geometric stiffness, where the step is too long for it.
fn stiffen(model: &Model, options: &Options, space: &mut Workspace) {
    let rows = &mut space.rows;
    if !space.stiffness.bound_change(model, &space.data, rows, options.step)
        || space.solver.is_change_small(&space.stiffness)
    {
        return;
    }
    space.stiffness.bound(model, &space.data, rows, options.step);
    if space.solver.is_step_short(model, &space.effective, &space.factor, &space.stiffness) {
        return;
    }
    space.stiffness.update(model, &space.data, rows, options.step);
    space.solver.keep_stiff_islands(model, rows, &space.effective, &space.factor, &mut space.stiffness);
    let mut is_stiff = false;
    for (mass, addition) in space.effective.iter_mut().zip(&space.stiffness.mass) {
        *mass += addition;
        is_stiff |= *addition != 0.0;
    }
    if !is_stiff {
        return;
    }
    for (effort, addition) in space.smooth_effort.iter_mut().zip(&space.stiffness.effort) {
        *effort += addition;
    }
    space.factor.copy_from_slice(&space.effective);
    tree_matrix::factor(model, &mut space.factor);
    solve_smooth(model, options, space, false);
}

/// Tolerance of solutions that only give the normal forces of sliding contacts.
const ROUGH: f64 = 1e-6;

/// Velocity of a joint in a step below which Coriolis and centrifugal forces are not centered. [rad or m]
const STILL: f64 = 1e-5;

/// Largest number of solutions with centered forces.
const PASSES: usize = 4;
/// Change of these forces, in relation to the largest, at which the solutions end.
const SETTLED: f64 = 1e-5;

/// Solves again, with the Coriolis and centrifugal forces of the velocity in the middle of the step.
///
/// Velocities are then at the middles of the steps of positions: the leapfrog method, whose error of energy is bounded.
/// Hairer, Lubich, Wanner: Geometric Numerical Integration, 2006, section I.1.4.
fn center_bias(model: &Model, options: &Options, v: &[f64], space: &mut Workspace) {
    let fastest = v.iter().zip(&space.acceleration).map(|(v, a)| v.abs().max((options.step * a).abs()));
    if fastest.fold(0.0, f64::max) * options.step < STILL {
        return;
    }
    space.bias_before.copy_from_slice(&space.data.bias);
    let mut change_before = f64::INFINITY;
    for _ in 0..PASSES {
        for ((middle, v), a) in space.total.iter_mut().zip(v).zip(&space.acceleration) {
            *middle = v + 0.5 * options.step * a;
        }
        update_velocities(model, &space.total, &mut space.data);
        space.bias_of_pass.copy_from_slice(&space.data.bias);
        update_bias(model, &space.total, &mut space.data);
        let (mut change, mut largest) = (0.0f64, 0.0f64);
        for (before, after) in space.bias_of_pass.iter().zip(&space.data.bias) {
            (change, largest) = (change.max((before - after).abs()), largest.max(after.abs()));
        }
        // The joints turn so far in the step that the solutions move away from each other: the forces of its start are nearer.
        let is_diverging = change.is_nan() || change > change_before;
        if is_diverging {
            space.data.bias.copy_from_slice(&space.bias_before);
        }
        for ((effort, before), after) in
            space.smooth_effort.iter_mut().zip(&space.bias_of_pass).zip(&space.data.bias)
        {
            *effort += before - after;
        }
        if change <= SETTLED * largest {
            break;
        }
        change_before = change;
        solve_smooth(model, options, space, true);
        if is_diverging {
            break;
        }
    }
    update_velocities(model, v, &mut space.data);
    space.bias_of_pass.copy_from_slice(&space.data.bias);
    space.data.bias.copy_from_slice(&space.bias_before);
}

/// Solves for the accelerations of changed smooth efforts, from those of the last solution, which had the same matrices if `is_again`.
fn solve_smooth(model: &Model, options: &Options, space: &mut Workspace, is_again: bool) {
    space.smooth_acceleration.copy_from_slice(&space.smooth_effort);
    tree_matrix::solve(model, &space.factor, &mut space.smooth_acceleration);
    space.total.copy_from_slice(&space.acceleration);
    let smooth = Smooth {
        mass: &space.effective,
        effort: &space.smooth_effort,
        acceleration: &space.smooth_acceleration,
        warm_start: &space.total,
        is_again,
    };
    space.report = space.solver.solve(model, options, smooth, &mut space.rows, &mut space.acceleration);
}
