//! Poses of the camera and of all visible nodes at the time of an image.

use std::collections::BTreeMap;

use morse_sim::prelude::*;
use morse_world::NodeId;

/// Poses at the time of an image, in the world.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct PastPoses {
    pub(crate) time_s: f64,
    pub(crate) world_from_camera: Pose,
    pub(crate) nodes: BTreeMap<NodeId, Pose>,
}

impl PastPoses {
    /// The poses now.
    pub(crate) fn now(view: &SenseContext<'_>) -> Self {
        let world = view.world;
        let seen = world.nodes().filter(|&node| world.visuals(node).is_some() || world.has_body(node));
        Self {
            time_s: view.now.seconds(),
            world_from_camera: view.world_from_sensor(),
            nodes: seen.map(|node| (node, world.world_from(node))).collect(),
        }
    }
}
