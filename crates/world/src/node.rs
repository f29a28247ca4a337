//! Nodes: the named things of the world and how they hang together.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{BodySpec, Pose, Properties, WorldError};

/// The number of a node in its world, in the order of adding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Its place in the order of adding, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeSpec {
    /// Unique name in the world.
    pub name: String,
    /// The node it hangs on; `None` for the world itself.
    pub parent: Option<NodeId>,
    /// Where it stands in its parent, or in the world without one.
    pub parent_from_node: Pose,
    /// Size factors along its own axes, for its own shapes only: neither the poses nor the shapes of its
    /// children follow them.
    pub scale: DVec3,
    /// Its body, if it has one.
    pub body: Option<BodySpec>,
    /// What the scene says of it by name; others recognise it by them.
    pub properties: Properties,
    /// Whether it is part of the machinery rather than of the scene a user described.
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

    /// The same node hanging on another one.
    #[must_use]
    pub fn on(mut self, parent: NodeId) -> NodeSpec {
        self.parent = Some(parent);
        self
    }

    /// The same node standing elsewhere in its parent.
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

    /// Checks everything that needs no world.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a number is not usable.
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
