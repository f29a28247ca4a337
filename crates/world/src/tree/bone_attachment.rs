//! The attachment of a node to a bone of its parent.

use serde::{Deserialize, Serialize};

use crate::Pose;

/// The attachment of a node to a bone of its parent.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct BoneAttachment {
    pub(crate) bone: usize,
    pub(crate) bone_from_node: Pose,
}
