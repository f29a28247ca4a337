//! Scenes as arrays of words, for ray casters on other processors.

use morse_geometry::Pose;

use crate::bvh::PacketBvh;
use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::mesh::LazyMesh;
use crate::scene::RayScene;

/// Number of words of a node: see [`TreeWords::nodes`].
pub const NODE_WORDS: usize = 28;
/// Number of words of a triangle: see [`MeshWords::triangles`].
pub const TRIANGLE_WORDS: usize = 10;

/// A tree with four branches a node.
///
/// A branch is a word: in the lowest four bits the number of items of a leaf, or 0 for an inner node; above them the index of
/// the first item, or of the node. An unused branch is 0.
#[derive(Debug, Clone)]
pub struct TreeWords {
    /// For each node, the bits of the coordinates of its boxes (low x of the four branches, low y, low z, high x, high y,
    /// high z) [m], then the four branches.
    pub nodes: Vec<u32>,
    /// The branch of the root; `None` without items.
    pub root: Option<u32>,
    /// Number of nodes on the longest path from the root to a leaf.
    pub depth: usize,
}

/// A triangle mesh with its tree.
#[derive(Debug, Clone)]
pub struct MeshWords {
    /// The tree. Its items are the triangles.
    pub tree: TreeWords,
    /// For each triangle in leaf order, the bits of its nine corner coordinates [m], then its number in the surface.
    pub triangles: Vec<u32>,
    /// Largest absolute value of a coordinate. [m]
    pub extent: f32,
    /// Whether the mesh is the surface of a convex solid, which rays that start inside do not hit.
    pub solid: bool,
}

/// The tree over the instances of a scene.
#[derive(Debug, Clone)]
pub struct SceneWords {
    /// The tree. Its items are indices into `leaves`.
    pub tree: TreeWords,
    /// Numbers of instances.
    pub leaves: Vec<u32>,
    /// Numbers of instances without a box.
    pub unbounded: Vec<u32>,
}

/// An instance of a scene.
#[derive(Debug, Clone, Copy)]
pub struct ExportedInstance<'a, K> {
    /// The object to which it belongs.
    pub object: K,
    /// Its part number.
    pub part: u32,
    /// Its pose in the world.
    pub world_from_instance: Pose,
    /// Its geometry.
    pub geometry: &'a Geometry,
    /// Whether the rays of the filter can hit it.
    pub is_accepted: bool,
}

impl LazyMesh {
    /// Copies the mesh. Its tree is built if necessary.
    #[must_use]
    pub fn words(&self) -> MeshWords {
        let mesh = self.get();
        let mut triangles = Vec::with_capacity(mesh.triangles.len() * TRIANGLE_WORDS);
        for (triangle, face) in mesh.triangles.iter().zip(&mesh.faces) {
            for corner in mesh.corners(triangle) {
                triangles.extend(corner[..3].iter().map(|part| part.to_bits()));
            }
            triangles.push(face.number);
        }
        MeshWords { tree: words_of(&mesh.tree), triangles, extent: mesh.extent, solid: mesh.solid }
    }
}

impl<K: ObjectKey> RayScene<K> {
    /// Copies the tree over the instances. [`RayScene::refit`] must have been called after the last change.
    #[must_use]
    pub fn words(&self) -> SceneWords {
        let none = TreeWords { nodes: Vec::new(), root: None, depth: 0 };
        SceneWords {
            tree: self.tree().map_or(none, words_of),
            leaves: self.leaves.clone(),
            unbounded: self.unbounded.clone(),
        }
    }

    /// All instances by their numbers, and which of them the rays of a filter can hit.
    pub fn instances<'a>(
        &'a self,
        filter: &'a ResolvedFilter<'a, K>,
    ) -> impl ExactSizeIterator<Item = ExportedInstance<'a, K>> {
        self.instances.iter().map(|instance| ExportedInstance {
            object: instance.object,
            part: instance.part,
            world_from_instance: instance.transform.world_from_instance,
            geometry: &instance.geometry,
            is_accepted: filter.accepts(instance.object, instance.kinds),
        })
    }
}

fn words_of(tree: &PacketBvh) -> TreeWords {
    let mut nodes = Vec::with_capacity(tree.nodes.len() * NODE_WORDS);
    for node in &tree.nodes {
        nodes.extend(node.corners.as_flattened().iter().map(|coordinate| coordinate.to_bits()));
        nodes.extend(node.branches.map(|branch| branch.word()));
    }
    let mut depth = 0;
    let mut open: Vec<_> = tree.root.iter().map(|&root| (root, 1)).collect();
    while let Some((branch, level)) = open.pop() {
        depth = depth.max(level);
        if branch.count() == 0 {
            open.extend(tree.nodes[branch.index()].branches().map(|(below, _)| (below, level + 1)));
        }
    }
    TreeWords { nodes, root: tree.root.map(|root| root.word()), depth }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn words_of_a_mesh_hold_all_triangles_and_their_boxes() {
        let vertices: Vec<Vec3> =
            (0..60).map(|i| Vec3::new(i as f32, (i % 7) as f32, (i % 5) as f32)).collect();
        let triangles: Vec<[u32; 3]> = (0..58).map(|i| [i, i + 1, i + 2]).collect();
        let words = LazyMesh::new(&vertices, &triangles, false).words();
        let mut numbers: Vec<u32> =
            words.triangles.chunks_exact(TRIANGLE_WORDS).map(|triangle| triangle[9]).collect();
        for triangle in words.triangles.chunks_exact(TRIANGLE_WORDS) {
            let corner = vertices[triangles[triangle[9] as usize][0] as usize];
            assert_eq!(corner.to_array().map(f32::to_bits), triangle[..3]);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (0..58).collect::<Vec<_>>());
        assert_eq!(words.extent, 59.0);
        assert!(words.tree.depth > 2 && words.tree.nodes.len().is_multiple_of(NODE_WORDS));
        let first: Vec<f32> = words.tree.nodes[..4].iter().map(|&bits| f32::from_bits(bits)).collect();
        assert_eq!(first.iter().copied().fold(f32::INFINITY, f32::min), 0.0);
    }
}
