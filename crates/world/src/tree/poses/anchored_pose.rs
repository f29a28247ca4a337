//! Where a node is. What an anchor is, [`anchors`](super::anchors) says.

use serde::{Deserialize, Serialize};

use crate::{NodeId, Pose};

/// The anchor of a node, and the pose that the tree stores of it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct AnchoredPose {
    pub(crate) anchor: NodeId,
    /// Of an anchor, `world_from_node`; of any other node, `anchor_from_node`.
    pub(crate) pose: Pose,
}

// A crowd waits for this line of the cache.
const _: () = assert!(size_of::<AnchoredPose>() == 64);
