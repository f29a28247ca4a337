//! Smooth forces: springs, damping, motors, forces from outside.

use glam::{DQuat, DVec3};

use crate::data::Data;
use crate::jacobian::add_wrench;
use crate::model::{Model, Motor};
use crate::options::{Integrator, Options};
use crate::spec::JointKind;
use crate::state::{Input, State};
use crate::tree_matrix;

/// A motor at a state.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MotorEffort {
    /// Effort at the velocities of the state, before limits.
    pub wanted: f64,
    /// Least and largest effort at this velocity.
    pub limits: [f64; 2],
    /// Velocity of the transmission.
    pub velocity: f64,
}

impl MotorEffort {
    /// The effort of a motor.
    fn of(motor: &Motor, q: &[f64], v: &[f64], command: f64) -> MotorEffort {
        let (mut position, mut velocity) = (0.0, 0.0);
        for (q_at, v_at, gear) in &motor.transmission {
            position += gear * q[*q_at];
            velocity += gear * v[*v_at];
        }
        let wanted = motor.gain * command - motor.stiffness * position - motor.damping * velocity;
        let [low, high] = motor.effort_limits;
        let limits = if motor.no_load_speed.is_finite() {
            let share = velocity / motor.no_load_speed;
            [low * (1.0 + share).clamp(0.0, 1.0), high * (1.0 - share).clamp(0.0, 1.0)]
        } else {
            [low, high]
        };
        MotorEffort { wanted, limits, velocity }
    }

    /// The effort within the limits.
    pub fn effort(&self) -> f64 {
        self.wanted.clamp(self.limits[0], self.limits[1])
    }

    /// Whether the effort follows the velocity.
    pub fn is_within_limits(&self) -> bool {
        self.wanted > self.limits[0] && self.wanted < self.limits[1]
    }
}

/// The command that a motor obeys: filtered if it has a time constant.
fn obeyed(motor: &Motor, command: f64, activation: f64) -> f64 {
    if motor.time_constant > 0.0 {
        activation
    } else {
        command.clamp(motor.command_limits[0], motor.command_limits[1])
    }
}

/// Moves the filtered commands of the motors by a step [s].
pub(crate) fn filter_commands(model: &Model, commands: &[f64], activations: &mut [f64], step: f64) {
    for ((motor, command), activation) in model.motors.iter().zip(commands).zip(activations) {
        let command = command.clamp(motor.command_limits[0], motor.command_limits[1]);
        *activation = if motor.time_constant > 0.0 {
            // By glam's library, which computes the same bits on all processors.
            let kept = glam::DVec2::splat(-step / motor.time_constant).exp().x;
            command + (*activation - command) * kept
        } else {
            command
        };
    }
}

/// Computes the efforts of the motors.
pub(crate) fn update_motors(model: &Model, state: &State, input: &Input, motors: &mut [MotorEffort]) {
    for (index, (motor, effort)) in model.motors.iter().zip(motors).enumerate() {
        let command = obeyed(motor, input.commands[index], state.activations[index]);
        *effort = MotorEffort::of(motor, &state.positions, &state.velocities, command);
    }
}

/// The causes of smooth efforts.
#[derive(Clone, Copy)]
pub(crate) struct Acting<'a> {
    pub state: &'a State,
    pub input: &'a Input,
    pub motors: &'a [MotorEffort],
}

/// Writes the smooth efforts on all degrees of freedom, and the addition to the mass matrix that makes them implicit.
pub(crate) fn update_smooth_efforts(
    model: &Model,
    options: &Options,
    data: &Data,
    Acting { state, input, motors }: Acting,
    efforts: &mut [f64],
    implicit: &mut [f64],
) {
    let (q, v) = (&state.positions, &state.velocities);
    let ahead = if options.integrator == Integrator::Implicit { options.step } else { 0.0 };
    for (dof, values) in model.dofs.iter().enumerate() {
        efforts[dof] = input.efforts[dof] - data.bias[dof] - values.damping * v[dof];
        implicit[tree_matrix::diagonal(model, dof)] += ahead * values.damping;
    }
    for spring in &model.springs {
        let body = &model.bodies[spring.body];
        let stiffness = spring.stiffness;
        if body.kind == JointKind::Ball {
            let turned = DQuat::from_slice(&q[body.q_at..]);
            let turned = if turned.w < 0.0 { -turned } else { turned };
            let turned = turned.to_scaled_axis() + DVec3::from_slice(&v[body.v_at..]) * ahead;
            for axis in 0..3 {
                efforts[body.v_at + axis] -= stiffness * turned[axis];
            }
        } else {
            efforts[body.v_at] -= stiffness * (q[body.q_at] + ahead * v[body.v_at] - spring.reference);
        }
        for dof in body.v_at..body.v_at + body.kind.dofs() {
            implicit[tree_matrix::diagonal(model, dof)] += ahead * ahead * stiffness;
        }
    }
    for (motor, effort) in model.motors.iter().zip(motors) {
        if ahead > 0.0 && motor.is_servo() {
            continue;
        }
        for (_, dof, gear) in &motor.transmission {
            efforts[*dof] += gear * effort.effort();
        }
    }
    for (link, wrench) in &input.wrenches {
        let Some(body) = model.links[*link].body else { continue };
        let point =
            data.world_from_link(model, *link).transform_point(model.spec.links[*link].inertia.center);
        add_wrench(model, data, body, point, *wrench, efforts);
    }
}

/// Adds the damping of joints, and of motors for [`Integrator::ImplicitFast`], times the step to a mass matrix.
pub(crate) fn add_damping(model: &Model, options: &Options, motors: &[MotorEffort], matrix: &mut [f64]) {
    for (dof, values) in model.dofs.iter().enumerate() {
        matrix[tree_matrix::diagonal(model, dof)] += options.step * values.damping;
    }
    if options.integrator != Integrator::ImplicitFast {
        return;
    }
    let follows = |(_, effort): &(&Motor, &MotorEffort)| effort.is_within_limits();
    for (motor, _) in model.motors.iter().zip(motors).filter(follows) {
        for (_, row, gear) in &motor.transmission {
            for (_, column, other) in motor.transmission.iter().filter(|(_, column, _)| column <= row) {
                let elements = model.dofs[*row].elements();
                // A transmission to joints of two branches is implicit in each joint alone.
                if let Ok(place) = model.columns[elements.clone()].binary_search(&(*column as u32)) {
                    matrix[elements.start + place] += options.step * motor.damping * gear * other;
                }
            }
        }
    }
}
