//! The tree of nodes: names, parents, poses, properties and zones.

mod anchors;
pub(crate) mod node;
pub(crate) mod nodes;
pub(crate) mod property;
pub(crate) mod stored_pose;
pub(crate) mod visual_rotation;
pub(crate) mod zone;
