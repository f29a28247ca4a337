//! Mechanisms with drives, friction, limits and contacts, computed in joint coordinates and double precision by the crate
//! `dynamics`.
//!
//! rapier advances every mechanism, finds its contacts, and moves the bodies that touch it. Its result is replaced, unless a
//! body that moves freely touches the mechanism, a drive sets the velocity of its root, or a constraint acts on it.

mod contacts;
mod model;

use morse_dynamics::{Data, Options, Servo, step};
use rayon::prelude::*;

use crate::NodeId;
use crate::physics::joints::joint::Motor;
use crate::physics::joints::mechanism_solver::{MechanismSolver, Prepared};
use crate::physics::joints::passive_multibody::Motion;
use crate::physics::joints::{Joint, Mechanism};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use contacts::Touch;

/// Stiffness of velocity motors: the velocity that the largest effort of its mechanism changes in a step, in shares.
const RIGID: f64 = 1e6;

impl Physics {
    /// Replaces rapier's result for all mechanisms that can be computed in joint coordinates.
    pub(crate) fn integrate_mechanisms(&mut self, tree: &Tree) {
        if self.stale {
            return;
        }
        let mechanisms = std::mem::take(&mut self.mechanisms);
        let mut solvers = std::mem::take(&mut self.solvers);
        solvers.resize_with(mechanisms.len(), MechanismSolver::default);
        let this = &*self;
        let motion = |(mechanism, solver): (&Mechanism, &mut MechanismSolver)| {
            let passive = this.passive_motion(tree, mechanism);
            passive.or_else(|| this.solved_motion(tree, mechanism, solver))
        };
        let results: Vec<_> = mechanisms.par_iter().zip(solvers.par_iter_mut()).map(motion).collect();
        let is_any_replaced = results.iter().any(Option::is_some);
        for (mechanism, motion) in mechanisms.iter().zip(results) {
            for id in mechanism.members(&self.joints) {
                if let Some(body) = self.bodies.get_mut(id) {
                    body.is_solved = motion.is_some();
                }
            }
            for (number, &joint) in mechanism.joints.iter().enumerate() {
                let efforts = motion.as_ref().map_or(&[][..], |motion| &motion.efforts);
                self.joints[joint].exerted = efforts.get(number).copied().flatten();
            }
            if let Some(motion) = motion {
                self.write_back(mechanism, &motion);
            }
        }
        self.mechanisms = mechanisms;
        self.solvers = solvers;
        if is_any_replaced {
            let engine = &mut *self.engine;
            engine.bodies.propagate_modified_body_positions_to_colliders(&mut engine.colliders);
        }
    }

    /// The state of a mechanism after the tick; `None` if rapier's result is to be kept.
    fn solved_motion(
        &self,
        tree: &Tree,
        mechanism: &Mechanism,
        solver: &mut MechanismSolver,
    ) -> Option<Motion> {
        if !mechanism.members(&self.joints).all(|id| self.is_solvable(id)) {
            return None;
        }
        let chain = self.chain(tree, mechanism)?;
        let touches = self.touches(mechanism, &chain)?;
        let steps = self.sub_steps();
        let options =
            Options { step: self.tick_s / f64::from(steps), rigid_limits: true, ..Options::default() };
        let joints = || mechanism.joints.iter().map(|&joint| &self.joints[joint]);
        let Prepared { model, state, input, workspace, .. } =
            solver.prepare(&chain, mechanism, &self.joints, options.step)?;
        let root = self.root_state(tree, mechanism);
        model::read_state(&chain, root.as_ref(), joints(), state);
        model::read_forces(&chain, state, input);
        let first = if root.is_some() { 6 } else { 0 };
        input.servos.clear();
        for (number, joint) in joints().enumerate() {
            let dof = first + number;
            match joint.motor {
                None => {}
                Some(Motor::Effort(effort)) => input.efforts[dof] = effort,
                Some(Motor::Velocity { target, max_effort }) => {
                    let damping = RIGID / (model.inverse_inertia(dof) * options.step);
                    let rest =
                        Servo { dof, position: 0.0, stiffness: 0.0, velocity: target, damping, max_effort };
                    input.servos.push(rest);
                }
                Some(Motor::Spring { position, velocity, stiffness, damping, max_effort }) => {
                    input.servos.push(Servo { dof, position, stiffness, velocity, damping, max_effort });
                }
            }
        }
        let mut find = |data: &Data, contacts: &mut Vec<_>| {
            contacts
                .extend(touches.iter().filter_map(|touch: &Touch| touch.contact(model, data, options.step)));
        };
        let mut efforts = vec![None; mechanism.joints.len()];
        let targets: Vec<_> = input.servos.iter().map(|servo| servo.position).collect();
        for done in 1..=steps {
            let left = f64::from(steps - done) * options.step;
            for (servo, target) in input.servos.iter_mut().zip(&targets) {
                servo.position = target - servo.velocity * left;
            }
            step(model, &options, state, input, &mut find, workspace).ok()?;
            for (number, servo) in input.servos.iter().enumerate() {
                let effort = efforts[servo.dof - first].get_or_insert(0.0);
                *effort += workspace.servo_effort(number) / f64::from(steps);
            }
        }
        Some(model::motion(state, root.is_some(), efforts))
    }

    /// Whether a member of a mechanism is awake, and free of drives and constraints.
    fn is_solvable(&self, id: NodeId) -> bool {
        let Some(body) = self.body(id) else { return false };
        let Some(in_engine) = self.engine.bodies.get(body.handle) else { return false };
        let is_constrained = || self.engine.impulse_joints.attached_joints(body.handle).next().is_some();
        !in_engine.is_sleeping() && !body.was_driven && body.locked.is_empty() && !is_constrained()
    }
}

impl Mechanism {
    /// The nodes of its moving bodies: the root if it moves freely, and the children of the joints.
    fn members<'a>(&'a self, joints: &'a [Joint]) -> impl Iterator<Item = NodeId> + 'a {
        self.root.into_iter().chain(self.joints.iter().map(|&joint| joints[joint].child))
    }
}
