//! Passive mechanisms: mechanisms without drives or contacts, with no joint at its limit.
//!
//! rapier's solver is designed for contacts, drives and limits, and it damps passive motion: an arm of six joints lost half
//! of its energy in five seconds. Passive mechanisms are therefore integrated separately, in double precision and to a given
//! accuracy, and the result is written to rapier.

mod model;
mod write_back;

use morse_dynamics::articulated_body::{RootState, Workspace, integrate};

use crate::NodeId;
use crate::physics::joints::{Joint, JointDrive, Mechanism};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

/// The state of a mechanism after a tick.
pub(super) struct Motion {
    pub(super) root: Option<RootState>,
    /// Position and velocity of each joint.
    pub(super) joints: Vec<[f64; 2]>,
    /// Mean effort of the servo of each joint; empty for a passive mechanism. [N m or N]
    pub(super) efforts: Vec<Option<f64>>,
}

impl Physics {
    /// The state of a mechanism after the tick if it was passive.
    pub(super) fn passive_motion(&self, tree: &Tree, mechanism: &Mechanism) -> Option<Motion> {
        self.is_passive(mechanism).then(|| self.integrated(tree, mechanism)).flatten()
    }

    /// Whether a mechanism is passive: no drive, friction, contact or sleep affects its motion.
    fn is_passive(&self, mechanism: &Mechanism) -> bool {
        let joints = || mechanism.joints.iter().map(|&joint| &self.joints[joint]);
        joints().all(Joint::is_passive)
            && mechanism
                .root
                .into_iter()
                .chain(joints().map(|joint| joint.child))
                .all(|link| self.is_contact_free(link))
    }

    /// Whether a body is awake and has no contacts.
    fn is_contact_free(&self, link: NodeId) -> bool {
        let body = self.body(link).and_then(|body| self.engine.bodies.get(body.handle));
        body.is_some_and(|body| {
            let touches = |&collider| {
                let mut pairs = self.engine.narrow_phase.contact_pairs_with(collider);
                pairs.any(|pair| pair.has_any_active_contact())
            };
            !body.is_sleeping() && !body.colliders().iter().any(touches)
        })
    }

    /// The state of a mechanism after the tick; `None` if it reaches a limit or cannot be computed.
    fn integrated(&self, tree: &Tree, mechanism: &Mechanism) -> Option<Motion> {
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
        free.then(|| Motion { root: chain.root(&end), joints: reached, efforts: Vec::new() })
    }
}

impl Joint {
    /// Whether only damping and a constant effort act on the joint.
    fn is_passive(&self) -> bool {
        let given = matches!(self.drive, JointDrive::Free | JointDrive::Effort(_));
        given && self.friction == 0.0 && self.mimic.is_none()
    }

    /// The effort of its drive; zero without a drive. [N m or N]
    fn effort(&self) -> f64 {
        match self.drive {
            JointDrive::Effort(effort) => effort.clamp(-self.limits.effort, self.limits.effort),
            _ => 0.0,
        }
    }
}
