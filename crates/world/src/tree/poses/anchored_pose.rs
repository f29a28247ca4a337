//! The pose of a node relative to its anchor. Anchors are defined in [`anchors`](super::anchors).

use serde::{Deserialize, Serialize};

use crate::{NodeId, Pose};

/// The anchor of a node, and its stored pose.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct AnchoredPose {
    pub(crate) anchor: NodeId,
    /// For an anchor, `world_from_node`; for any other node, `anchor_from_node`.
    pub(crate) pose: Pose,
}

// Exactly one cache line: access to it dominates ticks with many robots.
const _: () = assert!(size_of::<AnchoredPose>() == 64);
