//! The tree of nodes: names, parents, poses, properties and zones.

pub(crate) mod bone_attachment;
pub(crate) mod hierarchy;
pub(crate) mod node;
pub(crate) mod node_state;
pub(crate) mod nodes;
pub(crate) mod poses;
pub(crate) mod property;
pub(crate) mod turning_part;
mod world;
pub(crate) mod zone;
