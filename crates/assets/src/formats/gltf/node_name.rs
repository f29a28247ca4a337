//! Names of nodes.

use gltf_json::Node;

/// The name of a node of the file, or its number.
pub(super) fn node_name(source: &Node, index: usize) -> String {
    source.name.clone().unwrap_or_else(|| format!("node {index}"))
}
