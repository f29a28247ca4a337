//! Triangle meshes with bounding volume hierarchies, built on first use.

pub(super) mod mesh_store;

use std::mem;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use glam::Vec3;

use crate::bvh::binary::BinaryBvh;
use crate::bvh::bounds::Bounds;
use crate::bvh::collapse::RayCosts;
use crate::bvh::{PacketBvh, SingleBvh};

/// Maximum number of triangles in a leaf.
const TRIANGLES_PER_LEAF: usize = 4;

/// Maximum number of triangles in a leaf of the wide tree.
pub(super) const TRIANGLES_PER_BLOCK: usize = 8;
/// Costs for packets, which are tested against one triangle at a time.
const PACKET_COSTS: RayCosts = RayCosts { node: 1.0, more_items: 1.0, items_per_leaf: TRIANGLES_PER_LEAF };
/// Costs for single rays, which are tested against all triangles of a leaf at once.
const SINGLE_COSTS: RayCosts = RayCosts { node: 1.0, more_items: 0.0, items_per_leaf: TRIANGLES_PER_BLOCK };

/// The vertex indices of a triangle in the mesh.
pub(super) type Triangle = [u32; 3];

/// The normal and number of a triangle, as reported in hits.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Face {
    /// The unit normal by the order of the corners; zero for a triangle without area.
    pub(super) normal: Vec3,
    /// Number of the triangle in the original surface.
    pub(super) number: u32,
}

/// The triangles of a leaf of the wide tree.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct TriangleBlock {
    /// For each of the three corners, x, y and z of all triangles; NaN in unused places. [m]
    pub(super) corners: [[[f32; TRIANGLES_PER_BLOCK]; 3]; 3],
    /// Number of the first triangle in leaf order.
    pub(super) first: u32,
}

/// Triangles with their hierarchies, in leaf order.
///
/// The data used by a traversal is small and contiguous, because a traversal spends most of its time waiting for memory.
#[derive(Debug)]
pub(super) struct Mesh {
    /// The tree for ray packets, which are tested against one box at a time.
    pub(super) tree: PacketBvh,
    /// The tree for single rays, which are tested against all boxes of a node or all triangles of a leaf at once. The item of
    /// a leaf is the number of its block of triangles.
    pub(super) wide_tree: SingleBvh,
    pub(super) blocks: Vec<TriangleBlock>,
    /// The largest absolute value of a coordinate. [m]
    pub(super) extent: f32,
    pub(super) triangles: Vec<Triangle>,
    pub(super) faces: Vec<Face>,
    /// Vertices in the order of their first use by the triangles. The fourth coordinate is zero. [m]
    vertices: Vec<[f32; 4]>,
    /// Whether the mesh is the surface of a convex solid with outward normals. Rays that start inside do not hit it.
    pub(super) solid: bool,
}

impl Mesh {
    /// Creates a mesh from vertices [m] and three vertex indices per triangle. The triangles of a solid may have either
    /// orientation.
    pub(super) fn new(vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> Mesh {
        let inside = vertices.iter().sum::<Vec3>() / vertices.len() as f32;
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| vertices[vertex as usize]);
        let turned = |triangle: &[u32; 3]| {
            let ([one, other, last], [a, b, c]) = (*triangle, corners(triangle));
            let inwards = (b - a).cross(c - a).dot(inside - a) > 0.0;
            if solid && inwards { [one, last, other] } else { [one, other, last] }
        };
        let boxes: Vec<_> = triangles.iter().map(|triangle| Bounds::around(corners(triangle))).collect();
        let binary = BinaryBvh::build(&boxes, TRIANGLES_PER_LEAF);
        let mut mesh = Mesh {
            triangles: Vec::with_capacity(triangles.len()),
            faces: Vec::with_capacity(triangles.len()),
            vertices: Vec::with_capacity(vertices.len()),
            tree: PacketBvh::collapse(&binary, PACKET_COSTS),
            wide_tree: SingleBvh::collapse(&binary, SINGLE_COSTS),
            blocks: Vec::new(),
            extent: binary.bounds.reach(),
            solid,
        };
        // The index of each vertex in the mesh; `u32::MAX` until assigned.
        let mut numbers = vec![u32::MAX; vertices.len()];
        for &number in &binary.order {
            let corners = turned(&triangles[number as usize]);
            let [a, b, c] = corners.map(|vertex| vertices[vertex as usize]);
            mesh.faces.push(Face { normal: (b - a).cross(c - a).normalize_or_zero(), number });
            let corners = corners.map(|vertex| {
                let known = &mut numbers[vertex as usize];
                if *known == u32::MAX {
                    *known = mesh.vertices.len() as u32;
                    mesh.vertices.push(vertices[vertex as usize].extend(0.0).to_array());
                }
                *known
            });
            mesh.triangles.push(corners);
        }
        let leaves = mesh.wide_tree.number_leaves();
        mesh.blocks = leaves.into_iter().map(|range| mesh.block(range)).collect();
        mesh
    }

    /// The block of a range of triangles.
    fn block(&self, range: Range<usize>) -> TriangleBlock {
        let mut corners = [[[f32::NAN; TRIANGLES_PER_BLOCK]; 3]; 3];
        for (lane, triangle) in self.triangles[range.clone()].iter().enumerate().take(TRIANGLES_PER_BLOCK) {
            for (to, from) in corners.iter_mut().zip(self.corners(triangle)) {
                for (to, from) in to.iter_mut().zip(from) {
                    to[lane] = *from;
                }
            }
        }
        TriangleBlock { corners, first: range.start as u32 }
    }

    /// The corners of a triangle. [m]
    #[inline(always)]
    pub(super) fn corners(&self, triangle: &Triangle) -> [&[f32; 4]; 3] {
        let [a, b, c] = *triangle;
        [&self.vertices[a as usize], &self.vertices[b as usize], &self.vertices[c as usize]]
    }
}

/// A triangle mesh whose tree is built when the first ray reaches its bounding box. Most meshes of a scene are never reached.
#[derive(Debug)]
pub struct LazyMesh {
    /// The bounding box. [m]
    pub(super) bounds: Bounds,
    solid: bool,
    /// The data from which the mesh is built; emptied afterwards.
    source: Mutex<Source>,
    built: OnceLock<Mesh>,
}

/// Vertices [m], and three vertex indices per triangle.
#[derive(Debug, Default)]
struct Source {
    vertices: Box<[Vec3]>,
    triangles: Box<[[u32; 3]]>,
}

impl LazyMesh {
    /// Creates a mesh from vertices [m] and three vertex indices per triangle. If `solid`, the triangles are the surface of a
    /// convex solid, which rays that start inside do not hit; the triangles may have either orientation.
    ///
    /// # Panics
    /// If a vertex index is out of range.
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> LazyMesh {
        let corners = triangles.iter().flatten().map(|&vertex| vertices[vertex as usize]);
        LazyMesh {
            bounds: Bounds::around(corners),
            solid,
            source: Mutex::new(Source { vertices: vertices.into(), triangles: triangles.into() }),
            built: OnceLock::new(),
        }
    }

    /// The mesh, built on the first call.
    #[inline(always)]
    pub(super) fn get(&self) -> &Mesh {
        self.built.get_or_init(|| self.build())
    }

    #[cold]
    #[inline(never)]
    fn build(&self) -> Mesh {
        let source = mem::take(&mut *self.source.lock().unwrap_or_else(PoisonError::into_inner));
        Mesh::new(&source.vertices, &source.triangles, self.solid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];

    #[test]
    fn normals_of_solid_point_outwards_for_any_triangle_orientation() {
        for faces in
            [[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], [[2, 1, 0], [0, 3, 1], [3, 2, 0], [3, 2, 1]]]
        {
            let mesh = Mesh::new(&CORNERS, &faces, true);
            for (triangle, face) in mesh.triangles.iter().zip(&mesh.faces) {
                let [x, y, z, _] = *mesh.corners(triangle)[0];
                assert!(face.normal.dot(Vec3::splat(0.25) - Vec3::new(x, y, z)) < 0.0);
            }
        }
    }
}
