//! The steps of an island in a tick.

use std::cell::RefCell;

use morse_dynamics::{Contact, Data, FrictionCone, Options, Servo, step};

use super::Efforts;
use super::balls::{rotation, vector};
use super::contacts::Touch;
use super::drag::{Drag, add_drag};
use super::model::{self, Part};
use crate::physics::contacts::contact_forces::ForceSums;
use crate::physics::joints::JointDrive;
use crate::physics::joints::joint::Motor;
use crate::physics::joints::mechanism_solver::Prepared;
use crate::physics::rapier_world::Physics;

/// Stiffness of velocity motors: the velocity that the largest effort of its mechanism changes in a step, in shares.
const RIGID: f64 = 1e6;

/// Impedance of friction in relation to that of the normal direction of contacts. With 1, a cube of 0.5 kg slips out of a gripper
/// by 5 mm/s; with 1,000, by 2 µm/s (tested).
const IMPEDANCE_RATIO: f64 = 1000.0;

impl Physics {
    /// Advances a model by steps. Returns the mean efforts of servos and contacts.
    ///
    /// # Errors
    /// The degree of freedom of the largest velocity, if a step has no finite result.
    pub(super) fn stepped(
        &self,
        prepared: &mut Prepared,
        touches: &[Touch],
        drags: &[Drag],
        steps: u32,
    ) -> Result<Efforts, Option<usize>> {
        let Prepared { model, state, input, workspace, .. } = prepared;
        let model = &*model;
        let forces_without_drag = input.wrenches.len();
        let options = Options {
            step: self.tick_s / f64::from(steps),
            rigid_limits: true,
            sliding_passes: 3,
            centered_bias: true,
            ..Options::default()
        };
        // As in the simulator that the file of the robot is written for.
        let is_as_file = !touches.is_empty() && touches.iter().all(|touch| touch.material.is_some());
        let options = if is_as_file {
            Options { sliding_passes: 0, recovery_speed: f64::MAX, ..options }
        } else {
            options
        };
        // The touch of each contact of a step.
        let found = RefCell::new(Vec::new());
        let mut find = |data: &Data, contacts: &mut Vec<Contact>| {
            let mut found = found.borrow_mut();
            found.clear();
            for (number, touch) in touches.iter().enumerate() {
                if let Some(contact) = touch.contact(model, data, options.step) {
                    contacts.push(if is_as_file {
                        contact
                    } else {
                        // A pyramid is not for sliding passes.
                        Contact { cone: FrictionCone::Elliptic, impedance_ratio: IMPEDANCE_RATIO, ..contact }
                    });
                    found.push(number);
                }
            }
        };
        let nodes = if self.records_contact_forces { touches } else { &[] };
        let mut forces = ForceSums::new(nodes.iter().map(|touch| touch.nodes).collect());
        let mut efforts = vec![None; model.dofs()];
        let mut motors = vec![0.0; input.commands.len()];
        let mut constraints = vec![0.0; model.dofs()];
        let targets: Vec<_> = input.servos.iter().map(|servo| servo.position).collect();
        for done in 1..=steps {
            let left = f64::from(steps - done) * options.step;
            for (servo, target) in input.servos.iter_mut().zip(&targets) {
                servo.position = target - servo.velocity * left;
            }
            input.wrenches.truncate(forces_without_drag);
            add_drag(drags, model, state, &mut workspace.data, &mut input.wrenches);
            if step(model, &options, state, input, &mut find, workspace).is_err() {
                let largest = |one: &(usize, f64), other: &(usize, f64)| one.1.total_cmp(&other.1);
                let speeds = state.velocities.iter().map(|velocity| velocity.abs()).enumerate();
                return Err(speeds.max_by(largest).map(|(dof, _)| dof));
            }
            if self.records_contact_forces {
                forces.add(workspace, &found.borrow(), 1.0 / f64::from(steps));
                workspace.add_constraint_efforts(1.0 / f64::from(steps), &mut constraints);
            }
            for (effort, of_step) in motors.iter_mut().zip(workspace.motor_efforts()) {
                *effort += of_step / f64::from(steps);
            }
            for (servo, of_step) in input.servos.iter().zip(workspace.servo_efforts(input.servos.len())) {
                *efforts[servo.dof].get_or_insert(0.0) += of_step / f64::from(steps);
            }
        }
        Ok(Efforts { servos: efforts, motors, constraints, contacts: forces.contacts().collect() })
    }

    /// The motor of an axis of a ball joint, whose joints are given: positions are parts of the rotation vector.
    fn ball_motor(&self, joints: [usize; 3], axis: usize) -> Option<Motor> {
        let joints = joints.map(|joint| &self.joints[joint]);
        let now = rotation(joints.map(|joint| joint.position));
        match joints[axis].motor? {
            Motor::Effort(effort) => Some(Motor::Effort(effort)),
            Motor::Velocity { target, max_effort } => {
                if !matches!(joints[axis].drive, JointDrive::Exact { .. }) {
                    return Some(Motor::Velocity { target, max_effort });
                }
                // The positions at the end of the tick give the angular velocity.
                let next = rotation(joints.map(|joint| match (joint.drive, joint.motor) {
                    (JointDrive::Exact { .. }, Some(Motor::Velocity { target, .. })) => {
                        joint.position + target * self.tick_s
                    }
                    _ => joint.position,
                }));
                let target = vector(now.conjugate() * next)[axis] / self.tick_s;
                Some(Motor::Velocity { target, max_effort })
            }
            Motor::Spring { velocity, stiffness, damping, max_effort, .. } => {
                let wanted = rotation(joints.map(|joint| match joint.motor {
                    Some(Motor::Spring { position, .. }) => position,
                    _ => joint.position,
                }));
                let position = vector(wanted)[axis];
                Some(Motor::Spring { position, velocity, stiffness, damping, max_effort })
            }
        }
    }

    /// Sets efforts and servos from the motors of the joints.
    pub(super) fn read_motors(&self, parts: &[Part], prepared: &mut Prepared, step_s: f64) {
        let Prepared { model, input, .. } = prepared;
        input.servos.clear();
        let balls: Vec<Option<u8>> = parts.iter().flat_map(|part| part.balls.iter().copied()).collect();
        let dofs: Vec<(usize, usize)> = model::joint_dofs(parts).collect();
        for (number, &(dof, joint)) in dofs.iter().enumerate() {
            let motor = match balls[number] {
                None => self.joints[joint].motor,
                Some(axis) => {
                    let first = number - usize::from(axis);
                    self.ball_motor([0, 1, 2].map(|own| dofs[first + own].1), usize::from(axis))
                }
            };
            match motor {
                None => {}
                Some(Motor::Effort(effort)) => input.efforts[dof] = effort,
                Some(Motor::Velocity { target, max_effort }) => {
                    let damping = RIGID / (model.inverse_inertia(dof) * step_s);
                    let rest =
                        Servo { dof, position: 0.0, stiffness: 0.0, velocity: target, damping, max_effort };
                    input.servos.push(rest);
                }
                Some(Motor::Spring { position, velocity, stiffness, damping, max_effort }) => {
                    input.servos.push(Servo { dof, position, stiffness, velocity, damping, max_effort });
                }
            }
        }
    }
}
