//! Poses of the nodes, and visual rotations.

pub(crate) mod anchored_pose;
mod anchors;
pub(crate) mod moved_poses;
pub(crate) mod stored_pose;
pub(crate) mod turn_many;
pub(crate) mod visual_rotation;
