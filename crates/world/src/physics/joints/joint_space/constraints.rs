//! Constraints between bodies, for islands that contain one of them.

use morse_dynamics::{FrameConstraint, SolverParameters};
use rapier3d::dynamics::{ImpulseJoint, RigidBodyHandle};

use super::model::{Part, link_from_center};
use crate::physics::convert::pose_from_engine;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

impl Physics {
    /// The constraints of the bodies of an island. `nodes` are those of the links.
    pub(super) fn constraints_of(
        &self,
        tree: &Tree,
        parts: &[Part],
        nodes: &[NodeId],
    ) -> Vec<FrameConstraint> {
        let mut found = Vec::new();
        for &node in nodes {
            let Some(body) = self.body(node) else { continue };
            for (one, other, _, joint) in self.engine.impulse_joints.attached_joints(body.handle) {
                let [a, b] = [one, other].map(|handle| self.link_of(nodes, handle));
                // A constraint between two links is listed at both.
                if one != body.handle && a.is_some() {
                    continue;
                }
                let sides = [(a, one, joint.data.local_frame1), (b, other, joint.data.local_frame2)];
                let [a_from_frame, b_from_frame] = sides.map(|(link, handle, body_from_frame)| {
                    let base = match link {
                        Some(link) => link_from_center(parts, link),
                        None => self.world_from_body(tree, handle),
                    };
                    base * pose_from_engine(&body_from_frame)
                });
                let parameters = SolverParameters {
                    reference: [2.0 * self.tick_s / f64::from(self.sub_steps()), 1.0],
                    impedance: [0.99, 0.999, 0.001, 0.5, 2.0],
                };
                found.push(FrameConstraint {
                    a,
                    b,
                    a_from_frame,
                    b_from_frame,
                    limits: limits(joint),
                    parameters,
                });
            }
        }
        found
    }

    /// The link of a rapier body.
    fn link_of(&self, nodes: &[NodeId], handle: RigidBodyHandle) -> Option<usize> {
        nodes.iter().position(|node| self.body(*node).is_some_and(|body| body.handle == handle))
    }

    /// Pose of a rapier body before the tick.
    fn world_from_body(&self, tree: &Tree, handle: RigidBodyHandle) -> Pose {
        let Some(in_engine) = self.engine.bodies.get(handle) else { return Pose::IDENTITY };
        let node = NodeId::of_user_data(in_engine.user_data);
        match self.body(node).filter(|body| body.handle == handle) {
            Some(body) => tree.world_from(node) * Pose::from_translation(body.center),
            None => pose_from_engine(in_engine.position()),
        }
    }
}

/// The limits of a constraint along and about its axes.
fn limits(joint: &ImpulseJoint) -> [Option<[f64; 2]>; 6] {
    let data = &joint.data;
    std::array::from_fn(|axis| {
        let bit = 1 << axis;
        let range = data.limits[axis];
        match () {
            () if data.locked_axes.bits() & bit != 0 => Some([0.0; 2]),
            () if data.limit_axes.bits() & bit != 0 => Some([range.min, range.max].map(f64::from)),
            () => None,
        }
    })
}
