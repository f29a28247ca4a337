//! What a user does to bodies from outside: suspending physics, putting everything back, grasping.

use crate::{NodeId, World, WorldError};

impl World {
    /// Lets physics leave a body where it is: it stands still and others collide with it. Velocities are kept.
    /// A mechanism of joints stands still as a whole.
    pub fn suspend_dynamics(&mut self, id: NodeId) {
        self.set_suspended(id, true);
    }

    /// Lets physics move a body again, with the velocities it had.
    pub fn restore_dynamics(&mut self, id: NodeId) {
        self.set_suspended(id, false);
    }

    fn set_suspended(&mut self, id: NodeId, suspended: bool) {
        for member in self.physics.mechanism_of(&self.tree, id) {
            self.physics.set_suspended(&self.tree, member, suspended);
        }
    }

    /// [`World::suspend_dynamics`] for every body.
    pub fn suspend_all(&mut self) {
        for id in self.physics.movers().to_vec() {
            self.suspend_dynamics(id);
        }
    }

    /// [`World::restore_dynamics`] for every body.
    pub fn restore_all(&mut self) {
        for id in self.physics.movers().to_vec() {
            self.restore_dynamics(id);
        }
    }

    /// Whether physics leaves a body alone.
    pub fn is_suspended(&self, id: NodeId) -> bool {
        self.physics.body(id).is_some_and(|body| body.suspended)
    }

    /// Puts every node that hangs on nothing, and every body that physics moves, back to where it was added,
    /// at rest, joints without drive, and every armature into its first posture. Nodes mounted on them keep their place on them.
    pub fn reset(&mut self) {
        for id in self.tree.ids() {
            let node = self.tree.node(id);
            if (node.parent.is_none() || node.free) && node.joint.is_none() {
                let start = node.about.world_from_node_at_start;
                self.teleport(id, start);
            }
        }
        self.reset_joints();
        self.reset_armatures();
        for id in self.physics.movers().to_vec() {
            self.physics.rest(id);
        }
        self.wheels.rest();
    }

    /// Hangs a node on another one without moving it. From now on it goes where its new parent goes, even if
    /// physics moved it before, or a joint held it: that joint is gone then.
    ///
    /// # Errors
    /// [`WorldError::Cycle`] when the new parent is the node itself or below it.
    pub fn attach(&mut self, child: NodeId, parent: NodeId) -> Result<(), WorldError> {
        if child == parent || self.tree.is_above(child, parent) {
            return Err(WorldError::Cycle {
                child: self.name(child).to_owned(),
                parent: self.name(parent).to_owned(),
            });
        }
        self.hang(child, Some(parent));
        Ok(())
    }

    /// Takes a node off what it hangs on, joint or not, without moving it. If physics can move it, it starts from rest.
    pub fn detach(&mut self, child: NodeId) {
        self.hang(child, None);
    }

    fn hang(&mut self, child: NodeId, parent: Option<NodeId>) {
        let moves = |body: &crate::physics::Body| body.physics.moves();
        let free = parent.is_none() && self.physics.body(child).is_some_and(moves);
        let above = self.tree.anchor(child);
        self.physics.cut(&self.tree, child);
        self.tree.hang(child, parent, free);
        let moved = self.tree.subtree(child);
        for &id in &moved {
            self.physics.mount(&self.tree, id);
        }
        self.rays.rehang(&moved);
        self.wheels.rehang();
        for anchor in [above, self.tree.anchor(child)] {
            self.physics.weigh(&self.tree, anchor);
        }
        self.physics.rest(child);
    }
}
