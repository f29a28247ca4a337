//! Bodies that explode: they are stopped where they last were, and the rest of the world goes on.

use rapier3d::dynamics::RigidBody;
use rapier3d::math::Vector;

use crate::convert::{fits, vector_from_engine};
use crate::physics::{Body, Physics};
use crate::tree::Tree;
use crate::{NodeId, WorldEvent};

impl Physics {
    /// Stops the bodies that the engine took out because they were no longer finite, and puts them back to where they last
    /// were.
    pub(crate) fn revive(&mut self, tree: &Tree, events: &mut Vec<WorldEvent>) {
        let broken: Vec<_> = self.engine.quarantine().bodies().to_vec();
        for handle in broken {
            if let Some(in_engine) = self.engine.bodies.get_mut(handle) {
                in_engine.set_enabled(true);
                let node = NodeId(in_engine.user_data as u32);
                events.push(WorldEvent::Diverged { node });
                self.halt(tree, node);
            }
        }
    }
}

/// Whether a body is neither so far away nor so fast that it soon would be no longer finite. Those of mechanisms are looked
/// after by their joints.
pub(crate) fn fits_in_engine(in_engine: &RigidBody) -> bool {
    let numbers = [in_engine.translation(), in_engine.linvel(), in_engine.angvel()];
    numbers.map(vector_from_engine).into_iter().all(fits)
}

/// Stops a body where it last was.
pub(crate) fn put_back(in_engine: &mut RigidBody, body: &Body, events: &mut Vec<WorldEvent>) {
    in_engine.set_position(body.seen, false);
    in_engine.set_linvel(Vector::ZERO, false);
    in_engine.set_angvel(Vector::ZERO, false);
    events.push(WorldEvent::Diverged { node: NodeId(in_engine.user_data as u32) });
}
