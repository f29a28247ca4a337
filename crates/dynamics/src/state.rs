//! The state of mechanisms and the inputs of a step.

use morse_geometry::Pose;
use serde::{Deserialize, Serialize};

use crate::error::StepError;
use crate::model::Model;
use crate::solver_parameters::SolverParameters;
use crate::spatial::Spatial;
use crate::spec::JointKind;

/// Everything about mechanisms that changes. Two equal states with equal inputs have equal successors, bit by bit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Time since the start. [s]
    pub time: f64,
    /// Positions of all joints, in the order of [`Model`].
    pub positions: Vec<f64>,
    /// Velocities of all joints, in the order of [`Model`].
    pub velocities: Vec<f64>,
    /// Filtered commands of the motors.
    pub activations: Vec<f64>,
    /// Accelerations of the last step, from which the solver of constraints starts.
    pub warm_start: Vec<f64>,
}

impl State {
    /// The state at position zero, at rest. Free links are at their pose in the description.
    pub fn new(model: &Model) -> State {
        let mut positions = vec![0.0; model.positions];
        for body in &model.bodies {
            let at = &mut positions[body.q_at..];
            match body.kind {
                JointKind::Ball => at[3] = 1.0,
                JointKind::Free => {
                    body.parent_from_body.translation.write_to_slice(at);
                    body.parent_from_body.rotation.write_to_slice(&mut at[3..]);
                }
                JointKind::Fixed | JointKind::Hinge | JointKind::Slide => {}
            }
        }
        State {
            time: 0.0,
            positions,
            velocities: vec![0.0; model.dofs()],
            activations: vec![0.0; model.motors.len()],
            warm_start: vec![0.0; model.dofs()],
        }
    }

    /// Checks lengths and values.
    ///
    /// # Errors
    ///
    /// A list of another length than the model has, or a value that is not finite.
    pub fn check(&self, model: &Model) -> Result<(), StepError> {
        check_length("the list of positions", &self.positions, model.positions)?;
        check_length("the list of velocities", &self.velocities, model.dofs())?;
        check_length("the list of activations", &self.activations, model.motors.len())?;
        check_length("the list of warm starts", &self.warm_start, model.dofs())?;
        for body in &model.bodies {
            let values = &self.positions[body.q_at..body.q_at + body.kind.positions()];
            if let Some(value) = values.iter().find(|value| !value.is_finite()) {
                let joint = model.joint_name(body.v_at).to_owned();
                return Err(StepError::NotFinite { what: "position", joint, value: *value });
            }
        }
        check_finite(model, "velocity", &self.velocities)?;
        check_finite(model, "acceleration", &self.warm_start)
    }
}

/// A servo of a hinge, a slide or an axis of a ball, for one step: effort = stiffness × (position - own) + damping × (velocity - own), within its
/// limits. Unlike a motor of the model, it may change from step to step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Servo {
    /// Index of the degree of freedom.
    pub dof: usize,
    /// Target position; for a ball, that part of the rotation vector. [rad or m]
    pub position: f64,
    /// Effort per unit of position. [N m/rad or N/m]
    pub stiffness: f64,
    /// Target velocity. [rad/s or m/s]
    pub velocity: f64,
    /// Effort per unit of velocity. [N m s/rad or N s/m]
    pub damping: f64,
    /// Largest effort. [N m or N]
    pub max_effort: f64,
}

/// A constraint between frames of two links, for one step. It limits the frame on the second link along and about the axes of
/// the frame on the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameConstraint {
    /// The first link; `None` for the world.
    pub a: Option<usize>,
    /// The second link; `None` for the world.
    pub b: Option<usize>,
    /// Pose of the first frame on its link.
    pub a_from_frame: Pose,
    /// Pose of the second frame on its link.
    pub b_from_frame: Pose,
    /// Lowest and highest value along x, y, z [m] and about x, y, z [rad]; equal for a locked axis, `None` for a free axis.
    pub limits: [Option<[f64; 2]>; 6],
    /// Softness of all axes.
    pub parameters: SolverParameters,
}

/// Commands and forces of a step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Input {
    /// Command of each motor.
    pub commands: Vec<f64>,
    /// Effort on each degree of freedom. [N m or N]
    pub efforts: Vec<f64>,
    /// Forces on links: index of the link, moment about its center of mass and force, along the axes of the world.
    pub wrenches: Vec<(usize, Spatial)>,
    /// Servos beside the motors of the model.
    pub servos: Vec<Servo>,
    /// Constraints beside the equalities of the model.
    pub constraints: Vec<FrameConstraint>,
}

impl Input {
    /// Commands and efforts of zero.
    pub fn new(model: &Model) -> Input {
        let [commands, efforts] = [model.motors.len(), model.dofs()].map(|length| vec![0.0; length]);
        Input { commands, efforts, wrenches: Vec::new(), servos: Vec::new(), constraints: Vec::new() }
    }

    /// Checks lengths and values.
    ///
    /// # Errors
    ///
    /// A list of another length than the model has, or a value that is not finite.
    pub fn check(&self, model: &Model) -> Result<(), StepError> {
        check_length("the list of commands", &self.commands, model.motors.len())?;
        check_length("the list of efforts", &self.efforts, model.dofs())?;
        if let Some(motor) = self.commands.iter().position(|value| !value.is_finite()) {
            let joint = model.spec.motors[motor].name.clone();
            return Err(StepError::NotFinite { what: "command", joint, value: self.commands[motor] });
        }
        for (link, wrench) in &self.wrenches {
            let Some(spec) = model.spec.links.get(*link) else {
                return Err(StepError::Length {
                    what: "a force names a link beyond those of the model, which",
                    found: *link,
                    expected: model.links.len(),
                });
            };
            let value = wrench.angular.length_squared() + wrench.linear.length_squared();
            if !value.is_finite() {
                return Err(StepError::NotFinite {
                    what: "force on the link",
                    joint: spec.joint.name.clone(),
                    value,
                });
            }
        }
        for servo in &self.servos {
            let kind = |dof: usize| model.bodies[model.dofs[dof].body].kind;
            if servo.dof >= model.dofs() || kind(servo.dof) == JointKind::Free {
                return Err(StepError::Servo {
                    dof: servo.dof,
                    problem: "it is not on a hinge, slide or ball",
                });
            }
            let sum = servo.position + servo.stiffness + servo.velocity + servo.damping;
            let positive = servo.stiffness >= 0.0 && servo.damping >= 0.0 && servo.max_effort >= 0.0;
            if !sum.is_finite() || !positive {
                return Err(StepError::Servo {
                    dof: servo.dof,
                    problem: "its values are finite, its gains at least 0",
                });
            }
        }
        for (number, constraint) in self.constraints.iter().enumerate() {
            let problem = |problem| Err(StepError::Constraint { number, problem });
            let links = [constraint.a, constraint.b];
            if links.iter().flatten().any(|link| *link >= model.links.len()) {
                return problem("its link does not exist");
            }
            let [a, b] = links.map(|link| link.and_then(|link| model.links[link].body));
            if a == b {
                return problem("both links are parts of one body, or do not move");
            }
            let poses = [constraint.a_from_frame, constraint.b_from_frame];
            let are_poses =
                poses.iter().all(|pose| pose.translation.is_finite() && pose.rotation.is_normalized());
            // Not a number is in no order.
            let are_ordered = constraint.limits.iter().flatten().all(|[low, high]| low <= high);
            if !are_poses || !are_ordered || constraint.parameters.problem().is_some() {
                return problem(
                    "its frames are poses, its limits in order, its solver parameters in their range",
                );
            }
        }
        check_finite(model, "effort", &self.efforts)
    }
}

fn check_length(what: &'static str, values: &[f64], expected: usize) -> Result<(), StepError> {
    if values.len() == expected {
        Ok(())
    } else {
        Err(StepError::Length { what, found: values.len(), expected })
    }
}

/// Checks a value for each degree of freedom.
pub(crate) fn check_finite(model: &Model, what: &'static str, values: &[f64]) -> Result<(), StepError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(dof) => {
            let joint = model.joint_name(dof).to_owned();
            Err(StepError::NotFinite { what, joint, value: values[dof] })
        }
    }
}
