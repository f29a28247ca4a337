//! Mechanisms, and the bodies that touch them, computed in joint coordinates and double precision by the crate `dynamics`.
//!
//! rapier finds the contacts at the beginning of the tick. Its own motion of these bodies is replaced.

mod constraints;
mod contacts;
mod drag;
mod flat_contacts;
mod model;
mod places;

use std::cell::RefCell;

use glam::DVec3;
use morse_dynamics::{Data, Options, Servo, step, update_positions, update_velocities};
use rayon::prelude::*;

use crate::physics::contacts::contact_forces::{ContactForce, ForceSums};
use crate::physics::convert::{is_near, is_slow, pose_to_engine, turns_slowly, vector_to_engine};
use crate::physics::couplings::IslandCouplings;
use crate::physics::joints::island::Island;
use crate::physics::joints::joint::Motor;
use crate::physics::joints::mechanism_solver::{MechanismSolver, Prepared};
use crate::physics::joints::spec::in_range;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{JointKind, NodeId, Pose, WorldEvent};
use contacts::Touch;
use drag::{Drag, add_drag};
use model::Part;
use places::IslandPlaces;

/// Stiffness of velocity motors: the velocity that the largest effort of its mechanism changes in a step, in shares.
const RIGID: f64 = 1e6;

/// Impedance of friction in relation to that of the normal direction of contacts. With 1, a cube of 0.5 kg slips out of a gripper
/// by 5 mm/s; with 1,000, by 2 µm/s (tested).
const IMPEDANCE_RATIO: f64 = 1000.0;

/// The motion of an island in a tick.
struct Solved {
    /// Index, position, velocity and mean effort of the servo of each joint.
    joints: Vec<(usize, [f64; 2], Option<f64>)>,
    /// Pose of the center of mass, and velocities [m/s, rad/s], of each body.
    bodies: Vec<(NodeId, Pose, [DVec3; 2])>,
    /// Contacts with their forces, if they are recorded.
    contacts: Vec<ContactForce>,
    /// Identifier, filter and mean effort of each motor.
    motors: Vec<(u32, f64, f64)>,
}

/// Rotation of a joint in a step beyond which the steps become shorter. [rad]
const TURN_OF_STEP_RAD: f64 = 0.5;
/// Largest factor by which the steps become shorter.
const STEPS_FACTOR_MAX: u32 = 4;

/// Mean efforts of the steps of a tick.
struct Efforts {
    /// Those of the servo of each link. [N m or N]
    servos: Vec<Option<f64>>,
    /// Those of the motors.
    motors: Vec<f64>,
    /// Contacts with their forces, if they are recorded.
    contacts: Vec<ContactForce>,
}

impl Physics {
    /// Velocities of the bodies outside of mechanisms that may move in the coming tick, by node. [m/s, rad/s]
    pub(crate) fn velocities_beside_mechanisms(
        &self,
        tree: &Tree,
        watched: &[NodeId],
    ) -> Vec<(NodeId, [DVec3; 2])> {
        if self.mechanisms.is_empty() {
            return Vec::new();
        }
        watched.iter().map(|&id| (id, self.engine_velocities(tree, id))).collect()
    }

    /// Advances all mechanisms by a tick, with the bodies that touch them. `before` lists the velocities of bodies outside of
    /// mechanisms before the tick. Returns the new poses by node.
    pub(crate) fn advance_mechanisms(
        &mut self,
        tree: &Tree,
        before: &[(NodeId, [DVec3; 2])],
        events: &mut Vec<WorldEvent>,
    ) -> Vec<(NodeId, Pose)> {
        if self.mechanisms.is_empty() || self.stale {
            return Vec::new();
        }
        self.forget_contact_forces();
        let mut solvers = std::mem::take(&mut self.solvers);
        solvers.resize_with(self.mechanisms.len(), MechanismSolver::default);
        let this = &*self;
        let mut islands: Vec<(Island, MechanismSolver)> = Vec::new();
        for island in this.islands() {
            let solver = std::mem::take(&mut solvers[island.first]);
            islands.push((island, solver));
        }
        let results: Vec<_> = islands
            .par_iter_mut()
            .map(|(island, solver)| this.solved(tree, island, solver, before))
            .collect();
        let mut placed = Vec::new();
        for ((island, solver), result) in islands.into_iter().zip(results) {
            solvers[island.first] = solver;
            match result {
                Ok(solved) => self.write_back(solved, &mut placed),
                Err(node) => {
                    events.push(WorldEvent::Diverged { node });
                    for part in island.parts.iter().filter(|part| !part.joints.is_empty()) {
                        let member = part.members(&self.joints).next();
                        member.into_iter().for_each(|member| self.halt(tree, member));
                    }
                }
            }
        }
        self.solvers = solvers;
        if !placed.is_empty() {
            let engine = &mut *self.engine;
            engine.bodies.propagate_modified_body_positions_to_colliders(&mut engine.colliders);
        }
        placed.sort_unstable_by_key(|(id, _)| *id);
        placed
    }

    /// The motion of an island in a tick.
    ///
    /// # Errors
    /// The node of the worst joint or body if the motion is out of range.
    fn solved(
        &self,
        tree: &Tree,
        island: &Island,
        solver: &mut MechanismSolver,
        before: &[(NodeId, [DVec3; 2])],
    ) -> Result<Solved, NodeId> {
        let parts = island.parts.iter().map(|mechanism| {
            let chain = self.chain(tree, mechanism)?;
            Some(Part { mechanism, chain, root: self.root_state(tree, mechanism, before) })
        });
        let parts: Option<Vec<Part>> = parts.collect();
        let members = || island.parts.iter().flat_map(|part| part.members(&self.joints));
        let nodes: Vec<NodeId> = members().collect();
        let worst = nodes.first().copied().unwrap_or(NodeId::of_user_data(u128::MAX));
        let parts = parts.ok_or(worst)?;
        let steps = self.steps_of(&parts);
        let step_s = self.tick_s / f64::from(steps);
        let places = IslandPlaces { physics: self, tree, parts: &parts };
        let couplings = IslandCouplings::new(&self.couplings, &self.joints, &places);
        let prepared = solver.prepare(&parts, &self.joints, &couplings, step_s).ok_or(worst)?;
        let motors = vec![0.0; couplings.motors().len()];
        let mut efforts = Efforts { servos: vec![None; nodes.len()], motors, contacts: Vec::new() };
        model::read_state(&parts, &self.joints, &mut prepared.state);
        let touches = self.touches(tree, &parts, &nodes);
        let drags = self.drags(&parts, &nodes);
        let passive = match &parts[..] {
            [only] if island.is_alone && touches.is_empty() && couplings.is_empty() && drags.is_empty() => {
                self.passive_motion(only.mechanism, &only.chain, only.root)
            }
            _ => None,
        };
        if let Some(motion) = passive {
            model::write_state(&motion, &mut prepared.state);
        } else {
            model::read_forces(&parts, &prepared.state, &mut prepared.input);
            self.read_motors(&parts, prepared, step_s);
            couplings.read(&self.couplings, &mut prepared.input, &mut prepared.state);
            prepared.input.constraints = self.constraints_of(tree, &parts, &nodes);
            efforts = self.stepped(prepared, &touches, &drags, steps).map_err(|dof| {
                dof.and_then(|dof| model::node_of(&parts, &self.joints, dof)).unwrap_or(worst)
            })?;
        }
        let Prepared { model, state, workspace, .. } = prepared;
        update_positions(model, &state.positions, &mut workspace.data);
        update_velocities(model, &state.velocities, &mut workspace.data);
        let Efforts { servos, motors, contacts } = efforts;
        let motors = couplings.motors().iter().zip(&state.activations).zip(motors);
        let motors = motors.map(|((id, activation), effort)| (*id, *activation, effort)).collect();
        let solved = Solved { contacts, motors, ..model::motion(&parts, &nodes, prepared, &servos) };
        match model::worst(&self.joints, &solved) {
            Some(node) => Err(node),
            None => Ok(solved),
        }
    }

    /// The number of steps in a tick: more while a joint turns so far in one that the integration of gyroscopic forces, which is
    /// explicit, would gain energy.
    fn steps_of(&self, parts: &[Part]) -> u32 {
        let steps = self.sub_steps();
        let turning = model::joint_dofs(parts)
            .map(|(_, joint)| &self.joints[joint])
            .filter(|joint| matches!(joint.kind, JointKind::Revolute | JointKind::Continuous));
        let fastest = turning.map(|joint| joint.velocity.abs()).fold(0.0, f64::max);
        shortened(steps, fastest * self.tick_s / f64::from(steps))
    }

    /// Advances a model by steps. Returns the mean efforts of servos and contacts.
    ///
    /// # Errors
    /// The degree of freedom of the largest velocity, if a step has no finite result.
    fn stepped(
        &self,
        prepared: &mut Prepared,
        touches: &[Touch],
        drags: &[Drag],
        steps: u32,
    ) -> Result<Efforts, Option<usize>> {
        let Prepared { model, state, input, workspace, links_of_dofs, .. } = prepared;
        let model = &*model;
        let forces_without_drag = input.wrenches.len();
        let options = Options {
            step: self.tick_s / f64::from(steps),
            rigid_limits: true,
            impedance_ratio: IMPEDANCE_RATIO,
            sliding_passes: 3,
            centered_bias: true,
            ..Options::default()
        };
        // As in the simulator that the file of the robot is written for.
        let is_as_file = !touches.is_empty() && touches.iter().all(|touch| touch.material.is_some());
        let options = if is_as_file {
            Options { impedance_ratio: 1.0, sliding_passes: 0, recovery_speed: f64::MAX, ..options }
        } else {
            options
        };
        // The touch of each contact of a step.
        let found = RefCell::new(Vec::new());
        let mut find = |data: &Data, contacts: &mut Vec<_>| {
            let mut found = found.borrow_mut();
            found.clear();
            for (number, touch) in touches.iter().enumerate() {
                if let Some(contact) = touch.contact(model, data, options.step) {
                    contacts.push(contact);
                    found.push(number);
                }
            }
        };
        let nodes = if self.records_contact_forces { touches } else { &[] };
        let mut forces = ForceSums::new(nodes.iter().map(|touch| touch.nodes).collect());
        let mut efforts = vec![None; model.links()];
        let mut motors = vec![0.0; input.commands.len()];
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
            }
            for (number, effort) in motors.iter_mut().enumerate() {
                *effort += workspace.motor_effort(number) / f64::from(steps);
            }
            for (number, servo) in input.servos.iter().enumerate() {
                let effort = efforts[links_of_dofs[servo.dof]].get_or_insert(0.0);
                *effort += workspace.servo_effort(number) / f64::from(steps);
            }
        }
        Ok(Efforts { servos: efforts, motors, contacts: forces.contacts().collect() })
    }

    /// Sets efforts and servos from the motors of the joints.
    fn read_motors(&self, parts: &[Part], prepared: &mut Prepared, step_s: f64) {
        let Prepared { model, input, .. } = prepared;
        input.servos.clear();
        for (dof, joint) in model::joint_dofs(parts) {
            match self.joints[joint].motor {
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

    /// Writes the motion of an island to the joints and to rapier, and adds the new poses of its nodes to `placed`.
    fn write_back(&mut self, solved: Solved, placed: &mut Vec<(NodeId, Pose)>) {
        self.contact_forces.extend(solved.contacts);
        // Filters and integrators run on while their mechanism rests.
        let mut is_filtering = false;
        for (id, activation, effort) in solved.motors {
            if let Some(motor) = self.couplings.motors.get_mut(&id) {
                is_filtering |= motor.activation != activation;
                (motor.activation, motor.effort) = (activation, effort);
            }
        }
        for (index, [position, velocity], effort) in solved.joints {
            let joint = &mut self.joints[index];
            joint.velocity_before = joint.velocity;
            (joint.position, joint.velocity, joint.exerted) = (position, velocity, effort);
        }
        // The bodies of an island fall asleep together.
        let handles: Vec<_> =
            (solved.bodies.iter()).filter_map(|(id, ..)| Some(self.body(*id)?.handle)).collect();
        let calm = handles.iter().filter_map(|&handle| self.engine.bodies.get(handle)).map(|in_engine| {
            if in_engine.is_sleeping() { 0.0 } else { in_engine.activation().time_since_can_sleep }
        });
        let calm_s = if is_filtering { 0.0 } else { calm.fold(f32::INFINITY, f32::min) };
        let tick_s = self.tick_s as f32;
        for (id, world_from_center, velocities) in solved.bodies {
            let Some(body) = self.bodies.get_mut(id) else { continue };
            let Some(in_engine) = self.engine.bodies.get_mut(body.handle) else { continue };
            let mut velocities = velocities;
            if !body.linked {
                let kept = [in_engine.linear_damping(), in_engine.angular_damping()];
                let kept = kept.map(|damping| f64::from(1.0 / (1.0 + tick_s * damping)));
                velocities = [velocities[0] * kept[0], velocities[1] * kept[1]];
            }
            if in_engine.is_sleeping() {
                in_engine.wake_up(true);
            }
            in_engine.activation_mut().time_since_can_sleep = calm_s;
            in_engine.set_position(pose_to_engine(world_from_center), false);
            in_engine.set_linvel(vector_to_engine(velocities[0]), false);
            in_engine.set_angvel(vector_to_engine(velocities[1]), false);
            body.kept = velocities;
            placed.push((id, world_from_center * Pose::from_translation(-body.center)));
        }
    }
}

/// The number of steps in a tick, `steps` or a multiple of it, for the rotation of the fastest joint in one of `steps`. [rad]
fn shortened(steps: u32, turn_rad: f64) -> u32 {
    let factor = (turn_rad / TURN_OF_STEP_RAD).ceil().clamp(1.0, f64::from(STEPS_FACTOR_MAX));
    steps * factor as u32
}

/// Whether a pose and velocities are in the range of physics.
fn is_in_range(pose: &Pose, velocities: &[DVec3; 2]) -> bool {
    pose.is_finite() && is_near(pose) && is_slow(velocities[0]) && turns_slowly(velocities[1])
}

/// Whether the numbers of a joint are small enough.
fn is_joint_in_range(values: [f64; 2]) -> bool {
    values.into_iter().all(in_range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_shorter_where_a_joint_turns_far_and_at_most_four_times() {
        let turned = [0.0, 0.1, TURN_OF_STEP_RAD, 0.51, 1.0, 1.01, 1.9, 2.1, 1e9, f64::INFINITY];
        let found = turned.map(|turn_rad| shortened(2, turn_rad));
        assert_eq!(found, [2, 2, 2, 4, 4, 6, 8, 8, 8, 8]);
        assert_eq!(shortened(1, 0.7), 2);
    }
}
