//! Nodes: the named objects of the world, and their description.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{BodySpec, Pose, Properties, WorldError};

/// The identifier of a node in its world. The identifier of a removed node never comes back: a later node may get
/// its index, but with another generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId {
    pub(crate) index: u32,
    /// How often nodes had been removed from the world when this one was added.
    pub(crate) generation: u32,
}

impl NodeId {
    /// A small number that no other node of the world has at the same time. In a world from which none was removed,
    /// it counts the nodes in the order of adding, from 0.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The number that rapier keeps with a body or a shape of the node.
    pub(crate) fn user_data(self) -> u128 {
        u128::from(self.index) | u128::from(self.generation) << 32
    }

    /// The node of such a number.
    pub(crate) fn of_user_data(number: u128) -> NodeId {
        NodeId { index: number as u32, generation: (number >> 32) as u32 }
    }
}

/// The description of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeSpec {
    /// Unique name in the world.
    pub name: String,
    /// The parent; `None` for a root.
    pub parent: Option<NodeId>,
    /// The pose in its parent, or in the world without one.
    pub parent_from_node: Pose,
    /// Scale factors along its own axes, for its own shapes only: neither the poses nor the shapes of its children
    /// are scaled.
    pub scale: DVec3,
    /// Its body, if it has one.
    pub body: Option<BodySpec>,
    /// Properties that the scene gives it; sensors and services find nodes by them.
    pub properties: Properties,
    /// Whether it was added by the simulator rather than by the scene.
    pub internal: bool,
}

impl NodeSpec {
    /// A node without body at the origin of the world.
    pub fn new(name: impl Into<String>) -> NodeSpec {
        NodeSpec {
            name: name.into(),
            parent: None,
            parent_from_node: Pose::IDENTITY,
            scale: DVec3::ONE,
            body: None,
            properties: Properties::new(),
            internal: false,
        }
    }

    /// The same node with a parent.
    #[must_use]
    pub fn on(mut self, parent: NodeId) -> NodeSpec {
        self.parent = Some(parent);
        self
    }

    /// The same node at another pose in its parent.
    #[must_use]
    pub fn at(mut self, parent_from_node: Pose) -> NodeSpec {
        self.parent_from_node = parent_from_node;
        self
    }

    /// The same node with a body.
    #[must_use]
    pub fn with_body(mut self, body: BodySpec) -> NodeSpec {
        self.body = Some(body);
        self
    }

    /// Checks everything that does not depend on the world.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is not valid.
    pub fn validate(&self) -> Result<(), WorldError> {
        if self.parent_from_node.normalised().is_none() {
            return Err(WorldError::bad(
                &self.name,
                "pose",
                self.parent_from_node,
                "finite numbers and a rotation that is not zero",
            ));
        }
        let size = self.scale.abs();
        if !size.is_finite() || size.min_element() < 1e-9 || size.max_element() > 1e9 {
            return Err(WorldError::bad(
                &self.name,
                "scale",
                self.scale,
                "three factors of size 1e-9 to 1e9",
            ));
        }
        match &self.body {
            Some(body) => body.validate(&self.name, self.scale),
            None => Ok(()),
        }
    }
}
