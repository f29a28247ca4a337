//! Builds the double-precision model of a mechanism, and reads its state.

use glam::DVec3;
use morse_dynamics::articulated_body::{Body, Chain, Link, RootState};

use crate::physics::convert::vector_from_engine;
use crate::physics::joints::Mechanism;
use crate::physics::joints::mechanism::world_from_axis;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

impl Physics {
    /// The model for the coming tick; `None` if a body is missing.
    pub(super) fn chain(&self, tree: &Tree, mechanism: &Mechanism) -> Option<Chain> {
        let root = match mechanism.root {
            Some(root) => Some(self.acted_on(tree, root)?),
            None => None,
        };
        let mut links = Vec::with_capacity(mechanism.joints.len());
        for &index in &mechanism.joints {
            let joint = self.joints.get(index)?;
            let above = joint.parent.and_then(|parent| Some((parent, self.carrier(tree, parent)?)));
            let (carrier, carrier_from_axis) = match above {
                Some((parent, carrier)) => {
                    let anchor_from_axis = tree.anchor_from(parent) * joint.parent_from_axis;
                    let center = self.body(carrier)?.center;
                    let above = mechanism.joints[..links.len()].iter();
                    let link = above.clone().position(|&above| self.joints[above].child == carrier);
                    if link.is_none() && mechanism.root != Some(carrier) {
                        return None;
                    }
                    (link, Pose::from_translation(-center) * anchor_from_axis)
                }
                None => (None, world_from_axis(tree, joint)),
            };
            let center = Pose::from_translation(self.body(joint.child)?.center);
            links.push(Link {
                body: self.acted_on(tree, joint.child)?,
                carrier,
                carrier_from_axis,
                axis_from_center: joint.child_from_axis.inverse() * center,
                turns: joint.kind.turns(),
                damping: joint.damping,
                effort: joint.effort(),
                armature: joint.armature,
                spring: joint.spring.map_or([0.0; 2], |spring| [spring.stiffness, spring.rest]),
                polynomial: joint.polynomial,
            });
        }
        Some(Chain { root, links })
    }

    /// Mass of a body, and the external forces on it during the coming tick.
    fn acted_on(&self, tree: &Tree, link: NodeId) -> Option<Body> {
        let body = self.body(link)?;
        let in_engine = self.engine.bodies.get(body.handle)?;
        let gravity = vector_from_engine(self.engine.gravity);
        let total = &body.total;
        let share = if body.linked { total.weight_share() } else { f64::from(in_engine.gravity_scale()) };
        let mut torque = vector_from_engine(in_engine.user_torque());
        if body.linked && total.weightless != 0.0 {
            // The parts of the body whose weight is compensated may be off its center of mass.
            let moment = total.weightless_moment - total.center * total.weightless;
            torque -= tree.world_from(link).transform_vector(moment).cross(gravity);
        }
        Some(Body {
            mass: body.total.mass,
            tensor: body.total.tensor,
            force: vector_from_engine(in_engine.user_force()) + gravity * (share * total.mass),
            torque,
        })
    }

    /// The state of the root before the tick, if it moves freely. `before` lists the velocities of bodies outside of mechanisms
    /// before the tick, by node.
    pub(super) fn root_state(
        &self,
        tree: &Tree,
        mechanism: &Mechanism,
        before: &[(NodeId, [DVec3; 2])],
    ) -> Option<RootState> {
        let root = mechanism.root?;
        let body = self.body(root)?;
        let world_from_center = tree.world_from(root) * Pose::from_translation(body.center);
        let [linear, angular] = if body.linked {
            body.kept
        } else {
            let place = before.binary_search_by_key(&root, |(id, _)| *id);
            place.map_or([DVec3::ZERO; 2], |place| before[place].1)
        };
        Some(RootState { world_from_center, linear, angular })
    }
}
