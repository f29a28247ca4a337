//! Identifiers and descriptions of nodes.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::physics::convert::is_near;
use crate::{BodySpec, Pose, Properties, WorldError};

/// The identifier of a node in its world. Identifiers of removed nodes are not reused: a later node may get the same index,
/// but with a different generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId {
    pub(crate) index: u32,
    /// The number of node removals in the world before this node was added.
    pub(crate) generation: u32,
}

impl NodeId {
    /// A small index that is unique among the current nodes of the world. If no node was ever removed, indices count the
    /// nodes from 0 in the order of adding.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The user data of the node's bodies and shapes in rapier.
    pub(crate) fn user_data(self) -> u128 {
        u128::from(self.index) | u128::from(self.generation) << 32
    }

    /// The node for user data from rapier.
    pub(crate) fn of_user_data(number: u128) -> NodeId {
        NodeId { index: number as u32, generation: (number >> 32) as u32 }
    }

    /// A number that names its surfaces in contacts; never 0.
    pub(crate) fn surface_name(self) -> u64 {
        (u64::from(self.generation) << 32 | u64::from(self.index)).wrapping_add(1)
    }
}

/// The description of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeSpec {
    /// Name, unique in the world.
    pub name: String,
    /// The parent; `None` for a root.
    pub parent: Option<NodeId>,
    /// The pose in the frame of its parent, or in the world without a parent.
    pub parent_from_node: Pose,
    /// Scale factors along the node's axes. They apply to its own shapes only, not to the poses or shapes of its children.
    pub scale: DVec3,
    /// The body, if any.
    pub body: Option<BodySpec>,
    /// Properties from the scene, by which sensors and services find nodes.
    pub properties: Properties,
    /// Whether the node was added by the simulator rather than by the scene.
    pub internal: bool,
}

impl NodeSpec {
    /// Describes a node without a body at the origin of the world.
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

    /// Sets the parent.
    #[must_use]
    pub fn on(mut self, parent: NodeId) -> NodeSpec {
        self.parent = Some(parent);
        self
    }

    /// Sets the pose in the parent.
    #[must_use]
    pub fn at(mut self, parent_from_node: Pose) -> NodeSpec {
        self.parent_from_node = parent_from_node;
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn with_body(mut self, body: BodySpec) -> NodeSpec {
        self.body = Some(body);
        self
    }

    /// Checks everything that does not depend on the world.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is invalid.
    pub fn validate(&self) -> Result<(), WorldError> {
        if self.parent_from_node.normalized().filter(is_near).is_none() {
            return Err(WorldError::bad(
                &self.name,
                "pose",
                self.parent_from_node,
                "coordinates within 1e8 meters and a rotation that is not zero",
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
