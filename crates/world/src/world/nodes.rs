//! Names, relations, properties and poses of nodes: methods of [`World`].

use glam::DVec3;

use crate::aims;
use crate::tree::node_access;
use crate::tree::node_state;
use crate::tree::poses::moved_poses;
use crate::tree::poses::turn_many;
use crate::{
    Aim, MovedPoses, NodeId, NodeState, PosesCopied, Properties, PropertyValue, ThreadTeam, TurningPart,
    World, WorldError,
};

/// # Nodes: names, relations, properties
impl World {
    /// The node with this name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.tree.find(name)
    }

    /// The name of a node.
    pub fn name(&self, id: NodeId) -> &str {
        &self.tree.node(id).details.name
    }

    /// Renames a node.
    ///
    /// # Errors
    /// [`WorldError::DuplicateName`] if another node has the name.
    pub fn rename(&mut self, id: NodeId, name: &str) -> Result<(), WorldError> {
        self.tree.rename(id, name)
    }

    /// Lets a node follow a point or look at it, now and at the end of each tick.
    ///
    /// # Errors
    /// If the node or a part is not in the world, the node has no parent or has a body, or a mass or another number has no meaning.
    pub fn aim(&mut self, node: NodeId, aim: Aim) -> Result<(), WorldError> {
        aims::add(self, node, aim)
    }

    /// All nodes, in the order of adding.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> {
        self.tree.ids()
    }

    /// The children of a node, in order.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.node(id).details.children
    }

    /// A node and all its descendants, parents first.
    pub fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        self.tree.subtree(id)
    }

    /// The parent of a node.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).parent
    }

    /// The nearest descendant of a node with this name, or with this name and a number (`Wheel.001`), which is appended to
    /// the names of parts if a name is taken.
    pub fn part(&self, below: NodeId, name: &str) -> Option<NodeId> {
        node_access::part(self, below, name)
    }

    /// Whether the simulator, rather than the scene, added a node.
    pub fn is_internal(&self, id: NodeId) -> bool {
        self.tree.node(id).details.internal
    }

    /// The scale factors of a node.
    pub fn scale(&self, id: NodeId) -> DVec3 {
        self.tree.node(id).details.scale
    }

    /// Whether a node is visible.
    pub fn is_visible(&self, id: NodeId) -> bool {
        self.tree.node(id).visible
    }

    /// The properties of a node, by name.
    pub fn properties(&self, id: NodeId) -> &Properties {
        &self.tree.node(id).details.properties
    }

    /// The value of a property of a node; `None` without such a property.
    pub fn property(&self, id: NodeId, name: &str) -> Option<&PropertyValue> {
        self.properties(id).get(name)
    }

    /// Adds a property to a node, or replaces its value.
    pub fn set_property(&mut self, id: NodeId, name: &str, value: PropertyValue) {
        self.tree.set_property(id, name, value);
    }

    /// All nodes that have a property of this name, with any value, in the order of adding. The cost does not depend
    /// on the number of other nodes.
    pub fn tagged(&self, tag: &str) -> &[NodeId] {
        self.tree.tagged(tag)
    }

    /// Whether a node has a property of this name, with any value.
    pub fn has_tag(&self, id: NodeId, tag: &str) -> bool {
        self.properties(id).contains_key(tag)
    }

    /// Describes a node as a turning part. This does not move the node.
    pub fn set_turning_part(&mut self, id: NodeId, part: TurningPart) {
        self.tree.node_mut(id).details.turning = Some(part);
    }

    /// The description of a turning part; `None` for all other nodes.
    #[must_use]
    pub fn turning_part(&self, id: NodeId) -> Option<&TurningPart> {
        self.tree.node(id).details.turning.as_ref()
    }

    /// Sets the text that describes the robot of a node to other programs, such as the URDF of its file. It is not saved.
    pub fn set_description(&mut self, id: NodeId, text: std::sync::Arc<str>) {
        self.tree.node_mut(id).details.description = Some(text);
    }

    /// The text that describes the robot of a node.
    #[must_use]
    pub fn description(&self, id: NodeId) -> Option<&str> {
        self.tree.node(id).details.description.as_deref()
    }

    /// Rotates a node about its own Z axis. [rad]
    ///
    /// For nodes without a body, such as most wheels, this is faster than [`World::set_local_pose`]. An angle that is not
    /// finite, or for a node that a joint moves, is ignored and logged.
    pub fn rotate_about_z(&mut self, id: NodeId, by_rad: f64) {
        node_access::rotate_about_z(self, id, by_rad)
    }

    /// As [`World::rotate_about_z`] for each node and angle [rad], on the threads of a team. There is a list for each part as
    /// divided by [`World::part_ends`]; a list may contain nodes of other parts.
    pub fn rotate_many_about_z(&mut self, team: &ThreadTeam, turns: Vec<Vec<(NodeId, f64)>>) {
        turn_many::rotate_many_about_z(self, team, turns)
    }

    /// Copies the poses that changed since `last` into an empty `copy`; all poses if `last` is `None`. Poses that were set
    /// to the same value and poses of awake bodies count as changed. Returns the value of `last` for the next call.
    pub fn copy_moved(&self, last: Option<PosesCopied>, copy: &mut MovedPoses) -> PosesCopied {
        moved_poses::copy_moved(self, last, copy)
    }

    /// Appends the states of all nodes, in the order of adding.
    pub fn copy_nodes(&self, states: &mut Vec<NodeState>) {
        node_state::copy_nodes(self, states)
    }
}
