//! Suspension of physics, reset, attaching and detaching: methods of [`World`].

use crate::physics::body::held_drives::HeldDrives;
use crate::{NodeId, Pose, World, WorldError};

/// # Bodies: suspension, attachment, reset
impl World {
    /// Suspends physics for a body: it stands still like a static body and keeps its velocities. A mechanism is suspended as
    /// a whole.
    pub fn suspend_dynamics(&mut self, id: NodeId) {
        self.set_suspended(id, true);
    }

    /// Resumes physics for a body, with the velocities before suspension.
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

    /// Whether physics is suspended for a body.
    pub fn is_suspended(&self, id: NodeId) -> bool {
        self.physics.body(id).is_some_and(|body| body.suspended)
    }

    /// Resets every root node, and every body that physics moves, to its initial pose at rest; joints lose their drives, and
    /// armatures return to their initial configurations. Nodes mounted on them keep their relative poses.
    pub fn reset(&mut self) {
        for id in self.tree.ids().collect::<Vec<_>>() {
            let node = self.tree.node(id);
            if (node.parent.is_none() || node.free) && node.joint.is_none() {
                let start = node.details.world_from_node_at_start;
                self.teleport(id, start);
            }
        }
        self.physics.resume_halted(&self.tree);
        self.reset_joints();
        self.reset_armatures();
        for id in self.physics.movers().to_vec() {
            self.physics.stop(id);
        }
        self.wheels.stop();
        self.held_drives = HeldDrives::default();
    }

    /// Moves a node and its descendants to a pose in the world, which also becomes its initial pose for a reset.
    ///
    /// Ignores the same poses as [`World::set_world_pose`].
    pub fn set_initial_pose(&mut self, id: NodeId, world_from_node: Pose) {
        self.set_world_pose(id, world_from_node);
        for node in self.tree.subtree(id) {
            self.tree.node_mut(node).details.world_from_node_at_start = self.tree.world_from(node);
        }
    }

    /// Attaches a node to a parent without moving it. Afterwards it moves with the parent, even if physics or a joint moved
    /// it before; such a joint is removed.
    ///
    /// # Errors
    /// [`WorldError::Cycle`] if the new parent is the node itself or one of its descendants.
    pub fn attach(&mut self, child: NodeId, parent: NodeId) -> Result<(), WorldError> {
        if child == parent || self.tree.hierarchy().is_above(child, parent) {
            return Err(WorldError::Cycle {
                child: self.name(child).to_owned(),
                parent: self.name(parent).to_owned(),
            });
        }
        self.set_parent(child, Some(parent));
        Ok(())
    }

    /// Detaches a node from its parent without moving it, and removes its joint, if any. If physics can move the node, it
    /// starts at rest.
    pub fn detach(&mut self, child: NodeId) {
        self.set_parent(child, None);
    }

    fn set_parent(&mut self, child: NodeId, parent: Option<NodeId>) {
        let moves = |body: &crate::physics::body::state::Body| body.physics.moves();
        let free = parent.is_none() && self.physics.body(child).is_some_and(moves);
        let above = self.tree.anchor(child);
        self.physics.cut(&self.tree, child);
        self.tree.set_parent(child, parent, free);
        let moved = self.tree.subtree(child);
        for &id in &moved {
            self.physics.attach_shapes(&self.tree, id);
        }
        self.rays.mark_reparented(&moved);
        self.wheels.invalidate_node_sets();
        for anchor in [above, self.tree.anchor(child)] {
            self.physics.update_mass(&self.tree, anchor);
        }
        self.physics.stop(child);
        self.held_drives.release(child);
    }
}
