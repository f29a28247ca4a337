//! Mechanisms that swing freely: no drive holds them, nothing touches them, no joint is at its limit.
//!
//! The engine's solver is made for contacts, drives and limits; what only swings, it slows down: an arm of six joints
//! lost half of its energy in five seconds. Such a mechanism is computed here instead, in double precision and to a
//! given accuracy, and the engine is told where it got to. Whatever else happens to it is left to the engine: the
//! engine advances every mechanism, and where it had nothing to do but swing, its result is replaced.

mod chain;
mod integrate;
mod model;
mod spatial;
mod tell;

use rapier3d::dynamics::MultibodyIndex;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::chain::{RootState, Workspace};
use self::integrate::integrate;
use super::{Joint, JointDrive};
use crate::NodeId;
use crate::physics::Physics;
use crate::tree::Tree;

/// A mechanism in the engine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Mechanism {
    multibody: MultibodyIndex,
    /// The root, if it moves freely.
    root: Option<NodeId>,
    /// Numbers of the joints of its links, carriers first.
    joints: Vec<usize>,
}

/// Where a mechanism is after a tick.
struct Swing {
    root: Option<RootState>,
    /// Position and velocity of each joint.
    joints: Vec<[f64; 2]>,
}

impl Physics {
    /// Replaces what the engine made of mechanisms that only swing in this tick.
    pub(crate) fn swing(&mut self, tree: &Tree) {
        if self.stale {
            return;
        }
        let mechanisms = std::mem::take(&mut self.mechanisms);
        let this = &*self;
        let swings: Vec<_> = mechanisms
            .par_iter()
            .map(|mechanism| this.only_swings(mechanism).then(|| this.swung(tree, mechanism)).flatten())
            .collect();
        let swung = swings.iter().any(Option::is_some);
        for (mechanism, swing) in mechanisms.iter().zip(swings) {
            if let Some(swing) = swing {
                self.tell(mechanism, &swing);
            }
        }
        self.mechanisms = mechanisms;
        if swung {
            let engine = &mut self.engine;
            engine.bodies.propagate_modified_body_positions_to_colliders(&mut engine.colliders);
        }
    }

    /// Whether neither drives nor friction, contacts nor sleep have a say in how a mechanism moves.
    fn only_swings(&self, mechanism: &Mechanism) -> bool {
        let joints = || mechanism.joints.iter().map(|&joint| &self.joints[joint]);
        joints().all(Joint::is_loose)
            && mechanism
                .root
                .into_iter()
                .chain(joints().map(|joint| joint.child))
                .all(|link| self.floats(link))
    }

    /// Whether a body is awake and touches nothing.
    fn floats(&self, link: NodeId) -> bool {
        let body = self.body(link).and_then(|body| self.engine.bodies.get(body.handle));
        body.is_some_and(|body| {
            let touches = |&collider| {
                let mut pairs = self.engine.narrow_phase.contact_pairs_with(collider);
                pairs.any(|pair| pair.has_any_active_contact())
            };
            !body.is_sleeping() && !body.colliders().iter().any(touches)
        })
    }

    /// Where a mechanism swings to during a tick; `None` if it swings against a limit, or cannot be computed.
    fn swung(&self, tree: &Tree, mechanism: &Mechanism) -> Option<Swing> {
        let chain = self.chain(tree, mechanism)?;
        let joints = mechanism.joints.iter().map(|&joint| &self.joints[joint]);
        let start = joints.clone().map(|joint| [joint.position, joint.velocity]);
        let start = chain.state(self.root_state(tree, mechanism), start);
        let mut workspace = Workspace::default();
        let derive = |state: &[f64], rates: &mut [f64]| chain.derive(state, rates, &mut workspace);
        let end = integrate(&start, self.tick_s, derive)?;
        let reached: Vec<_> = (0..mechanism.joints.len()).map(|link| chain.joint(&end, link)).collect();
        let within = |(joint, &[position, _]): (&Joint, &[f64; 2])| {
            joint.limits.lower < position && position < joint.limits.upper
        };
        let free = joints.zip(&reached).all(within);
        free.then(|| Swing { root: chain.root(&end), joints: reached })
    }
}

impl Joint {
    /// Whether only its damping and a given effort act on it.
    fn is_loose(&self) -> bool {
        let given = matches!(self.drive, JointDrive::Free | JointDrive::Effort(_));
        given && self.friction == 0.0 && self.mimic.is_none()
    }

    /// The effort of its drive, if that is given. [N m or N]
    fn effort(&self) -> f64 {
        match self.drive {
            JointDrive::Effort(effort) => effort.clamp(-self.limits.effort, self.limits.effort),
            _ => 0.0,
        }
    }
}
