//! Removal of nodes, with their bodies, joints, wheels, visuals and armatures.

use std::collections::BTreeSet;

use rapier3d::geometry::ColliderHandle;

use crate::aims;
use crate::physics::body::control;
use crate::physics::joints::{Joint, JointId};
use crate::physics::rapier_world::Physics;
use crate::{NodeId, World};

/// Sleeping bodies within this distance of a removed body wake, because it may have supported them. [m]
const WAKES_WITHIN_M: f32 = 0.05;

/// See [`World::remove_node`].
pub(crate) fn remove_node(world: &mut World, id: NodeId) {
    if !world.tree.contains(id) {
        return;
    }
    if world.parent(id).is_some() {
        control::detach(world, id);
    }
    let nodes = world.tree.subtree(id);
    let removed: BTreeSet<NodeId> = nodes.iter().copied().collect();
    world.wheels.remove(&removed);
    world.held_drives.remove(&removed);
    for chassis in world.wheels.chassis() {
        // Wheels touch the ground by rays, so rapier does not wake their chassis.
        world.physics.wake(chassis);
    }
    world.wheels.invalidate_node_sets();
    world.physics.remove_constraints(&removed);
    let ignored_margins = world.physics.ignores_margins();
    world.physics.remove(&nodes, &removed);
    world.armatures.retain(|node, _| !removed.contains(node));
    world.visuals.remove(&removed);
    aims::forget(world, |node| removed.contains(&node));
    world.rays.remove(&nodes);
    world.tree.remove(&nodes);
    if ignored_margins && !world.physics.ignores_margins() {
        world.physics.remove_bare_colliders(&world.tree);
    }
    world.events.retain(|event| !removed.contains(&event.node()));
    world.new_events.retain(|event| !removed.contains(&event.node()));
}

/// See [`World::clear`].
pub(crate) fn clear(world: &mut World) {
    let nodes: Vec<NodeId> = world.tree.ids().collect();
    nodes.into_iter().for_each(|node| remove_node(world, node));
    world.zones.clear();
    // rapier would reuse the handles of removed bodies in a different order.
    world.physics = Physics::new(&world.settings);
}

impl Physics {
    /// Removes the bodies and joints of nodes that are still in the tree.
    fn remove(&mut self, nodes: &[NodeId], removed: &BTreeSet<NodeId>) {
        self.tuning.retain(|node, _| !removed.contains(node));
        self.pulls.retain(|node, _| !removed.contains(node));
        self.couplings.remove(|node| removed.contains(&node), &self.joints);
        if self.joints.iter().any(|joint| removed.contains(&joint.child)) {
            self.remove_joints(removed);
        }
        let parts = nodes.iter().filter_map(|&node| self.body(node)).flat_map(|body| body.colliders());
        let shapes: Vec<ColliderHandle> = parts.collect();
        nodes.iter().for_each(|&node| self.leave_planar(node));
        self.release_around(&shapes);
        self.forget_contacts_near(&shapes);
        self.wake_near(&shapes, WAKES_WITHIN_M);
        for shape in shapes {
            self.engine.remove_collider(shape);
        }
        for &node in nodes {
            if let Some(place) = self.bodies.place(node)
                && let Some(body) = self.bodies.remove(node)
            {
                self.ignoring_margins -= u32::from(body.ignores_margins);
                self.planar.move_last(self.bodies.len(), place);
                self.engine.remove_body(body.handle);
            }
        }
        self.movers.retain(|id| !removed.contains(id));
        self.watched.retain(|id| !removed.contains(id));
        self.halted.retain(|id| !removed.contains(id));
        self.contact_forces
            .retain(|contact| ![contact.one, contact.other].iter().any(|id| removed.contains(id)));
        self.apart.retain(|pair| !pair.iter().any(|id| removed.contains(id)));
        self.colliding.retain(|pair| !pair.iter().any(|id| removed.contains(id)));
    }

    fn remove_joints(&mut self, removed: &BTreeSet<NodeId>) {
        for index in 0..self.joints.len() {
            let joint = &self.joints[index];
            if !removed.contains(&joint.child) {
                continue;
            }
            self.joints_by_name.remove(&joint.name);
            self.joints[index] = Joint::vacant();
            self.vacant_joints.insert(index as u32);
        }
        let gone = |id: JointId| self.vacant_joints.contains(&(id.index() as u32));
        for joint in &mut self.joints {
            // A cut joint may still refer to a removed parent.
            joint.parent = joint.parent.filter(|parent| !removed.contains(parent));
            joint.mimic = joint.mimic.filter(|mimic| !gone(mimic.leader));
        }
        while self.vacant_joints.last().is_some_and(|&last| last as usize + 1 == self.joints.len()) {
            self.vacant_joints.pop_last();
            self.joints.pop();
        }
        self.mechanisms.clear();
        self.stale = true;
    }
}
