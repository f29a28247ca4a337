//! The tree of nodes: names, parents, poses, properties and zones.

pub(crate) mod anchors;
pub(crate) mod bone_attachment;
pub(crate) mod hierarchy;
pub(crate) mod moved_poses;
pub(crate) mod node;
pub(crate) mod node_state;
pub(crate) mod nodes;
pub(crate) mod property;
pub(crate) mod stored_pose;
mod turn_many;
pub(crate) mod turning_part;
pub(crate) mod visual_rotation;
mod world;
pub(crate) mod zone;
