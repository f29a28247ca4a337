//! The tree of nodes: names, parents, poses, properties and zones.

pub(crate) mod hierarchy;
pub(crate) mod node_access;
pub(crate) mod node_spec;
pub(crate) mod node_state;
pub(crate) mod node_tree;
pub(crate) mod poses;
pub(crate) mod property;
pub(crate) mod turning_part;
pub(crate) mod zone;
