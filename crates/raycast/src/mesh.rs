//! Triangle meshes under a tree of boxes, built on first use.

pub(super) mod mesh_store;

use std::sync::OnceLock;

use glam::Vec3;

use crate::bvh::Bvh;
use crate::bvh::bounds::Bounds;

/// Triangles in a leaf at most.
const TRIANGLES_PER_LEAF: usize = 4;

/// A triangle.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Triangle {
    /// Its corners, by their numbers in the mesh.
    corners: [u32; 3],
    /// Its number in the surface it was made from.
    pub(super) number: u32,
}

/// Triangles under a tree of boxes, in the order of its leaves.
///
/// What a walk touches is kept small and close together, since most of its time goes into waiting for memory.
#[derive(Debug)]
pub(super) struct Mesh {
    pub(super) tree: Bvh,
    pub(super) triangles: Vec<Triangle>,
    /// For each triangle, a vector upright on it by the order of its corners: unit length, or zero for a triangle without
    /// area.
    pub(super) normals: Vec<Vec3>,
    /// In the order in which the triangles first have them. The last coordinate is zero. [m]
    vertices: Vec<[f32; 4]>,
    /// Whether it is the surface of a convex solid, normals outwards, which rays that start inside do not meet.
    pub(super) solid: bool,
}

impl Mesh {
    /// From vertices and the numbers of three of them for each triangle. Those of a solid may run either way.
    pub(super) fn new(vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> Mesh {
        let inside = vertices.iter().sum::<Vec3>() / vertices.len() as f32;
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| vertices[vertex as usize]);
        let turned = |triangle: &[u32; 3]| {
            let ([one, other, last], [a, b, c]) = (*triangle, corners(triangle));
            let inwards = (b - a).cross(c - a).dot(inside - a) > 0.0;
            if solid && inwards { [one, last, other] } else { [one, other, last] }
        };
        let boxes: Vec<_> = triangles.iter().map(|triangle| Bounds::around(corners(triangle))).collect();
        let tree = Bvh::build(&boxes, TRIANGLES_PER_LEAF);
        let mut mesh = Mesh {
            triangles: Vec::with_capacity(triangles.len()),
            normals: Vec::with_capacity(triangles.len()),
            vertices: Vec::with_capacity(vertices.len()),
            tree,
            solid,
        };
        // The number of each vertex in the mesh, once it has one.
        let mut numbers = vec![u32::MAX; vertices.len()];
        for &number in &mesh.tree.order {
            let corners = turned(&triangles[number as usize]);
            let [a, b, c] = corners.map(|vertex| vertices[vertex as usize]);
            mesh.normals.push((b - a).cross(c - a).normalize_or_zero());
            let corners = corners.map(|vertex| {
                let known = &mut numbers[vertex as usize];
                if *known == u32::MAX {
                    *known = mesh.vertices.len() as u32;
                    mesh.vertices.push(vertices[vertex as usize].extend(0.0).to_array());
                }
                *known
            });
            mesh.triangles.push(Triangle { corners, number });
        }
        mesh
    }

    /// The corners of a triangle. [m]
    #[inline(always)]
    pub(super) fn corners(&self, triangle: &Triangle) -> [&[f32; 4]; 3] {
        let [a, b, c] = triangle.corners;
        [&self.vertices[a as usize], &self.vertices[b as usize], &self.vertices[c as usize]]
    }
}

/// A triangle mesh whose tree is built when the first ray comes near it: most meshes of a scene are never met.
#[derive(Debug)]
pub struct LazyMesh {
    /// The box that holds it.
    pub(super) bounds: Bounds,
    vertices: Box<[Vec3]>,
    triangles: Box<[[u32; 3]]>,
    solid: bool,
    built: OnceLock<Mesh>,
}

impl LazyMesh {
    /// From vertices [m] and the numbers of three of them for each triangle. `solid` says that the triangles are the
    /// surface of a convex solid, which rays that start inside do not meet; they may run either way.
    ///
    /// # Panics
    /// When a triangle names a vertex that is not there.
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> LazyMesh {
        let corners = triangles.iter().flatten().map(|&vertex| vertices[vertex as usize]);
        LazyMesh {
            bounds: Bounds::around(corners),
            vertices: vertices.into(),
            triangles: triangles.into(),
            solid,
            built: OnceLock::new(),
        }
    }

    /// The mesh itself.
    #[inline(always)]
    pub(super) fn get(&self) -> &Mesh {
        self.built.get_or_init(|| Mesh::new(&self.vertices, &self.triangles, self.solid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];

    #[test]
    fn the_normals_of_a_solid_point_outwards_however_its_triangles_run() {
        for faces in
            [[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], [[2, 1, 0], [0, 3, 1], [3, 2, 0], [3, 2, 1]]]
        {
            let mesh = Mesh::new(&CORNERS, &faces, true);
            for (triangle, normal) in mesh.triangles.iter().zip(&mesh.normals) {
                let [x, y, z, _] = *mesh.corners(triangle)[0];
                assert!(normal.dot(Vec3::splat(0.25) - Vec3::new(x, y, z)) < 0.0);
            }
        }
    }
}
