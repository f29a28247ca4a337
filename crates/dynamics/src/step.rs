//! Steps of time.

use glam::{DVec2, DVec3};

use crate::energy_bound::Step;
use crate::error::StepError;
use crate::forces::{add_damping, filter_commands};
use crate::forward::{FindContacts, forward};
use crate::model::Model;
use crate::newton::SolverReport;
use crate::options::{Integrator, Options};
use crate::positions::integrate_positions;
use crate::spec::JointKind;
use crate::state::{Input, State, check_finite};
use crate::tree_matrix;
use crate::workspace::Workspace;

/// Advances a state by a step.
///
/// # Errors
///
/// Values that are not finite, lists of a wrong length, contacts without meaning. The error names joint, motor or contact, and
/// the state is unchanged.
pub fn step(
    model: &Model,
    options: &Options,
    state: &mut State,
    input: &Input,
    find_contacts: &mut FindContacts,
    workspace: &mut Workspace,
) -> Result<SolverReport, StepError> {
    if !(options.step > 0.0 && options.step.is_finite()) {
        return Err(StepError::StepLength(options.step));
    }
    state.check(model)?;
    input.check(model)?;
    if options.integrator == Integrator::RungeKutta {
        return runge_kutta(model, options, state, input, find_contacts, workspace);
    }
    forward(model, options, state, input, find_contacts, workspace)?;
    let space = &mut *workspace;
    if options.integrator == Integrator::Implicit {
        space.total.copy_from_slice(&space.acceleration);
    } else {
        for (dof, total) in space.total.iter_mut().enumerate() {
            *total = space.smooth_effort[dof] + space.constraint_effort[dof];
        }
        space.factor.copy_from_slice(&space.data.mass);
        let (motors, moments, tendons) = (&space.motors, &space.moments, &space.tendons);
        let velocities = &state.velocities;
        add_damping(model, options, motors, moments, tendons, velocities, &mut space.factor);
        tree_matrix::factor(model, &mut space.factor);
        tree_matrix::solve(model, &space.factor, &mut space.total);
    }
    for (total, v) in space.total.iter_mut().zip(&state.velocities) {
        *total = v + options.step * *total;
    }
    check_finite(model, "velocity", &space.total)?;
    let checked = Step {
        span: options.step,
        before: &state.velocities,
        after: &space.total,
        bias: &space.bias_of_pass,
        is_tied: !space.rows.pulls.is_empty(),
    };
    let is_fast =
        options.integrator == Integrator::Implicit && space.energy.expect(model, &space.data, &checked);
    state.velocities.copy_from_slice(&space.total);
    integrate_positions(model, &mut state.positions, &state.velocities, options.step);
    if is_fast {
        let State { positions, velocities, .. } = state;
        let acting = (&space.rows, &space.contacts[..]);
        space.energy.project(model, &space.data, acting, positions, velocities);
    }
    finish(model, options, state, input, &space.acceleration);
    Ok(space.report)
}

/// Advances time, filters and the start of the solver.
fn finish(model: &Model, options: &Options, state: &mut State, input: &Input, acceleration: &[f64]) {
    state.warm_start.copy_from_slice(acceleration);
    filter_commands(model, &input.commands, &mut state.activations, options.step);
    state.time += options.step;
}

/// Rate of a rotation vector [rad/s] for an angular velocity along the axes of the body.
///
/// Hairer, Lubich, Wanner: Geometric Numerical Integration, 2006, section IV.8.
fn rotation_rate(vector: DVec3, velocity: DVec3) -> DVec3 {
    let angle = vector.length();
    let factor = if angle < 0.1 {
        let square = angle * angle;
        1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1_209_600.0))
    } else {
        let half = DVec2::from_angle(0.5 * angle);
        (1.0 - 0.5 * angle * half.x / half.y) / (angle * angle)
    };
    let across = vector.cross(velocity);
    velocity + 0.5 * across + factor * vector.cross(across)
}

/// Nodes of the stages after the first, in steps.
const NODES: [f64; 3] = [0.5, 0.5, 1.0];
/// Weights of the stages.
const WEIGHTS: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// The classic Runge-Kutta method of fourth order, for rotations in the variant of Munthe-Kaas: the rate of the rotation
/// vector since the start of the step takes the place of the angular velocity. Filters of commands are constant over the step.
fn runge_kutta(
    model: &Model,
    options: &Options,
    state: &mut State,
    input: &Input,
    find_contacts: &mut FindContacts,
    workspace: &mut Workspace,
) -> Result<SolverReport, StepError> {
    forward(model, options, state, input, find_contacts, workspace)?;
    let report = workspace.report;
    let first = workspace.acceleration.clone();
    let mut stage = std::mem::replace(&mut workspace.stage, state.clone());
    let [mut velocities, mut accelerations] = std::mem::take(&mut workspace.stages);
    let mut last = state.velocities.clone();
    for (sum, v) in velocities.iter_mut().zip(&state.velocities) {
        *sum = WEIGHTS[0] * v;
    }
    for (sum, a) in accelerations.iter_mut().zip(&workspace.acceleration) {
        *sum = WEIGHTS[0] * a;
    }
    for (node, weight) in NODES.iter().zip(&WEIGHTS[1..]) {
        stage.clone_from(state);
        integrate_positions(model, &mut stage.positions, &last, node * options.step);
        for ((v, start), a) in stage.velocities.iter_mut().zip(&state.velocities).zip(&workspace.acceleration)
        {
            *v = start + node * options.step * a;
        }
        forward(model, options, &stage, input, find_contacts, workspace)?;
        let turned = std::mem::replace(&mut last, stage.velocities.clone());
        for body in model.bodies.iter().filter(|body| matches!(body.kind, JointKind::Ball | JointKind::Free))
        {
            let at = body.v_at + body.kind.dofs() - 3;
            let vector = DVec3::from_slice(&turned[at..]) * (node * options.step);
            rotation_rate(vector, DVec3::from_slice(&last[at..])).write_to_slice(&mut last[at..]);
        }
        for ((sum, v), (rate, a)) in
            velocities.iter_mut().zip(&last).zip(accelerations.iter_mut().zip(&workspace.acceleration))
        {
            *sum += weight * v;
            *rate += weight * a;
        }
    }
    check_finite(model, "acceleration", &accelerations)?;
    integrate_positions(model, &mut state.positions, &velocities, options.step);
    for (v, a) in state.velocities.iter_mut().zip(&accelerations) {
        *v += options.step * a;
    }
    finish(model, options, state, input, &first);
    workspace.stage = stage;
    workspace.stages = [velocities, accelerations];
    Ok(report)
}
