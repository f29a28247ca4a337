//! Passive mechanisms: mechanisms without drives or contacts, with no joint at its limit.
//!
//! Steps of constant length damp passive motion. Passive mechanisms are therefore integrated to a given accuracy.

use morse_dynamics::articulated_body::{Chain, RootState, Workspace, integrate};

use crate::physics::joints::{Joint, JointDrive, Mechanism};
use crate::physics::rapier_world::Physics;

/// The state of a mechanism after a tick.
pub(super) struct Motion {
    pub(super) root: Option<RootState>,
    /// Position and velocity of each joint.
    pub(super) joints: Vec<[f64; 2]>,
}

impl Physics {
    /// The state after the tick of a mechanism that nothing touches; `None` if a drive or friction acts on it, if it reaches a
    /// limit, or cannot be computed.
    pub(super) fn passive_motion(
        &self,
        mechanism: &Mechanism,
        chain: &Chain,
        root: Option<RootState>,
    ) -> Option<Motion> {
        let joints = || mechanism.joints.iter().map(|&joint| &self.joints[joint]);
        if !joints().all(Joint::is_passive) {
            return None;
        }
        let start = chain.state(root, joints().map(|joint| [joint.position, joint.velocity]));
        let mut workspace = Workspace::default();
        let derive = |state: &[f64], rates: &mut [f64]| chain.derive(state, rates, &mut workspace);
        let end = integrate(&start, self.tick_s, derive)?;
        let reached: Vec<_> = (0..mechanism.joints.len()).map(|link| chain.joint(&end, link)).collect();
        let within = |(joint, &[position, _]): (&Joint, &[f64; 2])| {
            joint.limits.lower < position && position < joint.limits.upper
        };
        let is_within = joints().zip(&reached).all(within);
        is_within.then(|| Motion { root: chain.root(&end), joints: reached })
    }
}

impl Joint {
    /// Whether only damping, a spring and a constant effort act on the joint.
    fn is_passive(&self) -> bool {
        let given = matches!(self.drive, JointDrive::Free | JointDrive::Effort(_));
        given && self.ball.is_none() && self.friction == 0.0 && self.mimic.is_none()
    }

    /// The effort of its drive; zero without a drive. [N m or N]
    pub(super) fn effort(&self) -> f64 {
        match self.drive {
            JointDrive::Effort(effort) => effort.clamp(-self.limits.effort, self.limits.effort),
            _ => 0.0,
        }
    }
}
