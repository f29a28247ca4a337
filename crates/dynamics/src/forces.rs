//! Smooth forces: springs, damping, motors, forces from outside.

use glam::{DQuat, DVec3};

use crate::data::Data;
use crate::jacobian::add_wrench;
use crate::model::{Drive, Model, Motor};
use crate::moments::Moment;
use crate::motor_spec::Activation;
use crate::muscle::activation_rate;
use crate::options::{Integrator, Options};
use crate::spec::JointKind;
use crate::state::{Input, State};
use crate::tendon::TendonLength;
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
    /// Loss of effort per unit of length and velocity at this command.
    pub stiffness: f64,
    pub damping: f64,
}

impl MotorEffort {
    /// The effort of a motor.
    fn of(motor: &Motor, moment: &Moment, command: f64) -> MotorEffort {
        let (position, velocity) = (moment.length, moment.velocity);
        if let Some(muscle) = &motor.muscle {
            let wanted = muscle.force(position, velocity, command);
            let limits = motor.effort_limits;
            return MotorEffort { wanted, limits, velocity, stiffness: 0.0, damping: 0.0 };
        }
        let gain = motor.gain + motor.gain_by_length * position + motor.gain_by_velocity * velocity;
        let wanted = gain * command + motor.bias - motor.stiffness * position - motor.damping * velocity;
        let [low, high] = motor.effort_limits;
        let limits = if motor.no_load_speed.is_finite() {
            let share = velocity / motor.no_load_speed;
            [low * (1.0 + share).clamp(0.0, 1.0), high * (1.0 - share).clamp(0.0, 1.0)]
        } else {
            [low, high]
        };
        let stiffness = motor.stiffness - motor.gain_by_length * command;
        let damping = motor.damping - motor.gain_by_velocity * command;
        MotorEffort { wanted, limits, velocity, stiffness, damping }
    }

    /// The effort within the limits.
    pub fn effort(&self) -> f64 {
        self.wanted.clamp(self.limits[0], self.limits[1])
    }

    /// Whether its effort falls with position or velocity.
    pub fn is_servo(&self) -> bool {
        self.stiffness > 0.0 || self.damping > 0.0
    }

    /// Whether the effort follows the velocity.
    pub fn is_within_limits(&self) -> bool {
        self.wanted > self.limits[0] && self.wanted < self.limits[1]
    }
}

/// The command that a motor obeys: filtered if it has a time constant.
fn obeyed(motor: &Motor, command: f64, activation: f64) -> f64 {
    if motor.has_activation() {
        activation
    } else {
        command.clamp(motor.command_limits[0], motor.command_limits[1])
    }
}

/// Moves the filtered commands of the motors by a step [s].
pub(crate) fn filter_commands(model: &Model, commands: &[f64], activations: &mut [f64], step: f64) {
    for ((motor, command), activation) in model.motors.iter().zip(commands).zip(activations) {
        let command = command.clamp(motor.command_limits[0], motor.command_limits[1]);
        if !motor.has_activation() {
            *activation = command;
            continue;
        }
        let next = match motor.activation {
            Activation::Filter => {
                // By glam's library, which computes the same bits on all processors.
                let kept = libm::exp(-step / motor.time_constant);
                command + (*activation - command) * kept
            }
            Activation::EulerFilter => *activation + step / motor.time_constant * (command - *activation),
            Activation::Integrator => *activation + step * command,
            Activation::Muscle => {
                let times = [motor.time_constant, motor.fall_time];
                *activation + step * activation_rate(command, *activation, times, motor.smoothing)
            }
        };
        *activation = next.clamp(motor.activation_limits[0], motor.activation_limits[1]);
    }
}

/// Computes the efforts of the motors.
pub(crate) fn update_motors(
    model: &Model,
    options: &Options,
    state: &State,
    input: &Input,
    moments: &[Moment],
    motors: &mut [MotorEffort],
) {
    for (index, (motor, effort)) in model.motors.iter().zip(motors.iter_mut()).enumerate() {
        let command = obeyed(motor, input.commands[index], state.activations[index]);
        *effort = MotorEffort::of(motor, &moments[index], command);
    }
    for (index, tendon) in model.tendons.iter().enumerate() {
        let Some(limits) = tendon.effort_limits else { continue };
        let pulls = |motor: &Motor| matches!(motor.drive, Drive::Tendon { tendon, .. } if tendon == index);
        limit_tension(model.motors.iter().map(pulls), limits, options, motors);
    }
}

/// Limits the sum of the efforts of the motors of a tendon: scales them, or, if their efforts are only known after the step, gives
/// each an equal share of the limits.
fn limit_tension(
    pulls: impl Iterator<Item = bool> + Clone,
    [low, high]: [f64; 2],
    options: &Options,
    motors: &mut [MotorEffort],
) {
    let members = || pulls.clone().enumerate().filter(|(_, pulls)| *pulls).map(|(index, _)| index);
    if options.integrator == Integrator::Implicit {
        let share = 1.0 / members().count().max(1) as f64;
        for index in members() {
            let limits = &mut motors[index].limits;
            *limits = limits.map(|limit| limit.clamp(low * share, high * share));
        }
        return;
    }
    let total: f64 = members().map(|index| motors[index].wanted).sum();
    if total != 0.0 && !(low..=high).contains(&total) {
        let scale = total.clamp(low, high) / total;
        members().for_each(|index| motors[index].wanted *= scale);
    }
}

/// The causes of smooth efforts.
#[derive(Clone, Copy)]
pub(crate) struct Acting<'a> {
    pub state: &'a State,
    pub input: &'a Input,
    pub motors: &'a [MotorEffort],
    pub moments: &'a [Moment],
    pub tendons: &'a [TendonLength],
}

/// Writes the smooth efforts on all degrees of freedom, and the addition to the mass matrix that makes them implicit.
pub(crate) fn update_smooth_efforts(
    model: &Model,
    options: &Options,
    data: &Data,
    Acting { state, input, motors, moments, tendons }: Acting,
    efforts: &mut [f64],
    implicit: &mut [f64],
) {
    let (q, v) = (&state.positions, &state.velocities);
    let ahead = if options.integrator == Integrator::Implicit { options.step } else { 0.0 };
    for (dof, values) in model.dofs.iter().enumerate() {
        let [effort, slope] = values.polynomial.of_damper(values.damping, v[dof]);
        efforts[dof] = input.efforts[dof] - data.bias[dof] - effort;
        implicit[tree_matrix::diagonal(model, dof)] += ahead * slope.max(0.0);
    }
    for spring in &model.springs {
        let body = &model.bodies[spring.body];
        let (linear, polynomial) = (spring.stiffness, &spring.polynomial);
        // A slope below zero would be unstable in an implicit step.
        let slope;
        if body.kind == JointKind::Ball {
            let turned = DQuat::from_slice(&q[body.q_at..]);
            let turned = if turned.w < 0.0 { -turned } else { turned };
            let turned = turned.to_scaled_axis() + DVec3::from_slice(&v[body.v_at..]) * ahead;
            let angle = turned.length();
            let [effort, along] = polynomial.of_spring(linear, angle);
            let stiffness =
                if polynomial.stiffness == [0.0; 2] || angle == 0.0 { linear } else { effort / angle };
            slope = stiffness.max(along);
            for axis in 0..3 {
                efforts[body.v_at + axis] -= stiffness * turned[axis];
            }
        } else {
            let stretch = q[body.q_at] + ahead * v[body.v_at] - spring.reference;
            let effort;
            [effort, slope] = polynomial.of_spring(linear, stretch);
            efforts[body.v_at] -= effort;
        }
        for dof in body.v_at..body.v_at + body.kind.dofs() {
            implicit[tree_matrix::diagonal(model, dof)] += ahead * ahead * slope.max(0.0);
        }
    }
    for (effort, moment) in motors.iter().zip(moments) {
        if ahead > 0.0 && effort.is_servo() {
            continue;
        }
        for (dof, element) in &moment.elements {
            efforts[*dof] += element * effort.effort();
        }
    }
    if ahead == 0.0 {
        for (tendon, found) in model.tendons.iter().zip(tendons) {
            let beyond = found.length - found.length.clamp(tendon.rest[0], tendon.rest[1]);
            let [spring, _] = tendon.polynomial.of_spring(tendon.stiffness, beyond);
            let [damper, _] = tendon.polynomial.of_damper(tendon.damping, found.velocity);
            let tension = -spring - damper;
            for (dof, element) in tendon.dofs.iter().zip(&found.elements) {
                efforts[*dof as usize] += element * tension;
            }
        }
    }
    for (link, wrench) in &input.wrenches {
        let Some(body) = model.links[*link].body else { continue };
        let point =
            data.world_from_link(model, *link).transform_point(model.spec.links[*link].inertia.center);
        add_wrench(model, data, body, point, *wrench, efforts);
    }
}

/// Adds the damping of joints, and of motors and tendons for [`Integrator::ImplicitFast`], times the step to a mass matrix.
pub(crate) fn add_damping(
    model: &Model,
    options: &Options,
    motors: &[MotorEffort],
    moments: &[Moment],
    tendons: &[TendonLength],
    v: &[f64],
    matrix: &mut [f64],
) {
    for (dof, values) in model.dofs.iter().enumerate() {
        let [_, slope] = values.polynomial.of_damper(values.damping, v[dof]);
        matrix[tree_matrix::diagonal(model, dof)] += options.step * slope.max(0.0);
    }
    if options.integrator != Integrator::ImplicitFast {
        return;
    }
    for (motor, moment) in motors.iter().zip(moments).filter(|(motor, _)| motor.is_within_limits()) {
        add_outer(model, options.step * motor.damping, &moment.elements, matrix);
    }
    let mut elements = Vec::new();
    for (tendon, found) in model.tendons.iter().zip(tendons) {
        let [_, slope] = tendon.polynomial.of_damper(tendon.damping, found.velocity);
        if slope <= 0.0 {
            continue;
        }
        elements.clear();
        elements.extend(tendon.dofs.iter().map(|dof| *dof as usize).zip(found.elements.iter().copied()));
        add_outer(model, options.step * slope, &elements, matrix);
    }
}

/// Adds a factor times the products of all pairs of elements to a matrix. Elements of two branches have no place in it: a
/// transmission to joints of two branches is implicit in each joint alone.
fn add_outer(model: &Model, factor: f64, elements: &[(usize, f64)], matrix: &mut [f64]) {
    for (row, element) in elements {
        for (column, other) in elements.iter().filter(|(column, _)| column <= row) {
            let places = model.dofs[*row].elements();
            if let Ok(place) = model.columns[places.clone()].binary_search(&(*column as u32)) {
                matrix[places.start + place] += factor * element * other;
            }
        }
    }
}
