//! Builds the double-precision model of a passive mechanism.

use morse_dynamics::articulated_body::{Body, Chain, Link, RootState};

use crate::physics::convert::vector_from_engine;
use crate::physics::joints::Mechanism;
use crate::physics::joints::mechanism::world_from_axis;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

impl Physics {
    /// Records the mechanisms that are in rapier.
    pub(in crate::physics::joints) fn list_mechanisms(&mut self) {
        self.mechanisms.clear();
        let mut linked: Vec<_> = (0..self.joints.len())
            .filter_map(|index| {
                let joint = Some(&self.joints[index]).filter(|joint| joint.in_engine)?;
                let link = self.engine.multibody_joints.rigid_body_link(self.body(joint.child)?.handle)?;
                Some((link.multibody, link.id, index))
            })
            .collect();
        linked.sort_unstable_by_key(|&(multibody, id, index)| (multibody.0.into_raw_parts(), id, index));
        for links in linked.chunk_by(|one, other| one.0 == other.0) {
            let multibody = links[0].0;
            let root = self.engine.multibody_joints.get_multibody(multibody).and_then(|multibody| {
                let root = multibody.root();
                let body =
                    self.engine.bodies.get(root.rigid_body_handle()).filter(|_| root.joint().ndofs() > 0)?;
                Some(NodeId::of_user_data(body.user_data))
            });
            let joints = links.iter().map(|&(_, _, index)| index).collect();
            self.mechanisms.push(Mechanism { multibody, root, joints });
        }
    }

    /// The model for the coming tick; `None` if the joints differ from those of the mechanism in rapier.
    pub(in crate::physics::joints) fn chain(&self, tree: &Tree, mechanism: &Mechanism) -> Option<Chain> {
        let root = match mechanism.root {
            Some(root) => Some(self.acted_on(root)?),
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
                body: self.acted_on(joint.child)?,
                carrier,
                carrier_from_axis,
                axis_from_center: joint.child_from_axis.inverse() * center,
                turns: joint.kind.turns(),
                damping: joint.damping,
                effort: joint.effort(),
            });
        }
        Some(Chain { root, links })
    }

    /// Mass of a body, and the external forces on it during the coming tick.
    fn acted_on(&self, link: NodeId) -> Option<Body> {
        let body = self.body(link)?;
        let in_engine = self.engine.bodies.get(body.handle)?;
        let gravity = vector_from_engine(self.engine.gravity);
        Some(Body {
            mass: body.total.mass,
            tensor: body.total.tensor,
            force: vector_from_engine(in_engine.user_force()) + gravity * body.total.mass,
            torque: vector_from_engine(in_engine.user_torque()),
        })
    }

    /// The state of the root before the tick, if it moves freely.
    pub(in crate::physics::joints) fn root_state(
        &self,
        tree: &Tree,
        mechanism: &Mechanism,
    ) -> Option<RootState> {
        let root = mechanism.root?;
        let body = self.body(root)?;
        let world_from_center = tree.world_from(root) * Pose::from_translation(body.center);
        let [linear, angular] = body.kept;
        Some(RootState { world_from_center, linear, angular })
    }
}
