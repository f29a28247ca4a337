//! Mechanisms, and the bodies that touch them, computed in joint coordinates and double precision by the crate `dynamics`.
//!
//! rapier finds the contacts at the beginning of the tick. Its own motion of these bodies is replaced.

mod balls;
mod constraints;
mod contacts;
mod drag;
mod flat_contacts;
mod model;
mod places;
mod steps;
mod write_back;

use std::borrow::Cow;

use glam::DVec3;
use morse_dynamics::{update_positions, update_velocities};
use rayon::prelude::*;

use crate::physics::contacts::contact_forces::ContactForce;
use crate::physics::convert::{is_near, is_slow, turns_slowly};
use crate::physics::couplings::{CouplingMembers, IslandCouplings};
use crate::physics::joints::island::Island;
use crate::physics::joints::mechanism_solver::{MechanismSolver, Prepared};
use crate::physics::joints::spec::in_range;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{JointKind, NodeId, Pose, WorldEvent};
use model::Part;
use places::IslandPlaces;

/// The motion of an island in a tick.
struct Solved {
    joints: Vec<JointMotion>,
    /// Pose of the center of mass, and velocities [m/s, rad/s], of each body.
    bodies: Vec<(NodeId, Pose, [DVec3; 2])>,
    /// Contacts with their forces, if they are recorded.
    contacts: Vec<ContactForce>,
    /// Identifier, filter and mean effort of each motor.
    motors: Vec<(u32, f64, f64)>,
    /// Accelerations of all degrees of freedom in the last step.
    accelerations: Vec<f64>,
}

/// The motion of a joint in a tick.
struct JointMotion {
    index: usize,
    /// Position and velocity after the tick.
    values: [f64; 2],
    /// Mean effort of its servo. [N m or N]
    exerted: Option<f64>,
    /// Mean effort of constraints, if forces are recorded. [N m or N]
    constraint: f64,
}

/// Rotation of a joint in a step beyond which the steps become shorter. [rad]
const TURN_OF_STEP_RAD: f64 = 0.5;
/// Largest factor by which the steps become shorter.
const STEPS_FACTOR_MAX: u32 = 4;

/// Relative error of lengths of steps.
const ROUNDING: f64 = 1e-9;

/// Mean efforts of the steps of a tick.
struct Efforts {
    /// Those of the servo of each degree of freedom. [N m or N]
    servos: Vec<Option<f64>>,
    /// Those of the motors.
    motors: Vec<f64>,
    /// Those of the constraints on each degree of freedom, if they are recorded; otherwise zero.
    constraints: Vec<f64>,
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
        let couplings = this.couplings_by_mechanism(tree);
        let results: Vec<_> = islands
            .par_iter_mut()
            .map(|(island, solver)| this.solved(tree, island, solver, &couplings, before))
            .collect();
        let mut placed = Vec::new();
        for ((island, solver), result) in islands.into_iter().zip(results) {
            solvers[island.first] = solver;
            match result {
                Ok(solved) => self.write_back(&island, solved, &mut placed),
                Err(node) => {
                    events.push(WorldEvent::Diverged { node });
                    let mechanisms = island.mechanisms.iter().map(|&number| &self.mechanisms[number]);
                    let with_joints = mechanisms.filter(|mechanism| !mechanism.joints.is_empty());
                    let firsts = with_joints.filter_map(|it| it.members(&self.joints).next());
                    let firsts: Vec<NodeId> = firsts.collect();
                    firsts.into_iter().for_each(|member| self.halt(tree, member));
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

    /// The couplings of each mechanism; nothing for a single one, whose island takes all.
    fn couplings_by_mechanism(&self, tree: &Tree) -> Vec<CouplingMembers> {
        if self.mechanisms.len() < 2 {
            return Vec::new();
        }
        let of_node = |node: NodeId| {
            let anchor = tree.contains(node).then(|| tree.anchor(node))?;
            self.mechanism_number(anchor)
        };
        self.couplings.by_mechanism(&self.joints, self.mechanisms.len(), of_node)
    }

    /// The motion of an island in a tick. `couplings` are those of each mechanism.
    ///
    /// # Errors
    /// The node of the worst joint or body if the motion is out of range.
    fn solved(
        &self,
        tree: &Tree,
        island: &Island,
        solver: &mut MechanismSolver,
        couplings: &[CouplingMembers],
        before: &[(NodeId, [DVec3; 2])],
    ) -> Result<Solved, NodeId> {
        let parts = island.parts(&self.mechanisms).map(|mechanism| {
            let chain = self.chain(tree, mechanism)?;
            let balls = balls::balls(mechanism, &chain, &self.joints);
            Some(Part { mechanism, chain, root: self.root_state(tree, mechanism, before), balls })
        });
        let parts: Option<Vec<Part>> = parts.collect();
        let members = island.parts(&self.mechanisms).flat_map(|part| part.members(&self.joints));
        let nodes: Vec<NodeId> = members.collect();
        let worst = nodes.first().copied().unwrap_or(NodeId::of_user_data(u128::MAX));
        let parts = parts.ok_or(worst)?;
        let steps = self.steps_of(&parts);
        let step_s = self.tick_s / f64::from(steps);
        let places = IslandPlaces { physics: self, tree, parts: &parts };
        let members = match (&island.mechanisms[..], &island.bodies[..]) {
            ([only], []) => couplings.get(*only).map(Cow::Borrowed),
            (several, []) => {
                let own = several.iter().filter_map(|number| couplings.get(*number));
                Some(Cow::Owned(CouplingMembers::together(own)))
            }
            _ => None,
        };
        let members = members.unwrap_or_else(|| Cow::Owned(CouplingMembers::all(&self.couplings)));
        let couplings = IslandCouplings::new(&self.couplings, &members, &self.joints, &places);
        let prepared = solver.prepare(&parts, &self.joints, &couplings, step_s).ok_or(worst)?;
        let motors = vec![0.0; couplings.motors().len()];
        let mut efforts = Efforts {
            servos: vec![None; prepared.model.dofs()],
            motors,
            constraints: vec![0.0; prepared.model.dofs()],
            contacts: Vec::new(),
        };
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
        let motors = couplings.motors().iter().zip(&state.activations).zip(&efforts.motors);
        let motors = motors.map(|((id, activation), effort)| (*id, *activation, *effort)).collect();
        let motion = model::motion(&parts, &self.joints, &nodes, prepared, &efforts);
        let solved = Solved { contacts: efforts.contacts, motors, ..motion };
        match model::worst(&self.joints, &solved) {
            Some(node) => Err(node),
            None => Ok(solved),
        }
    }

    /// The number of steps in a tick: more where a joint asks for shorter ones, and while a joint turns so far in one that the
    /// integration of gyroscopic forces, which is explicit, would gain energy.
    fn steps_of(&self, parts: &[Part]) -> u32 {
        let joints = || model::joint_dofs(parts).map(|(_, joint)| &self.joints[joint]);
        let longest = joints().map(|joint| joint.step_max_s).fold(f64::INFINITY, f64::min);
        let steps = divided(self.sub_steps(), self.tick_s, longest);
        let turning =
            joints().filter(|joint| matches!(joint.kind, JointKind::Revolute | JointKind::Continuous));
        let fastest = turning.map(|joint| joint.velocity.abs()).fold(0.0, f64::max);
        shortened(steps, fastest * self.tick_s / f64::from(steps))
    }
}

/// The number of steps in a tick, at least `steps`, so that none is longer than `longest`. [s]
fn divided(steps: u32, tick_s: f64, longest: f64) -> u32 {
    // A tick that is a whole number of steps has no further one because of rounding.
    let wanted = (tick_s / longest * (1.0 - ROUNDING)).ceil();
    steps.max(wanted as u32)
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

    #[test]
    fn steps_are_at_most_as_long_as_a_joint_asks_for() {
        let found = [f64::INFINITY, 0.1, 0.01, 1.0 / 120.0, 0.005, 0.002, 1e-4]
            .map(|longest| divided(2, 1.0 / 60.0, longest));
        assert_eq!(found, [2, 2, 2, 2, 4, 9, 167]);
        assert_eq!(divided(1, 0.01, 0.002), 5);
        assert_eq!(divided(1, 0.02, 0.004 / 3.0), 15);
    }
}
