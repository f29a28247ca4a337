//! Bodies that explode: they are stopped where they last were, and the rest of the world goes on.

use rapier3d::math::Vector;

use crate::convert::{fits, vector_from_engine};
use crate::physics::Physics;
use crate::tree::Tree;
use crate::{NodeId, WorldEvent};

impl Physics {
    /// Stops the bodies that the engine took out because they were no longer finite, and those so far away or so fast that
    /// they soon would be; puts them back to where they last were.
    pub(crate) fn contain(&mut self, tree: &Tree, events: &mut Vec<WorldEvent>) {
        let broken: Vec<_> = self.engine.quarantine().bodies().to_vec();
        for handle in broken {
            if let Some(in_engine) = self.engine.bodies.get_mut(handle) {
                in_engine.set_enabled(true);
                let node = NodeId(in_engine.user_data as u32);
                events.push(WorldEvent::Diverged { node });
                self.halt(tree, node);
            }
        }
        // Those of mechanisms are looked after by their joints.
        for body in self.movers.iter().filter_map(|id| self.bodies[id.index()].as_ref()) {
            let Some(in_engine) = self.engine.bodies.get(body.handle).filter(|_| !body.linked) else {
                continue;
            };
            let numbers = [in_engine.translation(), in_engine.linvel(), in_engine.angvel()];
            if !numbers.map(vector_from_engine).into_iter().all(fits)
                && let Some(in_engine) = self.engine.bodies.get_mut(body.handle)
            {
                in_engine.set_position(body.seen, false);
                in_engine.set_linvel(Vector::ZERO, false);
                in_engine.set_angvel(Vector::ZERO, false);
                events.push(WorldEvent::Diverged { node: NodeId(in_engine.user_data as u32) });
            }
        }
    }
}
